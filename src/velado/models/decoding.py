"""From label scores to the best tags of a line and how sure they are: Viterbi and forward-backward in one pass.

Nearly every token has one plausible label. Labels far below the best are left out, so lines fall into short
islands between tokens that can only be O, and plain Python is fast enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

__all__ = ["FAINTEST", "MARGIN", "TINIEST", "Island", "decode", "islands", "moves_of"]

MARGIN = 6.0  # log-scale: what is this far below the best of its token plays no part
FAINTEST = -40.0  # O always plays a part, but none smaller than this
TINIEST = 1e-80  # what a way through a long line may shrink to: one that vanished would be missing when it is the only one left

Candidates = Sequence[tuple[int, float]]  # labels and scores of one token
Moves = Sequence[Sequence[float]]  # how likely one label follows another, 0 where it may not; the last row is for a line's start


@dataclass(frozen=True, slots=True)
class Island:
    """A stretch of tokens of which some may be something, with the best tags."""

    start: int
    tags: tuple[int, ...]
    chances: tuple[float, ...]  # of each tag
    plain: tuple[float, ...]  # that the token is O


def moves_of(labels: Sequence[str], steps: Sequence[Sequence[float]]) -> list[list[float]]:
    """The weights of the steps as factors; an I- follows only its own kind."""
    rows = [
        [exp(steps[x][y]) if not after.startswith("I-") or before[2:] == after[2:] else 0.0 for y, after in enumerate(labels)]
        for x, before in enumerate(labels)
    ]
    return [*rows, [0.0 if label.startswith("I-") else 1.0 for label in labels]]


def islands(candidates: Sequence[Candidates], outside: int) -> list[tuple[int, int]]:
    """Stretches between the tokens whose only candidate is O."""
    found, start = [], -1
    for number, options in enumerate(candidates):
        plain = len(options) == 1 and options[0][0] == outside
        if plain and start >= 0:
            found.append((start, number))
            start = -1
        elif not plain and start < 0:
            start = number
    if start >= 0:
        found.append((start, len(candidates)))
    return found


def decode(candidates: Sequence[Candidates], moves: Moves, outside: int) -> list[Island]:
    """The islands of one line, decoded."""
    result = []
    for start, stop in islands(candidates, outside):
        before = outside if start > 0 else -1
        after = outside if stop < len(candidates) else None
        result.append(_island(start, candidates[start:stop], moves, outside, before, after))
    return result


def _island(start: int, piece: Sequence[Candidates], moves: Moves, outside: int, before: int, after: int | None) -> Island:
    # Probabilities instead of logarithms, scaled at every token so that nothing becomes too small.
    emits: list[dict[int, float]] = []
    alphas: list[dict[int, float]] = []
    backs: list[dict[int, int]] = []
    alpha: dict[int, float] = {before: 1.0}
    best: dict[int, float] = {before: 1.0}
    for options in piece:
        top = max(score for _, score in options)
        emit = {label: exp(max(score - top, FAINTEST)) for label, score in options}
        total: dict[int, float] = {}
        now: dict[int, float] = {}
        back: dict[int, int] = {}
        for label, power in emit.items():
            summed, highest, source = 0.0, 0.0, -1
            for previous, held in alpha.items():
                move = moves[previous][label]
                if move:
                    summed += held * move
                    value = best[previous] * move
                    if value > highest:
                        highest, source = value, previous
            if summed:
                total[label] = summed * power
                now[label] = highest * power
                back[label] = source
        scale, high = 1.0 / sum(total.values()), 1.0 / max(now.values())
        alpha = {label: max(value * scale, TINIEST) for label, value in total.items()}
        best = {label: max(value * high, TINIEST) for label, value in now.items()}
        emits.append(emit)
        alphas.append(alpha)
        backs.append(back)
    last = max(best, key=lambda label: best[label] * (moves[label][after] if after is not None else 1.0))
    tags = [last]
    for back in reversed(backs[1:]):
        tags.append(back[tags[-1]])
    tags.reverse()
    marginals = _marginals(emits, alphas, moves, after)
    chances = tuple(told.get(tag, 0.0) for tag, told in zip(tags, marginals, strict=True))
    return Island(start, tuple(tags), chances, tuple(told.get(outside, 0.0) for told in marginals))


def _marginals(
    emits: Sequence[dict[int, float]], alphas: Sequence[dict[int, float]], moves: Moves, after: int | None
) -> tuple[dict[int, float], ...]:
    beta = {label: moves[label][after] if after is not None else 1.0 for label in alphas[-1]}
    result: list[dict[int, float]] = []
    for number in range(len(alphas) - 1, -1, -1):
        joint = {label: held * beta[label] for label, held in alphas[number].items()}
        whole = sum(joint.values())
        result.append({label: value / whole for label, value in joint.items()})
        if number:
            ahead = {label: emits[number][label] * held for label, held in beta.items()}
            scale = 1.0 / max(ahead.values())
            beta = {
                label: max(scale * sum(moves[label][following] * value for following, value in ahead.items()), TINIEST)
                for label in alphas[number - 1]
            }
    return tuple(reversed(result))
