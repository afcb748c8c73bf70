"""Families of words that stand in the same surroundings, learned from clinical text: "refiere" beside "relata" and "reports".

A model that has met one of a family knows something about the others. The file holds fingerprints and numbers, no text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from importlib.resources import files

from velado.lexicons._table import Table, pack_table
from velado.remembered import Remembered

__all__ = ["COARSE", "FILE", "Families", "family_of", "instead", "pack"]

FILE = "families.bin"
COARSE = 128  # more coarse families than there are
_MEMORY = 100_000  # words


class Families:
    """For a word the number of its coarse and of its fine family."""

    def __init__(self, data: bytes) -> None:
        self._table = Table(data)

    def find(self, word: str) -> tuple[int, int] | None:
        """None for a word that was too rare to have one."""
        value = self._table.find(word)
        return ((value - 1) % COARSE, (value - 1) // COARSE) if value else None


def pack(families: Mapping[str, tuple[int, int]]) -> bytes:
    """The bytes of the file.

    >>> Families(pack({"refiere": (3, 17)})).find("refiere")
    (3, 17)
    """
    return pack_table({word: 1 + coarse + COARSE * fine for word, (coarse, fine) in families.items()})


@lru_cache(maxsize=1)
def _shipped() -> Families | None:
    """Those in the package; None in a build without them."""
    file = files("velado.lexicons").joinpath(FILE)
    return Families(file.read_bytes()) if file.is_file() else None


_instead: list[Families] = []


@contextmanager
def instead(other: Families) -> Iterator[None]:
    """For a while ask other families: those that training has just made."""
    _instead.append(other)
    family_of.cache_clear()
    try:
        yield
    finally:
        _instead.pop()
        family_of.cache_clear()


@lru_cache(maxsize=_MEMORY)
def family_of(word: str) -> tuple[str, ...]:
    """Feature names for the families of a folded word."""
    families = _instead[-1] if _instead else _shipped()
    found = families.find(word) if families is not None else None
    return _names[found] if found else ()


_names = Remembered[tuple[int, int], tuple[str, ...]](lambda found: (f"C1={found[0]}", f"C2={found[1]}"))  # few, and of many words
