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
from typing import Any, Protocol

from velado.compiled import compiled
from velado.models.decoding import Candidates, Island, decode
from velado.models.features import REACH, Form, Sentence, names_after, names_before, names_between
from velado.models.weights import Weights
from velado.remembered import Remembered

__all__ = ["OFFSETS", "Chain", "PythonScorer", "Scorer", "best_scorer", "rows_by", "seen_from"]

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
    sure: float = 0.0  # how likely O must be for nobody to ask further


class Scorer(Protocol):
    """Scores the tokens of a page's lines."""

    def scores(self, sentences: Sequence[Sentence]) -> Any:
        """The scores of all the lines of a page, in a form that `candidates` understands."""
        ...

    def decode(self, scores: Any, lines: Sequence[int], margin: float, chain: Chain, advice: Sequence[Any] | None = None) -> list[list[Island]]:
        """The best tags of some of the lines: of each token the labels within `margin` of its best, and O, take part.

        `advice` is added to the scores of those: for each of the lines and each of its tokens one number per label.
        What cannot come of it may be left out: a lonely token that is O for certain.
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

    def decode(self, scores: Any, lines: Sequence[int], margin: float, chain: Chain, advice: Sequence[Any] | None = None) -> list[list[Island]]:
        """See `Scorer`."""
        result = []
        for at, line in enumerate(lines):
            candidates: list[Candidates] = [_prune(token, margin, chain.outside, chain.bias) for token in scores[line]]
            if advice is not None:
                candidates = [
                    [(label, score + told[label]) for label, score in options]
                    for options, told in zip(candidates, advice[at], strict=True)
                ]
            result.append(decode(candidates, chain.moves, chain.outside))
        return result

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
    scores = list(map(float.__add__, scores, bias))
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
