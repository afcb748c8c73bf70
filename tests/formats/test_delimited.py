"""CSV and TSV: every dialect and encoding comes back as it was, and nothing of the people in it."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from steps import steps_for

from velado.document import Document, Replacement, Result, Span
from velado.formats import Format, Limits, Options, UnreadableError
from velado.pipeline import Pipeline

ROWS = "id;nombre;nota\r\n1;Begoña Zárate Núñez;\"Acude begoña: \"\"dolor\"\".\r\nSigue igual\"\r\n2;;\r\n"
Handle = Callable[[Document], Result]


def unchanged(document: Document) -> Result:
    return Result(document.id, document.text)


def through(data: bytes, folder: Path, handle: Handle = unchanged, suffix: str = ".csv", **said: object) -> tuple[bytes, list[str]]:
    """The bytes after a table has gone through its format, verified, and what the format tells of it."""
    source, target = folder / f"in{suffix}", folder / f"out{suffix}"
    source.write_bytes(data)
    style = steps_for(source)
    assert isinstance(style, Format)
    options = Options(**said)  # type: ignore[arg-type]
    handled = [(document, handle(document)) for document in style.read(source, options)]
    told = style.write(target, source, iter(handled), options)
    assert style.verify(target, handled) == []
    return target.read_bytes(), list(told)


@pytest.fixture(scope="module")
def rules() -> Handle:
    return Pipeline(model=False, key=b"8Kd2vXq7LmZr4TgN1wYs", language="es").deidentify


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"a",
        b"id,nota",
        b"id,nota\n",
        b"\n\nid,nota\n\n1,x\n\n",
        ROWS.encode("utf-8"),
        ROWS.encode("cp1252"),
        ROWS.encode("cp850"),
        codecs.BOM_UTF8 + ROWS.encode(),
        codecs.BOM_UTF16_LE + ROWS.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + ROWS.encode("utf-16-be"),
        ROWS.encode("utf-16-le"),
        codecs.BOM_UTF32_LE + ROWS.encode("utf-32-le"),
        b"sep=;\r\nid;nota\r\n1;x, y\r\n",
        b'"id","nota"\n"1","a ""b"""\n',
        b"id\tnota\n1\tx\n",
        b"id|nota\r1|x\r",
        b"id,nota\n1,x\r\n2,y\r3,z",
        b"id,nota\n1,x,\n2,y,,\n3\n",
        b"nota,nota\n1,2\n",
        b'id,nota\n1,"a \\"b, c\\" d"\n2,"e"\n3,"f"\n',
        b"nota\nDolor, fiebre; tos\nNada\n",
        b'id,nota\n1,5" de largo\n',
        "id,nota\n1,Núñez\n".encode() + "2,Muñoz y Peña\n".encode("cp1252"),
        b'id,nota\n1,"' + b"largo " * 60_000 + b'"\n',
    ],
    ids=lambda data: f"{len(data)}-{data[:12]!r}",
)
def test_a_table_without_people_comes_back_byte_for_byte(data: bytes, tmp_path: Path) -> None:
    assert through(data, tmp_path)[0] == data


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "cp850", "utf-16"])
def test_people_are_gone_from_notes_and_columns(encoding: str, tmp_path: Path, rules: Handle) -> None:
    data, told = through(ROWS.encode(encoding), tmp_path, rules)
    text = data.decode(encoding)
    assert "egoña" not in text
    assert text == ROWS.replace("Begoña Zárate Núñez", "[PACIENTE]").replace("begoña", "[PACIENTE]")
    assert "2 rows" in told


def test_the_user_says_which_columns_are_what(tmp_path: Path, rules: Handle) -> None:
    data = b"NOTE,ID,WHO,WARD,X\nviene begonia,a-1,Begonia,Begonia,1\nnada,a-2,Zutano,4B,2\n"
    said = {"language": "es", "text_columns": ("note",), "id_column": "id", "known_columns": ("Who",), "keep_columns": ("ward",)}
    out, told = through(data, tmp_path, rules, **said)
    # What was replaced in the row is emptied in a column that was to be kept; X was not named and is gone.
    assert out == b"NOTE,ID,WHO,WARD\nviene [PACIENTE],a-1,[PACIENTE],\nnada,a-2,[PACIENTE],4B\n"
    assert "columns dropped: X" in told
    assert any("emptied" in note for note in told)


