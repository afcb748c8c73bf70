"""What belongs to a name and stands around it: particles, initials, given names behind a comma, the other half of a double name."""

from __future__ import annotations

from collections.abc import Callable

from velado.document import Span
from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["whole_name"]

# "12:20, I. Lasa", "by A McAteer": without dots only behind what announces somebody.
_INITIALS_BEFORE = late_pattern(
    r"(?:(?:^|[\n\t(,:;/>|•–-] ?|\b(?:[Dd]ra?|[Ss]ra?|Mrs?|Ms|by|por|con|de|y|e|and|with)\.? )((?:[A-ZÀ-ÖØ-Þ]\.[ -]?){1,3})|\b(?:Dra?|Mrs?|Ms|by)\.? ([A-Z] ))\Z"
)
_NO_INITIALS = frozenset({"D. ", "D."})  # "Don"
_MARIA_BEFORE = late_pattern(r"(?<!\w)M\.? ?ª\.? {1,2}(?:del? (?:l[ao]s? )?)?\Z")  # "M.ª Odete", "M.ª del Pilar"
_HALF_BEHIND = late_pattern(r"-([^\W\d_]{2,})(?![\w-])")  # "Soo-ah", "Min-seok"
_SYLLABLE = late_pattern(r"[A-Z][a-z]{1,4}\Z")  # the first half of a Korean name; of such the second may be a word of some language
_SECOND = frozenset("ah bi bin eun ha hee ho hoon hui hye hyun il in ja jae ji jin joo ju jun kyu mi min na ok ra ri rim sik su suk sun uk woo won ye yeon yun young".split())
_OF_SURNAMES = frozenset("de del di da do dos das du la las los le van von der den ten ter mc mac san".split())
_ENDS = frozenset(".:;!?-–•*")
# The label of a field for a whole name, with nothing but the name's beginning behind it.
_NAME_FIELD = late_pattern(r"(?:^|[\n\t|]|  )[ \t]*(?:(?:nome|nombre|name)(?: (?:y|e|and) (?:apellidos?|surname))?|apellidos?(?: y nombres?)?|paciente|pcte|pte|patient(?: name)?|doente|utente)[ :.\t]{1,8}\Z")
_GIVEN = late_pattern(r", ?([A-ZÀ-ÖØ-Þ][^\W\d_]+(?:[ -][A-ZÀ-ÖØ-Þ][^\W\d_]+){0,2})(?=\.?(?:[\t\n|;(]|  |\Z))")


def whole_name(page: Page, span: Span, cannot_name: Callable[[str], bool]) -> Span:
    """A name with what belongs to it and stands around it."""
    span = _with_given_names(page, _with_particles(page, _with_other_half(page, span, cannot_name)), cannot_name)
    if maria := _MARIA_BEFORE.search(page.text, max(0, span.start - 20), span.start):
        span = Span(maria.start(), span.end, span.label, span.score, span.source)
    initials = _INITIALS_BEFORE.search(page.text, max(0, span.start - 24), span.start)
    start = initials.start(initials.lastindex or 0) if initials and initials[1] not in _NO_INITIALS else span.start
    return Span(start, span.end, span.label, span.score, span.source) if start < span.start else span


def _with_other_half(page: Page, span: Span, cannot_name: Callable[[str], bool]) -> Span:
    """A double name with the small half behind its hyphen: "Soo-ah", "Min-seok"; but "Gil-positivo" and "Souza-pai" are half a name."""
    half = _HALF_BEHIND.match(page.text, span.end)
    if half is None or not half[1].islower():
        return span
    word = page.folded[half.start(1) : half.end(1)]
    first = _SYLLABLE.search(page.text, max(0, span.end - 6), span.end)
    korean = word in _SECOND and first is not None and first.start() >= span.start
    return Span(span.start, half.end(), span.label, span.score, span.source) if korean or (len(word) > 3 and not cannot_name(word)) else span


def _with_particles(page: Page, span: Span) -> Span:
    """A surname with the particles before it that a capital makes part of it: "Di Giacomo", "De La Cruz"."""
    number = page.token_from(span.start)
    first = number
    while first > 1 and number - first < 3 and page.gaps[first - 1] == " " and page.written[first - 1].istitle() and page.words[first - 1] in _OF_SURNAMES:
        first -= 1
    # What opens a sentence has its capital from there.
    opens = first < number and (page.written[first - 1] in _ENDS or "\n" in page.gaps[first - 1])
    first += opens
    return Span(page.spans[first][0], span.end, span.label, span.score, span.source) if first < number else span


def _with_given_names(page: Page, span: Span, cannot_name: Callable[[str], bool]) -> Span:
    """A patient's surnames with the given names behind the comma, in the field where whole names stand: "Paciente: Lee Soto, Min Jun"."""
    if span.label != "PATIENT_NAME" or not _NAME_FIELD.search(page.folded, max(0, span.start - 40), span.start):
        return span
    given = _GIVEN.match(page.text, span.end)
    if given is None or all(map(cannot_name, page.folded[given.start(1) : given.end(1)].split())):
        return span
    return Span(span.start, given.end(1), span.label, span.score, span.source)
