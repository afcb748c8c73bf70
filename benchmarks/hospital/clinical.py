"""Columns of medicine: terminologies, measurements, drugs, categories."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from .kinds import Group, Row, kind
from .words import choices, records

__all__ = ["number_as_written"]

_LANGUAGE = {"es": 3, "pt": 4, "en": 5}
_VERHOEFF = (
    "0123456789", "1234067895", "2340178956", "3401289567", "4012395678", "5987604321", "6598710432", "7659821043", "8765932104", "9876543210",
)  # fmt: skip
_PERMUTE = ("0123456789", "1576283094", "5803796142", "8916043527", "9453126870", "4286573901", "2793806415", "7046913258")
_INVERSE = "0432156789"


def _verhoeff(digits: str) -> str:
    """Return the check digit of SNOMED CT."""
    check = 0
    for at, digit in enumerate(reversed(digits), 1):
        check = int(_VERHOEFF[check][int(_PERMUTE[at % 8][int(digit)])])
    return _INVERSE[check]


def number_as_written(row: Row, value: float, decimals: int) -> str:
    """Return a number with the sign for decimals that the language has."""
    written = f"{value:.{decimals}f}"
    return written if row.language == "en" else written.replace(".", ",")


def _diagnosis(row: Row) -> tuple[str, ...]:
    return tuple(row.once("diagnosis", lambda: row.draw.choice(records("diagnoses"))))


def _drug(row: Row) -> tuple[str, ...]:
    return tuple(row.once("drug", lambda: row.draw.choice(records("drugs"))))


def _lab(row: Row) -> tuple[str, ...]:
    return tuple(row.once("lab", lambda: row.draw.choice(records("labs"))))


def _procedure(row: Row) -> tuple[str, ...]:
    return tuple(row.once("procedure", lambda: row.draw.choice(records("procedures"))))


def _any_icd10(draw: Random) -> str:
    """Return a code of any chapter: exports hold thousands of different ones."""
    code = f"{draw.choice('ABCDEFGHIJKLMNOPQRSTZ')}{draw.randrange(100):02}"
    return code + draw.choice(("", f".{draw.randrange(10)}", f".{draw.randrange(10)}", f".{draw.randrange(100):02}"))


@kind("icd10", "ICD-10", Group.CODE, "code")
def icd10(row: Row, style: str = "dotted") -> str:
    code = _diagnosis(row)[0] if row.draw.random() < 0.6 else _any_icd10(row.draw)
    if style == "plain":
        return code.replace(".", "")
    if style == "short":
        return code[:3]
    if style == "lower":
        return code.lower()
    if style == "several":
        return "; ".join([code, *(_any_icd10(row.draw) for _ in range(row.draw.randrange(3)))])
    if style == "long":
        return f"S{row.draw.randrange(100):02}.{row.draw.randrange(100, 1000)}{row.draw.choice('ADS')}"
    return code + " *" if style == "dagger" and row.draw.random() < 0.1 else code


@kind("icd10_list", "ICD-10, list", Group.CODE, "code", type="list<string>")
def icd10_list(row: Row) -> list[str]:
    return [_diagnosis(row)[0], *(_any_icd10(row.draw) for _ in range(row.draw.randrange(3)))]


@kind("icd9", "ICD-9", Group.CODE, "code")
def icd9(row: Row) -> str:
    return f"{row.draw.randrange(1, 1000):03}" + row.draw.choice(("", f".{row.draw.randrange(10)}", f".{row.draw.randrange(100):02}"))


@kind("morphology", "ICD-O", Group.CODE, "code")
def morphology(row: Row) -> str:
    return f"{row.draw.choice(('M', ''))}{row.draw.randrange(8000, 9990)}/{row.draw.choice('01236')}"


@kind("pcs", "ICD-10-PCS", Group.CODE, "code")
def pcs(row: Row) -> str:
    return _procedure(row)[4]


@kind("icd9cm", "ICD-9-CM procedures", Group.CODE, "code")
def icd9cm(row: Row) -> str:
    return _procedure(row)[5]


@kind("opcs", "OPCS-4", Group.CODE, "code")
def opcs(row: Row) -> str:
    return _procedure(row)[3]


@kind("icpc", "ICPC-2", Group.CODE, "code")
def icpc(row: Row) -> str:
    return _diagnosis(row)[1]


@kind("snomed", "SNOMED CT", Group.CODE, "code")
def snomed(row: Row) -> str:
    if row.draw.random() < 0.6:
        return _diagnosis(row)[2]
    item = f"{row.draw.randrange(10_000, 800_000_000)}00"
    return item + _verhoeff(item)


@kind("snomed_int", "SNOMED CT, integer", Group.CODE, "code", type="int64")
def snomed_int(row: Row) -> int:
    return int(snomed(row))


@kind("atc", "ATC", Group.CODE, "code")
def atc(row: Row, figures: str = "7") -> str:
    return _drug(row)[0][: int(figures)]


@kind("loinc", "LOINC", Group.CODE, "code")
def loinc(row: Row) -> str:
    return _lab(row)[0]


@kind("cpt", "CPT", Group.CODE, "code")
def cpt(row: Row, style: str = "plain") -> str:
    code = _procedure(row)[0]
    return f"{code}-{row.draw.choice(('25', '59', 'LT', 'RT', '26'))}" if style == "modified" and row.draw.random() < 0.4 else code


@kind("cpt_int", "CPT, integer", Group.CODE, "code", type="int64")
def cpt_int(row: Row) -> int:
    return int(_procedure(row)[0])


@kind("hcpcs", "HCPCS", Group.CODE, "code")
def hcpcs(row: Row) -> str:
    return f"{row.draw.choice('AEGJLQ')}{row.draw.randrange(100, 9999):04}"


@kind("tuss", "TUSS", Group.CODE, "code")
def tuss(row: Row, style: str = "plain") -> str:
    code = _procedure(row)[1]
    return f"{code[0]}.{code[1:3]}.{code[3:5]}.{code[5:7]}-{code[7]}" if style == "dotted" else code


@kind("tuss_int", "TUSS, integer", Group.CODE, "code", type="int64")
def tuss_int(row: Row) -> int:
    return int(_procedure(row)[1])


@kind("sigtap", "SIGTAP", Group.CODE, "code")
def sigtap(row: Row, style: str = "plain") -> str:
    code = _procedure(row)[2]
    return f"{code[:2]}.{code[2:4]}.{code[4:6]}.{code[6:9]}-{code[9]}" if style == "dotted" else code


@kind("drg", "DRG", Group.CODE, "code", "category")
def drg(row: Row, style: str = "plain") -> str:
    code = f"{row.draw.randrange(1, 956):03}"
    return f"{code}-{row.draw.randrange(1, 5)}" if style == "severity" else code


@kind("meddra", "MedDRA", Group.CODE, "code", type="int64")
def meddra(row: Row) -> int:
    return 10_000_000 + row.draw.randrange(1, 95_000)


@kind("national_drug", "national drug code", Group.CODE, "code")
def national_drug(row: Row) -> str:
    place = records("drugs").index(_drug(row))
    if row.language == "en":
        return f"{place + 2:04}-{4_100 + 7 * place}-{place % 9}1"
    return f"{650_000 + 1_237 * place}" if row.language == "es" else f"{1_018_600_010 + 70_123 * place}0{place % 7}"


@kind("cbo", "CBO occupation code", Group.CODE, "code", "category")
def cbo(row: Row) -> str:
    return row.draw.choice(("225125", "225142", "223505", "225225", "223405", "322205", "225270", "251605"))


@kind("device", "device reference", Group.FREE, "code", "identifier|category")
def device(row: Row) -> str:
    return row.draw.choice(("REF 1234-50", "71335656", "LOT A4521", "00801902010455", "XIENCE 3.0x18", "MA60AC", "SN60WF"))


def _category(key: str, title: str, listed: str) -> None:
    @kind(key, title, Group.CATEGORY, "category", "constant", type="dictionary")
    def _(row: Row) -> str:
        return row.draw.choice(choices(row.language, listed))


for _key, _title, _listed in (
    ("triage", "triage", "triage"), ("discharge", "discharge to", "discharge"), ("origin", "origin", "origin"), ("payer", "payer", "payers"),
    ("status", "status", "statuses"), ("flag", "flag", "flags"), ("civil", "civil status", "civil"), ("route", "route", "routes"),
    ("frequency", "frequency", "frequency"), ("pack", "kind of unit", "units"), ("response", "response", "responses"),
    ("culture", "result in words", "results"),
):  # fmt: skip
    _category(_key, _title, _listed)


@kind("sex", "sex", Group.CATEGORY, "category", type="dictionary")
def sex(row: Row, style: str = "letter") -> str:
    return choices(row.language, "sexes" if style == "letter" else "sex_words")[row.patient.female]


@kind("sex_int", "sex, 1 or 2", Group.CATEGORY, "category", type="int64")
def sex_int(row: Row) -> int:
    return 1 + row.patient.female


@kind("service", "service", Group.CATEGORY, "category", type="dictionary")
def service(row: Row) -> str:
    return row.visit.service


@kind("unit_code", "code of a ward", Group.CATEGORY, "category", "code", type="dictionary")
def unit_code(row: Row, style: str = "short") -> str:
    place = choices(row.language, "services").index(row.visit.service)
    styles = {"short": f"{place // 4 + 1}{'ABCD'[place % 4]}", "letters": row.visit.service[:3].upper(), "figures": f"{1100 + 10 * place}"}
    return styles[style]


@kind("bed", "bed", Group.FREE, "category", "code|place|identifier|unknown|measurement|amount")
def bed(row: Row) -> str:
    return f"{row.draw.randrange(101, 640)}{row.draw.choice(('', '-1', '-2', 'A', 'B'))}"


@kind("drug", "drug", Group.CATEGORY, "category", "note|unknown|code")
def drug(row: Row, style: str = "name") -> str:
    found = _drug(row)
    name = found[_LANGUAGE[row.language] - 2]
    return f"{name.upper()} {found[4]} {found[5].upper()}" if style == "strength" else name


@kind("diagnosis", "diagnosis in words", Group.CATEGORY, "category", "note|unknown")
def diagnosis(row: Row) -> str:
    return _diagnosis(row)[_LANGUAGE[row.language]]


@kind("procedure", "procedure in words", Group.CATEGORY, "category", "note|unknown")
def procedure(row: Row) -> str:
    return _procedure(row)[_LANGUAGE[row.language] + 3]


@kind("test", "name of a test", Group.CATEGORY, "category", "code|unknown")
def lab_name(row: Row, style: str = "name") -> str:
    return _lab(row)[4] if style == "short" else _lab(row)[_LANGUAGE[row.language] - 2]


@kind("unit", "unit", Group.CATEGORY, "category", "measurement|code|constant", type="dictionary")
def unit(row: Row) -> str:
    return _lab(row)[5]


@kind("level", "level 1 to 5", Group.CATEGORY, "category", "measurement|amount", type="int64")
def level(row: Row, most: str = "5") -> int:
    return row.draw.randrange(1, int(most) + 1)


@kind("truth", "true or false", Group.CATEGORY, "category", type="bool")
def truth(row: Row) -> bool:
    return row.draw.random() < 0.3


@kind("stage", "stage", Group.CATEGORY, "category", "code", type="dictionary")
def stage(row: Row) -> str:
    return row.draw.choice(("I", "IIA", "IIB", "IIIA", "IIIB", "IV", "T2N1M0", "T3N0M0", "pT1cN0"))


@kind("blood", "blood group", Group.CATEGORY, "category", type="dictionary")
def blood(row: Row) -> str:
    return row.draw.choice(("A+", "A-", "0+", "0-", "B+", "AB+", "AB-"))


def _between(row: Row, low: float, high: float) -> float:
    """Return a value between two, the logarithm of which is even where the range is wide."""
    if high > 20 * max(low, 0.001):
        return math.exp(row.draw.uniform(math.log(max(low, 0.001)), math.log(high)))
    return row.draw.uniform(low, high)


@kind("lab", "lab value, text", Group.MEASUREMENT, "measurement")
def lab(row: Row, style: str = "value") -> str:
    found = _lab(row)
    written = number_as_written(row, _between(row, float(found[6]), float(found[7])), int(found[8]))
    if style == "flagged" and row.draw.random() < 0.25:
        return row.draw.choice(("<", ">", "")) + written + row.draw.choice((" *", " H", " L", ""))
    return f"{written} {found[5]}".strip() if style == "unit" else written


@kind("lab_float", "lab value, number", Group.MEASUREMENT, "measurement", type="float64")
def lab_float(row: Row) -> float:
    found = _lab(row)
    return round(_between(row, float(found[6]), float(found[7])), int(found[8]))


@kind("range", "reference range", Group.MEASUREMENT, "measurement", "category|code")
def reference(row: Row) -> str:
    found = _lab(row)
    return f"{found[6]} - {found[7]}".replace(".", "." if row.language == "en" else ",")


_MEASURED = {  # low, high, decimals
    "weight": (2.4, 148, 1), "height": (46, 201, 0), "heart_rate": (38, 171, 0), "temperature": (34.6, 40.9, 1), "spo2": (71, 100, 0),
    "glucose": (48, 612, 0), "creatinine": (0.3, 9.8, 2), "haemoglobin": (4.9, 18.1, 1), "platelets": (4_000, 910_000, 0),
    "white_cells": (400, 88_000, 0), "ldh": (110, 12_800, 0), "ferritin": (4, 41_000, 0), "troponin": (2, 48_000, 0), "ck": (20, 98_000, 0),
    "days": (0, 96, 0), "minutes": (4, 14_400, 0), "volume": (5, 31_000, 0), "gcs": (3, 15, 0), "score": (0, 100, 0), "psa": (0.1, 840, 2),
    "bmi": (13.2, 58.4, 1), "steps": (110, 28_400, 0), "dose_area": (210, 186_000, 0),
}  # fmt: skip


@kind("measure", "measured number", Group.MEASUREMENT, "measurement", "amount", type="float64")
def measure(row: Row, what: str = "weight") -> float | int:
    low, high, decimals = _MEASURED[what]
    value = _between(row, low, high)
    return round(value, decimals) if decimals else round(value)


@kind("measure_int", "measured number, integer", Group.MEASUREMENT, "measurement", "amount", type="int64")
def measure_int(row: Row, what: str = "heart_rate") -> int:
    return int(measure(row, what))


@kind("measure_text", "measured number, as written", Group.MEASUREMENT, "measurement", "amount")
def measure_text(row: Row, what: str = "weight", unit: str = "") -> str:
    low, high, decimals = _MEASURED[what]
    return number_as_written(row, _between(row, low, high), decimals) + (f" {unit}" if unit else "")


@kind("pressure", "blood pressure", Group.MEASUREMENT, "measurement")
def pressure(row: Row) -> str:
    high = row.draw.randrange(84, 214)
    return f"{high}/{int(high * row.draw.uniform(0.45, 0.72))}"


@kind("gestation", "weeks of gestation", Group.MEASUREMENT, "measurement", "code|category|unknown")
def gestation(row: Row) -> str:
    return f"{row.draw.randrange(24, 42)}+{row.draw.randrange(7)}"


@kind("dosage", "dosage", Group.MEASUREMENT, "measurement", "amount|category|note|unknown")
def dosage(row: Row) -> str:
    found = _drug(row)
    return f"{found[4]} {found[5]}" + row.draw.choice(("", "/8h", "/12h", "/24h", " x 7 d"))


@kind("vision", "visual acuity", Group.MEASUREMENT, "measurement", "code|category|unknown")
def vision(row: Row) -> str:
    return row.draw.choice(("20/20", "20/40", "20/100", "6/9", "6/24", "0.8", "0.3", "CF", "10/10", "5/10"))


@kind("mixed", "results of several kinds", Group.MEASUREMENT, "measurement", "category|unknown|note")
def mixed(row: Row) -> Any:
    return row.draw.choice((lab, pressure, lambda row: row.draw.choice(choices(row.language, "results"))))(row)
