"""The header / body / footer hybrid, all variants: `python benchmarks/sections.py TRAIN DEV [--gru] [--seed N]`.

TRAIN and DEV are folders in brat's format. Every variant is trained on TRAIN and scored on DEV, per part and for the
whole, with the arithmetic of the MEDDOCAN scorer. The method itself chooses its variant on a slice of TRAIN.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from velado.evaluation.parts import PARTS
from velado.formats.brat import read_brat
from velado.methods import Note
from velado.methods._sections_system import Report, read
from velado.methods._sections_words import analyser_name
from velado.methods.sections import compare_variants


def reports(folder: Path) -> list[Report]:
    notes = []
    for file in sorted(folder.rglob("*.txt")):
        text, spans = read_brat(file)
        notes.append(read(Note(file.stem, text, tuple(spans))))
    return notes


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("train", type=Path)
    arguments.add_argument("dev", type=Path)
    arguments.add_argument("--gru", action="store_true", help="the GRU instead of the CRF")
    arguments.add_argument("--seed", type=int, default=0)
    options = arguments.parse_args()
    print("command: python", " ".join(sys.argv))
    began = time.monotonic()
    learn, judge = reports(options.train), reports(options.dev)
    print(f"{len(learn)} notes to learn from, {len(judge)} to judge on; words analysed by {analyser_name()}")
    rows = compare_variants(learn, judge, "gru" if options.gru else "crf", options.seed)
    print(f"{'F1 of kind and place / of place':<70}" + "".join(f"{part:>16}" for part in (*PARTS, "whole")))
    for variant, scores in rows.items():
        cells = "".join(f"{scores[part]['f1']:>8.4f}/{scores[part]['spans_f1']:.4f} " for part in (*PARTS, "whole"))
        print(f"{variant!s:<70}{cells}")
    print(f"{time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
