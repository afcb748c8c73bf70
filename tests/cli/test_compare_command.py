"""`velado compare` on a handful of invented notes."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import velado.methods
from velado.cli.main import main
from velado.document import Span
from velado.formats.brat import write_annotations
from velado.formats.marked import with_marks
from velado.labels import rename
from velado.methods import Note, Outcome, UnavailableError

pytest.importorskip("rapidfuzz")

NAMES = ("Marta Ruiz Gil", "Pedro Soto Vera", "Lucía Ferrer Campos", "Jorge Nieto Sanz")


def note(number: int) -> tuple[str, tuple[Span, ...]]:
    name, phone = NAMES[number % 4], f"612 345 {100 + number}"
    text = f"Paciente {name}, acude con dolor lumbar. Tel. {phone}. Vino con su madre."
    start = text.index(phone)
    return text, (Span(9, 9 + len(name), "PATIENT_NAME"), Span(start, start + len(phone), "PHONE"))


def written(folder: Path, count: int, style: str = "marked", first: int = 0) -> Path:
    folder.mkdir()
    for number in range(first, first + count):
        text, spans = note(number)
        if style == "brat":
            own = [Span(span.start, span.end, rename(span.label, "meddocan")) for span in spans]
            (folder / f"{number}.txt").write_text(text, "utf-8")
            (folder / f"{number}.ann").write_text(write_annotations(text, own), "utf-8")
        else:
            (folder / f"{number}.txt").write_text(with_marks(text, spans), "utf-8")
    return folder


def compare(tmp_path: Path, *more: str, style: str = "marked") -> int:
    for name, count, first in (("train", 12, 0), ("dev", 4, 40)):
        if not (tmp_path / name).exists():
            written(tmp_path / name, count, style, first)
    return main(["compare", "--train", str(tmp_path / "train"), "--dev", str(tmp_path / "dev"), "--out", str(tmp_path / "out"), *more])


@dataclass
class Perfect:
    """Finds what the test put in, and counts how often it is asked."""

    name: str = "perfect"
    description: str = "Knows the notes."
    published: dict[str, float] = field(default_factory=lambda: {"ner_f1": 0.5})
    trained: bool = True
    fitted: int = 0
    applied: int = 0

    def fit(self, train: Sequence[Note], dev: Sequence[Note], folder: Path, *, quick: bool = False, seed: int = 0) -> None:
        assert all(note.spans for note in train)
        assert not dev  # what judges does not choose
        self.fitted += 1

    def apply(self, notes: Sequence[Note], folder: Path) -> list[Outcome]:
        assert not any(note.spans for note in notes)  # the answers are not shown
        self.applied += 1
        return [Outcome("nada", note_spans(given.text)) for given in notes]


def note_spans(text: str) -> tuple[Span, ...]:
    return next(spans for own, spans in map(note, range(60)) if own == text)


class Broken(Perfect):
    def apply(self, notes: Sequence[Note], folder: Path) -> list[Outcome]:
        raise KeyError(notes[0].text)


class Absent(Perfect):
    def fit(self, train: Sequence[Note], dev: Sequence[Note], folder: Path, *, quick: bool = False, seed: int = 0) -> None:
        raise UnavailableError("it needs a library: pip install it")


@pytest.fixture
def perfect(monkeypatch: pytest.MonkeyPatch) -> Perfect:
    found = Perfect()
    entries = {"perfect": found, "broken": Broken("broken"), "absent": Absent("absent")}
    monkeypatch.setattr(velado.methods, "methods", lambda: entries)
    return found


def test_tables_and_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compare(tmp_path, "--methods", "velado,context", "--title", "Four notes") == 0
    told = json.loads((tmp_path / "out" / "table.json").read_text("utf-8"))
    assert [record["method"] for record in told["methods"]] == ["velado", "context", "context-regional"]
    assert (told["train"], told["dev"], told["ignored"]) == (12, 4, ["KINSHIP", "SEX"])
    assert told["methods"][0]["measures"]["pattern_recall"] == told["ceiling"]["pattern_recall"] == 1.0
    assert told["methods"][0]["measures"]["clean_direct"] == 1.0
    with (tmp_path / "out" / "table.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["method"] for row in rows] == ["velado", "context", "context-regional"]
    assert float(rows[0]["ner_f1"]) == told["methods"][0]["measures"]["ner_f1"]
    assert told["methods"][1]["announced"]["PHONE"] == {
        "marked": 4, "touched": 4, "hidden": 4, "announced": 4, "announced_touched": 4, "announced_hidden": 4,
    }  # fmt: skip
    assert "announced" not in told["methods"][0]
    assert "| context | phones | 4 | 1.0000 | 1.0000 | 0.9866 | 4 | 1.0000 | 1.0000 |" in (tmp_path / "out" / "table.md").read_text("utf-8")
    assert "<svg" in (tmp_path / "out" / "comparison.html").read_text("utf-8")
    said = capsys.readouterr()
    assert "## Four notes" in said.out
    everything = said.out + said.err + "".join(path.read_text("utf-8") for path in (tmp_path / "out").glob("*.*"))
    assert "Ruiz" not in everything


def test_reports_with_a_header_are_scored_by_part_whoever_is_compared(tmp_path: Path) -> None:
    for folder, count, first in (("train", 12, 0), ("dev", 4, 40)):
        (tmp_path / folder).mkdir()
        for number in range(first, first + count):
            head = f"Nombre: ⟦PATIENT_NAME:{NAMES[number % 4]}⟧\nNHC: ⟦PATIENT_ID:{number}88214⟧\n"
            (tmp_path / folder / f"{number}.txt").write_text(head + with_marks(*note(number)) + "\nFdo. ⟦STAFF_NAME:Rosa Vidal Ros⟧\n", "utf-8")
    assert compare(tmp_path, "--methods", "context,neighbours-word2vec") in (0, 3)  # there may be no word vectors here
    records = json.loads((tmp_path / "out" / "table.json").read_text("utf-8"))["methods"]
    assert {part: scores["gold"] for part, scores in records[0]["parts"].items()} == {"header": 8, "body": 8, "footer": 4, "whole": 20}
    assert not records[-1].get("parts")  # it does not look for spans
    table = (tmp_path / "out" / "table.md").read_text("utf-8")
    assert "| method | header P | header R | header F1 | body P |" in table
    assert "Items marked: header 8, body 8, footer 4, whole 20." in table
    with (tmp_path / "out" / "table.csv").open(encoding="utf-8", newline="") as stream:
        assert float(next(csv.DictReader(stream))["body_f1"]) == records[0]["parts"]["body"]["f1"]


def test_notes_without_headers_have_no_table_of_parts(tmp_path: Path) -> None:
    assert compare(tmp_path, "--methods", "context") == 0
    assert json.loads((tmp_path / "out" / "table.json").read_text("utf-8"))["methods"][0]["parts"] == {}
    assert "By part" not in (tmp_path / "out" / "table.md").read_text("utf-8")


def test_brat_with_the_names_of_the_shared_task(tmp_path: Path) -> None:
    assert compare(tmp_path, "--methods", "context", style="brat") == 0
    told = json.loads((tmp_path / "out" / "table.json").read_text("utf-8"))
    assert told["scheme"] == "meddocan"
    assert "NUMERO_TELEFONO" in told["methods"][0]["types"]


def test_what_is_done_is_not_done_again(tmp_path: Path, perfect: Perfect) -> None:
    assert compare(tmp_path, "--methods", "perfect") == 0
    assert compare(tmp_path, "--methods", "perfect") == 0
    assert (perfect.fitted, perfect.applied) == (1, 1)
    assert compare(tmp_path, "--methods", "perfect", "--fresh") == 0
    assert (perfect.fitted, perfect.applied) == (2, 2)
    (tmp_path / "dev" / "40.txt").unlink()
    assert compare(tmp_path, "--methods", "perfect") == 0
    assert (perfect.fitted, perfect.applied) == (3, 3)


def test_a_record_without_a_measure_of_today_is_completed_without_training(tmp_path: Path, perfect: Perfect) -> None:
    assert compare(tmp_path, "--methods", "perfect") == 0
    file = tmp_path / "out" / "perfect" / "record.json"
    whole = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({key: value for key, value in whole.items() if key != "parts"}), "utf-8")
    assert compare(tmp_path, "--methods", "perfect") == 0
    assert (perfect.fitted, perfect.applied) == (1, 2)
    assert json.loads(file.read_text("utf-8")).keys() == whole.keys()


def test_a_method_that_fails_does_not_stop_the_others(
    tmp_path: Path, perfect: Perfect, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare(tmp_path) == 3
    told = json.loads((tmp_path / "out" / "table.json").read_text("utf-8"))
    states = {record["method"]: (record["status"], record["reason"]) for record in told["methods"]}
    assert states == {
        "absent": ("unavailable", "it needs a library: pip install it"),
        "broken": ("failed", "KeyError while it ran"),
        "perfect": ("done", ""),
    }
    said = capsys.readouterr()
    assert "lumbar" not in said.out + said.err
    assert "it needs a library" in (tmp_path / "out" / "table.md").read_text("utf-8")


def test_docs_hold_a_section_per_set_of_notes(tmp_path: Path, perfect: Perfect) -> None:
    docs = tmp_path / "comparison.md"
    for title in ("First", "Second", "First"):
        assert compare(tmp_path, "--methods", "perfect", "--title", title, "--docs", str(docs)) == 0
    text = docs.read_text("utf-8")
    assert [line for line in text.splitlines() if line.startswith("## ")] == ["## First", "## Second", "## The measures"]
    assert "| perfect | ner_f1 | 0.5000 | 1.0000 |" in text
    assert set(json.loads(docs.with_suffix(".json").read_text("utf-8"))) == {"First", "Second"}


def test_information_loss_from_cases_and_lists(tmp_path: Path, perfect: Perfect) -> None:
    pytest.importorskip("scipy")
    codes = tmp_path / "codes"
    codes.mkdir()
    kinds = {"M54.5": "dolor lumbar al levantarse", "N20.0": "cólico renal con hematuria", "J45.9": "asma con sibilancias"}
    rows = [
        {"id": f"{code}{number}", "es": f"La paciente {number} acude con {words} desde ayer.", "D": [code.lower()]}
        for code, words in kinds.items()
        for number in range(8)
    ]
    (codes / "cases.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    (codes / "list.csv").write_text("CAT;DESCRICAO\nM54;Dorsalgia e outras dores das costas\nJ45;Asma do doente\n", "utf-8")
    assert compare(tmp_path, "--methods", "perfect", "--codes", str(codes)) == 0
    told = json.loads((tmp_path / "out" / "table.json").read_text("utf-8"))
    assert list(told["coders"]) == ["es"]  # the notes are Spanish: no other coder is wanted
    assert told["coders"]["es"]["measured"]["cases"] == 5
    assert told["methods"][0]["coded"] == 4
    assert told["methods"][0]["measures"]["loss_codes"] == 0.0  # three categories are all among the first ten
    assert len(list((tmp_path / "out" / "codes").glob("es-*.npz"))) == 1


def test_quick_takes_a_tenth(tmp_path: Path, perfect: Perfect) -> None:
    written(tmp_path / "train", 130)
    assert compare(tmp_path, "--methods", "perfect", "--quick") == 0
    told = json.loads((tmp_path / "out" / "table.json").read_text("utf-8"))
    assert (told["train"], told["dev"], told["quick"]) == (13, 4, True)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--methods", "unheard"], "--methods unheard: there is absent, broken, perfect"),
        (["--codes", "nowhere"], "--codes nowhere is not there"),
        (["--codes", "train"], "--codes: neither coded cases"),
        (["--dev", "nowhere"], "nowhere is not there"),
    ],
)
def test_wrong_calls(
    tmp_path: Path, perfect: Perfect, capsys: pytest.CaptureFixture[str], more: list[str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(tmp_path, *more) == 2
    assert words in capsys.readouterr().err
