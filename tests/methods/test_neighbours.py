"""Every word gives way to a neighbour: both kinds of vectors, on invented notes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from velado.methods import Note, methods
from velado.methods._glove import co_occurrences, train_glove
from velado.methods.neighbours import UNKNOWN, Nearest, Neighbours, read_vectors, write_vectors

pytest.importorskip("numpy")

SENTENCES = (
    "la paciente refiere dolor abdominal y fiebre alta", "el paciente refiere dolor torácico y tos seca",
    "se ingresa en planta con tratamiento antibiótico", "se decide alta con tratamiento analgésico",
    "la enferma presenta fiebre y dolor lumbar intenso", "el enfermo presenta tos y dolor costal leve",
)  # fmt: skip
TRAIN = [Note(str(n), f"{one}. {two}.") for n, (one, two) in enumerate(zip(SENTENCES * 8, SENTENCES[::-1] * 8, strict=True))]
NOTE = Note("x", "La paciente Xóchitl refiere dolor, tel. 612-345.\nSe decide alta.")
WORDS = re.compile(r"\w+")


@pytest.fixture(params=["neighbours-word2vec", "neighbours-glove"])
def method(request: pytest.FixtureRequest) -> Neighbours:
    pytest.importorskip("gensim" if "word2vec" in request.param else "numba")
    found = methods()[request.param]
    assert isinstance(found, Neighbours)
    return replace(found, size=12)


def test_no_word_stays_where_it_was_and_unknown_ones_never_survive(method: Neighbours, tmp_path: Path) -> None:
    method.fit(TRAIN, [], tmp_path, quick=True)
    [outcome] = method.apply([NOTE], tmp_path)
    assert outcome.spans is None
    old, new = re.split(r"[\s,.\-]+", NOTE.text.lower()), re.split(r"[\s,.\-]+", outcome.text)
    assert len(old) == len(new)
    assert not any(one == other for one, other in zip(old, new, strict=True) if one)
    assert "xóchitl" not in outcome.text.lower()
    assert "612" not in outcome.text
    assert UNKNOWN in outcome.text
    assert outcome.text.count("\n") == 1


def test_the_same_seed_the_same_text(method: Neighbours, tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        method.fit(TRAIN, [], tmp_path / name, quick=True, seed=seed)
    texts = [method.apply([NOTE], tmp_path / name)[0].text for name in "abc"]
    assert texts[0] == texts[1] != texts[2]


def test_varying_n_and_lemmas(tmp_path: Path) -> None:
    pytest.importorskip("gensim")
    pytest.importorskip("simplemma")
    method = Neighbours("varied", "", varying=True, lemmas=True, size=12)
    method.fit(TRAIN, [], tmp_path, quick=True)
    words, _ = read_vectors(tmp_path / "vectors.txt")
    assert "referir" in words
    assert "refiere" not in words
    assert method.apply([NOTE], tmp_path)[0].text != NOTE.text


def test_nearest_neighbours_worked_out_by_hand() -> None:
    import numpy

    table = numpy.array([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0], [-1.0, 0.0]])
    nearest = Nearest(["a", "b", "c", "d"], table, 2)
    assert nearest.of("a") == ["b", "c"]
    assert nearest.of("d") == ["c", "b"]
    assert nearest.of("unheard") == []


def test_vectors_go_through_a_text_file(tmp_path: Path) -> None:
    import numpy

    write_vectors(tmp_path / "v.txt", ["año", "tos"], numpy.array([[1.0, -0.25], [0.5, 3.0]]))
    words, table = read_vectors(tmp_path / "v.txt")
    assert words == ["año", "tos"]
    assert table.tolist() == [[1.0, -0.25], [0.5, 3.0]]


def test_co_occurrences_weigh_by_distance() -> None:
    numbers = {"a": 0, "b": 1}
    found = co_occurrences([["a", "unknown", "b"], ["b", "a"]], numbers)
    assert found == {(0, 1): 1.5, (1, 0): 1.5}
    assert co_occurrences([["a", "a"]], numbers) == {(0, 0): 2.0}
    assert co_occurrences([["a", "x", "x", "b"]], numbers, window=2) == {}


def test_glove_fits_the_logarithm_of_the_counts() -> None:
    pytest.importorskip("numba")
    groups = (("rojo", "verde", "azul"), ("perro", "gato", "pez"))
    sentences = [[*(group * 2)] for group in groups for _ in range(40)]
    words, table = train_glove(sentences, size=8, epochs=60)
    nearest = Nearest(words, table, 2)
    for group in groups:
        for word in group:
            assert set(nearest.of(word)) == set(group) - {word}
