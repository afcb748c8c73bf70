"""Tables of typed values: JSON lines and Parquet."""

from __future__ import annotations

import datetime as dt
import decimal
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from steps import steps_for

from velado.document import Document, Result
from velado.formats import UnreadableError

Handle = Callable[[Document], Result]
Through = Callable[..., tuple[Path, list[str]]]


def lines(folder: Path, content: str) -> Path:
    path = folder / "in.jsonl"
    path.write_bytes(content.encode())
    return path


@pytest.mark.parametrize(
    "content",
    [
        "",
        "\n",
        '{"id": 1.10, "x": [true, null, 1e-5],\t"nota": "d\\u00e9bil \\/ \\ud83d\\ude00"}\r\n\n  {"id":2}',
        '\ufeff{"nota": "a"}\n',
        '{"a": {"a": [{"a": "Sin novedad"}, ["x", {"b": "y"}]]}, "a": "otra vez"}\n',
        '["una", "lista"]\n"texto"\n7\n',
        '{"": "clave vacía", "con blancos y todo": 5}\n',
    ],
)
def test_lines_without_people_come_back_byte_for_byte(content: str, tmp_path: Path, through: Through) -> None:
    source = lines(tmp_path, content)
    assert through(source)[0].read_bytes() == source.read_bytes()


def test_values_are_told_by_their_keys_and_the_notes_know_of_them(tmp_path: Path, keyed: Handle, through: Through) -> None:
    record = '{"nhc": 4455667, "paciente": {"nombre": "Begoña Zárate", "dob": "1961-04-03"}, "peso": 71.50, "notas": ["viene begoña", "n.º 4455667"]}'
    target, told = through(lines(tmp_path, record + "\n"), keyed, patient="label")
    safe = target.read_text("utf-8")
    assert '"peso": 71.50' in safe
    found = json.loads(safe)
    assert found["nhc"] == "[ID_PACIENTE]"
    assert found["paciente"] == {"nombre": "[PACIENTE]", "dob": "[FECHA]"}
    assert found["notas"] == ["viene [PACIENTE]", "n.º [ID_PACIENTE]"]
    assert any("paciente.nombre" in note for note in told)


def test_paths_with_dots_name_values_and_whole_objects(tmp_path: Path, keyed: Handle, through: Through) -> None:
    record = '{"a": {"who": "Begonia", "n": 1}, "b": {"t": "viene begonia"}, "c": {"d": "x", "e": [2]}}\n'
    target, _ = through(lines(tmp_path, record), keyed, text_columns=("B.T",), known_columns=("a.who",), drop_columns=("c",))
    found = json.loads(target.read_text())
    assert found == {"a": {"who": "[PACIENTE]", "n": 1}, "b": {"t": "viene [PACIENTE]"}, "c": {"d": None, "e": [None]}}
    with pytest.raises(UnreadableError, match="no column z"):
        through(lines(tmp_path, record), keyed, text_columns=("z",))


def test_keys_that_are_people_go_in_every_line(tmp_path: Path, keyed: Handle, through: Through) -> None:
    target, _ = through(lines(tmp_path, '{"Begoña Zárate Núñez": "x1"}\n' * 3), keyed)
    assert "Zárate" not in target.read_text("utf-8")
    assert target.read_text("utf-8").count("x1") == 3


def test_numbers_stay_numbers_where_they_can(tmp_path: Path, surrogates: Handle, through: Through) -> None:
    target, _ = through(lines(tmp_path, '{"nhc": 4455667, "nota": "NHC 4455667"}\n'), surrogates)
    found = json.loads(target.read_text())
    assert isinstance(found["nhc"], int)
    assert found["nota"] == f"NHC {found['nhc']}"


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b'{"a": 1}\n{"a": \n', "line 2"), (b'{"a": "\xf1"}\n', "line 1"), (b"PK\x03\x04", "whatever its name"), (b"[" * 100_000, "line 1")],
)
def test_what_is_no_json_is_told_by_line(data: bytes, reason: str, tmp_path: Path, through: Through) -> None:
    (tmp_path / "in.jsonl").write_bytes(data)
    with pytest.raises(UnreadableError, match=reason):
        through(tmp_path / "in.jsonl")


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80, deadline=None)
@given(values=st.lists(_VALUES, max_size=3), plain=st.booleans())
def test_any_values_survive(values: list[Any], plain: bool, tmp_path: Path, through: Through) -> None:
    content = "".join(json.dumps(value, ensure_ascii=plain) + "\n" for value in values)
    source = lines(tmp_path, content)
    assert through(source)[0].read_bytes() == source.read_bytes()


def table(folder: Path, columns: dict[str, Any], **options: Any) -> Path:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    path = folder / "in.parquet"
    pq.write_table(pa.table(columns), path, **options)
    return path


def read(path: Path) -> Any:
    return pytest.importorskip("pyarrow.parquet").ParquetFile(path)


