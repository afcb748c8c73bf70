"""Tables: what each column is for, how the cells of a row become documents, and what comes back into the cells.

Every format of tables reads its rows into `Cell`s and leaves the rest to this module, so that a CSV file, a sheet and
a Parquet file with the same content are treated alike:

- text columns are notes;
- columns that identify somebody, named by the user or known by their names, are replaced as a whole, and what they
  say of the patient is searched in the notes of the row;
- columns that the user keeps stay as they are, unless they repeat something that was replaced in the row;
- all others are read by the engine, with the column's name in front of the value.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from velado.document import Document, Replacement, Span, Subject
from velado.formats import Handled, Options, UnreadableError
from velado.formats._column_names import apart_from_people, readable, renamed
from velado.formats._columns import birth_date_of, fits, language_of, language_of_prose, shape_of
from velado.formats._field_words import (
    digits_of,
    is_field,
    is_figure,
    is_test,
    is_unit,
    is_value_field,
    may_be_people,
    names_a_test,
)
from velado.formats._table_roles import DROPPED, GIVEN, KEPT, READ, TEXT, Column, told_name
from velado.formats._traces import traces_of
from velado.labels import NAMES

__all__ = ["KEY", "Answers", "Cell", "Ledger", "Place", "Questions", "ledger_of"]

_NUMBERS = frozenset({"PATIENT_ID", "INSURANCE_ID", "PLAN_ID", "EPISODE_ID", "PHONE", "OTHER_ID"})  # the patient's, to be searched
LISTED = 10  # rows or columns that are named one by one in the report
_LEAST = 4  # signs of a number that is searched in the notes: a patient called 7 would be found everywhere
_LOOKS = 20  # the language is told from so many rows, and then from every so manyth
_PROSE = 40  # characters from which on a cell may tell its language
_SHORT = 200  # characters; longer cells are prose and need no column name in front
_LABORATORY = 60  # characters of a result, a test or a unit
# What no engine need look at: signs alone, one or two letters, a small number.
_RANGE = re.compile(r"\d ?(?:-|–|a|to) ?\d")
_TRIVIAL = re.compile(r"[\W_]*|[^\W\d_]{1,2}|[<>=~≤≥ ]{0,3}[+-]?\d{1,4}(?:[.,]\d{1,12})?(?:[eE][+-]?\d{1,3})? ?%?")


KEY = Column("", -1)  # of cells that are keys of records


class Cell(NamedTuple):
    """A value as text; `typed` is "number" or "date" where the file says that it is one."""

    column: Column
    text: str
    typed: str = ""


class Place(NamedTuple):
    """Where a document stands in its table, and the ledger in which the writer notes what it wrote."""

    row: int
    column: int
    ledger: Ledger


class _Ask(NamedTuple):
    label: str  # of the whole value; "" when it has to be read
    lead: str = ""  # what stands before the value in the document: the column's name
    name: bool = False  # it is itself the name of a column, or a key


class Ledger:
    """What was written, cell by cell, as one digest: a reader that sees the same cells in the same order gets the same."""

    def __init__(self) -> None:
        self._digest = hashlib.blake2b(digest_size=16)
        self.rows = 0
        self.style: Any = None  # how the file was written down, for whoever reads it again

    def add(self, cells: Iterable[bytes]) -> None:
        """One row."""
        self.rows += 1
        for cell in cells:
            self._digest.update(len(cell).to_bytes(8, "big") + cell)
        self._digest.update(b"\n")

    def taking_over(self, begun: Ledger) -> Ledger:
        """The same, with what was noted elsewhere so far."""
        self._digest, self.rows, self.style = begun._digest.copy(), begun.rows, begun.style
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and (self.rows, self._digest.digest()) == (other.rows, other._digest.digest())

    __hash__ = None  # type: ignore[assignment]


def ledger_of(handled: Sequence[Handled]) -> Ledger | None:
    """The ledger that the documents of a table share; None when the table had no documents."""
    return next((document.place.ledger for document, _ in handled), None)


def _identity(cell: Cell) -> str:
    """The label of a value that identifies somebody by the column it stands in, also in a column that is dropped."""
    column, value = cell.column, cell.text
    if column.role not in (GIVEN, DROPPED) or not value.strip():
        return ""
    label = fits(column.meaning, value)
    if label in NAMES and not column.known and (names_a_test(value) or is_unit(value)):
        return ""  # nobody's name, whatever stands above it
    if label or not (column.known or column.patient):
        return label
    # The user says that it identifies somebody. A number in a column of names: the value's own look decides.
    label = column.meaning.label
    return label if label and label not in NAMES else shape_of(value)


def _asked(cells: Sequence[Cell]) -> list[_Ask | None]:
    """What the engine is to do with each cell of a row; None when nothing."""
    asked: list[_Ask | None] = []
    for place, cell in enumerate(cells):
        ask = _asked_alone(cell)
        open_to = ask is not None and cell.column.role == READ and not ask.label and not ask.name and len(cell.text) <= _LABORATORY
        medical = open_to and (names_a_test(cell.text) or is_unit(cell.text) or _is_measured(cells, place))
        asked.append(None if medical else ask)
    return asked


def _asked_alone(cell: Cell) -> _Ask | None:
    column, value = cell.column, cell.text
    if column.role in (DROPPED, KEPT) or not value.strip():
        return None
    if column is KEY:
        return None if is_field(value) else _Ask("", name=True)
    if column.role == TEXT:
        return _Ask("")
    if label := _identity(cell):
        return _Ask(label)
    if cell.typed == "date":
        return _Ask("DATE")
    if _TRIVIAL.fullmatch(value.strip()):
        return None
    short = "" if may_be_people(column.name) else column.name.rpartition(".")[2].replace("_", " ").strip()
    lead = f"{short}: " if short and len(value) <= _SHORT and "\n" not in value else ""
    return _Ask("", lead)


def _is_laboratory(cell: Cell) -> bool:
    return cell.column.role == READ and len(cell.text) <= _LABORATORY and (is_test(cell.text) or is_unit(cell.text))


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


class Questions:
    """The documents of a table, row by row."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._secret = secrets.token_bytes(32)
        self.ledger = Ledger()
        self._told = ""  # the language of the rows so far
        self._above: Subject | None = None  # whom the form above speaks of
        self._rows = 0

    def begin(self) -> None:
        """Another sheet: the forms of the last one do not speak of it."""
        self._above = None

    def header(self, number: int, cells: Sequence[Cell]) -> Iterator[Document]:
        """Names of columns that may be somebody's: those that no program would have given."""
        for cell in cells:
            if _header_asked(cell):
                yield Document(readable(cell.text), str(number), place=Place(number, cell.column.number, self.ledger))

    def row(self, number: int, cells: Sequence[Cell], *, form: bool = False) -> Iterator[Document]:
        """A document for each cell that is not left as it is, with what the row says of its patient. A `form` speaks of
        the patient of all that comes below it and names nobody else."""
        asked = [(cell, ask) for cell, ask in zip(cells, _asked(cells), strict=True) if ask]
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
        for cell, ask in asked:
            text = ask.lead + cell.text if not ask.name else readable(cell.text)
            language = told if ask.label or ask.lead else "auto"
            yield Document(
                text, id, language, subject=subject, place=Place(number, cell.column.number, self.ledger),
                given=_given(cell.text, ask.label), seed=seed,
            )  # fmt: skip

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


