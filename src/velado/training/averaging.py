"""The mean of several taggers of one kind: each learned from other copies in another order, their chance errors cancel out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from velado.models.weights import Weights

__all__ = ["mean_of"]

_LEAST = 0.02  # weights below this make the file larger and hardly change a score


def mean_of(taggers: Sequence[Weights]) -> Weights:
    """Weights whose scores are the mean of the given ones'; what only some of them know counts as nothing in the others."""
    share = 1 / len(taggers)
    rows: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    steps: dict[tuple[str, str], float] = defaultdict(float)
    for weights in taggers:
        for name, number in weights.names.items():
            for column, value in weights.row(number):
                rows[name][weights.labels[column]] += value * share
        for before, row in zip(weights.labels, weights.steps, strict=True):
            for after, value in zip(weights.labels, row, strict=True):
                steps[before, after] += value * share
    kept = {name: {label: value for label, value in row.items() if abs(value) > _LEAST} for name, row in rows.items()}
    labels = sorted({label for weights in taggers for label in weights.labels})
    return Weights.made_of(labels, {name: row for name, row in kept.items() if row}, steps)
