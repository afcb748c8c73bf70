"""Archives opened with care: nothing outside them is named, and nothing in them grows beyond what was agreed."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from velado.formats import Limits, UnreadableError
from velado.formats.source import Source, SourceChangedError

__all__ = ["OWN", "Archive", "open_archive", "write_archive"]

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
_LOCAL_HEADER = 30  # bytes in front of a part's name
_DIRECTORY_ENTRY = 1_000  # bytes of the directory that a part may take on average, its name included
_SMALL = 1_000_000  # a part of this size may be packed as tightly as it likes
_ENDLESS = 1 << 60
# For files that were written here a moment ago: their sources were within the limits, and they are packed as tightly as they are.
OWN = Limits(file_bytes=_ENDLESS, unpacked_bytes=_ENDLESS, part_bytes=_ENDLESS, ratio=_ENDLESS, parts=_ENDLESS)
_EPOCH = (1980, 1, 1, 0, 0, 0)
_ELSEWHERE = re.compile(r"(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[A-Za-z]:|[\x00-\x1f]")


class Archive:
    """A ZIP file whose directory was found to be sound. Parts are unpacked one at a time, when they are asked for."""

    def __init__(self, source: Source | Path, limits: Limits) -> None:
        self._file: BinaryIO = source.open() if isinstance(source, Source) else source.open("rb")
        self._units = source.units if isinstance(source, Source) else None
        try:
            _check_beginning(self._file.read(8))
            size = self._file.seek(0, io.SEEK_END)
            _check_directory(self._file, size, limits)
            with _in_words():
                self._zip = zipfile.ZipFile(self._file)
            self._parts = {part.filename: part for part in self._zip.infolist()}
            _check_parts(self._zip.infolist(), size, limits)
        except BaseException:
            self._file.close()
            raise
        self._limits = limits

    def names(self) -> tuple[str, ...]:
        """The parts in the order of the directory, folders left out."""
        return tuple(name for name, part in self._parts.items() if not part.is_dir())

    def __contains__(self, name: str) -> bool:
        return name in self._parts

    def method(self, name: str) -> int:
        """How a part is packed; deflated when there is no such part."""
        part = self._parts.get(name)
        return part.compress_type if part else zipfile.ZIP_DEFLATED

    def read(self, name: str) -> bytes:
        """A part's bytes. Raises UnreadableError when they are damaged, or not the same as before in the same source."""
        with _in_words(), self._zip.open(self._parts[name]) as part:
            data = part.read(self._limits.part_bytes)
        if self._units is not None and not self._units.is_same(name, data):
            raise SourceChangedError
        return data

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go."""
        self._zip.close()
        self._file.close()


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, struct.error, UnicodeDecodeError, ValueError, OSError, RuntimeError) as error:
        # ValueError, OSError, RuntimeError: bzip2, LZMA and the module itself on damaged or hostile bytes.
        if isinstance(error, UnreadableError):
            raise
        broken = True
    else:
        broken = False
    if broken:  # outside the handler: the original error may quote the archive
        raise UnreadableError("the archive is damaged or was cut short")


def _check_beginning(first: bytes) -> None:
    if first.startswith(_OLE):
        raise UnreadableError("the file is protected with a password, or of an old Office format; save it again without a password")
    if not first.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        raise UnreadableError("the file is not what its name says: no archive begins like this, or it is damaged")


def _check_directory(file: BinaryIO, size: int, limits: Limits) -> None:
    """Before the directory is read into memory: how long it says it is."""
    file.seek(max(0, size - 65_557))
    tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + 22:
        raise UnreadableError("the archive is damaged or was cut short")
    length = struct.unpack_from("<I", tail, at + 12)[0]
    if length != 0xFFFFFFFF and length > limits.parts * _DIRECTORY_ENTRY:
        raise UnreadableError(f"the archive holds more than {limits.parts:,} files")
    if length == 0xFFFFFFFF and size > limits.file_bytes:
        raise UnreadableError(f"the file is larger than {limits.file_bytes:,} bytes")


def _check_parts(parts: list[zipfile.ZipInfo], size: int, limits: Limits) -> None:
    if len(parts) > limits.parts:
        raise UnreadableError(f"the archive holds more than {limits.parts:,} files")
    if len({part.filename.casefold() for part in parts}) < len(parts):
        raise UnreadableError("the archive holds two files of one name: readers differ in which they show")
    total = 0
    for part in parts:
        if _ELSEWHERE.search(part.filename) or part.orig_filename != part.filename:
            raise UnreadableError("the archive holds a file whose name leads outside of it")
        if part.external_attr >> 28 == 0xA:
            raise UnreadableError("the archive holds a link to another file")
        if part.flag_bits & 0x1 or part.flag_bits & 0x2000:
            raise UnreadableError("the archive is protected with a password; unpack it, or save it again without one")
        if part.compress_type not in _METHODS:
            raise UnreadableError("the archive is packed in a way that is not known here")
        if part.file_size > limits.part_bytes:
            raise UnreadableError(f"a part of the archive is larger than {limits.part_bytes:,} bytes")
        if part.file_size > _SMALL and part.file_size > limits.ratio * max(1, part.compress_size):
            raise UnreadableError(f"a part of the archive unpacks to more than {limits.ratio} times its size, as no document does")
        total += part.file_size
    if total > limits.unpacked_bytes:
        raise UnreadableError(f"the archive unpacks to more than {limits.unpacked_bytes:,} bytes")
    end = 0
    for part in sorted(parts, key=lambda part: part.header_offset):
        if part.header_offset < end:  # the same packed bytes counted many times over
            raise UnreadableError("the archive holds files that overlap, as no document does")
        end = part.header_offset + _LOCAL_HEADER + part.compress_size
    if end > size:
        raise UnreadableError("the archive is damaged or was cut short")


def open_archive(source: Source | Path, limits: Limits) -> Archive:
    """The archive, after its directory was checked; use it as a context, so that the file is let go.

    Raises UnreadableError for what is no archive, damaged, encrypted, names files outside of it (`../`), or would
    unpack to more than the limits allow.
    """
    return Archive(source, limits)


def write_archive(path: Path, parts: Iterable[tuple[str, bytes]], like: Archive | None = None) -> None:
    """A new archive with these parts in this order, each packed as in `like`; without times, comments, owners."""
    with zipfile.ZipFile(path, "w") as target:
        for name, data in parts:
            info = zipfile.ZipInfo(name, _EPOCH)
            info.compress_type = like.method(name) if like is not None else zipfile.ZIP_DEFLATED
            info.create_system = 0  # the same bytes on every machine
            target.writestr(info, data)
