"""The sums and the search of `fast_scoring` with compiled inner loops, where the package velado-compiled is installed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain as chained
from typing import Any

import numpy as np
from velado_compiled import Keys, Names, Search, Sparse, Sums, add_kept, add_kinds, add_words, numbers_of

from velado.models.decoding import FAINTEST, TINIEST, Island
from velado.models.fast_pairs import BASE, BEFORE, BEHIND, CUE, KIND, PAIRED
from velado.models.fast_rows import Table
from velado.models.fast_scoring import CASES, KINDS, PLACES, SEEN_STARTS, Around, Index, NumpyScorer, PageScores, of_one_token
from velado.models.features import Form, Sentence
from velado.models.forms import Group, Trait
from velado.models.scoring import Chain
from velado.models.weights import Listing, Weights
from velado.remembered import Remembered

__all__ = ["CompiledScorer"]

Array = Any
_CASE_BYTES = [case.encode() for case in CASES]


class _Table(Table):
    """Rows by key, which are looked up faster."""

    def _known(self, keys: Sequence[Any]) -> Array:
        numbers = np.empty(len(keys), dtype=np.int64)
        numbers_of(self._numbers, keys, numbers)
        return numbers


class _TableOfNumbers(Table):
    """The same for keys that are whole numbers and come in an array."""

    def __init__(self, width: int, most: int, sums: Callable[[int, Array], Array]) -> None:
        super().__init__(width, most, sums)
        self._keys = Keys()

    def numbers_of(self, keys: Array) -> Array:
        """The numbers of the rows of some keys."""
        numbers = np.empty(len(keys), dtype=np.int64)
        missing = self._keys.numbers(keys, numbers)
        if missing:
            if len(self) + missing >= self._most:
                self.forget()
                numbers[:] = -1
            self._learn(np.unique(keys[numbers < 0]))
            self._keys.numbers(keys, numbers)
        return numbers

    def __len__(self) -> int:
        return len(self._keys)

    def _keep(self, new: Array, numbers: range) -> None:
        self._keys.update(new, np.array(numbers, dtype=np.int64))

    def forget(self) -> None:
        """Make room."""
        self._keys.clear()


class CompiledScorer(NumpyScorer):
    """Sums with numpy's arrays and compiled loops."""

    _table = _Table
    _table_of_numbers = _TableOfNumbers

    def __init__(self, weights: Weights) -> None:
        super().__init__(weights)
        held = self._weights
        self._sparse = Sparse(held.begins, held.columns, held.values, held.step)
        self._pair_keys = Keys()
        self._pair_keys.update(self._pairs.sorted_keys[1:], self._pairs.features[1:])
        self._searches = Remembered(_search_of, 8)
        self._kind_bytes: list[bytes] = []

    def _index(self, listing: Listing) -> tuple[Index, Index, list[Around]]:
        names, seen = Names(listing.text), Names(listing.text)
        for start, stop in of_one_token(listing):
            first = listing.number_at(start)
            told = names.read(start, stop, 0, first)
            if told != list(range(first, first + len(told))):
                raise ValueError("a feature is listed twice")
        around: list[Around] = []
        for sign in SEEN_STARTS:
            start, stop = listing.places_of(sign)
            around.append((listing.number_at(start), np.array(seen.read(start, stop, len(sign), len(listing) + len(seen)), dtype=np.int64)))
        return names, seen, around

    def _sums_of_forms(self, first: int, new: list[Form]) -> Array:
        if first == 1:  # no form was known
            self._forget_kinds()
        self._note_traits(first, new)
        sums = np.zeros((len(new), PLACES * self._width), dtype=np.float32)
        parts = [form.parts for form in new]
        left = add_words(self._sparse, self._names, self._seen, parts, sums)
        self._sparse.add_named(self._names, self._seen, [_own_names(new[number]) for number in left], left, sums)
        return self._with_shared(parts, sums)

    def _sums_of_shared(self, _: int, new: list[Group | Trait]) -> Array:
        sums = np.zeros((len(new), PLACES * self._width), dtype=np.float32)
        self._sparse.add_named(self._names, self._seen, [(part.here, part.near) for part in new], range(len(new)), sums)
        return sums

    def _sums_of_triples(self, _: int, new: Array) -> Array:
        sums = np.zeros((len(new), self._width), dtype=np.float32)
        self._kind_bytes += [kind.encode(errors="surrogatepass") for kind in self._kind_names[len(self._kind_bytes) :]]
        add_kinds(self._sparse, self._names, self._kind_bytes, _CASE_BYTES, new, KINDS, sums)
        return sums

    def _add_kept(self, table: Table, numbers: Array, targets: Sequence[int], sums: Array) -> None:
        add_kept(table.rows, numbers, np.array(targets, dtype=np.int64), sums)

    def _sum_up(self, sentences: Sequence[Sentence]) -> PageScores:
        forms = list(chained.from_iterable([sentence.forms for sentence in sentences]))
        numbers = self._forms.numbers_of(forms)
        begins = np.array([*[sentence.first for sentence in sentences], len(forms)], dtype=np.int64)
        scores = np.zeros((len(forms), self._width), dtype=np.float32)
        sums = Sums(numbers, begins, scores)
        sums.add_around(self._forms.rows)
        keys: Array = np.empty(len(forms), dtype=np.int64)
        sums.keys_of_triples(self._traits, KIND, KINDS, np.array([CASES[sentence.case] for sentence in sentences], dtype=np.int64), keys)
        triples = self._triples.numbers_of(keys)
        sums.add_rows(self._triples.rows, triples)
        sums.add_pairs(self._sparse, self._pair_keys, self._traits, BASE, BEFORE, PAIRED, BEHIND, KIND)
        marks = sentences[0].marks
        sums.add_cues(self._sparse, self._pair_keys, self._traits, BASE, CUE, KIND, marks.cues)
        sums.add_marks(self._sparse, self._names, marks.marks)
        sums.add_lines(self._sparse, self._names, [sentence.line for sentence in sentences], np.empty(self._width, dtype=np.float32))
        return PageScores(scores, begins)

    def _forget_kinds(self) -> None:
        super()._forget_kinds()
        self._kind_bytes.clear()

    def decode(self, scores: PageScores, margin: float, chain: Chain) -> list[list[Island]]:
        """See `Scorer`."""
        lines = range(len(scores.begins) - 1)
        found: list[list[Island]] = self._searches[chain].run(np.ascontiguousarray(scores.rows, dtype=np.float32), scores.begins, lines, margin, None, Island)
        return found


def _own_names(form: Form) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a form shares with no other: of the token itself, and of a direct neighbour."""
    return form.parts.own() if form.parts is not None else (form.names.here, form.names.near)


def _search_of(chain: Chain) -> Search:
    return Search(chain.outside, np.array(chain.bias, dtype=np.float64), np.array(chain.begun, dtype=np.int64), np.array(chain.moves, dtype=np.float64), chain.sure, FAINTEST, TINIEST)
