"""Which letters a page's glyphs are: pdfium tells, and each of its characters is found again among the glyphs by its place."""

from __future__ import annotations

import ctypes
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from velado.formats._pdf_glyphs import Glyph, Painting

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

__all__ = ["Character", "characters", "doubt_about", "letter"]

_BLANKS = " \t\r\n\u00a0"
_NOTHING = frozenset("\0\x02\ufffe\uffff")  # what pdfium says of a hyphen at a line's end and of what it cannot tell
_UNREAD = "\ufffd"
_VOWELS = frozenset("aeiouyáéíóúüàâãêôõäöåAEIOUYÁÉÍÓÚÜÀÂÃÊÔÕ")


@dataclass(slots=True)
class Character:
    """What pdfium reads at one place of a page: a letter, or the letters of one glyph."""

    texts: list[str] = field(repr=False)
    x: float
    y: float

    @property
    def text(self) -> str:
        """The letters as they stand in a glyph's text."""
        return "".join(map(_clean, self.texts))


def characters(page: PdfPage) -> list[Character]:
    """What pdfium reads on a page, without the blanks it makes up itself."""
    from pypdfium2 import raw

    text = page.get_textpage()
    found: list[Character] = []
    x, y = ctypes.c_double(), ctypes.c_double()
    high = 0
    try:
        for at in range(raw.FPDFText_CountChars(text)):
            code = raw.FPDFText_GetUnicode(text, at)
            if code <= 32 and raw.FPDFText_IsGenerated(text, at) == 1:
                continue
            raw.FPDFText_GetCharOrigin(text, at, x, y)
            if 0xD800 <= code < 0xDC00:  # the first half of a character beyond the first plane
                high = code
                continue
            if 0xDC00 <= code < 0xE000:
                code = 0x10000 + ((high - 0xD800) << 10) + code - 0xDC00 if high else 0xFFFD
            high = 0
            wrong = raw.FPDFText_HasUnicodeMapError(text, at) == 1 or code > 0x10FFFF
            said = _UNREAD if wrong else chr(code)
            if found and abs(found[-1].x - x.value) < 0.005 and abs(found[-1].y - y.value) < 0.005:
                found[-1].texts.append(said)
            else:
                found.append(Character([said], x.value, y.value))
    finally:
        text.close()
    return found


def letter(painting: Painting, seen: Sequence[Character]) -> str:
    """Fill in the text of every glyph that can be seen; the answer is why that cannot be done with certainty, or ""."""
    finder = _Finder(seen)
    taken: dict[int, list[Glyph]] = defaultdict(list)
    lost: list[Glyph] = []
    for glyph in painting.glyphs:
        if not glyph.hidden:
            found = finder.find(glyph)
            if found is None:
                lost.append(glyph)
            else:
                taken[found].append(glyph)
    for number, glyphs in taken.items():
        _share(glyphs, [_clean(text) for text in seen[number].texts])
    if any(number not in taken and not all(map(_empty, character.texts)) for number, character in enumerate(seen)):
        return "text that is not where the page's operators put it"
    twins = {(glyph.code, round(glyph.x), round(glyph.y)): glyph for others in taken.values() for glyph in others} if lost else {}
    for glyph in lost:
        # pdfium says nothing of some blanks, and drops a letter that stands twice in one place to look bold.
        glyph.text = " " if _is_blank(glyph) else _twin(glyph, twins)
    return "letters that only one of two readers sees" if any(not glyph.text for glyph in lost) else ""


class _Finder:
    """Finds the character at a glyph's place. Both come in the same order nearly always: the next is looked at first."""

    def __init__(self, seen: Sequence[Character]) -> None:
        self._seen = seen
        self._next = 0
        self._places: dict[tuple[int, int], list[int]] = {}

    def find(self, glyph: Glyph) -> int | None:
        """Its number; None when there is none."""
        reach = max(0.25, 0.06 * glyph.size)
        at = self._next
        if at < len(self._seen) and _away(self._seen[at], glyph) <= reach:
            self._next = at + 1
            return at
        if not self._places:
            for number, character in enumerate(self._seen):
                self._places.setdefault((round(character.x), round(character.y)), []).append(number)
        column, row, span = round(glyph.rough_x), round(glyph.rough_y), 1 + int(reach)
        near = [
            number
            for x in range(column - span, column + span + 1)
            for y in range(row - span, row + span + 1)
            for number in self._places.get((x, y), ())
        ]
        best = min(near, key=lambda number: (_away(self._seen[number], glyph), number), default=None)
        if best is None or _away(self._seen[best], glyph) > reach:
            return None
        self._next = best + 1
        return best


def _away(character: Character, glyph: Glyph) -> float:
    return max(abs(character.x - glyph.rough_x), abs(character.y - glyph.rough_y))


def _share(glyphs: Sequence[Glyph], said: Sequence[str]) -> None:
    """Give the letters of one place to the glyphs that stand there."""
    if len({glyph.code for glyph in glyphs}) == 1:  # several letters in one glyph, or one glyph twice to look bold
        for glyph in glyphs:
            glyph.text = "".join(said)
        return
    for number, glyph in enumerate(glyphs):
        mine = said[number:] if number == len(glyphs) - 1 else said[number : number + 1]
        glyph.text = "".join(mine) or said[-1]


def _empty(text: str) -> bool:
    return text in _NOTHING or text in _BLANKS


def _clean(text: str) -> str:
    if text in ("\x02", "\u00ad"):
        return "-"
    if text in _BLANKS or text == "\0":
        return " " if text in _BLANKS else _UNREAD
    return text if text.isprintable() else _UNREAD


def _is_blank(glyph: Glyph) -> bool:
    return glyph.code == 32 and glyph.show.font.bytes_per_code == 1 or (glyph.code in (3, 32) and not glyph.text)


def _twin(glyph: Glyph, twins: dict[tuple[int, int, int], Glyph]) -> str:
    for x in (-1, 0, 1):
        for y in (-1, 0, 1):
            other = twins.get((glyph.code, round(glyph.x) + x, round(glyph.y) + y))
            if other is not None and other.show.font is glyph.show.font:
                return other.text
    return ""


def doubt_about(painting: Painting) -> str:
    """Why the letters that were read may not be those that are seen; "" when there is no reason to think so."""
    run = 0
    for glyph in painting.glyphs:
        if glyph.hidden or glyph.text in _BLANKS:
            continue
        unread = _UNREAD in glyph.text or not glyph.show.font.told or any(0xE000 <= ord(sign) < 0xF900 for sign in glyph.text)
        # A bullet of a symbol font is no reason; three such glyphs in a row may be a word.
        run = run + 1 if unread else 0
        if run >= 3:
            return "a font that does not say which letters its glyphs are"
    words = "".join(glyph.text or " " for glyph in painting.glyphs if not glyph.hidden).split()
    long = [word for word in words if len(word) >= 5 and word.isalpha()]
    if len(long) >= 20 and sum(not _VOWELS.intersection(word) for word in long) > 0.3 * len(long):
        return "a font that says of its glyphs that they are other letters"
    return ""
