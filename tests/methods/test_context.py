"""Contextual databases: triggers, lists, and what the thesis describes, on invented notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from velado.document import Span
from velado.methods import Announcing, Method, Note, methods
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
        ("cel 443 - 312 - 4567 / recados 4437654321", "cel {TEL} / recados {TEL}"),
        ("cel 4431234567\n4437654321 folio", "cel {TEL}\n4437654321 folio"),
        ("avisa a la esposa por recado (Yadira)", "avisa a la esposa por recado ({NOMBRE})"),
        ("acude con su hijo Irving", "acude con su hijo {NOMBRE}"),
        ("paciente con tía y madre sana", "paciente con tía y madre sana"),
        ("Nacida en Ciudad Madero", "Nacida en {CIUDAD}"),
        ("originaria de Uruapan, Michoacán, casada", "originaria de {CIUDAD}, {CIUDAD}, casada"),
        ("en la ciudad de San Juan del Río, Qro., a 3 de mayo", "en la ciudad de {CIUDAD}, {CIUDAD}., a 3 de mayo"),
        ("domicilio: Pino Suárez 12, col. Centro Histórico, casa azul", "domicilio: {DOM}, casa azul"),
        ("vive en calle Abasolo #34 colonia Las Flores Norte y trabaja", "vive en {DOM} y trabaja"),
        ("calle sin colonia conocida no llega", "{DOM}"),
        ("en la calle hace frío", "en la calle hace frío"),
        ("Domicilio particular: Abasolo 34, col. Las Flores Norte", "Domicilio particular: {DOM}"),
        ("Domicilio: Circuito Sauces 1140-B, coto 3. Refiere tos", "Domicilio: {DOM}. Refiere tos"),
        ("con domicilio en Andador Ópalo 3, acude por tos", "con domicilio {DOM}, acude por tos"),
        ("vive en calle Mina s/n, con su tía", "vive en {DOM}, con su tía"),
        ("visita a domicilio por petición de la doctora del turno 4", "visita a domicilio por petición de la doctora del turno 4"),
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


def test_what_is_announced_is_marked_and_near_a_trigger_of_its_type() -> None:
    text = "Paciente Rosa Torres, tel 4431234567, vecina Ana Soto, otro 4437654321, cel 0936"
    places = [(9, 20, "PATIENT_NAME"), (26, 36, "PHONE"), (45, 53, "RELATIVE_NAME"), (60, 70, "PHONE"), (76, 80, "PHONE")]
    note = Note("a", text, tuple(Span(*place) for place in places))
    assert isinstance(CONTEXT, Announcing)
    assert CONTEXT.announced([note, Note("b", "nada")]) == [note.spans[:2], ()]


def test_addresses_that_touch_each_other_become_one() -> None:
    assert given_out("Domicilio: calle Mina 4, esquina con calle Abasolo 5, reja azul") == ["Domicilio: {DOM}"]


def test_spans_and_text_agree() -> None:
    text = "Paciente Rosa Torres, originaria y residente de Morelia, tel 4431234567, esposo Juan Soto"
    [outcome] = CONTEXT.apply([Note("a", text)], Path())
    assert outcome.spans is not None
    assert [(span.label, span.text(text)) for span in outcome.spans] == [
        ("PATIENT_NAME", "Rosa Torres"), ("PLACE", "Morelia"), ("PHONE", "4431234567"), ("RELATIVE_NAME", "Juan Soto"),
    ]  # fmt: skip
