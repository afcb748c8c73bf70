"""What the values of one column are like, gathered value by value in bounded memory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

__all__ = ["SHORT", "Profile", "Wholes", "room_for"]

SHORT = 120  # characters; longer values are text
DIFFERENT = 10_000  # different values that are counted; of them so many are kept, those behind the first third spread over the column:
_KEPT = 0.3
NOTES = 60  # longer values that are kept, to tell their language
_NOTE = 1_000  # characters of each
_WHOLE = re.compile(r"[+-]?\d{1,18}")
_GROUPED = re.compile(r"\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3}){0,4}")


def room_for(columns: int) -> int:
    """How many different values are counted in the next column of a table that has so many already: memory must not grow with them.

    >>> room_for(0), room_for(5_000)
    (10000, 100)
    """
    return DIFFERENT if columns < 100 else DIFFERENT // 10 if columns < 1_000 else DIFFERENT // 100


class Wholes:
    """The whole numbers of a column, in the order they came."""

    __slots__ = ("ascending", "count", "digits", "first", "high", "last", "low", "negative", "padded", "rising", "steps")

    def __init__(self) -> None:
        self.count = self.padded = self.negative = 0
        self.digits: Counter[int] = Counter()
        self.first = self.last = self.low = self.high = 0
        self.steps = self.rising = self.ascending = 0

    def add(self, text: str) -> None:
        """Take in one more."""
        value = int(text)
        figures = text.lstrip("+-")
        self.digits[len(figures)] += 1
        self.padded += figures[0] == "0" and len(figures) > 1
        self.negative += value < 0
        if not self.count:
            self.first = self.low = self.high = value
        else:
            self.steps += 1
            self.rising += value - self.last == 1
            self.ascending += value > self.last
            self.low, self.high = min(self.low, value), max(self.high, value)
        self.last = value
        self.count += 1

    def usual_digits(self) -> int:
        """The number of digits that hardly any of them exceeds."""
        left = self.count // 100
        for digits in sorted(self.digits, reverse=True):
            left -= self.digits[digits]
            if left < 0:
                return digits
        return 0


class Profile:
    """The evidence of one column: counts, some of its values, and how its numbers follow each other.

    `room` is how many different values are counted: less in tables of very many columns.
    """

    __slots__ = ("blank", "count", "longer", "name", "notes", "number", "room", "seen", "stride", "taken", "typed", "unseen", "values", "wholes")

    def __init__(self, name: str = "", number: int = 0, *, room: int = DIFFERENT) -> None:
        self.room = room
        self.name = name
        self.number = number
        self.count = self.blank = 0
        self.typed: Counter[str] = Counter()  # values that are numbers or dates by the file's own word
        self.values: dict[str, int] = {}  # short values and how often they came since they were first kept
        self.unseen = 0  # short values that are not among them
        self.longer = 0  # values that are long or have several lines
        self.notes: list[str] = []  # some of those
        self.seen: set[int] = set()  # fingerprints of different values, up to a limit
        self.taken = 0  # values until that limit was reached
        self.stride = 8
        self.wholes = Wholes()

    def add(self, value: str, typed: str = "") -> None:
        """Take in one value; `typed` is "number" or "date" where the file says so."""
        text = value.strip()
        if not text:
            self.blank += 1
            return
        self.count += 1
        if typed:
            self.typed[typed] += 1
        if len(text) > SHORT or "\n" in text:
            self._add_long(text)
            return
        if text in self.values:
            self.values[text] += 1
        elif self._has_room():
            self.values[text] = 1
        else:
            self.unseen += 1
        if len(self.seen) < self.room:
            self.seen.add(hash(text))
            self.taken += 1
        if text.isascii() and text[-1].isdigit():
            if text.endswith(".0"):  # whole numbers beside missing ones, as programs write them
                text = text[:-2]
            if _WHOLE.fullmatch(text):
                self.wholes.add(text)
            elif (grouped := _GROUPED.fullmatch(text)) is not None:
                self.wholes.add(text.replace(grouped[1], ""))

    def _has_room(self) -> bool:
        most = _KEPT * self.room
        if 3 * len(self.values) < most:
            return True
        if len(self.values) >= most or self.unseen < self.stride:
            return False
        self.stride += 2 + self.unseen // 50
        return True

    def _add_long(self, text: str) -> None:
        self.longer += 1
        if len(self.notes) < NOTES:
            self.notes.append(text[:_NOTE])
        elif self.longer % 97 == 0:  # from all over the column
            self.notes[self.longer // 97 % NOTES] = text[:_NOTE]

    @property
    def complete(self) -> bool:
        """Whether every short value is among `values`."""
        return self.unseen == 0

    @property
    def different(self) -> int:
        """How many different values there are among those that were counted."""
        return len(self.seen)

    @property
    def repeats(self) -> int:
        """How many of the values that were counted had come before."""
        return self.taken - len(self.seen)

    def share(self, fits: Callable[[str], object]) -> float:
        """How many of all values fit, told from those that are kept; long values fit nothing."""
        kept = sum(self.values.values())
        if not kept:
            return 0.0
        good = sum(count for value, count in self.values.items() if fits(value))
        return good / kept * (1 - self.longer / self.count)
