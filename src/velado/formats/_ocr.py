"""Words in pictures, read by the program tesseract, and boxes burnt into the pixels where they must go."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from io import BytesIO
from statistics import median
from typing import TYPE_CHECKING

from velado.formats import UnreadableError
from velado.formats._page_layout import Atom

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["Box", "Scan", "Word", "atoms_of", "boxes_over", "burn", "missing", "read_picture", "words_of"]

Box = tuple[int, int, int, int]  # left, top, right, bottom, in pixels
INSTALL = "sudo apt install tesseract-ocr tesseract-ocr-spa tesseract-ocr-por tesseract-ocr-eng"
TRAINED = {"es": "spa", "pt": "por", "en": "eng"}
UNREAD = 30  # a word of lower confidence may be anything, handwriting above all: it is covered
_DOUBTFUL = 60
_PATIENCE = 300  # seconds for one picture
_EM = 1.15  # of a word's height: not all reach from the top of an f to the foot of a g
_SMALL = 40  # pixels: what is lower than that holds no words
# Borders of tables and specks that OCR glues to words.
_GLUED = "|¦¡!¿[]{}()_~=«»\"“”‘’'`*°•·<>\\^—–"
_INKS: dict[str, tuple[int | tuple[int, ...], int | tuple[int, ...]]] = {
    "1": (0, 1), "L": (0, 255), "RGB": ((0, 0, 0), (255, 255, 255)), "CMYK": ((0, 0, 0, 255), (0, 0, 0, 0))
}  # fmt: skip
_BETWEEN_BARS = re.compile(r"[^|¦\[\]{}\\]+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word in a picture."""

    text: str = field(repr=False)
    box: Box
    confidence: float
    line: int  # words of one line share it
    upright: Box = (0, 0, 0, 0)  # the box when the picture is turned so that it can be read


@dataclass(frozen=True, slots=True)
class Scan:
    """What was read in a picture: words to be understood, and boxes of what looks like words and could not be read."""

    words: tuple[Word, ...] = field(repr=False)
    unread: tuple[Box, ...] = ()
    turned: int = 0  # how many degrees the picture had to be turned to be read

    @property
    def says_something(self) -> bool:
        """Whether there are words that can be relied on; specks of a photograph pass for single letters."""
        return _worth(self.words) > 0


def missing() -> str:
    """What is not installed here, with the command that installs it; "" when pictures can be read."""
    if shutil.which("tesseract") is None:
        return f"reading pictures needs the program tesseract: {INSTALL}"
    return "" if _languages() else f"tesseract has none of the languages it needs: {INSTALL}"


@cache
def _languages() -> tuple[str, ...]:
    listed = subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, timeout=60, check=False)
    there = set((listed.stdout + listed.stderr).split())
    return tuple(code for code in TRAINED.values() if code in there)


def _run(image: Image, language: str, dpi: int, mode: int) -> list[Word]:
    wanted = [TRAINED[language]] if TRAINED.get(language) in _languages() else list(_languages())
    pixels = BytesIO()
    image.convert("L").save(pixels, "PPM")
    command = ["tesseract", "stdin", "stdout", "-l", "+".join(wanted), "--psm", str(mode), "--dpi", str(dpi), "tsv"]
    try:
        done = subprocess.run(
            command,
            input=pixels.getvalue(),
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )
    except subprocess.TimeoutExpired:
        raise UnreadableError("a picture takes too long to read") from None
    if done.returncode:
        raise UnreadableError("tesseract cannot read a picture")
    return words_of(done.stdout.decode("utf-8", "replace"))


def words_of(table: str) -> list[Word]:
    """The words of the table that tesseract prints.

    >>> words_of("level\\n5\\t1\\t1\\t1\\t2\\t1\\t10\\t20\\t30\\t12\\t91.5\\tAna\\n")[0].box
    (10, 20, 40, 32)
    """
    words, lines = [], dict[tuple[str, ...], int]()
    for row in table.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) < 12 or cells[0] != "5" or not cells[11].strip():
            continue
        left, top, width, height = (int(cell) for cell in cells[6:10])
        line, box = lines.setdefault(tuple(cells[1:5]), len(lines)), (left, top, left + width, top + height)
        words.append(Word(cells[11].strip(), box, float(cells[10]), line, box))
    return words


