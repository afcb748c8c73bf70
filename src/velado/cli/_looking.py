"""The tables of a call as they are shown before the work: what each column is for, why, and what will happen to it."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from velado.cli import DONE, WITHHELD, WrongCallError
from velado.cli._sources import collect
from velado.cli._terminal import Progress, say, shown, table

if TYPE_CHECKING:
    from velado.cli._dispatch import Job, Setup

__all__ = ["Looked", "Watcher", "check_columns", "in_words", "is_read", "show_tables", "unclear"]

MOST_COLUMNS, MOST_TABLES, MOST_FILES = 60, 8, 20  # that are shown before a run


@dataclass(frozen=True, slots=True)
class Looked:
    """What a worker found in a file: its tables, None for a file that has none; or why it cannot be told."""

    path: str
    tables: Sequence[Mapping[str, Any]] | None = None
    missing: Sequence[str] = field(default_factory=tuple)  # named columns that it lacks
    problem: str = ""


def in_words(path: str, tables: Sequence[Mapping[str, Any]], *, whole: bool = False) -> str:
    """The columns of a file's tables; of very many some, unless `whole`."""
    lines: list[str] = []
    for one in tables if whole else tables[:MOST_TABLES]:
        columns = one["columns"] if whole else one["columns"][:MOST_COLUMNS]
        name = f", {one['name']}" if one["name"] else ""
        labels = f", labels in {one['language']}" if one["language"] else ""
        lines.append(f"{shown(path)}{shown(name)}: {_count(one['rows'], 'row')}, {_count(len(one['columns']), 'column')}{labels}")
        lines.append(table([(shown(c["name"]), c["role"], c["action"], c["reason"]) for c in columns], indent="  "))
        if len(columns) < len(one["columns"]):
            lines.append(f"  … {len(one['columns']) - len(columns)} more; all of them: velado columns FILE")
    if not whole and len(tables) > MOST_TABLES:
        lines.append(f"  … {len(tables) - MOST_TABLES} more tables; all of them: velado columns FILE")
    return "\n".join(line for line in lines if line)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' if number != 1 else ''}"


def _columns(tables: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for one in tables:
        yield from one["columns"]


def is_read(tables: Iterable[Mapping[str, Any]]) -> bool:
    """Whether any column of the tables holds notes."""
    return any(column["action"].startswith("read") for column in _columns(tables))


def unclear(tables: Iterable[Mapping[str, Any]]) -> list[str]:
    """The columns of which nothing tells what they hold."""
    return [column["name"] for column in _columns(tables) if column["unclear"]]


def check_columns(looked: Sequence[Looked], *, strict: bool) -> None:
    """Raise WrongCallError for a named column that no table has, and where `strict` for columns that nothing tells."""
    have = [one for one in looked if one.tables is not None or one.missing]
    wanted = [set(one.missing) for one in have]
    if have and (nowhere := set.intersection(*wanted)):
        first = next(one for one in have if one.missing)
        more = "" if len(have) == 1 or nowhere == set(first.missing) else f" (in no table: {', '.join(sorted(map(shown, nowhere)))})"
        raise WrongCallError(f"{shown(first.path)}: {shown(first.problem)}{more}")
    if strict and (lines := [f"{shown(one.path)}: {', '.join(map(shown, names))}" for one in looked if (names := unclear(one.tables or ()))]):
        remedy = "Name them with --text-column, --patient-column, --id-column, --date-column, --keep-column or --drop-column."
        raise WrongCallError("--strict: nothing tells what these columns hold. " + "; ".join(lines) + f". {remedy}")


class Watcher:
    """Tells the user how far the files of a run are, and of each table, once, what its columns are taken for."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._shown: set[str] = set()

    def rows(self, job: Job, notes: int, rows: int, whole: int) -> None:
        """Draw the line of progress."""
        self._progress.within(notes, rows, whole)

    def tables(self, job: Job, tables: Sequence[Mapping[str, Any]]) -> None:
        """Show the tables of a file that is begun; not again where it is tried a second time."""
        path = str(job.source.path)
        if path in self._shown or not tables:
            return
        self._shown.add(path)
        if len(self._shown) <= MOST_FILES:
            self._say(in_words(path, tables))
        elif len(self._shown) == MOST_FILES + 1:
            self._say("Of more tables the columns are not shown; see them with: velado columns FILE")

    def resumed(self, job: Job, row: int) -> None:
        """Say where an earlier run is continued."""
        self._say(f"{shown(job.source.path)}: resumed at row {row:,}")

    def _say(self, text: str) -> None:
        self._progress.clear()
        say(text)


def show_tables(setup: Setup, options: Namespace, *, as_json: bool = False) -> int:
    """Print the tables of the sources with the roles of their columns; nothing is handled or written."""
    from velado.cli._dispatch import Workers

    sources, _ = collect(options.sources, Path(options.out) if getattr(options, "out", None) else Path())
    workers = Workers(setup, 1)
    try:
        looked = list(workers.look(source for source in sources if not source.problem))
    finally:
        workers.end()
    check_columns(looked, strict=getattr(options, "strict", False))
    if as_json:
        print(json.dumps([{"path": one.path, "tables": one.tables, "problem": one.problem} for one in looked], ensure_ascii=False, indent=2))
    for one in looked:
        if one.tables and not as_json:
            print(in_words(one.path, one.tables, whole=True))
        if one.problem:
            say(f"{shown(one.path)}: {one.problem}")
    if not looked:
        say("There is no table among these files.")
    elif not any(is_read(one.tables or ()) for one in looked):
        say("No column of these tables is read as notes. Name one with --text-column.")
    return WITHHELD if any(one.problem for one in looked) else DONE
