"""Tables: how the cells of a row become documents, and what comes back into the cells.

Every format of tables reads its rows into `Cell`s and leaves the rest to this module, so that a CSV file, a sheet and
a Parquet file with the same content are treated alike. What is asked about each cell stands in `_cells.py`, what the columns
are for in `_table_roles.py`; what the row says of its patient is searched in its notes, and a cell that was kept must not
repeat what was replaced in its row.

A unit is a row, or several rows that are read together. `Questions.note` takes every text of it on the way to the engine,
`Answers.note` on the way into the result, whether anybody is asked about it or not; the documents of the unit carry its
digest. So a row is answered only if it says what it said when it was judged.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from velado.columns import Role, birth_date_of, is_fields_name, language_of, language_of_prose
from velado.document import Document, Replacement, Span, Subject, TableCell
from velado.formats import Handled, Options
from velado.formats._cells import KEY, Ask, Cell, asks_of, identity_of
from velado.formats._column_names import apart_from_people, readable, renamed
from velado.formats._table_plan import Plan
from velado.formats._table_roles import DROPPED, GIVEN, HELD_BACK, KEPT, READ, TEXT, Column, shown, told_name
from velado.formats._traces import traces_of
from velado.formats._units import Units
from velado.formats.source import SourceChangedError
from velado.labels import NAMES

__all__ = ["KEY", "Answers", "Cell", "Place", "Questions"]

_NUMBERS = frozenset({"PATIENT_ID", "INSURANCE_ID", "PLAN_ID", "EPISODE_ID", "PHONE", "OTHER_ID"})  # the patient's, to be searched
LISTED = 10  # rows or columns that are named one by one in the report
_LEAST = 4  # signs of a number that is searched in the notes: a patient called 7 would be found everywhere
_LEAST_OTHER = 6  # where nobody says whose number it is
_LOOKS = 20  # the language is told from so many rows, and then from every so manyth
_PROSE = 40  # characters from which on a cell may tell its language
# What is no one's, even where the same signs stand elsewhere in the row.
_NOBODYS = frozenset({Role.CODE, Role.MEASUREMENT, Role.AMOUNT, Role.ROW_NUMBER})


class Place(NamedTuple):
    """Where a document stands in its table, and the digest of the unit it belongs to."""

    row: int
    column: int
    unit: bytes
    is_header: bool = False


class Questions:
    """The documents of a table, row by row."""

    def __init__(self, units: Units, options: Options) -> None:
        self._options = options
        self._secret = secrets.token_bytes(32)
        self._units = units
        self._unit = b""  # the digest of the unit that is being asked about
        self._told = ""  # the language of the rows so far
        self._above: Subject | None = None  # whom the form above speaks of
        self._rows = 0
        self._sheet = 0
        self._names: dict[tuple[str, int], str] = {}  # of columns, as they are told
        plan: Plan | None = units.plan
        chosen = [options.label_language, options.language, plan.language if plan else ""]
        self._labels = next((code for code in chosen if code != "auto"), "")  # the language of labels: one for all tables of a file
        # Of values that are replaced as a whole: a name or date is treated alike in all rows, whatever language their notes have.
        self._language_of_values = plan.language if plan and options.language == "auto" else ""

    def note(self, texts: Iterable[str]) -> None:
        """Begin a unit: all that its rows say, asked about or not."""
        self._unit = self._units.judged.say(texts)

    def begin(self) -> None:
        """Another sheet: the forms of the last one do not speak of it."""
        self._above = None
        self._sheet += 1

    def header(self, number: int, cells: Sequence[Cell]) -> Iterator[Document]:
        """Names of columns that may be somebody's: those that no program would have given."""
        for cell in cells:
            if _header_asked(cell):
                place = Place(number, cell.column.number, self._unit, is_header=True)
                where = TableCell(number, sheet=self._sheet) if self._options.for_review else None
                yield Document(readable(cell.text), str(number), place=place, label_language=self._labels, cell=where)

    def row(self, number: int, cells: Sequence[Cell], *, form: bool = False) -> Iterator[Document]:
        """A document for each cell that is not left as it is, with what the row says of its patient. A `form` speaks of
        the patient of all that comes below it and names nobody else."""
        asked = [(cell, ask) for cell, ask in zip(cells, asks_of(cells), strict=True) if ask]
        if not asked:
            return
        subject = _subject(number, cells)
        known = bool(subject.names or subject.numbers)
        if form:
            self._above = subject if known else self._above
        elif self._above is not None and not known:
            subject = self._above
        seed = hmac.digest(self._secret, subject.key.encode("utf-8", "surrogatepass"), "sha256")
        id = next((cell.text.strip() for cell in cells if cell.column.id and cell.text.strip()), str(number))
        told = self._language(cells)
        where: TableCell | None = None
        for cell, ask in asked:
            if self._options.for_review:
                where = self._where(number, cell, ask, () if where else self._rest(cells))
            text = _document_text(cell, ask)
            language = (ask.label and self._language_of_values) or (told if ask.label or ask.lead else "auto")
            yield Document(
                text, id, language, _country_of_dates(cell, ask), subject=subject, place=Place(number, cell.column.number, self._unit),
                given=_given(cell, ask.label), seed=seed, label_language=self._labels, pseudonym=bool(ask.label) and cell.column.is_patients,
                cell=where,
            )  # fmt: skip

    def _where(self, number: int, cell: Cell, ask: Ask, rest: tuple[tuple[str, str], ...]) -> TableCell:
        """Where a cell stands, for a reviewer."""
        column = cell.column
        notes = column.role == TEXT or (column.role == READ and (column.decision is None or column.decision.role in (Role.NOTE, Role.UNKNOWN)))
        return TableCell(number, "" if ask.name else self._told_name(column), self._sheet, len(ask.lead), notes and not ask.name, rest)

    def _told_name(self, column: Column) -> str:
        key = (column.name, column.number)
        if key not in self._names:
            self._names[key] = told_name(column)
        return self._names[key]

    def _rest(self, cells: Sequence[Cell]) -> tuple[tuple[str, str], ...]:
        """The cells of a row that stay as they are, with the names of their columns."""
        left = (cell for cell, ask in zip(cells, asks_of(cells), strict=True) if ask is None and cell.column is not KEY and cell.column.role != DROPPED)
        return tuple((self._told_name(cell.column), cell.text) for cell in left if cell.text.strip())

    def _language(self, cells: Sequence[Cell]) -> str:
        """Single values are too short to tell their language: the notes of this row or one before it do,
        else the names of the columns; unless the user has said it."""
        if self._options.language != "auto":
            return "auto"
        self._rows += 1
        if self._rows < _LOOKS or self._rows % _LOOKS == 0:
            self._told = language_of_prose(cell.text for cell in cells if len(cell.text) > _PROSE) or self._told
        if not self._told:
            self._told = language_of(cell.column.name for cell in cells)
        return self._told or "auto"


