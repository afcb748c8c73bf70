"""The features of two tokens in a row, as numbers that numpy can look for: a whole page of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from velado.models.weights import Listing

__all__ = ["BASE", "BEFORE", "BEHIND", "CUE", "KIND", "PAIRED", "STARTS", "TRAITS", "Numbering", "Pairs"]

STARTS = ("ww=", "wk=", "kw=", "cue=", "cuek=")  # how the names of these features begin
KIND, BEFORE, PAIRED, BEHIND, CUE = range(5)  # traits: the numbers of a form's kind and of its word in pairs
TRAITS = 5
BASE = 1 << 24  # more words than there ever are
_WORD = (BASE - 1) * BASE  # where the word stands in a key

Array = Any


class Numbering(dict[str, int]):
    """Numbers by name."""

    def __init__(self, first: int = 1) -> None:
        super().__init__()
        self._first = first

    def of(self, names: Sequence[str]) -> Array:
        """The numbers of some names; new ones get the next."""
        new = [name for name in dict.fromkeys(names) if name not in self]
        following = self._first + len(self)
        self.update(zip(new, range(following, following + len(new)), strict=True))
        return np.fromiter(map(self.__getitem__, names), np.int64, len(names))


class Pairs:
    """The features of two tokens in a row: a word and the one before it, a kind and the word before or behind it."""

    def __init__(self, listing: Listing) -> None:
        # Numbers from 1 on; 0 is for what has no part in any feature.
        self.before, self.paired, self.behind, self.cues, self.kinds = (Numbering() for _ in range(5))
        keys: list[Array] = [np.array([-1])]
        features: list[Array] = [np.array([-1])]
        words_of = (self.before, self.before, self.behind, self.cues, self.cues)
        others_of = (self.paired, self.kinds, self.kinds, None, self.kinds)  # behind "cue=" stands a distance
        for sort, (start, words, others) in enumerate(zip(STARTS, words_of, others_of, strict=True)):
            number, rests = listing.starting_with(start)
            # The word stands before the first bar, but behind the last one where it follows a kind. A bar is a word too.
            if start == "kw=":
                told, named = _cut(rests, [rest.rindex("|", 0, -1) for rest in rests])
            else:
                named, told = _cut(rests, [rest.index("|", 1) for rest in rests])
            other = others.of(told) if others is not None else np.array(list(map(int, told)), dtype=np.int64)
            keys.append(_key(sort, words.of(named), other))
            features.append(np.arange(number, number + len(rests)))
        joined = np.concatenate(keys)
        order = np.argsort(joined)
        self.sorted_keys, self.features = joined[order], np.concatenate(features)[order]

    def keys(self, left: Array, here: Array, right: Array) -> Array:
        """What to look for. The arrays are of traits: of each token and its neighbours."""
        return np.concatenate(
            [_key(0, left[:, BEFORE], here[:, PAIRED]), _key(1, left[:, BEFORE], here[:, KIND]), _key(2, right[:, BEHIND], here[:, KIND])]
        )

    def keys_of_cues(self, cues: Array, distances: Array, here: Array) -> Array:
        """The same for tokens and the cues to their left."""
        return np.concatenate([_key(3, cues[:, CUE], distances), _key(4, cues[:, CUE], here[:, KIND])])

    def found(self, keys: Array, tokens: Array) -> tuple[Array, Array]:
        """Those features that there are, and the tokens that have them."""
        told = (keys & _WORD > 0).nonzero()[0]  # most words have no part in any
        keys = keys.take(told)
        at: Array = self.sorted_keys.searchsorted(keys, side="right") - 1
        known = (self.sorted_keys.take(at) == keys).nonzero()[0]
        return self.features.take(at.take(known)), tokens.take(told.take(known))


def _key(sort: int, word: Any, other: Any) -> Any:
    return (sort * BASE + word) * BASE + other


def _cut(rests: Sequence[str], bars: Sequence[int]) -> tuple[list[str], list[str]]:
    """What stands before and behind the bars."""
    return [rest[:bar] for rest, bar in zip(rests, bars, strict=True)], [rest[bar + 1 :] for rest, bar in zip(rests, bars, strict=True)]
