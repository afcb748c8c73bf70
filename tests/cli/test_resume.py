"""`velado run --resume`: a run that was killed continues where it stopped, and nobody can tell from the results."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from velado.cli import _dispatch
from velado.cli._journal import NAME
from velado.cli.main import main
from velado.keys import new_key

ROWS = 300
SMALL = 5_000  # bytes; here a table is large from this size on
InWorkers = Callable[[str], None]


@pytest.fixture(autouse=True)
def small_tables_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_dispatch, "LARGE", SMALL)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A note, a file that is withheld, and a large table, in this order."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text("Paciente: Begonia Zarrabeitia Campos\n")
    (folder / "b.docx").write_text("?")
    with (folder / "c.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["pid", "nombre", "nota"])
        writer.writerows([[n % 9, "Begonia", f"visita {n}: viene begonia con la Dra. Zulueta Campos, tel. 612 345 {n:03}"] for n in range(ROWS)])
    new_key(tmp_path / "key")
    return folder


def call(sources: Path, out: Path, *more: str) -> list[str]:
    key = str(sources.parent / "key")
    return ["run", str(sources), "--out", str(out), "--replace", "surrogate", "--key-file", key, "--forms-only", "--patient-column", "pid", *more]


def results(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


COUNTING = f"""
    import os, signal
    from velado.cli import _worker
    from velado.cli._spool import Spool
    _worker.LARGE = {SMALL}
    left, signal_number = int(os.environ.get("TEST_DOCUMENTS", "-1")), int(os.environ.get("TEST_SIGNAL", "9"))
    note = Spool._note
    def noted(self, document, result, *, flush):
        global left
        note(self, document, result, flush=True)
        left -= 1
        if left == 0:
            os.kill(os.getppid(), signal_number)
    Spool._note = noted
