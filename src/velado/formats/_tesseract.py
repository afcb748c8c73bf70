"""The program tesseract: whether it is here, and the words it reads in a picture."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from velado.formats import UnreadableError
from velado.formats._boxes import Box

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["DOUBTFUL", "UNREAD", "Word", "missing", "table_of", "tesseract_words", "words_of", "worth"]

INSTALL = "sudo apt install tesseract-ocr tesseract-ocr-spa tesseract-ocr-por tesseract-ocr-eng"
TRAINED = {"es": "spa", "pt": "por", "en": "eng"}
UNREAD = 30  # a word of lower confidence may be anything, handwriting above all: it is covered
DOUBTFUL = 60
_LOWEST = 4  # pixels: nobody reads less, it is a rule or a piece of a grid
_PATIENCE = 300  # seconds for one picture


@dataclass(frozen=True, slots=True)
class Word:
    """A word in a picture."""

    text: str = field(repr=False)
    box: Box
    confidence: float
    line: int  # words of one line share it
    upright: Box = (0, 0, 0, 0)  # the box when the picture is turned so that it can be read
    pieces: tuple[Box, ...] = ()  # boxes that cover it more closely when it slants


def missing() -> str:
    """What is not installed here, with the command that installs it; "" when pictures can be read."""
    if find_spec("numpy") is None:
        return "reading pictures needs more packages: pip install 'velado[ocr]'"
    if shutil.which("tesseract") is None:
        return f"reading pictures needs the program tesseract: {INSTALL}"
    return "" if _languages() else f"tesseract has none of the languages it needs: {INSTALL}"


@cache
def _languages() -> tuple[str, ...]:
    listed = subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, timeout=60, check=False)
    there = set((listed.stdout + listed.stderr).split())
    return tuple(code for code in TRAINED.values() if code in there)


def tesseract_words(image: Image, language: str, dpi: int, mode: int) -> list[Word]:
    """The words of an upright picture; `mode` is tesseract's way of cutting it up. Raises UnreadableError."""
    wanted = [TRAINED[language]] if TRAINED.get(language) in _languages() else list(_languages())
    pixels = BytesIO()
    image.convert("L").save(pixels, "PPM")
    return words_of(table_of(pixels.getvalue(), "-l", "+".join(wanted), "--psm", str(mode), "--dpi", str(dpi)))


def table_of(pixels: bytes, *options: str) -> str:
    """The table that tesseract prints for a picture in the format PPM. Raises UnreadableError."""
    try:
        done = subprocess.run(
            ["tesseract", "stdin", "stdout", *options, "tsv"],
            input=pixels,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )
    except subprocess.TimeoutExpired:
        raise UnreadableError("a picture takes too long to read") from None
    if done.returncode:
        raise UnreadableError("tesseract cannot read a picture")
    return done.stdout.decode("utf-8", "replace")


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
        if height < _LOWEST:
            continue
        line, box = lines.setdefault(tuple(cells[1:5]), len(lines)), (left, top, left + width, top + height)
        words.append(Word(cells[11].strip(), box, float(cells[10]), line, box))
    return words


def worth(words: Iterable[Word]) -> int:
    """How many words can be relied on; specks of a photograph pass for single letters."""
    return sum(word.confidence >= DOUBTFUL and sum(map(str.isalpha, word.text)) >= 3 for word in words)
