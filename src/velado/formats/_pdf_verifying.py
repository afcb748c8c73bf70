"""Looks for what was replaced in a PDF that was written: on its pages, in every object, and in its pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from io import BytesIO
from typing import Any

from velado.formats import Handled, Limits
from velado.formats._ocr import atoms_of, read_picture
from velado.formats._page_layout import lay_out
from velado.formats._pdf_pictures import PAGE_DPI, page_pixels
from velado.formats._pdf_reading import Source
from velado.formats._picture_metadata import picture_bytes
from velado.formats._traces import FOUND, Traces, traces_of

__all__ = ["pages_of", "problems_of"]

_CARRIERS = ("/Metadata", "/Annots", "/AcroForm", "/Outlines", "/Names", "/OpenAction", "/AA", "/OCProperties", "/StructTreeRoot", "/PieceInfo")


def pages_of(data: bytes) -> int:
    """How many pages a file has."""
    from pypdfium2 import PdfDocument

    with closing(PdfDocument(data)) as document:
        return len(document)


def problems_of(data: bytes, handled: Sequence[Handled]) -> list[str]:
    """What is wrong with a file that was written, in words without PHI."""
    from pypdfium2 import PdfDocument

    traces = traces_of(handled)
    with closing(PdfDocument(data)) as document:
        if traces.in_text(*_texts(document), *_pictured(document, handled)):
            return [FOUND]
    return _in_objects(data, traces)


def _texts(document: Any) -> Iterator[str]:
    for page in document:
        with closing(page), closing(page.get_textpage()) as text:
            yield text.get_text_range()


def _pictured(document: Any, handled: Sequence[Handled]) -> Iterator[str]:
    """The pages in whose pictures something was covered, read once more."""
    for seen, result in handled:
        source: Source = seen.place
        covered = set(source.as_pictures) if result.replacements else set()
        for segment in source.segments:
            if segment.words and any(
                replacement.span.start < segment.end and segment.start < replacement.span.end for replacement in result.replacements
            ):
                covered.add(segment.page)
        for number in sorted(covered):
            known = source.as_pictures.get(number) or source.grounds.get(number)
            turned = known.turned if known is not None else None
            scan = read_picture(page_pixels(document, number, Limits()), source.language, PAGE_DPI, turned, refuse=False)
            yield lay_out(atoms_of(scan.words)).text


def _in_objects(data: bytes, traces: Traces) -> list[str]:
    """Every string, name and stream of the file, unpacked."""
    from pypdf import PdfReader
    from pypdf.generic import IndirectObject, StreamObject

    reader = PdfReader(BytesIO(data), strict=False)
    if reader.metadata or data.count(b"startxref") != 1:
        return ["the file has properties or an earlier version that it should not have"]
    numbers = sorted({number for table in reader.xref.values() for number in table} | set(reader.xref_objStm))
    for number in numbers:
        target = reader.get_object(IndirectObject(number, 0, reader))
        if target is None:
            continue
        if isinstance(target, dict) and any(key in target for key in _CARRIERS):
            return ["the file has a part that it should not have"]
        if traces.in_hidden("\n".join(_strings(target))):
            return [FOUND]
        if isinstance(target, StreamObject):
            picture = target.get("/Subtype") == "/Image"
            if traces.in_bytes(picture_bytes(target)[0] if picture else target.get_data()):
                return [FOUND]
    return []


def _strings(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, bytes):
        yield value.decode("latin-1")
    elif isinstance(value, str):
        yield value
    elif isinstance(value, dict) and depth < 50:
        for key, inner in value.items():
            yield str(key)
            yield from _strings(inner, depth + 1)
    elif isinstance(value, list) and depth < 50:
        for inner in value:
            yield from _strings(inner, depth + 1)
