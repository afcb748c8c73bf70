"""Contextual databases: triggers, lists, and what the thesis describes, on invented notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from velado.methods import Method, Note, methods
from velado.methods._positional_index import PositionalIndex

CONTEXT = methods()["context"]


def given_out(*texts: str, method: Method = CONTEXT) -> list[str]:
    return [outcome.text for outcome in method.apply([Note(str(n), text) for n, text in enumerate(texts)], Path())]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Paciente hipertenso Jesús Mendoza Mares es considerado remiso", "Paciente hipertenso {NOMBRE} es considerado remiso"),
        ("red de apoyo: Lucía Torres", "red de apoyo: {NOMBRE}"),
        ("acude con su hija Marta de la Cruz Soto.", "acude con su hija {NOMBRE}."),
        ("paciente estable, sin dolor", "paciente estable, sin dolor"),
        ("Originario de Morelia, casado", "Originario de {CIUDAD}, casado"),
        ("residente en San Luis Potosí desde 2010", "residente en {CIUDAD} desde 2010"),
        ("tel. 443 312 45 67 en la tarde", "tel. {TEL} en la tarde"),
        ("en caso necesario llamar 4433-124567", "en caso necesario llamar {TEL}"),
        ("tel. 12 34 56", "tel. 12 34 56"),
        ("cel 4431234567 y 4437654321", "cel {TEL}"),
        ("domicilio: Pino Suárez 12, col. Centro Histórico, casa azul", "domicilio: {DOM}, casa azul"),
        ("vive en calle Abasolo #34 colonia Las Flores Norte y trabaja", "vive en {DOM} y trabaja"),
        ("calle sin colonia conocida no llega", "{DOM}"),
        ("en la calle hace frío", "en la calle hace frío"),
    ],
)
def test_as_the_thesis_describes(text: str, expected: str) -> None:
    assert given_out(text) == [expected]


def test_staff_stays() -> None:
    assert given_out("Atendido por el Dr. Ramiro Torres López") == ["Atendido por el Dr. Ramiro Torres López"]


def test_an_address_takes_in_what_was_found_in_it() -> None:
    [outcome] = CONTEXT.apply([Note("a", "domicilio calle Madre Marta Soto 8 col. Ventura Puente sur")], Path())
    assert outcome.spans is not None
    assert [span.label for span in outcome.spans] == ["STREET"]


def test_more_triggers_find_more() -> None:
    note = "Nombre: Marta Torres Soto\nTlf: 443 312 4567"
    assert given_out(note) == [note]
    assert given_out(note, method=methods()["context-regional"]) == ["Nombre: {NOMBRE}\nTlf: {TEL}"]


def test_a_phrase_is_found_only_where_its_words_stand_side_by_side() -> None:
    index = PositionalIndex.of(["red amplia de apoyo", "red de apoyo familiar", "apoyo red"], {"de"})
    assert list(index.behind("red apoyo")) == [(1, 2)]
    assert list(index.behind("nunca dicho")) == []


def test_spans_and_text_agree() -> None:
    text = "Paciente Rosa Torres, originaria y residente de Morelia, tel 4431234567, esposo Juan Soto"
    [outcome] = CONTEXT.apply([Note("a", text)], Path())
    assert outcome.spans is not None
    assert [(span.label, span.text(text)) for span in outcome.spans] == [
        ("PATIENT_NAME", "Rosa Torres"), ("PLACE", "Morelia"), ("PHONE", "4431234567"), ("RELATIVE_NAME", "Juan Soto"),
    ]  # fmt: skip
