"""A table before and after: which cells are not what they had to be."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

from velado.labels import LABELS

from .blueprints import Blueprint, Column, kind_at
from .files import Frame
from .findings import CHANGED, Figure, Findings
from .kinds import STAYS, Group, Odd, Text
from .leaks import left_in_cell, left_in_text
from .numbers import VALID
from .people import NATIONAL_OF

__all__ = ["Outcome", "across", "compare"]

_LABEL = re.compile(r"\[([A-ZÀ-Ý_]{2,30})(?::[0-9a-f]{8,64})?\]")
_CODE = re.compile(r":([0-9a-f]{8,64})\]")
_EMPTIED = re.compile(r"([\d,.]+) (?:cell|value)s? [^;.\n]{0,80}?(?:empt|null)", re.IGNORECASE)
_LONGEST = 40  # signs of an example


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run said of a table: its report's entry, and the terminal."""

    entry: Mapping[str, Any] = field(default_factory=dict)
    terminal: str = ""

    def emptied(self) -> int:
        """Return how many emptied cells are told, by column, in a sentence of the report, or on the terminal."""
        columns = [column for column in self.entry.get("columns", ()) if isinstance(column, Mapping)]
        listed = sum(number for column in columns if isinstance(number := column.get("emptied"), int))
        return max(listed, *(sum(map(_number, _EMPTIED.findall(text))) for text in (self._said(), self.terminal)))

    def tells_type(self, name: str) -> bool:
        """Whether a column's new type is told: in a sentence with its name, or in its entry of the report ("type", "became_text" …)."""
        entries = [column for column in self.entry.get("columns", ()) if isinstance(column, Mapping) and column.get("name") == name]
        if any(value and re.search("type|text", key) for column in entries for key, value in column.items()):
            return True
        lines = [*self._said().splitlines(), *self.terminal.splitlines()]
        return any(name in line and re.search(r"\b(?:type|text)\b", line) for line in lines)

    def _said(self) -> str:
        return "\n".join(map(str, [*self.entry.get("cleaned", ()), *self.entry.get("problems", ())]))


def _number(figures: str) -> int:
    return int(re.sub(r"\D", "", figures) or 0)


