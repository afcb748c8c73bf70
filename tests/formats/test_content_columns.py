"""Columns of medicine and money under any name: no cell of them ever changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from velado import Pipeline

Through = Callable[..., tuple[Path, list[str]]]
Column = tuple[str, list[Any]]
Values = Callable[[str], st.SearchStrategy[list[Any]]]

HEALTH = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]
KEY = b"8Kd2vXq7LmZr4TgN1wYs"
ROWS = 24
NOTES = {
    "es": "Acude {name} por dolor en fosa ilíaca derecha desde hace dos días. Blumberg positivo, EVA 7/10.",
    "pt": "{name} vem por dor em fossa ilíaca direita há dois dias, sem febre. Blumberg positivo, EVA 7/10.",
    "en": "{name} has had right iliac fossa pain for two days and no fever. McBurney's point tender, pain 7/10.",
}
HEADS = {"es": ("nhc", "nombre", "nota"), "pt": ("prontuario", "nome", "evolucao"), "en": ("mrn", "patient_name", "note")}
NAMES = "Begoña Zárate|Nélida Ugarte|Duarte Figueira|Iracema Sodré|Winifred Ashworth|Emlyn Pritchard".split("|")
CODE_NAMES = {
    "es": "cod clave dx campo_7 ref2 x item prest proc k_1 dato".split(),
    "pt": "cod chave dx campo_7 ref2 x item proc rubrica k_1 dado".split(),
    "en": "cd key2 dx field_7 ref2 x item proc entry k_1 datum".split(),
}
NUMBER_NAMES = {
    "es": "valor v3 col5 resul tot imp2 cuanto n_2".split(),
    "pt": "valor v3 col5 res tot imp2 quanto n_2".split(),
    "en": "value v3 col5 res tot amt2 much n_2".split(),
}

ICD_10 = st.from_regex(r"[A-TV-Z][0-9]{2}(\.[0-9]{1,2})?", fullmatch=True)
ATC = st.from_regex(r"[ABCDGHJLMNPRSV](0[1-9]|1[0-6])[A-D][A-X](0[1-9]|[1-4][0-9])", fullmatch=True)
CODES = {
    "icd10": ICD_10,
    "icd10 without a point": ICD_10.map(lambda code: code.replace(".", "")),
    "atc": ATC,
    "icd10 pcs": st.sampled_from("0DTJ4ZZ 0FT44ZZ 0SR90JZ 08RJ3JZ 10D00Z1 0DJD8ZZ 4A02X4Z B245ZZZ".split()),
    "loinc": st.sampled_from("2345-7 718-7 2160-0 2951-2 4548-4 10839-9 33762-6 2039-6 19080-1".split()),
    "snomed": st.sampled_from("22298006 38341003 44054006 195967001 13645005 233604007 49436004 64766004".split()),
    "cpt": st.sampled_from("44970 47562 27130 66984 59510 45378 93000 71046 99213 85025".split()),
    "tuss": st.sampled_from("31003079 31005497 30724031 40304361 10101012 40901106 20104294".split()),
    "sigtap": st.sampled_from("0407020047 0407030034 0301010072 0202020380 0304020346 0205010032".split()),
    "icpc": st.from_regex(r"[ABDFHKLNPRSTUWXYZ][0-9]{2}", fullmatch=True),
    "drg": st.integers(1, 955).map("{:03}".format),
}
PRESSURE = st.tuples(st.integers(84, 213), st.integers(40, 82)).map("{0[0]}/{0[1]}".format)
NUMBERS = {  # what a column of the kind has in any case, and what else it may have
    "amount": ([45, 980, 10_450, 120_300], st.integers(0, 250_000)),
    "price": ([0.5, 23.99, 1_240.0, 41_300.75], st.integers(0, 20_000_000).map(lambda cents: cents / 100)),
    "platelets": ([9_000, 23_500, 145_000, 410_000], st.integers(4, 450).map(lambda thousands: 1_000 * thousands)),
    "weight": ([3.4, 24.5, 71.5, 104.0], st.integers(24, 1_480).map(lambda tenths: tenths / 10)),
    "minutes": ([8, 45, 300, 10_080], st.integers(4, 14_400)),
    "pressure": (["120/80", "95/60", "180/110", "130/85"], PRESSURE),
}


def codes_of(kind: str) -> st.SearchStrategy[list[Any]]:
    return st.lists(CODES[kind], min_size=ROWS, max_size=ROWS)


def numbers_of(kind: str) -> st.SearchStrategy[list[Any]]:
    sure, other = NUMBERS[kind]
    return st.lists(other, min_size=ROWS - len(sure), max_size=ROWS - len(sure)).map(lambda values: [*sure, *values])


def columns_of(names: Sequence[str], kinds: Iterable[str], values_of: Values) -> st.SearchStrategy[list[Column]]:
    """One to three columns of some kinds under some of the names."""
    one = st.sampled_from(sorted(kinds)).flatmap(values_of)
    return st.lists(st.tuples(st.sampled_from(names), one), min_size=1, max_size=3, unique_by=lambda column: column[0])


@st.composite
def tables(draw: st.DrawFn) -> tuple[str, list[Column], list[Column]]:
    """A language, the columns of people in it, and two to six columns of content under odd names."""
    language = draw(st.sampled_from(sorted(NOTES)))
    content = draw(columns_of(CODE_NAMES[language], CODES, codes_of)) + draw(columns_of(NUMBER_NAMES[language], NUMBERS, numbers_of))
    who = [NAMES[number // 3 % len(NAMES)] for number in range(ROWS)]
    number, name, note = HEADS[language]
    people: list[Column] = [
        (number, [f"{4_455_601 + 97 * (place // 3)}" for place in range(ROWS)]),
        (name, list(who)),
        (note, [NOTES[language].format(name=one) for one in who]),
    ]
    return language, people, content


def written(path: Path, columns: Sequence[Column]) -> Path:
    rows = [dict(zip((name for name, _ in columns), values, strict=True)) for values in zip(*(values for _, values in columns), strict=True)]
    if path.suffix == ".parquet":
        pyarrow = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(pyarrow.Table.from_pylist(rows), path)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    else:
        lines = [";".join(rows[0]), *(";".join(map(str, row.values())) for row in rows)]
        path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def column(path: Path, name: str) -> list[Any]:
    if path.suffix == ".parquet":
        values: list[Any] = pytest.importorskip("pyarrow.parquet").read_table(path)[name].to_pylist()
        return values
    lines = path.read_text("utf-8").splitlines()
    if path.suffix == ".jsonl":
        return [json.loads(line)[name] for line in lines]
    place = lines[0].split(";").index(name)
    return [line.split(";")[place] for line in lines[1:]]


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
@pytest.mark.parametrize("strategy", ["surrogate", "label"])
@settings(suppress_health_check=HEALTH, max_examples=6, deadline=None, phases=(Phase.explicit, Phase.generate))  # a table shrinks slowly
@given(table=tables())
def test_no_cell_of_content_changes(
    strategy: str, suffix: str, table: tuple[str, list[Column], list[Column]], tmp_path: Path, through: Through
) -> None:
    _, people, content = table
    source = written(tmp_path / f"in{suffix}", [*people, *content])
    target, _ = through(source, Pipeline(model=False, key=KEY, replace=strategy).deidentify)
    falsified = {
        name: sorted({f"{old} -> {new}" for old, new in zip(column(source, name), column(target, name), strict=True) if old != new})
        for name, _ in content
    }
    assert {name: values for name, values in falsified.items() if values} == {}
    name = people[1][0]
    assert not set(column(source, name)) & set(column(target, name))
