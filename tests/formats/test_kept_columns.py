"""What is not a person's comes back as it was: codes, figures, amounts, categories and row numbers, in every format of tables."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zoo
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from steps import steps_for

from velado.document import Document, Result
from velado.formats import Handled, Options, Tabular, format_for
from velado.formats.source import source_of

Handle = Callable[[Document], Result]
Through = Callable[..., tuple[Path, list[str]]]
Columns = dict[str, list[str]]

HARMLESS: dict[str, zoo.Draw] = {
    "row_id": zoo.rows(9_990), "codigo_cie": zoo.CODES["icd"], "atc": zoo.CODES["atc"], "snomed": zoo.CODES["snomed"], "importe": zoo.unique(10_000, 60_000),
    "coste": zoo.AMOUNTS["billed"], "plaquetas": zoo.FIGURES["platelets"], "creatinina": zoo.FIGURES["creatinine"], "servicio": zoo.of(*zoo.WARDS),
}  # fmt: skip
PERSONAL: dict[str, zoo.Draw] = {"nhc": zoo.visits(400_000, 900_000), "nombre": zoo.people, "fecha_nac": zoo.days(1930, 2015, "%d/%m/%Y")}


def drawn(columns: dict[str, zoo.Draw], rows: int = 60, seed: int = 1) -> Columns:
    draw = random.Random(seed)
    return {name: values(draw, rows) for name, values in columns.items()}


def written(columns: Columns, path: Path) -> Path:
    rows = list(zip(*columns.values(), strict=True))
    numbers = {name for name, values in columns.items() if all(value.isdecimal() and value[0] != "0" for value in values)}
    typed = [[int(value) if name in numbers else value for name, value in zip(columns, row, strict=True)] for row in rows]
    if path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows([list(columns), *rows])
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) + "\n" for row in typed), "utf-8")
    elif path.suffix == ".parquet":
        pa = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(pa.table(dict(zip(columns, map(list, zip(*typed, strict=True)), strict=True))), path)
    else:
        book = pytest.importorskip("openpyxl").Workbook()
        for row in (list(columns), *typed):
            book.active.append(row)
        book.save(path)
    return path


def read(path: Path) -> Columns:
    rows: list[dict[str, Any]]
    if path.suffix == ".csv":
        rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8"), newline="")))
    elif path.suffix == ".jsonl":
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    elif path.suffix == ".parquet":
        rows = pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
    else:
        head, *below = pytest.importorskip("openpyxl").load_workbook(path).active.iter_rows(values_only=True)
        rows = [dict(zip(head, row, strict=True)) for row in below]
    return {name: [str(row[name]) for row in rows] for name in rows[0]}


@pytest.mark.parametrize("replace", ["keyed", "surrogates"])
@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".parquet", ".jsonl"])
def test_what_is_nobodys_comes_back_as_it_was(suffix: str, replace: str, tmp_path: Path, through: Through, request: pytest.FixtureRequest) -> None:
    columns = drawn({**HARMLESS, **PERSONAL})
    found = read(through(written(columns, tmp_path / f"in{suffix}"), request.getfixturevalue(replace))[0])
    for name in HARMLESS:
        assert found[name] == columns[name], name
    for name in PERSONAL:
        assert not [new for new, old in zip(found[name], columns[name], strict=True) if new == old], name


ODD = "x7 V12 col_3 CIE10_ppal cod_dx_1 cid2 DxCode importe_neto_2 vlr_tot TOTAL_BILLED custo coste/sesion lab_hb res1 resultado2 qtd medida_b tarifa01 fee_usd".split()
NOBODYS = {**zoo.CODES, **zoo.FIGURES, **zoo.AMOUNTS, **zoo.WORDS, **zoo.ROWS}
WITH = {"nota": zoo.notes, "nombre": zoo.people, "nhc": zoo.visits(400_000, 900_000), "note": zoo.notes, "prontuario": zoo.PEOPLE["record"], "nome": zoo.people}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(
    kinds=st.lists(st.tuples(st.sampled_from(sorted(NOBODYS)), st.sampled_from(ODD)), min_size=1, max_size=5, unique_by=lambda pair: pair[1]),
    beside=st.sampled_from(sorted(WITH)), seed=st.integers(0, 10**6),
)  # fmt: skip
def test_no_table_has_a_code_a_figure_or_an_amount_falsified(
    kinds: list[tuple[str, str]], beside: str, seed: int, tmp_path: Path, surrogates: Handle, through: Through
) -> None:
    columns = drawn({**{name: NOBODYS[kind] for kind, name in kinds}, beside: WITH[beside]}, 45, seed)
    found = read(through(written(columns, tmp_path / "in.csv"), surrogates)[0])
    for _, name in kinds:
        assert found[name] == columns[name], name


def test_rows_without_a_header_are_told_by_their_values(tmp_path: Path, surrogates: Handle, through: Through) -> None:
    columns = drawn({"a": zoo.rows(10_000), "b": zoo.people, "c": zoo.CODES["atc"], "d": zoo.faked("es_dni")})
    rows = list(zip(*columns.values(), strict=True))
    with (tmp_path / "in.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows(rows)
    found = list(csv.reader(io.StringIO(through(tmp_path / "in.csv", surrogates)[0].read_text("utf-8"))))
    assert [(row[0], row[2]) for row in found] == [(row[0], row[2]) for row in rows]
    assert not {row[1] for row in found} & set(columns["b"])
    assert not {row[3] for row in found} & set(columns["d"])


def test_each_sheet_is_decided_for_itself(tmp_path: Path, surrogates: Handle, through: Through) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    first, second = drawn({"codigo": zoo.CODES["icd"], "x": zoo.of("a b", "c d")}), drawn({"codigo": zoo.PEOPLE["record"], "x": zoo.of("a b", "c d")})
    for sheet, columns in ((book.active, first), (book.create_sheet("Hoja2"), second)):
        for row in (list(columns), *zip(*columns.values(), strict=True)):
            sheet.append(row)
    book.save(tmp_path / "in.xlsx")
    style = format_for(tmp_path / "in.xlsx")
    assert isinstance(style, Tabular)
    tables = style.tables(source_of(tmp_path / "in.xlsx"))
    assert [[column.role for column in table.columns] for table in tables] == [["code", "category"], ["patient id", "category"]]
    after = openpyxl.load_workbook(through(tmp_path / "in.xlsx", surrogates)[0])
    assert [row[0] for row in after.worksheets[0].iter_rows(min_row=2, values_only=True)] == first["codigo"]
    assert not {row[0] for row in after.worksheets[1].iter_rows(min_row=2, values_only=True)} & set(second["codigo"])


def test_what_nothing_tells_keeps_its_single_codes_and_loses_its_people(tmp_path: Path, surrogates: Handle, through: Through) -> None:
    values = ["ab-12", "Qz xx 1", "ww3", "Dra. Marta Zulueta Campos", "k1 tt", "tel. 612 345 678", "12345678Z", "4455667"]
    columns = {"x": values * 3, "n": [str(number) for number in range(24)]}
    source = written({"x": [f"{value}" for value in columns["x"]], "n": columns["n"]}, tmp_path / "in.csv")
    (table,) = steps_for(source).tables(source_of(source))
    target, told = through(source, surrogates)
    found = read(target)["x"]
    if table.columns[0].role == "unknown":
        assert any("columns that nothing tells" in note and ": x" in note for note in told)
    assert [value for value in found if value in ("ab-12", "ww3")] == ["ab-12", "ww3"] * 3
    assert not [value for value in found if "Zulueta" in value or "612" in value or value == "12345678Z"]


def asked(path: Path, **said: Any) -> list[Document]:
    style = format_for(path)
    assert style is not None
    return list(style.read(source_of(path), Options(**said)))


def test_labels_have_one_language_in_a_table_of_notes_in_several(tmp_path: Path) -> None:
    notes = ["Paciente que refiere dolor desde hace dos días, sin fiebre.", "The patient denies chest pain and was seen in clinic today."]
    columns = {"mrn": [str(4_000_000 + 7 * n * n) for n in range(30)], "note": (notes * 10 + [notes[1]] * 10), "visit_date": ["2020-03-01"] * 30}
    source = written(columns, tmp_path / "in.csv")
    assert {document.label_language for document in asked(source)} == {"en"}
    assert {document.label_language for document in asked(source, label_language="pt")} == {"pt"}
    assert {document.label_language for document in asked(source, language="es")} == {"es"}


@pytest.mark.parametrize("said", [{}, {"patient_column": "pid"}, {"patient_column": ("pid", "alt")}])
def test_the_column_of_the_patient_is_marked_for_a_pseudonym(said: dict[str, Any], tmp_path: Path) -> None:
    columns = drawn({"pid": zoo.visits(400_000, 900_000), "alt": zoo.PEOPLE["letters"], "nota": zoo.notes})
    source = written(columns, tmp_path / "in.csv")
    marked = {document.text for document in asked(source, **said) if document.pseudonym}
    assert marked == set(columns["pid"]) | (set(columns["alt"]) if "alt" in str(said) else set())
    assert not [document for document in asked(source, patient="label", **said) if document.pseudonym]


def test_kept_cells_that_repeat_a_person_are_emptied_but_no_code_is(tmp_path: Path, keyed: Handle, through: Through) -> None:
    numbers = drawn({"n": zoo.visits(400_000, 900_000)})["n"]
    columns = {"nhc": numbers, "importe": [f"{int(number)}.50" for number in numbers], "glucosa": ["98765"] * 60, "nota": [f"Gasto de {number}" for number in numbers]}
    found = read(through(written(columns, tmp_path / "in.csv"), keyed)[0])
    assert found["importe"] == columns["importe"]
    assert found["glucosa"] == columns["glucosa"]
    assert not set(found["nhc"]) & set(numbers)


@pytest.mark.parametrize(("conflict", "expected"), [("text", "[ID_PACIENTE]"), ("null", None)])
@pytest.mark.parametrize("suffix", [".xlsx", ".parquet", ".jsonl"])
def test_labels_in_columns_of_numbers_are_told(
    suffix: str, conflict: str, expected: str | None, tmp_path: Path, keyed: Handle, through: Through
) -> None:
    columns = drawn({"nhc": zoo.visits(400_000, 900_000), "glucosa": zoo.FIGURES["glucose"]})
    target, told = through(written(columns, tmp_path / f"in{suffix}"), keyed, patient="label", on_type_conflict=conflict)
    found = read(target)
    assert set(found["nhc"]) == {str(expected)}
    assert found["glucosa"] == columns["glucosa"]
    note = "column nhc became text" if conflict == "text" else "60 values of column nhc left empty"
    assert any(note in one for one in told)


def test_the_report_tells_what_became_of_each_column(tmp_path: Path, keyed: Handle) -> None:
    columns = drawn({"nhc": zoo.visits(400_000, 900_000), "codigo_cie": zoo.CODES["icd"], "direccion": zoo.of(*zoo.STREETS)})
    source = source_of(written(columns, tmp_path / "in.csv"))
    style, options = format_for(source.path), Options(drop_columns=("direccion",))
    assert style is not None
    handled: list[Handled] = [(document, keyed(document)) for document in style.read(source, options)]
    source.units.used = source.units.found()
    style.write(tmp_path / "out.csv", source, iter(handled), options)
    told = {entry["column"]: (entry["role"], entry["action"], entry["replaced"], entry["kept"], entry["emptied"]) for entry in source.units.columns}
    assert told["nhc"][0:1] + told["nhc"][2:] == ("patient id", 60, 0, 0)
    assert told["codigo_cie"] == ("code", "kept", 0, 60, 0)
    assert told["direccion"][1] == "dropped"


def test_the_same_plan_comes_out_of_the_same_file(tmp_path: Path) -> None:
    source = written(drawn({**HARMLESS, **PERSONAL}, 300), tmp_path / "in.csv")
    style = format_for(source)
    assert isinstance(style, Tabular)
    assert style.tables(source_of(source)) == style.tables(source_of(source))
