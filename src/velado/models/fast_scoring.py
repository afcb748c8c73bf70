"""Sums feature weights with numpy, a whole page at once: the same sums as `PythonScorer`'s, many times faster.

A token's scores are the sum of rows that are kept (of its form and the forms around it, of the kinds of three tokens in
a row) and of weights that are added one by one (of pairs of words, of hints, fields and cues).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain as chained
from itertools import islice, repeat
from operator import itemgetter
from threading import Lock
from typing import Any, Protocol

import numpy as np

from velado.models.decoding import Island
from velado.models.fast_decoding import Links, decode_all
from velado.models.fast_pairs import BEFORE, BEHIND, CUE, KIND, PAIRED, STARTS, TRAITS, Numbering, Pairs
from velado.models.fast_rows import Sparse, Table, grown
from velado.models.features import Marks, Sentence, names_between
from velado.models.forms import Form, Group, Parts, Trait, names_of_edge
from velado.models.scoring import HOPELESS, NEVER, OFFSETS, Chain, rows_by
from velado.models.weights import STEP, Listing, Weights
from velado.remembered import Remembered

__all__ = ["CASES", "KINDS", "PLACES", "SEEN_STARTS", "Around", "Index", "NumpyScorer", "PageScores", "of_one_token"]

_FORMS, _SHARED, _TRIPLES, _TWOS = 24_000, 8_000, 48_000, 24_000  # rows kept, about
_CHAINS = 8  # kept as arrays; a tagger has two
PLACES = 1 + len(OFFSETS)  # from where a form is seen: its own token and the tokens around it
_REACH = max(OFFSETS)
CASES = {"mixed": 0, "upper": 1, "lower": 2}
_CASE_NAMES = tuple(CASES)
SEEN_STARTS = tuple(f"{offset:+}" for offset in OFFSETS)  # how the names of what a token sees around it begin
_FROM = np.array((0, *OFFSETS))[:, None]  # the places, from a token
KINDS = 262_139  # more kinds than there ever are; a prime, so that numbers made of three spread well in a dict

Array = Any
Around = tuple[int, Array]  # the number of the first of some features in a row, and the rows that they go into


class Index(Protocol):
    """Rows by the names of features."""

    def get(self, name: str, default: Any = None, /) -> Any:
        """The row of one, if it has one."""
        ...


def _names_of_left(left: str, here: str) -> tuple[str, ...]:
    """The features of the kinds of a token and the one before it; "" stands for the edge of the line."""
    return (f"kk={left}|{here}",) if left else ("first", f"first|{here}", f"kk=^|{here}")


def _names_of_right(here: str, right: str) -> tuple[str, ...]:
    """The same for the one behind it."""
    return (f"kr={here}|{right}",) if right else ("last", f"kr={here}|$")


def of_one_token(listing: Listing) -> Iterator[tuple[int, int]]:
    """The places of the features that are looked up by their names: all but those of two tokens and of tokens around."""
    position = 0
    for start, stop in sorted(map(listing.places_of, (*STARTS, *SEEN_STARTS))):
        yield position, start
        position = stop
    yield position, len(listing.text)


def _names_of_one_token(listing: Listing) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for start, stop in of_one_token(listing):
        first, names = listing.between(start, stop)
        numbers.update(zip(names, range(first, first + len(names)), strict=True))
    return numbers


@dataclass(frozen=True, slots=True)
class PageScores:
    """One row per token of a page, and where each of its lines begins."""

    rows: Array
    begins: Array


class NumpyScorer:
    """Sums with numpy."""

    _table: type[Table] = Table
    _table_of_numbers: type[Table] = Table  # where the keys are whole numbers

    def __init__(self, weights: Weights) -> None:
        self._learning = Lock()  # new words get their rows on the way, and threads must not give two words the same
        self._width = len(weights.labels)
        # Of what the tokens around see of a form the row with the weights of all places, by name without the place.
        self._names, self._seen, around = self._index(weights.listing)
        self._weights = self._read(weights, around)
        self._pairs = Pairs(weights.listing)
        wide = PLACES * self._width
        self._forms = self._table(wide, _FORMS, self._sums_of_forms)
        self._shared = self._table(wide, _SHARED, self._sums_of_shared)  # by what many words share
        self._triples = self._table_of_numbers(self._width, _TRIPLES, self._sums_of_triples)
        self._traits = np.zeros((_FORMS, TRAITS), dtype=np.int64)
        self._kinds: dict[str, int] = {}
        self._kind_names: list[str] = []
        self._links = Remembered(Links, _CHAINS)
        self._twos = Table(self._width, _TWOS, self._sums_of_twos)
        # Few letters begin and end many words.
        self._heads, self._tails = rows_by(partial(self._rows_of_edge, "p")), rows_by(partial(self._rows_of_edge, "e"))

    def _index(self, listing: Listing) -> tuple[Index, Index, list[Around]]:
        """The rows of features by name, those of what is seen from around, and which features go into the latter."""
        seen = Numbering(len(listing))
        around: list[Around] = []
        for start in SEEN_STARTS:
            first, rests = listing.starting_with(start)
            around.append((first, seen.of(rests)))
        return _names_of_one_token(listing), seen, around

    def _read(self, weights: Weights, around: list[Around]) -> Sparse:
        """The weights of all features, and behind them those of "+1w=…", "-2w=…" and so on in one row for "w=…"."""
        begins = np.frombuffer(weights.begins, dtype=np.uint32).astype(np.int64)
        columns = np.frombuffer(weights.columns, dtype=np.uint8).astype(np.uint16)
        values = np.frombuffer(weights.values, dtype=np.int16)
        if not any(len(targets) for _, targets in around):
            return Sparse(begins, columns, values, STEP)
        told = [np.arange(first, first + len(targets)) for first, targets in around]
        homes = np.concatenate([targets for _, targets in around]) - len(weights.listing)
        order = np.argsort(homes, kind="stable")
        homes, numbers = homes[order], np.concatenate(told)[order]
        shifts = np.repeat(np.arange(1, PLACES, dtype=np.uint16), list(map(len, told)))[order]
        lengths = np.diff(begins)[numbers]
        cells = np.arange(int(lengths.sum())) + np.repeat(begins[numbers] - np.cumsum(lengths) + lengths, lengths)
        sizes = np.bincount(homes, lengths).astype(np.int64)
        return Sparse(
            np.concatenate([begins, begins[-1] + np.cumsum(sizes)]),
            np.concatenate([columns, columns[cells] + np.repeat(shifts * np.uint16(self._width), lengths)]),
            np.concatenate([values, values[cells]]),
            STEP,
        )

    def _rows_named(self, names: Iterable[str]) -> Array:
        """The rows of some features, empty ones among them."""
        return np.fromiter(map(self._names.get, names, repeat(self._weights.nothing)), np.int64)

    def _known(self, names: Iterable[str]) -> list[int]:
        """The rows of those features that have a weight."""
        return [number for number in map(self._names.get, names) if number is not None]

    def _known_around(self, names: Iterable[str]) -> list[int]:
        return [number for number in map(self._seen.get, names) if number is not None]

    def _rows_of_form(self, form: Form) -> list[int]:
        """What a form shares with no other."""
        parts = form.parts
        if parts is None:
            return self._known(form.names.here) + self._known_around(form.names.near)
        head, tail = parts.edges()
        nothing = self._weights.nothing
        around = self._seen.get(f"w={parts.folded}", nothing)
        return [*map(self._names.get, parts.whole(), repeat(nothing)), around, *self._heads[head], *self._tails[tail]]

    def _rows_of_edge(self, sort: str, edge: str) -> tuple[int, ...]:
        here, near = names_of_edge(edge, sort)
        return (*self._known(here), *self._known_around([near]))

    def _sums_of(self, rows: Sequence[Sequence[int]], width: int) -> Array:
        """The sums of some lists of rows."""
        targets = np.arange(len(rows)).repeat(list(map(len, rows)))
        return self._weights.sums(np.fromiter(chained.from_iterable(rows), np.int64, len(targets)), targets, len(rows), width)

    def _sums_of_forms(self, first: int, new: list[Form]) -> Array:
        if first == 1:  # no form was known
            self._forget_kinds()
        self._note_traits(first, new)
        width = PLACES * self._width
        sums = self._sums_of(list(map(self._rows_of_form, new)), width)
        return self._with_shared([form.parts for form in new], sums)

    def _with_shared(self, parts: list[Parts | None], sums: Array) -> Array:
        """What many words have in common, added to the sums of some."""
        at = [number for number, word in enumerate(parts) if word is not None]
        words = [word for word in parts if word is not None]
        shared = self._shared.numbers_of([*[word.group for word in words], *[word.look for word in words], *[word.family for word in words]])
        self._add_kept(self._shared, shared, at, sums)
        return sums

    def _add_kept(self, table: Table, numbers: Array, targets: Sequence[int], sums: Array) -> None:
        """Add rows of a table by their numbers: several for each target, in as many rounds."""
        if len(targets):
            rows: Array = table.rows.take(numbers, axis=0)
            sums[targets] += rows.reshape(-1, len(targets), rows.shape[1]).sum(axis=0)

    def _sums_of_shared(self, _: int, new: list[Group | Trait]) -> Array:
        # What is seen from afar is seen by the direct neighbours too, so their names are all there are.
        return self._sums_of([self._known(part.here) + self._known_around(part.near) for part in new], PLACES * self._width)

    def _forget_kinds(self) -> None:
        """Begin anew with the kinds that features of two tokens name, and "" for the edge of a line."""
        self._kinds = {"": 0, **self._pairs.kinds}
        self._kind_names = list(self._kinds)
        self._triples.forget()
        self._twos.forget()

    def _note_traits(self, first: int, new: list[Form]) -> None:
        """What the features of two and three tokens ask of each form."""
        pairs, words = self._pairs, [form.word for form in new]
        self._traits = grown(self._traits, first + len(new))
        traits = self._traits[first : first + len(new)].T
        traits[KIND] = [self._kinds.setdefault(form.kind, len(self._kinds)) for form in new]
        self._kind_names += islice(self._kinds, len(self._kind_names), None)
        traits[PAIRED] = list(map(pairs.paired.get, [form.paired for form in new], repeat(0)))
        for trait, numbers in ((BEFORE, pairs.before), (BEHIND, pairs.behind), (CUE, pairs.cues)):
            traits[trait] = list(map(numbers.get, words, repeat(0)))

    def _sums_of_triples(self, _: int, new: list[int]) -> Array:
        kinds, keys = self._kind_names, np.array(new)
        befores, heres, behinds = (keys // KINDS**2 % KINDS).tolist(), (keys // KINDS % KINDS).tolist(), (keys % KINDS).tolist()
        names = [name for triple in zip(befores, heres, behinds, strict=True) for name in names_between(*map(kinds.__getitem__, triple))]
        # Three are new more often than two, whose sums are kept, and few have a feature of all three.
        twos = np.concatenate([keys // KINDS, -(keys % KINDS**2) - 1])
        sums = self._sums_of([self._known([name]) for name in names], self._width)
        self._add_kept(self._twos, self._twos.numbers_of(twos.tolist()), range(len(new)), sums)
        return sums

    def _sums_of_twos(self, _: int, new: list[int]) -> Array:
        """Of a token and the one before it; numbers below zero tell of the one behind it."""
        return self._sums_of([self._rows_of_left(key) if key >= 0 else self._rows_of_right(-key - 1) for key in new], self._width)

    def _rows_of_left(self, key: int) -> list[int]:
        """Of the kinds of a token and the one before it, and the case of the line."""
        kinds = self._kind_names
        rest, here = divmod(key, KINDS)
        case, left = divmod(rest, KINDS)
        return self._known([*_names_of_left(kinds[left], kinds[here]), f"ck={_CASE_NAMES[case]}|{kinds[here]}"])

    def _rows_of_right(self, key: int) -> list[int]:
        """The same for the one behind it."""
        kinds = self._kind_names
        here, right = divmod(key, KINDS)
        return self._known(_names_of_right(kinds[here], kinds[right]))

    def scores(self, sentences: Sequence[Sentence]) -> PageScores:
        """One score per label for each token of a page; the lines are all that it has."""
        if not sentences:
            return PageScores(np.zeros((0, self._width)), np.zeros(1, dtype=np.int64))
        with self._learning:
            return self._sum_up(sentences)

    def _sum_up(self, sentences: Sequence[Sentence]) -> PageScores:
        forms = list(chained.from_iterable([sentence.forms for sentence in sentences]))
        numbers = self._forms.numbers_of(forms)
        lengths = np.array([len(sentence.forms) for sentence in sentences])
        line_of = np.arange(len(sentences)).repeat(lengths)
        # All lines in one row with empty places between them, so that no token sees the next line.
        at = np.arange(len(forms)) + _REACH * (line_of + 1)
        spaced = np.zeros(len(forms) + _REACH * (len(sentences) + 1), dtype=np.int64)
        spaced[at] = numbers
        around = spaced.take(at + _FROM)
        rows = self._forms.rows.reshape(-1, self._width)
        own, *seen = around * PLACES + np.arange(PLACES)[:, None]
        total = rows.take(own, axis=0)
        for places in seen:
            total += rows.take(places, axis=0)
        here, left, right = (self._traits.take(form, axis=0) for form in around[:3])
        cases = np.array([CASES[sentence.case] for sentence in sentences]).take(line_of)
        triples = ((cases * KINDS + left[:, KIND]) * KINDS + here[:, KIND]) * KINDS + right[:, KIND]
        total += self._triples.rows_of(triples.tolist())
        features, targets = self._of_tokens(sentences[0].marks, left, here, right)
        # What the tokens of a line share is summed along with what each has for itself, behind it.
        lines = [sentence.line for sentence in sentences]
        shared = np.arange(len(forms), len(forms) + len(lines)).repeat(list(map(len, lines)))
        features = np.concatenate([features, self._rows_named(chained.from_iterable(lines))])
        sums = self._weights.sums(features, np.concatenate([targets, shared]), len(forms) + len(lines), self._width)
        scores = sums[: len(forms)]
        scores += total
        scores += sums[len(forms) :].take(line_of, axis=0)
        return PageScores(scores, np.concatenate([[0], np.cumsum(lengths)]))

    def _of_tokens(self, marks: Marks, left: Array, here: Array, right: Array) -> tuple[Array, Array]:
        """The features that are added one by one, and the tokens that have them."""
        tokens = np.arange(len(here))
        keys, homes = self._pairs.keys(left, here, right), np.concatenate([tokens, tokens, tokens])
        if marks.cues:
            cued, cues, distances = np.fromiter(chained.from_iterable(marks.cues), np.int64).reshape(-1, 3).T
            keys = np.concatenate([keys, self._pairs.keys_of_cues(here[cues], distances, here[cued])])
            homes = np.concatenate([homes, cued, cued])
        features, homes = self._pairs.found(keys, homes)
        places = list(map(itemgetter(1), marks.marks))
        marking = self._rows_named(map(itemgetter(0), marks.marks)).repeat(list(map(len, places)))
        marked = np.fromiter(chained.from_iterable(places), np.int64, len(marking))
        return np.concatenate([features, marking]), np.concatenate([homes, marked])

    def add(self, scores: PageScores, told: Array, share: float, biases: Sequence[float]) -> PageScores:
        """See `Scorer`."""
        rows = scores.rows
        biased = rows + np.asarray(biases, dtype=rows.dtype)
        hopeless = biased < biased.max(axis=1, keepdims=True) - HOPELESS
        joined = rows + share * np.asarray(told, dtype=rows.dtype)
        joined[hopeless] = NEVER
        return PageScores(joined, scores.begins)

    def decode(self, scores: PageScores, margin: float, chain: Chain) -> list[list[Island]]:
        """See `Scorer`."""
        return decode_all(scores.rows, scores.begins, margin, self._links[chain])
