"""What an unknown word looks like: a first name, a surname, a place or an ordinary word, from its letters alone.

A linear model over letter groups, trained on long lists; its weights ship, the lists do not.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files
from math import exp
from typing import Protocol
from zlib import crc32, decompress

__all__ = ["BUCKETS", "CLASSES", "Look", "chances", "groups", "instead", "load_look", "look_of"]

CLASSES = ("first", "surname", "place", "word")
BUCKETS = 1 << 16
_SCALE = 16.0  # weights are stored as signed bytes, sixteenths
_ZERO = sum(128 << shift for shift in (0, 16, 32, 48))
_LONGEST = 48  # letters; the groups of more would not fit the sums


def groups(word: str) -> list[int]:
    """The buckets of a folded word's letter groups, one to five letters, with its edges marked."""
    marked = f"^{word}$"
    pieces: list[bytes]
    if word.isascii():
        letters = marked.encode()
        pieces = [letters[at : at + size] for size in (1, 2, 3, 4, 5) for at in range(len(letters) - size + 1)]
    else:
        pieces = [marked[at : at + size].encode() for size in (1, 2, 3, 4, 5) for at in range(len(marked) - size + 1)]
    pieces.append(f"#{min(len(word), 12)}".encode())
    return [bucket % BUCKETS for bucket in map(crc32, pieces)]


@dataclass(frozen=True)
class Look:
    """The model: one signed byte per bucket and class."""

    weights: bytes = field(repr=False)

    @cached_property
    def _packed(self) -> array[int]:
        # The four weights of a bucket in one number, each above zero, so that one addition adds all four.
        signed = memoryview(self.weights).cast("b")
        columns = [signed[at::4].tolist() for at in range(4)]
        return array("Q", [a + (b << 16) + (c << 32) + (d << 48) + _ZERO for a, b, c, d in zip(*columns, strict=True)])

    def chances(self, word: str) -> tuple[float, ...]:
        """For a folded word the probability of each class."""
        total = sum(map(self._packed.__getitem__, groups(word[:_LONGEST])))
        # Every bucket added the same to all four, so what they are above zero plays no part.
        sums = (total & 0xFFFF, total >> 16 & 0xFFFF, total >> 32 & 0xFFFF, total >> 48)
        top = max(sums)
        powers = [exp((value - top) / _SCALE) for value in sums]
        whole = sum(powers)
        return tuple(power / whole for power in powers)


@lru_cache(maxsize=1)
def load_look() -> Look | None:
    """The model in the package; None in a build without it."""
    file = files("velado.lexicons").joinpath("look.weights")
    return Look(decompress(file.read_bytes())) if file.is_file() else None


class Chances(Protocol):
    """Whatever tells the classes of a word."""

    def chances(self, word: str) -> tuple[float, ...]:
        """For a folded word the probability of each class."""
        ...


_instead: list[Chances] = []


@contextmanager
def instead(other: Chances) -> Iterator[None]:
    """For a while ask another model: training asks models that never saw the word, as it will be with new ones."""
    _instead.append(other)
    _forget()
    try:
        yield
    finally:
        _instead.pop()
        _forget()


def _forget() -> None:
    chances.cache_clear()
    look_of.cache_clear()


@lru_cache(maxsize=100_000)
def chances(word: str) -> tuple[float, ...]:
    """For a folded word the chance of being a first name, a surname, a place, an ordinary word."""
    look = _instead[-1] if _instead else load_look()
    return look.chances(word) if look is not None and len(word) >= 3 else (0.0, 0.0, 0.0, 1.0)


@lru_cache(maxsize=100_000)
def look_of(word: str) -> tuple[str, ...]:
    """Feature names for what a folded word looks like; none where the model is missing or the word too short."""
    if len(word) < 3:
        return ()
    first, surname, place, plain = chances(word)
    person = first + surname
    return (f"Yn={int(person * 9.99)}", f"Yf={int(first * 4.99)}", f"Yp={int(place * 4.99)}", f"Yw={int(plain * 9.99)}")
