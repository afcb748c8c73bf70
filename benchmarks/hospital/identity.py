"""Columns that say who somebody is, or number rows, visits and papers."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

from .kinds import Group, Row, kind
from .people import Person
from .words import choices

__all__ = ["dates"]


@kind("row", "row number", Group.ROW, "row number", type="int64")
def row_number(row: Row, start: str = "1") -> int:
    return int(start) + row.number


@kind("row_down", "row number, counting down", Group.ROW, "row number", type="int64")
def row_down(row: Row, start: str = "50000") -> int:
    return int(start) - row.number


@kind("key", "sorted key", Group.FREE, "row number", "identifier", number=True, type="int64")
def sorted_key(row: Row, start: str = "240000") -> int:
    state = row.table.state
    state["key"] = state.get("key", int(start)) + row.draw.choice((1, 1, 1, 2, 3, 7))
    return int(state["key"])


@kind("loose_key", "unsorted key", Group.FREE, "identifier", "row number", number=True, type="int64")
def unsorted_key(row: Row, figures: str = "7") -> int:
    top = 10 ** int(figures)
    return int(row.table.unique("loose key", lambda: row.draw.randrange(top // 10, top)))


@kind("uuid", "UUID of the row", Group.FREE, "identifier", "row number", number=True)
def row_uuid(row: Row) -> str:
    return str(uuid.UUID(int=row.draw.getrandbits(128), version=4))


@kind("record", "record number", Group.DIRECT, "patient id", number=True, patient=True)
def record(row: Row, style: str = "7") -> str:
    return row.hospital.numbered(f"record {style}", row.patient)


@kind("record_int", "record number, integer", Group.DIRECT, "patient id", number=True, patient=True, type="int64")
def record_int(row: Row, style: str = "7") -> int:
    return int(row.hospital.numbered(f"record {style}", row.patient))


@kind("episode", "episode number", Group.DIRECT, "identifier", number=True)
def episode(row: Row, style: str = "8") -> str:
    return row.hospital.numbered(f"episode {style}", row.visit)


@kind("episode_int", "episode number, integer", Group.DIRECT, "identifier", number=True, type="int64")
def episode_int(row: Row, style: str = "9") -> int:
    return int(row.hospital.numbered(f"episode {style}", row.visit))


@kind("order", "order or sample number", Group.FREE, "identifier", number=True)
def order(row: Row, prefix: str = "P-", figures: str = "7") -> str:
    top = 10 ** int(figures)
    return prefix + str(row.table.unique("order", lambda: row.draw.randrange(top // 10, top)))


@kind("invoice", "invoice number", Group.FREE, "identifier", "row number", number=True)
def invoice(row: Row, prefix: str = "FAC") -> str:
    return f"{prefix}/{row.day.year}/{row.number + 1:06}"


@kind("national", "national id", Group.DIRECT, "identifier", "patient id", number=True)
def national(row: Row, name: str = "") -> str:
    return row.hospital.numbered(name, row.patient) if name else row.hospital.national(row.patient)


@kind("insurance", "insurance number", Group.DIRECT, "identifier", "patient id", number=True)
def insurance(row: Row, name: str = "") -> str:
    return row.hospital.numbered(name, row.patient) if name else row.hospital.insurance(row.patient)


@kind("licence", "doctor's licence", Group.DIRECT, "identifier", number=True)
def licence(row: Row) -> str:
    return row.hospital.licence(row.visit.doctor)


@kind("doctor_code", "doctor's code", Group.FREE, "identifier", "category|code", number=True)
def doctor_code(row: Row, style: str = "M{:04}") -> str:
    doctor = row.visit.doctor
    initials = (doctor.given[0] + "".join(name[0] for name in doctor.surnames)).upper()
    return initials + str(doctor.number) if style == "initials" else style.format(doctor.number * 37 + 11)


def _written(person: Person, style: str) -> str:
    forms = {
        "full": person.name, "upper": person.name.upper(), "last_first": person.last_first,
        "last_first_upper": person.last_first.upper(), "given": person.given, "surnames": " ".join(person.surnames),
        "surname1": person.surnames[0], "surname2": person.surnames[-1], "lower": person.name.lower(),
        "initial": f"{person.given[0]}. {' '.join(person.surnames)}",
    }  # fmt: skip
    return forms[style]


@kind("name", "patient's name", Group.DIRECT, "name")
def name(row: Row, style: str = "full") -> str:
    return _written(row.patient, style)


@kind("relative", "relative's name", Group.DIRECT, "name")
def relative(row: Row, style: str = "full") -> str:
    return _written(row.hospital.relatives[row.patient.number], style)


@kind("doctor", "doctor's name", Group.DIRECT, "name")
def doctor(row: Row, style: str = "full") -> str:
    written = _written(row.visit.doctor, style.removeprefix("title_"))
    return f"{choices(row.language, 'doctor')[row.visit.doctor.female]} {written}" if style.startswith("title_") else written


@kind("phone", "phone", Group.DIRECT, "identifier", number=True)
def phone(row: Row, style: str = "local") -> str:
    return row.hospital.phone(row.patient, style)


@kind("phone_int", "phone, integer", Group.DIRECT, "identifier", number=True, type="int64")
def phone_int(row: Row) -> int:
    return int(row.hospital.phone(row.patient, "figures"))


@kind("email", "e-mail", Group.DIRECT, "identifier")
def email(row: Row) -> str:
    return row.patient.email


@kind("address", "address", Group.DIRECT, "place", "identifier")
def address(row: Row, style: str = "street") -> str:
    patient = row.patient
    return patient.address if style == "street" else f"{patient.address}, {patient.postcode} {patient.town}"


@kind("town", "town", Group.INDIRECT, "place")
def town(row: Row) -> str:
    return row.patient.town


@kind("postcode", "postcode", Group.INDIRECT, "place")
def postcode(row: Row) -> str:
    return row.patient.postcode


@kind("country", "country", Group.INDIRECT, "place", "category|constant")
def country(row: Row) -> str:
    return choices(row.language, "country", row.hospital.country)[0]


@kind("hospital", "hospital", Group.INDIRECT, "place", "category")
def hospital(row: Row) -> str:
    return row.draw.choice(choices(row.language, "hospitals"))


@kind("one_hospital", "hospital, one", Group.INDIRECT, "constant", "place")
def one_hospital(row: Row) -> str:
    return choices(row.language, "hospitals")[0]


@kind("occupation", "occupation", Group.INDIRECT, "category", "unknown|note")
def occupation(row: Row) -> str:
    return row.draw.choice(choices(row.language, "occupations"))


@kind("age", "age", Group.INDIRECT, "measurement", "category|amount", type="int64")
def age(row: Row) -> int:
    return row.patient.age(row.day)


def dates(row: Row, moment: dt.datetime, style: str) -> Any:
    """Return a moment in one of the styles of exports; "typed" and "stamp" are no text."""
    short = choices(row.language, "short_months")[moment.month - 1]
    forms = {
        "iso": f"{moment:%Y-%m-%d}", "dmy": f"{moment:%d/%m/%Y}", "dmy2": f"{moment:%d/%m/%y}", "dash": f"{moment:%d-%m-%Y}",
        "dots": f"{moment:%d.%m.%Y}", "mdy": f"{moment:%m/%d/%Y}", "short": f"{moment.day:02}-{short}-{moment.year}",
        "figures": f"{moment:%Y%m%d}", "iso_time": f"{moment:%Y-%m-%d %H:%M:%S}", "t": f"{moment:%Y-%m-%dT%H:%M:%S}",
        "dmy_time": f"{moment:%d/%m/%Y %H:%M}", "loose": f"{moment.day}/{moment.month}/{moment.year}",
        "typed": moment.date(), "stamp": moment, "int": int(f"{moment:%Y%m%d}"),
    }  # fmt: skip
    return forms[style]


@kind("born", "birth date", Group.INDIRECT, "birth date", "date")
def born(row: Row, style: str = "iso") -> Any:
    return dates(row, dt.datetime.combine(row.patient.born, dt.time()), style)


@kind("born_date", "birth date, typed", Group.INDIRECT, "birth date", "date", type="date32")
def born_date(row: Row) -> dt.date:
    return row.patient.born


@kind("date", "date", Group.INDIRECT, "date")
def start(row: Row, style: str = "iso", after: str = "0") -> Any:
    return dates(row, row.visit.start + dt.timedelta(days=int(after) * (row.visit.days + 1)), style)


@kind("date_date", "date, typed", Group.INDIRECT, "date", type="date32")
def start_date(row: Row) -> dt.date:
    return row.day


@kind("stamp", "timestamp", Group.INDIRECT, "date", type="timestamp[us]")
def stamp(row: Row, minutes: str = "0") -> dt.datetime:
    return row.visit.start + dt.timedelta(minutes=row.draw.randrange(int(minutes) + 1))


@kind("date_int", "date, integer", Group.INDIRECT, "date", type="int64")
def date_int(row: Row) -> int:
    return int(f"{row.day:%Y%m%d}")


@kind("year", "year", Group.INDIRECT, "date", "category|measurement", type="int64")
def year(row: Row) -> int:
    return row.day.year


@kind("month", "month", Group.INDIRECT, "date", "category")
def month(row: Row) -> str:
    return f"{row.day:%Y-%m}"


@kind("clock", "time of day", Group.FREE, "date", "measurement|unknown|category")
def clock(row: Row) -> str:
    return f"{row.visit.start:%H:%M}"
