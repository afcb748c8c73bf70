"""`velado run` over tables: what the options say, what is told, what is withheld."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from velado.cli.main import main
from velado.keys import new_key

TABLE = "id,NAME,BIRTH_DATE,NOTE,ward\n1,Begonia Zarrabeitia,1961-04-03,viene begonia; nacida el 3/4/61,4B\n2,Luis Soto,,sin novedad,4B\n"


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.csv").write_text(TABLE)
    (folder / "b.csv").write_text("id,otra\n1,Paciente Begonia Zarrabeitia\n")
    return folder


def test_options_for_columns_and_a_table_that_lacks_them(tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "r.json"
    call = ["run", str(tables), "--out", str(tmp_path / "out"), "--forms-only", "--report", str(report), "--language", "es"]
    columns = ["--text-column", "note", "--known-columns", "name,birth_date", "--id-column", "ID", "--keep-columns", "WARD"]
    assert main([*call, *columns]) == 3
    assert (tmp_path / "out" / "a.csv").read_text() == (
        "id,NAME,BIRTH_DATE,NOTE,ward\n1,[PACIENTE],[FECHA],viene [PACIENTE]; nacida el [FECHA],4B\n2,[PACIENTE],,sin novedad,4B\n"
    )
    assert not (tmp_path / "out" / "b.csv").exists()
    told = capsys.readouterr().err
    assert "b.csv: withheld: there is no column note, name, birth_date, WARD; the table has 2 columns: id, otra" in told
    entries = json.loads(report.read_text())["entries"]
    assert [entry["verified"] for entry in entries] == [True, False]
    assert "2 rows" in entries[0]["cleaned"]
    assert "columns read as notes: NOTE" in entries[0]["cleaned"]
    assert "arrabeitia" not in report.read_text()


def test_without_options_every_cell_is_read(tables: Path, tmp_path: Path) -> None:
    assert main(["run", str(tables), "--out", str(tmp_path / "out"), "--forms-only"]) == 0
    for name in ("a.csv", "b.csv"):
        safe = (tmp_path / "out" / name).read_text()
        assert "egonia" not in safe
        assert "1961" not in safe
    assert "sin novedad,4B" in (tmp_path / "out" / "a.csv").read_text()


def test_several_jobs_keep_the_order_and_the_bytes(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    new_key(tmp_path / "key")
    with (tmp_path / "in" / "a.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["pid", "nombre", "nota", "fecha"])
        writer.writerows([[n % 7, f"Begonia Zarra{n % 7}", f"nota {n} de begonia " * (n % 5), "2020-03-01"] for n in range(120)])
    for jobs in ("1", "2"):
        call = ["run", str(tmp_path / "in"), "--out", str(tmp_path / jobs), "--jobs", jobs, "--replace", "surrogate", "--forms-only"]
        assert main([*call, "--key-file", str(tmp_path / "key"), "--patient-column", "pid"]) == 0
    safe = (tmp_path / "1" / "a.csv").read_bytes()
    assert safe == (tmp_path / "2" / "a.csv").read_bytes()
    rows = list(csv.DictReader(safe.decode().splitlines()))
    assert [row["nota"].split()[1] for row in rows[1:5]] == ["1", "2", "3", "4"]
    assert len({row["fecha"] for row in rows[::7]}) == 1  # every seventh row is the same patient


@pytest.mark.parametrize("style", ["xlsx", "parquet", "jsonl", "tsv"])
def test_the_same_table_in_every_format(style: str, tmp_path: Path) -> None:
    rows = list(csv.DictReader(TABLE.splitlines()))
    source = tmp_path / "in" / f"a.{style}"
    source.parent.mkdir()
    write(source, rows)
    call = ["run", str(source), "--out", str(tmp_path / "out"), "--forms-only", "--language", "es", "--text-column", "note"]
    assert main([*call, "--known-columns", "name,birth_date", "--drop-columns", "ward"]) == 0
    found = read(tmp_path / "out" / source.name)
    assert [row["NAME"] for row in found] == ["[PACIENTE]", "[PACIENTE]"]
    assert [row["NOTE"] for row in found] == ["viene [PACIENTE]; nacida el [FECHA]", "sin novedad"]
    assert not any(row.get("ward") for row in found)


def write(path: Path, rows: list[dict[str, str]]) -> None:
    if path.suffix == ".tsv":
        path.write_text("\n".join("\t".join(row) for row in [list(rows[0]), *(list(row.values()) for row in rows)]) + "\n")
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    elif path.suffix == ".parquet":
        pyarrow = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(pyarrow.Table.from_pylist(rows), path)
    else:
        book = pytest.importorskip("openpyxl").Workbook()
        for row in [list(rows[0]), *(list(row.values()) for row in rows)]:
            book.active.append(row)
        book.save(path)


def read(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".tsv":
        return list(csv.DictReader(path.read_text("utf-8").splitlines(), delimiter="\t"))
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    if path.suffix == ".parquet":
        rows: list[dict[str, Any]] = pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
        return rows
    head, *below = pytest.importorskip("openpyxl").load_workbook(path).active.iter_rows(values_only=True)
    return [dict(zip(head, row, strict=True)) for row in below]


def test_limits_can_be_set(tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(tables), "--out", str(tmp_path / "out"), "--forms-only", "--limit", "cell_characters=20"]) == 3
    assert "longer than 20 characters" in capsys.readouterr().err
    assert main(["run", str(tables), "--out", str(tmp_path / "out"), "--limit", "nonsense=1"]) == 2
    assert "cell_characters" in capsys.readouterr().err


def test_detect_passes_over_its_own_results(tables: Path, tmp_path: Path) -> None:
    (tables / "b.csv").unlink()
    for style in ("jsonl", "doccano", "label-studio"):
        for _ in range(2):  # the second time the annotations of the first stand beside the tables
            assert main(["detect", str(tables), "--out", str(tables), "--to", style, "--forms-only", "--text-column", "note"]) == 0
    assert not list(tables.glob("*-*-*"))
    assert json.loads((tables / "a.json").read_text())[0]["data"]["text"] == "Begonia Zarrabeitia"
    written = json.loads((tables / "a-3.json").read_text())
    assert written[0]["data"]["text"].startswith("viene")


@pytest.mark.parametrize("keyed", [True, False], ids=["with a key", "without a key"])
def test_record_numbers_are_one_to_one_in_all_tables_of_a_run(keyed: bool, tmp_path: Path) -> None:
    """Two files, two processes: no two patients become one, and the files stay linked."""
    (tmp_path / "in").mkdir()
    numbers = [str(1000 + 3 * n) for n in range(600)]  # close together: drawn one by one, some would meet
    for name in ("a.csv", "b.csv"):
        (tmp_path / "in" / name).write_text("".join(f"{line}\n" for line in ["mrn,note", *(f"{number},MRN {number} seen" for number in numbers)]))
    call = ["run", str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--forms-only", "--replace", "surrogate", "--patient-column", "mrn"]
    if keyed:
        new_key(tmp_path / "key")
        call += ["--key-file", str(tmp_path / "key")]
    assert main([*call, "--text-column", "note", "--language", "en", "--jobs", "2"]) == 0
    first, second = (list(csv.DictReader((tmp_path / "out" / name).read_text().splitlines())) for name in ("a.csv", "b.csv"))
    assert first == second
    assert len({row["mrn"] for row in first}) == len(numbers)
    assert all(row["note"] == f"MRN {row['mrn']} seen" for row in first)
    assert not any(row["mrn"] == number for row, number in zip(first, numbers, strict=True))
