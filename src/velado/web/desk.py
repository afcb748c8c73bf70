"""What the server does with sessions, files and workers; the routes only translate."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

from velado.formats import suffix_of
from velado.web.choices import BUILT_IN, NO_MODEL, Choice
from velado.web.config import Config
from velado.web.folder import PrivateFolder
from velado.web.offers import all_models
from velado.web.rules import Rule
from velado.web.sessions import (
    CANCELLED,
    DONE,
    QUEUED,
    RATE,
    READING,
    WITHHELD,
    Change,
    DeskFile,
    Session,
    Sessions,
    Step,
    new_id,
)
from velado.web.store import Kept, Record
from velado.web.workers import Crew, Job, RefusedError, StoppedError

__all__ = ["Desk", "RevisionError", "StateError"]


class StateError(Exception):
    """The file is not in a state for this; the words say in which it is."""


class RevisionError(Exception):
    """The document has changed since the caller looked."""


class Desk:
    """One server's sessions, folder and workers."""

    def __init__(self, config: Config, home: Path | None = None) -> None:
        self.config = config
        self.folder = PrivateFolder(home)
        self.sessions = Sessions(config, self.folder)
        self.quick = Crew(1, config.model)  # what a person waits for
        self.files = Crew(config.workers, config.model)
        self.stopping = threading.Event()
        # Browsers send cookies to every port of a machine: two servers must not take each other's for theirs.
        self.cookie = f"velado_{secrets.token_hex(4)}"
        self.rate = RATE
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

    def _keep_house(self) -> None:
        while not self.stopping.wait(60):
            self.sessions.expire()

    def default(self, choice: Choice) -> Choice:
        """A choice as this server carries it out: where its model lies, and none when it was started without."""
        if choice.model == BUILT_IN and not self.config.model:
            return replace(choice, model=NO_MODEL)
        return replace(choice, model=all_models(self.config).get(choice.model, choice.model))

    async def text(self, choice: Choice, text: str) -> dict[str, Any]:
        """A text of the stateless API. Raises RefusedError."""
        job = Job("read_text", (self.default(choice), self.config.key, text), self.config.limits.text_seconds)
        self.quick.put(job)
        try:
            answer: dict[str, Any] = await asyncio.wrap_future(job.future)
            return answer
        finally:
            job.cancel()  # whoever asked may have gone

    def add(self, session: Session, folder: Path, source: Path, name: str) -> DeskFile:
        """Put a file that has arrived on the desk and have it read. Raises StateError when the session has just ended."""
        with session.lock:
            if session.closed:
                raise StateError("the session has ended")
            file = DeskFile(folder.name, name, source.stat().st_size, source, self.default(session.choice))
            session.files[file.id] = file
            session.touch(file)
        self.read(session, file)
        return file

    def place(self, home: Path, name: str) -> tuple[Path, Path]:
        """A fresh folder for a file, and where its content goes. Only the suffix of its name is kept on disk."""
        folder = home / new_id()
        folder.mkdir(mode=0o700)
        return folder, folder / f"source{suffix_of(Path(name.replace('/', '_')))}"

    def read(self, session: Session, file: DeskFile) -> None:
        """Queue a file to be read."""
        reading = file.reading(session.key, self.config, tuple(session.rules))
        job = Job("read_file", (reading,), self.config.limits.file_seconds)

        def told(stage: str, size: int) -> None:
            with session.lock:
                if file.job is not job:
                    return
                if file.state == QUEUED:
                    file.begun = time.monotonic()
                file.state, file.stage = READING, stage
                file.expected = max(file.expected, size / self.rate)
                session.touch(file)

        def ended(future: Future[Any]) -> None:
            with session.lock:
                if file.job is not job:
                    return
                self._ended(file, future)
                file.job = None
                session.touch(file)
                if file.state == DONE and tuple(session.rules) != reading.rules:
                    self.read(session, file)  # somebody said "everywhere" or "never" meanwhile

        job.tell = told
        with session.lock:
            file.job, file.state, file.stage, file.reason, file.reason_code = job, QUEUED, "", "", ""
            file.begun, file.expected = 0.0, 0.0
            session.touch(file)
        self.files.put(job)
        job.future.add_done_callback(ended)

    def _ended(self, file: DeskFile, future: Future[Any]) -> None:
        error = StoppedError() if future.cancelled() else future.exception()
        file.stage = ""
        if error is None:
            outcome = file.outcome = future.result()
            file.state = DONE
            file.cleaned, file.output_sha256 = outcome.cleaned, outcome.output_sha256
            taken = time.monotonic() - file.begun
            if outcome.characters > 2_000 and taken > 0:
                self.rate = 0.7 * self.rate + 0.3 * outcome.characters / taken
        elif isinstance(error, StoppedError):
            file.state = CANCELLED
        else:
            file.state = WITHHELD
            file.reason = str(error) if isinstance(error, RefusedError) else type(error).__name__
            file.reason_code = error.code if isinstance(error, RefusedError) else "internal"

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
                file.choice, file.outcome, file.reviewed, file.unwritten = self.default(session.choice), None, False, ""
                for values in (file.revisions, file.latest, file.found, file.summaries, file.written):
                    values.clear()
            self.read(session, file)

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
            job = Job(name, (reading, number, current, following, *arguments), self.config.limits.text_seconds)
            saved = self.quick.put(job, 0).result()
            with session.lock:
                session.step((file.saved(number, following, saved),))

    def rule(self, session: Session, rule: Rule) -> Step:
        """Apply a rule to all files, and to those that come later. Raises RefusedError."""
        with session.saving:
            changes: list[Change] = []
            for file in [file for file in session.files.values() if file.state == DONE]:
                reading = file.reading(session.key, self.config)
                arguments = (reading, dict(file.revisions), dict(file.latest), rule)
                saved = self.quick.put(Job("apply_rule", arguments, self.config.limits.file_seconds), 0).result()
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
                job = self.files.put(Job("write_file", (reading, now), self.config.limits.file_seconds), 0)
                try:
                    file.cleaned, file.output_sha256 = job.result()
                    file.written, file.unwritten = now, ""
                except RefusedError as error:
                    file.unwritten = str(error)
                    raise
                finally:
                    session.touch(file)
            return file.safe

    def load_model(self, session: Session) -> None:
        """Have the model of the settings ready; `session.model` says how far it is."""
        choice = self.default(session.choice)
        job = Job("load_model", (choice, session.key), self.config.limits.file_seconds)
        session.model = {"state": "loading", "message": "", "progress": None}

        def ended(future: Future[Any]) -> None:
            error = StoppedError("stopped") if future.cancelled() else future.exception()
            state = "failed" if error else "ready"
            session.model = {"state": state, "message": str(error) if error else "", "progress": None if error else 1.0}

        self.files.put(job, 0)
        job.future.add_done_callback(ended)

