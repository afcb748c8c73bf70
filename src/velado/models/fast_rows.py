"""Rows of weights for numpy: as they are stored, and summed up and kept by key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any

import numpy as np

__all__ = ["Sparse", "Table", "grown"]

Array = Any


class Sparse:
    """Rows of weights of which only what is not zero is stored, in as many steps as it is large.

    One more row is empty: it stands for the features that have no weight.
    """

    def __init__(self, begins: Array, columns: Array, values: Array, step: float) -> None:
        self.begins, self._lengths = begins, np.append(np.diff(begins), 0)
        self.columns, self.values, self.step = columns, values, step
        self.nothing = len(begins) - 1

    def sums(self, rows: Array, targets: Array, count: int, width: int) -> Array:
        """So many sums of such a width: each of the rows is added to its target."""
        lengths = self._lengths.take(rows)
        cells = (self.begins.take(rows) - lengths.cumsum() + lengths).repeat(lengths)
        cells += np.arange(len(cells))
        places = (targets * width).repeat(lengths)
        places += self.columns.take(cells)
        totals = np.bincount(places, self.values.take(cells), count * width) * self.step
        return totals.reshape(count, width)


class Table:
    """Rows of sums by key, made when first asked for, many at once. Row 0 stays empty."""

    def __init__(self, width: int, most: int, sums: Callable[[int, list[Any]], Array]) -> None:
        """`sums` makes the rows of some new keys; it is told the number of the first. About `most` rows are kept."""
        self._numbers: dict[Any, int] = {}
        self._most, self._sums = most, sums
        self.rows = np.zeros((most, width), dtype=np.float32)  # takes memory only as it is filled

    def numbers_of(self, keys: Sequence[Any]) -> Array:
        """The numbers of the rows of some keys."""
        numbers = self._known(keys)
        missing = (numbers < 0).nonzero()[0].tolist()
        if missing:
            if len(self) + len(missing) >= self._most:
                self.forget()
                missing = list(range(len(keys)))
            wanted = list(map(keys.__getitem__, missing))
            self._learn(list(dict.fromkeys(wanted)))
            numbers[missing] = list(map(self._numbers.__getitem__, wanted))
        return numbers

    def _known(self, keys: Sequence[Any]) -> Array:
        """The same, with -1 for what is not known."""
        return np.fromiter(map(self._numbers.get, keys, repeat(-1)), np.int64, len(keys))

    def rows_of(self, keys: Sequence[Any]) -> Array:
        """The rows of some keys."""
        numbers = self.numbers_of(keys)
        return self.rows.take(numbers, axis=0)

    def __len__(self) -> int:
        return len(self._numbers)

    def _learn(self, new: Any) -> None:
        first = len(self) + 1
        stop = first + len(new)
        self.rows = grown(self.rows, stop)
        self.rows[first:stop] = self._sums(first, new)
        self._keep(new, range(first, stop))

    def _keep(self, new: Any, numbers: range) -> None:
        self._numbers.update(zip(new, numbers, strict=True))

    def forget(self) -> None:
        """Make room."""
        self._numbers.clear()


def grown(rows: Array, least: int) -> Array:
    """The rows with room for at least so many."""
    while least > len(rows):
        rows = np.concatenate([rows, np.zeros_like(rows)])
    return rows
