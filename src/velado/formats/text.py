"""Plain text in the encodings hospitals use; what comes out has the same encoding, byte-order mark and line ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options
from velado.formats._encoding import Encoded, decode, encode
from velado.formats.source import Source

__all__ = ["FORMAT", "Encoded", "decode", "encode"]


@dataclass(frozen=True)
class Text:
    """One file, one note."""

    name: str = "text"
    suffixes: tuple[str, ...] = (".txt", ".text", ".md", "")
    description: str = "plain text: UTF-8, UTF-16 with its mark, Latin-1, Windows-1252, DOS 850"
    extra: str = ""
    proves: str = "every byte of the note"

    def missing(self) -> str:
        """Nothing."""
        return ""

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """The note; its `place` is how it was written down."""
        encoded = decode(source.read_bytes())
        yield Document(encoded.text, source.stem, place=encoded)

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The result's text in the encoding of its document."""
        for document, result in handled:
            if result.text is not None:
                path.write_bytes(encode(result.text, document.place))
        return ()

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """The file holds the result and nothing else."""
        for document, result in handled:
            expected = encode(result.text or "", document.place)
            if path.read_bytes() != expected:
                return ["what stands in the file is not what was meant to"]
        return []


FORMAT = Text()
