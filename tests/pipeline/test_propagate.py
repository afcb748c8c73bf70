"""One name, all mentions: a name that a header, a table or a signature tells in full is hidden below in every form."""

from __future__ import annotations

import random

import pytest

from velado import Pipeline

PEOPLE = [
    ("Francisco", "Paco", "Ezcurdia", "Bengoetxea"), ("Guadalupe", "Lupita", "Xochihua", "Tlapanco"), ("Roberto", "Beto", "Quiñonez", "Urdapilleta"),
    ("Concepción", "Conchita", "Villafáfila", "Armesto"), ("Ignacio", "Nacho", "Belaunzarán", "Oropesa"), ("Teresa", "Tere", "Chumacero", "Lizarraga"),
]  # fmt: skip
HEADERS = ["Paciente: {whole}", "NOMBRE: {upper}  EDAD: 54", "Apellidos y nombre: {surnames}, {given}", "| Paciente | {whole} |\n| Edad | 54 |"]
BODY = [
    "Refiere {other} que duerme mal.", "Se explica a {given} el plan.", "La familia {surname} está de acuerdo.", "{initials} tolera la dieta.",
    "avisar a {lower} mañana", "EL DOLOR DE {upper_given} CEDE", "Firma {short}.", "Nota: {slip} no acudió a la cita.",
]  # fmt: skip


def slipped(word: str, rng: random.Random) -> str:
    at = rng.randrange(2, len(word) - 1)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :] if word[at] != word[at + 1 : at + 2] else word[:at] + word[at + 1 :]


@pytest.mark.parametrize("seed", range(24))
def test_a_name_told_in_full_is_hidden_in_every_part_order_case_initial_diminutive_and_slip(seed: int) -> None:
    rng = random.Random(seed)
    given, other, first, second = rng.choice(PEOPLE)
    forms = {
        "whole": f"{given} {first} {second}", "upper": f"{given} {first} {second}".upper(), "surnames": f"{first} {second}", "given": given, "other": other,
        "surname": first, "initials": f"{given[0]}{first[0]}{second[0]}", "lower": f"{given} {first}".lower(), "upper_given": given.upper(),
        "short": f"{given[0]}. {first}", "slip": slipped(first, rng),
    }  # fmt: skip
    lines = rng.sample(BODY, 5)
    text = "\n".join([rng.choice(HEADERS).format(**forms), "Motivo: cefalea de 3 días de evolución.", *(line.format(**forms) for line in lines)])
    result = Pipeline(language="es").deidentify(text)
    assert result.text is not None
    told = [name for line in lines for name, value in forms.items() if f"{{{name}}}" in line and value in result.text]
    assert not told, result.text
