"""How a sheet is laid out: tables with their headers, one below the other, and forms with a label before each value.

A header holds for the rows below it, up to the next header or form. In a form ("Nombre" | "Ana", "NHC" | "55821") every
value is read with the label to its left, and all of them together are one record; where a label has several values
("Nombre" | "Ana" | "Luis") each column of values is a record.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from velado.columns import (
    is_field,
    is_figure,
    is_harmless_name,
    is_header,
    is_test,
    is_unit,
    is_value_field,
    lists_tests,
    meaning_of,
    words_of,
)
from velado.document import Document
from velado.formats import Options, Table
from velado.formats._cells import Cell
from velado.formats._table import Answers, Questions
from velado.formats._table_plan import NO_PLAN, Plan, Survey
from velado.formats._table_roles import DROPPED, GIVEN, Column, columns_of, shown, told_name
from velado.labels import NAMES

__all__ = ["Block", "Line", "Met", "Unit", "answered", "asked", "blocks", "surveyed", "table_row", "told"]

_AHEAD = 50  # rows that are looked at before a form is told from a table
_LONGEST = 60  # characters of a label
_SAID = re.compile(r":\s*\S")  # a label with its value in one cell


class Line(NamedTuple):
    """A row: what stands in each place, which places hold numbers or dates by their type, and the row as its format has it."""

    number: int
    texts: Sequence[str]
    typed: dict[int, str]
    raw: Any

    @property
    def filled(self) -> list[int]:
        """The places where something stands."""
        return [place for place, text in enumerate(self.texts) if text.strip()]


class Unit(NamedTuple):
    """Cells that are asked about together: names of columns, or a record. `places` tells line and place of each cell."""

    head: bool
    number: int
    cells: list[Cell]
    places: list[tuple[int, int]]
    form: bool = False


class Block(NamedTuple):
    """Lines that belong together, what is to be asked about them, and the columns of the table they are in."""

    lines: list[Line]
    units: list[Unit]
    columns: tuple[Column, ...] = ()
    withheld: bool = False  # values that belong to no column, in a table where much hangs on where a value stands
    table: int = -1  # the line of the table's header, 0 of rows without one; -1 of what is no row of a table


class Met:
    """The columns and labels that came, each once, for the report."""

    def __init__(self) -> None:
        self._columns: dict[tuple[str, str], Column] = {}

    def add(self, block: Block) -> None:
        """Those of a block that names columns, or of a form."""
        for unit in block.units:
            if unit.head or unit.form or len(block.lines) > 1:
                for cell in unit.cells:
                    if cell.column.name:
                        self._columns.setdefault((told_name(cell.column), cell.column.role), cell.column)

    def columns(self) -> list[Column]:
        """All of them."""
        return list(self._columns.values())


def asked(block: Block, questions: Questions) -> Iterator[Document]:
    """The documents of a block."""
    questions.note(text for line in block.lines for text in line.texts)
    for unit in block.units:
        if unit.head:
            yield from questions.header(unit.number, unit.cells)
        else:
            yield from questions.row(unit.number, unit.cells, form=unit.form)


def answered(block: Block, answers: Answers) -> list[dict[int, tuple[Cell, str | None]]]:
    """For each line of a block the cells that were looked at, by their places, and their new texts; None where the old one stays."""
    answers.note(text for line in block.lines for text in line.texts)
    lines: list[dict[int, tuple[Cell, str | None]]] = [{} for _ in block.lines]
    for unit in block.units:
        new = (answers.header if unit.head else answers.row)(unit.number, unit.cells)
        for (line, place), cell, text in zip(unit.places, unit.cells, new, strict=True):
            lines[line][place] = (cell, text)
    return lines


def surveyed(survey: Survey, sheet: int, title: str, found: Iterable[Block]) -> None:
    """Take the rows of a sheet's tables into the survey."""
    for block in found:
        if block.table < 0:
            if not any(unit.form for unit in block.units):
                survey.skip()
            continue
        table = (sheet, block.table)
        for unit in block.units:
            if unit.head:
                survey.table(table, title, block.table, tuple(cell.text for cell in unit.cells))
                for cell in unit.cells:
                    survey.profile(table, cell.column.number, cell.column.name)
                continue
            survey.table(table, title, block.table)
            survey.row(table)
            for cell in unit.cells:
                if cell.text:
                    survey.profile(table, cell.column.number, cell.column.name).add(cell.text, cell.typed)


