"""Occupations, offices, peoples and faiths: marked cases and traps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from velado.formats.marked import parse_marks
from velado.recognisers.professions import RECOGNISER
from velado.tokens import Page

MARKED = {
    "es": [
        "Trabaja como ⟦PROFESSION:albañil⟧ desde joven.",
        "Trabaja de ⟦PROFESSION:cocinera⟧ en un comedor.",
        "De profesión ⟦PROFESSION:carpintero⟧.",
        "Ocupación ⟦PROFESSION:chofer⟧",
        "Mujer de 45 años, ⟦PROFESSION:maestra⟧, acude por tos.",
        "Varón de 62 años, ex-⟦PROFESSION:minero⟧.",
        "Su hijo ⟦PROFESSION:albañil⟧ la acompaña.",
        "El padre es ⟦PROFESSION:pescador⟧ y la madre ⟦PROFESSION:costurera⟧.",
        "La hija (⟦PROFESSION:cajera⟧) llega tarde.",
        "Su marido, ⟦PROFESSION:taxista⟧, la espera.",
        "⟦PROFESSION:Vende tamales⟧ en la esquina.",
        "La mamá ⟦PROFESSION:limpia casas⟧ por la mañana.",
        "El papá ⟦PROFESSION:maneja un taxi⟧.",
        "Fue ⟦PROFESSION:tornero⟧ y luego ⟦PROFESSION:portero⟧.",
        "Se dedica al ⟦PROFESSION:hogar⟧.",
        "Antiguo ⟦PROFESSION:soldador⟧, fumador.",
        "OCUPACION ⟦PROFESSION:CAMPESINO⟧",
        "Su hermana es ⟦PROFESSION:enfermera⟧ en otra ciudad.",
        "Familia ⟦OTHER:mapuche⟧, habla ⟦OTHER:mapudungun⟧.",
        "Etnia ⟦OTHER:quechua⟧.",
        "Fue ⟦OTHER:alcalde de su pueblo⟧.",
        "La tía ⟦PROFESSION:hace hamacas en la plaza⟧.",
        "El papá ⟦PROFESSION:reparte pan⟧ temprano; la mamá ⟦PROFESSION:da clases de piano⟧.",
        "Llama Tomás ⟦PROFESSION:el de la ferretería⟧.",
        "⟦PROFESSION:Corta café⟧ cuando hay.",
    ],
    "pt": [
        "Trabalha como ⟦PROFESSION:pedreiro⟧.",
        "Profissão ⟦PROFESSION:costureira⟧",
        "Mulher de 50 anos, ⟦PROFESSION:professora⟧, com dor.",
        "O marido é ⟦PROFESSION:motorista⟧.",
        "⟦PROFESSION:Vende doces⟧ na feira.",
        "Ex-⟦PROFESSION:pescador⟧, vive só.",
        "Raça/cor: ⟦OTHER:parda⟧",
    ],
    "en": [
        "Works as a ⟦PROFESSION:truck driver⟧.",
        "Husband ⟦PROFESSION:drives⟧ for Brightcab at night.",
        "Her dad ⟦PROFESSION:deals in scrap⟧ and her mother ⟦PROFESSION:ran a flower stall⟧.",
        "He ⟦PROFESSION:digs graves⟧, 31 years. She ⟦PROFESSION:drove a milk tanker⟧.",
        "She's a ⟦PROFESSION:police dog handler⟧. Ex-⟦PROFESSION:harbourmaster's clerk⟧.",
        "Retired ⟦PROFESSION:teacher⟧, lives alone.",
        "Her husband is a ⟦PROFESSION:plumber⟧.",
        "Occupation ⟦PROFESSION:welder⟧",
        "Dad ⟦PROFESSION:drives a truck⟧ for a living.",
        "Former ⟦PROFESSION:miner⟧.",
    ],
}
NOTHING = {
    "es": [
        "Valorado por médico de guardia y enfermera de turno.",
        "Jubilado. Pensionista. Paciente colaborador.",
        "La trabajadora social informa. Avisado el cirujano.",
        "Firma: Dra. Gil, médico residente.",
        "Dolor mecánico en la cadera. Exploración: ex físico normal.",
        "Desde hace unas semanas. Dependiente para las actividades.",
        "Fumador de 20 cigarrillos, bebedor ocasional, soltero.",
        "Úlcera sacra, tolera dieta, escalera sin ayuda.",
        "Hijo mayor sano. Habla español e inglés.",
        "Acude policía por riña en la vía pública.",
    ],
    "pt": [
        "Atendido pelo médico e pela enfermeira.",
        "Aposentado. Solteiro, ex-fumador.",
        "Cefaleia holocraniana e ligeira disartria.",
    ],
    "en": [
        "Seen by the nurse and the surgeon on call.",
        "She runs a fever. He had a fall on the stairs. Drove home. The ward clerk rang.",
        "He is a smoker and a heavy drinker. She is a carrier.",
        "The patient is a 40 year old man, retired.",
    ],
}


@pytest.mark.parametrize(("language", "case"), [(code, text) for code, texts in MARKED.items() for text in texts])
def test_marked(marked: Callable[..., str], language: str, case: str) -> None:
    assert marked(parse_marks(case)[0], language) == case


@pytest.mark.parametrize(("language", "text"), [(code, text) for code, texts in NOTHING.items() for text in texts])
def test_nothing(marked: Callable[..., str], language: str, text: str) -> None:
    assert marked(text, language) == text


@pytest.mark.parametrize("piece", ["1", " ", "a.", "maestra ", "es ", "vende ", "de de ", "trabaja de ", ", ", "alcalde de "])
def test_large_odd_text_ends(piece: str) -> None:
    text = piece * (60_000 // len(piece))
    for span in RECOGNISER.find(Page(text, "es")):
        assert 0 <= span.start < span.end <= len(text)
