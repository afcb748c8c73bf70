"""Fractions that are no dates: scores, parts of a whole, courses of treatment, settings of a ventilator, contractions."""

from __future__ import annotations

from velado.document import Span
from velado.languages import only_named_after_holiday
from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["is_no_date"]

_FRACTION = late_pattern(r"([1-9]\d?)(?:-\d{1,2})?/([1-9]\d?)\Z")  # no leading zeros: scores have none
_SCALES = (
    r"(?:eva|evn|ena|evs|end|nrs|vas|dolor|dor|pain|escala|score|aldrete|intensidade?|intensity|disnea|borg|glasgow|gcs|apgar"
    r"|fuerza|forca|strength|mrc|mmt|soplo|sopro|murmur|reflejos?|reflexos?)"
)
# Only these words may stand between a scale and its figure: "dolor lumbar de intensidad 7/10", but "dolor, cita 7/10".
_SAID = (
    r"(?: (?:de|del|da|do|dolor|dor|pain|basal|actual|inicial|maxim[ao]|lumbar|abdominal|intensidade?|intensity|score|level|numerica|verbal"
    r"|analogica|visual|down|from|to|is|was|en|reposo|muscular|global))*"
)
_SCORED = late_pattern(rf"\b{_SCALES}\b{_SAID}(?<! del)(?: ?[:=~])? ?(?:from |de )?\Z")
_SCORED_AGAIN = late_pattern(
    rf"\b{_SCALES}\b{_SAID}[ :=(]{{1,3}}(?:\d{{1,2}}/\d{{1,2}}(?: ?(?:→|->|,) ?)){{0,3}}\d{{1,2}}(?:-\d{{1,2}})?/(\d{{1,2}})\)?"
    r"(?: (?:ingreso|ayer|hoy|post|pre))?(?: (?:al|en|a|no|na|at|on|con|com|post|pre|tras|apos|after) [a-z]{3,14})?"
    r"(?: ?(?:[,;>-]{1,2}|→)| (?:to|a|y|e|and|para))? ?(?:luego |ahora |hoy |today |now |then |depois |eva |dolor |dor |pain )?\Z"
)
_OUT_OF = frozenset((4, 5, 6, 10, 15, 20, 30))
_VENTILATED = late_pattern(r"\b(?:vmni|vni|niv|bipap|bilevel)\b[ :=]{1,3}\Z")
_TURNED = late_pattern(r"\b(?:prono|prone|supino)\b[ :=]{1,3}\Z")  # hours of a day
_CYCLES = late_pattern(
    r"\b(?:ciclos|reglas|menstruaciones)\b(?: (?:ir)?regulares| menstruales| cada)?[ :=,]{1,2}(?:\d\d/\d{1,2}[, ]{1,2}){0,2}\Z"
)
_THIRD = late_pattern(r" ?(?:medio|prox(?:imal)?|dist(?:al)?|superior|sup|inferior|inf|externo|interno)\b(?!\.| a )")
_TABLET = late_pattern(r" ?(?:tab(?:s|letas?)?|comp(?:rimidos?)?|amp(?:ollas?|olas?)?)\b")
_AFFECTED = late_pattern(
    r" ?(?:cilindros|cores|ganglios|nodes|linfonodos)\b(?: [a-z]{3,14})? ?(?:\(?\+|posit|afect|compromet|metast|involved|acomet)"
)
_WOMB = late_pattern(r"\b(?:au|du|din\w*|contrac\w*|metrossistoles)[ :+=]{1,3}(?:\d/10/\d\d(?: ?(?:→|->|,)(?: luego)? ?)){0,3}\Z")
_CONTRACTIONS = late_pattern(r"\d/10/[3-6]\d\Z")  # how many in ten minutes, and for how many seconds
_COURSE = late_pattern(r"(?<!\bel )(?<!\bo )(?<!\bno )(?<!\bao )(?<!desde )(?<!hasta )(?<!ate )\b(?:dia|day|d)\.? ?\Z")
_ANTIBIOTIC = (
    r"(?:atb|antibiotico\w*|antibiotic\w*|vanco\w*|merop?\w{0,6}|piper\w*|pip/?tazo\w*|tazo\w*|cef(?:tri|taz|tar|azol|alex|alot|uro|epi|ixi|otax|oxi|adr)\w*"
    r"|amox\w*|ampic\w*|azitro\w*|ciprof?\w*|levoflo\w*|clinda\w*|metronid\w*|genta\w*|amika\w*|linez\w*|fluco\w*|colis\w*|imip\w*|ertap\w*|dapto\w*|tigec\w*"
    r"|bactrim|tmp|oxacil\w*|penic\w*|aciclovir|oseltamivir)\b"
)
_TREATED = late_pattern(rf"\b{_ANTIBIOTIC}[^\n]{{0,24}}\Z")
_TREATED_WITH = late_pattern(rf"[ ,.]{{0,3}}(?:de |con |com )?{_ANTIBIOTIC}")
_COURSES = frozenset((5, 6, 7, 10, 14, 15, 20, 21, 28, 42))
_SESSION = late_pattern(r"\b(?:sesion(?:es)?|sessao|sessoes) \Z")
_AGO = late_pattern(r"\d{1,2}/(?:7|12|24|52) ago\b(?! ?\d)")  # days, months, hours and weeks, as the British write them


def is_no_date(page: Page, span: Span, value: str, before: str) -> bool:
    """Whether a date is a fraction of something else, or a holiday that a disease or a thing is called after; `value` and `before` are folded."""
    if value[0].isalpha() and only_named_after_holiday(page.text, span.start, span.end):
        return True
    if _CONTRACTIONS.match(value):
        return _WOMB.search(before) is not None
    if page.language == "en" and _AGO.match(page.folded, span.start):
        return True
    fraction = _FRACTION.match(value)
    if fraction is None:
        return False
    part, whole = int(fraction[1]), int(fraction[2])
    if part > whole:
        return (
            (_VENTILATED.search(before) is not None and part - whole >= 4 and whole >= 3)
            or (_TURNED.search(before) is not None and part + whole == 24)
            or (_CYCLES.search(before) is not None and 20 < part < 36 and whole < 9)
        )
    return _is_score(before, whole) or _is_part(page, span.end, part, whole) or _is_course(page, span.end, before, whole)


def _is_score(before: str, whole: int) -> bool:
    """"EVA 8/10 al ingreso, 3/10 al alta": behind a scale, or out of as many as before."""
    if whole not in _OUT_OF:
        return False
    again = _SCORED_AGAIN.search(before)
    return _SCORED.search(before) is not None or (again is not None and int(again[1]) == whole)


def _is_part(page: Page, end: int, part: int, whole: int) -> bool:
    if _AFFECTED.match(page.folded, end):
        return True
    if part == whole or whole > 4:
        return False
    return (whole == 3 and _THIRD.match(page.folded, end) is not None) or _TABLET.match(page.folded, end) is not None


def _is_course(page: Page, end: int, before: str, whole: int) -> bool:
    if whole > 12 and page.language != "en" and _SESSION.search(before):
        return True
    if whole not in _COURSES or not _COURSE.search(before):
        return False
    return _TREATED.search(before) is not None or _TREATED_WITH.match(page.folded, end) is not None
