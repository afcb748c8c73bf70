"""Tables as delimited text: CSV and TSV, row by row, however large. What is not replaced stays byte for byte."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options, UnreadableError
from velado.formats._columns import is_header
from velado.formats._dialect import Dialect, Record, decoded, dialect_of, lines, records, text_bytes
from velado.formats._table import Answers, Cell, Ledger, Questions, ledger_of
from velado.formats._table_roles import DROPPED, GIVEN, Column, absent, columns_of

__all__ = ["FORMAT"]

_NUL = b"\0"


class _Rows:
    """The rows of a file as cells, the same each time they are read."""

    def __init__(self, stream: BinaryIO, expected: bytes, options: Options) -> None:
        self.dialect = dialect_of(stream, expected)
        self._records = records(text_bytes(stream, self.dialect), self.dialect, options.limits.cell_characters)
        self.leading: list[Record] = []  # blank lines before the first row
        first = next(self._records, None)
        while first is not None and not b"".join(first.fields).strip():
            self.leading.append(first)
            first = next(self._records, None)
        self.header = first
        self.number = len(self.leading) + 1  # of the first row
        names = [self.text(field) for field in first.fields] if first else []
        named = bool(absent([], options))
        if first is None and named:
            raise UnreadableError("the file is empty: it has none of the columns that were named")
        # The columns that the user names are there: then the first row is a header, whatever else it says.
        self.headed = named or is_header(names)
        self.columns = columns_of(names, options, headed=self.headed)
        self._structured = any(column.role in (GIVEN, DROPPED) for column in self.columns)

    def text(self, field: bytes) -> str:
        """What a field says; bytes of value zero are passed over."""
        return decoded(self.dialect.value(field).replace(_NUL, b""), self.dialect)[0]

    def head(self) -> list[Cell]:
        """The names of the columns."""
        assert self.header is not None
        return [Cell(column, self.text(field)) for column, field in zip(self.columns, self.header.fields, strict=True)]

    def below(self) -> Iterator[tuple[int, Record, list[Cell] | None]]:
        """Every row below the first, with its number; the cells are None when the row has values that belong to no column."""
        width = len(self.columns)
        for number, record in enumerate(self._records, self.number + 1):
            texts = [self.text(field) for field in record.fields]
            if any(text.strip() for text in texts[width:]):
                if self._structured:
                    yield number, record, None
                    continue
                # Nothing hangs on where a value stands: all of them are read.
                yield number, record, [Cell(Column("", place), text) for place, text in enumerate(texts)]
                continue
            yield number, record, [Cell(column, text) for column, text in zip(self.columns, texts, strict=False)]


@dataclass(frozen=True)
class Delimited:
    """Rows of cells with a sign between them."""

    name: str
    suffixes: tuple[str, ...]
    description: str
    expected: bytes
    extra: str = ""
    streams: bool = True  # what is verified is noted on the way: see `verify`

    def missing(self) -> str:
        """Nothing."""
        return ""

    def read(self, path: Path, options: Options = DEFAULTS) -> Iterator[Document]:
        """A document for each cell that is read or replaced."""
        with path.open("rb") as stream:
            rows = _Rows(stream, self.expected, options)
            if rows.header is None:
                return
            questions = Questions(options)
            # Without a header the first row is one like all others.
            yield from (questions.header if rows.headed else questions.row)(rows.number, rows.head())
            for number, _, cells in rows.below():
                if cells is not None:
                    yield from questions.row(number, cells)

    def write(self, path: Path, source: Path, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The table with the same dialect, encoding, quotes and line ends; dropped columns are left out."""
        with source.open("rb") as stream, path.open("wb") as target:
            rows = _Rows(stream, self.expected, options)
            dialect = rows.dialect
            target.write(dialect.mark + dialect.write(dialect.preamble))
            answers = Answers(handled)
            answers.ledger.style = dialect
            for record in rows.leading:
                _write(target, record, [], [], dialect, answers)
            if rows.header is None:
                return answers.notes()
            head = rows.head()
            new = (answers.header if rows.headed else answers.row)(rows.number, head)
            _write(target, rows.header, head, new, dialect, answers)
            for number, record, cells in rows.below():
                if cells is None:
                    answers.withhold(number)
                    cells = [Cell(column, "") for column in rows.columns]
                    _write(target, Record([b""] * len(cells), record.end), cells, [None] * len(cells), dialect, answers)
                else:
                    _write(target, record, cells, answers.row(number, cells), dialect, answers)
            answers.finish()
        return answers.notes(rows.columns)

    def verify(self, path: Path, handled: Sequence[Handled]) -> Sequence[str]:
        """Python's own reader of such files finds the cells that were meant, in every row, and nothing else."""
        ledger = ledger_of(handled)
        if ledger is None:
            return []
        found = Ledger()
        limit = csv.field_size_limit()
        try:
            csv.field_size_limit(2**31 - 1)
            with path.open("rb") as stream:
                for row in _read_again(stream, ledger.style):
                    found.add([cell.encode("latin-1") for cell in row])
        except (csv.Error, UnicodeError, UnreadableError):
            return ["what was written cannot be read again"]
        finally:
            csv.field_size_limit(limit)
        return [] if found == ledger else ["what stands in the file is not what was meant to"]


def _write(
    target: BinaryIO, record: Record, cells: Sequence[Cell], new: Sequence[str | None], dialect: Dialect, answers: Answers
) -> None:
    """One row: fields that did not change as they were, and what is behind the last column only if it is empty."""
    fields: list[bytes] = []
    for place, field in enumerate(record.fields):
        if place >= len(cells):
            fields.append(field)  # empty: a row with values there does not come this far
            continue
        if cells[place].column.role == DROPPED:
            continue
        text = new[place]
        if text is None and _NUL in field:
            text = cells[place].text
        if text is not None:
            field = dialect.field(text, field, decoded(dialect.value(field), dialect)[1])
        fields.append(field)
    values = [dialect.value(field) for field in fields]
    if values != [b""] or len(fields) > 1:
        answers.ledger.add(values)
    line = dialect.delimiter.join(fields) + record.end
    target.write(dialect.write(line))


def _read_again(stream: BinaryIO, dialect: Dialect) -> Iterator[list[str]]:
    """The rows as the standard library sees them; bytes stand for characters, so that any mixture comes through."""
    reader = csv.reader(
        (line.decode("latin-1") for line in lines(text_bytes(stream, dialect), 2**40)),
        delimiter=dialect.delimiter.decode("latin-1"), quotechar='"', doublequote=True,
        escapechar="\\" if dialect.escapes else None,
    )  # fmt: skip
    for row in reader:
        if row and row != [""]:
            yield row


FORMAT = (
    Delimited("csv", (".csv",), "tables with commas, semicolons, tabs or bars between the cells", b","),
    Delimited("tsv", (".tsv", ".tab"), "tables with tabs between the cells", b"\t"),
)
