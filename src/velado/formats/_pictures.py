"""Pictures inside documents: read where the machine can, blanked where it cannot."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

from velado.document import Document
from velado.formats import Handled, Options, UnreadableError, suffix_of
from velado.formats._inner import can_be_read, inner_documents, rewritten

__all__ = ["BLANK", "picture_documents", "picture_written", "told"]

_KINDS = {b"\x89PNG\r\n\x1a\n": ".png", b"\xff\xd8\xff": ".jpg", b"II*\0": ".tif", b"MM\0*": ".tif"}


def _blank() -> bytes:
    """One light grey dot; the document stretches it to the size of the picture that stood there."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\xdd")) + chunk(b"IEND", b"")


BLANK = _blank()


def _named(name: str, data: bytes) -> str:
    """The name to read a picture by: what its bytes are, whatever the document calls it; "" for kinds that nobody reads."""
    kind = next((suffix for mark, suffix in _KINDS.items() if data.startswith(mark)), "")
    suffix = suffix_of(Path(name))
    same = {".jpeg": ".jpg", ".jpe": ".jpg", ".tiff": ".tif"}.get(suffix, suffix) == kind
    return f"picture{suffix}" if kind and same else ""


def picture_documents(name: str, data: bytes, options: Options) -> list[Document] | None:
    """What a picture says, to be handed to `picture_written` again; None when it cannot be read here and must be blanked."""
    named = _named(name, data)
    if not named or can_be_read(named, options):
        return None
    try:
        documents = inner_documents(named, data, options)
    except UnreadableError:
        return None
    # A photograph without a word on it may be of a face, which is as good as a name; specks are taken for letters there.
    wordless = any(document.place.place.photographs for document in documents)
    written = any(document.text.strip() for document in documents)
    return documents if not wordless and (written or named.endswith(".png")) else None


def picture_written(name: str, data: bytes, handled: Sequence[Handled], options: Options) -> bytes | None:
    """The picture with the words covered that identify somebody; None when it must be blanked."""
    try:
        return rewritten(_named(name, data), data, handled, options)
    except UnreadableError:
        return None


def told(read: int, blanked: int) -> list[str]:
    """What became of a document's pictures, for the report."""
    notes = []
    if read:
        notes.append(f"{read} pictures read, words that identify somebody covered; faces and handwriting are not seen")
    if blanked:
        notes.append(f"{blanked} pictures blanked: they cannot be read here")
    return notes
