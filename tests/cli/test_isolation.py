"""`velado run` survives its documents: whatever they do, they do it to a worker."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from velado.cli.main import main

InWorkers = Callable[[str], None]
TROUBLE = """
    import os, time
    from velado.pipeline import Pipeline
    deidentify = Pipeline.deidentify
    def troubled(self, document):
        if "dies" in document.text:
            os._exit(9)
        if "hangs" in document.text:
            time.sleep(600)
        if "grows" in document.text:
            hoard = [b"x" * 100_000_000 for _ in range(20)]
            time.sleep(600)
        return deidentify(self, document)
    Pipeline.deidentify = troubled
"""


@pytest.mark.parametrize(("trouble", "reason"), [("dies", "died"), ("hangs", "too long"), ("grows", "memory")])
def test_a_document_that_breaks_its_worker_is_the_only_one_withheld(
    trouble: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], in_workers: InWorkers
) -> None:
    in_workers(TROUBLE)
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    for name, text in (("a", "Acude Lucía Ferrer."), ("b", f"This one {trouble}."), ("c", "Tos.")):
        (folder / f"{name}.txt").write_text(text)
    with (folder / "t.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([["nota"], ["Tos y fiebre desde ayer."], [f"This one {trouble}, doctor."], ["Niega disnea y dolor."]])
    call = ["run", str(folder), "--out", str(out), "--forms-only", "--time-limit", "5", "--memory-limit", "600"]
    assert main(call) == 3
    assert sorted(os.listdir(out)) == ["a.txt", "c.txt", "t.csv"]
    with (out / "t.csv").open(newline="") as stream:
        assert list(csv.reader(stream))[1:] == [["Tos y fiebre desde ayer."], [""], ["Niega disnea y dolor."]]
    told = capsys.readouterr()
    assert f"{folder / 't.csv'}: 1 note withheld: " in told.err
    assert told.err.count(reason) == 2
    assert "2 withheld" in told.out


PARENT = """
import sys
from velado.cli.main import main
code = main(sys.argv[1:])
heavy = ("velado.pipeline", "velado.formats", "velado.recognisers", "velado.models", "velado.lexicons", "numpy", "pyarrow")
print("imported:", [name for name in heavy if name in sys.modules])
sys.exit(code)
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_parent_imports_neither_the_engine_nor_the_formats(jobs: str, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in "ab":
        (tmp_path / "in" / f"{name}.txt").write_text("Acude Lucía Ferrer.")
    call = ["run", str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--jobs", jobs, "--forms-only", "--resume", "--report", str(tmp_path / "r.json")]
    done = subprocess.run([sys.executable, "-c", PARENT, *call], capture_output=True, text=True, check=True)
    assert "imported: []" in done.stdout


WINDOWS = """
import importlib.abc, signal, sys
class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in ("fcntl", "resource", "pwd", "grp", "termios"):
            raise ModuleNotFoundError(name=name)
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Missing())
for name in ("SIGHUP", "SIGKILL"):
    if hasattr(signal, name) and name != "SIGKILL":
        delattr(signal, name)
"""


def test_it_runs_where_posix_modules_and_signals_are_missing(tmp_path: Path, in_workers: InWorkers) -> None:
    """As on Windows, as far as that can be shown here; the docs say what was tried there."""
    in_workers(WINDOWS)  # in the parent too: it is a process of its own here
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("Acude Lucía Ferrer, tel. 612 345 678.")
    call = ["run", str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--forms-only", "--resume"]
    done = subprocess.run([sys.executable, "-m", "velado", *call], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "612" not in (tmp_path / "out" / "a.txt").read_text()
    assert os.listdir(tmp_path / "out") == ["a.txt"]


def test_skipped_files_are_counted_and_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import json

    folder, report = tmp_path / "in", tmp_path / "r.json"
    (folder / ".git").mkdir(parents=True)
    (folder / ".hidden.txt").write_text("x")
    (folder / "a.txt").write_text("Tos.")
    (folder / "ring").symlink_to(folder, target_is_directory=True)
    assert main(["run", str(folder), "--out", str(tmp_path / "out"), "--forms-only", "--report", str(report), "--report-names"]) == 0
    told = capsys.readouterr().out
    assert "3 files or folders skipped" in told
    assert f"{folder / '.hidden.txt'} (hidden file)" in told
    assert json.loads(report.read_text())["skipped"] == [
        {"reason": "hidden folder", "path": ".git"}, {"reason": "hidden file", "path": ".hidden.txt"}, {"reason": "link to a folder", "path": "ring"},
    ]  # fmt: skip


def test_rows_are_counted_not_cells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (tmp_path / "t.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([["nhc", "nombre", "nota"], *([f"44{n:05}", "Lucía Ferrer", f"Acude por tos {n}."] for n in range(50))])
    assert main(["run", str(tmp_path / "t.csv"), "--out", str(tmp_path / "out"), "--forms-only"]) == 0
    assert capsys.readouterr().out.startswith("50 rows in 3 columns in ")


def test_notes_are_counted_once_wherever_they_stand(tmp_path: Path, capsys: pytest.CaptureFixture[str], in_workers: InWorkers) -> None:
    """Rows of several sheets and of tables in an archive, a withheld member, an unknown member, and no header."""
    import json
    import zipfile

    from openpyxl import Workbook

    in_workers("""
    from velado.document import Result
    from velado.pipeline import Pipeline
    deidentify = Pipeline.deidentify
    Pipeline.deidentify = lambda self, d: Result(d.id, None, (), ("hostile",)) if "hostile" in d.text else deidentify(self, d)
    """)
    folder, report = tmp_path / "in", tmp_path / "r.json"
    folder.mkdir()
    book = Workbook()
    for number in range(3):
        sheet = book.active if number == 0 else book.create_sheet(f"Hoja {number}")
        sheet.append(["nhc", "nota"])
        sheet.append([f"44{number}", "Acude por tos y fiebre desde ayer."])
    book.save(folder / "a.xlsx")
    (folder / "b.csv").write_text("nhc,Begonia Zarrabeitia,nota\n1,x y z,Acude por tos.\n2,q w e,Sin fiebre.\n")
    with zipfile.ZipFile(folder / "c.zip", "w") as archive:
        for name in ("a.csv", "b.csv"):
            archive.writestr(name, "nhc,nota\n1,Acude por tos.\n")
        archive.writestr("c.txt", "This one is hostile.")
        archive.writestr("d.xyz", b"\0\1")
        archive.writestr("e.xyz", b"\0\1\2")
    (folder / "d.docx").write_text("?")
    assert main(["run", str(folder), "--out", str(tmp_path / "out"), "--forms-only", "--report", str(report)]) == 3
    told = json.loads(report.read_text())
    assert [(entry["notes"], entry["withheld"]) for entry in told["entries"]] == [(3, 0), (2, 0), (5, 3), (1, 1)]
    assert (told["notes"], told["withheld"]) == (11, 4)
    out = capsys.readouterr()
    assert out.out.startswith("6 notes, 5 rows in 9 columns in ")
    assert "4 withheld" in out.out
    assert "1 note withheld: hostile" in out.err


def test_half_written_parts_stand_in_the_work_folder(tmp_path: Path, in_workers: InWorkers, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker may be killed while it writes a file inside another: nothing may stay where nobody clears away."""
    import zipfile

    in_workers("""
    import os, tempfile
    make = tempfile.mkdtemp
    def made(*arguments, **more):
        folder = make(*arguments, **more)
        with open(os.environ["TEST_FOLDERS"], "a") as stream:
            stream.write(folder + "\\n")
        return folder
    tempfile.mkdtemp = made
    """)
    monkeypatch.setenv("TEST_FOLDERS", str(tmp_path / "folders"))
    (tmp_path / "in").mkdir()
    with zipfile.ZipFile(tmp_path / "in" / "a.zip", "w") as archive:
        archive.writestr("a.txt", "Tos.")
    assert main(["run", str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--forms-only"]) == 0
    folders = (tmp_path / "folders").read_text().split()
    assert folders
    assert all(folder.startswith(str(tmp_path / "out" / ".velado-work")) for folder in folders)


@pytest.mark.skipif(os.name != "posix", reason="signals are looked at")
def test_a_worker_that_is_killed_while_it_starts_is_started_again(tmp_path: Path) -> None:
    (tmp_path / "nota.txt").write_text("Paciente: Leocadia Urrutia Sagarduy.", "utf-8")
    command = [sys.executable, "-m", "velado", "run", str(tmp_path / "nota.txt"), "--out", str(tmp_path / "out"), "--rules-only"]
    run = psutil.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while not (workers := run.children()):
        assert run.poll() is None
    workers[0].kill()
    _, told = run.communicate()
    assert run.returncode == 0, told
    assert "Leocadia" not in (tmp_path / "out" / "nota.txt").read_text("utf-8")
