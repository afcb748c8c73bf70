"""Word documents: no corner keeps a name, and the look stays."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import docx
import pytest
from docx.document import Document as Word
from docx.shared import Pt
from steps import Steps, steps_for

from velado.cli.main import main
from velado.formats import Handled, UnreadableError
from velado.formats.docx import FORMAT as STYLE

FORMAT = Steps(STYLE)

NAMES = ("Nélida", "Ugarte", "Salcedo", "Ferrer", "4456781", "612345678", "612 345 678", "Zamora")
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
Carried = Callable[[Path], tuple[Path, list[str], list[Handled]]]


def raw(path: Path) -> str:
    """Every part as raw bytes and every name, as text."""
    with zipfile.ZipFile(path) as archive:
        return "\n".join(name + "\n" + archive.read(name).decode("utf-8", "replace") for name in archive.namelist())


def changed(path: Path, changes: Mapping[str, Callable[[str], str]], added: Mapping[str, str | bytes] = {}) -> Path:
    """The same archive with some parts changed and others added."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name, change in changes.items():
        parts[name] = change(parts[name].decode("utf-8")).encode("utf-8")
    parts |= {name: data.encode("utf-8") if isinstance(data, str) else data for name, data in added.items()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


def letter() -> Word:
    word = docx.Document()
    word.core_properties.author = "Nélida Ugarte"
    word.core_properties.title = "Informe de Nélida Ugarte Salcedo"
    word.add_heading("Informe de alta", 1)
    paragraph = word.add_paragraph("Paciente: ")
    paragraph.add_run("Nélida Ug").bold = True
    paragraph.add_run("arte").italic = True
    paragraph.add_run(" Salcedo, de 56 años, acude por tos.").font.size = Pt(14)
    table = word.add_table(3, 2, "Table Grid")
    rows = (("Nombre", "Nélida Ugarte Salcedo"), ("NHC", "4456781"), ("Teléfono", "612 345 678"))
    for row, (label, value) in enumerate(rows):
        table.cell(row, 0).text, table.cell(row, 1).text = label, value
    word.add_paragraph("Vive en Zamora. Toma metformina 850 mg.", style="List Bullet")
    word.sections[0].header.paragraphs[0].text = "NHC: 4456781 Nélida Ugarte Salcedo"
    word.sections[0].footer.paragraphs[0].text = "Dr. Luis Ferrer Soto"
    return word


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.docx"
    letter().save(str(path))
    return path


def body(inner: str) -> Callable[[str], str]:
    """Puts XML in front of the end of a document's body."""
    return lambda text: text.replace("<w:sectPr", f"{inner}<w:sectPr", 1)


def related(rows: str) -> Callable[[str], str]:
    return lambda text: text.replace("</Relationships>", f"{rows}</Relationships>")


def typed(rows: str) -> Callable[[str], str]:
    return lambda text: text.replace("</Types>", f"{rows}</Types>")


def test_names_go_and_the_look_stays(source: Path, carried: Carried) -> None:
    target, notes, _ = carried(source)
    text = raw(target)
    assert not [name for name in NAMES if name in text]
    before, after = docx.Document(str(source)), docx.Document(str(target))
    assert [paragraph.style.name for paragraph in after.paragraphs] == [paragraph.style.name for paragraph in before.paragraphs]
    runs = after.paragraphs[1].runs
    assert after.paragraphs[1].text == "Paciente: [PACIENTE], de [EDAD], acude por tos."
    assert (runs[1].text, runs[1].bold, runs[3].font.size) == ("[PACIENTE]", True, Pt(14))
    assert [[cell.text for cell in row.cells] for row in after.tables[0].rows] == [
        ["Nombre", "[PACIENTE]"],
        ["NHC", "[ID_PACIENTE]"],
        ["Teléfono", "[TELÉFONO]"],
    ]
    assert after.tables[0].style.name == "Table Grid"
    assert "[PACIENTE]" in after.sections[0].header.paragraphs[0].text
    assert after.sections[0].footer.paragraphs[0].text == "Dr. [PROFESIONAL]"
    assert "document properties removed" in notes


def test_without_people_only_what_nobody_sees_changes(tmp_path: Path, carried: Carried) -> None:
    word = docx.Document()
    word.add_paragraph("Toma metformina 850 mg. ").add_run("Sin fiebre.").bold = True
    word.add_table(1, 2).cell(0, 1).text = "a < b & c"
    path = tmp_path / "in.docx"
    word.save(str(path))
    target, _, _ = carried(path)
    with zipfile.ZipFile(path) as before, zipfile.ZipFile(target) as after:
        sessions = re.compile(rb' w:rsid\w*="[0-9A-F]{8}"')
        assert sessions.sub(b"", before.read("word/document.xml")) == after.read("word/document.xml")
        assert after.read("word/theme/theme1.xml") == before.read("word/theme/theme1.xml")


BOX = "<w:txbxContent><w:p><w:r><w:t>Paciente: Nélida Ugarte Salcedo</w:t></w:r></w:p></w:txbxContent>"
SCHEMAS = "http://schemas.openxmlformats.org"
SHAPE = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
TEXT_BOX = f"""<w:p><w:r><w:t xml:space="preserve">Antes de </w:t></w:r><w:r><mc:AlternateContent xmlns:mc="{SCHEMAS}/markup-compatibility/2006">
<mc:Choice xmlns:wps="{SHAPE}" Requires="wps"><w:drawing><wp:inline xmlns:wp="{SCHEMAS}/drawingml/2006/wordprocessingDrawing">
<wp:extent cx="2000000" cy="600000"/><wp:docPr id="7" name="DNI de Nélida Ugarte" descr="Foto de la Sra. Nélida Ugarte"/>
<a:graphic xmlns:a="{SCHEMAS}/drawingml/2006/main"><a:graphicData uri="{SHAPE}"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm>
<a:off x="0" y="0"/><a:ext cx="2000000" cy="600000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr><wps:txbx>{BOX}</wps:txbx>
<wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict>
<v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:150pt;height:50pt"><v:textbox>{BOX}</v:textbox></v:shape></w:pict></mc:Fallback>
</mc:AlternateContent></w:r><w:r><w:t>comer.</w:t></w:r></w:p>"""


def test_text_boxes_hold_their_text_twice(source: Path, carried: Carried) -> None:
    changed(source, {"word/document.xml": body(TEXT_BOX)})
    target, _, handled = carried(source)
    text = raw(target)
    assert not [name for name in NAMES if name in text]
    assert "Antes de comer." in handled[0][0].text, "a text box must not tear the sentence that it stands in"
    assert text.count("Paciente: [PACIENTE]<") >= 2
    assert "Foto de la Sra. [PACIENTE]" in text


CHANGES = """<w:p><w:r><w:t xml:space="preserve">Motivo: </w:t></w:r><w:del w:id="1" w:author="Luis Ferrer" w:date="2024-03-05T10:00:00Z"><w:r>
<w:delText>Nélida Ugarte</w:delText></w:r></w:del><w:ins w:id="2" w:author="Luis Ferrer" w:date="2024-03-05T10:00:00Z"><w:r w:rsidR="00AB12CD">
<w:t>disnea</w:t></w:r></w:ins><w:commentRangeStart w:id="0"/><w:r><w:rPr><w:rPrChange w:id="3" w:author="Luis Ferrer" w:date="2024-03-05T10:00:00Z"><w:rPr/></w:rPrChange></w:rPr>
<w:t xml:space="preserve"> leve</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>
<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="5000"/></w:tblGrid><w:tr><w:trPr><w:del w:id="4" w:author="Luis Ferrer" w:date="2024-03-05T10:00:00Z"/></w:trPr><w:tc><w:p><w:r><w:t>fila borrada</w:t></w:r></w:p></w:tc></w:tr>
<w:tr><w:tc><w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>Oculto: Sra. Nélida Ugarte</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"""
COMMENTS = f'<w:comments xmlns:w="{WORD}"><w:comment w:id="0" w:author="Luis Ferrer"><w:p><w:r><w:t>¿Ugarte?</w:t></w:r></w:p></w:comment></w:comments>'


def with_changes(source: Path, more: str = "") -> Path:
    """Tracked changes and a comment in the document's body."""
    type_of = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    return changed(
        source,
        {
            "word/document.xml": body(CHANGES + more),
            "[Content_Types].xml": typed(f'<Override PartName="/word/comments.xml" ContentType="{type_of}.comments+xml"/>'),
            "word/_rels/document.xml.rels": related(f'<Relationship Id="rId90" Type="{OFFICE}/comments" Target="comments.xml"/>'),
        },
        {"word/comments.xml": COMMENTS},
    )


def test_deleted_text_comments_and_authors_are_gone(source: Path, carried: Carried) -> None:
    with_changes(source)
    target, notes, _ = carried(source)
    text = raw(target)
    assert not [name for name in (*NAMES, "fila borrada", "rsidR", "2024-03-05", "w:ins ", "commentRange") if name in text]
    after = docx.Document(str(target))
    assert any(re.sub(r"\s+", " ", paragraph.text).strip() == "Motivo: disnea leve" for paragraph in after.paragraphs)
    assert "Oculto: Sra. [PACIENTE]" in text
    assert "stretches of deleted text removed: 1" in notes
    assert "comments removed: 1" in notes


FIELDS = """<w:p><w:bookmarkStart w:id="5" w:name="Nelida_Ugarte"/><w:bookmarkEnd w:id="5"/>
<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> HYPERLINK "mailto:nelida.ug</w:instrText></w:r>
<w:r><w:instrText>arte@example.org" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>correo</w:t></w:r>
<w:r><w:fldChar w:fldCharType="end"/></w:r><w:fldSimple w:instr=" AUTHOR Ugarte "><w:r><w:t>autora</w:t></w:r></w:fldSimple>
<w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple><w:fldSimple w:instr=" REF Nelida_Ugarte \\h "><w:r><w:t>véase</w:t></w:r></w:fldSimple>
<w:hyperlink r:id="rId91" w:anchor="Nelida_Ugarte"><w:r><w:t>enlace</w:t></w:r></w:hyperlink></w:p>
<w:sdt><w:sdtPr><w:alias w:val="Sra. Nélida Ugarte"/><w:tag w:val="612345678"/><w:dataBinding w:xpath="/Ugarte"/><w:date w:fullDate="2024-03-05T00:00:00Z"/></w:sdtPr>
<w:sdtContent><w:p><w:r><w:t>Control: Sra. Nélida Ugarte</w:t></w:r></w:p></w:sdtContent></w:sdt>"""


def test_fields_links_bookmarks_and_controls(source: Path, carried: Carried) -> None:
    link = f'<Relationship Id="rId91" Type="{OFFICE}/hyperlink" Target="file:///C:/Users/nelida.ugarte/informe.docx" TargetMode="External"/>'
    changed(source, {"word/document.xml": body(FIELDS), "word/_rels/document.xml.rels": related(link)})
    target, notes, _ = carried(source)
    text = raw(target)
    assert not [name for name in (*NAMES, "ugarte", "Nelida", "2024-03-05", "AUTHOR", "mailto") if name in text]
    assert " PAGE " in text
    assert " REF mark1 " in text
    assert 'w:anchor="mark1"' in text
    assert 'Target="about:blank"' in text
    assert "fields turned into plain text: 2" in notes
    assert '<w:tag w:val="control"/>' in text
    assert "Control: Sra. [PACIENTE]" in text


@pytest.mark.parametrize(
    ("instruction", "stays"),
    [
        (' TOC \\o "1-3" \\h \\z ', True),
        (' DATE \\@ "d \'de\' MMMM" \\* MERGEFORMAT ', True),
        (" SEQ Figura \\* ARABIC ", True),
        (' TOC \\t "Ugarte,1" ', False),
        (" PAGE 612345678 ", False),
        (" EQ \\o(Ugarte) ", False),
    ],
)
def test_fields_keep_nothing_that_somebody_wrote_into_them(instruction: str, stays: bool, source: Path, carried: Carried) -> None:
    said = instruction.replace('"', "&quot;")
    changed(source, {"word/document.xml": body(f'<w:p><w:fldSimple w:instr="{said}"><w:r><w:t>iv</w:t></w:r></w:fldSimple></w:p>')})
    text = raw(carried(source)[0])
    assert (said in text) == stays
    assert "<w:t>iv</w:t>" in text


def test_what_nobody_sees_is_left_out(source: Path, carried: Carried) -> None:
    changed(
        source,
        {
            "word/settings.xml": lambda text: text.replace(
                "</w:settings>",
                '<w:docVars><w:docVar w:name="p" w:val="Ugarte"/></w:docVars><w:mailMerge><w:query w:val="Ugarte"/></w:mailMerge></w:settings>',
            ),
            "_rels/.rels": related(f'<Relationship Id="rId92" Type="{OFFICE}/custom-properties" Target="docProps/custom.xml"/>'),
            "word/_rels/document.xml.rels": related(
                f'<Relationship Id="rId93" Type="{OFFICE}/oleObject" Target="embeddings/Ugarte.bin"/>'
                f'<Relationship Id="rId94" Type="{OFFICE}/glossaryDocument" Target="glossary/document.xml"/>'
            ),
        },
        {
            "docProps/custom.xml": "<a>Ugarte</a>",
            "word/embeddings/Ugarte.bin": b"Ugarte",
            "word/glossary/document.xml": "<a>Ugarte</a>",
            "word/vbaProject.bin": b"Ugarte",
            "customXml/item9.xml": "<a>Ugarte</a>",
            "docProps/thumbnail.jpeg": b"Ugarte",
            "word/people.xml": "<a>Ugarte</a>",
        },
    )
    target, notes, _ = carried(source)
    assert "Ugarte" not in raw(target)
    assert {"macros removed", "building blocks removed", "embedded files removed", "custom XML removed"} <= set(notes)
    assert docx.Document(str(target)).paragraphs


def test_pictures_that_cannot_be_read_are_blanked(tmp_path: Path, carried: Carried) -> None:
    word = docx.Document()
    picture = tmp_path / "nelida.gif"
    picture.write_bytes(b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xfe\x06Ugarte\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;")
    word.add_picture(str(picture), width=Pt(200), height=Pt(100))
    path = tmp_path / "in.docx"
    word.save(str(path))
    target, notes, _ = carried(path)
    with zipfile.ZipFile(target) as archive:
        assert [name for name in archive.namelist() if "media" in name] == ["word/media/blank.png"]
    assert "Ugarte" not in raw(target)
    assert "nelida" not in raw(target)
    assert any("1 pictures blanked" in note for note in notes)
    assert [(shape.width, shape.height) for shape in docx.Document(str(target)).inline_shapes] == [(Pt(200), Pt(100))]


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed (Debian: tesseract-ocr tesseract-ocr-spa)")
def test_pictures_that_can_be_read_lose_their_names_and_photographs_go(tmp_path: Path, carried: Carried) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed: pip install pillow")
    draw = pytest.importorskip("PIL.ImageDraw")
    card = image.new("RGB", (900, 220), "white")
    pen = draw.Draw(card)
    pen.text((30, 40), "Paciente: Nélida Ugarte Salcedo", fill="black", font_size=44)
    pen.text((30, 130), "Toma metformina 850 mg", fill="black", font_size=44)
    card.save(tmp_path / "Ugarte.png")
    exif = card.getexif()
    exif[270] = "Ugarte"
    image.new("RGB", (64, 64), "beige").save(tmp_path / "cara.jpg", exif=exif)
    word = docx.Document()
    word.add_picture(str(tmp_path / "Ugarte.png"))
    word.add_picture(str(tmp_path / "cara.jpg"))
    word.save(str(tmp_path / "in.docx"))
    target, notes, handled = carried(tmp_path / "in.docx")
    assert len(handled) == 2
    with zipfile.ZipFile(target) as archive:
        assert sorted(name for name in archive.namelist() if "media" in name) == ["word/media/blank.png", "word/media/image1.png"]
        assert archive.read("word/media/image1.png") != (tmp_path / "Ugarte.png").read_bytes()
    assert "Ugarte" not in raw(target)
    assert len(notes) == len([note for note in notes if "pictures" in note]) + 2


def test_charts_lose_their_dates_and_names(source: Path, carried: Carried) -> None:
    chart = (
        '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="r"><c:chart><c:cat><c:numRef><c:numCache>'
        "<c:formatCode>dd/mm/yyyy</c:formatCode><c:pt><c:v>45356</c:v></c:pt></c:numCache></c:numRef></c:cat><c:val><c:numCache>"
        "<c:formatCode>General</c:formatCode><c:pt><c:v>37.5</c:v></c:pt></c:numCache></c:val><c:tx><c:strCache><c:v>Sra. Nélida Ugarte</c:v>"
        '</c:strCache></c:tx></c:chart><c:externalData r:id="rId1"/></c:chartSpace>'
    )
    row = f'<Relationship Id="rId95" Type="{OFFICE}/chart" Target="charts/chart1.xml"/>'
    kind = '<Override PartName="/word/charts/chart1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.chart+xml"/>'
    parts = {"word/_rels/document.xml.rels": related(row), "[Content_Types].xml": typed(kind)}
    changed(source, parts, {"word/charts/chart1.xml": chart})
    target, notes, _ = carried(source)
    text = raw(target)
    assert not [word for word in ("45356", "Ugarte", "externalData") if word in text]
    assert "37.5" in text
    assert "dates of charts removed: 1" in notes


def test_styles_that_somebody_made_are_called_by_numbers(tmp_path: Path, carried: Carried) -> None:
    word = docx.Document()
    style = word.styles.add_style("Estilo de Ugarte", 1)
    style.font.bold = True
    word.add_paragraph("Sin fiebre.", style=style)
    path = tmp_path / "in.docx"
    word.save(str(path))
    target, _, _ = carried(path)
    assert "Ugarte" not in raw(target)
    assert docx.Document(str(target)).paragraphs[0].style.font.bold is True


@pytest.mark.parametrize("name", ["Georgia Strong", "Hans Light"])
def test_people_called_like_a_font_or_a_style_do_not_withhold_the_document(name: str, tmp_path: Path, carried: Carried) -> None:
    word = docx.Document()
    word.add_paragraph(f"Paciente: {name}\nNombre: {name}")
    path = tmp_path / "in.docx"
    word.save(str(path))
    target, _, _ = carried(path)
    assert name not in docx.Document(str(target)).paragraphs[0].text


def test_verification_sees_a_name_that_was_left(source: Path, tmp_path: Path, carried: Carried) -> None:
    target, _, handled = carried(source)
    for part, place in (("word/footer1.xml", "<w:t>nelida  UGARTE salcedo</w:t>"), ("word/styles.xml", '<w:a w:val="Nélida Ugarte Salcedo"/>')):
        copy = Path(shutil.copy(target, tmp_path / "copy.docx"))
        changed(copy, {part: lambda text, place=place: re.sub(r"</w:(ftr|styles)>", rf"{place}</w:\1>", text)})  # type: ignore[misc]
        assert FORMAT.verify(copy, handled)


def test_a_withheld_document_leaves_nothing(source: Path, tmp_path: Path) -> None:
    from velado.document import Result

    handled = [(document, Result(document.id, None)) for document in FORMAT.read(source)]
    FORMAT.write(tmp_path / "out.docx", source, handled)
    assert not (tmp_path / "out.docx").exists()


BOMB = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb">]>'


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: BOMB + text[text.index("<w:document") :], "document type"),
        (lambda text: text[:-20], "broken"),
        (lambda text: text.replace("<w:body>", "<w:body>" + "<w:a>" * 2000 + "</w:a>" * 2000), "nests"),
        (lambda text: text.replace("<w:body>", '<w:body><w:altChunk r:id="rId1"/>'), "another file"),
    ],
)
def test_hostile_parts_are_refused_in_words(source: Path, change: Callable[[str], str], words: str) -> None:
    changed(source, {"word/document.xml": change})
    with pytest.raises(UnreadableError, match=words):
        list(FORMAT.read(source))


