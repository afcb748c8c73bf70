"""`velado key new`, and what `--key-file` accepts."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from velado import Pipeline
from velado.cli.main import main
from velado.keys import read_key


def test_key_new_writes_a_private_key_that_runs_accept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = tmp_path / "key"
    assert main(["key", "new", str(key)]) == 0
    assert len(read_key(key)) == 32
    if os.name == "posix":
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
    out = capsys.readouterr()
    assert out.out == ""
    assert str(key) in out.err
    (tmp_path / "note.txt").write_text("Paciente: Marta Ruiz Gil\n", "utf-8")
    call = ["run", str(tmp_path / "note.txt"), "--forms-only", "--replace", "hash", "--key-file", str(key), "--out"]
    assert main([*call, str(tmp_path / "first")]) == main([*call, str(tmp_path / "second")]) == 0
    assert (tmp_path / "first" / "note.txt").read_bytes() == (tmp_path / "second" / "note.txt").read_bytes()


def test_key_new_keeps_a_file_that_exists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = tmp_path / "key"
    key.write_text("something")
    assert main(["key", "new", str(key)]) == 2
    assert key.read_text() == "something"
    assert "exists already" in capsys.readouterr().err


def test_key_new_names_the_folder_that_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["key", "new", str(tmp_path / "nowhere" / "key")]) == 2
    assert "no key was written" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["run", "{note}", "--out", "{out}"], ["serve", "--no-open", "--port", "0"]])
@pytest.mark.parametrize(
    ("content", "mode", "remedy"),
    [(os.urandom(32), 0o644, "chmod 600 {key}"), (b"k" * 16, 0o600, "velado key new FILE"), (b"x", 0o600, "velado key new FILE")],
    ids=["open to others", "one letter", "short"],
)
def test_unsafe_key_file_is_refused_with_the_remedy(
    command: list[str], content: bytes, mode: int, remedy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if mode == 0o644 and os.name != "posix":
        pytest.skip("there are no mode bits")
    note, key, out = tmp_path / "note.txt", tmp_path / "key", tmp_path / "out"
    note.write_text("Paciente: Marta Ruiz Gil\n", "utf-8")
    key.write_bytes(content)
    key.chmod(mode)
    assert main([*(word.format(note=note, out=out) for word in command), "--key-file", str(key)]) == 2
    assert remedy.format(key=key) in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("key", [b"short", b"k" * 32, "a text, not bytes"])
def test_pipeline_refuses_a_weak_key_with_the_remedy(key: bytes) -> None:
    with pytest.raises(ValueError, match="velado key new"):
        Pipeline(model=False, key=key)
