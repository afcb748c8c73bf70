"""Columns as hospitals have them, drawn at random: values of every role, and the names that they have in three languages."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from datetime import date, timedelta

from velado.identifiers import identifiers

Draw = Callable[[random.Random, int], list[str]]

FIRST = "Begoña Marta Luis Sancho Nuria Iker Olaia Duarte Inés Tomé João Beatriz Elspeth Harold Lucía Rubén Aitana Wayra Thiago Emily".split()
LAST = "Zárate Zulueta Quiroga Lasarte Mendibil Carvalho Paredes Figueroa Sotomayor Ledesma Harcourt Whitfield Quispe Oliveira Ferrer".split()
ICD = "K50.9 I21.0 E11.9 J18.9 I10 N39.0 C50.911 M54.5 F32.1 S72.001A G40.909 Z51.11 B20 O80 A41.9 R07.4 E78.5 J45.901 K35.80 H25.1".split()
ATC = "A10BA02 C09AA02 N02BE01 J01CA04 B01AC06 C10AA05 R03AC02 A02BC01 N06AB06 H03AA01 M01AE01 N05BA01".split()
LOINC = "2345-7 718-7 2160-0 2951-2 2823-3 1742-6 4548-4 6690-2 777-3 789-8".split()
SNOMED = "73211009 22298006 38341003 44054006 195967001 13645005 84114007 233604007 49436004 56265001".split()
TUSS = "40304361 40301630 30911079 10101012 40901106 20103140 31005497 41001010".split()
SIGTAP = "0301010072 0202010503 0407040102 0211020036 0310010039 0205020046".split()
DRUGS = "Metformina Enalapril Omeprazol Paracetamol Amoxicilina Losartana Dipirona Atorvastatina Salbutamol Insulina Sertralina Warfarin".split()
DISEASES = ("Neumonía", "Diabetes mellitus tipo 2", "Enfermedad de Crohn", "Apendicitis aguda", "Hipertensión arterial", "Asma", "EPOC", "Fractura de cadera")
WARDS = ("Urgencias", "Cirugía General", "Medicina Interna", "UCI", "Pediatría", "Traumatología", "Cardiología")
STATES = ("Alta", "Exitus", "Traslado", "Alta voluntaria", "Ingreso")
TOWNS = ("Madrid", "Sevilla", "Bilbao", "Valencia", "Zaragoza", "Guadalajara", "Lisboa", "Curitiba", "Birmingham", "Manchester", "Recife", "Monterrey")
HOSPITALS = ("Hospital San Juan", "Hospital Clínico de Valencia", "Clínica Santa María", "Hospital General de Vic", "Hospital Virgen del Rocío")
STREETS = ("Calle Mayor 3", "Avenida de América 12", "Rua das Flores 45", "Calle Colón 8, 2º B", "Plaza de España 1", "Calle Serrano 101")
SENTENCES = (
    "Acude por dolor abdominal de tres días de evolución, sin fiebre ni vómitos.",
    "Antecedentes: hipertensión arterial en tratamiento con enalapril 10 mg cada 24 horas.",
    "Exploración: abdomen blando, depresible, no doloroso a la palpación profunda, sin masas ni megalias, ruidos presentes.",
    "Se avisa a la hija de {name} por teléfono (612 345 {number:03}) y entiende las indicaciones que se le dan en la consulta de hoy.",
)  # fmt: skip


def of(*values: str) -> Draw:
    return lambda draw, count: [draw.choice(values) for _ in range(count)]


def people(draw: random.Random, count: int) -> list[str]:
    return [f"{draw.choice(FIRST)} {draw.choice(LAST)} {draw.choice(LAST)}" for _ in range(count)]


def staff(draw: random.Random, count: int) -> list[str]:
    return of(*people(draw, 6))(draw, count)


def days(first: int, last: int, form: str) -> Draw:
    start, width = date(first, 1, 1), (last - first) * 365
    return lambda draw, count: [(start + timedelta(days=draw.randrange(width))).strftime(form) for _ in range(count)]


def faked(name: str) -> Draw:
    (one,) = [one for one in identifiers() if one.name == name]
    return lambda draw, count: [one.fake(draw) for _ in range(count)]


def rows(first: int) -> Draw:
    return lambda draw, count: [str(first + number) for number in range(count)]


def unique(low: int, high: int, form: str = "{}") -> Draw:
    return lambda draw, count: [form.format(number) for number in draw.sample(range(low, high), count)]


def visits(low: int, high: int, form: str = "{}") -> Draw:
    """Numbers of patients who come several times."""
    return lambda draw, count: [form.format(draw.choice(known)) for known in [draw.sample(range(low, high), max(2, count // 3))] for _ in range(count)]


def wholes(low: int, high: int, step: int = 1) -> Draw:
    return lambda draw, count: [str(draw.randrange(low, high, step)) for _ in range(count)]


def reals(low: float, high: float, decimals: int, sign: str = ".") -> Draw:
    return lambda draw, count: [f"{draw.uniform(low, high):.{decimals}f}".replace(".", sign) for _ in range(count)]


def skewed(scale: float) -> Draw:
    """Amounts as they are billed: many small ones, some large."""
    return lambda draw, count: [str(int(scale * draw.lognormvariate(0, 1.2)) + 1) for _ in range(count)]


def notes(draw: random.Random, count: int) -> list[str]:
    return [" ".join(draw.choices(SENTENCES, k=3)).format(name=draw.choice(FIRST), number=draw.randrange(1000)) for _ in range(count)]


# Values that must never change, by kind.
CODES: Mapping[str, Draw] = {
    "icd": of(*ICD), "icd plain": of(*(code.replace(".", "")[:4] for code in ICD)), "atc": of(*ATC), "loinc": of(*LOINC), "snomed": of(*SNOMED),
    "tuss": of(*TUSS), "sigtap": of(*SIGTAP),
}  # fmt: skip
FIGURES: Mapping[str, Draw] = {
    "glucose": wholes(60, 400), "creatinine": reals(0.4, 9, 2), "platelets": wholes(40_000, 450_000, 1000), "viral load": skewed(4000),
    "weight": reals(3, 120, 1, ","), "pressure": lambda draw, count: [f"{draw.randrange(90, 190)}/{draw.randrange(50, 110)}" for _ in range(count)],
    "dose": lambda draw, count: [f"{draw.choice((5, 10, 50, 500))} mg" for _ in range(count)], "below": of("< 0.01", "0.5", "1.2", "3.45", "> 100"),
}  # fmt: skip
AMOUNTS: Mapping[str, Draw] = {
    "cents": reals(5, 90_000, 2), "comma": reals(5, 90_000, 2, ","), "billed": skewed(900), "euros": lambda draw, count: [f"{draw.uniform(5, 9000):.2f} €" for _ in range(count)],
}  # fmt: skip
WORDS: Mapping[str, Draw] = {"ward": of(*WARDS), "state": of(*STATES), "disease": of(*DISEASES), "drug": of(*DRUGS)}
ROWS: Mapping[str, Draw] = {"from 1": rows(1), "from 0": rows(0), "from 10000": rows(10_000), "from 250001": rows(250_001)}
# Values that must not stay.
PEOPLE: Mapping[str, Draw] = {
    "names": people, "staff": staff, "dni": faked("es_dni"), "cpf": faked("br_cpf"), "curp": faked("mx_curp"), "run": faked("cl_run"),
    "record": unique(4_000_000, 9_000_000), "visits": visits(400_000, 900_000), "padded": unique(10_000, 900_000, "{:08}"),
    "letters": unique(100_000, 999_999, "HC{}"), "mail": lambda draw, count: [f"{a.lower()}.{number}@example.org" for number, a in enumerate(draw.choices(LAST, k=count))],
    "streets": of(*STREETS), "phones": unique(612_000_000, 699_000_000),
}  # fmt: skip
