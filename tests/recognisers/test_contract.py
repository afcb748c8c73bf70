"""What holds for every recogniser of the folder, whoever wrote it."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from velado.document import Subject
from velado.labels import LABELS
from velado.languages import languages
from velado.recognisers import Recogniser, recognisers
from velado.tokens import Page

SUBJECT = Subject("1", ("Nélida Ugarte Salcedo",), date(1961, 4, 3), ("4417093",))
NOTE = (
    "Paciente: Nélida Ugarte Salcedo   NHC: 4417093\nDNI 12345678Z, tel. 612 345 678, nelida@example.org\n"
    "Vive en C/ Mayor 14, Zaragoza. Mujer de 45 años, maestra, vista el 12/03/2021 por la Dra. Iñaki en el Hospital San Juan.\n"
)
ODD = [
    "", " ", "\n", "\n\n\n", ":", "::", "a:", ": a", "²", "² ³", "٣", "Ⅷ", "½", "ß", "İ", "ﬁ", "\x00", "\ud800", "😀", "中文", "عمر",
    "Sr.", "Sra. ", "Dr", "D.", "DNI", "tel.", "C/", "Edad:", "Nombre:", "Nombre:\n", "Hospital", "nacido el", "de", "-", "'", '"',
    "99/99/9999", "00/00/0000", "31/02/2020", "0", "9" * 40, "a" * 3000, "A" * 3000, "12:", "Nombre\tEdad\n\t\n", "| | |", "º", "@", "@@",
    "www.", "http://", "+", "(", ")", "[]", "M.", "M. J.", "M.J.", "x²", "10³", "años", "² años", "² de marzo de ²", "tel ²", "calle ²",
]  # fmt: skip
WORST = {
    "digits": "1", "blanks": " ", "dotted letters": "a.", "capital words": "Ramona Quispe ", "capitals": "MARIA LOPEZ ", "colons": ":",
    "quotes": '"', "titles": "Sr. ", "one long word": "a", "lines": "\n", "labels": "Nombre: ", "numbers": "1 ", "initials": "M. ",
    "hyphens": "a-", "slashes": "1/", "particles": "de ", "cells": "a | ", "streets": "calle ", "phones": "+34 612 345 678 ",
}  # fmt: skip
LENGTH = 1_000_000
TEXTS = st.lists(st.sampled_from((*ODD, *WORST.values(), *NOTE.split())) | st.text(max_size=8), max_size=12).map(" ".join)


def each() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("recogniser", recognisers(), ids=lambda one: one.name)


def check(recogniser: Recogniser, text: str, language: str = "es", subject: Subject | None = None) -> None:
    found = list(recogniser.find(Page(text, language, subject=subject)))
    for span in found:
        assert 0 <= span.start < span.end <= len(text)
        assert span.label in LABELS
        assert 0.0 <= span.score <= 1.0
        assert span.source
    assert found == list(recogniser.find(Page(text, language, subject=subject)))


def test_names_are_unique() -> None:
    names = [recogniser.name for recogniser in recognisers()]
    assert names == sorted(set(names))
    assert all(isinstance(recogniser, Recogniser) for recogniser in recognisers())


@each()
@pytest.mark.parametrize("language", [*sorted(languages()), "xx"])
def test_a_note(recogniser: Recogniser, language: str) -> None:
    for text in (NOTE, NOTE.upper(), NOTE.lower(), NOTE.replace("\n", " ")):
        check(recogniser, text, language, SUBJECT)


@each()
def test_odd_texts(recogniser: Recogniser) -> None:
    for text in ODD:
        check(recogniser, text, "es", SUBJECT)
        check(recogniser, text, "en")


@each()
@given(TEXTS)
@settings(max_examples=25, deadline=None)
def test_any_text(recogniser: Recogniser, text: str) -> None:
    check(recogniser, text, "es", SUBJECT)


@pytest.mark.parametrize("kind", sorted(WORST))
def test_much_of_the_same(kind: str) -> None:
    # No limit on the time: one recogniser that is not linear would take hours here, not seconds.
    page = Page((WORST[kind] * LENGTH)[:LENGTH], "es", subject=SUBJECT)
    for recogniser in recognisers():
        assert all(span.end <= LENGTH for span in recogniser.find(page))
