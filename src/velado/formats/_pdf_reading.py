"""A PDF as one text: where each of its characters is from, on which page, in which glyph or word of a picture."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from velado.formats import Options, UnreadableError
from velado.formats._ocr import Scan, Word, atoms_of, missing, read_picture
from velado.formats._page_layout import Atom, Laid, atom_at, lay_out
from velado.formats._pdf_glyphs import Painting, Picture
from velado.formats._pdf_pages import Examined, Sheet, examined
from velado.formats._pdf_pictures import (
    PAGE_DPI,
    Lying,
    dimensions,
    drawn_size,
    is_photograph,
    lying,
    page_pixels,
    picture_pixels,
)
from velado.tokens import fold

__all__ = ["Segment", "Source", "read_pdf"]

_LEAST_HEIGHT, _LEAST_WIDTH = 8.0, 24.0  # points: smaller pictures hold no words
_LEAST_PIXELS = 12
_MUST_BE_READ = 0.1  # of the page: a picture that must not be left out silently
_CURVES = 300  # so many may draw letters
_STRANGE_WORDS = 2


@dataclass(slots=True)
class Segment:
    """A stretch of the text that comes from one page's glyphs, from a picture on it, or from the page taken as a picture."""

    start: int  # in the text
    page: int
    picture: int | None  # its number on the page; None for glyphs and whole pages
    sources: array[int] = field(repr=False)  # the glyph or word of each character; -1 for blanks that are ours
    dropped: dict[int, int] = field(repr=False)
    words: tuple[Word, ...] = field(default=(), repr=False)

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.start + len(self.sources)

    def numbers(self, start: int, end: int) -> list[int]:
        """The glyphs or words between two offsets of the text, in the order of the text."""
        found: dict[int, None] = {}
        first, last = max(start, self.start) - self.start, min(end, self.end) - self.start
        for at in range(first, last):
            if self.sources[at] >= 0:
                found[self.sources[at]] = None
            if at in self.dropped and at + 1 < last:
                found[self.dropped[at]] = None
        return list(found)


@dataclass(slots=True)
class Source:
    """Everything that writing needs to know of the reading. `unread` and `blank` are about pictures."""

    digest: bytes
    language: str
    segments: list[Segment] = field(default_factory=list, repr=False)
    as_pictures: dict[int, Scan] = field(default_factory=dict, repr=False)  # pages that become pictures
    unread: dict[tuple[int, int], tuple[Any, ...]] = field(default_factory=dict, repr=False)
    blank: set[tuple[int, int]] = field(default_factory=set)  # pictures that are taken out
    same: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)  # a picture that is used again
    pictures: int = 0
    photographs: int = 0


def read_pdf(data: bytes, options: Options) -> tuple[str, Source]:
    """The text of a file and where it is from. Raises UnreadableError."""
    from pypdfium2 import PdfDocument

    pages = examined(data, options.limits)
    with closing(PdfDocument(pages.plain)) as document:
        reader = _Reader(pages, document, options, Source(sha256(data).digest(), options.language))
        for number, sheet in enumerate(pages.sheets):
            reader.page(number, sheet)
    return reader.finished()


