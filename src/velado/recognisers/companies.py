"""Insurers, banks, shops, employers and other organisations that are known by name, without any word for what they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from velado import lexicons
from velado.document import Span
from velado.recognisers._capitals import look_of
from velado.recognisers._word_index import index_of
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_BEGINS = lexicons.COMPANY | lexicons.PREFIX


@dataclass(frozen=True)
class Companies:
    """Finds organisations of the lexicon."""

    name: str = "companies"

    def find(self, page: Page) -> Iterator[Span]:
        """INSTITUTION spans; in a note without capitals one word alone says less than two."""
        look, words, done = look_of(page), page.words, 0
        for number in range(len(words)) if look.without_capitals else index_of(page).capitalised:
            if number < done or not lexicons.lookup(words[number]) & _BEGINS:
                continue
            length, value = lexicons.longest(words, number)
            if value & lexicons.COMPANY:
                done = number + length
                sure = length > 1 or look.capital(number)
                yield Span(look.spans[number][0], look.spans[done - 1][1], "INSTITUTION", 0.75 if sure else 0.6, self.name)


RECOGNISER = Companies()
