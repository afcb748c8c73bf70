"""The transformer as a method: which model it takes, and what it says when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from velado.methods import Note, UnavailableError
from velado.methods.transformer import METHOD, VARIABLE, Transformer


def test_without_a_model_it_says_how_to_name_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(UnavailableError, match=VARIABLE):
        METHOD.fit([], [], tmp_path)


def test_a_folder_from_the_environment_or_the_constructor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("tokenizers", reason="token classifiers need the package tokenizers")
    pytest.importorskip("onnxruntime", reason="token classifiers need the package onnxruntime")
    onnx = pytest.importorskip("onnx", reason="the test writes its model with the package onnx")
    import numpy
    from tokenizers import Tokenizer, models, pre_tokenizers

    # Three pieces, two tags, and a network that is a table: "Ana" is a person.
    tokenizer = Tokenizer(models.WordLevel({"?": 0, "vino": 1, "Ana": 2}, unk_token="?"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    table = onnx.numpy_helper.from_array(numpy.array([[5, 0], [5, 0], [0, 5]], dtype=numpy.float32), "table")
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Gather", ["table", "input_ids"], ["logits"])],
        "lookup",
        [onnx.helper.make_tensor_value_info("input_ids", onnx.TensorProto.INT64, [1, "n"])],
        [onnx.helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, [1, "n", 2])],
        [table],
    )
    onnx.save(onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8), tmp_path / "model.onnx")
    (tmp_path / "config.json").write_text('{"id2label": {"0": "O", "1": "NOMBRE_SUJETO_ASISTENCIA"}}')

    monkeypatch.setenv(VARIABLE, str(tmp_path))
    (outcome,) = METHOD.apply([Note("1", "hoy vino Ana sola")], tmp_path)
    assert outcome.text == "hoy vino {NOMBRE} sola"
    monkeypatch.delenv(VARIABLE)
    assert Transformer(str(tmp_path)).apply([Note("1", "Ana")], tmp_path)[0].text == "{NOMBRE}"
