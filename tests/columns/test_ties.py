"""What the other columns of a table tell of one whose name and values speak of different things."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

from velado.columns import HELD, Decision, Profile, Role, decide

ROWS, PEOPLE = 500, 120
DRAW = random.Random(5)
WHOM = [DRAW.randrange(PEOPLE) for _ in range(ROWS)]
NUMBERS = DRAW.sample(range(1_000_000, 9_999_999), PEOPLE)
AGES = [DRAW.randrange(2, 95) for _ in range(PEOPLE)]
RECORDS = [str(NUMBERS[who]) for who in WHOM]
NOTES = [f"Paciente de {AGES[who]} años que acude por disnea de varios días. Se ajusta tratamiento y se cita en consulta. " * 2 for who in WHOM]

LEVELS = [str(DRAW.randrange(1, 6)) for _ in range(ROWS)]
QUANTITIES = [str(1 + int(DRAW.random() ** 2 * 200)) for _ in range(ROWS)]
STEPS = [str(int(110 * 260 ** DRAW.random())) for _ in range(ROWS)]
CODES = [f"{DRAW.choice('ABCDEFGHIJKLM')}{DRAW.randrange(100):02}{DRAW.choice(['', '', '1', '42'])}" for _ in range(ROWS)]
WORDS = [DRAW.choice(["Activo", "Cerrado", "Pendiente"]) for _ in range(ROWS)]
WARDS = [str(1100 + 10 * DRAW.randrange(20)) for _ in range(ROWS)]
CONTENT = {"levels": LEVELS, "quantities": QUANTITIES, "steps": STEPS, "codes": CODES, "words": WORDS, "wards": WARDS}
PERSONS = ["paciente", "utente", "patient_id", "nhc", "hospital_number", "n_processo", "prontuario", "episodio", "mrn"]


def decided(columns: Mapping[str, Sequence[str]]) -> dict[str, Decision]:
    profiles = []
    for name, values in columns.items():
        profile = Profile(name)
        for row, value in enumerate(values):
            profile.add(value, row=row)
        profiles.append(profile)
    return dict(zip(columns, decide(profiles), strict=True))


@pytest.mark.parametrize("what", CONTENT)
@pytest.mark.parametrize("name", PERSONS)
def test_content_under_a_persons_name_is_nobodys_beside_a_patient_column(name: str, what: str) -> None:
    found = decided({name: CONTENT[what], "referencia": RECORDS, "nota": NOTES})
    assert found[name].role in HELD | {Role.UNKNOWN}
    assert not found[name].identifies
    assert found["referencia"].role == Role.PATIENT_ID


@pytest.mark.parametrize("what", sorted(CONTENT.keys() - {"wards"}))
@pytest.mark.parametrize("name", ["paciente", "nhc", "hospital_number"])
def test_what_nothing_tells_is_reported_and_never_redrawn(name: str, what: str) -> None:
    found = decided({name: CONTENT[what], "servicio": WORDS})[name]
    assert found.role in HELD | {Role.UNKNOWN}
    assert not found.identifies


@pytest.mark.parametrize("name", PERSONS)
@pytest.mark.parametrize("most", [500, 40_000, 3_000_000])
def test_numbers_of_patients_stay_protected(name: str, most: int) -> None:
    """Beside other columns of the same people, beside those of staff, and alone."""
    own = DRAW.sample(range(1, most), PEOPLE)
    numbers = [str(own[who]) for who in WHOM]
    staff = [f"Dra. {DRAW.choice(['Pilar Ugarte', 'Ana Zulueta', 'Inés Ocaña', 'Eva Roca'])}" for _ in WHOM]
    names = [f"{DRAW.choice(['Ana', 'Luis', 'Eva'])} {who}" for who in WHOM]
    for beside in ({"referencia": RECORDS}, {"medico": staff}, {"apellidos": names}, {"resultado": STEPS}, {}):
        assert decided({name: numbers, **beside})[name].identifies, beside


def test_numbers_of_patients_that_look_like_figures_stay_protected_where_the_table_tells() -> None:
    """Small numbers that are mostly low, as in a list that grows."""
    own = DRAW.sample(range(1, 200), PEOPLE - 6) + DRAW.sample(range(2_000, 9_000), 6)
    found = decided({"paciente": [str(own[who]) for who in WHOM], "expediente": RECORDS})
    assert found["paciente"].role == Role.PATIENT_ID or found["paciente"].identifies


def test_numbers_of_patients_under_a_name_of_codes_are_found_where_the_table_tells() -> None:
    found = decided({"diag": [f"SN{NUMBERS[who]}" for who in WHOM], "nombre": [f"Ana {who}" for who in WHOM], "expediente": RECORDS})
    assert found["diag"].identifies


@pytest.mark.parametrize("name", ["edad", "idade", "age"])
def test_ages_are_told_from_other_small_numbers(name: str) -> None:
    ages = [str(AGES[who]) for who in WHOM]
    toddlers = [str(DRAW.randrange(1, 6)) for _ in range(ROWS)]
    of_toddlers = [f"Paciente de {age} años que acude por tos desde hace unos días, sin fiebre ni otros síntomas. Se explora y se da de alta con cita en consulta. " for age in toddlers]
    assert decided({name: ages, "nota": NOTES})[name].meaning.label == "AGE"
    assert decided({name: ages})[name].meaning.label == "AGE"
    assert decided({name: toddlers, "nota": of_toddlers})[name].meaning.label == "AGE"
    assert decided({name: LEVELS, "nota": NOTES})[name].role == Role.CATEGORY
    assert decided({name: LEVELS})[name].role == Role.UNKNOWN
    assert decided({name: QUANTITIES})[name].role == Role.UNKNOWN
    assert decided({f"{name}_meses": QUANTITIES})[f"{name}_meses"].meaning.label == "AGE"


def test_occupations_are_codes_and_licences_are_not() -> None:
    occupations = [DRAW.choice(["225125", "225142", "223505", "322205", "251605"]) for _ in range(ROWS)]
    licences = [DRAW.choice(["125125", "081420", "203505", "122205", "171605"]) for _ in range(ROWS)]
    assert decided({"medico": occupations})["medico"].role == Role.CODE
    assert decided({"medico": licences})["medico"].identifies


def test_record_numbers_with_a_dot_before_their_check_digit_are_no_figures() -> None:
    numbers = [f"{NUMBERS[who] // 10}.{NUMBERS[who] % 10}" for who in WHOM]
    assert decided({"nhc": numbers})["nhc"].role == Role.PATIENT_ID
    assert not decided({"nhc": [f"{DRAW.lognormvariate(7, 1.5):.2f}" for _ in WHOM]})["nhc"].identifies


def test_what_people_do_is_told_of_them_and_strange_names_are_names() -> None:
    jobs = [DRAW.choice(["jubilado", "administrativo", "albañil", "estudiante"]) for _ in WHOM]
    assert decided({"ocupacion": jobs, "nhc": RECORDS})["ocupacion"].identifies
    strangers = [DRAW.choice(["Zyxla", "Vortrund", "Brenkja", "Quoxil"]) for _ in WHOM]
    assert decided({"nombre": strangers, "nhc": RECORDS})["nombre"].identifies
    assert decided({"nombre": strangers})["nombre"].identifies


def test_a_few_numbers_of_patients_are_not_taken_for_figures() -> None:
    for numbers in (["3", "5", "900"], ["12", "4", "7", "311", "8"], ["10", "1500", "20", "70001", "31"]):
        assert decided({"paciente": numbers})["paciente"].identifies, numbers
        assert decided({"nhc": numbers, "nota": NOTES[: len(numbers)]})["nhc"].identifies, numbers


def test_numbers_of_patients_stay_protected_beside_columns_that_are_misnamed_too() -> None:
    own = DRAW.sample(range(1, 250_000), PEOPLE)
    numbers = [str(own[who]) for who in WHOM]
    found = decided({"nhc": CODES, "prontuario": numbers, "paciente": QUANTITIES, "utente": LEVELS, "hospital_number": STEPS})
    assert found["prontuario"].role == Role.PATIENT_ID
    assert not any(found[name].identifies for name in ("nhc", "paciente", "utente"))


@pytest.mark.parametrize("beside", ["staff", "nothing"])
def test_numbers_of_patients_stay_protected_beside_those_of_many_staff(beside: str) -> None:
    own, staff = DRAW.sample(range(1, 250_000), PEOPLE), [f"M{number}" for number in DRAW.sample(range(1_000, 9_999), 40)]
    columns = {"nhc": [str(own[who]) for who in WHOM], "valor": STEPS} | ({"prescriptor": [DRAW.choice(staff) for _ in WHOM]} if beside == "staff" else {})
    assert decided(columns)["nhc"].role == Role.PATIENT_ID


def test_numbers_without_a_name_are_peoples_where_the_table_tells() -> None:
    own = DRAW.sample(range(1, 250_000), PEOPLE)
    assert decided({"col1": [str(own[who]) for who in WHOM], "col2": [f"Ana {who}" for who in WHOM], "nhc": RECORDS})["col1"].identifies
