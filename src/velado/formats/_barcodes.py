"""Barcodes and QR codes in pictures: the labels of hospitals carry the record's number in them, and often the name."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from velado.formats._boxes import Box

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["barcodes"]

_ROUNDS = 4  # of reading: what is left of a slanted code may still be read
_LEAST = 24  # pixels: no code is smaller
_ALIKE = 0.15  # of a code's bars must go on in the next line of pixels


def barcodes(image: Image) -> list[Box]:
    """Boxes over all barcodes and QR codes of a picture; none when the package zxing-cpp is not installed."""
    try:
        import zxingcpp
    except ImportError:
        return []
    if min(image.size) < _LEAST:
        return []
    from PIL import ImageDraw

    grey = image.convert("L")
    pen, found = ImageDraw.Draw(grey), list[Box]()
    for _ in range(_ROUNDS):
        pixels = memoryview(grey.tobytes()).cast("B", (grey.height, grey.width))
        codes = zxingcpp.read_barcodes(pixels)
        if not codes:
            break
        for code in codes:
            place = code.position
            corners = (place.top_left, place.top_right, place.bottom_left, place.bottom_right)
            across, down = [corner.x for corner in corners], [corner.y for corner in corners]
            box = _whole(grey, (min(across), min(down), max(across) + 1, max(down) + 1))
            found.append(box)
            pen.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=255)
    return found


def _whole(grey: Image, box: Box) -> Box:
    """The box of a code grown to the ends of its bars: a reader needs only a few lines of pixels, and tells where those are."""
    left, top, right, bottom = box
    along = right - left >= bottom - top
    if along:
        top, bottom = _ends(grey, top, bottom, left, right, sideways=False)
        left, right = _ends(grey, left, right, top, bottom, sideways=True)
    else:
        left, right = _ends(grey, left, right, top, bottom, sideways=True)
        top, bottom = _ends(grey, top, bottom, left, right, sideways=False)
    return left, top, right, bottom


def _ends(grey: Image, start: int, end: int, first: int, last: int, *, sideways: bool) -> tuple[int, int]:
    """How far the lines of pixels before `start` and after `end` still show bars between `first` and `last`."""
    length = grey.width if sideways else grey.height
    reach = max(last - first, end - start)

    def changes(at: int) -> int:
        crop = grey.crop((at, first, at + 1, last) if sideways else (first, at, last, at + 1))
        line = crop.tobytes()
        middle = (min(line) + max(line)) // 2
        dark = [value < middle for value in line]
        return sum(one != other for one, other in pairwise(dark)) if max(line) - min(line) > 60 else 0

    least = max(2, _ALIKE * changes((start + end) // 2))
    lowest, highest = max(0, start - reach), min(length, end + reach)
    while start > lowest and changes(start - 1) >= least:
        start -= 1
    while end < highest and changes(end) >= least:
        end += 1
    return start, end
