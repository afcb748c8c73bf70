"""Conventions of the published reports: what their tagger cannot learn from so few examples."""

from __future__ import annotations

import pytest

from velado.document import Span
from velado.pipeline.meddocan_edges import as_published
from velado.pipeline.meddocan import apply_habits
from velado.tokens import Page


def told(text: str, *spans: tuple[str, str]) -> list[tuple[str, str]]:
    found = [Span(text.index(value), text.index(value) + len(value), label, 0.9, "model") for value, label in spans]
    return [(span.text(text), span.label) for span in sorted(apply_habits(Page(text, "es"), found))]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Mujer ecuatoriana de 65 años", "ecuatoriana"),
        ("varón de 66 años, de origen vietnamita", "vietnamita"),
        ("Paciente de raza negra con tos", "raza negra"),
        ("mujer caucásica de 56 años", "caucásica"),
        ("Paciente de 42 años, casada, unigesta", "casada"),
        ("Se trata de un varón heterosexual", "heterosexual"),
    ],
)
def test_what_is_told_of_the_patient(text: str, value: str) -> None:
    assert told(text) == [(value, "PATIENT_ID")]


@pytest.mark.parametrize(
    "text",
    [
        "sustancia blanca supratentorial",
        "tumoración de origen tiroideo",
        "serie blanca normal",
        "paciente estable",
        "seda negra 3-0",
    ],
)
def test_findings_are_not_the_patients_origin(text: str) -> None:
    assert told(text) == []


def test_the_tagger_has_the_first_word() -> None:
    assert told("Mujer ecuatoriana", ("Mujer ecuatoriana", "OTHER")) == [("Mujer ecuatoriana", "OTHER")]


def test_a_spouse_is_kin() -> None:
    assert told("Acude acompañado de su esposa.") == [("esposa", "KINSHIP")]


def test_two_months_of_one_year_are_one_date() -> None:
    assert told("Entre marzo y abril de 2000", ("marzo", "DATE"), ("abril de 2000", "DATE")) == [
        ("marzo y abril de 2000", "DATE")
    ]
    apart = [("12/03/2001", "DATE"), ("abril de 2000", "DATE")]
    assert told("El 12/03/2001 y abril de 2000", *apart) == apart


def test_a_hospital_without_a_name_is_called_by_its_town() -> None:
    assert told("Hospital General de Soria", ("Hospital General", "HOSPITAL"), ("Soria", "PLACE")) == [
        ("Hospital General de Soria", "HOSPITAL")
    ]
    named = [("Hospital Carlos Haya", "HOSPITAL"), ("Málaga", "PLACE")]
    assert told("Hospital Carlos Haya de Málaga", *named) == named
    coded = [("Hospital Clínico", "HOSPITAL"), ("50009", "PLACE")]
    assert told("Hospital Clínico 50009 Zaragoza", *coded) == coded


def test_the_short_form_of_a_facility_in_brackets() -> None:
    hospital = ("Complejo Hospitalario de Vigo", "HOSPITAL")
    assert told("Complejo Hospitalario de Vigo (CHUVI). C/ Pizarro", hospital) == [hospital, ("CHUVI", "HOSPITAL")]
    assert told("Complejo Hospitalario de Vigo (España)", hospital) == [hospital]


def test_the_maker_of_a_product_in_brackets() -> None:
    assert told("colirio (Tobradex®, Alcon Cusí, Barcelona)") == [("Alcon Cusí", "INSTITUTION")]
    assert told("gel (Endoperox®, Septodont Francia)") == [("Septodont", "INSTITUTION")]
    assert told("gel (dosis baja, vía oral, Madrid)") == []


@pytest.mark.parametrize(
    ("text", "found", "marked"),
    [
        ("Remitido por: Doctor Pablo Garro", ("Doctor Pablo Garro", "STAFF_NAME"), ("Pablo Garro", "STAFF_NAME")),
        ("Edad: 1 mes y medio Sexo: M", ("1 mes", "AGE"), ("1 mes y medio", "AGE")),
        ("NASS: 3278462.", ("3278462", "PATIENT_ID"), ("3278462", "INSURANCE_ID")),
        ("NHC: 3278462.", ("3278462", "PATIENT_ID"), ("3278462", "PATIENT_ID")),
        ("Instituto de Ojos Altamira (IOA) Avda.", ("Instituto de Ojos Altamira (IOA", "INSTITUTION"), ("Instituto de Ojos Altamira (IOA)", "INSTITUTION")),
        ("Hospital Mirasierra 2ª planta", ("Hospital Mirasierra 2", "HOSPITAL"), ("Hospital Mirasierra", "HOSPITAL")),
        ("Avda. del Prado 6, 1º A C.P. 45006", ("Avda. del Prado 6, 1º A C", "STREET"), ("Avda. del Prado 6, 1º A", "STREET")),
        ("C/ Luna 2, 3 C", ("C/ Luna 2, 3 C", "STREET"), ("C/ Luna 2, 3 C", "STREET")),
        ("Domicilio: C/ Luna 12. P 2.", ("C/ Luna 12", "STREET"), ("C/ Luna 12", "STREET")),
        ("C/ Luna, 3º A", ("C/ Luna, 3", "STREET"), ("C/ Luna, 3", "STREET")),
    ],
)
def test_marks_begin_and_end_where_annotators_set_them(text: str, found: tuple[str, str], marked: tuple[str, str]) -> None:
    assert told(text, found) == [marked]


