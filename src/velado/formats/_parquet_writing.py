"""A Parquet table written so that nothing is emptied unseen: columns that cannot hold a replacement become text.

Which columns those are is known when the last row was answered. So the texts of all columns in doubt are written beside the
table; in the end they take the place of those columns whose type was too narrow.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from velado.formats._arrow import holds_text, leaves, told_type

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Digest", "TableWriter", "fitting", "in_doubt", "texts_of"]

GROUP = 32_000_000  # bytes after which a row group is written, even where the source has larger ones


def in_doubt(kind: pa.DataType) -> bool:
    """Whether a column of this type may be too narrow for a replacement and can become text: single numbers and dates."""
    return told_type(kind) in ("number", "real", "date")


def fitting(values: list[Any], kind: pa.DataType) -> tuple[pa.Array, list[int]]:
    """The values as a column of a type; those that do not fit are left empty, and their places told."""
    import pyarrow as pa

    def made(some: list[Any]) -> pa.Array:
        return pa.array(some, pa.string()).cast(kind) if told_type(kind) == "date" else pa.array(some, kind)

    try:
        return made(values), []
    except (pa.ArrowException, ValueError, OverflowError, TypeError):
        pass
    kept, lost = [], []
    for place, value in enumerate(values):
        try:
            made([value])
            kept.append(value)
        except (pa.ArrowException, ValueError, OverflowError, TypeError):
            kept.append(None)
            lost.append(place)
    return made(kept), lost


def texts_of(values: Iterable[Any], kind: pa.DataType) -> Iterator[str]:
    """What a column says, value by value: the texts of its leaves, and which are missing."""
    if not holds_text(kind):
        return iter(map(str, values))
    return ("\x1f".join((str(value is None), *(text for _, text, _ in leaves(value, kind)))) for value in values)


class Digest:
    """What a column says, however many rows a reader gives at a time."""

    def __init__(self, key: bytes) -> None:
        self._digest = hashlib.blake2b(digest_size=16, key=key)

    def add(self, texts: Iterable[str]) -> None:
        """Append values."""
        pieces: list[bytes] = []
        for text in texts:
            data = text.encode("utf-8", "surrogatepass")
            pieces += (len(data).to_bytes(8, "big"), data)
        self._digest.update(b"".join(pieces))

    def value(self) -> bytes:
        """The digest of all of them."""
        return self._digest.digest()


class TableWriter:
    """Writes a table and, beside it, the texts of the columns that may have to become text."""

    def __init__(self, path: Path, schema: pa.Schema, codec: str, doubtful: Sequence[int]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._path, self._schema, self._codec = path, schema, codec
        self._beside = path.with_name(f"{path.name}.texts")
        self._doubtful = list(doubtful)
        self._texts = pa.schema([pa.field(str(place), pa.string()) for place in doubtful])
        self._writer = pq.ParquetWriter(path, schema, compression=codec)
        self._side = pq.ParquetWriter(self._beside, self._texts) if doubtful else None
        self._waiting: list[pa.RecordBatch] = []
        self._waiting_texts: list[pa.RecordBatch] = []

    def add(self, arrays: Sequence[pa.Array], texts: Mapping[int, list[str | None]]) -> None:
        """Append a batch; `texts` holds the same for each column in doubt."""
        import pyarrow as pa

        self._waiting.append(pa.RecordBatch.from_arrays(list(arrays), schema=self._schema))
        if self._side is not None:
            self._waiting_texts.append(pa.RecordBatch.from_arrays([pa.array(texts[place], pa.string()) for place in self._doubtful], schema=self._texts))
        if sum(batch.nbytes for batch in self._waiting) > GROUP:
            self.flush()

    def flush(self) -> None:
        """End a row group."""
        import pyarrow as pa

        if not self._waiting:
            return
        table = pa.Table.from_batches(self._waiting).unify_dictionaries()
        self._writer.write_table(table, row_group_size=max(1, table.num_rows))
        self._waiting.clear()
        if self._side is not None:
            self._side.write_table(pa.Table.from_batches(self._waiting_texts), row_group_size=max(1, table.num_rows))
            self._waiting_texts.clear()

    def finish(self, as_text: Iterable[int]) -> pa.Schema:
        """End the table; the columns `as_text` become text. Returns the schema that it has now."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        self.flush()
        self.close()
        changed = sorted(as_text)
        if not changed:
            return self._schema
        fields = [pa.field(field.name, pa.string()) if place in changed else field for place, field in enumerate(self._schema)]
        schema = pa.schema(fields)  # what pandas was told of the types would no longer be true
        typed = self._path.replace(self._path.with_name(f"{self._path.name}.typed"))
        try:
            with pq.ParquetFile(typed) as table, pq.ParquetFile(self._beside) as beside, pq.ParquetWriter(self._path, schema, compression=self._codec) as writer:
                for group in range(table.num_row_groups):
                    writer.write_table(_exchanged(table.read_row_group(group), beside.read_row_group(group), changed, schema))
        finally:
            typed.unlink()
        return schema

    def close(self) -> None:
        """Close what is open."""
        self._writer.close()
        if self._side is not None:
            self._side.close()

    def remove(self) -> None:
        """Close, and remove what was written beside the table."""
        self.close()
        self._beside.unlink(missing_ok=True)


def _exchanged(table: pa.Table, beside: pa.Table, changed: Sequence[int], schema: pa.Schema) -> pa.Table:
    import pyarrow as pa

    columns = [beside.column(str(place)) if place in changed else table.column(place) for place in range(table.num_columns)]
    return pa.Table.from_arrays(columns, schema=schema)
