"""Marked documents for training and measuring: inline marks, brat folders; labels in Velado's names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from velado import lexicons
from velado.document import Span
from velado.formats.brat import read_annotations
from velado.formats.marked import parse_marks
from velado.tokens import Page

__all__ = ["Example", "brat_folder", "marked_folder", "with_kinship"]


@dataclass(frozen=True, slots=True)
class Example:
    """A text with its gold spans and where it came from."""

    text: str = field(repr=False)
    spans: tuple[Span, ...] = field(repr=False)
    source: str = ""
    language: str = "auto"


def marked_folder(folder: Path) -> Iterator[Example]:
    """Every marked note below a folder; the source is `folder/name`."""
    for file in sorted(folder.rglob("*.txt")):
        text, spans = parse_marks(file.read_text("utf-8"))
        yield Example(text, tuple(spans), f"{file.parent.name}/{file.stem}")


def brat_folder(folder: Path, language: str = "es") -> Iterator[Example]:
    """Every text of a folder with its standoff annotations."""
    for file in sorted(folder.rglob("*.txt")):
        with file.open(encoding="utf-8", newline="") as stream:
            text = stream.read()
        spans = read_annotations(file.with_suffix(".ann").read_text("utf-8"))
        yield Example(text, tuple(spans), f"{folder.name}/{file.stem}", language)


def with_kinship(example: Example) -> Example:
    """Our notes leave kinship and sex words unmarked; for training they are marked as the lexicon knows them."""
    taken = bytearray(len(example.text) + 1)
    for span in example.spans:
        taken[span.start : span.end] = b"\1" * len(span)
    page = Page(example.text)
    added = []
    for (start, end), word in zip(page.spans, page.words, strict=True):
        if end - start < 3 or taken[start]:
            continue
        value = lexicons.lookup(word)
        if value & (lexicons.KINSHIP | lexicons.SEX_WORD):
            added.append(Span(start, end, "KINSHIP" if value & lexicons.KINSHIP else "SEX", 1.0, "lexicon"))
    return Example(example.text, tuple(sorted((*example.spans, *added))), example.source, example.language)
