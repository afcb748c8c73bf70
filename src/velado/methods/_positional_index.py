"""A positional inverted index over a set of notes: which valid word stands where, stop words left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field

from velado.tokens import fold

__all__ = ["PositionalIndex", "Word"]

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Word:
    """A valid word of a note: folded, with its place in the text."""

    folded: str = field(repr=False)
    start: int
    end: int


@dataclass(frozen=True)
class PositionalIndex:
    """For every word the notes and positions it stands at; positions count valid words only."""

    notes: tuple[tuple[Word, ...], ...] = field(repr=False)
    postings: dict[str, dict[int, list[int]]] = field(repr=False)

    @classmethod
    def of(cls, texts: Sequence[str], stop_words: Set[str]) -> PositionalIndex:
        """The index of the whole set.

        >>> index = PositionalIndex.of(["Paciente Juan es remiso", "Red de apoyo: Juan"], {"es", "de"})
        >>> index.postings["juan"], list(index.behind("red apoyo"))
        ({0: [1], 1: [2]}, [(1, 2)])
        """
        notes, postings = [], dict[str, dict[int, list[int]]]()
        for number, text in enumerate(texts):
            words = [Word(fold(match[0]), *match.span()) for match in _WORD.finditer(text)]
            valid = tuple(word for word in words if word.folded not in stop_words)
            for position, word in enumerate(valid):
                postings.setdefault(word.folded, {}).setdefault(number, []).append(position)
            notes.append(valid)
        return cls(tuple(notes), postings)

    def behind(self, phrase: str) -> Iterator[tuple[int, int]]:
        """Note and position right behind each place where the words of the phrase stand side by side."""
        first, *others = phrase.split()
        for number, positions in self.postings.get(first, {}).items():
            near = [set(self.postings.get(word, {}).get(number, ())) for word in others]
            for position in positions:
                if all(position + step in places for step, places in enumerate(near, 1)):
                    yield number, position + 1 + len(others)
