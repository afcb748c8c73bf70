"""The network that ships gives the same labels in onnxruntime and in plain Python."""

from __future__ import annotations

from importlib.resources import files

import pytest

from velado.models.features import sentences
from velado.models.network import OnnxNetwork, PythonNetwork
from velado.models.network_input import Columns
from velado.pipeline import Pipeline
from velado.tokens import Page

pytest.importorskip("onnxruntime")
TEXT = "Acude la Sra. Ruiz con su hija LUCÍA por tos.\nDr. Pedro Sáez\nmum says Bob is fine"


def test_both_ways_agree() -> None:
    model = files("velado.models").joinpath("notes.onnx").read_bytes()
    page = Page(TEXT, "es")
    pieces = sentences(page)
    columns = Columns(page, pieces, [])
    lines = [columns.rows(columns.around(piece, piece)[0]) for piece in pieces]
    fast, plain = OnnxNetwork(model).run(lines), PythonNetwork(model).run(lines)
    assert [len(line) for line in fast] == [len(line) for line in plain]
    for left, right in zip(fast, plain, strict=True):
        for a, b in zip(left, right, strict=True):
            assert max(range(len(a)), key=a.__getitem__) == max(range(len(b)), key=b.__getitem__)
            assert a == pytest.approx(b, abs=1e-3)


def test_half_a_letter_does_not_stop_the_network() -> None:
    result = Pipeline().deidentify("Paciente Ana \ud800 Gil, tel 55 1234 5678")
    assert result.text is not None
    assert "5678" not in result.text

