"""Files inside records: base64 with a content type, or without one, and what they are."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass, field

__all__ = ["Packed", "is_packed", "packed"]

_SUFFIXES = {
    "text/plain": ".txt", "text/markdown": ".txt", "text/html": ".html", "application/xhtml+xml": ".html", "text/csv": ".csv",
    "text/rtf": ".rtf", "application/rtf": ".rtf", "application/pdf": ".pdf", "application/xml": ".xml", "text/xml": ".xml",
    "application/hl7-v3+xml": ".xml", "application/hl7-cda+xml": ".xml", "application/hl7-sda+xml": ".xml", "message/rfc822": ".eml",
    "application/zip": ".zip", "image/png": ".png", "image/jpeg": ".jpg", "image/jpg": ".jpg", "image/tiff": ".tif",
    "application/json": ".json", "application/fhir+json": ".json", "application/json+fhir": ".json", "application/fhir+ndjson": ".ndjson",
    "application/ndjson": ".ndjson", "x-application/hl7-v2+er7": ".hl7", "application/edi-hl7v2": ".hl7",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx", "application/vnd.oasis.opendocument.text": ".odt",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
}  # fmt: skip
_MARKS = {b"%PDF": ".pdf", b"{\\rtf": ".rtf", b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"II*\0": ".tif", b"MM\0*": ".tif"}
_ADDRESS = re.compile(r"data:([\w.+-]{1,60}/[\w.+-]{1,80})((?:;[^,;]{1,60}){0,4}),")
# Base64, also of signed and packed records: nobody writes so many letters and figures without a blank.
_LONG = re.compile(r"(?:data:[\w.+-]{1,60}/[\w.+-]{1,80}(?:;[^,;]{1,60}){0,4},)?[A-Za-z0-9+/_.\r\n-]{120,}={0,2}")


@dataclass(frozen=True, slots=True)
class Packed:
    """A file that a record carries; `suffix` says its format, "" when nobody can tell."""

    suffix: str
    data: bytes = field(repr=False)
    head: str = ""  # what stands before the base64

    def text(self, data: bytes) -> str:
        """Another file in the same wrapping."""
        return self.head + base64.b64encode(data).decode("ascii")


def is_packed(text: str) -> bool:
    """Whether a value holds a file in base64, to judge by its looks."""
    return _LONG.fullmatch(text) is not None and not text.isalpha() and not text.isdigit()


def packed(text: str, content_type: str = "") -> Packed:
    """What base64 holds; a file of no known format where it is none.

    >>> packed("QW5hIEdpbA==", "text/plain; charset=utf-8")
    Packed(suffix='.txt', head='')
    """
    head = ""
    if match := _ADDRESS.match(text):
        head, content_type = match[0], match[1]
    try:
        data = base64.b64decode("".join(text[len(head) :].split()), validate=True)
    except (binascii.Error, ValueError):
        return Packed("", b"")
    suffix = _SUFFIXES.get(content_type.partition(";")[0].strip().lower(), "")
    if not suffix and not content_type:
        suffix = next((known for mark, known in _MARKS.items() if data.startswith(mark)), "") or (".txt" if _is_text(data) else "")
    return Packed(suffix, data, head)


def _is_text(data: bytes) -> bool:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return bool(text.strip()) and all(sign.isprintable() or sign in "\r\n\t" for sign in text)