"""
CALLING = f"""
import signal, sys
from velado.cli import _dispatch
from velado.cli.main import main
_dispatch.LARGE = {SMALL}
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs are started without it
sys.exit(main(sys.argv[1:]))
"""


def interrupted(arguments: list[str], documents: int, how: signal.Signals) -> int:
    """Run a real process that gets a real signal when so many documents of the table are done."""
    environment = os.environ | {"TEST_DOCUMENTS": str(documents), "TEST_SIGNAL": str(int(how))}
    return subprocess.run([sys.executable, "-c", CALLING, *arguments], capture_output=True, check=False, env=environment).returncode


def hidden(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


def test_a_run_that_was_killed_continues_and_gives_the_same_bytes(
    sources: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], in_workers: InWorkers
) -> None:
    in_workers(COUNTING)
    whole, out, report = tmp_path / "whole", tmp_path / "out", tmp_path / "r.json"
    assert main(call(sources, whole, "--jobs", "1")) == 3
    assert interrupted(call(sources, out, "--resume", "--jobs", "1"), 300, signal.SIGKILL) == -signal.SIGKILL
    assert not (out / "c.csv").exists()
    while list((out / ".velado-work").glob("*/*")):  # the worker sees that its parent is gone, and clears away what is unfinished
        time.sleep(0.1)
    (spool,) = (path for path in (out / NAME).glob("*.jsonl") if path.name != "files.jsonl")
    remembered = spool.read_bytes()
    assert remembered.count(b"\n") >= 300
    for path in (out / NAME).iterdir():
        assert b"egonia" not in path.read_bytes()
        assert b"612 345" not in path.read_bytes()
    capsys.readouterr()
    assert main(call(sources, out, "--resume", "--jobs", "1", "--report", str(report))) == 3
    assert results(out) == results(whole)  # and neither the journal nor a half-written file is left
    told = json.loads(report.read_text())
    assert [entry["notes"] for entry in told["entries"]] == [1, 1, ROWS]
    assert [entry["verified"] for entry in told["entries"]] == [True, False, True]
    said = capsys.readouterr().err
    assert "b.docx: withheld" in said
    (row,) = re.findall(r"c\.csv: resumed at row (\d+)\n", said)
    assert 90 <= int(row) <= 110  # three documents are a row


def test_patients_keep_their_pseudonyms_without_a_key(sources: Path, tmp_path: Path, in_workers: InWorkers) -> None:
    """Rows written before a run was killed and after it was continued tell of the same patients."""
    in_workers(COUNTING)
    out = tmp_path / "out"
    arguments = ["run", str(sources / "c.csv"), "--out", str(out), "--forms-only", "--patient-column", "pid", "--jobs", "1", "--resume"]
    assert interrupted(arguments, 300, signal.SIGKILL) == -signal.SIGKILL
    assert main(arguments) == 0
    with (out / "c.csv").open(newline="") as stream:
        pseudonyms = [row["pid"] for row in csv.DictReader(stream)]
    assert len(set(pseudonyms)) == 9
    assert pseudonyms == [pseudonyms[n % 9] for n in range(ROWS)]


def test_remembered_documents_are_not_judged_again(sources: Path, tmp_path: Path, in_workers: InWorkers) -> None:
    in_workers(COUNTING + '''
    from velado.pipeline import Pipeline
    deidentify = Pipeline.deidentify
    def counted(self, document):
        with open(os.environ["TEST_COUNT"], "ab") as stream:
            stream.write(b".")
        return deidentify(self, document)
    Pipeline.deidentify = counted
''')  # fmt: skip
    out, count = tmp_path / "out", tmp_path / "count"
    os.environ["TEST_COUNT"] = str(count)
    try:
        interrupted(call(sources, out, "--resume", "--jobs", "1"), 300, signal.SIGKILL)
        count.unlink()
        assert main(call(sources, out, "--resume", "--jobs", "1")) == 3
    finally:
        del os.environ["TEST_COUNT"]
    assert count.stat().st_size < 3 * ROWS - 290  # the note is perhaps judged again: it may not have been synced yet


def test_it_can_be_stopped_again_and_again_with_several_processes(sources: Path, tmp_path: Path, in_workers: InWorkers) -> None:
    in_workers(COUNTING)
    whole, out = tmp_path / "whole", tmp_path / "out"
    assert main(call(sources, whole, "--jobs", "1")) == 3
    for documents, how in ((100, signal.SIGINT), (200, signal.SIGTERM), (300, signal.SIGHUP)):
        assert interrupted(call(sources, out, "--resume", "--jobs", "2"), documents, how) == 130
        assert hidden(out) == [NAME]
    interrupted(call(sources, out, "--resume", "--jobs", "2"), 500, signal.SIGKILL)
    assert main(call(sources, out, "--resume", "--jobs", "1")) == 3
    assert results(out) == results(whole)


def test_what_is_not_as_it_was_is_done_afresh(sources: Path, tmp_path: Path, in_workers: InWorkers) -> None:
    in_workers(COUNTING)
    whole, out = tmp_path / "whole", tmp_path / "out"
    assert main(call(sources, whole, "--jobs", "1")) == 3
    interrupted(call(sources, out, "--resume", "--jobs", "1"), 300, signal.SIGKILL)
    journal = {path.name: path.read_bytes() for path in (out / NAME).iterdir()}
    spool = next(name for name in journal if name not in ("files.jsonl", "reserve"))

    def lay(**changed: bytes) -> None:
        (out / NAME).mkdir(exist_ok=True)
        for name, content in (journal | {spool: changed.get("spool", journal[spool]), "files.jsonl": changed.get("files", journal["files.jsonl"])}).items():
            (out / NAME / name).write_bytes(content)

    # A last line that was cut, bytes that a broken disk left, an exchanged decision, a lost result.
    lines = journal[spool].splitlines(keepends=True)
    for spoiled in (journal[spool] + b'["ab",[false,"es"', b"\0\0\0\0\0\n" + journal[spool], b"".join([*lines[:5], lines[7], lines[6], *lines[8:]])):
        lay(spool=spoiled, files=journal["files.jsonl"] + b"\0\0\n")
        (out / "a.txt").unlink()
        assert main(call(sources, out, "--resume", "--jobs", "1")) == 3
        assert results(out) == results(whole)
    # Another input, other settings.
    lay()
    with (sources / "c.csv").open("a") as stream:
        stream.write("3,Zutano,viene zutano\n")
    assert main(call(sources, out, "--resume", "--jobs", "1")) == 3
    assert b"utano" not in (out / "c.csv").read_bytes()
    lay()
    plain = [word for word in call(sources, out, "--resume") if word not in ("--replace", "surrogate")]
    assert main([*plain, "--language", "es"]) == 3
    assert b"[PACIENTE]" in (out / "c.csv").read_bytes()


def test_a_row_that_changed_while_the_run_was_interrupted_is_judged_afresh(sources: Path, tmp_path: Path, in_workers: InWorkers) -> None:
    in_workers(COUNTING)
    out = tmp_path / "out"
    interrupted(call(sources, out, "--resume", "--jobs", "1"), 300, signal.SIGKILL)
    content = (sources / "c.csv").read_text()
    (sources / "c.csv").write_text(content.replace("visita 5: viene begonia", "visita 5: por Clotilde"))
    assert main(call(sources, out, "--resume", "--jobs", "1")) == 3
    fresh = tmp_path / "fresh"
    assert main(call(sources, fresh, "--jobs", "1")) == 3
    assert results(out) == results(fresh)


def test_drawn_replacements_need_a_key(sources: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["run", str(sources), "--out", str(tmp_path / "out"), "--forms-only", "--resume"]
    assert main([*arguments, "--replace", "surrogate"]) == 2
    assert "--key-file" in capsys.readouterr().err
    assert main([*arguments, "--replace", "mask"]) == 3
    assert main([*arguments, "--policy", "research"]) == 2


def test_without_a_key_file_the_journal_is_continued_and_its_key_is_elsewhere(
    sources: Path, tmp_path: Path, in_workers: InWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_workers(COUNTING)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    arguments = ["run", str(sources), "--out", str(tmp_path / "out"), "--forms-only", "--resume", "--jobs", "1"]
    interrupted(arguments, 300, signal.SIGKILL)
    (key,) = (path for path in (tmp_path / "state").rglob("*") if path.is_file())
    assert not [path for path in (tmp_path / "out").rglob("*") if path.is_file() and key.read_bytes() in path.read_bytes()]
    assert main(arguments) == 3
    assert hidden(tmp_path / "out") == []
    assert not key.exists()


def test_two_runs_do_not_share_a_folder(sources: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from velado.cli._output import locked_output

    out = tmp_path / "out"
    with locked_output(out):
        for more in ([], ["--resume"]):
            assert main(call(sources, out, *more)) == 2
            assert f"process {os.getpid()}" in capsys.readouterr().err
    assert main(call(sources, out)) == 3


def test_an_interrupted_run_is_pointed_out(sources: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], in_workers: InWorkers) -> None:
    in_workers(COUNTING)
    interrupted(call(sources, tmp_path / "out", "--resume", "--jobs", "1"), 100, signal.SIGKILL)
    assert main(call(sources, tmp_path / "out")) == 3
    assert "--resume" in capsys.readouterr().err
