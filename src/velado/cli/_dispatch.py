"""The files of a run, spread over worker processes and handed back in their order.

This side of a run opens no document and imports neither the engine nor the formats: whatever a hostile file does, it does
it to a worker. A worker that hangs, grows or dies costs its file one more try, this time with every document judged in a
process of its own, so that one document is withheld and not the whole file.
"""

from __future__ import annotations

import base64
import secrets
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from velado.cli import WrongCallError
from velado.cli._looking import Looked
from velado.cli._sources import Source
from velado.engines.pool import KILLED, TRANSIENT, Event, Member, Pool
from velado.engines.process import Budget, Inbox, SupervisedProcess

__all__ = ["LARGE", "Answer", "Job", "Listener", "Setup", "Workers", "unanswered"]

AHEAD = 32  # files per worker that may be finished before an earlier, slower one
_STARTS = 3  # of the first worker, if the system kills it before it is ready
LARGE = 200_000  # bytes; from here on a table has the machine for itself, with several recognisers
Answer = dict[str, Any]  # see `_worker.py`


@dataclass(frozen=True, slots=True)
class Setup:
    """What every worker is told before the first file."""

    options: dict[str, Any] = field(repr=False)  # of the command line, as plain values
    key: bytes = field(default=b"", repr=False)
    run_key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)  # in place of a key, within this run
    known: tuple[str, bytes] | None = field(default=None, repr=False)  # name and content of the table of known patients
    journal: bytes = field(default=b"", repr=False)
    content: bytes = field(default=b"", repr=False)  # the key by which contents are known again
    work: Path | None = None
    budget: Budget = field(default_factory=Budget)
    large: bool = False  # whether a file is large enough to ask which formats hold many documents
    looks: bool = False  # whether tables are looked at before the work

    def message(self, work: Path | None) -> dict[str, Any]:
        """Return the setup as it is sent; every worker has a folder of its own below `work`."""
        known = {"name": self.known[0], "content": base64.b64encode(self.known[1]).decode("ascii")} if self.known else None
        return {
            "options": self.options, "key": self.key.hex(), "run_key": self.run_key.hex(), "known": known, "journal": self.journal.hex(), "content": self.content.hex(),
            "work": str(work) if work else "", "seconds": self.budget.seconds, "memory": self.budget.memory, "large": self.large,
            "looks": self.looks,
        }  # fmt: skip


@dataclass(slots=True, eq=False)
class Job:
    """A file to handle. `finished` holds the digests that an earlier run noted of it."""

    source: Source
    target: Path
    finished: dict[str, str] | None = None
    spool: Path | None = None
    answer: Answer | None = None
    again: bool = False

    def message(self, recognisers: int) -> dict[str, Any]:
        """Return the job as it is sent to a worker."""
        return {
            "path": str(self.source.path), "relative": str(self.source.relative), "target": str(self.target), "finished": self.finished,
            "spool": str(self.spool) if self.spool else "", "recognisers": recognisers, "again": self.again,
        }  # fmt: skip


class Listener(Protocol):
    """Hears of the files under way."""

    def rows(self, job: Job, notes: int, rows: int, whole: int) -> None:
        """So many notes, and so many of all rows of its tables, are done."""
        ...

    def tables(self, job: Job, tables: Sequence[Mapping[str, Any]]) -> None:
        """These are the tables of a file that is begun."""
        ...

    def resumed(self, job: Job, row: int) -> None:
        """An earlier run got as far as this row."""
        ...


