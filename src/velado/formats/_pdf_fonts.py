"""Fonts of a PDF: how a string falls into codes, how far each moves the pen, and whether its letters can be told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from velado.formats._pdf_objects import entry

if TYPE_CHECKING:
    from pypdf.generic import DictionaryObject

__all__ = ["PdfFont", "UnknownFontError", "read_font", "standard_widths"]

STANDARD_ENCODINGS = ("/WinAnsiEncoding", "/MacRomanEncoding", "/StandardEncoding", "/MacExpertEncoding")
_SUBSET = re.compile(r"[A-Z]{6}\+")
_SYMBOLIC = 4  # of the flags of a font descriptor
_PLAIN_FACES = (
    "Helvetica", "Helvetica-Bold", "Times-Roman", "Times-Bold", "Courier", "Courier-Bold"
)  # fmt: skip


class UnknownFontError(ValueError):
    """A font whose codes or widths cannot be known for certain."""


@dataclass(frozen=True)
class PdfFont:
    """What is needed of a font to follow the pen."""

    name: str
    bytes_per_code: int
    widths: dict[int, float] = field(repr=False)
    missing_width: float
    scale: float  # of a width, to ems
    told: bool  # the font says which letter each code is
    procedures: Any = field(default=None, repr=False)  # of a Type3 font: its glyphs are little pages
    own: bool = False  # the letters are what the file says of shapes that it brings along, which may be wrong

    def codes(self, text: bytes) -> Iterator[int]:
        """The codes of a string, in order."""
        if self.bytes_per_code == 1:
            yield from text
        else:
            for at in range(0, len(text) - 1, 2):
                yield text[at] << 8 | text[at + 1]

    def width(self, code: int) -> float:
        """How far a glyph moves the pen, in ems."""
        return self.widths.get(code, self.missing_width) * self.scale

    def rough_width(self, code: int) -> float:
        """The same as pdfium reckons it, which drops fractions of the thousandth."""
        return int(self.widths.get(code, self.missing_width)) * self.scale

    def face(self) -> str:
        """The one of the fonts every reader has that looks most like it.

        >>> PdfFont("ABCDEF+LiberationSerif-Bold", 1, {}, 0, 0.001, True).face()
        'Times-Bold'
        """
        plain = self.name.casefold()
        bold = "-Bold" if "bold" in plain or "black" in plain or "heavy" in plain else ""
        if any(word in plain for word in ("courier", "mono", "consol")):
            return "Courier" + bold
        if "sans" not in plain and any(word in plain for word in ("times", "serif", "roman", "georgia", "garamond", "cambria")):
            return "Times" + (bold or "-Roman")
        return "Helvetica" + bold


def read_font(font: DictionaryObject) -> PdfFont:
    """What a font resource says. Raises UnknownFontError."""
    try:
        kind = entry(font, "/Subtype")
        if kind == "/Type0":
            return _composite(font)
        if kind in ("/Type1", "/MMType1", "/TrueType", "/Type3"):
            return _simple(font, str(kind))
    except (TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
        raise UnknownFontError("a font that is not well made") from error
    raise UnknownFontError("a font of an unknown kind")


def _name(font: DictionaryObject) -> str:
    return _SUBSET.sub("", str(entry(font, "/BaseFont", "")).removeprefix("/"))


def _simple(font: DictionaryObject, kind: str) -> PdfFont:
    descriptor = entry(font, "/FontDescriptor", {})
    missing = float(entry(descriptor, "/MissingWidth", 0))
    if "/Widths" in font:
        first = int(entry(font, "/FirstChar", 0))
        listed = [float(width.get_object()) for width in entry(font, "/Widths")]
        widths = {first + at: width for at, width in enumerate(listed[:256])}
    else:
        widths = _standard(font)
    scale, procedures = 0.001, None
    if kind == "/Type3":
        matrix = [float(value) for value in entry(font, "/FontMatrix")]
        if matrix[1] or matrix[2]:
            raise UnknownFontError("a font that leans")
        scale, procedures = matrix[0], entry(font, "/CharProcs")
    return PdfFont(_name(font), 1, widths, missing, scale, _letters_told(font, kind, descriptor), procedures, _own(font, descriptor))


def _own(font: DictionaryObject, descriptor: Any) -> bool:
    embedded = any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
    return embedded or "/CharProcs" in font


def _letters_told(font: DictionaryObject, kind: str, descriptor: Any) -> bool:
    if "/ToUnicode" in font:
        return True
    encoding = entry(font, "/Encoding")
    if kind == "/Type3":  # its glyphs are little pictures, whatever they are called
        return False
    if isinstance(encoding, dict):
        names = [str(name) for name in entry(encoding, "/Differences", []) if isinstance(name, str)]
        return all(_known_glyph(name) for name in names)
    if encoding in STANDARD_ENCODINGS:
        return True
    return not _own(font, descriptor) or not int(entry(descriptor, "/Flags", 0)) & _SYMBOLIC


def _known_glyph(name: str) -> bool:
    from pypdf._codecs.adobe_glyphs import adobe_glyphs

    return name in adobe_glyphs or name == "/.notdef" or re.fullmatch(r"/(?:uni[0-9A-F]{4}|u[0-9A-F]{4,6})", name) is not None


def _standard(font: DictionaryObject) -> dict[int, float]:
    """The widths of a font that every reader has and that therefore need not say them."""
    from pypdf._codecs.core_font_metrics import CORE_FONT_METRICS
    from pypdf.generic._font import Font

    if _name(font) not in CORE_FONT_METRICS:
        raise UnknownFontError("a font without widths")
    found = Font.from_font_resource(font).character_widths
    return {ord(character): float(width) for character, width in found.items() if len(character) == 1}


def _composite(font: DictionaryObject) -> PdfFont:
    if entry(font, "/Encoding") != "/Identity-H":
        raise UnknownFontError("a font with a character map of its own, or written from top to bottom")
    descendant = entry(font, "/DescendantFonts")[0].get_object()
    widths: dict[int, float] = {}
    listed = [given.get_object() for given in entry(descendant, "/W", ())]
    at = 0
    while at < len(listed) - 1:
        first, following = int(listed[at]), listed[at + 1]
        if isinstance(following, list):
            widths.update((first + number, float(width.get_object())) for number, width in enumerate(following))
            at += 2
        else:
            last = min(int(following), 65535)
            widths.update(dict.fromkeys(range(first, last + 1), float(listed[at + 2])))
            at += 3
    own = _own(font, entry(descendant, "/FontDescriptor", {}))
    return PdfFont(_name(font), 2, widths, float(entry(descendant, "/DW", 1000)), 0.001, "/ToUnicode" in font, own=own)


@cache
def standard_widths(face: str) -> dict[str, float]:
    """How wide each character of one of the fonts that every reader has is, in ems."""
    from pypdf._codecs.core_font_metrics import CORE_FONT_METRICS

    if face not in _PLAIN_FACES:
        raise ValueError("only upright standard fonts are drawn with")
    return {character: width / 1000 for character, width in CORE_FONT_METRICS[face].character_widths.items() if len(character) == 1}
