"""Trains the network: sums of table rows for each token, gated linear recurrence over the page, one score per label.

It learns from the same pages as the CRF, which it advises on every token.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
import torch
from torch import nn

from velado.models.features import sentences
from velado.models.network import GATES, SEEN, NetworkWeights, Tensor
from velado.models.network_input import FORM_ROWS, LOOSE, MARK_ROWS, WORDS, rows_of_form, rows_of_marks
from velado.training.corpora import Example
from velado.training.crf import Hints, page_of, tags_of

__all__ = ["Lines", "QuasiRecurrent", "lines_of_pages", "quantized", "train_network"]

_WIDTH, _STATES = 64, 64  # of a token's vector, and of each direction
_LONGEST = 400  # tokens of one piece of a page
_MEMORY = 0.9995  # of the running mean of the weights, which does better on unseen notes than the last ones alone


class QuasiRecurrent(nn.Module):
    """See the module's first line."""

    def __init__(self, labels: int, width: int = _WIDTH, states: int = _STATES) -> None:
        super().__init__()
        self.states = states
        self.forms = nn.Embedding(FORM_ROWS, width, padding_idx=0)
        self.marks = nn.Embedding(MARK_ROWS, width, padding_idx=0)
        nn.init.normal_(self.forms.weight, std=0.25)
        nn.init.normal_(self.marks.weight, std=0.25)
        with torch.no_grad():
            self.forms.weight[0] = 0
            self.marks.weight[0] = 0
        self.gates = nn.Linear(len(SEEN) * width, GATES * 2 * states)
        self.skip = nn.Linear(width, labels, bias=False)
        self.out = nn.Linear(2 * states, labels)
        self.dropout = nn.Dropout(0.2)
        with torch.no_grad():  # in the beginning much is kept
            self.gates.bias[2 * states : 4 * states] = 1.0

    def forward(self, forms: torch.Tensor, marks: torch.Tensor) -> torch.Tensor:
        """Scores: pages × tokens × labels."""
        inputs = self.dropout(_sums(self.forms, forms) + _sums(self.marks, marks))
        padded = nn.functional.pad(inputs, (0, 0, -min(SEEN), max(SEEN)))
        length = inputs.shape[1]
        seen = torch.cat([padded[:, offset - min(SEEN) : offset - min(SEEN) + length] for offset in SEEN], dim=2)
        write, keep, read = self.gates(seen).chunk(GATES, dim=2)
        keep = torch.sigmoid(keep)
        write = torch.tanh(write) * (1 - keep)
        half = self.states
        ahead = _scanned(keep[:, :, :half], write[:, :, :half])
        behind = _scanned(keep[:, :, half:].flip(1), write[:, :, half:].flip(1)).flip(1)
        states = torch.cat([ahead, behind], dim=2) * torch.sigmoid(read)
        scores: torch.Tensor = self.out(self.dropout(states)) + self.skip(inputs)
        return scores


def _sums(table: nn.Embedding, rows: torch.Tensor) -> torch.Tensor:
    bags = nn.functional.embedding_bag(rows.flatten(0, 1), table.weight, mode="sum", padding_idx=0)
    return bags.unflatten(0, rows.shape[:2])


class _Scan(torch.autograd.Function):
    """Each row is what was kept of the one before it and what was written; one loop ahead, one back."""

    @staticmethod
    def forward(ctx: Any, keep: torch.Tensor, write: torch.Tensor) -> torch.Tensor:
        kept, written = keep.transpose(0, 1).contiguous().numpy(), write.transpose(0, 1).contiguous().numpy()
        states = numpy.empty_like(written)
        held = numpy.zeros_like(written[0])
        for at in range(len(states)):
            held = kept[at] * held
            held += written[at]
            states[at] = held
        ctx.kept, ctx.found = kept, states
        return torch.from_numpy(states).transpose(0, 1)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        told = grad.transpose(0, 1).contiguous().numpy()
        of_keep, of_write = numpy.empty_like(told), numpy.empty_like(told)
        held = numpy.zeros_like(told[0])
        for at in range(len(told) - 1, -1, -1):
            held = held + told[at]
            of_write[at] = held
            of_keep[at] = held * ctx.found[at - 1] if at else 0.0
            held = held * ctx.kept[at]
        return torch.from_numpy(of_keep).transpose(0, 1), torch.from_numpy(of_write).transpose(0, 1)


def _scanned(keep: torch.Tensor, write: torch.Tensor) -> torch.Tensor:
    return _Scan.apply(keep.contiguous(), write.contiguous())  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Lines:
    """A piece of a page: for each token its rows, padded with 0, and its label; -1 where it stands only to be seen."""

    forms: Any
    marks: Any
    labels: Any


def lines_of_pages(examples: Sequence[Example], hints: Hints, labels: Sequence[str]) -> list[Lines]:
    """All pages; long ones in pieces that overlap, because nothing is learned from so far away."""
    number = {label: position for position, label in enumerate(labels)}
    outside = number["O"]
    result: list[Lines] = []
    for example in examples:
        page = page_of(example)
        found = hints(page)
        pieces = sentences(page, found)
        if not pieces:
            continue
        forms = _padded([rows_of_form(form) for piece in pieces for form in piece.forms])
        marks = _padded(rows_of_marks(page, pieces, found))
        gold = numpy.array([number.get(tag, outside) for piece in pieces for tag in tags_of(page, example.spans, piece)], dtype=numpy.int16)
        for start in range(0, len(gold), _LONGEST):
            low, high = max(0, start - 40), min(len(gold), start + _LONGEST + 40)
            told = numpy.full(high - low, -1, dtype=numpy.int16)
            told[start - low : start - low + _LONGEST] = gold[start : start + _LONGEST][: high - start]
            result.append(Lines(forms[low:high], marks[low:high], told))
    return result


