"""Somebody else's token classifier as a recogniser: a folder with an ONNX or Hugging Face model, or a model's name.

An ONNX folder (model.onnx, tokenizer.json, config.json; also with the file below onnx/, as they are published for
browsers) needs onnxruntime and tokenizers only. Anything else is loaded by transformers. Nothing is ever executed that
comes with a model but its network, and a name is the only thing that is looked for outside this machine.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from velado.document import Span
from velado.labels import label_named
from velado.models.runtime import import_onnxruntime

__all__ = ["TokenClassifier", "UnusableModelError"]

LEAST_SCORE = 0.6
MOST_PIECES = 512  # a longer segment gains nothing and costs with its square

_ONNX_FILES = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx")
# The names of the general models; every other is looked up in the schemes that Velado knows.
_GENERAL = {
    "PER": "PERSON_NAME", "PERSON": "PERSON_NAME", "LOC": "PLACE", "LOCATION": "PLACE", "GPE": "PLACE", "FAC": "INSTITUTION",
    "ORG": "INSTITUTION", "ORGANIZATION": "INSTITUTION", "ORGANISATION": "INSTITUTION",
}  # fmt: skip
_PREFIX = re.compile(r"([BIESLU])[-_](.+)")
_OPENS = ("B", "S", "U")
# Their first position is behind the padding's number, so they take fewer pieces than they have positions.
_SHIFTED = ("roberta", "camembert", "longformer")
# Where a text is cut, best first: between paragraphs, lines, sentences, words.
_CUTS = (re.compile(r"\n\s*\n"), re.compile(r"\n"), re.compile(r"[.;?!]\s+"), re.compile(r"\s+"))
_SURROGATES = re.compile("[\ud800-\udfff]")
_EDGES = " \t\r\n.,;:()[]\"'«»"

Logits = Sequence[Sequence[float]]
Network = Callable[[Sequence[int], Sequence[int]], Logits]  # pieces and their kinds -> a row of scores per piece


class UnusableModelError(RuntimeError):
    """The model cannot be used here; the message says what is missing, and carries nothing of any text."""


@dataclass(frozen=True, slots=True)
class _Word:
    """A word's place in the text, with what its pieces together say it is, and how surely."""

    start: int
    end: int
    kind: str  # the model's own name without the prefix; "O" outside
    opens: bool  # whether a new span begins here
    score: float


class TokenClassifier:
    """Finds spans with a model: text in segments, pieces merged to words, words to spans, the unsure left out.

    `TokenClassifier(folder).find(text)`. Raises UnusableModelError when the model cannot be loaded or has no label that
    means anything here.
    """

    def __init__(self, folder_or_name: str | Path, least_score: float = LEAST_SCORE) -> None:
        folder = Path(folder_or_name)
        onnx = next((folder / name for name in _ONNX_FILES if (folder / name).is_file()), None)
        config, self._tokenizer, self._network = _open_onnx(folder, onnx) if onnx else _open_transformers(str(folder_or_name))
        self._tags = {int(number): _parted(str(tag)) for number, tag in config.get("id2label", {}).items()}
        self._labels = {kind: label for _, kind in self._tags.values() if (label := _meaning(kind)) is not None}
        if not self._labels:
            raise UnusableModelError("none of the model's labels means anything here: PER, LOC, ORG or the names of MEDDOCAN, i2b2 or Velado")
        self._most_pieces = _room(config)
        self._least_score = least_score

    @property
    def labels(self) -> frozenset[str]:
        """Velado's labels that this model can give."""
        return frozenset(self._labels.values())

    def find(self, text: str) -> list[Span]:
        """The spans of a text, in order, with the mean probability of their words as score."""
        # A half of a character pair that lost the other is no text for a tokenizer.
        text = _SURROGATES.sub("\ufffd", text)
        # A name that was cut in two is whole again, because spans are made of the words of all segments.
        words = [word for start, encoding in self._segments(text, 0, len(text)) for word in self._words(encoding, start)]
        return [span for span in self._spans(text, words) if span.score >= self._least_score]

    def _segments(self, text: str, start: int, end: int) -> Iterator[tuple[int, Any]]:
        """Pieces of the text that fit into the model, each with where it begins; cut where the text pauses."""
        if not text[start:end].strip():
            return
        encoding = self._tokenizer.encode(text[start:end])
        if len(encoding.ids) <= self._most_pieces or end - start < 2:
            yield start, encoding
            return
        middle = _cut(text, start, end)
        yield from self._segments(text, start, middle)
        yield from self._segments(text, middle, end)

    def _words(self, encoding: Any, shift: int) -> Iterator[_Word]:
        """The pieces of each word together: their mean probabilities decide, over all tags of a kind."""
        groups: list[tuple[int | None, list[int]]] = []
        for piece, word in enumerate(encoding.word_ids):
            if encoding.special_tokens_mask[piece]:
                continue
            if groups and word is not None and groups[-1][0] == word:
                groups[-1][1].append(piece)
            else:
                groups.append((word, [piece]))
        rows = [_probabilities(row) for row in self._network(encoding.ids, encoding.type_ids)]
        for _, pieces in groups:
            kinds: dict[str, float] = {}
            for piece in pieces:
                for number, probability in enumerate(rows[piece]):
                    kind = self._tags.get(number, ("", "O"))[1]
                    kinds[kind] = kinds.get(kind, 0.0) + probability / len(pieces)
            best = max(kinds, key=kinds.__getitem__)
            first = rows[pieces[0]]
            prefix = self._tags.get(first.index(max(first)), ("", "O"))[0]
            start, end = encoding.offsets[pieces[0]][0], encoding.offsets[pieces[-1]][1]
            yield _Word(shift + start, shift + end, best, prefix in _OPENS, kinds[best])

    def _spans(self, text: str, words: Sequence[_Word]) -> Iterator[Span]:
        """Neighbouring words of one label as one span; a tag that opens begins a new one."""
        run: list[_Word] = []
        for word in words:
            if run and (word.opens or self._labels.get(word.kind) != self._labels[run[0].kind]):
                yield from self._span(text, run)
                run = []
            if word.kind in self._labels:
                run.append(word)
        if run:
            yield from self._span(text, run)

    def _span(self, text: str, run: Sequence[_Word]) -> Iterator[Span]:
        start, end = run[0].start, run[-1].end
        while start < end and text[start] in _EDGES:
            start += 1
        while end > start and text[end - 1] in _EDGES:
            end -= 1
        if start < end:
            yield Span(start, end, self._labels[run[0].kind], sum(word.score for word in run) / len(run), "token_classifier")


