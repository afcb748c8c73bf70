"""Resolves overlaps, once, favouring safety: nothing that any span covers is left uncovered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from velado.document import Span
from velado.labels import DESCRIPTIONS, NAMES
from velado.languages import particles
from velado.patterns import late_pattern
from velado.pipeline.propagate import CERTAIN
from velado.pipeline.spans import cover_of
from velado.tokens import Page

__all__ = ["resolve_overlaps", "with_one_role"]

_WHOLES = frozenset({"STREET", "HOSPITAL", "HEALTH_CENTRE", "INSTITUTION", "EMAIL", "URL"})
_STAFF_BEFORE = late_pattern(r"\b(?:dr|dra|dres|enf|lic|prof|psic|tec|ts|rn|nurse|md|mtr[ao]|ofc|officer)\b[. ]{0,2}$")


def with_one_role(page: Page, spans: Sequence[Span]) -> list[Span]:
    """A patient's name is the patient's wherever it stands, also where a line alone would speak for somebody else.

    What follows a staff title keeps its role: doctors share surnames with their patients.
    """
    patient: set[str] = set()
    for span in spans:
        if span.label == "PATIENT_NAME" and span.score >= CERTAIN:
            patient.update(re.findall(r"[^\W\d_]{3,}", page.folded[span.start : span.end]))
    patient -= particles()
    result = []
    for span in spans:
        if span.label in NAMES and span.label != "PATIENT_NAME":
            words = set(re.findall(r"[^\W\d_]{3,}", page.folded[span.start : span.end])) - particles()
            titled = _STAFF_BEFORE.search(page.folded[max(0, span.start - 12) : span.start])
            if words and words <= patient and not titled:
                span = Span(span.start, span.end, "PATIENT_NAME", span.score, span.source)
        result.append(span)
    return result


def resolve_overlaps(text: str, spans: Iterable[Span]) -> list[Span]:
    """Spans in order, none overlapping another. Nothing that any span covered is left uncovered.

    The surest span keeps its extent, the longer one among equals; what sticks out of the others stays
    as a span of its own.

    >>> resolve_overlaps("Ana Gil Paz", [Span(0, 7, "PATIENT_NAME", 0.9), Span(4, 11, "PLACE", 0.6)])
    [Span(start=0, end=7, label='PATIENT_NAME', score=0.9, source=''), Span(start=8, end=11, label='PLACE', score=0.6, source='')]
    """
    ranked = sorted(_without_inner_names(_without_named_kin(text, spans)), key=lambda span: (-round(span.score, 2), -len(span), span.start, span.label))
    taken = bytearray(len(text) + 1)
    kept: list[Span] = []
    for span in ranked:
        start = span.start
        while start < span.end:
            start_free = taken.find(b"\0", start, span.end)
            if start_free < 0:
                break
            end_free = taken.find(b"\1", start_free, span.end)
            end_free = span.end if end_free < 0 else end_free
            trimmed = _trim(text, _cut(span, start_free, end_free))
            if trimmed is not None:
                kept.append(trimmed)
                taken[trimmed.start : trimmed.end] = b"\1" * len(trimmed)
            start = end_free
    return sorted(kept)


def _without_named_kin(text: str, spans: Iterable[Span]) -> list[Span]:
    """A word of kinship or sex that a name spread to is that name, however sure somebody was of it."""
    spans = list(spans)
    named = cover_of(text, (span for span in spans if span.source == "propagation" and span.label in NAMES))
    return [span for span in spans if span.label not in DESCRIPTIONS or not named[span.start]]


def _without_inner_names(spans: Iterable[Span]) -> list[Span]:
    """"Calle Juan Bravo 3" and "Clínica Santa Elena" hold a name of nobody: the whole keeps it."""
    spans = sorted(spans, key=lambda span: (span.start, -span.end))
    kept: list[Span] = []
    reach = -1  # how far the houses and streets met so far extend
    for span in spans:
        if span.label in _WHOLES and span.score >= CERTAIN:
            reach = max(reach, span.end)
        elif span.label == "PERSON_NAME" and span.end <= reach and span.score < 0.95:
            continue
        kept.append(span)
    return kept


def _trim(text: str, span: Span) -> Span | None:
    """Without blanks and stray punctuation at the edges; None when no letter or digit is left."""
    start, end = span.start, span.end
    while start < end and not (text[start].isalnum() or (text[start] in "@+(#/" and text[start + 1 : start + 2] != " ")):
        start += 1
    while end > start and not (text[end - 1].isalnum() or text[end - 1] in ")º°ª.'/\""):
        end -= 1
    while end > start and text[end - 1] == ")" and "(" not in text[start:end]:
        end -= 1
    while end > start and text[start] == "(" and ")" not in text[start:end]:
        start += 1
    if not any(map(str.isalnum, text[start:end])):
        return None
    return _cut(span, start, end)


def _cut(span: Span, start: int, end: int) -> Span:
    """The span from here to there; mostly it is so already."""
    return span if start == span.start and end == span.end else Span(start, end, span.label, span.score, span.source)
