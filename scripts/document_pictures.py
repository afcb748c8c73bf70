"""Makes the pictures of documents before and after for the docs: `python scripts/document_pictures.py [docx …]`.

It needs LibreOffice (soffice) and poppler-utils (pdftoppm), and writes docs/images/document-FORMAT-{before,after}.png.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from velado.document import Document
from velado.formats import DEFAULTS, Handled, format_for
from velado.formats.safe_copy import write_safe_copy
from velado.formats.source import source_of
from velado.pipeline import Pipeline

IMAGES = Path(__file__).parent.parent / "docs" / "images"
WIDTH = 900  # pixels of a page


def word_letter(folder: Path) -> Path:
    """A letter as a hospital writes it: letterhead with a logo, header, table, bold names, a comment, a footer."""
    import docx
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.shared import Cm, Pt, RGBColor

    word = docx.Document()
    section = word.sections[0]
    section.header.paragraphs[0].text = "NHC 4456781\t\tUgarte Salcedo, Nélida"
    section.footer.paragraphs[0].text = "Hospital de la Vega · Calle del Olmo 12, Zamora · Tel. 980 123 456"
    word.styles["Normal"].font.size = Pt(11)
    picture = folder / "logo.png"
    logo(picture)
    word.add_picture(str(picture), width=Cm(6))
    title = word.add_heading("Informe de alta", 0)
    title.alignment = WD_ALIGN_PARAGRAPH.LEFT
    table = word.add_table(4, 4, "Light Grid Accent 1")
    cells = (
        ("Paciente", "Nélida Ugarte Salcedo", "Fecha de nacimiento", "03/04/1956"),
        ("NHC", "4456781", "Teléfono", "612 345 678"),
        ("Ingreso", "12/03/2024", "Alta", "19/03/2024"),
        ("Médico", "Dr. Luis Ferrer Soto", "Servicio", "Medicina Interna"),
    )
    for row, texts in zip(table.rows, cells, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    word.add_heading("Motivo de ingreso", 1)
    paragraph = word.add_paragraph("La ")
    paragraph.add_run("Sra. Ugarte").bold = True
    paragraph.add_run(", de 67 años, acude por disnea de tres días de evolución, acompañada por su hija ")
    paragraph.add_run("Nuria Salcedo Ugarte").italic = True
    paragraph.add_run(". Vive en Zamora con su marido.")
    word.add_heading("Evolución", 1)
    for text in ("Radiografía del 12/03/2024: infiltrado basal derecho.", "Amoxicilina-clavulánico 875/125 mg cada 8 horas.", "Saturación al alta 97 %."):
        word.add_paragraph(text, style="List Bullet")
    word.add_heading("Tratamiento", 1)
    coloured = word.add_paragraph("Alergia a penicilina descartada. ").add_run("Control en consultas el 26/03/2024.")
    coloured.font.color.rgb = RGBColor(0xC0, 0, 0)
    word.add_paragraph("Firmado: Dr. Luis Ferrer Soto, colegiado 494912345")
    path = folder / "docx-before.docx"
    word.save(str(path))
    return path


def logo(path: Path) -> None:
    """A letterhead as a picture, with words in it."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (600, 120), "#1f4e79")
    draw = ImageDraw.Draw(image)
    draw.ellipse((20, 20, 100, 100), fill="white")
    draw.rectangle((52, 30, 68, 90), fill="#1f4e79")
    draw.rectangle((30, 52, 90, 68), fill="#1f4e79")
    draw.text((130, 40), "Hospital de la Vega", fill="white", font_size=36)
    image.save(path)


