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
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from velado.discovery import offered
from velado.document import Document, Result, Span

if TYPE_CHECKING:
    from velado.formats.source import Source

__all__ = [
    "CHOICES",
    "DEFAULTS",
    "Annotations",
    "Format",
    "Handled",
    "Limits",
    "MissingColumnError",
    "Options",
    "Table",
    "TableColumn",
    "Tabular",
    "UnreadableError",
    "annotation_formats",
    "check_size",
    "format_for",
    "formats",
    "suffix_of",
]

Handled = tuple[Document, Result]  # a document as it was read, and what became of it


class UnreadableError(ValueError):
    """A file that this format cannot handle. Its message is shown to the user: it carries nothing of the file's content."""


class MissingColumnError(UnreadableError):
    """A table lacks columns that the user named: `names`."""

    def __init__(self, message: str, names: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.names = tuple(names)


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


@dataclass(frozen=True, slots=True)
class Options:
    """What the user says about the files. Column names are as in the table's first row; case does not matter.

    `id_column` and `patient_column` may be one name or several.
    """

    text_columns: tuple[str, ...] = ()
    id_column: str | tuple[str, ...] = ""
    patient_column: str | tuple[str, ...] = ""
    known_columns: tuple[str, ...] = ()
    keep_columns: tuple[str, ...] | None = None  # of the columns not named above; None keeps them all
    drop_columns: tuple[str, ...] = ()
    language: str = "auto"  # of the notes, for reading pictures
    limits: Limits = field(default_factory=Limits)
    depth: int = 0  # how many archives or messages the file was taken out of
    key: bytes = field(default=b"", repr=False)  # the pipeline's own, for ids that files refer to each other by
    date_columns: tuple[str, ...] = ()
    leave_columns: tuple[str, ...] = ()  # these stay as they are; the others are handled as ever
    patient: str = "pseudonym"  # what stands for a patient's id: "pseudonym", or "label" for what the policy says
    label_language: str = "auto"  # of labels in tables
    on_type_conflict: str = "text"  # what becomes of a column whose type cannot hold a replacement: "text" or "null"
    choices: tuple[tuple[int, int, str], ...] = ()  # of CHOICES, for a column by its table and place as `tables` lists them
    for_review: bool = False  # documents tell where they stand in their table, and the rest of their row


DEFAULTS = Options()

# What somebody who sees the columns of a table may say of one: it holds notes, the id of the patient, another name or number
# of a person, dates; it stays as it is; it is left out.
CHOICES = ("notes", "patient", "identity", "date", "keep", "drop")


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table as it is shown before the work: nothing in it is from the table's cells but a harmless name."""

    name: str  # its name, or its place where the name might be somebody's
    role: str
    reason: str
    action: str  # what happens to its cells: replaced, kept, read as notes, dropped
    label: str = ""  # of its values, where they identify somebody
    is_unclear: bool = False  # nothing tells what it holds


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a file with the roles of its columns. `name` is that of its sheet, `row` that of its header; 0 without one."""

    name: str
    row: int
    rows: int
    columns: tuple[TableColumn, ...]
    language: str = ""  # of labels


@runtime_checkable
class Tabular(Protocol):
    """Formats of tables, beside what every format offers."""

    def tables(self, source: Source, options: Options = DEFAULTS) -> Sequence[Table]:
        """Look through the file and tell what each column is for and what will happen to it. Raises UnreadableError.

        `read` and `write` use the same decisions: they are kept with the source.
        """
        ...


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

    @property
    def proves(self) -> str:
        """What `verify` shows of a result, in a few words. A format that does not say so is not used."""
        ...

    def missing(self) -> str:
        """What is not installed here, with the command that installs it; "" when it can be used."""
        ...

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterable[Document]:
        """Yield the file's documents, in order, one at a time where there can be many. Raises UnreadableError.

        What the file's structure says for certain travels along: `Document.subject` is what it knows of the patient,
        `Document.given` the stretches that identify somebody by the meaning of the place where they stand. Text that is
        kept without being asked about is noted in `source.units.judged`.
        """
        ...

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """Write `source` to `path` with the results in the place of its documents, in the order they were read.

        Only judged text may be written: what is read again from the source is noted in `source.units.used`, which must
        equal `judged`. A withheld result has no text: nothing of its document may be written. Everything else in the file
        that may name somebody (metadata, comments, earlier versions) is left out too; the answer says what, in words
        without PHI ("3 comments removed"), for the report. Raises UnreadableError.
        """
        ...

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """Read the result with another reader and say what is wrong with it, in words without PHI; nothing when all is well.

        `handled` holds all documents of the file with their results. A format that sets `streams` gets none: it compares
        what it finds with `source.units.expected`, which was noted while the documents were judged and written.
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
