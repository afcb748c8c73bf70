"""PDF files: what is replaced is gone from every corner of them, and everything else is where it was."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pypdf")
pytest.importorskip("pypdfium2")
pytest.importorskip("reportlab")

import pypdfium2
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    NumberObject,
    StreamObject,
    TextStringObject,
)
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen import canvas
from steps import Steps

from velado.cli.main import main
from velado.document import Document, Result, Span
from velado.formats import Limits, Options, UnreadableError
from velado.formats.pdf import FORMAT as STYLE
from velado.pipeline import Pipeline

FORMAT = Steps(STYLE)

NAME = "Leocadia Urrutia Bermejo"
PIPELINE = Pipeline(model=False)
Draw = Callable[[canvas.Canvas], None]


def drawn(path: Path, *pages: Draw) -> Path:
    """A file that reportlab makes, one function for each page."""
    sheet = canvas.Canvas(str(path), pagesize=A4)
    for page in pages:
        sheet.setFont("Helvetica", 11)
        page(sheet)
        sheet.showPage()
    sheet.save()
    return path


def raw(path: Path, content: bytes, change: Callable[[PdfWriter, Any], None] | None = None) -> Path:
    """A file of one page whose content is given word for word; /F1 is Helvetica."""
    writer = PdfWriter()
    page = writer.add_blank_page(400, 300)
    font = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica", "/Encoding": "/WinAnsiEncoding"}
    fonts = DictionaryObject({NameObject("/F1"): DictionaryObject({NameObject(k): NameObject(v) for k, v in font.items()})})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts, NameObject("/XObject"): DictionaryObject()})
    page[NameObject("/Contents")] = writer._add_object(stream(content))
    if change is not None:
        change(writer, page)
    writer.write(path)
    return path


def stream(data: bytes, **entries: Any) -> DecodedStreamObject:
    made = DecodedStreamObject()
    made.set_data(data)
    for key, value in entries.items():
        made[NameObject("/" + key)] = value
    return made


def form(data: bytes, page: Any) -> DecodedStreamObject:
    box = ArrayObject([NumberObject(side) for side in (0, 0, 400, 300)])
    return stream(data, Type=NameObject("/XObject"), Subtype=NameObject("/Form"), BBox=box, Resources=page["/Resources"])


def read(path: Path, options: Options | None = None) -> Document:
    return next(iter(FORMAT.read(path, options or Options())))


def without(document: Document, *words: str) -> Result:
    """The document as if exactly these words had been found in it."""
    spans = [Span(found.start(), found.end(), "PATIENT_NAME") for word in words for found in re.finditer(re.escape(word), document.text)]
    return PIPELINE.with_spans(document, spans, "es")


def written(path: Path, *words: str) -> tuple[Path, list[str]]:
    """The file without these words, verified, and what else was cleaned."""
    document = read(path)
    for word in words:
        assert word in document.text
    result = without(document, *words)
    target = path.with_name("out.pdf")
    notes = FORMAT.write(target, path, [(document, result)])
    assert list(FORMAT.verify(target, [(document, result)])) == []
    return target, list(notes)


def text_of(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, bytes):
        yield value.decode("latin-1")
        yield value.decode("utf-16", "ignore")
    elif isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def everything(path: Path) -> str:
    """Every string and every stream of a file, unpacked, and its bytes as they are, without blanks and signs."""
    reader = PdfReader(path)
    pieces = [path.read_bytes().decode("latin-1"), text_of(path)]
    for number in {number for table in reader.xref.values() for number in table} | set(reader.xref_objStm):
        target = reader.get_object(IndirectObject(number, 0, reader))
        pieces += strings(target)
        if isinstance(target, StreamObject):
            pieces.append(target._data.decode("latin-1") if target.get("/Subtype") == "/Image" else target.get_data().decode("latin-1"))
            hexes = re.findall(r"<([0-9a-f]{2,})>", pieces[-1])
            pieces.append("".join(bytes.fromhex(text).decode("latin-1") for text in hexes if len(text) % 2 == 0))
    return re.sub(r"[\W\d_]+", "", "\n".join(pieces)).casefold()


def gone(path: Path, *words: str) -> bool:
    whole = everything(path)
    return not any(re.sub(r"[\W\d_]+", "", part).casefold() in whole for word in words for part in word.split() if len(part) > 3)


def place(path: Path, word: str) -> list[tuple[float, float]]:
    """Where a word stands, on the first page."""
    document = pypdfium2.PdfDocument(path)
    try:
        text = document[0].get_textpage()
        whole = text.get_text_range()
        at = [found.start() for found in re.finditer(re.escape(word), whole)]
        return [tuple(round(side) for side in text.get_charbox(start)[:2]) for start in at]  # type: ignore[misc]
    finally:
        document.close()


def test_text_is_gone_from_the_content_and_all_else_stands_where_it_was(tmp_path: Path) -> None:
    def page(sheet: canvas.Canvas) -> None:
        sheet.drawString(70, 780, f"Nombre: {NAME}")
        sheet.drawString(330, 780, "Servicio: Medicina Interna")
        sheet.drawString(70, 760, f"La paciente {NAME} refiere tos.")

    source = drawn(tmp_path / "in.pdf", page)
    document = read(source)
    assert document.text.splitlines()[0] == f"Nombre: {NAME}  Servicio: Medicina Interna"
    target, _ = written(source, NAME)
    assert gone(target, NAME)
    for word in ("Nombre:", "Servicio:", "Medicina", "La paciente", "refiere"):
        assert place(target, word) == place(source, word) != []
    assert text_of(target).count("[PACIENTE]") == 2


def test_a_file_without_anybody_in_it_keeps_its_text(tmp_path: Path) -> None:
    def page(sheet: canvas.Canvas) -> None:
        for number in range(20):
            sheet.drawString(70, 780 - 15 * number, f"Línea {number}: exploración sin hallazgos, eupneica.")

    source = drawn(tmp_path / "in.pdf", page, page)
    target, _ = written(source)
    assert text_of(target) == text_of(source)


def test_text_in_forms_is_gone_even_when_they_are_used_on_several_pages_or_nowhere(tmp_path: Path) -> None:
    def change(writer: PdfWriter, page: Any) -> None:
        named = page["/Resources"]["/XObject"]
        inner = writer._add_object(form(f"BT /F1 9 Tf 20 100 Td ({NAME} dentro) Tj ET".encode(), page))
        outer = form(f"BT /F1 9 Tf 20 200 Td (Fuera {NAME}) Tj ET q 1 0 0 1 5 5 cm /Inner Do Q".encode(), page)
        named[NameObject("/Inner")] = inner
        named[NameObject("/Outer")] = writer._add_object(outer)
        named[NameObject("/Unused")] = writer._add_object(form(f"BT /F1 9 Tf ({NAME}) Tj ET".encode(), page))
        second = writer.add_blank_page(400, 300)
        second[NameObject("/Resources")] = page["/Resources"]
        second[NameObject("/Contents")] = writer._add_object(stream(b"/Outer Do /Outer Do"))

    target, _ = written(raw(tmp_path / "in.pdf", b"0.5 Tc 90 Tz /Outer Do", change), NAME)
    assert gone(target, NAME)
    assert text_of(target).count("dentro") == text_of(target).count("Fuera") >= 2


@pytest.mark.parametrize(
    "content",
    [
        b"BT /F1 12 Tf 30 200 Td [(Leo) -20 (cadia Urr) 15 (utia Bermejo)] TJ ( acude) Tj ET",
        b"BT /F1 12 Tf 14 TL 30 200 Td (linea) Tj (Leocadia Urrutia Bermejo acude) ' ET",
        b"BT /F1 12 Tf 14 TL 30 200 Td 2 1 (Leocadia Urrutia Bermejo acude) \" ET",
        b"BT /F1 12 Tf 1.5 Tc 3 Tw 80 Tz 30 200 Td <4C656F6361646961205572727574696120426572 6D656A6F> Tj ( acude) Tj ET",
        b"BT /F1 1 Tf 12 0 0 12 30 200 Tm (Leocadia Urrutia) Tj ( Bermejo acude) Tj ET",
        b"BT /F1 12 Tf 0.7 0.7 -0.7 0.7 60 60 Tm (Leocadia Urrutia Bermejo acude) Tj ET",
        b"q q BT /F1 12 Tf 30 200 Td (Leocadia\\040Urr\\165tia Bermejo) Tj ( acude) Tj ET Q Q Q",
        b"BT /F1 12 Tf 30 200 Td (Leocadia Urrutia Bermejo acude) Tj 0.2 0 Td (Leocadia Urrutia Bermejo acude) Tj ET",
        b"1 1 1 rg BT /F1 12 Tf 30 200 Td (Leocadia Urrutia Bermejo acude) Tj ET",
        b"BT /F1 12 Tf 30 200 Td (Leocadia Urrutia Bermejo) Tj ET q 1 0 0 1 140 0 cm BT /F1 12 Tf 32 200 Td ( acude) Tj ET",
    ],
)  # fmt: skip
def test_every_way_to_show_text(content: bytes, tmp_path: Path) -> None:
    source = raw(tmp_path / "in.pdf", content)
    target, _ = written(source, NAME)
    assert gone(target, NAME)
    assert place(target, "acude") == place(source, "acude") != []
    assert "[PACIENTE]" in text_of(target)


def test_what_marked_content_says_of_its_text_is_gone_too(tmp_path: Path) -> None:
    content = b"/P <</MCID 0 /ActualText (Leocadia Urrutia Bermejo)>> BDC BT /F1 12 Tf 30 200 Td (Leocadia Urrutia Bermejo) Tj ET EMC"
    target, _ = written(raw(tmp_path / "in.pdf", content), NAME)
    assert gone(target, NAME)


@pytest.mark.parametrize(
    ("content", "note"),
    [
        (f"BT /F1 12 Tf 3 Tr 30 200 Td ({NAME}) Tj ET".encode(), "letters that nobody sees"),
        (f"BT /F1 12 Tf 30 900 Td ({NAME}) Tj ET".encode(), "letters that nobody sees"),
        (f"/OC /Layer BDC BT /F1 12 Tf 30 100 Td ({NAME}) Tj ET EMC".encode(), "letters that nobody sees"),
        (b"/OC /Layer BDC 0 0 9 9 re f /Fm Do EMC", "hidden things"),
    ],
)
def test_what_nobody_sees_is_removed(content: bytes, note: str, tmp_path: Path) -> None:
    def change(writer: PdfWriter, page: Any) -> None:
        group = {"/Type": NameObject("/OCG"), "/Name": TextStringObject(f"Capa de {NAME}")}
        layer = writer._add_object(DictionaryObject({NameObject(key): value for key, value in group.items()}))
        page["/Resources"][NameObject("/Properties")] = DictionaryObject({NameObject("/Layer"): layer})
        page["/Resources"]["/XObject"][NameObject("/Fm")] = writer._add_object(form(f"BT /F1 9 Tf ({NAME}) Tj ET".encode(), page))
        default = DictionaryObject({NameObject("/OFF"): ArrayObject([layer])})
        layers = {NameObject("/OCGs"): ArrayObject([layer]), NameObject("/D"): default}
        writer.root_object[NameObject("/OCProperties")] = DictionaryObject(layers)

    source = raw(tmp_path / "in.pdf", b"BT /F1 12 Tf 30 250 Td (Se ve esto) Tj ET " + content, change)
    document = read(source)
    assert document.text.split() == ["Se", "ve", "esto"]
    target, notes = written(source)
    assert gone(target, NAME)
    assert any(note in entry for entry in notes)
    assert text_of(target).split() == ["Se", "ve", "esto"]


def test_everything_beside_the_pages_is_left_behind(tmp_path: Path) -> None:
    def change(writer: PdfWriter, page: Any) -> None:
        writer.add_metadata({"/Title": f"Informe de {NAME}", "/Author": NAME})
        writer.add_outline_item(f"Alta de {NAME}", 0)
        writer.add_attachment(f"{NAME}.txt", f"Paciente {NAME}".encode())
        writer.add_named_destination(f"{NAME}", 0)
        writer.add_uri(0, f"mailto:{NAME.replace(' ', '.')}@example.org", (10, 10, 100, 30))
        root = writer.root_object
        script = {"/S": NameObject("/JavaScript"), "/JS": TextStringObject(f"app.alert('{NAME}')")}
        root[NameObject("/OpenAction")] = DictionaryObject({NameObject(key): value for key, value in script.items()})
        root[NameObject("/Metadata")] = writer._add_object(stream(f"<x:xmpmeta>{NAME}</x:xmpmeta>".encode()))
        kinds = {"/S": NameObject("/Sect"), "/Alt": TextStringObject(NAME)}
        root[NameObject("/StructTreeRoot")] = DictionaryObject({NameObject(key): value for key, value in kinds.items()})
        page[NameObject("/PieceInfo")] = DictionaryObject({NameObject("/App"): TextStringObject(NAME)})
        page[NameObject("/Thumb")] = writer._add_object(stream(NAME.encode()))
        note = {"/Type": "/Annot", "/Subtype": "/Text"}
        comment = DictionaryObject({NameObject(key): NameObject(value) for key, value in note.items()})
        comment[NameObject("/Contents")] = TextStringObject(f"Llamar a {NAME}")
        comment[NameObject("/Rect")] = ArrayObject([NumberObject(side) for side in (1, 1, 9, 9)])
        page.setdefault(NameObject("/Annots"), ArrayObject()).append(writer._add_object(comment))

    target, notes = written(raw(tmp_path / "in.pdf", b"BT /F1 12 Tf 30 200 Td (Sin datos) Tj ET", change))
    assert gone(target, NAME)
    assert not PdfReader(target).metadata
    told = " ".join(notes)
    for word in ("properties", "bookmarks", "attachments", "scripts", "links", "annotations", "destinations", "tags"):
        assert word in told


def test_form_fields_become_part_of_the_page_and_are_read(tmp_path: Path) -> None:
    def page(sheet: canvas.Canvas) -> None:
        sheet.drawString(70, 700, "Nombre:")
        sheet.acroForm.textfield(name="nombre", value=NAME, x=130, y=692, width=200, height=20, borderWidth=0)

    def bare(writer: PdfWriter, page: Any) -> None:
        field = {"/Type": "/Annot", "/Subtype": "/Widget", "/FT": "/Tx"}
        widget = DictionaryObject({NameObject(key): NameObject(value) for key, value in field.items()})
        widget[NameObject("/V")] = widget[NameObject("/T")] = TextStringObject(NAME)
        widget[NameObject("/Rect")] = ArrayObject([FloatObject(side) for side in (100, 190, 300, 212)])
        page[NameObject("/Annots")] = ArrayObject([writer._add_object(widget)])

    for source in (
        drawn(tmp_path / "a.pdf", page),
        raw(tmp_path / "b.pdf", b"BT /F1 12 Tf 30 198 Td (Nombre:) Tj ET", bare),
    ):
        assert f"Nombre:  {NAME}" in read(source).text
        target, _ = written(source, NAME)
        assert gone(target, NAME)
        assert "/Annots" not in PdfReader(target).pages[0]
        assert "[PACIENTE]" in text_of(target)


def test_earlier_versions_of_the_file_are_gone(tmp_path: Path) -> None:
    source = raw(tmp_path / "in.pdf", f"BT /F1 12 Tf 30 200 Td ({NAME}) Tj ET".encode())
    writer = PdfWriter(str(source), incremental=True)
    writer.pages[0][NameObject("/Contents")] = writer._add_object(stream(b"BT /F1 12 Tf 30 200 Td (Nadie) Tj ET"))
    writer.write(source)
    assert NAME.encode() in source.read_bytes()
    target, notes = written(source)
    assert gone(target, NAME)
    assert "earlier versions of the file removed" in notes


def test_pages_that_are_turned_or_cropped(tmp_path: Path) -> None:
    def change(writer: PdfWriter, page: Any) -> None:
        page[NameObject("/Rotate")] = NumberObject(90)
        for key, sides in (("/MediaBox", (-50, -20, 500, 400)), ("/CropBox", (10, 10, 380, 280))):
            page[NameObject(key)] = ArrayObject([NumberObject(side) for side in sides])

    source = raw(tmp_path / "in.pdf", f"BT /F1 12 Tf 30 200 Td ({NAME} acude) Tj ET".encode(), change)
    target, _ = written(source, NAME)
    assert gone(target, NAME)
    assert place(target, "acude") == place(source, "acude")
    assert PdfReader(target).pages[0].rotation == 90


def test_a_short_gap_gets_a_black_box_with_the_label(tmp_path: Path) -> None:
    source = raw(tmp_path / "in.pdf", b"BT /F1 10 Tf 30 200 Td (Habitaci\xf3n A7 bis, cama dos) Tj ET")
    target, _ = written(source, "A7")
    assert "[PACIENTE]" in text_of(target)
    content = PdfReader(target).pages[0].get_contents()
    assert content is not None
    assert b" re f" in content.get_data()


def test_words_broken_at_the_end_of_a_line_and_cells_of_several_lines_are_read_whole(tmp_path: Path) -> None:
    def page(sheet: canvas.Canvas) -> None:
        lines = ["La evolución del dolor fue buena y se comentó con Leocadia Urru-", "tia Bermejo, que acepta el alta y la pauta propuesta por el equi-"]
        lines += ["po de guardia, con revisión en una semana en su centro habitual.", "Se explican los signos de alarma y se entrega el tratamiento."]
        for number, line in enumerate(lines):
            sheet.drawString(70, 780 - 13 * number, line)
        for row, (left, right) in enumerate([("Paciente", "Leocadia Urrutia"), ("", "Bermejo"), ("Sexo", "Mujer")]):
            sheet.drawString(70, 600 - 13 * row, left)
            sheet.drawString(200, 600 - 13 * row, right)
            sheet.drawString(350, 600 - 13 * row, ["Cama 12", "norte", "libre"][row])

    source = drawn(tmp_path / "in.pdf", page)
    document = read(source)
    assert "con Leocadia Urrutia Bermejo, que acepta" in document.text
    assert document.text.count("Leocadia Urrutia Bermejo") == 2
    target, _ = written(source, NAME)
    assert gone(target, NAME)
    assert "equi-" in text_of(target).replace("\ufffe", "-")


def test_columns_of_running_text_are_read_one_after_the_other(tmp_path: Path) -> None:
    left = ["Paciente que ingresa por disnea de", "varios días de evolución y edemas", "en miembros inferiores. Comenta la", "hija que no toma la medicación."]
    right = ["Se inicia tratamiento con oxígeno", "y diuréticos con buena respuesta", "clínica. Al alta se deja pauta de", "control en consultas externas."]

    def page(sheet: canvas.Canvas) -> None:
        for column, x in ((left, 60), (right, 320)):
            for number, line in enumerate(column):
                sheet.drawString(x, 700 - 13 * number, line)

    text = read(drawn(tmp_path / "in.pdf", page)).text
    assert text.startswith(" ".join(left))
    assert " ".join(right) in text


def test_encryption_without_a_password_is_opened_and_with_one_refused(tmp_path: Path) -> None:
    source = raw(tmp_path / "in.pdf", f"BT /F1 12 Tf 30 200 Td ({NAME}) Tj ET".encode())
    writer = PdfWriter(clone_from=str(source))
    writer.encrypt("", "owner", algorithm="RC4-128")
    writer.write(tmp_path / "open.pdf")
    target, notes = written(tmp_path / "open.pdf", NAME)
    assert gone(target, NAME)
    assert any("encrypt" in note for note in notes)
    assert not PdfReader(target).is_encrypted
    writer = PdfWriter(clone_from=str(source))
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(tmp_path / "closed.pdf")
    with pytest.raises(UnreadableError, match="password"):
        read(tmp_path / "closed.pdf")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: b"PK\x03\x04" + data[4:],
        lambda data: b"%PDF-1.7\n" + b"\x00\xff" * 200 + b"\nstartxref\n9\n%%EOF",
        lambda data: data.replace(b"/Pages", b"/Pagse"),
    ],
)
def test_what_is_broken_is_refused_in_words(spoil: Callable[[bytes], bytes], tmp_path: Path) -> None:
    source = raw(tmp_path / "in.pdf", f"BT /F1 12 Tf 30 200 Td ({NAME}) Tj ET".encode())
    source.write_bytes(spoil(source.read_bytes()))
    with pytest.raises(UnreadableError) as caught:
        read(source)
    assert not any(part in str(caught.value) for part in NAME.split())


def test_limits_are_named(tmp_path: Path) -> None:
    source = drawn(tmp_path / "in.pdf", lambda sheet: None, lambda sheet: None)
    for limits in (Limits(pages=1), Limits(objects=3), Limits(file_bytes=100)):
        with pytest.raises(UnreadableError, match=r"more than|larger than"):
            read(source, Options(limits=limits))


def test_forms_in_forms_without_end_are_refused(tmp_path: Path) -> None:
    def change(writer: PdfWriter, page: Any) -> None:
        named = page["/Resources"]["/XObject"]
        for number in range(20):
            named[NameObject(f"/F{number}")] = writer._add_object(form(b"/F%d Do " % (number + 1) * 10, page))

    with pytest.raises(UnreadableError, match="forms"):
        read(raw(tmp_path / "in.pdf", b"/F0 Do", change))


def test_a_withheld_document_leaves_nothing(tmp_path: Path) -> None:
    source = raw(tmp_path / "in.pdf", f"BT /F1 12 Tf 30 200 Td ({NAME}) Tj ET".encode())
    assert FORMAT.write(tmp_path / "out.pdf", source, [(read(source), Result("", None))]) == ()
    assert not (tmp_path / "out.pdf").exists()


def test_verification_sees_what_is_left_on_pages_and_in_objects(tmp_path: Path) -> None:
    source = raw(tmp_path / "in.pdf", f"BT /F1 12 Tf 30 200 Td ({NAME}) Tj ET".encode())
    document = read(source)
    handled = [(document, without(document, NAME))]
    assert FORMAT.verify(source, handled)
    FORMAT.write(tmp_path / "out.pdf", source, handled)
    assert not FORMAT.verify(tmp_path / "out.pdf", handled)
    for key, value in (("/Title", NAME), ("/Subject", "x")):
        writer = PdfWriter(clone_from=str(tmp_path / "out.pdf"))
        writer.add_metadata({key: value})
        writer.write(tmp_path / "bad.pdf")
        assert FORMAT.verify(tmp_path / "bad.pdf", handled)
    writer = PdfWriter(clone_from=str(tmp_path / "out.pdf"))
    writer._add_object(stream(NAME.encode()))
    writer.write(tmp_path / "bad.pdf")
    assert FORMAT.verify(tmp_path / "bad.pdf", handled)


def test_a_source_that_changed_meanwhile_is_refused(tmp_path: Path) -> None:
    source = raw(tmp_path / "in.pdf", b"BT /F1 12 Tf 30 200 Td (Nada) Tj ET")
    document = read(source)
    raw(source, b"BT /F1 12 Tf 30 200 Td (Otra cosa) Tj ET")
    with pytest.raises(UnreadableError, match="changed"):
        FORMAT.write(tmp_path / "out.pdf", source, [(document, without(document))])


def test_the_command_line_hands_back_a_clean_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes").mkdir()

    def page(sheet: canvas.Canvas) -> None:
        sheet.drawString(70, 780, f"Paciente: {NAME}")
        sheet.drawString(70, 760, "Teléfono: 612 345 678")

    drawn(tmp_path / "notes" / "a.pdf", page)
    (tmp_path / "notes" / "b.pdf").write_bytes(b"%PDF-1.4 broken")
    code = main(["run", str(tmp_path / "notes"), "--out", str(tmp_path / "safe"), "--forms-only"])
    told = capsys.readouterr()
    assert code == 3
    assert "b.pdf: withheld" in told.err
    assert sorted(path.name for path in (tmp_path / "safe").iterdir()) == ["a.pdf"]
    assert gone(tmp_path / "safe" / "a.pdf", NAME)
    assert "612" not in text_of(tmp_path / "safe" / "a.pdf")


def test_a_file_made_by_libreoffice(tmp_path: Path) -> None:
    for program in ("soffice", "pdftotext", "pdffonts"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    page = f"""<html><body><h1>Informe de alta</h1><p>Nombre: <b>{NAME}</b></p>
    <table border="1"><tr><td>Paciente</td><td>{NAME}</td></tr><tr><td>Sexo</td><td>Mujer</td></tr></table>
    <p>La paciente <i>{NAME}</i> refiere un flujo eficaz y oficial, sin fiebre.</p></body></html>"""
    (tmp_path / "in.html").write_text(page, "utf-8")
    for kind in ("odt", "pdf"):
        given = tmp_path / ("in.html" if kind == "odt" else "in.odt")
        profile = f"-env:UserInstallation=file://{tmp_path}/profile"
        command = ["soffice", profile, "--headless", "--convert-to", kind, "--outdir", str(tmp_path), str(given)]
        subprocess.run(command, check=True, capture_output=True)
    source = tmp_path / "in.pdf"
    target, _ = written(source, NAME)
    assert gone(target, NAME)
    shown = subprocess.run(["pdftotext", "-layout", str(target), "-"], check=True, capture_output=True, text=True).stdout
    assert shown.count("[PACIENTE]") == 3
    assert "refiere un flujo eficaz y oficial" in shown
    fonts = [subprocess.run(["pdffonts", str(path)], check=True, capture_output=True, text=True).stdout for path in (source, target)]
    embedded = [{line.split()[0] for line in table.splitlines()[2:] if "yes" in line.split()} for table in fonts]
    assert embedded[0] <= embedded[1]

