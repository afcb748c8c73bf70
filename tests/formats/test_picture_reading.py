"""Pictures that are hard to read: transparent, badly lit, slanted, pale, in colours of one brightness; and codes instead of words."""

from __future__ import annotations

import re
import shutil
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("PIL")
pytest.importorskip("numpy")

from PIL import Image, ImageChops, ImageDraw, ImageFont
from steps import Steps

from velado.document import Span
from velado.formats import Options
from velado.formats._barcodes import barcodes
from velado.formats._ink import best_angle, lines_outside, relief
from velado.formats._ocr import atoms_of, boxes_over, burn, read_picture
from velado.formats._page_layout import lay_out
from velado.formats._picture_views import shown, without_hidden
from velado.formats._pictures import picture_documents
from velado.formats._second_look import doubted, second_look
from velado.formats._tesseract import UNREAD, Word, tesseract_words
from velado.formats._unread_ink import UnreadInk
from velado.formats.image import FORMAT as STYLE
from velado.pipeline import Pipeline

FORMAT = Steps(STYLE)

NAME = "Leocadia Urrutia"
LINES = (f"Paciente: {NAME}", "Examen abdominal normal")
SPANISH = Options(language="es")
PIPELINE = Pipeline(model=False)
tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")

Colour = str | tuple[int, ...]


def drawn(*lines: str, ink: Colour = "black", ground: Colour = "white", size: int = 34, mode: str = "RGB") -> Image.Image:
    image = Image.new(mode, (860, 40 + 60 * len(lines)), ground)
    for number, line in enumerate(lines):
        ImageDraw.Draw(image).text((30, 25 + 60 * number), line, fill=ink, font=ImageFont.load_default(size))
    return image


def text_of(image: Image.Image) -> str:
    return lay_out(atoms_of(read_picture(image, "es", refuse=False).words)).text


def covered(path: Path) -> Image.Image:
    """The picture that is written when the name is found in it."""
    document = next(iter(FORMAT.read(path, SPANISH)))
    spans = [Span(match.start(), match.end(), "PATIENT_NAME") for match in re.finditer(NAME, document.text)]
    assert spans
    handled = [(document, PIPELINE.with_spans(document, spans, "es"))]
    target = path.with_name("out.png")
    FORMAT.write(target, path, handled)
    assert list(FORMAT.verify(target, handled)) == []
    with Image.open(target) as image:
        image.load()
    return image


def transparent(kind: str) -> Image.Image:
    if kind == "white on nothing":
        return drawn(*LINES, ink="white", ground=(0, 0, 0, 0), mode="RGBA")
    if kind == "all but transparent":
        return drawn(*LINES, ink=(0, 0, 0, 3), ground=(255, 255, 255, 3), mode="RGBA")
    dark = drawn(*LINES, ink="black", ground=(0, 0, 0, 0), mode="RGBA")
    if kind == "grey":
        return dark.convert("LA")
    if kind == "palette":
        return dark.quantize(16)
    return dark


@tesseract
@pytest.mark.parametrize("kind", ["dark on nothing", "white on nothing", "all but transparent", "grey", "palette"])
def test_words_on_transparent_ground_are_covered(kind: str, tmp_path: Path) -> None:
    transparent(kind).save(tmp_path / "in.png")
    image = covered(tmp_path / "in.png")
    assert "A" in image.mode
    text = " ".join(text_of(view) for view in [*shown(image), image.convert("RGB")])
    assert "abdominal" in text
    assert "Leocadia" not in text
    assert "Urrutia" not in text


def test_nothing_is_left_where_a_picture_is_transparent() -> None:
    image = drawn(NAME, ink=(0, 0, 0, 0), ground=(255, 255, 255, 0), mode="RGBA")
    assert without_hidden(image).convert("RGB").getcolors() == [(image.width * image.height, (0, 0, 0))]
    boxed = burn(image, [((20, 20, 300, 60), "")])
    assert boxed.crop((20, 20, 300, 60)).getcolors() == [(280 * 40, (0, 0, 0, 255))]


