"""The parts that PDF handling is made of: operators, fonts, letters, layout, overlays."""

from __future__ import annotations

import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("pypdf")
pytest.importorskip("pypdfium2")

from PIL import Image, ImageDraw, ImageFont
from pypdf import PdfWriter
from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, FloatObject, NameObject, NumberObject
from steps import Steps

from velado.document import Span
from velado.formats import Limits, Options
from velado.formats._page_layout import Atom, lay_out
from velado.formats._pdf_fonts import PdfFont, UnknownFontError, read_font
from velado.formats._pdf_overlay import Gap, Overlay
from velado.formats._pdf_pages import examined
from velado.formats._pdf_pictures import turned_call
from velado.formats._pdf_syntax import BrokenStreamError, hex_string, number, operations, patched, tidied
from velado.formats._picture_metadata import jpeg_without_metadata
from velado.formats.pdf import FORMAT as STYLE
from velado.pipeline import Pipeline

FORMAT = Steps(STYLE)


@given(st.lists(st.binary(max_size=12), max_size=8), st.floats(-1e5, 1e5))
def test_strings_and_numbers_come_back_as_they_were(strings: list[bytes], value: float) -> None:
    written = b"[" + b" ".join(hex_string(entry) for entry in strings) + b"] TJ " + number(value) + b" Tc"
    show, spacing = operations(written)
    assert show.operands == [strings]
    assert spacing.operands[0] == pytest.approx(value, abs=1e-4)


@given(st.binary(max_size=80))
def test_any_bytes_are_taken_apart_or_refused(data: bytes) -> None:
    try:
        for operation in operations(data):
            assert data[operation.start : operation.end].endswith(operation.operator) or operation.operator == b"BI"
    except BrokenStreamError:
        pass


@given(st.lists(st.tuples(st.text("ab() \\\n", max_size=6), st.booleans()), max_size=6))
def test_what_is_not_patched_stays_byte_for_byte(pieces: list[tuple[str, bool]]) -> None:
    whole = b" ".join(hex_string(text.encode()) + b" Tj" for text, _ in pieces)
    found = list(operations(whole))
    assert patched(whole, []) == whole
    changed = patched(whole, [(op.start, op.end, b"n") for op, (_, gone) in zip(found, pieces, strict=True) if gone])
    expected = b" ".join(b"n" if gone else hex_string(text.encode()) + b" Tj" for text, gone in pieces)
    assert changed == expected


def test_strings_with_brackets_escapes_and_inline_pictures() -> None:
    data = rb"(a(b)c\)\101\
d) Tj /A#20B gs BI /W 2 /H 1 /BPC 8 /CS /G ID " + b"\xffEI" + rb" EI Q % note (x" + b"\n1 0 0 1 0 0 cm"
    found = [(op.operator, op.operands) for op in operations(data)]
    assert found[0] == (b"Tj", [b"a(b)c)Ad"])
    assert found[1] == (b"gs", ["A B"])
    assert found[2][0] == b"BI"
    assert found[2][1][1].startswith(b"\xffEI")
    assert [operator for operator, _ in found[3:]] == [b"Q", b"cm"]


@pytest.mark.parametrize("data", [b"(a", b"[1 2", b"1 ]", b"[q]", b"BI /W 1 ID xx", b"<< /A", b"[" * 60])
def test_streams_that_are_broken_are_refused(data: bytes) -> None:
    with pytest.raises(BrokenStreamError):
        list(operations(data))


def dictionary(**entries: Any) -> DictionaryObject:
    return DictionaryObject({NameObject(f"/{key}"): value for key, value in entries.items()})


def names(**entries: str) -> DictionaryObject:
    return dictionary(**{key: NameObject(f"/{value}") for key, value in entries.items()})


def test_fonts_say_their_widths_and_whether_their_letters_are_told() -> None:
    plain = read_font(names(Subtype="Type1", BaseFont="Helvetica", Encoding="WinAnsiEncoding"))
    assert plain.width(ord("A")) == pytest.approx(0.667)
    assert plain.told
    wide = names(Subtype="Type0", BaseFont="ABCDEF+Some", Encoding="Identity-H")
    widths = ArrayObject([NumberObject(5), ArrayObject([NumberObject(400)]), NumberObject(7), NumberObject(9), NumberObject(300)])
    wide[NameObject("/DescendantFonts")] = ArrayObject([dictionary(W=widths, DW=NumberObject(1000))])
    mute = read_font(wide)
    assert [mute.width(code) for code in (5, 6, 8)] == [0.4, 1.0, 0.3]
    assert list(mute.codes(b"\0\5\0\7")) == [5, 7]
    assert not mute.told
    for strange in (names(Subtype="Type0", Encoding="UniJIS-UCS2-H"), names(Subtype="Type1", BaseFont="Unheard"), names(Subtype="Odd")):
        with pytest.raises(UnknownFontError):
            read_font(strange)


