"""What a comparison finds, counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

__all__ = ["Count", "Figure", "Findings"]


class Figure(StrEnum):
    """What is counted; cells that had to stay are counted by their group, with `Figure.changed`."""

    LEFT_IN_COLUMNS = "direct identifiers left in columns"
    LEFT_IN_TEXTS = "direct identifiers left in notes and comments"
    INDIRECT_IN_COLUMNS = "dates, ages, places left in columns"
    INDIRECT_IN_TEXTS = "dates, ages, places left in notes and comments"
    MEDICINE = "pieces of medicine changed in notes and comments"
    PATIENTS_MERGED = "patients merged with another"
    PATIENTS_SPLIT = "patients split in two or more"
    NUMBERS_MERGED = "other numbers merged"
    NUMBERS_SPLIT = "other numbers split"
    FORM = "pseudonyms of another form than the number"
    CHECK = "pseudonyms with a wrong check digit"
    ACROSS = "patients with two pseudonyms in two tables of a run"
    MENTIONS = "record numbers in notes unlike the one of their row"
    LABELS = "columns with labels in two languages"
    TABLE_LABELS = "tables with labels in two languages"
    ROWS = "rows lost"
    COLUMNS = "columns lost, renamed or moved"
    TYPES_SILENT = "types of columns changed, silently"
    TYPES_TOLD = "types of columns changed, and told"
    EMPTIED_SILENT = "cells emptied, silently"
    EMPTIED_TOLD = "cells emptied, and told"
    FILLED = "empty cells filled"
    REWRITTEN = "fields quoted otherwise"
    ENCODING = "cells in another encoding than their file"
    WITHHELD = "tables withheld"
    ROLES = "columns with the wrong role"


CHANGED = "cells changed: "


@dataclass(slots=True)
class Count:
    """How many of how many, and the first example."""

    bad: int = 0
    of: int = 0
    example: str = ""


@dataclass(slots=True)
class Findings:
    """Counts by figure, kind of column and format of the file."""

    counts: dict[tuple[str, str, str], Count] = field(default_factory=dict)

    def add(self, figure: str, kind: str, file: str, bad: int, of: int = 1, example: str = "") -> None:
        """Count so many of so many; the first example is kept."""
        count = self.counts.setdefault((str(figure), kind, file), Count())
        count.bad += bad
        count.of += of
        if bad and not count.example:
            count.example = example

    def include(self, others: Iterable[Findings]) -> None:
        """Add up other findings."""
        for other in others:
            for (figure, kind, file), count in other.counts.items():
                self.add(figure, kind, file, count.bad, count.of, count.example)

    def total(self, figure: str) -> Count:
        """Return a figure over all kinds and formats."""
        whole = Count()
        for (name, _, _), count in self.counts.items():
            if name == figure:
                whole.bad += count.bad
                whole.of += count.of
        return whole

    def as_json(self) -> list[dict[str, Any]]:
        """Return the counts as they are kept in a file."""
        return [
            {"figure": figure, "kind": kind, "file": file, "bad": count.bad, "of": count.of, "example": count.example}
            for (figure, kind, file), count in sorted(self.counts.items())
        ]

    @classmethod
    def from_json(cls, entries: Iterable[dict[str, Any]]) -> Findings:
        """Return counts that were kept in a file."""
        found = cls()
        for entry in entries:
            found.add(entry["figure"], entry["kind"], entry["file"], entry["bad"], entry["of"], entry["example"])
        return found
