"""What a page's content paints: every glyph with its place, every picture, and what nobody sees.

The pen is followed through the content and through the forms it uses. Nothing is changed here; what has to go in any
case (hidden layers, invisible text, text beside the page) is collected as patches to the streams.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from velado.formats import UnreadableError
from velado.formats._pdf_fonts import PdfFont, UnknownFontError, read_font
from velado.formats._pdf_objects import entry
from velado.formats._pdf_paths import DRAWS, IDENTITY, PAINTS, Area, Matrix, Paths, times
from velado.formats._pdf_syntax import BrokenStreamError, Name, Operation, number, operations

__all__ = ["Glyph", "Matrix", "Painting", "Part", "Picture", "Show", "paint"]

_DEEPEST, _MOST_PARTS, _MOST_GLYPHS = 12, 2_000, 2_000_000
_INVISIBLE = 3  # text rendering mode: neither filled nor stroked
_PLAIN_COLOURS = frozenset({b"g", b"rg", b"k"})


@dataclass(slots=True, eq=False)
class Part:
    """A stream that was read: the page's own, or one use of a form."""

    data: bytes = field(repr=False)
    resources: Mapping[str, Any] = field(repr=False)
    form: Any = field(default=None, repr=False)  # None for the page's own
    uses: list[tuple[Operation, Part]] = field(default_factory=list, repr=False)  # of forms
    names: set[tuple[str, str]] = field(default_factory=set, repr=False)  # of resources that it uses, with their kind
    patches: list[tuple[int, int, bytes]] = field(default_factory=list, repr=False)
    shows: list[Show] = field(default_factory=list, repr=False)
    paints: list[tuple[int, int, bytes]] = field(default_factory=list, repr=False)  # paths, and what to write to leave each out


@dataclass(slots=True, eq=False)
class Show:
    """One operator that shows text, with the state of the pen that its gaps depend on."""

    part: Part = field(repr=False)
    operation: Operation = field(repr=False)
    font: PdfFont
    size: float
    spacing: float
    word_spacing: float
    colour: bytes
    pieces: list[Any] = field(repr=False)  # strings and kerning, as TJ has them
    first: int = 0  # of its glyphs
    count: int = 0
    continued: bool = False  # more text follows from where it ends


@dataclass(slots=True, eq=False)
class Glyph:
    """One glyph on the page, in the page's own coordinates."""

    show: Show = field(repr=False)
    code: int
    x: float
    y: float
    rough_x: float  # where pdfium sees it
    rough_y: float
    along_x: float  # the way to the end of the glyph
    along_y: float
    size: float  # of an em, on the page
    angle: int  # the direction of writing, in whole degrees
    hidden: bool = False
    text: str = field(default="", repr=False)  # filled in by whoever can read it


@dataclass(slots=True, eq=False)
class Picture:
    """One use of a picture."""

    part: Part = field(repr=False)
    operation: Operation = field(repr=False)
    image: Any = field(repr=False)  # the XObject; None for an inline picture
    matrix: Matrix
    after: int = 0  # so many glyphs are painted before it

    @property
    def area(self) -> Area:
        """The rectangle that it takes on the page."""
        a, b, c, d, x, y = self.matrix
        across, up = [x, x + a, x + c, x + a + c], [y, y + b, y + d, y + b + d]
        return min(across), min(up), max(across), max(up)


@dataclass(slots=True, eq=False)
class Painting:
    """Everything that a page paints."""

    parts: list[Part] = field(default_factory=list, repr=False)
    glyphs: list[Glyph] = field(default_factory=list, repr=False)
    pictures: list[Picture] = field(default_factory=list, repr=False)
    paths: Paths = field(default_factory=Paths, repr=False)
    patterned: bool = False  # text is painted with a pattern
    hidden_text: int = 0  # glyphs that nobody sees
    hidden_things: int = 0  # forms, pictures and paths in hidden layers
    doubt: str = ""  # why the page cannot be followed with certainty


