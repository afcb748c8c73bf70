"""What lies behind a page's text and can only be read together, as it is seen: letters that are drawn, pictures in pieces.

Its words are found where the page without its text is rendered and read. When some of them must go, all that is behind the
text becomes one picture with boxes in it; else the page stays as it is.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from velado.formats import Limits, UnreadableError
from velado.formats._barcodes import barcodes
from velado.formats._boxes import turned_back
from velado.formats._ocr import Box, Scan, check_read, read_picture
from velado.formats._pdf_clean import saved
from velado.formats._pdf_codes import figures_in_picture
from velado.formats._pdf_glyphs import Painting, Picture
from velado.formats._pdf_objects import entry
from velado.formats._pdf_pages import Examined, Sheet, seen_box
from velado.formats._pdf_paths import Area, Mark, areas_of, meets, touching
from velado.formats._pdf_pictures import (
    PAGE_DPI,
    dimensions,
    drawn_size,
    is_photograph,
    lying,
    page_pixels,
    picture_object,
    see_through,
)
from velado.formats._picture_views import turned_left

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdf import PdfWriter
    from pypdf.generic import DictionaryObject

__all__ = ["Ground", "GroundReader", "bare", "ground_areas", "may_hold_words", "set_ground", "text_is_covered"]

_LEAST_HEIGHT, _LEAST_WIDTH = 8.0, 24.0  # points: a smaller picture holds words only together with others
_LEAST_PIXELS = 12
_WIDE, _FLAT = 15.0, 3.0  # points: a small picture that may hold a line or a word
_THIN, _MANY_THIN = 2.0, 10  # points: such pictures are rules and dots, unless there are many
_MOST_COMPARED = 300
_SLIGHT = 5.0  # degrees: a page that lies askew by so little is read all the same
_MUST_BE_READ = 0.1  # of the page
_MARGIN = 10.0  # points
_SURE, _PLENTY = 60, 40  # confidence of a word; letters that tell which way up a page is
_LETTER_SEGMENTS = 6  # plainer shapes that were taken for letters are squares, circles and arrows


def may_hold_words(picture: Picture) -> bool:
    """Whether a picture is large enough to be read by itself."""
    width, height = drawn_size(picture.matrix)
    shape = width >= _LEAST_WIDTH and height >= _LEAST_HEIGHT or height >= _LEAST_WIDTH and width >= _LEAST_HEIGHT
    return shape and min(dimensions(picture)) >= _LEAST_PIXELS


def _askew(picture: Picture) -> bool:
    """Whether a picture is turned by so little that it can be read as it is."""
    turn = math.degrees(math.atan2(picture.matrix[1], picture.matrix[0])) % 90
    return lying(picture.matrix) is None and min(turn, 90 - turn) < _SLIGHT


def _in_pieces(pictures: Sequence[Picture]) -> list[Area]:
    """The pictures that lie beside or over each other."""
    areas = [picture.area for picture in pictures]
    thin = [area for area in areas if min(area[2] - area[0], area[3] - area[1]) < _THIN]
    if len(thin) < _MANY_THIN:
        areas = [area for area in areas if area not in thin]
    if len(areas) > _MOST_COMPARED:
        return areas
    found: dict[int, Area] = {}
    for number, one in enumerate(areas):
        for other in range(number + 1, len(areas)):
            if touching(one, areas[other]):
                found[number], found[other] = one, areas[other]
    return list(found.values())


def ground_areas(painting: Painting) -> list[Area]:
    """The parts of a page that have to be read as they are seen; none when each of its pictures can be read by itself."""
    large = [picture for picture in painting.pictures if may_hold_words(picture)]
    small = [picture.area for picture in painting.pictures if not may_hold_words(picture)]
    marks = list(painting.paths.marks)
    for area in small:
        width, height = area[2] - area[0], area[3] - area[1]
        if min(width, height) >= _FLAT:
            marks.append(Mark(area, 99 if max(width, height) > _WIDE else 1))
    fills = [area for area, _ in painting.paths.fills[:_MOST_COMPARED]]
    clear = [picture.area for picture in large if see_through(picture) and any(meets(picture.area, fill) for fill in fills)]
    askew = [picture.area for picture in large if _askew(picture)]
    found = [*areas_of(marks, painting.paths.rules), *_in_pieces(painting.pictures), *clear, *askew]
    if not found and painting.paths.barred():
        found = painting.paths.rules
    return [*found, *(picture.area for picture in large)] if found else []


def text_is_covered(painting: Painting) -> bool:
    """Whether something is painted over text: it must not come to light."""
    covers = [(picture.area, picture.after) for picture in painting.pictures]
    covers += [(area, after) for area, after in painting.paths.fills if after]
    for area, after in covers:
        for glyph in painting.glyphs[:after]:
            middle_x, middle_y = glyph.x + glyph.along_x / 2, glyph.y + glyph.along_y / 2 + 0.3 * glyph.size
            if not glyph.hidden and area[0] < middle_x < area[2] and area[1] < middle_y < area[3] and glyph.text.strip():
                return True
    return False


def bare(pages: Examined, numbers: Iterable[int], blank: Collection[tuple[int, int]] = ()) -> bytes:
    """The file with these pages shown without their text and without pictures that are taken out."""
    for number in numbers:
        page, painting = pages.clean.pages[number], pages.sheets[number].painting
        without = {at: None for at in range(len(painting.pictures)) if (number, at) in blank}
        pages.rewriter.place(page, pages.rewriter.page(page, painting, range(len(painting.glyphs)), without))
    return saved(pages.clean.writer)


@dataclass(slots=True)
class Ground:
    """What was read behind a page's text, and the photographs seen there."""

    scan: Scan = field(repr=False)
    codes: list[Area]  # barcodes, on the page
    photographs: list[int] = field(default_factory=list)


