"""The journal of `velado run --resume`: what is done already, so that an interrupted run goes on where it stopped.

It stands in the output folder while the run is under way and is gone when the run has come to its end. For each file
it holds what the report would say of it; for the file at hand also what was replaced in each of its documents so far
(offsets, labels and replacements: nothing of the original). Everything else, reading and writing and verifying, is
done again: it costs little beside finding what to replace, and so the results have the same bytes as without a break.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from velado import __version__
from velado.cli import WrongCallError
from velado.cli._report import digest
from velado.cli._sources import Source
from velado.cli._terminal import shown
from velado.document import Document, Replacement, Result, Span
from velado.engines import Settings
from velado.formats import Options
from velado.policies.policy import Policy

__all__ = ["NAME", "Journal", "draws", "fingerprint"]

NAME = ".velado-journal"
EVERY = 100  # documents after which what was noted is handed to the system
# What these put in the place of a text depends on nothing but the text and the policy.
_NOT_DRAWN = frozenset({"keep", "label", "mask", "remove", "generalise"})


def draws(settings: Settings) -> bool:
    """Whether some replacements are drawn: without a key a second process could not draw them alike."""
    policy = settings.policy
    assert isinstance(policy, Policy)
    used = {rule.strategy for rule in (*policy.rules.values(), policy.default)}
    return bool(({settings.replace} if settings.replace else used) - _NOT_DRAWN)


def fingerprint(settings: Settings, options: Options, known: Path | None) -> str:
    """The same for two calls that would give the same bytes."""
    key = hmac.digest(settings.key, b"journal", "sha256").hex() if settings.key else ""
    said = [__version__, repr(settings.policy), settings.language, settings.replace, settings.model, key, repr(options)]
    return hashlib.sha256(json.dumps([*said, digest(known) if known else None]).encode()).hexdigest()


@dataclass(slots=True)
class _Begun:
    """The file that was at hand when the run broke off: where its results stand in the journal, and how many."""

    source: str
    start: int
    count: int = 0


@dataclass(slots=True, eq=False)
class Journal:
    """What was done in an output folder. `open` reads what an interrupted run left there."""

    path: Path
    stream: BinaryIO
    _finished: dict[str, dict[str, Any]] = field(default_factory=dict)
    _begun: _Begun | None = None
    _noted: int = 0

    @classmethod
    def open(cls, folder: Path, fingerprint: str) -> Journal:
        """The journal of a folder; one of another call is put aside. Raises WrongCallError when another run is at it."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / NAME
        stream = path.open("a+b")
        if not _locked(stream):
            stream.close()
            raise WrongCallError(f"--resume: another run is at work in {shown(folder)}")
        journal = cls(path, stream)
        journal._read(fingerprint)
        journal._write({"call": fingerprint, "process": os.getpid()})
        return journal

    def _read(self, fingerprint: str) -> None:
        self.stream.seek(0)
        good, source = 0, ""
        same = True
        for line in self.stream:
            entry = _entry(line)
            if entry is None:  # the last line was not written to its end
                break
            if isinstance(entry, dict) and "call" in entry:
                same = entry["call"] == fingerprint
                _remove_parts(self.path.parent, entry["process"])
            elif isinstance(entry, dict) and "begin" in entry:
                source = entry["begin"]
                self._begun = _Begun(source, good + len(line))
            elif isinstance(entry, dict):
                self._finished[source] = entry
                self._begun = None
            elif self._begun is not None:
                self._begun.count += 1
            good += len(line)
        if not same:
            self._finished, self._begun, good = {}, None, 0
        self.stream.truncate(good)
        self.stream.seek(0, os.SEEK_END)

    def _write(self, entry: Any) -> None:
        self.stream.write(json.dumps(entry, ensure_ascii=True, separators=(",", ":")).encode() + b"\n")

    def finished(self, source: Source, input_digest: str | None, target: Path) -> dict[str, Any] | None:
        """What was told of a file that is done, if it and its result are still the same; else None."""
        entry = self._finished.get(_identity(source, input_digest))
        if entry is None or (entry["output_sha256"] is not None and digest(target) != entry["output_sha256"]):
            return None
        return entry

    def recalled(self, source: Source, input_digest: str | None) -> Iterator[Callable[[Document], Result]]:
        """What is remembered of the file at hand, document by document: each makes the document's result.

        Everything is forgotten when the interrupted run was at another file.
        """
        if self._begun is None or self._begun.source != _identity(source, input_digest):
            self._begun = None
            return
        with self.path.open("rb") as stream:
            stream.seek(self._begun.start)
            for _ in range(self._begun.count):
                line = stream.readline()
                while not line.startswith(b"["):  # the mark of a later process that went on here
                    line = stream.readline()
                yield _Memory(json.loads(line)).result

    def begin(self, source: Source, input_digest: str | None) -> None:
        """A file is being handled now."""
        identity = _identity(source, input_digest)
        if self._begun is None or self._begun.source != identity:
            self._begun = _Begun(identity, 0)
            self._write({"begin": identity})
        self._noted = 0

    def note(self, result: Result) -> None:
        """The next document of the file at hand is done; those that were recalled are passed over."""
        assert self._begun is not None
        self._noted += 1
        if self._noted <= self._begun.count:
            return
        replaced = [
            [r.span.start, r.span.end, r.span.label, r.span.score, r.span.source, r.text, r.strategy] for r in result.replacements
        ]
        self._write([result.withheld, result.language, list(result.problems), replaced])
        if self._noted % EVERY == 0:
            self.stream.flush()

    def finish(self, entry: dict[str, Any]) -> None:
        """The file at hand is done."""
        self._write(entry)
        self._begun = None
        self.stream.flush()

    def close(self, *, done: bool) -> None:
        """Let go of the journal; when the run came to its end nothing stays of it."""
        self.stream.close()
        if done:
            self.path.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class _Memory:
    """One line of the journal: what was replaced in a document."""

    line: list[Any] = field(repr=False)

    def result(self, document: Document) -> Result:
        withheld, language, problems, replaced = self.line
        replacements = tuple(Replacement(Span(*entry[:5]), entry[5], entry[6]) for entry in replaced)
        pieces: list[str] = []
        position = 0
        for replacement in replacements:
            pieces += (document.text[position : replacement.span.start], replacement.text)
            position = replacement.span.end
        text = None if withheld else "".join([*pieces, document.text[position:]])
        return Result(document.id, text, replacements, tuple(problems), language)


def _entry(line: bytes) -> Any:
    """What a line says; None when it is no whole line."""
    try:
        entry = json.loads(line) if line.endswith(b"\n") else None
    except ValueError:
        return None
    return entry if isinstance(entry, dict | list) else None


def _identity(source: Source, input_digest: str | None) -> str:
    """A file by its place below the source folder and its content, without its name."""
    return hashlib.sha256(os.fsencode(source.relative) + b"\0" + str(input_digest).encode()).hexdigest()


def _locked(stream: BinaryIO) -> bool:
    try:
        import fcntl
    except ImportError:  # there are systems without such locks
        return True
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _remove_parts(folder: Path, process: int) -> None:
    """What a process that was killed had begun to write."""
    if process != os.getpid():
        for part in folder.rglob(f".velado-{process}-*"):
            with suppress(OSError):
                part.unlink()
