"""Levenshtein ratio, similarity index and recall against values worked out by hand, and the published examples."""

from __future__ import annotations

import pytest

from velado.evaluation.counts import Share
from velado.evaluation.disguise import Disguise
from velado.evaluation.levenshtein import THRESHOLDS, indices, levenshtein_recall, ratio, similarity_index, sweep

pytest.importorskip("rapidfuzz")


@pytest.mark.parametrize(
    ("one", "other", "distance", "longer"),
    [
        ("Ana P. Silva", "Ana Silva", 3, 12),  # three signs taken out
        ("asthma", "bronchitis", 9, 10),  # "t" and "h" come in the other order: one letter of ten can stay
        ("kitten", "sitting", 3, 7),
        ("gil", "gil", 0, 3),
        ("abc", "xyz", 3, 3),
        ("abc", "", 3, 3),
    ],
)
def test_ratio(one: str, other: str, distance: int, longer: int) -> None:
    assert ratio(one, other) == pytest.approx(1 - distance / longer)
    assert ratio(other, one) == ratio(one, other)


def test_two_empty_texts_are_the_same() -> None:
    assert ratio("", "") == 1.0


def test_the_published_examples_at_the_published_threshold() -> None:
    assert ratio("Ana P. Silva", "Ana Silva") > 0.7 > ratio("asthma", "bronchitis")
    assert levenshtein_recall([Disguise(("ana p. silva",), "ana silva")], 0.7) == Share(0, 1)
    assert levenshtein_recall([Disguise(("asthma",), "bronchitis")], 0.7) == Share(1, 1)


def test_the_values_printed_in_the_thesis_are_those_of_the_other_ratio() -> None:
    # Its text divides by the longer length, but 0.86 and 0.13 come from insertions and deletions over both lengths.
    from rapidfuzz.distance import Indel

    assert round(Indel.normalized_similarity("Ana P. Silva", "Ana Silva"), 2) == 0.86
    assert Indel.normalized_similarity("asthma", "bronchitis") == pytest.approx(0.13, abs=0.006)


def slow_index(entity: str, text: str) -> float:
    """The definition, window by window."""
    windows = [text[at : at + len(entity)] for at in range(len(text) - len(entity) + 1)] or [text]
    return max(ratio(entity, window) for window in windows)


@pytest.mark.parametrize(
    ("entity", "text", "index"),
    [
        ("gil", "ana gil, 45", 1.0),
        ("gil", "ana gol, 45", 2 / 3),
        ("garcia", "sra. gracia", 4 / 6),  # two letters changed places: two substitutions
        ("lugo", "vigo", 2 / 4),
        ("zzz", "aaa bbb", 0.0),
        ("ana gil ruiz", "ana", 3 / 12),  # the whole text when it is shorter
        ("gil", "", 0.0),
    ],
)
def test_index_worked_out_by_hand(entity: str, text: str, index: float) -> None:
    assert similarity_index(entity, text) == pytest.approx(index)
    assert slow_index(entity, text) == pytest.approx(index)


def test_index_is_the_definition_on_a_longer_text() -> None:
    text = "paciente de 54 años que acude con su hija marta por dolor lumbar de tres semanas; refiere tos y fiebre"
    entities = ("marcos", "45 años", "lumbre", "hijo mateo", "x", "semana santa", "54 años", "fiebre")
    assert indices(Disguise(entities, text)) == pytest.approx([slow_index(entity, text) for entity in entities])


def test_what_reaches_the_threshold_is_not_hidden() -> None:
    disguise = Disguise(("abcdefghij",), "abcdefgxyz")  # seven of ten
    assert levenshtein_recall([disguise], 0.7) == Share(0, 1)
    assert levenshtein_recall([disguise], 0.75) == Share(1, 1)


def test_the_sweep_rises_with_the_threshold() -> None:
    notes = [Disguise(("ana gil", "lugo", "calle real 3"), "anna gil vive en la calle leal 8"), Disguise(("gil",), "gal")]
    found = sweep(notes)
    assert set(found) == set(THRESHOLDS)
    shares = [found[threshold].value or 0.0 for threshold in sorted(found)]
    assert shares == sorted(shares)
    assert {share.whole for share in found.values()} == {4}
