"""How numbers of a kind are put together, so that all of them can be counted: what a pseudonym of the same kind is taken from."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import product
from math import prod
from typing import Protocol

__all__ = ["Composition", "Numbers", "composed_of", "form_of"]

_SIGNS = {"d": string.digits, "l": string.ascii_uppercase}
_TOKEN = re.compile(r"#+|@|\?|\[[^\]]+\]|\{[^}]+\}|[A-Z0-9]")
_EPOCH = date(2000, 1, 1).toordinal()
_DAYS = 36_525  # of a hundred years; with two figures for the year, each day is written once


def form_of(number: str) -> str:
    """Tell where a compact number has digits and where letters; "" when it has other signs.

    >>> form_of("12345678Z"), form_of("Ñ1")
    ('ddddddddl', '')
    """
    if not number.isascii():
        return ""
    return "".join("d" if sign.isdigit() else "l" for sign in number)


class _Field(Protocol):
    width: int
    size: int

    def place(self, text: str) -> int:
        """The place of a text among all that may stand here; -1 when it may not."""
        ...

    def text(self, place: int) -> str:
        """What stands at a place."""
        ...


class _Figures:
    """Any digits."""

    def __init__(self, width: int) -> None:
        self.width, self.size = width, 10**width

    def place(self, text: str) -> int:
        return int(text)

    def text(self, place: int) -> str:
        return str(place).zfill(self.width)


class _Choice:
    """One of several texts of the same length."""

    def __init__(self, choices: Sequence[str]) -> None:
        self._choices = choices
        self._places = {choice: place for place, choice in enumerate(choices)}
        self.width, self.size = len(choices[0]), len(choices)

    def place(self, text: str) -> int:
        return self._places.get(text, -1)

    def text(self, place: int) -> str:
        return self._choices[place]


class _Day:
    """A date of six figures that is in the calendar."""

    width, size = 6, _DAYS

    def __init__(self, order: str) -> None:
        self._order = order
        self._form = {"yymmdd": "%y%m%d", "ddmmyy": "%d%m%y"}[order]

    def place(self, text: str) -> int:
        first, month, last = int(text[:2]), int(text[2:4]), int(text[4:])
        year, day = (first, last) if self._order == "yymmdd" else (last, first)
        try:
            return date(2000 + year, month, day).toordinal() - _EPOCH
        except ValueError:
            return -1

    def text(self, place: int) -> str:
        return date.fromordinal(_EPOCH + place).strftime(self._form)


def _listed(token: str) -> Iterator[str]:
    """The texts that a token in brackets or braces stands for."""
    if token[0] == "{":
        for piece in token[1:-1].split("|"):
            first, _, last = piece.partition("-")
            yield from (str(number).zfill(len(first)) for number in range(int(first), int(last) + 1)) if last else (piece,)
        return
    for first, last in re.findall(r"(.)(?:-(.))?", token[1:-1]):
        yield from map(chr, range(ord(first), ord(last or first) + 1))


@dataclass(frozen=True, slots=True)
class Composition:
    """A template of compact numbers, and how its check characters follow from the others.

    `#` is a digit, `@` a letter, `[A-HX]` one of these characters, `{10|15|20-29}` one of these texts, `{yymmdd}` and
    `{ddmmyy}` a date, `?` a check character; anything else stands for itself. `check` gets the number without its check
    characters and returns these, "" where a number has none. Without it they are found by trial: of all characters, the
    first with which the number is valid.
    """

    template: str
    check: Callable[[str], str] | None = field(default=None, repr=False)

    def numbers(self, form: str, valid: Callable[[str], bool] | None) -> Numbers | None:
        """Return the numbers of this kind that have a form; None when there are none."""
        fields: list[_Field | None] = []
        start = 0
        for token in _TOKEN.findall(self.template):
            width, part = _part(token, form[start:])
            if part is None and token != "?":
                return None
            fields.append(part)
            start += width
        return Numbers(form, fields, self.check, valid) if start == len(form) else None


def _part(token: str, form: str) -> tuple[int, _Field | None]:
    """The width of a token, and what it stands for where the form is as given."""
    figures = token[0] == "#" or token in ("{yymmdd}", "{ddmmyy}")
    if token == "?":
        return 1, None
    if figures:
        width = len(token) if token[0] == "#" else 6
        part: _Field = _Figures(width) if token[0] == "#" else _Day(token[1:-1])
        return width, part if form[:width] == "d" * width else None
    texts = _SIGNS["l"] if token == "@" else list(_listed(token)) if token[0] in "[{" else token
    width = len(texts[0])
    fitting = [text for text in texts if form_of(text) == form[:width]]
    return width, _Choice(fitting) if fitting else None


class Numbers:
    """All numbers of one kind and form, in order: each has a rank below `size`, though not every rank has a number."""

    def __init__(
        self, form: str, fields: Sequence[_Field | None], check: Callable[[str], str] | None, valid: Callable[[str], bool] | None
    ) -> None:
        self._form = form
        self._fields = fields
        self.has_checks = None in fields
        self._checks = [place for place, part in zip(_starts(fields), fields, strict=True) if part is None]
        self._check = check or self._tried
        self._tries = check is None
        self._valid = valid
        self.is_figures = isinstance(fields[0], _Figures)  # a rank in the first tenth means a zero in front
        self.size = prod(part.size for part in fields if part is not None)

    def rank(self, number: str) -> int | None:
        """Return the rank of a number of the form; None when it is not of this kind."""
        rank = start = 0
        body: list[str] = []
        checks: list[str] = []
        for part in self._fields:
            if part is None:
                checks.append(number[start])
                start += 1
                continue
            text = number[start : start + part.width]
            place = part.place(text)
            if place < 0:
                return None
            rank = rank * part.size + place
            body.append(text)
            start += part.width
        if self._tries and self._valid is not None and not self._valid(number):  # less work than to find the check characters
            return None
        if checks and self._check("".join(body)) != "".join(checks):
            return None
        return rank if self._tries or self._valid is None or self._valid(number) else None

    def number(self, rank: int) -> str | None:
        """Return the number of a rank; None when this rank has none."""
        body: list[str] = []
        for part in reversed(self._fields):
            if part is not None:
                rank, place = divmod(rank, part.size)
                body.append(part.text(place))
        number = "".join(reversed(body))
        if self._checks:
            number = self._whole(number, self._check(number))
        return number if form_of(number) == self._form and (self._valid is None or self._valid(number)) else None

    def _whole(self, body: str, checks: str) -> str:
        signs = list(body)
        for place, sign in zip(self._checks, checks, strict=False):
            signs.insert(place, sign)
        return "".join(signs)

    def _tried(self, body: str) -> str:
        assert self._valid is not None, "check characters need a function that finds them or one that tries them"
        for checks in product(*(_SIGNS[self._form[place]] for place in self._checks)):
            if self._valid(self._whole(body, "".join(checks))):
                return "".join(checks)
        return ""


def _starts(fields: Sequence[_Field | None]) -> Iterator[int]:
    start = 0
    for part in fields:
        yield start
        start += part.width if part is not None else 1


def composed_of(*templates: str, check: Callable[[str], str] | None = None) -> tuple[Composition, ...]:
    """Return a composition for each template, all with the same check characters."""
    return tuple(Composition(template, check) for template in templates)
