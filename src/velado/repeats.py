"""Text that repeats itself: copies that stand among copies of themselves are read once.

Rulers, empty rows, filler and broken exports repeat one piece for pages. Every copy in the middle looks like its neighbours, so a few
copies at either end are read, and what is found in one holds for those left out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate

from velado.document import Span

__all__ = ["Shortened", "without_repeats"]

_LONGEST = 200  # characters of a piece that is repeated
_KEPT = 600  # characters at either end of a stretch that are read
_FEWEST = 8  # copies at either end that are read
_STEP = 800  # characters from one place that is looked at to the next
_CHUNK = 1024


@dataclass(frozen=True, slots=True)
class Shortened:
    """A text without copies in the middle of stretches that repeat one piece."""

    text: str = field(repr=False)
    cuts: tuple[tuple[int, int, int], ...]  # where copies were left out of the original, how many characters, how long a copy is

    def back(self, spans: Iterable[Span]) -> Iterator[Span]:
        """Yield the spans of the whole text; what begins in the last copy before a cut begins in all that were left out."""
        before = [0, *accumulate(length for _, length, _ in self.cuts)]
        places = [cut - shift for (cut, _, _), shift in zip(self.cuts, before, strict=False)]
        for span in spans:
            passed = bisect_right(places, span.start)
            start, end = span.start + before[passed], span.end + before[bisect_left(places, span.end)]
            _, length, period = self.cuts[passed] if passed < len(places) else (0, 0, 0)
            if not length or places[passed] - period > span.start:
                yield replace(span, start=start, end=end)
                continue
            if places[passed] < span.end:
                end -= length
            yield from (Span(start + shift, end + shift, span.label, span.score, span.source) for shift in range(0, length + 1, period))


def without_repeats(text: str) -> Shortened | None:
    """Leave out what repeats; None when nothing repeats for long, as nearly always.

    >>> short = without_repeats("Ana Gil, " * 1000)
    >>> len(short.text), len(list(short.back([Span(594, 601, "PATIENT_NAME")])))
    (1206, 867)
    """
    cuts = tuple(_cuts(text))
    if not cuts:
        return None
    pieces, position = [], 0
    for cut, length, _ in cuts:
        pieces.append(text[position:cut])
        position = cut + length
    return Shortened("".join([*pieces, text[position:]]), cuts)


def _cuts(text: str) -> Iterator[tuple[int, int, int]]:
    at = low = 0
    while at + 2 * _LONGEST <= len(text):
        period = text.find(text[at : at + _LONGEST], at + 1, at + 2 * _LONGEST) - at
        if period > 0:
            start, end = at, at + period + _same(text, at, at + period)
            while start > low and text[start - 1] == text[start - 1 + period]:
                start -= 1
            head = period * max(_FEWEST, -(-_KEPT // period))
            length = (end - start - 2 * head) // period * period
            if length > 0:
                yield start + head, length, period
                at = low = start + head + length
                continue
        at += _STEP


def _same(text: str, first: int, second: int) -> int:
    """For how many characters two places of a text go on alike."""
    begun = first
    while second < len(text) and text[first : first + _CHUNK] == text[second : second + _CHUNK]:
        first, second = first + _CHUNK, second + _CHUNK
    while second < len(text) and text[first] == text[second]:
        first, second = first + 1, second + 1
    return min(first - begun, len(text) - begun)
