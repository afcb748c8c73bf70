"""Documents inside other files: attachments, members of archives, what a record carries in base64.

The inner file is read from memory by its own format; its result is written in a private folder that is gone when the
call returns. As with files of their own, only what was judged is written, and the result is verified.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from velado.document import Document
from velado.formats import Format, Handled, Options, UnreadableError, format_for, suffix_of
from velado.formats.safe_copy import finish_safe_copy
from velado.formats.source import Source, SourceChangedError, source_in_memory

__all__ = ["Inside", "Opened", "can_be_read", "inner_documents", "inside", "outside", "rewritten"]


@dataclass(frozen=True, slots=True)
class Inside:
    """The place of a document that was taken out of a file in another file."""

    number: int  # of the inner file, as the outer format counts them; the outer file's own document has none
    place: Any = field(default=None, repr=False)


def inside(number: int, documents: Iterable[Document]) -> list[Document]:
    """The documents of an inner file, marked with its number."""
    return [replace(document, place=Inside(number, document.place)) for document in documents]


def outside(handled: Iterable[Handled]) -> dict[int, list[Handled]]:
    """What became of the documents of inner files, by number, with the places that their formats gave them."""
    files: dict[int, list[Handled]] = {}
    for document, result in handled:
        files.setdefault(document.place.number, []).append((replace(document, place=document.place.place), result))
    return files


def _format_of(name: str, options: Options) -> Format:
    if options.depth >= options.limits.depth:
        raise UnreadableError(f"files inside files, more than {options.limits.depth} deep")
    entry = format_for(Path(name))
    if entry is None:
        raise UnreadableError("its format is not known; `velado formats` lists those that are")
    if missing := entry.missing():
        raise UnreadableError(missing)
    return entry


def can_be_read(name: str, options: Options) -> str:
    """Why a file of this name inside another cannot be read here; "" when it can be tried."""
    try:
        _format_of(name, options)
    except UnreadableError as error:
        return str(error)
    return ""


@dataclass(frozen=True, slots=True)
class Opened:
    """The place of a document of an inner file: the file as it was judged, and the place that its format gave."""

    source: Source
    place: Any = field(default=None, repr=False)


def inner_documents(name: str, data: bytes, options: Options) -> list[Document]:
    """The documents of a file inside another, in the order its format reads them.

    `name` is the inner file's name: its suffix says the format. Raises UnreadableError for formats that are not
    known or not installed, files that cannot be read, and files inside files deeper than the limit.
    """
    entry = _format_of(name, options)
    source = source_in_memory(f"inner{suffix_of(Path(name))}", data)
    documents = entry.read(source, replace(options, depth=options.depth + 1))
    return [replace(document, place=Opened(source, document.place)) for document in documents]


def _source_of(name: str, data: bytes, handled: Sequence[Handled], entry: Format, options: Options) -> Source:
    """The inner file as it was judged. One without documents is read again: it must still have none."""
    if not handled:
        empty = source_in_memory(f"inner{suffix_of(Path(name))}", data)
        if any(True for _ in entry.read(empty, options)):
            raise UnreadableError("it was read in another way the second time")
        return empty
    source: Source = handled[0][0].place.source
    if any(document.place.source is not source for document, _ in handled) or source.read_bytes() != data:
        raise SourceChangedError
    return source


def rewritten(name: str, data: bytes, handled: Sequence[Handled], options: Options, notes: list[str] | None = None) -> bytes:
    """The inner file without the people in it, verified; `handled` are its documents as `inner_documents` gave them.

    What else was cleaned is added to `notes`. Raises UnreadableError when a document was withheld or something that
    was replaced is still there.
    """
    entry = _format_of(name, options)
    if any(result.withheld for _, result in handled):
        raise UnreadableError("a document in it was withheld")
    inner = replace(options, depth=options.depth + 1)
    source = _source_of(name, data, handled, entry, inner)
    pairs = [(replace(document, place=document.place.place), result) for document, result in handled]
    with tempfile.TemporaryDirectory(prefix="velado-") as folder:
        target = Path(folder) / f"written{source.suffix}"
        told = finish_safe_copy(entry, source, target, pairs, inner)
        if notes is not None:
            notes.extend(told)
        return target.read_bytes()
