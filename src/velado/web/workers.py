"""The server's side of its worker processes: who is next, and what becomes of a process that hangs, grows or dies.

There are two crews: one for files, which may take minutes, and one for short work that a person waits for. Each job has
a budget of time and memory. A process that exceeds it, dies or is told to stop is ended and replaced by a fresh one; only
the job it was at is lost.

Users take turns. Nobody may have more jobs running than a crew has regular processes; spare ones, started when they are
needed, are left for somebody else, and one of them for short files alone. So a user's monsters never keep out the note of
another.
"""

from __future__ import annotations

import itertools
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from velado.engines.process import Inbox, SupervisedProcess
from velado.web.work import DIED, DONE, IN_SERVER, REFUSED, STARTED, TOLD

__all__ = ["SHORT", "Crew", "Job", "RefusedError", "StoppedError"]

LOOK = 0.05  # seconds between looks at whether a job was cancelled
WEIGH = 0.25  # seconds between looks at the memory of a process
START = 300.0  # seconds that a process may take to start
SPARE = 60.0  # seconds after which a spare process that has nothing to do is ended
GROWTH = 400_000_000  # bytes by which a process may grow before it is replaced
MEMORY = 2_000_000_000  # bytes, for jobs without a budget of their own
SHORT = 200_000  # bytes or characters of a job that is short


class StoppedError(Exception):
    """The job was stopped before it was done."""


