"""Files from a form, streamed to the private folder as they come: nothing is held in memory or kept anywhere else."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from fastapi import Request
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from velado.web.answers import ApiError
from velado.web.folder import wipe

__all__ = ["Arrived", "plain_name", "received"]

# It tells of characters in forms that it cannot read: nobody is to see those.
logging.getLogger("python_multipart").setLevel(logging.CRITICAL + 1)

FIELD = 2_000  # bytes of a field that is no file
FIELDS = 20
_UNSAFE = re.compile(r"[\x00-\x1f\x7f<>:\"|?*\u202a-\u202e\u2066-\u2069]")

Place = Callable[[str], tuple[Path, Path]]  # from a file's name to its own folder and where its content goes


@dataclass(frozen=True, slots=True)
class Arrived:
    """A file that is there."""

    folder: Path = field(repr=False)
    path: Path = field(repr=False)
    name: str = field(repr=False)


def plain_name(given: str) -> str:
    """The last part of a name, without what plays tricks on file systems and readers.

    >>> plain_name("C:\\\\notas\\\\informe.pdf"), plain_name("../../etc/passwd"), plain_name("a\\u202etxt.exe")
    ('informe.pdf', 'passwd', 'a_txt.exe')
    """
    return _UNSAFE.sub("_", re.split(r"[/\\]", given)[-1]).strip(" .")[-120:] or "document"


class _Form:
    """Takes a form apart as it comes in."""

    def __init__(self, place: Place, file_bytes: int, files: int) -> None:
        self.arrived: list[Arrived] = []
        self.fields: dict[str, str] = {}
        self.finished = False
        self.folders: list[Path] = []
        self._place, self._file_bytes, self._files = place, file_bytes, files
        self._header, self._value = b"", b""
        self._name, self._field = "", b""
        self._stream: BinaryIO | None = None
        self._size = self._parts = 0

    def parser(self, boundary: bytes) -> MultipartParser:
        return MultipartParser(
            boundary,
            {
                "on_part_begin": self._begin,
                "on_header_begin": self._begin_header,
                "on_header_field": self._header_field,
                "on_header_value": self._header_value,
                "on_header_end": self._end_header,
                "on_headers_finished": self._begin_content,
                "on_part_data": self._content,
                "on_part_end": self._end,
                "on_end": self._finish,
            },
        )

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _begin(self) -> None:
        self._parts += 1
        self._size, self._field, self._name = 0, b"", ""
        self._disposition = b""

    def _begin_header(self) -> None:
        self._header, self._value = b"", b""

    def _header_field(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def _header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _end_header(self) -> None:
        if self._header.lower() == b"content-disposition":
            self._disposition = self._value

    def _begin_content(self) -> None:
        _, options = parse_options_header(self._disposition)
        self._name = options.get(b"name", b"").decode("utf-8", "replace")
        if b"filename" in options:
            if len(self.arrived) >= self._files:
                raise ApiError(429, "too_many", "too many files; take some away first")
            name = plain_name(options[b"filename"].decode("utf-8", "replace"))
            folder, path = self._place(name)
            self.folders.append(folder)
            self._stream = path.open("xb")
            self.arrived.append(Arrived(folder, path, name))
        elif self._parts - len(self.arrived) > FIELDS:
            raise ApiError(429, "too_many", "the form has too many fields")

    def _content(self, data: bytes, start: int, end: int) -> None:
        self._size += end - start
        if self._stream is not None:
            if self._size > self._file_bytes:
                raise ApiError(413, "too_large", f"a file may have {self._file_bytes:,} bytes")
            self._stream.write(data[start:end])
        elif self._size > FIELD:
            raise ApiError(413, "too_large", f"a field may have {FIELD:,} bytes")
        else:
            self._field += data[start:end]

    def _end(self) -> None:
        if self._stream is None:
            self.fields[self._name] = self._field.decode("utf-8", "replace")
        self.close()

    def _finish(self) -> None:
        self.finished = True


async def received(request: Request, place: Place, file_bytes: int, files: int, coming: Callable[[int], None] = lambda size: None) -> _Form:
    """The form of a request: its files are on disk, each in a folder of its own. All of it, or nothing is left.

    `coming` is told how many bytes have come with each piece, and may refuse more. Raises ApiError.
    """
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    boundary = options.get(b"boundary", b"")
    if kind != b"multipart/form-data" or not 1 <= len(boundary) <= 200:
        raise ApiError(422, "invalid", "a form with files (multipart/form-data) is wanted")
    form = _Form(place, file_bytes, files)
    try:
        parser = form.parser(boundary)
        async for chunk in request.stream():
            coming(len(chunk))
            parser.write(chunk)
        parser.finalize()
        if not form.finished:
            raise ApiError(422, "invalid", "the form ends too early")
    except BaseException as error:
        form.close()
        for folder in form.folders:
            wipe(folder)
        if isinstance(error, FormParserError):
            raise ApiError(422, "invalid", "the form cannot be read") from None
        raise
    return form
