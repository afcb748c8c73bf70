"""The journal of `velado run --resume`: what is done already, so that an interrupted run continues where it stopped.

It stands in `.velado-journal` (mode 0700) in the output folder and is removed when everything is done. `files.jsonl` has a
line for each finished file: what the report says of it, and keyed digests by which its name and content are known again.
`<id>.jsonl` remembers the documents of a large table (see `_spool.py`). Nothing of the originals is in it, and nobody can
test a guess about them without the key. Without a key file a random one is kept in the user's own folder for such things,
so that an unfinished output folder which is handed on gives nothing away. Each line carries a keyed digest of itself: a
line that was damaged, made up or taken from a run with other settings ends what is remembered.

A line is written after the results it speaks of were synced to the disk. A failure that may pass, such as a full disk, is
not remembered: the next run tries again.
"""

from __future__ import annotations

import errno
import hmac
import json
import os
import secrets
import shutil
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from velado.cli._output import private_folder
from velado.cli._sources import Source
from velado.keys import Purpose, derive

__all__ = ["FULL_DISK", "NAME", "Journal"]

NAME = ".velado-journal"
FULL_DISK = frozenset(number for name in ("ENOSPC", "EDQUOT") if (number := getattr(errno, name, None)))
GROUP = 256  # results that are synced together
EVERY = 2.0  # seconds after which those that wait are synced
RESERVE = 1_000_000  # bytes kept free for the journal, for the day the disk is full
_FILES, _SECRET, _RESERVED = "files.jsonl", "key-name", "reserve"


@dataclass(frozen=True, slots=True)
class Finished:
    """What an earlier run told of a file, and the digests of what it read and wrote."""

    input: str
    output: str
    entry: dict[str, Any] = field(repr=False)


@dataclass(slots=True)
class _Pending:
    file: str
    line: bytes
    target: Path | None


