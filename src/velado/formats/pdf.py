"""PDF: what identifies somebody is taken out of the page's content itself, not covered, and everything beside the pages is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options
from velado.formats._units import OTHER_UNITS
from velado.formats.source import Source

__all__ = ["FORMAT"]


@dataclass(frozen=True)
class Pdf:
    """One file, one note, however many pages."""

    name: str = "pdf"
    suffixes: tuple[str, ...] = (".pdf",)
    description: str = "PDF, also scanned (with tesseract): text and pictures redacted in place"
    extra: str = "pdf"
    proves: str = "the number of pages; no replaced string on a page, in an object or in a picture"

    def missing(self) -> str:
        """The libraries; tesseract is asked for only when a file has pictures."""
        lacking = [package for package in ("pypdf", "pypdfium2", "PIL") if find_spec(package) is None]
        return "PDF files need more packages: pip install 'velado[pdf]'" if lacking else ""

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """The text of all pages, line by line as they are read; its `place` knows the glyph of each character."""
        from velado.formats._pdf_reading import read_pdf

        text, place = read_pdf(source.read_bytes(options.limits.file_bytes), options)
        yield Document(text, source.stem, place=place)

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The pages with the replacements set in; nothing when the document was withheld."""
        from velado.formats._pdf_writing import write_pdf

        for document, result in handled:
            if result.text is not None:
                written, notes = write_pdf(source.read_bytes(), document.place, result.replacements, options.limits)
                path.write_bytes(written)
                return notes
        return ()

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """pdfium reads the pages, pypdf every object, tesseract the pictures: none of them finds what was replaced."""
        from velado.formats._pdf_verifying import pages_of, problems_of

        data = path.read_bytes()
        if pages_of(data) != pages_of(source.read_bytes()):
            return [OTHER_UNITS]
        return problems_of(data, handled)


FORMAT = Pdf()
