"""The role of a column: with an honest name, without one, and with one that misleads."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
import zoo
from hypothesis import given, settings
from hypothesis import strategies as st

from velado.columns import HELD, Decision, Profile, Role, decide

ROWS = 60


def decided(values: Sequence[str], name: str = "") -> Decision:
    profile = Profile(name)
    for value in values:
        profile.add(value)
    return decide([profile])[0]


def drawn(draw: zoo.Draw, seed: int = 3, rows: int = ROWS) -> list[str]:
    return draw(random.Random(seed), rows)


HONEST = {
    Role.NOTE: [(zoo.notes, "nota evolucion laudo relatorio note history")],
    Role.PATIENT_ID: [(zoo.visits(400_000, 900_000), "nhc prontuario mrn"), (zoo.faked("br_cpf"), "cpf"), (zoo.wholes(1, 300), "id_paciente patient_id")],
    Role.OTHER_ID: [(zoo.unique(10**6, 9 * 10**6), "episodio atendimento encounter"), (zoo.unique(612 * 10**6, 699 * 10**6), "telefono telefone phone")],
    Role.NAME: [(zoo.people, "nombre nome name paciente"), (zoo.staff, "medico doctor profissional")],
    Role.BIRTH_DATE: [(zoo.days(1930, 2015, "%d/%m/%Y"), "fecha_nacimiento dt_nasc dob")],
    Role.DATE: [(zoo.days(2018, 2023, "%Y-%m-%d"), "fecha_ingreso data_alta admission_date")],
    Role.PLACE: [(zoo.of(*zoo.TOWNS), "ciudad municipio city"), (zoo.of(*zoo.STREETS), "domicilio endereco address"), (zoo.wholes(10000, 60000), "cp cep zip")],
    Role.CODE: [*((draw, "codigo_cie cod_procedimento dx_code") for draw in zoo.CODES.values()), (zoo.of("99213", "99214", "71020"), "cpt")],
    Role.MEASUREMENT: [*((draw, "resultado valor value") for draw in zoo.FIGURES.values()), (zoo.wholes(10_000, 99_999), "plaquetas platelets")],
    Role.AMOUNT: [*((draw, "importe custo amount") for draw in zoo.AMOUNTS.values()), (zoo.unique(10_000, 99_999), "importe coste preco cost")],
    Role.CATEGORY: [(draw, "servicio estado tipo ward status") for draw in zoo.WORDS.values()],
    Role.ROW_NUMBER: [(draw, "row_id fila linha index") for draw in zoo.ROWS.values()],
    Role.CONSTANT: [(zoo.of("Urgencias"), "servicio"), (zoo.of("v2"), "version")],
}


@pytest.mark.parametrize(("role", "draw", "names"), [(role, draw, names) for role, cases in HONEST.items() for draw, names in cases])
def test_an_honest_column_has_its_role(role: Role, draw: zoo.Draw, names: str) -> None:
    found = {name: decided(drawn(draw), name).role for name in names.split()}
    staff = {name for name in found if name in ("medico", "doctor", "profissional")}  # alone they may hold anything
    assert dict.fromkeys(found, role) == {name: (role if name in staff and other == Role.NAME else other) for name, other in found.items()}


MISSING = [
    *((Role.CODE, draw) for draw in zoo.CODES.values()), *((Role.CATEGORY, draw) for draw in zoo.WORDS.values()),
    *((Role.ROW_NUMBER, draw) for draw in zoo.ROWS.values()), *((Role.MEASUREMENT, draw) for draw in zoo.FIGURES.values()),
    (Role.AMOUNT, zoo.AMOUNTS["cents"]), (Role.NOTE, zoo.notes), (Role.NAME, zoo.people), (Role.NAME, zoo.staff), (Role.PLACE, zoo.of(*zoo.TOWNS)),
    (Role.BIRTH_DATE, zoo.days(1930, 2015, "%d/%m/%Y")), (Role.DATE, zoo.days(2018, 2023, "%Y-%m-%d")), (Role.PATIENT_ID, zoo.faked("es_dni")),
    (Role.PATIENT_ID, zoo.visits(10**6, 9 * 10**6)), (Role.OTHER_ID, zoo.PEOPLE["mail"]), (Role.CATEGORY, zoo.of("M", "F")), (Role.CONSTANT, zoo.of("ES")),
]  # fmt: skip


@pytest.mark.parametrize(("role", "draw"), MISSING)
@pytest.mark.parametrize("rows", [ROWS, 2000])
def test_a_column_without_a_name_is_told_by_its_values(role: Role, draw: zoo.Draw, rows: int) -> None:
    assert decided(drawn(draw, rows=rows)).role == role


@pytest.mark.parametrize(
    ("name", "draw", "role"),
    [
        ("nombre", zoo.of(*zoo.DRUGS), Role.CATEGORY), ("paciente", zoo.of(*zoo.DISEASES), Role.CATEGORY), ("nombre", zoo.CODES["icd plain"], Role.CODE),
        ("codigo", zoo.PEOPLE["record"], Role.PATIENT_ID), ("codigo_cie", zoo.PEOPLE["record"], Role.PATIENT_ID), ("importe", zoo.PEOPLE["record"], Role.PATIENT_ID),
        ("cie10", zoo.PEOPLE["letters"], Role.PATIENT_ID), ("note", zoo.of(*zoo.WARDS), Role.CATEGORY), ("servicio", zoo.notes, Role.NOTE),
        ("nhc", zoo.CODES["snomed"], Role.CODE), ("nhc", zoo.FIGURES["creatinine"], Role.MEASUREMENT), ("mrn", zoo.rows(1), Role.ROW_NUMBER),
        ("nhc", zoo.rows(4_000_000), Role.PATIENT_ID), ("patient_id", zoo.rows(1), Role.PATIENT_ID), ("telefono", zoo.AMOUNTS["cents"], Role.AMOUNT),
        ("diagnostico", zoo.people, Role.NAME), ("resultado", zoo.faked("br_cpf"), Role.PATIENT_ID), ("fecha", zoo.CODES["atc"], Role.CODE),
        ("ciudad", zoo.of(*zoo.WARDS), Role.CATEGORY), ("estado", zoo.of(*zoo.TOWNS), Role.PLACE), ("servicio", zoo.of(*zoo.HOSPITALS), Role.PLACE),
        ("edad", zoo.AMOUNTS["cents"], Role.AMOUNT), ("row_id", zoo.PEOPLE["visits"], Role.PATIENT_ID),
    ],
)  # fmt: skip
def test_clear_values_win_against_a_name_that_misleads(name: str, draw: zoo.Draw, role: Role) -> None:
    assert decided(drawn(draw), name).role == role


ODD = (
    "x7 V12 col_3 Columna1 c field_17 CIE10_ppal cod_dx_1 cid2 DxCode importe_neto_2 vlr_tot TOTAL_BILLED custo(R$) coste/sesion lab_hb res1 resultado2 "
    "val_num qtd n_ses medida_b dosis.2 tarifa01 preco_un fee_usd nivel_t PT-INR ml_dia score_a"
).split()
HARMLESS = {**zoo.CODES, **zoo.FIGURES, **zoo.AMOUNTS, **zoo.ROWS}


@settings(max_examples=200, deadline=None)
@given(kind=st.sampled_from(sorted(HARMLESS)), name=st.sampled_from(ODD) | st.just(""), seed=st.integers(0, 10**6), rows=st.integers(40, 300))
def test_no_code_figure_amount_or_row_number_is_given_away(kind: str, name: str, seed: int, rows: int) -> None:
    values = drawn(HARMLESS[kind], seed, rows)
    decision = decided(values, name)
    assert decision.role in HELD, decision
    assert [value for value in values if not decision.keeps(value)] == []


@settings(max_examples=200, deadline=None)
@given(kind=st.sampled_from(sorted(zoo.PEOPLE)), name=st.sampled_from(ODD) | st.just(""), seed=st.integers(0, 10**6), rows=st.integers(20, 300))
def test_nobody_is_kept_under_an_odd_name(kind: str, name: str, seed: int, rows: int) -> None:
    values = drawn(zoo.PEOPLE[kind], seed, rows)
    decision = decided(values, name)
    assert decision.role not in HELD or not any(map(decision.keeps, values)), decision
    assert decision.identifies, decision


@pytest.mark.parametrize(("name", "draw", "role", "label"), [("edad", zoo.wholes(0, 99), Role.MEASUREMENT, "AGE"), ("sexo", zoo.of("M", "F"), Role.CATEGORY, "SEX")])
def test_what_describes_a_person_goes_by_the_policy(name: str, draw: zoo.Draw, role: Role, label: str) -> None:
    decision = decided(drawn(draw), name)
    assert (decision.role, decision.meaning.label) == (role, label)
    assert not decision.keeps("M")


def test_a_person_among_the_values_of_a_category_is_read() -> None:
    values = [*zoo.WARDS] * 20 + ["Dra. Zulueta Campos", "avisar a Begoña"]
    decision = decided(values, "servicio")
    assert decision.role == Role.CATEGORY
    assert decision.keeps("Urgencias")
    assert not decision.keeps("Dra. Zulueta Campos")
    assert not decision.keeps("avisar a Begoña")
    assert not decision.keeps("Nunca vista")


def test_what_does_not_look_like_its_column_is_read() -> None:
    figures = decided([*drawn(zoo.FIGURES["creatinine"]), "avisar a Marta"], "valor")
    assert figures.keeps("1,25")
    assert not figures.keeps("avisar a Marta")
    assert not figures.keeps("612345678")
    codes = decided([*drawn(zoo.CODES["icd"]), "ver nota"], "")
    assert codes.keeps("Z99.9")
    assert codes.keeps("K50.9; I10")
    assert not codes.keeps("Begoña Zárate")


def test_a_row_number_that_skips_a_few_stays_and_one_in_no_order_does_not() -> None:
    skipped = [str(number) for number in range(10_000, 12_000) if number % 50]
    assert decided(skipped).role == Role.ROW_NUMBER
    shuffled = drawn(zoo.unique(10_000, 12_001), rows=2000)
    assert decided(shuffled).role == Role.PATIENT_ID


def test_the_column_whose_numbers_come_again_is_the_patients() -> None:
    profiles = [Profile("a"), Profile("b"), Profile("c")]
    for profile, draw in zip(profiles, (zoo.PEOPLE["record"], zoo.visits(10**6, 9 * 10**6), zoo.days(2018, 2020, "%Y-%m-%d")), strict=True):
        for value in drawn(draw):
            profile.add(value)
    assert [decision.role for decision in decide(profiles)] == [Role.OTHER_ID, Role.PATIENT_ID, Role.DATE]


def test_a_number_of_each_row_is_no_patients_where_the_same_people_come_again() -> None:
    profiles = [Profile("paciente"), Profile("nombre")]
    names = drawn(zoo.people, rows=20)
    for number in range(60):
        profiles[0].add(str(20_000 + number))
        profiles[1].add(names[number // 3])
    assert [decision.role for decision in decide(profiles)] == [Role.ROW_NUMBER, Role.NAME]


def test_the_patients_number_comes_as_often_as_the_patient() -> None:
    profiles = [Profile("a"), Profile("b"), Profile("c")]
    people = list(zip(drawn(zoo.unique(400_000, 900_000), rows=20), drawn(zoo.people, rows=20), strict=True))
    visits = drawn(zoo.unique(10**6, 9 * 10**6), rows=12) * 5
    for number in range(60):
        for profile, value in zip(profiles, (visits[number], *people[number // 3]), strict=True):
            profile.add(value)
    assert [decision.role for decision in decide(profiles)][1:] == [Role.PATIENT_ID, Role.NAME]


def test_reasons_are_told_in_plain_words() -> None:
    values = [*drawn(zoo.CODES["icd"], rows=98), "ver nota", "pendiente"]
    assert decided(values).words == "98 % are ICD-10 codes"
    assert decided([str(number) for number in range(1, 50)]).words == "rises by one from row to row"
    assert decided(drawn(zoo.faked("br_cpf")), "cpf").words.endswith("Cadastro de pessoas físicas (CPF); its name says so")


def test_memory_does_not_grow_with_the_column() -> None:
    profile = Profile()
    for number in range(60_000):
        profile.add(f"value {number * 7919}")
        profile.add("long " * 40)
    assert len(profile.values) <= 3_000
    assert len(profile.seen) <= 10_000
    assert len(profile.notes) <= 60
    assert int(max(profile.values, key=lambda value: int(value.split()[1])).split()[1]) > 7919 * 20_000  # from all over the column


@pytest.mark.parametrize("name", ["importe", "coste", "col7", ""])
@pytest.mark.parametrize(("least", "most"), [(1_000, 9_999), (90, 9_000), (2_000, 2_099)])
def test_amounts_of_four_digits_with_cents_are_no_dates(name: str, least: int, most: int) -> None:
    draw = random.Random(5)
    values = [f"{draw.uniform(least, most):.2f}" for _ in range(ROWS)]
    assert decided(values, name).role in (Role.AMOUNT, Role.MEASUREMENT)


def test_months_of_a_year_are_dates() -> None:
    assert decided([f"20{year:02}-{month:02}" for year in range(10, 20) for month in range(1, 13)], "mes").role == Role.DATE


@pytest.mark.parametrize("name", "id ID codigo num numero clave Identificador person_id study_id nr_registo matrícula ref cod_paciente_ext".split())
@pytest.mark.parametrize(
    "draw",
    [
        zoo.unique(1_000, 9_999), zoo.visits(1_000, 9_999), zoo.unique(1, 5_000), zoo.visits(99_000, 101_000), zoo.unique(10_000, 99_999),
        zoo.visits(1_000, 9_999, "{}.0"), zoo.visits(100, 999, "PAC-{}"), zoo.visits(100, 999, "{}-A"), zoo.visits(100, 999, "{}/19"),
    ],
)  # fmt: skip
def test_short_numbers_of_records_are_not_taken_for_measurements(name: str, draw: zoo.Draw) -> None:
    values = drawn(draw)
    decision = decided(values, name)
    assert decision.identifies, decision
    assert not any(map(decision.keeps, values))


@pytest.mark.parametrize("name", ["", "x7", "id", "nr_registo"])
@pytest.mark.parametrize("low", [30_100_000, 40_100_000, 10_100_000])
def test_numbers_of_records_that_begin_like_procedures_are_not_taken_for_them(name: str, low: int) -> None:
    assert decided(drawn(zoo.visits(low, low + 90_000)), name).role == Role.PATIENT_ID


@pytest.mark.parametrize("form", ["PAC-{}", "HC{}", "P{}", "NHC {}", "X{}", "SUBJ {}", "A{}B"])
@pytest.mark.parametrize("name", ["", "x7", "nota"])
def test_codes_of_cases_are_not_taken_for_categories(form: str, name: str) -> None:
    values = drawn(zoo.visits(100, 999, form), rows=120)
    decision = decided(values, name)
    assert decision.identifies, decision
    assert not any(map(decision.keeps, values))


def test_numbers_that_may_be_measured_or_of_records_are_told_as_unknown() -> None:
    assert decided(drawn(zoo.visits(1_000, 9_999), rows=300), "x7").role == Role.UNKNOWN


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(("paciente", kind) for kind in ("creatinine", "weight", "pressure", "below", "dose", "cents", "euros")),
        *((name, kind) for name in ("dni", "nhc", "episodio", "sexo", "pais", "direccion") for kind in ("disease", "drug")),
        *(("row_id", kind) for kind in ("glucose", "platelets")), *(("sexo", kind) for kind in ("glucose", "platelets", "viral load", "billed")),
        *(("telefono", kind) for kind in ("glucose", "creatinine", "billed")),
    ],
)  # fmt: skip
def test_clear_content_stays_under_a_name_of_people(name: str, kind: str) -> None:
    values = drawn({**zoo.FIGURES, **zoo.AMOUNTS, **zoo.WORDS}[kind])
    decision = decided(values, name)
    assert not decision.identifies, decision
    assert [value for value in values if not decision.keeps(value)] == []


@pytest.mark.parametrize("draw", [zoo.unique(1_000, 9_999), zoo.unique(100_000, 999_999)])
def test_short_numbers_in_a_column_of_telephones_are_telephones(draw: zoo.Draw) -> None:
    assert decided(drawn(draw, rows=300), "telefono").meaning.label == "PHONE"


@pytest.mark.parametrize("name", ["cantidad", "num_dias", "numero_hijos", "nr_consultas", "codigo"])
def test_small_counts_stay(name: str) -> None:
    assert decided(drawn(zoo.wholes(0, 9), rows=200), name).role in HELD


@pytest.mark.parametrize("name", ["k_1", "x", "campo_7", "proc", ""])
def test_procedures_that_end_in_z_are_codes_whatever_their_column_is_called(name: str) -> None:
    codes = "10D00Z1 4A02X4Z 0DTJ4ZZ 10D00Z1 4A02X4Z 0SR90JZ 10D00Z1 4A02X4Z 08RJ3JZ 0FT44ZZ 0DJD8ZZ B245ZZZ".split() * 2
    decision = decided(codes, name)
    assert decision.role == Role.CODE, decision


@pytest.mark.parametrize("form", ["PAC{:04}", "{:04}HCA", "MZ{:05}"])
def test_numbers_of_records_with_letters_are_no_procedures(form: str) -> None:
    decision = decided(drawn(zoo.visits(1, 999, form), rows=120), "k_1")
    assert decision.identifies, decision


@pytest.mark.parametrize("name", ["cod", "clave", "cd", "key2", "codigo", "chave_1"])
def test_groups_of_diagnoses_stay_under_a_name_that_says_code(name: str) -> None:
    decision = decided(drawn(lambda draw, rows: [f"{draw.randint(1, 955):03}" for _ in range(rows)], rows=40), name)
    assert not decision.identifies, decision


@pytest.mark.parametrize("name", ["registro", "id", "codigo"])
def test_skewed_measurements_stay_under_the_name_of_a_number(name: str) -> None:
    draw = random.Random(4)
    values = [str(round(400 * (88_000 / 400) ** draw.random())) for _ in range(300)]  # white cells
    assert decided(values, name).role in HELD


def test_a_hospital_that_is_the_same_in_every_row_is_read() -> None:
    decision = decided(["Hospital Universitario de Valdeoscura"] * 50, "Centro")
    assert not decision.keeps("Hospital Universitario de Valdeoscura")
