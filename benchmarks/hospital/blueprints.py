"""The 60 tables: what `benchmarks/tables/*/tables.txt` says of them, and their rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from . import clinical, identity, plain  # noqa: F401  each registers its kinds
from .kinds import KINDS, Kind, Odd, Row, Table, of
from .people import Hospital
from .words import FOLDER

__all__ = ["LANGUAGES", "Blueprint", "Column", "blueprints", "filled", "kind_at"]

LANGUAGES = ("es", "pt", "en")
_VISITS = 4  # rows of one patient, on the average
_LEAST = 40  # patients of a table


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, what it holds, and the share of its cells that are empty."""

    name: str
    kind: Kind
    words: tuple[str, ...] = ()
    empty: float = 0.0


@dataclass(slots=True)
class Blueprint:
    """A table before it is made, and its rows afterwards."""

    number: int
    title: str
    language: str
    country: str
    file: tuple[str, ...]
    names: str
    run: tuple[str, ...]
    size: int
    columns: list[Column] = field(default_factory=list)
    rows: list[list[Any]] = field(default_factory=list)

    @property
    def suffix(self) -> str:
        """The suffix of the file."""
        return self.file[0]

    @property
    def together(self) -> bool:
        """Whether the table goes through one run with the one before it, about the same patients."""
        return "together" in self.file

    @property
    def strategy(self) -> str:
        """How the run replaces: "default", "label", "hash" or "surrogate"."""
        return self.run[0]

    def named(self, option: str) -> str:
        """Return the column that an option of the run names; "" for none. "patient" alone is the column that holds the patient's number."""
        for word in self.run[1:]:
            name, _, column = word.partition("=")
            if name == option:
                return column or self.columns[self.patient].name
        return ""

    @property
    def patient(self) -> int:
        """The place of the column that holds the patient's number; -1 for none."""
        return next((place for place, column in enumerate(self.columns) if column.kind.patient), -1)


def _column(line: str) -> Column:
    name, _, rest = line.partition(" = ")
    key, *words = rest.split()
    empty = [float(word[1:]) for word in words if word.startswith("~")]
    return Column(name.strip(), of(KINDS, key), tuple(word for word in words if not word.startswith("~")), sum(empty))


def blueprints() -> list[Blueprint]:
    """Return all tables, without rows."""
    found: list[Blueprint] = []
    for language in LANGUAGES:
        for line in (FOLDER / language / "tables.txt").read_text("utf-8").splitlines():
            parts = [part.strip() for part in line.removeprefix("#").split("|")]
            if line.startswith("#") and len(parts) == 6 and parts[5].isdecimal():
                title, country, file, names, run, size = parts
                options = _split(run)
                found.append(Blueprint(len(found) + 1, title, language, country, tuple(file.split()), names, options, int(size)))
            elif " = " in line and not line.startswith("#"):
                found[-1].columns.append(_column(line))
    return found


def _split(run: str) -> tuple[str, ...]:
    """Return the words of a run; blanks inside the name of a column belong to it."""
    words: list[str] = []
    for word in run.split():
        if words and "=" in words[-1] and word not in ("key", "patient") and "=" not in word:
            words[-1] += f" {word}"
        else:
            words.append(word)
    return tuple(words)


def _hospital(first: Blueprint, seed: str, most: int | None) -> Hospital:
    """Return the hospital of a run: tables that go together have one, made for the first of them."""
    size = min(first.size, most or first.size)
    return Hospital(f"{seed}/{first.number}", first.language, first.country, max(_LEAST, size // _VISITS))


def _record(run: Sequence[Blueprint]) -> str:
    """Return the kind of number by which the notes of a run call a patient."""
    for table in run:
        if table.patient >= 0:
            return "record " + (*table.columns[table.patient].words, "7")[0]
    return "record 7"


def filled(run: Sequence[Blueprint], seed: str, most: int | None = None) -> None:
    """Make the rows of the tables of one run, at most so many of each. The same seed makes the same rows."""
    hospital = _hospital(run[0], seed, most)
    record = _record(run)
    for blueprint in run:
        draw = Random(f"{seed}/{blueprint.number}")
        table = Table(hospital, draw)
        for number in range(min(blueprint.size, most or blueprint.size)):
            patient = draw.choice(hospital.patients)
            row = Row(number, table, patient, draw.choice(hospital.visits[patient.number]), record)
            blueprint.rows.append([_cell(column, row) for column in blueprint.columns])


def _cell(column: Column, row: Row) -> Any:
    value = column.kind.make(row, *column.words)
    return None if column.empty and row.draw.random() < column.empty else value


def kind_at(column: Column, value: Any) -> Kind:
    """Return what a cell holds: what its column does, unless it is the odd one."""
    return of(KINDS, value.kind) if isinstance(value, Odd) else column.kind