def all_types() -> dict[str, Any]:
    pa = pytest.importorskip("pyarrow")
    return {
        "nota": pa.array(["Sin novedad", None, "Nada que añadir"]),
        "larga": pa.array(["uno y dos", "tres", None], pa.large_string()),
        "clase": pa.array(["alta", "baja", "alta"]).dictionary_encode(),
        "lista": pa.array([["x", "y"], [], None]),
        "registro": pa.array([{"t": "algo", "n": 1}, None, {"t": None, "n": None}]),
        "mapa": pa.array([[("k", "v")], [], None], pa.map_(pa.string(), pa.string())),
        "entero": pa.array([1, 1234567, None], pa.int64()),
        "real": pa.array([1.5, float("nan"), None]),
        "exacto": pa.array([decimal.Decimal("1.10"), None, decimal.Decimal("-2.00")]),
        "cierto": pa.array([True, False, None]),
        "hora": pa.array([dt.time(10, 20), None, None]),
        "dia": pa.array([dt.date(2020, 1, 2), None, None]),
        "fino": pa.array([1, 2, 3], pa.timestamp("ns")),
        "zona": pa.array([dt.datetime(2020, 1, 2, 3, 4, 5)] * 3, pa.timestamp("us", tz="Europe/Madrid")),
        "crudo": pa.array([b"texto", None, b"mas"]),
    }


@pytest.mark.parametrize("options", [{}, {"compression": "zstd", "row_group_size": 2}, {"compression": "none"}])
def test_a_parquet_table_without_people_comes_back_with_its_types(options: dict[str, Any], tmp_path: Path, through: Through) -> None:
    source = table(tmp_path, all_types(), **options)
    target, _ = through(source)
    before, after = read(source), read(target)
    assert after.schema_arrow.remove_metadata() == before.schema_arrow.remove_metadata()
    left, right = before.read(), after.read()
    for name in left.column_names:
        if name != "real":  # not equal to itself
            assert left[name].to_pylist() == right[name].to_pylist() if name != "fino" else left[name].equals(right[name])
    assert after.metadata.num_row_groups == before.metadata.num_row_groups
    assert after.metadata.row_group(0).column(0).compression == before.metadata.row_group(0).column(0).compression


def test_people_are_gone_from_every_kind_of_parquet_column(tmp_path: Path, keyed: Handle, through: Through) -> None:
    pa = pytest.importorskip("pyarrow")
    source = table(
        tmp_path,
        {
            "nhc": [4455667, 7788991],
            "nombre": pa.array(["Begoña Zárate", "Luis Soto"]).dictionary_encode(),
            "fecha_nac": [dt.date(1961, 4, 3), None],
            "notas": [["viene begoña"], ["Dr. Sancho Gracia Peña"]],
            "datos": [{"telefono": "612345678", "peso": 3.5}, None],
            "otro": [b"Sra. Marta Zulueta Campos", b"\xff\xfe"],
            "Ernesto Quiroga Paz": ["x1", "x2"],
        },
        row_group_size=1,
    )
    target, told = through(source, keyed, patient="label", on_type_conflict="null")
    rows = read(target).read().to_pylist()
    assert rows[0]["nombre"] == "[PACIENTE]"
    assert rows[0]["nhc"] is rows[0]["fecha_nac"] is rows[1]["otro"] is None
    assert "2 values of column nhc left empty: its type cannot hold them" in told
    assert rows[0]["notas"] == ["viene [PACIENTE]"]
    assert rows[0]["datos"] == {"telefono": "[TELÉFONO]", "peso": 3.5}
    raw = target.read_bytes()
    for name in ("Zárate", "begoña", "Gracia", "Zulueta", "Quiroga", "Soto"):
        assert name.encode() not in raw
    assert "2 rows" in told


@pytest.mark.parametrize("options", [{}, {"row_group_size": 1}])
def test_columns_whose_type_cannot_hold_a_label_become_text(options: dict[str, Any], tmp_path: Path, keyed: Handle, through: Through) -> None:
    pa = pytest.importorskip("pyarrow")
    columns = {
        "nhc": pa.array([4455667, None, 7788991], pa.int32()),
        "fecha_nac": pa.array([dt.date(1961, 4, 3), None, None]),
        "peso": pa.array([71.5, 80.0, None]),
        "glucosa": pa.array([110, None, 98], pa.int16()),
        "nota": ["nada", "sin cambios", "niega tos"],
        "datos": [{"telefono": 612345678}, None, None],
    }
    target, told = through(table(tmp_path, columns, **options), keyed, patient="label")
    made = read(target)
    rows = made.read().to_pylist()
    assert [row["nhc"] for row in rows] == ["[ID_PACIENTE]", None, "[ID_PACIENTE]"]
    assert [row["fecha_nac"] for row in rows] == ["[FECHA]", None, None]
    assert rows[0]["datos"] == {"telefono": None}
    types = {field.name: field.type for field in made.schema_arrow}
    assert types["nhc"] == types["fecha_nac"] == pa.string()
    assert (types["peso"], types["glucosa"]) == (pa.float64(), pa.int16())
    assert [row["glucosa"] for row in rows] == [110, None, 98]
    assert "column nhc became text: its type cannot hold what stands there now" in told
    assert "1 value of column datos.telefono left empty: its type cannot hold it" in told
    assert not list(tmp_path.glob("*.texts"))


