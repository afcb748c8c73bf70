"""Notes out of templates, with the places of everything that points to somebody."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

from .kinds import Mark, Row, Text
from .people import Person
from .words import choices, templates

__all__ = ["note", "written_date"]

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_DIRECT = frozenset({"name", "record number", "national id", "phone", "e-mail", "address", "episode number", "licence", "insurance number"})


def written_date(row: Row, day: dt.date) -> str:
    """Return a date as people write it in notes, in one of several ways."""
    months, short = choices(row.language, "months"), choices(row.language, "short_months")
    style = row.draw.randrange(5)
    if style == 0:
        joined = {"es": "{0} de {1} de {2}", "pt": "{0} de {1} de {2}", "en": "{0} {1} {2}"}[row.language]
        return joined.format(day.day, months[day.month - 1], day.year)
    if style == 1:
        return f"{day.day}-{short[day.month - 1]}-{day.year}"
    if style == 2 and row.hospital.country == "US":
        return f"{day.month:02}/{day.day:02}/{day.year}"
    return (f"{day:%d/%m/%Y}", f"{day.day}/{day.month}/{day:%y}", f"{day:%Y-%m-%d}")[style - 2]


def _person(person: Person, part: str) -> str:
    forms: dict[str, Callable[[], str]] = {
        "": lambda: person.name, "given": lambda: person.given, "surname": lambda: person.surnames[0],
        "surnames": lambda: " ".join(person.surnames), "last_first": lambda: person.last_first,
    }  # fmt: skip
    return forms[part]()


def _filled(row: Row, name: str) -> tuple[str, str]:
    """Return what stands for a placeholder, and what kind of identifier it is; "" for none."""
    hospital, patient = row.hospital, row.patient
    whom, _, part = name.partition(".")
    people = {"p": patient, "doc": row.visit.doctor, "rel": hospital.relatives[patient.number]}
    if whom in people:
        return _person(people[whom], part), "name"
    values: dict[str, Callable[[], tuple[str, str]]] = {
        "P": lambda: (patient.name.upper(), "name"),
        "sr": lambda: (choices(row.language, "sir")[patient.female], ""),
        "dr": lambda: (choices(row.language, "doctor")[row.visit.doctor.female], ""),
        "age": lambda: (str(patient.age(row.day)), "age"),
        "birth": lambda: (written_date(row, patient.born), "date"),
        "record": lambda: (hospital.numbered(row.record, patient), "record number"),
        "episode": lambda: (hospital.numbered("episode 8", row.visit), "episode number"),
        "national": lambda: (hospital.national(patient), "national id"),
        "insurance": lambda: (hospital.insurance(patient), "insurance number"),
        "licence": lambda: (hospital.licence(row.visit.doctor), "licence"),
        "phone": lambda: (hospital.phone(patient, row.draw.choice(("local", "local", "international"))), "phone"),
        "phone2": lambda: (hospital.phone(hospital.relatives[patient.number]), "phone"),
        "email": lambda: (patient.email, "e-mail"),
        "address": lambda: (patient.address, "address"),
        "postcode": lambda: (patient.postcode, "place"),
        "town": lambda: (patient.town, "place"),
        "hospital": lambda: (row.draw.choice(choices(row.language, "hospitals")), "place"),
        "occupation": lambda: (row.draw.choice(choices(row.language, "occupations")), ""),
        "date": lambda: (written_date(row, row.day), "date"),
        "date2": lambda: (written_date(row, row.day + dt.timedelta(days=row.draw.randrange(1, 120))), "date"),
    }
    return values[name]()


def note(row: Row, *, count: int = 1, flat: bool = False) -> Text:
    """Return a note of so many templates, in one line where it is `flat`."""
    pieces: list[str] = []
    marks: list[Mark] = []
    kept: list[str] = []
    length = 0

    def add(text: str) -> None:
        nonlocal length
        pieces.append(text)
        length += len(text)

    for number, template in enumerate(row.draw.sample(templates(row.language), count)):
        add(("\n\n", " ")[flat] if number else "")
        for at, part in enumerate(_PLACEHOLDER.split(template.replace("\n", " ") if flat else template)):
            if at % 2 == 0:
                add(part)
            elif part.startswith("="):
                kept.append(part[1:])
                add(part[1:])
            elif "|" in part:
                add(part.split("|")[row.patient.female])
            else:
                text, kind = _filled(row, part)
                if kind:
                    marks.append(Mark(kind, text, length, kind in _DIRECT))
                add(text)
    return Text("".join(pieces), tuple(marks), tuple(kept))
