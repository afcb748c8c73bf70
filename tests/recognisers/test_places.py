"""Towns, regions, countries, neighbourhoods and postcodes: marked cases and traps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from velado.formats.marked import parse_marks
from velado.recognisers.places import RECOGNISER
from velado.tokens import Page

MARKED = {
    "es": [
        "Originario de ⟦PLACE:Guadalajara⟧, residente en ⟦PLACE:Zapopan⟧.",
        "Natural de ⟦PLACE:Xochitepequito⟧, vive sola.",
        "Viajó a ⟦PLACE:Barcelona⟧ en tren.",
        "Trasladado desde ⟦PLACE:Monterrey⟧ en ambulancia.",
        "Procedente de ⟦COUNTRY:Marruecos⟧, en ⟦COUNTRY:España⟧ desde joven.",
        "Vive en ⟦PLACE:Tulancinguillo⟧ con su abuela.",
        "El hijo trabaja en ⟦PLACE:Valladolid⟧ y viene los fines de semana.",
        "⟦PLACE:28013⟧ ⟦PLACE:Madrid⟧",
        "CP ⟦PLACE:44100⟧",
        "C.P. ⟦PLACE:02006⟧.",
        "Código postal: ⟦PLACE:C1425ABC⟧",
        "Vive en el barrio ⟦PLACE:San Telmo⟧.",
        "Vecina de la colonia ⟦PLACE:Las Glicinas⟧.",
        "Llegó de la vereda ⟦PLACE:El Junquillo⟧ a caballo.",
        "Municipio de ⟦PLACE:Ocotlanejo⟧.",
        "NATURAL DE ⟦PLACE:TEGUCIGALPA⟧ SIN ALERGIAS",
        "VIVE EN ⟦PLACE:MONTEVIDEO⟧ CON SU HIJA",
        "vive en ⟦PLACE:maracaibo⟧ con su hija y no trae papeles\nno fuma\nno bebe",
        "⟦PLACE:Zamora⟧, a 3 de mayo de 2020",
        "Hospital Comarcal, ⟦PLACE:Pontevedra⟧.",
        "Se mudó a ⟦PLACE:Ciudad Juárez⟧.",
        "Vive en ⟦COUNTRY:EE. UU⟧. desde joven.",
        "Emigró de ⟦PLACE:Maracay⟧ a ⟦PLACE:Arequipa⟧.",
    ],
    "pt": [
        "Natural de ⟦PLACE:Braga⟧, residente em ⟦PLACE:Lisboa⟧.",
        "Mora em ⟦PLACE:Pindamonhangaba⟧ há muito tempo.",
        "CEP ⟦PLACE:01310-100⟧",
        "⟦PLACE:4000-115⟧ ⟦PLACE:Porto⟧",
        "Veio de ⟦COUNTRY:Angola⟧ há dois anos.",
        "Mora no bairro ⟦PLACE:Jardim Aurora⟧.",
        "Nasceu em ⟦PLACE:Campinas⟧ - ⟦PLACE:SP⟧.",
        "Transferido de ⟦PLACE:Manaus⟧ ontem.",
    ],
    "en": [
        "He lives in ⟦PLACE:Birmingham⟧ with his son.",
        "Born in ⟦PLACE:Ibadan⟧, moved to ⟦PLACE:Leeds⟧.",
        "⟦PLACE:Weslaco⟧, ⟦PLACE:TX⟧ ⟦PLACE:78599⟧",
        "Home: ⟦PLACE:SW1A 1AA⟧.",
        "She travelled to ⟦COUNTRY:Kenya⟧ last month.",
        "Postcode ⟦PLACE:D02 X285⟧",
        "Grew up in ⟦PLACE:Nantyglowen⟧, miner's son.",
    ],
}
NOTHING = {
    "es": [
        "Glasgow 15, escala de Bristol 4, criterios de Roma IV.",
        "Esofagitis grado B de Los Ángeles. Clasificación de Viena.",
        "Enfermedad de Lyme, fiebre de Malta, bota de Unna.",
        "Signo de Murphy positivo, dreno de Kehr.",
        "Dieta blanda con media porción de leche. Valle y pico de tacrolimus.",
        "Se cura la herida. Reyes magos. Cruz Roja avisada.",
        "Collarín Philadelphia, colecistitis Tokyo II.",
        "Acude a Urgencias y pasa a UCI. Viene de Quirófano.",
        "El niño pesó 2 kilos. La línea arterial funciona.",
        "TA 120/80, FC 72, 28013 plaquetas.",
        "Dr. Toledo informa. Dra. Córdoba firma.",
        "Santiago Pérez Gil y Victoria Romero acuden juntos.",
        "Paciente mexicana, soltera, española de padres colombianos.",
        "PACIENTE EN LA CAMA CON LA MANO EN ALTO.",
    ],
    "pt": [
        "Ela mamou bem. Oi, tudo bem?",
        "Polígono de Willis sem alterações. Escala de Glasgow 15.",
        "Colete de Milwaukee. Esofagite grau A de Los Angeles.",
        "USA básica chegou ao local. Triagem Manchester amarelo.",
    ],
    "en": [
        "Milan criteria met, Child-Pugh A. Prague C1M2.",
        "Factor V Leiden negative. Ann Arbor stage II.",
        "Reading glasses lost in the bath. Sale of goods.",
        "T2N1M0, G3P1A1, L4 5 disc.",
        "Sent to Radiology from Theatre.",
    ],
}


@pytest.mark.parametrize(("language", "case"), [(code, text) for code, texts in MARKED.items() for text in texts])
def test_marked(marked: Callable[..., str], language: str, case: str) -> None:
    assert marked(parse_marks(case)[0], language) == case


@pytest.mark.parametrize(("language", "text"), [(code, text) for code, texts in NOTHING.items() for text in texts])
def test_nothing(marked: Callable[..., str], language: str, text: str) -> None:
    assert marked(text, language) == text


@pytest.mark.parametrize("piece", ["1", " ", "a.", "San ", "en ", "12345 ", "Madrid, ", "(", "SW1A 1AA", "barrio ", "X\n"])
def test_large_odd_text_ends(piece: str) -> None:
    text = piece * (60_000 // len(piece))
    for span in RECOGNISER.find(Page(text, "es")):
        assert 0 <= span.start < span.end <= len(text)
