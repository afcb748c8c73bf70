"""How the shipped weights are made: which notes, how often multiplied, which models, in which order.

`python -m velado.training.recipe --data FOLDER --corpus FOLDER --out FOLDER` reproduces them; seeds are fixed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from velado.document import Document, Span
from velado.labels import DESCRIPTIONS
from velado.lexicons import families, look
from velado.models import Weights
from velado.models.forms import forms
from velado.models.network_input import rows_of
from velado.pipeline import Pipeline
from velado.tokens import Page
from velado.training import crf, tuning
from velado.training.averaging import mean_of
from velado.training.corpora import Example, brat_folder, marked_folder, with_kinship
from velado.training.families import clinical_texts, lines_of, train_families
from velado.training.look import Folds, train_look, word_lists
from velado.training.multiply import Lists, replanted, with_noise
from velado.training.plant import planted, with_other_header

__all__ = ["Recipe", "main", "notes", "reports"]

# Each kind of noise with how often it is drawn; most copies stay as neat or messy as they were written.
_NOISE = (
    "", "", "", "", "upper", "upper", "upper_plain", "upper_plain", "lower", "lower", "lower", "plain", "typos", "ocr", "unpunctuated",
    "slips", "slips", "flat", "flat", "wrapped", "small_names", "small_names", "loud_names",
)  # fmt: skip


# How far the network counts, how eager the tagger is, and how much more so for direct identifiers: chosen with `tuning`
# on the held-out passes of the corpus and on MEDDOCAN's dev split, with weights that had seen neither.
_NOTES_SETTINGS = "0.5,1.6,2.2"
_FAINTEST_OF_NOTES = 0.25  # the corpus gives more features than a quick start allows; the faint ones are worth a thousandth
_REPORTS_SETTINGS = {"share": 0.0, "bias": 1.0, "care": 0.0, "curve": [0.6126, 0.8763]}


@dataclass(frozen=True)
class Recipe:
    """The numbers that shape the training sets."""

    copies: int = 3  # re-planted copies of each of our notes
    report_copies: int = 1  # re-planted copies of each MEDDOCAN report
    report_seeds: tuple[int, ...] = (7, 11, 13, 17, 19, 23)  # of the copies and the order: one tagger each, of which the mean is taken
    clean_lines: int = 6000  # lines of clinical text without anybody in it
    planted_pages: int = 160  # pages of clinical text per language with our sentences among its own
    other_headers: float = 0.25  # share of the copies whose header is written in another way
    splits: tuple[str, ...] = ("train", "dev")  # MEDDOCAN's
    development: str = "dev_"  # folders of the corpus that begin like this are for settings and measuring
    held_out: tuple[str, ...] = (development, "test_")  # nothing is learned from these
    untouched: tuple[str, ...] = ("3", "4", "6", "7")  # of the development sets those that end like this are not used for settings


def notes(data: Path, corpus: Path, recipe: Recipe, lists: Lists, seed: int = 7) -> list[Example]:
    """What the tagger of notes learns from: our corpus, copies of it, and clinical text that names nobody."""
    rng = random.Random(seed)
    written = [
        with_kinship(example)
        for folder in sorted(corpus.iterdir())
        if folder.is_dir() and not folder.name.startswith(recipe.held_out)
        for example in marked_folder(folder)
    ]
    result = list(written)
    for copy in range(recipe.copies):
        for note in written:
            other = replanted(note, lists, seed + copy)
            if rng.random() < recipe.other_headers:
                other = with_other_header(other, seed + copy)
            result.append(_noisy(other, rng, seed + copy))
    return result + _clean(data, recipe.clean_lines, rng) + list(_planted(data, recipe, lists, rng, seed))


def _noisy(example: Example, rng: random.Random, seed: int) -> Example:
    noise = rng.choice(_NOISE)
    return with_noise(example, noise, seed) if noise else example


def _planted(data: Path, recipe: Recipe, lists: Lists, rng: random.Random, seed: int) -> Iterator[Example]:
    """Case reports of the published collection, in Spanish and in English, with our sentences among their own."""
    cases = [json.loads(line) for line in (data / "codiesp/background.jsonl").read_text("utf-8").split("\n") if line]
    cases = [case for case in cases if case["meddocan_split"] is None]
    rng.shuffle(cases)
    for language, key in (("es", "es"), ("en", "en_mt")):
        rules = Pipeline(model=False, language=language)
        for number, case in enumerate(cases[: recipe.planted_pages]):
            sentences = [text for text in re.split(r"(?<=[.:]) +|\n", case[key] or "") if text.strip()]
            clean = [text for text in sentences if _names_nobody(rules, text)][:14]
            if len(clean) > 3:
                page = planted(clean, language, seed, f"planted/{language}/{number}")
                yield _noisy(with_kinship(replanted(page, lists, seed)), rng, seed)


def _names_nobody(rules: Pipeline, text: str) -> bool:
    """Whether the rules see nothing in a sentence but words of kinship and sex."""
    return all(span.label in DESCRIPTIONS for span in rules.detect(Document(text)))


def reports(data: Path, recipe: Recipe, lists: Lists, seed: int = 7) -> list[Example]:
    """What the tagger of reports learns from: MEDDOCAN and copies of it."""
    published = [example for split in recipe.splits for example in brat_folder(data / "meddocan" / split)]
    return published + [replanted(report, lists, seed + copy) for copy in range(recipe.report_copies) for report in published]


def _clean(data: Path, lines: int, rng: random.Random) -> list[Example]:
    """Real clinical sentences, twenty to a page; those in which the rules see an identifier, an age or a date are left out."""
    sentences = [line.split("\t")[-1] for line in (data / "nubes/nubes_sentences.tsv").read_text("utf-8").split("\n") if "\t" in line]
    rng.shuffle(sentences)
    rules = Pipeline(model=False, language="es")
    kept = list(islice((text for text in sentences if _names_nobody(rules, text)), lines))
    pages = ["\n".join(kept[at : at + 20]) for at in range(0, len(kept), 20)]
    return [with_kinship(Example(page, (), f"clean/{number}", "es")) for number, page in enumerate(pages)]


class _Remembering:
    """The rules' findings, kept: the CRF and the network ask for the same pages."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._known: dict[str, list[Span]] = {}

    def rule_spans(self, page: Page) -> list[Span]:
        if page.text not in self._known:
            self._known[page.text] = self._pipeline.rule_spans(page)
        return self._known[page.text]


