"""Archives and XML parts that nobody should open blindly."""

from __future__ import annotations

import io
import struct
import zipfile
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from velado.document import Replacement, Span
from velado.formats import Limits, UnreadableError
from velado.formats._weave import Stream, Thread, woven
from velado.formats._xml import Patch, attributes, escaped, patched, read_xml, tokens, unescaped
from velado.formats._zip import open_archive, write_archive
from velado.formats.source import source_in_memory

LIMITS = Limits()


def packed(*parts: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in parts:
            archive.writestr(name, data)
    return buffer.getvalue()


def refused(data: bytes, limits: Limits = LIMITS) -> str:
    def unpack() -> None:
        with open_archive(source_in_memory("a.zip", data), limits) as archive:
            for name in archive.names():
                archive.read(name)

    with pytest.raises(UnreadableError) as caught:
        unpack()
    return str(caught.value)


@pytest.mark.parametrize("name", ["../a", "a/../../b", "/etc/a", "C:/a", "..\\a", "a\\..\\b", "a\nb"])
def test_names_that_lead_outside_are_refused(name: str) -> None:
    assert "outside" in refused(packed((name, b"x")))


def test_bombs_are_seen_before_they_are_unpacked() -> None:
    assert "times its size" in refused(packed(("a", b"\0" * 3_000_000)))
    assert "larger than" in refused(packed(("a", b"x" * 2000)), Limits(part_bytes=1000))
    assert "more than 1,500 bytes" in refused(packed(("a", b"x" * 1000), ("b", b"x" * 1000)), Limits(unpacked_bytes=1500))
    assert "more than 3 files" in refused(packed(*((str(n), b"") for n in range(4))), Limits(parts=3))


def test_parts_that_overlap_are_refused() -> None:
    data = packed(("a", b"x" * 100), ("b", b"y" * 100), method=zipfile.ZIP_STORED)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        second = archive.getinfo("b").header_offset
    at = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 4) + 42
    assert struct.unpack_from("<I", data, at)[0] == second
    assert "overlap" in refused(data[:at] + struct.pack("<I", 0) + data[at + 4 :])


def test_what_lies_about_itself_is_refused_in_words() -> None:
    good = packed(("a", b"Ana Gil" * 50))
    assert "no archive" in refused(b"hola")
    assert "no archive" in refused(b"")
    assert "damaged" in refused(good[:-30])
    assert "damaged" in refused(good[:40] + b"\xff" * 8 + good[48:])
    assert "password" in refused(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 100)
    flagged = good.replace(b"PK\x01\x02\x14\x03\x14\0\0\0", b"PK\x01\x02\x14\x03\x14\0\1\0")
    assert "password" in refused(flagged)
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = packed(("a", b"1"), ("a", b"2"))
    assert "one name" in refused(twice)


def test_what_is_written_has_no_times_and_no_owners(tmp_path: Path) -> None:
    for _ in range(2):
        write_archive(tmp_path / "a.zip", [("b.txt", b"hola"), ("a.txt", b"")])
        with zipfile.ZipFile(tmp_path / "a.zip") as archive:
            assert [(part.filename, part.date_time[0], part.external_attr >> 16 & 0o077) for part in archive.infolist()] == [
                ("b.txt", 1980, 0),
                ("a.txt", 1980, 0),
            ]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "document type"),
        (b'<!DOCTYPE a SYSTEM "file:///etc/hostname"><a/>', "document type"),
        (b"<a>" * 1500 + b"</a>" * 1500, "nests"),
        (b"<a>Ana Gil", "broken at line 1"),
        (b"<a>&ana;</a>", "broken"),
        (b'<?xml version="1.0" encoding="utf-8"?><a>\xf1</a>', "encoding"),
        (b'<?xml version="1.0" encoding="martian"?><a/>', "encoding"),
        (b"", "broken"),
    ],
)
def test_hostile_xml_is_refused_in_words(data: bytes, words: str) -> None:
    with pytest.raises(UnreadableError, match=words) as caught:
        read_xml(data, LIMITS)
    assert "Ana" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "windows-1252"])
def test_xml_keeps_its_encoding(encoding: str) -> None:
    declared = "" if encoding.startswith("utf") else f'<?xml version="1.0" encoding="{encoding}"?>'
    data = f"{declared}<a b='ñ &gt; >'>Muñoz &amp; Gil<!-- > --><![CDATA[<x>]]></a>".encode(encoding)
    xml = read_xml(data, LIMITS)
    assert xml.encode(xml.text) == data
    assert "".join(xml.text[token.start : token.end] for token in tokens(xml.text)) == xml.text
    start = next(token for token in tokens(xml.text) if token.kind == "start")
    assert [attribute.value for attribute in attributes(xml.text, start)] == ["ñ > >"]


TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20)


@given(TEXT)
def test_any_text_is_escaped_and_read_again(text: str) -> None:
    raw = escaped(text)
    said, offsets = unescaped(raw, 5)
    assert said == text.replace("\ufffe", "").replace("\uffff", "")
    if offsets is not None:
        assert len(offsets) == len(said) + 1
        assert [unescaped(raw[start - 5 : end - 5])[0] for start, end in pairwise(offsets)] == list(said)


@given(st.lists(TEXT, min_size=1, max_size=6), st.data())
def test_a_replacement_over_any_stretches_takes_out_all_of_it(pieces: list[str], data: st.DataObject) -> None:
    """What the engine says must become of the text becomes of it, wherever the pieces stand."""
    whole, streams = "", []
    for piece in pieces:
        whole += "<b/>"
        streams.append(Stream([Thread(piece, "p", len(whole))]))
        whole += piece
    weave = woven(streams)
    size = len(weave.text)
    start = data.draw(st.integers(0, size))
    end = data.draw(st.integers(start, size))
    if start == end:
        return
    changes = weave.changes([Replacement(Span(start, end, "OTHER"), "\ue000")])
    result = patched(whole, [Patch(change.start, change.end, change.text) for change in changes])
    kept = weave.text[:start] + weave.text[end:]
    plain = result.replace("<b/>", "")
    assert plain.replace("\ue000", "") == kept.replace("\n", "") or "\n" in "".join(pieces)
    assert plain.count("\ue000") <= 1
