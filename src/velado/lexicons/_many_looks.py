"""The letter groups of many words at once, with numpy: what `look.groups` and a sum do for one."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["joined_weights", "sums_of_groups"]

_SIZES = range(5)  # groups of one to five letters
_COLUMN = np.arange(len(_SIZES))[:, None]


def _table() -> Any:
    """The table of CRC-32: what a byte makes of the remainder."""
    codes = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        codes = np.where(codes & 1, codes >> 1 ^ np.uint32(0xEDB88320), codes >> 1)
    return codes


_TABLE = _table()


def joined_weights(weights: bytes, zero: int) -> array[int]:
    """The four weights of each bucket in one number; `zero` lifts all of them above zero."""
    columns = np.frombuffer(weights, dtype=np.int8).reshape(-1, 4).astype(np.int64).T
    joined = columns[0] + (columns[1] << 16) + (columns[2] << 32) + (columns[3] << 48) + zero
    return array("Q", joined.tobytes())


def sums_of_groups(packed: array[int], words: Sequence[str]) -> list[int]:
    """For each ASCII word the sum of the weights of its letter groups, its edges marked; `packed` has them by bucket."""
    weights = np.frombuffer(packed, dtype=np.uint64)
    lengths = np.array([len(word) + 2 for word in words])
    ends = np.cumsum(lengths)
    count = int(ends[-1])
    letters = np.frombuffer(f"^{'$^'.join(words)}${' ' * len(_SIZES)}".encode(), dtype=np.uint8)
    left = np.repeat(ends, lengths) - np.arange(count)  # letters up to the word's end
    codes = np.full((len(_SIZES) + 1, count), 0xFFFFFFFF, dtype=np.uint32)
    for size in _SIZES:
        codes[size + 1] = _TABLE[(codes[size] ^ letters[size : size + count]) & 0xFF] ^ codes[size] >> 8
    # A group that runs over the word's end is none.
    sums = np.where(left > _COLUMN, weights[~codes[1:] & len(packed) - 1], 0).sum(axis=0)
    totals: list[int] = np.add.reduceat(sums, ends - lengths).tolist()
    return totals
