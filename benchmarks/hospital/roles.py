"""What `velado columns` says of a table, against what its columns hold."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .blueprints import Blueprint
from .findings import Figure, Findings
from .runs import call

__all__ = ["ROLES", "entries_of", "roles_of", "wrong_roles"]

ROLES = (
    "note", "patient id", "identifier", "name", "birth date", "date", "place", "code", "measurement", "amount", "category",
    "row number", "constant", "unknown",
)  # fmt: skip
_SAME = {"note text": "note", "other identifier": "identifier", "date of birth": "birth date", "code of a terminology": "code"}
_DESCRIPTION = "description of a person"
_DESCRIBES = frozenset({"age", "sex", "sex, 1 or 2", "occupation"})  # of these kinds it says the same as "category"


def _plain(role: str) -> str:
    """Return a role as it is written here: patient_id and "Patient ID" are "patient id", "note text" is "note"."""
    words = role.strip().lower().replace("_", " ").replace("-", " ")
    return _SAME.get(words, words)


def entries_of(told: Any) -> list[dict[str, Any]]:
    """Return the columns of the widest table that is told of, however deep they stand: a title above a table is told as one too."""
    if isinstance(told, list) and told and all(isinstance(entry, dict) and "role" in entry for entry in told):
        return told
    inner = told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()
    return max((entries_of(value) for value in inner), key=len, default=[])


def roles_of(path: Path, folder: Path) -> list[tuple[str, str]] | None:
    """Return name and role of each column, as `velado columns FILE --json` gives them; None where there is no such command."""
    taken = call(["columns", str(path), "--json"], folder)
    try:
        entries = entries_of(json.loads(taken.output))
    except ValueError:
        return None
    return [(str(entry.get("name", "")), str(entry["role"])) for entry in entries] or None


def wrong_roles(table: Blueprint, told: Sequence[tuple[str, str]]) -> Findings:
    """Count the columns whose role is not what they hold. Columns are matched by name, or by place where there are no names."""
    found = Findings()
    by_name = {name: _plain(role) for name, role in told}
    for place, column in enumerate(table.columns):
        role = by_name.get(column.name) or (_plain(told[place][1]) if len(told) == len(table.columns) else "none")
        right = role == column.kind.role or role in column.kind.also
        right = right or (column.kind.patient and place != table.patient and role == "identifier")  # another number of the patient
        right = right or (role == _DESCRIPTION and column.kind.name in _DESCRIBES)
        example = f"{role}, not {column.kind.role}: {column.name} ({table.number} {table.title}, {table.names} names)"
        found.add(Figure.ROLES, column.kind.name, table.suffix, not right, 1, example)
    return found
