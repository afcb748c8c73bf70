"""The measure of tables measures: what was damaged by hand is found, and nothing else is."""

from __future__ import annotations

import copy
import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openpyxl", reason="the tables of the benchmark are made with the packages of the tests")
pytest.importorskip("pyarrow", reason="the tables of the benchmark are made with the packages of the tests")
sys.path.insert(0, str(Path(__file__).parent.parent.parent))
from benchmarks.hospital.blueprints import LANGUAGES, Blueprint, blueprints, filled
from benchmarks.hospital.compare import Outcome, compare
from benchmarks.hospital.files import Frame, read, write
from benchmarks.hospital.findings import CHANGED, Figure, Findings
from benchmarks.hospital.kinds import KINDS, Row, Table
from benchmarks.hospital.leaks import left_in_text
from benchmarks.hospital.notes import note
from benchmarks.hospital.numbers import VALID
from benchmarks.hospital.people import Hospital
from benchmarks.hospital.roles import ROLES, entries_of, wrong_roles
from benchmarks.hospital.words import templates

ASKED_ZERO = [
    *(CHANGED + group for group in ("codes", "amounts", "measurements", "categories", "constants", "row numbers")),
    Figure.PATIENTS_MERGED, Figure.PATIENTS_SPLIT, Figure.NUMBERS_MERGED, Figure.NUMBERS_SPLIT, Figure.LABELS, Figure.ROWS, Figure.COLUMNS,
    Figure.TYPES_SILENT, Figure.EMPTIED_SILENT, Figure.FILLED, Figure.REWRITTEN, Figure.ENCODING, Figure.WITHHELD, Figure.MEDICINE,
]  # fmt: skip


def made(number: int, rows: int = 30) -> Blueprint:
    table = blueprints()[number - 1]
    filled([table], "7", rows)
    return table


def frame(table: Blueprint, folder: Path) -> Frame:
    path = folder / f"a.{table.suffix}"
    write(table, path)
    return read(table, path)


def wrong(found: Findings) -> dict[str, int]:
    """What is not 0 among the figures that have to be."""
    return {figure: count for figure in ASKED_ZERO if (count := found.total(figure).bad)}


def test_there_are_twenty_tables_for_each_language_in_every_format_and_with_every_kind_of_names() -> None:
    tables = blueprints()
    assert Counter(table.language for table in tables) == dict.fromkeys(LANGUAGES, 20)
    for language in LANGUAGES:
        own = [table for table in tables if table.language == language]
        assert {table.suffix for table in own} == {"csv", "parquet", "xlsx", "jsonl"}
        assert {table.names for table in own} == {"honest", "missing", "misleading"}
        assert {table.strategy for table in own} == {"default", "label", "hash", "surrogate"}
    assert sum(table.size == 20_000 for table in tables) == 6
    assert all(200 <= table.size <= 1_500 for table in tables if table.size != 20_000)
    assert all(6 <= len(table.columns) <= 30 for table in tables)
    assert all(table.named(option) in [*(column.name for column in table.columns), ""] for table in tables for option in ("patient", "text"))


@pytest.mark.parametrize("number", [1, 6, 9, 13, 20, 27, 47])
def test_a_table_that_came_back_as_it_was_has_everybody_left_and_nothing_else_wrong(number: int, tmp_path: Path) -> None:
    table = made(number)
    before = frame(table, tmp_path)
    found = compare(table, before, copy.deepcopy(before), Outcome())
    assert wrong(found) == {}
    for figure in (Figure.LEFT_IN_COLUMNS, Figure.LEFT_IN_TEXTS):
        count = found.total(figure)
        assert count.bad == count.of


def damaged(table: Blueprint, before: Frame, column: str, change: Callable[[list[Any]], None]) -> Findings:
    after = copy.deepcopy(before)
    place = before.names.index(column)
    cells = [row[place] for row in after.rows]
    change(cells)
    for row, cell in zip(after.rows, cells, strict=True):
        row[place] = cell
    return compare(table, before, after, Outcome())


def put(place: int, value: Any) -> Callable[[list[Any]], None]:
    return lambda cells: cells.__setitem__(place, value)


