"""Processes that do the work, so that the server stays responsive and a file can be stopped, whatever it is doing.

There are two lanes: one for files, which may take minutes, and one for short work that a person waits for. A process
that dies, hangs or is told to stop is ended and replaced by a fresh one; only the job it was at is lost.
"""

from __future__ import annotations

import itertools
import os
import queue
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from velado.web.choices import BUILT_IN, NO_MODEL, Choice, pipeline_for
from velado.web.jobs import JOBS, in_words

__all__ = ["Crew", "Job", "RefusedError", "StoppedError"]

LOOK = 0.05  # seconds between looks at whether a job was cancelled
STARTED, TOLD, DONE, REFUSED = "started", "told", "done", "refused"


class StoppedError(Exception):
    """The job was stopped before it was done."""


class RefusedError(Exception):
    """The job cannot be done; the words may be shown, and the code says the same to programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(slots=True, eq=False)
class Job:
    """A piece of work: a name of `jobs.JOBS` and its arguments."""

    name: str
    arguments: tuple[Any, ...] = field(repr=False)
    seconds: float
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


@dataclass(order=True, slots=True)
class _Waiting:
    priority: int
    number: int
    job: Job | None = field(compare=False)


class Crew:
    """Processes behind one queue; each has a thread here that hands it one job after the other."""

    def __init__(self, size: int, model: bool = True) -> None:
        """`model` says whether new processes load the built-in tagger at once, so that the first job is fast."""
        self._queue: queue.PriorityQueue[_Waiting] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._closed = threading.Event()
        self._model = model
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(size)]
        for thread in self._threads:
            thread.start()

    @property
    def waiting(self) -> int:
        """How many jobs have not begun."""
        return self._queue.qsize()

    def put(self, job: Job, priority: int = 1) -> Job:
        """Queue a job; a lower priority comes first."""
        self._queue.put(_Waiting(priority, next(self._numbers), job))
        return job

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        self._closed.set()
        for _ in self._threads:
            self._queue.put(_Waiting(-1, next(self._numbers), None))
        for thread in self._threads:
            thread.join()
        while not self._queue.empty():
            waiting = self._queue.get()
            if waiting.job is not None and waiting.job.future.set_running_or_notify_cancel():
                waiting.job.future.set_exception(StoppedError())

    def _serve(self) -> None:
        worker: _Worker | None = _Worker(self._model)
        try:
            while not self._closed.is_set():
                job = self._queue.get().job
                if job is None or not job.future.set_running_or_notify_cancel():
                    continue
                worker = worker if worker and worker.process.is_alive() else _Worker(self._model)
                if not self._do(worker, job):
                    worker.end()
                    worker = None if self._closed.is_set() else _Worker(self._model)
        finally:
            if worker is not None:
                worker.end()

    def _do(self, worker: _Worker, job: Job) -> bool:
        """Have a job done; whether the process can go on to the next one."""
        try:
            worker.line.send((job.name, job.arguments))
            deadline = 0.0  # the time counts from when the process has it: it may still be starting
            while True:
                if worker.line.poll(LOOK):
                    kind, answer = worker.line.recv()
                    if kind == STARTED:
                        deadline = time.monotonic() + job.seconds
                    elif kind == TOLD:
                        job.tell(*answer)
                    elif kind == DONE:
                        job.future.set_result(answer)
                        return True
                    else:
                        job.future.set_exception(RefusedError(*answer))
                        return True
                elif job.stopped.is_set() or self._closed.is_set():
                    job.future.set_exception(StoppedError())
                    return False
                elif deadline and time.monotonic() > deadline:
                    job.future.set_exception(RefusedError("time", f"it took longer than {job.seconds:.0f} seconds"))
                    return False
        except (EOFError, OSError):
            job.future.set_exception(RefusedError("internal", "the process that handled it died"))
            return False


class _Worker:
    """A process and the line to it."""

    def __init__(self, model: bool) -> None:
        context = get_context("spawn")  # the same on every system, and safe beside threads
        self.line, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(theirs, model), daemon=True)
        self.process.start()
        theirs.close()  # so that the process's death ends the line

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


def _work(line: Connection, model: bool) -> None:
    """A process's life: one job after the other until the line ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when its workers end
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Libraries that read documents may complain about them in words of their own: nobody is to see those.
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    with suppress(EOFError, OSError):
        pipeline_for(Choice(model=BUILT_IN if model else NO_MODEL), b"").deidentify("Acude por tos.")
        while True:
            name, arguments = line.recv()
            line.send((STARTED, None))
            try:
                answer = JOBS[name](*arguments, lambda stage, size: line.send((TOLD, (stage, size))))
            except Exception as error:  # whatever it is: the words carry nothing of a document
                line.send((REFUSED, in_words(error)))
            else:
                line.send((DONE, answer))


def _end_with_parent() -> None:
    """A server that was killed cannot end its workers; they must not go on with documents that are to be wiped."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
