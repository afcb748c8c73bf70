"""Velado's own default, for the same table. Its tagger of reports is trained anew, because the shipped one may have seen the notes.

Each report is also learned in a copy whose names and places come from other reports: no marks but those of the training notes are used.

The shipped weights for notes without a labelled header learned from the project's own corpus and are used as they are: do not
compare on that corpus. What the training notes mark is what is hidden: kinship and sex too, where they are marked, while
the default policy leaves them in the text as part of the medicine.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from velado.document import Document, Span
from velado.methods import Note, Outcome, UnavailableError
from velado.models import Taggers, Weights, load_tagger
from velado.models.features import is_report
from velado.pipeline import Pipeline
from velado.policies import KEEP, Policy, load_policy
from velado.tokens import Page

__all__ = ["METHOD", "Default"]

LEAST = 20  # reports from which a tagger can learn anything
WEIGHTS, SETTINGS = "reports.weights", "velado.json"


@dataclass(frozen=True)
class Default:
    """The product's pipeline with its default policy."""

    name: str = "velado"
    description: str = "Velado: what its form tells, and a tagger for the rest, with the habits of the published reports."
    published: Mapping[str, float] = field(default_factory=dict)
    trained: bool = True

    def fit(self, train: Sequence[Note], dev: Sequence[Note], folder: Path, *, quick: bool = False, seed: int = 0) -> None:
        """Train the tagger of reports where the training notes are reports; `dev` is not looked at."""
        folder.mkdir(parents=True, exist_ok=True)
        marked = {span.label for note in train for span in note.spans}
        (folder / SETTINGS).write_text(json.dumps({"drop": sorted(marked & {"KINSHIP", "SEX"})}) + "\n", "utf-8")
        reports = sum(is_report(Page(note.text)) for note in train)
        (folder / WEIGHTS).unlink(missing_ok=True)
        if reports >= max(LEAST, len(train) / 2):
            _train(train, folder / WEIGHTS, epochs=5 if quick else 9, seed=7 + seed)

    def apply(self, notes: Sequence[Note], folder: Path) -> list[Outcome]:
        """The notes with labels in them, and the spans that were replaced."""
        told = json.loads((folder / SETTINGS).read_text("utf-8"))
        pipeline = _Trained(_policy(told["drop"]), folder / WEIGHTS)
        return [_outcome(pipeline, note) for note in notes]


class _Trained(Pipeline):
    """The pipeline with the tagger of reports from a file, where there is one."""

    def __init__(self, policy: Policy, weights: Path) -> None:
        super().__init__(policy, stages=("meddocan",))
        self._weights = weights

    @cached_property
    def tagger(self) -> Taggers:
        if not self._weights.exists():
            return Taggers(habits=True)
        # As eager as the shipped one, which was settled on MEDDOCAN's dev split with weights that had not seen it.
        own = replace(load_tagger("reports"), weights=Weights.load(self._weights.read_bytes()), network=None)
        return Taggers(True, lambda name: own if name == "reports" else load_tagger(name))


def _policy(dropped: Sequence[str]) -> Policy:
    policy = load_policy("everything")
    return replace(policy, rules={label: rule for label, rule in policy.rules.items() if label not in dropped})


def _outcome(pipeline: Pipeline, note: Note) -> Outcome:
    result = pipeline.deidentify(Document(note.text))
    if result.text is None:  # withheld: nothing is given out
        return Outcome("", (Span(0, len(note.text), "OTHER"),))
    return Outcome(result.text, tuple(span for span in result.spans if pipeline.policy.rule_for(span.label).strategy != KEEP))


def _train(notes: Sequence[Note], file: Path, *, epochs: int, seed: int) -> None:
    """In a process of its own: the trainer compiles itself and takes memory that the comparison needs back."""
    if find_spec("numba") is None:
        raise UnavailableError("training needs numba: pip install 'velado[train]'")
    lines = (json.dumps({"text": note.text, "spans": [[s.start, s.end, s.label] for s in note.spans]}) for note in notes)
    call = [sys.executable, "-m", "velado.training.tagger", "--out", str(file), "--epochs", str(epochs), "--seed", str(seed)]
    done = subprocess.run(call, input="\n".join(lines), text=True, encoding="utf-8", capture_output=True, check=False)
    if done.returncode:  # what the process wrote may hold a piece of a note
        raise UnavailableError(f"the training of the tagger ended with code {done.returncode}")


METHOD = Default()
