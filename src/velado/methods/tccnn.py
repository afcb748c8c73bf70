"""The three-channel convolutional network: candidates by part of speech, each classified from its words and both contexts.

After J. Porta-Zamorano, "Spanish Medical Document Anonymization with Three-channel Convolutional Neural Networks" (IberLEF
2019), with its numbers: 15 words a channel, vectors of 100, 32 filters of width 2, pooling by 2, a dense layer of 200 with
an L2 penalty of .001, dropout .005, classes weighted n/n_i, Adam .001, batches of 156, left-most longest entities that pass a
filter per type. Its word vectors came from 1.4 billion words; here they come from the training notes, so unknown words share
the vector of their shape. Gradients are clipped and the weights averaged over the last steps, because weights of n/n_i make
single examples of the rarest classes very loud.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from velado.document import Span
from velado.methods import Method, Note, Outcome, UnavailableError
from velado.methods._candidates import LONGEST, Text, black_list, candidates, read
from velado.methods._constraints import REMEMBERED, fits
from velado.methods._networks import BestEpoch, Mean, f1, held_out, load_weights, need_torch, rounds, seeded
from velado.methods._redaction import redact
from velado.methods._vectors import PADDING, Vectors, train_vectors
from velado.tokens import fold

__all__ = ["METHOD", "Tccnn"]

_FILTERS, _KERNEL, _POOL, _DENSE = 32, 2, 2, 200
_DROPOUT, _PENALTY, _RATE, _BATCH = 0.005, 0.001, 0.001, 156
_LONGEST_STEP = 5.0
_EPOCHS, _QUICK_EPOCHS = 12, 10
_PATIENCE = 3
_SEEN_TWICE = 2  # what was marked once may have been marked by mistake
_NOTHING = "O"


@dataclass(frozen=True)
class _Model:
    """Everything but the network's weights: what makes candidates, numbers and entities."""

    vectors: Vectors
    classes: tuple[str, ...]  # the first is nothing
    black: frozenset[str] = field(repr=False)
    known: Mapping[str, frozenset[str]] = field(repr=False)  # the texts of the remembered types

    @classmethod
    def of(cls, read_notes: Sequence[tuple[Text, Note]], seed: int) -> _Model:
        vectors = train_vectors((text.words for text, _ in read_notes), seed=seed)
        labels = sorted({span.label for _, note in read_notes for span in note.spans})
        counts = Counter((span.label, fold(span.text(note.text))) for _, note in read_notes for span in note.spans)
        known = {
            label: frozenset(text for (kind, text), count in counts.items() if kind == label and count >= _SEEN_TWICE)
            for label in REMEMBERED
        }
        return cls(vectors, (_NOTHING, *labels), black_list(read_notes), known)

    def channels(self, text: Text, found: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
        """The numbers of left context, candidate and right context, one behind the other."""
        rows = [self.vectors.row(word) for word in text.words]
        edge = [PADDING] * LONGEST
        padded = edge + rows + edge
        for first, last in found:
            inside = (rows[first:last] + edge)[:LONGEST]
            yield padded[first : first + LONGEST] + inside + padded[last + LONGEST : last + 2 * LONGEST]

    def save(self, folder: Path) -> None:
        self.vectors.save(folder)
        known = {label: sorted(texts) for label, texts in self.known.items()}
        content = {"classes": self.classes, "black": sorted(self.black), "known": known}
        (folder / "tccnn.json").write_text(json.dumps(content, ensure_ascii=False), "utf-8")

    @classmethod
    def load(cls, folder: Path) -> _Model:
        content = json.loads((folder / "tccnn.json").read_text("utf-8"))
        known = {label: frozenset(texts) for label, texts in content["known"].items()}
        return cls(Vectors.load(folder), tuple(content["classes"]), frozenset(content["black"]), known)

    def entities(self, text: Text, note: Note, found: Iterable[tuple[int, int, int]], source: str) -> list[Span]:
        """The spans of classified candidates: those that fit their type, left-most longest."""
        spans: list[Span] = []
        free = 0
        for first, last, number in sorted(found, key=lambda entry: (entry[0], -entry[1])):
            start, end = text.places[first][0], text.places[last - 1][1]
            label = self.classes[number]
            if first >= free and fits(label, text.words[first:last], note.text[start:end], self.known):
                spans.append(Span(start, end, label, 1.0, source))
                free = last
        return spans


def _network(model: _Model) -> Any:
    torch = need_torch()
    nn = torch.nn

    class Network(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            table = torch.from_numpy(model.vectors.table)
            self.words = nn.Embedding.from_pretrained(table, freeze=True)
            self.channels = nn.ModuleList(nn.Conv1d(table.shape[1], _FILTERS, _KERNEL) for _ in range(3))
            self.dropout = nn.Dropout(_DROPOUT)
            pooled = (LONGEST - _KERNEL + 1) // _POOL
            self.dense = nn.Linear(3 * pooled * _FILTERS, _DENSE)
            self.classes = nn.Linear(_DENSE, len(model.classes))

        def forward(self, rows: Any) -> Any:
            seen = self.words(rows)
            flat = []
            for number, channel in enumerate(self.channels):
                part = seen[:, number * LONGEST : (number + 1) * LONGEST]
                # The convolution as one product per position of the kernel: on so short a text half the time of Conv1d.
                taps = [nn.functional.linear(part, channel.weight[:, :, tap]) for tap in range(_KERNEL)]
                length = LONGEST - _KERNEL + 1
                summed = sum(tap[:, at : at + length] for at, tap in enumerate(taps)) + channel.bias
                filtered = self.dropout(torch.relu(summed)).transpose(1, 2)
                flat.append(nn.functional.max_pool1d(filtered, _POOL).flatten(1))
            return self.classes(torch.relu(self.dense(torch.cat(flat, 1))))

    return Network()


@dataclass(frozen=True)
class Tccnn:
    """The network with its candidates before and its filter behind."""

    name: str = "tccnn"
    description: str = "three-channel convolutional network over n-gram candidates (Porta-Zamorano 2019)"
    trained: bool = True
    published: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({"ner f1": 0.9184, "spans f1": 0.9345}))

    def fit(self, train: Sequence[Note], dev: Sequence[Note], folder: Path, *, quick: bool = False, seed: int = 0) -> None:
        """Learn to classify the candidates; the epoch that does best on `dev`, or on a tenth of `train` without it, is kept."""
        torch = need_torch()
        learnt, chosen = held_out(train, dev, seed)
        texts = [(read(note.text), note) for note in learnt]
        model = _Model.of(texts, seed)
        rows, classes = _examples(model, texts)
        if not rows:
            raise UnavailableError("there is nothing to learn from: the training notes hold no candidates")
        inputs, wanted = torch.tensor(rows, dtype=torch.int32), torch.tensor(classes)
        counts = torch.bincount(wanted, minlength=len(model.classes)).clamp(min=1)
        weights = len(wanted) / counts
        held = [(read(note.text), note) for note in chosen]
        folder.mkdir(parents=True, exist_ok=True)
        model.save(folder)
        with seeded(seed):
            network = _network(model)
            learning = [value for value in network.parameters() if value.requires_grad]
            optimiser = torch.optim.Adam(learning, lr=_RATE)
            mean = Mean(network)
            best = BestEpoch(folder / "tccnn.npz", _PATIENCE)
            repeats = rounds(-(-len(wanted) // _BATCH))
            for _ in range(_QUICK_EPOCHS if quick else _EPOCHS):
                network.train()
                for batch in (batch for _ in range(repeats) for batch in torch.randperm(len(wanted)).split(_BATCH)):
                    loss = torch.nn.functional.cross_entropy(network(inputs[batch]), wanted[batch], reduction="none")
                    penalty = _PENALTY * network.dense.weight.square().sum()
                    whole = (loss * weights[wanted[batch]]).mean() + penalty
                    optimiser.zero_grad()
                    whole.backward()
                    torch.nn.utils.clip_grad_norm_(learning, _LONGEST_STEP)
                    optimiser.step()
                    mean.follow()
                score = f1(zip((note.spans for note in chosen), self._found(mean.network, model, held), strict=True))
                if not best.goes_on(mean.network, score):
                    break

    def apply(self, notes: Sequence[Note], folder: Path) -> list[Outcome]:
        """Classify the candidates of the notes; what was found is replaced by {TAG}s."""
        if not (folder / "tccnn.npz").exists():
            raise UnavailableError(f"the method {self.name} has not been trained yet")
        model = _Model.load(folder)
        network = _network(model)
        load_weights(network, folder / "tccnn.npz")
        with seeded(0):
            found = self._found(network, model, [(read(note.text), note) for note in notes])
        return [Outcome(redact(note.text, spans), tuple(spans)) for note, spans in zip(notes, found, strict=True)]

    def _found(self, network: Any, model: _Model, texts: Sequence[tuple[Text, Note]]) -> list[list[Span]]:
        torch = need_torch()
        network.eval()
        found: list[list[Span]] = []
        with torch.no_grad():
            for text, note in texts:
                possible = list(candidates(text, model.black))
                rows = torch.tensor(list(model.channels(text, possible)), dtype=torch.int32).reshape(-1, 3 * LONGEST)
                best = network(rows).argmax(1).tolist() if possible else []
                classified = [(*place, number) for place, number in zip(possible, best, strict=True) if number]
                found.append(model.entities(text, note, classified, self.name))
        return found


def _examples(model: _Model, texts: Iterable[tuple[Text, Note]]) -> tuple[list[list[int]], list[int]]:
    """The channels of every candidate of the notes, and the numbers of their classes."""
    rows: list[list[int]] = []
    classes: list[int] = []
    for text, note in texts:
        marked = {(first, last): model.classes.index(label) for first, last, label in text.covered(note)}
        possible = list(candidates(text, model.black))
        rows += model.channels(text, possible)
        classes += (marked.get(place, 0) for place in possible)
    return rows, classes


METHOD: Method = Tccnn()
