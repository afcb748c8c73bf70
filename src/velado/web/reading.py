"""How a file on the desk gets read: first the columns of its tables, where somebody wants to see them, then all of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from velado.web.columns import ShownTable, alike
from velado.web.sessions import ASKING, CANCELLED, DONE, QUEUED, READING, WITHHELD, DeskFile, Session
from velado.web.work import DIED, Outcome
from velado.web.workers import Job, RefusedError, StoppedError

if TYPE_CHECKING:
    from velado.web.desk import Desk

__all__ = ["begin", "look", "read", "tables_from"]


def begin(desk: Desk, session: Session, file: DeskFile) -> None:
    """Queue a file: to have its columns looked at, or to be read."""
    if file.asks and file.is_table and file.tables is None:
        look(desk, session, file)
    else:
        read(desk, session, file)


def look(desk: Desk, session: Session, file: DeskFile) -> None:
    """Queue a table to have its columns looked at. Then it waits for somebody's word, unless that was given for its like."""
    job = desk.job(session.owner, file.size, desk.config.limits.seconds_for(file.size), "look_at_columns", file.reading(session.key, desk.config))

    def done(answer: Any) -> bool:
        file.tables = tables_from(answer)
        file.choices = session.choices.get(alike(file.tables), ())
        if file.tables and alike(file.tables) not in session.choices:
            file.state = ASKING
            return False
        return True

    _queue(desk, session, file, job, done)


def read(desk: Desk, session: Session, file: DeskFile) -> None:
    """Queue a file to be read."""
    patients = session.patients
    reading = file.reading(session.key, desk.config, tuple(session.rules), patients)
    job = desk.job(session.owner, file.size, desk.config.limits.seconds_for(file.size), "read_file", reading)

    def done(answer: Any) -> bool:
        outcome = file.outcome = Outcome.of(answer)
        file.state, file.patients = DONE, patients.id if patients else ""
        file.cleaned, file.output_sha256, file.columns = outcome.cleaned, outcome.output_sha256, outcome.columns
        taken = time.monotonic() - file.begun
        if outcome.characters > 2_000 and taken > 0:
            desk.rate = 0.7 * desk.rate + 0.3 * outcome.characters / taken
        return tuple(session.rules) != reading.rules  # somebody said "everywhere" or "never" meanwhile

    _queue(desk, session, file, job, done)


def tables_from(answer: Any) -> tuple[ShownTable, ...]:
    """Rebuild what a worker sent. Raises TypeError, KeyError."""
    return tuple(ShownTable.of(table) for table in answer)


def _queue(desk: Desk, session: Session, file: DeskFile, job: Job, done: Callable[[Any], bool]) -> None:
    """Queue a job on a file; `done` takes the answer in and says whether the file has to be read (again)."""

    def told(stage: str, size: int) -> None:
        with session.lock:
            if file.job is not job:
                return
            if file.state == QUEUED:
                file.begun = time.monotonic()
            file.state, file.stage = READING, stage
            file.expected = max(file.expected, size / desk.rate)
            session.touch(file)

    def ended(future: Future[Any]) -> None:
        with session.lock:
            if file.job is not job:
                return
            again = _ended(file, future, done)
            file.job = None
            session.touch(file)
            if again:
                read(desk, session, file)

    job.tell = told
    with session.lock:
        file.job, file.state, file.stage, file.reason, file.reason_code = job, QUEUED, "", "", ""
        file.begun, file.expected = 0.0, 0.0
        session.touch(file)
    desk.files.put(job)
    job.future.add_done_callback(ended)


def _ended(file: DeskFile, future: Future[Any], done: Callable[[Any], bool]) -> bool:
    error = StoppedError() if future.cancelled() else future.exception()
    file.stage = ""
    if error is None:
        try:
            return done(future.result())
        except (AttributeError, KeyError, TypeError, ValueError):  # no worker of ours sends that
            file.state, file.reason, file.reason_code = WITHHELD, DIED, "internal"
    elif isinstance(error, StoppedError):
        file.state = CANCELLED
    else:
        file.state = WITHHELD
        file.reason = str(error) if isinstance(error, RefusedError) else type(error).__name__
        file.reason_code = error.code if isinstance(error, RefusedError) else "internal"
    return False