def test_what_is_dropped_is_still_searched_in_the_notes(tmp_path: Path, rules: Handle) -> None:
    out, _ = through(b"nombre,nota\nBegonia,viene begonia\n", tmp_path, rules, drop_columns=("nombre",))
    assert out == b"nota\nviene [PACIENTE]\n"


def test_blank_lines_above_the_header_do_not_hide_it(tmp_path: Path, rules: Handle) -> None:
    out, _ = through(b"\n  \nnombre,nota\n\nBegonia,viene begonia\n", tmp_path, rules, text_columns=("nota",))
    assert out == b"\n  \nnombre,nota\n\n[PACIENTE],viene [PACIENTE]\n"


def test_a_patient_is_the_same_in_all_rows(tmp_path: Path) -> None:
    others = b"".join(b"%s,2020-03-01,control\n" % name for name in (b"B9", b"C4", b"D2", b"E8", b"F1", b"G5"))
    data = b"pid,visit_date,nota\nA7,2020-03-01,control\nA7,2020-03-11,control\n" + others
    for key in (b"8Kd2vXq7LmZr4TgN1wYs", b""):  # without a key alike within the file
        shift = Pipeline(model=False, key=key, replace="shift_dates", language="es").deidentify
        rows = list(csv.DictReader(io.StringIO(through(data, tmp_path, shift, patient_column="PID")[0].decode())))
        first, second, *rest = (date.fromisoformat(row["visit_date"]) for row in rows)
        assert first != date(2020, 3, 1)
        assert (second - first).days == 10
        assert {first} != set(rest)  # chance may shift one other patient alike, hardly all six


def test_a_patient_column_that_is_a_pseudonym_can_be_kept(tmp_path: Path) -> None:
    shift = Pipeline(model=False, replace="shift_dates", language="es").deidentify
    said = {"patient_column": "pid", "text_columns": ("nota",), "keep_columns": ("pid",)}
    out, _ = through(b"pid,nota\nA7,el 2020-03-01\nA7,el 2020-03-01\n", tmp_path, shift, **said)
    first, second = out.splitlines()[1:]
    assert first == second
    assert first.startswith(b"A7,el 20")
    assert b"2020-03-01" not in first


def test_the_first_row_may_be_a_patient(tmp_path: Path, rules: Handle) -> None:
    out, _ = through("Begoña Zárate Núñez,612345678\nLuis Soto Paz,699887766\n".encode(), tmp_path, rules)
    assert b"egoa" not in out
    assert "Zárate".encode() not in out
    assert b"612345678" not in out


def test_names_of_columns_that_are_people_go_too(tmp_path: Path, rules: Handle) -> None:
    out, _ = through("id,Begoña Zárate Núñez,nota\n1,x,y\n".encode(), tmp_path, rules)
    assert out.startswith(b"id,[P")


@pytest.mark.parametrize("option", ["text_columns", "known_columns", "drop_columns", "keep_columns"])
def test_a_column_that_is_not_there_is_named_with_those_that_are(option: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=r"no column NOTA; the table has 2 columns: id, texto_libre$"):
        through(b"id,texto_libre\n1,x\n", tmp_path, **{option: ("NOTA",)})
    with pytest.raises(UnreadableError) as caught:
        through("Begoña,Zárate,612345678\n".encode(), tmp_path, **{option: ("NOTA",)})
    assert "3 columns" in str(caught.value)
    assert "Begoña" not in str(caught.value)
    with pytest.raises(UnreadableError, match="empty"):
        through(b"", tmp_path, **{option: ("NOTA",)})


def test_rows_with_values_behind_the_last_column_are_withheld(tmp_path: Path, rules: Handle) -> None:
    out, told = through(b"nombre,nota\nBegonia,viene, begonia\nAna Gil,nada,\n", tmp_path, rules)
    assert out == b"nombre,nota\n,\n[PACIENTE],nada,\n"
    assert any("row 2" in note for note in told)
    # Where nothing hangs on the place of a value all of them are read.
    out, _ = through("id,nota\n1,viene, el Sr. Begoña Zárate Núñez\n".encode(), tmp_path, rules)
    assert out.startswith(b"id,nota\n1,viene, el Sr. [")


