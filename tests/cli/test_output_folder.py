"""What `velado run` finds and leaves in its output folder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from velado.cli._journal import NAME, Journal
from velado.cli._output import WORK
from velado.cli._sources import Source
from velado.cli.main import main
from velado.keys import new_key


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "in" / "a.txt"
    path.parent.mkdir()
    path.write_text("Paciente: Begonia Zarrabeitia Campos\n")
    return path


def call(note: Path, *more: str) -> list[str]:
    return ["run", str(note), "--out", str(note.parent.parent / "out"), "--forms-only", *more]


@pytest.mark.parametrize(("name", "more"), [(WORK, []), (NAME, ["--resume"])])
def test_a_link_in_place_of_a_private_folder_is_refused(
    name: str, more: list[str], note: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "below").mkdir(parents=True)
    (elsewhere / "file").write_text("kept")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).symlink_to(elsewhere, target_is_directory=True)
    assert main(call(note, *more)) == 2
    assert "is a link" in capsys.readouterr().err
    assert sorted(os.listdir(elsewhere)) == ["below", "file"]
    assert os.listdir(tmp_path / "out") == [name]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a folder to somebody else")
@pytest.mark.parametrize(("name", "more"), [(WORK, []), (NAME, ["--resume"])])
def test_the_folder_of_another_user_is_refused(name: str, more: list[str], note: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "out" / name
    folder.mkdir(parents=True)
    os.chown(folder, 12345, 12345)
    assert main(call(note, *more)) == 2
    assert "another user" in capsys.readouterr().err
    assert os.listdir(folder) == []


@pytest.mark.parametrize("wrong", [["--policy", "nosuch"], ["--replace", "surrogate"]])
def test_a_wrong_call_with_resume_leaves_nothing_behind(
    wrong: list[str], note: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert main(call(note, "--resume", *wrong)) == 2
    assert sorted(os.listdir(tmp_path)) == ["in"]


def test_a_wrong_call_leaves_the_journal_of_an_earlier_run_alone(note: Path, tmp_path: Path) -> None:
    new_key(tmp_path / "key")
    (tmp_path / "out").mkdir()
    journal = Journal.open(tmp_path / "out", (tmp_path / "key").read_bytes())
    journal.start("call")
    journal.close(done=False)
    before = {path.name: path.read_bytes() for path in (tmp_path / "out" / NAME).iterdir()}
    assert main(call(note, "--resume", "--replace", "surrogate")) == 2  # the key file was forgotten
    assert {path.name: path.read_bytes() for path in (tmp_path / "out" / NAME).iterdir()} == before


def finished(out: Path, names: str, call: str = "call") -> list[str]:
    """Return which files a journal knows, opened afresh."""
    journal = Journal.open(out, b"k" * 32)
    journal.start(call)
    return [name for name in names if journal.finished(Source(Path(name), Path(name)))]


def test_a_line_that_the_journal_did_not_write_is_not_believed(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path, b"k" * 32)
    journal.start("call")
    for name in "abc":
        journal.add(Source(Path(name), Path(name)), "1", "2", {"notes": 1}, None)
    journal.close(done=False)
    path = tmp_path / NAME / "files.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    assert finished(tmp_path, "abc") == ["a", "b", "c"]
    for altered in (lines[2].replace(b'"notes":1', b'"notes":2'), b'["\\u00e9",{}]\n', b"[" * 100_000 + b"\n", lines[0]):
        path.write_bytes(b"".join([*lines[:2], altered, lines[3]]))
        assert finished(tmp_path, "abc") == ["a"]
    path.write_bytes(b"".join(lines))
    other = Journal.open(tmp_path, b"k" * 32)
    other.start("another call")
    header = path.read_bytes()
    path.write_bytes(header + b"".join(lines[1:]))  # lines of a run with other settings
    assert finished(tmp_path, "abc", "another call") == []


def test_what_a_journal_could_not_write_is_written_later(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path, b"k" * 32)
    journal.start("call")
    path = tmp_path / NAME / "files.jsonl"
    path.rename(tmp_path / "away")
    journal.add(Source(Path("a"), Path("a")), "1", "2", {}, None)
    journal.commit()
    assert journal.problem
    (tmp_path / "away").rename(path)
    journal.commit()
    assert not journal.problem
    journal.close(done=False)
    assert finished(tmp_path, "a") == ["a"]


def test_the_journal_holds_no_file_names(note: Path, tmp_path: Path) -> None:
    """A report without names that continues a run with names would tell them."""
    from velado.cli._dispatch import unanswered
    from velado.cli._report import Report, entry_of

    report = Report("everything", None, keyed=False, names=True)
    entry = entry_of(unanswered("x"), keyed=False)
    report.add(entry, Path("begonia.txt"))
    assert "path" not in entry
    assert report.entries[0]["path"] == "begonia.txt"


RUNNING = """
import os, signal, sys
from velado.cli import _output
from velado.cli._dispatch import Workers
from velado.cli.main import main
files = Workers.files
def signalled(self, *arguments):
    os.kill(os.getpid(), signal.SIGHUP)
    return files(self, *arguments)
Workers.files = signalled
let_go = _output._let_go
def letting_go(*arguments):
    os.kill(os.getpid(), signal.SIGTERM)
    let_go(*arguments)
_output._let_go = letting_go
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="a system without SIGHUP")
@pytest.mark.parametrize(("ignored", "code"), [(True, 0), (False, 130)])
def test_a_second_signal_does_not_cut_the_clearing_away_short(ignored: bool, code: int, note: Path, tmp_path: Path) -> None:
    """With SIGHUP ignored, as by nohup, the run goes on; what comes during the clearing away is ignored."""
    script = ("import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n" if ignored else "") + RUNNING
    done = subprocess.run([sys.executable, "-c", script, *call(note)], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert (tmp_path / "out" / "a.txt").exists() == ignored
    assert not (tmp_path / "out" / WORK).exists()


@pytest.mark.skipif(os.name != "posix", reason="descriptors are closed by a shell")
def test_closed_standard_streams_are_no_internal_error(note: Path) -> None:
    command = f'"{sys.executable}" -m velado run - --forms-only <&-'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "velado: standard input or standard output is closed\n")


def test_progress_needs_no_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from velado.cli._terminal import Progress, say

    monkeypatch.setattr(sys, "stderr", None)
    progress = Progress(2)
    progress._started -= 10
    progress._drawn -= 10
    progress.step()
    say("nobody hears this")
