"""The rows of a Parquet file as cells, the same each time they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from velado.columns import name_of_path
from velado.formats import Options, UnreadableError
from velado.formats._arrow import holds_text, leaves, told_type
from velado.formats._cells import Cell
from velado.formats._parquet_writing import in_doubt, texts_of
from velado.formats._table_plan import NO_PLAN, Plan, Survey
from velado.formats._table_roles import DROPPED, GIVEN, HELD_BACK, Columns
from velado.formats.source import Source

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

__all__ = ["Rows", "listed", "opened", "python_values"]

ROWS = 256  # that are in memory as Python values at a time


class Rows:
    """The rows of a file as cells, the same each time they are read."""

    def __init__(self, file: pq.ParquetFile, options: Options, plan: Plan = NO_PLAN) -> None:
        self.file = file
        self.schema: pa.Schema = file.schema_arrow
        self._columns = Columns(options, plan)
        self.columns = [self._columns.at((name,)) for name in self.schema.names]
        self._inner = [self._columns.at(path) for field in self.schema for path in _inside(field.type, (field.name,))]
        self._columns.check()
        self._touched = [_is_looked_at(column.role, field.type) for column, field in zip(self.columns, self.schema, strict=True)]

    def survey(self, survey: Survey) -> None:
        """Take all values into a survey, those of the kinds that are only carried along as they are printed."""
        for field in self.schema:
            if told_type(field.type) not in ("struct", "list", "map"):
                survey.profile(0, (field.name,), field.name)
        for batches in self.groups():
            for batch in batches:
                for _ in range(batch.num_rows):
                    survey.row(0)
                for place, field in enumerate(self.schema):
                    for value in listed(batch.column(place)):
                        if told_type(field.type) == "" and value is not None:
                            survey.profile(0, (field.name,), field.name).add(str(value))
                        for path, text, typed in leaves(value, field.type, (field.name,)):
                            survey.profile(0, path, name_of_path(path)).add(text, typed)

    def head(self) -> list[Cell]:
        """The names of the columns that stay, then those of the fields inside records."""
        named = [*zip(self.columns, self.schema.names, strict=True), *((column, column.name.rpartition(".")[2]) for column in self._inner)]
        return [Cell(column, name) for column, name in named if column.role != DROPPED]

    def is_touched(self, place: int) -> bool:
        """Whether the values of a column are looked at."""
        return self._touched[place]

    def groups(self) -> Iterator[Iterator[pa.RecordBatch]]:
        """For each row group its rows, a few at a time."""
        for group in range(self.file.num_row_groups):
            yield _safely(self.file.iter_batches(ROWS, row_groups=[group], use_threads=False))

    def values(self, batch: pa.RecordBatch) -> list[list[Any] | None]:
        """The columns that are looked at, as Python values."""
        return [python_values(batch.column(place)) if touched else None for place, touched in enumerate(self._touched)]

    def all_texts(self, batch: pa.RecordBatch, values: Sequence[list[Any] | None]) -> Iterator[str]:
        """What every column of a batch says, also those that are not looked at."""
        for place, own in enumerate(values):
            column = batch.column(place)
            yield from texts_of(own if own is not None else listed(column), column.type)

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


def python_values(array: pa.Array) -> list[Any]:
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


def listed(array: pa.Array) -> list[Any]:
    """The values of a column that is only carried along; what Python has no values for as whole numbers."""
    import pyarrow as pa

    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    if holds_text(array.type):
        return python_values(array)
    try:
        listed: list[Any] | None = array.to_pylist()
    except (pa.ArrowException, ValueError, OverflowError):
        listed = None
    return listed if listed is not None else python_values(array.cast(pa.int64()))


def _is_looked_at(role: str, kind: pa.DataType) -> bool:
    """Whether the engine may have to see a value. Real numbers are measurements, except where they identify somebody."""
    if role == DROPPED:
        return False
    if role == HELD_BACK and in_doubt(kind):
        return False
    return holds_text(kind) or (role == GIVEN and told_type(kind) == "real")


@contextmanager
def opened(source: Source) -> Iterator[pq.ParquetFile]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with source.open() as stream:
        try:
            file = pq.ParquetFile(stream, buffer_size=1 << 20)
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
