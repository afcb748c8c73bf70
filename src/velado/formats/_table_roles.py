"""What becomes of the columns of a table: what the user says of them, what was decided for them, and what their names say."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from velado.columns import HELD, NOTHING, Decision, Meaning, Role, is_harmless_name, meaning_of, name_of_path
from velado.formats import MissingColumnError, Options, Table, TableColumn
from velado.formats._table_plan import NO_PLAN, Plan
from velado.tokens import fold

__all__ = [
    "DROPPED", "GIVEN", "HELD_BACK", "KEPT", "READ", "TEXT", "Column", "Columns", "absent", "columns_of", "lacking", "shown", "told_name",
]  # fmt: skip

TEXT, READ, GIVEN, KEPT, DROPPED = "read as notes", "read with their names", "taken as identity", "left as they are", "dropped"
HELD_BACK = "kept for what they are"  # codes, figures, categories, rows: by their values
_MANY = 10_000  # columns of records that are told apart
_USERS = "you said so"
_CHOSEN = "\0"  # the name of a column of which the user has spoken by its place


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, where it stands, and what becomes of its cells."""

    name: str
    number: int
    role: str = READ
    meaning: Meaning = NOTHING
    known: bool = False  # named by the user as something known of the patient
    patient: bool = False
    dated: bool = False
    id: bool = False
    said: bool = False  # the user has named it
    decision: Decision | None = field(default=None, repr=False)
    is_patients: bool = False  # it tells which patient a row is of
    chosen: bool = False  # the user has said what it is for when it was shown

    @property
    def is_told(self) -> bool:
        """Whether the user says that its values identify somebody."""
        return self.known or self.patient or self.dated

    @property
    def is_unclear(self) -> bool:
        """Whether nothing tells what the column holds."""
        return self.role == READ and self.decision is not None and self.decision.role == Role.UNKNOWN


def _same(name: str) -> str:
    return " ".join(fold(name).split())


def _several(names: str | tuple[str, ...]) -> tuple[str, ...]:
    return names if isinstance(names, tuple) else (names,) if names else ()


def _named(options: Options) -> list[str]:
    """Every column that the user speaks of."""
    named = (*options.text_columns, *_several(options.id_column), *_several(options.patient_column), *options.known_columns, *options.date_columns)
    return [name for name in dict.fromkeys((*named, *options.leave_columns, *(options.keep_columns or ()), *options.drop_columns)) if name]


def absent(names: Iterable[str], options: Options) -> list[str]:
    """The columns that the user named and the table does not have."""
    there = {_same(name) for name in names}
    return [name for name in _named(options) if _same(name) not in there]


def told_name(column: Column) -> str:
    """How a report speaks of a column: by its name if nobody can be called so or the user has said it, else by its place."""
    return column.name if column.said or is_harmless_name(column.name) else f"no. {column.number + 1}"


def lacking(wanted: Sequence[str], names: Sequence[str]) -> MissingColumnError:
    """Of the table's own names those are told that nobody is called by: a first row may hold a patient."""
    there = f"the table has {len(names)} column{'s' if len(names) != 1 else ''}"
    plain = [name.strip() for name in names if is_harmless_name(name)]
    if plain:
        there += f": {', '.join(plain[:40])}" + (", …" if len(plain) < len(names) or len(plain) > 40 else "")
    folded = {_same(name): name for name in plain}
    close = [folded[match] for name in wanted for match in get_close_matches(_same(name), folded, n=1, cutoff=0.6)]
    meant = f". Did you mean {', '.join(dict.fromkeys(close))}?" if close else ""
    return MissingColumnError(f"there is no column {', '.join(wanted)}; {there}{meant}", wanted)


def columns_of(
    names: Sequence[str], options: Options, *, headed: bool = True, all_here: bool = True, plan: Plan = NO_PLAN, table: Hashable = None
) -> tuple[Column, ...]:
    """What each column is for. Raises MissingColumnError when one that the user named is not there, unless not `all_here`.

    Of several columns with one name all are meant. Without a header row (`headed`) the names tell nothing. `plan` holds what
    was decided for the columns of this `table`.
    """
    if all_here and (wanted := absent(names, options)):
        raise lacking(wanted, names)
    return tuple(
        _column(
            name if headed else "", number, options, name if headed else "", name if headed else "", plan.decision(table, number),
            plan.is_patient(table, number), plan.choice(table, number),
        )
        for number, name in enumerate(names)
    )


