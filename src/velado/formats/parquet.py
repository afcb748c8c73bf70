"""Parquet tables: row group by row group, with the same columns, types and compression."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options, UnreadableError
from velado.formats._arrow import holds_text, leaves, plain_type, rebuilt, told_type
from velado.formats._table import Answers, Cell, Ledger, Questions, ledger_of
from velado.formats._table_roles import DROPPED, GIVEN, Columns

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

__all__ = ["FORMAT"]

ROWS = 256  # that are in memory as Python values at a time
GROUP = 32_000_000  # bytes after which a row group is written, even where the source has larger ones
_PANDAS = ("index_columns", "column_indexes", "columns", "creator", "pandas_version")


class _Rows:
    """The rows of a file as cells, the same each time they are read."""

    def __init__(self, file: pq.ParquetFile, options: Options) -> None:
        self.file = file
        self.schema: pa.Schema = file.schema_arrow
        self._columns = Columns(options)
        self.columns = [self._columns.at((name,)) for name in self.schema.names]
        self._inner = [self._columns.at(path) for field in self.schema for path in _inside(field.type, (field.name,))]
        self._columns.check()
        # Real numbers are measurements; only in a column that identifies somebody are they looked at.
        self._touched = [
            column.role != DROPPED and (holds_text(field.type) or (column.role == GIVEN and told_type(field.type) == "real"))
            for column, field in zip(self.columns, self.schema, strict=True)
        ]

    def head(self) -> list[Cell]:
        """The names of the columns that stay, then those of the fields inside records."""
        named = [*zip(self.columns, self.schema.names, strict=True), *((column, column.name.rpartition(".")[2]) for column in self._inner)]
        return [Cell(column, name) for column, name in named if column.role != DROPPED]

    def groups(self) -> Iterator[Iterator[pa.RecordBatch]]:
        """For each row group its rows, a few at a time."""
        for group in range(self.file.num_row_groups):
            yield _safely(self.file.iter_batches(ROWS, row_groups=[group], use_threads=False))

    def values(self, batch: pa.RecordBatch) -> list[list[Any] | None]:
        """The columns that are looked at, as Python values."""
        return [_python(batch.column(place)) if touched else None for place, touched in enumerate(self._touched)]

    def cells(self, values: Sequence[list[Any] | None], row: int) -> list[Cell]:
        """The cells of one row."""
        return [
            Cell(self._columns.at((self.schema.names[place], *path)), text, typed)
            for place, column in enumerate(values)
            if column is not None
            for path, text, typed in leaves(column[row], self.schema.field(place).type)
        ]


def _inside(kind: pa.DataType, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The ways to the fields of the records in a column."""
    told = told_type(kind)
    if told == "struct":
        for number in range(kind.num_fields):
            yield (*path, kind.field(number).name)
            yield from _inside(kind.field(number).type, (*path, kind.field(number).name))
    elif told in ("list", "map"):
        yield from _inside(kind.value_type if told == "list" else kind.item_type, path)


def _python(array: pa.Array) -> list[Any]:
    import pyarrow as pa

    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    try:
        # Dates as text: Python's own have no nanoseconds.
        listed: list[Any] | None = (array.cast(pa.string()) if told_type(array.type) == "date" else array).to_pylist()
    except (pa.ArrowException, ValueError, OverflowError):
        listed = None
    if listed is None:  # outside the handler: the error may quote a value
        raise UnreadableError("a column holds values that cannot be read as text")
    return listed


def _array(old: pa.Array, values: list[Any] | None, kind: pa.DataType) -> pa.Array:
    """The values as a column; one that does not fit the type is left empty. Categories hold what is used and no more."""
    import pyarrow as pa

    if values is None:
        return old.storage if isinstance(old, pa.ExtensionArray) else old
    inner = kind.value_type if pa.types.is_dictionary(kind) else kind
    array = _fitting(values, inner)
    return array.dictionary_encode().cast(kind) if pa.types.is_dictionary(kind) else array


def _fitting(values: list[Any], kind: pa.DataType) -> pa.Array:
    import pyarrow as pa

    def made(some: list[Any]) -> pa.Array:
        return pa.array(some, pa.string()).cast(kind) if told_type(kind) == "date" else pa.array(some, kind)

    try:
        return made(values)
    except (pa.ArrowException, ValueError, OverflowError, TypeError):
        pass
    fitting = []
    for value in values:
        try:
            made([value])
            fitting.append(value)
        except (pa.ArrowException, ValueError, OverflowError, TypeError):
            fitting.append(None)
    return made(fitting)


def _schema(rows: _Rows, kept: Sequence[int], names: Sequence[str]) -> tuple[pa.Schema, list[str]]:
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


