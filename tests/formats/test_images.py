"""Scans and photographs: words that must go are black in the pixels, and nothing but pixels is left."""

from __future__ import annotations

import re
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest

pytest.importorskip("PIL")

from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo
from steps import Steps

from velado.cli.main import main
from velado.document import Document, Result, Span
from velado.formats import Limits, Options, UnreadableError
from velado.formats._ocr import Word, atoms_of, boxes_over, burn
from velado.formats._page_layout import lay_out
from velado.formats._picture_metadata import jp2_without_metadata
from velado.formats.image import FORMAT as STYLE
from velado.pipeline import Pipeline

FORMAT = Steps(STYLE)

NAME = "Leocadia Urrutia"
LINES = (f"Paciente: {NAME}", "Exploración abdominal normal", "Tratamiento sintomático y reposo")
PIPELINE = Pipeline(model=False)
SPANISH = Options(language="es")
tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")


def picture(*lines: str, mode: str = "RGB") -> Image.Image:
    image = Image.new("RGB", (820, 230), "white")
    pen = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        pen.text((30, 25 + 60 * number), line, fill="black", font=ImageFont.load_default(34))
    return image.convert(mode)


def read(path: Path, options: Options = SPANISH) -> Document:
    return next(iter(FORMAT.read(path, options)))


def written(path: Path, *words: str) -> Path:
    document = read(path)
    for word in words:
        assert word in document.text
    spans = [Span(m.start(), m.end(), "PATIENT_NAME") for word in words for m in re.finditer(re.escape(word), document.text)]
    handled = [(document, PIPELINE.with_spans(document, spans, "es"))]
    target = path.with_name(f"out{path.suffix}")
    FORMAT.write(target, path, handled)
    assert list(FORMAT.verify(target, handled)) == []
    return target


def seen(image: Image.Image) -> str:
    whole = BytesIO()
    image.convert("RGB").save(whole, "PNG")
    command = ["tesseract", "stdin", "stdout", "-l", "spa"]
    return subprocess.run(command, input=whole.getvalue(), check=True, capture_output=True).stdout.decode("utf-8")


@tesseract
def test_a_png_keeps_its_size_and_mode_and_loses_words_and_metadata(tmp_path: Path) -> None:
    notes = PngInfo()
    notes.add_text("Author", NAME)
    picture(*LINES, mode="L").save(tmp_path / "in.png", pnginfo=notes, dpi=(200, 200))
    target = written(tmp_path / "in.png", NAME)
    with Image.open(target) as image:
        assert (image.format, image.size, image.mode) == ("PNG", (820, 230), "L")
        assert "Author" not in image.info
        assert "Leocadia" not in seen(image)
        assert "abdominal" in seen(image)
    assert NAME.encode() not in target.read_bytes()


@tesseract
def test_a_photograph_is_set_upright_and_loses_what_the_camera_wrote(tmp_path: Path) -> None:
    tags = Image.Exif()
    tags[0x0112] = 6  # to be turned a quarter to the right
    tags[0x013B] = NAME
    picture(*LINES).rotate(90, expand=True).save(tmp_path / "in.jpg", exif=tags, comment=NAME.encode(), quality=95)
    target = written(tmp_path / "in.jpg", NAME)
    with Image.open(target) as image:
        assert (image.format, image.size) == ("JPEG", (820, 230))
        assert not image.getexif()
        assert "Leocadia" not in seen(image)
    assert NAME.encode() not in target.read_bytes()


@tesseract
def test_every_page_of_a_tiff_is_handled(tmp_path: Path) -> None:
    first, second = picture(*LINES, mode="1"), picture("Segunda hoja sin nadie", mode="1")
    tags = {270: f"Escaneado por {NAME}", 315: NAME}
    first.save(tmp_path / "in.tif", save_all=True, append_images=[second], compression="group4", tiffinfo=tags, dpi=(200, 200))
    target = written(tmp_path / "in.tif", NAME)
    with Image.open(target) as image:
        assert (getattr(image, "n_frames", 1), image.mode, image.info["compression"]) == (2, "1", "group4")
        assert "Leocadia" not in seen(image)
        image.seek(1)
        assert "Segunda" in seen(image)
    assert NAME.encode() not in target.read_bytes()


