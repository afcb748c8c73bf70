"""What a column may hold: the contract between the blueprints, the makers of values and the comparison."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any

from .people import Hospital, Person, Visit

__all__ = ["KINDS", "STAYS", "Group", "Kind", "Mark", "Odd", "Row", "Table", "Text", "kind"]


class Group(StrEnum):
    """What is asked of the cells of a kind."""

    CODE = "codes"
    AMOUNT = "amounts"
    MEASUREMENT = "measurements"
    CATEGORY = "categories"
    CONSTANT = "constants"
    ROW = "row numbers"
    DIRECT = "direct identifiers"
    INDIRECT = "dates, ages, places"
    TEXT = "notes and comments"
    FREE = "nothing asked"


STAYS = (Group.CODE, Group.AMOUNT, Group.MEASUREMENT, Group.CATEGORY, Group.CONSTANT, Group.ROW)


@dataclass(frozen=True, slots=True)
class Mark:
    """An identifier inside a text, and where it begins."""

    kind: str
    text: str
    start: int
    direct: bool


@dataclass(frozen=True, slots=True)
class Text:
    """A text that knows where people stand in it, and which pieces of medicine must stay."""

    text: str
    marks: tuple[Mark, ...] = ()
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Odd:
    """A value in a column that otherwise holds something else."""

    value: Any
    kind: str


@dataclass(slots=True)
class Table:
    """What the rows of one table share while it is made."""

    hospital: Hospital
    draw: Random
    state: dict[str, Any] = field(default_factory=dict)

    @property
    def language(self) -> str:
        """The language of its words."""
        return self.hospital.language

    def unique(self, what: str, make: Callable[[], Any]) -> Any:
        """Draw until there is something that this table has not had."""
        taken: set[Any] = self.state.setdefault(what, set())
        value = make()
        while value in taken:
            value = make()
        taken.add(value)
        return value


@dataclass(slots=True)
class Row:
    """One row while it is made: whom and what it is about."""

    number: int
    table: Table
    patient: Person
    visit: Visit
    record: str  # the kind of number in the patient column, by which notes call the patient
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def draw(self) -> Random:
        """The source of chance."""
        return self.table.draw

    @property
    def hospital(self) -> Hospital:
        """Where it happens."""
        return self.table.hospital

    @property
    def language(self) -> str:
        """The language of its words."""
        return self.table.language

    @property
    def day(self) -> dt.date:
        """The day of the visit."""
        return self.visit.start.date()

    def once(self, what: str, make: Callable[[], Any]) -> Any:
        """Draw something once in a row, so that the drug and its code belong together."""
        if what not in self.about:
            self.about[what] = make()
        return self.about[what]


@dataclass(frozen=True, slots=True)
class Kind:
    """What a column holds, what must become of it, and which role is the right one."""

    name: str
    group: Group
    role: str
    make: Callable[..., Any]
    also: frozenset[str] = frozenset()  # roles that are right as well
    number: bool = False  # two values must stay two, and one must stay one
    patient: bool = False  # the number by which the patient is known
    type: str = "string"  # of a Parquet column


KINDS: dict[str, Kind] = {}


def kind(key: str, name: str, group: Group, role: str, also: str = "", **more: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the maker below under a key of the blueprints; its arguments are a row and the words behind the key."""

    def register(make: Callable[..., Any]) -> Callable[..., Any]:
        KINDS[key] = Kind(name, group, role, make, frozenset(filter(None, also.split("|"))), **more)
        return make

    return register


def of(mapping: Mapping[str, Any], key: str) -> Any:
    """Return an entry, or say which are known: blueprints are written by hand."""
    if key not in mapping:
        raise KeyError(f"{key}: not among {', '.join(sorted(mapping))}")
    return mapping[key]
