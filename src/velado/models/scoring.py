"""One seam for the arithmetic: the features of a page's lines in, the plausible labels of each token with their scores out.

`PythonScorer` needs nothing but the standard library; `NumpyScorer` is faster. Both keep the summed weights of
every word form and pair of forms they have met, so that a line is scored by adding a few rows per token. All
weights are multiples of one power of two, so both sums agree to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, Protocol

from velado.models.features import REACH, Form, Sentence, names_after, names_before, names_between
from velado.models.weights import Weights

__all__ = ["Candidates", "Chain", "NumpyScorer", "PythonScorer", "Scorer", "best_scorer", "seen_from"]

_MEMORY = 60_000  # rows kept at most, of each kind
_OFFSETS = tuple(sign * distance for distance in range(1, REACH + 1) for sign in (-1, 1))

Candidates = Sequence[tuple[int, float]]  # labels and scores of one token


def seen_from(form: Form, distance: int) -> tuple[str, ...]:
    """The features of a form as another token sees it that is so many tokens away."""
    return form.near if distance == 1 else form.far if distance == 2 else form.remote


@dataclass(frozen=True)
class Chain:
    """What the search knows of the labels."""

    outside: int  # the number of O
    bias: Sequence[float]  # added to the score of each label
    begun: Sequence[int]  # of each I- the number of its B-; -1 for the others
    moves: Sequence[Sequence[float]]  # how likely one label follows another; the last row is for a line's start
    sure: float = 0.0  # how likely O must be for nobody to ask further


class Scorer(Protocol):
    """Scores the tokens of lines."""

    def candidates(self, sentences: Sequence[Sentence], margin: float, chain: Chain) -> list[list[Candidates]]:
        """For each line and token the labels within `margin` of its best, and O, with their scores.

        What cannot come of it may be left out: a lonely token that is O for certain has no other candidate.
        """
        ...


class _Rows(dict[Hashable, Any]):
    """Summed weights by key, made when first asked for; forgets everything when it has grown large."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: Hashable) -> Any:
        if len(self) >= _MEMORY:
            self.clear()
        row = self[key] = self._make(key)
        return row