def pdf_report(folder: Path) -> Path:
    """A laboratory report: letterhead, a frame with the patient's data, text, a stamp as a picture, a line up the margin."""
    from PIL import Image, ImageDraw
    from reportlab.lib.colors import HexColor
    from reportlab.lib.pagesizes import A5
    from reportlab.pdfgen import canvas

    path = folder / "pdf-before.pdf"
    sheet = canvas.Canvas(str(path), pagesize=A5)
    width, height = A5
    sheet.setTitle("Informe de Nélida Ugarte Salcedo")
    sheet.setFillColor(HexColor("#1f4e79"))
    sheet.rect(0, height - 50, width, 50, stroke=0, fill=1)
    sheet.setFillColor(HexColor("#ffffff"))
    sheet.setFont("Helvetica-Bold", 15)
    sheet.drawString(30, height - 32, "Hospital de la Vega")
    sheet.setFillColor(HexColor("#000000"))
    rows = (
        ("Paciente:", "Nélida Ugarte Salcedo", "NHC:", "4456781"),
        ("Nacida el:", "03/04/1956", "Teléfono:", "612 345 678"),
        ("Médico:", "Dr. Luis Ferrer Soto", "Edad:", "67 años"),
    )
    for number, row in enumerate(rows):
        for at, (x, text) in enumerate(zip((35, 95, 255, 310), row, strict=True)):
            sheet.setFont("Helvetica-Bold" if at % 2 == 0 else "Helvetica", 9.5)
            sheet.drawString(x, height - 85 - 16 * number, text)
    sheet.rect(28, height - 125, width - 56, 56)
    lines = (
        "La Sra. Ugarte acude por disnea de tres días de evolución, acompañada por su",
        "hija, Nuria Salcedo Ugarte, que aporta informes previos. Vive en Zamora con su",
        "marido. Analítica del 12/03/2024: hemoglobina 11,2 g/dl, leucocitos 14.300,",
        "proteína C reactiva 86 mg/l. Radiografía: infiltrado basal derecho. Se inicia",
        "amoxicilina-clavulánico con buena respuesta y alta el 19/03/2024.",
    )
    text = sheet.beginText(35, height - 160)
    text.setFont("Times-Roman", 10.5)
    text.setLeading(15)
    for line in lines:
        text.textLine(line)
    sheet.drawText(text)
    stamp = Image.new("RGB", (520, 150), "white")
    draw = ImageDraw.Draw(stamp)
    draw.rounded_rectangle((4, 4, 515, 145), 20, outline="#7a1f1f", width=5)
    draw.text((40, 22), "Dr. Luis Ferrer Soto", fill="#7a1f1f", font_size=42)
    draw.text((40, 84), "Medicina Interna", fill="#7a1f1f", font_size=36)
    stamp.save(folder / "stamp.png")
    sheet.drawImage(str(folder / "stamp.png"), width - 190, height - 330, 150, 43)
    sheet.saveState()
    sheet.translate(18, 60)
    sheet.rotate(90)
    sheet.setFont("Courier", 7)
    sheet.drawString(0, 0, "Ugarte Salcedo, Nélida - NHC 4456781 - impreso el 19/03/2024")
    sheet.restoreState()
    sheet.showPage()
    sheet.save()
    return path


# One line per format: who makes its document.
MAKERS: dict[str, Callable[[Path], Path]] = {"docx": word_letter, "pdf": pdf_report}


def carried(source: Path) -> Path:
    """The document without the people in it."""
    style = format_for(source)
    assert style is not None
    pipeline = Pipeline()
    target = source.with_name(source.name.replace("before", "after"))

    def judge(documents: Iterator[Document]) -> Iterator[Handled]:
        return ((document, pipeline.deidentify(document)) for document in documents)

    for note in write_safe_copy(style, source_of(source), target, judge, DEFAULTS).cleaned:
        print("  ", note)
    return target


def photographed(document: Path, name: str) -> None:
    """The first page of a document as a picture."""
    page = document
    if document.suffix != ".pdf":
        profile = f"-env:UserInstallation=file://{document.parent}/profile"
        subprocess.run(
            ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(document.parent), str(document)], check=True, capture_output=True
        )
        page = document.with_suffix(".pdf")
    IMAGES.mkdir(exist_ok=True)
    command = ["pdftoppm", "-png", "-singlefile", "-scale-to-x", str(WIDTH), "-scale-to-y", "-1", str(page), str(IMAGES / name)]
    subprocess.run(command, check=True)


def main() -> int:
    for name in sys.argv[1:] or list(MAKERS):
        with tempfile.TemporaryDirectory() as folder:
            before = MAKERS[name](Path(folder))
            print(name)
            after = carried(before)
            photographed(before, f"document-{name}-before")
            photographed(after, f"document-{name}-after")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