@dataclass(slots=True, eq=False)
class Journal:
    """What was done in an output folder."""

    folder: Path
    secret: bytes = field(repr=False)
    problem: str = ""  # why not all that was to be noted could be written down
    _keyed: bool = False
    _made: bool = False  # whether there was no journal before
    _call: str = ""
    _started: bool = False
    _finished: dict[str, Finished] = field(default_factory=dict, repr=False)
    _pending: list[_Pending] = field(default_factory=list, repr=False)
    _synced: float = field(default_factory=time.monotonic)
    _writer: threading.Thread | None = None
    _unwritten: list[_Pending] = field(default_factory=list, repr=False)  # for which there was no room

    @classmethod
    def open(cls, out: Path, key: bytes) -> Journal:
        """Open the journal of an output folder, or make one; nothing of an earlier run is touched before `start`.

        Raises OSError when that is not possible, WrongCallError when the folder is not this user's.
        """
        folder = out / NAME
        if folder.is_file():  # of an earlier version
            folder.unlink()
        made = private_folder(folder)
        secret = derive(key, Purpose.JOURNAL) if key else _kept_secret(folder / _SECRET) or secrets.token_bytes(32)
        return cls(folder, secret, _keyed=bool(key), _made=made)

    def start(self, call: str) -> None:
        """Continue what a run with the same settings began; discard the journal of any other.

        `call` is the same for two runs that give the same bytes.
        """
        self._call = call
        if not self._keyed and _kept_secret(self.folder / _SECRET) != self.secret:
            _keep_secret(self.folder / _SECRET, self.secret)
        path = self.folder / _FILES
        if good := self._recall(path):
            with path.open("r+b") as stream:
                stream.truncate(good)  # a last line that was cut short goes
        else:
            self._discard()
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
                stream.write(self._encoded({"call": call}))
        self._started = True
        with suppress(OSError):
            (self.folder / _RESERVED).write_bytes(bytes(RESERVE))

    def _recall(self, path: Path) -> int:
        """Read what a run with the same settings noted. Returns the length of the good lines; 0 when it was another run."""
        try:
            stream = path.open("rb")
        except OSError:
            return 0
        good = 0
        with stream:
            for raw in stream:
                line = self._decoded(raw)
                if line is None or (line == {"call": self._call}) == bool(good):  # the first line, and no other
                    break
                if good:
                    self._finished[line["file"]] = Finished(line["input"], line["output"], line["entry"])
                good += len(raw)
        return good

    def _discard(self) -> None:
        for path in self.folder.iterdir():
            if path.name != _SECRET:
                path.unlink()

    def _encoded(self, line: dict[str, Any]) -> bytes:
        return json.dumps([self._digest(line), line], separators=(",", ":")).encode("ascii") + b"\n"

    def _decoded(self, raw: bytes) -> dict[str, Any] | None:
        """Return a line that this journal wrote; None for any other."""
        try:
            digest, line = json.loads(raw) if raw.endswith(b"\n") else (None, None)
        except (ValueError, TypeError, RecursionError):
            return None
        if not isinstance(digest, str) or not isinstance(line, dict):
            return None
        return line if hmac.compare_digest(digest.encode("utf-8", "surrogatepass"), self._digest(line).encode()) else None

    def _digest(self, line: dict[str, Any]) -> str:
        content = json.dumps([self._call, line], separators=(",", ":")).encode("ascii")
        return hmac.digest(self.secret, b"line\0" + content, "sha256").hex()[:32]

    def identity(self, source: Source) -> str:
        """Return the name a source has in the journal: it says nothing of the file's own."""
        return hmac.digest(self.secret, b"name\0" + os.fsencode(source.relative), "sha256").hex()[:32]

    def finished(self, source: Source) -> Finished | None:
        """Return what an earlier run told of a file; None when it did not finish it."""
        return self._finished.get(self.identity(source))

    def spool(self, source: Source) -> Path:
        """Return where the documents of a large table are remembered."""
        return self.folder / f"{self.identity(source)}.jsonl"

    def add(self, source: Source, input: str, output: str, entry: dict[str, Any], target: Path | None) -> None:
        """Note a file that is finished. It is written down with the next group, beside the work."""
        file = self.identity(source)
        line = self._encoded({"file": file, "input": input, "output": output, "entry": entry})
        self._pending.append(_Pending(file, line, target))
        due = (len(self._pending) >= GROUP and not self.problem) or time.monotonic() - self._synced > EVERY
        if due and (self._writer is None or not self._writer.is_alive()):
            self._wait()
            group, self._pending = self._pending, []
            self._writer = threading.Thread(target=self._write, args=(group,), daemon=True)
            self._writer.start()

    def commit(self) -> None:
        """Write down all that is noted; `problem` says why when that fails. What is not written is done again by the next run."""
        self._wait()
        group, self._pending = self._pending, []
        self._write(group)
        self._wait()

    def _wait(self) -> None:
        if self._writer is not None:
            self._writer.join()
            self._writer = None
        self._pending[:0], self._unwritten = self._unwritten, []

    def _write(self, group: list[_Pending]) -> None:
        """Sync the results of a group, then write their lines."""
        self._unwritten = group
        try:
            _sync(pending.target for pending in group if pending.target is not None)
            content = b"".join(pending.line for pending in group)
            try:
                self._append(content)
            except OSError as error:
                if error.errno not in FULL_DISK:
                    raise
                (self.folder / _RESERVED).unlink(missing_ok=True)
                self._append(content)
        except OSError as error:
            self.problem = "the disk is full" if error.errno in FULL_DISK else error.strerror or type(error).__name__
            return
        finally:
            self._synced = time.monotonic()
        self.problem, self._unwritten = "", []
        for pending in group:
            with suppress(OSError):
                (self.folder / f"{pending.file}.jsonl").unlink(missing_ok=True)

    def _append(self, content: bytes) -> None:
        with (self.folder / _FILES).open("r+b", buffering=0) as stream:  # a buffer would write again what there is no room for
            end = stream.seek(0, os.SEEK_END)
            try:
                view = memoryview(content)
                while view:
                    view = view[stream.write(view) :]
                os.fsync(stream.fileno())
            except BaseException:
                with suppress(OSError):
                    stream.truncate(end)
                raise

    def close(self, *, done: bool) -> None:
        """Write what is left; when every file is finished nothing stays of the journal, nor of a new one that was not started."""
        if self._started:
            self.commit()
        if done or (self._made and not self._started):
            _forget_secret(self.folder / _SECRET)
            shutil.rmtree(self.folder, ignore_errors=True)
        else:
            with suppress(OSError):
                (self.folder / _RESERVED).unlink()


def _kept_secret(path: Path) -> bytes | None:
    """Return the random key of a journal that has no key file; `path` says under which name the user's folder has it."""
    with suppress(OSError, ValueError):
        name = path.read_text("ascii")
        if len(bytes.fromhex(name)) == 16 and len(secret := (_state_folder() / name).read_bytes()) == 32:
            return secret
    return None


def _keep_secret(path: Path, secret: bytes) -> None:
    name = secrets.token_hex(16)
    path.write_text(name, encoding="ascii")
    _state_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with open(os.open(_state_folder() / name, flags, 0o600), "wb") as stream:
        stream.write(secret)


def _forget_secret(path: Path) -> None:
    with suppress(OSError, ValueError):
        name = path.read_text("ascii")
        if len(bytes.fromhex(name)) == 16:
            (_state_folder() / name).unlink(missing_ok=True)


def _state_folder() -> Path:
    """Return where programs keep such things for this user."""
    if os.name == "nt" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local) / "velado" / "journals"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "velado" / "journals"


def _sync(paths: Iterable[Path]) -> None:
    """Have the system write files and their names to the disk. A file that is gone is noticed when it is looked for."""
    folders: set[Path] = set()
    for path in paths:
        folders.add(path.parent)
        with suppress(FileNotFoundError), path.open("r+b") as stream:
            os.fsync(stream.fileno())
    if hasattr(os, "O_DIRECTORY"):  # Windows syncs names by itself
        for folder in folders:
            with suppress(FileNotFoundError):
                number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
                try:
                    os.fsync(number)
                finally:
                    os.close(number)
