"""The network beside the CRF: gated linear recurrence over the whole page, in both directions. Its file, and its sums in plain Python.

Each token is the sum of a few rows of two tables. What it sees of its neighbours opens three gates for each of its states; a state
is a running mean that the gates write to and read from. No gate sees a state, so all gates of a page are computed at once.
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from itertools import islice
from math import exp, tanh
from operator import add, mul
from typing import Any, Protocol

from velado.remembered import Remembered

__all__ = ["GATES", "SEEN", "Network", "NetworkWeights", "PythonNetwork", "Tensor", "best_network"]

_MAGIC = b"VELADO-NETWORK1\n"
SEEN = (-1, 0, 1)  # which tokens a gate sees, from its own
GATES = 3  # candidate, forget, output
_KEPT = 4_000  # products that are kept
Rows = Sequence[tuple[int, ...]]  # of each token the numbers of some rows of a table


@dataclass(frozen=True)
class Tensor:
    """A matrix of signed bytes with one scale for each row."""

    width: int
    values: bytes = field(repr=False)
    scales: tuple[float, ...] = field(repr=False)

    def row(self, number: int) -> list[float]:
        """One row, in full."""
        scale = self.scales[number]
        return [value * scale for value in memoryview(self.values).cast("b")[number * self.width : (number + 1) * self.width]]

    def rows(self) -> list[list[float]]:
        """All rows."""
        return list(map(self.row, range(len(self.scales))))


@dataclass(frozen=True)
class NetworkWeights:
    """The tensors of a network: `forms` and `marks` have a row for each fact, `gates` and `skip` one for each of their columns, `out` one for each state."""

    tensors: dict[str, Tensor] = field(repr=False)
    labels: tuple[str, ...]

    def dump(self) -> bytes:
        """The bytes of a file: a line of JSON with the sizes, then scales and values of each tensor, packed."""
        head = {"labels": self.labels, "tensors": {name: [len(tensor.scales), tensor.width] for name, tensor in self.tensors.items()}}
        parts = [json.dumps(head).encode() + b"\n"]
        for tensor in self.tensors.values():
            parts += (array("f", tensor.scales).tobytes(), tensor.values)
        return _MAGIC + zlib.compress(b"".join(parts), 9)

    @classmethod
    def load(cls, data: bytes) -> NetworkWeights:
        """A network from the bytes of a file."""
        if not data.startswith(_MAGIC):
            raise ValueError("not a file of Velado's network weights")
        head, _, body = zlib.decompress(data[len(_MAGIC) :]).partition(b"\n")
        told = json.loads(head)
        tensors, at = {}, 0
        for name, (count, width) in told["tensors"].items():
            scales = array("f", body[at : at + 4 * count])
            at += 4 * count
            tensors[name] = Tensor(width, body[at : at + count * width], tuple(scales))
            at += count * width
        return cls(tensors, tuple(told["labels"]))


class Network(Protocol):
    """Scores the tokens of a page."""

    def scores(self, forms: Rows, marks: Rows) -> Any:
        """For each token one number per label; only differences within a token mean anything."""
        ...


class PythonNetwork:
    """The sums in plain Python. What belongs to a form or to a place alone is computed once and kept."""

    def __init__(self, weights: NetworkWeights) -> None:
        tensors = weights.tensors
        self._forms, self._marks = tensors["forms"], tensors["marks"]
        self._gates = tensors["gates"].rows()  # one for each token seen, gate and state
        self._skip = tensors["skip"].rows()  # one for each label
        self._out = list(map(list, zip(*tensors["out"].rows(), strict=True)))  # one for each label
        self._bias, self._out_bias = tensors["gate_bias"].row(0), tensors["out_bias"].row(0)
        self._of_forms = Remembered[tuple[int, ...], list[list[float]]](partial(self._products, self._forms), _KEPT)
        self._of_marks = Remembered[tuple[int, ...], list[list[float]]](partial(self._products, self._marks), _KEPT)

    def _products(self, table: Tensor, rows: tuple[int, ...]) -> list[list[float]]:
        """What some rows add to the gates of the tokens around, one list for each place, and last the sum of the rows itself."""
        vector = [sum(column) for column in zip(*map(table.row, rows), strict=True)] if rows else [0.0] * table.width
        products = [sum(map(mul, row, vector)) for row in self._gates]
        each = len(products) // len(SEEN)
        return [*(products[at : at + each] for at in range(0, len(products), each)), vector]

    def scores(self, forms: Rows, marks: Rows) -> list[LazyScores]:
        """See `Network`; the numbers are computed when they are asked for, because few labels are in question."""
        inputs = [(self._of_forms[form], self._of_marks[mark]) for form, mark in zip(forms, marks, strict=True)]
        states = len(self._bias) // GATES // 2
        gates = []
        for number in range(len(inputs)):
            total = self._bias
            for place, offset in enumerate(SEEN):
                if 0 <= number + offset < len(inputs):
                    form, mark = inputs[number + offset]
                    total = list(map(add, map(add, total, form[place]), mark[place]))
            gates.append(total)
        ahead = _pass(gates, 0, states)
        behind = _pass(gates[::-1], states, states)[::-1]
        result = []
        for number, (left, right) in enumerate(zip(ahead, behind, strict=True)):
            form, mark = inputs[number]
            result.append(LazyScores(list(map(add, form[-1], mark[-1])), left + right, self._skip, self._out, self._out_bias))
        return result


class LazyScores:
    """The scores of one token by label."""

    __slots__ = ("_bias", "_input", "_out", "_skip", "_state")

    def __init__(self, vector: list[float], state: list[float], skip: list[list[float]], out: list[list[float]], bias: list[float]) -> None:
        self._input, self._state, self._skip, self._out, self._bias = vector, state, skip, out, bias

    def __getitem__(self, label: int) -> float:
        told: float = sum(map(mul, self._skip[label], self._input)) + sum(map(mul, self._out[label], self._state))
        return self._bias[label] + told


def _pass(gates: Sequence[Sequence[float]], first: int, states: int) -> list[list[float]]:
    """The states of one direction, whose gates begin at a column within each kind of gate."""
    width = len(gates[0]) // GATES if gates else 0
    held = [0.0] * states
    result = []
    for row in gates:
        candidate, forget, output = (islice(row, kind * width + first, kind * width + first + states) for kind in range(GATES))
        kept = [1 / (1 + exp(-value)) if value > -60 else 0.0 for value in forget]
        held = [keep * old + (1 - keep) * tanh(new) for keep, old, new in zip(kept, held, candidate, strict=True)]
        result.append([value / (1 + exp(-gate)) if gate > -60 else 0.0 for value, gate in zip(held, output, strict=True)])
    return result


def best_network(weights: NetworkWeights) -> Network:
    """numpy's where it is installed."""
    if find_spec("numpy"):
        from velado.models.fast_network import NumpyNetwork

        return NumpyNetwork(weights)
    return PythonNetwork(weights)
