"""Names in the names of files, and whose folder it is."""

from __future__ import annotations

import pytest

from velado.recognisers.files import RECOGNISER
from velado.tokens import Page


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("adjunto informe_marta_ruiz.docx", ["marta_ruiz"]),
        ("ECO-InesGutierrez.jpg", ["InesGutierrez"]),
        ("Perez_Luis_2024-03-12.pdf", ["Perez_Luis"]),
        (r"C:\Users\mtorres\Desktop\alta.docx", ["mtorres"]),
        ("/home/lgomez/notas", ["lgomez"]),
    ],
)
def test_people_are_found(text: str, found: list[str]) -> None:
    assert [span.text(text) for span in RECOGNISER.find(Page(text, "es"))] == found


@pytest.mark.parametrize("text", ["protocolo_sepsis_2024.pdf", "IMG_2033.jpg", r"C:\Users\Public\guia.pdf", "TAC_craneo.dcm", "ver Ruiz. Alta", "juan_perez"])
def test_what_names_nobody_stays(text: str) -> None:
    assert list(RECOGNISER.find(Page(text, "es"))) == []
