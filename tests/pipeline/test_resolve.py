"""What is certain spreads; overlaps are resolved without leaving anything uncovered."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from velado.document import Span
from velado.labels import LABELS
from velado.lexicons import is_common_word
from velado.pipeline.propagate import propagate
from velado.pipeline.resolve import resolve_overlaps as resolve
from velado.pipeline.resolve import with_one_role
from velado.tokens import Page

TEXTS = st.text(st.sampled_from("abZé1 .,()-\n'\"/@#º"), min_size=1, max_size=40)


@st.composite
def texts_with_spans(draw: st.DrawFn) -> tuple[str, list[Span]]:
    text = draw(TEXTS)
    spans = []
    for _ in range(draw(st.integers(0, 8))):
        start = draw(st.integers(0, len(text) - 1))
        end = draw(st.integers(start + 1, len(text)))
        label = draw(st.sampled_from(sorted(LABELS)))
        spans.append(Span(start, end, label, draw(st.sampled_from([0.5, 0.6, 0.75, 0.9, 1.0])), "x"))
    return text, spans


def offsets(text: str, spans: list[Span]) -> set[int]:
    return {offset for span in spans for offset in range(span.start, span.end) if text[offset].isalnum()}


@given(texts_with_spans())
@settings(max_examples=400, deadline=None)
def test_the_result_is_in_order_disjoint_and_covers_the_same_letters_and_digits(case: tuple[str, list[Span]]) -> None:
    text, spans = case
    result = resolve(text, spans)
    assert result == sorted(result)
    assert all(left.end <= right.start for left, right in pairwise(result))
    assert offsets(text, result) == offsets(text, spans)
    assert all(any(map(str.isalnum, span.text(text))) for span in result)


@given(texts_with_spans(), st.randoms())
@settings(max_examples=100, deadline=None)
def test_the_order_of_the_findings_does_not_matter_and_once_is_enough(case: tuple[str, list[Span]], random: object) -> None:
    text, spans = case
    result = resolve(text, spans)
    shuffled = list(spans)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert resolve(text, shuffled) == result
    assert offsets(text, resolve(text, result)) == offsets(text, result)


def resolved(text: str, *spans: tuple[str, str, float]) -> list[tuple[str, str]]:
    found = [Span(text.index(piece), text.index(piece) + len(piece), label, score) for piece, label, score in spans]
    return [(span.label, span.text(text)) for span in resolve(text, found)]


def test_the_surest_keeps_its_extent_and_the_rest_of_the_other_stays() -> None:
    assert resolved("Ana Gil Paz", ("Ana Gil", "PATIENT_NAME", 0.9), ("Gil Paz", "PLACE", 0.6)) == [
        ("PATIENT_NAME", "Ana Gil"),
        ("PLACE", "Paz"),
    ]


def test_the_longer_wins_among_equals() -> None:
    assert resolved("Ana Gil", ("Ana", "STAFF_NAME", 0.9), ("Ana Gil", "PATIENT_NAME", 0.9)) == [("PATIENT_NAME", "Ana Gil")]


def test_a_name_inside_an_address_or_a_house_belongs_to_it() -> None:
    assert resolved("calle Juan Bravo 3", ("calle Juan Bravo 3", "STREET", 0.85), ("Juan Bravo", "PERSON_NAME", 0.88)) == [
        ("STREET", "calle Juan Bravo 3")
    ]
    # The patient stays the patient wherever the name stands: a policy may keep hospitals.
    assert ("PATIENT_NAME", "Juan Bravo") in resolved(
        "Clínica Juan Bravo", ("Clínica Juan Bravo", "HOSPITAL", 0.85), ("Juan Bravo", "PATIENT_NAME", 0.9)
    )


@pytest.mark.parametrize(
    ("text", "piece", "expected"),
    [
        ("de Ana, ", " Ana, ", "Ana"),
        ("(Ana)", "Ana)", "Ana"),
        ("tel (55) 123", "(55) 123", "(55) 123"),
        ("+34 612", "+34 612", "+34 612"),
        ("J. M. y", "J. M.", "J. M."),
        ("@ana_gil!", "@ana_gil!", "@ana_gil"),
    ],
)
def test_edges_are_trimmed(text: str, piece: str, expected: str) -> None:
    assert resolved(text, (piece, "PERSON_NAME", 0.9)) == [("PERSON_NAME", expected)]


def spread(text: str, *certain: tuple[str, str], score: float = 0.9) -> list[tuple[str, str]]:
    page = Page(text)
    spans = [Span(text.index(piece), text.index(piece) + len(piece), label, score) for piece, label in certain]
    return [(span.label, span.text(text)) for span in sorted(propagate(page, spans, is_common_word))]


def test_parts_of_a_name_spread_in_any_case_and_without_accents() -> None:
    text = "Nélida Ugarte Salcedo. La Sra. Ugarte tose. NELIDA UGARTE firma; nelida vuelve."
    assert spread(text, ("Nélida Ugarte Salcedo", "PATIENT_NAME")) == [
        ("PATIENT_NAME", "Ugarte"),
        ("PATIENT_NAME", "NELIDA UGARTE"),
        ("PATIENT_NAME", "nelida"),
    ]


def test_particles_between_parts_come_along() -> None:
    text = "Paciente Inés de la Torre Ugarte. Firma Ugarte de la Torre, Inés."
    assert ("PATIENT_NAME", "Ugarte de la Torre") in spread(text, ("Inés de la Torre Ugarte", "PATIENT_NAME"))


@pytest.mark.parametrize("initials", ["NUS", "N.U.S.", "N. U. S.", "N U S"])
def test_three_initials_spread(initials: str) -> None:
    found = spread(f"Nélida Ugarte Salcedo, en adelante {initials} , acude.", ("Nélida Ugarte Salcedo", "PATIENT_NAME"))
    assert found == [("PATIENT_NAME", initials)]


@pytest.mark.parametrize("text", ["Nélida Ugarte. NU negativo.", "Nélida Ugarte Salcedo. NUSX y ANUS y N.U.S.A."])
def test_two_initials_and_parts_of_words_do_not(text: str) -> None:
    assert spread(text, (text.split(".")[0], "PATIENT_NAME")) == []


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("Diego Ccahuana", "TM Diego Ccahuana. Entregado 22:15 DC -> sala. DC en curso.", ["DC"]),
        ("Rosilene Nunes", "Enf Rosilene Nunes\n08:35  80x40  queixa    RN/wds\n09:00  RN em alojamento", ["RN"]),
        ("J. Marco Leiva", "Lo firma J. Marco Leiva. Curado 01:30 (jml). Curado 04 h JML.", ["jml", "JML"]),
        ("MQ, RG", "Equipo: MQ, RG\n08:00 estable    RG\n09:00 duerme    MQ", ["RG", "MQ"]),
        ("Marta Gil", "Dra. Marta Gil\nParacetamol   500   mg\nfiebre (MG), 90    mg", []),
        ("Fernando Alonso", "Dr. Fernando Alonso, fibrilación auricular (FA) y flutter", []),
        ("Ana Maria Pinto", "Enf. Ana Maria Pinto, 08:00 am, 09:00 pm", []),
    ],
)
def test_who_is_named_signs_with_initials(name: str, text: str, found: list[str]) -> None:
    assert spread(text, (name, "STAFF_NAME")) == [("STAFF_NAME", initials) for initials in found]


def test_others_sign_more_than_once() -> None:
    text = "Equipo: Xesca, T. Cifre\n101  x  x    TC\n102  x  -    TC"
    assert spread(text, ("Xesca, T. Cifre", "PATIENT_NAME")) == [("STAFF_NAME", "TC")] * 2
    assert spread(text[:-3], ("Xesca, T. Cifre", "PATIENT_NAME")) == []


def test_numbers_spread_with_other_separators() -> None:
    text = "Tel. 612 345 678. Llamar al 612345678 o 612-34-56-78; NHC 4417093. Ref 4417093-A, 612 345 6789."
    assert spread(text, ("612 345 678", "PHONE"), ("4417093", "PATIENT_ID")) == [
        ("PHONE", "612345678"),
        ("PHONE", "612-34-56-78"),
        ("PATIENT_ID", "4417093"),
    ]


def test_short_numbers_do_not_spread() -> None:
    assert spread("Ext. 4410. Plaquetas 4410.", ("4410", "PHONE")) == []


def test_what_is_uncertain_does_not_spread() -> None:
    assert spread("Ugarte vino. Ugarte tose.", ("Ugarte", "PERSON_NAME"), score=0.6) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rosa Cruz Ugarte. Lesión rosa en la cruz del pie.", []),
        ("Rosa Cruz Ugarte. Avisada la Sra. Cruz hoy.", ["Cruz"]),
        ("Rosa Cruz Ugarte. Hoy Rosa tose.", ["Rosa"]),
        ("Rosa Cruz Ugarte.\nCruz del pie dolorosa.", []),
        ("ROSA CRUZ UGARTE. LESION ROSA EN LA MANO. UGARTE TOSE.", ["UGARTE"]),
        ("Rosa Cruz Ugarte. vino rosa cruz sola.", ["rosa cruz"]),
    ],
)
def test_everyday_words_spread_only_where_they_are_written_as_names(text: str, expected: list[str]) -> None:
    assert [piece for _, piece in spread(text, (text[:16], "PATIENT_NAME"))] == expected


def test_the_patient_comes_before_relatives_and_staff() -> None:
    text = "Dr. Ugarte. Paciente Nélida Ugarte. Vuelve Ugarte."
    assert spread(text, ("Ugarte", "STAFF_NAME"), ("Nélida Ugarte", "PATIENT_NAME")) == [("PATIENT_NAME", "Ugarte")]


def joined_with(text: str, *tagged: tuple[str, str], rules: tuple[tuple[str, str, float], ...] = ()) -> list[str]:
    def span(value: str, label: str, score: float, source: str) -> Span:
        return Span(text.index(value), text.index(value) + len(value), label, score, source)

    page = Page(text, "es")
    found = combine(page, [span(*rule, "people") for rule in rules], [span(*one, 0.9, "model") for one in tagged], cannot_name)
    return [one.text(text) for one in resolve(text, found)]


NAMED = [
    ("es", "Carlos Nieto. Nieto refiere dolor.", "Carlos Nieto", "Nieto"),
    ("es", "CARLOS NIETO. NIETO REFIERE DOLOR.", "CARLOS NIETO", "NIETO"),
    ("es", "carlos nieto, 60 a, IAM previo. nieto refiere dolor", "carlos nieto", "nieto"),
    ("es", "irma gil, 54 a. irma tose", "irma gil", "irma"),
    ("es", "Irma Gil. Se informa a Irma.", "Irma Gil", "Irma"),
    ("es", "Irma Gil. Irma 54 años tose", "Irma Gil", "Irma"),
    ("pt", "Manuel Neto. Neto refere dor.", "Manuel Neto", "Neto"),
    ("en", "Heung Min Son. Spoke with Son today", "Heung Min Son", "Son"),
]
KIN = [
    ("es", "Carlos Nieto. Vive con su nieto.", "Carlos Nieto", "nieto"),
    ("es", "CARLOS NIETO. VIVE CON SU NIETO.", "CARLOS NIETO", "NIETO"),
    ("es", "Carlos Nieto. Parentesco: Nieto", "Carlos Nieto", "Nieto"),
    ("es", "Carlos Nieto. Nieto: asma", "Carlos Nieto", "Nieto"),
    ("pt", "Antônio Souza Filho. Filho refere febre.", "Antônio Souza Filho", "Filho"),
    ("pt", "Irma Santos. Irmã com HAS", "Irma Santos", "Irmã"),
    ("en", "Heung Min Son. Son-in-law drives him", "Heung Min Son", "Son"),
]
SEX = [
    ("es", "Juan Varón. Sexo: Varón", "Juan Varón", "Varón"),
    ("es", "Juan Varón. Varón de 60 años", "Juan Varón", "Varón"),
]


@pytest.mark.parametrize(
    ("language", "text", "name", "word", "kept"),
    [*((*case, "") for case in NAMED), *((*case, "KINSHIP") for case in KIN), *((*case, "SEX") for case in SEX)],
)
def test_a_word_of_kinship_that_is_somebodys_name_is_hidden_where_it_is_meant_as_one(language: str, text: str, name: str, word: str, kept: str) -> None:
    at = text.rindex(word)
    spans = [Span(text.index(name), text.index(name) + len(name), "PATIENT_NAME", 0.9, "model"), Span(at, at + len(word), kept or "KINSHIP", 0.99, "model")]
    spread_too = propagate(Page(text, language), spans, is_common_word)
    (there,) = [span for span in resolve(text, [*spans, *spread_too]) if span.start == at]
    assert there.label == (kept or "PATIENT_NAME")
    assert there.text(text) == word


def test_the_name_of_somebody_else_behind_a_word_of_kinship_leaves_it_one() -> None:
    text = "Carlos Nieto. Nieto Pablo con asma"
    spans = [Span(0, 12, "PATIENT_NAME", 0.9), Span(20, 25, "RELATIVE_NAME", 0.9), Span(14, 19, "KINSHIP", 0.9)]
    assert propagate(Page(text), spans, is_common_word) == []


def test_a_doctors_name_does_not_hide_what_opens_a_note() -> None:
    text = "Dr. Carlos Niño. Niño de pecho con fiebre. Avisado Niño."
    spans = [Span(4, 15, "STAFF_NAME", 0.9), Span(17, 21, "SEX", 0.9), Span(51, 55, "SEX", 0.9)]
    assert [span.start for span in propagate(Page(text), spans, is_common_word)] == [51]


@pytest.mark.parametrize(("name", "kin"), [("Pedro Almeida Inácio", "PAI"), ("Daniel Adam Dean", "DAD")])
def test_initials_leave_words_of_kinship_alone(name: str, kin: str) -> None:
    text = f"{name}. AF: {kin} HTA"
    at = text.index(kin)
    spans = [Span(0, len(name), "PATIENT_NAME", 0.9), Span(at, at + len(kin), "KINSHIP", 0.9)]
    assert propagate(Page(text), spans, is_common_word) == []


def test_a_possessive_without_its_apostrophe_goes_with_the_name() -> None:
    text = "Geoff Rose seen. geoffs daughter rang, Roses in the room. Jeffs no."
    known = [Span(0, 10, "PATIENT_NAME", 0.95, "fields")]
    found = propagate(Page(text, "en"), known, {"roses", "rose"}.__contains__)
    assert [text[span.start : span.end] for span in found] == ["geoff"]
    assert not propagate(Page(text, "es"), known, {"roses", "rose"}.__contains__)
