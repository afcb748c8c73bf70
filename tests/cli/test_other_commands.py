"""`velado detect`, `show` and the lists."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from velado import __version__
from velado.cli import Command
from velado.cli._terminal import Progress, locale_language, shown
from velado.cli.main import main
from velado.discovery import offered
from velado.formats.brat import read_brat
from velado.formats.i2b2 import read_i2b2
from velado.labels import LABELS

RAW = "\ufeffPaciente: Nélida Ugarte Salcedo\r\nTel. 612 345 678\r\n"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.txt").write_bytes(RAW.encode())
    (folder / "vacia.txt").write_bytes(b"")
    return folder


def test_every_command_keeps_to_the_protocol() -> None:
    commands = offered("cli", "COMMAND")
    assert {"run", "detect", "show", "policies", "formats", "labels"} <= {command.name for command in commands}
    assert all(isinstance(command, Command) for command in commands)


def test_brat_offsets_count_the_raw_file(notes: Path, tmp_path: Path) -> None:
    out = tmp_path / "spans"
    assert main(["detect", str(notes), "--out", str(out), "--to", "brat", "--labels", "meddocan"]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["a.ann", "vacia.ann"]
    text, spans = read_brat(notes / "a.txt", out / "a.ann")
    assert text == RAW
    assert "612 345 678" in [span.text(text) for span in spans]
    for number, line in enumerate((out / "a.ann").read_text("utf-8").splitlines(), 1):
        name, place, shown_text = line.split("\t")
        label, start, end = place.split(" ")
        assert name == f"T{number}"
        assert label in {entry.meddocan for entry in LABELS.values()}
        assert RAW[int(start) : int(end)] == shown_text
    assert (out / "vacia.ann").read_bytes() == b""


def test_the_text_is_copied_only_when_asked_for(notes: Path, tmp_path: Path) -> None:
    (notes / "latin.txt").write_bytes("Tel. de Íñigo: 612 345 678".encode("latin-1"))
    out = tmp_path / "spans"
    assert main(["detect", str(notes), "--out", str(out), "--to", "brat", "--with-text"]) == 0
    assert (out / "a.txt").read_bytes() == RAW.encode()
    text, spans = read_brat(out / "latin.txt")
    assert "612 345 678" in [span.text(text) for span in spans]


def test_the_annotations_may_stand_beside_the_notes(notes: Path) -> None:
    for _ in range(2):
        assert main(["detect", str(notes), "--out", str(notes), "--to", "brat", "--with-text"]) == 0
    assert (notes / "a.txt").read_bytes() == RAW.encode()
    assert read_brat(notes / "a.txt")[1]


@pytest.mark.parametrize("style", ["i2b2", "conll", "jsonl", "marked"])
def test_other_annotation_formats(style: str, notes: Path, tmp_path: Path) -> None:
    assert main(["detect", str(notes), "--out", str(tmp_path / "spans"), "--to", style, "--labels", "i2b2"]) == 0
    assert len(list((tmp_path / "spans").iterdir())) == 2
    if style == "i2b2":
        text, spans = read_i2b2(tmp_path / "spans" / "a.xml")
        assert text == RAW
        assert "612 345 678" in [span.text(text) for span in spans]


def test_marks_never_overwrite_the_notes(notes: Path) -> None:
    assert main(["detect", str(notes), "--out", str(notes), "--to", "marked"]) == 3
    assert (notes / "a.txt").read_bytes() == RAW.encode()


def test_detect_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    out = SimpleNamespace(buffer=io.BytesIO())
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"tel. 612 345 678")))
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["detect", "-", "--to", "brat"]) == 0
    assert out.buffer.getvalue() == b"T1\tPHONE 5 16\t612 345 678\n"


def test_show_marks_plainly_when_nobody_sees_colours(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (notes / "b.txt").write_text("tel. 612 345 678 \x1b[2J\n")
    assert main(["show", str(notes / "b.txt")]) == 0
    told = capsys.readouterr().out
    assert "tel. ⟦PHONE:612 345 678⟧ \\x1b[2J\n" in told
    assert "\x1b" not in told
    assert "1 PHONE" in told


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_show_paints_on_a_terminal_unless_told_not_to(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (notes / "b.txt").write_text("tel. 612 345 678\n")
    for refused in ("", "1"):
        terminal = Terminal()
        monkeypatch.setattr(sys, "stdout", terminal)
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.setenv("NO_COLOR", refused)
        assert main(["show", str(notes / "b.txt")]) == 0
        assert ("\x1b[" in terminal.getvalue()) is (not refused)


def test_show_withholds_what_it_cannot_read(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (notes / "b.xyz").write_text("x")
    assert main(["show", str(notes / "b.xyz")]) == 3
    assert main(["show", str(notes / "nowhere.txt")]) == 2
    assert "not supported" in capsys.readouterr().err


def test_the_lists(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["labels"]) == 0
    assert "NOMBRE_SUJETO_ASISTENCIA" in capsys.readouterr().out
    assert main(["formats"]) == 0
    assert ".txt" in capsys.readouterr().out
    assert main(["policies"]) == 0
    assert "everything" in capsys.readouterr().out
    assert main(["policies", "safe-harbor"]) == 0
    assert "PATIENT_NAME" in capsys.readouterr().out
    assert main(["policies", "nonsense"]) == 2


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"velado {__version__}\n"


def test_a_fault_of_the_program_tells_its_kind_only(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from velado.cli.labels import Labels

    def fail(self: Labels, options: object) -> int:
        raise RuntimeError("Nélida Ugarte")

    monkeypatch.setattr(Labels, "run", fail)
    assert main(["labels"]) == 1
    assert "Ugarte" not in capsys.readouterr().err
    monkeypatch.setenv("VELADO_TRACEBACK", "1")
    assert main(["labels"]) == 1
    told = capsys.readouterr().err
    assert "in fail" in told
    assert "Ugarte" not in told.replace('raise RuntimeError("Nélida Ugarte")', "")


def test_progress_shows_only_on_a_terminal_and_after_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    for stream, visible in ((Terminal(), True), (io.StringIO(), False)):
        now[0] = 0.0
        progress = Progress(10, stream)
        progress.step()
        assert stream.getvalue() == ""
        now[0] = 2.0
        progress.step()
        assert ("2/10  0:08 left" in stream.getvalue()) is visible
        progress.clear()
        assert stream.getvalue().endswith("\x1b[K") is visible


def test_names_and_languages() -> None:
    assert shown("nota ñ.txt") == "nota ñ.txt"
    assert "\n" not in shown("a\nb")
    assert locale_language({"es": 1, "en": 1}, {"LANG": "es_MX.UTF-8"}) == "es"
    assert locale_language({"es": 1, "en": 1}, {"LANG": "C"}) == "en"
