"""The trained networks among the published methods: `python benchmarks/networks.py TRAIN DEV [--methods lstm lstm-plain tccnn] [--quick]`.

TRAIN and DEV are folders in brat's format. Every method is trained on TRAIN, chooses its epoch on a slice of TRAIN, and is
scored on DEV with the arithmetic of the MEDDOCAN scorer. `--quick` takes a tenth of the notes and the short training.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from velado.evaluation import Pair, evaluate
from velado.formats.brat import read_brat
from velado.methods import Note, methods


def notes(folder: Path, share: int) -> list[Note]:
    found = []
    for file in sorted(folder.rglob("*.txt"))[::share]:
        text, spans = read_brat(file)
        found.append(Note(file.stem, text, tuple(spans)))
    return found


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("train", type=Path)
    arguments.add_argument("dev", type=Path)
    arguments.add_argument("--methods", nargs="+", default=["lstm", "lstm-plain", "tccnn"])
    arguments.add_argument("--keep", type=Path, help="folder for the trained models; a model that is there already is not trained again")
    arguments.add_argument("--quick", action="store_true")
    arguments.add_argument("--seed", type=int, default=0)
    options = arguments.parse_args()
    print("command: python", " ".join(sys.argv))
    share = 10 if options.quick else 1
    learn, judge = notes(options.train, share), notes(options.dev, share)
    print(f"{len(learn)} notes to learn from, {len(judge)} to judge on")
    with TemporaryDirectory() as temporary:
        for name in options.methods:
            method, folder = methods()[name], (options.keep or Path(temporary)) / name
            began = time.process_time()
            if not folder.exists():
                method.fit(learn, (), folder, quick=options.quick, seed=options.seed)
            trained = time.process_time()
            outcomes = method.apply(judge, folder)
            applied = time.process_time()
            pairs = [Pair(note.text, note.spans, outcome.spans or (), note.id) for note, outcome in zip(judge, outcomes, strict=True)]
            result = evaluate(pairs, resamples=1)
            ner, spans, merged = result.total.ner, result.total.spans, result.total.merged
            print(f"{name}: NER P {ner.precision:.4f} R {ner.recall:.4f} F1 {ner.f1:.4f}, spans F1 {spans.f1:.4f}, merged F1 {merged.f1:.4f}")
            print(f"  processor seconds: {trained - began:.0f} to train, {applied - trained:.0f} to apply; published {dict(method.published)}")
            for label, kind in sorted(result.types.items()):
                print(f"  {label:<16} P {kind.score.precision:.3f} R {kind.score.recall:.3f} F1 {kind.score.f1:.3f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
