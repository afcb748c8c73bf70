"""What holds for every note, whatever stands in it."""

from __future__ import annotations

import random
import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from velado import Document, Pipeline
from velado.labels import LABELS, NAMES
from velado.replacement import strategies
from velado.tokens import fold

# Pieces of notes with people in them, glued in any order, with any text between.
PIECES = (
    "Paciente: Nélida Ugarte Salcedo", "Sra. Ugarte", "tel. 612 345 678", "DNI 12345678Z", "NHC: 4417093", "el 12/03/2021",
    "12 de marzo de 2020", "de 45 años", "vive en C/ Mayor 14, Zaragoza", "Dr. Iñaki Zubeldia", "su hijo Ramiro",
    "Patient: John Whitfield", "Mr. Whitfield", "DOB 02/14/1951", "72-year-old", "Doente: Adelino Quintela", "CPF 390.533.447-05",
    "metformina 850 mg", "TA 120/80", "signo de Murphy", "\r\n", "\n\n", "\t", "  ", "\u200b", "\u00a0", "José", "I.\u0301",
    "⟦x⟧", "ana@example.org",
)  # fmt: skip
NOTES = st.lists(st.sampled_from(PIECES) | st.text(max_size=12), max_size=10).map(" ".join)
PIPELINE = Pipeline(model=False)
CORPUS = Path(__file__).parents[1] / "corpus"
# What recognisers wait for, with nothing behind it.
ANNOUNCING = (
    "calle de la", "Rua das", "C/", "Av.", "n.º", "Dr.", "Dra. de", "Sra.", "hijo", "su", "Hospital de", "colegio", "12/", "1/xx", "3-", "el", "de", "a los",
    "45", "años", "Tel.", "+34", "DNI", "NHC:", "@", "www.", "vive en", "natural de", "trabaja de", "St", "Mr", "at", "aged", "CEP", "CRM-", "Edad:", "Nombre:",
)  # fmt: skip
KEYED = {name: Pipeline(replace=name, key=b"8Kd2vXq7LmZr4TgN1wYs", model=False) for name in strategies()}


@given(NOTES)
@settings(max_examples=80, deadline=None)
def test_spans_are_valid_ordered_and_do_not_overlap(text: str) -> None:
    end = 0
    for span in PIPELINE.detect(Document(text)):
        assert end <= span.start < span.end <= len(text)
        assert span.label in LABELS
        end = span.end


@given(NOTES, st.sampled_from(sorted(KEYED)))
@settings(max_examples=80, deadline=None)
def test_text_outside_the_spans_is_untouched_and_the_same_key_gives_the_same_bytes(text: str, name: str) -> None:
    result = KEYED[name].deidentify(Document(text))
    assert result.text is not None, result.problems
    position = written = 0
    for replacement in result.replacements:
        before = text[position : replacement.span.start]
        assert result.text[written : written + len(before)] == before
        written += len(before)
        assert result.text[written : written + len(replacement.text)] == replacement.text
        written += len(replacement.text)
        position = replacement.span.end
    assert result.text[written:] == text[position:]
    assert KEYED[name].deidentify(Document(text)).text == result.text


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{4,}", fold(text)))


@given(NOTES, st.sampled_from(sorted(KEYED)))
@settings(max_examples=80, deadline=None)
def test_no_word_of_a_replaced_name_is_left(text: str, name: str) -> None:
    result = KEYED[name].deidentify(Document(text))
    assert result.text is not None
    replaced = {word for r in result.replacements if r.span.label in NAMES for word in words(r.span.text(text))}
    known = words("Nélida Ugarte Salcedo Iñaki Zubeldia Ramiro Whitfield Adelino Quintela")
    left = words(result.text)
    # Only the names of the pieces: a random word may be a name in one place and a common word in another.
    assert not replaced & known & left


@given(NOTES)
@settings(max_examples=40, deadline=None)
def test_what_was_replaced_no_longer_stands_there(text: str) -> None:
    for replacement in PIPELINE.deidentify(Document(text)).replacements:
        original = replacement.span.text(text)
        assert replacement.text != original
        if len(original) >= 4:
            assert original not in replacement.text


def test_notes_that_end_or_begin_anywhere_are_read() -> None:
    """A word that announces something may be the last one; a note must not be withheld for that."""
    rng = random.Random(7)
    notes = [re.sub(r"⟦[A-Z_]+:([^⟦⟧\n]*)⟧", r"\1", file.read_text("utf-8")) for file in sorted(CORPUS.glob("[a-z]*/[0-9]*.txt"))[::40]]
    for text in notes:
        for _ in range(4):
            start = rng.randrange(len(text))
            piece = text[start : start + rng.choice((3, 10, 40, 200))]
            assert PIPELINE.deidentify(piece).text is not None, repr(piece)


@given(st.lists(st.sampled_from(ANNOUNCING), min_size=1, max_size=6).map(" ".join))
@settings(max_examples=150, deadline=None)
def test_words_that_announce_something_may_stand_alone(text: str) -> None:
    assert PIPELINE.deidentify(text).text is not None
