"""Documents inside other files: attachments, members of archives, what a record carries in base64.

The inner file goes through its own format in a private folder that is gone when the call returns.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from velado.document import Document
from velado.formats import Format, Handled, Options, UnreadableError, format_for, suffix_of

__all__ = ["Inside", "can_be_read", "inner_documents", "inside", "outside", "rewritten"]


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


@contextmanager
def _unpacked(name: str, data: bytes) -> Iterator[Path]:
    """The bytes as a file of a neutral name with the right suffix, in a folder that nobody else may enter."""
    with tempfile.TemporaryDirectory(prefix="velado-") as folder:
        path = Path(folder) / f"inner{suffix_of(Path(name))}"
        path.write_bytes(data)
        yield path


def inner_documents(name: str, data: bytes, options: Options) -> list[Document]:
    """The documents of a file inside another, in the order its format reads them.

    `name` is the inner file's name: its suffix says the format. Raises UnreadableError for formats that are not
    known or not installed, files that cannot be read, and files inside files deeper than the limit.
    """
    entry = _format_of(name, options)
    with _unpacked(name, data) as path:
        return list(entry.read(path, replace(options, depth=options.depth + 1)))


def rewritten(name: str, data: bytes, handled: Sequence[Handled], options: Options, notes: list[str] | None = None) -> bytes:
    """The inner file without the people in it, verified; `handled` are its documents as `inner_documents` gave them.

    What else was cleaned is added to `notes`. Raises UnreadableError when a document was withheld or something that
    was replaced is still there.
    """
    entry = _format_of(name, options)
    if any(result.withheld for _, result in handled):
        raise UnreadableError("a document in it was withheld")
    with _unpacked(name, data) as source:
        target = source.with_name(f"written{source.suffix}")
        told = entry.write(target, source, iter(handled), replace(options, depth=options.depth + 1))
        if not target.is_file():
            raise UnreadableError("nothing came of it")
        if wrong := entry.verify(target, handled):
            raise UnreadableError("; ".join(wrong))
        if notes is not None:
            notes.extend(told)
        return target.read_bytes()
