"""Ink in a picture, whatever its colour and the light it was taken in: where it looks like letters, and how they slant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from velado.formats._boxes import Box, around

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["INK", "Line", "best_angle", "components", "despeckled", "faint_ink", "is_texture", "lines_outside", "relief", "rows", "without_rules"]

_AROUND = 20  # pixels: ink differs from the mean of what is so near
_BLOCK = 24  # pixels, in which the strongest ink makes the measure
_FAINT = 14  # levels: what differs less is noise
INK = 110  # of 255 in the relief
_LOWEST, _HIGHEST = 4, 160  # pixels, of letters
_RUNS = 700_000  # so many stretches of ink are a texture, and no page
_SPECKS = 8_000  # and so many letters
_SMALL = 700  # pixels, for trying angles
_SPECKLED = 0.004  # of the picture are single dots
_COARSE = 4  # pixels that are taken together to see the paper behind the ink
_RULE = 32  # pixels: no stroke of a letter runs so far
_RULE_WIDTH = 6


@dataclass(frozen=True, slots=True)
class Line:
    """Signs that stand in a row and may be letters."""

    box: Box
    signs: tuple[Box, ...]

    @property
    def slants(self) -> bool:
        """Whether it is higher than a level line is; it may be several lines, too."""
        return self.box[3] - self.box[1] > 2.5 * self.height

    @property
    def height(self) -> int:
        """Of its middle sign."""
        return sorted(bottom - top for _, top, _, bottom in self.signs)[len(self.signs) // 2]


def relief(image: Image) -> Image:
    """The picture as dark signs on white, each measured against what is near it in the colour in which it differs most."""
    import numpy
    import PIL.Image
    from PIL import ImageChops, ImageFilter

    depth: Image | None = None
    for band in image.split():
        contrast = ImageChops.difference(band, band.filter(ImageFilter.BoxBlur(_AROUND)))
        depth = contrast if depth is None else ImageChops.lighter(depth, contrast)
    assert depth is not None
    values = numpy.asarray(depth, dtype="float32")
    faint = max(_FAINT, 2.5 * float(numpy.median(values[::3, ::3])))
    down, across = -(-values.shape[0] // _BLOCK), -(-values.shape[1] // _BLOCK)
    padded = numpy.zeros((down * _BLOCK, across * _BLOCK), dtype="float32")
    padded[: values.shape[0], : values.shape[1]] = values
    strongest = padded.reshape(down, _BLOCK, across, _BLOCK).max(axis=(1, 3)).astype("uint8")
    measure = PIL.Image.fromarray(strongest).filter(ImageFilter.MaxFilter(3)).resize(depth.size, PIL.Image.Resampling.BILINEAR)
    scaled = values * 255 / numpy.maximum(numpy.asarray(measure, dtype="float32"), faint)
    return PIL.Image.fromarray(255 - numpy.minimum(scaled, 255).astype("uint8"))


def lines_outside(drawn: Image, boxes: Iterable[Box]) -> list[Line]:
    """Lines of what may be letters in a relief, as far as they lie outside the boxes."""
    import numpy

    ink = numpy.asarray(drawn) < 255 - INK
    left, top, right, bottom, area = components(ink)
    wide, high = right - left, bottom - top
    fits = (high >= _LOWEST) & (high <= _HIGHEST) & (wide >= 1) & (wide <= 12 * high) & (area >= 0.1 * wide * high) & (area >= 4)
    fits &= ~((wide > 3 * high) & (area > 0.85 * wide * high))  # a rule
    if fits.sum() > _SPECKS:
        fits &= area >= numpy.sort(area[fits])[-_SPECKS]
    covered = numpy.zeros(ink.shape, dtype=bool)
    for box in boxes:
        edge = (box[3] - box[1]) // 5
        covered[max(0, box[1] - edge) : box[3] + edge, max(0, box[0] - edge) : box[2] + edge] = True
    signs = [(int(a), int(b), int(c), int(d)) for a, b, c, d in zip(left[fits], top[fits], right[fits], bottom[fits], strict=True)]
    lines = []
    for row in rows(signs):
        outside = [sign for sign in row if not covered[(sign[1] + sign[3]) // 2, (sign[0] + sign[2]) // 2]]
        if _like_letters(row) and outside and _left_over(outside, row):
            # Where little of a row was read, that was wrong as well: such is a line that stands on its head.
            outside = row if 2 * len(outside) >= len(row) else outside
            lines.append(Line(around(outside), tuple(outside)))
    return lines


def components(ink: Any) -> tuple[Any, Any, Any, Any, Any]:
    """Left, top, right, bottom and area of all that hangs together."""
    import numpy

    height, width = ink.shape
    span = width + 3
    padded = numpy.zeros((height, span), dtype="int8")
    padded[:, 1 : width + 1] = ink
    steps = numpy.diff(padded.ravel(), prepend=numpy.int8(0))
    starts, ends = numpy.flatnonzero(steps == 1), numpy.flatnonzero(steps == -1)
    if not len(starts) or len(starts) > _RUNS:
        nothing = numpy.zeros(0, dtype="int64")
        return nothing, nothing, nothing, nothing, nothing
    # The stretches of the next row that touch each, corners included.
    first, last = numpy.searchsorted(ends, starts + span, "left"), numpy.searchsorted(starts, ends + span, "right")
    counts = numpy.maximum(last - first, 0)
    upper = numpy.repeat(numpy.arange(len(starts)), counts)
    lower = numpy.arange(len(upper)) - numpy.repeat(numpy.cumsum(counts) - counts, counts) + numpy.repeat(first, counts)
    label = numpy.arange(len(starts))
    while True:
        one, other = label[upper], label[lower]
        apart = one != other
        if not apart.any():
            break
        one, other = one[apart], other[apart]
        numpy.minimum.at(label, numpy.maximum(one, other), numpy.minimum(one, other))
        while True:
            shorter = label[label]
            if (shorter == label).all():
                break
            label = shorter
    _, at = numpy.unique(label, return_inverse=True)
    row, begin, end = starts // span, starts % span - 1, ends - starts // span * span - 1
    number = int(at.max()) + 1
    left, top = numpy.full(number, width), numpy.full(number, height)
    right, bottom = numpy.zeros(number, dtype="int64"), numpy.zeros(number, dtype="int64")
    numpy.minimum.at(left, at, begin)
    numpy.minimum.at(top, at, row)
    numpy.maximum.at(right, at, end)
    numpy.maximum.at(bottom, at, row + 1)
    return left, top, right, bottom, numpy.bincount(at, weights=ends - starts)


def rows(signs: Sequence[Box]) -> list[list[Box]]:
    """Signs of like height side by side, whichever way their line runs."""
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    side = 48
    for number, (left, top, right, bottom) in enumerate(signs):
        for x in range(left // side, right // side + 1):
            for y in range(top // side, bottom // side + 1):
                cells[x, y].append(number)
    parent = list(range(len(signs)))

    def root(number: int) -> int:
        while parent[number] != number:
            parent[number] = number = parent[parent[number]]
        return number

    for number, (left, top, right, bottom) in enumerate(signs):
        reach = int(0.9 * (bottom - top)) + 3
        for x in range((left - reach) // side, (right + reach) // side + 1):
            for y in range((top - reach) // side, (bottom + reach) // side + 1):
                for other in cells.get((x, y), ()):
                    if other != number and root(other) != root(number) and _beside(signs[number], signs[other]):
                        parent[root(other)] = root(number)
    groups: dict[int, list[Box]] = defaultdict(list)
    for number, sign in enumerate(signs):
        groups[root(number)].append(sign)
    return list(groups.values())


def _beside(one: Box, other: Box) -> bool:
    high, low = sorted((one[3] - one[1], other[3] - other[1]), reverse=True)
    gap = max(one[0], other[0]) - min(one[2], other[2]), max(one[1], other[1]) - min(one[3], other[3])
    return high <= 2.5 * low and max(gap) <= 0.7 * high + 1


def _like_letters(group: Sequence[Box]) -> bool:
    """Three signs or more, not only strokes as grids have them; or one as long as a word whose letters touch."""
    if 2 * sum(right - left >= 0.35 * (bottom - top) for left, top, right, bottom in group) < len(group):
        return False
    left, top, right, bottom = around(group)
    wide, high = right - left, bottom - top
    return len(group) >= 3 or wide >= 3 * high >= 18 or len(group) == 2 and wide >= 2 * high >= 16


def _left_over(outside: Sequence[Box], row: Sequence[Box]) -> bool:
    """Whether letters of a row are left: all of it, or two or more that are no dots and accents."""
    tall = sorted(bottom - top for _, top, _, bottom in row)[len(row) // 2]
    return len(outside) == len(row) or sum(bottom - top >= 0.7 * tall for _, top, _, bottom in outside) >= 2


def despeckled(drawn: Image) -> Image:
    """A relief without single dots where it has many, as a bad fax does; any other stays as it is."""
    import numpy
    from PIL import ImageFilter

    ink = numpy.pad(numpy.asarray(drawn) < 255 - INK, 1)
    alone = ink[1:-1, 1:-1] & ~(ink[:-2, 1:-1] | ink[2:, 1:-1] | ink[1:-1, :-2] | ink[1:-1, 2:])
    return drawn.filter(ImageFilter.MedianFilter(3)) if numpy.count_nonzero(alone) > _SPECKLED * alone.size else drawn


def is_texture(ink: Any) -> bool:
    """Whether there are more stretches of ink than can be taken apart into letters."""
    import numpy

    return bool(numpy.count_nonzero(ink[:, 1:] & ~ink[:, :-1]) > _RUNS)


def without_rules(ink: Any) -> tuple[Any, Any]:
    """Take out the lines of tables, underlines and strokes through words, and give them beside what is left.

    Where a line crosses a letter, the letter keeps its ink: only dots above and below which there is none belong to the line alone.
    """
    level, upright = _opened(ink, _RULE, 1), _opened(ink, _RULE, 0)
    alone = level & ~_opened(ink, _RULE_WIDTH + 1, 0) | upright & ~_opened(ink, _RULE_WIDTH + 1, 1)
    return ink & ~alone & ~(level & upright), level


def _opened(ink: Any, length: int, axis: int) -> Any:
    """The dots of ink that are part of a straight stretch of some length, along the rows (1) or columns (0)."""
    import numpy

    opened = numpy.zeros_like(ink)
    if ink.shape[axis] < length:
        return opened
    along = numpy.moveaxis(ink, axis, 0)
    sums = numpy.cumsum(numpy.pad(along, ((1, 0), (0, 0))), axis=0, dtype="int32")
    full = sums[length:] - sums[:-length] == length
    reach = numpy.cumsum(numpy.pad(full, ((length, length), (0, 0))), axis=0, dtype="int32")
    numpy.moveaxis(opened, axis, 0)[:] = reach[length:][: len(along)] > reach[: len(along)]
    return opened


def faint_ink(image: Image, drawn: Image) -> Any:
    """Where pale ink stands on paper: darker than the lightest dots near it, and apart from the ink that a relief shows.

    A relief measures ink against the strongest near it, so that pale letters beside black ones are lost in it.
    """
    import numpy
    import PIL.Image
    from PIL import ImageChops, ImageFilter

    grey = image.convert("L")
    small = grey.reduce(_COARSE)
    small = small.filter(ImageFilter.MaxFilter(9)).filter(ImageFilter.MinFilter(9)).filter(ImageFilter.BoxBlur(4))
    paper = small.resize(grey.size, PIL.Image.Resampling.BILINEAR)
    depth = numpy.asarray(ImageChops.subtract(paper, grey))
    threshold = max(_FAINT, 4 * float(numpy.median(depth[::3, ::3])))
    strong = drawn.point([255 * (value < 255 - INK) for value in range(256)])
    near = numpy.asarray(strong.filter(ImageFilter.BoxBlur(4))) > 0
    return (depth > threshold) & ~near


def best_angle(drawn: Image) -> float:
    """By how many degrees a picture of dark lines on white must be turned so that they lie level; 0 when they do or none is better."""
    import numpy
    import PIL.Image

    small = drawn.point([255 - value for value in range(256)])
    small.thumbnail((_SMALL, _SMALL), PIL.Image.Resampling.BOX)

    def level(angle: float) -> float:
        rows = numpy.asarray(small.rotate(angle, PIL.Image.Resampling.BILINEAR, expand=True), dtype="float32").sum(axis=1)
        return float((numpy.diff(rows) ** 2).sum())

    best = max(range(-45, 46, 3), key=level)
    fine = max((best + step / 2 for step in range(-4, 5)), key=level)
    return float(fine) if abs(fine) >= 1 and level(fine) > 1.15 * level(0) else 0.0
