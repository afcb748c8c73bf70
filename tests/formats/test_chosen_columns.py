"""What a user says of columns by their place, and where a reviewer finds the cells of a table, in every format of tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from velado import Pipeline
from velado.formats import CHOICES, Options, Table, Tabular, format_for
from velado.formats.safe_copy import write_safe_copy
from velado.formats.source import private_copy

PEOPLE = ("Rosalía Quintero Bravo", "Amador Céspedes Luna", "Herminia Tovar Ríos", "Casimiro Bustos Vega")
NAMES = ("nhc", "paciente", "cie10", "coste", "nota")
RECORDS = [
    {"nhc": str(558_010 + number % 6), "paciente": PEOPLE[number % 4], "cie10": ("K50.9", "I21.0", "E11.9")[number % 3], "coste": 100 + 37 * number, "nota": "Acude por tos desde hace días."}
    for number in range(24)
]  # fmt: skip


def made(path: Path) -> Path:
    if path.suffix == ".csv":
        path.write_text("\n".join([",".join(NAMES), *(",".join(map(str, record.values())) for record in RECORDS)]) + "\n", "utf-8")
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in RECORDS), "utf-8")
    elif path.suffix == ".parquet":
        pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
        pytest.importorskip("pyarrow.parquet").write_table(pa.Table.from_pylist(RECORDS), path)
    else:
        book = pytest.importorskip("openpyxl", reason="openpyxl is not installed").Workbook()
        book.active.append(["Nombre", "Ana Gil"])  # a sheet that is a form: no table
        sheet = book.create_sheet("datos")
        sheet.append(["Consultas de marzo"])
        for row in (NAMES, *(tuple(record.values()) for record in RECORDS)):
            sheet.append(list(row))
        book.save(path)
    return path


def handled(path: Path, folder: Path, options: Options) -> tuple[Table, Path, list[tuple[str, int]]]:
    style = format_for(path)
    assert style is not None
    assert isinstance(style, Tabular)
    pipeline, seen = Pipeline(model=False), []
    out = folder / f"out{path.suffix}"
    with private_copy(path, folder) as source:
        table = next(table for table in style.tables(source, options) if len(table.columns) == 5)

        def judge(documents):  # type: ignore[no-untyped-def]
            for document in documents:
                seen.append((document.cell.column, document.cell.row))
                yield document, pipeline.deidentify(document)

        write_safe_copy(style, source, out, judge, options)
    return table, out, seen


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet", ".xlsx"])
def test_columns_that_are_chosen_by_their_place(tmp_path: Path, suffix: str) -> None:
    path = made(tmp_path / f"tabla{suffix}")
    number = 1 if suffix == ".xlsx" else 0  # the title of the sheet is a table of its own
    choices = ((number, 2, "identity"), (number, 1, "keep"), (number, 4, "drop"))
    table, out, seen = handled(path, tmp_path, Options(choices=choices, for_review=True))
    assert [column.action for column in table.columns] == ["replaced by a pseudonym", "kept", "replaced", "kept", "dropped"]
    assert {name for name, _ in seen if name} >= {"nhc", "cie10"}
    assert not {name for name, _ in seen} & {"paciente", "nota"}
    if suffix == ".csv":
        rows = [line.split(",") for line in out.read_text("utf-8").splitlines()[1:]]
        assert [row[1] for row in rows] == [record["paciente"] for record in RECORDS]
        assert not {row[2] for row in rows} & {record["cie10"] for record in RECORDS}
        assert {len(row) for row in rows} == {4}


@pytest.mark.parametrize("choice", CHOICES)
def test_every_choice_is_told_as_the_users(tmp_path: Path, choice: str) -> None:
    path = made(tmp_path / "tabla.csv")
    table, _, _ = handled(path, tmp_path, Options(choices=((0, 3, choice),), for_review=True))
    assert table.columns[3].reason == "you said so"


def test_without_being_asked_documents_carry_no_cells(tmp_path: Path) -> None:
    style = format_for(path := made(tmp_path / "tabla.csv"))
    assert style is not None
    with private_copy(path, tmp_path) as source:
        assert {document.cell for document in style.read(source)} == {None}
