"""Writing that was not read is covered, or its page is withheld; the pixels where it was drawn are looked at."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numpy")
pytest.importorskip("PIL")

import numpy
from PIL import Image, ImageDraw, ImageFont
from steps import Steps, steps_for

from velado.formats import Options, UnreadableError
from velado.formats._ink import despeckled, is_texture, relief, without_rules
from velado.formats._tesseract import Word
from velado.formats._unread_ink import TOO_MUCH, UnreadInk, unread_ink
from velado.formats.image import FORMAT as STYLE
from velado.pipeline import Pipeline

FORMAT = Steps(STYLE)
tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
PIPELINE = Pipeline(model=False, language="es")
SPANISH = Options(language="es")
REMEDY = r"\d+ % of the writing could not be read; scan it again at 300 dpi or type it$"
# *…* marks what identifies somebody.
LINES = (
    "Informe de alta", "Paciente: *Leocadia* *Urrutia* *Sagarduy*", "Historia: *7229275*", "CPF: *529.982.247-25*",
    "Motivo de ingreso: disnea de tres dias sin fiebre", "Antecedentes: diabetes tipo 2 en tratamiento",
    "Radiografia con infiltrado en la base derecha", "Acude con su hija *Obdulia* *Cifuentes* *Urrutia*",
    "Tratamiento: amoxicilina durante siete dias", "Firmado: Dr. *Anselmo* *Quintanilla* *Berruezo*",
)  # fmt: skip
Box = tuple[int, int, int, int]


@dataclass
class Drawn:
    """A page, the words on it with their boxes, and those that identify somebody."""

    image: Image.Image
    words: list[tuple[str, Box]]
    names: list[Box]


def drawn(lines: Sequence[str] = LINES, size: int = 26) -> Drawn:
    page = Drawn(Image.new("L", (900, 60 + 52 * len(lines)), 255), [], [])
    pen, font = ImageDraw.Draw(page.image), ImageFont.load_default(size)
    for number, line in enumerate(lines):
        x, y = 40.0, 30 + 52 * number
        for word in line.split():
            text = word.strip("*")
            pen.text((x, y), text, fill=0, font=font)
            left, top, right, bottom = (round(side) for side in pen.textbbox((x, y), text, font=font))
            page.words.append((text, (left, top, right, bottom)))
            if word != text:
                page.names.append((left, top, right, bottom))
            x += font.getlength(text + " ")
    return page


def result_of(image: Image.Image, folder: Path) -> Image.Image | None:
    """What a user gets for a picture; None when it is withheld."""
    source, target = folder / "in.png", folder / "out.png"
    image.save(source, dpi=(150, 150))
    try:
        handled = [(document, PIPELINE.deidentify(document)) for document in FORMAT.read(source, SPANISH)]
    except UnreadableError:
        return None
    FORMAT.write(target, source, handled)
    assert list(FORMAT.verify(target, handled)) == []
    with Image.open(target) as written:
        return written.convert("L")


def still_there(before: Image.Image, after: Image.Image, box: Box) -> bool:
    """Whether most of the ink in a box, and most of the paper around it, are what they were."""
    ink = numpy.asarray(before.crop(box)) < 128
    same = numpy.asarray(before.crop(box)) == numpy.asarray(after.crop(box))
    return bool(same[ink].mean() > 0.5 and same[~ink].mean() > 0.5)


def struck(page: Drawn, lines: int, width: int) -> Drawn:
    """Lines through all names."""
    pen, random = ImageDraw.Draw(page.image), Random(7)
    for left, top, right, bottom in page.names:
        for at in range(lines):
            y = top + (bottom - top) * (at + 1) / (lines + 1)
            pen.line((left - 6, y, right + 6, y + random.randint(-2, 2)), fill=0, width=width)
    return page


def noisy(page: Drawn, share: float) -> Drawn:
    """A bad fax: black and white alone, with dots all over it."""
    chance = numpy.random.default_rng(5).random((page.image.height, page.image.width))
    values = numpy.where(numpy.asarray(page.image) < 128, 0, 255).astype("uint8")
    values[chance < share / 2] = 0
    values[chance > 1 - share / 2] = 255
    page.image = Image.fromarray(values)
    return page


def coarse(page: Drawn) -> Drawn:
    """A fax in a low resolution, with a few dots."""
    width, height = page.image.size
    page.image = page.image.resize((width * 2 // 5, height * 2 // 5), Image.Resampling.LANCZOS).resize((width, height))
    return noisy(page, 0.01)


@tesseract
@pytest.mark.parametrize(
    "spoilt",
    [
        pytest.param(lambda: struck(drawn(), 1, 3), id="one line"),
        pytest.param(lambda: struck(drawn(), 2, 2), id="two lines"),
        pytest.param(lambda: struck(drawn(), 3, 2), id="three lines"),
        pytest.param(lambda: noisy(drawn(), 0.08), id="noisy fax"),
        pytest.param(lambda: noisy(drawn(), 0.2), id="very noisy fax"),
        pytest.param(lambda: coarse(drawn()), id="coarse fax"),
    ],
)
def test_names_on_spoilt_pages_are_covered_or_the_page_is_withheld(spoilt: Callable[[], Drawn], tmp_path: Path) -> None:
    page = spoilt()
    result = result_of(page.image, tmp_path)
    assert result is None or not [box for box in page.names if still_there(page.image, result, box)]


@tesseract
def test_clean_page_loses_its_names_and_nothing_else(tmp_path: Path) -> None:
    page = drawn()
    result = result_of(page.image, tmp_path)
    assert result is not None
    covered = [text for text, box in page.words if not still_there(page.image, result, box)]
    assert covered == [text for text, box in page.words if box in page.names]


@tesseract
def test_page_that_cannot_be_read_is_withheld_with_its_number_and_a_remedy(tmp_path: Path) -> None:
    clean, bad = drawn(LINES[4:7]).image, noisy(drawn(), 0.2).image
    bad.save(tmp_path / "a.png")
    with pytest.raises(UnreadableError, match=f"^{REMEDY}"):
        list(FORMAT.read(tmp_path / "a.png", SPANISH))
    clean.save(tmp_path / "a.tif", save_all=True, append_images=[bad.copy()])
    with pytest.raises(UnreadableError, match=f"^page 2: {REMEDY}"):
        list(FORMAT.read(tmp_path / "a.tif", SPANISH))


@tesseract
def test_scanned_pdf_with_a_page_that_cannot_be_read_is_withheld(tmp_path: Path) -> None:
    for package in ("pypdf", "pypdfium2"):
        pytest.importorskip(package)
    clean, bad = drawn(LINES[4:7]).image, noisy(drawn(), 0.2).image
    clean.save(tmp_path / "a.pdf", save_all=True, append_images=[bad], resolution=150)
    with pytest.raises(UnreadableError, match=f"^page 2: {REMEDY}"):
        list(steps_for(tmp_path / "a.pdf").read(tmp_path / "a.pdf", SPANISH))


def words_on(page: Drawn, doubt: Sequence[Box] = ()) -> list[Word]:
    return [Word(text, box, 20 if box in doubt else 95, number, box) for number, (text, box) in enumerate(page.words)]


def search(image: Image.Image, words: Sequence[Word], codes: Sequence[Box] = ()) -> UnreadInk:
    return unread_ink(image, despeckled(relief(image)), words, (), codes)


def covers(ink: UnreadInk, box: Box) -> bool:
    x, y = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    return any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in ink.boxes)


def test_crossed_out_name_of_which_some_letters_were_read_is_covered() -> None:
    page = drawn()
    first, middle, last = page.names[-3:]
    pen = ImageDraw.Draw(page.image)
    for start, end in ((first[1], last[3]), (first[3], last[1])):
        pen.line((first[0], start, last[2], end), fill=0, width=2)
    letters = {first: (first[2] - 34, first[1], first[2], first[3]), last: (last[2] - 30, last[1], last[2], last[3])}
    read = [Word(word.text[-3:], letters[word.box], 95, word.line, letters[word.box]) if word.box in letters else word for word in words_on(page)]
    ink = search(page.image, read)
    assert covers(ink, first)
    assert covers(ink, middle)
    assert covers(ink, last)


def test_words_that_a_slanting_underline_joins_were_read() -> None:
    page = drawn()
    first, _, last = page.names[-3:]
    ImageDraw.Draw(page.image).line((first[0], first[3] - 3, last[2], first[3] + 2), fill=0, width=3)
    assert not search(page.image, words_on(page)).boxes


def test_page_on_which_every_word_was_read_has_no_unread_ink() -> None:
    page = drawn()
    assert search(page.image, words_on(page)) == UnreadInk()


def test_word_that_was_not_found_is_covered() -> None:
    page = drawn()
    for name in page.names:
        ink = search(page.image, [word for word in words_on(page) if word.box != name])
        assert covers(ink, name)
        assert ink.share < TOO_MUCH
        assert not any(covers(ink, box) for _, box in page.words if box != name)


def test_pale_word_among_black_ones_is_covered() -> None:
    page = drawn()
    name = page.names[0]
    pale = page.image.crop(name).point([255 - (255 - value) // 7 for value in range(256)])
    page.image.paste(pale, name)
    assert covers(search(page.image, [word for word in words_on(page) if word.box != name]), name)


def test_confident_word_with_a_line_through_it_is_covered_and_an_underlined_one_is_not() -> None:
    page = drawn()
    pen = ImageDraw.Draw(page.image)
    (left, top, right, bottom), under = page.names[0], page.names[-1]
    pen.line((left - 4, (top + bottom) // 2, right + 4, (top + bottom) // 2), fill=0, width=2)
    pen.line((under[0], under[3] + 3, under[2], under[3] + 3), fill=0, width=2)
    ink = search(page.image, words_on(page))
    assert covers(ink, page.names[0])
    assert not covers(ink, under)


def test_word_read_in_part_is_covered_whole() -> None:
    page = drawn()
    name = page.names[1]
    half = (name[0], name[1], (name[0] + name[2]) // 2, name[3])
    words = [Word("Urru", half, 95, 0, half) if word.box == name else word for word in words_on(page)]
    ink = search(page.image, words)
    assert covers(ink, half)
    assert covers(ink, (half[2], name[1], name[2], name[3]))


def test_share_of_unread_writing_grows_with_the_words_in_doubt() -> None:
    page = drawn()
    boxes = [box for _, box in page.words]
    shares = [search(page.image, words_on(page, boxes[::step])).share for step in (8, 4, 2)]
    assert shares == sorted(shares)
    assert shares[2] == pytest.approx(0.5, abs=0.15)


def test_rules_and_barcodes_are_no_writing() -> None:
    page = drawn()
    pen = ImageDraw.Draw(page.image)
    for at in range(6):
        pen.line((20, 22 + 104 * at, 880, 22 + 104 * at), fill=0, width=2)
        pen.line((20 + 172 * at, 22, 20 + 172 * at, 560), fill=0, width=2)
    code, random = (600, 70, 860, 130), Random(3)
    for x in range(code[0], code[2], 5):
        pen.rectangle((x, code[1], x + random.randint(0, 3), code[3]), fill=0)
    assert not [box for box in search(page.image, words_on(page), [code]).boxes if box[1] >= 560 or covers(UnreadInk((box,)), code)]
    ink, rules = without_rules(numpy.asarray(page.image) < 128)
    assert rules[23, 300]
    assert not ink[23, 300]


def test_shades_and_curves_without_words_are_left_alone() -> None:
    shades = Image.frombytes("L", (14, 11), bytes(Random(4).choices(range(10, 230), k=154))).resize((800, 560), Image.Resampling.BICUBIC)
    noise = numpy.random.default_rng(6).normal(0, 5, (560, 800))
    grainy = Image.fromarray(numpy.clip(numpy.asarray(shades) + noise, 0, 255).astype("uint8"))
    curve = Image.new("L", (800, 300), 255)
    points = [(x, 150 - (80 if x % 100 == 50 else 12 if 60 < x % 100 < 80 else 0)) for x in range(20, 780)]
    ImageDraw.Draw(curve).line(points, fill=0, width=2)
    for image in (grainy, curve):
        assert search(image, ()).share == 0


def test_page_too_dirty_to_be_taken_apart_counts_as_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("velado.formats._ink._RUNS", 2000)
    page = noisy(drawn(), 0.5)
    assert is_texture(numpy.asarray(page.image) < 128)
    assert search(page.image, words_on(page)).share == 1
