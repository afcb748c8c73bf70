"""The values that every stage hands on. All are frozen; fields that hold patient text never show in `repr`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

__all__ = ["Document", "Replacement", "Result", "Span", "Subject", "TableCell", "replaced"]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of text that identifies somebody: half-open offsets into the text, never the text itself.

    >>> Span(9, 14, "PATIENT_NAME", 0.9, "fields").text("Paciente Marta")
    'Marta'
    """

    start: int
    end: int
    label: str
    score: float = 1.0
    source: str = ""

    def text(self, document: str) -> str:
        """The stretch itself, cut from the text that the offsets refer to."""
        return document[self.start : self.end]

    def __len__(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Subject:
    """What is already known of the patient: from a table's columns, a FHIR resource, a file's header."""

    key: str = field(default="", repr=False)
    names: tuple[str, ...] = field(default=(), repr=False)
    birth_date: date | None = field(default=None, repr=False)
    numbers: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class TableCell:
    """Where a document stands in its table, for a person who reviews it row by row."""

    row: int  # as a spreadsheet counts them
    column: str = ""  # its name where nobody can be called so, else its place ("no. 3"); "" of a cell that is itself a name
    sheet: int = 0
    lead: int = 0  # characters of the column's name that stand before the value in the document
    is_note: bool = False
    rest: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # with the first document of a row: the cells that stay


@dataclass(frozen=True, slots=True)
class Document:
    """One note. `place` belongs to the format that read it and is opaque to everybody else.

    `given` are the stretches of which the file's structure says what they are: the name field of a record, a column.
    `seed` is the same for documents that belong together, the cells of a row or the notes of a patient in one file: where
    the pipeline has no key, what is drawn for them is drawn alike. It must be as hard to guess as a key. Numbers in documents with a
    seed have the same pseudonyms throughout the run.

    `pseudonym` says that the given stretches tell which patient it is, as the patient column of a table does: they get a stable
    pseudonym, whatever the policy would put in their place. `label_language` is the language in which labels are written, the same
    for all documents of a table; "" means the document's own. `cell` is told where the options ask for it.
    """

    text: str = field(repr=False)
    id: str = field(default="", repr=False)
    language: str = "auto"
    country: str = ""
    subject: Subject | None = field(default=None, repr=False)
    place: Any = field(default=None, repr=False, compare=False)
    given: tuple[Span, ...] = ()
    seed: bytes = field(default=b"", repr=False)
    pseudonym: bool = False
    label_language: str = ""
    cell: TableCell | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Replacement:
    """What stands in the result instead of a span."""

    span: Span
    text: str = field(repr=False)
    strategy: str = "label"


def replaced(text: str, replacements: Iterable[Replacement]) -> str:
    """The text with the replacements in their places; they come in order and do not overlap.

    >>> replaced("Ana y Luis", [Replacement(Span(0, 3, "PATIENT_NAME"), "[A]"), Replacement(Span(6, 10, "RELATIVE_NAME"), "[B]")])
    '[A] y [B]'
    """
    pieces: list[str] = []
    position = 0
    for replacement in replacements:
        pieces += (text[position : replacement.span.start], replacement.text)
        position = replacement.span.end
    return "".join([*pieces, text[position:]])


@dataclass(frozen=True, slots=True)
class Result:
    """The safe note, or `None` as its text when it was withheld; `problems` says why, in words without PHI."""

    document_id: str = field(repr=False)
    text: str | None = field(repr=False)
    replacements: tuple[Replacement, ...] = field(default=(), repr=False)
    problems: tuple[str, ...] = ()
    language: str = ""
    spans: tuple[Span, ...] = field(default=(), repr=False)

    @property
    def withheld(self) -> bool:
        """True when nothing may leave: the document could not be handled safely."""
        return self.text is None

    def counts(self) -> Mapping[str, int]:
        """How many stretches were replaced, per label."""
        found: dict[str, int] = {}
        for replacement in self.replacements:
            found[replacement.span.label] = found.get(replacement.span.label, 0) + 1
        return dict(sorted(found.items()))
