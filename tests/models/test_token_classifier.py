"""Token classifiers by folder: ONNX files and a Hugging Face model, both made here, small enough to be understood."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("tokenizers", reason="token classifiers need the package tokenizers")
pytest.importorskip("onnxruntime", reason="token classifiers need the package onnxruntime")

from velado.models.token_classifier import TokenClassifier, UnusableModelError

PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "vino", "ana", "gil", "mart", "##ina", "a", "madrid", "con", "##s", "y", ",", ".", "eva", "hoy"]
TAGS = ["O", "B-PER", "I-PER", "B-LOC", "B-MISC"]
# What the network says of a piece, whatever stands beside it: tag and how sure (the difference of the logits).
KNOWN = {"ana": ("B-PER", 9.0), "gil": ("I-PER", 9.0), "mart": ("B-PER", 9.0), "##ina": ("I-PER", 1.0), "madrid": ("B-LOC", 9.0),
         "eva": ("B-PER", 0.2), "hoy": ("B-MISC", 9.0)}  # fmt: skip


def save_tokenizer(folder: Path) -> None:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    tokenizer = Tokenizer(models.WordPiece({piece: number for number, piece in enumerate(PIECES)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    tokenizer.enable_truncation(4)  # published tokenizers cut texts off; nothing may get lost by that
    tokenizer.save(str(folder / "tokenizer.json"))


@pytest.fixture(scope="module")
def onnx_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    onnx = pytest.importorskip("onnx", reason="the test writes its model with the package onnx")
    import numpy

    folder = tmp_path_factory.mktemp("onnx")
    save_tokenizer(folder)
    table = numpy.zeros((len(PIECES), len(TAGS)), dtype=numpy.float32)
    table[:, 0] = 9.0
    for piece, (tag, sure) in KNOWN.items():
        table[PIECES.index(piece), 0] = 0.0
        table[PIECES.index(piece), TAGS.index(tag)] = sure
    number = onnx.TensorProto.INT64
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Gather", ["table", "input_ids"], ["logits"])],
        "lookup",
        [onnx.helper.make_tensor_value_info("input_ids", number, [1, "n"])],
        [onnx.helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, [1, "n", len(TAGS)])],
        [onnx.numpy_helper.from_array(table, "table")],
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8)
    (folder / "onnx").mkdir()
    onnx.save(model, folder / "onnx" / "model.onnx")
    config = {"model_type": "bert", "max_position_embeddings": 12, "id2label": {str(n): tag for n, tag in enumerate(TAGS)}}
    (folder / "config.json").write_text(json.dumps(config))
    return folder


def found(classifier: TokenClassifier, text: str) -> list[tuple[str, str]]:
    return [(span.label, span.text(text)) for span in classifier.find(text)]


def test_pieces_become_words_and_words_spans(onnx_folder: Path) -> None:
    classifier = TokenClassifier(onnx_folder)
    assert found(classifier, "Vino Ana Gil, con Martina y Marts a Madrid.") == [
        ("PERSON_NAME", "Ana Gil"), ("PERSON_NAME", "Martina"), ("PLACE", "Madrid"),
    ]  # fmt: skip
    assert classifier.labels == {"PERSON_NAME", "PLACE"}


def test_a_tag_that_opens_begins_a_new_span(onnx_folder: Path) -> None:
    assert found(TokenClassifier(onnx_folder), "Ana Ana Gil") == [("PERSON_NAME", "Ana"), ("PERSON_NAME", "Ana Gil")]


def test_what_is_unsure_is_left_out_unless_asked_for(onnx_folder: Path) -> None:
    assert found(TokenClassifier(onnx_folder), "vino Eva") == []
    assert found(TokenClassifier(onnx_folder, least_score=0.1), "vino Eva") == [("PERSON_NAME", "Eva")]


def test_long_texts_are_cut_into_segments_and_nothing_is_lost(onnx_folder: Path) -> None:
    text = "Vino Ana Gil a Madrid.\nCon Ana y con Ana Gil, y con Ana. Vino Martina y vino Ana\n\n" * 40 + "x" * 300
    spans = TokenClassifier(onnx_folder).find(text)
    assert len(spans) == 40 * 7
    assert spans == sorted(spans)
    assert {span.text(text) for span in spans} == {"Ana Gil", "Ana", "Martina", "Madrid"}


@pytest.mark.parametrize("text", ["", " \n", "\ud800 Ana", "😀 Ana", "A\u0301 Ana\u200b"])
def test_odd_texts(onnx_folder: Path, text: str) -> None:
    spans = TokenClassifier(onnx_folder).find(text)
    assert [span.text(text).strip("\u200b") for span in spans] == (["Ana"] if "Ana" in text else [])


def test_a_folder_that_is_no_model_is_refused(tmp_path: Path, onnx_folder: Path) -> None:
    (tmp_path / "model.onnx").write_bytes((onnx_folder / "onnx" / "model.onnx").read_bytes())
    with pytest.raises(UnusableModelError, match=r"config\.json"):
        TokenClassifier(tmp_path)
    (tmp_path / "config.json").write_text('{"id2label": {"0": "O", "1": "LABEL_1"}}')
    with pytest.raises(UnusableModelError, match=r"tokenizer\.json"):
        TokenClassifier(tmp_path)
    save_tokenizer(tmp_path)
    with pytest.raises(UnusableModelError, match="labels"):
        TokenClassifier(tmp_path)


@pytest.fixture
def one_core() -> Iterator[None]:
    """A network this small only waits for its own threads when there are several."""
    torch = pytest.importorskip("torch", reason="Hugging Face folders need the package torch")
    cores = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(cores)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")
def test_a_hugging_face_folder(tmp_path: Path, one_core: None) -> None:
    pytest.importorskip("transformers", reason="Hugging Face folders need the package transformers")
    import torch
    from transformers import BertConfig, BertForTokenClassification, PreTrainedTokenizerFast

    save_tokenizer(tmp_path)
    PreTrainedTokenizerFast(tokenizer_file=str(tmp_path / "tokenizer.json"), pad_token="[PAD]", unk_token="[UNK]",
                            cls_token="[CLS]", sep_token="[SEP]").save_pretrained(tmp_path)  # fmt: skip
    torch.manual_seed(0)
    config = BertConfig(vocab_size=len(PIECES), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16,
                        max_position_embeddings=16, id2label=dict(enumerate(TAGS)), label2id={t: n for n, t in enumerate(TAGS)})  # fmt: skip
    model = BertForTokenClassification(config)
    pieces = ["[CLS]", "vino", "ana", "gil", "a", "madrid", ".", "[SEP]"]
    inputs = torch.tensor([[PIECES.index(piece) for piece in pieces]])
    wanted = torch.tensor([[0, 0, 1, 2, 0, 3, 0, 0]])
    optimiser = torch.optim.Adam(model.parameters(), lr=0.02)
    model.train()
    for _ in range(60):
        optimiser.zero_grad()
        model(input_ids=inputs, labels=wanted).loss.backward()
        optimiser.step()
    model.save_pretrained(tmp_path)
    assert found(TokenClassifier(tmp_path), "Vino Ana Gil a Madrid.") == [("PERSON_NAME", "Ana Gil"), ("PLACE", "Madrid")]
    with pytest.raises(UnusableModelError, match="no token-classification model"):
        TokenClassifier(tmp_path / "elsewhere")
