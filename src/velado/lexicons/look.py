"""What an unknown word looks like: a first name, a surname, a place or an ordinary word, from its letters alone.

A linear model over letter groups, trained on long lists; its weights ship, the lists do not.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.util import find_spec
from itertools import filterfalse
from math import exp
from typing import Protocol
from zlib import crc32, decompress

from velado.compiled import compiled
from velado.remembered import Remembered

__all__ = ["BUCKETS", "CLASSES", "Look", "chances", "groups", "instead", "learn", "load_look", "look_of"]

CLASSES = ("first", "surname", "place", "word")
BUCKETS = 1 << 16
_SCALE = 16.0  # weights are stored as signed bytes, sixteenths
_MEMORY = 100_000  # words
_ZERO = sum(128 << shift for shift in (0, 16, 32, 48))
_MOST_LETTERS = 12  # longer words count as long as this
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
    pieces.append(f"#{min(len(word), _MOST_LETTERS)}".encode())
    return [bucket % BUCKETS for bucket in map(crc32, pieces)]


@dataclass(frozen=True)
class Look:
    """The model: one signed byte per bucket and class."""

    weights: bytes = field(repr=False)

    @cached_property
    def _packed(self) -> array[int]:
        # The four weights of a bucket in one number, each above zero, so that one addition adds all four.
        if sys.modules.get("numpy"):
            from velado.lexicons._many_looks import joined_weights

            return joined_weights(self.weights, _ZERO)
        signed = memoryview(self.weights).cast("b")
        columns = [signed[at::4].tolist() for at in range(4)]
        return array("Q", [a + (b << 16) + (c << 32) + (d << 48) + _ZERO for a, b, c, d in zip(*columns, strict=True)])

    def chances(self, word: str) -> tuple[float, ...]:
        """For a folded word the probability of each class."""
        return self._chances_of(sum(map(self._packed.__getitem__, groups(word[:_LONGEST]))))

    def chances_of_many(self, words: Sequence[str]) -> list[tuple[float, ...]]:
        """The same for many ASCII words at once; needs numpy."""
        cut = [word[:_LONGEST] for word in words]
        lengths = self._of_lengths
        if loops := compiled():
            told: list[tuple[float, ...]] = loops.chances_of(self._packed, lengths, cut, _SCALE)
            return told
        from velado.lexicons._many_looks import sums_of_groups

        totals = sums_of_groups(self._packed, cut)
        return [self._chances_of(total + lengths[min(len(word), _MOST_LETTERS)]) for word, total in zip(cut, totals, strict=True)]

    @cached_property
    def _of_lengths(self) -> array[int]:
        """What a word's length adds."""
        return array("Q", [self._packed[crc32(f"#{length}".encode()) % BUCKETS] for length in range(_MOST_LETTERS + 1)])

    @staticmethod
    def _chances_of(total: int) -> tuple[float, ...]:
        # Every bucket added the same to all four, so what they are above zero plays no part.
        first, surname, place, word = total & 0xFFFF, total >> 16 & 0xFFFF, total >> 32 & 0xFFFF, total >> 48
        top = max(first, surname, place, word)
        # Written out: every new word comes by here.
        a, b, c, d = exp((first - top) / _SCALE), exp((surname - top) / _SCALE), exp((place - top) / _SCALE), exp((word - top) / _SCALE)
        whole = a + b + c + d
        return a / whole, b / whole, c / whole, d / whole


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
    _known.clear()
    look_of.cache_clear()


def _chances_of(word: str) -> tuple[float, ...]:
    look = _instead[-1] if _instead else load_look()
    return look.chances(word) if look is not None and len(word) >= 3 else (0.0, 0.0, 0.0, 1.0)


_known = Remembered(_chances_of, _MEMORY)
_has_numpy = find_spec("numpy") is not None


def chances(word: str) -> tuple[float, ...]:
    """For a folded word the chance of being a first name, a surname, a place, an ordinary word."""
    return _known[word]


def learn(words: Iterable[str]) -> None:
    """Look at all new words of a page at once, which is much faster than one by one, where numpy is installed."""
    look = load_look()
    if look is None or _instead or not _has_numpy:
        return
    new = [word for word in filterfalse(_known.__contains__, set(words)) if len(word) >= 3 and word.isalpha() and word.isascii()]
    if len(_known) + len(new) >= _MEMORY:
        _known.clear()
    if new:
        _known.update(zip(new, look.chances_of_many(new), strict=True))


@lru_cache(maxsize=100_000)
def look_of(word: str) -> tuple[str, ...]:
    """Feature names for what a folded word looks like; none where the model is missing or the word too short."""
    if len(word) < 3:
        return ()
    first, surname, place, plain = chances(word)
    person = first + surname
    return _names[int(person * 9.99), int(first * 4.99), int(place * 4.99), int(plain * 9.99)]


# There are few, and each is that of many words.
_names = Remembered[tuple[int, ...], tuple[str, ...]](lambda told: tuple(f"Y{sort}={grade}" for sort, grade in zip("nfpw", told, strict=True)))