@contextmanager
def _opened(path: Path) -> Iterator[pq.ParquetFile]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(path, buffer_size=1 << 20)
    except (pa.ArrowException, OSError) as error:
        secret = "ncrypt" in str(error)
        file = None
    if file is None:
        raise UnreadableError("the file is encrypted" if secret else "the file is no Parquet table, or it is damaged or was cut short")
    with file:
        yield file


def _safely(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    while True:
        try:
            batch = next(batches, None)
            broken = False
        except (pa.ArrowException, OSError):
            broken = True
        if broken:
            raise UnreadableError("the table is damaged or was cut short")
        if batch is None:
            return
        yield batch


def _flush(writer: pq.ParquetWriter, waiting: list[pa.RecordBatch]) -> None:
    import pyarrow as pa

    if waiting:
        table = pa.Table.from_batches(waiting).unify_dictionaries()
        writer.write_table(table, row_group_size=max(1, table.num_rows))
        waiting.clear()


def _note(ledger: Ledger, batch: pa.RecordBatch) -> None:
    """What the rows say, value by value; real numbers and truth values aside."""
    columns = [
        (_python(batch.column(place)), batch.schema.field(place).type)
        for place in range(batch.num_columns)
        if holds_text(batch.schema.field(place).type)
    ]
    for row in range(batch.num_rows):
        ledger.add(text.encode("utf-8", "surrogatepass") for column, kind in columns for _, text, _ in leaves(column[row], kind))


@dataclass(frozen=True)
class Parquet:
    """Columns of typed values."""

    name: str = "parquet"
    suffixes: tuple[str, ...] = (".parquet", ".pq")
    description: str = "Parquet tables"
    extra: str = "parquet"
    streams: bool = True  # what is verified is noted on the way: see `verify`

    def missing(self) -> str:
        """pyarrow, where it is not installed."""
        return "" if find_spec("pyarrow") else "pyarrow is not installed: pip install 'velado[parquet]'"

    def read(self, path: Path, options: Options = DEFAULTS) -> Iterator[Document]:
        """A document for each value that is read or replaced."""
        with _opened(path) as file:
            rows = _Rows(file, options)
            questions = Questions(options)
            yield from questions.header(0, rows.head())
            number = 0
            for batches in rows.groups():
                for batch in batches:
                    values = rows.values(batch)
                    for row in range(batch.num_rows):
                        number += 1
                        yield from questions.row(number, rows.cells(values, row))

    def write(self, path: Path, source: Path, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The table in the same row groups, unless they are very large; metadata of the file's own is left out."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        answers = Answers(handled)
        with _opened(source) as file:
            rows = _Rows(file, options)
            kept = [place for place, column in enumerate(rows.columns) if column.role != DROPPED]
            head = answers.header(0, rows.head())
            if any(name is not None for name in head[len(kept) :]):
                raise UnreadableError("a field inside a record has the name of a person")
            names = [rows.schema.names[place] if name is None else name for place, name in zip(kept, head, strict=False)]
            schema, cleaned = _schema(rows, kept, names)
            number = 0
            with pq.ParquetWriter(path, schema, compression=_codec(file)) as writer:
                for batches in rows.groups():
                    waiting: list[pa.RecordBatch] = []
                    for batch in batches:
                        values = rows.values(batch)
                        for row in range(batch.num_rows):
                            number += 1
                            _answer(rows, values, row, answers, number)
                        arrays = [_array(batch.column(place), values[place], schema.field(to).type) for to, place in enumerate(kept)]
                        waiting.append(pa.RecordBatch.from_arrays(arrays, schema=schema))
                        _note(answers.ledger, waiting[-1])
                        if sum(one.nbytes for one in waiting) > GROUP:
                            _flush(writer, waiting)
                    _flush(writer, waiting)
            answers.finish()
        return [*answers.notes(rows.columns), *cleaned]

    def verify(self, path: Path, handled: Sequence[Handled]) -> Sequence[str]:
        """The file is opened again, and its values are those that were meant, in every row."""
        with _opened(path) as file:
            if set(file.schema_arrow.metadata or {}) - {b"pandas"}:
                return ["the file has metadata that it should not have"]
            if (ledger := ledger_of(handled)) is None:
                return []
            found = Ledger()
            for batches in _Rows(file, DEFAULTS).groups():
                for batch in batches:
                    _note(found, batch)
        return [] if found == ledger else ["what stands in the file is not what was meant to"]


def _answer(rows: _Rows, values: Sequence[list[Any] | None], row: int, answers: Answers, number: int) -> None:
    """Put what came back into one row of the values."""
    cells = rows.cells(values, row)
    said = answers.row(number, cells)
    texts = iter("" if cell.column.role == DROPPED else text for cell, text in zip(cells, said, strict=True))
    for place, column in enumerate(values):
        if column is not None:
            column[row] = rebuilt(column[row], rows.schema.field(place).type, texts)


FORMAT = Parquet()
