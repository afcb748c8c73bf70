"""The numbers that scores are made of: they add up over documents, and only then are divided."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, fields

__all__ = ["Score", "Share", "Tally", "compare", "macro"]


@dataclass(frozen=True, slots=True)
class Score:
    """Found rightly, found wrongly, not found. Whatever has nothing to divide by is 0, as in the shared tasks.

    >>> Score(3, 1, 2).precision, Score(3, 1, 2).recall, round(Score(3, 1, 2).f1, 4), Score().f1
    (0.75, 0.6, 0.6667, 0.0)
    """

    tp: int = 0
    fp: int = 0
    fn: int = 0

    @property
    def precision(self) -> float:
        """How much of what was found is right."""
        return self.tp / (self.tp + self.fp) if self.tp else 0.0

    @property
    def recall(self) -> float:
        """How much of what is there was found."""
        return self.tp / (self.tp + self.fn) if self.tp else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def __add__(self, other: Score) -> Score:
        return Score(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole; without a whole it has no value."""

    part: int = 0
    whole: int = 0

    @property
    def value(self) -> float | None:
        """Between 0 and 1, or None."""
        return self.part / self.whole if self.whole else None

    def __add__(self, other: Share) -> Share:
        return Share(self.part + other.part, self.whole + other.whole)


def compare(gold: Set[Hashable], system: Set[Hashable]) -> Score:
    """Two sets of things that are either the same or not."""
    right = len(gold & system)
    return Score(right, len(system) - right, len(gold) - right)


def macro(scores: Iterable[Score]) -> tuple[float, float, float]:
    """The plain means of precision, recall and F1: a rare type weighs as much as a frequent one."""
    each = list(scores)
    if not each:
        return 0.0, 0.0, 0.0
    count = len(each)
    return (
        sum(score.precision for score in each) / count,
        sum(score.recall for score in each) / count,
        sum(score.f1 for score in each) / count,
    )


@dataclass(frozen=True, slots=True)
class Tally:
    """What one document, or many together, contribute to every measure."""

    ner: Score = Score()  # start, end and type
    spans: Score = Score()  # start and end
    merged: Score = Score()  # start and end, neighbours made one
    tokens: Score = Score()  # words with their type
    tokens_blind: Score = Score()  # words, whatever the type
    characters: Score = Score()  # letters and digits, whatever the type
    covered: Share = Share()  # gold spans of which no letter or digit is left
    covered_direct: Share = Share()
    clean: Share = Share()  # documents in which nothing is left
    clean_direct: Share = Share()
    leak: Share = Share()  # spans not found, per sentence; a whole of 0 when the sentences are not known

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, part.name) + getattr(other, part.name) for part in fields(self)))

    def row(self) -> tuple[int, ...]:
        """All counts in one row, in a fixed order."""
        cells: list[int] = []
        for part in fields(self):
            value = getattr(self, part.name)
            cells += (value.tp, value.fp, value.fn) if isinstance(value, Score) else (value.part, value.whole)
        return tuple(cells)

    @classmethod
    def from_row(cls, row: Sequence[int]) -> Tally:
        """The way back from `row`."""
        values: list[Score | Share] = []
        position = 0
        for part in fields(cls):
            if isinstance(part.default, Score):
                values.append(Score(*row[position : position + 3]))
                position += 3
            else:
                values.append(Share(*row[position : position + 2]))
                position += 2
        return cls(*values)  # type: ignore[arg-type]

    def measures(self) -> Mapping[str, float | None]:
        """Every measure by name: ner.f1, covered_direct, leak …"""
        found: dict[str, float | None] = {}
        for part in fields(self):
            value = getattr(self, part.name)
            if isinstance(value, Score):
                found |= {f"{part.name}.{kind}": getattr(value, kind) for kind in ("precision", "recall", "f1")}
            else:
                found[part.name] = value.value
        return found
