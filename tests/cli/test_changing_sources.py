"""`velado run` over files that somebody writes to at the same time, watched from outside as another program would.

Both names stand in every unit behind a word that gives them away, at different places: a name in a result was never judged.
"""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from large_files import CANARY, PATIENT, unpacked

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="which files are open is told by /proc")

ROWS = 80


def unit(name: str, number: int) -> str:
    lead = "" if name == PATIENT else "Revisión anual programada. "
    return f"{lead}Paciente: {name}. Visita {number}: acude por tos seca de tres semanas, sin fiebre ni disnea."


def _csv(name: str) -> bytes:
    stream = io.StringIO()
    csv.writer(stream).writerows([["nota", "edad"], *([unit(name, number), "45"] for number in range(ROWS))])
    return stream.getvalue().encode()


def _jsonl(name: str) -> bytes:
    return "".join(json.dumps({"nota": unit(name, number), "edad": 45}) + "\n" for number in range(ROWS)).encode()


def _ndjson(name: str) -> bytes:
    return "".join(
        json.dumps({"resourceType": "Observation", "status": "final", "note": [{"text": unit(name, number)}]}) + "\n" for number in range(ROWS)
    ).encode()


def _text(name: str) -> bytes:
    return "\n".join(unit(name, number) for number in range(ROWS)).encode()


def _xlsx(name: str) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    for number in range(ROWS):
        book.active.append([unit(name, number), 45])  # type: ignore[union-attr]
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _zip(name: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("tabla.csv", _csv(name))
        archive.writestr("nota.txt", unit(name, 0))
    return stream.getvalue()


BUILD: dict[str, Callable[[str], bytes]] = {
    "a.csv": _csv, "b.jsonl": _jsonl, "c.ndjson": _ndjson, "d.txt": _text, "e.xlsx": _xlsx, "f.zip": _zip,
}  # fmt: skip


def overwritten(path: Path, data: bytes) -> None:
    with path.open("r+b") as stream:
        stream.write(data)
        stream.truncate()


def renamed_over(path: Path, data: bytes) -> None:
    other = path.with_name(f".other{path.suffix}")
    other.write_bytes(data)
    other.replace(path)


def appended(path: Path, data: bytes) -> None:
    with path.open("ab") as stream:
        stream.write(data)


def truncated(path: Path, data: bytes) -> None:
    os.truncate(path, path.stat().st_size // 2)


def deleted(path: Path, data: bytes) -> None:
    path.unlink(missing_ok=True)


CHANGES = (overwritten, renamed_over, appended, truncated, deleted)


def _family(process: int) -> Iterator[int]:
    yield process
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in task.read_text().split():
            yield from _family(int(child))


def _is_open(path: Path, process: int) -> bool:
    """Whether a program, or one that it started, holds a file open."""
    try:
        links = [link for member in _family(process) for link in Path(f"/proc/{member}/fd").iterdir()]
    except OSError:
        return False
    for link in links:
        try:
            if os.readlink(link) == str(path):
                return True
        except OSError:
            continue
    return False


def _temporaries(out: Path, suffix: str) -> int:
    """How many unfinished files of a kind stand in the private folder of the run: the copy, then the result."""
    try:
        return sum(path.suffix == suffix for path in (out / ".velado-work").glob("*/*"))
    except OSError:
        return 0


def velado(*arguments: str | Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "velado", "run", *map(str, arguments), "--forms-only", "--language", "es"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def run_and_change(arguments: Sequence[str | Path], paths: Sequence[Path], out: Path, moment: str, change: Callable[[Path, bytes], None]) -> int:
    """Run, and change each file when its moment has come: it is open, or so many unfinished files of its kind are there."""
    waiting = list(paths)
    process = velado(*arguments)
    while process.poll() is None:
        for path in list(waiting):
            unfinished = _temporaries(out, path.suffix)
            if unfinished >= 2 or (moment == "open" and (unfinished or _is_open(path, process.pid))):
                waiting.remove(path)
                change(path, BUILD[path.name](CANARY))
        time.sleep(0.001)
    process.communicate()
    assert len(waiting) < len(paths), "no file was changed in time"
    return process.returncode


def raw_in(out: Path) -> list[str]:
    """The files below a folder that hold one of the names."""
    words = [word.encode() for name in (CANARY, PATIENT) for word in name.split()]
    return [file.name for file in out.rglob("*") if file.is_file() and any(word in piece for piece in unpacked(file) for word in words)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    for name, build in BUILD.items():
        (tmp_path / "in" / name).write_bytes(build(PATIENT))
        os.utime(tmp_path / "in" / name, (1_700_000_000, 1_700_000_000))
    return tmp_path / "in"


@pytest.mark.parametrize("moment", ["open", "writing"])
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_folder_whose_files_change(change: Callable[[Path, bytes], None], moment: str, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    code = run_and_change((folder, "--out", out), [folder / name for name in BUILD], out, moment, change)
    assert code in (0, 3)
    assert raw_in(out) == []
    assert not list(out.glob(".velado*"))


@pytest.mark.parametrize("change", [overwritten, renamed_over], ids=lambda change: change.__name__)
def test_a_run_that_is_resumed_over_files_that_changed(change: Callable[[Path, bytes], None], folder: Path, tmp_path: Path) -> None:
    out, key = tmp_path / "out", tmp_path / "key"
    key.write_bytes(os.urandom(32))
    key.chmod(0o600)
    arguments = (folder / "a.csv", folder / "b.jsonl", "--out", out, "--resume", "--key-file", key)
    first = velado(*arguments)
    while first.poll() is None and not _temporaries(out, ".jsonl"):
        time.sleep(0.001)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    # What the journal remembers must not be applied to another text, whether that is there before the second run or comes in it.
    change(folder / "a.csv", BUILD["a.csv"](CANARY))
    code = run_and_change(arguments, [folder / "b.jsonl"], out, "open", change)
    assert code in (0, 3)
    assert raw_in(out) == []
