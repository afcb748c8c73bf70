"""What the server does with sessions, files and workers; the routes only translate."""

from __future__ import annotations

import asyncio
import re
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from shutil import disk_usage
from typing import Any

from velado.web.answers import ApiError
from velado.web.audit import AuditLog
from velado.web.choices import BUILT_IN, NO_MODEL, Choice
from velado.web.columns import Choices, PatientList, ShownTable, alike
from velado.web.config import Config
from velado.web.folder import PrivateFolder, wipe
from velado.web.offers import all_models
from velado.web.reading import begin, tables_from
from velado.web.rules import Rule
from velado.web.sessions import (
    ASKING,
    CANCELLED,
    DONE,
    RATE,
    Change,
    DeskFile,
    Session,
    Sessions,
    Step,
    new_id,
)
from velado.web.store import Kept, Record
from velado.web.tokens import Tokens
from velado.web.work import DIED, saved_from
from velado.web.workers import SHORT, Crew, Job, RefusedError, StoppedError

__all__ = ["Desk", "RevisionError", "StateError"]

PIECE = 1_000_000  # bytes between looks at how full the disk is
QUICK = 20_000  # characters of work that a person waits for
LEAST_MEMORY = 800_000_000
MEMORY_PER_BYTE = 40
_SUFFIX = re.compile(r"\.[a-z][a-z0-9]{0,9}")  # as the formats see it; more is part of a name, and may be somebody's


@cache
def _machine_memory() -> int:
    try:
        from psutil import virtual_memory
    except ImportError:  # then nobody watches the memory of workers either
        return LEAST_MEMORY
    return int(virtual_memory().total)


class StateError(Exception):
    """The file is not in a state for this; the words say in which it is."""


class RevisionError(Exception):
    """The document has changed since the caller looked."""