class GroundReader:
    """Reads what is behind the text of pages; what looks the same on several pages is read once."""

    def __init__(self, document: Any, language: str, limits: Limits) -> None:
        self._document = document  # rendered without its text
        self._language = language
        self._limits = limits
        self._known: dict[bytes, Scan] = {}

    def read(self, number: int, page: DictionaryObject, sheet: Sheet, areas: Sequence[Area]) -> Ground:
        """Read one page. Raises UnreadableError when pictures that fill the page cannot be read."""
        image = page_pixels(self._document, number, self._limits)
        painting, frame = sheet.painting, _Frame(seen_box(page), _turn(page), image.size)
        places = [frame.pixels(area, _MARGIN) for area in areas]
        left, top = min(place[0] for place in places), min(place[1] for place in places)
        crop = image.crop((left, top, max(place[2] for place in places), max(place[3] for place in places)))
        pictured = [frame.pixels(picture.area) for picture in painting.pictures]
        try:
            read = self._scan(crop)
        except UnreadableError:
            if sum(_size(picture.area) for picture in painting.pictures) > _MUST_BE_READ * sheet.area:
                raise
            read, places = Scan((), ((0, 0, *crop.size),), codes=tuple(barcodes(crop))), []
        words = [replace(word, box=_moved(word.box, left, top)) for word in read.words]
        words = [word for word in words if any(meets(word.box, place) for place in places)]
        unread = [_moved(box, left, top) for box in read.unread if box not in read.codes]
        if places:
            letters = [frame.pixels(mark.area) for mark in painting.paths.marks if mark.segments >= _LETTER_SEGMENTS]
            unread = [box for box in unread if any(meets(box, place) for place in [*pictured, *letters])]
        codes = [_moved(box, left, top) for box in read.codes] if pictured or painting.paths.barred() else []
        unread += [*codes, *figures_in_picture(words, codes, PAGE_DPI)]
        ground = Ground(Scan(tuple(words), tuple(unread), read.turned), [frame.area(code) for code in codes])
        for at in _lone(painting.pictures):
            if not any(meets(word.box, pictured[at]) for word in words) and is_photograph(image.crop(pictured[at])):
                ground.photographs.append(at)
        return ground

    def _scan(self, crop: Image) -> Scan:
        key = sha256(repr(crop.size).encode("ascii") + crop.tobytes()).digest()
        if key not in self._known:
            first = read_picture(crop, self._language, PAGE_DPI, refuse=False)
            self._known[key] = first if _said(first) > _PLENTY else max([first, *self._turned(crop, first.turned)], key=_said)
        check_read(self._known[key])
        return self._known[key]

    def _turned(self, crop: Image, known: int) -> Iterator[Scan]:
        """The same read in other ways: a few words do not tell which way up they stand."""
        for turned in (0, 90, 180, 270):
            if turned != known:
                yield read_picture(crop, self._language, PAGE_DPI, turned, refuse=False)


