"""Letters that stand beside names and are none: degrees and memberships, "MD", "FRCPath", and labels of fields, "D.N.I."."""

from __future__ import annotations

from collections.abc import Sequence

from velado.document import Span
from velado.labels import NAMES
from velado.patterns import late_pattern

__all__ = ["is_label", "without_degrees", "without_kin"]

# Written without their dots.
_DEGREES = frozenset(
    """mbbs mbchb bchir bmbs frcp frcpe frcpath frcpc frcsc frcs frcsed frcr frca frcog frcpch frcpsych frcem frcgp fracp fracs fracgp frcpa fanzca ranzcp
    micgp frcpi frcsi fcai ffarcsi facem fcicm facrrm fachpm facd fficm ffph mfph ffpm mmed fwacs fwacp fmcp fmcs mrcvs
    mrcp mrcs mrcgp mrcpch mrcpsych mrcog mrcpi mrcem mfom ffom dipsm dch drcog dtmh ccfp facp facs facc facog faap faan facep facr fccp faha fscai facg
    dds dmd dpm dvm pharmd phd dphil lcsw licsw lmsw lmft lmhc lpcc lcpc msw bsw crna aprn fnp agnp pmhnp cnm dnp acnp anp bsn msn mph mba msc bsc bds
    otr cota dpt rrt cctp ccrn cen wocn cwocn rdn cdces pgy mbbch bao qfb qbp licda esp mgtr mtro mtra csw emtp nremt rph bpharm mpharm
    md do rn np dnb lpn lvn cna pa-c""".split()
)
_ALSO_NAMES = frozenset("bao do cen esp dch cns anp cota mba".split())
# Dotted letters that announce a number or a section. Two letters may be somebody's initials, so something must follow them.
_LABELS = frozenset(
    """dni cuit cuil curp rfc nss nhc nass cpf cnpj cns rut run ruc nit nif nie hda hpp hma qfb cps rqe crm coren sus umf imss opd ssa dgp pmc
    dob mrn ssn nhs npi dea cgh rps tin cip sip hc ci cc ti rg fn mp mn rm cp cm qp ap ef tt am pm""".split()
)
_BEFORE_NUMBER = late_pattern(r"[. ]{0,3}(?:n[.oº° ]{0,3}|#)?[:#]? ?\d{4}")
_BEFORE_COLON = late_pattern(r"[. ]{0,2}:")
_ONE = late_pattern(r"[^\W\d_](?:[\w.'’-]*\w)?\.?")


def _is_degree(word: str) -> bool:
    return word.replace(".", "").lower() in _DEGREES


def without_degrees(text: str, span: Span) -> Span | None:
    """The span of a member of staff without the degrees at its end; None when nothing else is in it and a name stands before it.

    >>> text = "Priya Rao, M.D. y Ana Gil"
    >>> cut = without_degrees(text, Span(0, 14, "STAFF_NAME", 0.9, "model"))
    >>> text[cut.start : cut.end]
    'Priya Rao'
    >>> without_degrees("Ana Gil FRCPath", Span(8, 15, "STAFF_NAME", 0.9, "model")) is None
    True
    >>> without_degrees("Paciente M.D., 34 años", Span(9, 12, "PATIENT_NAME", 0.9, "model")).end
    12
    """
    if span.label not in ("STAFF_NAME", "PERSON_NAME"):
        return span  # patients are told by initials, and these must not pass for a degree
    words = [(span.start + one.start(), span.start + one.end()) for one in _ONE.finditer(text[span.start : span.end])]
    kept = len(words)
    while kept and _stands_as_degree(text, words, kept - 1):
        kept -= 1
    if kept == len(words):
        return span
    if kept:
        return Span(span.start, words[kept - 1][1], span.label, span.score, span.source)
    return None if span.label == "STAFF_NAME" and _follows_a_name(text, span.start) else span


def _stands_as_degree(text: str, words: Sequence[tuple[int, int]], number: int) -> bool:
    """Whether a word is a degree as it is written: "Anh Do" is a name, and so is "Quoc Bao"."""
    start, end = words[number]
    word = text[start:end]
    if not _is_degree(word):
        return False
    behind_comma = number > 0 and "," in text[words[number - 1][1] : start]
    if word.replace(".", "").lower() in _ALSO_NAMES:
        return behind_comma
    return behind_comma or "." in word or sum(map(str.isupper, word)) > 1


def _follows_a_name(text: str, start: int) -> bool:
    """Whether a capitalised word, or another degree, stands right before, on the same line: initials alone may be somebody."""
    before = text[max(0, start - 40) : start].rpartition("\n")[2].rstrip(" ,.(")
    word = before.rpartition(" ")[2]
    return bool(word) and (word[0].isupper() or _is_degree(word))


# Words for relatives in small letters, and for proxies in capitals, that stand right before a name: "Dau" may be one itself.
_KIN = frozenset("dau daus dtr granddau grandau gdau gdtr gson grandtr stepdau mare pare filla POA MPOA DPOA HCPOA NOK".split())
_FIRST_WORD = late_pattern(r"([^\W\d_]+)\.?(?:[ :]+(?=\w)|\Z)")


def without_kin(text: str, span: Span) -> Span | None:
    """The span of a name without a shortened word for a relative in front; None when nothing else is in it.

    >>> text = "granddau Cerys"
    >>> text[slice(without_kin(text, Span(0, 14, "PATIENT_NAME")).start, 14)], without_kin("POA signed", Span(0, 3, "STAFF_NAME"))
    ('Cerys', None)
    """
    if span.label not in NAMES:
        return span
    first = _FIRST_WORD.match(text, span.start, span.end)
    if first is None or first.group(1) not in _KIN:
        return span
    if first.end() < span.end:
        return Span(first.end(), span.end, span.label, span.score, span.source)
    return None


def is_label(text: str, span: Span) -> bool:
    """Whether a name is nothing but the abbreviated label of what stands behind it.

    >>> text = "H.C. 0418827"
    >>> is_label(text, Span(0, 3, "PATIENT_NAME", 0.6, "model")), is_label("H.C., 34 años", Span(0, 3, "PATIENT_NAME", 0.6, "model"))
    (True, False)
    """
    if span.label not in NAMES or span.end - span.start > 9:
        return False
    letters = text[span.start : span.end].replace(".", "").replace(" ", "").lower()
    if letters not in _LABELS:
        return False
    # Two letters before a colon may be who speaks.
    return _BEFORE_NUMBER.match(text, span.end) is not None or (len(letters) > 2 and _BEFORE_COLON.match(text, span.end) is not None)