def test_each_damage_is_counted_once(tmp_path: Path) -> None:
    table = made(1)
    before = frame(table, tmp_path)
    assert wrong(damaged(table, before, "codigo_cie", put(3, "H25.7"))) == {CHANGED + "codes": 1}
    assert wrong(damaged(table, before, "importe", put(4, "1"))) == {CHANGED + "amounts": 1}
    assert wrong(damaged(table, before, "id", put(5, None))) == {CHANGED + "row numbers": 1, Figure.EMPTIED_SILENT: 1}
    assert wrong(damaged(table, before, "triaje", put(6, "[FECHA]"))) == {CHANGED + "categories": 1}


def test_patients_that_became_one_and_patients_that_became_two_are_counted(tmp_path: Path) -> None:
    table = made(3, 200)
    before = frame(table, tmp_path)
    place = before.names.index("mrn")
    numbers = list(dict.fromkeys(row[place] for row in before.rows))

    def merge(cells: list[Any]) -> None:
        cells[:] = [numbers[0] if cell == numbers[1] else cell for cell in cells]

    def split(cells: list[Any]) -> None:
        often = next(number for number in numbers if cells.count(number) > 1)
        cells[cells.index(often)] = "a new number"

    assert wrong(damaged(table, before, "mrn", merge)) == {Figure.PATIENTS_MERGED: 2}
    assert wrong(damaged(table, before, "mrn", split)) == {Figure.PATIENTS_SPLIT: 1}


def test_lost_rows_renamed_columns_and_new_quotes_are_counted(tmp_path: Path) -> None:
    table = made(9)
    before = frame(table, tmp_path)
    after = copy.deepcopy(before)
    after.rows, after.fields = after.rows[:-2], after.fields[:-2]
    after.names[3] = "col_4"
    after.fields[0][1] = after.rows[0][1]
    assert wrong(compare(table, before, after, Outcome())) == {Figure.ROWS: 2, Figure.COLUMNS: 1, Figure.REWRITTEN: 1}


def test_cells_in_another_encoding_than_their_file_are_counted(tmp_path: Path) -> None:
    table = made(12)
    path = tmp_path / "a.csv"
    write(table, path)
    before = read(table, path)
    assert before.strange == []
    path.write_bytes(path.read_bytes() + "1|[TELÉFONO]|pendiente".encode() + " analítica\n".encode("latin-1") + "2|[TELÉFONO]|3\n".encode())
    assert len(read(table, path).strange) == 2


