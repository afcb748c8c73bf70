"""How far two people agree: `python corpus/agreement.py`; marks set a second time stand in `_second/`, without their texts.

A file `_second/PASS/NOTE.marks` has a line for each mark in the order of the text: label, tab, what is marked. Agreement is counted by
token: the share of those that either marked which both marked, for all labels and for direct identifiers, and the share of the tokens
that both marked which have the same label.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from check import MARK

HOME = Path(__file__).parent
TOKEN = re.compile(r"\w+")
INDIRECT = frozenset("AGE DATE PLACE COUNTRY HOSPITAL HEALTH_CENTRE INSTITUTION PROFESSION OTHER".split())


def first_marks(marked: str) -> tuple[str, list[tuple[int, int, str]]]:
    """The text of a marked note and where its marks stand."""
    text, spans, at = "", [], 0
    for match in MARK.finditer(marked):
        text += marked[at : match.start()]
        spans.append((len(text), len(text) + len(match[2]), match[1]))
        text += match[2]
        at = match.end()
    return text + marked[at:], spans


def second_marks(text: str, lines: list[str]) -> list[tuple[int, int, str]]:
    """Where the second marks stand, each behind the one before it."""
    spans, at = [], 0
    for line in filter(None, lines):
        label, _, value = line.partition("\t")
        start = text.index(value, at)
        at = start + len(value)
        spans.append((start, at, label))
    return spans


def labels_of(text: str, spans: list[tuple[int, int, str]]) -> list[str]:
    """The label of each token, "" for none."""
    at = {place: label for start, end, label in spans for place in range(start, end)}
    return [at.get(token.start(), "") for token in TOKEN.finditer(text)]


def main() -> None:
    print(f"{'pass':<16}{'notes':>6}{'marked by either':>18}{'all':>8}{'direct':>8}{'label':>8}")
    total: Counter[str] = Counter()
    for folder in sorted((HOME / "_second").iterdir()):
        counts: Counter[str] = Counter()
        for file in sorted(folder.glob("*.marks")):
            text, spans = first_marks((HOME / folder.name / f"{file.stem}.txt").read_text("utf-8"))
            pairs = zip(labels_of(text, spans), labels_of(text, second_marks(text, file.read_text("utf-8").splitlines())), strict=True)
            counts["notes"] += 1
            for one, other in pairs:
                counts["either"] += bool(one or other)
                counts["both"] += bool(one and other)
                direct = any(label and label not in INDIRECT for label in (one, other))
                counts["direct"] += direct
                counts["direct both"] += direct and bool(one and other)
                counts["label"] += bool(one) and one == other
        total += counts
        show(folder.name, counts)
    show("all", total)


def show(name: str, counts: Counter[str]) -> None:
    shares = (counts["both"] / counts["either"], counts["direct both"] / counts["direct"], counts["label"] / counts["both"])
    print(f"{name:<16}{counts['notes']:>6}{counts['either']:>18}{shares[0]:>8.3f}{shares[1]:>8.3f}{shares[2]:>8.3f}")


if __name__ == "__main__":
    main()
