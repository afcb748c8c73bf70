"""Word documents from before 2007: said no to in words that help, because their text cannot be replaced safely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options, UnreadableError
from velado.formats.source import Source

__all__ = ["FORMAT"]

_WORDS = "this is a Word document of the old kind: open it in Word or LibreOffice and save it as DOCX"
# Many hospital systems write other kinds of file under this suffix.
_REALLY = ((b"\xd0\xcf\x11\xe0", _WORDS), (b"{\\rtf", ".rtf"), (b"PK\x03\x04", ".docx"), (b"<", ".html"), (b"%PDF", ".pdf"))


@dataclass(frozen=True)
class OldWord:
    """Nothing is read; the user is told what to do."""

    name: str = "doc"
    suffixes: tuple[str, ...] = (".doc", ".dot")
    description: str = "old Word documents: not read; save them as DOCX"
    extra: str = ""
    proves: str = "nothing: files of this kind are never written"

    def missing(self) -> str:
        """Nothing that could be installed."""
        return ""

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """Always raises UnreadableError."""
        with source.open() as file:
            first = file.read(512).lstrip(b"\xef\xbb\xbf \r\n\t")
        really = next((words for beginning, words in _REALLY if first.startswith(beginning)), "")
        if really.startswith("."):
            raise UnreadableError(f"this is no Word document but one with the wrong suffix: rename it to {really}")
        raise UnreadableError(really or "the file is not what its name says")

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """Nothing: nothing was read."""
        raise UnreadableError(_WORDS)

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """Nothing can be right that was not written."""
        return [_WORDS]


FORMAT = OldWord()
