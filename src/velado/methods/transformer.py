"""A transformer that was trained elsewhere: a Hugging Face or ONNX token classifier, by folder or name.

The method of a web prototype (2024) and of many others: text in segments, pieces merged, what is below a score of .6 left
out, PER, LOC and ORG as persons, places and institutions. Which model it is, the environment says.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from velado.methods import Note, Outcome, UnavailableError
from velado.methods._redaction import redact
from velado.models.token_classifier import LEAST_SCORE, TokenClassifier, UnusableModelError

__all__ = ["METHOD", "Transformer"]

VARIABLE = "VELADO_TRANSFORMER"


@dataclass(frozen=True)
class Transformer:
    """A token classifier as it is: nothing is trained here."""

    model: str = ""  # a folder or a name; when empty, the environment variable VELADO_TRANSFORMER says it
    least_score: float = LEAST_SCORE
    name: str = "transformer"
    description: str = "A Hugging Face or ONNX token classifier by folder or name (VELADO_TRANSFORMER), findings from a score of .6 on."
    published: Mapping[str, float] = field(default_factory=dict)
    trained: bool = False

    def fit(self, train: Sequence[Note], dev: Sequence[Note], folder: Path, *, quick: bool = False, seed: int = 0) -> None:
        """There is nothing to learn; raises UnavailableError early when the model cannot be used."""
        self._classifier()

    def apply(self, notes: Sequence[Note], folder: Path) -> list[Outcome]:
        """What the model finds."""
        classifier = self._classifier()
        found = [tuple(classifier.find(note.text)) for note in notes]
        return [Outcome(redact(note.text, spans), spans) for note, spans in zip(notes, found, strict=True)]

    def _classifier(self) -> TokenClassifier:
        model = self.model or os.environ.get(VARIABLE, "")
        if not model:
            raise UnavailableError(f"name a folder with an ONNX or Hugging Face token-classification model in {VARIABLE}")
        try:
            return TokenClassifier(model, self.least_score)
        except UnusableModelError as error:
            raise UnavailableError(str(error)) from error


METHOD = Transformer()
