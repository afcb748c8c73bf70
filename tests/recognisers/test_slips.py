"""Dates, numbers and ages with slips in them are found; measures that only look like slips are not."""

from __future__ import annotations

import pytest

from velado.recognisers.slips import RECOGNISER
from velado.tokens import Page


@pytest.mark.parametrize(
    ("text", "found", "label"),
    [
        ("Avisar al tel. 944 ,31 20 58 por la tarde", "944 ,31 20 58", "PHONE"),
        ("cb# 305.555, 0117 after six", "305.555, 0117", "PHONE"),
        ("su móvil es el 6OO 412 277", "6OO 412 277", "PHONE"),
        ("firmado el 7/11/2.023", "7/11/2.023", "DATE"),
        ("ingreso 14//02/22 por urgencias", "14//02/22", "DATE"),
        ("nacida el O9/l2/61", "O9/l2/61", "DATE"),
        ("transplanted in 20l4 in", "20l4", "DATE"),
        ("visto el 2 ,, 10/2021", "2 ,, 10/2021", "DATE"),
        ("NHS No: 943 ,, 476 5919", "943 ,, 476 5919", "INSURANCE_ID"),
        ("llamar al 91 ,4 2 . 7 O-33 por la tarde", "91 ,4 2 . 7 O-33", "PHONE"),
        ("Tel. 958_110_ 4O27", "958_110_ 4O27", "PHONE"),
        ("nació el 9 de mayo del 2,011", "9 de mayo del 2,011", "DATE"),
        ("is a 6 3 yo man", "6 3 yo", "AGE"),
        ("on 1 4 March he fell", "1 4 March", "DATE"),
    ],
)
def test_what_was_meant_is_found(text: str, found: str, label: str) -> None:
    spans = list(RECOGNISER.find(Page(text, "en" if "he" in text or "NHS" in text else "es")))
    assert [(span.text(text), span.label) for span in spans] == [(found, label)]


@pytest.mark.parametrize(
    "text",
    [
        "K 4,1 , Na 138 , Cl 101", "TA 120/80 , 130/70", "gasometría 7.24/66/22", "FiO2 O,5 con O2 a 2 l", "ácido fólico 5O mg", "piezas 5-6, 11",
        "2.000 cigarrillos", "paged at 2200, 0400", "vitamina B12 1OO mcg", "Tel. 612 345 678", "el 12/03/2021", "12, 13 y 14", "escala 8 - 9 - 10",
        "llamar si TA 120/80, 130/70", "llamo 12:30 14/02/24", "gasto 2,025 pesos",
    ],
)  # fmt: skip
def test_measures_and_what_has_no_slip_are_left_alone(text: str) -> None:
    assert list(RECOGNISER.find(Page(text, "es"))) == []