def shaded(image: Image.Image) -> Image.Image:
    light = Image.linear_gradient("L").rotate(90).resize(image.size).point([30 + value * 7 // 8 for value in range(256)])
    return ImageChops.multiply(image.convert("L"), light)


def burnt_in(ink: Colour) -> Image.Image:
    """A name in the corner of something with soft shades, as radiographs and endoscopes have it."""
    noise = Image.frombytes("L", (12, 8), bytes(Random(3).choices(range(30, 190), k=96)))
    shades = noise.resize((700, 500), Image.Resampling.BICUBIC).convert("RGB")
    ImageDraw.Draw(shades).text((20, 20), NAME, fill=ink, font=ImageFont.load_default(26))
    return shades


def recorded() -> Image.Image:
    """Squared paper with a name above."""
    image = Image.new("RGB", (1000, 500), (255, 240, 240))
    pen = ImageDraw.Draw(image)
    for at in range(0, 1000, 10):
        pen.line((at, 0, at, 500), fill=(245, 190, 190) if at % 50 == 0 else (250, 215, 215))
        pen.line((0, at, 1000, at), fill=(245, 190, 190) if at % 50 == 0 else (250, 215, 215))
    pen.text((30, 22), NAME, fill="black", font=ImageFont.load_default(22))
    return image


@tesseract
@pytest.mark.parametrize(
    "image",
    [
        pytest.param(shaded(drawn(*LINES)), id="uneven light"),
        pytest.param(burnt_in("white"), id="burnt in"),
        pytest.param(recorded(), id="squared paper"),
        pytest.param(drawn(*LINES, ink=(255, 238, 190)), id="pastel"),
        pytest.param(drawn(*LINES, ink=(190, 60, 60), ground=(0, 128, 0)), id="colours of one brightness"),
        pytest.param(drawn(*LINES, ink=(150, 150, 160), ground=(30, 32, 40), size=13), id="small and light on dark"),
        pytest.param(drawn(*LINES).rotate(20, expand=True, fillcolor="white"), id="slanted"),
    ],
)
def test_names_in_pictures_that_are_hard_to_read_are_read(image: Image.Image) -> None:
    assert NAME in text_of(image)


@tesseract
def test_a_pale_name_that_is_read_on_its_head_is_covered() -> None:
    page, font, at = Image.new("L", (900, 260), 255), ImageFont.load_default(28), 40.0
    pen = ImageDraw.Draw(page)
    pen.text((40, 40), "Informe de alta de la planta de medicina interna", font=font)
    pen.text((40, 180), "Exploración sin hallazgos de interés clínico", font=font)
    places = []
    for words, ink in (("Acude con su hija ", 0), ("Oshun", 180), (" que aporta los datos", 0)):
        pen.text((at, 110), words, fill=ink, font=font)
        places.append(at)
        at += font.getlength(words)
    middle = (places[1] + places[2]) / 2
    scan = read_picture(page, "es", refuse=False)
    assert any(left <= middle <= right and top < 125 < bottom for left, top, right, bottom in scan.unread)


def word(text: str, left: int, top: int = 0, confidence: float = 90) -> Word:
    box = (left, top, left + 10 * len(text), top + 20)
    return Word(text, box, confidence, 0, box)


def test_words_read_with_the_picture_turned_count_where_they_are_many_and_apart() -> None:
    upright = [word("Acude", 0), word("hija", 60)]
    many = [word("Doctora", 0, 200), word("Leocadia", 90, 200), word("Urrutia", 190, 200)]
    assert [one.confidence for one in doubted([word("Duob:", 110)], upright)] == [UNREAD]
    assert [one.confidence for one in doubted([*many, word("Duob:", 110)], upright)] == [90, 90, 90, UNREAD]


@tesseract
def test_a_radiograph_of_sixteen_bits_is_read() -> None:
    image = drawn(*LINES, ink="white", ground="black").convert("L").point([value * 16 for value in range(256)], "I").convert("I;16")
    assert NAME in text_of(image)


@tesseract
def test_a_stamp_across_the_page_is_covered_and_the_page_is_not() -> None:
    page = Image.new("L", (1000, 600), 255)
    page.paste(drawn("Abdomen blando sin hallazgos", "Sin derrame pleural", mode="L", ground=255, ink=0), (0, 0))
    page.paste(drawn(f"Doctora {NAME}", mode="L", ground=255, ink=0).rotate(25, expand=True, fillcolor=255), (150, 200))
    scan = read_picture(page, "es")
    names = [word for word in scan.words if word.text in NAME.split()]
    assert len(names) == 2
    boxed = burn(page, [pair for word in names for pair in boxes_over([word], "")])
    assert NAME not in text_of(boxed)
    assert "sin hallazgos" in text_of(boxed)
    # Boxes over slanted words are cut so that they do not reach far above and below.
    assert all(box[3] - box[1] < 90 for word in names for box, _ in boxes_over([word], ""))


@tesseract
def test_a_page_that_was_read_whole_is_not_read_again() -> None:
    image = drawn(*LINES, "Tratamiento habitual y reposo")
    words = tesseract_words(image, "es", 200, 3)
    assert second_look(image, words, "es", 200) == (words, UnreadInk())


def test_ink_is_found_whatever_its_colour_and_grids_are_no_letters() -> None:
    for image in (drawn(NAME), drawn(NAME, ink="white", ground="navy"), drawn(NAME, ink=(255, 240, 200))):
        (left, top, right, bottom), *_ = [line.box for line in lines_outside(relief(image), ())]
        assert 20 < left < 60
        assert 20 < top < bottom < 75
        assert left < right
        assert not lines_outside(relief(image), [(0, 0, *image.size)])
    grid = recorded()
    ImageDraw.Draw(grid).rectangle((0, 0, 1000, 60), fill=(255, 240, 240))
    assert not [line for line in lines_outside(relief(grid), ()) if len(line.signs) > 5]


def test_how_lines_slant() -> None:
    page = drawn(*LINES, *LINES, mode="L", ground=255, ink=0)
    assert best_angle(page) == 0
    assert best_angle(page.rotate(12, expand=True, fillcolor=255)) == pytest.approx(-12, abs=1)


@pytest.mark.parametrize("turn", [0, 7, 90])
def test_barcodes_are_found_to_the_ends_of_their_bars(turn: int) -> None:
    zxing = pytest.importorskip("zxingcpp", reason="the package zxing-cpp is not installed")
    page = Image.new("L", (900, 900), 255)
    for kind, place in (("Code128", (60, 60)), ("QRCode", (560, 560))):
        code = zxing.create_barcode("HC-7001234", getattr(zxing.BarcodeFormat, kind)).to_image(scale=3)
        view = memoryview(code)
        picture = Image.frombytes("L", (view.shape[1], view.shape[0]), view.tobytes())
        page.paste(picture.rotate(turn, expand=True, fillcolor=255), place)
    boxes = barcodes(page)
    assert len(boxes) >= 2
    boxed = burn(page, [(box, "") for box in boxes])
    assert not barcodes(boxed)
    left, top, right, bottom = next(box for box in boxes if box[0] < 400)
    assert min(right - left, bottom - top) > 90


@tesseract
def test_a_photograph_without_words_is_blanked_in_documents_and_a_drawing_is_not() -> None:
    bands = [Image.frombytes("L", (20, 15), Random(seed).randbytes(300)).resize((200, 150), Image.Resampling.BICUBIC) for seed in (1, 2, 3)]
    face, drawing = Image.merge("RGB", bands), Image.new("RGB", (400, 300), "white")
    ImageDraw.Draw(drawing).ellipse((100, 60, 300, 240), outline="black", width=4)
    for image, kept in ((face, False), (drawing, True)):
        data = BytesIO()
        image.save(data, "PNG")
        assert (picture_documents("image1.png", data.getvalue(), SPANISH) is not None) is kept