@pytest.mark.parametrize(
    ("name", "face"),
    [("ArialMT", "Helvetica"), ("DejaVuSans-Bold", "Helvetica-Bold"), ("TimesNewRomanPSMT", "Times-Roman"), ("CourierNew,Bold", "Courier-Bold")],
)
def test_replacements_look_like_the_text_around_them(name: str, face: str) -> None:
    assert PdfFont(name, 1, {}, 0, 0.001, True).face() == face


def words(*placed: tuple[str, float, float]) -> list[Atom]:
    return [Atom(at, text, x, x + 5 * len(text), y, 10, word=True) for at, (text, x, y) in enumerate(placed)]


def test_lines_are_read_in_rows_whatever_order_they_are_painted_in() -> None:
    atoms = words(("Nombre:", 0, 700), ("Edad:", 0, 680), ("NHC:", 200, 700), ("Ana", 60, 700), ("45", 60, 680), ("778", 240, 700))
    assert lay_out(atoms).text == "Nombre:  Ana  NHC:  778\nEdad:  45\n"


def test_two_texts_in_one_place_do_not_mix_their_letters() -> None:
    seen = [Atom(at, letter, 6 * at, 6 * at + 6, 700, 10) for at, letter in enumerate("Marta")]
    under = [Atom(9 + at, letter, 6 * at + 1, 6 * at + 7, 700, 10) for at, letter in enumerate("Lucía")]
    assert lay_out([*seen, *under]).text.split() == ["Marta", "Lucía"]


def test_letters_set_apart_are_one_word() -> None:
    atoms = [Atom(at, letter, 9 * at, 9 * at + 6, 700, 10) for at, letter in enumerate("INFORME")]
    assert lay_out(atoms).text == "INFORME\n"


def test_every_character_knows_where_it_is_from() -> None:
    laid = lay_out(words(("Ana", 0, 700), ("Gil", 25, 700), ("Ruiz", 0, 688)))
    assert len(laid.text) == len(laid.sources)
    assert [laid.sources[laid.text.index(word)] for word in ("Ana", "Gil", "Ruiz")] == [0, 1, 2]


def test_a_replacement_of_several_words_goes_on_in_the_next_line() -> None:
    def gap(y: float, width: float) -> Gap:
        return Gap(10, y, 0, width, 10, b"0 g", "Helvetica")

    overlay = Overlay()
    overlay.write([gap(100, 24), gap(88, 60)], "Luisa Gallardo")
    assert overlay.operators.count(b"Tj") == 2
    assert b" re f" not in overlay.operators
    cramped = Overlay()
    cramped.write([gap(100, 8)], "[IDENTIFICADOR]")
    assert b" re f" in cramped.operators
    assert b"Tj" in cramped.operators
    empty = Overlay()
    empty.write([gap(100, 40)], "")
    assert not empty.operators


@pytest.mark.parametrize("way", [(1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, 1), (0, 1, -1, 0), (0, -1, 1, 0), (0, 1, 1, 0)])
def test_a_picture_that_lies_some_way_is_painted_where_it_was(way: tuple[int, int, int, int]) -> None:
    values = [float(value) for value in turned_call("/P", way).split(b" cm")[0].split()[1:]]
    a, b, c, d, e, f = values
    corners = {(round(a * x + c * y + e), round(b * x + d * y + f)) for x in (0, 1) for y in (0, 1)}
    assert corners == {(0, 0), (0, 1), (1, 0), (1, 1)}


def page(folder: Path, content: bytes, font: DictionaryObject) -> Path:
    writer = PdfWriter()
    sheet = writer.add_blank_page(600, 200)
    sheet[NameObject("/Resources")] = dictionary(Font=dictionary(F1=font))
    stream = DecodedStreamObject()
    stream.set_data(content)
    sheet[NameObject("/Contents")] = writer._add_object(stream)
    writer.write(folder / "in.pdf")
    return folder / "in.pdf"