@tesseract
def test_a_picture_without_anybody_in_it_keeps_every_pixel(tmp_path: Path) -> None:
    picture("Abdomen normal").save(tmp_path / "in.jpg", comment=b"x")
    picture("Abdomen normal").quantize(16).save(tmp_path / "in.png")
    for name in ("in.jpg", "in.png"):
        target = written(tmp_path / name)
        with Image.open(target) as after, Image.open(tmp_path / name) as before:
            assert after.convert("RGB").tobytes() == before.convert("RGB").tobytes()
            assert after.mode == before.mode


@tesseract
def test_the_command_line_hands_back_a_clean_scan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "scans").mkdir()
    picture("Nombre: Marta Ruiz Gil", "Acude por tos seca").save(tmp_path / "scans" / "a.png")
    (tmp_path / "scans" / "b.png").write_bytes(b"\x89PNG broken")
    assert main(["run", str(tmp_path / "scans"), "--out", str(tmp_path / "safe"), "--forms-only"]) == 3
    assert "b.png: withheld" in capsys.readouterr().err
    with Image.open(tmp_path / "safe" / "a.png") as image:
        assert "Marta" not in seen(image)
        assert "seca" in seen(image)


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.png", b""), ("a.png", b"GIF89a"), ("a.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF"), ("a.tif", b"II*\0\x08\0\0\0"), ("a.png", b"%PDF-1.4")],
)
def test_what_is_no_picture_is_refused(name: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(UnreadableError):
        read(tmp_path / name)


def test_a_suffix_that_lies_and_too_many_pixels_are_refused(tmp_path: Path) -> None:
    picture("x").save(tmp_path / "a.jpg", "PNG")
    with pytest.raises(UnreadableError, match="another kind"):
        read(tmp_path / "a.jpg")
    picture("x").save(tmp_path / "a.png")
    with pytest.raises(UnreadableError, match="pixels"):
        read(tmp_path / "a.png", Options(limits=Limits(pixels=1000)))


def test_without_tesseract_it_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert "apt install tesseract-ocr" in FORMAT.missing()
    picture("x").save(tmp_path / "a.png")
    with pytest.raises(UnreadableError, match="apt install"):
        read(tmp_path / "a.png")


def test_a_withheld_scan_leaves_nothing(tmp_path: Path) -> None:
    FORMAT.write(tmp_path / "out.png", tmp_path / "in.png", [(Document(""), Result("", None))])
    assert not (tmp_path / "out.png").exists()


def test_borders_that_ocr_glues_to_words_are_cleaned_away() -> None:
    def word(text: str, left: int, line: int = 0) -> Word:
        box = (left, 10, left + 60, 30)
        return Word(text, box, 90, line, box)

    words = [word("¡Pedro", 0), word("|García", 70), word("Ruiz|Gil", 140), word("|", 210)]
    assert lay_out(atoms_of(words)).text == "Pedro García Ruiz Gil\n"


def test_boxes_do_not_cover_what_lies_between_cells() -> None:
    def word(left: int, right: int, line: int) -> Word:
        box = (left, 10 + 30 * line, right, 30 + 30 * line)
        return Word("x", box, 90, line, box)

    boxes = boxes_over([word(0, 50, 0), word(60, 90, 0), word(300, 340, 0), word(0, 40, 1)], "[PACIENTE]")
    assert boxes == [((0, 10, 90, 30), "[PACIENTE]"), ((300, 10, 340, 30), ""), ((0, 40, 40, 60), "")]


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "CMYK", "LA"])
def test_boxes_are_black_in_every_mode(mode: str) -> None:
    image = burn(Image.new("RGB", (60, 40), "white").convert(mode), [((20, 10, 40, 30), "")])
    assert image.convert("RGB").getpixel((30, 20)) == (0, 0, 0)
    assert image.convert("RGB").getpixel((5, 5)) == (255, 255, 255)


def test_jpeg_2000_loses_its_notes() -> None:
    def box(kind: bytes, data: bytes) -> bytes:
        return (len(data) + 8).to_bytes(4, "big") + kind + data

    head, pixels = box(b"jP  ", b"\r\n\x87\n"), box(b"jp2c", b"pixels")
    assert jp2_without_metadata(head + box(b"xml ", b"<Ana/>") + box(b"uuid", b"Ana") + pixels) == head + pixels
