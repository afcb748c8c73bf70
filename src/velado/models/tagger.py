"""The learned tagger: pages in, spans with scores out. The CRF's scores and the network's are added; one search finds the best tags."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from math import exp, log
from typing import Any

from velado.document import Span
from velado.labels import DIRECT
from velado.models.decoding import MARGIN, Island, moves_of
from velado.models.features import Sentence, sentences, strings_of
from velado.models.network import Network, NetworkWeights, best_network
from velado.models.network_input import rows_of_form, rows_of_marks
from velado.models.scoring import Chain, Scorer, best_scorer
from velado.models.weights import Weights
from velado.tokens import Page

__all__ = ["LIKELY", "Tagger"]

LIKELY = 0.5  # the least score of what the search chooses: it is more likely right than wrong
_ALL = ("", "")  # the curve for labels that have none of their own in a language

Curve = tuple[float, float]


@dataclass(frozen=True)
class Tagger:
    """Tags the tokens of a page, line by line."""

    weights: Weights = field(repr=False)
    network: Network | None = field(default=None, repr=False)
    share: float = 0.6  # weight of the network's scores beside the CRF's
    bias: float = 0.0  # added to everything but O: more is found, more is wrong
    care: float = 0.0  # added on top to direct identifiers: a name left standing is the worst error
    curves: Mapping[tuple[str, str], Curve] = field(default_factory=lambda: {_ALL: (1.0, 0.0)})  # by language and label: raw chances to scores

    @classmethod
    def of(cls, weights: Weights, network: NetworkWeights | None) -> Tagger:
        """A tagger with the settings that were tuned for its weights and are kept in their file."""
        if network is not None and network.labels != weights.labels:
            raise ValueError("the network knows other labels than the weights beside it")
        told = weights.notes
        curves = {tuple(key.split("|")): tuple(curve) for key, curve in told.get("curves", {"|": (1.0, 0.0)}).items()}
        settings = {name: told[name] for name in ("share", "bias", "care") if name in told}
        return cls(weights, best_network(network) if network is not None else None, curves=curves, **settings)

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
    def chain(self) -> Chain:
        """The labels as the search sees them."""
        labels = self.weights.labels
        biases = tuple(0.0 if label == "O" else self.bias + (self.care if label[2:] in DIRECT else 0.0) for label in labels)
        begun = [labels.index(f"B-{label[2:]}") if label.startswith("I-") else -1 for label in labels]
        return Chain(self.outside, biases, begun, moves_of(labels, self.weights.steps))

    def find(self, page: Page, hints: Sequence[Span], least: float = LIKELY) -> Iterator[Span]:
        """Spans of one page; `hints` are what its forms tell. With a lower `least`, what is less likely as well, with its score."""
        pieces = sentences(page, hints)
        if not pieces:
            return
        eagerness = log((1 - least) / least)
        chain = self.chain if not eagerness else _eager(self.chain, round(eagerness, 6))
        islands = self.scorer.decode(self._scores(page, pieces, hints), MARGIN, chain)
        for piece, found in zip(pieces, islands, strict=True):
            for start, end, label, sure in self._chosen(page, piece, found):
                yield Span(start, end, label, self._calibrated(sure, eagerness, page.language, label), "model")

    def reasons(self, page: Page, hints: Sequence[Span], span: Span, most: int = 5) -> list[tuple[str, float]]:
        """The features that spoke most for the label of a span, at its first token, with how much they speak for it against none."""
        number = page.token_from(span.start)
        pieces = sentences(page, hints)
        piece = next((piece for piece in pieces if piece.first <= number < piece.first + len(piece.forms)), None)
        tag = f"B-{span.label}"
        if piece is None or tag not in self.weights.labels:
            return []
        column, names = self.weights.labels.index(tag), self.weights.names
        found = []
        for name in dict.fromkeys(strings_of(piece)[number - piece.first]):
            row = dict(self.weights.row(names[name])) if name in names else {}
            found.append((name, row.get(column, 0.0) - row.get(self.outside, 0.0)))
        return sorted((reason for reason in found if reason[1] > 0), key=lambda reason: -reason[1])[:most]

    def _scores(self, page: Page, pieces: Sequence[Sentence], hints: Sequence[Span]) -> Any:
        scores = self.scorer.scores(pieces)
        if self.network is not None:
            forms = [rows_of_form(form) for piece in pieces for form in piece.forms]
            told = self.network.scores(forms, rows_of_marks(page, pieces, hints))
            scores = self.scorer.add(scores, told, self.share, self.chain.bias)
        return scores

    def _chosen(self, page: Page, sentence: Sentence, islands: Sequence[Island]) -> Iterator[tuple[int, int, str, float]]:
        """Stretches with their label, and how sure it is that each is something to hide, whatever its label."""
        for island in islands:
            if island.tags.count(self.outside) == len(island.tags):
                continue
            first = sentence.first + island.start
            start, label, sure = -1, "", 1.0
            for number, tag in enumerate([*island.tags, self.outside]):
                inside, name = self.tags[tag]
                if start >= 0 and not (inside and name == label):
                    yield page.starts[first + start], page.spans[first + number - 1][1], label, sure
                    start = -1
                if tag != self.outside:
                    if start < 0:
                        start, label, sure = number, name, 1.0
                    sure = min(sure, 1.0 - island.plain[number])

    def _calibrated(self, sure: float, eagerness: float, language: str, label: str) -> float:
        curves = self.curves
        slope, offset = curves.get((language, label)) or curves.get((language, "")) or curves[_ALL]
        sure = min(max(sure, 1e-4), 1 - 1e-4)
        score = 1 / (1 + exp(-(slope * (log(sure / (1 - sure)) - eagerness) + offset)))
        return round(score if eagerness else max(score, LIKELY), 4)


@lru_cache(maxsize=8)
def _eager(chain: Chain, eagerness: float) -> Chain:
    """The same labels, all but O as much more likely."""
    return replace(chain, bias=tuple(bias and bias + eagerness for bias in chain.bias))
