"""What the columns of a file's tables are for, decided once before the work, from all that the tables hold.

A format reads its tables through a `Survey`, the plan is kept with the source, and reading and writing follow the same
plan. Which plan comes out depends on nothing but the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace

from velado.columns import Decision, Profile, Role, decide, language_of, room_for
from velado.formats import Options
from velado.formats.source import Source
from velado.languages import detect

__all__ = ["NO_PLAN", "Plan", "Sheet", "Survey", "plan_of"]

_ENOUGH = 60  # texts from which the language of a table is told
_TELLING = 40  # characters of a text that tells its language


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table that was looked through: its name, the row of its header, and how many rows it has."""

    name: str
    row: int
    rows: int
    headers: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """The decisions for the columns of all tables of a file; `rows` counts those of all tables, `language` is that of labels."""

    decisions: Mapping[tuple[Hashable, Hashable], Decision] = field(default_factory=dict, repr=False)
    sheets: Mapping[Hashable, Sheet] = field(default_factory=dict, repr=False)
    patients: Mapping[Hashable, Hashable] = field(default_factory=dict, repr=False)  # of each table the column that tells its patients
    rows: int = 0
    language: str = ""
    choices: Mapping[tuple[Hashable, Hashable], str] = field(default_factory=dict, repr=False)  # what the user says of columns

    def tables(self) -> list[Hashable]:
        """The tables that are shown, in order: those with rows, or the one that records make."""
        return [key for key, sheet in self.sheets.items() if isinstance(key, tuple) and sheet.rows] if self.sheets else [0]

    def choice(self, table: Hashable, place: Hashable) -> str:
        """What the user says of a column that was shown; "" for nothing."""
        return self.choices.get((table, place), "")

    def decision(self, table: Hashable, place: Hashable) -> Decision | None:
        """The decision for one column of a table; None for one that nobody looked at."""
        return self.decisions.get((table, place))

    def is_patient(self, table: Hashable, place: Hashable) -> bool:
        """Whether a column is the one that tells the patients of its table."""
        return table in self.patients and self.patients[table] == place


NO_PLAN = Plan()


class Survey:
    """Gathers what the cells of a file's tables are like. A table is told by any key, a column by its place or path in it."""

    def __init__(self) -> None:
        self._profiles: dict[Hashable, dict[Hashable, Profile]] = {}
        self._sheets: dict[Hashable, Sheet] = {}
        self._rows: Counter[Hashable] = Counter()
        self._columns = 0

    def table(self, table: Hashable, name: str, row: int, headers: tuple[str, ...] = ()) -> None:
        """A table begins."""
        self._sheets.setdefault(table, Sheet(name, row, 0, headers))

    def skip(self) -> None:
        """Count a row that belongs to no table."""
        self._rows[None] += 1

    def row(self, table: Hashable) -> None:
        """Count a row."""
        self._rows[table] += 1

    def profile(self, table: Hashable, place: Hashable, name: str) -> Profile:
        """The profile of a column, to which its values are added."""
        columns = self._profiles.setdefault(table, {})
        if (found := columns.get(place)) is None:
            found = columns[place] = Profile(name, len(columns), room=room_for(self._columns))
            self._columns += 1
        return found

    def plan(self) -> Plan:
        """Decide."""
        decisions: dict[tuple[Hashable, Hashable], Decision] = {}
        patients: dict[Hashable, Hashable] = {}
        texts: Counter[str] = Counter()
        names: list[str] = []
        for table, columns in self._profiles.items():
            for (place, profile), decision in zip(columns.items(), decide(list(columns.values())), strict=True):
                decisions[table, place] = decision
                names.append(profile.name)
                if decision.role == Role.PATIENT_ID:
                    patients.setdefault(table, place)
                if decision.role == Role.NOTE:
                    texts.update(profile.notes)
                    texts.update(dict(list(profile.values.items())[: 4 * _ENOUGH]))
        if not texts:
            texts.update(" ".join(list(profile.values)[:_ENOUGH]) for columns in self._profiles.values() for profile in columns.values())
        sheets = {table: Sheet(sheet.name, sheet.row, self._rows[table], sheet.headers) for table, sheet in self._sheets.items()}
        return Plan(decisions, sheets, patients, self._rows.total(), _language(texts, names))


def _language(texts: Counter[str], names: list[str]) -> str:
    """The language of most texts; where they are too short to tell, that of the columns' names."""
    longer = {text: count for text, count in texts.items() if len(text) > _TELLING}
    counts: Counter[str] = Counter()
    for text, count in (longer or texts).items():
        counts[detect(text)] += count
    most = max(counts, key=lambda code: counts[code], default="")
    return most if longer else language_of(names) or most


def plan_of(source: Source, options: Options, survey: Callable[[], Plan]) -> Plan:
    """The plan of a file: made once, then kept with the source."""
    if source.units.plan is None:
        source.units.plan = _with_choices(survey(), options)
    plan: Plan = source.units.plan
    return plan


def _with_choices(plan: Plan, options: Options) -> Plan:
    """The plan with what the user says of columns, by where they were shown. One column tells the patients of a table."""
    if not options.choices:
        return plan
    tables = plan.tables()
    records = [place for table, place in plan.decisions if table == 0 and isinstance(place, tuple)]
    choices: dict[tuple[Hashable, Hashable], str] = {}
    patients = dict(plan.patients)
    for number, column, choice in options.choices:
        if number >= len(tables):
            continue
        place = column if plan.sheets else records[column] if column < len(records) else None
        choices[tables[number], place] = choice
        if choice == "patient":
            patients[tables[number]] = place
    return replace(plan, choices=choices, patients=patients)
