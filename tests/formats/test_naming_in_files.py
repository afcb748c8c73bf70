"""What styles, fonts, classes and elements are called: nobody's name, and otherwise what it was."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import pytest

from velado.document import Document, Replacement, Result, Span
from velado.formats import Handled
from velado.formats._naming import Naming, naming_of

Carried = Callable[[Path], tuple[Path, list[str], list[Handled]]]
NOTE = "Paciente: Nélida Ugarte Salcedo, NHC: 4456781. Toma metformina 850 mg."


def replaced(text: str, *found: tuple[str, str]) -> Naming:
    spans = [Span(text.index(said), text.index(said) + len(said), label) for said, label in found]
    return naming_of([(Document(text), Result("", "", tuple(Replacement(span, "[X]") for span in spans)))])


@pytest.mark.parametrize(
    ("value", "new"),
    [
        ("Nelida Ugarte", "x1 x2"),
        ("es-NelidaUgarte", "x1"),
        ("nelidaugarte", "x1"),
        (".NELIDA_UGARTE{color:red}", ".x1{color:red}"),
        ("p4456781", "x1"),
        ("Georgia, Strong", "Georgia, Strong"),
        ("left", "left"),
        ("salcedón", "salcedón"),
    ],
)
def test_what_holds_a_name_gets_a_number(value: str, new: str) -> None:
    naming = replaced(NOTE + " Georgia Strong", ("Nélida Ugarte", "PATIENT_NAME"), ("4456781", "PATIENT_ID"), ("Georgia Strong", "STAFF_NAME"))
    assert naming.of(value) == new
    assert naming.of(value) == new


def test_the_same_name_is_the_same_number() -> None:
    naming = replaced(NOTE, ("Nélida Ugarte", "PATIENT_NAME"))
    assert [naming.of(value) for value in ("Ugarte", "Nelida", "ugarte", "Ugarte Nelida")] == ["x1", "x2", "x3", "x1 x2"]


def test_without_people_nothing_is_looked_at() -> None:
    assert not replaced("Toma metformina.")


def test_pages(tmp_path: Path, carried: Carried) -> None:
    page = (
        f'<!DOCTYPE html SYSTEM "ugarte.dtd"><style>.nelida-ugarte, #ugarte {{color: red; font-family: "Nelida Ugarte", Georgia}}</style>'
        f'<body class="nelida-ugarte nota" id=ugarte lang="es-Ugarte"><p style="font-family:\'Nelida Ugarte\'; color: blue">{NOTE}</p>'
        '<a href="#ugarte">arriba</a><p class="nota" title="hoja del informe">Sin fiebre</p><font face=Ugarte>fin</font>'
    )
    (tmp_path / "in.html").write_text(page, "utf-8")
    target, _, _ = carried(tmp_path / "in.html")
    said = target.read_text("utf-8")
    assert not [name for name in ("ugarte", "nelida", "nélida", "salcedo") if name in said.lower()]
    assert said.count('class="') == 2
    assert 'class="nota" title="hoja del informe"' in said
    assert "color: blue" in said
    anchor = said[said.index('href="#') + 7 :].partition('"')[0]
    assert f"id={anchor}" in said
    assert f"#{anchor} {{" in said


def test_letters_of_a_font_are_letters(tmp_path: Path, carried: Carried) -> None:
    document = docx.Document()
    document.add_paragraph(NOTE)
    document.add_paragraph("SIGNOS")
    document.save(str(tmp_path / "plain.docx"))
    with zipfile.ZipFile(tmp_path / "plain.docx") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    letters = "".join(f'<w:sym w:font="Arial" w:char="{0xF000 + ord(sign):04X}"/>' for sign in "UGARTE")
    ticks = '<w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Symbol" w:char="F061"/>'
    text = parts["word/document.xml"].decode("utf-8").replace("<w:t>SIGNOS</w:t>", f"<w:t>Sra. </w:t>{letters}<w:t> y </w:t>{ticks}")
    text = text.replace("<w:body>", '<w:body><w:p><w:customXml w:element="NelidaUgarte"><w:r><w:t>dolor</w:t></w:r></w:customXml></w:p>', 1)
    parts["word/document.xml"] = text.encode("utf-8")
    with zipfile.ZipFile(tmp_path / "in.docx", "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    target, _, handled = carried(tmp_path / "in.docx")
    assert "Sra. UGARTE y" in handled[0][0].text
    with zipfile.ZipFile(target) as archive:
        said = archive.read("word/document.xml").decode("utf-8")
    assert letters[:40] not in said
    assert ticks in said
    assert "Ugarte" not in said
    assert "dolor" in said
    assert "metformina" in said


def test_styles_and_fonts_of_word(tmp_path: Path, carried: Carried) -> None:
    document = docx.Document()
    run = document.add_paragraph(NOTE).runs[0]
    run.font.name = "Nelida Ugarte"
    document.add_paragraph("Georgia Strong es la enfermera.").runs[0].font.name = "Georgia"
    style = document.styles.add_style("Ugarte", 1)
    style.element.attrib.pop("{http://schemas.openxmlformats.org/wordprocessingml/2006/main}customStyle")
    document.add_paragraph("Sin fiebre.", style="Ugarte")
    document.save(str(tmp_path / "in.docx"))
    target, _, _ = carried(tmp_path / "in.docx")
    with zipfile.ZipFile(target) as archive:
        said = "\n".join(archive.read(name).decode("utf-8") for name in archive.namelist())
    assert "Ugarte" not in said
    assert "Nelida" not in said
    assert 'w:ascii="Georgia"' in said
    assert 'w:val="Strong"' in said
    written = docx.Document(str(target))
    assert written.paragraphs[2].text == "Sin fiebre."
    called = written.paragraphs[2].style
    assert called is not None
    assert (called.name or "").startswith("x")


def test_fonts_of_rtf(tmp_path: Path, carried: Carried) -> None:
    text = (
        r"{\rtf1\ansi{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset0 N\'e9lida Ugarte;}{\f2{\*\falt Ugarte}Georgia;}}"
        rf"{{\*\listtable{{\list{{\listlevel{{\leveltext\'07Ugarte ;}}}}}}}}\f1 {NOTE.replace('é', chr(92) + chr(39) + 'e9')}\par}}"
    )
    (tmp_path / "in.rtf").write_bytes(text.encode("latin-1"))
    target, _, _ = carried(tmp_path / "in.rtf")
    said = target.read_bytes().decode("latin-1")
    assert "Ugarte" not in said
    assert "lida" not in said
    assert "Arial;" in said
    assert "Georgia;" in said
    assert "metformina" in said


def test_elements_of_a_record(tmp_path: Path, carried: Carried) -> None:
    (tmp_path / "in.xml").write_text(
        '<Nelida_Ugarte xmlns:ugarte="urn:ugarte:1"><paciente nombre="Nélida Ugarte"/><ugarte:nota Ugarte="1">Toma metformina</ugarte:nota>'
        "<medico><nombre>Luis Campo</nombre></medico><campo>dolor</campo></Nelida_Ugarte>",
        "utf-8",
    )
    target, _, _ = carried(tmp_path / "in.xml")
    said = target.read_text("utf-8")
    assert "garte" not in said
    assert "lida" not in said
    assert "<campo>dolor</campo>" in said
    assert "metformina" in said
