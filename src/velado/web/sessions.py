"""One person's desk: files, what became of them, rules, and the steps that can be taken back."""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from velado.web.audit import NOBODY, AuditLog, Caller
from velado.web.choices import Choice
from velado.web.columns import Choices, PatientList, ShownTable
from velado.web.config import Config
from velado.web.folder import PrivateFolder, wipe
from velado.web.rules import Rule
from velado.web.store import Store, Summary
from velado.web.work import Outcome, Reading, Saved
from velado.web.workers import Job

__all__ = ["ASKING", "CANCELLED", "DONE", "QUEUED", "READING", "WITHHELD", "Change", "DeskFile", "Session", "Sessions", "Step"]

QUEUED, READING, DONE, WITHHELD, CANCELLED = "queued", "reading", "done", "withheld", "cancelled"
ASKING = "columns"  # somebody has to say what the columns of its tables are
STEPS = 200  # that can be taken back
RATE = 10_000.0  # characters a second, until the machine has shown its own


def new_id() -> str:
    """Random, so that nobody guesses another's, and nothing of a file's name is in an address."""
    return secrets.token_urlsafe(16)


@dataclass(frozen=True, slots=True)
class Change:
    """One document's way from one revision to another."""

    file: str
    document: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Step:
    """What is taken back at once; a rule for all files comes and goes with its changes."""

    changes: tuple[Change, ...]
    rule: Rule | None = None


@dataclass(slots=True, eq=False)
class DeskFile:
    """A file on the desk. Its folder holds the original, what was found and the safe copy."""

    id: str
    name: str = field(repr=False)
    size: int
    source: Path = field(repr=False)
    choice: Choice
    state: str = QUEUED
    stage: str = ""
    reason: str = ""
    reason_code: str = ""
    outcome: Outcome | None = None
    reviewed: bool = False
    reviewer: str = ""  # who said so last
    version: int = 0
    job: Job | None = None
    begun: float = 0.0
    expected: float = 0.0  # seconds, as far as anybody can tell
    revisions: dict[int, int] = field(default_factory=dict)  # the current one of documents that a person changed
    latest: dict[int, int] = field(default_factory=dict)  # the highest number given so far
    found: dict[int, Summary] = field(default_factory=dict)  # of documents that were changed: before
    summaries: dict[tuple[int, int], Summary] = field(default_factory=dict)  # and of every revision since
    written: dict[int, int] = field(default_factory=dict)  # the revisions that the safe copy holds
    unwritten: str = ""  # why it could not be written as it was reviewed
    cleaned: tuple[str, ...] = ()
    output_sha256: str = ""
    is_table: bool = False
    asks: bool = False  # whether somebody wants to see the columns of its tables first
    tables: tuple[ShownTable, ...] | None = None  # once they were looked at
    choices: Choices = ()  # what was said of their columns
    patients: str = ""  # the list of patients that it was read with
    columns: tuple[Mapping[str, Any], ...] = ()  # what became of them

    @property
    def folder(self) -> Path:
        """Its own, inside the session's."""
        return self.source.parent

    @property
    def store(self) -> Store:
        """What was found."""
        return Store(self.folder)

    @property
    def safe(self) -> Path:
        """The safe copy; it is there once the file is done."""
        return self.store.safe(self.source.suffix)

    def reading(self, key: bytes, config: Config, rules: tuple[Rule, ...] = (), patients: PatientList | None = None) -> Reading:
        """What a worker needs to know."""
        where = patients.path if patients else ""
        return Reading(str(self.folder), str(self.source), self.choice, key, rules, config.limits.file_bytes, self.choices, where)

    def changed(self) -> dict[int, Summary]:
        """The documents that are not as the engine left them."""
        return {number: self.summaries[number, revision] for number, revision in self.revisions.items() if revision}

    @property
    def is_written(self) -> bool:
        """Whether the safe copy is as it was reviewed."""
        return self.written == {number: revision for number, revision in self.revisions.items() if revision}

    @property
    def characters(self) -> int:
        """How much text it holds, as far as that is known."""
        return self.outcome.characters if self.outcome else self.size

    def counts(self) -> Counter[str]:
        """What is replaced now, per label."""
        counts = Counter(self.outcome.counts) if self.outcome else Counter()
        for number, summary in self.changed().items():
            counts.subtract(self.found[number].counts)
            counts.update(summary.counts)
        return +counts

    def doubtful(self) -> int:
        """Spans that are worth a look now."""
        found = self.outcome.doubtful if self.outcome else 0
        return found + sum(summary.doubtful - self.found[number].doubtful for number, summary in self.changed().items())

    def progress(self) -> float | None:
        """How far it is, from the pace of the files before; None when nobody can tell."""
        if self.state == DONE:
            return 1.0
        if self.state != READING or self.stage == "model":
            return None
        if self.stage == "writing":
            return 0.95
        return min(0.9, (time.monotonic() - self.begun) / self.expected) if self.expected else None

    def saved(self, number: int, revision: int, saved: Saved) -> Change:
        """Take in a revision that a worker has made."""
        before = self.revisions.get(number, 0)
        self.found[number], self.summaries[number, revision] = saved
        self.latest[number] = max(revision, self.latest.get(number, 0))
        self.revisions[number] = revision
        return Change(self.id, number, before, revision)


