"""`velado run --resume`: a run that was killed goes on where it stopped, and nobody can tell from the results."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from velado.cli._journal import NAME
from velado.cli.main import main
from velado.document import Document, Result
from velado.pipeline import Pipeline

ROWS = 300


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A note, a file that is withheld, and a large table, in this order."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text("Paciente: Begonia Zarrabeitia Campos\n")
    (folder / "b.xyz").write_text("?")
    with (folder / "c.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["pid", "nombre", "nota"])
        writer.writerows([[n % 9, "Begonia", f"visita {n}: viene begonia con la Dra. Zulueta Campos, tel. 612 345 {n:03}"] for n in range(ROWS)])
    (tmp_path / "key").write_text("una clave que nadie sabe")
    return folder


def call(sources: Path, out: Path, *more: str) -> list[str]:
    key = str(sources.parent / "key")
    return ["run", str(sources), "--out", str(out), "--replace", "surrogate", "--key-file", key, "--rules-only", "--patient-column", "pid", *more]


def results(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


ENDING = """
import os, signal, sys
from velado.cli._journal import Journal
from velado.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs are started without it
documents, how = int(sys.argv.pop(1)), int(sys.argv.pop(1))
note = Journal.note
def noted(self, result):
    global documents
    note(self, result)
    documents -= 1
    if documents == 0:
        os.kill(os.getpid(), how)
Journal.note = noted
main(sys.argv[1:])
"""


def interrupted(arguments: list[str], documents: int, how: signal.Signals) -> int:
    """A real process that gets a real signal when its journal has told of so many documents."""
    return subprocess.run([sys.executable, "-c", ENDING, str(documents), str(int(how)), *arguments], capture_output=True, check=False).returncode


def test_a_run_that_was_killed_goes_on_and_gives_the_same_bytes(
    sources: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, out, report = tmp_path / "whole", tmp_path / "out", tmp_path / "r.json"
    assert main(call(sources, whole, "--jobs", "1")) == 3
    assert interrupted(call(sources, out, "--resume", "--jobs", "1"), 300, signal.SIGKILL) == -signal.SIGKILL
    assert not (out / "c.csv").exists()
    journal = (out / NAME).read_bytes()
    remembered = journal.count(b"\n[")
    assert b"egonia" not in journal
    assert b"612 345" not in journal
    handled = 0
    original = Pipeline.deidentify

    def counted(self: Pipeline, document: Document | str) -> Result:
        nonlocal handled
        handled += 1
        return original(self, document)

    monkeypatch.setattr(Pipeline, "deidentify", counted)
    capsys.readouterr()
    assert main(call(sources, out, "--resume", "--jobs", "1", "--report", str(report))) == 3
    assert handled == 3 * ROWS + 1 - remembered + 1  # the note is among those remembered; a file ends with an empty document
    assert results(out) == results(whole)  # and neither the journal nor a half-written file is left
    told = json.loads(report.read_text())
    assert [entry["documents"] for entry in told["entries"]] == [1, 0, 3 * ROWS]
    assert [entry["verified"] for entry in told["entries"]] == [True, False, True]
    assert "b.xyz: withheld" in capsys.readouterr().err


def test_it_can_be_stopped_again_and_again_with_several_processes(sources: Path, tmp_path: Path) -> None:
    whole, out = tmp_path / "whole", tmp_path / "out"
    assert main(call(sources, whole, "--jobs", "1")) == 3
    interrupted(call(sources, out, "--resume", "--jobs", "2"), 200, signal.SIGINT)
    assert [path.name for path in out.iterdir() if path.name.startswith(".")] == [NAME]
    interrupted(call(sources, out, "--resume", "--jobs", "2"), 500, signal.SIGKILL)
    assert main(call(sources, out, "--resume", "--jobs", "1")) == 3
    assert results(out) == results(whole)


def test_what_is_not_as_it_was_is_done_afresh(sources: Path, tmp_path: Path) -> None:
    whole, out = tmp_path / "whole", tmp_path / "out"
    assert main(call(sources, whole, "--jobs", "1")) == 3
    interrupted(call(sources, out, "--resume", "--jobs", "1"), 300, signal.SIGKILL)
    journal = (out / NAME).read_bytes()
    # A last line that was cut, bytes that a broken disk left, a lost result.
    for spoil in (b'[false,"es",[],[[0,3,"PATIENT', b"\0\0\0\0\0\n"):
        (out / NAME).write_bytes(journal + spoil)
        (out / "a.txt").unlink()
        assert main(call(sources, out, "--resume", "--jobs", "1")) == 3
        assert results(out) == results(whole)
    # Another input, other settings.
    (out / NAME).write_bytes(journal)
    with (sources / "c.csv").open("a") as stream:
        stream.write("3,Zutano,viene zutano\n")
    assert main(call(sources, out, "--resume", "--jobs", "1")) == 3
    assert b"utano" not in (out / "c.csv").read_bytes()
    (out / NAME).write_bytes(journal)
    plain = [word for word in call(sources, out, "--resume") if word not in ("--replace", "surrogate")]
    assert main([*plain, "--language", "es"]) == 3
    assert b"[PACIENTE]" in (out / "c.csv").read_bytes()


def test_drawn_replacements_need_a_key(sources: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["run", str(sources), "--out", str(tmp_path / "out"), "--rules-only", "--resume"]
    assert main([*arguments, "--replace", "surrogate"]) == 2
    assert "--key-file" in capsys.readouterr().err
    assert main([*arguments, "--replace", "mask"]) == 3
    assert main([*arguments, "--policy", "research"]) == 2


def test_two_runs_do_not_share_a_journal(sources: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fcntl = pytest.importorskip("fcntl")
    out = tmp_path / "out"
    out.mkdir()
    with (out / NAME).open("ab") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        assert main(call(sources, out, "--resume")) == 2
    assert "another run" in capsys.readouterr().err
    assert main(call(sources, out)) == 3
    assert "--resume" in capsys.readouterr().err
    assert os.listdir(out)
