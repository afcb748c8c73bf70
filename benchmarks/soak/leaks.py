"""Look for the patient in a result: in its bytes, its parts, its streams and its pixels."""

from __future__ import annotations

import base64
import binascii
import email
import email.policy
import html
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress

from benchmarks.soak.fixtures import CANARIES, NAME_BOX

__all__ = ["leaked", "shows_name"]

# Whole words only: damage can glue the name to a neighbour, and what that is then called is no longer hers.
_CANARY = re.compile(rf"(?<!\w)(?:{'|'.join(CANARIES)})(?!\w)", re.I)
_TAG = re.compile(r"<[^<>]*>")
_RTF = re.compile(r"\\\*|\\[a-z]+-?\d* ?|[{}\r\n]")
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.S)
_BASE64 = re.compile(rb"[A-Za-z0-9+/]{40,}(?:\s+[A-Za-z0-9+/]+)*={0,2}")
_DEPTH = 4


def leaked(data: bytes) -> bool:
    """Say whether the patient's name or number can be read in a result."""
    return any(_CANARY.search(text) for text in _texts(data, _DEPTH))


def _texts(data: bytes, depth: int) -> Iterator[str]:
    text = data.decode("utf-8", "replace")
    yield text
    if b"\0" in data:
        yield data.decode("utf-16-le", "replace")
        yield data.decode("utf-16-be", "replace")
    if "<" in text:
        yield html.unescape(_TAG.sub("", text))
        yield html.unescape(_TAG.sub(" ", text))
    if text.startswith("{\\rtf"):
        yield _RTF.sub("", text)
    for inner in _inside(data) if depth else ():
        yield from _texts(inner, depth - 1)
    if data.startswith(b"PAR1"):
        yield from _cells(data)
    if b"%PDF" in data[:1024]:
        yield from _sheets(data)


def _inside(data: bytes) -> Iterator[bytes]:
    if data.startswith(b"PK\3\4"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.infolist():
                yield entry.filename.encode("utf-8", "replace")
                yield archive.read(entry)
    elif b"%PDF" in data[:1024]:
        for stream in _STREAM.findall(data):
            with suppress(zlib.error):
                yield zlib.decompress(stream)
    elif re.match(rb"(?i)[\w-]+:", data) and b"\n" in data:
        for part in email.message_from_bytes(data, policy=email.policy.compat32).walk():
            payload = part.get_payload(decode=True)
            if isinstance(payload, bytes) and payload != data:
                yield payload
    for found in _BASE64.findall(data):
        with suppress(binascii.Error, ValueError):
            yield base64.b64decode(b"".join(found.split()) + b"==")


def _cells(data: bytes) -> Iterator[str]:
    import pyarrow.parquet

    for column in pyarrow.parquet.read_table(io.BytesIO(data)).columns:
        yield "\n".join(map(str, column.to_pylist()))


def _sheets(data: bytes) -> Iterator[str]:
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        for sheet in document:
            yield sheet.get_textpage().get_text_range()
    finally:
        document.close()


def shows_name(source: bytes, result: bytes) -> bool:
    """Say whether a picture shows, where its source shows the name, the same dark points."""
    from PIL import Image

    with Image.open(io.BytesIO(source)) as before, Image.open(io.BytesIO(result)) as after:
        if before.size != after.size:
            return False
        was, now = (picture.convert("L").crop(NAME_BOX).point(lambda value: 255 * (value < 128)) for picture in (before, after))
    ink = [place for place, value in enumerate(was.tobytes()) if value]
    shown = now.tobytes()
    return len(ink) > 500 and sum(shown[place] > 0 for place in ink) > 0.9 * len(ink) and sum(map(bool, shown)) < 2 * len(ink)