def _as_if_named(options: Options, choice: str) -> Options:
    """The options with a column of which the user has said by its place what it is for."""
    named = (_CHOSEN,)
    if choice == "keep":
        return replace(options, leave_columns=named)
    field_of = {"notes": "text_columns", "patient": "patient_column", "identity": "known_columns", "date": "date_columns", "drop": "drop_columns"}
    return replace(options, **{field_of[choice]: named})  # type: ignore[arg-type]


def _column(
    name: str, number: int, options: Options, short: str, said: str, decision: Decision | None = None, is_patients: bool = False, choice: str = ""
) -> Column:
    """`short` is what tells the meaning, `said` the name under which the user may speak of the column."""
    if choice:
        options, said = _as_if_named(options, choice), _CHOSEN

    def among(wanted: Iterable[str]) -> bool:
        return bool(said) and _same(said) in {_same(other) for other in wanted if other}

    meaning = meaning_of(short)
    patients = _several(options.patient_column)
    named = {"patient": among(patients), "id": among(_several(options.id_column))}
    known = among(options.known_columns)
    if decision is not None and decision.identifies and (decision.sure or not meaning.label):
        meaning = decision.meaning
    if named["patient"] and not meaning.label:
        meaning = Meaning("PATIENT_ID")
    dated = among(options.date_columns)
    if among(options.drop_columns):
        role = DROPPED
    elif named["patient"] and not known and among((*(options.keep_columns or ()), *options.leave_columns)):
        role = KEPT  # a pseudonym already
    elif known or named["patient"]:
        role = GIVEN
    elif among(options.text_columns):
        role = TEXT
    elif dated:
        role, meaning = GIVEN, meaning if meaning.label == "DATE" else Meaning("DATE")
    elif named["id"] or among(options.leave_columns):
        role = KEPT
    elif options.keep_columns is not None:
        role = KEPT if among(options.keep_columns) else DROPPED
    elif decision is not None:
        role = GIVEN if decision.identifies else HELD_BACK if decision.role in HELD else READ
        meaning = decision.meaning if decision.identifies else NOTHING
    else:
        role = GIVEN if meaning.label else READ
    is_patients = named["patient"] if any(patients) else is_patients
    return Column(
        name, number, role, meaning, known, **named, dated=dated, said=among(_named(options)) and said == name, decision=decision,
        is_patients=is_patients and role == GIVEN and options.patient == "pseudonym", chosen=bool(choice),
    )  # fmt: skip


_ACTIONS = {TEXT: "read as notes", KEPT: "kept", HELD_BACK: "kept", DROPPED: "dropped"}


def shown(column: Column) -> TableColumn:
    """How a column is told before the work and in the report."""
    decision = column.decision
    role = decision.role.value if decision else ""
    reason = decision.words if decision else ""
    if column.said or column.chosen:
        role = "note text" if column.role == TEXT else "patient id" if column.patient else "date" if column.dated else role
        role = Role.OTHER_ID.value if column.known and column.role == GIVEN and decision is not None and not decision.identifies else role
        reason = _USERS
    if column.role == GIVEN:
        action = "replaced by a pseudonym" if column.is_patients else "replaced"
    elif column.role == READ:
        action = "read for people; single codes stay" if column.is_unclear else "read as notes"
    else:
        action = _ACTIONS[column.role]
    return TableColumn(told_name(column), role or "unknown", reason, action, column.meaning.label if column.role == GIVEN else "", column.is_unclear)


class Columns:
    """The columns of records, told by the keys that lead to a value, as they come."""

    def __init__(self, options: Options, plan: Plan = NO_PLAN) -> None:
        self._options = options
        self._plan = plan
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
        decision, is_patients = self._plan.decision(0, path), self._plan.is_patient(0, path)
        short, choice = name_of_path(path), self._plan.choice(0, path)
        column = _column(names[0], min(len(self._known), _MANY), self._options, short, named, decision, is_patients, choice)
        if len(self._known) < _MANY:  # beyond that the keys are data
            self._known[path] = column
        return column

    def seen(self) -> tuple[Column, ...]:
        """All that came."""
        return tuple(self._known.values())

    def tables(self) -> tuple[Table, ...]:
        """The one table that the records make, as it is shown."""
        columns = [self.at(place) for table, place in self._plan.decisions if table == 0 and isinstance(place, tuple)]
        return (Table("", 0, self._plan.rows, tuple(map(shown, columns)), self._plan.language),)

    def check(self) -> None:
        """Raise MissingColumnError when a column that the user named never came."""
        if wanted := [name for name in _named(self._options) if _same(name) not in self._met]:
            raise lacking(wanted, [column.name for column in self.seen()])
