"""Trains the network: embeddings of a few integers per token, a bidirectional LSTM over the line, one score per label.

It learns from the same lines as the CRF and is used beside it, on the lines where the CRF is in doubt.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
import torch
from torch import nn

from velado.models.features import sentences
from velado.models.network_input import BEFORE, BEHIND, COLUMNS, SIZES, Columns
from velado.training.corpora import Example
from velado.training.crf import Rules, page_of, tags_of

__all__ = ["Network", "examples_to_lines", "export", "train_network"]

_WIDTHS = (48, 48, 16, 16, 8, 16, 16, 8, 12, 6, 24)
_HIDDEN = 128
_MEMORY = 0.9995  # of the running mean of the weights, which does better on unseen notes than the last ones alone


class Network(nn.Module):
    """See the module's first line."""

    def __init__(self, labels: int) -> None:
        super().__init__()
        self.tables = nn.ModuleList(nn.Embedding(size, width, padding_idx=0) for size, width in zip(SIZES, _WIDTHS, strict=True))
        self.dropout = nn.Dropout(0.3)
        self.lstm = nn.LSTM(sum(_WIDTHS) - _WIDTHS[1] + 4, _HIDDEN, bidirectional=True, batch_first=True)
        self.out = nn.Linear(2 * _HIDDEN, labels)

    def forward(self, integers: torch.Tensor, looks: torch.Tensor) -> torch.Tensor:
        """Log-probabilities: lines × tokens × labels."""
        parts = [table(integers[:, :, number]) for number, table in enumerate(self.tables)]
        # Two hashes of the word in one vector: words that share one bucket seldom share both.
        inputs = torch.cat([parts[0] + parts[1], *parts[2:], looks], dim=2)
        states, _ = self.lstm(self.dropout(inputs))
        return torch.log_softmax(self.out(self.dropout(states)), dim=2)


@dataclass(frozen=True)
class Line:
    """One line with its neighbours' tokens; the labels of those are -1."""

    integers: Any
    looks: Any
    labels: Any


def examples_to_lines(examples: Sequence[Example], rules: Rules, labels: Sequence[str], plain: float = 0.3, seed: int = 7) -> list[Line]:
    """The lines of all examples; of those with nothing in them only a share, for the network is asked about the others."""
    number = {label: position for position, label in enumerate(labels)}
    rng = random.Random(seed)
    lines: list[Line] = []
    for example in examples:
        page = page_of(example)
        hints = rules.rule_spans(page)
        pieces = sentences(page, hints)
        columns = Columns(page, pieces, hints)
        integers, looks = columns.rows(columns.around(pieces[0], pieces[-1])[0]) if pieces else ([], [])
        rows, chances = numpy.array(integers, dtype=numpy.int32), numpy.array(looks, dtype=numpy.float32)
        position = 0
        for piece in pieces:
            end = position + len(piece.forms)
            low, high = max(0, position - BEFORE), min(len(rows), end + BEHIND)
            gold = [number.get(tag, number["O"]) for tag in tags_of(page, example.spans, piece)]
            if any(label != number["O"] for label in gold) or rows[position:end, 6].any() or rng.random() < plain:
                labelled = [-1] * (position - low) + gold + [-1] * (high - end)
                lines.append(Line(rows[low:high], chances[low:high], numpy.array(labelled, dtype=numpy.int64)))
            position = end
    return lines


