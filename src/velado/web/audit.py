"""The audit log: who did what with which document, as JSON lines with nothing of a patient in them."""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from velado.web.config import StartError

__all__ = ["NOBODY", "AuditError", "AuditLog", "Caller"]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a request."""

    user: str  # the name of the token, or the user whom a proxy names
    client: str = ""  # the address
    owner: str = ""  # who takes turns and has limits: the user, or the session or address where users have no names
    is_named: bool = False  # whether other people have other names


NOBODY = Caller("")


class AuditError(Exception):
    """The log cannot be written, so nothing may be released."""


class AuditLog:
    """A file that is only appended to. Without a path, nothing is kept and nothing fails."""

    def __init__(self, path: Path | None) -> None:
        """Raises OSError when the file cannot be opened, StartError when others can read it."""
        self._lock = threading.Lock()
        self._file = -1
        if path is None:
            return
        self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        status = os.fstat(self._file)
        if os.name == "posix" and stat.S_ISREG(status.st_mode) and stat.S_IMODE(status.st_mode) & 0o077:
            self.close()
            raise StartError(f"{path}: other users can read this file. Run: chmod 600 {path}")
        # A line that a crash or a full disk cut short must not swallow the next one.
        self._is_torn = stat.S_ISREG(status.st_mode) and status.st_size > 0 and self._last_byte() != b"\n"

    def write(self, action: str, caller: Caller = NOBODY, document: str = "", **more: Any) -> None:
        """Append one line, and return when it is on the disk. Raises AuditError."""
        entry = {"time": datetime.now(UTC).isoformat(timespec="milliseconds"), "action": action, "user": caller.user}
        entry |= {name: value for name, value in (("client", caller.client), ("document", document), *more.items()) if value != ""}
        line = json.dumps(entry).encode("ascii") + b"\n"
        with self._lock:
            if self._file < 0:
                return
            try:
                whole = b"\n" + line if self._is_torn else line
                self._is_torn = True
                if os.write(self._file, whole) != len(whole):
                    raise OSError("no room for the whole line")
                self._sync()
                self._is_torn = False
            except OSError as error:
                print(f"velado: the audit log cannot be written: {error.strerror or error}", file=sys.stderr)
                raise AuditError from None

    def try_to_write(self, action: str, caller: Caller = NOBODY, document: str = "", **more: Any) -> None:
        """Append a line about what happens in any case: a deletion, a login that failed, the end of the server."""
        with suppress(AuditError):
            self.write(action, caller, document, **more)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._file >= 0:
                os.close(self._file)
                self._file = -1

    def _sync(self) -> None:
        try:
            os.fsync(self._file)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # a pipe or a device cannot be synced
                raise

    def _last_byte(self) -> bytes:
        os.lseek(self._file, -1, os.SEEK_END)
        return os.read(self._file, 1)