def read_picture(image: Image, language: str = "auto", dpi: int = 0, turned: int | None = None) -> Scan:
    """The words of a picture, whichever way up it lies unless `turned` says so. Raises UnreadableError when too much of it
    cannot be read."""
    if lack := missing():
        raise UnreadableError(lack)
    if min(image.size) < 8 or max(image.size) < _SMALL:
        return Scan(())
    dpi = dpi if 70 <= dpi <= 1200 else 300
    told = turned is not None
    turned = turned or 0
    best = _run(_turned(image, turned), language, dpi, 3)
    if not told and _worth(best) < max(3, 0.5 * len(best)):
        for angle in (90, 180, 270):
            words = _run(_turned(image, angle), language, dpi, 3)
            if _worth(words) > 1.5 * _worth(best) + 2:
                best, turned = words, angle
    upright = _turned(image, turned)
    # Reading for scattered words finds those in tables, stamps and corners that reading for running text passes over.
    lines = 1 + max((word.line for word in best), default=0)
    for word in _run(upright, language, dpi, 11):
        if not any(_inside(word.box, known.box) for known in best):
            best.append(replace(word, line=word.line + lines))
    return _judged([replace(word, box=_turned_back(word.box, turned, upright.size)) for word in best], turned)


def _turned(image: Image, angle: int) -> Image:
    from PIL.Image import Transpose

    ways = {90: Transpose.ROTATE_90, 180: Transpose.ROTATE_180, 270: Transpose.ROTATE_270}
    return image.transpose(ways[angle]) if angle else image


def _worth(words: Iterable[Word]) -> int:
    return sum(word.confidence >= _DOUBTFUL and sum(map(str.isalpha, word.text)) >= 3 for word in words)


def _inside(box: Box, other: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return other[0] <= x <= other[2] and other[1] <= y <= other[3]


def _turned_back(box: Box, turned: int, size: tuple[int, int]) -> Box:
    """A box of a picture that was turned, in the picture as it lies.

    >>> _turned_back((0, 0, 30, 10), 90, (100, 50))
    (40, 0, 50, 30)
    """
    left, top, right, bottom = box
    width, height = size
    boxes = {
        90: (height - bottom, left, height - top, right),
        180: (width - right, height - bottom, width - left, height - top),
        270: (top, width - right, bottom, width - left),
    }
    return boxes.get(turned, box)


def _judged(words: Sequence[Word], turned: int) -> Scan:
    meant = [word for word in words if any(map(str.isalnum, word.text))]
    unread = [word.box for word in meant if word.confidence < UNREAD and sum(map(str.isalnum, word.text)) >= 2]
    if len(meant) >= 15 and len([word for word in meant if word.confidence < 50]) > 0.6 * len(meant):
        raise UnreadableError("a picture holds text that cannot be read well enough: handwriting, or too poor a scan")
    read = tuple(word for word in meant if word.confidence >= UNREAD)
    return Scan(read, tuple(box for box in unread if not any(_overlap(box, word.box) for word in read)), turned)


def _overlap(box: Box, other: Box) -> bool:
    """Whether a good part of a box lies in another: a speck or a frame that was taken for a word beside the true one."""
    across, down = min(box[2], other[2]) - max(box[0], other[0]), min(box[3], other[3]) - max(box[1], other[1])
    return across > 0 and down > 0 and across * down > 0.3 * (box[2] - box[0]) * (box[3] - box[1])


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
        if near and groups[-1][-1].line == word.line:
            groups[-1].append(word)
        else:
            groups.append([word])
    boxes = [_around([word.box for word in group]) for group in groups]
    widest = max(boxes, key=lambda box: box[2] - box[0], default=None)
    return [(box, text if box == widest else "") for box in boxes]


def _around(boxes: Sequence[Box]) -> Box:
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


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
    for (left, top, right, bottom), words in boxes:
        text = _plain(words)
        edge = max(2, (bottom - top) // 8)  # what sticks out of a word's box tells its letters too
        left, top, right, bottom = left - edge, top - edge, right + edge, bottom + edge
        pen.rectangle((left, top, right, bottom), fill=black)
        for size in range(min(bottom - top - 2, 60), 7, -1):
            font = ImageFont.load_default(size)
            box = pen.textbbox((0, 0), text, font=font)
            if box[2] - box[0] <= right - left - 2 and box[3] - box[1] <= bottom - top:
                x = (left + right - box[2] - box[0]) / 2
                pen.text((x, (top + bottom - box[3] - box[1]) / 2), text, fill=white, font=font)
                break
    return picture
