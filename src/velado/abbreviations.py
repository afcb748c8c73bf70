"""Letters that stand beside names and are none: degrees and memberships, "MD", "FRCPath", and labels of fields, "D.N.I."."""

from __future__ import annotations

from velado.document import Span
from velado.labels import NAMES
from velado.patterns import late_pattern

__all__ = ["is_label", "without_degrees"]

_SURE = """mbbs mbchb bchir bmbs frcp frcpe frcpath frcpc frcsc frcs frcsed frcr frca frcog frcpch frcpsych frcem frcgp fracp fracs fracgp frcpa fanzca ranzcp
    mrcp mrcs mrcgp mrcpch mrcpsych mrcog mrcpi mrcem mfom ffom dipsm dch drcog dtmh ccfp facp facs facc facog faap faan facep facr fccp faha fscai facg
    dds dmd dpm dvm pharmd phd dphil lcsw licsw lmsw lmft lmhc lpcc lcpc msw bsw crna aprn fnp agnp pmhnp cnm dnp acnp anp bsn msn mph mba msc bsc bds
    otr cota dpt rrt cctp ccrn cen wocn cwocn rdn cdces pgy mbbch bao qfb qbp licda esp mgtr mtro mtra csw emtp nremt rph bpharm mpharm""".split()
_SHORT = ("m.d", "m.d.", "d.o", "d.o.", "d.d.s", "d.d.s.", "ph.d", "ph.d.", "q.f.b", "q.f.b.", "md", "rn", "np", "dnb", "lpn", "lvn", "cna", "pa-c")
# Dotted letters that announce a number or a section. Two letters may be somebody's initials, so something must follow them.
_LABELS = frozenset(
    """dni cuit cuil curp rfc nss nhc nass cpf cnpj cns rut run ruc nit nif nie hda hpp hma qfb cps rqe crm coren sus umf imss opd ssa dgp pmc
    dob mrn ssn nhs npi dea cgh rps tin cip sip hc ci cc ti rg fn mp mn rm cp cm qp ap ef tt am pm""".split()
)
_BEHIND_LABEL = late_pattern(r"[. ]{0,3}(?:n[.oº° ]{0,3}|#)?[:#]? ?\d{4}|[. ]{0,2}:")
_ONE = late_pattern(r"[^\W\d_](?:[\w.'’-]*\w)?\.?")


def _is_degree(word: str) -> bool:
    return word.strip(".").replace(".", "").lower() in _DEGREES


_DEGREES = frozenset((*_SURE, *(word.replace(".", "") for word in _SHORT)))


def without_degrees(text: str, span: Span) -> Span | None:
    """The span of a name without the degrees at its end; None when nothing else is in it and a name stands before it.

    >>> text = "Priya Rao, M.D. y Ana Gil"
    >>> cut = without_degrees(text, Span(0, 14, "STAFF_NAME", 0.9, "model"))
    >>> text[cut.start : cut.end]
    'Priya Rao'
    >>> without_degrees("Ana Gil FRCPath", Span(8, 15, "STAFF_NAME", 0.9, "model")) is None
    True
    >>> without_degrees("md 34 años", Span(0, 2, "PATIENT_NAME", 0.9, "model")).end
    2
    """
    if span.label not in NAMES:
        return span
    words = [(span.start + one.start(), span.start + one.end()) for one in _ONE.finditer(text[span.start : span.end])]
    kept = len(words)
    while kept and _is_degree(text[words[kept - 1][0] : words[kept - 1][1]]):
        kept -= 1
    if kept == len(words):
        return span
    if kept:
        return Span(span.start, words[kept - 1][1], span.label, span.score, span.source)
    return None if _follows_a_name(text, span.start) else span


def _follows_a_name(text: str, start: int) -> bool:
    """Whether a capitalised word, or another degree, stands right before, on the same line: initials alone may be somebody."""
    before = text[max(0, start - 40) : start].rpartition("\n")[2].rstrip(" ,.(")
    word = before.rpartition(" ")[2]
    return bool(word) and (word[0].isupper() or _is_degree(word))


def is_label(text: str, span: Span) -> bool:
    """Whether a name is nothing but the abbreviated label of what stands behind it.

    >>> text = "H.C. 0418827"
    >>> is_label(text, Span(0, 3, "PATIENT_NAME", 0.6, "model")), is_label("H.C., 34 años", Span(0, 3, "PATIENT_NAME", 0.6, "model"))
    (True, False)
    """
    if span.label not in NAMES or span.end - span.start > 9:
        return False
    letters = text[span.start : span.end].replace(".", "").replace(" ", "").lower()
    return letters in _LABELS and _BEHIND_LABEL.match(text, span.end) is not None