class Workers:
    """The processes of a run. `ready` is what the first of them says of the settings."""

    def __init__(self, setup: Setup, jobs: int) -> None:
        """Start one worker and wait until it is ready; the others start with the first file. Raises WrongCallError."""
        self._setup = setup
        self._jobs = jobs
        self._budget = setup.budget
        self._folders: dict[int, Path] = {}  # of each process
        self._pool = Pool(self._start, 1, setup.budget, self._clear)
        self._pool.members[0].task = "setup"
        self._pool.extend(self._pool.members[0], 0)
        self.ready: dict[str, Any] = {}
        left = _STARTS
        try:
            while not self.ready:
                for event in self._pool.wait():
                    if event.lost == KILLED and (left := left - 1):
                        self._pool.extend(event.member, 0)  # the pool has started another
                    else:
                        self._check_ready(event)
        except BaseException:
            self._pool.end()
            raise
        self._pool.members[0].task = None

    def _start(self, inbox: Inbox) -> SupervisedProcess:
        process = SupervisedProcess("velado.cli._worker:serve", inbox)
        if self._setup.work is not None:
            self._folders[process.pid] = self._setup.work / str(process.pid)
        process.send(self._setup.message(self._folders.get(process.pid)))
        return process

    def _clear(self, process: SupervisedProcess) -> None:
        """Remove what a worker left unfinished."""
        if folder := self._folders.pop(process.pid, None):
            shutil.rmtree(folder, ignore_errors=True)

    def _check_ready(self, event: Event) -> None:
        """Take in what a worker says of the settings. Those of all workers must agree: a policy file may have changed."""
        if event.lost:
            raise RuntimeError(f"a worker could not be started: {event.lost}")
        if "wrong" in event.content:
            raise WrongCallError(event.content["wrong"])
        if "ready" in event.content:
            if self.ready and self.ready["call"] != event.content["ready"]["call"]:
                raise WrongCallError("--policy: the file changed while the run was under way. Run again.")
            self.ready = event.content["ready"]

    def end(self) -> None:
        """End every worker, whatever it is doing."""
        self._pool.end()

    def text(self, data: bytes) -> Answer:
        """Have the bytes of standard input judged."""
        (member,) = self._pool.members
        self._pool.give(member, "text", {"data": base64.b64encode(data).decode("ascii")}, len(data))
        while True:
            for event in self._pool.wait():
                if event.lost:
                    return unanswered(event.lost)
                if "done" in event.content:
                    return dict(event.content["done"])
                if "alive" in event.content:
                    self._pool.extend(member, event.content["alive"])

    def look(self, sources: Iterable[Source]) -> Iterator[Looked]:
        """Tell of each source which tables it holds, without handling it; those that are no tables are passed over."""
        member = self._pool.members[0]
        for source in sources:
            if source.path.suffix.lower() not in self.ready["tables"]:
                continue
            self._pool.give(member, "columns", {"columns": str(source.path)}, source.size)
            answer: Answer | None = None
            while answer is None:
                for event in self._pool.wait():
                    if event.lost:
                        answer = unanswered(event.lost)
                    elif "done" in event.content:
                        answer = event.content["done"]
                    elif "alive" in event.content:
                        self._pool.extend(member, event.content["alive"])
                    else:
                        self._check_ready(event)
            self._pool.release(member)
            yield Looked(str(source.path), answer["tables"], answer["missing"], answer["problem"])

    def files(self, jobs: Sequence[Job], listener: Listener | None = None) -> Iterator[Job]:
        """Yield the jobs in their order, each with its answer. The listener hears how far the files are."""
        while len(self._pool.members) < min(self._jobs, len(jobs)):
            self._pool.add()
        following = handed = 0
        while handed < len(jobs):
            for member in self._pool.idle():
                if following < len(jobs) and following < handed + AHEAD * self._jobs and self._may_begin(jobs[following]):
                    self._give(member, jobs[following])
                    following += 1
            while handed < following and jobs[handed].answer is not None:
                yield jobs[handed]
                jobs[handed].answer = None  # it has been told, and there may be very many
                handed += 1
            if self._pool.busy:
                for event in self._pool.wait():
                    self._note(event, listener)

    def _is_table(self, job: Job) -> bool:
        return job.source.size >= LARGE and job.source.path.suffix.lower() in self.ready["many"]

    def _may_begin(self, job: Job) -> bool:
        """Whether a file may be begun beside those under way: a large table uses all processors by itself."""
        under_way = [member.task for member in self._pool.members if member.task is not None]
        if self._is_table(job):
            return not under_way
        return not any(self._is_table(task) for task in under_way)

    def _give(self, member: Member, job: Job) -> None:
        self._pool.give(member, job, job.message(self._jobs if self._is_table(job) else 1), job.source.size)

    def _note(self, event: Event, listener: Listener | None) -> None:
        member, job = event.member, event.member.task
        if job is None:
            if not event.lost:
                self._check_ready(event)
            return
        if event.lost:
            member.task = None
            if job.again:
                job.answer = unanswered(event.lost)
            else:
                job.again = True
                self._give(member, job)
        elif "done" in event.content:
            job.answer = event.content["done"]
            self._pool.release(member)
        elif "alive" in event.content:
            self._pool.extend(member, event.content["alive"])
            if listener and event.content["notes"] is not None:
                listener.rows(job, event.content["notes"], event.content["rows"], event.content["of"])
        elif "tables" in event.content or "resumed" in event.content:
            self._pool.extend(member, member.size)
            if listener and "tables" in event.content:
                listener.tables(job, event.content["tables"])
            elif listener:
                listener.resumed(job, event.content["resumed"])
        else:
            self._check_ready(event)


def unanswered(reason: str) -> Answer:
    """Return what stands for an answer that no worker gave."""
    return {
        "problem": reason, "transient": reason in TRANSIENT, "format": None, "cleaned": [], "input": "", "output": "", "written": False,
        "documents": 0, "withheld": 0, "notes": 0, "reasons": [], "languages": {}, "counts": {}, "met": [], "tables": None,
        "columns": [], "rows": 0, "missing": [],
    }  # fmt: skip
