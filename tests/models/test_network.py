"""The network gives the same numbers with numpy and in plain Python, and comes back from its file as it was."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest

from velado.models.features import sentences
from velado.models.network import GATES, SEEN, NetworkWeights, PythonNetwork, Tensor
from velado.models.network_input import FORM_ROWS, MARK_ROWS, rows_of_form, rows_of_marks
from velado.pipeline import Pipeline, find_by_form
from velado.tokens import Page

TEXT = "Acude la Sra. Ruiz con su hija LUCÍA por tos.\nDr. Pedro Sáez, tel. 612 345 678\n\nmum says Bob is fine"


def drawn(count: int, width: int, rng: random.Random) -> Tensor:
    return Tensor(width, bytes(rng.randrange(256) for _ in range(count * width)), tuple(rng.uniform(0, 0.004) for _ in range(count)))


@pytest.fixture(scope="module")
def weights() -> NetworkWeights:
    rng, width, states, labels = random.Random(3), 6, 4, 5
    tensors = {
        "forms": drawn(FORM_ROWS, width, rng), "marks": drawn(MARK_ROWS, width, rng),
        "gates": drawn(len(SEEN) * GATES * 2 * states, width, rng), "gate_bias": drawn(1, GATES * 2 * states, rng),
        "skip": drawn(labels, width, rng), "out": drawn(2 * states, labels, rng), "out_bias": drawn(1, labels, rng),
    }  # fmt: skip
    return NetworkWeights(tensors, ("B-AGE", "B-DATE", "I-AGE", "I-DATE", "O"))


def rows_of(text: str) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    page = Page(text, "es")
    hints = find_by_form(page)
    pieces = sentences(page, hints)
    return [rows_of_form(form) for piece in pieces for form in piece.forms], rows_of_marks(page, pieces, hints)


@pytest.mark.parametrize("text", [TEXT, "a", TEXT * 40, "1", "Ana\n" * 700], ids=["note", "letter", "pages", "digit", "lines"])
def test_numpy_and_plain_python_agree(weights: NetworkWeights, text: str) -> None:
    pytest.importorskip("numpy")
    from velado.models.fast_network import NumpyNetwork

    forms, marks = rows_of(text)
    plain, fast = PythonNetwork(weights).scores(forms, marks), NumpyNetwork(weights).scores(forms, marks)
    assert len(plain) == len(fast) == len(forms)
    for left, right in zip(plain, fast, strict=True):
        assert [left[label] for label in range(5)] == pytest.approx(right.tolist(), abs=1e-3)


def test_weights_come_back_from_their_file(weights: NetworkWeights) -> None:
    again = NetworkWeights.load(weights.dump())
    assert again.labels == weights.labels
    assert all(again.tensors[name].values == tensor.values for name, tensor in weights.tensors.items())
    assert all(again.tensors[name].scales == pytest.approx(tensor.scales) for name, tensor in weights.tensors.items())


def test_another_file_is_refused() -> None:
    with pytest.raises(ValueError, match="network"):
        NetworkWeights.load(b"something else")


def test_every_row_of_a_page_is_in_the_tables() -> None:
    for text in (TEXT, TEXT.upper(), "² ½ ߋ \ud800 中文", "x" * 500):
        forms, marks = rows_of(text)
        assert all(0 < row < FORM_ROWS for rows in forms for row in rows)
        assert all(0 < row < MARK_ROWS for rows in marks for row in rows)


def test_shipped_network_knows_the_labels_of_the_shipped_weights() -> None:
    home = files("velado.models")
    network = NetworkWeights.load(home.joinpath("notes.network").read_bytes())
    assert len(network.tensors["forms"].scales) == FORM_ROWS
    assert len(network.tensors["marks"].scales) == MARK_ROWS


def test_half_a_letter_does_not_stop_the_network() -> None:
    result = Pipeline().deidentify("Paciente Ana \ud800 Gil, tel 55 1234 5678")
    assert result.text is not None
    assert "5678" not in result.text
