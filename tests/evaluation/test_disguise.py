"""What can still be read in the text that was given out."""

from __future__ import annotations

import pytest

from velado.document import Span
from velado.evaluation.counts import Share
from velado.evaluation.disguise import Disguise, clean_notes, is_left, recall

NOTE = "Ana P. Silva, 45 años, vive en Lugo."
MARKED = (Span(0, 12, "PATIENT_NAME"), Span(14, 21, "AGE"), Span(31, 35, "PLACE"))


def test_three_marked_one_left_worked_out_by_hand() -> None:
    disguise = Disguise.of(NOTE, MARKED, "[PACIENTE], [EDAD], vive en LUGO.")
    assert disguise.entities == ("ana p. silva", "45 años", "lugo")
    assert recall([disguise]) == Share(2, 3)
    assert clean_notes([disguise]) == Share(0, 1)


def test_the_published_weakness_a_shortened_name_passes_for_hidden() -> None:
    assert recall([Disguise.of(NOTE, MARKED[:1], "Ana Silva")]) == Share(1, 1)


@pytest.mark.parametrize(
    ("entity", "text", "left"),
    [
        ("ana", "la mañana", False),
        ("ana", "banana y ana", True),
        ("m", "sexo: m.", True),
        ("m", "5 mg", False),
        ("12/3", "el 12/34", False),
        ("gil", "gil", True),
        ("gil", "", False),
        ("(91) 555", "tel (91) 555", True),
    ],
)
def test_whole_words_only(entity: str, text: str, left: bool) -> None:
    assert is_left(entity, text) is left


def test_case_and_blanks_do_not_hide_anybody() -> None:
    assert recall([Disguise.of("Ana\n Gil", [Span(0, 8, "PATIENT_NAME")], "vino ANA GIL")]) == Share(0, 1)


def test_a_mark_without_letters_cannot_be_told_and_does_not_count() -> None:
    assert recall([Disguise.of("--", [Span(0, 2, "OTHER")], "--")]) == Share(0, 0)
    assert clean_notes([Disguise((), "todo bien")]) == Share(1, 1)


def test_nothing_of_a_note_shows_in_repr() -> None:
    assert "silva" not in repr(Disguise.of(NOTE, MARKED, NOTE)).lower()
