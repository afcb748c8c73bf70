"""The columns of tables on the command line: shown before the work, settled by options or a file, told in the report."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from velado.cli._terminal import Progress
from velado.cli.main import main

DRAW = random.Random(5)
CODES = "K50.9 I21.0 E11.9 J18.9 I10 N39.0".split()
HEAD = "row_id,nhc,codigo_cie,importe,nota,raro\n"
ODD = ("xk-2 b", "Zq 17 f", "rr", "tt-9", "B 4 z", "qqx", "yw 33")


def lines(count: int = 40) -> str:
    rows = (
        f"{9_990 + n},{400_000 + 37 * (n // 2)},{DRAW.choice(CODES)},{DRAW.randrange(10_000, 60_000)},"
        f'"Acude Lucía Ferrer por tos {n}, refiere dolor desde hace dos días, sin fiebre.",{DRAW.choice(ODD)}{n}\n'
        for n in range(count)
    )
    return "".join(rows)


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "in" / "t.csv"
    path.parent.mkdir()
    path.write_text(HEAD + lines(), "utf-8")
    return path


def roles(out: str) -> dict[str, str]:
    """The role and the fate of each column, as they are printed."""
    return {line.split()[0]: " ".join(line.split()[1:]) for line in out.splitlines() if line.startswith("  ")}


def test_columns_are_shown_with_role_fate_and_reason_and_nothing_is_written(sheet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["columns", str(sheet)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{sheet}: 40 rows, 6 columns, labels in es\n")
    told = roles(out)
    assert told["row_id"] == "row number kept rises by one from row to row"
    assert told["nhc"].startswith("patient id replaced by a pseudonym")
    assert told["codigo_cie"] == "code kept 100 % are ICD-10 codes"
    assert told["importe"].startswith("amount kept")
    assert told["nota"].startswith("note text read as notes")
    assert told["raro"].startswith("unknown read for people; single codes stay")
    assert os.listdir(sheet.parent) == ["t.csv"]
    assert main(["run", str(sheet), "--dry-run", "--out", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out == out
    assert main(["run", str(sheet), "--dry-run"]) == 0
    assert not (tmp_path / "out").exists()


def test_a_run_shows_its_tables_once_before_the_work(sheet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "r.json"
    assert main(["run", str(sheet), "--out", str(tmp_path / "out"), "--forms-only", "--report", str(report)]) == 0
    told = capsys.readouterr()
    assert told.err.count(f"{sheet}: 40 rows, 6 columns") == 1
    assert told.out.startswith("40 rows in 6 columns in ")
    whole = json.loads(report.read_text())
    assert whole["rows"] == 40
    columns = {column["column"]: column for column in whole["entries"][0]["columns"]}
    assert columns["codigo_cie"] == {
        "column": "codigo_cie", "role": "code", "reason": "100 % are ICD-10 codes", "action": "kept", "replaced": 0, "emptied": 0, "kept": 40,
    }  # fmt: skip
    assert (columns["nhc"]["replaced"], columns["nota"]["replaced"]) == (40, 40)
    assert "Ferrer" not in report.read_text()


def test_columns_for_programs(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["columns", str(sheet), "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)
    assert one["tables"][0]["rows"] == 40
    assert [column["role"] for column in one["tables"][0]["columns"]] == ["row number", "patient id", "code", "amount", "note text", "unknown"]


SAID = {
    "text": ("raro", "note text read as notes you said so"), "patient": ("raro", "patient id replaced by a pseudonym you said so"),
    "id": ("nhc", "patient id kept you said so"), "date": ("raro", "date replaced you said so"), "keep": ("NOTA", "note text kept you said so"),
    "drop": ("Nhc", "patient id dropped you said so"),
}  # fmt: skip


@pytest.mark.parametrize("option", SAID)
def test_an_option_or_a_file_settles_a_column(option: str, sheet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, expected = SAID[option]
    assert main(["columns", str(sheet), f"--{option}-column", name]) == 0
    first = capsys.readouterr().out
    assert roles(first)[name.lower()] == expected
    (tmp_path / "c.toml").write_text(f'{option} = ["{name}"]\n')
    assert main(["columns", str(sheet), "--columns", str(tmp_path / "c.toml")]) == 0
    assert capsys.readouterr().out == first


def test_options_may_be_given_several_times(sheet: Path, tmp_path: Path) -> None:
    call = ["run", str(sheet), "--out", str(tmp_path / "out"), "--forms-only", "--keep-column", "nota", "--keep-column", "RARO"]
    assert main([*call, "--drop-column", "nhc", "--drop-column", "importe"]) == 0
    before, after = sheet.read_text("utf-8").splitlines(), (tmp_path / "out" / "t.csv").read_text("utf-8").splitlines()
    assert after[0] == "row_id,codigo_cie,nota,raro"
    assert [line.split('"')[1:] for line in after[1:]] == [line.split('"')[1:] for line in before[1:]]


@pytest.mark.parametrize(
    ("content", "reason"),
    [("nope = ['a']", 'unknown key "nope". Choose from: text, patient, id, date, keep, drop, known'), ("text = 'a'", "give a list"), ("text = [", "not TOML")],
)
def test_a_wrong_file_of_columns_is_a_wrong_call(content: str, reason: str, sheet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "c.toml").write_text(content)
    assert main(["run", str(sheet), "--out", str(tmp_path / "out"), "--columns", str(tmp_path / "c.toml")]) == 2
    assert reason in capsys.readouterr().err
    assert main(["run", str(sheet), "--out", str(tmp_path / "out"), "--columns", str(tmp_path / "none.toml")]) == 2
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("option", ["--text-column", "--patient-column", "--id-column", "--keep-column", "--drop-columns", "--known-columns"])
def test_a_wrong_name_is_a_wrong_call_with_what_was_meant(option: str, sheet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(sheet), "--out", str(tmp_path / "out"), option, "notas"]) == 2
    told = capsys.readouterr().err
    assert "there is no column notas; the table has 6 columns: row_id, nhc, codigo_cie, importe, nota, raro. Did you mean nota?" in told
    assert not (tmp_path / "out").exists()


def test_strict_stops_before_the_work(sheet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["run", str(sheet), "--out", str(tmp_path / "out"), "--forms-only", "--strict"]
    assert main(call) == 2
    assert f"nothing tells what these columns hold. {sheet}: raro. Name them with" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    assert main([*call, "--text-column", "raro"]) == 0


@pytest.mark.parametrize(("conflict", "said"), [("text", "became text"), ("null", "40 values left empty")])
def test_what_a_type_cannot_hold_is_told_on_the_terminal(conflict: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    source = tmp_path / "t.parquet"
    numbers = [612_000_000 + 7919 * n for n in range(40)]
    pq.write_table(pa.table({"telefono": numbers, "glucosa": list(range(60, 100))}), source)
    report = tmp_path / "r.json"
    call = ["run", str(source), "--out", str(tmp_path / "out"), "--forms-only", "--on-type-conflict", conflict, "--report", str(report)]
    assert main(call) == 0
    assert f"column telefono{':' if conflict == 'null' else ''} {said}" in capsys.readouterr().err
    found = pq.read_table(tmp_path / "out" / "t.parquet")
    assert set(found["telefono"].to_pylist()) == ({"[TELÉFONO]"} if conflict == "text" else {None})
    assert found["glucosa"].to_pylist() == list(range(60, 100))
    (column, _) = json.loads(report.read_text())["entries"][0]["columns"]
    assert column.get("nulls") == (40 if conflict == "null" else None)


def test_a_folder_without_notes_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "none").mkdir()
    assert main(["run", str(tmp_path / "none"), "--out", str(tmp_path / "out")]) == 0
    assert "No file was found there" in capsys.readouterr().err
    (tmp_path / "codes").mkdir()
    (tmp_path / "codes" / "t.csv").write_text("cie,glucosa\n" + "K50.9,110\nI21.0,98\nE11.9,87\n" * 5)
    assert main(["run", str(tmp_path / "codes"), "--out", str(tmp_path / "out"), "--forms-only"]) == 0
    assert "No note was found: no column of these tables is read as notes." in capsys.readouterr().err
    (tmp_path / "codes" / "n.txt").write_text("Acude por tos.")
    assert main(["run", str(tmp_path / "codes"), "--out", str(tmp_path / "out"), "--forms-only"]) == 0
    assert "No note" not in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0 and not os.path.isdir("/proc"), reason="needs a folder that cannot be written to")
def test_a_folder_for_results_that_cannot_be_made_is_found_before_the_work(sheet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(sheet), "--out", "/proc/velado/out"]) == 2
    told = capsys.readouterr().err
    assert "cannot write there" in told
    assert "40 rows" not in told


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_in_a_table_counts_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    stream = Terminal()
    progress = Progress(1, stream)
    progress.within(1, 1_616, 20_000)
    now[0] = 100.0
    progress.within(900, 7_616, 20_000)
    assert stream.getvalue().strip("\r\x1b[K") == "7,616/20,000 rows  38 %  60 rows/s  3:26 left"


PARENT = """
import sys
from velado.cli.main import main
code = main(sys.argv[1:])
heavy = ("velado.pipeline", "velado.formats", "velado.columns", "velado.recognisers", "velado.lexicons", "pyarrow")
print("imported:", [name for name in heavy if name in sys.modules])
sys.exit(code)
"""


@pytest.mark.parametrize("call", [["columns"], ["run", "--dry-run"]])
def test_the_parent_opens_no_table_itself(call: list[str], sheet: Path) -> None:
    done = subprocess.run([sys.executable, "-c", PARENT, *call, str(sheet), "--text-column", "nota"], capture_output=True, text=True, check=True)
    assert "imported: []" in done.stdout
