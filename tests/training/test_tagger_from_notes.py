"""A tagger trained from lines of JSON on standard input."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

pytest.importorskip("numba")

from velado.document import Span
from velado.formats.marked import parse_marks
from velado.models import Weights
from velado.training.corpora import Example
from velado.training.multiply import Lists, replanted
from velado.training.tagger import main, read_lines


def test_lines_become_examples() -> None:
    lines = [json.dumps({"text": "Vino Ana", "spans": [[5, 8, "PATIENT_NAME"]], "language": "es"}), "", json.dumps({"text": "Nada", "spans": []})]
    first, second = read_lines(lines)
    assert first.spans == (Span(5, 8, "PATIENT_NAME"),)
    assert (first.language, second.language, second.spans) == ("es", "auto", ())


def test_weights_are_left_and_nothing_of_the_notes_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("Marta Ruiz", "Pedro Soto", "Elena Prado", "Jorge Nieto")
    notes = [{"text": f"Paciente: {name}, tos", "spans": [[10, 10 + len(name), "PATIENT_NAME"]]} for name in names * 3]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(map(json.dumps, notes))))
    said: list[str] = []
    main(["--out", str(tmp_path / "own.weights"), "--epochs", "2"], said.append)
    assert Weights.load((tmp_path / "own.weights").read_bytes()).labels == ("B-PATIENT_NAME", "I-PATIENT_NAME", "O")
    assert said[0].startswith("24 examples")  # each with a copy
    assert "Ruiz" not in "".join(said)


def test_copies_are_about_people_and_places_of_the_notes() -> None:
    notes = [f"Paciente: ⟦PATIENT_NAME:{name}⟧, de ⟦PLACE:{town}⟧" for name, town in (("Marta Ruiz", "Lugo"), ("Pedro Soto", "Soria"))]
    examples = [Example(text, tuple(spans), str(number)) for number, (text, spans) in enumerate(map(parse_marks, notes))]
    lists = Lists.of(examples)
    assert lists.firsts["es"] == ["Marta", "Pedro"]
    assert lists.surnames["world"] == ["Ruiz", "Soto"]
    assert lists.towns["es"] == ["Lugo", "Soria"]
    for seed in range(5):
        copy = replanted(examples[0], lists, seed)
        assert set(copy.spans[0].text(copy.text).split()) <= {"Marta", "Pedro", "Ruiz", "Soto"}


@pytest.mark.parametrize(
    "note", ["Acude por tos el ⟦DATE:3/4/2021⟧", "Vive en ⟦STREET:calle Abasolo 3⟧", "Paciente: ⟦PATIENT_NAME:Li⟧", "de ⟦PLACE:San\nLuis⟧"]
)
def test_where_no_other_name_or_place_is_known_a_copy_keeps_its_own(note: str) -> None:
    text, spans = parse_marks(note)
    example = Example(text, tuple(spans), "0")
    for seed in range(5):
        assert replanted(example, Lists.of([example]), seed).text == text
