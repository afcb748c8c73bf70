"""Tunes a trained tagger on notes it has not learned from: how eager it is, how far the network counts, what its scores mean.

`python -m velado.training.tuning WEIGHTS FOLDER… [--network FILE]` tries settings, prints a table and writes the chosen
ones into the file of weights. Scores are calibrated by a logistic curve, so that 0.9 means nine in ten.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import exp, log
from pathlib import Path

from velado.document import Document
from velado.evaluation.counts import Score
from velado.evaluation.coverage import Coverage
from velado.labels import DESCRIPTIONS, DIRECT
from velado.models import Taggers
from velado.models.network import NetworkWeights, best_network
from velado.models.tagger import Tagger
from velado.models.weights import Weights
from velado.pipeline import Pipeline, find_by_form
from velado.training.corpora import Example, brat_folder, marked_folder

__all__ = ["calibration", "main", "measure"]


Pair = tuple[tuple[str, str], float, bool]
_ENOUGH = 250  # spans that a curve of its own is fitted to
_LEAST = 0.1  # the least score that is calibrated


def measure(pipeline: Pipeline, examples: Sequence[Example]) -> tuple[float, float, float]:
    """Recall of direct identifiers, recall of all, character precision."""
    direct = found = marked = all_found = 0
    characters = Score()
    for example in examples:
        spans = pipeline.detect(Document(example.text, language=example.language))
        covered = Coverage.of(example.text, [span for span in spans if span.label not in DESCRIPTIONS])
        characters += Coverage.of(example.text, example.spans).score(covered)
        for span in example.spans:
            hidden = not covered.left(span)
            marked, all_found = marked + 1, all_found + hidden
            if span.label in DIRECT:
                direct, found = direct + 1, found + hidden
    return found / max(1, direct), all_found / max(1, marked), characters.precision


def calibration(pairs: Sequence[tuple[float, bool]]) -> tuple[float, float]:
    """Slope and offset of the logistic curve that turns scores into the share of spans that are right."""
    slope, offset = 1.0, 0.0
    for _ in range(3000):
        down_slope = down_offset = 0.0
        for score, right in pairs:
            told = 1 / (1 + exp(-(slope * score + offset)))
            down_slope += (told - right) * score
            down_offset += told - right
        slope -= 0.5 * down_slope / len(pairs)
        offset -= 0.5 * down_offset / len(pairs)
    return slope, offset


def _logit(score: float) -> float:
    score = min(max(score, 1e-4), 1 - 1e-4)
    return log(score / (1 - score))


def _pairs(tagger: Tagger, examples: Sequence[Example]) -> list[Pair]:
    """Each of the tagger's spans: language and label, its raw score as a logit, and whether it touches something marked."""
    from velado.training.crf import page_of

    pairs = []
    for example in examples:
        page = page_of(example)
        for span in tagger.find(page, find_by_form(page), _LEAST):
            if span.label not in DESCRIPTIONS:
                right = any(gold.start < span.end and span.start < gold.end for gold in example.spans)
                pairs.append(((page.language, span.label), _logit(span.score), right))
    return pairs


def _curves(pairs: Sequence[Pair]) -> dict[str, tuple[float, float]]:
    """The curve of each language and label for which there is enough to fit one, of each language, and of all."""
    groups: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for (language, label), score, right in pairs:
        for key in (f"{language}|{label}", f"{language}|", "|"):
            groups[key].append((score, right))
    enough = {key: group for key, group in groups.items() if len(group) >= _ENOUGH and 0 < sum(right for _, right in group) < len(group)}
    return {key: calibration(group) for key, group in sorted(enough.items())}


def reliability(pairs: Sequence[Pair], curves: Mapping[str, tuple[float, float]]) -> list[tuple[float, float, int]]:
    """In each band of calibrated scores: the mean score, the share that is right, how many."""
    told = []
    for (language, label), score, right in pairs:
        slope, offset = curves.get(f"{language}|{label}") or curves.get(f"{language}|") or curves["|"]
        told.append((1 / (1 + exp(-(slope * score + offset))), right))
    bands = []
    for low, high in ((0.0, 0.5), (0.5, 0.7), (0.7, 0.85), (0.85, 0.95), (0.95, 1.01)):
        inside = [(score, right) for score, right in told if low <= score < high]
        if inside:
            bands.append((sum(s for s, _ in inside) / len(inside), sum(r for _, r in inside) / len(inside), len(inside)))
    return bands


def main(arguments: Sequence[str] | None = None, say: Callable[[str], None] = print) -> None:
    """See the module's first lines."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("folders", nargs="+", type=Path, help="marked notes, or brat folders with --brat")
    parser.add_argument("--network", type=Path)
    parser.add_argument("--brat", action="store_true")
    parser.add_argument("--shares", default="0.3,0.6,1.0")
    parser.add_argument("--biases", default="0.5,1.0,1.5")
    parser.add_argument("--cares", default="0.0,1.0")
    parser.add_argument("--choose", help="SHARE,BIAS,CARE to write into the weights, with the calibration for them")
    options = parser.parse_args(arguments)
    read = brat_folder if options.brat else marked_folder
    examples = [example for folder in options.folders for example in read(folder)]
    weights = Weights.load(options.weights.read_bytes())
    network = best_network(NetworkWeights.load(options.network.read_bytes())) if options.network else None
    if options.choose:
        share, bias, care = map(float, options.choose.split(","))
        _write(options.weights, weights, Tagger(weights, network, share, bias, care), examples, say)
        return
    say(f"{'share':>6}{'bias':>6}{'care':>6}{'direct':>9}{'all':>9}{'precision':>11}   ({len(examples)} notes)")
    settings = product(*(map(float, listed.split(",")) for listed in (options.shares, options.biases, options.cares)))
    for share, bias, care in settings:
        pipeline = Pipeline()
        tagger = Tagger(weights, network, share, bias, care)
        pipeline.__dict__["tagger"] = Taggers(load=lambda name, tagger=tagger: tagger)
        direct, everything, precision = measure(pipeline, examples)
        say(f"{share:>6}{bias:>6}{care:>6}{direct:>9.4f}{everything:>9.4f}{precision:>11.4f}")


def _write(file: Path, weights: Weights, tagger: Tagger, examples: Sequence[Example], say: Callable[[str], None]) -> None:
    raw = replace(tagger, curves={("", ""): (1.0, 0.0)})
    fitted = _curves(_pairs(raw, examples[::2]))
    say(f"{len(fitted)} curves; on the notes they were not fitted to:")
    for told, right, count in reliability(_pairs(raw, examples[1::2]), fitted):
        say(f"   score {told:.3f}: {right:.3f} right of {count}")
    rounded = {key: [round(slope, 3), round(offset, 3)] for key, (slope, offset) in fitted.items()}
    notes = {**weights.notes, "share": tagger.share, "bias": tagger.bias, "care": tagger.care, "curves": rounded}
    replace(weights, notes=notes).save(file)


if __name__ == "__main__":
    main()
