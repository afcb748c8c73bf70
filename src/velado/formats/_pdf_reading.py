"""A PDF as one text: where each of its characters is from, on which page, in which glyph or word of a picture."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from velado.formats import Options, UnreadableError
from velado.formats._ocr import Scan, Word, atoms_of, missing, read_picture
from velado.formats._page_layout import Laid, lay_out
from velado.formats._pdf_codes import figures_in_picture
from velado.formats._pdf_false_letters import FALSE, pages_with_false_letters
from velado.formats._pdf_glyphs import Picture
from velado.formats._pdf_ground import GroundReader, bare, ground_areas, may_hold_words, text_is_covered
from velado.formats._pdf_order import atoms_in_order
from velado.formats._pdf_pages import Examined, Sheet, examined
from velado.formats._pdf_paths import Area
from velado.formats._pdf_pictures import PAGE_DPI, Lying, drawn_size, is_photograph, lying, page_pixels, picture_pixels

__all__ = ["Segment", "Source", "read_pdf"]

_MUST_BE_READ = 0.1  # of the page: a picture that must not be left out silently


@dataclass(slots=True)
class Segment:
    """A stretch of the text that comes from one page's glyphs, from a picture on it, or from the page taken as a picture."""

    start: int  # in the text
    page: int
    picture: int | None  # its number on the page; None for glyphs, whole pages and what is behind the text
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
    grounds: dict[int, Scan] = field(default_factory=dict, repr=False)  # what is read behind the text of pages
    unread: dict[tuple[int, int], tuple[Any, ...]] = field(default_factory=dict, repr=False)
    blank: set[tuple[int, int]] = field(default_factory=set)  # pictures that are taken out
    same: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)  # a picture that is used again
    codes: dict[int, list[Area]] = field(default_factory=dict)  # barcodes on pages
    pictures: int = 0
    photographs: int = 0


def read_pdf(data: bytes, options: Options) -> tuple[str, Source]:
    """The text of a file and where it is from. Raises UnreadableError."""
    from pypdfium2 import PdfDocument

    pages = examined(data, options.limits)
    with closing(PdfDocument(pages.plain)) as document:
        for number in pages_with_false_letters(document, pages.sheets, options.language, options.limits):
            pages.sheets[number].doubt = FALSE
    areas = [[] if sheet.doubt else ground_areas(sheet.painting) for sheet in pages.sheets]
    behind = [number for number, found in enumerate(areas) if found]
    untexted = bare(pages, behind) if behind else pages.plain
    with closing(PdfDocument(pages.plain)) as document, closing(PdfDocument(untexted)) as grounds:
        reader = _Reader(pages, document, grounds, options, Source(sha256(data).digest(), options.language))
        for number, sheet in enumerate(pages.sheets):
            reader.page(number, sheet, areas[number])
    return reader.finished()


