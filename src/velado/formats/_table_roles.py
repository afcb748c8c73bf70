"""What the columns of a table are for: what the user says of them, and what their names say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from velado.formats import Options, UnreadableError
from velado.formats._columns import NOTHING, Meaning, meaning_of
from velado.formats._field_words import is_field
from velado.tokens import fold

__all__ = ["DROPPED", "GIVEN", "KEPT", "READ", "TEXT", "Column", "Columns", "absent", "columns_of", "lacking", "told_name"]

TEXT, READ, GIVEN, KEPT, DROPPED = "read as notes", "read with their names", "taken as identity", "left as they are", "dropped"
_MANY = 10_000  # columns of records that are told apart


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, where it stands, and what becomes of its cells."""

    name: str
    number: int
    role: str = READ
    meaning: Meaning = NOTHING
    known: bool = False  # named by the user as something known of the patient
    patient: bool = False
    id: bool = False
    said: bool = False  # the user has named it


def _same(name: str) -> str:
    return " ".join(fold(name).split())


def _named(options: Options) -> list[str]:
    """Every column that the user speaks of."""
    named = (*options.text_columns, options.id_column, options.patient_column, *options.known_columns)
    return [name for name in dict.fromkeys((*named, *(options.keep_columns or ()), *options.drop_columns)) if name]


def absent(names: Iterable[str], options: Options) -> list[str]:
    """The columns that the user named and the table does not have."""
    there = {_same(name) for name in names}
    return [name for name in _named(options) if _same(name) not in there]


def told_name(column: Column) -> str:
    """How a report speaks of a column: by its name if every word is that of a field or the user has said it, else by its place."""
    return column.name if is_field(column.name) or column.said else f"no. {column.number + 1}"


def lacking(wanted: Sequence[str], names: Sequence[str]) -> UnreadableError:
    """Of the table's own names those are told that fields of records have: a first row may hold a patient."""
    there = f"the table has {len(names)} column{'s' if len(names) != 1 else ''}"
    plain = [name.strip() for name in names if is_field(name)]
    if plain:
        there += f": {', '.join(plain[:40])}" + (", …" if len(plain) < len(names) or len(plain) > 40 else "")
    return UnreadableError(f"there is no column {', '.join(wanted)}; {there}")


def columns_of(names: Sequence[str], options: Options, *, headed: bool = True, all_here: bool = True) -> tuple[Column, ...]:
    """What each column is for. Raises UnreadableError when one that the user named is not there, unless not `all_here`.

    Of several columns with one name all are meant. Without a header row (`headed`) the names tell nothing.
    """
    if all_here and (wanted := absent(names, options)):
        raise lacking(wanted, names)
    if not headed:
        return tuple(Column("", number) for number in range(len(names)))
    return tuple(_column(name, number, options, name, name) for number, name in enumerate(names))


def _column(name: str, number: int, options: Options, short: str, said: str) -> Column:
    """`short` is what tells the meaning, `said` the name under which the user may speak of the column."""

    def among(wanted: Iterable[str]) -> bool:
        return _same(said) in {_same(other) for other in wanted if other}

    meaning = meaning_of(short)
    named = {"known": among(options.known_columns), "patient": among([options.patient_column]), "id": among([options.id_column])}
    if named["patient"] and not meaning.label:
        meaning = Meaning("PATIENT_ID")
    if among(options.drop_columns):
        role = DROPPED
    elif named["patient"] and not named["known"] and among(options.keep_columns or ()):
        role = KEPT  # a pseudonym already
    elif named["known"] or named["patient"]:
        role = GIVEN
    elif among(options.text_columns):
        role = TEXT
    elif named["id"]:
        role = KEPT
    elif options.keep_columns is not None:
        role = KEPT if among(options.keep_columns) else DROPPED
    else:
        role = GIVEN if meaning.label else READ
    return Column(name, number, role, meaning, **named, said=among(_named(options)) and said == name)


class Columns:
    """The columns of records, told by the keys that lead to a value, as they come."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._named = {_same(name) for name in _named(options)}
        self._known: dict[tuple[str, ...], Column] = {}
        self._met: set[str] = set()

    def at(self, path: tuple[str, ...]) -> Column:
        """The column of a value. What the user says of an object holds for all that is in it."""
        if column := self._known.get(path):
            return column
        names = [".".join(path[:length]) for length in range(len(path), 0, -1)] or [""]
        named = next((name for name in names if _same(name) in self._named), names[0])
        self._met |= {_same(named)} & self._named
        column = _column(names[0], min(len(self._known), _MANY), self._options, path[-1] if path else "", named)
        if len(self._known) < _MANY:  # beyond that the keys are data
            self._known[path] = column
        return column

    def seen(self) -> tuple[Column, ...]:
        """All that came."""
        return tuple(self._known.values())

    def check(self) -> None:
        """Raise UnreadableError when a column that the user named never came."""
        if wanted := [name for name in _named(self._options) if _same(name) not in self._met]:
            raise lacking(wanted, [column.name for column in self.seen()])