def told(options: Options, plan: Plan) -> tuple[Table, ...]:
    """The tables of a file, as they are shown."""
    tables = []
    for key in plan.tables():
        if not isinstance(key, tuple):
            continue
        sheet = plan.sheets[key]
        number, row = key
        columns = columns_of(sheet.headers, options, all_here=False, plan=plan, table=key) if row else headless(options, plan, number)
        title = sheet.name if is_harmless_name(sheet.name) or not sheet.name else f"sheet {number + 1}"
        tables.append(Table(title, sheet.row, sheet.rows, tuple(map(shown, columns)), plan.language))
    return tuple(tables)


def _is_label(text: str) -> bool:
    text = text.strip()
    return 1 < len(text) <= _LONGEST and is_field(text) and not is_unit(text) and not is_figure(text)


def _told(name: str) -> bool:
    """Whether at least one word of a name is that of a field."""
    return bool(meaning_of(name).label) or any(len(word) > 2 and is_field(word) for word in words_of(name))


def _heads(line: Line, *, first: bool, fresh: bool, above: Sequence[Column] = ()) -> bool:
    """Whether a row names columns. The `first` row of a sheet need say so in one cell, one that begins a block in half of
    them, and one in the middle of a table in nearly all, most of all where the header `above` tells who people are."""
    names = [line.texts[place].strip() for place in line.filled]
    if not first and (names[0][0].isdigit() or len(names[0]) > 40):
        return False  # as most rows of most tables
    if line.typed or any(_SAID.search(name) for name in names):
        return False
    if len(names) == 1:
        return first and is_field(names[0]) and len(names[0]) > 1
    if first:
        return is_header(names) or (_is_label(names[0]) and not any(re.search(r"\d{3}|@", name) or len(name) > 80 for name in names))
    if any(re.search(r"\d", re.sub(r"\([^()]{0,40}\)", "", name)) and not is_test(name) or len(name) > 40 for name in names):
        return False
    if is_test(names[0]) and not all(map(is_test, names)):
        return False  # a row of results
    if fresh:
        labels = sum(map(_is_label, names))
        return (labels > 1 and 2 * labels >= len(names)) or (labels > 0 and len(names) > 2 and all(map(_told, names)))
    labels = sum(map(_is_label, names))
    certain = sum(bool(meaning_of(name).label) or lists_tests(name) or is_value_field(name) for name in names)
    if any(meaning_of(column.name).label for column in above):
        return len(names) > 2 and certain > 0 and labels == len(names)
    return certain > 0 and labels > 1 and 3 * labels >= (2 if certain > 1 else 3) * len(names)


def _form(lines: Sequence[Line]) -> int:
    """How many of the lines, from the first on, are a form; 0 when they are none."""
    first = lines[0]
    label, *others = (first.texts[place] for place in first.filled)
    if not _is_label(label) or lists_tests(label) or first.filled[0] in first.typed or 2 * sum(map(_is_label, others)) >= max(1, len(others)):
        return 0
    if is_value_field(label) and not meaning_of(label).label:
        return 0
    end = next((number for number, line in enumerate(lines) if number and _ends_form(line)), len(lines))
    labels = [line.texts[line.filled[0]].strip() for line in lines[:end]]
    known = [text for text in labels if _is_label(text) or text.endswith(":")]
    personal = bool(meaning_of(label).label)
    if end == 1:
        return int(personal)
    # Below "Nombre" stand names, and no labels, if it heads a column.
    enough = 3 * (len(known) - 1) >= end - 1 if personal else 5 * len(known) >= 3 * end
    return end if enough and 5 * len(set(known)) >= 4 * len(known) else 0


def _ends_form(line: Line) -> bool:
    """Whether a table begins: behind the first label stand more labels than values."""
    others = [line.texts[place] for place in line.filled[1:]]
    return 2 * sum(map(_is_label, others)) > len(others) and len(others) > 1 and _heads(line, first=False, fresh=True)


