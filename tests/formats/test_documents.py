"""The contract of every document format in the folder, and plain text in all its encodings."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from steps import Steps

from velado.document import Document, Result
from velado.formats import Format, UnreadableError, format_for, formats
from velado.formats.text import FORMAT as STYLE
from velado.formats.text import decode, encode

FORMAT = Steps(STYLE)
NOTE = "Señora Núñez, 45 años.\r\nAcude por tos.\r\n"


@pytest.mark.parametrize("style", sorted(formats().values(), key=lambda entry: entry.name), ids=lambda entry: entry.name)
def test_every_format_keeps_to_the_protocol(style: Format) -> None:
    assert isinstance(style, Format)
    assert style.suffixes
    assert style.description
    assert style.proves
    for suffix in style.suffixes:
        assert suffix == suffix.lower()
        assert not suffix or suffix.startswith(".")
        assert format_for(Path("nota" + suffix)) is style


@pytest.mark.parametrize("style", sorted(formats().values(), key=lambda entry: entry.name), ids=lambda entry: entry.name)
def test_the_documentation_says_what_is_proved(style: Format) -> None:
    rows = re.findall(r"^\| ([a-z0-9, ]+) \| (.+) \|$", (Path(__file__).parents[2] / "docs/documents.md").read_text("utf-8"), re.MULTILINE)
    assert [proved for names, proved in rows if style.name in names.split(", ") and proved == style.proves]


def test_no_suffix_belongs_to_two_formats() -> None:
    suffixes = [suffix for style in formats().values() for suffix in style.suffixes]
    assert len(suffixes) == len(set(suffixes))


def written(data: bytes, folder: Path, change: str = "") -> bytes:
    source, target = folder / "in.txt", folder / "out.txt"
    source.write_bytes(data)
    handled = [(document, Result(document.id, document.text + change)) for document in FORMAT.read(source)]
    FORMAT.write(target, source, handled)
    assert not FORMAT.verify(target, handled)
    return target.read_bytes()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        NOTE.encode("utf-8"),
        codecs.BOM_UTF8 + NOTE.encode("utf-8"),
        codecs.BOM_UTF16_LE + NOTE.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + NOTE.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + NOTE.encode("utf-32-le"),
        NOTE.encode("latin-1"),
        (NOTE + "“comillas” – 5 €").encode("cp1252"),
        NOTE.encode("latin-1") + b"\x81",
        b"uno\rdos\n\rtres",
    ],
)
def test_bytes_stay_as_they_were(data: bytes, tmp_path: Path) -> None:
    assert written(data, tmp_path) == data


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Begoña Núñez, 45 años. Señora. ÁVILA", "cp850"),
        ("João da Conceição, não fuma", "cp850"),
        ("Begoña Núñez, 45\u00a0años", "cp1252"),
        ("João da Conceição, não fuma", "cp1252"),
        ("Mary O’Brien, mother\u00a0of three, ward A–B, £5", "cp1252"),
        ("dolor 5\u00a0h", "cp1252"),
    ],
)
def test_dos_and_windows_are_told_apart_by_what_stands_inside_words(text: str, encoding: str) -> None:
    encoded = decode(text.encode(encoding))
    assert (encoded.text, encoded.encoding) == (text, encoding)
    assert encode(encoded.text, encoded) == text.encode(encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "cp1252"])
def test_the_letters_are_read_right(encoding: str) -> None:
    assert decode(NOTE.encode(encoding)).text == NOTE


def test_lines_of_different_encodings_are_each_read_their_way() -> None:
    mixed = decode("Núñez\n".encode() + "Muñoz\n".encode("latin-1"))
    assert mixed.text == "Núñez\nMuñoz\n"
    assert encode(mixed.text, mixed) == "Núñez\nMuñoz\n".encode()


@pytest.mark.parametrize(
    "data",
    [b"%PDF-1.7", b"PK\x03\x04zip", b"{\\rtf1 a}", b"\x1f\x8b\x08", b"a\0b", b"\x01\x02\x03\x04ab", codecs.BOM_UTF16_LE + b"a"],
)
def test_what_is_no_text_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(UnreadableError):
        decode(data)


def test_letters_that_the_encoding_lacks_become_plain(tmp_path: Path) -> None:
    assert written(NOTE.encode("latin-1"), tmp_path, "Łucja Šimić…") == (NOTE + "?ucja Šimic…").encode("cp1252")


def test_a_withheld_result_leaves_no_file(tmp_path: Path) -> None:
    document = Document(NOTE, place=decode(NOTE.encode()))
    FORMAT.write(tmp_path / "out.txt", tmp_path / "in.txt", [(document, Result("", None))])
    assert not (tmp_path / "out.txt").exists()


def test_verification_sees_a_file_that_is_not_the_result(tmp_path: Path) -> None:
    document = Document(NOTE, place=decode(NOTE.encode()))
    (tmp_path / "out.txt").write_bytes(NOTE.encode())
    assert FORMAT.verify(tmp_path / "out.txt", [(document, Result("", "[PACIENTE]"))])


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("\n\r\t")))
def test_any_text_survives_in_utf8_and_utf16(text: str) -> None:
    for data in (codecs.BOM_UTF8 + text.encode(), codecs.BOM_UTF16_LE + text.encode("utf-16-le")):
        encoded = decode(data)
        assert encoded.text == text
        assert encode(encoded.text, encoded) == data
