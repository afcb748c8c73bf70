"""OpenDocument texts as LibreOffice writes them, and as it does not."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import pytest
from steps import Steps

from velado.cli.main import main
from velado.formats import Handled, UnreadableError
from velado.formats.odt import FORMAT as STYLE

FORMAT = Steps(STYLE)

Carried = Callable[[Path], tuple[Path, list[str], list[Handled]]]
NAMES = ("Nélida", "Ugarte", "Salcedo", "Ferrer", "4456781", "612 345 678", "Zamora", "2024-03-05", "nelida")
SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
    for name, space in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("draw", "drawing"),
        ("svg", "svg-compatible"), ("fo", "xsl-fo-compatible"),
    )
)  # fmt: skip
SPACES += ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'
BODY = """<text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>Luis Ferrer</dc:creator>
<dc:date>2024-03-05</dc:date></office:change-info><text:p>Sra. Nélida Ugarte</text:p></text:deletion></text:changed-region></text:tracked-changes>
<text:user-field-decls><text:user-field-decl text:name="p" office:string-value="Nélida Ugarte"/></text:user-field-decls>
<text:h text:style-name="Heading_20_1">Informe de alta</text:h>
<text:p text:style-name="Estilo_20_de_20_Ugarte">Paciente: <text:span text:style-name="T1">Nélida Ug</text:span>arte<text:s/>Salcedo,<text:change/>
 de 56 años.<office:annotation><dc:creator>Luis Ferrer</dc:creator><text:p>¿Ugarte?</text:p></office:annotation>
<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Nota sobre la Sra. Nélida Ugarte.</text:p></text:note-body></text:note>
<text:bookmark text:name="Nelida_Ugarte"/><text:a xlink:href="mailto:nelida@example.org">correo</text:a> <text:a xlink:href="#Nelida_Ugarte">ver</text:a>
<text:date text:date-value="2024-03-05T10:00:00">5 de marzo de 2024</text:date> <text:author-name>Luis Ferrer</text:author-name>
<draw:frame draw:name="Nélida"><draw:text-box><text:p>Paciente: Nélida Ugarte Salcedo</text:p></draw:text-box><svg:desc>Foto de la Sra. Nélida Ugarte</svg:desc>
</draw:frame><draw:frame><draw:image xlink:href="Pictures/nelida.gif"/></draw:frame></text:p>
<table:table table:name="Ugarte"><table:table-row><table:table-cell><text:p>Nombre</text:p></table:table-cell><table:table-cell>
<text:p>Nélida Ugarte Salcedo</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>NHC</text:p></table:table-cell>
<table:table-cell><text:p>4456781</text:p></table:table-cell></table:table-row></table:table><text:p>Toma metformina 850 mg.</text:p>"""
MIME = "application/vnd.oasis.opendocument.text"


def written(path: Path, body: str = BODY, manifest: str = "", mime: str = MIME) -> Path:
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {SPACES} office:version="1.2"><office:automatic-styles>'
        '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
        f"</office:automatic-styles><office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
    styles = (
        f'<office:document-styles {SPACES} office:version="1.2"><office:styles><style:style style:name="Estilo_20_de_20_Ugarte" '
        'style:display-name="Estilo de Ugarte" style:family="paragraph"/></office:styles><office:master-styles><style:master-page '
        'style:name="Standard"><style:header><text:p>NHC: 4456781</text:p></style:header></style:master-page></office:master-styles>'
        "</office:document-styles>"
    )
    entries = f'<m:file-entry m:full-path="/" m:media-type="{mime}"/>{manifest}'
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", mime)
        archive.writestr("content.xml", content)
        archive.writestr("styles.xml", styles)
        archive.writestr("meta.xml", "<a>Ugarte</a>")
        archive.writestr("Thumbnails/thumbnail.png", b"Ugarte")
        archive.writestr("Pictures/nelida.gif", b"GIF89a Ugarte")
        archive.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">{entries}</m:manifest>')
    return path


def raw(path: Path) -> str:
    with zipfile.ZipFile(path) as archive:
        return "\n".join(name + "\n" + archive.read(name).decode("utf-8", "replace") for name in archive.namelist())


def test_no_corner_keeps_a_name(tmp_path: Path, carried: Carried) -> None:
    target, notes, handled = carried(written(tmp_path / "in.odt"))
    text = raw(target)
    assert not [name for name in NAMES if name in text]
    assert "Paciente: Nélida Ugarte Salcedo, de 56 años." in re.sub(r"\s+", " ", handled[0][0].text)
    assert '<text:span text:style-name="T1">[PACIENTE]</text:span>' in text
    assert "Foto de la Sra. [PACIENTE]" in text
    assert 'xlink:href="#mark' in text
    assert text.count("style1") == 2
    assert "<text:p>Toma metformina 850 mg.</text:p>" in text
    assert {"comments removed: 1", "stretches of deleted text removed: 1", "document properties removed"} <= set(notes)
    assert any("1 pictures blanked" in note for note in notes)
    with zipfile.ZipFile(target) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
        assert "Pictures/blank.png" in archive.namelist()


def test_without_people_the_parts_are_the_same_bytes(tmp_path: Path, carried: Carried) -> None:
    source = written(tmp_path / "in.odt", "<text:p>Toma metformina 850 mg.</text:p><text:p/><text:list><text:list-item/></text:list>")
    target, _, _ = carried(source)
    with zipfile.ZipFile(source) as before, zipfile.ZipFile(target) as after:
        assert after.read("content.xml") == before.read("content.xml")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"mime": "application/vnd.oasis.opendocument.spreadsheet"}, "no OpenDocument text"),
        ({"manifest": '<m:file-entry m:full-path="content.xml" m:media-type=""><m:encryption-data/></m:file-entry>'}, "password"),
        ({"body": "<text:p>"}, "broken"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(tmp_path: Path, settings: dict[str, str], words: str) -> None:
    with pytest.raises(UnreadableError, match=words):
        list(FORMAT.read(written(tmp_path / "in.odt", **settings)))


def test_documents_of_libreoffice_and_back(tmp_path: Path, carried: Carried, converted: Callable[[Path, str], Path]) -> None:
    word = docx.Document()
    word.add_heading("Informe de alta", 1)
    word.add_paragraph("Paciente: ").add_run("Nélida Ugarte").bold = True
    word.add_table(1, 2, "Table Grid").cell(0, 0).text = "Sra. Nélida Ugarte"
    word.sections[0].header.paragraphs[0].text = "NHC: 4456781"
    word.core_properties.author = "Luis Ferrer"
    word.save(str(tmp_path / "a.docx"))
    target, _, _ = carried(converted(tmp_path / "a.docx", "odt"))
    assert not [name for name in NAMES if name in raw(target)]
    back = docx.Document(str(converted(target, "docx")))
    assert [run.bold for paragraph in back.paragraphs for run in paragraph.runs if run.text == "[PACIENTE]"] == [True]
    assert [[cell.text for cell in row.cells] for row in back.tables[0].rows] == [["Sra. [PACIENTE]", ""]]
    assert back.sections[0].header.paragraphs[0].text == "NHC: [ID_PACIENTE]"


def test_the_command_takes_odt(tmp_path: Path) -> None:
    written(tmp_path / "in.odt")
    assert main(["run", str(tmp_path / "in.odt"), "--out", str(tmp_path / "o"), "--forms-only", "--jobs", "1", "--language", "es"]) == 0
    assert "Ugarte" not in raw(tmp_path / "o" / "in.odt")
