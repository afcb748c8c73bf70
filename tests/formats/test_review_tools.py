"""Annotations for tools in which people review them: doccano and Label Studio."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from velado.cli.main import main
from velado.document import Span
from velado.formats.doccano import parse_note, write_note
from velado.formats.label_studio import parse_task, write_task

NOTE = "Vino 😀 Ana Gil."
SPANS = [Span(7, 14, "PATIENT_NAME", 1.0, "gold")]


def test_label_studio_counts_as_browsers_do() -> None:
    task = write_task("7", NOTE, SPANS)
    value = task["predictions"][0]["result"][0]["value"]
    assert (value["start"], value["end"], value["text"]) == (8, 15, "Ana Gil")
    assert parse_task(task) == ("7", NOTE, SPANS)


def test_what_people_marked_counts_before_what_was_predicted() -> None:
    task = write_task("7", NOTE, SPANS)
    own = {"result": [{"type": "labels", "value": {"start": 0, "end": 4, "labels": ["FECHAS"]}}, {"type": "choices", "value": {"choices": ["x"]}}]}
    cancelled = {"was_cancelled": True, "result": []}
    assert [span.label for span in parse_task(task | {"annotations": [own, cancelled]})[2]] == ["DATE"]
    assert parse_task(task | {"annotations": [{"result": []}]})[2] == []


def test_doccano_lists_its_labels_in_several_ways() -> None:
    for listed in ('"label": [[7, 14, "PATIENT"]]', '"labels": [[7, 14, "PATIENT"]]'):
        assert parse_note(f'{{"text": "{NOTE}", {listed}}}') == ("", NOTE, SPANS)
    entities = '"entities": [{"id": 1, "start_offset": 7, "end_offset": 14, "label": "PATIENT"}], "relations": []'
    assert parse_note(f'{{"id": 3, "text": "{NOTE}", {entities}}}') == ("3", NOTE, SPANS)


@pytest.mark.parametrize("content", ["Ana", "[]", '{"text": "Ana"}', '{"text": "Ana", "label": [[0, 9, "AGE"]]}', '{"text": 5, "label": []}'])
def test_what_is_wrong_is_said_without_the_note(content: str) -> None:
    with pytest.raises(ValueError, match=r"span|doccano") as caught:
        parse_note(content)
    assert "Ana" not in str(caught.value)


@pytest.mark.parametrize("task", [None, [], {"data": {}}, {"data": {"text": "Ana"}, "annotations": [{"result": [{"value": {"start": "x", "end": 1, "labels": ["AGE"]}}]}]}])
def test_what_is_no_task_is_said_without_the_note(task: object) -> None:
    with pytest.raises(ValueError, match="Label Studio") as caught:
        parse_task(task)
    assert "Ana" not in str(caught.value)


_TEXTS = st.text(st.characters(exclude_categories=("Cs",)), min_size=2, max_size=20)


@given(_TEXTS, st.data())
def test_any_text_survives(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    spans = [Span(start, data.draw(st.integers(start + 1, len(text))), "AGE", 1.0, "gold")]
    assert parse_note(write_note("1", text, spans)) == ("1", text, spans)
    assert parse_task(json.loads(json.dumps(write_task("1", text, spans)))) == ("1", text, spans)


@pytest.mark.parametrize("style", ["doccano", "label-studio"])
def test_an_export_of_many_notes_is_evaluated_note_by_note(style: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notes = [(str(number), f"Paciente Ana Gil, visita {number}.", [Span(9, 16, "PATIENT_NAME")]) for number in range(3)]
    gold, system = tmp_path / f"gold{'.jsonl' if style == 'doccano' else '.json'}", tmp_path / "system.jsonl"
    if style == "doccano":
        gold.write_text("".join(write_note(*note) for note in notes))
    else:
        gold.write_text(json.dumps([write_task(*note) for note in notes]))
    system.write_text("".join(write_note(id, text, spans if id != "2" else []) for id, text, spans in notes))
    figures = tmp_path / "f.json"
    assert main(["evaluate", str(gold), str(system), "--json", str(figures), "--resamples", "0"]) == 0
    told = capsys.readouterr().out
    assert "3" in told
    assert json.loads(figures.read_text())


@pytest.mark.parametrize("style", ["doccano", "label-studio"])
def test_what_detect_writes_is_what_evaluate_reads(style: str, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("a", "b"):
        (tmp_path / "in" / f"{name}.txt").write_text("Paciente: Nélida Ugarte Salcedo\nTel. 612 345 678\n", "utf-8")
    for to in ("brat", style):
        assert main(["detect", str(tmp_path / "in"), "--out", str(tmp_path / to), "--to", to, "--forms-only", "--with-text"]) == 0
    figures = tmp_path / "f.json"
    assert main(["evaluate", str(tmp_path / "brat"), str(tmp_path / style), "--json", str(figures), "--resamples", "0"]) == 0
    assert '"f1": 1.0' in figures.read_text() or '"recall": 1.0' in figures.read_text()
