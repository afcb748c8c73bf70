"""Keys of records: those that are people go, and some say what their values are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from velado.formats import format_for
from velado.pipeline import Pipeline


@pytest.fixture(scope="module")
def engine() -> Pipeline:
    return Pipeline(model=False, key=b"una clave de prueba", language="es")


def through(source: Path, engine: Pipeline) -> tuple[Path, list[str]]:
    target = source.with_name(f"out{source.suffix}")
    style = format_for(source)
    assert style is not None
    if style.missing():
        pytest.skip(style.missing())
    handled = [(document, engine.deidentify(document)) for document in style.read(source)]
    told = list(style.write(target, source, iter(handled)))
    assert list(style.verify(target, handled)) == []
    return target, told


def records(content: Any, suffix: str, folder: Path, engine: Pipeline) -> Any:
    source = folder / f"in{suffix}"
    source.write_text(json.dumps(content, ensure_ascii=False), "utf-8")
    target, told = through(source, engine)
    assert "Iriarte" not in str(told)
    return json.loads(target.read_text("utf-8"))


@pytest.mark.parametrize("suffix", [".json", ".jsonl", ".ndjson"])
def test_keys_that_are_people_go(suffix: str, tmp_path: Path, engine: Pipeline) -> None:
    content = {"Iriarte": {"glucosa": 110}, "begonia_zárate": {"glucosa": 98}, "Blanco": {"glucosa": 90}, "grupoEtario": "b", "FEVI": 55}
    found = records(content, suffix, tmp_path, engine)
    assert len(found) == 5
    assert not {"Iriarte", "begonia_zárate", "Blanco"} & set(found)
    assert [value for value in found.values() if isinstance(value, dict)] == [{"glucosa": 110}, {"glucosa": 98}, {"glucosa": 90}]
    assert found["grupoEtario"] == "b"
    assert found["FEVI"] == 55


def test_the_keys_of_an_object_of_patients_are_theirs(tmp_path: Path, engine: Pipeline) -> None:
    found = records({"pacientes": {"Campo": {"dx": "asma"}, "total": {"dx": "una"}}}, ".json", tmp_path, engine)
    assert found == {"pacientes": {"[PACIENTE]": {"dx": "asma"}, "total": {"dx": "una"}}}


def test_one_key_has_one_new_name_in_all_records(tmp_path: Path, engine: Pipeline) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text('{"Iriarte": 110, "Zuluaga": 98}\n' * 3, "utf-8")
    lines = through(source, engine)[0].read_text("utf-8").splitlines()
    assert "Iriarte" not in lines[0]
    assert len(json.loads(lines[0])) == 2
    assert len(set(lines)) == 1
    found = records([{"a": {"Iriarte": 1}, "b": {"Iriarte": 2}}], ".json", tmp_path, engine)
    assert list(found[0]["a"]) == list(found[0]["b"]) != ["Iriarte"]


@pytest.mark.parametrize("suffix", [".json", ".jsonl"])
def test_results_of_the_laboratory_stay(suffix: str, tmp_path: Path, engine: Pipeline) -> None:
    content = {
        "resultados": [
            {"prueba": "Plaquetas", "valor": 250000},
            {"prueba": "Carga viral VIH", "valor": "1250000", "unidad": "copias/ml"},
            {"analito": "CK", "resultado": 154300, "rango": "24-195", "unidad": "U/L"},
        ],
        "lab": {"plaquetas": 187000, "hematies": 4500000, "leucocitos": "12500"},
    }
    assert records(content, suffix, tmp_path, engine) == content


@pytest.mark.parametrize("suffix", [".json", ".jsonl"])
def test_points_on_the_map_are_places(suffix: str, tmp_path: Path, engine: Pipeline) -> None:
    content = {
        "domicilio": {"lat": 43.26271, "lon": -2.92, "punto": {"coordinates": [-2.92528, 43.26271]}},
        "gps": "43.26271, -2.92528",
        "recien_nacido": {"longitud": 50.5, "peso": 3200},
    }
    found = records(content, suffix, tmp_path, engine)
    assert not {"43.26271", "-2.92", "-2.92528"} & set(json.dumps(found).replace(",", " ").replace("]", " ").replace("[", " ").split())
    assert "43.26" not in json.dumps(found)
    assert found["recien_nacido"] == content["recien_nacido"]


def test_columns_of_parquet_tables_that_are_people_go(tmp_path: Path, engine: Pipeline) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    table = pa.table({"glucosa": [110], "Iriarte": [98], "Blanco": [90], "lat": [43.26271], "FEVI": [55], "plaquetas": [250000]})
    pq.write_table(table, tmp_path / "in.parquet")
    target, told = through(tmp_path / "in.parquet", engine)
    found = pq.read_table(target).to_pydict()
    assert next(iter(found)) == "glucosa"
    assert list(found)[3:] == ["lat", "FEVI", "plaquetas"]
    assert not {"Iriarte", "Blanco"} & set(found)
    assert "Iriarte" not in str(told)
    assert list(found.values()) == [[110], [98], [90], [None], [55], [250000]]
