"""Keys of records: those that are people go, and some say what their values are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from velado.document import Document, Result

Handle = Callable[[Document], Result]
Through = Callable[..., tuple[Path, list[str]]]


def records(content: Any, suffix: str, folder: Path, through: Through, keyed: Handle) -> Any:
    source = folder / f"in{suffix}"
    source.write_text(json.dumps(content, ensure_ascii=False), "utf-8")
    target, told = through(source, keyed)
    assert "Iriarte" not in str(told)
    return json.loads(target.read_text("utf-8"))


@pytest.mark.parametrize("suffix", [".json", ".jsonl", ".ndjson"])
def test_keys_that_are_people_go(suffix: str, tmp_path: Path, through: Through, keyed: Handle) -> None:
    content = {"Iriarte": {"glucosa": 110}, "begonia_zárate": {"glucosa": 98}, "Blanco": {"glucosa": 90}, "grupoEtario": "b", "FEVI": 55}
    found = records(content, suffix, tmp_path, through, keyed)
    assert len(found) == 5
    assert not {"Iriarte", "begonia_zárate", "Blanco"} & set(found)
    assert [value for value in found.values() if isinstance(value, dict)] == [{"glucosa": 110}, {"glucosa": 98}, {"glucosa": 90}]
    assert found["grupoEtario"] == "b"
    assert found["FEVI"] == 55


def test_the_keys_of_an_object_of_patients_are_theirs(tmp_path: Path, through: Through, keyed: Handle) -> None:
    found = records({"pacientes": {"Campo": {"dx": "asma"}, "total": {"dx": "una"}}}, ".json", tmp_path, through, keyed)
    assert found == {"pacientes": {"[PACIENTE]": {"dx": "asma"}, "total": {"dx": "una"}}}


def test_one_key_has_one_new_name_in_all_records(tmp_path: Path, through: Through, keyed: Handle) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text('{"Iriarte": 110, "Zuluaga": 98}\n' * 3, "utf-8")
    lines = through(source, keyed)[0].read_text("utf-8").splitlines()
    assert "Iriarte" not in lines[0]
    assert len(json.loads(lines[0])) == 2
    assert len(set(lines)) == 1
    found = records([{"a": {"Iriarte": 1}, "b": {"Iriarte": 2}}], ".json", tmp_path, through, keyed)
    assert list(found[0]["a"]) == list(found[0]["b"]) != ["Iriarte"]


@pytest.mark.parametrize("suffix", [".json", ".jsonl"])
def test_results_of_the_laboratory_stay(suffix: str, tmp_path: Path, through: Through, keyed: Handle) -> None:
    content = {
        "resultados": [
            {"prueba": "Plaquetas", "valor": 250000},
            {"prueba": "Carga viral VIH", "valor": "1250000", "unidad": "copias/ml"},
            {"analito": "CK", "resultado": 154300, "rango": "24-195", "unidad": "U/L"},
        ],
        "lab": {"plaquetas": 187000, "hematies": 4500000, "leucocitos": "12500"},
    }
    assert records(content, suffix, tmp_path, through, keyed) == content


@pytest.mark.parametrize("suffix", [".json", ".jsonl"])
def test_points_on_the_map_are_places(suffix: str, tmp_path: Path, through: Through, keyed: Handle) -> None:
    content = {
        "domicilio": {"lat": 43.26271, "lon": -2.92, "punto": {"coordinates": [-2.92528, 43.26271]}},
        "gps": "43.26271, -2.92528",
        "recien_nacido": {"longitud": 50.5, "peso": 3200},
    }
    found = records(content, suffix, tmp_path, through, keyed)
    assert not {"43.26271", "-2.92", "-2.92528"} & set(json.dumps(found).replace(",", " ").replace("]", " ").replace("[", " ").split())
    assert "43.26" not in json.dumps(found)
    assert found["recien_nacido"] == content["recien_nacido"]


def test_columns_of_parquet_tables_that_are_people_go(tmp_path: Path, through: Through, keyed: Handle) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    table = pa.table({"glucosa": [110], "Iriarte": [98], "Blanco": [90], "lat": [43.26271], "FEVI": [55], "plaquetas": [250000]})
    pq.write_table(table, tmp_path / "in.parquet")
    target, told = through(tmp_path / "in.parquet", keyed)
    found = pq.read_table(target).to_pydict()
    assert next(iter(found)) == "glucosa"
    assert list(found)[3:] == ["lat", "FEVI", "plaquetas"]
    assert not {"Iriarte", "Blanco"} & set(found)
    assert "Iriarte" not in str(told)
    assert list(found.values()) == [[110], [98], [90], ["[DIRECCIÓN]"], [55], [250000]]


@pytest.mark.parametrize("suffix", [".json", ".ndjson"])
def test_codes_and_amounts_of_a_record_stay(suffix: str, tmp_path: Path, surrogates: Handle, through: Through) -> None:
    content = {
        "nhc": "4000123", "codigo_cie": "I21.0", "cid10": "C509", "atc": "C09AA02", "dx2": "K50.9", "snomed": "22298006", "loinc": "2345-7",
        "procedimento_tuss": "40304361", "importe": 10450, "custo": "23.999,50", "cost": 61234.5,
    }  # fmt: skip
    found = records(content, suffix, tmp_path, through, surrogates)
    assert {key: value for key, value in found.items() if content[key] == value} == {key: value for key, value in content.items() if key != "nhc"}