def _country_of_dates(cell: Cell, ask: Ask) -> str:
    """A country that writes day and month in the order of the column's dates; "" where they do not tell it."""
    decision = cell.column.decision
    if ask.label != "DATE" or decision is None or decision.month_first is None:
        return ""
    return "US" if decision.month_first else "GB"


def _document_text(cell: Cell, ask: Ask) -> str:
    """What the engine reads of a cell."""
    if ask.label:
        return cell.text[: _own_stretch(cell)[1]]
    return readable(cell.text) if ask.name else ask.lead + cell.text


def _header_asked(cell: Cell) -> bool:
    """Whether the name of a column has to be read: what fields are called is nobody's, nor what the user named; anything else may be."""
    return bool(cell.text.strip()) and not (cell.column.name and (cell.column.said or is_fields_name(cell.text)))


def _own_stretch(cell: Cell) -> tuple[int, int]:
    """Where the value of a cell stands in its text, without the tail of its column."""
    start = len(cell.text) - len(cell.text.lstrip())
    return start, start + len(cell.column.own(cell.text))


def _given(cell: Cell, label: str) -> tuple[Span, ...]:
    return (Span(*_own_stretch(cell), label, 1.0, "table"),) if label else ()


def _without_tail(new: str, cell: Cell) -> str:
    """The new text of a cell: what stood behind its number goes with a number only."""
    tail = cell.column.decision.tail if cell.column.decision is not None else ""
    bare = new.rstrip().removesuffix(tail)
    return new if bare == new.rstrip() or bare.isdecimal() else bare