@dataclass(slots=True)
class _Pen:
    """The graphics state, as far as text depends on it."""

    matrix: Matrix = IDENTITY
    font: PdfFont | None = None
    size: float = 0.0
    spacing: float = 0.0
    word_spacing: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0
    colour: bytes = b"0 g"
    patterned: bool = False

    def copy(self) -> _Pen:
        return _Pen(
            self.matrix, self.font, self.size, self.spacing, self.word_spacing, self.stretch, self.leading, self.rise, self.mode,
            self.colour, self.patterned,
        )  # fmt: skip

    def text_state(self) -> bytes:
        """Operators that set what a form takes over from the page; not every reader does that by itself."""
        set_otherwise = [
            number(value) + operator
            for value, usual, operator in (
                (self.spacing, 0.0, b" Tc "), (self.word_spacing, 0.0, b" Tw "), (self.stretch * 100, 100.0, b" Tz "),
                (self.leading, 0.0, b" TL "), (self.rise, 0.0, b" Ts "), (self.mode, 0, b" Tr "),
            )
            if value != usual
        ]  # fmt: skip
        return b"".join(set_otherwise)


def paint(content: bytes, resources: Mapping[str, Any], box: tuple[float, float, float, float]) -> Painting:
    """Follow a page's content. `box` is the part of the page that is seen.

    Raises UnreadableError for pages that would keep every reader busy without end.
    """
    painting = Painting()
    painter = _Painter(painting, box)
    part = Part(content, resources)
    try:
        painter.run(part, _Pen(), 0)
    except (BrokenStreamError, UnknownFontError) as error:
        painting.doubt = str(error)
    except UnreadableError:
        raise
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError, RecursionError):
        painting.doubt = "operators without their operands"
    return painting


