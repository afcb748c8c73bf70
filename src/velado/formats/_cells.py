"""The cells of a table: what the engine is asked about each of them, by what its column is for.

- text columns are notes;
- columns that identify somebody, by the user's word, their values or their names, are replaced as a whole;
- codes, figures, categories, row numbers and what the user keeps stay as they are; a value that does not look like the rest
  of its column is read all the same;
- all others are read, with the column's name in front of the value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from velado.columns import (
    digits_of,
    fits,
    identifier_of,
    is_code,
    is_field,
    is_figure,
    is_test,
    is_unit,
    is_value_field,
    may_be_people,
    meaning_of,
    names_a_test,
    shape_of,
)
from velado.formats._table_roles import DROPPED, GIVEN, HELD_BACK, KEPT, READ, TEXT, Column
from velado.labels import NAMES

__all__ = ["KEY", "Ask", "Cell", "asks_of", "identity_of"]

_SHORT = 200  # characters; longer cells are prose and need no column name in front
_LABORATORY = 60  # characters of a result, a test or a unit
_MANY_DIGITS = 7  # a number or code with so many may be a person's, whatever it is among
# What no engine need look at: signs alone, one or two letters, a small number.
_RANGE = re.compile(r"\d ?(?:-|–|a|to) ?\d")
_TRIVIAL = re.compile(r"[\W_]*|[^\W\d_]{1,2}|[<>=~≤≥ ]{0,3}[+-]?\d{1,4}(?:[.,]\d{1,12})?(?:[eE][+-]?\d{1,3})? ?%?")

KEY = Column("", -1)  # of cells that are keys of records


class Cell(NamedTuple):
    """A value as text; `typed` is "number" or "date" where the file says that it is one."""

    column: Column
    text: str
    typed: str = ""


class Ask(NamedTuple):
    """What the engine is to do with a cell."""

    label: str  # of the whole value; "" when it has to be read
    lead: str = ""  # what stands before the value in the document: the column's name
    name: bool = False  # it is itself the name of a column, or a key


def identity_of(cell: Cell) -> str:
    """The label of a value that identifies somebody by the column it stands in, also in a column that is dropped."""
    column, value = cell.column, cell.text
    if column.role not in (GIVEN, DROPPED) or not value.strip():
        return ""
    label = fits(column.meaning, value)
    if label in NAMES and not column.known and (names_a_test(value) or is_unit(value)):
        return ""  # nobody's name, whatever stands above it
    if label or not column.is_told:
        return label
    # The user says that it identifies somebody. A number in a column of names: the value's own look decides.
    label = column.meaning.label
    return label if label and label not in NAMES else shape_of(value)


def asks_of(cells: Sequence[Cell]) -> list[Ask | None]:
    """What the engine is to do with each cell of a row; None when nothing."""
    asked: list[Ask | None] = []
    for place, cell in enumerate(cells):
        ask = _asked_alone(cell)
        open_to = ask is not None and cell.column.role == READ and not ask.label and not ask.name and len(cell.text) <= _LABORATORY
        medical = open_to and (names_a_test(cell.text) or is_unit(cell.text) or _is_measured(cells, place))
        asked.append(None if medical else ask)
    return asked


def _asked_alone(cell: Cell) -> Ask | None:
    column, value = cell.column, cell.text
    role = column.role
    if role in (DROPPED, KEPT) or not value.strip():
        return None
    if role == HELD_BACK and column.decision is not None and column.decision.keeps(value):
        return None
    if column is KEY:
        return None if is_field(value) else Ask("", name=True)
    if role == TEXT:
        return Ask("")
    if label := identity_of(cell):
        return Ask(label)
    if cell.typed == "date":
        return Ask("DATE")
    if _TRIVIAL.fullmatch(value.strip()) or (column.decision is not None and _is_single_code(value.strip())):
        return None
    # A name that the values have belied would mislead the engine.
    misleads = may_be_people(column.name) or (role != GIVEN and column.decision is not None and meaning_of(column.name).label)
    short = "" if misleads else column.name.rpartition(".")[2].replace("_", " ").strip()
    lead = f"{short}: " if short and len(value) <= _SHORT and "\n" not in value else ""
    return Ask("", lead)


def _is_single_code(value: str) -> bool:
    """Whether a value as a whole is a code or number that may stay: nothing with so many digits, and nobody's national number."""
    return is_code(value) and sum(map(str.isdigit, value)) < _MANY_DIGITS and not identifier_of(value)


def _is_laboratory(cell: Cell) -> bool:
    return cell.column.role in (READ, HELD_BACK) and len(cell.text) <= _LABORATORY and (is_test(cell.text) or is_unit(cell.text))


def _is_measured(cells: Sequence[Cell], place: int) -> bool:
    """Whether a figure is a result: by its column's name, or by the test or unit in the same row. It is nobody's number."""
    cell = cells[place]
    parent, _, name = cell.column.name.rpartition(".")
    if name and (most := digits_of(name)):
        return is_figure(cell.text, most)
    if not is_figure(cell.text):
        return False
    told = bool(name) and is_value_field(name)
    if name and not told and not may_be_people(name):
        return False
    around = range(max(place - 7, 0), min(place + 8, len(cells)))
    near = [at for at in around if _is_laboratory(cells[at]) and cells[at].column.name.rpartition(".")[0] == parent]
    if told:
        return bool(near)
    # Without a name that tells: behind the test, or before the unit.
    beside = {at: is_unit(cells[at].text) for at in near}
    between = any(at < place and not unit for at, unit in beside.items())
    return beside.get(place - 1) is False or beside.get(place + 1) is True or (between and bool(_RANGE.search(cell.text) or name))