class Session:
    """Everything that belongs to one browser. `lock` guards it: workers report from their own threads."""

    def __init__(self, id: str, folder: PrivateFolder, key: bytes, user: str = "", owner: str = "") -> None:
        self.id = id
        self.user = user  # who it was made for
        self.owner = owner or id  # who takes turns and has limits: a user, or this session where users have no names
        self.key = key or secrets.token_bytes(32)  # the same replacement in preview, download and all files of the session
        self.lock = threading.RLock()
        self.saving = threading.Lock()  # changes of spans come one after the other
        self.choice = Choice()
        self.keep_names = False
        self.files: dict[str, DeskFile] = {}
        self.rules: list[Rule] = []
        self.patients: PatientList | None = None  # whose names and numbers are searched in all files
        self.choices: dict[tuple[tuple[str, ...], ...], Choices] = {}  # for all files with the same columns
        self.undo: list[Step] = []
        self.redo: list[Step] = []
        self.version = 0
        self.seen = time.monotonic()
        self.bytes_coming = 0  # of uploads under way
        self.streams: list[object] = []  # of events that are open
        self.model: dict[str, Any] = {"state": "idle", "message": "", "progress": None}
        self.closed = False
        self._folder = folder
        self._path: Path | None = None

    @property
    def path(self) -> Path:
        """The session's folder, made when it is first needed."""
        with self.lock:
            if self._path is None:
                self._path = self._folder.room(secrets.token_hex(16))
            return self._path

    @property
    def size(self) -> int:
        """Bytes of all originals, those that are still coming included."""
        return sum(file.size for file in self.files.values()) + self.bytes_coming

    def touch(self, *files: DeskFile) -> None:
        """Something has changed that the page should hear of."""
        with self.lock:
            self.version += 1
            for file in files:
                file.version = self.version

    def step(self, changes: tuple[Change, ...], rule: Rule | None = None) -> None:
        """Remember what was done, so that it can be taken back; what was taken back before is gone."""
        with self.lock:
            self._forget(self.redo, "after")
            self.redo.clear()
            self.undo.append(Step(changes, rule))
            if len(self.undo) > STEPS:
                self._forget([self.undo.pop(0)], "before")
            self.touch(*(self.files[change.file] for change in changes if change.file in self.files))

    def _forget(self, steps: list[Step], side: str) -> None:
        for step in steps:
            for change in step.changes:
                file = self.files.get(change.file)
                revision: int = getattr(change, side)
                if file is not None and revision and file.revisions.get(change.document) != revision:
                    file.store.forget(change.document, revision)
                    file.summaries.pop((change.document, revision), None)

    def move(self, back: bool) -> Step | None:
        """Take the last step back, or forth again; None when there is none."""
        with self.lock:
            source, target = (self.undo, self.redo) if back else (self.redo, self.undo)
            if not source:
                return None
            step = source.pop()
            target.append(step)
            touched = []
            for change in step.changes:
                if (file := self.files.get(change.file)) is not None:
                    file.revisions[change.document] = change.before if back else change.after
                    touched.append(file)
            if step.rule is not None:
                if back:
                    self.rules = [rule for rule in self.rules if rule.id != step.rule.id]
                else:
                    self.rules.append(step.rule)
            self.touch(*touched)
            return step

    def drop_steps(self, file: str) -> None:
        """A file is gone or is read afresh: its changes cannot be taken back any more."""
        with self.lock:
            for steps in (self.undo, self.redo):
                kept = [Step(tuple(c for c in step.changes if c.file != file), step.rule) for step in steps]
                steps[:] = [step for step in kept if step.changes or step.rule]

    def remove(self, file: DeskFile) -> None:
        """Stop work on a file and wipe it."""
        with self.lock:
            self.files.pop(file.id, None)
            job = file.job
            self.drop_steps(file.id)
            self.touch()
        if job is not None:
            job.end()
        wipe(file.folder)

    def clear(self) -> None:
        """Wipe everything."""
        with self.lock:
            self.closed = True
            jobs = [file.job for file in self.files.values() if file.job is not None]
            self.files.clear()
            self.undo.clear()
            self.redo.clear()
            self.rules.clear()
            self.choices.clear()
            self.patients = None
            self.touch()
        for job in jobs:
            job.end()
        if self._path is not None:
            wipe(self._path)


