"""Words on PDF pages that are no text: drawn letters, pictures in pieces, masks, barcodes, fonts that say something else."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pypdf")
pytest.importorskip("pypdfium2")
pytest.importorskip("reportlab")
pytest.importorskip("PIL")

import pypdfium2
from PIL import Image, ImageDraw, ImageFont, ImageOps
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, BooleanObject, DictionaryObject, NameObject, NumberObject, StreamObject
from reportlab.graphics.barcode import code128, qr
from reportlab.graphics.shapes import Drawing
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas
from steps import Steps

from velado.document import Document, Span
from velado.formats import Options, UnreadableError
from velado.formats._pdf_paths import IDENTITY, Mark, Paths, areas_of
from velado.formats.pdf import FORMAT as STYLE
from velado.pipeline import Pipeline

FORMAT = Steps(STYLE)

NAME = "Leocadia Urrutia"
CLINICAL = "Paciente con neumonía en tratamiento"
FACE = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
PIPELINE = Pipeline(model=False)
SPANISH = Options(language="es")
pytestmark = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
Draw = Callable[[canvas.Canvas], None]


def drawn(folder: Path, *draws: Draw, rotation: int = 0) -> Path:
    sheet = canvas.Canvas(str(folder / "in.pdf"), pagesize=(500, 400))
    if rotation:
        sheet.setPageRotation(rotation)
    sheet.setFont("Helvetica", 14)
    sheet.drawString(40, 350, CLINICAL)
    for draw in draws:
        draw(sheet)
    sheet.save()
    return folder / "in.pdf"


def line(text: str = NAME, size: int = 60, pad: int = 8) -> Image.Image:
    """A line of writing, as tight as a program cuts it out."""
    font = ImageFont.load_default(size)
    left, top, right, bottom = (round(side) for side in font.getbbox(text))
    image = Image.new("L", (right - left + 2 * pad, bottom - top + 2 * pad), 255)
    ImageDraw.Draw(image).text((pad - left, pad - top), text, fill=0, font=font)
    return image


def dots(text: str = NAME) -> list[tuple[int, int]]:
    """The dots that a line of writing is made of, as a plotter sets them."""
    image = line(text, 16, 0).point(lambda value: 255 * (value < 128), "1")
    return [(x, image.height - y) for y in range(image.height) for x in range(image.width) if image.getpixel((x, y))]


def read(path: Path) -> Document:
    return next(iter(FORMAT.read(path, SPANISH)))


def written(path: Path, *words: str) -> tuple[Path, list[str]]:
    document = read(path)
    spans = [Span(m.start(), m.end(), "PATIENT_NAME") for word in words for m in re.finditer(re.escape(word), document.text)]
    assert len(spans) >= len(words), document.text
    handled = [(document, PIPELINE.with_spans(document, spans, "es"))]
    target = path.with_name("out.pdf")
    notes = FORMAT.write(target, path, handled)
    assert list(FORMAT.verify(target, handled)) == []
    return target, list(notes)


def shown(path: Path) -> Image.Image:
    document = pypdfium2.PdfDocument(path)
    try:
        return document[0].render(scale=3).to_pil().convert("RGB")
    finally:
        document.close()


def seen(path: Path) -> str:
    whole = BytesIO()
    shown(path).save(whole, "PNG")
    command = ["tesseract", "stdin", "stdout", "-l", "spa", "--psm", "11"]
    return subprocess.run(command, input=whole.getvalue(), check=True, capture_output=True).stdout.decode("utf-8")


def text_of(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    try:
        return document[0].get_textpage().get_text_range()
    finally:
        document.close()


def check_name_goes_and_text_stays(path: Path) -> list[str]:
    assert "Urrutia" in seen(path)
    target, notes = written(path, NAME)
    left = seen(target)
    assert "Leocadia" not in left
    assert "Urrutia" not in left
    assert CLINICAL in text_of(target)  # still as text
    assert "neumon" in left
    return notes


def in_strips(sheet: canvas.Canvas) -> None:
    image = ImageOps.expand(line(), 20, 255)
    for top in range(0, image.height, 12):
        strip = image.crop((0, top, image.width, min(top + 12, image.height)))
        sheet.drawImage(ImageReader(strip), 40, 200 - (top + strip.height) / 3, image.width / 3, strip.height / 3)


def letter_by_letter(sheet: canvas.Canvas) -> None:
    x = 40.0
    for letter in NAME:
        if letter != " ":
            image = line(letter, 60, 2)
            sheet.drawImage(ImageReader(image), x, 200 if letter != "j" else 196, image.width / 4, image.height / 4)
            x += image.width / 4
        else:
            x += 5


def one_low_line(sheet: canvas.Canvas) -> None:
    image = line()
    sheet.drawImage(ImageReader(image), 40, 200, image.width * 7.5 / image.height, 7.5)


def white_on_a_dark_band(sheet: canvas.Canvas) -> None:
    ink = Image.new("RGBA", line().size, (255, 255, 255, 0))
    ink.putalpha(ImageOps.invert(line()))
    sheet.setFillColorRGB(0, 0, 0.4)
    sheet.rect(0, 190, 500, 50, stroke=0, fill=1)
    sheet.drawImage(ImageReader(ink), 40, 200, ink.width / 4, ink.height / 4, mask="auto")


def in_rectangles(sheet: canvas.Canvas) -> None:
    for x, y in dots():
        sheet.rect(60 + 1.2 * x, 200 + 1.2 * y, 1.2, 1.2, stroke=0, fill=1)


def in_one_path(sheet: canvas.Canvas) -> None:
    path = sheet.beginPath()
    for x, y in dots():
        left, low = 60 + 1.2 * x, 200 + 1.2 * y
        path.moveTo(left, low)
        for corner in ((left + 1.2, low), (left + 1.2, low + 1.2), (left, low + 1.2)):
            path.lineTo(*corner)
        path.close()
    sheet.drawPath(path, stroke=0, fill=1)


@pytest.mark.parametrize("draw", [in_strips, letter_by_letter, one_low_line, white_on_a_dark_band, in_rectangles, in_one_path])
def test_words_in_pieces_are_read_as_they_are_seen(draw: Draw, tmp_path: Path) -> None:
    notes = check_name_goes_and_text_stays(drawn(tmp_path, draw))
    assert any("made into one picture" in note for note in notes)


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_turned_page_keeps_its_drawings_in_place(rotation: int, tmp_path: Path) -> None:
    source = drawn(tmp_path, in_one_path, lambda sheet: sheet.rect(300, 60, 100, 40, stroke=0, fill=1), rotation=rotation)
    before = shown(source)
    target, _ = written(source)
    assert shown(target).tobytes() == before.tobytes()  # nothing had to go, nothing changed
    target, _ = written(source, NAME)
    after = shown(target)
    assert after.size == before.size
    turned = [image.rotate(rotation, expand=True).convert("L") for image in (before, after)]
    foot = turned[0].height
    bar, name = (3 * 310, foot - 3 * 90, 3 * 390, foot - 3 * 70), (3 * 60, foot - 3 * 230, 3 * 250, foot - 3 * 195)
    assert turned[1].crop(bar).getextrema() == (0, 0)
    assert turned[0].crop(name).histogram()[0] < 0.5 * turned[1].crop(name).histogram()[0]
    assert "".join(CLINICAL.split()) in "".join(text_of(target).split())


def masked(folder: Path, kind: str, base: Image.Image) -> Path:
    """A picture of few pixels whose mask has the letters, as scanners make them that part ink from paper."""
    writer = PdfWriter(clone_from=str(drawn(folder)))
    page = writer.pages[0]
    letters = ImageOps.expand(line(), 20, 255)
    if kind == "/SMask":
        mask = pixels(ImageOps.invert(letters), "/DeviceGray", 8)
    else:
        mask = pixels(letters.convert("1"), "", 1)
        mask[NameObject("/ImageMask")] = BooleanObject(True)
    picture = pixels(base, "/DeviceRGB", 8)
    picture[NameObject(kind)] = writer._add_object(mask)
    content = StreamObject()
    content.set_data(f"q {letters.width / 3} 0 0 {letters.height / 3} 40 180 cm /Scan Do Q".encode())
    resources: Any = page["/Resources"]
    resources[NameObject("/XObject")] = DictionaryObject({NameObject("/Scan"): writer._add_object(picture)})
    page[NameObject("/Contents")] = ArrayObject([page.raw_get("/Contents"), writer._add_object(content)])
    writer.write(folder / "in.pdf")
    return folder / "in.pdf"


def pixels(image: Image.Image, colours: str, bits: int) -> StreamObject:
    made = StreamObject()
    made.set_data(image.tobytes())
    numbers = {"/Width": image.width, "/Height": image.height, "/BitsPerComponent": bits}
    made.update({NameObject(key): NumberObject(value) for key, value in numbers.items()})
    made.update({NameObject("/Type"): NameObject("/XObject"), NameObject("/Subtype"): NameObject("/Image")})
    if colours:
        made[NameObject("/ColorSpace")] = NameObject(colours)
    return made


@pytest.mark.parametrize("kind", ["/Mask", "/SMask"])
@pytest.mark.parametrize("size", [(1, 1), (40, 8)])
def test_letters_in_the_mask_of_a_coarse_picture(kind: str, size: tuple[int, int], tmp_path: Path) -> None:
    check_name_goes_and_text_stays(masked(tmp_path, kind, Image.new("RGB", size, (20, 20, 40))))


def test_barcodes_and_the_figures_at_them_go(tmp_path: Path) -> None:
    pytest.importorskip("zxingcpp")

    def codes(sheet: canvas.Canvas) -> None:
        code128.Code128("4410987", barHeight=40, barWidth=1.1, humanReadable=True).drawOn(sheet, 40, 200)
        square = qr.QrCodeWidget(f"NHC 4410987 {NAME}")
        whole = Drawing(90, 90, transform=[90 / square.barWidth, 0, 0, 90 / square.barHeight, 0, 0])
        whole.add(square)
        whole.drawOn(sheet, 300, 150)

    source = drawn(tmp_path, codes)
    target, _ = written(source)
    zxingcpp = pytest.importorskip("zxingcpp")
    assert len(zxingcpp.read_barcodes(shown(source))) == 2
    assert not zxingcpp.read_barcodes(shown(target))
    assert "4410987" not in text_of(target)
    assert CLINICAL in text_of(target)


def test_tables_charts_and_frames_stay_as_they_are(tmp_path: Path) -> None:
    def chart(sheet: canvas.Canvas) -> None:
        sheet.grid([40, 100, 160, 220], [200, 218, 236, 254])
        for row in range(200, 254, 18):  # borders as word processors draw them: thin rectangles
            for column in (260, 320, 380):
                sheet.rect(column, row, 0.48, 18, stroke=0, fill=1)
        trace = sheet.beginPath()
        trace.moveTo(40, 100)
        for x in range(200):
            trace.lineTo(40 + x, 100 + (x * 37 % 11) * (x % 20 == 0))
        sheet.drawPath(trace)
        sheet.roundRect(30, 30, 440, 300, 10)
        for x in range(5):
            sheet.rect(300 + 25 * x, 60, 15, 20 + 9 * x, fill=1)

    source = drawn(tmp_path, chart)
    target, notes = written(source)
    assert shown(target).tobytes() == shown(source).tobytes()
    assert not any("made into" in note or "covered" in note for note in notes)


def test_a_name_that_is_drawn_where_text_is_covered_makes_the_page_a_picture(tmp_path: Path) -> None:
    def lid(sheet: canvas.Canvas) -> None:
        sheet.drawString(40, 100, "Borrador que nadie ve")
        sheet.rect(30, 90, 200, 30, stroke=0, fill=1)

    target, notes = written(drawn(tmp_path, in_one_path, lid), NAME)
    assert any("made into pictures" in note for note in notes)
    assert "Borrador" not in text_of(target) + seen(target)
    assert "Urrutia" not in seen(target)


def test_without_tesseract_drawn_letters_are_withheld(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UnreadableError, match="may hold letters"):
        read(drawn(tmp_path, in_one_path))


def shuffled(sheet: canvas.Canvas) -> None:
    places = [(40 + sheet.stringWidth(NAME[:at], "Helvetica", 14), letter) for at, letter in enumerate(NAME)]
    for x, letter in [*places[::3], *places[1::3], *places[2::3]]:
        sheet.drawString(x, 200, letter)


def standing(sheet: canvas.Canvas) -> None:
    for at, letter in enumerate(NAME):
        sheet.drawString(40, 320 - 16 * at, letter)


def bent(sheet: canvas.Canvas) -> None:
    sheet.translate(200, 100)
    sheet.rotate(60)
    for letter in NAME:
        sheet.drawString(0, 100, letter)
        sheet.rotate(-7)


@pytest.mark.parametrize("draw", [shuffled, standing, bent])
def test_letters_out_of_line_are_read_as_one_word(draw: Draw, tmp_path: Path) -> None:
    source = drawn(tmp_path, draw)
    assert NAME in read(source).text
    target, _ = written(source, NAME)
    letters = "".join(text_of(target).replace(CLINICAL, "").split())
    assert "U" not in letters.replace("[PACIENTE]", "")


def test_a_font_that_names_other_letters_makes_the_page_a_picture(tmp_path: Path) -> None:
    if not FACE.exists():
        pytest.skip("the font DejaVu Sans is not installed")
    pdfmetrics.registerFont(TTFont("Sans", str(FACE)))

    def name(sheet: canvas.Canvas) -> None:
        sheet.setFont("Sans", 14)
        sheet.drawString(40, 200, NAME)

    honest = read(drawn(tmp_path, name))
    assert NAME in honest.text
    assert not honest.place.as_pictures
    writer = PdfWriter(clone_from=str(tmp_path / "in.pdf"))
    for thing in writer._objects:
        if isinstance(thing, DictionaryObject) and "/ToUnicode" in thing:
            letters: Any = thing["/ToUnicode"].get_object()
            said = re.sub(rb"<(00[4-7][0-9A-Fa-f])>", lambda match: b"<%04X>" % (int(match[1], 16) + 1), letters.get_data())
            letters.set_data(said)
    writer.write(tmp_path / "in.pdf")
    assert NAME not in text_of(tmp_path / "in.pdf")
    target, _ = written(tmp_path / "in.pdf", NAME)
    assert "Urrutia" not in seen(target)
    assert len(PdfReader(target).pages[0].images) == 1


def test_marks_are_told_from_rules_frames_and_traces() -> None:
    paths = Paths()
    paths.draw(b"re", [0, 0, 400, 300], IDENTITY)  # a frame
    paths.draw(b"re", [0, 0, 0.5, 14], IDENTITY)  # a border
    paths.draw(b"re", [10, 10, 80, 14], IDENTITY)  # a cell
    paths.draw(b"m", [0, 50], IDENTITY)
    for x in range(60):  # a recording
        paths.draw(b"l", [2 * x, 50 + x % 7], IDENTITY)
    paths.paint(b"B", 0)
    assert not paths.marks
    assert len(paths.rules) == 1
    for x in (0, 8, 16):
        paths.draw(b"m", [x, 100], IDENTITY)
        paths.draw(b"c", [x, 104, x + 2, 108, x + 5, 108], IDENTITY)
        paths.draw(b"l", [x + 5, 100], IDENTITY)
    paths.drop()
    assert not paths.marks
    signature = Mark((0.0, 0.0, 90.0, 30.0), 40)
    assert areas_of([signature]) == [signature.area]
    assert areas_of([Mark((0.0, 0.0, 9.0, 9.0), 4)]) == []
