"""RTF with all the ways it has to write a letter."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from steps import Steps

from velado.cli.main import main
from velado.document import Result
from velado.formats import Handled, UnreadableError
from velado.formats._rtf import RtfReader
from velado.formats._weave import woven
from velado.formats.rtf import FORMAT as STYLE
from velado.formats.rtf import escaped_rtf

FORMAT = Steps(STYLE)

Carried = Callable[[Path], tuple[Path, list[str], list[Handled]]]
NAMES = ("lida", "Ugarte", "Salcedo", "Ferrer", "4456781", "Zamora", "nelida")
PICTURE = "{\\pict\\wmetafile8\\picw100\\pich50\\picwgoal2000\\pichgoal1000 556761727465}"
NOTE = (
    r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}}{\colortbl;\red255\green0\blue0;}"
    r"{\stylesheet{\s0 Normal;}{\s15\b Estilo de Ugarte;}}{\info{\author Luis Ferrer}{\title N\'e9lida Ugarte}}"
    r"{\*\generator Ugarte;}{\*\rsidtbl \rsid123}{\*\userprops{\propname Ugarte}}{\header\pard NHC: 4456781\par}"
    "\r\n"
    r"\pard\s15\f0 Paciente: {\b N\u233\'e9lida U}{\i ga"
    "\r\n"
    r"rte} Salcedo, de 56 a\'f1os.{\deleted\revauthdel1 Sra. N\'e9lida Ugarte}{\revised\revauth1\insrsid99 Sin fiebre.}\par "
    r"{\v Oculto: Sra. N\'e9lida Ugarte\v0}{\*\annotation Ugarte}{\footnote Nota: Sra. N\'e9lida Ugarte.}\par "
    r'{\field{\*\fldinst{HYPERLINK "mailto:nelida@example.org"}}{\fldrslt correo}}{\field{\*\fldinst PAGE}{\fldrslt 1}}'
    r"{\*\bkmkstart Ugarte}{\*\bkmkend Ugarte}"
    r"\trowd\cellx1000\cellx2000 Nombre\cell N\'e9lida Ugarte Salcedo\cell\row \pard Toma metformina 850 mg.\par "
    r"{\shp{\*\shpinst{\sp{\sn wzDescription}{\sv Foto de Ugarte}}{\sp{\sn lTxid}{\sv 65536}}{\shptxt Sra. N\'e9lida Ugarte}}}"
    + PICTURE
    + r"{\object\objemb{\*\objclass Ugarte}{\*\objdata 556761}{\result objeto}}{\f1\'cf\'e5\'f2\'f0}}"
    "\0\0 Ugarte"
)


def saved(folder: Path, text: str = NOTE) -> Path:
    path = folder / "in.rtf"
    path.write_bytes(text.encode("latin-1"))
    return path


def text_of(rtf: str) -> str:
    return woven(RtfReader(rtf).read().streams).text


def test_no_corner_keeps_a_name(tmp_path: Path, carried: Carried) -> None:
    target, notes, handled = carried(saved(tmp_path))
    raw = target.read_bytes().decode("latin-1")
    assert not [name for name in (*NAMES, "556761727465", "rsid", "objdata", "deleted") if name in raw]
    said = handled[0][0].text
    assert "Paciente: Nélida Ugarte Salcedo, de 56 años.Sin fiebre." in said
    assert "Nombre\tNélida Ugarte Salcedo\nToma metformina 850 mg." in said
    assert "Петр" in said
    assert r"{\b [PACIENTE]}" in raw
    assert r"\trowd\cellx1000\cellx2000 Nombre\cell [PACIENTE]\cell\row \pard Toma metformina 850 mg.\par" in raw
    assert r"{\*\fldinst PAGE}" in raw
    assert r"\pngblip" in raw
    assert r"\picwgoal2000" in raw
    assert {"comments removed: 1", "stretches of deleted text removed: 1", "fields turned into plain text: 1"} <= set(notes)
    assert raw.count("{") == raw.count("}")


def test_without_people_only_what_nobody_sees_changes(tmp_path: Path) -> None:
    rtf = r"{\rtf1\ansi\deff0{\fonttbl{\f0 Arial;}}\pard Toma \b metformina\b0  850 mg \{\\\} 5\'b5g\par\tab x\par}"
    source = saved(tmp_path, rtf)
    handled = [(document, Result("", document.text)) for document in FORMAT.read(source)]
    FORMAT.write(tmp_path / "out.rtf", source, handled)
    assert (tmp_path / "out.rtf").read_bytes().decode("latin-1") == rtf


@pytest.mark.parametrize(
    ("rtf", "said"),
    [
        (r"\u233?a", "éa"),
        (r"\uc0\u233 a", "éa"),
        (r"\uc2\u233 e'a", "éa"),
        (r"{\uc2 \u233\'65\'27}a", "éa"),
        (r"\u-10179?\u-8704?", "\U0001f600"),
        (r"\'e9\'E9", "éé"),
        ("é".encode("cp1252").decode("latin-1"), "é"),
        (r"a\~b\_c\-d\emdash e\lquote f", "a\u00a0b-cd—e‘f"),
        (r"\f2\'93\'fa\'96\'7b", "日本"),
        (r"\b\i0a\b0 b", "ab"),
        ("a\\\nb", "a\nb"),
        (r"{\upr{a}{\*\ud{\u241?}}}", "añ"),
        (r"\bin3 {}}x", "x"),
    ],
)
def test_letters_are_read_in_all_their_spellings(rtf: str, said: str) -> None:
    assert text_of(r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f2\fcharset128 Mincho;}}" + "\n" + rtf + "}") == said


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30))
def test_any_text_is_written_and_read_again(text: str) -> None:
    assert text_of(r"{\rtf1\ansi\uc0\b0 " + "".join(escaped_rtf(text)) + "}") == text


def test_a_word_that_loses_its_end_gets_a_blank(tmp_path: Path, carried: Carried) -> None:
    target, _, _ = carried(saved(tmp_path, r"{\rtf1\ansi Paciente:\b\revised N\'e9lida Ugarte\b0\revised0 , 5 mg. Paciente:\tab{\v\revised}Nadia Salcedo\line 1 mg}"))
    raw = target.read_bytes().decode("latin-1")
    assert "Ugarte" not in raw
    assert "revised" not in raw
    assert ", 5 mg." in text_of(raw)
    assert "\n1 mg" in text_of(raw)


@pytest.mark.parametrize(
    ("rtf", "words"),
    [
        ("hola", "no RTF"),
        (NOTE[:600], "cut short"),
        (r"{\rtf1 " + "{" * 3000, "nests"),
        (r"{\rtf1 \bin99999 a}", "cut short"),
        (r"{\rtf1\ansicpg65001 \'c3\'a9}", "no word processor"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(tmp_path: Path, rtf: str, words: str) -> None:
    with pytest.raises(UnreadableError, match=words):
        list(FORMAT.read(saved(tmp_path, rtf)))


def test_verification_sees_a_name_in_pieces(tmp_path: Path, carried: Carried) -> None:
    target, _, handled = carried(saved(tmp_path))
    raw = target.read_text("latin-1")
    target.write_text(raw[:-1] + r"{\b N\u233?}{\i LIDA} \'55garte\line salcedo}", "latin-1")
    assert FORMAT.verify(target, handled)


def test_documents_of_libreoffice_and_back(tmp_path: Path, carried: Carried, converted: Callable[[Path, str], Path]) -> None:
    word = docx.Document()
    word.add_heading("Informe de alta", 1)
    word.add_paragraph("Paciente: ").add_run("Nélida Ugarte").bold = True
    word.add_table(1, 2, "Table Grid").cell(0, 0).text = "Sra. Nélida Ugarte"
    word.sections[0].header.paragraphs[0].text = "NHC: 4456781"
    word.core_properties.author = "Luis Ferrer"
    word.save(str(tmp_path / "a.docx"))
    target, _, _ = carried(converted(tmp_path / "a.docx", "rtf"))
    raw = target.read_text("latin-1")
    assert not [name for name in NAMES if name in raw]
    back = docx.Document(str(converted(target, "docx")))
    assert [run.bold for paragraph in back.paragraphs for run in paragraph.runs if run.text == "[PACIENTE]"] == [True]
    assert [[cell.text for cell in row.cells] for row in back.tables[0].rows] == [["Sra. [PACIENTE]", ""]]
    assert back.sections[0].header.paragraphs[0].text == "NHC: [ID_PACIENTE]"


def test_the_command_takes_rtf(tmp_path: Path) -> None:
    source = saved(tmp_path)
    assert main(["run", str(source), "--out", str(tmp_path / "o"), "--forms-only", "--jobs", "1"]) == 0
    assert not re.search("Ugarte|Ferrer", (tmp_path / "o" / "in.rtf").read_text("latin-1"))
