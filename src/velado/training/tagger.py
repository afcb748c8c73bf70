"""Trains a tagger on notes of the user's own: `python -m velado.training.tagger --out FILE < notes.jsonl`.

Each line is `{"text": …, "spans": [[start, end, label], …]}`, offsets counted in characters, labels Velado's. The notes
come through standard input, so that no copy of them is left on disk. They are multiplied as for the shipped weights, but
the names and places of the copies are those of the notes themselves: whoever compares learns from the same data as others.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from velado.document import Span
from velado.pipeline import find_by_form
from velado.training import crf
from velado.training.corpora import Example
from velado.training.multiply import Lists, replanted

__all__ = ["main", "read_lines"]


def read_lines(lines: Iterable[str]) -> list[Example]:
    """One example per line of JSON."""
    found = []
    for number, line in enumerate(filter(str.strip, lines)):
        note = json.loads(line)
        spans = tuple(Span(start, end, label) for start, end, label in note["spans"])
        found.append(Example(note["text"], spans, str(number), note.get("language", "auto")))
    return found


def main(arguments: Sequence[str] | None = None, log: Callable[[str], None] = print) -> None:
    """Train and write the file of weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the file of weights")
    parser.add_argument("--epochs", type=int, default=9)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--copies", type=int, default=1, help="of each note, about other people elsewhere")
    options = parser.parse_args(arguments)
    examples = read_lines(sys.stdin)
    lists = Lists.of(examples)
    copies = [replanted(example, lists, options.seed + copy) for copy in range(options.copies) for example in examples]
    weights = crf.train(examples + copies, find_by_form, epochs=options.epochs, seed=options.seed, log=log)
    weights.save(options.out)


if __name__ == "__main__":
    main()