class _Reader:
    def __init__(self, pages: Examined, document: Any, grounds: Any, options: Options, source: Source) -> None:
        self._document = document
        self._grounds = GroundReader(grounds, options.language, options.limits)
        self._options = options
        self._source = source
        self._pages = pages
        self._pieces: list[str] = []
        self._length = 0
        self._read: dict[tuple[int, Lying], tuple[int, int]] = {}  # pictures, by object and the way they lie
        self._coded: dict[tuple[int, int], list[Area]] = {}  # barcodes in pictures, as parts of their width and height
        self._kept: list[Any] = []  # so that no object's id is given to another

    def finished(self) -> tuple[str, Source]:
        """The whole text."""
        return "".join(self._pieces), self._source

    def page(self, number: int, sheet: Sheet, areas: Sequence[Area]) -> None:
        """Read one page; `areas` are the parts of it that can only be read as they are seen."""
        if sheet.doubt:
            self._as_picture(number, sheet.doubt)
            return
        laid = lay_out(atoms_in_order(sheet.painting))
        if areas:
            self._ground(number, sheet, areas, laid)
            return
        self._add(number, None, laid)
        for at, picture in enumerate(sheet.painting.pictures):
            way = lying(picture.matrix)
            if way is None and may_hold_words(picture):
                self._drop_or_refuse(number, at, picture, sheet, "a picture lies askew")
            elif way is not None and may_hold_words(picture):
                self._picture(number, at, picture, way, sheet)

    def _add(self, page: int, picture: int | None, laid: Laid, words: tuple[Word, ...] = ()) -> None:
        if not laid.text:
            return
        segment = Segment(self._length, page, picture, array("l", laid.sources), laid.dropped, words)
        self._source.segments.append(segment)
        # Pages are parted by an empty line.
        self._pieces += (laid.text, "\n")
        self._length += len(laid.text) + 1

    def _as_picture(self, number: int, why: str) -> None:
        if lack := missing():
            raise UnreadableError(f"page {number + 1} has to be read as a picture ({why}); {lack}")
        image = page_pixels(self._document, number, self._options.limits)
        try:
            scan = read_picture(image, self._options.language, PAGE_DPI)
        except UnreadableError as error:
            raise UnreadableError(f"page {number + 1}: {error}") from None
        scan = replace(scan, unread=(*scan.unread, *figures_in_picture(scan.words, scan.codes, PAGE_DPI)))
        self._source.as_pictures[number] = scan
        self._add(number, None, lay_out(atoms_of(scan.words)), scan.words)

    def _ground(self, number: int, sheet: Sheet, areas: Sequence[Area], laid: Laid) -> None:
        """Read drawings and pictures behind the text together."""
        painting = sheet.painting
        if lack := missing():
            if painting.paths.marks:
                raise UnreadableError(f"page {number + 1} has drawings that may hold letters; {lack}")
            self._add(number, None, laid)
            for at, picture in enumerate(painting.pictures):
                self._drop_or_refuse(number, at, picture, sheet, f"a picture has to be read; {lack}")
            return
        try:
            ground = self._grounds.read(number, self._pages.clean.pages[number], sheet, areas)
        except UnreadableError as error:
            raise UnreadableError(f"page {number + 1}: {error}") from None
        found = ground.scan.words or ground.scan.unread
        if found and (painting.patterned or text_is_covered(painting)):
            self._as_picture(number, "something is painted over its text")
            return
        self._add(number, None, laid)
        self._source.codes[number] = ground.codes
        self._source.photographs += len(ground.photographs)
        self._source.blank.update((number, at) for at in ground.photographs)
        self._source.pictures += sum(map(may_hold_words, painting.pictures)) - len(ground.photographs)
        if found:
            self._source.grounds[number] = ground.scan
            self._add(number, None, lay_out(atoms_of(ground.scan.words)), ground.scan.words)

    def _drop_or_refuse(self, page: int, at: int, picture: Picture, sheet: Sheet, why: str) -> None:
        width, height = drawn_size(picture.matrix)
        if width * height > _MUST_BE_READ * sheet.area:
            raise UnreadableError(f"page {page + 1}: {why}")
        self._source.blank.add((page, at))

    def _note_codes(self, page: int, picture: Picture, codes: Sequence[Area]) -> None:
        x0, y0, x1, y1 = picture.area
        width, height = x1 - x0, y1 - y0
        places = [(x0 + left * width, y1 - bottom * height, x0 + right * width, y1 - top * height) for left, top, right, bottom in codes]
        self._source.codes.setdefault(page, []).extend(places)

    def _picture(self, page: int, at: int, picture: Picture, way: Lying, sheet: Sheet) -> None:
        key = id(picture.image if picture.image is not None else picture), way
        if key in self._read:
            first = self._read[key]
            self._source.same[page, at] = first
            self._note_codes(page, picture, self._coded.get(first, ()))
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
        figures = figures_in_picture(scan.words, scan.codes, image.width * 72 / max(drawn_size(picture.matrix)[0], 1))
        scan = replace(scan, unread=(*scan.unread, *figures))
        self._coded[page, at] = [
            (left / image.width, top / image.height, right / image.width, bottom / image.height) for left, top, right, bottom in scan.codes
        ]
        self._note_codes(page, picture, self._coded[page, at])
        if not scan.codes and not scan.says_something and is_photograph(image):  # nobody can tell whose face it shows
            self._source.photographs += 1
            self._source.blank.add((page, at))
            return
        self._source.pictures += 1
        if scan.unread:
            self._source.unread[page, at] = scan.unread
        self._add(page, at, lay_out(atoms_of(scan.words)), scan.words)