class _Comparison:
    """One table, before and after."""

    def __init__(self, table: Blueprint, before: Frame, after: Frame, outcome: Outcome) -> None:
        self.table, self.before, self.after, self.outcome = table, before, after, outcome
        self.found = Findings()
        self.drawn = table.strategy == "surrogate"
        self.places = self._matched()
        self.count = min(len(before.rows), len(after.rows))

    def add(self, figure: str, kind: str, bad: int, of: int = 1, example: str = "") -> None:
        """Count something of this table."""
        where = f" ({self.table.number} {self.table.title}, {self.table.strategy})" if bad else ""
        self.found.add(figure, kind, self.table.suffix, bad, of, example + where)

    def _matched(self) -> list[int | None]:
        """Return where each column stands afterwards."""
        if len(self.before.names) == len(self.after.names):
            return list(range(len(self.before.names)))
        return [self.after.names.index(name) if name in self.after.names else None for name in self.before.names]

    def cells(self, place: int) -> Iterator[tuple[Any, Any, Any, int]]:
        """Yield what was meant, what stood and what stands in each cell of a column, and its row."""
        there = self.places[place]
        for number in range(self.count):
            row = self.after.rows[number]
            after = row[there] if there is not None and there < len(row) else None
            yield self.table.rows[number][place], self.before.rows[number][place], after, number

    def run(self) -> Findings:
        """Compare everything."""
        self._form()
        for place, column in enumerate(self.table.columns):
            if column.kind.group == Group.TEXT:
                self._texts(place)
            else:
                self._values(place)
            if column.kind.number:
                self._one_to_one(place)
        self._emptied()
        self._labels()
        self._mentions()
        return self.found

    def _form(self) -> None:
        before, after = self.before, self.after
        self.add(Figure.ROWS, "rows", abs(len(before.rows) - len(after.rows)), len(before.rows), f"{len(before.rows):,} → {len(after.rows):,}")
        for place, name in enumerate(before.names):
            there = self.places[place]
            now = after.names[there] if there is not None else "nothing"
            self.add(Figure.COLUMNS, "columns", now != name, 1, f"{name} → {now}")
        for place, kind in enumerate(before.types):
            there = self.places[place]
            if there is None or not kind:
                continue
            now = after.types[there]
            told = self.outcome.tells_type(before.names[place])
            example = f"{before.names[place]}: {kind} → {now or 'nothing'}"
            self.add(Figure.TYPES_SILENT, self.table.columns[place].kind.name, now != kind and not told, 1, example)
            self.add(Figure.TYPES_TOLD, self.table.columns[place].kind.name, now != kind and told, 1, example)
        if before.fields:
            self.add(Figure.ENCODING, "cells", len(after.strange), len(before.rows) * len(before.names), _short(next(iter(after.strange), "")))
        for row, old, new in zip(range(self.count), before.fields, after.fields, strict=False):
            same = [place for place in range(min(len(old), len(new))) if before.rows[row][place] == after.rows[row][place]]
            self.add(Figure.REWRITTEN, "fields", sum(old[place] != new[place] for place in same), len(same))

    def _values(self, place: int) -> None:
        column = self.table.columns[place]
        for meant, before, after, _ in self.cells(place):
            kind = kind_at(column, meant)
            if before is None:
                self.add(Figure.FILLED, kind.name, after is not None, 1, f"{column.name}: {_short(after)}")
            elif isinstance(meant, Odd) and isinstance(meant.value, Text):
                self._text(meant.value, before, after, kind.name)
            elif kind.group in STAYS:
                changed = before != after or str(before) != str(after)
                example = f"{_short(before)} → {_short(after)}, column {column.name or place + 1}" if changed else ""
                self.add(CHANGED + kind.group, kind.name, changed, 1, example)
            elif kind.group in (Group.DIRECT, Group.INDIRECT):
                figure = Figure.LEFT_IN_COLUMNS if kind.group == Group.DIRECT else Figure.INDIRECT_IN_COLUMNS
                left = left_in_cell(kind.name, str(before), "" if after is None else str(after), drawn=self.drawn)
                self.add(figure, kind.name, left, 1, f"{_short(before)} → {_short(after)}, column {column.name or place + 1}" if left else "")

    def _texts(self, place: int) -> None:
        column = self.table.columns[place]
        for meant, before, after, _ in self.cells(place):
            if before is None or not isinstance(meant, Text):
                self.add(Figure.FILLED, column.kind.name, after is not None)
                continue
            self._text(meant, before, after, column.kind.name)

    def _text(self, meant: Text, before: Any, after: Any, kind: str) -> None:
        text = "" if after is None else str(after)
        for mark, left in zip(meant.marks, left_in_text(meant.marks, meant.text, text, drawn=self.drawn), strict=True):
            figure = Figure.LEFT_IN_TEXTS if mark.direct else Figure.INDIRECT_IN_TEXTS
            around = meant.text[max(mark.start - 25, 0) : mark.start + len(mark.text) + 15].replace("\n", " ") if left else ""
            self.add(figure, mark.kind, left, 1, f"…{around}…")
        for piece in meant.kept:
            self.add(Figure.MEDICINE, kind, piece not in text, 1, piece)

    def _one_to_one(self, place: int) -> None:
        """Count values that became one, and values that became several. Labels merge everything but patients by design."""
        column = self.table.columns[place]
        patient = place == self.table.patient
        if not patient and self.table.strategy not in ("surrogate", "hash"):
            return
        after_of: dict[str, set[str]] = defaultdict(set)
        before_of: dict[str, set[str]] = defaultdict(set)
        for _, before, after, _ in self.cells(place):
            if before is not None:
                after_of[str(before)].add(str(after))
                before_of[str(after)].add(str(before))
        merged = next((f"{', '.join(sorted(several)[:2])} → {_short(new)}" for new, several in before_of.items() if len(several) > 1), "")
        split = next((f"{old} → {', '.join(map(_short, sorted(several)[:2]))}" for old, several in after_of.items() if len(several) > 1), "")
        one = {old for several in before_of.values() if len(several) > 1 for old in several}
        figures = (Figure.PATIENTS_MERGED, Figure.PATIENTS_SPLIT) if patient else (Figure.NUMBERS_MERGED, Figure.NUMBERS_SPLIT)
        self.add(figures[0], column.kind.name, len(one), len(after_of), merged)
        self.add(figures[1], column.kind.name, sum(len(several) > 1 for several in after_of.values()), len(after_of), split)

        if self.drawn:
            self._forms(column, after_of)

    def _forms(self, column: Column, after_of: Mapping[str, set[str]]) -> None:
        """Count pseudonyms that do not look like the number, and national numbers whose check digit is wrong now."""
        name = (*column.words, NATIONAL_OF[self.table.country])[0] if column.kind.name == "national id" else ""
        for old, several in after_of.items():
            new = min(several)
            example = f"{old} → {_short(new)}, column {column.name or 'without a name'}"
            self.add(Figure.FORM, column.kind.name, _form(old) != _form(new), 1, example)
            if name in VALID:
                self.add(Figure.CHECK, column.kind.name, not VALID[name](new), 1, example)

    def _emptied(self) -> None:
        silent = told = 0
        example = ""
        for place, column in enumerate(self.table.columns):
            for _, before, after, _ in self.cells(place):
                if before not in (None, "") and after in (None, ""):
                    silent += 1
                    example = example or f"{_short(before)}, column {column.name or place + 1}"
        cells = self.count * len(self.table.columns)
        told = min(self.outcome.emptied(), silent)
        self.add(Figure.EMPTIED_SILENT, "cells", silent - told, cells, example)
        self.add(Figure.EMPTIED_TOLD, "cells", told, cells, example)

    def _labels(self) -> None:
        """Count columns of values, and tables, whose labels are not all of one language."""
        whole: list[str] = []
        for place, column in enumerate(self.table.columns):
            labels = sorted({label for _, _, after, _ in self.cells(place) if isinstance(after, str) for label in _LABEL.findall(after)})
            whole += labels
            if labels and column.kind.group != Group.TEXT:
                self.add(Figure.LABELS, column.kind.name, not _one_language(labels), 1, f"{', '.join(labels[:3])}, column {column.name or place + 1}")
        if whole:
            self.add(Figure.TABLE_LABELS, "tables", not _one_language(whole), 1, ", ".join(sorted(set(whole))[:8]))

    def _mentions(self) -> None:
        """Count notes that call the patient by another number than the column does, where replacements follow the patient."""
        patient, place = self.table.patient, next((at for at, one in enumerate(self.table.columns) if one.kind.group == Group.TEXT), -1)
        if patient < 0 or place < 0 or self.table.strategy not in ("surrogate", "hash"):
            return
        for (meant, _, after, _), (_, _, pseudonym, _) in zip(self.cells(place), self.cells(patient), strict=True):
            marks = [mark for mark in meant.marks if mark.kind == "record number"] if isinstance(meant, Text) else []
            if marks and pseudonym is not None:
                code = next(iter(_CODE.findall(str(pseudonym))), str(pseudonym))
                self.add(Figure.MENTIONS, "notes", code not in str(after), 1, f"column {_short(pseudonym)}")


