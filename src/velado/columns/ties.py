"""How the columns of a table go together: whether equal numbers stand in rows of one person, or of many.

A number that points to somebody does so in every row. Where rows with the same number agree in nothing that is told of
people, and rows of the same people have other numbers, it points to nobody, whatever its column is called.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise

from velado.columns.profile import Profile

__all__ = ["Tie", "ages_in_notes", "is_key", "stands_in_notes", "tie_of"]

_PAIRS = 12  # rows that can be compared, below which nothing is told
_KEYS = 20  # different values that what tells people apart has at least
_ROWS_EACH = 20  # rows of one person on the average at most; staff have more
_AGREE, _ABOVE_CHANCE = 0.8, 0.4
_WORD = re.compile(r"\d+")
_AGES = re.compile(r"(?<![\d.,])(\d{1,3})[ -]?(?:años|anos|years?|y/?o|a)\b(?! de evol)", re.IGNORECASE)


class Tie(Enum):
    """What a column is to the people of its table."""

    TIED = "equal values stand in rows of one person"
    LOOSE = "equal values stand in rows of many people, and rows of one person have many"
    OPEN = "too few rows tell"


def is_key(profile: Profile) -> bool:
    """Whether the values are as many, and come again as often, as people do who come several times."""
    return profile.different >= _KEYS and profile.repeats >= _PAIRS and profile.taken <= _ROWS_EACH * profile.different


def tie_of(profile: Profile, others: Sequence[Profile]) -> Tie:
    """Tell how a column goes together with others that tell of people.

    >>> patients, numbers, names = Profile(), Profile(), Profile()
    >>> for row in range(200):
    ...     for column, value in ((patients, row % 40), (numbers, row * row % 97), (names, f"name {row % 40}")):
    ...         column.add(str(value), row=row)
    >>> tie_of(patients, [names]).name, tie_of(numbers, [names]).name, tie_of(numbers, []).name
    ('TIED', 'LOOSE', 'OPEN')
    """
    loose = False
    for other in others:
        pairs, agree = _agreement(profile, other)
        if pairs < _PAIRS:
            continue
        by_chance = _by_chance(other)
        if agree >= _AGREE and agree >= by_chance + _ABOVE_CHANCE:
            return Tie.TIED
        if is_key(other) and agree <= max(0.25, 2 * by_chance):
            back, again = _agreement(other, profile)
            loose = loose or (back >= _PAIRS and again <= max(0.5, _by_chance(profile) + 0.1))
    return Tie.LOOSE if loose else Tie.OPEN


def _agreement(profile: Profile, other: Profile) -> tuple[int, float]:
    """How many rows have the same value as one before them, and the share of those that have the same value in another column."""
    last: dict[str, str] = {}
    pairs = agree = 0
    for row, value in profile.rows.items():
        if (beside := other.rows.get(row)) is None:
            continue
        if value in last:
            pairs += 1
            agree += last[value] == beside
        last[value] = beside
    return pairs, agree / max(pairs, 1)


def _by_chance(profile: Profile) -> float:
    """How often two rows have the same value."""
    counts = Counter(profile.rows.values())
    return sum(count * count for count in counts.values()) / max(counts.total(), 1) ** 2


def stands_in_notes(profile: Profile, texts: Sequence[Profile]) -> bool:
    """Whether the numbers of a column are told in the notes of their rows, and hardly in those of the next."""
    own = next_ = count = 0
    for (_, before), (row, value) in pairwise(profile.rows.items()):
        figures = value.removesuffix(".0")
        said = {word for text in texts for word in _WORD.findall(text.rows.get(row, ""))}
        if figures == before.removesuffix(".0") or not said:
            continue
        count += 1
        own += figures in said
        next_ += before.removesuffix(".0") in said
    return own - next_ >= max(5, 0.1 * count)


def ages_in_notes(profile: Profile, texts: Sequence[Profile]) -> tuple[int, float]:
    """How many rows have notes that tell an age, and the share of those in which it is that of the column."""
    told = list(_ages(profile, texts))
    return len(told), sum(told) / max(len(told), 1)


def _ages(profile: Profile, texts: Sequence[Profile]) -> Iterator[bool]:
    for row, value in profile.rows.items():
        ages = {age for text in texts for age in _AGES.findall(text.rows.get(row, ""))}
        if ages:
            yield value.removesuffix(".0") in ages
