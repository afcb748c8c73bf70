"""Scans and photographs of documents: words are read by tesseract, and what identifies somebody is blacked out in the pixels."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from velado.document import Document, Replacement, Result
from velado.formats import DEFAULTS, Handled, Limits, Options, UnreadableError
from velado.formats._ocr import Box, Scan, atoms_of, boxes_over, missing, read_picture
from velado.formats._page_layout import lay_out
from velado.formats._pdf_pictures import is_photograph
from velado.formats._picture_files import check_written, differs, frames_of, save_frames
from velado.formats._picture_views import shown
from velado.formats._traces import FOUND, traces_of
from velado.formats._units import OTHER_UNITS
from velado.formats.source import Source, source_of

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["FORMAT"]


@dataclass(slots=True)
class _Sheet:
    """One picture of a file: where its text begins, the word of each character, and all that was read."""

    start: int
    sources: array[int] = field(repr=False)
    scan: Scan = field(repr=False)


@dataclass(slots=True)
class _Place:
    language: str
    photographs: int = 0  # without a word that can be relied on: they may show a face
    sheets: list[_Sheet] = field(default_factory=list, repr=False)


@dataclass(frozen=True)
class Picture:
    """One file, one note; a TIFF file may hold many pages."""

    name: str = "image"
    suffixes: tuple[str, ...] = (".png", ".jpg", ".jpeg", ".tif", ".tiff")
    description: str = "PNG, JPEG and TIFF scans (with tesseract): blacked out in the pixels, metadata removed"
    extra: str = "ocr"
    proves: str = "every pixel of every page, as read or under a box; no metadata; OCR finds nothing that was replaced"

    def missing(self) -> str:
        """Pillow, and the program tesseract with its languages."""
        return missing() if find_spec("PIL") is not None else "pictures need more packages: pip install 'velado[ocr]'"

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """The words of all pages, line by line; its `place` knows the box of each."""
        place, pieces, length = _Place(options.language), list[str](), 0
        many_pages = source.suffix in (".tif", ".tiff")
        for number, image in enumerate(frames_of(source, options.limits), 1):
            source.units.judged.add(_pixels(image))
            try:
                scan = read_picture(image, options.language, _dpi(image))
            except UnreadableError as error:
                raise UnreadableError(f"page {number}: {error}" if many_pages else str(error)) from None
            place.photographs += not scan.says_something and is_photograph(shown(image)[0])
            laid = lay_out(atoms_of(scan.words))
            place.sheets.append(_Sheet(length, array("l", laid.sources), scan))
            pieces += (laid.text, "\n")
            length += len(laid.text) + 1
        yield Document("".join(pieces), source.stem, place=place)

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The same pictures with black boxes in them, and nothing but pixels."""
        for document, result in handled:
            if result.text is not None:
                for image in frames_of(source, options.limits):
                    source.units.used.add(_pixels(image))
                save_frames(path, source, _all_boxes(document, result), options.limits)
                return _notes(document.place)
        return ()

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """The file holds the pixels that were read with the boxes in them, and tesseract finds nothing that was replaced."""
        if wrong := check_written(path):
            return [wrong]
        written = source_of(path)
        if any(differs(written, source, _all_boxes(document, result), Limits()) for document, result in handled):
            return [OTHER_UNITS]
        traces = traces_of(handled)
        if any(result.replacements for _, result in handled):
            place: _Place = handled[0][0].place
            pages = zip(frames_of(written, Limits()), place.sheets, strict=True)
            scans = [read_picture(image, place.language, _dpi(image), sheet.scan.turned, refuse=False) for image, sheet in pages]
            if traces.in_text(*(lay_out(atoms_of(scan.words)).text for scan in scans)):
                return [FOUND]
        return []


def _pixels(image: Image) -> tuple[bytes, ...]:
    return str((image.mode, image.size)).encode(), image.tobytes()


def _all_boxes(document: Document, result: Result) -> list[list[tuple[Box, str]]]:
    """The boxes of every page."""
    return [_boxes(sheet, result.replacements) for sheet in document.place.sheets]


def _dpi(image: Image) -> int:
    told = image.info.get("dpi")
    return round(float(told[0])) if isinstance(told, tuple) and told else 0


def _boxes(sheet: _Sheet, replacements: Iterable[Replacement]) -> list[tuple[Box, str]]:
    boxes: list[tuple[Box, str]] = [(box, "") for box in sheet.scan.unread]
    end = sheet.start + len(sheet.sources)
    for replacement in replacements:
        first, last = max(replacement.span.start, sheet.start), min(replacement.span.end, end)
        numbers = dict.fromkeys(sheet.sources[at - sheet.start] for at in range(first, last))
        boxes += boxes_over([sheet.scan.words[number] for number in numbers if number >= 0], replacement.text)
    return boxes


def _notes(source: _Place) -> list[str]:
    unread = sum(len(sheet.scan.unread) for sheet in source.sheets)
    empty = sum(not sheet.scan.words for sheet in source.sheets)
    told = [
        (1, "metadata of the picture removed; faces are not recognised"),
        (unread, f"unread writing covered in {unread} places"),
        (empty, f"{empty} pictures in which no words were found"),
    ]
    return [words for count, words in told if count]


FORMAT = Picture()
