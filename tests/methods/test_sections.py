"""The header / body / footer hybrid on invented reports: parts, header, footer rules, tag schemes, both taggers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from velado.document import Span
from velado.formats.marked import parse_marks
from velado.methods import Note, methods
from velado.methods._sections_footer import find_footer
from velado.methods._sections_header import INDICATORS, find_header, split_parts
from velado.methods._sections_system import Variant, read, score_parts
from velado.methods._sections_words import SCHEMES, Sentence, decode, encode, sentences
from velado.methods.sections import compare_variants

pytest.importorskip("simplemma", reason="lemmas need the package simplemma")

REPORT = """Datos del paciente.
Nombre:  ⟦PATIENT_NAME:{first}⟧ .
Apellidos: ⟦PATIENT_NAME:{last}⟧.
CIPA: nhc-⟦PATIENT_ID:{number}⟧.
NASS: ⟦INSURANCE_ID:{number} 12⟧.
Domicilio: ⟦STREET:Calle del Olmo {house}, 4 Der.⟧.
Localidad/ Provincia: ⟦PLACE:Getafe⟧, ⟦PLACE:Madrid⟧.
CP: ⟦PLACE:28{house}1⟧.
Datos asistenciales.
Fecha de nacimiento: ⟦DATE:{house}/03/1961⟧.
País: ⟦COUNTRY:España⟧.
Edad: ⟦AGE:{house} años⟧ Sexo: ⟦SEX:M⟧.
Servicio: Urología.
Médico:  Dra. ⟦STAFF_NAME:{doctor}⟧  NºCol: ⟦LICENCE_ID:28 28 {number}⟧.
Informe clínico del paciente: ⟦SEX:Mujer⟧ de ⟦AGE:{house} años⟧ que acude por dolor lumbar. Su ⟦KINSHIP:madre⟧ tuvo litiasis.
Se realiza ecografía sin hallazgos. El día ⟦DATE:{house} de marzo⟧ ingresa para estudio.
La función renal es normal.
Remitido por: Dra. ⟦STAFF_NAME:{doctor}⟧ ⟦HOSPITAL:Hospital General⟧ ⟦STREET:C/ Mayor, {house}⟧ ⟦PLACE:28{house}2⟧ ⟦PLACE:Getafe⟧. \
⟦COUNTRY:España⟧ Tel: ⟦PHONE:91 555 {house} 33⟧ Fax: ⟦FAX:91 555 {house} 34⟧ e-mail: ⟦EMAIL:d{house}@correo.example⟧
"""


def reports(count: int) -> list[Note]:
    people = [("Ana", "Ruiz Gil", "Eva Pardo Sanz"), ("Luz", "Mora Peña", "Iris Vidal Ros"), ("Sara", "Toro Paz", "Noa Lerma Rey")]
    notes = []
    for number in range(count):
        first, last, doctor = people[number % 3]
        marked = REPORT.format(first=first, last=last, doctor=doctor, number=700001 + number, house=31 + number)
        text, spans = parse_marks(marked)
        notes.append(Note(str(number), text, tuple(spans)))
    return notes


def shown(text: str, spans: list[Span]) -> set[tuple[str, str]]:
    return {(span.label, span.text(text)) for span in spans}


def test_the_dictionary_has_the_published_number_of_indicators() -> None:
    assert len(INDICATORS) == 25


def test_a_report_has_three_parts_and_its_header_is_read_completely() -> None:
    note = reports(1)[0]
    parts = split_parts(note.text)
    assert note.text[parts.header_end :].startswith("Informe clínico")
    assert note.text[parts.footer_start :].startswith("Remitido por")
    gold = {(span.label, span.start, span.end) for span in note.spans if parts.part(span.start) == "header"}
    assert {(span.label, span.start, span.end) for span in find_header(note.text, parts.header_end)} == gold


def test_a_note_without_header_and_footer_is_all_body() -> None:
    text = "Acude con su hija.\nSe remite por dolor. Servicio saturado.\n"
    assert {split_parts(text).part(at) for at in range(len(text))} == {"body"}
    assert list(find_header("Médico: urólogo", 0)) == []


@pytest.mark.parametrize(("glued", "values"), [
    ("Médico: Ana Pardo GilNºCol: 28 28 12345.", ["Ana Pardo Gil", "28 28 12345"]),
    ("Médico : Dr. Luis Vega  N° Col:123", ["Luis Vega", "123"]),
    ("País de  nacimiento: Perú.", ["Perú"]),
    ("Localidad/Provincia: Lugo", ["Lugo"]),
    ("Edad: 3 meses Sexo:M.", ["3 meses", "M"]),
    ("Edad: .", []),
])  # fmt: skip
def test_header_fields_as_they_are_typed(glued: str, values: list[str]) -> None:
    assert [span.text(glued) for span in find_header(glued, len(glued))] == values


def test_the_footer_is_read_in_the_published_order_and_the_first_wins() -> None:
    text = "Apellidos: Soria Gil.\nRemitido por: Ana Soria Gil. C/ Soria 3, 42001 Soria. Fax: 975 55 44 33 Tel. 975 55 44 34 a@b.example"
    start = text.index("Remitido")
    known = [Span(11, 20, "STAFF_NAME")]
    found = find_footer(text, start, known)
    order = ["trusted", "e-mail", "fax", "phone", "municipality", "street"]
    assert [span.source for span in found] == sorted((span.source for span in found), key=order.index)
    assert ("STAFF_NAME", "Soria Gil") in shown(text, found)
    assert {("FAX", "975 55 44 33"), ("PHONE", "975 55 44 34"), ("EMAIL", "a@b.example"), ("PLACE", "42001")} <= shown(text, found)
    taken = [at for span in found for at in range(span.start, span.end)]
    assert len(taken) == len(set(taken))


def test_trusted_values_have_three_characters_and_sex_is_none() -> None:
    text = "Varón, H. Li. Gil. -- Varón H Li Gil"
    start = text.index("--")
    known = [Span(0, 5, "SEX"), Span(7, 8, "SEX"), Span(10, 12, "STAFF_NAME"), Span(14, 17, "STAFF_NAME")]
    assert shown(text, find_footer(text, start, known)) == {("STAFF_NAME", "Gil")}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("classes", [True, False])
def test_tags_lead_back_to_the_spans(scheme: str, classes: bool) -> None:
    words = ("Ana", "Gil", ",", "hoy", "Lugo")
    sentence = Sentence(words, ((0, 3), (4, 7), (7, 8), (9, 12), (13, 17)), (), (), (), ())
    spans = [Span(0, 7, "PATIENT_NAME"), Span(13, 17, "PLACE")]
    tags = encode(sentence, spans, scheme, classes)
    assert set("".join(tag[0] for tag in tags)) <= set("NI" if scheme == "N-I" else "CDI")
    back = list(decode(sentence, tags, "test"))
    assert [(span.start, span.end) for span in back] == [(0, 7), (13, 17)]
    assert [span.label for span in back] == (["PATIENT_NAME", "PLACE"] if classes else ["OTHER", "OTHER"])


def test_neighbours_of_one_class_are_told_apart_by_cdi_only() -> None:
    sentence = Sentence(("Lugo", "Vigo"), ((0, 4), (5, 9)), (), (), (), ())
    spans = [Span(0, 4, "PLACE"), Span(5, 9, "PLACE")]
    assert len(list(decode(sentence, encode(sentence, spans, "CDI", True), ""))) == 2
    assert len(list(decode(sentence, encode(sentence, spans, "N-I", True), ""))) == 1


def test_words_carry_the_features_of_the_method() -> None:
    text = "La paciente Ana ingresó el 3. "
    (sentence,) = sentences(text, 0, len(text))
    names = {feature.split("=")[0] for row in sentence.features() for feature in row}
    assert {"word", "lemma", "pos", "shape", "entity", "dependency", "case", "alphanumeric", "first", "last"} <= names
    assert sentence.words == ("La", "paciente", "Ana", "ingresó", "el", "3", ".")


@pytest.mark.parametrize(("name", "library", "least"), [("sections", "pycrfsuite", 0.95), ("sections-gru", "torch", 0.9)])
def test_it_learns_what_it_has_seen(name: str, library: str, least: float, tmp_path: Path) -> None:
    pytest.importorskip(library, reason=f"this tagger needs {library}")
    method, notes = methods()[name], reports(30)
    method.fit(notes, [], tmp_path, quick=True)
    outcomes = method.apply(notes[:12], tmp_path)
    scores = score_parts([read(note) for note in notes[:12]], [outcome.spans or () for outcome in outcomes])
    assert scores["header"].ner.f1 == 1.0
    assert scores["whole"].ner.f1 >= least
    assert all(people not in outcome.text for outcome in outcomes for people in ("Ruiz Gil", "Vidal Ros"))


def test_all_variants_are_scored_per_part() -> None:
    pytest.importorskip("pycrfsuite", reason="the CRF needs python-crfsuite")
    made = [read(note) for note in reports(9)]
    rows = compare_variants(made[:6], made[6:], "crf")
    assert {(v.scheme, v.classes, v.footer) for v in rows if v.learns_from == "marked"} == {
        (scheme, classes, footer) for scheme in SCHEMES for classes in (True, False) for footer in ("rules", "tagger")
    }
    assert all(set(scores) == {"header", "body", "footer", "whole"} for scores in rows.values())
    assert rows[Variant()]["header"]["f1"] == 1.0


def test_of_many_reports_some_choose_and_all_are_learned_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pycrfsuite", reason="the CRF needs python-crfsuite")
    monkeypatch.setattr("velado.methods.sections.MOST_CHOSEN_ON", 10)
    notes = reports(15)
    methods()["sections"].fit(notes, [], tmp_path)
    tried = json.loads((tmp_path / "variants.json").read_text("utf-8"))
    assert {row["scores"]["whole"]["gold"] for row in tried} == {2 * len(notes[0].spans)}
    assert {row["variant"]["scheme"] for row in tried if row["variant"]["classes"]} == set(SCHEMES)
    best = max(tried, key=lambda row: row["scores"]["whole"]["f1"])
    assert json.loads((tmp_path / "choice.json").read_text("utf-8"))["variant"] == best["variant"]
    outcomes = methods()["sections"].apply(notes, tmp_path)
    assert score_parts([read(note) for note in notes], [outcome.spans or () for outcome in outcomes])["whole"].ner.f1 >= 0.95