class PythonScorer:
    """Sums in plain Python."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._width = len(weights.labels)
        self._forms = _Rows(lambda form: self._sum(form.here))
        self._seen = _Rows(lambda key: self._sum(f"{key[1]:+}{name}" for name in seen_from(key[0], abs(key[1]))))
        self._before = _Rows(lambda key: self._sum(names_before(*key)))
        self._after = _Rows(lambda key: self._sum(names_after(*key)))
        self._between = _Rows(lambda key: self._sum(names_between(*key)))
        self._case = _Rows(lambda key: self._sum([f"ck={key[0]}|{key[1]}"]))

    def candidates(self, sentences: Sequence[Sentence], margin: float, chain: Chain) -> list[list[Candidates]]:
        """See `Scorer`."""
        return [[_prune(scores, margin, chain.outside, chain.bias) for scores in self.scores(sentence)] for sentence in sentences]

    def scores(self, sentence: Sentence) -> list[list[float]]:
        """For each token one score per label."""
        forms, count = sentence.forms, len(sentence.forms)
        line = self._sum(sentence.line)
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
            rows += [self._seen[forms[number + offset], offset] for offset in _OFFSETS if 0 <= number + offset < count]
            total = [sum(column) for column in zip(*rows, strict=True)]
            for name in sentence.own[number]:
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


def _names_of_kinds(case: str, left: str, here: str, right: str) -> list[str]:
    """The features that depend on the kinds of a token and its neighbours alone; "" stands for the edge of the line."""
    names = [f"ck={case}|{here}", *names_between(left, here, right)]
    names += [f"kk={left}|{here}"] if left else ["first", f"first|{here}", f"kk=^|{here}"]
    return [*names, f"kr={here}|{right}"] if right else [*names, "last", f"kr={here}|$"]


class _Index:
    """The features by what is looked up, so that no name needs to be put together for a word."""

    def __init__(self, names: Mapping[str, int]) -> None:
        self.seen: dict[int, dict[str, int]] = {offset: {} for offset in _OFFSETS}
        self.words_after: dict[str, dict[str, int]] = {}  # of the word before: the word → number
        self.kinds_after: dict[str, dict[str, int]] = {}  # of the word before: the kind → number
        self.kinds_before: dict[str, dict[str, int]] = {}  # of the word behind: the kind → number
        signs = {f"{offset:+}": self.seen[offset] for offset in _OFFSETS}
        for name, number in names.items():
            start = name[:3]
            if (seen := signs.get(start[:2])) is not None:
                seen[name[2:]] = number
            elif start in ("ww=", "wk="):
                # A bar is a word too: it is the first sign then.
                word = "|" if name.startswith("||", 3) else name[3:].partition("|")[0]
                rows = self.words_after if start == "ww=" else self.kinds_after
                rows.setdefault(word, {})[name[4 + len(word) :]] = number
            elif start == "kw=":
                word = "|" if name.endswith("||") else name.rpartition("|")[2]
                self.kinds_before.setdefault(word, {})[name[3 : -1 - len(word)]] = number


class NumpyScorer:
    """Sums with numpy, a whole page at once: one row per word form, everything else gathered feature by feature."""

    def __init__(self, weights: Weights) -> None:
        import numpy

        self._np: Any = numpy
        self._names = weights.names
        self._index = _Index(weights.names)
        self._width = len(weights.labels)
        dense = numpy.zeros((len(weights.names) + 1, self._width), dtype=numpy.float32)  # the last row stays empty
        begins = numpy.frombuffer(weights.begins, dtype=numpy.uint32).astype(numpy.int64)
        rows = numpy.repeat(numpy.arange(len(weights.names)), numpy.diff(begins))
        dense[rows, numpy.frombuffer(weights.columns, dtype=numpy.uint8)] = (
            numpy.frombuffer(weights.values, dtype=numpy.int16).astype(numpy.float32) / 1024
        )
        self._dense = dense
        self._numbers: dict[Form, int] = {}
        self._rows = numpy.zeros((1024, 1 + len(_OFFSETS), self._width), dtype=numpy.float32)  # row 0 stays empty
        self._kinds = _Rows(lambda key: self._known(_names_of_kinds(*key)))

    def _known(self, names: Iterable[str]) -> tuple[int, ...]:
        """The numbers of those features that have a weight."""
        return tuple([number for number in map(self._names.get, names) if number is not None])

    def _learn(self, forms: Iterable[Form]) -> None:
        """Sum the rows of forms not met before, all in one go."""
        if len(self._numbers) >= _MEMORY:
            self._numbers.clear()
        new = [form for form in dict.fromkeys(forms) if form not in self._numbers]
        if not new:
            return
        empty = len(self._names)
        flat: list[int] = []
        begins: list[int] = []
        here, away = self._names.get, [(seen.get, abs(offset)) for offset, seen in self._index.seen.items()]
        for form in new:
            begins.append(len(flat))
            flat.append(empty)
            flat += [number for number in map(here, form.here) if number is not None]
            for get, distance in away:
                begins.append(len(flat))
                flat.append(empty)
                flat += [number for number in map(get, seen_from(form, distance)) if number is not None]
        first = len(self._numbers) + 1
        while first + len(new) > len(self._rows):
            self._rows = self._np.concatenate([self._rows, self._np.zeros_like(self._rows)])
        summed = self._np.add.reduceat(self._dense[flat], begins, axis=0)
        self._rows[first : first + len(new)] = summed.reshape(len(new), 1 + len(_OFFSETS), self._width)
        self._numbers.update(zip(new, range(first, first + len(new)), strict=True))

    def scores(self, sentences: Sequence[Sentence]) -> Any:
        """One score per label for each token of all the lines, as one array."""
        self._learn(form for sentence in sentences for form in sentence.forms)
        known = self._numbers
        numbers: list[int] = []
        shifted: list[list[int]] = [[] for _ in _OFFSETS]
        empty = len(self._names)
        flat: list[int] = []
        begins: list[int] = []
        for sentence in sentences:
            forms = sentence.forms
            mine = [known[form] for form in forms]
            numbers += mine
            for place, offset in enumerate(_OFFSETS):
                if offset < 0:
                    shifted[place] += [0] * min(-offset, len(mine)) + mine[:offset]
                else:
                    shifted[place] += mine[offset:] + [0] * min(offset, len(mine))
            self._gather(sentence, flat, begins, empty)
        rows = self._rows
        total = rows[numbers, 0]
        for place, indices in enumerate(shifted, 1):
            total += rows[indices, place]
        total += self._np.add.reduceat(self._dense[flat], begins, axis=0)
        return total

    def _gather(self, sentence: Sentence, flat: list[int], begins: list[int], empty: int) -> None:
        """The features of each token that are not of its form alone."""
        line = (empty, *self._known(sentence.line))
        get, case, kinds, index = self._names.get, sentence.case, self._kinds, self._index
        words_after, kinds_after, kinds_before = index.words_after, index.kinds_after, index.kinds_before
        forms = sentence.forms
        left, word_left = "", ""
        for at, (form, after, own) in enumerate(zip(forms, (*forms[1:], None), sentence.own, strict=True)):
            begins.append(len(flat))
            flat += line
            kind = form.kind
            flat += kinds[case, left, kind, after.kind if after is not None else ""]
            if at:
                if (row := words_after.get(word_left)) and (number := row.get(form.paired)) is not None:
                    flat.append(number)
                if (row := kinds_after.get(word_left)) and (number := row.get(kind)) is not None:
                    flat.append(number)
            if after is not None and (row := kinds_before.get(after.word)) and (number := row.get(kind)) is not None:
                flat.append(number)
            if own:
                flat += [number for number in map(get, own) if number is not None]
            left, word_left = kind, form.word

    def candidates(self, sentences: Sequence[Sentence], margin: float, chain: Chain) -> list[list[Candidates]]:
        """See `Scorer`."""
        if not sentences:
            return []
        np = self._np
        scores = self.scores(sentences).astype(np.float64) + chain.bias
        mask = scores >= scores.max(axis=1, keepdims=True) - margin
        mask[:, chain.outside] = True
        begins = np.cumsum([0, *(len(sentence.forms) for sentence in sentences)])
        self._drop_lonely(scores, mask, begins, chain)
        nothing: Candidates = ()
        flat: list[Any] = [nothing] * len(scores)
        tokens, labels = np.nonzero(mask)
        last = -1
        for token, label, score in zip(tokens.tolist(), labels.tolist(), scores[tokens, labels].tolist(), strict=True):
            if token != last:
                flat[token], last = [], token
            flat[token].append((label, score))
        return [flat[start:stop] for start, stop in pairwise(begins.tolist())]

    def _drop_lonely(self, scores: Any, mask: Any, begins: Any, chain: Chain) -> None:
        """Leave O alone where nothing else can come of it: nearly all tokens, which then cost the search nothing."""
        np = self._np
        first = np.zeros(len(scores) + 1, dtype=bool)
        first[begins] = True
        begun = np.array(chain.begun)  # of each I- its B-
        inside = np.nonzero(begun >= 0)[0]
        # An I- needs its own kind before it.
        before = np.vstack([np.zeros((1, self._width), dtype=bool), mask[:-1]]) & ~first[:-1, None]
        mask[:, inside] &= before[:, inside] | before[:, begun[inside]]
        busy = mask.sum(axis=1) > 1
        behind = np.append(busy[1:], False) & ~first[1:]
        ahead = np.append([False], busy[:-1]) & ~first[:-1]
        lonely = np.nonzero(busy & ~ahead & ~behind)[0]
        moves = np.array(chain.moves)
        # The same chances as the search would give: the step from O or the line's start, and the one to O.
        steps = np.where(first[lonely, None], moves[-1], moves[chain.outside])
        steps *= np.where(first[lonely + 1, None], 1.0, moves[:-1, chain.outside])
        chances = np.exp(np.where(mask[lonely], scores[lonely] - scores[lonely].max(axis=1, keepdims=True), -np.inf)) * steps
        plain = chances[:, chain.outside]
        sure = plain >= chain.sure * chances.sum(axis=1)
        sure &= plain >= chances.max(axis=1)
        dropped = lonely[sure]
        mask[dropped] = False
        mask[dropped, chain.outside] = True


def best_scorer(weights: Weights) -> Scorer:
    """The faster one where numpy is installed, else the one that needs nothing."""
    return NumpyScorer(weights) if find_spec("numpy") else PythonScorer(weights)
