"""What a family of the soak hands back, and how its runs are made."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.soak.fixtures import KNOWN

DONE, WITHHELD = 0, 3  # what `velado run` ends with when nothing went wrong


@dataclass
class Outcome:
    """One printed line: how much was tried, what failed, what else is worth knowing."""

    what: str
    wanted: int
    tried: int = 0
    failures: dict[str, int] = field(default_factory=dict)  # every kind that is looked for, also those that stayed at 0
    counts: dict[str, int] = field(default_factory=dict)
    details: list[str] = field(default_factory=list)
    skipped: str = ""
    started: float = field(default_factory=time.monotonic)

    def fail(self, kind: str, detail: str) -> None:
        """Count a failure and say where to look."""
        self.failures[kind] += 1
        self.details.append(f"{kind}: {detail}")

    @property
    def failed(self) -> bool:
        """Whether anything went wrong that must not."""
        return any(self.failures.values())

    def line(self) -> str:
        """Say it in one line."""
        if self.skipped:
            return f"{self.what}: skipped, {self.skipped}"
        number = f"{self.tried:,}" if self.tried == self.wanted else f"{self.tried:,} of {self.wanted:,} (time budget)"
        counted = [f"{count:,} {kind}" for kind, count in (self.failures | self.counts).items()]
        return f"{number} {self.what}: {', '.join([*counted, f'{(time.monotonic() - self.started) / 60:.1f} min'])}"


@dataclass(frozen=True)
class Budget:
    """How much a family does: at most `count` tries, and none begun after `minutes`. A failing source is copied to `keep`."""

    count: int
    minutes: float
    seed: int
    keep: Path
    short: bool = False  # small documents, for the tests
    started: float = field(default_factory=time.monotonic)

    def spent(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() - self.started > self.minutes * 60

    def random(self, *part: object) -> random.Random:
        """Return the source of chance of one part, the same for the same seed whatever the other parts do."""
        return random.Random(f"{self.seed}/{part}")


def command(*arguments: object) -> list[str]:
    """Return the call of the command line in this environment."""
    return [sys.executable, "-m", "velado", *map(str, arguments)]


def environment(temporary: Path | None = None) -> Mapping[str, str]:
    """Return this process's environment, with another place for temporary files where one is given."""
    if temporary is None:
        return os.environ
    return os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))


def write_known(folder: Path) -> Path:
    """Write the table for `--known`; its row belongs to every document."""
    path = folder / "known.csv"
    path.write_text(KNOWN, "utf-8")
    return path


def write_key(folder: Path, chance: random.Random) -> Path:
    """Write a key file that only its owner can read."""
    path = folder / "key"
    path.touch(mode=0o600)
    path.write_text(chance.randbytes(32).hex())
    return path


def run(arguments: Sequence[object], seconds: float, temporary: Path | None = None) -> subprocess.CompletedProcess[str] | None:
    """Call the command line and wait; None when it had not come to its end after `seconds`, and was ended with its workers."""
    process = subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", env=environment(temporary)
    )
    try:
        output, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        end(process)
        process.communicate()
        return None
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


def end(process: subprocess.Popen[str]) -> None:
    """Kill a run and its workers at once."""
    import psutil

    try:
        workers = psutil.Process(process.pid).children(recursive=True)
    except psutil.Error:
        workers = []
    process.kill()
    for worker in workers:
        try:
            worker.kill()
        except psutil.Error:
            continue


def crashed(result: subprocess.CompletedProcess[str]) -> str:
    """Say how a run died, without what it printed; "" for one that ended as it should."""
    if result.returncode not in (DONE, WITHHELD):
        return f"exit code {result.returncode}"
    return "a traceback on standard error" if "Traceback (most recent call last)" in result.stderr else ""
