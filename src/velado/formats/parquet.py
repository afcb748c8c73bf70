"""Parquet tables: row group by row group, with the same columns, types and compression."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options, Table, UnreadableError
from velado.formats._arrow import fits_type, plain_type, rebuilt
from velado.formats._cells import Cell
from velado.formats._parquet_rows import Rows, listed, opened, python_values
from velado.formats._parquet_writing import Digest, TableWriter, fitting, in_doubt, texts_of
from velado.formats._table import Answers, Questions
from velado.formats._table_plan import Plan, Survey, plan_of
from velado.formats._table_roles import DROPPED, Columns
from velado.formats._units import OTHER_UNITS, Chain
from velado.formats.source import Source, source_of

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

__all__ = ["FORMAT"]

_PANDAS = ("index_columns", "column_indexes", "columns", "creator", "pandas_version")


def _array(old: pa.Array, values: list[Any] | None, kind: pa.DataType) -> tuple[pa.Array, list[int]]:
    """The values as a column, and the places of those that its type cannot hold. Categories hold what is used and no more."""
    import pyarrow as pa

    if values is None:
        return old.storage if isinstance(old, pa.ExtensionArray) else old, []
    array, lost = fitting(values, kind.value_type if pa.types.is_dictionary(kind) else kind)
    return array.dictionary_encode().cast(kind) if pa.types.is_dictionary(kind) else array, lost


def _schema(rows: Rows, kept: Sequence[int], names: Sequence[str]) -> tuple[pa.Schema, list[str]]:
    """The columns that stay, any of which may have empty values now; of the metadata only what pandas needs."""
    import pyarrow as pa

    fields = [pa.field(name, plain_type(rows.schema.field(place).type)) for place, name in zip(kept, names, strict=True)]
    own = rows.schema.metadata or {}
    pandas = _pandas(own.get(b"pandas", b""), set(names)) if names == [rows.schema.names[place] for place in kept] else b""
    dropped = len(set(own) - ({b"pandas"} if pandas else set())) + sum(bool(field.metadata) for field in rows.schema)
    cleaned = [f"{dropped} piece{'s' if dropped != 1 else ''} of metadata removed"] if dropped else []
    return pa.schema(fields, {b"pandas": pandas} if pandas else None), cleaned


def _pandas(data: bytes, names: set[str]) -> bytes:
    """How pandas makes its table, if it speaks of nothing but the columns that are there."""
    try:
        told = {key: value for key, value in json.loads(data).items() if key in _PANDAS}
        index = [name if isinstance(name, str) else name["kind"] for name in told["index_columns"]]
        listed = [column["field_name"] for column in told["columns"]] + [column["name"] for column in told["columns"]]
        indexes = [column["name"] for column in told["column_indexes"]]
        spoken = {name for name in (*index, *listed, *indexes) if name not in (None, "range", "None")}
        ranges = [name for name in told["index_columns"] if not isinstance(name, str)]
        plain = all(set(entry) <= {"kind", "name", "start", "stop", "step"} and entry["name"] is None for entry in ranges)
    except (ValueError, KeyError, TypeError, AttributeError):
        return b""
    return json.dumps(told).encode() if spoken <= names and plain else b""


def _codec(file: pq.ParquetFile) -> str:
    metadata = file.metadata
    if not metadata.num_row_groups or not metadata.num_columns:
        return "snappy"
    codec = str(metadata.row_group(0).column(0).compression).lower()
    return "none" if codec == "uncompressed" else codec


@dataclass(frozen=True)
class Parquet:
    """Columns of typed values."""

    name: str = "parquet"
    suffixes: tuple[str, ...] = (".parquet", ".pq")
    description: str = "Parquet tables"
    extra: str = "parquet"
    proves: str = "names, types and every value of every row and column, and no metadata"
    streams: bool = True  # what is verified is noted on the way: see `verify`

    def missing(self) -> str:
        """pyarrow, where it is not installed."""
        return "" if find_spec("pyarrow") else "pyarrow is not installed: pip install 'velado[parquet]'"

    def _plan(self, source: Source, options: Options) -> Plan:
        """What the columns are for, from all rows of the file."""

        def survey() -> Plan:
            found = Survey()
            with opened(source) as file:
                Rows(file, options).survey(found)
            return found.plan()

        return plan_of(source, options, survey)

    def tables(self, source: Source, options: Options = DEFAULTS) -> Sequence[Table]:
        """The one table of the file, with the roles of its columns."""
        return Columns(options, self._plan(source, options)).tables()

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """A document for each value that is read or replaced."""
        plan = self._plan(source, options)
        with opened(source) as file:
            rows = Rows(file, options, plan)
            questions = Questions(source.units, options)
            questions.note(rows.schema.names)
            yield from questions.header(0, rows.head())
            number = 0
            for batches in rows.groups():
                for batch in batches:
                    values = rows.values(batch)
                    questions.note(rows.all_texts(batch, values))
                    for row in range(batch.num_rows):
                        number += 1
                        yield from questions.row(number, rows.cells(values, row))

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The table in the same row groups, unless they are very large; metadata of the file's own is left out."""
        plan = self._plan(source, options)
        answers = Answers(source.units, handled)
        with opened(source) as file:
            rows = Rows(file, options, plan)
            kept = [place for place, column in enumerate(rows.columns) if column.role != DROPPED]
            answers.note(rows.schema.names)
            head = answers.header(0, rows.head())
            if any(name is not None for name in head[len(kept) :]):
                raise UnreadableError("a field inside a record has the name of a person")
            names = [rows.schema.names[place] if name is None else name for place, name in zip(kept, head, strict=False)]
            schema, cleaned = _schema(rows, kept, names)
            result = _Result(rows, kept, schema, answers, options, source.units.key)
            writer = TableWriter(path, schema, _codec(file), [to for to in range(len(kept)) if result.is_open(to)])
            try:
                for batches in rows.groups():
                    for batch in batches:
                        writer.add(*result.of(batch))
                    writer.flush()
                answers.finish()
                schema = writer.finish(result.as_text)
            finally:
                writer.remove()
            result.expect(source.units.expected, schema)
        return [*answers.notes(rows.columns), *cleaned]

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """The file is opened again: its columns have the names and types that were meant, and their values in every row."""
        with opened(source_of(path)) as file:
            if set(file.schema_arrow.metadata or {}) - {b"pandas"}:
                return ["the file has metadata that it should not have"]
            digests = [Digest(source.units.key) for _ in file.schema_arrow.names]
            rows = 0
            for batches in Rows(file, DEFAULTS).groups():
                for batch in batches:
                    rows += batch.num_rows
                    for place, digest in enumerate(digests):
                        digest.add(texts_of(listed(batch.column(place)), batch.schema.field(place).type))
            found = source.units.found()
            _say(found, file.schema_arrow, rows, digests)
        return [] if found == source.units.expected else [OTHER_UNITS]


