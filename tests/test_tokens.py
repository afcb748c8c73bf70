"""Reading a text: cleaned, folded, cut; and every offset leads back to the original."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from velado.document import Document, Span
from velado.tokens import Page, fold, read_text

INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
ACCENTS = "\u0301\u0303\u0327\u0308"
ODD = (
    *INVISIBLE, *ACCENTS, "\u00a0", "\u202f", "\u3000", "\t", "\r", "\n", "\r\n", "\u2011", "\uff0d",
    "０", "１", "９", "Ａ", "ｚ", "А", "о", "Ρ", "ﬁ", "½", "№", "①", "ß", "İ", "ı", "²", "€", "…", "😀", "中", "ع",
    "a", "e", "n", "Z", "1", "7", " ", ".", "-", "Pérez", "612 345", "Sra.",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(ODD) | st.characters(), max_size=30).map("".join)


def letters(text: str) -> str:
    """What a reader sees of a text: letters and digits in their plainest form."""
    plain = unicodedata.normalize("NFKD", read_text(text).text)
    return "".join(character for character in plain if character.isalnum())


@pytest.mark.parametrize(
    ("original", "clean"),
    [
        ("Pe\u0301rez", "Pérez"),
        ("Muñoz", "Muñoz"),
        (unicodedata.normalize("NFD", "Íñigo Ñancupil Conceição"), "Íñigo Ñancupil Conceição"),
        ("Ana\u00a0Gil", "Ana Gil"),
        ("Ana\u202fGil\u3000Paz", "Ana Gil Paz"),
        ("Gar\u00adcía", "García"),
        ("Gar\u200bcía\u200d", "García"),
        ("\ufeffNombre: Ana", "Nombre: Ana"),
        ("６１２ ３４５", "612 345"),
        ("Ｇarcía", "García"),
        ("Саrmen Роlо", "Carmen Polo"),
        ("12\u201103\u20112021", "12-03-2021"),
        ("Ana\r\nGil\rPaz\n", "Ana\nGil\nPaz\n"),
        ("Ana\tGil", "Ana\tGil"),
        ("oﬁcina", "oficina"),
        ("e\u0301\u0301", "é"),
        ("\u0301a", "\u0301a"),
        ("", ""),
    ],
)
def test_cleaning(original: str, clean: str) -> None:
    assert read_text(original).text == clean


def test_a_plain_text_is_taken_as_it_is() -> None:
    text = "Señora Núñez, 3º izq. – «tos» nº 5\nFin."
    reading = read_text(text)
    assert reading.text is text
    assert reading.offsets is None
    assert reading.back(Span(0, 6, "SEX")) == Span(0, 6, "SEX")


@pytest.mark.parametrize(
    ("original", "clean", "expected"),
    [
        ("Sra. Pe\u0301rez.", "Pérez", "Pe\u0301rez"),
        ("Sra. Goñi\u0301", "Goñí", "Goñi\u0301"),
        ("x Gar\u200bcía\u200b y", "García", "Gar\u200bcía\u200b"),
        ("tel ６１２\u00a0３４５.", "612 345", "６１２\u00a0３４５"),
        ("\ufeffAna\r\nGil", "Gil", "Gil"),
        ("la oﬁcina", "fi", "ﬁ"),
        ("la oﬁcina", "f", "ﬁ"),
        ("№ 4", "No", "№"),
    ],
)
def test_a_span_of_the_cleaned_text_leads_back(original: str, clean: str, expected: str) -> None:
    reading = read_text(original)
    start = reading.text.index(clean)
    span = reading.back(Span(start, start + len(clean), "PERSON_NAME", 0.7, "x"))
    assert span.text(original) == expected
    assert (span.label, span.score, span.source) == ("PERSON_NAME", 0.7, "x")


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_offsets_are_one_per_character_and_in_order(text: str) -> None:
    reading = read_text(text)
    assert reading.original == text
    if reading.offsets is not None:
        assert len(reading.offsets) == len(reading.text)
        assert list(reading.offsets) == sorted(reading.offsets)
        assert all(0 <= offset < len(text) for offset in reading.offsets)


@given(TEXTS, st.data())
@settings(max_examples=300, deadline=None)
def test_mapping_back_covers_the_same_letters(text: str, data: st.DataObject) -> None:
    reading = read_text(text)
    if not reading.text:
        return
    start = data.draw(st.integers(0, len(reading.text) - 1))
    end = data.draw(st.integers(start + 1, len(reading.text)))
    span = reading.back(Span(start, end, "PERSON_NAME"))
    assert 0 <= span.start < span.end <= len(text)
    # A ligature or a fraction is one character of the original: it is covered whole.
    offsets = reading.offsets or range(len(text))
    while start and offsets[start - 1] == offsets[start]:
        start -= 1
    while end < len(reading.text) and offsets[end] == offsets[end - 1]:
        end += 1
    plain = unicodedata.normalize("NFKD", reading.text[start:end])
    assert letters(span.text(text)) == "".join(c for c in plain if c.isalnum())


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_what_was_cleaned_is_clean(text: str) -> None:
    once = read_text(text).text
    assert not any(character in once for character in INVISIBLE + "\r\u00a0")


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold(text)) == len(text)
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("text", "folded"), [("ÁÉÍÓÚÜÑÇÃÕ", "aeiouuncao"), ("Łódź Đặng İzmir", "lodz dang izmir"), ("3º 2ª «x» ’", '3o 2a "x" \'')]
)
def test_folding(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Sra.Pérez", ["sra", ".", "perez"]),
        ("DraPérez", ["dra", "perez"]),
        ("45años", ["45", "anos"]),
        ("GARCÍA-LÓPEZ", ["garcia", "-", "lopez"]),
        ("a_b 12.5", ["a", "_", "b", "12", ".", "5"]),
        ("", []),
        (" \n\t", []),
    ],
)
def test_tokens(text: str, words: list[str]) -> None:
    page = Page(text)
    assert page.words == words
    assert [fold(text[start:end]) for start, end in page.spans] == words


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_tokens_cover_every_letter_and_digit_once(text: str) -> None:
    page = Page(text)
    covered = [offset for start, end in page.spans for offset in range(start, end)]
    assert covered == sorted(set(covered))
    assert all(character.isspace() for offset, character in enumerate(text) if offset not in set(covered))


@given(TEXTS, st.data())
@settings(max_examples=200, deadline=None)
def test_lines(text: str, data: st.DataObject) -> None:
    page = Page(text)
    offset = data.draw(st.integers(0, len(text)))
    start, end = page.line_bounds(offset)
    assert start <= offset <= max(end, start)
    assert "\n" not in text[start:end]
    assert start == 0 or text[start - 1] == "\n"
    assert end == len(text) or text[end] == "\n"
    assert page.line_of(offset) == text[:offset].count("\n")


def test_token_at() -> None:
    page = Page("  Ana Gil")
    assert [page.token_at(offset) for offset in (0, 2, 4, 5, 6, 8)] == [-1, 0, 0, 0, 1, 1]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("Nombre: Ana Gil", [("nombre", "Ana Gil")]),
        ("Nombre : Ana   Edad: 44", [("nombre", "Ana"), ("edad", "44")]),
        ("NHC:123 | F.Nac.: 3/4/61;", [("nhc", "123"), ("f.nac.", "3/4/61")]),
        ("- Médico: Dra. Gil\nTel:", [("medico", "Dra. Gil"), ("tel", "")]),
        ("Hora 10:30", [("hora 10", "30")]),
        ("ver https://example.org", []),
        ("::::", []),
    ],
)
def test_fields(text: str, fields: list[tuple[str, str]]) -> None:
    page = Page(text)
    assert [(field.label, text[field.value_start : field.value_end]) for field in page.fields] == fields


@given(TEXTS.map(lambda text: f"Nombre: {text}") | st.lists(st.sampled_from(["a: ", "  b:", ":", "\n", "; ", "x "])).map("".join))
@settings(max_examples=200, deadline=None)
def test_fields_stay_in_the_text(text: str) -> None:
    for field in Page(text).fields:
        assert 0 <= field.start < field.value_start <= field.value_end <= len(text)
        assert "\n" not in text[field.start : field.value_end]


def test_a_page_carries_what_is_known_of_its_document() -> None:
    document = Document("Ana\u200b Gil", country="PE")
    page = Page.of(document, read_text(document.text), "es")
    assert (page.text, page.language, page.country, page.subject) == ("Ana Gil", "es", "PE", None)


def test_many_accents_behind_a_long_text() -> None:
    reading = read_text("a" * 100_000 + "\u0301" * 100_000)
    assert reading.text == "a" * 99_999 + "á"


def test_the_colours_of_a_terminal_are_no_text() -> None:
    reading = read_text("\x1b[1;31mPérez\x1b[0m Gil")
    assert reading.text == "Pérez Gil"
    assert reading.offsets is not None
    assert [reading.original[at] for at in reading.offsets] == list("Pérez Gil")
