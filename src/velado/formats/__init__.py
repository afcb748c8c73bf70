"""Ways notes are kept in files: one file of this folder is one format.

A module offers `FORMAT` when whole documents can be read from its files and written back without the people in
them, and `ANNOTATIONS` when its files say where in a text the identifying stretches stand. It may offer both. Heavy
libraries are imported inside the functions that need them, because every module here is imported to be listed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol, runtime_checkable

from velado.discovery import offered
from velado.document import Document, Result, Span

__all__ = [
    "DEFAULTS",
    "Annotations",
    "Format",
    "Handled",
    "Limits",
    "Options",
    "UnreadableError",
    "annotation_formats",
    "check_size",
    "format_for",
    "formats",
    "read_whole",
    "suffix_of",
]

Handled = tuple[Document, Result]  # a document as it was read, and what became of it


class UnreadableError(ValueError):
    """A file that this format cannot handle. Its message is shown to the user: it carries nothing of the file's content."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a file may ask of the machine; what goes beyond is withheld with words that name the limit."""

    file_bytes: int = 2_000_000_000  # of a file that is read whole; tables that are streamed have no such limit
    unpacked_bytes: int = 2_000_000_000  # of everything inside an archive together
    part_bytes: int = 500_000_000  # of one part of an archive
    ratio: int = 200  # unpacked to packed bytes of a part that is larger than a megabyte
    parts: int = 20_000  # files inside an archive
    depth: int = 3  # archives inside archives, attachments inside messages
    pages: int = 5_000
    objects: int = 1_000_000  # of a PDF
    pixels: int = 200_000_000  # of one picture
    cell_characters: int = 50_000_000


def check_size(size: int, most: int) -> None:
    """Raises UnreadableError when a file is larger than it may be."""
    if size > most:
        raise UnreadableError(f"the file is larger than {most:,} bytes")


def read_whole(path: Path, most: int) -> bytes:
    """The bytes of a file, unless they are too many: then UnreadableError, before anything is read."""
    check_size(path.stat().st_size, most)
    return path.read_bytes()


@dataclass(frozen=True, slots=True)
class Options:
    """What the user says about the files. Column names are as in the table's first row; case does not matter."""

    text_columns: tuple[str, ...] = ()
    id_column: str = ""
    patient_column: str = ""
    known_columns: tuple[str, ...] = ()
    keep_columns: tuple[str, ...] | None = None  # of the columns not named above; None keeps them all
    drop_columns: tuple[str, ...] = ()
    language: str = "auto"  # of the notes, for reading pictures
    limits: Limits = field(default_factory=Limits)
    depth: int = 0  # how many archives or messages the file was taken out of
    key: bytes = field(default=b"", repr=False)  # the pipeline's own, for ids that files refer to each other by


DEFAULTS = Options()


@runtime_checkable
class Format(Protocol):
    """Files that hold documents."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The suffixes of its files, in lower case, with the dot; "" stands for files without one."""
        ...

    @property
    def description(self) -> str:
        """What it holds, in a few words."""
        ...

    @property
    def extra(self) -> str:
        """The extra of the package that it needs (`pip install velado[pdf]`); "" when it needs none."""
        ...

    def missing(self) -> str:
        """What is not installed here, with the command that installs it; "" when it can be used."""
        ...

    def read(self, path: Path, options: Options = DEFAULTS) -> Iterable[Document]:
        """The file's documents, in order, one at a time where there can be many. Raises UnreadableError.

        What the file's structure says for certain travels along: `Document.subject` is what it knows of the patient,
        `Document.given` the stretches that identify somebody by the meaning of the place where they stand.
        """
        ...

    def write(self, path: Path, source: Path, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """Write `source` to `path` with the results in the place of its documents, in the order they were read.

        A withheld result has no text: nothing of its document may be written. Everything else in the file that may
        name somebody (metadata, comments, earlier versions) is left out too; the answer says what, in words without
        PHI ("3 comments removed"), for the report. Raises UnreadableError.
        """
        ...

    def verify(self, path: Path, handled: Sequence[Handled]) -> Sequence[str]:
        """Read what was written afresh and say what is wrong with it, in words without PHI; nothing when all is well.

        `handled` holds the file's documents, or a bounded part of them when there are very many.
        """
        ...


@runtime_checkable
class Annotations(Protocol):
    """Files that say which stretches of a text identify somebody."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def suffix(self) -> str:
        """The suffix of the annotation file, with the dot."""
        ...

    @property
    def holds_text(self) -> bool:
        """Whether the file carries the note too, or stands beside it."""
        ...

    @property
    def description(self) -> str:
        """What it holds, in a few words."""
        ...

    def read(self, path: Path, *, keep_labels: bool = False) -> tuple[str, list[Span]]:
        """The text and its spans, with Velado's labels unless `keep_labels`. Raises ValueError."""
        ...

    def render(self, id: str, text: str, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
        """The content of the annotation file for one text; `rename` gives the labels their names in another scheme."""
        ...


@cache
def formats() -> Mapping[str, Format]:
    """Every document format, by name."""
    return {entry.name: entry for entry in offered("formats", "FORMAT")}


@cache
def annotation_formats() -> Mapping[str, Annotations]:
    """Every annotation format, by name."""
    return {entry.name: entry for entry in offered("formats", "ANNOTATIONS")}


_SUFFIX = re.compile(r"\.[a-z][a-z0-9]{0,9}")


def suffix_of(path: Path) -> str:
    """The file's suffix in lower case; "" when what follows the last dot is part of the name.

    >>> suffix_of(Path("a/Nota.TXT")), suffix_of(Path("nota 12.3")), suffix_of(Path("informe dr. gil")), suffix_of(Path(".txt"))
    ('.txt', '', '', '')
    """
    suffix = path.suffix.lower()
    return suffix if _SUFFIX.fullmatch(suffix) else ""


@cache
def _by_suffix() -> Mapping[str, Format]:
    return {suffix: entry for entry in formats().values() for suffix in entry.suffixes}


def format_for(path: Path) -> Format | None:
    """The format that handles a file, by its name; None when nobody knows it.

    >>> format_for(Path("nota.txt")).name, format_for(Path("nota.unheard"))
    ('text', None)
    """
    return _by_suffix().get(suffix_of(path))
