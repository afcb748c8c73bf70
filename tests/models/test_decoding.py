"""Pruned decoding gives what a full search over all paths gives."""

from __future__ import annotations

from itertools import pairwise, product
from math import exp, isclose

from hypothesis import given
from hypothesis import strategies as st

from velado.models.decoding import decode, islands, moves_of

LABELS = ("O", "B-A", "I-A", "B-C", "I-C")
ALLOWED = [
    *[[not after.startswith("I-") or before[2:] == after[2:] for after in LABELS] for before in LABELS],
    [not label.startswith("I-") for label in LABELS],
]
scores = st.floats(-4, 4, allow_nan=False)


def paths(length: int) -> list[tuple[int, ...]]:
    return [
        path
        for path in product(range(len(LABELS)), repeat=length)
        if ALLOWED[-1][path[0]] and all(ALLOWED[a][b] for a, b in pairwise(path))
    ]


@given(st.lists(st.lists(scores, min_size=5, max_size=5), min_size=1, max_size=4), st.lists(st.lists(scores, min_size=5, max_size=5), min_size=5, max_size=5))
def test_best_path_and_marginals_agree_with_a_full_search(emissions: list[list[float]], steps: list[list[float]]) -> None:
    def weight(path: tuple[int, ...]) -> float:
        total = sum(row[label] for row, label in zip(emissions, path, strict=True))
        return total + sum(steps[a][b] for a, b in pairwise(path))

    candidates = [list(enumerate(row)) for row in emissions]
    (island,) = decode(candidates, moves_of(LABELS, steps), 0)
    weights = {path: weight(path) for path in paths(len(emissions))}
    assert isclose(weights[island.tags], max(weights.values()), abs_tol=1e-9)
    whole = sum(map(exp, weights.values()))
    for number, (tag, chance, plain) in enumerate(zip(island.tags, island.chances, island.plain, strict=True)):
        for label, told in ((tag, chance), (0, plain)):
            expected = sum(exp(value) for path, value in weights.items() if path[number] == label) / whole
            assert isclose(told, expected, abs_tol=1e-6)


def test_islands_lie_between_tokens_that_can_only_be_outside() -> None:
    plain, open_ = [(0, 1.0)], [(0, 1.0), (1, 2.0)]
    assert islands([plain, open_, open_, plain, open_], 0) == [(1, 3), (4, 5)]


def test_a_way_that_is_unlikely_for_long_and_then_the_only_one() -> None:
    """Its chance must not vanish on a long line: what is no number any more is neither name nor word."""
    import numpy as np

    from velado.models.fast_decoding import Links, decode_all
    from velado.models.scoring import Chain

    rows = [[-900.0, 0.0, -50.0, -5.9, -50.0], *([[-900.0, -50.0, 0.0, -50.0, -5.9]] * 150), [-900.0, -50.0, -50.0, -50.0, 0.0]]
    moves = moves_of(LABELS, [[0.0] * len(LABELS)] * len(LABELS))
    candidates = [[(label, score) for label, score in enumerate(row) if label == 0 or score >= max(row) - 6] for row in rows]
    chain = Chain(0, (0.0,) * len(LABELS), [-1, -1, 1, -1, 3], moves, 2.0)
    whole = decode_all(np.array(rows), np.array([0, len(rows)]), 6.0, Links(chain))[0]
    for island in (*decode(candidates, moves, 0), *whole):
        assert len(island.tags) == len(rows)
        assert all(0.0 <= chance <= 1.0 for chance in (*island.chances, *island.plain))