def main(arguments: Sequence[str] | None = None, log: Callable[[str], None] = print) -> None:
    """Train what is asked for and write the files of weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder of training data")
    parser.add_argument("--corpus", type=Path, required=True, help="our own marked notes")
    parser.add_argument("--out", type=Path, required=True, help="where the weights go")
    parser.add_argument("--only", choices=("look", "families", "notes", "reports"), help="one of the models instead of all")
    parser.add_argument("--splits", default="train,dev", help="MEDDOCAN splits to learn from")
    parser.add_argument("--copies", type=int, default=Recipe.copies)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--network-epochs", type=int, default=6)
    parser.add_argument("--report-epochs", type=int, default=9)
    options = parser.parse_args(arguments)
    started = time.time()

    def say(text: str) -> None:
        log(f"[{time.time() - started:5.0f} s] {text}")

    options.out.mkdir(parents=True, exist_ok=True)
    words = word_lists(options.data)
    say("words of each class: " + ", ".join(f"{name} {len(listed)}" for name, listed in words.items()))
    if options.only in (None, "look"):
        (options.out / "look.weights").write_bytes(zlib.compress(train_look(words).weights, 9))
    recipe = Recipe(copies=options.copies, splits=tuple(options.splits.split(",")))
    with ExitStack() as stack:
        if options.only in (None, "families"):
            found = train_families(lines_of(clinical_texts(options.data, options.corpus, recipe.held_out)))
            say(f"families of {len(found)} words")
            (options.out / families.FILE).write_bytes(families.pack(found))
            stack.enter_context(families.instead(families.Families(families.pack(found))))
        _train_taggers(words, recipe, options, say)
        _settle(options, recipe, say)
    say("done")


def _train_taggers(words: Mapping[str, set[str]], recipe: Recipe, options: argparse.Namespace, say: Callable[[str], None]) -> None:
    lists = Lists.read(options.data)
    forms.clear()
    rows_of.cache_clear()
    with look.instead(Folds.of(words)):
        if options.only in (None, "notes"):
            _train_notes(notes(options.data, options.corpus, recipe, lists), options, say)
        if options.only in (None, "reports"):
            _train_reports(options.data, recipe, lists, options, say)
    forms.clear()
    rows_of.cache_clear()


def _settle(options: argparse.Namespace, recipe: Recipe, say: Callable[[str], None]) -> None:
    """Write the settings into the weights, with the meaning of the scores on notes that were not learned from."""
    notes_weights, reports_weights = options.out / "notes.weights", options.out / "reports.weights"
    if options.only in (None, "notes"):
        held = [
            str(folder)
            for folder in sorted(options.corpus.iterdir())
            if folder.name.startswith(recipe.development) and not folder.name.endswith(recipe.untouched)
        ]
        network = ["--network", str(options.out / "notes.onnx")] if options.network_epochs else []
        tuning.main([str(notes_weights), *held, *network, "--choose", _NOTES_SETTINGS], say)
    if options.only in (None, "reports"):
        replace(Weights.load(reports_weights.read_bytes()), notes=_REPORTS_SETTINGS).save(reports_weights)


def _train_notes(training: Sequence[Example], options: argparse.Namespace, say: Callable[[str], None]) -> None:
    rules = _Remembering(Pipeline(model=False))
    weights = crf.train(training, rules, epochs=options.epochs, faintest=_FAINTEST_OF_NOTES, log=say)
    weights.save(options.out / "notes.weights")
    say(f"notes: {len(weights.names)} features kept")
    if options.network_epochs:
        from velado.training.network import examples_to_lines, export, train_network

        lines = examples_to_lines(training, rules, weights.labels)
        export(train_network(lines, weights.labels, epochs=options.network_epochs, log=say), options.out / "notes.onnx")


def _train_reports(data: Path, recipe: Recipe, lists: Lists, options: argparse.Namespace, say: Callable[[str], None]) -> None:
    """The mean of several: on the few reports there are, one draw of copies or order is worth as much as a good feature.

    Beside it a network gained nothing on MEDDOCAN's dev split, so none is made.
    """
    taggers = []
    for seed in recipe.report_seeds:
        rules = _Remembering(Pipeline(model=False))
        taggers.append(crf.train(reports(data, recipe, lists, seed), rules, epochs=options.report_epochs, seed=seed, log=say))
    weights = mean_of(taggers)
    weights.save(options.out / "reports.weights")
    say(f"reports: {len(weights.names)} features kept")


if __name__ == "__main__":
    main()
