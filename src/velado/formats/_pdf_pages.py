"""A PDF's pages, cleaned and read: for each the glyphs with their letters, or why it can only be taken as a picture."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from velado.formats import Limits
from velado.formats._pdf_clean import CleanPdf, clean_copy, open_pdf, saved, unmarked
from velado.formats._pdf_glyphs import Painting, paint
from velado.formats._pdf_letters import characters, doubt_about, letter
from velado.formats._pdf_objects import entry
from velado.formats._pdf_rewrite import Rewriter

if TYPE_CHECKING:
    from pypdf.generic import DictionaryObject

__all__ = ["Examined", "Sheet", "examined", "seen_box"]


@dataclass(slots=True)
class Sheet:
    """One page: what it paints, and why it cannot be handled as text ("" when it can)."""

    painting: Painting = field(repr=False)
    doubt: str
    area: float  # in square points


@dataclass(slots=True)
class Examined:
    """A file that was opened, cleaned and read. `plain` is the clean copy with everything visible still in it."""

    clean: CleanPdf = field(repr=False)
    sheets: list[Sheet] = field(repr=False)
    rewriter: Rewriter = field(repr=False)
    plain: bytes = field(repr=False)


def seen_box(page: DictionaryObject) -> tuple[float, float, float, float]:
    """The part of the page that is seen."""
    media = _sides(entry(page, "/MediaBox"))
    crop = _sides(entry(page, "/CropBox", entry(page, "/MediaBox")))
    inner = max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3])
    return inner if inner[0] < inner[2] and inner[1] < inner[3] else media


def _sides(box: Any) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (float(side) for side in box)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def examined(data: bytes, limits: Limits) -> Examined:
    """The pages of a file. The same bytes give the same glyphs in the same order. Raises UnreadableError."""
    from pypdfium2 import PdfDocument

    clean = clean_copy(*open_pdf(data, limits))
    rewriter = Rewriter(clean.writer)
    sheets = []
    for page, content in zip(clean.pages, clean.contents, strict=True):
        box = seen_box(page)
        painting = paint(content, page["/Resources"], box)  # type: ignore[arg-type]
        area = (box[2] - box[0]) * (box[3] - box[1])
        sheets.append(Sheet(painting, painting.doubt, area))
        rewriter.place(page, content if painting.doubt else rewriter.page(page, painting, (), {}))
    unmarked(clean.writer)
    plain = saved(clean.writer)
    with closing(PdfDocument(plain)) as document:
        for number, sheet in enumerate(sheets):
            if not sheet.doubt:
                with closing(document[number]) as page:
                    sheet.doubt = letter(sheet.painting, characters(page)) or doubt_about(sheet.painting)
    return Examined(clean, sheets, rewriter, plain)
