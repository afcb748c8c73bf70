"""Header, body and footer each in its own way: a hybrid of dictionaries, a CRF or GRU, and rules (a thesis on MEDDOCAN, 2021).

The header is read by its field labels, the body by a tagger, the footer by values already known and by rules. The authors'
tables show hospitals found in footers, for which there is no rule: their tagger must have read the footer too. Both
readings are variants here, as are the tag sets they compare and the sentences they learn from; the best on a slice of the
training notes is taken, so the development notes stay unseen.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from velado.evaluation.parts import Parts, as_figures
from velado.methods import Note, Outcome, UnavailableError
from velado.methods._redaction import redact
from velado.methods._sections_header import split_parts
from velado.methods._sections_system import (
    Report,
    Variant,
    find,
    join,
    published_variants,
    read,
    score_parts,
    tag_sentences,
    train_tagger,
)
from velado.methods._sections_words import analyser_name

__all__ = ["METHOD", "Sections", "compare_variants"]

SLICE = 5  # one training note in so many is kept for choosing
MOST_CHOSEN_ON = 500  # of a large set so many notes choose; only the chosen variant is trained on all of it
MODEL = {"crf": "body.crf", "gru": "body.npz"}


@dataclass(frozen=True)
class Sections:
    """The hybrid with one of its two taggers."""

    name: str
    description: str
    first_choice: Variant  # taken where there is no time to choose
    published: Mapping[str, float] = field(default_factory=dict)
    trained: bool = True

    def fit(self, train: Sequence[Note], dev: Sequence[Note], folder: Path, *, quick: bool = False, seed: int = 0) -> None:
        """Choose a variant on a slice of the training notes, train it on all of them; `dev` is not looked at.

        Leaves the model, `choice.json` and, unless `quick`, `variants.json` with the scores of every variant per part that
        was tried.
        """
        folder.mkdir(parents=True, exist_ok=True)
        reports = [read(note) for note in train]
        choice = self.first_choice
        if not quick:
            rows = choose_on_slice(reports, choice.tagger, seed)
            choice = max(rows, key=lambda variant: rows[variant]["whole"]["f1"])
            _write(folder / "variants.json", [{"variant": variant.as_dict(), "scores": scores} for variant, scores in rows.items()])
        train_tagger(reports, folder / MODEL[self.first_choice.tagger], choice, quick=quick, seed=seed)
        _write(folder / "choice.json", {"variant": choice.as_dict(), "analyser": analyser_name()})

    def apply(self, notes: Sequence[Note], folder: Path) -> list[Outcome]:
        """The notes with what was found replaced by tags, and the spans."""
        choice = json.loads((folder / "choice.json").read_text("utf-8"))
        if choice["analyser"] != analyser_name():
            raise UnavailableError(f"the model was trained with the analyser {choice['analyser']}, here it is {analyser_name()}: train it again")
        reports = [read(note) for note in notes]
        found = find(reports, folder / MODEL[self.first_choice.tagger], Variant(**choice["variant"]))
        return [Outcome(redact(note.text, spans), spans) for note, spans in zip(notes, found, strict=True)]

    def parts(self, text: str) -> Parts:
        """Where the header ends and the footer begins."""
        return split_parts(text)


Scores = dict[str, dict[str, float | int]]


def choose_on_slice(reports: Sequence[Report], tagger: str, seed: int) -> dict[Variant, Scores]:
    """The variants that can be chosen, trained on four fifths of the reports and scored on the rest; of many reports, on some."""
    order = random.Random(seed).sample(range(len(reports)), len(reports))[:MOST_CHOSEN_ON]
    kept = {number for at, number in enumerate(order) if at % SLICE == 0}
    learn = [reports[number] for number in sorted(order) if number not in kept]
    judge = [reports[number] for number in sorted(kept)]
    return compare_variants(learn, judge, tagger, seed, choosing=True)


def compare_variants(
    learn: Sequence[Report], judge: Sequence[Report], tagger: str, seed: int = 0, *, choosing: bool = False
) -> dict[Variant, Scores]:
    """The authors' four tag sets, and the best of those with all sentences, each with the footer read in both ways.

    With `choosing` they are trained quickly, and only those with classes: what names no kind cannot win a score that asks
    for it.
    """
    rows: dict[Variant, Scores] = {}

    def run(variant: Variant) -> None:
        with TemporaryDirectory() as folder:
            file = Path(folder) / MODEL[tagger]
            train_tagger(learn, file, variant, quick=choosing, seed=seed)
            tagged = tag_sentences(judge, file, tagger)
        for footer in ("rules", "tagger"):
            whole = replace(variant, footer=footer)
            scores = score_parts(judge, join(judge, tagged, whole))
            rows[whole] = {part: as_figures(tally) for part, tally in scores.items()}

    for variant in published_variants(tagger):
        if variant.classes or not choosing:
            run(variant)
    run(replace(max(rows, key=lambda variant: rows[variant]["whole"]["f1"]), learns_from="all"))
    return rows


def _write(file: Path, value: object) -> None:
    file.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", "utf-8")


METHOD = (
    Sections(
        "sections",
        "Header by field labels, body by a CRF, footer by trusted values and rules (hybrid for MEDDOCAN, 2021).",
        Variant("crf", footer="tagger"),
        {"precision": 0.9171, "recall": 0.9077, "f1": 0.9091},
    ),
    Sections(
        "sections-gru",
        "The same hybrid with a GRU of 10 units instead of the CRF.",
        Variant("gru", learns_from="all"),
        {"token f1": 0.92},  # of words, PHI or not; nothing here is counted so
    ),
)
