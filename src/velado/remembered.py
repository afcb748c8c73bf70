"""What is told of a word is told once: a memory for what was met so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

__all__ = ["Remembered", "Sieve"]

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


class Sieve(Generic[_K]):
    """Tells which of many keys pass a test, each of which is tested when first met; forgets everything when it has grown to `most`.

    >>> Sieve(str.isupper).of(frozenset({"a", "B"}))
    frozenset({'B'})
    """

    __slots__ = ("_memory", "_most", "_passes")

    def __init__(self, passes: Callable[[_K], object], most: int = 100_000) -> None:
        self._passes, self._most = passes, most
        self._memory: tuple[set[_K], set[_K]] = (set(), set())  # what was met, what of it passed

    def of(self, keys: frozenset[_K]) -> frozenset[_K]:
        """Those that pass."""
        met, passed = self._memory
        if new := keys - met:
            if len(met) + len(new) > self._most:
                met, passed = self._memory = set(), set()
                new = keys
            # In this order: another thread must not take for met what has not been tested.
            passed.update(filter(self._passes, new))
            met |= new
        return keys & passed
