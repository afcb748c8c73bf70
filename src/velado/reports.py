"""What reports in the manner of the published Spanish corpus mark by its own conventions, where their tagger is silent.

Origin, civil state and orientation are told once in many reports, always in other words: too seldom to be learned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from velado import lexicons
from velado.document import Span
from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["with_conventions"]

_SCORE = 0.75
_PERSON = r"(?:mujer|varon|hombre|paciente|nin[oa]|joven|masculin[oa]|femenin[oa])"
_ORIGIN = late_pattern(
    rf"\b(?:{_PERSON}|origen|procedencia|nacionalidad|etnia|ascendencia)(?: de)? "
    r"((?:blanc|negr|mestiz|mulat|caucasic|caucasian|asiatic|gitan|subsaharian|african|europe|latin)[oa]|magrebi|(\w+))\b"
)
_RACE = late_pattern(
    r"\braza (?:blanca|negra|mestiza|mulata|caucasic[ao]|caucasiana|asiatica|gitana|india|indigena|amarilla|hispana|arabe)\b"
)
_STATE = late_pattern(r"\b(?:solter[oa]|casad[oa]|viud[oa]|divorciad[oa]|homosexual|heterosexual|bisexual)\b")
_RELATIVE = late_pattern(
    r"\bsus? (espos[oa]|marido|pareja|conyuge|novi[oa]|niet[oa]|prim[oa]|ti[oa]|sobrin[oa]|abuel[oa]|suegr[oa]|cunad[oa])\b"
)
_MONTHS = late_pattern(r" [ye] ")
_ABBREVIATION = late_pattern(r" ?\(([A-ZÁÉÍÓÚÑ][A-ZÁÉÍÓÚÑ.-]{2,9})\)")
_FACILITIES = frozenset({"HOSPITAL", "HEALTH_CENTRE", "INSTITUTION"})
# A hospital that is called by nothing else is called by its town.
_NAMELESS = late_pattern(
    r"(?:(?:hospital(?:ario)?|clinic[oa]|universitari[oa]|general|complejo|provincial|nacional|regional|comarcal|centro|materno|infantil"
    r"|insular|militar|central|policlinic[oa]|univ\.?|de|la|el|[ -])+)"
)


def with_conventions(page: Page, spans: Iterable[Span]) -> list[Span]:
    """The spans of a report, with what its conventions mark besides."""
    settled = list(_with_towns(page, list(_joined_months(page, sorted(spans)))))
    taken = bytearray(len(page.text) + 1)
    for span in settled:
        taken[span.start : span.end] = b"\1" * len(span)
    return settled + [span for span in (*_told(page), *_abbreviated(page, settled)) if not any(taken[span.start : span.end])]


def _with_towns(page: Page, spans: list[Span]) -> Iterator[Span]:
    """Hospitals with the town that is their only name."""
    joined = False
    for number, span in enumerate(spans):
        if joined:
            joined = False
            continue
        value = page.folded[span.start : span.end]
        following = spans[number + 1] if number + 1 < len(spans) else None
        if (
            span.label == "HOSPITAL" and following is not None and following.label == "PLACE" and page.folded[span.end : following.start] in (" de ", " ")
            and page.folded[following.start].isalpha() and _NAMELESS.fullmatch(value)
        ):  # fmt: skip
            joined = True
            yield replace(span, end=following.end)
        else:
            yield span


def _told(page: Page) -> Iterator[Span]:
    folded = page.folded
    for found in _ORIGIN.finditer(folded):
        if found[2] is None or lexicons.lookup(found[2]) & lexicons.DEMONYM:
            yield Span(*found.span(1), "PATIENT_ID", _SCORE, "reports")
    for pattern in (_RACE, _STATE):
        for found in pattern.finditer(folded):
            yield Span(*found.span(), "PATIENT_ID", _SCORE, "reports")
    for found in _RELATIVE.finditer(folded):
        yield Span(*found.span(1), "KINSHIP", _SCORE, "reports")


def _abbreviated(page: Page, spans: Iterable[Span]) -> Iterator[Span]:
    """What a facility is called for short, in brackets behind its name."""
    for span in spans:
        if span.label in _FACILITIES and (found := _ABBREVIATION.match(page.text, span.end)):
            yield replace(span, start=found.start(1), end=found.end(1), source="reports")


def _joined_months(page: Page, spans: Iterable[Span]) -> Iterator[Span]:
    """ "marzo y abril de 2000" is one date: only the second has a year."""
    held: Span | None = None
    for span in spans:
        if (
            held is not None
            and _is_month(page, held)
            and span.label == "DATE"
            and _MONTHS.fullmatch(page.folded, held.end, span.start)
        ):
            held = replace(held, end=span.end)
            continue
        if held is not None:
            yield held
        held = span
    if held is not None:
        yield held


def _is_month(page: Page, span: Span) -> bool:
    return span.label == "DATE" and page.folded[span.start : span.end].isalpha()
