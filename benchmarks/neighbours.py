"""Embedding obfuscation with more or fewer neighbours: `python benchmarks/neighbours.py --train DIR --dev DIR [--plain] [--quick]`.

For Word2Vec and GloVe and for N of 3, 5, 7 and varying: recall by pattern matching, Levenshtein recall, and how many words
the vectors did not know. Vectors are trained once for each kind.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from velado.cli._compared import read_data
from velado.evaluation.disguise import Disguise, recall
from velado.evaluation.levenshtein import levenshtein_recall
from velado.methods import Note
from velado.methods.neighbours import METHOD, UNKNOWN


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", type=Path, nargs="+", required=True)
    parser.add_argument("--dev", type=Path, nargs="+", required=True)
    parser.add_argument("--plain", action="store_true", help="words as they are written, not reduced to their lemma")
    parser.add_argument("--quick", action="store_true", help="a tenth of the notes and the shortest training")
    options = parser.parse_args()
    data = read_data(options.train, options.dev, options.quick)
    bare = [Note(note.id, note.text) for note in data.dev]
    print("| vectors | N | pattern recall | Levenshtein recall | unknown words per note |\n|---|---|---:|---:|---:|")
    for method in METHOD:
        with TemporaryDirectory() as home:
            folder = Path(home)
            replace(method, lemmas=not options.plain).fit(data.train, data.dev, folder, quick=options.quick)
            for name, chosen in {"3": {"count": 3}, "5": {"count": 5}, "7": {"count": 7}, "3 to 7": {"varying": True}}.items():
                outcomes = replace(method, lemmas=not options.plain, **chosen).apply(bare, folder)  # type: ignore[arg-type]
                notes = [
                    Disguise.of(note.text, [span for span in note.spans if span.label not in data.ignored], outcome.text)
                    for note, outcome in zip(data.dev, outcomes, strict=True)
                ]
                unknown = sum(outcome.text.count(UNKNOWN) for outcome in outcomes) / len(outcomes)
                figures = f"{recall(notes).value:.4f} | {levenshtein_recall(notes).value:.4f} | {unknown:.1f}"
                print(f"| {method.vectors} | {name} | {figures} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
