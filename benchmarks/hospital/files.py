"""Tables as files: written in many dialects, and read so that every sign of a cell counts."""

from __future__ import annotations

import datetime as dt
import decimal
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .blueprints import Blueprint
from .kinds import Odd, Text

__all__ = ["Frame", "Literal", "read", "write"]

_DELIMITERS = {",": ",", ";": ";", "tab": "\t", "bar": "|"}
_ENCODINGS = ("utf-8-sig", "utf-8", "cp1252", "latin-1")
_TITLE = {"es": "Listado del servicio", "pt": "Lista do serviço", "en": "List of the department"}


class Literal(str):
    """A number of a JSON file as it stands there: 1.10 is not 1.1."""


@dataclass(slots=True)
class Frame:
    """A table that was read: names and cells; `fields` are the cells with their quotes, `above` what stands above the header.

    `strange` are the cells of a text file that are not in the encoding of the file.
    """

    names: list[str]
    rows: list[list[Any]]
    types: list[str] = field(default_factory=list)
    fields: list[list[str]] = field(default_factory=list)
    above: list[Any] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)


def _bare(value: Any) -> Any:
    """Return a cell without what the generator knows of it."""
    value = value.value if isinstance(value, Odd) else value
    return value.text if isinstance(value, Text) else value


def write(table: Blueprint, path: Path) -> None:
    """Write a table in the format and dialect of its blueprint."""
    {"csv": _write_csv, "parquet": _write_parquet, "xlsx": _write_xlsx, "jsonl": _write_jsonl}[table.suffix](table, path)


def read(table: Blueprint, path: Path) -> Frame:
    """Read a table, or what became of it."""
    return {"csv": _read_csv, "parquet": _read_parquet, "xlsx": _read_xlsx, "jsonl": _read_jsonl}[table.suffix](table, path)


def _dialect(table: Blueprint) -> tuple[str, str, str, str]:
    words = table.file[1:]
    quoting = next((word.partition("=")[2] for word in words if word.startswith("quote=")), "minimal")
    encoding = next((word for word in words if word in _ENCODINGS), "utf-8")
    return _DELIMITERS[words[0]], encoding, "\r\n" if "crlf" in words else "\n", quoting


def _as_text(value: Any, comma: bool) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value).replace(".", ",") if comma else repr(value)
    return str(value)


def _write_csv(table: Blueprint, path: Path) -> None:
    delimiter, encoding, end, quoting = _dialect(table)
    comma = delimiter == ";" and table.language != "en"

    def field_of(value: Any) -> str:
        text = _as_text(value, comma)
        quoted = quoting == "all" or (quoting == "text" and isinstance(value, str)) or bool(re.search(rf'[{re.escape(delimiter)}"\r\n]', text))
        return '"' + text.replace('"', '""') + '"' if quoted else text

    lines = [] if "bare" in table.file else [delimiter.join(field_of(column.name) for column in table.columns)]
    lines += [delimiter.join(field_of(_bare(value)) for value in row) for row in table.rows]
    path.write_bytes("".join(line + end for line in lines).encode(encoding, "replace"))


def _split(text: str, delimiter: str) -> Iterator[list[str]]:
    """Yield the rows of a CSV file as fields with their quotes."""
    sign = re.escape(delimiter)
    pattern = re.compile(rf'("(?:[^"]|"")*"|[^{sign}\r\n]*)({sign}|\r\n|\n|\Z)')
    row: list[str] = []
    place = 0
    while place < len(text):
        match = pattern.match(text, place)
        if match is None:  # a quote in the middle of a field: what stands there belongs to it
            cut = re.compile(rf"[{sign}\r\n]|\Z").search(text, place)
            assert cut is not None
            row.append(text[place : cut.start()])
            place = cut.end()
            continue
        row.append(match[1])
        place = match.end()
        if match[2] != delimiter:
            yield row
            row = []


def _unquoted(field: str) -> str:
    return field[1:-1].replace('""', '"') if len(field) > 1 and field[0] == field[-1] == '"' else field


def _read_csv(table: Blueprint, path: Path) -> Frame:
    delimiter, encoding, _, _ = _dialect(table)
    with path.open(encoding=encoding, newline="", errors="replace") as stream:
        fields = list(_split(stream.read(), delimiter))
    rows: list[list[Any]] = [[_unquoted(field) or None for field in row] for row in fields]
    strange = [field for row in fields for field in row if not field.isascii() and _is_strange(field, encoding)]
    if "bare" in table.file:
        return Frame([""] * len(table.columns), rows, fields=fields, strange=strange)
    return Frame([name or "" for name in rows[0]] if rows else [], rows[1:], fields=fields[1:], strange=strange)


