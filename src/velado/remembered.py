"""What is told of a word is told once: a memory for what was met so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

__all__ = ["Remembered"]

_K = TypeVar("_K")
_T = TypeVar("_T")


class Remembered(dict[_K, _T]):
    """Answers by key, asked for when first needed; forgets everything when it has grown to `most`.

    >>> lengths = Remembered(len)
    >>> lengths["dolor"], "dolor" in lengths
    (5, True)
    """

    __slots__ = ("_most", "_tell")

    def __init__(self, tell: Callable[[_K], _T], most: int = 100_000) -> None:
        super().__init__()
        self._tell, self._most = tell, most

    def __missing__(self, key: _K) -> _T:
        if len(self) >= self._most:
            self.clear()
        told = self[key] = self._tell(key)
        return told
