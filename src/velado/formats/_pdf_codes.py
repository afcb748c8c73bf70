"""The figures that are printed at a barcode: they say what the bars say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from velado.formats._ocr import Box, Word
from velado.formats._pdf_glyphs import Glyph, Painting
from velado.formats._pdf_paths import Area

__all__ = ["figures_at", "figures_in_picture"]

_FEWEST = 3  # figures
_NEAR = 14.0  # points from the bars


def figures_in_picture(words: Sequence[Word], codes: Sequence[Box], dpi: float) -> list[Box]:
    """The words of a picture that are such figures."""
    return [word.box for word in words if _is_figures(word.text) and _at(word.box, codes, dpi * _NEAR / 72)]


def figures_at(painting: Painting, codes: Sequence[Area]) -> set[int]:
    """The numbers of the glyphs that are such figures."""
    found: set[int] = set()
    if codes:
        for word in _words(painting):
            glyphs = [painting.glyphs[number] for number in word]
            if _is_figures("".join(glyph.text for glyph in glyphs)) and _at(_around(glyphs), codes, _NEAR):
                found.update(word)
    return found


def _is_figures(text: str) -> bool:
    """Whether most of a word are figures.

    >>> _is_figures("*4456781*"), _is_figures("850"), _is_figures("mg"), _is_figures("5")
    (True, True, False, False)
    """
    figures = sum(map(str.isdigit, text))
    return figures >= _FEWEST and figures >= sum(map(str.isalpha, text))


def _at(box: Sequence[float], codes: Sequence[Sequence[float]], near: float) -> bool:
    """Whether the middle of a box lies close above or below a code, or at its side where that stands upright."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return any(code[0] - near < x < code[2] + near and code[1] - near < y < code[3] + near for code in codes)


def _around(glyphs: Sequence[Glyph]) -> Area:
    across = [side for glyph in glyphs for side in (glyph.x, glyph.x + glyph.along_x)]
    up = [side for glyph in glyphs for side in (glyph.y, glyph.y + glyph.along_y)]
    return min(across), min(up), max(across), max(up)


def _words(painting: Painting) -> Iterator[list[int]]:
    word: list[int] = []
    for number, glyph in enumerate(painting.glyphs):
        last = painting.glyphs[word[-1]] if word else None
        parted = last is not None and abs(glyph.x - last.x) + abs(glyph.y - last.y) > 2 * glyph.size
        if parted or not glyph.text.strip():
            yield word
            word = []
        if glyph.text.strip() and not glyph.hidden:
            word.append(number)
    yield word
