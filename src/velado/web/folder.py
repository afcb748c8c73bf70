"""The private temporary folder in which documents live: gone on exit, and after a crash at the next start.

A folder belongs to a living server as long as that holds the lock on the folder's marker. A lock goes with the process,
however it ended; process ids are given to others again.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["PREFIX", "PrivateFolder", "wipe"]

PREFIX = "velado-desk-"
MARKER = "velado-desk.pid"


def wipe(path: Path) -> None:
    """Delete a folder and all that is in it; what is not there is no error."""
    for _ in range(3):  # a worker that is being stopped may still write
        shutil.rmtree(path, ignore_errors=True)
        if not path.exists():
            return


class PrivateFolder:
    """One folder for one server; nobody else on the machine may look into it."""

    def __init__(self, home: Path | None = None) -> None:
        """Wipes what dead servers of this user left, then makes its own."""
        parent = home or Path(tempfile.gettempdir())
        wipe_stale(parent)
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))  # mode 0700
        # The marker takes its name only when it is locked: before, the folder could pass for a dead server's.
        unnamed = self.path / (f".{MARKER}" if fcntl else MARKER)  # Windows locks what is open
        self._marker = os.open(unnamed, os.O_CREAT | os.O_WRONLY, 0o600)
        os.write(self._marker, str(os.getpid()).encode())
        if fcntl is not None:
            fcntl.flock(self._marker, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.rename(unnamed, self.path / MARKER)

    def room(self, name: str) -> Path:
        """A folder inside, as private."""
        path = self.path / name
        path.mkdir(mode=0o700)
        return path

    def close(self) -> None:
        """Wipe everything."""
        if self._marker >= 0:
            os.close(self._marker)
            self._marker = -1
        wipe(self.path)


def wipe_stale(parent: Path) -> int:
    """Wipe the folders of servers that are no more; how many there were."""
    found = 0
    for path in parent.glob(f"{PREFIX}*"):
        if _is_ours(path) and not _is_alive(path / MARKER):
            wipe(path)
            found += 1
    return found


def _is_ours(path: Path) -> bool:
    """A folder, not a link that somebody laid to have another folder wiped, and this user's own."""
    try:
        status = path.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and (not hasattr(os, "getuid") or status.st_uid == os.getuid())


def _is_alive(marker: Path) -> bool:
    """Whether a server holds the folder. One without a marker holds nothing yet and is left alone."""
    try:
        if fcntl is None:
            marker.unlink()  # Windows refuses while somebody has it open
            return False
        handle = os.open(marker, os.O_RDWR | os.O_NOFOLLOW)
    except OSError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return False
    except OSError:
        return True
    finally:
        os.close(handle)
