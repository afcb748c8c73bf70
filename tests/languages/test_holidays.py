"""Named holidays must not give away by how much dates were shifted."""

from __future__ import annotations

import re
from itertools import product

import pytest

from velado import Document, Pipeline
from velado.languages import find_holidays, only_named_after_holiday
from velado.languages._holidays import holiday_lines

KEY = b"8Kd2vXq7LmZr4TgN1wYs"
SHIFTING = {name: Pipeline(model=False, key=KEY, **settings) for name, settings in {
    "research": {"policy": "research"}, "surrogate": {"replace": "surrogate"}, "shift_dates": {"replace": "shift_dates"},
}.items()}  # fmt: skip
_FILLED = {"<word>": "health", "<name>": "de la juana", "<date>": "06/01/2020, "}


def expanded(line: str) -> list[str]:
    """Write out every phrase that a line of the list stands for."""
    for sign, word in _FILLED.items():
        line = line.replace(sign, word)
    phrases, rest = _choices(re.sub(r"[\[\]]", "", line))
    assert not rest, line
    return phrases


def _choices(line: str) -> tuple[list[str], str]:
    """Expand up to the bracket that closes, and return what follows."""
    done: list[str] = []
    now = [""]
    while line and line[0] != ")":
        sign, line = line[0], line[1:]
        if sign == "|":
            done, now = done + now, [""]
        elif sign == "(":
            inner, line = _choices(line)
            line = line[1:]
            if line.startswith("?"):
                inner, line = [*inner, ""], line[1:]
            now = [head + tail for head in now for tail in inner]
        else:
            now = [head + sign for head in now]
    return done + now, line


HOLIDAYS = sorted(
    {(code, " ".join(phrase.split())) for code in ("es", "pt", "en") for line in holiday_lines(code) if line[0] not in "!@"
     for phrase in expanded(line.lstrip("~ "))}
)  # fmt: skip
OTHERS = sorted(
    {(code, " ".join(phrase.split())) for code in ("es", "pt", "en") for line in holiday_lines(code) if line[0] in "!@"
     for phrase in expanded(line[1:].strip())}
)  # fmt: skip
NOTES = {
    "es": "Paciente: Marta Ruiz Gil. Acude el 14/03/2020 {} por tos de tres días de evolución.",
    "pt": "Paciente: Marta Ruiz Gil. Veio em 14/03/2020 {} por tosse com três dias de evolução.",
    "en": "Patient: Martha Ridge. Seen on 14/03/2020 {} because of cough for the last three days.",
}


def test_lists_are_long_enough_to_mean_something() -> None:
    assert len(HOLIDAYS) > 1_000
    assert {code for code, _ in HOLIDAYS} == {"es", "pt", "en"}


def test_every_holiday_of_the_lists_is_found_in_any_letters() -> None:
    for (code, phrase), shape in product(HOLIDAYS, (str.lower, str.upper, str.title)):
        note = NOTES[code].format(shape(phrase))
        found = [note[start:end] for start, end in find_holidays(note, code)]
        assert found, (code, phrase)
        assert not any(find_holidays(_without(note, code), code)), (code, phrase)


def _without(note: str, code: str) -> str:
    for start, end in reversed(list(find_holidays(note, code))):
        note = f"{note[:start]}[DATE]{note[end:]}"
    return note


@pytest.mark.parametrize("settings", SHIFTING)
def test_no_holiday_beside_a_shifted_date_survives(settings: str) -> None:
    """Every fortieth phrase through the whole pipeline: what is left names no holiday, so no shift can be told from it."""
    pipeline = SHIFTING[settings]
    for code, phrase in HOLIDAYS[::40]:
        result = pipeline.deidentify(Document(NOTES[code].format(f"({phrase.title()})"), language=code))
        assert result.text is not None
        assert "14/03/2020" not in result.text
        assert not any(find_holidays(result.text, code)), (code, phrase)


def test_result_is_the_same_for_every_holiday_of_a_language() -> None:
    """An attacker who has the result cannot tell which holiday stood there, and so learns nothing of the shift."""
    pipeline = SHIFTING["shift_dates"]
    phrases = ["Navidad", "Año Nuevo", "Viernes Santo", "Todos los Santos", "Día de la Madre", "Martes de Carnaval", "noche de San Juan"]
    note = "Paciente: Marta Ruiz Gil. Control el 14/03/2020, {}."
    assert len({pipeline.deidentify(Document(note.format(phrase), language="es")).text for phrase in phrases}) == 1


@pytest.mark.parametrize("settings", SHIFTING)
@pytest.mark.parametrize(
    ("code", "text", "holiday"),
    [
        ("en", "Admitted 07/04/2021 on Independence Day with chest pain.", "Independence"),
        ("es", "Ingresa el 25/12/2019, día de Navidad, con fiebre.", "Navidad"),
        ("pt", "Veio em 12/10/2020, Dia da Criança, com tosse.", "Criança"),
        ("es", "Nació el día de Reyes del 91.", "Reyes"),
        ("es", "Alta el 06/01/2020 (Reyes).", "Reyes"),
        ("es", "Caída el 24/06/2021, noche de San Juan.", "Juan"),
        ("es", "Vista en Semana\nSanta, el 06/04/2020.", "Santa"),
        ("es", "Reacci&oacute;n el D&iacute;a de la Madre, 03/05/2020.", "Madre"),
        ("pt", "Alta 25/12/2020 (Natal).", "Natal"),
        ("en", "Fell at Thanksgiving 2016, seen 11/30/2016.", "Thanksgiving"),
        ("en", "Seen St. Patrick’s Day 03/17/2020.", "Patrick"),
    ],
)
def test_holiday_beside_a_date_is_replaced(settings: str, code: str, text: str, holiday: str) -> None:
    result = SHIFTING[settings].deidentify(Document(text, language=code))
    assert result.text is not None
    assert holiday not in result.text


def test_exceptions_of_the_lists_are_no_holidays() -> None:
    for code, phrase in OTHERS:
        assert list(find_holidays(f"Consulta: {phrase}.", code)) == [], (code, phrase)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("es", "Exantema en árbol de Navidad, pitiriasis rosada."),
        ("es", "Hemofilia B o enfermedad de Christmas; factor Christmas 12%."),
        ("en", "Christmas disease (factor IX) neg. Christmas tree pattern on the trunk."),
        ("pt", "Pré-natal sem intercorrências. Consulta de rotina pré natal."),
        ("en", "International normalised ratio every day."),
        ("es", "Buena díada madre-hijo. Fallas renales previas."),
        ("en", "Natal cleft clear. Tet spell resolved. She lent her walker."),
    ],
)
@pytest.mark.parametrize("settings", SHIFTING)
def test_medicine_stays(settings: str, code: str, text: str) -> None:
    assert SHIFTING[settings].deidentify(Document(text, language=code)).text == text


def test_people_and_places_are_not_taken_for_holidays() -> None:
    found = SHIFTING["research"].deidentify(
        Document("Paciente: Noelle Christmas. Trasladada al Hospital San Juan de Dios.", language="es")
    )
    assert found.text is not None
    assert "[FECHA]" not in found.text


def test_holidays_stay_where_dates_are_not_moved() -> None:
    text = "Feliz navidad a todos."
    assert Pipeline(model=False, language="es").deidentify(text).text == text


def test_things_called_after_a_holiday_are_told_apart() -> None:
    text = "Flor de Pascua en Pascua"
    assert only_named_after_holiday(text, 8, 14)
    assert not only_named_after_holiday(text, 18, 24)
