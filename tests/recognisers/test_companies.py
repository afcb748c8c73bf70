"""Organisations that are known by name alone: marked cases and traps."""

from __future__ import annotations

import pytest

from velado.formats.marked import parse_marks
from velado.recognisers.companies import RECOGNISER
from velado.tokens import Page

MARKED = [
    ("es", "Trabaja de noche en ⟦INSTITUTION:Mercadona⟧ y no descansa."),
    ("es", "ASEGURADA POR ⟦INSTITUTION:OSDE⟧, PLAN 210"),
    ("es", "chofer de ⟦INSTITUTION:mercadona⟧ desde hace dos meses, hoy con lumbalgia y sin fiebre, niega caida o golpe previo"),
    ("pt", "Convênio ⟦INSTITUTION:Bradesco Saúde⟧, guia autorizada."),
    ("en", "Stacks shelves at ⟦INSTITUTION:Sainsbury's⟧; off sick since May."),
    ("en", "Covered by ⟦INSTITUTION:Blue Cross Blue Shield⟧."),
]
PLAIN = [
    ("es", "Acude por dolor claro al tacto; nacional, sin viajes."),
    ("es", "Implante de Medtronic, sin incidencias."),
    ("pt", "Ao vivo, sem queixas; passo mais extra."),
    ("en", "On target for discharge; boots on, gap in teeth noted."),
]


@pytest.mark.parametrize(("language", "marked"), MARKED)
def test_marked(language: str, marked: str) -> None:
    text, gold = parse_marks(marked)
    found = RECOGNISER.find(Page(text, language))
    assert [(span.start, span.end, span.label) for span in found] == [(span.start, span.end, span.label) for span in gold]


@pytest.mark.parametrize(("language", "text"), PLAIN)
def test_nothing(language: str, text: str) -> None:
    assert list(RECOGNISER.find(Page(text, language))) == []
