"""The learned tagger: pages in, spans with scores out. A CRF reads every line; the network joins in where it is in doubt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import exp, log
from typing import Any

from velado.document import Span
from velado.labels import DIRECT
from velado.models.decoding import MARGIN, Island, moves_of
from velado.models.features import Sentence, sentences
from velado.models.network import Network
from velado.models.network_input import Columns
from velado.models.scoring import Chain, Scorer, best_scorer
from velado.models.weights import Weights
from velado.tokens import Page

__all__ = ["Tagger"]

_WIDE = 10.0  # how far below the best a label may be and still win with the network's help
_MANY = 250  # doubtful lines of a page that are read one by one
_TOGETHER = 60  # tokens of short lines that are read together where there are more
_DOUBT = 0.998  # a line whose least certain token is below this is read by the network as well, which spares findings


@dataclass(frozen=True)
class Tagger:
    """Tags the tokens of a page, line by line."""

    weights: Weights = field(repr=False)
    network: Network | None = field(default=None, repr=False)
    share: float = 0.6  # weight of the network's log-probabilities beside the CRF's scores
    bias: float = 0.0  # added to everything but O: more is found, more is wrong
    care: float = 0.0  # added on top to direct identifiers: a name left standing is the worst error
    curve: tuple[float, float] = (1.0, 0.0)  # what turns raw chances into calibrated scores

    @classmethod
    def of(cls, weights: Weights, network: Network | None) -> Tagger:
        """A tagger with the settings that were tuned for its weights and are kept in their file."""
        told = weights.notes
        slope, offset = told.get("curve", (1.0, 0.0))
        return cls(weights, network, told.get("share", cls.share), told.get("bias", cls.bias), told.get("care", cls.care), (slope, offset))

    @cached_property
    def scorer(self) -> Scorer:
        """Sums the weights of the features."""
        return best_scorer(self.weights)

    @cached_property
    def outside(self) -> int:
        """The number of the label O."""
        return self.weights.labels.index("O")

    @cached_property
    def tags(self) -> list[tuple[bool, str]]:
        """Of each tag whether it goes on with a span, and the label of the span."""
        return [(tag.startswith("I-"), tag[2:]) for tag in self.weights.labels]

    @cached_property
    def biases(self) -> tuple[float, ...]:
        """What is added to the score of each label."""
        return tuple(
            0.0 if label == "O" else self.bias + (self.care if label[2:] in DIRECT else 0.0) for label in self.weights.labels
        )

    @cached_property
    def moves(self) -> list[list[float]]:
        """How likely one label follows another."""
        return moves_of(self.weights.labels, self.weights.steps)

    @cached_property
    def chain(self) -> Chain:
        """The labels as the search sees them."""
        labels = self.weights.labels
        begun = [labels.index(f"B-{label[2:]}") if label.startswith("I-") else -1 for label in labels]
        return Chain(self.outside, self.biases, begun, self.moves, _DOUBT if self.network is not None else 0.0)

    @cached_property
    def wide_chain(self) -> Chain:
        """The same for lines that the network reads as well."""
        return replace(self.chain, sure=2.0)

    def find(self, page: Page, hints: Sequence[Span]) -> Iterator[Span]:
        """Spans of one page; `hints` are what the rules found there."""
        pieces = sentences(page, hints)
        scores = self.scorer.scores(pieces)
        every = range(len(pieces))
        doubtful: list[int] = []
        for line, islands in zip(every, self.scorer.decode(scores, every, MARGIN, self.chain), strict=True):
            if self.network is not None and any(map(self._in_doubt, islands)):
                doubtful.append(line)
            else:
                yield from self._spans(page, pieces[line], islands)
        if doubtful and self.network is not None:
            yield from self._ask_network(page, Columns(page, pieces, hints), doubtful, scores, self.network)

    def _ask_network(self, page: Page, columns: Columns, doubtful: Sequence[int], scores: Any, network: Network) -> Iterator[Span]:
        """Both models' scores together decide, also among labels that the CRF alone would not have considered."""
        pieces = [columns.sentences[line] for line in doubtful]
        windows: dict[tuple[int, ...], int] = {}  # lines that look the same are read once
        places: list[tuple[int, int, int]] = []
        for group in _groups(pieces):
            rows, before = columns.around(group[0], group[-1])
            window = windows.setdefault(rows, len(windows))
            places += [(window, piece.first - group[0].first + before, len(piece.forms)) for piece in group]
        told = list(map(self._weighed, network.run(list(map(columns.rows, windows)))))
        advice = [told[window][start : start + length] for window, start, length in places]
        # No token is left out here: the network may see something in it.
        for piece, islands in zip(pieces, self.scorer.decode(scores, doubtful, _WIDE, self.wide_chain, advice), strict=True):
            yield from self._spans(page, piece, islands)

    def _weighed(self, rows: Any) -> Any:
        """The network's say: an array where numpy is at work, else rows of numbers."""
        return [[self.share * value for value in row] for row in rows] if isinstance(rows, list) else rows * self.share

    def _in_doubt(self, island: Island) -> bool:
        return min(island.chances) < _DOUBT

    def _spans(self, page: Page, sentence: Sentence, islands: Sequence[Island]) -> Iterator[Span]:
        tags, outside = self.tags, self.outside
        for island in islands:
            if island.tags.count(outside) == len(island.tags):
                continue
            first = sentence.first + island.start
            start, label, sure = -1, "", 1.0
            for number, tag in enumerate([*island.tags, outside]):
                inside, name = tags[tag]
                if start >= 0 and not (inside and name == label):
                    yield Span(page.starts[first + start], page.spans[first + number - 1][1], label, self._calibrated(sure), "model")
                    start = -1
                if tag != outside:
                    if start < 0:
                        start, label, sure = number, name, 1.0
                    # How sure it is that this is something to hide, whatever its label.
                    sure = min(sure, 1.0 - island.plain[number])

    def _calibrated(self, sure: float) -> float:
        sure = min(max(sure, 1e-4), 1 - 1e-4)
        slope, offset = self.curve
        told = 1 / (1 + exp(-(slope * log(sure / (1 - sure)) + offset)))
        # What the search chose is more likely right than wrong; a policy that wants less sets a higher threshold.
        return round(max(told, 0.5), 4)


def _groups(pieces: Sequence[Sentence]) -> Iterator[Sequence[Sentence]]:
    """Yield the lines that the network reads together: each by itself, but many short ones that follow each other as one.

    A line is read with its neighbours. Where thousands of lines hold a word each, that would be twenty times the work.
    """
    if len(pieces) <= _MANY:
        yield from ([piece] for piece in pieces)
        return
    group: list[Sentence] = []
    for piece in pieces:
        if group and (piece.first > group[-1].first + len(group[-1].forms) or piece.first + len(piece.forms) > group[0].first + _TOGETHER):
            yield group
            group = []
        group.append(piece)
    yield group
