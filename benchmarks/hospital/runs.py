"""`velado` called as a user calls it, in a process of its own, and what it took."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .blueprints import Blueprint
from .compare import Outcome, across, compare
from .files import Frame, read, write
from .findings import Findings

__all__ = ["Run", "Taken", "call", "carried_out", "name_of", "together"]

KEY = "q7Zt2mVx9LrK4bNw8PsDc3Hf6YgJ1aTe"  # the same for all, so that the figures can be had again


@dataclass(frozen=True, slots=True)
class Taken:
    """What a process ended with and what it took: seconds of all its processors, and of the clock."""

    code: int
    seconds: float
    clock: float
    output: str
    errors: str


@dataclass(frozen=True, slots=True)
class Run:
    """Tables that went through one call, and what was found."""

    tables: tuple[Blueprint, ...]
    command: str
    taken: Taken
    findings: Findings
    rows: int


def together(tables: Sequence[Blueprint]) -> list[list[Blueprint]]:
    """Return the tables in the calls they go through."""
    calls: list[list[Blueprint]] = []
    for table in tables:
        if table.together and calls and calls[-1][-1].number == table.number - 1:
            calls[-1].append(table)
        else:
            calls.append([table])
    return calls


def name_of(table: Blueprint) -> str:
    """Return the name of a table's file."""
    return f"{table.number:02}.{table.suffix}"


def call(arguments: Sequence[str], folder: Path) -> Taken:
    """Call velado with these arguments; the output is kept in files so that no pipe fills."""
    started = time.monotonic()
    with (folder / "output").open("wb") as output, (folder / "errors").open("wb") as errors:
        process = subprocess.Popen([sys.executable, "-m", "velado", *arguments], stdout=output, stderr=errors)
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:  # Ctrl-C: nothing is left running
            process.terminate()
            raise
        process.returncode = os.waitstatus_to_exitcode(status)
    texts = [(folder / name).read_text("utf-8", "replace") for name in ("output", "errors")]
    return Taken(process.returncode, usage.ru_utime + usage.ru_stime, time.monotonic() - started, *texts)


def _options(table: Blueprint, key: Path) -> list[str]:
    options = [] if table.strategy == "default" else ["--replace", table.strategy]
    if "key" in table.run:
        options += ["--key-file", str(key)]
    if patient := table.named("patient"):
        options += ["--patient-column", patient]
    if text := table.named("text"):
        options += ["--text-column", text]
    return options


def _entries(report: Path) -> list[dict[str, Any]]:
    try:
        return list(json.loads(report.read_text("utf-8"))["entries"])
    except (OSError, ValueError, KeyError):
        return []


def carried_out(tables: Sequence[Blueprint], folder: Path, more: Sequence[str]) -> Run:
    """Write the tables, have them handled by one call, and compare."""
    sources, results = folder / "in", folder / "out"
    sources.mkdir(parents=True)
    key = folder / "key"
    key.write_text(KEY)
    key.chmod(0o600)
    for table in tables:
        write(table, sources / name_of(table))
    report = folder / "report.json"
    arguments = ["run", *(str(sources / name_of(table)) for table in tables), "--out", str(results), "--report", str(report)]
    arguments += [*_options(tables[0], key), *more]
    taken = call(arguments, folder)
    entries = dict(zip([name_of(table) for table in tables], [*_entries(report), *[{}] * len(tables)], strict=False))
    findings = Findings()
    read_again: list[tuple[Blueprint, Frame, Frame]] = []
    for table in tables:
        before, path = read(table, sources / name_of(table)), results / name_of(table)
        after = read(table, path) if path.exists() else None
        findings.include([compare(table, before, after, Outcome(entries[name_of(table)], taken.output + taken.errors))])
        if after is not None:
            read_again.append((table, before, after))
    findings.include([across(read_again)])
    shown = " ".join(["velado", *(word.removeprefix(str(folder) + os.sep) for word in arguments)])
    return Run(tuple(tables), shown, taken, findings, sum(len(table.rows) for table in tables))
