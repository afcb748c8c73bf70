"""The trainer learns, the multiplier keeps marks where they belong, and what is read is what was written."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from velado.document import Span
from velado.formats.marked import parse_marks, with_marks
from velado.labels import LABELS
from velado.lexicons import look
from velado.models.tagger import Tagger
from velado.tokens import Page
from velado.training.corpora import Example, marked_folder, with_kinship
from velado.training.multiply import LAYOUTS, NOISES, Lists, replanted, with_noise

LISTS = Lists(
    firsts={code: ["Xoana", "Iker", "Breogán"] for code in ("es", "pt", "en", "world")},
    surnames={code: ["Quiroga", "Vilar", "Teixeira"] for code in ("es", "pt", "en", "world")},
    towns={code: ["Monforte", "Viana"] for code in ("es", "pt", "en", "world")},
    jobs={"es": ["cantero"]},
)
NOTE = "Acude ⟦PATIENT_NAME:Marta Ruiz⟧ de ⟦PLACE:Lugo⟧, NHC ⟦PATIENT_ID:44-71⟧. La Sra. ⟦PATIENT_NAME:RUIZ⟧ es ⟦PROFESSION:maestra⟧."


def example(marked: str = NOTE) -> Example:
    text, spans = parse_marks(marked)
    return Example(text, tuple(spans), "here/001", "es")


def test_other_people_in_the_same_sentences() -> None:
    planted = replanted(example(), LISTS, 3)
    marked = with_marks(planted.text, planted.spans)
    assert [span.label for span in planted.spans] == [span.label for span in example().spans]
    assert "Marta" not in planted.text
    assert "ruiz" not in planted.text.lower()
    assert marked.startswith("Acude ⟦PATIENT_NAME:")
    surname = planted.spans[0].text(planted.text).split()[1]
    assert planted.spans[3].text(planted.text) == surname.upper(), "the same person keeps the same new name"
    assert replanted(example(), LISTS, 3) == planted, "the same seed gives the same copy"


@given(st.sampled_from(sorted(NOISES)), st.lists(st.tuples(st.text("abc ñÉ.,\n", max_size=8), st.sampled_from(sorted(LABELS)), st.text("aBñ1", min_size=1, max_size=6)), max_size=5))
def test_noise_keeps_the_marks_in_order(noise: str, pieces: list[tuple[str, str, str]]) -> None:
    marked = "".join(f"{before}⟦{label}:{inner}⟧ " for before, label, inner in pieces)
    noisy = with_noise(example(marked), noise, 1)
    labels = [span.label for span in noisy.spans]
    assert labels == [label for _, label, _ in pieces][: len(labels)] or noise == "typos"
    assert all(0 <= span.start < span.end <= len(noisy.text) for span in noisy.spans)


def test_slips_happen_in_figures_only() -> None:
    noisy = with_noise(example("Nace a ⟦DATE:12/03/2021⟧ y pesa 3250 g ⟦PHONE:968 80 41 17⟧ " * 20), "slips", 1)
    letters = [c for c in noisy.text if c.isalpha() and c not in "OlS"]
    assert letters == [c for c in "Nace a y pesa g" * 20 if c.isalpha()]
    assert any(span.text(noisy.text) not in ("12/03/2021", "968 80 41 17") for span in noisy.spans)


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_another_layout_moves_no_mark(layout: str) -> None:
    original = example("Acude la señora ⟦PATIENT_NAME:Inés Gil⟧ con su hija y dice que no duerme bien de noche, que come poco y que le duele todo\ndesde hace un mes.\n" * 3)
    other = with_noise(original, layout, 1)
    assert other.text != original.text
    assert (other.spans, other.text.split()) == (original.spans, original.text.split())


def test_kinship_words_are_marked_for_training_only_where_nothing_is() -> None:
    marked = with_kinship(example("Su madre, ⟦RELATIVE_NAME:Rosa⟧, y su hijo."))
    assert [span.label for span in marked.spans] == ["KINSHIP", "RELATIVE_NAME", "KINSHIP"]


def test_marked_notes_are_read_from_folders(tmp_path: Path) -> None:
    (tmp_path / "001.txt").write_text(NOTE, "utf-8")
    (read,) = marked_folder(tmp_path)
    assert read.source == f"{tmp_path.name}/001"
    assert read.spans == example().spans


def test_another_look_is_asked_for_a_while_only() -> None:
    class Always:
        def chances(self, word: str) -> tuple[float, ...]:
            return (1.0, 0.0, 0.0, 0.0)

    before = look.chances("fiebre")
    with look.instead(Always()):
        assert look.chances("fiebre") == (1.0, 0.0, 0.0, 0.0)
    assert look.chances("fiebre") == before


def test_the_trainer_learns_names_it_has_not_seen() -> None:
    crf = pytest.importorskip("velado.training.crf", reason="training needs numba")
    rng = random.Random(2)
    names = ["Ansaldo", "Berraquero", "Cifuentes", "Dorronsoro", "Echenique", "Fuentealba", "Gurruchaga", "Hinestroza"]
    fillers = ["refiere dolor", "sin fiebre", "acude a control", "pide receta", "mejora mucho"]

    class NoRules:
        def rule_spans(self, page: Page) -> list[Span]:
            return []

    notes = [example(f"El señor ⟦PATIENT_NAME:{rng.choice(names)}⟧ {rng.choice(fillers)}.\nHoy {rng.choice(fillers)}.") for _ in range(120)]
    weights = crf.train(notes, NoRules(), epochs=4, least=2, blur=0.5, log=lambda text: None)
    page = Page("El señor Zumalacárregui mejora mucho.\nHoy sin fiebre.", "es")
    (span,) = Tagger(weights).find(page, [])
    assert span.text(page.text) == "Zumalacárregui"
    assert span.label == "PATIENT_NAME"
