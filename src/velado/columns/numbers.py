"""Whole numbers: rows that are counted, figures that are measured or paid, or the numbers of people's records."""

from __future__ import annotations

import re
from typing import NamedTuple

from velado.columns.hints import AMOUNT, MEASURED, NUMBER, ROW, STAFF
from velado.columns.names import words_of
from velado.columns.profile import Profile

__all__ = ["Balance", "balance_of", "counts_rows", "is_no_age", "is_serial", "is_skewed", "may_be_records", "span_of", "usual_digits"]

_FEW = 5  # numbers from which on their order says something
_LONG = 5  # digits from which on a number may be that of a record
_VERY_LONG = 7
_SMALL = 3
_MANY = 20  # different numbers that a category hardly has
_DECISIVE = 20
_OF_ANYTHING = frozenset("cod codigo clave code cd key chave ref".split())  # codes of people, and of whatever else has three digits
_OLDEST = 120  # years
_SKEWED = 6  # times the median, that the largest is


def counts_rows(profile: Profile) -> bool:
    """Whether the numbers rise by one from row to row, or rise and leave hardly any number out."""
    wholes = profile.wholes
    others = profile.count - wholes.count  # a header that was taken for a row, a total at the end
    if wholes.count < 3 or others > max(1, profile.count // 200) or (others and wholes.count < 20) or wholes.padded:
        return False
    if wholes.rising >= 0.99 * wholes.steps and wholes.ascending == wholes.steps:
        return True
    dense = wholes.count / (wholes.high - wholes.low + 1)
    return wholes.ascending == wholes.steps and dense >= (0.5 if wholes.low <= 1 else 0.9) and wholes.steps >= _FEW


def is_serial(profile: Profile) -> bool:
    """Whether the numbers are all different and together leave hardly any number out, in whatever order: a list of records."""
    wholes = profile.wholes
    return wholes.count >= _FEW and not profile.repeats and wholes.count / (wholes.high - wholes.low + 1) >= 0.5


class Balance(NamedTuple):
    """What speaks for figures, and what for numbers of records."""

    figures: int
    records: int
    why_figures: str
    why_records: str

    @property
    def are_figures(self) -> bool:
        """Whether the numbers may stay: a wrong yes leaves somebody's number, so it takes more than a draw."""
        return self.figures > self.records


def balance_of(profile: Profile, hint: str) -> Balance:
    """Weigh what the whole numbers of a column look like; `hint` is what its name suggests."""
    wholes = profile.wholes
    count = max(wholes.count, 1)
    lengths = wholes.digits
    top = max(lengths.values(), default=0) / count
    short = sum(number for digits, number in lengths.items() if digits < _LONG) / count
    figures = records = 0
    why_figures: list[str] = []
    why_records: list[str] = []
    if short >= 0.9:
        # Nobody is told by three digits, with or without zeros in front.
        figures, why_figures = figures + (9 if max(lengths) <= _SMALL else 5), [*why_figures, "small numbers"]
    if wholes.negative:
        figures, why_figures = figures + 3, [*why_figures, "some are below zero"]
    if count >= _FEW:
        spread = sorted(lengths)
        if (span_of(profile) >= 3 and short >= 0.1) or (span_of(profile) == 2 and short >= 0.3):
            figures, why_figures = figures + (4 if top < 0.6 else 3), [*why_figures, f"from {spread[0]} to {spread[-1]} digits"]
        elif span_of(profile) >= 3 and top < 0.6 and profile.different >= _MANY and is_skewed(profile):
            figures, why_figures = figures + 4, [*why_figures, f"from {spread[0]} to {spread[-1]} digits, most of them small"]
        elif top < 0.85:
            figures += 1
        if round_numbers := _roundness(profile):
            figures, why_figures = figures + round_numbers, [*why_figures, "often round"]
        figures, records = _repetition(profile, figures, records, why_records)
        if top >= 0.98 and max(lengths) >= _LONG:
            # Few amounts have so many digits, and all of them as many.
            records, why_records = records + (4 if max(lengths) >= _VERY_LONG else 2), [f"numbers of {max(lengths)} digits", *why_records]
    elif max(lengths, default=0) >= _LONG:
        records, why_records = records + 1, [f"numbers of up to {max(lengths)} digits"]
    if wholes.padded:
        records, why_records = records + 4, [*why_records, "with zeros in front"]
    if hint in (AMOUNT, MEASURED):
        figures, why_figures = figures + 4, [*why_figures, "its name says so"]
    elif hint in (NUMBER, STAFF, ROW):
        records, why_records = records + (_DECISIVE if hint != ROW and may_be_records(profile) else 2), [*why_records, "its name says so"]
    return Balance(figures, records, ", ".join(why_figures), ", ".join(why_records))


def may_be_records(profile: Profile) -> bool:
    """Whether nothing in the numbers speaks against the name of their column, which says that they are those of records."""
    wholes = profile.wholes
    many = profile.different > _MANY or 5 * profile.different > profile.count
    drawn = 0 < profile.repeats <= 3 * _by_chance(profile) and _by_chance(profile) >= 2
    least = _SMALL + 1 if _OF_ANYTHING.intersection(word.rstrip("0123456789") for word in words_of(profile.name)) else _SMALL
    return many and not is_skewed(profile) and not drawn and wholes.usual_digits() >= least and not wholes.negative and not _roundness(profile)


def is_skewed(profile: Profile, times: int = _SKEWED) -> bool:
    """Whether most of the numbers are far below the largest: those that are given out in turn are not."""
    ordered = sorted((int(float(value)), count) for value, count in profile.values.items() if value.removesuffix(".0").isdecimal())
    left = sum(count for _, count in ordered) / 2
    for value, count in ordered:
        left -= count
        if left <= 0:
            return ordered[-1][0] > times * max(value, 1)
    return False


def span_of(profile: Profile) -> int:
    """Over how many lengths the numbers spread, rare ones aside."""
    wholes = profile.wholes
    usual = [digits for digits, number in wholes.digits.items() if number >= 0.02 * wholes.count]
    return max(usual, default=0) - min(usual, default=0) + 1


def _roundness(profile: Profile) -> int:
    """What it says for figures that more of the different numbers are round than chance would have it."""
    different = [whole for value in profile.values if (whole := value.removesuffix(".0"))[-1:] == "0"]
    count = len(profile.values)
    hundreds = sum(value.endswith("00") for value in different)
    if hundreds < max(4, 0.08 * count) and len(different) < max(14, 0.35 * count):
        return 0
    return 8 if hundreds >= 0.9 * count else 5 if hundreds >= 0.5 * count else 3


def _by_chance(profile: Profile) -> float:
    """How many numbers would repeat if they were drawn by chance from their range."""
    return profile.taken * profile.taken / 2 / max(profile.wholes.high - profile.wholes.low + 1, 1)


def _repetition(profile: Profile, figures: int, records: int, why: list[str]) -> tuple[int, int]:
    """Numbers drawn by chance repeat as often as their range lets them; those of records never, or far more often."""
    wholes = profile.wholes
    expected = _by_chance(profile)
    alike = max(wholes.digits.values()) >= 0.85 * wholes.count
    if not profile.repeats:
        why.append("each comes once")
        return figures, records + (3 if expected >= 4 else 1)
    if expected >= 2 and profile.repeats <= 3 * expected:
        return figures + 2, records
    if not alike:
        return figures, records
    why.append("some come again")
    return figures, records + (3 if profile.repeats > max(profile.taken / 3, 10 * expected) else 1)


def usual_digits(profile: Profile) -> int:
    """How many digits the figures of a column have, those of a few very long ones aside."""
    digits = sorted(sum(map(str.isdigit, value)) for value in profile.values)
    return digits[-1 - len(digits) // 50] if digits else 0


def is_no_age(value: str) -> bool:
    """Whether a value is no number of years that somebody has: with decimals, or larger than people get old."""
    return re.search(r"[.,]\d{2}", value) is not None or (re.match(r"\d{3,}", value) is not None and int(value[:3]) > _OLDEST) or re.match(r"\d{4,}", value) is not None
