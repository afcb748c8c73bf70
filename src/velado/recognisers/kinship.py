"""Kinship and sex words. They are labelled so that a policy can keep or drop them; by default they stay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from velado import lexicons
from velado.document import Span
from velado.remembered import Sieve
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_BOTH = lexicons.KINSHIP | lexicons.SEX_WORD
_words: Sieve[str] = Sieve(lambda word: len(word) >= 3 and lexicons.lookup(word) & _BOTH)


@dataclass(frozen=True)
class Kinship:
    """Finds single words of the lexicon."""

    name: str = "kinship"

    def find(self, page: Page) -> Iterator[Span]:
        """Each kinship or sex word of three letters or more."""
        wanted = _words.of(frozenset(page.words))
        for number, word in enumerate(page.words) if wanted else ():
            if word in wanted:
                kin = lexicons.lookup(word) & lexicons.KINSHIP
                yield Span(*page.spans[number], "KINSHIP" if kin else "SEX", 0.6, self.name)


RECOGNISER = Kinship()
