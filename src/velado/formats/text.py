"""Plain text in the encodings hospitals use; what comes out has the same encoding, byte-order mark and line ends."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options, UnreadableError

__all__ = ["FORMAT", "Encoded", "decode", "encode"]

# The longer marks first: UTF-32's begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Files that carry the wrong suffix: their words are packed or marked up, so nothing would be found in them.
_OTHERS = (b"%PDF", b"PK\x03\x04", b"\x1f\x8b", b"{\\rtf", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff", b"BZh", b"\xfd7zXZ")
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
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return Encoded(data[len(mark) :].decode(encoding), encoding, mark)
            except UnicodeDecodeError:
                raise UnreadableError(f"the file says it is {encoding} but is not") from None
    if data.startswith(_OTHERS):
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


def _western(data: bytes) -> tuple[str, str]:
    inside = b"".join(_INSIDE_WORDS.findall(data))
    windows, dos = (sum(sign in _EVERYDAY for sign in inside.decode(page, "replace")) for page in ("cp1252", "cp850"))
    if dos > windows:
        return data.decode("cp850"), "cp850"
    try:
        return data.decode("cp1252"), "cp1252"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"


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


@dataclass(frozen=True)
class Text:
    """One file, one note."""

    name: str = "text"
    suffixes: tuple[str, ...] = (".txt", ".text", ".md", "")
    description: str = "plain text: UTF-8, UTF-16 with its mark, Latin-1, Windows-1252, DOS 850"
    extra: str = ""

    def missing(self) -> str:
        """Nothing."""
        return ""

    def read(self, path: Path, options: Options = DEFAULTS) -> Iterator[Document]:
        """The note; its `place` is how it was written down."""
        encoded = decode(path.read_bytes())
        yield Document(encoded.text, path.stem, place=encoded)

    def write(self, path: Path, source: Path, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The result's text in the encoding of its document."""
        for document, result in handled:
            if result.text is not None:
                path.write_bytes(encode(result.text, document.place))
        return ()

    def verify(self, path: Path, handled: Sequence[Handled]) -> Sequence[str]:
        """The file holds the result and nothing else."""
        for document, result in handled:
            expected = encode(result.text or "", document.place)
            if path.read_bytes() != expected:
                return ["what stands in the file is not what was meant to"]
        return []


FORMAT = Text()
