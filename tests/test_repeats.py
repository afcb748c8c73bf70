"""Copies in the middle of a text that repeats itself are left out, and what is found holds for them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from velado.document import Span
from velado.pipeline import Pipeline
from velado.repeats import without_repeats

BETWEEN = st.text("abc \n", max_size=60)
STRETCHES = st.lists(st.tuples(BETWEEN, st.text("ab1,\n", min_size=1, max_size=12), st.integers(1, 900)), min_size=1, max_size=3)


@given(STRETCHES, BETWEEN)
def test_every_character_is_read_once_or_stands_for_its_copies(stretches: list[tuple[str, str, int]], rest: str) -> None:
    text = "".join(before + piece * times for before, piece, times in stretches) + rest
    short = without_repeats(text)
    if short is None:
        return
    assert len(short.text) < len(text)
    covered = [0] * len(text)
    for at, character in enumerate(short.text):
        for span in short.back([Span(at, at + 1, "DATE")]):
            assert span.text(text) == character
            covered[span.start] += 1
    assert set(covered) == {1}


def test_a_span_over_all_copies_stays_whole() -> None:
    text = "n.º " + "7" * 9000 + " fin"
    short = without_repeats(text)
    assert short is not None
    assert [(span.start, span.end) for span in short.back([Span(4, len(short.text) - 4, "OTHER_ID")])] == [(4, 9004)]


def test_prose_is_read_as_it_stands() -> None:
    assert without_repeats(" ".join(f"El día {day} refiere dolor de intensidad {day % 7}." for day in range(300))) is None


def test_names_in_every_copy_are_replaced() -> None:
    text = "Inicio.\n" + "Paciente: Marta Ruiz Gil\n" * 300 + "Fin. Acude Pedro Sáez."
    result = Pipeline().deidentify(text)
    assert result.text is not None
    assert not any(word in result.text for word in ("Marta", "Ruiz", "Gil", "Sáez"))
    assert result.text.count("Paciente:") == 300