class Sessions:
    """All sessions, by the value of their cookie."""

    def __init__(self, config: Config, folder: PrivateFolder, audit: AuditLog) -> None:
        self._config = config
        self._audit = audit
        self._folder = folder
        self._sessions: dict[str, Session] = {}
        self._lock = threading.Lock()

    def get(self, id: str) -> Session | None:
        """The session of a cookie, unless it has expired."""
        self.expire()
        session = self._sessions.get(id)
        if session is not None:
            session.seen = time.monotonic()
        return session

    def make(self, user: str = "", owner: str = "") -> Session | None:
        """A new session; None when there are too many."""
        self.expire()
        with self._lock:
            if len(self._sessions) >= self._config.limits.sessions:
                # Sessions without files hold nothing that anybody would miss: the oldest of them makes room.
                empty = [session for session in self._sessions.values() if not session.files]
                if not empty:
                    return None
                oldest = min(empty, key=lambda session: session.seen)
                self._sessions.pop(oldest.id).clear()
            session = Session(secrets.token_urlsafe(32), self._folder, self._config.key, user, owner)
            self._sessions[session.id] = session
            return session

    def end(self, session: Session, caller: Caller = NOBODY) -> None:
        """Wipe a session."""
        with self._lock:
            self._sessions.pop(session.id, None)
        self._clear(session, caller)

    def _clear(self, session: Session, caller: Caller = NOBODY) -> None:
        ids = list(session.files)
        session.clear()
        for id in ids:
            self._audit.try_to_write("deleted", caller, id)

    def expire(self) -> None:
        """Wipe the sessions that nobody has used for long."""
        now = time.monotonic()
        with self._lock:
            old = [s for s in self._sessions.values() if now - s.seen > self._config.limits.session_seconds]
            for session in old:
                del self._sessions[session.id]
        for session in old:
            self._clear(session)

    def size_of(self, owner: str) -> int:
        """Return the bytes of all originals of one user, those that are still coming included."""
        return sum(session.size for session in self.all().values() if session.owner == owner)

    def all(self) -> Mapping[str, Session]:
        """Every session."""
        with self._lock:
            return dict(self._sessions)
