"""How a text is written down: told from its bytes, and kept when it is written again."""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass, field

from velado.formats import UnreadableError

__all__ = ["BYTE_ORDER_MARKS", "OTHER_KINDS", "Encoded", "code_page", "decode", "encode"]

# The longer marks first: UTF-32's begins with UTF-16's.
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Files that carry the wrong suffix: their words are packed or marked up, so nothing would be found in them.
OTHER_KINDS = (b"%PDF", b"PK\x03\x04", b"\x1f\x8b", b"{\\rtf", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff", b"BZh", b"\xfd7zXZ")
# What stands inside words tells the code pages apart; the blank of fixed width (á in DOS) does not.
_INSIDE_WORDS = re.compile(rb"(?<=[A-Za-z])[\x80-\x9f\xa1-\xff](?=[A-Za-z])")
_EVERYDAY = frozenset("áéíóúüñçãõâêôàÁÉÍÓÚÜÑÇÃÕÂÊÔÀ’–—")
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b\x1c\x1d\x1e\x1f"))


@dataclass(frozen=True, slots=True)
class Encoded:
    """A text and how it was written down."""

    text: str = field(repr=False)  # without the byte-order mark; line ends as they stand
    encoding: str
    mark: bytes = b""

    def whole(self) -> str:
        """The text with its byte-order mark as a character, as readers see it that know nothing of such marks."""
        return ("\ufeff" if self.mark else "") + self.text


def decode(data: bytes) -> Encoded:
    """The text of a file's bytes. Raises UnreadableError for what is not text.

    >>> decode("Muñoz".encode("latin-1"))
    Encoded(encoding='cp1252', mark=b'')
    """
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            try:
                return Encoded(data[len(mark) :].decode(encoding), encoding, mark)
            except UnicodeDecodeError:
                raise UnreadableError(f"the file says it is {encoding} but is not") from None
    if data.startswith(OTHER_KINDS):
        raise UnreadableError("the file is not plain text, whatever its name says")
    if b"\0" in data:
        raise UnreadableError("the file is binary, or UTF-16 without a byte-order mark")
    if len(data) - len(data.translate(None, _CONTROLS)) > len(data) // 100:
        raise UnreadableError("the file is binary")
    try:
        return Encoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return _not_utf8(data)


def _not_utf8(data: bytes) -> Encoded:
    lines = data.split(b"\n")
    decoded: list[str] = []
    mixed = False
    for line in lines:
        try:
            decoded.append(line.decode("utf-8"))
            mixed = mixed or not line.isascii()
        except UnicodeDecodeError:
            decoded.append(_western(line)[0])
    if mixed:
        # Pieces of several files were put together: each line is read in its own way, and all are written as UTF-8.
        return Encoded("\n".join(decoded), "utf-8")
    return Encoded(*_western(data))


def code_page(data: bytes) -> str:
    """The Western code page of bytes that are not UTF-8.

    >>> code_page("Muñoz".encode("cp850")), code_page("Muñoz".encode("cp1252"))
    ('cp850', 'cp1252')
    """
    inside = b"".join(_INSIDE_WORDS.findall(data))
    windows, dos = (sum(sign in _EVERYDAY for sign in inside.decode(page, "replace")) for page in ("cp1252", "cp850"))
    if dos > windows:
        return "cp850"
    try:
        data.decode("cp1252")
    except UnicodeDecodeError:
        return "latin-1"
    return "cp1252"


def _western(data: bytes) -> tuple[str, str]:
    page = code_page(data)
    return data.decode(page), page


def _plain(error: UnicodeError) -> tuple[str, int]:
    """What stands for characters that an encoding lacks: their base letters, or a question mark."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    plain = "".join(c for c in unicodedata.normalize("NFKD", lacking) if c.isascii())
    return plain or "?", error.end


codecs.register_error("velado.plain", _plain)


def encode(text: str, like: Encoded) -> bytes:
    """The bytes of a text, written down like another one.

    >>> encode("Peña Šimić", decode("Muñoz".encode("latin-1"))).decode("cp1252")
    'Peña Šimic'
    """
    return like.mark + text.encode(like.encoding, "velado.plain")
