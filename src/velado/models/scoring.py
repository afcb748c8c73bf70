"""One seam for the arithmetic: the features of a page's lines in, the plausible labels of each token with their scores out.

`PythonScorer` needs nothing but the standard library; `NumpyScorer` in `fast_scoring` is faster, `CompiledScorer` in `compiled_scoring`
faster still. All keep the summed weights of every word form and pair of forms they have met, so that a line is scored by adding a few
rows per token. All weights are multiples of one power of two, so the sums agree to the last bit as long as they fit 24 of them, far
beyond what weights add up to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from operator import add
from typing import Any, Protocol

from velado.compiled import compiled
from velado.models.decoding import Candidates, Island, decode
from velado.models.features import REACH, Form, Sentence, names_after, names_before, names_between
from velado.models.weights import Weights
from velado.remembered import Remembered

__all__ = ["HOPELESS", "NEVER", "OFFSETS", "Chain", "PythonScorer", "Scorer", "best_scorer", "rows_by", "seen_from"]

HOPELESS = 10.0  # log-scale, by the CRF alone
NEVER = -1e6  # the score of a label that stays out
_MEMORY = 60_000  # rows kept at most, of each kind
OFFSETS = tuple(sign * distance for distance in range(1, REACH + 1) for sign in (-1, 1))

def seen_from(form: Form, distance: int) -> tuple[str, ...]:
    """The features of a form as another token sees it that is so many tokens away."""
    return form.names[distance]


@dataclass(frozen=True, eq=False)
class Chain:
    """What the search knows of the labels. Each chain is one object."""

    outside: int  # the number of O
    bias: Sequence[float]  # added to the score of each label
    begun: Sequence[int]  # of each I- the number of its B-; -1 for the others
    moves: Sequence[Sequence[float]]  # how likely one label follows another; the last row is for a line's start
    sure: float = 0.0  # how likely O must be, beside being the likeliest, for a lonely token to be left out


class Scorer(Protocol):
    """Scores the tokens of a page's lines."""

    def scores(self, sentences: Sequence[Sentence]) -> Any:
        """The scores of all the lines of a page, in a form that `candidates` understands."""
        ...

    def add(self, scores: Any, told: Any, share: float, biases: Sequence[float]) -> Any:
        """The scores with those of a network, which counts so much, for each token in a row.

        A label that is hopeless without the network, more than `HOPELESS` below the best of its token, stays out.
        """
        ...

    def decode(self, scores: Any, margin: float, chain: Chain) -> list[list[Island]]:
        """The best tags of all lines: of each token the labels within `margin` of its best, and O, take part.

        What cannot come of it may be left out: a lonely token that is O.
        """
        ...


def rows_by(make: Callable[[Any], Any]) -> Remembered[Any, Any]:
    """Weights by key, made when first asked for."""
    return Remembered(make, _MEMORY)


class PythonScorer:
    """Sums in plain Python."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._width = len(weights.labels)
        self._forms = rows_by(lambda form: self._sum(form.names.here))
        self._seen = rows_by(lambda key: self._sum(f"{key[1]:+}{name}" for name in seen_from(key[0], abs(key[1]))))
        self._before = rows_by(lambda key: self._sum(names_before(*key)))
        self._after = rows_by(lambda key: self._sum(names_after(*key)))
        self._between = rows_by(lambda key: self._sum(names_between(*key)))
        self._case = rows_by(lambda key: self._sum([f"ck={key[0]}|{key[1]}"]))

    def scores(self, sentences: Sequence[Sentence]) -> list[list[list[float]]]:
        """For each line and token one score per label."""
        return list(map(self._line, sentences))

    def add(self, scores: Any, told: Any, share: float, biases: Sequence[float]) -> Any:
        """See `Scorer`."""
        advice = iter(told)
        return [[self._joined(token, next(advice), share, biases) for token in line] for line in scores]

    @staticmethod
    def _joined(token: list[float], told: Any, share: float, biases: Sequence[float]) -> list[float]:
        least = max(map(add, token, biases)) - HOPELESS
        return [score + share * told[label] if score + biases[label] >= least else NEVER for label, score in enumerate(token)]

    def decode(self, scores: Any, margin: float, chain: Chain) -> list[list[Island]]:
        """See `Scorer`."""
        return [decode([_prune(token, margin, chain.outside, chain.bias) for token in line], chain.moves, chain.outside) for line in scores]

    def _line(self, sentence: Sentence) -> list[list[float]]:
        forms, count = sentence.forms, len(sentence.forms)
        line = self._sum(sentence.line)
        own = sentence.own
        result = []
        for number, form in enumerate(forms):
            before = forms[number - 1] if number else None
            after = forms[number + 1] if number + 1 < count else None
            rows = [
                line,
                self._forms[form],
                self._before[before, form],
                self._after[form, after],
                self._between[before.kind if before else "", form.kind, after.kind if after else ""],
                self._case[sentence.case, form.kind],
            ]
            rows += [self._seen[forms[number + offset], offset] for offset in OFFSETS if 0 <= number + offset < count]
            total = [sum(column) for column in zip(*rows, strict=True)]
            for name in own[number]:
                self._add(name, total)
            result.append(total)
        return result

    def _sum(self, names: Iterable[str]) -> list[float]:
        total = [0.0] * self._width
        for name in names:
            self._add(name, total)
        return total

    def _add(self, name: str, total: list[float]) -> None:
        number = self._weights.names.get(name)
        if number is not None:
            for column, value in self._weights.row(number):
                total[column] += value


def _prune(scores: list[float], margin: float, outside: int, bias: Sequence[float]) -> Candidates:
    scores = list(map(add, scores, bias))
    least = max(scores) - margin
    return [(label, score) for label, score in enumerate(scores) if score >= least or label == outside]


def best_scorer(weights: Weights) -> Scorer:
    """The fastest of those for which all is installed."""
    if not find_spec("numpy"):
        return PythonScorer(weights)
    if compiled():
        from velado.models.compiled_scoring import CompiledScorer

        return CompiledScorer(weights)
    from velado.models.fast_scoring import NumpyScorer

    return NumpyScorer(weights)
