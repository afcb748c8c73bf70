"""What is told of a word is told once: a memory for the words met so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

__all__ = ["Remembered"]

_MOST = 100_000  # words
_T = TypeVar("_T")


class Remembered(dict[str, _T]):
    """Answers by word, asked for when first needed; forgets everything when it has grown large.

    >>> lengths = Remembered(len)
    >>> lengths["dolor"], "dolor" in lengths
    (5, True)
    """

    def __init__(self, tell: Callable[[str], _T]) -> None:
        super().__init__()
        self._tell = tell

    def __missing__(self, word: str) -> _T:
        if len(self) >= _MOST:
            self.clear()
        told = self[word] = self._tell(word)
        return told
