"""A name goes on in the next line, and ends with its sentence."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from velado.document import Span
from velado.labels import NAMES
from velado.pipeline.lines import join_lines, split_at_sentence_ends
from velado.pipeline import Pipeline
from velado.tokens import Page

PIPELINE = Pipeline()
GIVEN = ("Anselmo", "Lucía", "Iker", "Graça", "Noah", "Jean-Luc", "Xiadani", "Mateus")
SURNAMES = ("Urrutikoetxea", "Quintela", "Zubizarrena", "Okonkwobi", "Fernández", "Vasconceles", "Hollingsbrook", "de la Hozuela", "Ñancupiltra")
CARRIERS = {
    "es": ("Informe revisado por el Dr. {}: lesión estable.", "Acude a consulta la Sra. {} por tos de tres días.", "Paciente: {}, 45 años.", "Se avisa a su hija {} por teléfono."),
    "pt": ("Avaliado pelo Dr. {}: sem queixas.", "A utente Sra. {} refere dor lombar.", "Nome: {}, 45 anos.", "Falei com a filha {} por telefone."),
    "en": ("Reviewed by Dr. {}: stable lesion.", "Mrs. {} was seen in clinic for cough.", "Patient: {}, 45 years old.", "I called her daughter {} this morning."),
}
BREAKS = ("\n", "\r\n", "\n    ", "\n\t", "  \n", "\n> ")


def hidden_letters(text: str, start: int, end: int, language: str) -> str:
    """The letters of a stretch, with a dot for each that is readable."""
    covered = bytearray(len(text))
    for span in PIPELINE.detect(text) if language == "auto" else Pipeline(language=language).detect(text):
        covered[span.start : span.end] = b"\1" * len(span)
    return "".join(text[at] if covered[at] else "." for at in range(start, end) if text[at].isalpha())


def names() -> list[tuple[str, str, str]]:
    """Language, sentence and name: every carrier with names that lists have and names that they do not."""
    rng = random.Random(21)
    return [
        (language, carrier, " ".join([rng.choice(GIVEN), *rng.sample(SURNAMES, rng.randint(1, 2))]))
        for language, carriers in CARRIERS.items()
        for carrier in carriers
        for _ in range(3)
    ]


@pytest.mark.parametrize("broken_by", BREAKS, ids=repr)
def test_a_break_inside_a_name_leaves_nothing_readable(broken_by: str) -> None:
    left = []
    for language, carrier, name in names():
        at = carrier.index("{}")
        whole = hidden_letters(carrier.format(name), at, at + len(name), language)
        for gap in re.finditer(" ", name):
            broken = name[: gap.start()] + broken_by + name[gap.end() :]
            text = f"Nota.\n{carrier.format(broken)}\n"
            parted = hidden_letters(text, at + 6, at + 6 + len(broken), language)
            left += [(text, parted) for before, after in zip(whole, parted, strict=True) if before != "." and after == "."][:1]
    assert not left


def labels_of_letters(text: str, start: int, end: int, language: str) -> list[str]:
    """What each letter of a stretch is taken for."""
    labels = [""] * len(text)
    for span in Pipeline(language=language).detect(text):
        labels[span.start : span.end] = [span.label] * len(span)
    return [labels[at] for at in range(start, end) if text[at].isalpha()]


@pytest.mark.parametrize("broken_by", BREAKS, ids=repr)
def test_both_halves_of_a_broken_name_are_whom_the_whole_name_is(broken_by: str) -> None:
    """Else policies that keep the names of staff would show half the name of a patient."""
    differ = []
    for language, carrier, name in names():
        at = carrier.index("{}") + 6
        whole = set(labels_of_letters(f"Nota.\n{carrier.format(name)}\n", at, at + len(name), language))
        for gap in re.finditer(" ", name):
            broken = name[: gap.start()] + broken_by + name[gap.end() :]
            text = f"Nota.\n{carrier.format(broken)}\n"
            differ += [text] if set(labels_of_letters(text, at, at + len(broken), language)) != whole else []
    assert not differ


@pytest.mark.parametrize(("text", "language"), [("I called her daughter Paz,\n   Jean-Luc this morning.", "en"), ("Se avisa a su hija Rey,\n Mateus por teléfono.", "es")])
def test_a_given_name_behind_the_break_is_whose_the_surname_before_it_is(text: str, language: str) -> None:
    labels = [span.label for span in Pipeline(language=language).detect(f"Nota.\n{text}\n") if span.label in NAMES]
    assert labels == ["RELATIVE_NAME", "RELATIVE_NAME"]


def test_a_broken_name_before_a_colon_is_hidden_to_its_end() -> None:
    text = "Nota.\nRevisado por el Dr. Mateus Zubizarrena de la\nHozuela: lesión estable.\n"
    assert "Hozuela" not in (Pipeline(language="es").deidentify(text).text or "")


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ("Paciente: Anselmo Quintela\nDiagnóstico: neumonía", "Diagnóstico"),
        ("Médico: Dra. Lucía Gil\nServicio de Urgencias", "Servicio"),
        ("Firmado: Lucía Gil\nF. nac.: 12/03/1960", "nac"),
        ("Patient: Noah Quintela\nDOB: 12/03/1960", "DOB"),
    ],
)
def test_what_begins_a_line_of_its_own_stays(text: str, readable: str) -> None:
    assert readable in (PIPELINE.deidentify(text).text or "")


@pytest.mark.parametrize("text", ["Dr. Anselmo\n\nUrrutikoetxea: lesión", "Dr. Anselmo\n \nUrrutikoetxea", "Dr. Anselmo.\nUrrutikoetxea", "Dr. Anselmo\n- Urrutikoetxea"])
def test_a_blank_line_a_full_stop_and_a_bullet_part(text: str) -> None:
    assert join_lines(Page(text), [Span(4, 11, "STAFF_NAME")]) is None


def test_a_double_name_and_a_word_are_whole_again() -> None:
    page = Page("Sr. Javier García-\nLópez\ny Dra. Ana Urruti-\nkoetxea")
    joined = join_lines(page, [])
    assert joined is not None
    assert "García-López" in joined.mended.text
    assert "Urrutikoetxea" in joined.mended.text


@given(st.text("AbÑ .,:>-\n\t1", max_size=300))
@settings(deadline=None)
def test_joined_text_leads_back_to_the_page(text: str) -> None:
    page = Page(text)
    joined = join_lines(page, [])
    if joined is not None:
        for at, character in enumerate(joined.mended.text):
            written = text[joined.mended.starts[at] : joined.mended.ends[at]]
            assert written == character or not written.strip() or "\n" in written
        lines = [Span(line.start(), line.end(), "PATIENT_NAME") for line in re.finditer(r"[^\n]+", joined.mended.text)]
        for span in joined.with_names([], lines, page):
            assert "\n" not in span.text(text)


SENTENCES = ("{} niega fiebre.", "{} refere dor lombar.", "{} denies fever.", "Refiere dolor.", "Niega alergias.", "Denies fever.", "Nega febre.")


@pytest.mark.parametrize("opening", ["Paciente: ", "Acude ", "Patient: ", "Doente: ", "Sra. "])
def test_no_name_runs_across_the_end_of_a_sentence(opening: str) -> None:
    rng = random.Random(opening)
    for _ in range(25):
        given, surnames = rng.choice(("Ana", "Marta", "Pedro", "João", "John")), rng.sample(("Gil", "Ruiz", "Paz", "Quintela", "Smith", "Urrutikoetxea"), 2)
        text = f"{opening}{given} {' '.join(surnames)}. {rng.choice(SENTENCES).format(rng.choice([given, *surnames]))}"
        stop = text.index(". ")
        for span in PIPELINE.detect(text):
            if span.label in NAMES:
                assert span.end <= stop or span.start > stop, text
        assert ". " in (PIPELINE.deidentify(text).text or ""), text


@pytest.mark.parametrize(
    "name",
    ["J. Pérez", "Mª. Ángeles Gil", "Ma. del Carmen Ruiz", "Gil Ruiz, A. M.", "R. St. John", "Fco. Javier Sáez", "Ana Hdez. Ruiz", "Md. Rafiqul Islam", "I. Chaveiro", "Gpe. Boone", "M.A. Paz"],
)
def test_initials_and_short_forms_end_no_sentence(name: str) -> None:
    page = Page(f"Visto: {name} hoy.")
    span = Span(7, 7 + len(name), "STAFF_NAME")
    assert list(split_at_sentence_ends(page, span)) == [span]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Ana Gil Ruiz. Ana", ["Ana Gil Ruiz", "Ana"]),
        ("Ana Gil R. Ana", ["Ana Gil R", "Ana"]),
        ("Gil Ruiz, A. Refiere", ["Gil Ruiz, A"]),
        ("ana gil ruiz. ana", ["ana gil ruiz", "ana"]),
        ("Ana Gil Ruiz.Ana", ["Ana Gil Ruiz", "Ana"]),
        ("Ana Gil! Ana", ["Ana Gil", "Ana"]),
    ],
)
def test_names_in_two_sentences_are_two(text: str, parts: list[str]) -> None:
    assert [part.text(text) for part in split_at_sentence_ends(Page(text), Span(0, len(text), "PATIENT_NAME"))] == parts