def test_widths_with_fractions_are_followed_over_a_long_line(tmp_path: Path) -> None:
    font = names(Type="Font", Subtype="TrueType", BaseFont="Arial", Encoding="WinAnsiEncoding")
    font[NameObject("/FirstChar")] = NumberObject(32)
    font[NameObject("/Widths")] = ArrayObject([FloatObject(500.73) for _ in range(224)])
    text = b"Paciente Leocadia Urrutia " * 4
    source = page(tmp_path, b"BT /F1 8 Tf 20 100 Td (" + text + b") Tj ET", font)
    sheets = examined(source.read_bytes(), Limits()).sheets
    assert sheets[0].doubt == ""
    assert "".join(glyph.text for glyph in sheets[0].painting.glyphs) == text.decode()


def test_a_type3_font_is_read_only_when_it_tells_its_letters(tmp_path: Path) -> None:
    for told in (True, False):
        procedures, differences = DictionaryObject(), ArrayObject([NumberObject(97)])
        for letter in "abc":
            drawn = DecodedStreamObject()
            drawn.set_data(b"600 0 0 0 600 700 d1 0 0 500 500 re f")
            procedures[NameObject(f"/{letter}")] = drawn
            differences.append(NameObject(f"/{letter}"))
        font = names(Type="Font", Subtype="Type3")
        font[NameObject("/FontMatrix")] = ArrayObject([FloatObject(side) for side in (0.001, 0, 0, 0.001, 0, 0)])
        font[NameObject("/FontBBox")] = ArrayObject([NumberObject(side) for side in (0, 0, 600, 700)])
        font[NameObject("/CharProcs")] = procedures
        font[NameObject("/Encoding")] = dictionary(Differences=differences)
        font[NameObject("/FirstChar")], font[NameObject("/LastChar")] = NumberObject(97), NumberObject(99)
        font[NameObject("/Widths")] = ArrayObject([NumberObject(600)] * 3)
        if told:
            letters = DecodedStreamObject()
            head = b"begincmap 1 begincodespacerange <00> <ff> endcodespacerange "
            letters.set_data(head + b"1 beginbfrange <61> <63> <0078> endbfrange endcmap")
            font[NameObject("/ToUnicode")] = letters
        sheet = examined(page(tmp_path, b"BT /F1 12 Tf 20 100 Td (abcabc) Tj ET", font).read_bytes(), Limits()).sheets[0]
        assert (sheet.doubt == "") is told
        assert not told or "".join(glyph.text for glyph in sheet.painting.glyphs) == "xyzxyz"


def test_a_scanned_page_is_redacted_in_its_only_picture(tmp_path: Path) -> None:
    for program in ("tesseract", "pdfimages"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    scan = Image.new("L", (900, 500), 255)
    pen = ImageDraw.Draw(scan)
    for line, text in enumerate(("Nombre: Leocadia Urrutia", "Exploración abdominal normal", "Tratamiento sintomático")):
        pen.text((40, 60 + 80 * line), text, fill=0, font=ImageFont.load_default(36))
    whole = BytesIO()
    scan.save(whole, "PDF", resolution=150)
    (tmp_path / "in.pdf").write_bytes(whole.getvalue())
    document = next(iter(FORMAT.read(tmp_path / "in.pdf", Options(language="es"))))
    start = document.text.index("Leocadia")
    handled = [(document, Pipeline(model=False).with_spans(document, [Span(start, start + 16, "PATIENT_NAME")], "es"))]
    FORMAT.write(tmp_path / "out.pdf", tmp_path / "in.pdf", handled)
    assert not FORMAT.verify(tmp_path / "out.pdf", handled)
    subprocess.run(["pdfimages", "-png", str(tmp_path / "out.pdf"), str(tmp_path / "picture")], check=True)
    pictures = sorted(tmp_path.glob("picture*.png"))
    assert len(pictures) == 1
    command = ["tesseract", str(pictures[0]), "stdout", "-l", "spa"]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "Leocadia" not in shown
    assert "abdominal" in shown
    with Image.open(pictures[0]) as picture:
        assert picture.size == (900, 500)


def test_a_jpeg_that_is_cut_short_stays_as_it_is() -> None:
    assert jpeg_without_metadata(b"\xff\xd8\xff\xe1") == b"\xff\xd8\xff\xe1"
    assert jpeg_without_metadata(b"no picture") == b"no picture"


def test_only_operations_stay_of_a_stream() -> None:
    data = b"q % Ugarte\n/Ugarte gs (Ugarte) zz [(a%b) % Ugarte\n-20 (c)] TJ BI /W 2 /H 1 /BPC 8 /CS /G ID %% EI Q (Ugarte) 7"
    assert tidied(data) == b"q\n/Ugarte gs\n[(a%b) \n-20 (c)] TJ\nBI /W 2 /H 1 /BPC 8 /CS /G ID %% EI\nQ"