def _say(chain: Chain, schema: pa.Schema, rows: int, digests: Sequence[Digest]) -> None:
    """Names, types, number of rows, and all that each column says."""
    chain.say(schema.names)
    chain.say(str(field.type) for field in schema)
    chain.say([str(rows)])
    chain.add(digest.value() for digest in digests)


class _Result:
    """The rows with the answers in them, batch by batch, and what must be found of them in the file."""

    def __init__(self, rows: Rows, kept: Sequence[int], schema: pa.Schema, answers: Answers, options: Options, key: bytes) -> None:
        self._rows, self._kept, self._schema, self._answers, self._options = rows, kept, schema, answers, options
        self._number = 0
        self._digests = [Digest(key) for _ in kept]
        self._text_digests = {to: Digest(key) for to in range(len(kept)) if self.is_open(to)}
        self.as_text: set[int] = set()  # columns of the result whose type cannot hold what stands there now

    def is_open(self, to: int) -> bool:
        """Whether a column of the result may have to become text."""
        place = self._kept[to]
        return self._options.on_type_conflict == "text" and in_doubt(self._schema.field(to).type) and self._rows.is_touched(place)

    def of(self, batch: pa.RecordBatch) -> tuple[list[pa.Array], dict[int, list[str | None]]]:
        """The columns of a batch, and the texts of those that may have to become text."""
        values = self._rows.values(batch)
        self._answers.note(self._rows.all_texts(batch, values))
        texts: dict[int, list[str | None]] = {to: [] for to in self._text_digests}
        for row in range(batch.num_rows):
            self._number += 1
            self._answer(values, row, texts)
        arrays: list[pa.Array] = []
        for to, place in enumerate(self._kept):
            own, kind = values[place], self._schema.field(to).type
            array, lost = _array(batch.column(place), own, kind)
            self._note_lost(to, lost)
            arrays.append(array)
            self._digests[to].add(texts_of(listed(batch.column(place)) if own is None else python_values(array), kind))
            if to in texts:
                self._text_digests[to].add("True" if text is None else f"False\x1f{text}" for text in texts[to])
        return arrays, texts

    def _answer(self, values: Sequence[list[Any] | None], row: int, texts: dict[int, list[str | None]]) -> None:
        """Put what came back into one row of the values."""
        cells = self._rows.cells(values, row)
        answers = iter([(cell, "" if cell.column.role == DROPPED else text) for cell, text in zip(cells, self._answers.row(self._number, cells), strict=True)])
        places = {place: to for to, place in enumerate(self._kept)}
        for place, column in enumerate(values):
            if column is None:
                continue
            old, kind, to = column[row], self._rows.schema.field(place).type, places[place]
            if not in_doubt(kind):
                column[row] = rebuilt(old, kind, (self._fitting(cell, text) for cell, text in answers))
                continue
            cell, text = (None, None) if old is None else next(answers)
            if text is not None:
                column[row] = rebuilt(old, kind, iter([text]))
                if text and column[row] is None:
                    self._note_lost(to, [row])
            if to in texts:
                texts[to].append((cell.text if text is None else text or None) if cell is not None else None)

    def _fitting(self, cell: Cell, text: str | None) -> str | None:
        """The same; an inner value that its type cannot hold is noted."""
        if text and cell.typed and not fits_type(text, cell.typed, cell.text):
            self._answers.outcome(cell.column).nulls += 1
        return text

    def _note_lost(self, to: int, lost: Sequence[int]) -> None:
        outcome = self._answers.outcome(self._rows.columns[self._kept[to]])
        if lost and to in self._text_digests:
            self.as_text.add(to)
            outcome.became_text = True
        else:
            outcome.nulls += len(lost)

    def expect(self, expected: Chain, schema: pa.Schema) -> None:
        """Note what must stand in the file."""
        digests = [self._text_digests[to] if to in self.as_text else digest for to, digest in enumerate(self._digests)]
        _say(expected, schema, self._number, digests)


FORMAT = Parquet()