@cache
def _languages(label: str) -> frozenset[str]:
    """Return the languages in which a label is written like that."""
    spellings = [(entry.spanish, entry.portuguese, entry.english) for entry in LABELS.values()]
    return frozenset(code for one in spellings for code, word in zip(("es", "pt", "en"), one, strict=True) if word == label)


def _one_language(labels: Iterable[str]) -> bool:
    known = [languages for label in labels if (languages := _languages(label))]
    return not known or bool(frozenset.intersection(*known))


def _form(number: str) -> str:
    """Return a number with 9 for figures and A or a for letters."""
    return re.sub(r"[^\W\d_]", lambda match: "A" if match[0].isupper() else "a", re.sub(r"\d", "9", number))


def _short(value: Any) -> str:
    text = "nothing" if value is None else str(value).replace("\n", " ")
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def compare(table: Blueprint, before: Frame, after: Frame | None, outcome: Outcome) -> Findings:
    """Return what became of a table. One that was withheld has lost its rows, and nothing else is asked of it."""
    if after is None:
        found = Findings()
        found.add(Figure.WITHHELD, "tables", table.suffix, 1, 1, f"{table.number} {table.title}: {_short(outcome.terminal.strip())}")
        found.add(Figure.ROWS, "rows", table.suffix, len(before.rows), len(before.rows), f"{table.number} {table.title}, withheld")
        return found
    comparison = _Comparison(table, before, after, outcome)
    comparison.add(Figure.WITHHELD, "tables", 0)
    return comparison.run()


def _pseudonyms(table: Blueprint, before: Frame, after: Frame) -> dict[str, set[str]]:
    """Return what each patient's number became in a table."""
    found: dict[str, set[str]] = defaultdict(set)
    for old, new in zip(before.rows, after.rows, strict=False):
        if old[table.patient] is not None:
            found[str(old[table.patient])].add(str(new[table.patient]))
    return found


def across(tables: Sequence[tuple[Blueprint, Frame, Frame]]) -> Findings:
    """Count patients of several tables of one run who are called differently in them."""
    found = Findings()
    for (first, *one), (second, *other) in pairwise(tables):
        if first.patient < 0 or second.patient < 0:
            continue
        left, right = _pseudonyms(first, *one), _pseudonyms(second, *other)
        for patient in left.keys() & right.keys():
            example = f"{patient} → {sorted(left[patient])[0]} and {sorted(right[patient])[0]} ({first.number}, {second.number})"
            found.add(Figure.ACROSS, "record number", f"{first.suffix}+{second.suffix}", left[patient] != right[patient], 1, example)
    return found
