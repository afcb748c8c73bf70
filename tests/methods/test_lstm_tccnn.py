"""The two trained networks on invented notes: they learn what they saw, and keep it on disk without pickle."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from velado.document import Span
from velado.formats.marked import parse_marks
from velado.methods import Method, Note, UnavailableError, methods
from velado.methods._candidates import black_list, candidates, read
from velado.methods._constraints import fits
from velado.methods._vectors import PADDING, UNKNOWN, Vectors, shape_of, train_vectors
from velado.methods.lstm import aligned_notes, bio_lines

FIRST = "Ana Luz Berta Íñigo Pablo Marta Elena Bruno".split()
LAST = "Gil Ruiz Otero Peña Salcedo Ugarte Lobato Cordero".split()
TOWNS = "Lugo Soria Teruel Huesca Zamora".split()
STREETS = ["Calle Mayor", "Avenida del Puerto", "Plaza Nueva"]
COMPLAINTS = [
    "Acude por dolor torácico de dos días de evolución sin fiebre.",
    "Presenta tos seca y disnea de esfuerzo, sin otros síntomas.",
    "Refiere cefalea intensa que cede con reposo y analgesia.",
]


def invented(count: int, seed: int) -> list[Note]:
    draw = random.Random(seed)
    notes = []
    for number in range(count):
        patient = f"{draw.choice(LAST)} {draw.choice(LAST)}"
        phone = " ".join(str(draw.randint(100, 999)) for _ in range(3))
        day = f"{draw.randint(1, 28):02}/{draw.randint(1, 12):02}/{draw.randint(1980, 2020)}"
        marked = (
            f"Nombre: ⟦PATIENT_NAME:{draw.choice(FIRST)}⟧.\nApellidos: ⟦PATIENT_NAME:{patient}⟧.\n"
            f"Domicilio: ⟦STREET:{draw.choice(STREETS)} {draw.randint(1, 99)}⟧.\nLocalidad: ⟦PLACE:{draw.choice(TOWNS)}⟧.\n"
            f"Fecha de ingreso: ⟦DATE:{day}⟧.\n{draw.choice(COMPLAINTS)}\n"
            f"Médico: ⟦STAFF_NAME:{draw.choice(FIRST)} {draw.choice(LAST)}⟧. Teléfono: ⟦PHONE:{phone}⟧.\n"
        )
        text, spans = parse_marks(marked)
        notes.append(Note(f"n{number}", text, tuple(spans)))
    return notes


def recall(notes: list[Note], found: list[set[tuple[int, int, str]]]) -> float:
    gold = [{(span.start, span.end, span.label) for span in note.spans} for note in notes]
    return sum(len(ours & theirs) for ours, theirs in zip(gold, found, strict=True)) / sum(map(len, gold))


@pytest.mark.parametrize("name", ["lstm", "lstm-plain", "tccnn"])
def test_a_network_learns_what_it_saw(name: str, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    pytest.importorskip("gensim", reason="gensim is not installed")
    method = methods()[name]
    assert isinstance(method, Method)
    assert method.trained
    assert method.published
    seen, new = invented(24, 1), invented(8, 2)
    method.fit(seen, [], tmp_path / "model", quick=True, seed=3)
    outcomes = method.apply(seen[:12] + new, tmp_path / "model")
    found = [{(span.start, span.end, span.label) for span in outcome.spans or ()} for outcome in outcomes]
    assert recall(seen[:12], found[:12]) > 0.9
    assert recall(new, found[12:]) > 0.8
    for note, outcome in zip(seen[:12] + new, outcomes, strict=True):
        assert outcome.spans is not None
        for span in outcome.spans:
            assert 0 <= span.start < span.end <= len(note.text)
        assert "{" in outcome.text
    blank = method.apply([Note("", ""), Note("", " \n"), Note("", "\t\r\n")], tmp_path / "model")
    assert [(outcome.text, outcome.spans) for outcome in blank] == [("", ()), (" \n", ()), ("\t\r\n", ())]
    # What is on disk is plain numbers and JSON.
    assert {path.suffix for path in (tmp_path / "model").iterdir()} == {".npz", ".json"}


def test_the_same_seed_gives_the_same_model(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    pytest.importorskip("gensim", reason="gensim is not installed")
    notes = invented(4, 1)
    found = []
    for name in ("a", "b"):
        methods()["lstm"].fit(notes, notes[:2], tmp_path / name, quick=True, seed=5)
        found.append(methods()["lstm"].apply(notes, tmp_path / name))
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["lstm", "tccnn"])
def test_without_training_the_method_says_so(name: str, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    with pytest.raises(UnavailableError, match="has not been trained"):
        methods()[name].apply(invented(1, 1), tmp_path)
    with pytest.raises(UnavailableError, match="nothing to learn from"):
        methods()[name].fit([Note("", "")], [], tmp_path)


def test_the_training_notes_are_aligned_with_their_redacted_copies() -> None:
    notes = invented(10, 4)
    assert [note.spans for note in aligned_notes(notes)] == [
        tuple(Span(span.start, span.end, span.label) for span in note.spans) for note in notes
    ]  # fmt: skip


def test_lines_have_one_tag_per_token() -> None:
    text = "Médico: Ana Gil\n\nLugo"
    note = Note("", text, (Span(8, 15, "STAFF_NAME"), Span(17, 21, "PLACE")))
    lines = list(bio_lines(note))
    assert [line.words for line in lines] == [("Médico", ":", "Ana", "Gil"), ("Lugo",)]
    assert [line.tags for line in lines] == [("O", "O", "B-STAFF_NAME", "I-STAFF_NAME"), ("B-PLACE",)]


def test_glued_fields_and_hyphens_are_split() -> None:
    text = read("Edad:68 Sexo:M Dra.GilNºCol el 12-03-2020, ana.gil@ejemplo.es 12/03/2020")
    assert text.words == tuple(
        "Edad : 68 Sexo : M Dra . Gil Nº Col el 12 - 03 - 2020 , ana.gil@ejemplo.es 12/03/2020".split()
    )


def test_candidates_are_noun_phrases_without_black_words() -> None:
    notes = invented(30, 1)
    texts = [(read(note.text), note) for note in notes]
    black = black_list(texts)
    assert {"nombre", "apellidos", ":"} <= black
    assert not {name.lower() for name in FIRST} & black
    for text, note in texts:
        found = set(candidates(text, black))
        assert {(first, last) for first, last, _ in text.covered(note)} <= found
        for first, last in found:
            assert text.tags[last - 1] not in ("PUNCT", "ADP", "DET", "VERB")
            assert not black & {word.lower() for word in text.words[first:last]}
            assert "\n" not in text.words[first:last]


def test_unpaired_brackets_are_no_candidates() -> None:
    text = read("Hospital Norte (Lugo) y Clínica Sur")
    found = {" ".join(text.words[first:last]) for first, last in candidates(text, frozenset({"y"}))}
    assert "Hospital Norte ( Lugo )" in found
    assert not {"Hospital Norte ( Lugo", "Lugo )"} & found


@pytest.mark.parametrize(
    ("label", "right", "wrong"),
    [
        ("PHONE", "612 345 678", "612"),
        ("PATIENT_NAME", "Ana Gil", "Ana 3"),
        ("STAFF_NAME", "Luz Otero", "Servicio de Urgencias"),
        ("PLACE", "28013", "12"),
        ("DATE", "3 de mayo", "ayer"),
        ("AGE", "tres meses", "meseta"),
        ("URL", "www.ejemplo.es", "ejemplo"),
        ("PATIENT_ID", "AB-123", "NHC"),
        ("SEX", "Varón", "paciente"),
        ("HOSPITAL", "Hospital Norte", "la planta"),
    ],
)
def test_the_last_filter_knows_its_types(label: str, right: str, wrong: str) -> None:
    known = {"SEX": frozenset({"varon"})}
    assert fits(label, right.split(), right, known)
    assert not fits(label, wrong.split(), wrong, known)


def test_vectors_come_back_as_they_were(tmp_path: Path) -> None:
    pytest.importorskip("gensim", reason="gensim is not installed")
    vectors = train_vectors([["la", "paciente", "Ana", "12"], ["la", "paciente", "Luz", "34"]] * 5, size=8)
    assert not vectors.table[[PADDING, UNKNOWN]].any()
    assert vectors.row("Ana") > UNKNOWN
    assert vectors.row("78") == vectors.row("12")
    vectors.save(tmp_path)
    again = Vectors.load(tmp_path)
    assert again.words == vectors.words
    assert (again.table == vectors.table).all()
    plain = train_vectors([["la", "paciente", "Ana"]] * 5, size=8, shapes=False)
    assert plain.row("Luz") == UNKNOWN


def test_a_new_word_gets_the_vector_of_its_shape() -> None:
    pytest.importorskip("gensim", reason="gensim is not installed")
    vectors = train_vectors([["vino", name] for name in ("Etxebarria", "Zubiria", "Arrieta")] * 1, size=8)
    assert vectors.row("Mendiria") == vectors.row("Loria") > UNKNOWN
    assert shape_of("Mendiria") == shape_of("Zubiria")
