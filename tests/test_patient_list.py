"""Which patients of a list a text may be about."""

from __future__ import annotations

import pytest

from velado import Document, Pipeline, Subject
from velado.patient_list import PatientListError, Search, parse

LIST = b"nombre;nhc;nacimiento\nZyxla Maria Vortrund;QX-99.10;1961-04-03\nOtmar de la Pluv;4477;\nMonnia;;\n"


@pytest.fixture(scope="module")
def search() -> Search:
    return Search(parse(LIST).rows)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Acude Zyxla Vortrund.", ["Zyxla Maria Vortrund"]),
        ("VORTRUND, ZYXLA M.", ["Zyxla Maria Vortrund"]),
        ("Maria acude con su hermana.", []),
        ("Expediente QX 9910 y otros.", ["Zyxla Maria Vortrund"]),
        ("Ref 12 QX-99.10-3", ["Zyxla Maria Vortrund"]),
        ("Sala de la planta 4477.", []),
        ("Dice Monnia que no.", ["Monnia"]),
        ("Pluv y Otmar; Monnia.", ["Otmar de la Pluv", "Monnia"]),
    ],
)
def test_a_text_gets_the_patients_that_it_names(search: Search, text: str, names: list[str]) -> None:
    subject = search.attach(Document(text)).subject
    assert list(subject.names if subject else ()) == names


def test_what_was_known_before_stays(search: Search) -> None:
    document = search.attach(Document("Acude Monnia.", subject=Subject("k", ("Ana Gil",))))
    assert document.subject == Subject("k", ("Ana Gil", "Monnia"))


def test_a_slip_in_a_listed_name_is_found_as_well(search: Search) -> None:
    result = Pipeline(model=False).deidentify(search.attach(Document("Comenta Zyxla Mria Votrund que duerme mal.")))
    assert result.text is not None
    assert "Votrund" in result.text  # one word alone does not name anybody
    result = Pipeline(model=False).deidentify(search.attach(Document("Comenta Zyxla Maria Votrund que duerme mal.")))
    assert result.text is not None
    assert not [word for word in ("Zyxla", "Votrund") if word in result.text]


def test_a_long_list_is_searched_quickly() -> None:
    import time

    letters = "bcdfgklmnprstvz"
    words = [f"{a}{vowel}{b}o{c}" for a in letters for vowel in "aeiu" for b in letters for c in letters][:12_000]
    lines = "\n".join(f"{words[number]} {words[-number - 1]} {words[(7 * number) % 12_000]};{number + 100_000}" for number in range(12_000))
    search = Search(parse(f"nombre;nhc\n{lines}\n".encode()).rows)
    assert search.people == 12_000
    began = time.perf_counter()
    for _ in range(100):
        search.attach(Document("Paciente que acude por tos y fiebre desde hace tres días, sin otra clínica. " * 20))
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize("content", [b"", b"\0\1\2", b"color,peso\nazul,12\n", b"nombre,nacimiento\nAna,ayer mismo\n"])
def test_what_is_no_list_is_refused_without_its_content(content: bytes) -> None:
    with pytest.raises(PatientListError) as error:
        parse(content)
    assert "ayer" not in str(error.value)
    assert "azul" not in str(error.value)
