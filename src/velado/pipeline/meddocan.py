"""What reports in the manner of the published Spanish corpus mark by its own conventions, where their tagger is silent.

Origin, civil state and orientation are told once in many reports, always in other words: too seldom to be learned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from velado import lexicons
from velado.document import Span
from velado.labels import DESCRIPTIONS
from velado.languages import language
from velado.patterns import late_pattern
from velado.pipeline.meddocan_edges import FACILITIES, OF_KIN, joined, with_edges
from velado.pipeline.spans import cover_of
from velado.tokens import Page

__all__ = ["apply_habits"]

_SCORE = 0.75
# Behind these, or with "de" between, stands where somebody comes from.
_OPENS = frozenset(
    """mujer varon hombre paciente nina nino joven masculino masculina femenino femenina
    origen procedencia nacionalidad etnia ascendencia""".split()
)
_PEOPLES = frozenset(
    f"{stem}{end}"
    for stem in "blanc negr mestiz mulat caucasic caucasian asiatic gitan subsaharian african europe latin hispan indi indigen".split()
    for end in "oa"
) | {"magrebi", "indigena", "arabe"}
_STATES = frozenset(
    """soltero soltera casado casada viudo viuda divorciado divorciada homosexual heterosexual bisexual""".split()
)
_RELATIVES = frozenset(
    """esposo esposa marido pareja conyuge novio novia nieto nieta primo prima tio tia sobrino sobrina abuelo abuela suegro
    suegra cunado cunada""".split()
)
_SIDES = frozenset("materno materna paterno paterna mayor menor gemelo gemela politico politica rama linea lado".split())
# The longest first, so that "noventa y cinco" is not read as "noventa".
_NUMBER = rf"(?:\d{{1,3}}|{'|'.join(sorted(language('es').numbers, key=len, reverse=True))})"
# "27 años", "12 y 9 años", "noventa y cinco años", and bare figures: but not how many there are, "4 hermanos".
_AGE = late_pattern(
    rf"\b({_NUMBER}(?: [ye] {_NUMBER})? ?(?:anos?|mes(?:es)?|semanas?|dias?)\b(?: y medi[oa])?|\d{{1,3}} ?a\b"
    r"|\d{1,3}\b(?! ?[a-z])(?: y \d{1,3}\b(?! ?[a-z]))?)"
)
_BEFORE_AGE = late_pattern(r"(?:[ (,]|\b(?:de|con|a|los|tiene|unos)\b)+\Z")
_MONTHS = late_pattern(r" [ye] ")
_ABBREVIATION = late_pattern(r" ?\(([A-ZÁÉÍÓÚÑ][A-ZÁÉÍÓÚÑ.-]{2,9})\)")
# "(Tobradex®, Alcon Cusí, Barcelona)": behind the product stands its maker.
_MAKER = late_pattern(r"\([^(),;\n]{2,60}[,;] ([^(),;\n®]{3,40})[®.]?[,;)]")
# A hospital that is called by nothing else is called by its town.
_NAMELESS = late_pattern(
    r"(?:(?:hospital(?:ario)?|clinic[oa]|universitari[oa]|general|complejo|provincial|nacional|regional|comarcal|centro|materno|infantil"
    r"|insular|militar|central|policlinic[oa]|univ\.?|de|la|el|[ -])+)"
)


def apply_habits(page: Page, spans: Iterable[Span]) -> list[Span]:
    """The spans of a report, with what its conventions mark besides."""
    whole = joined(with_edges(page, spans), partial(_go_together, page))
    settled = [part for span in whole for part in _told_apart(page, span)]
    taken = cover_of(page.text, settled)
    return settled + [span for span in (*_told(page), *_abbreviated(page, settled)) if not any(taken[span.start : span.end])]


def _told_apart(page: Page, span: Span) -> Iterator[Span]:
    """A mark of kin or sex without whom it names and how old they are: the corpus marks all that alike, but policies let such words stay."""
    if span.label not in DESCRIPTIONS:
        yield span
        return
    end, age = span.end, _AGE.search(page.folded, span.start, span.end)
    if age is not None:
        yield replace(span, start=age.start(1), end=age.end(1), label="AGE", source=OF_KIN if span.label == "KINSHIP" else span.source)
        if any(map(str.isalnum, page.text[age.end(1) : span.end])):  # "hija de 50 años Natalia"
            yield from _told_apart(page, replace(span, start=age.end(1)))
        end = span.start + len(_BEFORE_AGE.sub("", page.folded[span.start : age.start(1)]))
    first, last = page.token_from(span.start), page.token_at(end - 1)
    named = next((number for number in range(first, last + 1) if _names_somebody(page, number, first)), last + 1)
    if named > first and end > span.start:
        yield replace(span, end=end if named > last else page.spans[named - 1][1])
    if named <= last:
        yield replace(span, start=max(span.start, page.spans[named][0]), end=end, label="RELATIVE_NAME")


def _names_somebody(page: Page, number: int, first: int) -> bool:
    """Whether a word of such a mark, which begins with token `first`, is a name."""
    word, written = page.words[number], page.written[number]
    value = lexicons.lookup(word)
    if value & (lexicons.KINSHIP | lexicons.SEX_WORD) or word in _SIDES or not written[0].isalpha():
        return False
    if written[0].isupper() and not written.isupper() and not lexicons.is_common_word(word):
        return True
    # Without a capital that tells, and for words that are names as well ("Rosa"), the word before it must do.
    return lexicons.first_name_strength(value) > 0 and (number > first or not lexicons.is_common_word(word))


def _told(page: Page) -> Iterator[Span]:
    words = page.words
    for number in [number for number, word in enumerate(words) if word in _TELLING]:
        word, following = words[number], words[number + 1 : number + 3]
        if word in _STATES:
            yield _span(page, number, number)
        elif word == "raza" and following and following[0] in _PEOPLES:
            yield _span(page, number, number + 1)
        elif word in _OPENS:
            at = number + 2 if following[:1] == ["de"] else number + 1
            if at < len(words) and (words[at] in _PEOPLES or lexicons.lookup(words[at]) & lexicons.DEMONYM):
                yield _span(page, at, at)
        elif word in ("su", "sus") and following and following[0] in _RELATIVES:
            yield _span(page, number + 1, number + 1, "KINSHIP")
    for found in _MAKER.finditer(page.folded) if "(" in page.text else ():
        if _is_maker(found[1]):
            name, _, last = found[1].rpartition(" ")
            abroad = bool(lexicons.lookup(last) & lexicons.COUNTRY)
            yield Span(
                found.start(1), found.start(1) + len(name if name and abroad else found[1]), "INSTITUTION", _SCORE, "reports"
            )


_TELLING = _STATES | _OPENS | {"raza", "su", "sus"}


def _span(page: Page, first: int, last: int, label: str = "PATIENT_ID") -> Span:
    return Span(page.spans[first][0], page.spans[last][1], label, _SCORE, "reports")


def _is_maker(value: str) -> bool:
    words = value.replace("-", " - ").split()
    return any(lexicons.lookup(" ".join(words[:count])) & lexicons.MAKER for count in (1, 2, 3))


def _abbreviated(page: Page, spans: Iterable[Span]) -> Iterator[Span]:
    """What a facility is called for short, in brackets behind its name."""
    for span in spans:
        if span.label in FACILITIES and (found := _ABBREVIATION.match(page.text, span.end)):
            yield replace(span, start=found.start(1), end=found.end(1), source="reports")


def _go_together(page: Page, held: Span, span: Span) -> bool:
    """Two months of one year, only the second of which has it; a hospital and the town that is its only name."""
    folded = page.folded
    if span.label == "DATE":
        return _is_month(page, held) and _MONTHS.fullmatch(folded, held.end, span.start) is not None
    return (
        held.label == "HOSPITAL" and span.label == "PLACE" and folded[held.end : span.start] in (" de ", " ") and folded[span.start].isalpha()
        and _NAMELESS.fullmatch(folded, held.start, held.end) is not None
    )  # fmt: skip


def _is_month(page: Page, span: Span) -> bool:
    return span.label == "DATE" and page.folded[span.start : span.end].isalpha()