def _is_strange(text: str, encoding: str) -> bool:
    """Whether a cell that was read in the encoding of its file cannot have been written in it."""
    if "\ufffd" in text or encoding.startswith("utf"):
        return "\ufffd" in text
    try:
        text.encode(encoding).decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _nested(row: dict[str, Any]) -> dict[str, Any]:
    whole: dict[str, Any] = {}
    for name, value in row.items():
        *parents, last = name.split(".")
        inner = whole
        for parent in parents:
            inner = inner.setdefault(parent, {})
        inner[last] = value
    return whole


def _as_json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, dt.date | dt.datetime) else value


def _write_jsonl(table: Blueprint, path: Path) -> None:
    names = [column.name for column in table.columns]
    with path.open("w", encoding="utf-8") as stream:
        for row in table.rows:
            flat = dict(zip(names, (_as_json(_bare(value)) for value in row), strict=True))
            stream.write(json.dumps(_nested(flat), ensure_ascii=False) + "\n")


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if not isinstance(value, dict):
        yield path, value
        return
    for name, inner in value.items():
        yield from _flat(inner, f"{path}.{name}" if path else name)


def _read_jsonl(table: Blueprint, path: Path) -> Frame:
    lines = path.read_text("utf-8").splitlines()
    found = [dict(_flat(json.loads(line, parse_float=Literal, parse_int=Literal))) for line in lines]
    names = list(dict.fromkeys(name for row in found for name in row))
    rows = [[row.get(name) for name in names] for row in found]
    return Frame(names, rows, [_type_of(column) for column in zip(*rows, strict=True)])


def _type_of(cells: Iterable[Any]) -> str:
    """Return the types of the cells of a column, where the format has types for cells only."""

    def one(value: Any) -> str:
        if isinstance(value, bool):
            return "truth"
        if isinstance(value, int | float | Literal | decimal.Decimal):
            return "number"
        return "date" if isinstance(value, dt.date) else type(value).__name__

    return "|".join(sorted({one(value) for value in cells if value is not None}))


def _write_xlsx(table: Blueprint, path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Hoja1")
    if "title" in table.file:
        sheet.append([_TITLE[table.language]])
        sheet.append([])
    sheet.append([column.name for column in table.columns])
    for row in table.rows:
        sheet.append([_bare(value) for value in row])
    book.save(path)


def _read_xlsx(table: Blueprint, path: Path) -> Frame:
    import openpyxl

    book = openpyxl.load_workbook(path, read_only=True)
    width = len(table.columns)
    rows = [[*row, *[None] * width][:width] for row in book.worksheets[0].iter_rows(values_only=True)]
    book.close()
    head = 2 if "title" in table.file else 0
    below = rows[head + 1 :]
    return Frame([str(name or "") for name in rows[head]], below, [_type_of(cells) for cells in zip(*below, strict=True)], above=rows[:head])


def _arrow_type(name: str) -> Any:
    import pyarrow as pa

    types = {
        "int64": pa.int64(), "float64": pa.float64(), "bool": pa.bool_(), "date32": pa.date32(), "timestamp[us]": pa.timestamp("us"),
        "decimal": pa.decimal128(12, 2), "list<string>": pa.list_(pa.string()),
    }  # fmt: skip
    return types.get(name, pa.string())


def _array(values: Sequence[Any], kind: str) -> Any:
    import pyarrow as pa

    if kind == "decimal":
        return pa.array([None if value is None else decimal.Decimal(value) for value in values], _arrow_type(kind))
    if kind == "float64":
        values = [None if value is None else float(value) for value in values]
    array = pa.array(values, _arrow_type(kind))
    return array.dictionary_encode() if kind == "dictionary" else array


def _write_parquet(table: Blueprint, path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    cells = [[_bare(row[place]) for row in table.rows] for place in range(len(table.columns))]
    arrays = {column.name: _array(values, column.kind.type) for column, values in zip(table.columns, cells, strict=True)}
    if "nested" in table.file:
        whole = _nested(arrays)
        arrays = {name: _struct(value) if isinstance(value, dict) else value for name, value in whole.items()}
    pq.write_table(pa.table(arrays), path, row_group_size=5_000)


def _struct(arrays: dict[str, Any]) -> Any:
    import pyarrow as pa

    return pa.StructArray.from_arrays(list(arrays.values()), names=list(arrays))


def _read_parquet(table: Blueprint, path: Path) -> Frame:
    import pyarrow.parquet as pq

    whole = pq.read_table(path)
    while any(str(kind).startswith("struct") for kind in whole.schema.types):
        whole = whole.flatten()
    columns = [whole.column(place).to_pylist() for place in range(whole.num_columns)]
    rows = [list(row) for row in zip(*columns, strict=True)] if columns else []
    return Frame(list(whole.column_names), rows, [str(kind) for kind in whole.schema.types])
