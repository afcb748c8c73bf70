"""Members of staff by their initials: behind "seen by", "typed", "visto por", and as the signature of a note or an entry."""

from __future__ import annotations

import re
from collections.abc import Iterator

from velado import lexicons
from velado.languages import words
from velado.patterns import late_pattern, places_of
from velado.recognisers._clinical_values import is_clinical
from velado.recognisers._word_index import Awaited, index_of
from velado.tokens import Page, fold

__all__ = ["is_initials", "signatures"]

# Two to four capitals, with a small letter at most behind each ("RhJ", "LMcC"), or with dots ("A.T", "R. J. W.").
_CAPS = r"(?:(?:[A-ZÁÉÍÓÚÑ][a-z]?){1,3}[A-ZÁÉÍÓÚÑ]|[A-ZÁÉÍÓÚÑ]\. ?(?:[A-ZÁÉÍÓÚÑ]\. ?){0,2}[A-ZÁÉÍÓÚÑ])"
_SMALL = r"[a-zñ]{2,4}"
_DONE = (
    "seen|rev(?:iewed|'d)?|checked|ch?k'?d|done|taken|typed|dictated|sent|signed|performed|given|written|entered|scribed|transcribed|repaired"
    "|operated|counted|witnessed|collected|verified|logged|recorded|confirmed|clerked|assessed|triaged|removed|inserted|placed|sited|booked"
    "|led|scrubbed|scanned|reported|obtained|drawn|cleaned|issued|faxed|filed|completed|updated|amended|interpreted|held|cannulated|prepared"
)
_HECHO = (
    "vist[oa]|realizad[oa]|revisad[oa]|atendid[oa]|hech[oa]|feit[oa]|valorad[oa]|firmad[oa]|tomad[oa]|extraid[oa]|transcrit[oa]|comentad[oa]|conferid[oa]"
    "|assinad[oa]|avaliad[oa]|elaborad[oa]|informad[oa]|recogid[oa]|colhid[oa]|colocad[oa]|dictad[oa]|ditad[oa]|digitad[oa]|entregad[oa]|rellenad[oa]"
)
_WHEN = r"(?: (?:at )?\d{1,2}[:.h]?\d{2}h?)?(?: (?:on )?\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?)?"
_DAY = r"\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?"
# Initials right behind a cue; a pair with a stroke is two people.
_BEHIND = late_pattern(rf"[.:]{{0,2}} ({_CAPS})(?:/({_CAPS}|{_SMALL}))?(?=[\s,.;:)/]|$)(?!/\d|\.[A-Z]|\.? [A-ZÁÉÍÓÚÑ][a-záéíóúñ])")
# "reviewed by SKM", "seen 0215 by KOB", "visto por JMR".
_DEED = late_pattern(rf"\b(?:(?:{_DONE}){_WHEN} by|(?:{_HECHO}){_WHEN} (?:por|pel[oa]))\Z")
_SHARED = late_pattern(r"(?:\bd/w|\bdisc(?:ussed)? with|\bdisc(?:ussed)? w/?|\bspoke (?:to|with)|\blist for|\bteam lead|\bnurse-led)\Z")
# What announces initials: a word of doing, to be looked at with what stands before it; a signature; a role.
_CUES: dict[str, float] = (
    dict.fromkeys("by por pelo pela w with to for lead led".split(), 0.0)
    | dict.fromkeys("firma firmado fdo rubrica initials iniciales scribe typist addendum".split(), 0.9)
    | dict.fromkeys("cons surg surgeon anaes anes anaesthetist dentist bms odp nurse midwife radiographer".split(), 0.8)
)
_WITH_COLON = frozenset("enf due tcae cirujano cirujana residente adjunto adjunta mir anest medico medica ass sig signed".split())
# "done by sk", "typed 19/02/25 gs/lmcd", "Checked ml": small initials, where the line ends behind them.
_SMALL_CUES = ("by ", "typed", "checked", "dictated", "transcribed", "sec ", " por ", "firma", "fdo")
_SMALL_BY = late_pattern(
    rf"\b(?i:(?:{_DONE}) by|typed(?: by)?|checked(?: by)?|dictated(?: by)?|transcribed(?: by)?|sec|(?:{_HECHO}) por|firma|fdo\.?)[:]?"
    rf"(?: {_DAY})? ({_SMALL}|{_CAPS})(?:/({_SMALL}|{_CAPS}))?\.?[ \t]*\Z"
)
_ENDS_SMALL = late_pattern(rf" (?:{_SMALL}|{_CAPS})(?:/(?:{_SMALL}|{_CAPS}))?\.?[ \t]*\Z")  # the end of the slow one
# Alone on the last line, with a dash, a role or a date at most: "— JB", "HPB OT", "RhJ 15/4", "gs/lmcd".
_LINE = late_pattern(
    rf"[ \t]*(?:[-–—~/]{{1,2}} ?)?({_CAPS}|[a-z]{{2,3}}(?=/))(?:/(?:sec )?({_CAPS}|{_SMALL}))?\.?(?:,? (?:OT|PT|RN|ALN|SLT|HCA|RGN|RMN|F[12Y]{{1,2}}|CT\d|ST\d|R\d|GP|SHO|CNS|ANP|EN|SW|MSW|CNM))?"
    rf"(?: {_DAY})?(?: \d{{1,2}}[:.]?\d{{2}}h?)?[ \t]*\Z"
)
# At the end of a line: behind a dash; behind a full stop or a wide gap at the end of the note.
_REST = rf"({_CAPS})(?:/(?:sec )?({_CAPS}|{_SMALL}))?\.?\)?(?: {_DAY})?[ \t]*\Z"
_DASHES = frozenset("-–—")
_AFTER_DASH = late_pattern(rf"(?<=[ .)])[–—-]{{1,2}} ?{_REST}")
_AT_END = late_pattern(rf"(?:(?<=[.!?)]) {{1,8}}|(?<! ) {{3,40}}|\t){_REST}")
# A first name with a role on the last line: "Fin (F1)", "nic (community mw)", "Dee RN".
_NAMED = late_pattern(
    r"[ \t]*(?:[-–—~]{1,2} ?)?([A-Z]?[a-zà-ÿ]{1,11})(?:,? \(?|\s?/\s?)(?:community |ward |night |res |resident )?"
    r"(?i:f[12]|fy\d|rn|np|lpn|lvn|ot|pt|slp|slt|mw|midwife|hca|sho|st\d|ct\d|cna|sw|hv|cpn|dn|emt|rrt|r[1-5]|mir|tcae|tens|rgn|rmn|een|phlebotomist|ward clerk|bank nurse)(?!\w)"
)
# Letters that are no person's: places and things of a ward, doses, results, answers, roles.
_NOBODY = words(
    """gp ed ems pt ot us ct mri ng iv po im pr pcp icu rn md np pa sw slt er or bp hr rr dr mr ms qa qc uti cxr ecg ekg eeg echo ok na no si ns nil tbc tba tbd
    eta lot msk mdt dna ttas tta tto pmh fh sh pc hpc dx rx tx fx hx sx am pm usa uk eu id dob mrn nhs cns csf lp peg nbm npo prn qds tds bd od os ou oi ds dc nad
    nkda dnr dnar cpr ros kub ctg fhr usg tte toe tavi cabg pci stemi aki ckd copd dm htn hta dm2 af mi ca cva tia dvt pe vte itu hdu uci ucin uti cec ir
    er ac ic il sc sl td pao la el de en un se le te yo tu mi su al lo ya he me we it is as at be by do go if in my of on so to up mum dad mam nan
    him her them all fax tel text phone app post hand mail lab labs ward team staff crew opd aeu amu mau sau eau ccu nicu picu scbu nnu sho spr reg cons
    fy f1 f2 ct1 st3 hca rgn rmn cna lpn lvn aprn crna rrt pharm rt si sí nc na nr nl wnl hb wbc plt inr cr gfr egfr na ph tsh psa afp cea hcg bnp crp esr
    vsg pcr vih hiv sida hcv hbv vhb vhc tb bk eva gcs asa bmi imc kg mg ml cm mm fc fr ta tas tad sat spo2 lpm rpm iv vo sng svd tac rmn rnm eco rx ap lat
    nrs vas mews news pews sbar cdi mrsa esbl vre kpc eta via neo gine uro trauma digest onco hemato cardio neuro endocrino nefro reuma derma oftalmo orl cot cma
    ohs hse dwp cps cqc gmc nmc fda cdc who oms gov org com net pdf doc jpg usb wifi sms gps tv dvd bbc itv rp ref re cc bcc ps nb asap fyi ie eg etc vs aka
    roi hipaa dni nie cip nhc nss sip cp tsi rut cpf rg sus ubs upa usf ucsp sns imss issste ci cnh pd mfm derm uvi apto"""
)
_MEDICINE = lexicons.DRUG | lexicons.MICROBE | lexicons.TITLE
_SAID = _MEDICINE | lexicons.MEDICAL | lexicons.KINSHIP | lexicons.SEX_WORD | lexicons.FACILITY_WORD
_ALL_CUES = Awaited(_CUES.keys() | _WITH_COLON)
_FAR = 0.72  # a hint for the tagger, not certain enough to be looked for elsewhere


