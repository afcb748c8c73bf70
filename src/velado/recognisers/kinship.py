"""Kinship and sex words. They are labelled so that a policy can keep or drop them; by default they stay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from velado import lexicons
from velado.document import Span
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_BOTH = lexicons.KINSHIP | lexicons.SEX_WORD


@dataclass(frozen=True)
class Kinship:
    """Finds single words of the lexicon."""

    name: str = "kinship"

    def find(self, page: Page) -> Iterator[Span]:
        """Each kinship or sex word of three letters or more."""
        for (start, end), word in zip(page.spans, page.words, strict=True):
            if end - start >= 3:
                value = lexicons.lookup(word)
                if value & _BOTH:
                    yield Span(start, end, "KINSHIP" if value & lexicons.KINSHIP else "SEX", 0.6, self.name)


RECOGNISER = Kinship()