class _Reader:
    def __init__(self, pages: Examined, document: Any, options: Options, source: Source) -> None:
        self._document = document
        self._options = options
        self._source = source
        self._pages = pages
        self._pieces: list[str] = []
        self._length = 0
        self._read: dict[tuple[int, Lying], tuple[int, int]] = {}  # pictures, by object and the way they lie
        self._kept: list[Any] = []  # so that no object's id is given to another

    def finished(self) -> tuple[str, Source]:
        """The whole text."""
        return "".join(self._pieces), self._source

    def page(self, number: int, sheet: Sheet) -> None:
        """Read one page."""
        if sheet.doubt:
            self._as_picture(number, sheet.doubt)
            return
        atoms = _glyph_atoms(sheet.painting)
        laid = lay_out(atoms)
        if sheet.painting.curves >= _CURVES and self._drawn_letters(number, laid.text):
            return
        self._add(number, None, laid)
        for at, picture in enumerate(sheet.painting.pictures):
            way = lying(picture.matrix)
            if way is None and _may_hold_words(picture):
                self._drop_or_refuse(number, at, picture, sheet, "a picture lies askew")
            elif way is not None and _may_hold_words(picture):
                self._picture(number, at, picture, way, sheet)

    def _add(self, page: int, picture: int | None, laid: Laid, words: tuple[Word, ...] = ()) -> None:
        if not laid.text:
            return
        segment = Segment(self._length, page, picture, array("l", laid.sources), laid.dropped, words)
        self._source.segments.append(segment)
        # Pages are parted by an empty line.
        self._pieces += (laid.text, "\n")
        self._length += len(laid.text) + 1

    def _as_picture(self, number: int, why: str, scan: Scan | None = None) -> None:
        if lack := missing():
            raise UnreadableError(f"page {number + 1} has to be read as a picture ({why}); {lack}")
        if scan is None:
            image = page_pixels(self._document, number, self._options.limits)
            scan = read_picture(image, self._options.language, PAGE_DPI)
        self._source.as_pictures[number] = scan
        self._add(number, None, lay_out(atoms_of(scan.words)), scan.words)

    def _drawn_letters(self, number: int, text: str) -> bool:
        """Whether drawings on the page make words that its text does not have; then it is taken as a picture."""
        if lack := missing():
            raise UnreadableError(f"page {number + 1} has drawings that may hold letters; {lack}")
        image = page_pixels(self._document, number, self._options.limits)
        scan = read_picture(image, self._options.language, PAGE_DPI)
        known = "".join(filter(str.isalnum, fold(text)))
        sure = [word for word in scan.words if word.confidence >= 75 and sum(map(str.isalpha, word.text)) >= 4]
        strange = [word for word in sure if "".join(filter(str.isalnum, fold(word.text))) not in known]
        if len(strange) < _STRANGE_WORDS:
            return False
        self._as_picture(number, "", scan)
        return True

    def _drop_or_refuse(self, page: int, at: int, picture: Picture, sheet: Sheet, why: str) -> None:
        width, height = drawn_size(picture.matrix)
        if width * height > _MUST_BE_READ * sheet.area:
            raise UnreadableError(f"page {page + 1}: {why}")
        self._source.blank.add((page, at))

    def _picture(self, page: int, at: int, picture: Picture, way: Lying, sheet: Sheet) -> None:
        key = id(picture.image if picture.image is not None else picture), way
        if key in self._read:
            first = self._read[key]
            self._source.same[page, at] = first
            if first in self._source.blank:
                self._source.blank.add((page, at))
            return
        self._read[key] = page, at
        self._kept.append(picture)
        if lack := missing():
            self._drop_or_refuse(page, at, picture, sheet, f"a picture has to be read; {lack}")
            return
        image = picture_pixels(picture, way, self._options.limits)
        try:
            scan = read_picture(image, self._options.language, round(image.width * 72 / max(drawn_size(picture.matrix)[0], 1)))
        except UnreadableError as error:
            self._drop_or_refuse(page, at, picture, sheet, str(error))
            return
        if not scan.says_something and is_photograph(image):  # nobody can tell whose face it shows
            self._source.photographs += 1
            self._source.blank.add((page, at))
            return
        self._source.pictures += 1
        if scan.unread:
            self._source.unread[page, at] = scan.unread
        self._add(page, at, lay_out(atoms_of(scan.words)), scan.words)


def _glyph_atoms(painting: Painting) -> list[Atom]:
    return list(_visible(painting))


def _visible(painting: Painting) -> Iterator[Atom]:
    for number, glyph in enumerate(painting.glyphs):
        if not glyph.hidden:
            along = glyph.along_x, glyph.along_y
            yield atom_at(number, glyph.text, glyph.x, glyph.y, along, glyph.size, glyph.angle)


def _may_hold_words(picture: Picture) -> bool:
    width, height = drawn_size(picture.matrix)
    across, down = dimensions(picture)
    shape = width >= _LEAST_WIDTH and height >= _LEAST_HEIGHT or height >= _LEAST_WIDTH and width >= _LEAST_HEIGHT
    return shape and min(across, down) >= _LEAST_PIXELS
