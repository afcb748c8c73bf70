"""What is known of the patient beforehand, in whatever form it stands in the note."""

from __future__ import annotations

from datetime import date

import pytest

from velado.document import Subject
from velado.recognisers.known import RECOGNISER
from velado.tokens import Page


def found(text: str, *names: str, numbers: tuple[str, ...] = (), born: date | None = None) -> list[tuple[str, str, float]]:
    page = Page(text, "es", subject=Subject("1", names, born, numbers))
    return [(span.label, span.text(text), span.score) for span in RECOGNISER.find(page)]


def names(text: str, *known: str) -> list[str]:
    return [piece for label, piece, _ in found(text, *known) if label == "PATIENT_NAME"]


@pytest.mark.parametrize(
    ("known", "text", "expected"),
    [
        ("María de los Ángeles Sorní", "Acude María de los Ángeles Sorní.", ["María de los Ángeles Sorní"]),
        ("Ana Gil", "Gil, Ana", ["Gil, Ana"]),
        ("Ana Gil", "Ana acude. Gil tose.", ["Ana", "Gil"]),
        ("Ana Gil", "analítica gilbert anal", []),
        ("João Taveira", "JOAO TAVEIRA; TAVERIA", ["JOAO TAVEIRA", "TAVERIA"]),
        ("Li Wei", "Li Wei; el li no", ["Li Wei"]),
        ("Li Wei", "li no; vino Li", ["Li"]),
        ("Marta Costa", "dolor costal y marca; carta", []),
        ("Rosa Cruz", "Lesión rosa. Acude Rosa hoy. Firma rosa cruz.", ["Rosa", "rosa cruz"]),
        ("", "Ana Gil", []),
        ("de la", "de la", []),
    ],
)
def test_names(known: str, text: str, expected: list[str]) -> None:
    assert names(text, known) == expected


def test_several_names_are_all_looked_for() -> None:
    assert names("Vino Nélida; la llaman Chayo.", "Nélida Ugarte", "Chayo") == ["Nélida", "Chayo"]


def test_everything_known_is_certain_but_short_numbers() -> None:
    spans = found("Nélida, HC 44-17-09, cama 12, 3/4/61", "Nélida", numbers=("441709", "12"), born=date(1961, 4, 3))
    assert spans == [
        ("PATIENT_NAME", "Nélida", 1.0),
        ("PATIENT_ID", "44-17-09", 1.0),
        ("PATIENT_ID", "12", 0.6),
        ("DATE", "3/4/61", 1.0),
    ]


def test_numbers_with_signs_of_patterns_are_plain_text() -> None:
    assert found("ref A(1)+*23", numbers=("A(1)+*23", "(((", "[")) == []
    assert [piece for _, piece, _ in found("ref A123", numbers=("A(1)+*23",))] == ["A123"]