def test_a_relative_and_their_age_are_one_mark_in_the_published_corpus_alone() -> None:
    text = "El hijo menor de 13 años"
    apart = [("hijo menor", "KINSHIP"), ("13 años", "AGE")]
    assert told(text, *apart) == apart
    found = apply_habits(Page(text, "es"), [Span(3, 24, "KINSHIP", 0.9, "model")])
    assert [(span.text(text), span.label) for span in sorted(found)] == apart
    assert [(span.text(text), span.label) for span in as_published(text, found)] == [("hijo menor de 13 años", "KINSHIP")]


def test_two_facilities_are_two_marks() -> None:
    told_as_one = "Hospital Clínico de Altamira y Hospital San Telmo"
    assert told(f"Urología. {told_as_one}.", (told_as_one, "HOSPITAL")) == [
        ("Hospital Clínico de Altamira", "HOSPITAL"), ("Hospital San Telmo", "HOSPITAL"),
    ]  # fmt: skip
    one = "Fundación Hospital General de Altamira"
    assert told(f"Urología. {one}.", (one, "HOSPITAL")) == [(one, "HOSPITAL")]


def test_a_facility_that_ends_in_de_goes_on() -> None:
    assert told("Hospital San Telmo de Altamira", ("Hospital San Telmo de", "HOSPITAL"), ("Altamira", "PLACE")) == [
        ("Hospital San Telmo de Altamira", "HOSPITAL")
    ]


@pytest.mark.parametrize("value", ["Ovidio", "Ana Vidal y Juan"])
def test_whoever_a_mark_of_kin_names_is_no_word_of_kin(value: str) -> None:
    """Policies keep words of kin; whoever is named must not stay with them."""
    assert told(f"Acude con {value}, que refiere tos.", (value, "KINSHIP")) == [(value, "RELATIVE_NAME")]


@pytest.mark.parametrize(
    ("kin", "between", "age"),
    [
        ("hijo", " de ", "27 años"), ("padre", " de ", "39"), ("madre", " de ", "noventa y cinco años"), ("Tía materna", " de ", "50 años"),
        ("hijo mediano", " (", "21 años"), ("2 hijos", " de ", "12 y 9 años"), ("hija", " ", "45 a"), ("hermano", " de ", "ocho meses"),
        ("hija", " de ", "tres años y medio"),
    ],
)  # fmt: skip
def test_how_old_a_relative_is_does_not_stay_with_words_of_kin(kin: str, between: str, age: str) -> None:
    whole = f"{kin}{between}{age}"
    assert told(f"Antecedentes: {whole}, sano.", (whole, "KINSHIP")) == [(kin, "KINSHIP"), (age, "AGE")]


@pytest.mark.parametrize("name", ["Teresa Ruedas", "remedios", "Rosa"])
def test_words_of_kin_before_a_name_are_told_apart_from_it(name: str) -> None:
    found = (f"madre {name}", "KINSHIP")
    assert told(f"Acude con su madre {name} por tos.", found) == [("madre", "KINSHIP"), (name, "RELATIVE_NAME")]


@pytest.mark.parametrize(
    "value",
    [
        "Madre", "Tío materno", "dos hermanas", "Dos hermanas", "4 hermanos", "Hijo de una prima hermana de su pareja", "Primo de rama paterna",
        "Segundo hijo", "Otro hermano", "Ambos padres", "La madre", "Hijo Único", "TÍA POR PARTE DE MADRE",
    ],
)  # fmt: skip
def test_words_of_kin_stay_words_of_kin(value: str) -> None:
    assert told(f"Antecedentes:\n{value} con tos.", (value, "KINSHIP")) == [(value, "KINSHIP")]


def test_an_age_does_not_stay_with_words_of_sex() -> None:
    assert told("Varón de 7 años", ("7 años", "SEX")) == [("7 años", "AGE")]


def test_a_name_behind_an_age_does_not_stay_with_words_of_kin() -> None:
    whole = "hija de 50 años Natalia Ruedas"
    assert told(f"Vive con su {whole}.", (whole, "KINSHIP")) == [("hija", "KINSHIP"), ("50 años", "AGE"), ("Natalia Ruedas", "RELATIVE_NAME")]
