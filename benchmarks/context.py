"""The recall of the contextual databases per type, as their authors count it: `python benchmarks/context.py FOLDER…`.

FOLDER holds marked notes. An item is *touched* when something of it was replaced (the authors count replaced items) and
*hidden* when no letter or digit of it is left. *Announced* are the items that begin at most four valid words behind a
trigger of their type, and the last column is the share of these that was touched: what the lookup itself achieves.
Names are those of patients and relatives: staff is left on purpose.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from velado.evaluation.coverage import Coverage
from velado.formats.marked import parse_marks
from velado.languages import language
from velado.methods import Note, methods
from velado.methods._positional_index import PositionalIndex
from velado.methods.context import PUBLISHED, Triggers, regional

REACH = 4  # valid words
TYPES = {"phones": {"PHONE"}, "addresses": {"STREET"}, "names": {"PATIENT_NAME", "RELATIVE_NAME"}, "towns": {"PLACE"}}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    notes = []
    for folder in options.folders:
        for file in sorted(folder.rglob("*.txt")):
            text, spans = parse_marks(file.read_text("utf-8"))
            notes.append(Note(file.stem, text, tuple(spans)))
    print("| method | type | items | touched | hidden | published | announced | touched of these |\n|---|---|" + "---:|" * 6)
    index = PositionalIndex.of([note.text for note in notes], language("es").stop_words)
    for name, triggers in (("context", PUBLISHED), ("context-regional", regional())):
        totals = [0] * 5
        outcomes = methods()[name].apply(notes, Path())
        for kind, labels in TYPES.items():
            behind = announced(index, phrases(triggers, kind))
            counts = [0] * 5
            for number, (note, outcome) in enumerate(zip(notes, outcomes, strict=True)):
                cover = Coverage.of(note.text, outcome.spans or ())
                for span in note.spans:
                    if span.label in labels:
                        touched = any(found.start < span.end and span.start < found.end for found in outcome.spans or ())
                        told = any(span.start <= start < span.end for start in behind.get(number, ()))
                        found = (1, touched, not cover.left(span), told, told and touched)
                        counts = [count + more for count, more in zip(counts, found, strict=True)]
            totals = [total + count for total, count in zip(totals, counts, strict=True)]
            print(row(name, kind, counts, methods()["context"].published[f"recall_{kind}"]))
        print(row(name, "all", totals, methods()["context"].published["recall_items"]))
    return 0


def phrases(triggers: Triggers, kind: str) -> tuple[str, ...]:
    return {
        "phones": triggers.phones,
        "addresses": triggers.address_starts,
        "names": (*triggers.patient, *triggers.relatives),
        "towns": triggers.towns,
    }[kind]


def announced(index: PositionalIndex, triggers: tuple[str, ...]) -> dict[int, set[int]]:
    """Where in each note the valid words begin that stand within reach of a trigger."""
    found: dict[int, set[int]] = {}
    for phrase in triggers:
        for number, position in index.behind(phrase):
            found.setdefault(number, set()).update(word.start for word in index.notes[number][position : position + REACH])
    return found


def row(name: str, kind: str, counts: list[int], published: float) -> str:
    items, touched, hidden, told, told_touched = counts
    shares = [touched / max(1, items), hidden / max(1, items), published]
    cells = [str(items), *(f"{share:.4f}" for share in shares), str(told), f"{told_touched / max(1, told):.4f}"]
    return f"| {name} | {kind} | " + " | ".join(cells) + " |"


if __name__ == "__main__":
    raise SystemExit(main())
