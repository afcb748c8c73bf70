"""Open the sealed test sets, once: `python benchmarks/sealed.py --before FOLDER [--again]`.

FOLDER is a checkout of the version to compare with. Both read every note of `corpus/test_*`; printed are, by language and length, the share
of direct identifiers and of all that is hidden, how much of what was hidden had to be, labels that are right, and documents without a direct
identifier left, with the difference between the two and its 95 % interval over notes drawn again. The date and the commit of the opening are
written to `corpus/OPENED.md`. Whoever has read the errors has a development set: with `--again` the figures are printed, and say so.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

HOME = Path(__file__).parents[1]
LOG = HOME / "corpus" / "OPENED.md"
LANGUAGES = {"es": ("test_es", "test_latam"), "pt": ("test_pt",), "en": ("test_en",)}
LONG = 31  # number of the first long document in each set
DRAWS = 2000
MEASURES = ("direct", "all", "precision", "labels", "clean")
# Runs with either version's own code: for each note what is marked and what was found, as counts.
COUNT = """
import json, sys
from pathlib import Path
from velado.document import Document
from velado.evaluation.coverage import Coverage
from velado.formats.marked import parse_marks
from velado.labels import DESCRIPTIONS, DIRECT
from velado.pipeline import Pipeline
pipeline = Pipeline()
for name in sys.argv[1:]:
    text, gold = parse_marks(Path(name).read_text("utf-8"))
    found = [span for span in pipeline.detect(Document(text)) if span.label not in DESCRIPTIONS]
    covered, truth = Coverage.of(text, found), Coverage.of(text, gold)
    left = [span for span in gold if covered.left(span)]
    characters = truth.score(covered)
    alike = [span for span in gold if span not in left and any(o.label == span.label and o.start < span.end and span.start < o.end for o in found)]
    counts = {
        "direct": [sum(s.label in DIRECT for s in gold) - sum(s.label in DIRECT for s in left), sum(s.label in DIRECT for s in gold)],
        "all": [len(gold) - len(left), len(gold)], "precision": [characters.tp, characters.tp + characters.fp],
        "labels": [len(alike), len(gold) - len(left)], "clean": [int(not any(s.label in DIRECT for s in left)), 1],
    }
    print(json.dumps(counts), flush=True)
"""

Counts = dict[str, list[int]]


def counted(source: Path, notes: Sequence[Path]) -> list[Counts]:
    """What the version in a folder finds in each note."""
    call = [sys.executable, "-c", COUNT, *map(str, notes)]
    done = subprocess.run(call, env={"PYTHONPATH": str(source / "src"), "PATH": ""}, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def share(notes: Sequence[Counts], measure: str) -> float:
    """The share of one measure over some notes."""
    hits, whole = (sum(note[measure][at] for note in notes) for at in (0, 1))
    return hits / max(1, whole)


def interval(before: Sequence[Counts], after: Sequence[Counts], measure: str) -> tuple[float, float]:
    """Between which the difference lies in 95 of 100 draws of the same notes."""
    rng = random.Random(1)
    differences = []
    for _ in range(DRAWS):
        drawn = rng.choices(range(len(before)), k=len(before))
        differences.append(share([after[at] for at in drawn], measure) - share([before[at] for at in drawn], measure))
    differences.sort()
    return differences[DRAWS // 40], differences[-DRAWS // 40]


def report(notes: Sequence[Path], before: Sequence[Counts], after: Sequence[Counts]) -> str:
    """The table of all figures."""
    lines = ["| notes | measure | before | after | difference | 95 % |", "|---|---|---|---|---|---|"]
    groups: dict[str, Callable[[Path], bool]] = {
        language: (lambda note, passes=passes: note.parent.name in passes) for language, passes in LANGUAGES.items()
    }
    groups |= {"short": lambda note: int(note.stem) < LONG, "long": lambda note: int(note.stem) >= LONG, "all": lambda note: True}
    for name, belongs in groups.items():
        chosen = [at for at, note in enumerate(notes) if belongs(note)]
        old, new = [before[at] for at in chosen], [after[at] for at in chosen]
        for measure in MEASURES:
            low, high = interval(old, new, measure)
            one, other = share(old, measure), share(new, measure)
            lines.append(f"| {name} ({len(chosen)}) | {measure} | {one:.4f} | {other:.4f} | {other - one:+.4f} | {low:+.4f} to {high:+.4f} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, required=True, help="a checkout of the version to compare with")
    parser.add_argument("--again", action="store_true", help="although the sets were opened before")
    options = parser.parse_args()
    if LOG.exists() and not options.again:
        print(f"The test sets were opened before; see {LOG.relative_to(HOME)}. With --again they are development sets.", file=sys.stderr)
        return 2
    commits = [subprocess.run(["git", "-C", folder, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout.strip() for folder in (options.before, HOME)]
    notes = sorted(note for passes in LANGUAGES.values() for one in passes for note in (HOME / "corpus" / one).glob("*.txt"))
    before, after = counted(options.before, notes), counted(HOME, notes)
    opened = f"Opened on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC at commit {commits[1]}, compared with {commits[0]}: `python benchmarks/sealed.py`."
    text = f"{opened}{' Opened before: development sets.' if LOG.exists() else ''}\n\n{report(notes, before, after)}\n"
    with LOG.open("a", encoding="utf-8") as log:
        log.write(text if log.tell() else f"# When the sealed test sets were opened\n\n{text}")
    print(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
