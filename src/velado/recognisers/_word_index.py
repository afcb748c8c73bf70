"""Where the words of a page stand, gathered once for all recognisers: most of what they wait for is not on the page at all."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import cached_property, lru_cache
from itertools import chain, compress

from velado.tokens import Page

__all__ = ["Awaited", "WordIndex", "index_of"]

_awaited: set[str] = set()
_CASE = bytes(ord("U" if chr(code).isupper() else "l" if chr(code).islower() else " ") for code in range(256))


class Awaited(frozenset[str]):
    """Words that a recogniser waits for: of the words of a page only such are gathered with their places."""

    def __new__(cls, words: Iterable[str]) -> Awaited:
        told = super().__new__(cls, words)
        _awaited.update(told)
        return told


@lru_cache(maxsize=2)  # the page, and a piece of it that is read once more
def index_of(page: Page) -> WordIndex:
    """The index of a page: nearly every recogniser asks for it."""
    return WordIndex(page)


class WordIndex:
    """The tokens of a page by their words and by how they are written."""

    def __init__(self, page: Page) -> None:
        self._page = page
        # Where awaited words stand, which of them are there, and how many were awaited then: one value, as threads may share a page.
        self._gathered: tuple[dict[str, list[int]], frozenset[str], int] = {}, frozenset(), 0

    def _gather(self) -> None:
        words, asked = self._page.words, len(_awaited)
        numbers: dict[str, list[int]] = {word: [] for word in self.words & _awaited}
        for number in compress(range(len(words)), map(numbers.__contains__, words)):
            numbers[words[number]].append(number)
        self._gathered = numbers, frozenset(numbers), asked

    @cached_property
    def words(self) -> frozenset[str]:
        """Each folded word once."""
        return frozenset(self._page.words)

    def tokens(self, words: Awaited) -> list[int]:
        """The numbers of the tokens that are one of these words, in order.

        >>> index_of(Page("el dolor y el mareo")).tokens(Awaited({"el", "mareo", "tos"}))
        [0, 3, 4]
        """
        if self._gathered[2] != len(_awaited):
            self._gather()
        numbers, met, _ = self._gathered
        return sorted(chain.from_iterable(map(numbers.__getitem__, met & words)))

    def tokens_of(self, words: AbstractSet[str]) -> list[int]:
        """The same for words that are known only now."""
        return list(compress(range(len(self._page.words)), map(words.__contains__, self._page.words))) if words else []

    @cached_property
    def capitals(self) -> list[bool]:
        """For each token, whether it begins with a capital letter."""
        return [token[0].isupper() for token in self._page.written]

    @cached_property
    def case(self) -> bytes:
        """The text with U for each capital and l for each small letter."""
        return self._page.text.encode("latin-1", "replace").translate(_CASE)

    @cached_property
    def capitalised(self) -> list[int]:
        """The numbers of the tokens that begin with a capital letter."""
        return list(compress(range(len(self.capitals)), self.capitals))

    @cached_property
    def figures(self) -> list[int]:
        """The numbers of the tokens that are runs of digits."""
        words = self._page.words
        return list(compress(range(len(words)), map(str.isdecimal, words)))

    @cached_property
    def digits(self) -> list[tuple[int, int]]:
        """Where each run of digits stands."""
        spans = self._page.spans
        return [spans[number] for number in self.figures]

    @cached_property
    def number_starts(self) -> list[int]:
        """Where a number may begin: at its first digit, or at a plus sign or a bracket just before it."""
        folded, starts = self._page.folded, []
        for start, _ in self.digits:
            low = max(0, start - 3)
            before = folded[low:start]
            if "+" in before or "(" in before:
                starts += [low + at for at, sign in enumerate(before) if sign in "+("]
            starts.append(start)
        return starts
