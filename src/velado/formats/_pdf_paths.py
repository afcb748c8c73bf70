"""The paths that a page draws, as far as they may be letters, handwriting or bars: all else is rules, frames and curves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from velado.formats._boxes import around

__all__ = ["DRAWS", "IDENTITY", "PAINTS", "Area", "Mark", "Matrix", "Paths", "areas_of", "meets", "times", "touching"]

Matrix = tuple[float, float, float, float, float, float]
Area = tuple[float, float, float, float]  # left, bottom, right, top, in points
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
PAINTS = frozenset({b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"S", b"s"})
DRAWS = frozenset({b"m", b"l", b"c", b"v", b"y", b"re", b"h"})
_LARGEST = 250.0  # points: what is larger is a frame, a rule or the curve of a chart
_LETTER = 40.0  # a rectangle or a plain line that is longer is no part of a letter
_HAIR = 1.0  # thinner rectangles are rules
_RULE = 8.0
_SWING = 12  # segments of one line that may be a signature
_CELL = 12.0  # letters that stand closer than that to each other may make a word
_FEWEST = 3  # so many may be a short name
_BARS = 5  # so many rules in one place may be a barcode
_MOST = 20_000


def times(first: Matrix, second: Matrix) -> Matrix:
    """What comes of doing the first, then the second."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = second
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


@dataclass(frozen=True, slots=True)
class Mark:
    """Something drawn that may be part of a letter. `segments` tells a swing of the pen from a plain shape."""

    area: Area
    segments: int

    @property
    def weight(self) -> int:
        """How many letters it may be."""
        return _FEWEST if self.segments >= _SWING and max(self.area[2] - self.area[0], self.area[3] - self.area[1]) > 15 else 1


@dataclass(slots=True)
class _Line:
    """One stretch of a path, from where the pen is set down to where it is lifted."""

    xs: list[float]
    ys: list[float]
    segments: int = 0
    rectangle: bool = False


@dataclass(slots=True)
class Paths:
    """What was drawn: marks that may be letters, short rules that may be bars or straight letters, and what was filled."""

    marks: list[Mark] = field(default_factory=list)
    rules: list[Area] = field(default_factory=list)
    fills: list[tuple[Area, int]] = field(default_factory=list)  # with the number of glyphs painted before
    _lines: list[_Line] = field(default_factory=list)

    def draw(self, operator: bytes, operands: Sequence[Any], matrix: Matrix) -> None:
        """Follow one operator that builds a path."""
        values = [float(value) for value in operands]
        if operator == b"re":
            x, y, width, height = values
            points = [x, y, x + width, y, x + width, y + height, x, y + height]
            self._lines.append(_Line([], [], 4, rectangle=True))
        elif operator == b"m":
            points = values[:2]
            self._lines.append(_Line([], []))
        else:
            points = values
            if not self._lines:
                self._lines.append(_Line([], []))
            self._lines[-1].segments += operator != b"h"
        a, b, c, d, e, f = matrix
        line = self._lines[-1]
        for x, y in zip(points[::2], points[1::2], strict=True):
            line.xs.append(a * x + c * y + e)
            line.ys.append(b * x + d * y + f)

    def drop(self) -> None:
        """The path is not painted."""
        self._lines = []

    def paint(self, operator: bytes, glyphs: int) -> None:
        """The path is painted, after so many glyphs."""
        filled = operator not in (b"S", b"s")
        for line in self._lines:
            if line.segments and line.xs:
                area = min(line.xs), min(line.ys), max(line.xs), max(line.ys)
                self._sort(line, area)
                if filled and min(area[2] - area[0], area[3] - area[1]) > _RULE / 2:
                    self.fills.append((area, glyphs))
        self._lines = []

    def _sort(self, line: _Line, area: Area) -> None:
        width, height = area[2] - area[0], area[3] - area[1]
        longer, shorter = max(width, height), min(width, height)
        if longer > _LARGEST:
            return
        if line.rectangle or line.segments == 1 or _at_corners(line, area):
            plain = shorter < _HAIR and longer >= _RULE
            if plain or longer > _LETTER:
                if shorter < 6:
                    self.rules.append(area)
                return
        elif longer > _LETTER and (_one_way(line.xs) or _one_way(line.ys)):
            return  # a curve of a chart, of a recording
        self.marks.append(Mark(area, line.segments))

    def barred(self) -> bool:
        """Whether there are so many bars, or so many small shapes, in one place as in a barcode."""
        places = Counter((round(area[0] / 24), round(area[1] / 24), area[3] - area[1] > area[2] - area[0]) for area in self.rules)
        return max(places.values(), default=0) >= _BARS or len(self.marks) >= 20


def _at_corners(line: _Line, area: Area) -> bool:
    """Whether lines were drawn from corner to corner: a rectangle too."""
    across, up = (area[0], area[2]), (area[1], area[3])
    return line.segments <= 5 and all(x in across and y in up for x, y in zip(line.xs, line.ys, strict=True))


def _one_way(values: Sequence[float]) -> bool:
    steps = [after - before for before, after in pairwise(values)]
    return all(step >= -0.01 for step in steps) or all(step <= 0.01 for step in steps)


def areas_of(marks: Sequence[Mark], rules: Iterable[Area] = ()) -> list[Area]:
    """The parts of a page where marks stand as close to each other as the letters of a word.

    >>> row = [Mark((x, 700.0, x + 5, 709.0), 6) for x in (60.0, 67.0, 74.0)]
    >>> areas_of([*row, Mark((300.0, 300.0, 308.0, 308.0), 4)])
    [(60.0, 700.0, 79.0, 709.0)]
    """
    if len(marks) > _MOST:
        return [around([mark.area for mark in marks])]
    cells: dict[tuple[int, int], list[tuple[Area, int]]] = {}
    straight = [rule for rule in rules if max(rule[2] - rule[0], rule[3] - rule[1]) < _LETTER]
    for area, weight in [*((mark.area, mark.weight) for mark in marks), *((rule, 0) for rule in straight)]:
        for x in range(int(area[0] // _CELL), int(area[2] // _CELL) + 1):
            for y in range(int(area[1] // _CELL), int(area[3] // _CELL) + 1):
                cells.setdefault((x, y), []).append((area, weight))
    found: list[Area] = []
    while cells:
        waiting = [next(iter(cells))]
        group: dict[tuple[Area, int], None] = {}
        while waiting:
            at = waiting.pop()
            if at in cells:
                group.update(dict.fromkeys(cells.pop(at)))
                waiting += [(at[0] + x, at[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (at[0] + x, at[1] + y) in cells]
        if sum(weight for _, weight in group) >= _FEWEST:
            found.append(around([area for area, _ in group]))
    return found


def meets(one: Area, other: Area) -> bool:
    """Whether two areas share something."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def touching(one: Area, other: Area) -> bool:
    """Whether two pictures lie over each other or side by side so that a line of writing may run from one into the next."""
    across, up = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    beside = across > -2 and up > 0.5 * min(one[3] - one[1], other[3] - other[1])
    above = up > -2 and across > 0.5 * min(one[2] - one[0], other[2] - other[0])
    return beside or above