def _is_person(written: str) -> bool:
    """Whether letters may be initials: not those of a ward, a unit, a result or an answer."""
    word = fold(re.sub(r"[. ]", "", written))
    return word not in _NOBODY and not lexicons.lookup(word) & _MEDICINE


def _is_word(written: str) -> bool:
    """Whether letters are a word rather than initials: "now", "NOW", but not "KOB"."""
    word = fold(written)
    value = lexicons.lookup(word)
    return len(word) > 2 and lexicons.commonness(value) >= (3 if written.islower() else 5)


def is_initials(written: str) -> bool:
    """Whether letters may stand for a person: they are no word, and nothing of a ward."""
    return _is_person(written) and not _is_word(written)


def _may_be_called(written: str) -> bool:
    """Whether somebody may be called so: a name, or a word of no dictionary."""
    value = lexicons.lookup(fold(written))
    if value & (lexicons.FIRST_NAME | lexicons.SURNAME) and not value & _MEDICINE:
        return True
    return not value & _SAID and not any(lexicons.frequency(value, code) > 1 for code in ("es", "pt", "en"))


def signatures(page: Page) -> Iterator[tuple[int, int, float]]:
    """Start, end and score of each pair or triple of initials that stands for a member of staff."""
    text = page.text
    if not text.isupper():  # among capitals only, initials look like any other word
        yield from _announced(page)
    last = len(text.rstrip())
    cued = set(map(page.line_of, places_of(_SMALL_CUES, page.folded)))
    for line, (start, end) in enumerate(page.lines()):
        tail = max(start, end - 60)
        written = text[tail:end]
        if line in cued and any(map(written.lower().__contains__, _SMALL_CUES)) and _ENDS_SMALL.search(written):
            yield from _people(_SMALL_BY.search(written), tail, _FAR)
        if line and not _DASHES.isdisjoint(written[-20:]):
            yield from _people(_AFTER_DASH.search(written), tail, _FAR)
        if start < last <= end:
            signed = _NAMED.match(text, start)
            if signed and _may_be_called(signed.group(1)):
                yield *signed.span(1), 0.75
            yield from _people(_AT_END.search(written) or (_LINE.match(written) if tail == start else None), tail, _FAR)


def _announced(page: Page) -> Iterator[tuple[int, int, float]]:
    """Initials behind a word of doing, a signature or a role."""
    words_, spans, folded = page.words, page.spans, page.folded
    for number in index_of(page).tokens(_ALL_CUES):
        start, end = spans[number]
        match = _BEHIND.match(page.text, end + (folded[end : end + 2] in ("/ ", "/") and words_[number] == "w"))
        if not match:
            continue
        word, before = words_[number], folded[max(0, start - 48) : end]
        score = _CUES.get(word, 0.9)
        if not score:
            score = 0.9 if _DEED.search(before) else 0.8 if _SHARED.search(before) else 0.0
        elif word in _WITH_COLON and folded[end] != ":":
            score = 0.0
        first = page.token_at(match.start(1))
        if score and not is_clinical(page, first, page.token_at(match.end(1) - 1) + 1, flat=False):
            yield from _people(match, 0, score)


def _people(match: re.Match[str] | None, offset: int, score: float) -> Iterator[tuple[int, int, float]]:
    """The initials of a match; of a pair the second are a person's when the first are."""
    if not match or not is_initials(match.group(1)):
        return
    for group in (1, 2):
        if match.group(group):
            start, end = match.span(group)
            yield start + offset, end + offset, score