def _subject(number: int, cells: Sequence[Cell]) -> Subject:
    """What the row says of its patient. The key is the patient's number where there is one, else the name, else the row."""
    names: list[str] = []
    numbers: list[str] = []
    born: date | None = None
    key = own = ""
    for cell in cells:
        value = cell.column.own(cell.text)
        if cell.column.patient:
            key = key or value
        if not (label := identity_of(cell)):
            continue
        if label == "PATIENT_NAME" or (cell.column.known and label in NAMES):
            names.append(value)
        elif label == "DATE" and (cell.column.meaning.birth or cell.column.known):
            born = born or birth_date_of(value)
        elif label in _NUMBERS:
            if sum(map(str.isalnum, value)) >= (_LEAST if label != "OTHER_ID" or cell.column.is_told else _LEAST_OTHER):
                numbers.append(value)
            own = own or (value if label == "PATIENT_ID" else "")
    key = key or own or " ".join([*names, str(born or "")]).strip() or f"row {number}"
    whole = [" ".join(names)] if len(names) > 1 else []  # given name and surname stand in columns of their own
    return Subject(key, tuple(dict.fromkeys([*whole, *names])), born, tuple(dict.fromkeys(numbers)))


class _Tally:
    """How many cells, and the first rows in which they stand."""

    def __init__(self) -> None:
        self.count = 0
        self.rows: list[int] = []

    def add(self, row: int) -> None:
        self.count += 1
        if len(self.rows) < LISTED and row not in self.rows:
            self.rows.append(row)


class _Outcome:
    """What became of the cells of one column."""

    def __init__(self, column: Column) -> None:
        self.column = column
        self.replaced = self.emptied = self.kept = self.nulls = 0
        self.became_text = False

    def as_entry(self) -> dict[str, Any]:
        """For the report."""
        told = shown(self.column)
        counts = {"replaced": self.replaced, "emptied": self.emptied, "kept": self.kept}
        more = {"nulls": self.nulls} if self.nulls else {"became_text": True} if self.became_text else {}
        counts |= {"replaced": self.replaced - self.nulls}
        return {"column": told.name, "role": told.role, "reason": told.reason, "action": told.action, "label": told.label} | counts | more


