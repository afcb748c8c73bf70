"""Medicine that is hidden by mistake: `python benchmarks/findings.py [--show]`.

The lines in `findings/` were written by hand to hold nothing but medicine that looks like names, dates and numbers; each
span in them is a lost finding. Words of kinship and sex, which stay in the text by default, are not counted. The vetoes
in `velado.findings` were written with some of these lines in sight: the figure tells of regressions, not of unseen notes.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from velado.document import Span
from velado.pipeline import Pipeline

_KEPT = frozenset({"KINSHIP", "SEX"})
FOLDER = Path(__file__).parent / "findings"


def lost_in(pipeline: Pipeline, line: str) -> list[Span]:
    """What is hidden in a line that holds nothing but medicine."""
    return [span for span in pipeline.detect(line) if span.label not in _KEPT]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--show", action="store_true", help="each line with what is hidden in it")
    options = arguments.parse_args()
    print("command: python", " ".join(sys.argv))
    pipeline = Pipeline()
    for file in sorted(FOLDER.glob("*.txt")):
        lines = file.read_text("utf-8").splitlines()
        labels: Counter[str] = Counter()
        spoilt = 0
        for line in lines:
            lost = lost_in(pipeline, line)
            spoilt += bool(lost)
            labels.update(span.label for span in lost)
            if options.show and lost:
                print(f"  {line}  <- {', '.join(f'{span.text(line)} {span.label}' for span in lost)}")
        told = ", ".join(f"{label} {count}" for label, count in labels.most_common())
        print(
            f"{file.stem}: {len(lines)} lines, {spoilt} with something hidden ({spoilt / len(lines):.1%}); spans: {told or 'none'}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