class Desk:
    """One server's sessions, folder and workers."""

    def __init__(self, config: Config, home: Path | None = None) -> None:
        self.config = config
        self.audit = AuditLog(config.audit_log)  # first: without it nothing may begin
        self.tokens = Tokens(config.all_tokens)
        self.folder = PrivateFolder(home)
        self.sessions = Sessions(config, self.folder, self.audit)
        self.quick = Crew(1, config.model, spares=1)  # what a person waits for
        self.files = Crew(config.workers, config.model, spares=1, short_spares=1)
        self._catalogue = self.quick.put(Job("catalogue", (), config.limits.text_seconds))
        self.stopping = threading.Event()
        # Browsers send cookies to every port of a machine: two servers must not take each other's for theirs.
        # The prefix has browsers refuse the cookie when it comes from another host or unencrypted.
        self.cookie = f"{'__Host-' if config.secure else ''}velado_{secrets.token_hex(4)}"
        self.rate = RATE
        self._uploads: Counter[str] = Counter()
        self._closed = False
        self._housekeeper = threading.Thread(target=self._keep_house, daemon=True)
        self._housekeeper.start()

    def close(self) -> None:
        """End all work and wipe everything."""
        if self._closed:
            return
        self._closed = True
        self.stopping.set()
        self.quick.close()
        self.files.close()
        for session in self.sessions.all().values():
            self.sessions.end(session)
        self.folder.close()
        self.audit.try_to_write("stop")
        self.audit.close()

    def _keep_house(self) -> None:
        while not self.stopping.wait(60):
            self.sessions.expire()

    def default(self, choice: Choice) -> Choice:
        """A choice as this server carries it out: where its model lies, and none when it was started without."""
        if choice.model == BUILT_IN and not self.config.model:
            return replace(choice, model=NO_MODEL)
        return replace(choice, model=all_models(self.config).get(choice.model, choice.model))

    def catalogue(self) -> dict[str, Any]:
        """Return what the engine offers, as a worker told. Raises RefusedError, StoppedError."""
        if self._catalogue.future.done() and self._catalogue.future.exception() is not None:
            self._catalogue = self.quick.put(Job("catalogue", (), self.config.limits.text_seconds))
        found: dict[str, Any] = self._catalogue.result()
        return found

    def job(self, owner: str, size: int, seconds: float, name: str, *arguments: Any) -> Job:
        """Make a job with the memory that its size may need. Files have their time anew with every part that is read."""
        limits = self.config.limits
        share = _machine_memory() * 6 // 10 // self.config.workers
        memory = max(LEAST_MEMORY, min(limits.job_bytes + MEMORY_PER_BYTE * size, share))
        return Job(name, arguments, seconds, owner, size, memory, limits.file_seconds if name in ("read_file", "write_file") else 0.0)

    def _crew_for(self, size: int) -> Crew:
        return self.quick if size <= QUICK else self.files

    async def text(self, choice: Choice, text: str, owner: str) -> dict[str, Any]:
        """A text of the stateless API. Raises RefusedError."""
        limits = self.config.limits
        job = self.job(owner, len(text), limits.text_seconds_for(len(text)), "read_text", self.default(choice), self.config.key, text)
        self._crew_for(len(text)).put(job)
        try:
            answer: dict[str, Any] = await asyncio.wrap_future(job.future)
            return answer
        finally:
            job.cancel()  # whoever asked may have gone

    def waiting_of(self, owner: str) -> int:
        """Return how many jobs of a user have not begun."""
        return self.quick.waiting_of(owner) + self.files.waiting_of(owner)

    @contextmanager
    def uploading(self, owner: str) -> Iterator[None]:
        """Count an upload among those of its user. Raises ApiError when there are too many."""
        if self._uploads[owner] >= self.config.limits.uploads:
            raise ApiError(429, "too_many", "Too many uploads at once. Wait for one to end.")
        self._uploads[owner] += 1
        try:
            yield
        finally:
            self._uploads[owner] -= 1
            if not self._uploads[owner]:
                del self._uploads[owner]

    def check_room(self) -> Callable[[int], None]:
        """Return what to call with the size of each piece that comes in. It raises ApiError when the disk gets full."""
        unchecked = PIECE

        def check(size: int) -> None:
            nonlocal unchecked
            unchecked += size
            if unchecked >= PIECE:
                unchecked = 0
                if disk_usage(self.folder.path).free < self.config.limits.free_bytes:
                    raise ApiError(507, "disk", "The server's disk is full. Remove files from the desk, or make room.")

        return check

    def add(self, session: Session, folder: Path, source: Path, name: str, asks: bool = False) -> DeskFile:
        """Put a file that has arrived on the desk and have it read; with `asks`, tables wait until somebody has seen their columns.

        Raises StateError when the session has just ended, RefusedError and StoppedError when no worker starts.
        """
        is_table = asks and self.is_table(source)
        with session.lock:
            if session.closed:
                raise StateError("the session has ended")
            file = DeskFile(folder.name, name, source.stat().st_size, source, self.default(session.choice))
            file.is_table, file.asks = is_table, asks
            session.files[file.id] = file
            session.touch(file)
        begin(self, session, file)
        return file

    def is_table(self, source: Path) -> bool:
        """Whether a file is a table, by its suffix. Raises RefusedError, StoppedError."""
        return any(style["table"] and source.suffix in style["suffixes"] for style in self.catalogue()["formats"])

    def place(self, home: Path, name: str) -> tuple[Path, Path]:
        """A fresh folder for a file, and where its content goes. Only the suffix of its name is kept on disk."""
        folder = home / new_id()
        folder.mkdir(mode=0o700)
        suffix = Path(name.replace("/", "_")).suffix.lower()
        return folder, folder / f"source{suffix if _SUFFIX.fullmatch(suffix) else ''}"

    def cancel(self, session: Session, files: Iterable[DeskFile]) -> None:
        """Stop those that wait or are being read; when this returns nobody is at them any more."""
        jobs: list[Job] = []
        with session.lock:
            for file in files:
                if file.job is not None:
                    jobs.append(file.job)
                    file.job, file.state, file.stage = None, CANCELLED, ""
                    session.touch(file)
        for job in jobs:
            job.cancel()
        for job in jobs:
            job.end()

    def again(self, session: Session, files: Sequence[DeskFile]) -> None:
        """Read files afresh, with the settings of now."""
        self.cancel(session, files)
        for file in files:
            with session.saving, session.lock:
                session.drop_steps(file.id)
                file.choice, file.outcome, file.reviewed, file.reviewer, file.unwritten = self.default(session.choice), None, False, "", ""
                for values in (file.revisions, file.latest, file.found, file.summaries, file.written):
                    values.clear()
            begin(self, session, file)

    def tables(self, session: Session, file: DeskFile) -> tuple[ShownTable, ...]:
        """The tables of a file with their columns, as they were guessed. Raises StateError, RefusedError."""
        if file.tables is None:
            if file.job is not None:
                raise StateError(f"the file is {file.state}")
            job = self.job(session.owner, file.size, self.config.limits.seconds_for(file.size), "look_at_columns", file.reading(session.key, self.config))
            try:
                file.tables = tables_from(self._crew_for(file.size).put(job, 0).result())
            except (AttributeError, KeyError, TypeError, ValueError):
                raise RefusedError("internal", DIED) from None
        return file.tables

    def choose(self, session: Session, file: DeskFile, choices: Choices, same: bool) -> None:
        """Take what somebody says of the columns of a file, and have it read; with `same`, also its like that wait or come later.

        Raises StateError, RefusedError, IndexError when there is no such column.
        """
        tables = self.tables(session, file)
        if any(not (0 <= table < len(tables) and 0 <= column < len(tables[table].columns)) for table, column, _ in choices):
            raise IndexError
        files = [file]
        with session.lock:
            file.choices = choices
            if same:
                session.choices[alike(tables)] = choices
                files += [other for other in session.files.values() if other.state == ASKING and other is not file and alike(other.tables or ()) == alike(tables)]
                for other in files:
                    other.choices = choices
        self.again(session, files)

    def patients(self, session: Session, folder: Path, path: Path) -> PatientList:
        """Take a list of patients, in the place of the one before. Raises RefusedError, StateError when the session has just ended."""
        size = path.stat().st_size
        told = self._crew_for(size).put(self.job(session.owner, size, self.config.limits.seconds_for(size), "read_patient_list", str(path)), 0).result()
        try:
            found = PatientList(folder.name, str(path), int(told["people"]), int(told["names"]), int(told["numbers"]))
        except (KeyError, TypeError, ValueError):
            raise RefusedError("internal", DIED) from None
        self.drop_patients(session, found)
        return found

    def drop_patients(self, session: Session, other: PatientList | None = None) -> PatientList | None:
        """Forget the list of patients, or have another in its place; the one that is gone is returned, and wiped."""
        with session.lock:
            if session.closed:
                raise StateError("the session has ended")
            gone, session.patients = session.patients, other
            session.touch(*session.files.values())  # they may be stale now
            under_way = [file for file in session.files.values() if file.job is not None]
        self.again(session, under_way)
        if gone is not None:
            wipe(Path(gone.path).parent)
        return gone

    def document(self, file: DeskFile, number: int) -> tuple[Kept, Record, int]:
        """A document, its current record and revision. Raises StateError, IndexError."""
        if file.state != DONE:
            raise StateError(f"the file is {file.state}")
        heads = file.store.heads()
        if not 0 <= number < len(heads):
            raise IndexError
        kept = file.store.kept(heads[number])
        revision = file.revisions.get(number, 0)
        return kept, file.store.record(number, revision, kept), revision

    def save(self, session: Session, file: DeskFile, number: int, revision: int | None, name: str, *arguments: Any) -> None:
        """Have a worker make a revision of one document. Raises RevisionError, StateError, IndexError, RefusedError."""
        with session.saving:
            kept, _, current = self.document(file, number)
            if kept.withheld:
                raise StateError("this text was withheld")
            if revision is not None and revision != current:
                raise RevisionError
            following = file.latest.get(number, 0) + 1
            reading = file.reading(session.key, self.config)
            size = len(kept.document.text)
            job = self.job(
                session.owner, size, self.config.limits.text_seconds_for(size), name, reading, number, current, following, *arguments
            )
            saved = saved_from(self._crew_for(size).put(job, 0).result())
            with session.lock:
                session.step((file.saved(number, following, saved),))

    def rule(self, session: Session, rule: Rule) -> Step:
        """Apply a rule to all files, and to those that come later. Raises RefusedError."""
        with session.saving:
            changes: list[Change] = []
            for file in [file for file in session.files.values() if file.state == DONE]:
                reading = file.reading(session.key, self.config)
                size, seconds = file.characters, self.config.limits.seconds_for(file.characters)
                job = self.job(session.owner, size, seconds, "apply_rule", reading, dict(file.revisions), dict(file.latest), rule)
                saved = {int(number): saved_from(one) for number, one in self._crew_for(size).put(job, 0).result().items()}
                with session.lock:
                    changes += [file.saved(number, file.latest.get(number, 0) + 1, one) for number, one in saved.items()]
            with session.lock:
                # Of two rules about the same words the later one holds.
                said = " ".join(rule.text.split()).casefold()
                session.rules = [other for other in session.rules if " ".join(other.text.split()).casefold() != said]
                session.rules.append(rule)
                session.step(tuple(changes), rule)
                return session.undo[-1]

    def pointed_at(self, file: DeskFile, number: int, start: int, end: int) -> str:
        """The words of a document that the reviewer pointed at. Raises IndexError when there are none."""
        text = self.document(file, number)[0].document.text[start:end] if 0 <= start < end else ""
        if not text.strip():
            raise IndexError
        return text

    def written(self, session: Session, file: DeskFile) -> Path:
        """The safe copy as it was reviewed. Raises StateError, RefusedError."""
        with session.saving:
            if file.state != DONE:
                raise StateError(f"the file is {file.state}" + (f": {file.reason}" if file.reason else ""))
            if not file.is_written or not file.safe.exists():
                now = {number: revision for number, revision in file.revisions.items() if revision}
                reading = file.reading(session.key, self.config)
                file.written = {-1: -1}  # until it is there again
                job = self.job(session.owner, file.size, self.config.limits.seconds_for(file.size), "write_file", reading, now)
                self._crew_for(file.size).put(job, 0)
                try:
                    cleaned, file.output_sha256, _, columns = job.result()
                    file.cleaned, file.columns = tuple(cleaned), tuple(columns)
                    file.written, file.unwritten = now, ""
                except RefusedError as error:
                    file.unwritten = str(error)
                    raise
                finally:
                    session.touch(file)
            return file.safe

    def annotated(self, session: Session, file: DeskFile, style: str, on_result: bool, ids: Sequence[str]) -> Path:
        """Have the corrected spans of a file written as annotations; one JSON line [name, content] each. Raises RefusedError."""
        target = file.folder / f"annotations.{new_id()}"
        reading = file.reading(session.key, self.config)
        seconds = self.config.limits.seconds_for(file.characters)
        arguments = (reading, dict(file.revisions), style, on_result, list(ids), str(target))
        job = self.job(session.owner, file.characters, seconds, "annotate_file", *arguments)
        self._crew_for(file.characters).put(job, 0).result()
        return target

    def load_model(self, session: Session) -> None:
        """Have the model of the settings ready; `session.model` says how far it is."""
        choice = self.default(session.choice)
        job = self.job(session.owner, SHORT + 1, self.config.limits.file_seconds, "load_model", choice, session.key)
        session.model = {"state": "loading", "message": "", "progress": None}

        def ended(future: Future[Any]) -> None:
            error = StoppedError("stopped") if future.cancelled() else future.exception()
            state = "failed" if error else "ready"
            session.model = {"state": state, "message": str(error) if error else "", "progress": None if error else 1.0}

        self.files.put(job, 0)
        job.future.add_done_callback(ended)