def _header_asked(cell: Cell) -> bool:
    """Whether the name of a column has to be read: what fields are called is nobody's, nor what the user named; anything else may be."""
    return bool(cell.text.strip()) and not (cell.column.name and (cell.column.said or is_field(cell.text)))


def _given(value: str, label: str) -> tuple[Span, ...]:
    start, end = len(value) - len(value.lstrip()), len(value.rstrip())
    return (Span(start, end, label, 1.0, "table"),) if label else ()


def _subject(number: int, cells: Sequence[Cell]) -> Subject:
    """What the row says of its patient. The key is the patient's number where there is one, else the name, else the row."""
    names: list[str] = []
    numbers: list[str] = []
    born: date | None = None
    key = own = ""
    for cell in cells:
        value = cell.text.strip()
        if cell.column.patient:
            key = key or value
        if not (label := _identity(cell)):
            continue
        if label == "PATIENT_NAME" or (cell.column.known and label in NAMES):
            names.append(value)
        elif label == "DATE" and (cell.column.meaning.birth or cell.column.known):
            born = born or birth_date_of(value)
        elif label in _NUMBERS:
            if sum(map(str.isalnum, value)) >= _LEAST:
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


class Answers:
    """What stands in the cells afterwards, row by row, in the order in which `Questions` asked."""

    def __init__(self, handled: Iterable[Handled]) -> None:
        self._handled = iter(handled)
        self.ledger = Ledger()  # replaced by the documents' own as soon as one comes
        self._withheld = _Tally()
        self._emptied = _Tally()
        self.rows = 0

    def _next(self, number: int, cell: Cell) -> Handled:
        document, result = next(self._handled, (None, None))
        if document is None or result is None or document.place[:2] != (number, cell.column.number):
            raise UnreadableError("the file has changed while it was read")
        if self.ledger is not document.place.ledger:
            self.ledger = document.place.ledger.taking_over(self.ledger)
        return document, result

    def header(self, number: int, cells: Sequence[Cell]) -> list[str | None]:
        """The new names of columns; None where the old one stays."""
        new: list[str | None] = []
        for cell in cells:
            if not _header_asked(cell):
                new.append(None)
                continue
            new.append(renamed(cell.text, self._next(number, cell)[1], any_label=not cell.column.name))
        apart_from_people([cell.text if cell.column.name else "" for cell in cells], new)
        return new

    def row(self, number: int, cells: Sequence[Cell]) -> list[str | None]:
        """The new texts of a row's cells; None where the old one stays. What was withheld is empty."""
        self.rows += bool(cells)
        new: list[str | None] = []
        done: list[Handled] = []
        asked = _asked(cells)
        for cell, ask in zip(cells, asked, strict=True):
            if ask is None:
                new.append(None)
                continue
            document, result = self._next(number, cell)
            done.append((document, result))
            if ask.name:
                new.append(renamed(cell.text, result, any_label=False))
            elif result.text is None:
                self._withheld.add(number)
                new.append("")
            else:
                new.append(_changed(_applied(cell.text, result.replacements, len(ask.lead)), cell.text))
        if any(result.replacements for _, result in done):
            self._repeated(number, cells, asked, new, done)
        keys = [place for place, cell in enumerate(cells) if cell.column is KEY]
        if keys:
            names = [new[place] for place in keys]
            apart_from_people([cells[place].text for place in keys], names)
            for place, name in zip(keys, names, strict=True):
                new[place] = name
        return new

    def _repeated(
        self, number: int, cells: Sequence[Cell], asked: Sequence[_Ask | None], new: list[str | None], done: Sequence[Handled]
    ) -> None:
        """Cells that nobody read must not repeat what was replaced elsewhere in the row: those that do are emptied."""
        traces = None
        for place, cell in enumerate(cells):
            if new[place] is None and cell.column.role != DROPPED and len(cell.text.strip()) >= 4 and asked[place] is None and cell.column is not KEY:
                traces = traces or traces_of(done)
                if traces.in_hidden(cell.text):
                    new[place] = ""
                    self._emptied.add(number)

    def withhold(self, number: int) -> None:
        """Tell of a row that the format itself left empty."""
        self.rows += 1
        self._withheld.add(number)

    def finish(self) -> None:
        """All documents must have found their cells."""
        if next(self._handled, None) is not None:
            raise UnreadableError("the file has changed while it was read")

    def notes(self, columns: Sequence[Column] = ()) -> list[str]:
        """What was done, for the report, without PHI: names of columns are told where every word of theirs is that of a field."""
        told = [f"{self.rows} row{'s' if self.rows != 1 else ''}"]
        for role in (TEXT, GIVEN, READ, KEPT, DROPPED):
            if own := [column for column in columns if column.role == role]:
                shown = list(dict.fromkeys(told_name(column) for column in own))
                more = ", …" if len(shown) > LISTED else ""
                told.append(f"columns {role}: {', '.join(shown[:LISTED])}{more}")
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