def _padded(rows: Sequence[Sequence[int]]) -> Any:
    width = max(map(len, rows))
    table = numpy.zeros((len(rows), width), dtype=numpy.uint16)
    for number, row in enumerate(rows):
        table[number, : len(row)] = row
    return table


def train_network(
    lines: Sequence[Lines], labels: Sequence[str], *, epochs: int = 8, rate: float = 3e-3, tokens: int = 9000, seed: int = 7,
    forget: float = 0.35, network: QuasiRecurrent | None = None, log: Callable[[str], None] = print,
) -> QuasiRecurrent:  # fmt: skip
    """A network fitted to the pages; `forget` is the share of names and places whose words it must do without."""
    torch.manual_seed(seed)
    rng = random.Random(seed)
    outside = list(labels).index("O")
    network = network or QuasiRecurrent(len(labels))
    mean = copy.deepcopy(network).eval()
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4)
    total = epochs * (sum(len(line.labels) for line in lines) // tokens + epochs)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=rate, total_steps=total + total // 3 + 50, pct_start=0.1)
    generator = torch.Generator().manual_seed(seed)
    steps = 0
    for epoch in range(epochs):
        summed, count = 0.0, 0
        network.train()
        for batch in _batches(lines, tokens, rng):
            forms, marks, gold = _stacked([lines[at] for at in batch])
            _forget_words(forms, marks, gold, outside, forget, generator)
            scores = network(forms, marks)
            loss = nn.functional.cross_entropy(scores.reshape(-1, len(labels)), gold.reshape(-1), ignore_index=-1)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimiser.step()
            schedule.step()
            steps += 1
            _follow(mean, network, min(_MEMORY, steps / (steps + 100)))
            summed, count = summed + float(loss.detach()), count + 1
        log(f"epoch {epoch + 1}: loss {summed / count:.5f}")
    return mean


def _batches(lines: Sequence[Lines], tokens: int, rng: random.Random) -> list[list[int]]:
    """Pieces of about the same length together, so many that their tokens fill a batch."""
    order = sorted(range(len(lines)), key=lambda at: (len(lines[at].labels) // 16, rng.random()))
    batches: list[list[int]] = []
    batch: list[int] = []
    for at in order:
        batch.append(at)
        if len(batch) * len(lines[at].labels) >= tokens:
            batches.append(batch)
            batch = []
    if batch:
        batches.append(batch)
    rng.shuffle(batches)
    return batches


def _stacked(lines: Sequence[Lines]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    longest = max(len(line.labels) for line in lines)
    forms = torch.zeros(len(lines), longest, max(line.forms.shape[1] for line in lines), dtype=torch.int32)
    marks = torch.zeros(len(lines), longest, max(line.marks.shape[1] for line in lines), dtype=torch.int32)
    gold = torch.full((len(lines), longest), -1, dtype=torch.long)
    for at, line in enumerate(lines):
        size = len(line.labels)
        forms[at, :size, : line.forms.shape[1]] = torch.from_numpy(line.forms.astype(numpy.int32))
        marks[at, :size, : line.marks.shape[1]] = torch.from_numpy(line.marks.astype(numpy.int32))
        gold[at, :size] = torch.from_numpy(line.labels.astype(numpy.int64))
    return forms, marks, gold


def _forget_words(forms: torch.Tensor, marks: torch.Tensor, gold: torch.Tensor, outside: int, forget: float, generator: torch.Generator) -> None:
    """Some words become unknown, those of names and places more often: new ones will be unknown too. Some hints go missing."""
    share = torch.where((gold >= 0) & (gold != outside), forget, forget / 5)
    lost = torch.rand(gold.shape, generator=generator) < share
    part = lost & (torch.rand(gold.shape, generator=generator) < 0.3)
    is_word = (forms >= WORDS.start) & (forms < WORDS.stop)
    is_edge = (forms >= LOOSE.start) & (forms < LOOSE.stop)
    forms[(lost[:, :, None] & is_word) | (part[:, :, None] & is_edge)] = 0
    deaf = torch.rand(gold.shape, generator=generator) < 0.05
    marks[deaf[:, :, None] & (marks < 257)] = 0


def _follow(mean: QuasiRecurrent, network: QuasiRecurrent, memory: float) -> None:
    """Move the running mean of the weights a little towards the present ones."""
    with torch.no_grad():
        for held, value in zip(mean.parameters(), network.parameters(), strict=True):
            held.lerp_(value, 1 - memory)


def quantized(network: QuasiRecurrent, labels: Sequence[str]) -> NetworkWeights:
    """The network as it ships: signed bytes, one scale for each row."""
    width, count = network.forms.weight.shape[1], 2 * network.states
    # torch: output × (seen, input); the file: (seen, output) × input.
    gates = network.gates.weight.detach().reshape(GATES * count, len(SEEN), width).permute(1, 0, 2).reshape(-1, width)
    tensors = {
        "forms": network.forms.weight, "marks": network.marks.weight, "gates": gates, "gate_bias": network.gates.bias[None],
        "skip": network.skip.weight, "out": network.out.weight.T, "out_bias": network.out.bias[None],
    }  # fmt: skip
    return NetworkWeights({name: _bytes_of(tensor.detach().numpy()) for name, tensor in tensors.items()}, tuple(labels))


def _bytes_of(matrix: Any) -> Tensor:
    scales = numpy.maximum(numpy.abs(matrix).max(axis=1), 1e-8) / 127
    values = numpy.rint(matrix / scales[:, None]).astype(numpy.int8)
    return Tensor(matrix.shape[1], values.tobytes(), tuple(map(float, scales.astype(numpy.float32))))