class _Painter:
    def __init__(self, painting: Painting, box: tuple[float, float, float, float]) -> None:
        self._painting = painting
        self._box = box
        self._fonts: dict[int, tuple[Any, PdfFont]] = {}
        self._line: Matrix = IDENTITY
        self._text: Matrix = IDENTITY
        self._drift = 0.0  # how much further pdfium's pen has come, in text space
        self._last: Show | None = None  # the text that the next would continue

    def run(self, part: Part, pen: _Pen, depth: int) -> None:
        """Follow one stream."""
        painting = self._painting
        painting.parts.append(part)
        if depth > _DEEPEST or len(painting.parts) > _MOST_PARTS:
            raise UnreadableError("a page is made of more forms than any page needs")
        saved: list[_Pen] = []
        marks: list[bool] = []  # marked content that is open, and whether it is in a hidden layer
        for operation in operations(part.data):
            operator, operands = operation.operator, operation.operands
            unseen = any(marks)
            if operator == b"q":
                saved.append(pen.copy())
            elif operator == b"Q":
                if saved:
                    pen = saved.pop()
                else:  # it would close what is opened around the content
                    part.patches.append((operation.start, operation.end, b""))
            elif operator == b"cm":
                pen.matrix = times(_matrix(operands), pen.matrix)
            elif operator in (b"BDC", b"BMC"):
                marks.append(operator == b"BDC" and self._marked_hidden(operands, part))
                part.patches.append((operation.start, operation.end, b"/Span BMC"))  # its name and properties may say the text once more
            elif operator == b"EMC":
                if marks:
                    marks.pop()
            elif operator in (b"DP", b"MP"):
                part.patches.append((operation.start, operation.end, b""))
            elif operator == b"Do":
                self._use(part, operation, pen, depth, unseen)
            elif operator == b"BI":
                self._picture(part, operation, None, pen, unseen)
            elif operator in DRAWS:
                painting.paths.draw(operator, operands, pen.matrix)
            elif operator in PAINTS or operator in (b"sh", b"n"):
                self._path(part, operation, unseen)
            else:
                self._text_operator(part, operation, pen, unseen)
        if saved:
            part.patches.append((len(part.data), len(part.data), b"\nQ" * len(saved)))

    def _marked_hidden(self, operands: list[Any], part: Part) -> bool:
        if operands[0] != "OC" or not isinstance(operands[1], Name):
            return False
        return _true(entry(entry(part.resources, "/Properties", {}), f"/{operands[1]}"))

    def _path(self, part: Part, operation: Operation, unseen: bool) -> None:
        paths = self._painting.paths
        if operation.operator == b"n":
            paths.drop()
            return
        without = operation.start, operation.end, b"" if operation.operator == b"sh" else b"n"
        if unseen:
            part.patches.append(without)
            paths.drop()
            self._painting.hidden_things += 1
            return
        part.paints.append(without)
        if operation.operator != b"sh":
            paths.paint(operation.operator, len(self._painting.glyphs))

    def _picture(self, part: Part, operation: Operation, image: Any, pen: _Pen, unseen: bool) -> None:
        if unseen:
            part.patches.append((operation.start, operation.end, b""))
            self._painting.hidden_things += 1
        else:
            if image is not None:
                part.names.add(("/XObject", f"/{operation.operands[0]}"))
            self._painting.pictures.append(Picture(part, operation, image, pen.matrix, len(self._painting.glyphs)))

    def _use(self, part: Part, operation: Operation, pen: _Pen, depth: int, unseen: bool) -> None:
        used = entry(entry(part.resources, "/XObject", {}), f"/{operation.operands[0]}")
        if used is None:
            part.patches.append((operation.start, operation.end, b""))
            return
        unseen = unseen or _true(entry(used, "/OC"))
        kind = entry(used, "/Subtype")
        if kind == "/Image":
            self._picture(part, operation, used, pen, unseen)
        elif unseen:
            part.patches.append((operation.start, operation.end, b""))
            self._painting.hidden_things += 1
        elif kind == "/Form":
            resources = entry(used, "/Resources", part.resources)
            inner = pen.copy()
            inner.matrix = times(_matrix([float(value) for value in entry(used, "/Matrix", IDENTITY)]), pen.matrix)
            inner.font = None
            form = Part(used.get_data(), resources, used)
            part.uses.append((operation, form))
            if state := inner.text_state():
                form.patches.append((0, 0, state))
            kept = self._line, self._text, self._drift, self._last
            self._last = None
            self.run(form, inner, depth + 1)
            self._line, self._text, self._drift, self._last = kept

    def _text_operator(self, part: Part, operation: Operation, pen: _Pen, unseen: bool) -> None:
        operator, operands = operation.operator, operation.operands
        if operator in (b"Tj", b"TJ", b"'", b'"'):
            if operator == b'"':
                pen.word_spacing, pen.spacing = float(operands[0]), float(operands[1])
            if operator in (b"'", b'"'):
                self._move(0.0, -pen.leading)
            self._show(part, operation, pen, unseen)
        elif operator == b"BT":
            self._set(IDENTITY)
        elif operator == b"Td":
            self._move(float(operands[0]), float(operands[1]))
        elif operator == b"TD":
            pen.leading = -float(operands[1])
            self._move(float(operands[0]), float(operands[1]))
        elif operator == b"Tm":
            self._set(_matrix(operands))
        elif operator == b"T*":
            self._move(0.0, -pen.leading)
        elif operator == b"Tf":
            pen.font, pen.size = self._font(part, operands[0]), float(operands[1])
        elif operator in (b"Tc", b"Tw", b"Tz", b"TL", b"Ts", b"Tr"):
            self._state(operator, operands[0], pen)
        elif operator == b"gs":
            part.names.add(("/ExtGState", f"/{operands[0]}"))
            state = entry(entry(part.resources, "/ExtGState", {}), f"/{operands[0]}", {})
            if "/Font" in state:
                raise UnknownFontError("a font set by the graphics state")
            mask = entry(state, "/SMask")
            if isinstance(mask, dict) and _shows_text(entry(mask, "/G")):
                raise BrokenStreamError("a mask made of text")
        elif operator in _PLAIN_COLOURS:
            pen.colour, pen.patterned = part.data[operation.start : operation.end], False
        elif operator in (b"cs", b"sc", b"scn", b"SCN"):
            pen.colour = b"0 g" if operator != b"SCN" else pen.colour  # other colours would need resources of their own
            pen.patterned = pen.patterned and operator == b"SCN"
            if operands and isinstance(operands[-1], Name) and operator in (b"scn", b"SCN"):
                pen.patterned = True
                part.names.add(("/Pattern", f"/{operands[-1]}"))
                pattern = entry(entry(part.resources, "/Pattern", {}), f"/{operands[-1]}", {})
                if entry(pattern, "/PatternType") == 1 and _shows_text(pattern):
                    raise BrokenStreamError("a pattern made of text")

    @staticmethod
    def _state(operator: bytes, value: Any, pen: _Pen) -> None:
        if operator == b"Tc":
            pen.spacing = float(value)
        elif operator == b"Tw":
            pen.word_spacing = float(value)
        elif operator == b"Tz":
            pen.stretch = float(value) / 100
        elif operator == b"TL":
            pen.leading = float(value)
        elif operator == b"Ts":
            pen.rise = float(value)
        else:
            pen.mode = int(value)

    def _font(self, part: Part, name: str) -> PdfFont:
        resource = entry(entry(part.resources, "/Font", {}), f"/{name}")
        if resource is None:
            raise UnknownFontError("a font that is not there")
        part.names.add(("/Font", f"/{name}"))
        if id(resource) not in self._fonts:
            font = read_font(resource)
            if any(_shows_text(glyph.get_object()) for glyph in (font.procedures or {}).values()):
                raise UnknownFontError("a font whose glyphs are made of text")
            self._fonts[id(resource)] = (resource, font)
        return self._fonts[id(resource)][1]

    def _set(self, matrix: Matrix) -> None:
        self._line = self._text = matrix
        self._drift = 0.0
        self._last = None

    def _move(self, x: float, y: float) -> None:
        self._set(times((1.0, 0.0, 0.0, 1.0, x, y), self._line))

    def _show(self, part: Part, operation: Operation, pen: _Pen, unseen: bool) -> None:
        if pen.font is None:
            raise UnknownFontError("text before a font is chosen")
        given = operation.operands[-1]
        pieces = given if isinstance(given, list) else [given]
        painting = self._painting
        show = Show(
            part, operation, pen.font, pen.size, pen.spacing, pen.word_spacing, pen.colour, pieces, len(painting.glyphs)
        )
        part.shows.append(show)
        painting.patterned |= pen.patterned
        if self._last is not None:
            self._last.continued = True
        self._last = show
        for piece in pieces:
            if isinstance(piece, bytes):
                self._advance(show, piece, pen, unseen)
            elif isinstance(piece, int | float):
                self._text = times((1.0, 0.0, 0.0, 1.0, -piece / 1000 * pen.size * pen.stretch, 0.0), self._text)
        show.count = len(painting.glyphs) - show.first
        if len(painting.glyphs) > _MOST_GLYPHS:
            raise UnreadableError("a page has more text than a page can hold")

    def _advance(self, show: Show, text: bytes, pen: _Pen, unseen: bool) -> None:
        font, glyphs = show.font, self._painting.glyphs
        a, b, c, d, x, y = times(times((1.0, 0.0, 0.0, 1.0, 0.0, pen.rise), self._text), pen.matrix)
        size = abs(pen.size) * math.hypot(c, d)
        turned = -1.0 if pen.size * pen.stretch < 0 else 1.0  # a size below nought turns the glyphs round
        angle = round(math.degrees(math.atan2(b * turned, a * turned))) % 360
        invisible = unseen or pen.mode in (_INVISIBLE, 7)
        shift, drift, scale = 0.0, self._drift, pen.size * pen.stretch
        for code in font.codes(text):
            extra = pen.spacing + (pen.word_spacing if code == 32 and font.bytes_per_code == 1 else 0.0)
            width = font.width(code)
            ink = width * scale
            ahead = shift + drift
            glyph = Glyph(
                show, code, x + a * shift, y + b * shift, x + a * ahead, y + b * ahead, a * ink, b * ink, size, angle
            )
            glyph.hidden = invisible or not self._on_page(glyph)
            self._painting.hidden_text += glyph.hidden
            glyphs.append(glyph)
            drift += (font.rough_width(code) - width) * scale
            shift += ink + extra * pen.stretch
        self._drift = drift
        self._text = times((1.0, 0.0, 0.0, 1.0, shift, 0.0), self._text)

    def _on_page(self, glyph: Glyph) -> bool:
        left, bottom, right, top = self._box
        middle_x, middle_y = glyph.x + glyph.along_x / 2, glyph.y + glyph.along_y / 2
        edge = glyph.size / 2
        return left - edge <= middle_x <= right + edge and bottom - edge <= middle_y <= top + edge


def _matrix(values: Any) -> Matrix:
    a, b, c, d, e, f = (float(value) for value in values)
    return (a, b, c, d, e, f)


def _true(value: Any) -> bool:
    return bool(getattr(value, "value", False))


def _shows_text(stream: Any) -> bool:
    """Whether a stream that is painted as a whole shows text, or uses something that may."""
    return any(operation.operator in (b"Tj", b"TJ", b"'", b'"', b"Do") for operation in operations(stream.get_data()))