def test_labels_of_two_languages_in_a_column_are_counted(tmp_path: Path) -> None:
    table = made(5)
    before = frame(table, tmp_path)
    found = damaged(table, before, "Paciente", lambda cells: cells.__setitem__(slice(None), ["[FECHA]", "[DATE]"] * (len(cells) // 2)))
    assert found.total(Figure.LABELS).bad == 1
    found = damaged(table, before, "Paciente", lambda cells: cells.__setitem__(slice(None), ["[FECHA]", "[PACIENTE]"] * (len(cells) // 2)))
    assert found.total(Figure.LABELS).bad == 0


def test_emptied_cells_are_told_by_the_report_or_silent(tmp_path: Path) -> None:
    table = made(4)
    before = frame(table, tmp_path)
    after = copy.deepcopy(before)
    for row in after.rows[:3]:
        row[before.names.index("FECHA_ALTA")] = None
    for entry, silent in (({}, 3), ({"columns": [{"name": "FECHA_ALTA", "emptied": 3}]}, 0), ({"cleaned": ["2 cells emptied"]}, 1)):
        found = compare(table, before, after, Outcome(entry))
        assert (found.total(Figure.EMPTIED_SILENT).bad, found.total(Figure.EMPTIED_TOLD).bad) == (silent, 3 - silent)


def test_the_same_seed_makes_the_same_table_and_another_one_another(tmp_path: Path) -> None:
    one, again, other = (blueprints()[0] for _ in range(3))
    for table, seed in ((one, "1"), (again, "1"), (other, "2")):
        filled([table], seed, 20)
    assert one.rows == again.rows != other.rows


def row_of(language: str, country: str) -> Row:
    hospital = Hospital("5", language, country, 40)
    return Row(0, Table(hospital, random.Random(3)), hospital.patients[0], hospital.visits[0][0], "record 7")


@pytest.mark.parametrize(("language", "country"), [("es", "ES"), ("es", "MX"), ("es", "CL"), ("pt", "BR"), ("pt", "PT"), ("en", "GB"), ("en", "US")])
def test_every_template_says_where_people_stand(language: str, country: str) -> None:
    assert len(templates(language)) >= 40
    text = note(row_of(language, country), count=len(templates(language)))
    assert all(text.text[mark.start : mark.start + len(mark.text)] == mark.text for mark in text.marks)
    assert all(piece in text.text for piece in text.kept)
    assert "{" not in text.text
    assert len(text.kept) > 80


def test_a_name_counts_as_left_only_where_it_stood() -> None:
    text = note(row_of("es", "ES"), count=44)
    marks = [mark for mark in text.marks if mark.kind == "name" and " " in mark.text][:1]
    assert left_in_text(marks, text.text, text.text, drawn=False) == [True]
    hidden = text.text.replace(marks[0].text, "[PACIENTE]")
    assert left_in_text(marks, text.text, hidden, drawn=False) == [False]
    assert left_in_text(marks, text.text, f"{hidden} {marks[0].text}", drawn=False) == [False]


def test_numbers_have_their_check_digits() -> None:
    national = {("es", "ES"): ["dni", "nie"], ("es", "MX"): ["curp"], ("es", "CL"): ["rut", "rut_dotted"], ("pt", "BR"): ["cpf", "cpf_dotted"],
                ("pt", "PT"): ["nif"], ("en", "GB"): ["nhs", "nhs_spaced"]}  # fmt: skip
    for (language, country), names in national.items():
        hospital = Hospital("9", language, country, 60)
        for name in names:
            numbers = [hospital.numbered(name, patient) for patient in hospital.patients]
            assert [number for number in numbers if not VALID[name](number)] == []
            assert len(set(numbers)) == 60


def other_last_figures(cells: list[Any]) -> None:
    cells[:] = [f"{cell[:-1]}{9 - int(cell[-1])}" for cell in cells]


def test_pseudonyms_without_the_form_of_the_number_or_its_check_digit_are_counted(tmp_path: Path) -> None:
    table = made(16)
    before = frame(table, tmp_path)
    found = damaged(table, before, "CURP", other_last_figures)
    assert (found.total(Figure.FORM).bad, found.total(Figure.CHECK).bad) == (0, len({row[before.names.index("CURP")] for row in before.rows}))
    found = damaged(table, before, "EXPEDIENTE", lambda cells: cells.__setitem__(slice(None), [f"N{cell}" for cell in cells]))
    assert found.total(Figure.FORM).bad == len({row[before.names.index("EXPEDIENTE")] for row in before.rows})


def test_roles_are_right_when_they_are_what_the_columns_hold() -> None:
    table = blueprints()[0]
    right = [(column.name, column.kind.role) for column in table.columns]
    assert wrong_roles(table, right).total(Figure.ROLES).bad == 0
    longer = {"note": "note text", "identifier": "other identifier", "birth date": "date_of_birth", "code": "Code of a terminology"}
    assert wrong_roles(table, [(name, longer.get(role, role)) for name, role in right]).total(Figure.ROLES).bad == 0
    assert wrong_roles(table, [(name, "note") for name, _ in right]).total(Figure.ROLES).bad == len(right) - 3  # notes, comments, diagnoses


def test_every_kind_of_column_has_a_role_that_there_is() -> None:
    assert {role for kind in KINDS.values() for role in (kind.role, *kind.also)} <= set(ROLES)


@pytest.mark.parametrize(
    "shape", ["{0}", '{{"columns": {0}}}', '{{"a.csv": {{"columns": {0}}}}}', '[{{"file": "a.csv", "rows": 3, "columns": {0}}}]']
)
def test_roles_are_read_in_whatever_shape_they_come(shape: str) -> None:
    columns = [{"name": "nhc", "role": "patient id"}, {"name": "nota", "role": "note", "reasons": ["prose"]}]
    assert entries_of(json.loads(shape.format(json.dumps(columns)))) == columns
    title = {"name": "Hoja1", "columns": [{"name": "no. 1", "role": "note"}]}
    assert entries_of([{"path": "a.xlsx", "tables": [title, {"name": "Hoja1", "columns": columns}]}]) == columns
