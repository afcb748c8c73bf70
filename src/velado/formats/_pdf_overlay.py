"""What stands in the place of text that was taken out of a page: as large as the gap allows, or a black box with the words in it."""

from __future__ import annotations

import math
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from velado.formats._pdf_fonts import standard_widths
from velado.formats._pdf_glyphs import Glyph
from velado.formats._pdf_syntax import hex_string, number

if TYPE_CHECKING:
    from pypdf.generic import DictionaryObject

__all__ = ["Gap", "Lines", "Overlay", "add_fonts", "gaps_of"]

_SQUEEZE = 0.72  # of a letter's width, before it gets smaller
_LEAST = 4.5  # points
_SMALLEST = 0.55  # of the size of the text that was there
_SMALLER = 0.75  # of that size, before the replacement reaches beyond its gap
_SHORT_OF = 0.12  # ems that stay free before what follows
_ROW = 4.0  # points
_LONGEST_ROOM = 3.0  # ems that a replacement may reach beyond its gap


@dataclass(slots=True)
class Gap:
    """A stretch of one line that is empty now."""

    x: float
    y: float
    angle: int
    width: float
    size: float
    colour: bytes
    face: str
    room: float = 0.0  # free space behind it


def _place(glyph: Glyph, angle: int) -> tuple[float, float]:
    turn = math.radians(angle)
    return glyph.x * math.cos(turn) + glyph.y * math.sin(turn), glyph.y * math.cos(turn) - glyph.x * math.sin(turn)


def gaps_of(glyphs: Sequence[Glyph]) -> list[Gap]:
    """The gaps that these glyphs leave, in their order; one for each line."""
    gaps: list[Gap] = []
    end = base = 0.0
    for glyph in glyphs:
        start, here = _place(glyph, glyph.angle)
        width = math.hypot(glyph.along_x, glyph.along_y)
        last = gaps[-1] if gaps else None
        size = glyph.size
        if (
            last is not None
            and last.angle == glyph.angle
            and abs(here - base) < 0.35 * size
            and -0.5 * size < start - end < 1.5 * size
        ):
            last.width += start + width - end
            last.size = max(last.size, size)
        else:
            gaps.append(Gap(glyph.x, glyph.y, glyph.angle, width, size, glyph.show.colour, glyph.show.font.face()))
            base = here
        end = start + width
    return [gap for gap in gaps if gap.width > 0.01]


class Lines:
    """Where the lines of a page have something, to find the free space behind a gap."""

    def __init__(self, glyphs: Iterable[Glyph]) -> None:
        self._rows: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
        for glyph in glyphs:
            if glyph.text.strip():
                start, base = _place(glyph, glyph.angle)
                self._rows[glyph.angle, round(base / _ROW)].append((start, base))

    def room_behind(self, gap: Gap, edge: float) -> float:
        """How far it is from the gap's end to the next glyph of its line, or to the edge of the page."""
        turn = math.radians(gap.angle)
        start, base = gap.x * math.cos(turn) + gap.y * math.sin(turn), gap.y * math.cos(turn) - gap.x * math.sin(turn)
        end, high = start + gap.width, 0.9 * gap.size
        nearest = min(edge, _LONGEST_ROOM * gap.size)
        for row in range(round((base - high) / _ROW) - 1, round((base + high) / _ROW) + 2):
            for there, level in self._rows.get((gap.angle, row), ()):
                if abs(level - base) < high and there > end - 0.3 * gap.size:
                    nearest = min(nearest, there - end)
        return max(0.0, nearest - _SHORT_OF * gap.size)


def _encoded(text: str) -> tuple[bytes, str]:
    """The text in the encoding that standard fonts are used with here, and as it will be read."""
    plain = ""
    for sign in text:
        try:
            sign.encode("cp1252")
            plain += sign
        except UnicodeEncodeError:
            plain += "".join(c for c in unicodedata.normalize("NFKD", sign) if c.isascii()) or "?"
    return plain.encode("cp1252"), plain


