"""Fonts that name other letters than they show: a line of each is read as it is seen and held against what it says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from velado.formats import Limits, UnreadableError
from velado.formats._ocr import missing, read_picture
from velado.formats._pdf_glyphs import Glyph
from velado.formats._pdf_pages import Sheet
from velado.formats._pdf_pictures import PAGE_DPI, page_pixels
from velado.tokens import fold

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["FALSE", "pages_with_false_letters"]

FALSE = "a font that says of its glyphs that they are other letters"
_SURE = 80  # of OCR
_ALIKE = 0.7  # of a word's letters; the rest may be misread
_TOO_MANY = 0.3  # words that are seen otherwise, to those that are seen as they are said
_ENOUGH = 60  # letters of one font
_FEWEST = 4  # letters of a word that proves something
_MOST = 24  # fonts that are looked at in one file
_LEAST_SIZE = 5.0  # points


def pages_with_false_letters(document: Any, sheets: Sequence[Sheet], language: str, limits: Limits) -> list[int]:
    """The numbers of pages on which something else is seen than their fonts say; none where nothing can be read."""
    if missing():
        return []
    known: set[tuple[str, int, str]] = set()  # letters that were seen to be what they are said to be
    found, looked = [], 0
    for number, sheet in enumerate(sheets):
        if sheet.doubt:
            continue
        for name, glyphs in _fonts(sheet).items():
            fresh = {(name, glyph.code, glyph.text) for glyph in glyphs} - known
            if len(fresh) < _FEWEST or looked >= _MOST:
                continue
            looked += 1
            if _shows_others(document, number, glyphs, fresh, language, limits):
                found.append(number)
                break
            known |= fresh
    return found


def _fonts(sheet: Sheet) -> dict[str, list[Glyph]]:
    fonts: dict[str, list[Glyph]] = defaultdict(list)
    for glyph in sheet.painting.glyphs:
        upright = glyph.angle == 0 and glyph.size >= _LEAST_SIZE and not glyph.hidden
        if upright and glyph.show.font.own and glyph.text.isalpha():
            fonts[glyph.show.font.name].append(glyph)
    return fonts


def _shows_others(
    document: Any, number: int, glyphs: Sequence[Glyph], fresh: set[tuple[str, int, str]], language: str, limits: Limits
) -> bool:
    """Whether what is seen contradicts what is said; what cannot be read proves nothing."""
    new = {code for _, code, _ in fresh}
    best = sorted(_pieces(glyphs), key=lambda line: -len({glyph.code for glyph in line} & new))
    sample: list[list[Glyph]] = []
    while best and sum(map(len, sample)) < _ENOUGH:
        sample.append(best.pop(0))
    with closing(document[number]) as page:
        box, turned = page.get_bbox(), page.get_rotation()
    if turned:
        return False
    image = page_pixels(document, number, limits)
    try:
        read = read_picture(_below_each_other(image, sample, box), language, PAGE_DPI, 0, refuse=False)
    except UnreadableError:
        return False
    said = _plain("".join(glyph.text for line in sample for glyph in sorted(line, key=lambda glyph: glyph.x)))
    seen = [_plain(word.text) for word in read.words if word.confidence >= _SURE]
    right = [word for word in seen if len(word) >= _FEWEST and _within(word, said)]
    wrong = [word for word in seen if len(word) >= _FEWEST and not _within(word, said)]
    return len(wrong) > _TOO_MANY * len(right)


def _pieces(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """Letters of one font that follow each other on a line: words of other fonts may stand between them."""
    pieces: list[list[Glyph]] = []
    for glyph in sorted(glyphs, key=lambda glyph: (round(glyph.y), glyph.x)):
        last = pieces[-1][-1] if pieces else None
        if last is None or round(last.y) != round(glyph.y) or glyph.x - last.x - last.along_x > 0.8 * glyph.size:
            pieces.append([])
        pieces[-1].append(glyph)
    return pieces


def _below_each_other(image: Image, lines: Sequence[Sequence[Glyph]], box: tuple[float, float, float, float]) -> Image:
    """The lines as they are seen, alone."""
    from PIL.Image import new

    scale = PAGE_DPI / 72
    strips = []
    for line in lines:
        size = max(glyph.size for glyph in line)
        left, right = min(glyph.x for glyph in line), max(glyph.x + glyph.along_x for glyph in line)
        base = line[0].y
        sides = left - box[0] - 2, box[3] - base - 0.95 * size, right - box[0] + 2, box[3] - base + 0.3 * size
        strips.append(image.crop(tuple(round(side * scale) for side in sides)))  # type: ignore[arg-type]
    whole = new("RGB", (max(strip.width for strip in strips) + 80, sum(strip.height + 20 for strip in strips) + 60), "white")
    top = 40
    for strip in strips:
        whole.paste(strip, (40, top))
        top += strip.height + 20
    return whole


def _plain(text: str) -> str:
    return "".join(filter(str.isalpha, fold(text)))


def _within(word: str, said: str) -> bool:
    """Whether a word, or one very like it, is in a text without blanks."""
    if word in said:
        return True
    matcher = SequenceMatcher(None, said, word, autojunk=False)
    start = matcher.find_longest_match().a
    near = said[max(0, start - len(word)) : start + len(word)]
    return sum(block.size for block in SequenceMatcher(None, near, word, autojunk=False).get_matching_blocks()) > _ALIKE * len(word)
