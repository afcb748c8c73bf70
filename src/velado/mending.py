"""A text with some stretches put right, and the way between both: what was found in one is somewhere in the other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field

from velado.document import Span

__all__ = ["Mended", "mended"]


@dataclass(frozen=True, slots=True)
class Mended:
    """A text as it was meant, and where each of its characters begins and ends in the one that was written."""

    text: str = field(repr=False)
    starts: list[int] = field(repr=False)
    ends: list[int] = field(repr=False)

    def back(self, span: Span) -> Span:
        """The span in the text that was written: what was put right is in it wholly or not at all."""
        return Span(self.starts[span.start], self.ends[span.end - 1], span.label, span.score, span.source)

    def ahead(self, span: Span) -> Span:
        """The span of the written text as it stands here."""
        start, end = bisect_left(self.starts, span.start), bisect_left(self.starts, span.end)
        while start + 1 < end and self.ends[start] <= span.start:  # what was only put in before it is no part of it
            start += 1
        return Span(start, max(end, start + 1), span.label, span.score, span.source)


def mended(text: str, mends: Iterable[tuple[int, int, str]], low: int = 0, high: int | None = None) -> Mended:
    """The text from `low` to `high` with other words in some places; `mends` are start, end and what was meant, in order.

    >>> read = mended("tel. 9 ,12", [(6, 8, " ")])
    >>> read.text, read.back(Span(5, 9, "PHONE"))
    ('tel. 9 12', Span(start=5, end=10, label='PHONE', score=1.0, source=''))
    """
    high = len(text) if high is None else high
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end, meant in mends:
        pieces += (text[low:start], meant)
        starts += (*range(low, start), *[start] * len(meant))
        ends += (*range(low + 1, start + 1), *[end] * len(meant))
        low = end
    pieces.append(text[low:high])
    starts += range(low, high)
    ends += range(low + 1, high + 1)
    return Mended("".join(pieces), starts, ends)
