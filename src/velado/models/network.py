"""The network at work: onnxruntime where it is installed, the same arithmetic in plain Python where it is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from math import exp, log, tanh
from typing import Any, Protocol

from velado.models.network_input import COLUMNS, SIZES
from velado.models.onnx_file import tensors_of
from velado.models.runtime import import_onnxruntime

__all__ = ["LateNetwork", "Network", "OnnxNetwork", "PythonNetwork", "best_network"]

_BATCH = 8192  # tokens that are scored at once
Rows = Sequence[tuple[Sequence[Sequence[int]], Sequence[Sequence[float]]]]  # per line: integers and chances of its tokens


class Network(Protocol):
    """Scores the tokens of some lines."""

    def run(self, lines: Rows) -> list[Any]:
        """For each line an array or rows: for each token the log-probability of each label."""
        ...


class OnnxNetwork:
    """Runs in onnxruntime, one thread, all lines of a call at once."""

    def __init__(self, model: bytes) -> None:
        import numpy

        onnxruntime = import_onnxruntime()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # one process is one worker
        options.log_severity_level = 3
        self._np: Any = numpy
        self._session: Any = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def run(self, lines: Rows) -> list[Any]:
        """See `Network`."""
        scores: list[Any] = [None] * len(lines)
        # In batches of lines that are about as long as each other: what is filled up to the longest costs time and memory.
        batch: list[int] = []
        for at in sorted(range(len(lines)), key=lambda at: len(lines[at][0])):
            if batch and (len(batch) + 1) * len(lines[at][0]) > _BATCH:
                self._run(lines, batch, scores)
                batch = []
            batch.append(at)
        if batch:
            self._run(lines, batch, scores)
        return scores

    def _run(self, lines: Rows, batch: Sequence[int], scores: list[Any]) -> None:
        """Score some of the lines."""
        np = self._np
        lengths = np.array([len(lines[at][0]) for at in batch], dtype=np.int32)
        longest = int(lengths.max())
        integers = np.zeros((longest, len(batch), len(SIZES)), dtype=np.int32)
        looks = np.zeros((longest, len(batch), 4), dtype=np.float32)
        for place, at in enumerate(batch):
            numbers, chances = lines[at]
            integers[: len(numbers), place] = numbers
            looks[: len(numbers), place] = chances
        told = self._session.run(["scores"], {"integers": integers, "looks": looks, "lengths": lengths})[0]
        for place, (at, length) in enumerate(zip(batch, lengths, strict=True)):
            scores[at] = told[:length, place].astype(np.float64)


class PythonNetwork:
    """The same sums in plain Python: slow, but it needs nothing."""

    def __init__(self, model: bytes) -> None:
        tensors = tensors_of(model)
        self._tables = [tensors[name] for name in COLUMNS]
        self._out = tensors["out"].rows()
        self._out_bias = tensors["out_bias"].values
        # ONNX keeps the gates of an LSTM in the order input, output, forget, cell.
        self._sides = [
            (tensors["lstm_w"].part(side), tensors["lstm_r"].part(side), tensors["lstm_b"].part(side)) for side in (0, 1)
        ]

    def run(self, lines: Rows) -> list[Any]:
        """See `Network`."""
        return [self._line(integers, looks) for integers, looks in lines]

    def _line(self, integers: Sequence[Sequence[int]], looks: Sequence[Sequence[float]]) -> list[list[float]]:
        inputs = []
        for numbers, chances in zip(integers, looks, strict=True):
            rows = [table.row(number) for table, number in zip(self._tables, numbers, strict=True)]
            word = [a + b for a, b in zip(rows[0], rows[1], strict=True)]
            inputs.append([*word, *(value for row in rows[2:] for value in row), *chances])
        ahead = self._pass(inputs, 0)
        back = self._pass(inputs[::-1], 1)[::-1]
        result = []
        for left, right in zip(ahead, back, strict=True):
            state = left + right
            sums = list(self._out_bias)
            for value, row in zip(state, self._out, strict=True):
                sums = [held + value * weight for held, weight in zip(sums, row, strict=True)]
            top = max(sums)
            whole = top + log(sum(exp(value - top) for value in sums))
            result.append([value - whole for value in sums])
        return result

    def _pass(self, inputs: Sequence[Sequence[float]], side: int) -> list[list[float]]:
        weights, recurrent, bias = self._sides[side]
        size = len(recurrent[0])
        offsets = [bias[0][at] + bias[0][at + 4 * size] for at in range(4 * size)]
        state, cell = [0.0] * size, [0.0] * size
        states: list[list[float]] = []
        for vector in inputs:
            gates = [
                offset + sum(map(float.__mul__, row, vector)) + sum(map(float.__mul__, again, state))
                for offset, row, again in zip(offsets, weights, recurrent, strict=True)
            ]
            opened, shown, kept = ([1 / (1 + exp(-gate)) for gate in gates[size * part : size * (part + 1)]] for part in (0, 1, 2))
            cell = [k * c + o * tanh(gate) for k, c, o, gate in zip(kept, cell, opened, gates[3 * size :], strict=True)]
            state = [s * tanh(c) for s, c in zip(shown, cell, strict=True)]
            states.append(state)
        return states


class LateNetwork:
    """A network that is read and set up when it is first asked: many notes never need it."""

    def __init__(self, read: Callable[[], bytes]) -> None:
        self._read = read
        self._network: Network | None = None

    def run(self, lines: Rows) -> list[Any]:
        """See `Network`."""
        if self._network is None:
            self._network = best_network(self._read())
        return self._network.run(lines)


def best_network(model: bytes) -> Network:
    """onnxruntime's where it is installed."""
    return OnnxNetwork(model) if find_spec("onnxruntime") and find_spec("numpy") else PythonNetwork(model)
