"""The figures as they are printed: each with what is asked, then by kind of column with an example."""

from __future__ import annotations

from collections.abc import Sequence

from .findings import CHANGED, Count, Figure, Findings
from .kinds import STAYS
from .runs import Run

__all__ = ["ASKED", "AS_BEFORE", "by_kind", "summary"]

AS_BEFORE = "not more than before"
ASKED: dict[str, str] = {
    **{CHANGED + group: "0" for group in STAYS},
    Figure.LEFT_IN_COLUMNS: AS_BEFORE, Figure.LEFT_IN_TEXTS: AS_BEFORE,
    Figure.INDIRECT_IN_COLUMNS: "", Figure.INDIRECT_IN_TEXTS: "",
    Figure.MEDICINE: AS_BEFORE, Figure.PATIENTS_MERGED: "0", Figure.PATIENTS_SPLIT: "0", Figure.NUMBERS_MERGED: "0",
    Figure.NUMBERS_SPLIT: "0", Figure.FORM: AS_BEFORE, Figure.CHECK: "0", Figure.ACROSS: "0", Figure.MENTIONS: "",
    Figure.LABELS: "0", Figure.TABLE_LABELS: "0", Figure.ROWS: "0", Figure.COLUMNS: "0", Figure.TYPES_SILENT: "0", Figure.TYPES_TOLD: "",
    Figure.EMPTIED_SILENT: "0", Figure.EMPTIED_TOLD: "", Figure.FILLED: "0", Figure.REWRITTEN: "0", Figure.ENCODING: "0",
    Figure.WITHHELD: "0",
}  # fmt: skip
_RIGHT = 0.97  # share of the columns
_SPEED = 0.9  # of the speed before


def _line(name: str, asked: str, here: str, of: str, before: str) -> str:
    return f"{name:52} {asked:>22} {here:>10} {of:>12} {before:>12}".rstrip()


def _bad(count: Count) -> str:
    return f"{count.bad:,}"


def summary(runs: Sequence[Run], roles: Findings | None, before: Findings | None, speed_before: float) -> list[str]:
    """Return the table of all figures; `before` are those of another run of this command."""
    found = Findings()
    found.include(run.findings for run in runs)
    lines = [_line("", "asked", "here", "of", "before")]
    for figure, asked in ASKED.items():
        count = found.total(figure)
        lines.append(_line(figure, asked, _bad(count), f"{count.of:,}", _bad(before.total(figure)) if before else ""))
    if roles is None:
        lines.append(_line("columns with the right role", f"≥ {_RIGHT}", "not told", "", ""))
    else:
        count = roles.total(Figure.ROLES)
        lines.append(_line("columns with the right role", f"≥ {_RIGHT}", f"{1 - count.bad / max(count.of, 1):.3f}", f"{count.of:,}", ""))
    rows, seconds = sum(run.rows for run in runs), sum(run.taken.seconds for run in runs)
    speed = rows / max(seconds, 0.001)
    asked = f"≥ {_SPEED * speed_before:.0f}" if speed_before else f"≥ {_SPEED} × before"
    lines.append(_line("rows a second of the processor", asked, f"{speed:.1f}", "", f"{speed_before:.1f}" if speed_before else ""))
    lines.append(_line("seconds of the processor", "", f"{seconds:,.0f}", f"{rows:,} rows", ""))
    return lines


def by_kind(findings: Findings, figures: Sequence[str]) -> list[str]:
    """Return a line for each kind of column and format in which something went wrong, with the first example."""
    lines: list[str] = []
    for figure in figures:
        bad = sorted(((kind, file, count) for (name, kind, file), count in findings.counts.items() if name == figure and count.bad), key=_most_first)
        if bad:
            lines += ["", figure]
            lines += [f"  {kind:28} {file:12} {count.bad:>9,} of {count.of:>9,}   {count.example}" for kind, file, count in bad]
    return lines


def _most_first(entry: tuple[str, str, Count]) -> tuple[int, str, str]:
    return -entry[2].bad, entry[0], entry[1]