def _said(scan: Scan) -> int:
    """How many letters were read for certain."""
    return sum(len(word.text) for word in scan.words if word.confidence >= _SURE and len(word.text) >= 3)


def _size(area: Area) -> float:
    return (area[2] - area[0]) * (area[3] - area[1])


def _moved(box: Box, right: int, down: int) -> Box:
    return box[0] + right, box[1] + down, box[2] + right, box[3] + down


def _turn(page: DictionaryObject) -> int:
    return int(entry(page, "/Rotate", 0)) % 360


def _lone(pictures: Sequence[Picture]) -> list[int]:
    """The numbers of pictures of some size that do not lie at others."""
    if len(pictures) > _MOST_COMPARED:
        return []
    large = [at for at, picture in enumerate(pictures) if may_hold_words(picture)]
    return [at for at in large if not any(touching(pictures[at].area, other.area) for other in pictures if other is not pictures[at])]


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a page and the picture of it meet: the part of the page that is seen, how it is turned, the picture's size."""

    box: Area
    turn: int
    size: tuple[int, int]

    @property
    def _scale(self) -> float:
        sideways = self.turn in (90, 270)
        return self.size[0] / (self.box[3] - self.box[1] if sideways else self.box[2] - self.box[0])

    def pixels(self, area: Area, margin: float = 0.0) -> Box:
        """Where a part of the page is in the picture."""
        left, right = area[0] - margin - self.box[0], area[2] + margin - self.box[0]
        up, down = self.box[3] - area[3] - margin, self.box[3] - area[1] + margin
        width, height = self.box[2] - self.box[0], self.box[3] - self.box[1]
        sides = turned_back((left, up, right, down), self.turn, (width, height))
        x0, y0, x1, y1 = (round(side * self._scale) for side in sides)
        x0, y0 = min(max(x0, 0), self.size[0] - 1), min(max(y0, 0), self.size[1] - 1)
        return x0, y0, min(max(x1, x0 + 1), self.size[0]), min(max(y1, y0 + 1), self.size[1])

    def area(self, box: Box) -> Area:
        """Where a part of the picture is on the page."""
        left, top, right, bottom = (side / self._scale for side in box)
        width, height = self.box[2] - self.box[0], self.box[3] - self.box[1]
        seen = (height, width) if self.turn in (90, 270) else (width, height)
        x0, up, x1, down = turned_back((left, top, right, bottom), -self.turn % 360, seen)
        return self.box[0] + x0, self.box[3] - down, self.box[0] + x1, self.box[3] - up


def set_ground(writer: PdfWriter, page: DictionaryObject, image: Image) -> bytes:
    """Put the picture of all that is behind the text among a page's resources; the answer is what paints it."""
    from pypdf.generic import DictionaryObject, NameObject

    turn, (left, bottom, right, top) = _turn(page), seen_box(page)
    resources: Any = page["/Resources"]
    shown = DictionaryObject(entry(resources, "/XObject", {}))
    shown[NameObject("/VeladoGround")] = picture_object(writer, turned_left(image, turn))
    resources[NameObject("/XObject")] = shown
    return f"q {right - left:.3f} 0 0 {top - bottom:.3f} {left:.3f} {bottom:.3f} cm /VeladoGround Do Q\n".encode("ascii")
