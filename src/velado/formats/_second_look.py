"""A second look at a picture: what looks like letters and was not read is drawn clearly, set level, and read again."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from velado.formats._boxes import Box, around, inside
from velado.formats._ink import Line, best_angle, despeckled, lines_outside, relief
from velado.formats._tesseract import DOUBTFUL, UNREAD, Word, tesseract_words, worth
from velado.formats._unread_ink import UnreadInk, may_be_word, unread_ink

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["doubted", "second_look"]

_WIDEST = 3600  # pixels: larger pictures are made smaller, and their letters are large enough all the same
_LETTER = 26  # pixels, of a letter that tesseract reads well
_ENLARGED = 4
_FEW_SIGNS = 4  # fewer are not turned every way
_EDGE = 6
_FEW_WORDS = 3  # fewer that are read with the picture turned may be pale upright ones: "Begoña" on its head is "Duob:"
_SLANTING = 3  # degrees: tesseract sets level what slants less


@dataclass(frozen=True, slots=True)
class _Clear:
    """A picture made of the lines that were not read, and how its dots lie to those of the whole."""

    image: Image
    left: int
    top: int
    scale: float

    def turned(self, angle: float) -> tuple[Image, Callable[[float, float], tuple[float, float]]]:
        """The picture turned to the left by some degrees, and what finds the place of one of its dots in the whole."""
        from PIL.Image import Resampling

        turned = self.image.rotate(angle, Resampling.BICUBIC, expand=True, fillcolor=255) if angle else self.image
        radians = math.radians(angle)
        cosine, sine = math.cos(radians), math.sin(radians)
        width, height = self.image.size

        def back(x: float, y: float) -> tuple[float, float]:
            x, y = x - turned.width / 2, y - turned.height / 2
            across, down = x * cosine - y * sine + width / 2, x * sine + y * cosine + height / 2
            return self.left + across / self.scale, self.top + down / self.scale

        return turned, back


def second_look(
    image: Image, words: Sequence[Word], language: str, dpi: int, codes: Sequence[Box] = ()
) -> tuple[list[Word], UnreadInk]:
    """The words of an upright picture with those that the first reading missed, and the writing that cannot be read.

    `words` are those that the first reading found; where something better is read, they go. `codes` are boxes of barcodes.
    A picture whose letters were all read costs two searches for ink.
    """
    factor = -(-max(image.size) // _WIDEST)
    reduced = image.reduce(factor) if factor > 1 else image
    drawn = despeckled(relief(reduced))
    known, guessed = list(words), list[Box]()

    def stray() -> list[Line]:
        sure = [word for word in known if word.confidence >= DOUBTFUL and any(map(str.isalnum, word.text))]
        return lines_outside(drawn, [_shrunk(box, factor) for word in sure for box in word.pieces or (word.box,)])

    def read(lines: Sequence[Line], turns: Sequence[int], number: int) -> list[Word]:
        clear = _clear(drawn, lines, [_shrunk(word.box, factor) for word in known if not word.pieces])
        level = best_angle(clear.image)
        readings = [_read(clear, level + turn, factor, language, dpi, 3 * number * image.height) for turn in turns]
        best = max(readings, key=worth)
        guessed.extend(word.box for word in best if may_be_word(word))
        return best

    if stray() and abs(slant := best_angle(drawn)) >= _SLANTING:
        straight = _read(_clear(drawn, lines_outside(drawn, ()), ()), slant, factor, language, dpi, 0, 3)
        if worth(straight) >= 0.8 * worth(known):  # the words of slanting lines are read by halves and out of order
            known = straight
    lines = stray()
    for number, some in enumerate(([line for line in lines if not line.slants], [line for line in lines if line.slants])):
        if some:
            known = _united(known, read(some, (0,), number + 1))
    if lines := [line for line in stray() if len(line.signs) >= _FEW_SIGNS]:
        known = _united(known, doubted(read(lines, (180, 90, 270), 3), known))
    return known, unread_ink(reduced, drawn, known, guessed, codes, factor)


def _clear(drawn: Image, lines: Sequence[Line], words: Iterable[Box]) -> _Clear:
    """The lines alone on white with the words that stand next to them, letters as large as they should be."""
    import PIL.Image

    height = sorted(line.height for line in lines)[len(lines) // 2]
    near = [word for word in words if any(_next_to(word, line.box) for line in lines)]
    whole = around([*near, *(line.box for line in lines)])
    left, top = max(0, whole[0] - 30), max(0, whole[1] - 30)
    right, bottom = min(drawn.width, whole[2] + 30), min(drawn.height, whole[3] + 30)
    page = PIL.Image.new("L", (right - left, bottom - top), 255)
    for signs in (near, *(line.signs for line in lines)):
        for sign in signs:
            edge = max(3, (sign[3] - sign[1]) // 2)  # accents and dots
            box = max(left, sign[0] - edge), max(top, sign[1] - edge), min(right, sign[2] + edge), min(bottom, sign[3] + edge)
            page.paste(drawn.crop(box), (box[0] - left, box[1] - top))
    scale = min(max(_LETTER / max(height, 1), 1), _ENLARGED, 5000 / max(page.size))
    if scale > 1:
        page = page.resize((round(page.width * scale), round(page.height * scale)), PIL.Image.Resampling.BICUBIC)
    bordered = PIL.Image.new("L", (page.width + 2 * _EDGE, page.height + 2 * _EDGE), 255)
    bordered.paste(page, (_EDGE, _EDGE))
    return _Clear(bordered, round(left - _EDGE / scale), round(top - _EDGE / scale), scale)


def _next_to(word: Box, line: Box) -> bool:
    """Whether a word may be half of one that goes on in a line."""
    high = min(word[3] - word[1], line[3] - line[1])
    apart, shared = max(word[0], line[0]) - min(word[2], line[2]), min(word[3], line[3]) - max(word[1], line[1])
    return apart <= high and shared >= 0.5 * high and word[3] - word[1] <= 3 * (line[3] - line[1])


def _read(clear: _Clear, angle: float, factor: int, language: str, dpi: int, below: int, mode: int = 11) -> list[Word]:
    turned, back = clear.turned(angle)
    words = []
    for word in tesseract_words(turned, language, dpi, mode):
        left, top, right, bottom = word.box
        slices = max(1, round((right - left) * abs(math.sin(math.radians(2 * angle))) / max(bottom - top, 1)))
        edges = [left + (right - left) * number / slices for number in range(slices + 1)]
        pieces = []
        for start, end in pairwise(edges):
            corners = [back(x, y) for x in (start, end) for y in (top, bottom)]
            across, down = [x for x, _ in corners], [y for _, y in corners]
            low = math.floor(min(across)), math.floor(min(down)), math.ceil(max(across)), math.ceil(max(down))
            pieces.append(_enlarged((max(0, low[0]), max(0, low[1]), low[2], low[3]), factor))
        # Words that are level are laid out among the others; the rest is a page by itself below them.
        laid = (left, top + below, right, bottom + below) if angle else around(pieces)
        words.append(replace(word, box=around(pieces), upright=laid, pieces=tuple(pieces) if slices > 1 else ()))
    return words


def doubted(turned: Sequence[Word], upright: Iterable[Word]) -> list[Word]:
    """Words read with the picture turned; those that are few, or stand in a line with upright words, are not relied on."""
    sure = [word.box for word in upright if word.confidence >= DOUBTFUL]
    few = worth(turned) < _FEW_WORDS
    return [
        replace(word, confidence=min(word.confidence, UNREAD)) if few or any(_next_to(word.box, box) for box in sure) else word
        for word in turned
    ]


def _united(known: Iterable[Word], read: Sequence[Word]) -> list[Word]:
    """Old and new words; of two in one place the one that was read better stays."""
    known = list(known)
    lines = 1 + max((word.line for word in known), default=0)
    better = []
    for word in read:
        beneath = [old for old in known if inside(word.box, old.box) or inside(old.box, word.box)]
        if may_be_word(word) and all(_better(word, old) for old in beneath):
            better.append(replace(word, line=word.line + lines))
    left = [old for old in known if not any(inside(old.box, word.box) or inside(word.box, old.box) for word in better)]
    return left + better


def _better(word: Word, old: Word) -> bool:
    """Whether a word was read better than what was read there before; a sure word gives way only to one that it is a part of."""
    if old.confidence < DOUBTFUL:
        return word.confidence > old.confidence
    if word.confidence > old.confidence and _area(word.box) > 0.8 * _area(old.box):
        return True
    least = UNREAD if old.text in word.text else DOUBTFUL
    return word.confidence >= least and _area(word.box) > 1.4 * _area(old.box) and len(word.text) > len(old.text)


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _shrunk(box: Box, factor: int) -> Box:
    return box[0] // factor, box[1] // factor, -(-box[2] // factor), -(-box[3] // factor)


def _enlarged(box: Box, factor: int) -> Box:
    return box[0] * factor, box[1] * factor, box[2] * factor, box[3] * factor
