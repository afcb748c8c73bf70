"""Pieces from which a country's file is built: separators, check digits, and numbers drawn after a template."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from datetime import date, timedelta

__all__ = ["SEP", "born", "digits_of", "drawn", "listed", "luhn", "luhn_digit", "weighted"]

# What people put between the groups of a number: nothing, a blank, a dot, a hyphen with or without blanks.
SEP = r"(?:[ .\-]| - )?"

_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
_TRIES = 50_000


def listed(text: str) -> tuple[str, ...]:
    """Words written in one line with commas.

    >>> listed("dni, n.i.f., documento de identidad")
    ('dni', 'n.i.f.', 'documento de identidad')
    """
    return tuple(word.strip() for word in text.split(",") if word.strip())


def digits_of(compact: str) -> list[int]:
    """The digits of a number as integers, letters left out."""
    return [int(character) for character in compact if character.isdigit()]


def weighted(compact: str, weights: Iterable[int]) -> int:
    """The sum of digits times weights, the heart of nearly every check digit."""
    return sum(digit * weight for digit, weight in zip(digits_of(compact), weights, strict=False))


def luhn(compact: str) -> bool:
    """Whether the digits pass the Luhn test.

    >>> luhn("4539578763621486"), luhn("4539578763621487")
    (True, False)
    """
    total = 0
    for position, digit in enumerate(reversed(digits_of(compact))):
        doubled = digit * 2 if position % 2 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def luhn_digit(body: str) -> str:
    """The digit with which a number passes the Luhn test.

    >>> luhn_digit("453957876362148")
    '6'
    """
    return next(check for check in "0123456789" if luhn(body + check))


def born(rng: random.Random) -> date:
    """A date on which a living person may have been born."""
    return date(1935, 1, 1) + timedelta(days=rng.randrange(365 * 80))


def _filled(template: str, rng: random.Random) -> str:
    day = born(rng)
    template = template.replace("{yymmdd}", day.strftime("%y%m%d")).replace("{ddmmyy}", day.strftime("%d%m%y"))
    template = template.replace("{yyyy}", day.strftime("%Y"))
    pieces: list[str] = []
    position = 0
    while position < len(template):
        sign = template[position]
        if sign == "[":
            stop = template.index("]", position)
            pieces.append(rng.choice(template[position + 1 : stop]))
            position = stop
        elif sign == "#":
            pieces.append(rng.choice("0123456789"))
        elif sign == "@":
            pieces.append(rng.choice(_LETTERS))
        else:
            pieces.append(sign)
        position += 1
    return "".join(pieces)


def drawn(template: str, valid: Callable[[str], bool] | None = None) -> Callable[[random.Random], str]:
    """A faker for numbers of one form: `#` a digit, `@` a letter, `[AB]` one of these, `{yymmdd}` a birth date.

    With `valid`, forms are drawn until one has the right check digits; that gets the compact number.

    >>> drawn("V-##.###.###")(random.Random(1))
    'V-91.417.776'
    """

    def fake(rng: random.Random) -> str:
        for _ in range(_TRIES):
            number = _filled(template, rng)
            if valid is None or valid("".join(character for character in number if character.isalnum())):
                return number
        raise ValueError("no number of this form passes the check")

    return fake
