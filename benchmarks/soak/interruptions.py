"""Runs that are killed at random moments, and disks that fill; `--resume` must end with the bytes of an undisturbed run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psutil
from benchmarks.soak.fixtures import FIXTURES, LINES, NAME, NUMBER, SCANS
from benchmarks.soak.leaks import leaked
from benchmarks.soak.outcome import (
    DONE,
    WITHHELD,
    Budget,
    Outcome,
    command,
    crashed,
    end,
    environment,
    run,
    write_key,
    write_known,
)

__all__ = ["disk", "kills"]

ROWS, NOTES = 1_500, 30  # the large table, at which most kills find the run, and the notes before it; in short a tenth
PATIENCE = 600.0  # seconds that no run of this size takes unless it hangs
FULL = re.compile(r"disk (is )?full|no space left|not enough (disk )?space|no room", re.I)


@dataclass(frozen=True)
class Workload:
    """Sources, the call that handles them, and what comes of it when nobody interferes."""

    home: Path
    arguments: tuple[object, ...]
    expected: dict[str, bytes]
    left: frozenset[str]  # names of every file in the output folder, hidden ones too
    code: int
    seconds: float

    def call(self, out: Path) -> list[object]:
        """Return the arguments of a run into `out`."""
        return [*self.arguments, "--out", out, "--resume"]


def prepare(home: Path, budget: Budget) -> Workload:
    """Write a folder with a document of every format, notes, and a large table between them, and run it undisturbed."""
    source, out, tenth = home / "in", home / "expected", 10 if budget.short else 1
    source.mkdir()
    for suffix, make in FIXTURES.items():
        if suffix not in SCANS:
            (source / f"b-documento{suffix}").write_bytes(make())
    for number in range(NOTES // tenth):
        (source / f"a-nota{number:02}.txt").write_text(f"Nota {number}\n" + "\n".join(LINES), "utf-8")
    rows = "".join(f'{n},{NAME},{NUMBER},"Visita {n}. {LINES[n % len(LINES)]}"\n' for n in range(ROWS // tenth))
    (source / "c-tabla.csv").write_text("id,nombre,nhc,nota\n" + rows, "utf-8")
    (source / "d-nota.unknown").write_text("?")
    key, known = write_key(home, budget.random("key")), write_known(home)
    arguments = ("run", source, "--key-file", key, "--known", known, "--replace", "surrogate", *(("--forms-only",) if budget.short else ()))
    started = time.monotonic()
    result = run([*arguments, "--out", out, "--resume"], PATIENCE, _folder(home / "tmp-expected"))
    if result is None or crashed(result):
        raise SystemExit("the undisturbed run failed: " + ("it hangs" if result is None else crashed(result) + "\n" + result.stderr))
    seconds = time.monotonic() - started
    return Workload(home, arguments, results(out), everything(out), result.returncode, seconds)


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


def results(out: Path) -> dict[str, bytes]:
    """Read the files of an output folder that a user sees."""
    return {name: (out / name).read_bytes() for name in everything(out) if not any(part.startswith(".") for part in Path(name).parts)}


def everything(out: Path) -> frozenset[str]:
    """List all files of a folder."""
    return frozenset(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())


def check(work: Workload, out: Path, temporary: Path, outcome: Outcome, where: str) -> None:
    """Compare a folder that came to its end after interruptions with the undisturbed one."""
    found = results(out)
    for name in sorted(work.expected.keys() - found.keys()):
        outcome.fail("lost", f"{where}: {name}")
    for name in sorted(work.expected.keys() & found.keys()):
        if found[name] != work.expected[name]:
            kind = "raw units" if leaked(found[name]) else "doubled or changed"
            outcome.fail(kind, f"{where}: {name} has other bytes than without the interruption")
    if extra := sorted(everything(out) - work.left):
        outcome.fail("left behind", f"{where}: {', '.join(extra[:3])}")
    if any(path.is_file() for path in temporary.rglob("*")):
        outcome.fail("left behind", f"{where}: files in the temporary folder")


def check_partial(work: Workload, out: Path, outcome: Outcome, where: str) -> None:
    """Look at a folder in the middle of a run: what stands under a result's name is that result, whole."""
    for name, data in results(out).items() if out.is_dir() else ():
        if leaked(data):
            outcome.fail("raw units", f"{where}: {name} right after the interruption")
        elif name in work.expected and data != work.expected[name]:
            outcome.fail("doubled or changed", f"{where}: {name} right after the interruption")


def _failures(**more: int) -> dict[str, int]:
    return {"raw units": 0, "crashes": 0, "hangs": 0, "lost": 0, "doubled or changed": 0, "left behind": 0} | more


def kills(budget: Budget) -> Outcome:
    """Kill runs, their workers, or both; then resume, and kill some of those again."""
    outcome = Outcome("kills", budget.count, failures=_failures(), counts={"too late": 0})
    with tempfile.TemporaryDirectory(prefix="soak-") as home:
        work = prepare(Path(home), budget)
        attempt = 0
        while outcome.tried < budget.count and not budget.spent():
            attempt += 1
            _interrupted(work, Path(home) / str(attempt), budget.random("kill", attempt), outcome, budget.count)
    return outcome


