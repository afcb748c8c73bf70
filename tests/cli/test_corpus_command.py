"""`velado corpus align`."""

from __future__ import annotations

from pathlib import Path

import pytest

from velado.cli.main import main
from velado.formats.brat import read_brat
from velado.formats.conll import parse_conll

ORIGINAL = "\ufeffPaciente: Nélida Ugarte Salcedo\r\nTel. 612 345 678, vive en Lugo.\r\n"
REDACTED = "Paciente: {NOMBRE}\nTel. {TEL}, vive en [CIUDAD].\n"


@pytest.fixture
def notes(tmp_path: Path) -> tuple[Path, Path]:
    original, redacted = tmp_path / "original", tmp_path / "redacted"
    for folder, text in ((original, ORIGINAL), (redacted, REDACTED)):
        (folder / "enero").mkdir(parents=True)
        (folder / "enero" / "a.txt").write_bytes(text.encode())
    return original, redacted


def test_a_folder_becomes_brat(notes: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "marked"
    assert main(["corpus", "align", *map(str, notes), "--to", "brat", "--out", str(out), "--labels", "meddocan"]) == 0
    text, spans = read_brat(out / "enero" / "a.txt", keep_labels=True)
    assert text == ORIGINAL
    assert [(span.text(text), span.label) for span in spans] == [
        ("Nélida Ugarte Salcedo", "NOMBRE_SUJETO_ASISTENCIA"),
        ("612 345 678", "NUMERO_TELEFONO"),
        ("Lugo", "TERRITORIO"),
    ]
    said = capsys.readouterr().out
    assert "1 note, 0 withheld, 0 without a counterpart" in said
    assert "3 tags aligned, 0 of them with doubtful ends, 0 not aligned" in said


def test_two_files_become_columns(notes: tuple[Path, Path], tmp_path: Path) -> None:
    original, redacted = (folder / "enero" / "a.txt" for folder in notes)
    (copy := tmp_path / "anything.text").write_bytes(redacted.read_bytes())
    out = tmp_path / "marked"
    assert main(["corpus", "align", str(original), str(copy), "--to", "conll", "--out", str(out)]) == 0
    text, spans = parse_conll((out / "a.conll").read_text("utf-8"))
    assert [(span.text(text), span.label) for span in spans][1:] == [("612 345 678", "PHONE"), ("Lugo", "PLACE")]


def test_what_cannot_be_aligned_is_listed_and_withheld(
    notes: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (notes[1] / "enero" / "a.txt").write_text(REDACTED.replace("vive en", "vive {NOMBRE} en"), "utf-8")
    out = tmp_path / "marked"
    call = ["corpus", "align", *map(str, notes), "--to", "brat", "--out", str(out)]
    assert main(call) == 3
    said = capsys.readouterr()
    assert "line 2, column 18: PERSON_NAME not aligned" in said.err
    assert "3 tags aligned, 0 of them with doubtful ends, 1 not aligned" in said.out
    assert "Ugarte" not in said.out + said.err
    assert not list(out.rglob("*.ann"))
    assert main([*call, "--partial"]) == 3
    assert len(read_brat(out / "enero" / "a.txt")[1]) == 3


def test_notes_without_a_counterpart_are_named(notes: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (notes[0] / "sola.txt").write_text("Vino Ana.", "utf-8")
    assert main(["corpus", "align", *map(str, notes), "--to", "conll", "--out", str(tmp_path / "marked")]) == 3
    assert "sola.txt: has no counterpart" in capsys.readouterr().err


def test_a_file_that_is_no_text_is_withheld(notes: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (notes[1] / "enero" / "a.txt").write_bytes(b"%PDF-1.7")
    assert main(["corpus", "align", *map(str, notes), "--to", "conll", "--out", str(tmp_path / "marked")]) == 3
    assert "withheld: the file is not plain text" in capsys.readouterr().err


def test_own_tags(tmp_path: Path) -> None:
    original, redacted, out = tmp_path / "o.txt", tmp_path / "r.txt", tmp_path / "marked"
    original.write_text("Atiende Luz Otero.", "utf-8")
    redacted.write_text("Atiende @@DOC@@.", "utf-8")
    call = ["corpus", "align", str(original), str(redacted), "--to", "brat", "--out", str(out)]
    assert main([*call, "--tags", r"@@(?P<label>\w+)@@", "--tag", "DOC=STAFF_NAME"]) == 0
    text, spans = read_brat(out / "o.txt")
    assert [(span.text(text), span.label) for span in spans] == [("Luz Otero", "STAFF_NAME")]


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (["--tags", "(("], "no regular expression"),
        (["--tag", "DOC=COLOUR"], "wanted is NAME=LABEL"),
        (["--window", "0"], "--window must be"),
    ],
)
def test_wrong_calls(extra: list[str], words: str, notes: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "align", *map(str, notes), "--to", "conll", "--out", str(tmp_path / "marked"), *extra]) == 2
    assert words in capsys.readouterr().err


def test_files_and_folders_are_not_mixed(notes: tuple[Path, Path], tmp_path: Path) -> None:
    out = ["--to", "conll", "--out", str(tmp_path / "marked")]
    assert main(["corpus", "align", str(notes[0]), str(notes[1] / "enero" / "a.txt"), *out]) == 2
    assert main(["corpus", "align", *map(str, notes), "--to", "conll", "--out", str(notes[0])]) == 2
    assert main(["corpus", "align", str(notes[0]), str(tmp_path / "nowhere"), *out]) == 2


def test_marked_copies_do_not_take_each_others_place(notes: tuple[Path, Path], tmp_path: Path) -> None:
    for folder in notes:
        (folder / "enero" / "a.md").write_text("Vino.", "utf-8")
    assert main(["corpus", "align", *map(str, notes), "--to", "conll", "--out", str(tmp_path / "marked")]) == 2
