"""The same notes in ALL CAPS, lower case, without accents, with typos, with OCR noise: how far does recall fall?

`python benchmarks/robustness.py FOLDER…`
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from velado.document import Document
from velado.labels import DIRECT
from velado.pipeline import Pipeline
from velado.training.corpora import Example, marked_folder
from velado.training.multiply import with_noise

ORDER = ("as written", "upper", "lower", "plain", "upper_plain", "typos", "ocr", "unpunctuated")


def recall_and_precision(pipeline: Pipeline, examples: list[Example]) -> tuple[float, float]:
    """Recall of direct identifiers with nothing left, and character precision."""
    marked = found = hits = characters = 0
    for example in examples:
        text = example.text
        covered, truth = bytearray(len(text)), bytearray(len(text))
        for span in pipeline.detect(Document(text)):
            if span.label not in ("KINSHIP", "SEX"):
                covered[span.start : span.end] = b"\1" * len(span)
        for span in example.spans:
            truth[span.start : span.end] = b"\1" * len(span)
            if span.label in DIRECT:
                marked += 1
                found += all(covered[at] or not text[at].isalnum() for at in range(span.start, span.end))
        for at, character in enumerate(text):
            if covered[at] and character.isalnum():
                characters += 1
                hits += truth[at]
    return found / max(1, marked), hits / max(1, characters)


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
        recall, precision = recall_and_precision(pipeline, noisy)
        print(f"{noise:<16}{recall:>14.4f}{precision:>11.4f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