def _interrupted(work: Workload, home: Path, chance: Random, outcome: Outcome, most: int) -> None:
    out, temporary, where = home / "out", home / "tmp", f"attempt {home.name}"
    temporary.mkdir(parents=True)
    for _ in range(min(chance.choice((1, 1, 2, 3)), most - outcome.tried)):
        process = subprocess.Popen(
            command(*work.call(out)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True, env=environment(temporary)
        )
        time.sleep(chance.uniform(0, work.seconds))
        outcome.tried += 1
        if process.poll() is not None:
            outcome.counts["too late"] += 1
            break
        _kill(process, chance.choice(("all", "run", "worker")), chance, outcome, where)
        check_partial(work, out, outcome, where)
    result = run(work.call(out), PATIENCE, temporary)
    if result is None:
        outcome.fail("hangs", f"{where}: resuming took longer than {PATIENCE:.0f} s")
        return
    if died := crashed(result):
        outcome.fail("crashes", f"{where}: resuming ended with {died}")
    elif result.returncode != work.code:
        outcome.fail("lost", f"{where}: resuming ended with exit code {result.returncode}, the undisturbed run with {work.code}")
    check(work, out, temporary, outcome, where)
    if not outcome.failed:
        shutil.rmtree(home)


def _kill(process: subprocess.Popen[str], what: str, chance: Random, outcome: Outcome, where: str) -> None:
    """Kill the run, one of its workers, or all at once, and wait until nobody is left."""
    try:
        workers = psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        workers = []
    if what == "worker" and workers:
        victim = chance.choice(workers)
        with suppress(psutil.NoSuchProcess):
            victim.kill()
        try:
            code = process.wait(PATIENCE)  # the run goes on without it, or gives that document up
        except subprocess.TimeoutExpired:
            outcome.fail("hangs", f"{where}: the run waits for a worker that was killed")
            end(process)
            process.wait()
            return
        if code not in (DONE, WITHHELD):
            outcome.fail("crashes", f"{where}: exit code {code} after a worker was killed")
        return
    if what == "all":
        end(process)
    else:
        process.kill()
    process.wait()
    _, alive = psutil.wait_procs(workers, timeout=30)
    for worker in alive:
        outcome.fail("left behind", f"{where}: a worker outlived its run by 30 s")
        worker.kill()


def disk(budget: Budget) -> Outcome:
    """Give results and journal, or temporary files, a small file system that fills; then make room and resume."""
    outcome = Outcome("rounds on a disk that fills", budget.count, failures=_failures(unexplained=0), counts={"filled": 0})
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("mount"):
        outcome.skipped = "a small file system can be mounted on Linux, by root only"
        return outcome
    with tempfile.TemporaryDirectory(prefix="soak-") as home:
        work = prepare(Path(home), budget)
        size = sum(len(data) for data in work.expected.values())
        try:
            for number in range(budget.count):
                if budget.spent():
                    break
                _round(work, Path(home), number, size, budget.random("disk", number), outcome)
                outcome.tried += 1
        except PermissionError:
            outcome.skipped = "mounting a file system is not allowed here"
    return outcome


@contextmanager
def _small_disk(folder: Path, size: int) -> Iterator[Path]:
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True, check=False)
    if mounted.returncode:
        raise PermissionError
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
        folder.rmdir()


def _round(work: Workload, home: Path, number: int, size: int, chance: Random, outcome: Outcome) -> None:
    """Fill the disk of the results (and the journal beside them) in even rounds, that of temporary files in odd ones."""
    where = f"round {number}, {'temporary files' if number % 2 else 'results'}"
    with _small_disk(home / "small", 4 * size + (64 << 20)) as small, tempfile.TemporaryDirectory(prefix="soak-") as elsewhere:
        out, temporary = (Path(elsewhere) / "out", small / "tmp") if number % 2 else (small / "out", Path(elsewhere) / "tmp")
        temporary.mkdir()
        room = 4096 * chance.randrange(1 + int(1.2 * size / 4096))
        ballast = small / "ballast"
        free = shutil.disk_usage(small).free
        with ballast.open("wb") as stream:
            os.posix_fallocate(stream.fileno(), 0, max(4096, free - room))
        result = run(work.call(out), PATIENCE, temporary)
        if result is None:
            outcome.fail("hangs", f"{where}: {room:,} bytes of room")
        else:
            _check_full(work, result, out, outcome, f"{where}, {room:,} bytes of room")
        check_partial(work, out, outcome, where)
        ballast.unlink()
        result = run(work.call(out), PATIENCE, temporary)
        if result is None:
            outcome.fail("hangs", f"{where}: after room was made")
        elif died := crashed(result):
            outcome.fail("crashes", f"{where}: {died} after room was made")
        else:
            check(work, out, temporary, outcome, where)


def _check_full(work: Workload, result: subprocess.CompletedProcess[str], out: Path, outcome: Outcome, where: str) -> None:
    whole = out.is_dir() and results(out) == work.expected
    if whole:
        return
    outcome.counts["filled"] += 1
    if result.returncode == DONE:
        outcome.fail("lost", f"{where}: exit code 0, and results are missing")
    elif "Traceback" in result.stderr:
        outcome.fail("crashes", f"{where}: a traceback on standard error")
    elif not FULL.search(result.stderr):
        outcome.fail("unexplained", f"{where}: exit code {result.returncode}, and no word of a full disk")
