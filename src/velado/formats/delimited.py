"""Tables as delimited text: CSV and TSV, row by row, however large. What is not replaced stays byte for byte."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options, UnreadableError
from velado.formats._blocks import Block, Line, Met, answered, asked, blocks, table_row
from velado.formats._dialect import Dialect, Record, decoded, dialect_of, lines, records, text_bytes
from velado.formats._table import Answers, Cell, Ledger, Questions, ledger_of
from velado.formats._table_roles import DROPPED, absent, columns_of

__all__ = ["FORMAT"]

_NUL = b"\0"


class _Rows:
    """The rows of a file as cells, the same each time they are read."""

    def __init__(self, stream: BinaryIO, expected: bytes, options: Options) -> None:
        self.dialect = dialect_of(stream, expected)
        self._records = records(text_bytes(stream, self.dialect), self.dialect, options.limits.cell_characters)
        self._options = options

    def _text(self, field: bytes) -> str:
        """What a field says; bytes of value zero are passed over."""
        return decoded(self.dialect.value(field).replace(_NUL, b""), self.dialect)[0]

    def _lines(self) -> Iterator[Line]:
        for number, record in enumerate(self._records, 1):
            yield Line(number, [self._text(field) for field in record.fields], {}, record)

    def blocks(self) -> Iterator[Block]:
        """All rows. Where the user names columns the first row is the header of all others, whatever else it says."""
        if not absent([], self._options):
            yield from blocks(self._lines(), self._options, ragged=True)
            return
        columns = None
        for line in self._lines():
            if columns is not None:
                yield table_row(line, columns, ragged=True)
            elif line.filled:
                columns = columns_of(line.texts, self._options)
                yield table_row(line, columns, head=True)
            else:
                yield Block([line], [])
        if columns is None:
            raise UnreadableError("the file is empty: it has none of the columns that were named")


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
            questions = Questions(options)
            for block in _Rows(stream, self.expected, options).blocks():
                yield from asked(block, questions)

    def write(self, path: Path, source: Path, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The table with the same dialect, encoding, quotes and line ends; dropped columns are left out."""
        with source.open("rb") as stream, path.open("wb") as target:
            rows = _Rows(stream, self.expected, options)
            dialect = rows.dialect
            target.write(dialect.mark + dialect.write(dialect.preamble))
            answers = Answers(handled)
            answers.ledger.style = dialect
            met = Met()
            for block in rows.blocks():
                if block.withheld:
                    (line,) = block.lines
                    answers.withhold(line.number)
                    empty = {place: (Cell(column, ""), None) for place, column in enumerate(block.columns)}
                    _write(target, Record([b""] * len(empty), line.raw.end), empty, dialect, answers)
                    continue
                met.add(block)
                for line, cells in zip(block.lines, answered(block, answers), strict=True):
                    _write(target, line.raw, cells, dialect, answers)
            answers.finish()
        return answers.notes(met.columns())

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
    target: BinaryIO, record: Record, cells: Mapping[int, tuple[Cell, str | None]], dialect: Dialect, answers: Answers
) -> None:
    """One row: fields that did not change stay as they were; dropped columns are left out."""
    fields: list[bytes] = []
    for place, field in enumerate(record.fields):
        cell, text = cells.get(place, (None, None))
        if cell is not None and cell.column.role == DROPPED:
            continue
        if text is None and cell is not None and _NUL in field:
            text = cell.text
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