def test_old_word_documents_are_told_from_what_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a.doc"
    style = steps_for(path)
    assert style is not None
    for data, words in (
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "DOCX"),
        (b"{\\rtf1 a}", ".rtf"),
        (b"PK\x03\x04", ".docx"),
        (b"<html>", ".html"),
        (b"hola", "not what its name says"),
    ):
        path.write_bytes(data)
        with pytest.raises(UnreadableError, match=re.escape(words)):
            list(style.read(path))


def test_the_command_writes_a_document_and_says_what_went(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.docx").write_bytes(b"PK\x03\x04 cut short")
    out = tmp_path / "out"
    assert main(["run", str(source), str(tmp_path / "bad.docx"), "--out", str(out), "--forms-only", "--jobs", "1"]) == 3
    assert [path.name for path in out.iterdir()] == ["in.docx"]
    assert "damaged" in capsys.readouterr().err


def test_documents_of_libreoffice_and_back(source: Path, carried: Carried, converted: Callable[[Path, str], Path]) -> None:
    theirs = converted(with_changes(source, TEXT_BOX + FIELDS), "docx")
    target, _, _ = carried(theirs)
    text = raw(target)
    assert not [name for name in (*NAMES, "ugarte") if name in text]
    plain = converted(target, "txt").read_text("utf-8-sig")
    assert "[PACIENTE]" in plain
    assert "Toma metformina 850 mg." in plain
    assert not [name for name in NAMES if name in plain]
