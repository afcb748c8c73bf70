"""Tables as delimited text: CSV and TSV, row by row, however large. What is not replaced stays byte for byte."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options, Table, UnreadableError
from velado.formats._blocks import Block, Line, Met, answered, asked, blocks, surveyed, table_row, told
from velado.formats._cells import Cell
from velado.formats._dialect import Dialect, Record, decoded, dialect_of, lines, records, text_bytes
from velado.formats._table import Answers, Questions
from velado.formats._table_plan import NO_PLAN, Plan, Survey, plan_of
from velado.formats._table_roles import DROPPED, absent, columns_of
from velado.formats._units import OTHER_UNITS, Chain
from velado.formats.source import Source

__all__ = ["FORMAT"]

_NUL = b"\0"


class _Rows:
    """The rows of a file as cells, the same each time they are read."""

    def __init__(self, stream: BinaryIO, expected: bytes, options: Options, plan: Plan = NO_PLAN) -> None:
        self.dialect = dialect_of(stream, expected)
        self._plan = plan
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
            yield from blocks(self._lines(), self._options, ragged=True, plan=self._plan)
            return
        columns, table = None, 0
        for line in self._lines():
            if columns is not None:
                yield table_row(line, columns, table=table, ragged=True)
            elif line.filled:
                columns, table = columns_of(line.texts, self._options, plan=self._plan, table=(0, line.number)), line.number
                yield table_row(line, columns, table=table, head=True)
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
    proves: str = "every cell of every row, however long the table"
    streams: bool = True  # what is verified is noted on the way: see `verify`

    def missing(self) -> str:
        """Nothing."""
        return ""

    def _plan(self, source: Source, options: Options) -> Plan:
        """What the columns are for, from all rows of the file."""

        def survey() -> Plan:
            found = Survey()
            with source.open() as stream:
                surveyed(found, 0, "", _Rows(stream, self.expected, options).blocks())
            return found.plan()

        return plan_of(source, options, survey)

    def tables(self, source: Source, options: Options = DEFAULTS) -> Sequence[Table]:
        """The tables of the file, each with its columns and their roles."""
        return told(options, self._plan(source, options))

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """A document for each cell that is read or replaced."""
        plan = self._plan(source, options)
        with source.open() as stream:
            rows = _Rows(stream, self.expected, options, plan)
            source.units.style = rows.dialect
            questions = Questions(source.units, options)
            for block in rows.blocks():
                yield from asked(block, questions)

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The table with the same dialect, encoding, quotes and line ends; dropped columns are left out."""
        plan = self._plan(source, options)
        with source.open() as stream, path.open("wb") as target:
            rows = _Rows(stream, self.expected, options, plan)
            dialect = rows.dialect
            target.write(dialect.mark + dialect.write(dialect.preamble))
            answers = Answers(source.units, handled)
            met = Met()
            for block in rows.blocks():
                met.add(block)
                for line, cells in zip(block.lines, answered(block, answers), strict=True):
                    if block.withheld:
                        answers.withhold(line.number)
                        line = line._replace(texts=[""] * len(block.columns), raw=Record([b""] * len(block.columns), line.raw.end))
                        cells = {place: (Cell(column, ""), None) for place, column in enumerate(block.columns)}
                    _write(target, line, cells, dialect, source.units.expected)
            answers.finish()
        return answers.notes(met.columns())

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """Python's own reader of such files finds the cells that were meant, in every row, and nothing else."""
        dialect: Dialect = source.units.style
        found = source.units.found()
        limit = csv.field_size_limit()
        try:
            csv.field_size_limit(2**31 - 1)
            with path.open("rb") as stream:
                begins = dialect.mark + dialect.write(dialect.preamble)
                if stream.read(len(begins)) != begins:
                    return [OTHER_UNITS]
                for row in _read_again(stream, dialect):
                    found.add(cell.encode("latin-1") for cell in row)
        except (csv.Error, UnicodeError, UnreadableError):
            return ["what was written cannot be read again"]
        finally:
            csv.field_size_limit(limit)
        return [] if found == source.units.expected else [OTHER_UNITS]


def _write(
    target: BinaryIO, line: Line, cells: Mapping[int, tuple[Cell, str | None]], dialect: Dialect, expected: Chain
) -> None:
    """One row: fields that did not change stay as they were; dropped columns are left out.

    What must stand there is told from the judged texts, not from the bytes that are written.
    """
    fields: list[bytes] = []
    values: list[bytes] = []
    for place, (field, old) in enumerate(zip(line.raw.fields, line.texts, strict=True)):
        cell, text = cells.get(place, (None, None))
        if cell is not None and cell.column.role == DROPPED:
            continue
        encoding = "utf-8" if old.isascii() else decoded(dialect.value(field), dialect)[1]
        values.append((old if text is None else text).encode(encoding, "velado.plain"))
        if text is None and _NUL in field:
            text = old
        fields.append(field if text is None else dialect.field(text, field, encoding))
    if values != [b""] or len(values) > 1:
        expected.add(values)
    target.write(dialect.write(dialect.delimiter.join(fields) + line.raw.end))


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
