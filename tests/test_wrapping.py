"""Lines that a width broke are read as one; all others stay as they are."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from velado.pipeline import Pipeline
from velado.wrapping import unwrapped

PROSE = (
    "Acude al servicio de urgencias acompañada de su hija porque desde hace tres días presenta dolor en el costado derecho con "
    "fiebre de 38 y tiritona. Vive sola en un segundo piso sin ascensor y la visita cada tarde su vecina doña Herminia Tordesillas "
    "Barrachina que le hace la compra y que es quien ha avisado a la familia esta mañana al ver que no abría la puerta."
)


@pytest.mark.parametrize("width", [44, 60, 72, 80, 100])
def test_broken_prose_is_one_line_again(width: int) -> None:
    wrapped = textwrap.fill(PROSE, width)
    read = unwrapped(wrapped)
    assert "\n" not in read.replace(".\n", ". ")
    assert len(read) == len(wrapped)


@pytest.mark.parametrize("width", [44, 52, 60, 66, 72])
def test_a_name_over_two_lines_is_found_in_both(width: int) -> None:
    wrapped = textwrap.fill(PROSE, width)
    spans = Pipeline().detect(wrapped)
    assert not any("\n" in span.text(wrapped) for span in spans)
    hidden = " ".join(span.text(wrapped) for span in spans)
    assert all(name in hidden for name in ("Herminia", "Tordesillas", "Barrachina"))


@pytest.mark.parametrize(
    "text",
    [
        "Nombre: Inés Gil\nEdad: 45\nTel.: 612 345 678\nMotivo: dolor lumbar desde ayer por la tarde\n",
        "NHC        Nombre              Cama     Motivo\n11223344   Gil Paz Inés        12       dolor lumbar crónico\n" * 4,
        "- paracetamol 1 g cada ocho horas si tiene dolor\n- omeprazol 20 mg antes del desayuno cada día\n" * 4,
        "una línea corta\notra\ny otra más\n",
    ],
)
def test_lines_that_somebody_ended_stay(text: str) -> None:
    assert unwrapped(text) == text


@given(st.text("ab .:-\n\t1", max_size=400))
def test_only_line_breaks_become_blanks(text: str) -> None:
    read = unwrapped(text)
    assert len(read) == len(text)
    assert all(old == new or (old, new) == ("\n", " ") for old, new in zip(text, read, strict=True))
