"""The scores of the MEDDOCAN shared task, with the arithmetic of its published scorer.

That scorer compares sets, adds the counts of all documents and divides once. Three of its habits are easily missed:
the merged spans count *beside* the single ones that agree; overlapping spans always merge, and the later end wins even
when it is the smaller one; and the sentences that the leak is divided by are the lines of files made beforehand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Set
from itertools import accumulate

from velado.document import Span
from velado.evaluation.counts import Score, compare

__all__ = ["Place", "merge", "score_merged", "score_ner", "score_spans"]

Place = tuple[int, int]


def score_ner(gold: Iterable[Span], system: Iterable[Span]) -> Score:
    """Subtrack 1: start, end and type have to be the same."""
    return compare({(s.start, s.end, s.label) for s in gold}, {(s.start, s.end, s.label) for s in system})


def score_spans(gold: Iterable[Span], system: Iterable[Span]) -> Score:
    """Subtrack 2, strict: start and end have to be the same."""
    return compare(_places(gold), _places(system))


def score_merged(text: str, gold: Iterable[Span], system: Iterable[Span]) -> Score:
    """Subtrack 2, merged: spans with no letter or digit between them may be cut in different ways."""
    wanted, found = _places(gold), _places(system)
    agreed = (wanted & found) | (merge(text, wanted) & merge(text, found))
    return Score(len(agreed), _outside(found, agreed), _outside(wanted, agreed))


def merge(text: str, places: Set[Place]) -> set[Place]:
    """Neighbours with no letter or digit between them as one.

    >>> sorted(merge("Gil, Ana y Luz", {(0, 3), (5, 8), (11, 14)}))
    [(0, 8), (11, 14)]
    """
    runs: list[Place] = []
    for start, end in sorted(places):
        if runs and not any(map(str.isalnum, text[runs[-1][1] : start])):
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return set(runs)


def _places(spans: Iterable[Span]) -> set[Place]:
    return {(span.start, span.end) for span in spans}


def _outside(places: Set[Place], agreed: Set[Place]) -> int:
    """How many places lie inside none of the agreed ones."""
    ordered = sorted(agreed)
    starts = [start for start, _ in ordered]
    furthest = [0, *accumulate((end for _, end in ordered), max)]
    return sum(furthest[bisect_right(starts, start)] < end for start, end in places)
