"""`velado run` over tables: no code falsified, no row number lost, no two patients made one, rows of a patient still together."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from velado.cli.main import main

KEY = "q7Zt2mVx9LrK4bNw8PsDc3Hf6YgJ1aTe"
NOTES = {
    "es": "Paciente que acude por dolor torácico desde hace dos horas, sin fiebre. Se realiza ECG y se pauta paracetamol 1 g.",
    "pt": "Paciente com dor torácica há duas horas, sem febre. Não tem alergias. Foi realizado ECG e prescrito paracetamol 1 g.",
    "en": "The patient has had chest pain for the last two hours and no fever. An ECG was done and he was given paracetamol 1 g.",
}
Rows = list[dict[str, object]]


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    path.write_text(KEY)
    path.chmod(0o600)
    return path


def written(path: Path, rows: Rows) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".parquet":
        pyarrow = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(pyarrow.Table.from_pylist(rows), path)
    else:
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    return path


def cells(path: Path, column: str) -> list[object]:
    if path.suffix == ".parquet":
        whole: list[object] = pytest.importorskip("pyarrow.parquet").read_table(path)[column].to_pylist()
        return whole
    with path.open(encoding="utf-8", newline="") as stream:
        return [row[column] for row in csv.DictReader(stream)]


def run(source: Path, out: Path, *options: str) -> Path:
    """The result of a call that must succeed."""
    assert main(["run", str(source), "--out", str(out), "--forms-only", *options]) == 0
    return out / source.name


def as_they_stand(path: Path, values: Iterable[object]) -> list[object]:
    """Values as `cells` returns them: a CSV file holds texts."""
    return [value if path.suffix == ".parquet" else str(value) for value in values]


def of_each(before: Iterable[object], after: Iterable[object]) -> dict[object, set[object]]:
    """What every value became."""
    found: dict[object, set[object]] = defaultdict(set)
    for old, new in zip(before, after, strict=True):
        found[old].add(new)
    return found


def assert_one_to_one(before: Sequence[object], after: Sequence[object]) -> None:
    found = of_each(before, after)
    assert all(len(new) == 1 for new in found.values())
    assert len(set(after)) == len(found)
    assert [old for old, new in found.items() if old in new] == []


CONTENT: dict[str, Sequence[object]] = {
    "codigo_cie": ("K50.9", "I21.0", "E11.9", "S72.001A", "M72.0", "C92.0"),
    "atc": ("A10BA02", "C09AA02", "H03AA01", "J01DD04", "N02BE01", "L01XC03"),
    "proc": ("0DTJ4ZZ", "0FT44ZZ", "02100Z9", "8E0W4CZ", "B020ZZZ", "4A02X4Z"),
    "snomed": ("22298006", "38341003", "44054006", "195967001", "13645005", "233604007"),
    "importe": (10450, 980, 23999, 45, 120300, 61234),
    "coste": (23999, 61200, 17, 88001, 10999, 45120),
    "plaquetas": (12000, 145000, 98000, 410000, 23500, 61000),
}


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
@pytest.mark.parametrize("strategy", ["surrogate", "label"])
def test_codes_and_amounts_in_columns_that_nobody_named_stay(suffix: str, strategy: str, tmp_path: Path, key: Path) -> None:
    rows: Rows = [
        {"nhc": f"{4_455_601 + number // 2}", "nombre": "Begoña Zárate", "nota": NOTES["es"]}
        | {name: values[(number + shift) % len(values)] for shift, (name, values) in enumerate(CONTENT.items())}
        for number in range(60)
    ]
    source = written(tmp_path / "in" / f"a{suffix}", rows)
    result = run(source, tmp_path / "out", "--replace", strategy, "--key-file", str(key))
    before = {name: as_they_stand(result, (row[name] for row in rows)) for name in CONTENT}
    falsified = {name: now for name in CONTENT if (now := cells(result, name)) != before[name]}
    assert falsified == {}
    assert "Begoña Zárate" not in cells(result, "nombre")


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
@pytest.mark.parametrize("strategy", ["surrogate", "label"])
@pytest.mark.parametrize("name", ["row_id", "id", "numero"])
def test_row_numbers_stay_past_ten_thousand(name: str, strategy: str, suffix: str, tmp_path: Path, key: Path) -> None:
    rows: Rows = [{name: 9_990 + number, "nhc": f"{4_455_601 + number // 2}", "nota": "Sin novedad."} for number in range(50)]
    source = written(tmp_path / "in" / f"a{suffix}", rows)
    result = run(source, tmp_path / "out", "--replace", strategy, "--key-file", str(key))
    assert cells(result, name) == as_they_stand(result, range(9_990, 10_040))


# Numbers of five figures that were drawn one by one under this key made one patient of two among these 62. Of the thousand numbers
# of three figures 200 cannot be drawn without that, whatever the key.
@pytest.mark.parametrize(("first", "step", "patients"), [(100, 4, 200), (10_007, 127, 62)])
@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_two_patients_never_become_one(first: int, step: int, patients: int, suffix: str, tmp_path: Path, key: Path) -> None:
    numbers = [f"{first + step * number}" for number in range(patients)]
    source = written(tmp_path / "in" / f"a{suffix}", [{"mrn": number, "nota": "Sin novedad."} for number in [*numbers, *numbers[:20]]])
    result = run(source, tmp_path / "out", "--replace", "surrogate", "--patient-column", "mrn", "--key-file", str(key))
    found = of_each(cells(source, "mrn"), cells(result, "mrn"))
    assert all(len(new) == 1 for new in found.values())
    assert len({new for several in found.values() for new in several}) == patients


def in_three_languages(count: int) -> Rows:
    """Rows of ten patients; blocks of them have their notes in another language, as a register of several countries has."""
    surnames = "Zárate Lasarte Mendibil Quiroga Ledesma Outeiral Paredes Zulueta Figueroa Ugarte".split()
    return [
        {
            "nhc": f"{4_455_601 + 7 * (number % 10)}",
            "nombre": f"Begoña {surnames[number % 10]}",
            "fecha": "2020-03-01",
            "nota": NOTES[("es", "pt", "en")[number // 20 % 3]],
        }
        for number in range(count)
    ]


def test_a_hash_is_one_code_per_patient_whatever_language_the_notes_have(tmp_path: Path, key: Path) -> None:
    source = written(tmp_path / "in" / "a.csv", in_three_languages(120))
    result = run(source, tmp_path / "out", "--replace", "hash", "--patient-column", "nhc", "--key-file", str(key))
    assert_one_to_one(cells(source, "nhc"), cells(result, "nhc"))


def test_labels_of_a_column_have_one_language(tmp_path: Path) -> None:
    source = written(tmp_path / "in" / "a.csv", in_three_languages(120))
    result = run(source, tmp_path / "out")
    for name in ("nombre", "fecha"):
        labels = {str(value) for value in cells(result, name)}
        assert len(labels) == 1, labels
        assert re.fullmatch(r"\[\w+\]", labels.pop())


def test_a_name_is_replaced_alike_in_rows_of_several_languages(tmp_path: Path, key: Path) -> None:
    rows = [{"mrn": 7_040_011, "nombre": "Begonia Zarrabeitia Ruiz", "nota": NOTES[language]} for language in ("es", "en", "pt", "es") * 12]
    source = written(tmp_path / "in" / "a.csv", rows)
    result = run(source, tmp_path / "out", "--replace", "surrogate", "--key-file", str(key))
    assert len(set(cells(result, "nombre"))) == 1


@pytest.mark.parametrize("language", ["es", "pt", "en"])
@pytest.mark.parametrize("form", ["%d/%m/%Y", "%m/%d/%Y"])
@pytest.mark.parametrize("strategy", ["surrogate", "shift_dates"])
def test_the_dates_of_a_column_are_read_in_one_order(language: str, form: str, strategy: str, tmp_path: Path, key: Path) -> None:
    first = date(2021, 1, 1)
    rows: Rows = [
        {"mrn": 7_040_011, "admission": (first + timedelta(day)).strftime(form), "discharge": (first + timedelta(day + 2)).strftime(form), "note": NOTES[language]}
        for day in range(60)
    ]
    source = written(tmp_path / "in" / "a.csv", rows)
    result = run(source, tmp_path / "out", "--replace", strategy, "--key-file", str(key))
    starts, ends = ([datetime.strptime(str(cell), form) for cell in cells(result, name)] for name in ("admission", "discharge"))
    assert {end - start for start, end in zip(starts, ends, strict=True)} == {timedelta(2)}
    assert {later - start for start, later in pairwise(starts)} == {timedelta(1)}


def patients_with_notes() -> Rows:
    return [
        {"mrn": f"{7_040_011 + 1_300 * (number * 7 % 9)}", "name": "Begonia Zarrabeitia", "birth_date": "1961-04-03", "note": NOTES["en"]}
        for number in range(40)
    ]


README_CALL = ("--text-column", "note", "--patient-column", "mrn", "--known-columns", "name,birth_date")


def test_with_a_key_rows_of_a_patient_can_be_linked_in_every_run(tmp_path: Path, key: Path) -> None:
    rows = patients_with_notes()
    source = written(tmp_path / "in" / "a.csv", rows)
    other = written(tmp_path / "in" / "b.csv", rows[::-1])
    first = run(source, tmp_path / "out", *README_CALL, "--key-file", str(key))
    second = run(other, tmp_path / "later", *README_CALL, "--key-file", str(key))
    assert_one_to_one(cells(source, "mrn"), cells(first, "mrn"))
    assert of_each(cells(source, "mrn"), cells(first, "mrn")) == of_each(cells(other, "mrn"), cells(second, "mrn"))
    assert "Zarrabeitia" not in first.read_text("utf-8")


def test_without_a_key_rows_of_a_patient_can_be_linked_in_this_run_only(tmp_path: Path) -> None:
    source = written(tmp_path / "in" / "a.csv", patients_with_notes())
    first = run(source, tmp_path / "out", *README_CALL)
    second = run(source, tmp_path / "later", *README_CALL)
    assert_one_to_one(cells(source, "mrn"), cells(first, "mrn"))
    assert_one_to_one(cells(source, "mrn"), cells(second, "mrn"))
    assert cells(first, "mrn") != cells(second, "mrn")


def test_the_patient_can_be_a_label_for_those_who_want_no_link(tmp_path: Path, key: Path) -> None:
    source = written(tmp_path / "in" / "a.csv", patients_with_notes())
    result = run(source, tmp_path / "out", *README_CALL, "--key-file", str(key), "--patient", "label")
    assert set(cells(result, "mrn")) == {"[PATIENT_ID]"}