class Answers:
    """What stands in the cells afterwards, row by row, in the order in which `Questions` asked."""

    def __init__(self, units: Units, handled: Iterable[Handled]) -> None:
        self._handled = iter(handled)
        self._units = units
        self._unit = b""  # the digest of the unit that is being answered
        self._withheld = _Tally()
        self._emptied = _Tally()
        self._outcomes: dict[int, _Outcome] = {}  # of each column that was looked through before, by its identity
        self.rows = units.rows = 0

    def note(self, texts: Iterable[str]) -> None:
        """Begin a unit: all that its rows say now, asked about or not. It must be what was judged."""
        self._unit = self._units.used.say(texts)

    def _next(self, number: int, cell: Cell, text: str) -> Handled:
        document, result = next(self._handled, (None, None))
        if (
            document is None
            or result is None
            or document.place[:3] != (number, cell.column.number, self._unit)
            or document.text != text
        ):
            raise SourceChangedError
        return document, result

    def header(self, number: int, cells: Sequence[Cell]) -> list[str | None]:
        """The new names of columns; None where the old one stays."""
        new: list[str | None] = []
        for cell in cells:
            if not _header_asked(cell):
                new.append(None)
                continue
            new.append(renamed(cell.text, self._next(number, cell, readable(cell.text))[1], any_label=not cell.column.name))
        apart_from_people([cell.text if cell.column.name else "" for cell in cells], new)
        return new

    def outcome(self, column: Column) -> _Outcome:
        """What became of the cells of a column so far."""
        found = self._outcomes.get(id(column))
        if found is None:
            found = _Outcome(column)
            if column.decision is not None or column.said:  # others are made anew for every cell
                self._outcomes[id(column)] = found
        return found

    def becomes_text(self, column: Column, options: Options) -> bool:
        """Note a replacement that the type of its column cannot hold; whether the column becomes text, else the value is lost."""
        outcome = self.outcome(column)
        if options.on_type_conflict == "text":
            outcome.became_text = True
            return True
        outcome.nulls += 1
        return False

    def row(self, number: int, cells: Sequence[Cell]) -> list[str | None]:
        """The new texts of a row's cells; None where the old one stays. What was withheld is empty."""
        if cells:
            self._count_row()
        new: list[str | None] = []
        done: list[Handled] = []
        asked = asks_of(cells)
        for cell, ask in zip(cells, asked, strict=True):
            text = self._answer(number, cell, ask, done) if ask else None
            new.append(text)
            outcome = self.outcome(cell.column)
            if text is None:
                outcome.kept += cell.text != "" and cell.column.role != DROPPED
            elif text:
                outcome.replaced += 1
            else:
                outcome.emptied += 1
        if any(result.replacements for _, result in done):
            self._repeated(number, cells, asked, new, done)
        keys = [place for place, cell in enumerate(cells) if cell.column is KEY]
        if keys:
            names = [new[place] for place in keys]
            apart_from_people([cells[place].text for place in keys], names)
            for place, name in zip(keys, names, strict=True):
                new[place] = name
        return new

    def _answer(self, number: int, cell: Cell, ask: Ask, done: list[Handled]) -> str | None:
        """The new text of a cell that was asked about; None where the old one stays."""
        document, result = self._next(number, cell, _document_text(cell, ask))
        done.append((document, result))
        if ask.name:
            return renamed(cell.text, result, any_label=False)
        if result.text is None:
            self._withheld.add(number)
            return ""
        return _changed(_without_tail(_applied(cell.text, result.replacements, len(ask.lead)), cell), cell.text)

    def _count_row(self) -> None:
        self.rows += 1
        self._units.rows = self.rows

    def _repeated(
        self, number: int, cells: Sequence[Cell], asked: Sequence[Ask | None], new: list[str | None], done: Sequence[Handled]
    ) -> None:
        """Cells that nobody read must not repeat what was replaced elsewhere in the row: those that do are emptied.

        A code, figure or row number is nobody's, whatever it looks like.
        """
        traces = None
        for place, cell in enumerate(cells):
            column = cell.column
            if new[place] is not None or asked[place] is not None or column.role == DROPPED or column is KEY or len(cell.text.strip()) < 4:
                continue
            if column.decision is not None and column.decision.role in _NOBODYS:
                continue
            traces = traces or traces_of(done)
            if traces.in_hidden(cell.text):
                new[place] = ""
                self._emptied.add(number)
                outcome = self.outcome(column)
                outcome.emptied, outcome.kept = outcome.emptied + 1, outcome.kept - 1

    def withhold(self, number: int) -> None:
        """Tell of a row that the format itself left empty."""
        self._count_row()
        self._withheld.add(number)

    def finish(self) -> None:
        """All documents must have found their cells."""
        if next(self._handled, None) is not None:
            raise SourceChangedError

    def notes(self, columns: Sequence[Column] = ()) -> list[str]:
        """What was done, for the report, without PHI: names of columns are told where every word of theirs is that of a field."""
        self._units.columns = [outcome.as_entry() for outcome in self._outcomes.values()]
        told = [f"{self.rows} row{'s' if self.rows != 1 else ''}"]
        for role in (TEXT, GIVEN, READ, HELD_BACK, KEPT, DROPPED):
            if own := [column for column in columns if column.role == role]:
                shown = list(dict.fromkeys(told_name(column) for column in own))
                more = ", …" if len(shown) > LISTED else ""
                told.append(f"columns {role}: {', '.join(shown[:LISTED])}{more}")
        if unclear := [told_name(column) for column in columns if column.is_unclear]:
            told.append(f"columns that nothing tells, read for people, their single codes left: {', '.join(dict.fromkeys(unclear[:LISTED]))}")
        for outcome in self._outcomes.values():
            if outcome.nulls:
                told.append(f"{outcome.nulls} value{'s' if outcome.nulls != 1 else ''} of column {told_name(outcome.column)} left empty: its type cannot hold {'them' if outcome.nulls != 1 else 'it'}")
            if outcome.became_text:
                told.append(f"column {told_name(outcome.column)} became text: its type cannot hold what stands there now")
        for what, tally in (("withheld and left empty", self._withheld), ("emptied: they repeat what was replaced", self._emptied)):
            if tally.count:
                listed = ", ".join(map(str, tally.rows)) + (", …" if len(tally.rows) == LISTED else "")
                told.append(f"{tally.count} cell{'s' if tally.count != 1 else ''} {what} (row {listed})")
        return told


def _changed(new: str, old: str) -> str | None:
    return None if new == old else new


def _applied(value: str, replacements: Iterable[Replacement], lead: int) -> str:
    """The value with the replacements that touch it; those in the column's name in front are passed over."""
    pieces: list[str] = []
    position = 0
    for replacement in replacements:
        start, end = max(replacement.span.start - lead, 0), replacement.span.end - lead
        if end > position:
            pieces += (value[position:start], replacement.text)
            position = end
    return "".join([*pieces, value[position:]])