def _form_block(lines: list[Line], options: Options) -> Block:
    """The values of a form with their labels."""
    found: list[tuple[int, int, Cell]] = []
    several = 0
    for number, line in enumerate(lines):
        label, values, awaited = "", 0, -1
        for place in line.filled:
            text = line.texts[place]
            # Right beside the label of a name stands a name, even if it is a word of fields too.
            if place != awaited and _is_label(text) and place not in line.typed:
                label = text.strip(" :\t")
                awaited = place + 1 if meaning_of(label).label in NAMES else -1
                continue
            if place == line.filled[0] and len(line.filled) > 1:
                label = text.strip(" :\t")  # one that is not known: it is read itself, and goes before its value
                column = Column("", len(found))
            else:
                (named,) = columns_of([label], options, all_here=False)
                column = Column(label, len(found), named.role, named.meaning, named.known, named.patient, named.id)
                values += 1
            found.append((number, place, Cell(column, text, line.typed.get(place, ""))))
        several += values > 1 and sum(map(_is_label, (line.texts[place] for place in line.filled))) == 1
    groups: dict[int, list[tuple[int, int, Cell]]] = {}
    for entry in found:
        groups.setdefault(entry[1] if 2 * several > len(lines) else 0, []).append(entry)
    units = [
        Unit(False, lines[0].number, [cell for _, _, cell in group], [(number, place) for number, place, _ in group], form=len(groups) == 1)
        for group in groups.values()
    ]
    return Block(lines, units)


def table_row(
    line: Line, columns: tuple[Column, ...], *, table: int = 0, head: bool = False, ragged: bool = False, headless: tuple[Column, ...] = ()
) -> Block:
    """A line of a table. What stands beside its columns is read without a name; in `ragged` files, whose rows may have
    slipped, all of the row is, or it is withheld where columns identify somebody. `headless` are columns without a header."""
    if not columns:
        columns, table = headless, min(table, 0)
    elif ragged and any(text.strip() for text in line.texts[len(columns) :]):
        if any(column.role in (GIVEN, DROPPED) for column in columns):
            return Block([line], [], columns, withheld=True)
        columns, table = (), -1
    cells = []
    for place, text in enumerate(line.texts):
        column = columns[place] if place < len(columns) else Column("", place)
        cells.append(Cell(column, text, line.typed.get(place, "")))
    return Block([line], [Unit(head, line.number, cells, [(0, place) for place in range(len(cells))])], columns, table=table)


def headless(options: Options, plan: Plan, sheet: int) -> tuple[Column, ...]:
    """The columns of rows without a header, as far as they were looked through."""
    places = [place for table, place in plan.decisions if table == (sheet, 0) and isinstance(place, int)]
    return columns_of([""] * (max(places, default=-1) + 1), options, headed=False, all_here=False, plan=plan, table=(sheet, 0))


def blocks(lines: Iterable[Line], options: Options, *, ragged: bool, plan: Plan = NO_PLAN, sheet: int = 0) -> Iterator[Block]:
    """The lines of a sheet of which the user has named no column, in order."""
    source, ahead = iter(lines), deque[Line]()
    columns: tuple[Column, ...] = ()
    table = 0
    bare = headless(options, plan, sheet)
    first = fresh = True
    wide = False  # whether rows have several places: then one with a single value is a title
    while (line := ahead.popleft() if ahead else next(source, None)) is not None:
        filled = line.filled
        if not filled:
            fresh = True
            yield Block([line], [])
            continue
        if fresh:
            window = [line]
            for other in chain(list(ahead), _kept(source, ahead)):
                if not other.filled or len(window) == _AHEAD:
                    break
                window.append(other)
            wide = wide or any(len(other.texts) > 1 for other in window)
            if length := _form(window):
                for _ in range(length - 1):
                    ahead.popleft()
                columns, first = (), False
                yield _form_block(window[:length], options)
                continue
        title = wide and len(filled) == 1
        if not title and _heads(line, first=first, fresh=fresh, above=columns):
            columns = columns_of(line.texts, options, all_here=False, plan=plan, table=(sheet, line.number))
            table = line.number
            first = fresh = False
            yield table_row(line, columns, table=table, head=True)
            continue
        if fresh and columns and not _goes_on(columns, filled):
            columns = ()
        if not title:
            first = fresh = False
        yield table_row(line, columns, table=table, ragged=ragged, headless=bare if not title else ())


def _kept(source: Iterator[Line], ahead: deque[Line]) -> Iterator[Line]:
    """Further lines, which are put by for later."""
    for line in source:
        ahead.append(line)
        yield line


def _goes_on(columns: Sequence[Column], filled: Sequence[int]) -> bool:
    """Whether a row behind a blank one still belongs to the table above it: it fills as many columns, and none beside them."""
    named = [column.number for column in columns if column.name.strip()]
    return set(filled) <= set(named) and 2 * len(filled) >= len(named)
