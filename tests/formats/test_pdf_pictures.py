"""Pictures on PDF pages and pages that can only be taken as pictures: read by OCR, covered in the pixels, or withheld."""

from __future__ import annotations

import re
import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pypdf")
pytest.importorskip("pypdfium2")
pytest.importorskip("reportlab")
pytest.importorskip("PIL")

import pypdfium2
from PIL import Image, ImageDraw, ImageFont
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas
from steps import Steps

from velado.document import Document, Result, Span
from velado.formats import Options, UnreadableError
from velado.formats.pdf import FORMAT as STYLE
from velado.pipeline import Pipeline

FORMAT = Steps(STYLE)

NAME = "Leocadia Urrutia"
FACE = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
PIPELINE = Pipeline(model=False)
SPANISH = Options(language="es")
tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")


def picture(*lines: str, size: tuple[int, int] = (900, 260), turn: int = 0) -> Image.Image:
    image = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        pen.text((30, 25 + 60 * number), line, fill="black", font=ImageFont.load_default(34))
    return image.rotate(turn, expand=True)


def page_with(path: Path, image: Image.Image, text: str = "", times: int = 1, width: float = 400) -> Path:
    sheet = canvas.Canvas(str(path), pagesize=(500, 400))
    drawn = ImageReader(image)
    for _ in range(times):
        if text:
            sheet.drawString(40, 370, text)
        sheet.drawImage(drawn, 40, 60, width, width * image.height / image.width)
        sheet.showPage()
    sheet.save()
    return path


def read(path: Path) -> Document:
    return next(iter(FORMAT.read(path, SPANISH)))


def written(path: Path, *words: str) -> tuple[Path, list[str]]:
    document = read(path)
    for word in words:
        assert word in document.text
    spans = [Span(m.start(), m.end(), "PATIENT_NAME") for word in words for m in re.finditer(re.escape(word), document.text)]
    handled = [(document, PIPELINE.with_spans(document, spans, "es"))]
    target = path.with_name("out.pdf")
    notes = FORMAT.write(target, path, handled)
    assert list(FORMAT.verify(target, handled)) == []
    return target, list(notes)


def seen(path: Path, page: int = 0) -> str:
    """What tesseract reads on a page as it is shown."""
    document = pypdfium2.PdfDocument(path)
    try:
        whole = BytesIO()
        document[page].render(scale=3).to_pil().save(whole, "PNG")
    finally:
        document.close()
    command = ["tesseract", "stdin", "stdout", "-l", "spa", "--psm", "11"]
    return subprocess.run(command, input=whole.getvalue(), check=True, capture_output=True).stdout.decode("utf-8")


@tesseract
def test_words_in_a_picture_are_covered_in_its_pixels(tmp_path: Path) -> None:
    source = page_with(tmp_path / "in.pdf", picture(f"Paciente: {NAME}", "Exploración normal"), "Informe adjunto", times=2)
    document = read(source)
    assert document.text.count(NAME) == 1  # the picture is used twice and read once
    target, notes = written(source, NAME)
    for page in (0, 1):
        shown = seen(target, page)
        assert "Leocadia" not in shown
        assert "Urrutia" not in shown
        assert "normal" in shown
    assert any("pictures read" in note for note in notes)
    images = [image.image for image in PdfReader(target).pages[0].images]
    assert [image.size for image in images if image is not None] == [(900, 260)]


@tesseract
def test_a_scan_lies_on_its_side(tmp_path: Path) -> None:
    lines = (f"Paciente: {NAME}", "Examen abdominal normal", "Tratamiento habitual y reposo")
    source = page_with(tmp_path / "in.pdf", picture(*lines, turn=90), width=100)
    target, _ = written(source, NAME)
    document = pypdfium2.PdfDocument(target)
    image = document[0].render(scale=3).to_pil().rotate(-90, expand=True)
    document.close()
    whole = BytesIO()
    image.save(whole, "PNG")
    shown = subprocess.run(["tesseract", "stdin", "stdout", "-l", "spa"], input=whole.getvalue(), check=True, capture_output=True).stdout
    assert "Leocadia" not in shown.decode()
    assert "abdominal" in shown.decode()


