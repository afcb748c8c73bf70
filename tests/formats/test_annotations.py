"""The contract of every annotation format in the folder, and what each must bear."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from velado.document import Span
from velado.formats import Annotations, annotation_formats
from velado.formats.brat import read_annotations, read_brat, write_annotations
from velado.formats.conll import parse_conll, write_conll
from velado.formats.i2b2 import parse_i2b2, write_i2b2
from velado.formats.marked import parse_marks
from velado.labels import LABELS, rename

TEXT = "Paciente: Nélida Ugarte\r\nIngresó el 3/5/21 a las 10:00.\n\n\tCorreo <n.u@example.org> & más…\n"
SPANS = [
    Span(TEXT.index(piece), TEXT.index(piece) + len(piece), label)
    for piece, label in (("Nélida Ugarte", "PATIENT_NAME"), ("3/5/21", "DATE"), ("n.u@example.org", "EMAIL"))
]
FORMATS = sorted(annotation_formats().values(), key=lambda entry: entry.name)


def places(spans: list[Span]) -> list[tuple[int, int, str]]:
    return [(span.start, span.end, span.label) for span in spans]


@pytest.mark.parametrize("style", FORMATS, ids=lambda entry: entry.name)
def test_what_is_written_can_be_read(style: Annotations, tmp_path: Path) -> None:
    assert isinstance(style, Annotations)
    (tmp_path / "a.txt").write_bytes(TEXT.encode())
    (tmp_path / f"a{style.suffix}").write_bytes(style.render("a", TEXT, SPANS).encode())
    text, spans = style.read(tmp_path / f"a{style.suffix}")
    assert places(spans) == places(SPANS)
    assert [span.text(text) for span in spans] == [span.text(TEXT) for span in SPANS]


@pytest.mark.parametrize("style", FORMATS, ids=lambda entry: entry.name)
def test_labels_of_other_schemes_come_home_or_stay(style: Annotations, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(TEXT.encode())
    (tmp_path / f"a{style.suffix}").write_bytes(style.render("a", TEXT, SPANS, lambda name: rename(name, "meddocan")).encode())
    assert places(style.read(tmp_path / f"a{style.suffix}")[1]) == places(SPANS)
    kept = style.read(tmp_path / f"a{style.suffix}", keep_labels=True)[1]
    assert [span.label for span in kept] == ["NOMBRE_SUJETO_ASISTENCIA", "FECHAS", "CORREO_ELECTRONICO"]


@pytest.mark.parametrize("style", FORMATS, ids=lambda entry: entry.name)
def test_unknown_labels_are_named(style: Annotations, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(TEXT.encode())
    (tmp_path / f"a{style.suffix}").write_bytes(style.render("a", TEXT, [Span(0, 8, "COLOUR")]).encode())
    with pytest.raises(ValueError, match="COLOUR"):
        style.read(tmp_path / f"a{style.suffix}")


@pytest.mark.parametrize("style", FORMATS, ids=lambda entry: entry.name)
def test_an_empty_note_has_annotations_too(style: Annotations, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"")
    (tmp_path / f"a{style.suffix}").write_bytes(style.render("a", "", []).encode())
    assert style.read(tmp_path / f"a{style.suffix}") == ("", [])


def test_brat_passes_over_what_is_no_text_bound_annotation() -> None:
    ann = "T1\tFECHAS 0 4;6 9\tabcd efg\r\nA1\tSure T1\n#1\tAnnotatorNotes T1\tx\n"
    ann += "R1\tRel Arg1:T1 Arg2:T1\n*\tEquiv T1 T1\nE1\tE:T1\n\n"
    assert read_annotations(ann) == [Span(0, 9, "DATE", 1.0, "gold")]


@pytest.mark.parametrize("line", ["T1\tFECHAS\tx", "T1 FECHAS 0 4 x", "T1\tFECHAS a b\tx", "T1\tFECHAS 4 4\t"])
def test_brat_lines_that_are_none_are_named_by_number(line: str) -> None:
    with pytest.raises(ValueError, match="line 2"):
        read_annotations(f"T9\tFECHAS 0 4\tabcd\n{line}\n")


def test_brat_counts_the_characters_of_the_raw_file(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("\ufeffuno\r\ndos Ana".encode())
    (tmp_path / "a.ann").write_text("T1\tPATIENT_NAME 10 13\tAna\n")
    text, spans = read_brat(tmp_path / "a.txt")
    assert [span.text(text) for span in spans] == ["Ana"]


def test_brat_offsets_beyond_the_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ana")
    (tmp_path / "a.ann").write_text("T1\tPATIENT_NAME 1 9\tna\n")
    with pytest.raises(ValueError, match="beyond"):
        read_brat(tmp_path / "a.txt")


def test_brat_writes_line_breaks_as_blanks_of_the_same_length() -> None:
    assert write_annotations("a\r\nb", [Span(0, 4, "STREET")]) == "T1\tSTREET 0 4\ta  b\n"


def test_brat_keeps_one_annotation_on_one_line_for_every_reader() -> None:
    text = "a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g"
    assert write_annotations(text, [Span(0, 13, "STREET")]).splitlines() == ["T1\tSTREET 0 13\ta b c d e f g"]


@pytest.mark.parametrize(
    ("label", "meddocan", "i2b2"),
    [
        ("RELATIVE_NAME", "OTHER", "NAME"),
        ("KINSHIP", "OTHER", "OTHER"),
        ("SEX", "OTHER", "OTHER"),
        ("IP_ADDRESS", "OTHER", "CONTACT"),
        ("URL", "CONTACT", "CONTACT"),
        ("PATIENT_NAME", "NAME", "NAME"),
        ("HEALTH_CENTRE", "LOCATION", "LOCATION"),
        ("OTHER_ID", "ID", "ID"),
    ],
)
def test_i2b2_puts_types_into_the_elements_where_the_scorers_look(label: str, meddocan: str, i2b2: str) -> None:
    for scheme, element in (("meddocan", meddocan), ("i2b2", i2b2), ("velado", i2b2)):
        xml = write_i2b2("Ana", [Span(0, 3, label)], lambda name, scheme=scheme: rename(name, scheme))  # type: ignore[misc]
        assert f'<{element} id="P0"' in xml


def test_i2b2_holds_what_xml_finds_hard() -> None:
    hard = "a ]]> <b> & \r\n\x0c \"q\" 'x'"
    spans = [Span(0, len(hard), "OTHER")]
    text, back = parse_i2b2(write_i2b2(hard, spans))
    assert text == hard.replace("\x0c", " ")
    assert places(back) == places(spans)


def test_i2b2_says_what_is_wrong_without_the_content() -> None:
    outside = '<a><TEXT>Ana</TEXT><TAGS><AGE TYPE="AGE" start="1" end="9"/></TAGS></a>'
    for xml, reason in (("<a>Ana<b>", "line 1"), ("<a>Ana</a>", "no TEXT"), (outside, "annotation 1")):
        with pytest.raises(ValueError, match=reason) as caught:
            parse_i2b2(xml)
        assert "Ana" not in str(caught.value)


def test_conll_without_offsets_and_with_broken_tags() -> None:
    text, spans = parse_conll("-DOCSTART- O\n\nAna B-AGE\nva I-DATE\n\nya O\n")
    assert (text, places(spans)) == ("Ana va\nya", [(0, 3, "AGE"), (4, 6, "DATE")])
    with pytest.raises(ValueError, match="line 1"):
        parse_conll("Ana\tB\n")


def test_marks_that_do_not_close_are_refused() -> None:
    with pytest.raises(ValueError, match="alone"):
        parse_marks("Vino ⟦PATIENT_NAME:Ana.")


_PIECES = st.lists(
    st.tuples(st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("\n\r\t <&>]")), st.booleans()), max_size=8
)


@given(_PIECES)
def test_any_text_and_spans_survive_the_way_there_and_back(pieces: list[tuple[str, bool]]) -> None:
    text, spans = "", []
    for piece, marked in pieces:
        if marked and piece:
            spans.append(Span(len(text), len(text) + len(piece), sorted(LABELS)[len(piece) % len(LABELS)]))
        text += piece
    assert places(read_annotations(write_annotations(text, spans))) == places(spans)
    back, found = parse_i2b2(write_i2b2(text, spans))
    assert (back, places(found)) == (text, places(spans))
    # Columns hold tokens only: spans shrink to theirs, and a span of blanks has none.
    tight = []
    for span in spans:
        inner = span.text(text)
        if inner.strip():
            start = span.start + len(inner) - len(inner.lstrip())
            tight.append((start, span.end - (len(inner) - len(inner.rstrip())), span.label))
    back, found = parse_conll(write_conll(text, spans))
    assert [back[span.start : span.end].split() for span in found] == [text[start:end].split() for start, end, _ in tight]
