"""Insurers, banks, shops, employers and other organisations that are known by name, without any word for what they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress

from velado import lexicons
from velado.document import Span
from velado.recognisers._capitals import Look
from velado.remembered import Remembered
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_begins: Remembered[str, int] = Remembered(lambda word: lexicons.lookup(word) & (lexicons.COMPANY | lexicons.PREFIX))


@dataclass(frozen=True)
class Companies:
    """Finds organisations of the lexicon."""

    name: str = "companies"

    def find(self, page: Page) -> Iterator[Span]:
        """INSTITUTION spans; in a note without capitals one word alone says less than two."""
        look, done = Look(page), 0
        for number in compress(range(len(page.words)), map(_begins.__getitem__, page.words)):
            if number < done or not (look.capital(number) or look.without_capitals):
                continue
            length, value = lexicons.longest(page.words, number)
            if value & lexicons.COMPANY:
                done = number + length
                sure = length > 1 or look.capital(number)
                yield Span(look.spans[number][0], look.spans[done - 1][1], "INSTITUTION", 0.75 if sure else 0.6, self.name)


RECOGNISER = Companies()
