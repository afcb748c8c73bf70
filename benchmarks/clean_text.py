"""False names in clinical text that names nobody: `python benchmarks/clean_text.py DATA [--lines N] [--show]`.

DATA is the folder with NUBes, the Chilean waiting list and CodiEsp. Prints name spans per 1,000 tokens.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from velado.document import Document
from velado.labels import NAMES
from velado.pipeline import Pipeline
from velado.tokens import Page


def sources(data: Path) -> Iterator[tuple[str, list[str]]]:
    """Name and texts of each collection."""
    yield "nubes", [line.split("\t")[-1] for line in (data / "nubes/nubes_sentences.tsv").read_text("utf-8").split("\n") if "\t" in line]
    waiting = (data / "chile_waiting_list/wl_sentences.txt").read_text("utf-8").split("\n")
    yield "chile", [line.rpartition("\t")[2] for line in waiting]  # the first column names the split
    cases = [json.loads(line) for line in (data / "codiesp/dev.jsonl").read_text("utf-8").strip().split("\n")]
    yield "codiesp", [case["es"] for case in cases]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--lines", type=int, default=3000, help="texts per collection")
    arguments.add_argument("--rules", action="store_true")
    arguments.add_argument("--show", action="store_true", help="print each false name with its context")
    options = arguments.parse_args()
    print("command: python", " ".join(sys.argv))
    pipeline = Pipeline(model=not options.rules)
    for name, texts in sources(options.data):
        random.Random(11).shuffle(texts)
        tokens = false = other = 0
        for text in texts[: options.lines if name != "codiesp" else options.lines // 20]:
            tokens += len(Page(text).spans)
            for span in pipeline.detect(Document(text, language="es")):
                false += span.label in NAMES
                other += span.label not in NAMES and span.label not in ("KINSHIP", "SEX", "AGE", "DATE")
                if options.show and span.label in NAMES:
                    print(f"   {span.label} {span.score:.2f} {span.source}: {text[max(0, span.start - 30) : span.start]}[[{span.text(text)}]]{text[span.end : span.end + 20]}".replace("\n", " "))
        print(f"{name:<10}{tokens:>8} tokens: {1000 * false / tokens:.2f} names, {1000 * other / tokens:.2f} places, institutions and numbers per 1,000 tokens")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
