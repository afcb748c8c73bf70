"""How far the measures would swing with other documents of the same kind: bootstrap over documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from random import Random

from velado.evaluation.counts import Tally

__all__ = ["Interval", "intervals"]

Interval = tuple[float, float]


def intervals(tallies: Sequence[Tally], resamples: int = 1000, seed: int = 1, level: float = 0.95) -> Mapping[str, Interval]:
    """The percentile interval of every measure; nothing when there are fewer than two documents.

    The same seed and the same documents in the same order give the same intervals.
    """
    size = len(tallies)
    if size < 2 or resamples < 1:
        return {}
    random = Random(seed)
    columns = list(zip(*(tally.row() for tally in tallies), strict=True))
    drawn: dict[str, list[float]] = {}
    for _ in range(resamples):
        # itemgetter and sum keep the inner loop out of Python.
        pick = itemgetter(*random.choices(range(size), k=size))
        for name, value in Tally.from_row([sum(pick(column)) for column in columns]).measures().items():
            if value is not None:
                drawn.setdefault(name, []).append(value)
    return {name: _middle(sorted(values), level) for name, values in drawn.items()}


def _middle(ordered: Sequence[float], level: float) -> Interval:
    last = len(ordered) - 1
    edge = round((1 - level) / 2 * last)
    return ordered[edge], ordered[last - edge]