def test_a_surrogate_that_fits_leaves_the_type_as_it_is(tmp_path: Path, surrogates: Handle, through: Through) -> None:
    pa = pytest.importorskip("pyarrow")
    source = table(tmp_path, {"nhc": pa.array([4455667, 7788991, None], pa.int32()), "visto": pa.array([dt.date(2020, 3, 1)] * 3)})
    target, told = through(source, surrogates)
    assert read(target).schema_arrow.remove_metadata() == read(source).schema_arrow.remove_metadata()
    assert not any("became text" in note for note in told)


def test_verification_sees_another_type_another_name_and_a_missing_value(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    source, target = table(tmp_path, {"n": pa.array([1, None], pa.int32()), "nota": ["uno", "dos"]}), tmp_path / "out.parquet"
    style = steps_for(source)
    handled = [(document, Result(document.id, document.text)) for document in style.read(source)]
    style.write(target, source, iter(handled))
    assert list(style.verify(target, handled)) == []
    good = pq.read_table(target)
    for wrong in (
        good.set_column(0, "n", good["n"].cast(pa.int64())), good.rename_columns(["m", "nota"]), good.slice(0, 1),
        good.set_column(0, "n", pa.array([1, 0], pa.int32())), good.select(["nota", "n"]),
    ):  # fmt: skip
        pq.write_table(wrong, target)
        assert style.verify(target, handled), wrong.schema


def test_numbers_and_dates_keep_their_types_where_there_is_one_to_put(tmp_path: Path, surrogates: Handle, through: Through) -> None:
    pa = pytest.importorskip("pyarrow")
    seen = pa.array([dt.datetime(2020, 3, 1, 10, 20)] * 2, pa.timestamp("ns"))
    source = table(tmp_path, {"nhc": [4455667, 4455667], "fecha_nac": [dt.date(1961, 4, 3)] * 2, "visto": seen})
    rows = read(through(source, surrogates)[0]).read().to_pylist()
    assert rows[0] == rows[1]
    assert isinstance(rows[0]["nhc"], int)
    assert rows[0]["nhc"] != 4455667
    moved = rows[0]["fecha_nac"] - dt.date(1961, 4, 3)
    assert moved.days
    assert rows[0]["visto"] - dt.datetime(2020, 3, 1, 10, 20) == moved


def test_metadata_of_a_parquet_file_goes_but_for_what_pandas_needs(tmp_path: Path, through: Through) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    index = {"kind": "range", "name": None, "start": 0, "stop": 1, "step": 1}
    entry = {"name": "nota", "field_name": "nota", "pandas_type": "unicode", "numpy_type": "object", "metadata": None}
    for listed, kept in (([index], True), (["Begoña"], False)):
        pandas = {"index_columns": listed, "column_indexes": [], "columns": [entry], "pandas_version": "2", "attributes": "Begoña"}
        made = pa.table({"nota": ["x y"]}).replace_schema_metadata({"pandas": json.dumps(pandas), "autor": "Begoña"})
        pq.write_table(made, tmp_path / "in.parquet")
        target, told = through(tmp_path / "in.parquet")
        assert set(read(target).schema_arrow.metadata or {}) == ({b"pandas"} if kept else set())
        assert "Begoña" not in str(read(target).schema_arrow.metadata)
        assert any("metadata removed" in note for note in told)


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PK\x03\x04", b"no es una tabla" * 10])
def test_what_is_no_parquet_is_told_in_words(data: bytes, tmp_path: Path, through: Through) -> None:
    (tmp_path / "in.parquet").write_bytes(data)
    with pytest.raises(UnreadableError, match="Parquet"):
        through(tmp_path / "in.parquet")


def test_a_parquet_file_that_was_cut_is_told_in_words(tmp_path: Path, through: Through) -> None:
    source = table(tmp_path, {"nota": ["una nota bastante larga"] * 1000})
    data = bytearray(source.read_bytes())
    data[20:200] = b"\x55" * 180
    source.write_bytes(data)
    with pytest.raises(UnreadableError):
        through(source)
    source.write_bytes(bytes(data[: len(data) // 2]))
    with pytest.raises(UnreadableError):
        through(source)


def test_a_parquet_table_without_the_named_column(tmp_path: Path, through: Through) -> None:
    source = table(tmp_path, {"nota": ["x"], "id": [1]})
    with pytest.raises(UnreadableError, match="no column NOTE; the table has 2 columns: nota, id"):
        through(source, text_columns=("NOTE",))
