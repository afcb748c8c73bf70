"""The file behind the lexicon: an open-addressing hash table of fingerprints, little-endian, without any text.

Layout: magic (4 bytes), number of slots, number of distinct values (two u32); then the fingerprints (u32 per
slot), the numbers of the values (u16 per slot, 0 = empty) and the distinct values (u64).
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Mapping
from hashlib import blake2b
from pkgutil import get_data
from struct import Struct, pack, unpack_from

from velado.compiled import compiled

__all__ = ["FILE", "Table", "open_table", "pack_table"]

FILE = "lexicon.bin"
_MAGIC = b"VLX1"
_HEADER = len(_MAGIC) + 8


_halves = Struct("<II").unpack


def _hash(word: str) -> tuple[int, int]:
    """What tells the slot of a word, and its fingerprint."""
    low, high = _halves(blake2b(word.encode(errors="surrogatepass"), digest_size=8).digest())
    return low, high


class Table:
    """A compiled lexicon, opened."""

    __slots__ = ("_fingerprints", "_loops", "_numbers", "_slots", "_values")

    def __init__(self, data: bytes) -> None:
        if data[:4] != _MAGIC:
            raise ValueError("this is not a lexicon file")
        self._slots, count = unpack_from("<II", data, 4)
        middle, behind = _HEADER + 4 * self._slots, _HEADER + 6 * self._slots
        whole = memoryview(data)
        self._fingerprints = _numbers("I", whole[_HEADER:middle])
        self._numbers = _numbers("H", whole[middle:behind])
        self._values = _numbers("Q", whole[behind : behind + 8 * count])
        loops = compiled()
        # The values stand at an odd place in the file; compiled code wants them where numbers of their size may stand.
        self._loops = loops.Lexicon(self._fingerprints, self._numbers, array("Q", self._values.tobytes())) if loops else None

    def find(self, word: str) -> int:
        """The value of a word, 0 when it is not in the table."""
        numbers, slots = self._numbers, self._slots
        if self._loops is not None:
            found: int | None = self._loops.find(word)
            if found is not None:
                return found
        low, fingerprint = _hash(word)
        slot = low % slots
        while number := numbers[slot]:
            if self._fingerprints[slot] == fingerprint:
                value: int = self._values[number]
                return value
            slot = slot + 1 if slot + 1 < slots else 0
        return 0


def _numbers(kind: str, data: memoryview) -> memoryview | array[int]:
    """The numbers in a piece of the file, without a copy where the machine reads them the same way."""
    if sys.byteorder == "little":
        return data.cast(kind)  # type: ignore[call-overload,no-any-return]
    numbers: array[int] = array(kind, data.tobytes())
    numbers.byteswap()
    return numbers


def open_table() -> Table:
    """The table that comes with the package."""
    data = get_data("velado.lexicons", FILE)
    if data is None:
        raise FileNotFoundError(f"the package lacks {FILE}")
    return Table(data)


def pack_table(entries: Mapping[str, int]) -> bytes:
    """The bytes of a table; the same entries always give the same bytes, in whatever order they come."""
    slots = max(8, len(entries) * 10 // 7) | 1
    distinct = sorted({value for value in entries.values() if value})
    if len(distinct) > 0xFFFE:
        raise ValueError("too many distinct values for a lexicon file")
    numbered = {value: number for number, value in enumerate(distinct, 1)}
    fingerprints, numbers = array("I", bytes(4 * slots)), array("H", bytes(2 * slots))
    for (fingerprint, low), value in sorted((_hash(word)[::-1], value) for word, value in entries.items() if value):
        slot = low % slots
        while numbers[slot]:
            if fingerprints[slot] == fingerprint:
                raise ValueError("two entries have one fingerprint")
            slot = (slot + 1) % slots
        fingerprints[slot], numbers[slot] = fingerprint, numbered[value]
    parts = [fingerprints, numbers, array("Q", [0, *distinct])]
    if sys.byteorder == "big":
        for part in parts:
            part.byteswap()
    return _MAGIC + pack("<II", slots, len(distinct) + 1) + b"".join(part.tobytes() for part in parts)
