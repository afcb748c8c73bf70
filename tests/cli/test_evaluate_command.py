"""`velado evaluate` on folders of every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from velado.cli.main import main
from velado.document import Span
from velado.formats.brat import write_annotations
from velado.formats.conll import write_conll
from velado.formats.i2b2 import write_i2b2
from velado.formats.marked import with_marks
from velado.labels import rename

NOTES = {
    "a": ("Ana Gil, 45 años. Vino con su madre.", (Span(0, 7, "PATIENT_NAME"), Span(9, 16, "AGE"), Span(30, 35, "KINSHIP"))),
    "b": ("Tel. 612 345 678\nLugo", (Span(5, 16, "PHONE"), Span(17, 21, "PLACE"))),
}


def written(folder: Path, style: str, scheme: str = "velado", *, drop: str = "", text: bool = True) -> Path:
    folder.mkdir()
    for name, (note, spans) in NOTES.items():
        kept = [Span(s.start, s.end, rename(s.label, scheme)) for s in spans if s.label != drop]
        if style == "brat":
            (folder / f"{name}.ann").write_text(write_annotations(note, kept), "utf-8")
            if text:
                (folder / f"{name}.txt").write_text(note, "utf-8")
        elif style == "i2b2":
            (folder / f"{name}.xml").write_text(write_i2b2(note, kept), "utf-8")
        else:
            (folder / f"{name}.txt").write_text(with_marks(note, kept), "utf-8")
    return folder


def figures(*call: object, code: int = 0) -> dict:  # type: ignore[type-arg]
    target = Path(str(call[0])).parent / "figures.json"
    assert main(["evaluate", *map(str, call), "--json", str(target)]) == code
    return json.loads(target.read_text("utf-8"))  # type: ignore[no-any-return]


@pytest.mark.parametrize("gold", ["brat", "i2b2", "marked"])
@pytest.mark.parametrize("system", ["brat", "i2b2", "marked"])
def test_formats_in_any_combination(tmp_path: Path, gold: str, system: str) -> None:
    found = figures(written(tmp_path / "g", gold), written(tmp_path / "s", system, drop="PLACE"))
    assert found["labels"] == "as-written"
    assert [found["meddocan"]["ner"][part] for part in ("tp", "fp", "fn")] == [4, 0, 1]
    assert (found["clean_direct"]["value"], found["clean"]["value"]) == (1.0, 0.5)


def test_annotations_without_their_text_and_under_other_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = written(tmp_path / "g", "marked")
    found = figures(gold, written(tmp_path / "s", "brat", "meddocan", text=False), "--html", tmp_path / "p.html")
    assert found["labels"] == "meddocan"
    assert found["meddocan"]["ner"]["f1"] == 1.0
    assert "Ana" not in capsys.readouterr().out + (tmp_path / "p.html").read_text("utf-8")


def test_types_left_out(tmp_path: Path) -> None:
    found = figures(
        written(tmp_path / "g", "brat", "meddocan"), written(tmp_path / "s", "brat", drop="KINSHIP"), "--ignore", "kinship,SEX"
    )
    assert found["ignored"] == ["KINSHIP", "SEX"]
    assert found["meddocan"]["ner"]["fn"] == 0
    assert main(["evaluate", str(tmp_path / "g"), str(tmp_path / "s"), "--ignore", "COLOUR"]) == 2


def test_text_is_shown_only_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["evaluate", str(written(tmp_path / "g", "brat")), str(written(tmp_path / "s", "brat", drop="PHONE"))]
    assert main([*call, "--errors"]) == 0
    said = capsys.readouterr().out
    assert "b: missed, left in sight: PHONE 5-16 -> nothing" in said
    assert "612" not in said
    assert main([*call, "--show-text"]) == 0
    assert "PHONE 5-16 '612 345 678'" in capsys.readouterr().out


def test_a_note_that_the_system_lacks_is_not_passed_over_in_silence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, system = written(tmp_path / "g", "brat"), written(tmp_path / "s", "brat")
    (system / "b.ann").unlink()
    assert figures(gold, system, code=3)["documents"] == 1
    assert "1 of the 2 notes of GOLD are not in SYSTEM: not scored" in capsys.readouterr().err
    assert figures(gold, system, "--count-missing")["meddocan"]["ner"]["fn"] == 2


def test_different_texts_are_not_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, system = written(tmp_path / "g", "brat"), written(tmp_path / "s", "i2b2")
    (system / "b.xml").write_text(write_i2b2("Tel. 699 999 999\nVigo", []), "utf-8")
    assert figures(gold, system, code=3)["documents"] == 1
    said = capsys.readouterr().err
    assert "b: not compared: the two sides have different texts" in said
    assert "699" not in said


def test_line_ends_and_byte_order_marks_are_bridged(tmp_path: Path) -> None:
    gold, system = written(tmp_path / "g", "brat"), written(tmp_path / "s", "marked")
    note, spans = NOTES["b"]
    raw = "\ufeff" + note.replace("\n", "\r\n") + "\r\n"
    moved = [Span(6, 17, "PHONE"), Span(19, 23, "PLACE")]
    assert [s.text(raw) for s in moved] == [s.text(note) for s in spans]
    (gold / "b.txt").write_bytes(raw.encode())
    (gold / "b.ann").write_text(write_annotations(raw, moved), "utf-8")
    assert figures(gold, system)["meddocan"]["ner"]["f1"] == 1.0


def test_columns_that_lose_blanks_and_marks_are_compared_all_the_same(tmp_path: Path) -> None:
    gold, system = written(tmp_path / "g", "brat"), tmp_path / "s"
    raw = "\ufeffTel. 612 345 678\r\n\r\n\tLugo\r\n"
    spans = [Span(6, 17, "PHONE"), Span(22, 26, "PLACE")]
    (gold / "b.txt").write_bytes(raw.encode())
    (gold / "b.ann").write_text(write_annotations(raw, spans), "utf-8")
    system.mkdir()
    for name, (note, found) in {**NOTES, "b": (raw, tuple(spans))}.items():
        (system / f"{name}.conll").write_text(write_conll(note, found), "utf-8")
    assert figures(gold, system)["meddocan"]["ner"]["f1"] == 1.0


def test_sentences_come_from_the_files_of_the_shared_task(tmp_path: Path) -> None:
    gold, system = written(tmp_path / "g", "brat"), written(tmp_path / "s", "brat", drop="PHONE")
    assert figures(gold, system)["meddocan"]["sentences_from"] == "estimate"
    folder = tmp_path / "annotated_corpora" / "sentence_splitted"
    folder.mkdir(parents=True)
    (folder / "a.ann").write_text("T1\tSENTENCE 0 17\tx\nT2\tSENTENCE 18 36\ty\n", "utf-8")
    (folder / "b.ann").write_text("T1\tSENTENCE 0 16\tx\nT2\tSENTENCE 17 21\ty", "utf-8")
    found = figures(gold, system)["meddocan"]
    assert (found["sentences"], found["leak"], found["sentences_from"]) == (4, 0.25, "files")
    (folder / "b.ann").unlink()
    assert figures(gold, system, "--sentences", folder)["meddocan"]["leak"] is None


def test_single_files_are_compared_whatever_their_names(tmp_path: Path) -> None:
    gold, system = written(tmp_path / "g", "marked"), written(tmp_path / "s", "i2b2")
    assert figures(gold / "a.txt", system / "a.xml")["meddocan"]["ner"]["tp"] == 3


def test_wrong_calls(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = written(tmp_path / "g", "brat")
    (tmp_path / "empty").mkdir()
    for call in ((gold, tmp_path / "nowhere"), (gold, tmp_path / "empty"), (gold, gold, "--sentences", tmp_path / "nowhere")):
        assert main(["evaluate", *map(str, call)]) == 2
    (gold / "a.ann").write_text("T1\tFECHAS broken\n", "utf-8")
    assert main(["evaluate", str(gold), str(gold)]) == 3
    assert "line 1 is not a brat annotation" in capsys.readouterr().err