def test_withheld_cells_are_empty_and_the_rest_stays(tmp_path: Path) -> None:
    def some(document: Document) -> Result:
        return Result(document.id, None if "tos" in document.text else document.text, (), ("withheld: for this test",))

    out, told = through(b"id,nota\n1,con tos\n2,sin nada\n", tmp_path, some)
    assert out == b"id,nota\n1,\n2,sin nada\n"
    assert "1 cell withheld and left empty (row 2)" in told


def test_bytes_of_value_zero_do_not_hide_a_name(tmp_path: Path, rules: Handle) -> None:
    out, _ = through(b"id,nota\n1,Acude Bego\0nia\n" + b"2,nada de particular que contar\n" * 3, tmp_path, rules, known_columns=())
    assert b"\0" not in out


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'id,nota\n1,"abierta\n2,x\n', "row 2"),
        (b"PK\x03\x04zip", "not a table"),
        (b"%PDF-1.7", "not a table"),
        (bytes(range(256)) * 10, "binary"),
        (codecs.BOM_UTF16_LE + b"a", "utf-16"),
        (b"id,nota\n1," + b"x" * 200_000 + b"\n", "longer than"),
        (b'id,nota\n1,"' + b"x\n" * 100_000, "not closed"),
    ],
)
def test_what_cannot_be_read_is_told_in_words(data: bytes, reason: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=reason):
        through(data, tmp_path, limits=Limits(cell_characters=100_000))


def test_verification_sees_a_cell_that_is_not_what_was_meant(tmp_path: Path) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_bytes(b"id,nota\n1,uno\n2,dos\n")
    style = steps_for(source)
    assert style is not None
    handled = [(document, unchanged(document)) for document in style.read(source)]
    style.write(target, source, iter(handled))
    target.write_bytes(target.read_bytes().replace(b"dos", b"Ana"))
    assert style.verify(target, handled)


def test_results_that_do_not_belong_to_the_table_are_refused(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_bytes(b"id,nota\n1,uno\n2,dos\n")
    style = steps_for(source)
    assert style is not None
    handled = [(document, unchanged(document)) for document in style.read(source)]
    for wrong in (handled[1:], handled[:1], [*handled, handled[0]]):
        with pytest.raises(UnreadableError, match="changed"):
            style.write(tmp_path / "out.csv", source, iter(wrong))


_CELL = st.text(st.sampled_from("ab ñ,;\t\"'\n|1.") | st.characters(exclude_categories=("Cs", "Cc")), max_size=8)


def doubled(document: Document) -> Result:
    spans = [Span(place, place + 1, "OTHER") for place, sign in enumerate(document.text) if sign == "b"]
    return Result("", document.text.replace("b", 'c"c'), tuple(Replacement(span, 'c"c') for span in spans))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(
    rows=st.lists(st.lists(_CELL, min_size=2, max_size=2), min_size=1, max_size=6),
    delimiter=st.sampled_from(",;\t|"),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_any_table_survives(rows: list[list[str]], delimiter: str, quoting: int, end: str, tmp_path: Path) -> None:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=delimiter, quoting=quoting, lineterminator=end)  # type: ignore[arg-type]
    writer.writerows([["id", "nota"], *rows])
    data = stream.getvalue().encode()
    assert through(data, tmp_path)[0] == data
    out, _ = through(data, tmp_path, doubled, text_columns=("nota",))
    read = list(csv.reader(io.StringIO(out.decode(), newline=""), delimiter=delimiter))[1:]
    assert [row[1:] for row in read] == [[cell.replace("b", 'c"c')] for _, cell in rows], (data, out)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
@given(data=st.lists(st.sampled_from([b'"', b",", b";", b"\n", b"\r", b"\\", b"a", b"id", b" ", b"\xf1", b"\xc3\xb1"]), max_size=40).map(b"".join))
@example(data=b'a,"b\\"\nc')
@example(data=b'""","')
@example(data=b'\\"\xf1\\\n"\n\\')
@example(data=b'""\\"\xf1\\\n"\n,')
@example(data=b',\\"\\\r\n;')
def test_any_bytes_come_back_or_are_refused(data: bytes, tmp_path: Path) -> None:
    try:
        out = through(data, tmp_path)[0]
    except UnreadableError:  # a quote is never closed
        assert b'"' in data
    else:
        assert out == data
