"""The columns of a table as the page shows them, and what a person says of them. Knows nothing of what is in the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

__all__ = ["CHOICES", "Choices", "PatientList", "ShownColumn", "ShownTable", "alike"]

CHOICES = ("notes", "patient", "identity", "date", "keep", "drop")
Choices = tuple[tuple[int, int, str], ...]  # table, column, and one of CHOICES
# What happens to a column as it was guessed, as one of the choices; "mixed" is none that a person can make.
_BY_ACTION = {
    "read as notes": "notes",
    "read for people; single codes stay": "mixed",
    "replaced by a pseudonym": "patient",
    "replaced": "identity",
    "kept": "keep",
    "dropped": "drop",
}


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """One column; `name` may be its place ("no. 3") where the name might be somebody's."""

    name: str
    role: str
    reason: str
    action: str
    label: str

    @property
    def guess(self) -> str:
        """What happens to it unless somebody says otherwise."""
        guess = _BY_ACTION.get(self.action, "mixed")
        return "date" if guess == "identity" and self.role in ("date", "date of birth") else guess


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of a file."""

    name: str
    row: int
    rows: int
    columns: tuple[ShownColumn, ...]

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Rebuild what a worker sent. Raises TypeError, KeyError."""
        columns = tuple(ShownColumn(**{name: str(value) for name, value in column.items()}) for column in values["columns"])
        return cls(str(values["name"]), int(values["row"]), int(values["rows"]), columns)


@dataclass(frozen=True, slots=True)
class PatientList:
    """A list that was uploaded: where it is, and what it tells, in numbers."""

    id: str
    path: str
    people: int
    names: int
    numbers: int


def alike(tables: Sequence[ShownTable]) -> tuple[tuple[str, ...], ...]:
    """What two files with the same columns have in common.

    >>> one = ShownTable("", 1, 5, (ShownColumn("nota", "note text", "", "read as notes", ""),))
    >>> alike([one])
    (('nota',),)
    """
    return tuple(tuple(column.name for column in table.columns) for table in tables)
