"""Words in pictures, read by the program tesseract, and boxes burnt into the pixels where they must go."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import TYPE_CHECKING

from velado.formats import UnreadableError
from velado.formats._barcodes import barcodes
from velado.formats._boxes import Box, around, grown, inside, turned_back
from velado.formats._ink import relief
from velado.formats._page_layout import Atom
from velado.formats._picture_views import shown, turned_left
from velado.formats._second_look import second_look
from velado.formats._tesseract import UNREAD, Word, missing, tesseract_words, worth
from velado.formats._unread_ink import TOO_MUCH

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["Box", "Scan", "Word", "atoms_of", "boxes_over", "burn", "check_read", "missing", "read_picture"]

_EM = 1.15  # of a word's height: not all reach from the top of an f to the foot of a g
_SMALL = 40  # pixels: what is lower than that holds no words
# Borders of tables and specks that OCR glues to words.
_GLUED = "|¦¡!¿[]{}()_~=«»\"“”‘’'`*°•·<>\\^—–"
_INKS: dict[str, tuple[int | tuple[int, ...], int | tuple[int, ...]]] = {
    "1": (0, 1), "L": (0, 255), "LA": ((0, 255), (255, 255)), "RGB": ((0, 0, 0), (255, 255, 255)),
    "RGBA": ((0, 0, 0, 255), (255, 255, 255, 255)), "CMYK": ((0, 0, 0, 255), (0, 0, 0, 0)),
}  # fmt: skip
_BETWEEN_BARS = re.compile(r"[^|¦\[\]{}\\]+")


@dataclass(frozen=True, slots=True)
class Scan:
    """What was read in a picture: words to be understood, and boxes of what could not be read, the barcodes among them."""

    words: tuple[Word, ...] = field(repr=False)
    unread: tuple[Box, ...] = ()
    turned: int = 0  # how many degrees the picture had to be turned to be read
    codes: tuple[Box, ...] = ()  # of the unread, those that are barcodes
    unread_share: float = 0.0  # of the ink that looks like writing

    @property
    def says_something(self) -> bool:
        """Whether there are words that can be relied on; specks of a photograph pass for single letters."""
        return worth(self.words) > 0


def read_picture(
    image: Image, language: str = "auto", dpi: int = 0, turned: int | None = None, *, refuse: bool = True
) -> Scan:
    """The words of a picture, whichever way up it lies unless `turned` says so.

    Raises UnreadableError when too much of its writing cannot be read, unless `refuse` is false: a picture with boxes burnt
    into it is read for what may still stand there.
    """
    if lack := missing():
        raise UnreadableError(lack)
    if min(image.size) < 8 or max(image.size) < _SMALL:
        codes = tuple(barcodes(image))
        return Scan((), codes, codes=codes)
    dpi = dpi if 70 <= dpi <= 1200 else 300
    views = shown(image)
    scan = _read_view(views[0], language, dpi, turned)
    for view in views[1:]:
        scan = _both(scan, _read_view(view, language, dpi, scan.turned))
    if refuse:
        check_read(scan)
    return scan


def check_read(scan: Scan) -> None:
    """Raise UnreadableError when too much of the writing in a picture was not read."""
    if scan.unread_share > TOO_MUCH:
        raise UnreadableError(f"{round(100 * scan.unread_share)} % of the writing could not be read; scan it again at 300 dpi or type it")


def _read_view(image: Image, language: str, dpi: int, turned: int | None) -> Scan:
    told = turned is not None
    turned = turned or 0
    best = tesseract_words(turned_left(image, turned), language, dpi, 3)
    if not told and worth(best) < max(3, 0.5 * len(best)):
        clear = relief(image)  # in a bad light nothing is read either, and it lies the right way up
        for angle in (0, 90, 180, 270):
            words = tesseract_words(turned_left(clear, angle), language, dpi, 3)
            if worth(words) > 1.5 * worth(best) + 2:
                best, turned = words, angle
    upright = turned_left(image, turned)
    # Reading for scattered words finds those in tables, stamps and corners that reading for running text passes over.
    lines = 1 + max((word.line for word in best), default=0)
    for word in tesseract_words(upright, language, dpi, 11):
        if not any(inside(word.box, known.box) for known in best):
            best.append(replace(word, line=word.line + lines))
    codes = barcodes(upright)
    best, ink = second_look(upright, best, language, dpi, codes)

    def back(box: Box) -> Box:
        return turned_back(box, turned, upright.size)

    words = [replace(word, box=back(word.box), pieces=tuple(map(back, word.pieces))) for word in best]
    meant = [word for word in words if any(map(str.isalnum, word.text))]
    covered, codes = map(back, ink.boxes), [*map(back, codes)]
    # A doubtful word is covered, and read all the same: it may tell what the words beside it are.
    read = tuple(word for word in meant if word.confidence >= UNREAD)
    return Scan(read, (*covered, *codes), turned, tuple(codes), ink.share)


def _both(scan: Scan, other: Scan) -> Scan:
    """What was read on one ground and on the other."""
    lines = 1 + max((word.line for word in scan.words), default=0)
    added = [
        replace(word, line=word.line + lines)
        for word in other.words
        if not any(word.text == known.text and inside(word.box, known.box) for known in scan.words)
    ]
    unread, codes = dict.fromkeys((*scan.unread, *other.unread)), dict.fromkeys((*scan.codes, *other.codes))
    share = max(scan.unread_share, other.unread_share)
    return replace(scan, words=(*scan.words, *added), unread=tuple(unread), codes=tuple(codes), unread_share=share)


def atoms_of(words: Sequence[Word]) -> list[Atom]:
    """The words as they are laid out on a page, cleaned of borders that OCR glued to them; several may be one word."""
    lines: dict[int, list[Word]] = defaultdict(list)
    for word in words:
        lines[word.line].append(word)
    atoms = []
    for number, word in enumerate(words):
        left, _, right, _ = word.upright
        bounds = [other.upright for other in lines[word.line]]
        base, size = median(box[3] for box in bounds), median(box[3] - box[1] for box in bounds)
        letter = (right - left) / len(word.text)
        for piece in _BETWEEN_BARS.finditer(word.text):
            if clean := piece.group().strip(_GLUED):
                start, end = left + letter * piece.start(), left + letter * piece.end()
                atoms.append(Atom(number, clean, start, end, -base, max(_EM * size, 4), word=True))
    return atoms


def boxes_over(words: Sequence[Word], text: str) -> list[tuple[Box, str]]:
    """Boxes over words, one for each line or cell; the widest is for the text that takes their place."""
    groups: list[list[Word]] = []
    for word in words:
        last = groups[-1][-1] if groups else None
        # What lies between two cells is not covered.
        near = last is not None and 0 <= word.upright[0] - last.upright[2] < 2 * (word.upright[3] - word.upright[1])
        if near and groups[-1][-1].line == word.line and not word.pieces:
            groups[-1].append(word)
        else:
            groups.append([word])
    boxes = [around([word.box for word in group]) for group in groups if not group[0].pieces]
    boxes += [piece for group in groups for word in group for piece in word.pieces]
    widest = max(boxes, key=lambda box: box[2] - box[0], default=None)
    return [(box, text if box == widest else "") for box in boxes]


def _plain(text: str) -> str:
    """The text in the letters that the font has which comes with the library: it knows no accents.

    >>> _plain("[TELÉFONO] Begoña")
    '[TELEFONO] Begona'
    """
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if sign.isascii())


def burn(image: Image, boxes: Iterable[tuple[Box, str]]) -> Image:
    """The picture with black boxes in it, each with its words in white where they fit."""
    from PIL import ImageDraw, ImageFont

    picture = image.convert("RGB") if image.mode not in _INKS else image.copy()
    black, white = _INKS[picture.mode]
    pen = ImageDraw.Draw(picture)
    for box, words in boxes:
        text = _plain(words)
        left, top, right, bottom = grown(box)
        pen.rectangle((left, top, right, bottom), fill=black)
        for size in range(min(bottom - top - 2, 60), 7, -1):
            font = ImageFont.load_default(size)
            shape = pen.textbbox((0, 0), text, font=font)
            if shape[2] - shape[0] <= right - left - 2 and shape[3] - shape[1] <= bottom - top:
                x = (left + right - shape[2] - shape[0]) / 2
                pen.text((x, (top + bottom - shape[3] - shape[1]) / 2), text, fill=white, font=font)
                break
    return picture
