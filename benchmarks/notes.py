"""How much of the marked notes is found: `python benchmarks/notes.py FOLDER… [--rules] [--errors]`.

Direct identifiers are names, contacts, numbers and streets; one counts as found when none of its letters and
digits is left. Kinship and sex words are not marked in the notes and count neither way.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from velado.document import Document, Span
from velado.evaluation.counts import Score
from velado.evaluation.coverage import Coverage
from velado.formats.marked import parse_marks
from velado.labels import DIRECT
from velado.pipeline import Pipeline

UNMARKED = {"KINSHIP", "SEX"}


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folders", nargs="+", type=Path)
    arguments.add_argument("--rules", action="store_true", help="rules and lexicons alone, without the tagger")
    arguments.add_argument("--errors", action="store_true", help="print what was missed and what was found in excess")
    arguments.add_argument("--labels", action="store_true", help="recall per label")
    options = arguments.parse_args()
    pipeline = Pipeline(model=False) if options.rules else Pipeline()
    print("command: python", " ".join(sys.argv))
    print(f"{'folder':<28}{'notes':>6}{'direct':>8}{'all':>8}{'precision':>11}{'clean notes':>13}")
    for folder in options.folders:
        score(pipeline, folder, options)
    return 0


def score(pipeline: Pipeline, folder: Path, options: argparse.Namespace) -> None:
    files = sorted(folder.rglob("*.txt"))
    found: Counter[str] = Counter()
    marked: Counter[str] = Counter()
    characters = Score()
    clean = 0
    for file in files:
        text, gold = parse_marks(file.read_text("utf-8"))
        predicted = [span for span in pipeline.detect(Document(text)) if span.label not in UNMARKED]
        covered, truth = Coverage.of(text, predicted), Coverage.of(text, gold)
        missed = [span for span in gold if covered.left(span)]
        for span in gold:
            marked[span.label] += 1
            found[span.label] += span not in missed
        clean += not any(span.label in DIRECT for span in missed)
        characters += truth.score(covered)
        if options.errors:
            report(text, file, missed, [span for span in predicted if not any(mark.start < span.end and span.start < mark.end for mark in gold)])
    direct = sum(marked[label] for label in marked if label in DIRECT)
    direct_found = sum(found[label] for label in found if label in DIRECT)
    print(
        f"{folder.parent.name + '/' + folder.name:<28}{len(files):>6}{direct_found / max(1, direct):>8.4f}"
        f"{sum(found.values()) / max(1, sum(marked.values())):>8.4f}{characters.precision:>11.4f}"
        f"{clean / max(1, len(files)):>13.2%}"
    )
    if options.labels:
        for label in sorted(marked):
            print(f"   {label:<16}{found[label]:>5} of {marked[label]:<5}{found[label] / marked[label]:.3f}")


def report(text: str, file: Path, missed: list[Span], excess: list[Span]) -> None:
    for kind, spans in (("MISSED", missed), ("EXCESS", excess)):
        for span in spans:
            before, after = text[max(0, span.start - 40) : span.start], text[span.end : span.end + 25]
            line = f"{before}[[{span.text(text)}]]{after}".replace("\n", "¶")
            print(f"{file.parent.name}/{file.stem} {kind} {span.label} {span.source} {span.score:.2f} :: {line}")


if __name__ == "__main__":
    raise SystemExit(main())
