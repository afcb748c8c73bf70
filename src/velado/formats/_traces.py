"""What must not be found in a file that was written: every string that was replaced, however it is spelt there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from velado.formats import Handled
from velado.tokens import fold, read_text

__all__ = ["FOUND", "Traces", "replaced_strings", "traces_of"]

FOUND = "something that was replaced is still in the file"
LEAST_LETTERS = 4  # "12" and "Ana" stand in other words and numbers too
LEAST_DIGITS = 5
_NOISE = re.compile(r"[\W_]+")


def squeezed(text: str) -> str:
    """Letters and digits alone, folded: neither case, accents, line breaks nor punctuation hide a string.

    >>> squeezed("Núñez-\\nGARCÍA, 12")
    'nunezgarcia12'
    """
    return _NOISE.sub("", fold(read_text(text).text))


@dataclass(frozen=True, slots=True)
class Traces:
    """The replaced strings of a file's documents, and how often each may stand in the result because it was left on purpose."""

    allowed: dict[str, int] = field(repr=False)

    def in_text(self, *texts: str) -> bool:
        """Whether any of the strings stands in the texts, all taken together, more often than the engine left it there."""
        whole = "\n".join(texts)
        counted = _Haystack(whole)
        return any(counted.count(trace) > allowed for trace, allowed in self.allowed.items())

    def in_hidden(self, *texts: str) -> bool:
        """Whether any of the strings stands in a part where no text of the note belongs: metadata, properties, names.

        Those that the engine left somewhere on purpose, because they are ordinary words too, prove nothing there.
        """
        counted = _Haystack("\n".join(texts))
        return any(not allowed and counted.count(trace) for trace, allowed in self.allowed.items())

    def in_bytes(self, data: bytes) -> bool:
        """The same for raw bytes, read in the encodings that files use."""
        texts = [data.decode("utf-8", "replace"), data.decode("latin-1")]
        if b"\0" in data:
            texts += [data.decode("utf-16-le", "replace"), data.decode("utf-16-be", "replace"), data[1:].decode("utf-16-le", "replace")]
        return any(self.in_hidden(text) for text in texts)


class _Haystack:
    """A text in which squeezed strings are counted where they begin and end with a word."""

    def __init__(self, text: str) -> None:
        words = _NOISE.split(fold(read_text(text).text))
        self._joined = "".join(words)
        self._borders = set()
        position = 0
        for word in words:
            self._borders.add(position)
            position += len(word)
        self._borders.add(position)

    def count(self, trace: str) -> int:
        found, at = 0, self._joined.find(trace)
        while at >= 0:
            found += at in self._borders and at + len(trace) in self._borders
            at = self._joined.find(trace, at + 1)
        return found


def _strings(handled: Iterable[Handled]) -> Iterator[str]:
    for document, result in handled:
        for replacement in result.replacements:
            text = replacement.span.text(document.text)
            if squeezed(text) != squeezed(replacement.text):
                yield text


def replaced_strings(handled: Iterable[Handled]) -> Iterator[str]:
    """Every string that was replaced, squeezed; those too short to be looked for are left out."""
    for text in _strings(handled):
        trace = squeezed(text)
        letters, digits = sum(c.isalpha() for c in trace), sum(c.isdigit() for c in trace)
        if letters >= LEAST_LETTERS or digits >= LEAST_DIGITS:
            yield trace


def traces_of(handled: Sequence[Handled]) -> Traces:
    """What to look for in the file that was written from these documents."""
    wanted = dict.fromkeys(replaced_strings(handled))
    left = _Haystack("\n".join(result.text or "" for _, result in handled))
    return Traces({trace: left.count(trace) for trace in wanted})