class RefusedError(Exception):
    """The job cannot be done; the words may be shown, and the code says the same to programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(slots=True, eq=False)
class Job:
    """A piece of work: a name of `jobs.JOBS` and its arguments, for a user, within a budget."""

    name: str
    arguments: tuple[Any, ...] = field(repr=False)
    seconds: float
    owner: str = field(default="", repr=False)
    size: int = 0
    memory: int = MEMORY
    most_seconds: float = 0.0  # in all, for a job that has `seconds` anew with every sign of progress
    tell: Callable[[str, int], None] = field(default=lambda stage, size: None, repr=False)
    future: Future[Any] = field(default_factory=Future, repr=False)
    stopped: threading.Event = field(default_factory=threading.Event, repr=False)

    def cancel(self) -> None:
        """Stop it: its future is cancelled, or fails with StoppedError soon when it has begun."""
        self.stopped.set()
        self.future.cancel()

    def end(self) -> None:
        """Stop it and wait until its process is gone, so that it cannot write any more."""
        self.cancel()
        if not self.future.cancelled():
            with suppress(TimeoutError):  # its process is still starting, and will find nothing left to work on
                self.future.exception(timeout=10)

    def result(self) -> Any:
        """Wait for the answer. Raises RefusedError or StoppedError."""
        return self.future.result()


@dataclass(slots=True, eq=False)
class _Waiting:
    priority: int
    number: int
    job: Job


class Crew:
    """Processes behind one queue; each has a thread here that hands it one job after the other."""

    def __init__(self, size: int, model: bool = True, spares: int = 0, short_spares: int = 0) -> None:
        """`model` says whether new processes load the built-in tagger at once, so that the first job is fast."""
        self._size = size
        self._model = model
        self._waiting: list[_Waiting] = []
        self._running: Counter[str] = Counter()
        self._served: dict[str, int] = {}  # when each user was served last
        self._numbers = itertools.count(1)
        self._change = threading.Condition()
        self._is_closed = False
        self._free = 0  # regular processes that wait for a job
        kinds = [(False, False)] * size + [(True, False)] * spares + [(True, True)] * short_spares
        self._threads = [threading.Thread(target=self._serve, args=kind, daemon=True) for kind in kinds]
        for thread in self._threads:
            thread.start()

    @property
    def waiting(self) -> int:
        """How many jobs have not begun."""
        return len(self._waiting)

    def waiting_of(self, owner: str) -> int:
        """How many of a user's jobs have not begun."""
        with self._change:
            return sum(waiting.job.owner == owner and not waiting.job.future.cancelled() for waiting in self._waiting)

    def put(self, job: Job, priority: int = 1) -> Job:
        """Queue a job; of one user's jobs a lower priority comes first."""
        with self._change:
            self._waiting.append(_Waiting(priority, next(self._numbers), job))
            self._change.notify_all()
            if self._is_closed:
                job.cancel()
        return job

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        with self._change:
            self._is_closed = True
            self._change.notify_all()
        for thread in self._threads:
            thread.join()
        for waiting in self._waiting:
            if waiting.job.future.set_running_or_notify_cancel():
                waiting.job.future.set_exception(StoppedError())

    def _serve(self, is_spare: bool, short_only: bool) -> None:
        worker = None if is_spare else _Worker(self._model)
        try:
            while not self._is_closed:
                job = self._take(is_spare, short_only, SPARE if is_spare and worker else None)
                if job is None:  # a spare process has nothing to do
                    if worker is not None:
                        worker.end()
                        worker = None
                    continue
                try:
                    if worker is not None and worker.is_gone():  # while it had nothing to do: no job need suffer
                        worker.end()
                        worker = None
                    worker = worker or _Worker(self._model)
                    if not self._do(worker, job) or worker.has_grown():
                        worker.end()
                        worker = None if is_spare or self._is_closed else _Worker(self._model)
                finally:
                    self._done(job)
        finally:
            if worker is not None:
                worker.end()

    def _take(self, is_spare: bool, short_only: bool, patience: float | None) -> Job | None:
        """Wait for the next job that may begin; None when there is none for `patience` seconds, or never will be."""
        with self._change:
            self._free += not is_spare
            try:
                while not self._is_closed:
                    if job := self._next(is_spare, short_only):
                        return job
                    if not self._change.wait(patience):
                        return None
            finally:
                self._free -= not is_spare
                self._change.notify_all()  # spare processes look again: now they may be needed
        return None

    def _next(self, is_spare: bool, short_only: bool) -> Job | None:
        if is_spare and self._free:
            return None
        able = [
            waiting
            for waiting in self._waiting
            if self._running[waiting.job.owner] < self._size and (waiting.job.size <= SHORT or not short_only)
        ]
        for chosen in sorted(able, key=self._turn):
            self._waiting.remove(chosen)
            if chosen.job.future.set_running_or_notify_cancel():  # else it was cancelled meanwhile
                self._running[chosen.job.owner] += 1
                self._served[chosen.job.owner] = next(self._numbers)
                return chosen.job
        return None

    def _turn(self, waiting: _Waiting) -> tuple[int, int, int, int]:
        owner = waiting.job.owner
        return self._running[owner], self._served.get(owner, 0), waiting.priority, waiting.number

    def _done(self, job: Job) -> None:
        with self._change:
            self._running[job.owner] -= 1
            if not self._running[job.owner]:
                del self._running[job.owner]
            if not any(waiting.job.owner == job.owner for waiting in self._waiting) and len(self._served) > 1_000:
                self._served.pop(job.owner, None)
            self._change.notify_all()

    def _do(self, worker: _Worker, job: Job) -> bool:
        """Have a job done; whether the process can go on to the next one."""
        worker.process.send((job.name, job.arguments, job.seconds))
        begun = weighed = time.monotonic()
        deadline = begun + START  # the job's own time counts from when the process has it
        while True:
            try:
                kind, answer = worker.receive()
                if kind == STARTED:
                    begun = time.monotonic()
                    deadline = begun + job.seconds
                elif kind == TOLD:
                    job.tell(*answer)
                    deadline = max(deadline, min(time.monotonic() + job.seconds, begun + job.most_seconds))
                elif kind == DONE:
                    job.future.set_result(answer)
                    return True
                elif kind == REFUSED:
                    job.future.set_exception(RefusedError(*answer))
                    return True
            except queue.Empty:
                pass
            except (EOFError, TypeError, ValueError):  # it is gone, or sends what no worker of ours sends
                return self._lose(worker, job, RefusedError("internal", DIED))
            now = time.monotonic()
            if job.stopped.is_set() or self._is_closed:
                return self._lose(worker, job, StoppedError())
            if now > deadline:
                return self._lose(worker, job, RefusedError("time", f"it took longer than {now - begun:.0f} seconds"))
            if now - weighed > WEIGH:
                weighed = now
                if worker.memory() > job.memory:
                    message = f"it needed more than {job.memory // 1_000_000:,} MB of memory"
                    return self._lose(worker, job, RefusedError("memory", message))

    def _lose(self, worker: _Worker, job: Job, error: Exception) -> bool:
        worker.end()  # first: whoever hears that the job has ended may wipe its files
        job.future.set_exception(error)
        return False


class _Worker:
    """A process and what it has sent."""

    def __init__(self, model: bool) -> None:
        self.inbox: Inbox = queue.Queue()
        self.process = SupervisedProcess("velado.web.worker:work", self.inbox, IN_SERVER)
        self.process.send(model)
        self._first = 0
        self._is_ended = False

    def receive(self) -> tuple[str, Any]:
        """Return the next message. Raises queue.Empty when there is none for a while, EOFError when the process is gone."""
        content = self.inbox.get(timeout=LOOK).content
        if content is None:
            raise EOFError
        kind, answer = content
        return kind, answer

    def is_gone(self) -> bool:
        """Whether the process has ended; what it sent before is of no use to the next job."""
        with suppress(queue.Empty):
            while self.inbox.get_nowait().content is not None:
                pass
            return True
        return False

    def memory(self) -> int:
        """Return the resident bytes; 0 where they cannot be told, because psutil does not run there."""
        try:
            return self.process.memory()
        except ImportError:
            return 0

    def has_grown(self) -> bool:
        """Whether the process holds much more memory than after its first job."""
        memory = self.memory()
        self._first = self._first or memory
        return memory > self._first + GROWTH

    def end(self) -> None:
        if not self._is_ended:
            self._is_ended = True
            self.process.end()
