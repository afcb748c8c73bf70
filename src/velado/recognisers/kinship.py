"""Kinship and sex words. They are labelled so that a policy can keep or drop them; by default they stay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress

from velado import lexicons
from velado.document import Span
from velado.remembered import Remembered
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_BOTH = lexicons.KINSHIP | lexicons.SEX_WORD
_words: Remembered[str, int] = Remembered(lambda word: lexicons.lookup(word) & _BOTH if len(word) >= 3 else 0)


@dataclass(frozen=True)
class Kinship:
    """Finds single words of the lexicon."""

    name: str = "kinship"

    def find(self, page: Page) -> Iterator[Span]:
        """Each kinship or sex word of three letters or more."""
        values = list(map(_words.__getitem__, page.words))
        for number in compress(range(len(values)), values):
            yield Span(*page.spans[number], "KINSHIP" if values[number] & lexicons.KINSHIP else "SEX", 0.6, self.name)


RECOGNISER = Kinship()
