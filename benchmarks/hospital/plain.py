"""Columns of money, constants, comments, notes and of nothing at all."""

from __future__ import annotations

from typing import Any

from . import notes
from .clinical import number_as_written
from .identity import phone
from .kinds import Group, Mark, Odd, Row, Text, kind
from .words import choices

__all__: list[str] = []


def _sum(row: Row, most: int) -> float:
    return round(min(row.draw.lognormvariate(7.2, 1.6), most) + row.draw.randrange(5), 2)


@kind("amount", "amount, integer", Group.AMOUNT, "amount", "measurement", type="int64")
def amount(row: Row, most: str = "250000") -> int:
    return int(_sum(row, int(most)))


@kind("cents", "amount in cents", Group.AMOUNT, "amount", "measurement", type="int64")
def cents(row: Row) -> int:
    return int(100 * _sum(row, 99_000))


@kind("price", "amount, number", Group.AMOUNT, "amount", "measurement", type="float64")
def price(row: Row) -> float:
    return _sum(row, 250_000)


@kind("exact", "amount, decimal", Group.AMOUNT, "amount", "measurement", type="decimal")
def exact(row: Row) -> str:
    return f"{_sum(row, 90_000):.2f}"


@kind("money", "amount, as written", Group.AMOUNT, "amount", "measurement")
def money(row: Row, style: str = "plain") -> str:
    value = _sum(row, 250_000)
    if style == "plain":
        return number_as_written(row, value, 2)
    grouped = f"{value:,.2f}"
    if row.language != "en":
        grouped = grouped.replace(",", "\0").replace(".", ",").replace("\0", ".")
    signs = {"ES": "{} €", "PT": "{} €", "BR": "R$ {}", "US": "${}", "GB": "£{}", "MX": "$ {}", "CL": "${}"}
    return grouped if style == "grouped" else signs[row.hospital.country].format(grouped)


@kind("quantity", "quantity", Group.AMOUNT, "amount", "measurement|category", type="int64")
def quantity(row: Row, most: str = "30") -> int:
    return 1 + int(row.draw.random() ** 2 * int(most))


@kind("percentage", "percentage", Group.AMOUNT, "amount", "measurement|category", type="float64")
def percentage(row: Row, style: str = "sign") -> Any:
    value = row.draw.randrange(0, 101)
    return {"sign": f"{value}%", "blank": f"{value} %", "share": value / 100}[style]


@kind("share", "percentage, number", Group.AMOUNT, "amount", "measurement|category", type="float64")
def share(row: Row) -> float:
    return row.draw.randrange(0, 10_001) / 100


@kind("constant", "constant", Group.CONSTANT, "constant", "category")
def constant(row: Row, *words: str) -> str:
    return " ".join(words)


@kind("constant_int", "constant, integer", Group.CONSTANT, "constant", "category", type="int64")
def constant_int(row: Row, value: str = "280123") -> int:
    return int(value)


@kind("empty", "empty", Group.FREE, "constant", "unknown|category")
def empty(row: Row) -> None:
    return None


@kind("comment", "comment", Group.TEXT, "note", "unknown|category")
def comment(row: Row, who: str = "nobody") -> Text:
    text = row.draw.choice(choices(row.language, "comments"))
    if who == "nobody" or row.draw.random() > 0.15:
        return Text(text, (), (text,))
    lead = {"es": "avisar a ", "pt": "avisar ", "en": "ring "}[row.language]
    given = row.hospital.relatives[row.patient.number].name
    return Text(lead + given, (Mark("name", given, len(lead), direct=True),))


@kind("contact", "phones and remarks", Group.DIRECT, "identifier", "unknown|note")
def contact(row: Row) -> Any:
    chance = row.draw.random()
    if chance < 0.6:
        return phone(row)
    return Odd(row.patient.email, "email") if chance < 0.8 else Odd(comment(row), "comment")


@kind("note", "note", Group.TEXT, "note")
def note(row: Row, style: str = "free") -> Text:
    return notes.note(row, flat=style == "flat")


@kind("long_note", "long note", Group.TEXT, "note")
def long_note(row: Row, style: str = "free") -> Text:
    return notes.note(row, count=row.draw.randrange(3, 6), flat=style == "flat")
