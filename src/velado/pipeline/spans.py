"""Sums over spans that several stages need."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from velado.document import Span

__all__ = ["cover_of", "disjoint", "is_covered", "line_by_line", "with_given"]


def cover_of(text: str, spans: Iterable[Span]) -> bytearray:
    """For each character of a text whether a span covers it; one more stands for its end."""
    taken = bytearray(len(text) + 1)
    for span in spans:
        taken[span.start : span.end] = b"\1" * (span.end - span.start)
    return taken


def disjoint(spans: Iterable[Span]) -> list[Span]:
    """Spans in order that share no character: two halves of a ligature or a fraction come back as one character."""
    kept: list[Span] = []
    for span in spans:
        end = kept[-1].end if kept else 0
        if span.end > end:
            kept.append(span if span.start >= end else replace(span, start=end))
    return kept


def line_by_line(text: str, span: Span) -> Iterator[Span]:
    """A span that goes on in the next line as one span in each: formats and readers expect no line break inside."""
    start = span.start
    for piece in span.text(text).split("\n"):
        if any(map(str.isalnum, piece)):
            yield Span(start, start + len(piece.rstrip("\r")), span.label, span.score, span.source)
        start += len(piece) + 1


def is_covered(text: str, spans: Sequence[Span]) -> bool:
    """Whether no letter or digit of the text stands outside the spans."""
    position = 0
    for span in sorted(spans):
        if any(character.isalnum() for character in text[position : span.start]):
            return False
        position = max(position, span.end)
    return not any(character.isalnum() for character in text[position:])


def with_given(text: str, spans: Sequence[Span], given: Sequence[Span]) -> list[Span]:
    """Keep the spans given by the file format; trim detected spans so that none overlaps them."""
    if not given:
        return sorted(spans)
    known = disjoint(sorted(given))
    settled = list(known)
    for span in spans:
        beside = known[bisect_right(known, span.start, key=attrgetter("end")) : bisect_left(known, span.end, key=attrgetter("start"))]
        edges = [span.start, *(edge for other in beside for edge in (other.start, other.end)), span.end]
        pieces = [(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True) if start < end]
        # A bare bracket or quotation mark that sticks out says nothing.
        settled += [replace(span, start=start, end=end) for start, end in pieces if any(map(str.isalnum, text[start:end])) or (start, end) == (span.start, span.end)]
    return sorted(settled)
