"""The same notes in ALL CAPS, lower case, without accents, with typos, with OCR noise, without line breaks …: how far does recall fall?

`python benchmarks/robustness.py FOLDER…`
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from velado.pipeline import Pipeline
from velado.training.corpora import marked_folder
from velado.training.multiply import with_noise
from velado.training.tuning import measure

ORDER = ("as written", "upper", "lower", "plain", "upper_plain", "typos", "ocr", "unpunctuated", "slips", "flat", "wrapped", "small_names", "loud_names")


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folders", nargs="+", type=Path)
    options = arguments.parse_args()
    print("command: python", " ".join(sys.argv))
    examples = [example for folder in options.folders for example in marked_folder(folder)]
    pipeline = Pipeline()
    print(f"{'noise':<16}{'direct recall':>14}{'precision':>11}   ({len(examples)} notes)")
    for noise in ORDER:
        noisy = examples if noise == "as written" else [with_noise(example, noise, 1) for example in examples]
        recall, _, precision = measure(pipeline, noisy)
        print(f"{noise:<16}{recall:>14.4f}{precision:>11.4f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
