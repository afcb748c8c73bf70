"""What a run says at its end: how much was handled, what was found, and what was passed over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from velado.cli._sources import Skipped
from velado.cli._terminal import say, shown, table

__all__ = ["Totals"]

LISTED = 10  # skipped files that are named one by one


@dataclass(slots=True)
class Totals:
    """What is counted while the files go by."""

    files: int = 0
    notes: int = 0  # of files that are no tables
    tables: int = 0
    rows: int = 0
    columns: int = 0
    withheld: int = 0
    retry: int = 0  # files that may come out the next time
    full: bool = False
    reads: bool = False  # whether a note was met, or a column of notes
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, entry: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
        """Count a file in."""
        tables = entry.get("tables")
        self.files += 1
        if tables:
            self.tables += len(tables)
            self.rows += entry["rows"]
            self.columns += sum(one["columns"] for one in tables)
        else:
            self.notes += entry["notes"]
        self.reads = self.reads or not tables or any(one["notes"] for one in tables)
        self.withheld += entry["withheld"]
        self.retry += bool(answer["transient"])
        self.full = self.full or answer["problem"] == "the disk is full"
        self.counts.update(entry["counts"])

    def show(self, seconds: float, skipped: Sequence[Skipped], out: Path, *, resume: bool) -> None:
        """Print the summary, and what the user may want to do."""
        parts = [_count(self.notes, "note")] if self.notes or not self.tables else []
        if self.tables:
            parts.append(f"{_count(self.rows, 'row')} in {_count(self.columns, 'column')}")
        more = f", {len(skipped)} files or folders skipped" if skipped else ""
        print(f"{', '.join(parts)} in {seconds:.1f} s, {self.withheld:,} withheld{more}")
        if self.counts:
            print(table([(label, str(count)) for label, count in sorted(self.counts.items())], indent="  "))
        for one in skipped[:LISTED]:
            print(f"  skipped: {shown(one.path)} ({one.reason})")
        if len(skipped) > LISTED:
            print(f"  skipped: {len(skipped) - LISTED} more")
        if not self.files:
            say("No file was found there: nothing was written.")
        elif not self.reads:
            say("No note was found: no column of these tables is read as notes. Name one with --text-column.")
        again = "run the same call again" if resume else "run again; with --resume only what is missing is done"
        if self.full:
            say(f"The disk of {shown(out)} is full. What is finished is complete. Make room and {again}.")
        elif self.retry:
            say(f"{self.retry} file{'s' if self.retry != 1 else ''} may come out the next time: {again}.")


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' if number != 1 else ''}"