@tesseract
def test_a_font_that_does_not_tell_its_letters_makes_the_page_a_picture(tmp_path: Path) -> None:
    source = _unreadable(tmp_path)
    target, notes = written(source, NAME)
    assert "Leocadia" not in seen(target)
    assert "febril" in seen(target)
    assert any("made into pictures" in note for note in notes)
    first = PdfReader(target).pages[0]
    assert "/Font" not in first["/Resources"]  # type: ignore[operator]
    assert len(first.images) == 1


def _unreadable(folder: Path) -> Path:
    """A page whose font is embedded without saying which letters its glyphs are."""
    if not FACE.exists():
        pytest.skip("the font DejaVu Sans is not installed")
    pdfmetrics.registerFont(TTFont("Mute", str(FACE)))
    sheet = canvas.Canvas(str(folder / "told.pdf"), pagesize=(400, 200))
    sheet.setFont("Mute", 14)
    sheet.drawString(30, 150, f"Paciente: {NAME}")
    sheet.drawString(30, 120, "Cuadro febril de tres días")
    sheet.showPage()
    sheet.save()
    writer = PdfWriter(clone_from=str(folder / "told.pdf"))
    fonts: Any = writer.pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    for font in fonts.values():
        font.get_object().pop(NameObject("/ToUnicode"), None)
        font.get_object().pop(NameObject("/Encoding"), None)
    writer.write(folder / "in.pdf")
    return folder / "in.pdf"


def test_without_tesseract_large_pictures_and_unreadable_fonts_are_withheld(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UnreadableError, match="apt install tesseract-ocr"):
        read(page_with(tmp_path / "in.pdf", picture(f"Paciente: {NAME}")))
    with pytest.raises(UnreadableError, match="apt install tesseract-ocr"):
        read(_unreadable(tmp_path))


def test_without_tesseract_a_small_picture_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    source = page_with(tmp_path / "in.pdf", picture(f"Sello de {NAME}"), "Informe", width=90)
    target, notes = written(source)
    assert not PdfReader(target).pages[0].images
    assert any("removed" in note for note in notes)


@tesseract
def test_photographs_go_and_radiographs_stay(tmp_path: Path) -> None:
    noise = [Image.effect_noise((24, 24), 120).resize((240, 240), Image.Resampling.BICUBIC) for _ in range(3)]
    source = page_with(tmp_path / "in.pdf", Image.merge("RGB", noise), "Informe", width=150)
    target, notes = written(source)
    assert not PdfReader(target).pages[0].images
    assert "1 photographs without words removed" in notes
    grey = Image.linear_gradient("L").resize((240, 240))
    target, _ = written(page_with(tmp_path / "in.pdf", grey, "Informe", width=150))
    assert len(PdfReader(target).pages[0].images) == 1


def test_what_a_camera_wrote_into_a_picture_is_gone(tmp_path: Path) -> None:
    tags = Image.Exif()
    tags[0x010E] = f"Foto de {NAME}"
    tags[0x013B] = NAME
    whole = BytesIO()
    Image.effect_noise((20, 20), 60).convert("RGB").save(whole, "JPEG", exif=tags, comment=NAME.encode())
    (tmp_path / "in.jpg").write_bytes(whole.getvalue())
    sheet = canvas.Canvas(str(tmp_path / "in.pdf"), pagesize=(300, 300))
    sheet.drawImage(str(tmp_path / "in.jpg"), 20, 20, 15, 6)
    sheet.drawString(40, 200, "Informe")
    sheet.showPage()
    sheet.save()
    target, _ = written(tmp_path / "in.pdf")
    pictures = list(PdfReader(target).pages[0].images)
    assert len(pictures) == 1
    assert NAME.encode() not in target.read_bytes()
    assert NAME.encode() not in pictures[0].data


def test_results_that_were_withheld_need_no_picture(tmp_path: Path) -> None:
    sheet = canvas.Canvas(str(tmp_path / "in.pdf"))
    sheet.drawString(40, 200, "Informe")
    sheet.save()
    document = read(tmp_path / "in.pdf")
    assert FORMAT.write(tmp_path / "out.pdf", tmp_path / "in.pdf", [(document, Result("", None, problems=("withheld",)))]) == ()
