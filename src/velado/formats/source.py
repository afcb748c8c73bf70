"""The file that is being handled, copied once: the only module that opens a path the user named.

A run reads a file several times: to judge it, to write the result, to carry along what stays as it is. An original on a
shared drive may change in between, and whatever was not judged would go out. So the original is opened once, copied into
a private file, and closed; everything else reads the copy through `Source.open`.

The copy is not trusted either. While it is made, a keyed digest of every block is noted in memory; a block that reads
differently later is refused. The key is random and never leaves the process. Memory stays flat: 64 bytes per megabyte.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from velado.formats import UnreadableError, check_size, suffix_of
from velado.formats._units import Units

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["CHANGED", "Source", "SourceChangedError", "private_copy", "source_in_memory", "source_of"]

CHANGED = "the file changed while it was being handled; nothing was written. Run again when nobody is writing to it."
_BLOCK = 1 << 18
_DIGEST = 16  # bytes
_BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0) | getattr(os, "O_CLOEXEC", 0)
_WAITLESS = getattr(os, "O_NONBLOCK", 0)  # a pipe with nobody at its other end would block for ever


class SourceChangedError(UnreadableError):
    """The original changed while it was copied, or the copy is no longer what was copied. The next run may succeed."""

    def __init__(self, message: str = CHANGED) -> None:
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Source:
    """The private copy of a file. Nothing opens the original again, and nobody reads the copy but through this."""

    path: Path = field(repr=False)
    name: str = field(repr=False)  # of the original, without its folders
    size: int
    digest: str = field(default="", repr=False)  # HMAC-SHA256 of the content; "" without a key
    units: Units = field(default_factory=lambda: Units(secrets.token_bytes(32)), repr=False, compare=False)
    _key: bytes = field(default=b"", repr=False)
    _blocks: bytes = field(default=b"", repr=False)
    _data: bytes | None = field(default=None, repr=False)  # of a source in memory, which has no copy

    @property
    def stem(self) -> str:
        """The original's name without its suffix."""
        return Path(self.name).stem

    @property
    def suffix(self) -> str:
        """The original's suffix as `suffix_of` tells it: in lower case, with its dot."""
        return suffix_of(Path(self.name))

    def open(self) -> BinaryIO:
        """The content as a stream that can seek. A read raises SourceChangedError where it is not what was copied."""
        return io.BytesIO(self._data) if self._data is not None else io.BufferedReader(_Checked(self), _BLOCK)

    def read_bytes(self, most: int | None = None) -> bytes:
        """The whole content. Raises UnreadableError when it is longer than `most` bytes, before anything is read."""
        if most is not None:
            check_size(self.size, most)
        if self._data is not None:
            return self._data
        with self.open() as stream:
            return stream.read()

    def _check(self, number: int, block: bytes) -> bool:
        start = number * _DIGEST
        return hmac.compare_digest(_block_digest(self._key, number, block), self._blocks[start : start + _DIGEST])


def _block_digest(key: bytes, number: int, block: bytes) -> bytes:
    # The number is part of it: two blocks that change places are two blocks that changed.
    return hashlib.blake2b(block, digest_size=_DIGEST, key=key, salt=number.to_bytes(16, "big")).digest()


class _Checked(io.RawIOBase):
    """Reads a copy block by block and gives out only what has the digest that was noted."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._file = io.FileIO(os.open(source.path, os.O_RDONLY | _BINARY), closefd=True)
        self._at = 0
        self._number = -1
        self._block = b""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._source.size}[whence]
        if base + offset < 0:
            raise ValueError("negative position")
        self._at = base + offset
        return self._at

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer).cast("B")
        if self._at >= self._source.size:
            return 0
        number, start = divmod(self._at, _BLOCK)
        if number != self._number:
            self._load(number)
        piece = self._block[start : start + len(view)]
        view[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)

    def _load(self, number: int) -> None:
        expected = min(_BLOCK, self._source.size - number * _BLOCK)
        self._file.seek(number * _BLOCK)
        pieces: list[bytes] = []
        while expected and (piece := self._file.read(expected)):
            pieces.append(piece)
            expected -= len(piece)
        block = b"".join(pieces)
        if expected or not self._source._check(number, block):
            self._number = -1
            raise SourceChangedError
        self._number, self._block = number, block

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()


@contextmanager
def private_copy(path: Path, folder: Path, *, key: bytes = b"", limit: int | None = None) -> Iterator[Source]:
    """Copy a file once into a private file in `folder`, which is removed however the block ends.

    `folder` exists and is on the file system of the results. The copy has a fresh name and, on POSIX systems, mode 0600; on
    Windows it has the rights of its folder. `key` is for the digest by which a later run knows the content again.
    Raises UnreadableError for what is no regular file or is larger than `limit`, SourceChangedError when the file changes
    while it is copied, and OSError (ENOSPC on a full disk) when it cannot be read or written.
    """
    copy = folder / f".velado-{os.getpid()}-{secrets.token_hex(4)}{suffix_of(path)}"
    try:
        yield _copied(path, copy, key, limit)
    finally:
        with suppress(FileNotFoundError):
            copy.unlink()


def source_of(path: Path) -> Source:
    """A file as a source without a copy, for files that no other program knows of. It still has to stay as it is."""
    with path.open("rb") as stream:
        return _read_through(stream, path, path.name, b"", None)


def source_in_memory(name: str, data: bytes) -> Source:
    """A file that stands inside another one, and nowhere on a disk."""
    return Source(Path(name), name, len(data), _data=data)


def _copied(path: Path, copy: Path, key: bytes, limit: int | None) -> Source:
    with open(os.open(path, os.O_RDONLY | _WAITLESS | _BINARY), "rb", buffering=0) as original:
        before = os.fstat(original.fileno())
        if not stat.S_ISREG(before.st_mode):
            raise UnreadableError("it is not a regular file")
        if limit is not None:
            check_size(before.st_size, limit)
        with open(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600), "wb", buffering=0) as target:
            source = _read_through(original, copy, path.name, key, target, limit)
        if not _is_unchanged(path, before, os.fstat(original.fileno()), source.size):
            raise SourceChangedError
        return source


def _read_through(
    stream: io.RawIOBase | BinaryIO, path: Path, name: str, key: bytes, target: io.RawIOBase | None, limit: int | None = None
) -> Source:
    """Note the digest of every block of a stream, on its way into `target`."""
    whole = hmac.new(key, digestmod="sha256") if key else None
    secret = secrets.token_bytes(32)
    blocks = bytearray()
    size = number = 0
    while block := _block(stream):
        size += len(block)
        if limit is not None:
            check_size(size, limit)  # it may grow while it is read
        blocks += _block_digest(secret, number, block)
        number += 1
        if whole is not None:
            whole.update(block)
        if target is not None:
            view = memoryview(block)
            while view:
                view = view[target.write(view) or 0 :]
    return Source(path, name, size, whole.hexdigest() if whole is not None else "", _key=secret, _blocks=bytes(blocks))


def _block(stream: io.RawIOBase | BinaryIO) -> bytes:
    """The next whole block; a shorter one at the end alone."""
    pieces: list[bytes] = []
    left = _BLOCK
    while left and (piece := stream.read(left)):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def _is_unchanged(path: Path, before: os.stat_result, after: os.stat_result, size: int) -> bool:
    def state(status: os.stat_result) -> tuple[int, int, int, int]:
        return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns

    try:
        now = os.stat(path)
    except OSError:
        return False
    return state(before) == state(after) == state(now) and size == before.st_size