def _length(text: str, face: str) -> float:
    widths = standard_widths(face)
    return sum(widths.get(sign, 0.6) for sign in _encoded(text)[1])


def _fits(text: str, gap: Gap) -> bool:
    least = min(gap.size, max(_LEAST, _SMALLEST * gap.size))
    return _length(text, gap.face) * least * _SQUEEZE <= gap.width + gap.room


@dataclass(slots=True)
class Overlay:
    """Operators that are painted over a page, the fonts they use, and how many letters they show."""

    operators: bytes = field(default=b"", repr=False)
    faces: set[str] = field(default_factory=set)
    letters: int = 0

    def write(self, gaps: Sequence[Gap], text: str) -> None:
        """Write a text into gaps."""
        text = " ".join(text.split())
        for gap, share in _shared(gaps, text) if text and gaps else ():
            self.operators += _written(gap, share) if share and _fits(share, gap) else _boxed(gap, share)
            self.faces.add(gap.face)
            self.letters += sum(not sign.isspace() for sign in _encoded(share)[1])


def _shared(gaps: Sequence[Gap], text: str) -> list[tuple[Gap, str]]:
    """Which words go into which gap: as many as fit, one gap after the other; else all into the widest."""
    if len(gaps) == 1:
        return [(gaps[0], text)]
    words, shares = text.split(), []
    for gap in gaps:
        share: list[str] = []
        while words and _fits(" ".join([*share, words[0]]), gap):
            share.append(words.pop(0))
        shares.append((gap, " ".join(share)))
    if not words:
        return [(gap, share) for gap, share in shares if share]
    widest = max(gaps, key=lambda gap: gap.width + gap.room)
    return [(gap, text if gap is widest else "") for gap in gaps]


def _frame(gap: Gap) -> bytes:
    turn = math.radians(gap.angle)
    values = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), gap.x, gap.y)
    return b" ".join(number(value) for value in values) + b" cm"


def _text(text: str, face: str, size: float, squeeze: float, x: float, y: float) -> bytes:
    return b"BT /Velado%b %b Tf %b Tz 1 0 0 1 %b %b Tm %b Tj ET" % (
        face.encode("ascii"),
        number(size),
        number(squeeze * 100),
        number(x),
        number(y),
        hex_string(_encoded(text)[0]),
    )


def _written(gap: Gap, text: str) -> bytes:
    natural, free = _length(text, gap.face), gap.width
    if natural * _SQUEEZE * _SMALLER * gap.size > free:  # a little smaller looks better than beyond the gap
        free += gap.room
    squeeze = min(1.0, max(_SQUEEZE, free / (natural * gap.size)))
    size = min(gap.size, free / (natural * squeeze))
    return b"q %b %b %b Q\n" % (gap.colour, _frame(gap), _text(text, gap.face, size, squeeze, 0, 0))


def _boxed(gap: Gap, text: str) -> bytes:
    """A black box, and in it the words as large as they can be."""
    low, high = -0.22 * gap.size, 0.95 * gap.size
    box = b"0 g 0 %b %b %b re f" % (number(low), number(gap.width), number(high))
    if not text:
        return b"q %b %b Q\n" % (_frame(gap), box)
    size = min(0.8 * gap.size, 0.94 * gap.width / (_length(text, gap.face) * 0.6))
    words = _text(text, gap.face, size, 0.6, 0.03 * gap.width, low + (high - 0.7 * size) / 2)
    return b"q %b %b 1 g %b Q\n" % (_frame(gap), box, words)


def add_fonts(resources: DictionaryObject, faces: set[str]) -> None:
    """The fonts that the operators use, among a page's resources."""
    from pypdf.generic import DictionaryObject, NameObject

    from velado.formats._pdf_objects import entry

    fonts = DictionaryObject(entry(resources, "/Font", {}))
    for face in sorted(faces):
        described = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": f"/{face}", "/Encoding": "/WinAnsiEncoding"}
        fonts[NameObject(f"/Velado{face}")] = DictionaryObject({NameObject(key): NameObject(name) for key, name in described.items()})
    resources[NameObject("/Font")] = fonts
