"""Values of forms: behind a colon, in the next cell, under a heading."""

from __future__ import annotations

import pytest

from velado.formats.marked import parse_marks, with_marks
from velado.recognisers.fields import RECOGNISER
from velado.resolution import resolve
from velado.tokens import Page

FORMS = [
    ("es", "Nombre: ⟦PATIENT_NAME:Nélida Ugarte de la Fuente⟧"),
    ("es", "NOMBRE: ⟦PATIENT_NAME:UGARTE SALCEDO, NELIDA⟧ EDAD: ⟦AGE:44⟧"),
    ("es", "Nombre: ⟦PATIENT_NAME:Nélida⟧\nApellidos: ⟦PATIENT_NAME:Ugarte Salcedo⟧"),
    ("es", "Nombre:\n⟦PATIENT_NAME:Nélida Ugarte⟧"),
    ("es", "Madre: ⟦RELATIVE_NAME:Domitila Choque⟧"),
    ("es", "Médico: ⟦STAFF_NAME:J. Olmedo⟧"),
    ("es", "Ocupación: ⟦PROFESSION:albañil⟧, jubilado"),
    ("es", "Domicilio: ⟦STREET:Av. Hidalgo 45, Col. Centro⟧"),
    ("es", "Dirección: ⟦STREET:frente al parque, casa azul⟧"),
    ("es", "Ciudad: ⟦PLACE:Puebla⟧"),
    ("es", "Nombre | Edad | Ciudad\n⟦PATIENT_NAME:Nélida Ugarte⟧ | ⟦AGE:44⟧ | ⟦PLACE:Puebla⟧"),
    ("pt", "Nome: ⟦PATIENT_NAME:Adelaide Quintão Ferraz⟧"),
    ("pt", "Mãe: ⟦RELATIVE_NAME:Raimunda da Conceição⟧"),
    ("pt", "Profissão: ⟦PROFESSION:Costureira⟧"),
    ("en", "Name: ⟦PATIENT_NAME:FITZGERALD, COLLEEN M⟧ AGE: ⟦AGE:52⟧"),
    ("en", "Next of kin: ⟦RELATIVE_NAME:Douglas Ellsworth⟧"),
    ("en", "Occupation: ⟦PROFESSION:School teacher⟧"),
]
NOTHING = [
    ("es", "Médico: pendiente"),
    ("es", "Madre: sana"),
    ("es", "Nombre: no refiere"),
    ("es", "Estado civil: viuda"),
    ("es", "Estado general: bueno"),
    ("es", "Vía: oral"),
    ("es", "Vía aérea: permeable"),
    ("es", "Zona: inguinal derecha"),
    ("es", "Región: lumbar"),
    ("es", "Alergias: penicilina\nPlan: alta"),
    ("es", "Diagnóstico: enfermedad de Crohn"),
    ("pt", "Estado geral: bom"),
    ("pt", "Via de parto: vaginal"),
    ("en", "Allergies: penicillin"),
    ("en", "Father: deceased"),
]


@pytest.mark.parametrize(("language", "marked"), FORMS)
def test_values_are_found(language: str, marked: str) -> None:
    text, _ = parse_marks(marked)
    assert with_marks(text, resolve(text, RECOGNISER.find(Page(text, language)))) == marked


@pytest.mark.parametrize(("language", "text"), NOTHING)
def test_other_values_are_left(language: str, text: str) -> None:
    assert [span.text(text) for span in RECOGNISER.find(Page(text, language)) if span.label != "SEX"] == []


def test_an_empty_field_does_not_take_a_long_line_or_another_field() -> None:
    for below in ("x" * 80, "Edad: 44", ""):
        text = f"Nombre:\n{below}\n"
        assert not any(span.label == "PATIENT_NAME" for span in RECOGNISER.find(Page(text)))
