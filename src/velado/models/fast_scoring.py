"""Sums feature weights with numpy, a whole page at once: the same sums as `PythonScorer`'s, many times faster.

A token's scores are the sum of rows that are kept (of its form and the forms around it, of the kinds of three tokens in
a row) and of weights that are added one by one (of pairs of words, of hints, fields and cues).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain as chained
from typing import Any

import numpy as np

from velado.models.decoding import Island
from velado.models.fast_decoding import decode_all
from velado.models.fast_pairs import KIND, STARTS, TRAITS, Numbering, Pairs
from velado.models.features import Marks, Sentence, names_between
from velado.models.forms import Form, Group, names_of_family, names_of_look
from velado.models.scoring import OFFSETS, Chain, rows_by
from velado.models.weights import Listing, Weights

__all__ = ["NumpyScorer"]

_FORMS, _GROUPS, _TRIPLES = 24_000, 4_000, 48_000  # rows kept, about
_PLACES = 1 + len(OFFSETS)  # from where a form is seen: its own token and the tokens around it
_REACH = max(OFFSETS)
_CASES = {"mixed": 0, "upper": 1, "lower": 2}
_CASE_NAMES = tuple(_CASES)
_SEEN_STARTS = tuple(f"{offset:+}" for offset in OFFSETS)  # how the names of what a token sees around it begin
_KINDS = 1 << 18  # more kinds than there ever are

Array = Any


class _Sparse:
    """Rows of weights of which only what is not zero is stored."""

    def __init__(self, begins: Array, columns: Array, values: Array) -> None:
        self._begins, self._lengths = begins[:-1], np.diff(begins)
        self._columns, self._values = columns, values

    def sums(self, rows: Sequence[int] | Array, targets: Array, count: int, width: int) -> Array:
        """So many sums of such a width: each of the rows is added to its target."""
        numbers = np.asarray(rows, dtype=np.int64)
        lengths = self._lengths[numbers]
        ends = np.cumsum(lengths)
        cells = np.arange(int(lengths.sum())) + np.repeat(self._begins[numbers] - ends + lengths, lengths)
        places = np.repeat(targets * width, lengths) + self._columns[cells]
        return np.bincount(places, self._values[cells], count * width).reshape(count, width)


class _Table:
    """Rows of sums by key. Row 0 stays empty."""

    def __init__(self, width: int, most: int) -> None:
        self.numbers: dict[Any, int] = {}
        self.rows = np.zeros((most, width), dtype=np.float32)  # takes memory only as it is filled

    def add(self, keys: Sequence[Any], rows: Array) -> None:
        """Keep a row for each of some new keys."""
        first = len(self.numbers) + 1
        self.rows = _grown(self.rows, first + len(keys))
        self.rows[first : first + len(keys)] = rows
        self.numbers.update(zip(keys, range(first, first + len(keys)), strict=True))

    def forget(self) -> None:
        """Make room."""
        self.numbers.clear()


def _grown(rows: Array, least: int) -> Array:
    while least > len(rows):
        rows = np.concatenate([rows, np.zeros_like(rows)])
    return rows


def _names_of_left(left: str, here: str) -> tuple[str, ...]:
    """The features of the kinds of a token and the one before it; "" stands for the edge of the line."""
    return (f"kk={left}|{here}",) if left else ("first", f"first|{here}", f"kk=^|{here}")


def _names_of_right(here: str, right: str) -> tuple[str, ...]:
    """The same for the one behind it."""
    return (f"kr={here}|{right}",) if right else ("last", f"kr={here}|$")


def _names_of_one_token(listing: Listing) -> dict[str, int]:
    """The features that are looked up by their names, with their numbers: all but those of two tokens and of tokens around."""
    elsewhere = sorted(map(listing.places_of, (*STARTS, *_SEEN_STARTS)))
    numbers: dict[str, int] = {}
    position = 0
    for start, stop in (*elsewhere, (len(listing.text), 0)):
        first, names = listing.between(position, start)
        numbers.update(zip(names, range(first, first + len(names)), strict=True))
        position = stop
    return numbers


@dataclass(frozen=True, slots=True)
class _Scores:
    """One row per token of a page, and where each of its lines begins."""

    rows: Array
    begins: Array


class NumpyScorer:
    """Sums with numpy."""

    def __init__(self, weights: Weights) -> None:
        self._names = _names_of_one_token(weights.listing)
        self._width = len(weights.labels)
        self._seen = Numbering(len(weights.listing))  # what the tokens around see of a form → the row with the weights of all places
        self._weights = self._read(weights)
        self._pairs = Pairs(weights.listing)
        self._forms, self._triples = _Table(_PLACES * self._width, _FORMS), _Table(self._width, _TRIPLES)
        self._groups = _Table(_PLACES * self._width, _GROUPS)
        self._traits = np.zeros((_FORMS, TRAITS), dtype=np.int64)
        self._kinds = {"": 0, **self._pairs.kinds}
        self._moves: tuple[Any, Array] | None = None  # those of the chain in use, and the same as an array
        self._lefts = rows_by(lambda key: self._known(_names_of_left(*key)))
        self._rights = rows_by(lambda key: self._known(_names_of_right(*key)))
        self._cases = rows_by(lambda key: self._known([f"ck={key[0]}|{key[1]}"]))
        self._looks = rows_by(self._rows_of_look)
        self._families = rows_by(self._rows_of_family)

    def _read(self, weights: Weights) -> _Sparse:
        """The weights of all features, and behind them those of "+1w=…", "-2w=…" and so on in one row for "w=…"."""
        begins = np.frombuffer(weights.begins, dtype=np.uint32).astype(np.int64)
        columns = np.frombuffer(weights.columns, dtype=np.uint8).astype(np.int64)
        values = np.frombuffer(weights.values, dtype=np.int16) / 1024
        told: list[Array] = []
        targets: list[Array] = []
        for start in _SEEN_STARTS:
            first, rests = weights.listing.starting_with(start)
            told.append(np.arange(first, first + len(rests)))
            targets.append(self._seen.of(rests))
        if not self._seen:
            return _Sparse(begins, columns, values)
        homes = np.concatenate(targets) - len(weights.listing)
        order = np.argsort(homes, kind="stable")
        homes, numbers = homes[order], np.concatenate(told)[order]
        shifts = np.repeat(np.arange(1, _PLACES), list(map(len, told)))[order]
        lengths = np.diff(begins)[numbers]
        cells = np.arange(int(lengths.sum())) + np.repeat(begins[numbers] - np.cumsum(lengths) + lengths, lengths)
        sizes = np.bincount(homes, lengths).astype(np.int64)
        return _Sparse(
            np.concatenate([begins, begins[-1] + np.cumsum(sizes)]),
            np.concatenate([columns, columns[cells] + np.repeat(shifts * self._width, lengths)]),
            np.concatenate([values, values[cells]]),
        )

    def _known(self, names: Iterable[str]) -> list[int]:
        """The rows of those features that have a weight."""
        return [number for number in map(self._names.get, names) if number is not None]

    def _known_around(self, names: Iterable[str]) -> list[int]:
        return [number for number in map(self._seen.get, names) if number is not None]

    def _rows_of_group(self, group: Group) -> list[int]:
        # What is seen from afar is seen by the direct neighbours too, so their names are all there are.
        return self._known(group.here) + self._known_around(group.near)

    def _rows_of_form(self, form: Form) -> list[int]:
        """What a form has beyond its group."""
        parts = form.parts
        if parts is None:
            return self._known(form.here) + self._known_around(form.near)
        look: list[int] = self._looks[parts.look, parts.group.shape, parts.group.grade]
        family: list[int] = self._families[parts.family, parts.group.shape]
        return look + family + self._known(parts.own()) + self._known_around(parts.own_near())

    def _rows_of_look(self, key: tuple[tuple[str, ...], str, str]) -> list[int]:
        return self._known(names_of_look(*key)) + self._known_around(key[0][:1])

    def _rows_of_family(self, key: tuple[tuple[str, ...], str]) -> list[int]:
        return self._known(names_of_family(*key)) + self._known_around(key[0])

    def _sums(self, rows: Sequence[Sequence[int]], width: int) -> Array:
        """The sums of some lists of rows."""
        targets = np.repeat(np.arange(len(rows)), list(map(len, rows)))
        return self._weights.sums(list(chained.from_iterable(rows)), targets, len(rows), width)

    def _learn_forms(self, forms: Sequence[Form]) -> None:
        """Sum the rows of forms not met before, all in one go."""
        kept, groups, width = self._forms, self._groups, _PLACES * self._width
        if len(kept.numbers) + len(forms) >= _FORMS or len(self._kinds) + len(forms) >= _KINDS:
            self._forget()
        new = [form for form in dict.fromkeys(forms) if form not in kept.numbers]
        if not new:
            return
        grouped = [form.parts.group if form.parts is not None else None for form in new]
        if fresh := [group for group in dict.fromkeys(grouped) if group is not None and group not in groups.numbers]:
            groups.add(fresh, self._sums(list(map(self._rows_of_group, fresh)), width))
        rows = self._sums(list(map(self._rows_of_form, new)), width)
        rows += groups.rows[[groups.numbers[group] if group is not None else 0 for group in grouped]]
        first, pairs, kinds = len(kept.numbers) + 1, self._pairs, self._kinds
        kept.add(new, rows)
        self._traits = _grown(self._traits, first + len(new))
        traits: list[int] = []
        for form in new:
            word = form.word
            traits += (
                kinds.setdefault(form.kind, len(kinds)), pairs.before.get(word, 0), pairs.paired.get(form.paired, 0),
                pairs.behind.get(word, 0), pairs.cues.get(word, 0),
            )  # fmt: skip
        self._traits[first : first + len(new)] = np.array(traits).reshape(len(new), -1)

    def _forget(self) -> None:
        self._forms.forget()
        self._triples.forget()
        self._groups.forget()
        self._kinds = {"": 0, **self._pairs.kinds}

    def _learn_triples(self, keys: Sequence[int]) -> None:
        """The same for the kinds of three tokens in a row."""
        if len(self._triples.numbers) + len(keys) >= _TRIPLES:
            self._triples.forget()
        new = [key for key in dict.fromkeys(keys) if key not in self._triples.numbers]
        if not new:
            return
        kinds = list(self._kinds)
        rows = []
        for key in new:
            rest, right = divmod(key, _KINDS)
            rest, here = divmod(rest, _KINDS)
            case, left = divmod(rest, _KINDS)
            before, kind, behind = kinds[left], kinds[here], kinds[right]
            # Three are new more often than two.
            pairs = self._lefts[before, kind] + self._rights[kind, behind] + self._cases[_CASE_NAMES[case], kind]
            rows.append(pairs + self._known(names_between(before, kind, behind)))
        self._triples.add(new, self._sums(rows, self._width))

    def scores(self, sentences: Sequence[Sentence]) -> _Scores:
        """One score per label for each token of a page; the lines are all that it has."""
        if not sentences:
            return _Scores(np.zeros((0, self._width)), np.zeros(1, dtype=np.int64))
        forms = list(chained.from_iterable(sentence.forms for sentence in sentences))
        self._learn_forms(forms)
        lengths = np.array([len(sentence.forms) for sentence in sentences])
        line_of = np.repeat(np.arange(len(sentences)), lengths)
        numbers = np.array(list(map(self._forms.numbers.__getitem__, forms)))
        # All lines in one row with empty places between them, so that no token sees the next line.
        at = np.arange(len(forms)) + _REACH * (line_of + 1)
        spaced = np.zeros(len(forms) + _REACH * (len(sentences) + 1), dtype=np.int64)
        spaced[at] = numbers
        rows = self._forms.rows.reshape(-1, self._width)
        total = rows[numbers * _PLACES]
        for place, offset in enumerate(OFFSETS, 1):
            total += rows[spaced[at + offset] * _PLACES + place]
        left, here, right = (self._traits[spaced[at + offset]] for offset in (-1, 0, 1))
        cases = np.array([_CASES[sentence.case] for sentence in sentences])[line_of]
        keys = (((cases * _KINDS + left[:, KIND]) * _KINDS + here[:, KIND]) * _KINDS + right[:, KIND]).tolist()
        self._learn_triples(keys)
        total += self._triples.rows[list(map(self._triples.numbers.__getitem__, keys))]
        total += self._of_lines(sentences)[line_of]
        features, tokens = self._of_tokens(sentences[0].marks, left, here, right)
        total = total + self._weights.sums(features, tokens, len(forms), self._width)
        return _Scores(total, np.concatenate([[0], np.cumsum(lengths)]))

    def _of_tokens(self, marks: Marks, left: Array, here: Array, right: Array) -> tuple[Array, Array]:
        """The features that are added one by one, and the tokens that have them."""
        tokens = np.arange(len(here))
        keys, homes = self._pairs.keys(left, here, right), np.concatenate([tokens, tokens, tokens])
        if marks.cues:
            cued, cues, distances = np.fromiter(chained.from_iterable(marks.cues), np.int64).reshape(-1, 3).T
            keys = np.concatenate([keys, self._pairs.keys_of_cues(here[cues], distances, here[cued])])
            homes = np.concatenate([homes, cued, cued])
        features, homes = self._pairs.found(keys, homes)
        names: list[int] = []
        marked: list[int] = []
        for name, places in marks.marks:
            number = self._names.get(name)
            if number is not None:
                names += [number] * len(places)
                marked += places
        return np.concatenate([features, np.array(names, dtype=np.int64)]), np.concatenate([homes, np.array(marked, dtype=np.int64)])

    def _of_lines(self, sentences: Sequence[Sentence]) -> Array:
        """What all tokens of a line share."""
        return self._sums([self._known(sentence.line) for sentence in sentences], self._width).astype(np.float32)

    def _moves_of(self, chain: Chain) -> Array:
        if self._moves is None or self._moves[0] is not chain.moves:
            self._moves = chain.moves, np.array(chain.moves)
        return self._moves[1]

    def decode(self, scores: _Scores, lines: Sequence[int], margin: float, chain: Chain, advice: Sequence[Array] | None = None) -> list[list[Island]]:
        """See `Scorer`."""
        if not lines:
            return []
        rows, begins = scores.rows, scores.begins
        if len(lines) < len(begins) - 1:
            rows = np.concatenate([rows[begins[line] : begins[line + 1]] for line in lines])
            begins = np.concatenate([[0], np.cumsum(np.diff(begins)[list(lines)])])
        rows = rows + np.array(chain.bias)
        mask = rows >= rows.max(axis=1, keepdims=True) - margin
        mask[:, chain.outside] = True
        moves = self._moves_of(chain)
        _drop_lonely(rows, mask, begins, chain, moves)
        if advice is not None:
            rows += np.concatenate(advice)
        return decode_all(rows, mask, begins, moves, chain.outside)


def _drop_lonely(scores: Array, mask: Array, begins: Array, chain: Chain, moves: Array) -> None:
    """Leave O alone where nothing else can come of it: nearly all tokens, which then cost the search nothing."""
    first = np.zeros(len(scores) + 1, dtype=bool)
    first[begins] = True
    begun = np.array(chain.begun)  # of each I- its B-
    inside = np.nonzero(begun >= 0)[0]
    # An I- needs its own kind before it.
    before = np.zeros_like(mask)
    before[1:] = mask[:-1]
    before[begins[:-1]] = False
    mask[:, inside] &= before[:, inside] | before[:, begun[inside]]
    busy = mask.sum(axis=1) > 1
    behind = np.append(busy[1:], False) & ~first[1:]
    ahead = np.append([False], busy[:-1]) & ~first[:-1]
    lonely = np.nonzero(busy & ~ahead & ~behind)[0]
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
