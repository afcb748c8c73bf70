"""The sums of `PythonNetwork` with numpy, a whole page at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from velado.models.network import GATES, SEEN, NetworkWeights, Rows, Tensor

__all__ = ["NumpyNetwork"]

_AT_ONCE = 2048  # tokens whose gates are computed together
_KEPT = 24_000  # vectors of forms and of places that are kept

Array = Any


class NumpyNetwork:
    """Sums with numpy."""

    def __init__(self, weights: NetworkWeights) -> None:
        tensors = weights.tensors
        self._forms, self._marks = _Vectors(tensors["forms"]), _Vectors(tensors["marks"])
        gates = _full(tensors["gates"])  # seen, gate and state by input
        self._states = gates.shape[0] // len(SEEN) // GATES  # of both directions
        self._gates = gates.reshape(len(SEEN), -1, gates.shape[1])
        self._skip, self._out = _full(tensors["skip"]).T.copy(), _full(tensors["out"])
        self._bias, self._out_bias = _full(tensors["gate_bias"])[0], _full(tensors["out_bias"])[0]
        # All that one token adds to the gates around it, and its own scores, in one product.
        self._product = np.concatenate([*(part.T for part in self._gates), self._skip], axis=1)

    def scores(self, forms: Rows, marks: Rows) -> Array:
        """See `Network`."""
        inputs: Array = self._forms.of(forms)
        inputs += self._marks.of(marks)
        count, states = len(inputs), self._states
        keep, write, read = (np.empty((count, states), dtype=np.float32) for _ in range(3))
        scores = np.empty((count, self._skip.shape[1]), dtype=np.float32)
        reach = max(SEEN)
        for start in range(0, count, _AT_ONCE):
            stop = min(start + _AT_ONCE, count)
            low, high = max(0, start - reach), min(count, stop + reach)
            gates = self._gates_of(inputs[low:high], scores, low, high)[start - low : stop - low]
            np.tanh(gates[:, :states], out=write[start:stop])
            keep[start:stop] = _sigmoid(gates[:, states : 2 * states])
            read[start:stop] = _sigmoid(gates[:, 2 * states :])
        write *= 1 - keep
        half = states // 2
        _scan(keep[:, :half], write[:, :half])
        _scan(keep[::-1, half:], write[::-1, half:])
        write *= read
        scores += write @ self._out
        scores += self._out_bias
        return scores

    def _gates_of(self, inputs: Array, scores: Array, low: int, high: int) -> Array:
        """The gates of some tokens; what the inputs say to the scores by themselves is written there."""
        product = inputs @ self._product
        width = GATES * self._states
        scores[low:high] = product[:, len(SEEN) * width :]
        gates = np.repeat(self._bias[None], len(inputs), axis=0)
        for place, offset in enumerate(SEEN):
            part = product[:, place * width : (place + 1) * width]
            if offset < 0:
                gates[-offset:] += part[:offset]
            elif offset > 0:
                gates[:-offset] += part[offset:]
            else:
                gates += part
        return gates


class _Vectors:
    """The sums of some rows of a table, kept by the rows."""

    def __init__(self, table: Tensor) -> None:
        self._table = _full(table)
        self._table[0] = 0.0  # for those that have no row at all
        self._numbers: dict[tuple[int, ...], int] = {}
        self._kept = np.zeros((1024, table.width), dtype=np.float32)

    def of(self, rows: Rows) -> Array:
        new = set(rows).difference(self._numbers)
        if new:
            if len(self._numbers) + len(new) > _KEPT:
                self._numbers.clear()
                new = set(rows)
            self._learn(list(new))
        return self._kept.take(list(map(self._numbers.__getitem__, rows)), axis=0)

    def _learn(self, new: Sequence[tuple[int, ...]]) -> None:
        first, stop = len(self._numbers), len(self._numbers) + len(new)
        while len(self._kept) < stop:
            self._kept = np.concatenate([self._kept, np.zeros_like(self._kept)])
        lengths = np.array(list(map(len, new)))
        told = self._table.take(np.fromiter(chain.from_iterable(new), np.int64, int(lengths.sum())), axis=0)
        begins = np.cumsum(lengths) - lengths
        sums = np.add.reduceat(np.concatenate([told, self._table[:1]]), begins, axis=0)
        sums[lengths == 0] = 0.0
        self._kept[first:stop] = sums
        self._numbers.update(zip(new, range(first, stop), strict=True))


def _full(tensor: Tensor) -> Array:
    values = np.frombuffer(tensor.values, dtype=np.int8).reshape(-1, tensor.width).astype(np.float32)
    return values * np.array(tensor.scales, dtype=np.float32)[:, None]


def _sigmoid(values: Array) -> Array:
    return 1 / (1 + np.exp(-np.maximum(values, -60)))


def _scan(keep: Array, write: Array) -> None:
    """Make `write` the states: each is what was kept of the one before it, and what was written. `keep` is used up.

    By doubling: after each round a row holds what came of twice as many rows before it.
    """
    step, count = 1, len(keep)
    while step < count:
        write[step:] += keep[step:] * write[:-step]
        keep[step:] = keep[step:] * keep[:-step]
        step *= 2