def _parted(tag: str) -> tuple[str, str]:
    """A tag's prefix and the kind behind it.

    >>> _parted("B-PER"), _parted("O"), _parted("FECHAS")
    (('B', 'PER'), ('', 'O'), ('', 'FECHAS'))
    """
    match = _PREFIX.fullmatch(tag)
    return (match[1], match[2]) if match else ("", tag)


def _meaning(kind: str) -> str | None:
    """Velado's label for a model's kind; None for O and for what nobody here has a word for.

    >>> _meaning("PER"), _meaning("FECHAS"), _meaning("O"), _meaning("MISC")
    ('PERSON_NAME', 'DATE', None, None)
    """
    return _GENERAL.get(kind.upper()) or label_named(kind)


def _cut(text: str, start: int, end: int) -> int:
    """Where to cut a stretch that is too long: at the best pause in its middle half."""
    quarter = (end - start) // 4
    middle = (start + end) // 2
    for pause in _CUTS:
        ends = [match.end() for match in pause.finditer(text, start + quarter, end - quarter)]
        if ends:
            return min(ends, key=lambda at: abs(at - middle))
    return middle


def _probabilities(row: Sequence[float]) -> list[float]:
    peak = max(row)
    weights = [math.exp(value - peak) for value in row]
    total = sum(weights)
    return [weight / total for weight in weights]


def _room(config: dict[str, Any]) -> int:
    """How many pieces fit into the model."""
    positions = int(config.get("max_position_embeddings") or MOST_PIECES)
    if any(family in str(config.get("model_type", "")) for family in _SHIFTED):
        positions -= int(config.get("pad_token_id") or 0) + 1
    return max(8, min(MOST_PIECES, positions))


def _open_onnx(folder: Path, file: Path) -> tuple[dict[str, Any], Any, Network]:
    """Config, tokenizer and network of an ONNX folder."""
    try:
        from tokenizers import Tokenizer

        onnxruntime = import_onnxruntime()
    except ImportError as error:
        raise UnusableModelError("an ONNX model needs onnxruntime and tokenizers: pip install 'velado[transformers]'") from error
    for needed in ("config.json", "tokenizer.json"):
        if not (folder / needed).is_file():
            raise UnusableModelError(f"the model's folder has no {needed}")
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    wanted = {entry.name for entry in session.get_inputs()}

    def network(pieces: Sequence[int], kinds: Sequence[int]) -> Logits:
        import numpy

        offered = {"input_ids": pieces, "attention_mask": [1] * len(pieces), "token_type_ids": kinds}
        inputs = {name: numpy.array([offered[name]], dtype=numpy.int64) for name in wanted & offered.keys()}
        logits: Logits = session.run(None, inputs)[0][0].tolist()
        return logits

    return json.loads((folder / "config.json").read_text("utf-8")), tokenizer, network


def _open_transformers(name: str) -> tuple[dict[str, Any], Any, Network]:
    """Config, tokenizer and network of a Hugging Face folder or name."""
    try:
        import torch
        from transformers import AutoModelForTokenClassification, AutoTokenizer
    except ImportError as error:
        raise UnusableModelError("a Hugging Face model needs transformers and torch: pip install 'velado[transformers]'") from error
    try:
        wrapped = AutoTokenizer.from_pretrained(name, trust_remote_code=False)
        model = AutoModelForTokenClassification.from_pretrained(name, trust_remote_code=False)
    except (OSError, ValueError) as error:
        raise UnusableModelError("there is no token-classification model in that folder or under that name") from error
    tokenizer = getattr(wrapped, "backend_tokenizer", None)
    if tokenizer is None:
        raise UnusableModelError("the model's tokenizer keeps no offsets: a folder with tokenizer.json is needed")
    tokenizer.no_truncation()
    tokenizer.no_padding()
    model.eval()
    takes_kinds = getattr(model.config, "type_vocab_size", 0) > 1

    def network(pieces: Sequence[int], kinds: Sequence[int]) -> Logits:
        inputs = {"input_ids": torch.tensor([pieces]), "attention_mask": torch.ones(1, len(pieces), dtype=torch.long)}
        if takes_kinds:
            inputs["token_type_ids"] = torch.tensor([kinds])
        with torch.inference_mode():
            logits: Logits = model(**inputs).logits[0].tolist()
        return logits

    return model.config.to_dict(), tokenizer, network
