"""What an unknown word looks like: a first name, a surname, a place or an ordinary word, from its letters alone.

A linear model over letter groups, trained on long lists; its weights ship, the lists do not.
"""

from __future__ import annotations

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
    return [crc32(piece) % BUCKETS for piece in pieces]


@dataclass(frozen=True)
class Look:
    """The model: one signed byte per bucket and class."""

    weights: bytes = field(repr=False)

    @cached_property
    def _signed(self) -> memoryview:
        return memoryview(self.weights).cast("b")

    def chances(self, word: str) -> tuple[float, ...]:
        """For a folded word the probability of each class."""
        table = self._signed
        first = surname = place = plain = 0
        for bucket in groups(word):
            at = 4 * bucket
            first += table[at]
            surname += table[at + 1]
            place += table[at + 2]
            plain += table[at + 3]
        sums = (first, surname, place, plain)
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