def train_network(
    lines: Sequence[Line], labels: Sequence[str], *, epochs: int = 8, rate: float = 2e-3, batch: int = 48, seed: int = 7,
    forget: float = 0.4, log: Callable[[str], None] = print,
) -> Network:  # fmt: skip
    """A network fitted to the lines; `forget` is the share of names and places whose words it must do without."""
    torch.manual_seed(seed)
    rng = random.Random(seed)
    outside = list(labels).index("O")
    network = Network(len(labels))
    mean = copy.deepcopy(network).eval()
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4)
    total = epochs * (len(lines) // batch + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=rate, total_steps=total + 10, pct_start=0.15)
    generator = torch.Generator().manual_seed(seed)
    steps = 0
    for epoch in range(epochs):
        order = sorted(range(len(lines)), key=lambda at: (len(lines[at].labels) // 8, rng.random()))
        batches = [order[at : at + batch] for at in range(0, len(order), batch)]
        rng.shuffle(batches)
        summed = 0.0
        network.train()
        for numbers in batches:
            integers, looks, gold = _padded([lines[at] for at in numbers])
            _forget_words(integers, gold, outside, forget, generator)
            scores = network(integers, looks)
            loss = nn.functional.nll_loss(scores.reshape(-1, len(labels)), gold.reshape(-1), ignore_index=-1)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimiser.step()
            schedule.step()
            steps += 1
            _follow(mean, network, min(_MEMORY, steps / (steps + 100)))
            summed += float(loss.detach())
        log(f"epoch {epoch + 1}: loss {summed / len(batches):.5f}")
    return mean


def _follow(mean: Network, network: Network, memory: float) -> None:
    """Moves the running mean of the weights a little towards the present ones."""
    with torch.no_grad():
        for held, value in zip(mean.parameters(), network.parameters(), strict=True):
            held.lerp_(value, 1 - memory)


def _padded(lines: Sequence[Line]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    longest = max(len(line.labels) for line in lines)
    integers = torch.zeros(len(lines), longest, len(SIZES), dtype=torch.long)
    looks = torch.zeros(len(lines), longest, 4)
    gold = torch.full((len(lines), longest), -1, dtype=torch.long)
    for at, line in enumerate(lines):
        size = len(line.labels)
        integers[at, :size] = torch.from_numpy(line.integers.astype(numpy.int64))
        looks[at, :size] = torch.from_numpy(line.looks)
        gold[at, :size] = torch.from_numpy(line.labels)
    return integers, looks, gold


def _forget_words(integers: torch.Tensor, gold: torch.Tensor, outside: int, forget: float, generator: torch.Generator) -> None:
    """Some words become unknown, those of names and places more often: new ones will be unknown too."""
    share = torch.where((gold >= 0) & (gold != outside), forget, forget / 5)
    lost = (torch.rand(gold.shape, generator=generator) < share) & (integers[:, :, 0] > 0)
    integers[:, :, 0][lost] = 1
    integers[:, :, 1][lost] = 1
    integers[:, :, 10][lost] = 0  # nor has a new name a family
    part = lost & (torch.rand(gold.shape, generator=generator) < 0.3)
    integers[:, :, 2][part] = 1
    integers[:, :, 3][part] = 1
    # A hint may be missing: no rule finds everything.
    deaf = torch.rand(gold.shape, generator=generator) < 0.05
    integers[:, :, 6][deaf] = 0
    integers[:, :, 7][deaf] = 0


def export(network: Network, file: Path) -> None:
    """Write the network as ONNX: tokens × lines, tables in half precision, the length of each line as an input."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    def half(tensor: Any) -> Any:
        return tensor.detach().numpy().astype(numpy.float16)

    def gates(tensor: Any) -> Any:
        # torch: input, forget, cell, output; ONNX: input, output, forget, cell.
        first, forget, cell, output = numpy.split(tensor.detach().numpy(), 4)
        return numpy.concatenate([first, output, forget, cell])

    lstm: Any = network.lstm
    sides = ("", "_reverse")
    tensors = {name: half(table.weight) for name, table in zip(COLUMNS, network.tables, strict=True)}
    tensors["lstm_w"] = numpy.stack([gates(getattr(lstm, f"weight_ih_l0{side}")) for side in sides]).astype(numpy.float16)
    tensors["lstm_r"] = numpy.stack([gates(getattr(lstm, f"weight_hh_l0{side}")) for side in sides]).astype(numpy.float16)
    tensors["lstm_b"] = numpy.stack(
        [numpy.concatenate([gates(getattr(lstm, f"bias_ih_l0{side}")), gates(getattr(lstm, f"bias_hh_l0{side}"))]) for side in sides]
    ).astype(numpy.float16)
    tensors["out"] = half(network.out.weight.T.contiguous())
    tensors["out_bias"] = half(network.out.bias)
    nodes, parts = [], []
    for at, name in enumerate(COLUMNS):
        nodes.append(helper.make_node("Gather", ["integers", f"column_{at}"], [f"index_{name}"], axis=2))
        nodes.append(helper.make_node("Gather", [name, f"index_{name}"], [f"half_{name}"], axis=0))
        nodes.append(helper.make_node("Cast", [f"half_{name}"], [f"row_{name}"], to=TensorProto.FLOAT))
        parts.append(f"row_{name}")
    nodes.append(helper.make_node("Add", parts[:2], ["row_both"]))
    nodes.append(helper.make_node("Concat", ["row_both", *parts[2:], "looks"], ["inputs"], axis=2))
    for name in ("lstm_w", "lstm_r", "lstm_b", "out", "out_bias"):
        nodes.append(helper.make_node("Cast", [name], [f"{name}_full"], to=TensorProto.FLOAT))
    nodes.append(
        helper.make_node("LSTM", ["inputs", "lstm_w_full", "lstm_r_full", "lstm_b_full", "lengths"], ["states"], hidden_size=_HIDDEN, direction="bidirectional")
    )
    # tokens × sides × lines × hidden → tokens × lines × (both sides)
    nodes.append(helper.make_node("Transpose", ["states"], ["turned"], perm=[0, 2, 1, 3]))
    nodes.append(helper.make_node("Reshape", ["turned", "flat"], ["joined"]))
    nodes.append(helper.make_node("MatMul", ["joined", "out_full"], ["product"]))
    nodes.append(helper.make_node("Add", ["product", "out_bias_full"], ["sums"]))
    nodes.append(helper.make_node("LogSoftmax", ["sums"], ["scores"], axis=2))
    constants = {f"column_{at}": numpy.array(at, dtype=numpy.int64) for at in range(len(COLUMNS))}
    constants["flat"] = numpy.array([0, 0, 2 * _HIDDEN], dtype=numpy.int64)
    graph = helper.make_graph(
        nodes, "velado",
        [helper.make_tensor_value_info("integers", TensorProto.INT32, ["tokens", "lines", len(SIZES)]),
         helper.make_tensor_value_info("looks", TensorProto.FLOAT, ["tokens", "lines", 4]),
         helper.make_tensor_value_info("lengths", TensorProto.INT32, ["lines"])],
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["tokens", "lines", network.out.out_features])],
        [numpy_helper.from_array(value if value.ndim == 0 else numpy.ascontiguousarray(value), name) for name, value in {**tensors, **constants}.items()],
    )  # fmt: skip
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    file.write_bytes(model.SerializeToString())
