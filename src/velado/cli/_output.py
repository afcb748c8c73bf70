"""The output folder while a run is at work in it: locked, with one private place for everything unfinished.

Private copies of the sources and half-written results stand in `.velado-work` (mode 0700, on the file system of the
results). It is removed however the run ends; what a run that was killed has left there is removed by the next one,
which holds the lock and so knows that nobody uses it any more.
"""

from __future__ import annotations

import json
import os
import platform
import secrets
import shutil
import stat
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from velado.cli import WrongCallError
from velado.cli._terminal import shown

if TYPE_CHECKING:
    from filelock import BaseFileLock

__all__ = ["WORK", "locked_output", "private_folder"]

WORK = ".velado-work"
_LOCK = "lock"
_HOLDER = "holder.json"
_TRIES = 20


@contextmanager
def locked_output(out: Path) -> Iterator[Path]:
    """Lock the output folder for this run; yields the private folder for what is unfinished.

    Raises WrongCallError when the folder cannot be written to, or another run is at work in it.
    """
    made = _missing_parents(out)
    work = out / WORK
    lock = None
    try:
        try:
            out.mkdir(parents=True, exist_ok=True)
            lock = _acquire(work, out)
        except OSError as error:
            raise WrongCallError(f"--out {shown(out)}: cannot write there: {error.strerror or type(error).__name__}") from None
        _clear(work)  # of a run that was killed
        _say_who(work)
        yield work
    finally:
        if lock is not None:
            _clear(work)
            _let_go(lock, work)
        _remove_empty(made)


def private_folder(path: Path) -> bool:
    """Make a folder that nobody else can enter, or check that it is one. Return whether it was made.

    Raises WrongCallError for a link and for another user's folder: originals must not go there, and what is there must not
    be removed. Raises OSError when the folder cannot be made.
    """
    try:
        path.mkdir(mode=0o700)
        return True
    except FileExistsError:
        pass
    status = path.lstat()
    is_junction = getattr(status, "st_reparse_tag", 0) == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)
    if not stat.S_ISDIR(status.st_mode) or is_junction:
        raise WrongCallError(f"{shown(path)} is a link or a file, and Velado needs a folder of this name. Remove it or choose another --out.")
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid() and status.st_uid != _owner_of_new(path):
        raise WrongCallError(f"{shown(path)} belongs to another user. Have it removed or choose another --out.")
    with suppress(OSError):  # a share may have no modes
        path.chmod(0o700)
    return False


def _owner_of_new(path: Path) -> int:
    """Return the owner of a folder that is made beside `path`: a share may give all files to one user, whoever makes them."""
    probe = path.with_name(f"{path.name}-{secrets.token_hex(4)}")
    probe.mkdir(mode=0o700)
    try:
        return probe.lstat().st_uid
    finally:
        probe.rmdir()


def _missing_parents(out: Path) -> list[Path]:
    """Return the folders that have to be made, the innermost first: those that stay empty are removed again."""
    missing = []
    while not out.exists() and out.parent != out:
        missing.append(out)
        out = out.parent
    return missing


def _remove_empty(folders: list[Path]) -> None:
    with suppress(OSError):
        for folder in folders:
            folder.rmdir()


def _acquire(work: Path, out: Path) -> BaseFileLock:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a system without file locks gets a lock by name
        from filelock import FileLock, Timeout

    for _ in range(_TRIES):
        lock = FileLock(work / _LOCK, timeout=0)
        try:
            private_folder(work)
            lock.acquire()
        except Timeout:
            raise WrongCallError(_occupied(work, out)) from None
        except FileNotFoundError:  # another run has just ended and taken its folder away
            continue
        # The lock must be on the file that has the name now: the run that held it may have removed the one we opened.
        try:
            FileLock(work / _LOCK, timeout=0).acquire().lock.release()
        except Timeout:
            return lock
        except FileNotFoundError:
            pass
        lock.release(force=True)
    raise WrongCallError(_occupied(work, out))


def _occupied(work: Path, out: Path) -> str:
    """Say who holds the lock, as far as the holder has told."""
    holder = {}
    with suppress(OSError, ValueError):
        holder = json.loads((work / _HOLDER).read_text("utf-8"))
    who = f"process {holder['process']} on {holder['host']}, since {holder['since']}" if holder else "no more is known of it"
    return f"--out {shown(out)}: another run is at work there ({shown(who)}). Wait for it or choose another folder."


def _say_who(work: Path) -> None:
    holder = {"process": os.getpid(), "host": platform.node(), "since": datetime.now(UTC).isoformat(timespec="seconds")}
    with suppress(OSError):  # a full disk shows where it matters
        (work / _HOLDER).write_text(json.dumps(holder), encoding="utf-8")


def _clear(work: Path) -> None:
    """Remove everything in the folder but the lock."""
    for entry in list(work.iterdir()) if work.is_dir() else ():
        if entry.name == _LOCK:
            continue
        with suppress(OSError):
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink()


def _let_go(lock: BaseFileLock, work: Path) -> None:
    path = work / _LOCK
    try:
        path.unlink()
    except PermissionError:  # Windows removes no file that is open, and for the same reason none that a new run has locked
        lock.release(force=True)
        with suppress(OSError):
            path.unlink()
    except OSError:
        pass
    lock.release(force=True)
    with suppress(OSError):
        work.rmdir()
