"""The columns of tables and lists of patients, as workers see them. Everything here runs in a worker."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from velado.formats import Tabular, UnreadableError, format_for
from velado.formats.source import private_copy
from velado.patient_list import PatientListError, Search, parse
from velado.web.work import Reading

__all__ = ["look_at_columns", "read_patient_list", "search_of"]

Tell = Callable[[str, int], None]
COLUMNS = 1_000  # of one file that are shown: nobody chooses among more


def look_at_columns(reading: Reading, tell: Tell) -> list[dict[str, Any]]:
    """Return the tables of a file with their columns, as they were guessed; none when its format knows no tables."""
    tell("columns", 0)
    source = Path(reading.source)
    style = format_for(source)
    if not isinstance(style, Tabular) or style.missing():
        return []
    with private_copy(source, Path(reading.folder)) as copy:
        tables = style.tables(copy, reading.options)
    if sum(len(table.columns) for table in tables) > COLUMNS:
        return []
    return [
        {
            "name": table.name,
            "row": table.row,
            "rows": table.rows,
            "columns": [
                {"name": column.name, "role": column.role, "reason": column.reason, "action": column.action, "label": column.label}
                for column in table.columns
            ],
        }
        for table in tables
    ]


@lru_cache(maxsize=4)
def search_of(path: str) -> Search:
    """The list at a path, ready to be searched. A new list has a new path."""
    return Search(parse(Path(path).read_bytes()).rows)


def read_patient_list(path: str, tell: Tell) -> dict[str, int]:
    """Count what a list tells, once it is known to be one. Raises UnreadableError."""
    try:
        rows = parse(Path(path).read_bytes()).rows
    except PatientListError as error:
        raise UnreadableError(str(error)) from None
    if not any(row.names or row.numbers for row in rows):
        raise UnreadableError("no row has a name or a number")
    return {"people": len(rows), "names": sum(bool(row.names) for row in rows), "numbers": sum(bool(row.numbers) for row in rows)}
