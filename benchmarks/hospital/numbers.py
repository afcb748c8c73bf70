"""Numbers that point to people: record numbers, national numbers with their check digits, phones.

Each maker takes a source of chance and what the blueprint says behind the name of the number ("record 7 zeros").
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from stdnum.br import cpf
from stdnum.cl import rut
from stdnum.es import dni, nie
from stdnum.gb import nhs
from stdnum.mx import curp
from stdnum.pt import nif

if TYPE_CHECKING:
    from .people import Person

__all__ = ["LICENCES", "NATIONAL", "PHONES", "VALID", "luhn", "national", "record"]


def _digits(draw: Random, count: int, first: str = "0123456789") -> str:
    return draw.choice(first) + "".join(draw.choices("0123456789", k=count - 1)) if count else ""


def _letters(draw: Random, count: int) -> str:
    return "".join(draw.choices("ABCDEFGHJKLMNPRSTVWXYZ", k=count))


def luhn(digits: str) -> str:
    """Return the check digit of Luhn."""
    total = sum(sum(divmod(int(digit) * (2 - at % 2), 10)) for at, digit in enumerate(reversed(digits)))
    return str(-total % 10)


def record(draw: Random, style: str) -> str:
    """Return a record number: `7` figures, `z8` with zeros in front, or a named style."""
    if style.isdecimal():
        return _digits(draw, int(style), "123456789")
    if style[0] == "z":
        return _digits(draw, int(style[1:]) - 2, "123456789").zfill(int(style[1:]))
    number = _digits(draw, 6)
    styles: dict[str, Callable[[], str]] = {
        "hc": lambda: f"HC-{number}",
        "nhc": lambda: f"NHC{number}1",
        "slash": lambda: f"{number}/{draw.choice('123456789')}",
        "letter": lambda: f"{_letters(draw, 1)}{number}",
        "mixed": lambda: f"{_letters(draw, 2)}{_digits(draw, 3)}{_letters(draw, 1)}{_digits(draw, 2)}",
        "luhn": lambda: f"9{number}{luhn('9' + number)}",
        "subject": lambda: f"{draw.choice('0123')}{draw.choice('123456789')}-{number[:4]}",
        "study": lambda: f"{_letters(draw, 3)}-{number[:3]}-{number[2:6]}",
        "uuid": lambda: str(uuid.UUID(int=draw.getrandbits(128), version=4)),
        "hex": lambda: f"{draw.getrandbits(64):016x}",
        "dotted": lambda: f"{draw.choice('123456789')}.{number[:3]}.{number[3:]}",
        "year": lambda: f"{draw.randrange(2009, 2024)}{number}",
    }
    return styles[style]()


def _dni(draw: Random, person: Person) -> str:
    number = draw.randrange(10_000_000, 79_999_999)
    return f"{number:08}{'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}"


def _nie(draw: Random, person: Person) -> str:
    kind, number = draw.randrange(3), draw.randrange(10_000_000)
    return f"{'XYZ'[kind]}{number:07}{'TRWAGMYFPDXBNJZSQVHLCKE'[(kind * 10_000_000 + number) % 23]}"


def _nuss(draw: Random, person: Person) -> str:
    number = f"{draw.randrange(1, 53):02}{_digits(draw, 8, '123456789')}"
    return f"{number}{int(number) % 97:02}"


def _mod11(digits: str, weights: range) -> int:
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True))


def _cpf(draw: Random, person: Person) -> str:
    number = _digits(draw, 9)
    for count in (10, 11):
        number += str(_mod11(number, range(count, 1, -1)) * 10 % 11 % 10)
    return number


def _cpf_dotted(draw: Random, person: Person) -> str:
    number = _cpf(draw, person)
    return f"{number[:3]}.{number[3:6]}.{number[6:9]}-{number[9:]}"


def _cns(draw: Random, person: Person) -> str:
    while True:
        number = _digits(draw, 14, "789")
        if (check := -_mod11(number, range(15, 1, -1)) % 11) < 10:
            return f"{number}{check}"


def _nhs(draw: Random, person: Person) -> str:
    while True:
        number = _digits(draw, 9, "4567")
        if (check := -_mod11(number, range(10, 1, -1)) % 11) < 10:
            return f"{number}{check}"


def _nhs_spaced(draw: Random, person: Person) -> str:
    number = _nhs(draw, person)
    return f"{number[:3]} {number[3:6]} {number[6:]}"


def _ssn(draw: Random, person: Person) -> str:
    return f"{draw.randrange(1, 665):03}-{draw.randrange(1, 99):02}-{draw.randrange(1, 9999):04}"


def _curp(draw: Random, person: Person) -> str:
    first, second = (*person.surnames, "X")[:2]
    letters = "".join(sign for sign in (first[0] + _vowel(first) + second[0] + person.given[0]).upper())
    plain = letters.translate(str.maketrans("ÁÉÍÓÚÑÜÀÈÒÇ", "AEIOUXUAEOC"))
    body = f"{plain}{person.born:%y%m%d}{'HM'[person.female]}{draw.choice(['DF', 'JC', 'OC', 'VZ', 'CS', 'NL'])}"
    body += "".join(draw.choices("BCDFGLMNPRSTVZ", k=3)) + ("0" if person.born.year < 2000 else "A")
    values = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"
    return body + str(-sum(values.index(sign) * (18 - at) for at, sign in enumerate(body)) % 10)


def _vowel(name: str) -> str:
    return next((sign for sign in name[1:].lower() if sign in "aeiou"), "x")


def _rut(draw: Random, person: Person) -> str:
    number = str(draw.randrange(4_000_000, 27_000_000))
    check = -sum(int(digit) * (2 + at % 6) for at, digit in enumerate(reversed(number))) % 11
    return f"{number}-{'0123456789K'[check]}"


def _rut_dotted(draw: Random, person: Person) -> str:
    number, check = _rut(draw, person).split("-")
    return f"{int(number):,}".replace(",", ".") + f"-{check}"


def _nif_pt(draw: Random, person: Person) -> str:
    number = _digits(draw, 8, "12")
    check = 11 - _mod11(number, range(9, 1, -1)) % 11
    return f"{number}{check if check < 10 else 0}"


def _cip(draw: Random, person: Person) -> str:
    """Return the number of a Spanish health card: letters of the surnames, the birth date, figures."""
    letters = "".join((name.upper() + "XX").replace(" ", "")[:2] for name in (*person.surnames, "XX")[:2])
    plain = letters.translate(str.maketrans("ÁÉÍÓÚÑÜÀÈÒÇ", "AEIOUXUAEOC"))
    return f"{plain}{person.born.year % 100:02}{person.born.month:02}{person.born.day + 40 * person.female:02}{_digits(draw, 6)}"


def _figures(count: int, first: str = "123456789") -> Callable[[Random, Person], str]:
    return lambda draw, person: _digits(draw, count, first)


NATIONAL: dict[str, Callable[[Random, Person], str]] = {
    "dni": _dni, "nie": _nie, "nuss": _nuss, "cip": _cip, "cpf": _cpf, "cpf_dotted": _cpf_dotted, "cns": _cns, "nhs": _nhs,
    "nhs_spaced": _nhs_spaced, "ssn": _ssn, "curp": _curp, "rut": _rut, "rut_dotted": _rut_dotted, "nif": _nif_pt,
    "utente": _figures(9, "123"), "policy": _figures(10), "member": lambda draw, person: f"{_letters(draw, 3)}{_digits(draw, 9)}",
}  # fmt: skip
VALID: dict[str, Callable[[str], bool]] = {  # by the reference that Velado itself asks
    "dni": dni.is_valid, "nie": nie.is_valid, "cpf": cpf.is_valid, "cpf_dotted": cpf.is_valid, "nhs": nhs.is_valid, "nhs_spaced": nhs.is_valid,
    "curp": curp.is_valid, "rut": rut.is_valid, "rut_dotted": rut.is_valid, "nif": nif.is_valid,
}  # fmt: skip
LICENCES: dict[str, Callable[[Random], str]] = {
    "ES": lambda draw: f"{draw.randrange(1, 53):02}{_digits(draw, 7, '123456789')}",
    "MX": lambda draw: _digits(draw, 7, "123456789"),
    "CL": lambda draw: _digits(draw, 6, "123456789"),
    "BR": lambda draw: f"CRM-{draw.choice(['SP', 'RJ', 'BA', 'MG'])} {_digits(draw, 6, '123456789')}",
    "PT": lambda draw: f"OM {_digits(draw, 5, '123456789')}",
    "GB": lambda draw: f"GMC {_digits(draw, 7, '4567')}",
    "US": lambda draw: f"1{_digits(draw, 9)}",
}
PHONES: dict[str, Callable[[Random], tuple[str, str, str]]] = {  # code of the country, area, the rest
    "ES": lambda draw: ("34", draw.choice("679") + _digits(draw, 2), _digits(draw, 6)),
    "MX": lambda draw: ("52", draw.choice(["55", "33", "81"]), _digits(draw, 8, "123456789")),
    "CL": lambda draw: ("56", "9", _digits(draw, 8, "56789")),
    "BR": lambda draw: ("55", draw.choice(["11", "34", "71", "81"]), "9" + _digits(draw, 8, "6789")),
    "PT": lambda draw: ("351", draw.choice(["91", "93", "96", "21"]), _digits(draw, 7, "123456789")),
    "GB": lambda draw: ("44", "7" + _digits(draw, 3, "789"), _digits(draw, 6)),
    "US": lambda draw: ("1", _digits(draw, 3, "23456789"), _digits(draw, 7, "23456789")),
}


def national(name: str, draw: Random, person: Person) -> str:
    """Return a national or insurance number of a person."""
    return NATIONAL[name](draw, person)
