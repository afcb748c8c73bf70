"""Scans and photographs of documents: words are read by tesseract, and what identifies somebody is blacked out in the pixels."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import file_digest
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from velado.document import Document, Replacement
from velado.formats import DEFAULTS, Handled, Limits, Options, UnreadableError
from velado.formats._ocr import Box, Scan, atoms_of, boxes_over, missing, read_picture
from velado.formats._page_layout import lay_out
from velado.formats._pdf_pictures import is_photograph
from velado.formats._picture_files import check_written, frames_of, save_frames
from velado.formats._picture_views import shown
from velado.formats._traces import FOUND, traces_of

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
class _Source:
    digest: bytes
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

    def missing(self) -> str:
        """Pillow, and the program tesseract with its languages."""
        return missing() if find_spec("PIL") is not None else "pictures need more packages: pip install 'velado[ocr]'"

    def read(self, path: Path, options: Options = DEFAULTS) -> Iterator[Document]:
        """The words of all pages, line by line; its `place` knows the box of each."""
        source, pieces, length = _Source(_digest(path), options.language), list[str](), 0
        for image in frames_of(path, options.limits):
            scan = read_picture(image, options.language, _dpi(image))
            source.photographs += not scan.says_something and is_photograph(shown(image)[0])
            laid = lay_out(atoms_of(scan.words))
            source.sheets.append(_Sheet(length, array("l", laid.sources), scan))
            pieces += (laid.text, "\n")
            length += len(laid.text) + 1
        yield Document("".join(pieces), path.stem, place=source)

    def write(self, path: Path, source: Path, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The same pictures with black boxes in them, and nothing but pixels."""
        for document, result in handled:
            if result.text is not None:
                if _digest(source) != document.place.digest:
                    raise UnreadableError("the file was changed while it was being handled")
                boxes = [_boxes(sheet, result.replacements) for sheet in document.place.sheets]
                save_frames(path, source, boxes, options.limits)
                return _notes(document.place)
        return ()

    def verify(self, path: Path, handled: Sequence[Handled]) -> Sequence[str]:
        """The file holds pixels alone, and tesseract finds nothing in them that was replaced."""
        if wrong := check_written(path):
            return [wrong]
        traces = traces_of(handled)
        if any(result.replacements for _, result in handled):
            source: _Source = handled[0][0].place
            pages = zip(frames_of(path, Limits()), source.sheets, strict=True)
            scans = [read_picture(image, source.language, _dpi(image), sheet.scan.turned) for image, sheet in pages]
            if traces.in_text(*(lay_out(atoms_of(scan.words)).text for scan in scans)):
                return [FOUND]
        return []


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return file_digest(file, "sha256").digest()


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


def _notes(source: _Source) -> list[str]:
    unread = sum(len(sheet.scan.unread) for sheet in source.sheets)
    empty = sum(not sheet.scan.words for sheet in source.sheets)
    told = [
        (1, "metadata of the picture removed; faces are not recognised"),
        (unread, f"{unread} words that could not be read covered"),
        (empty, f"{empty} pictures in which no words were found"),
    ]
    return [words for count, words in told if count]


FORMAT = Picture()
