"""The search of `decoding` with numpy: many islands of a page at once, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from velado.models.decoding import Island

__all__ = ["decode_all"]

_AT_ONCE = 64  # islands; more would not fit the processor's memory

Array = Any


@dataclass(frozen=True, slots=True)
class _Islands:
    """Islands whose tokens stand one after the other in `powers`, the longest first."""

    powers: Array  # how much the scores of a token speak for each label
    firsts: Array
    sizes: Array
    moves: Array  # how likely one label follows another
    enter: Array  # the same for the step into each island
    leave: Array  # and out of it

    def part(self, start: int, stop: int) -> _Islands:
        """Some of the islands."""
        chosen = slice(start, stop)
        return _Islands(self.powers, self.firsts[chosen], self.sizes[chosen], self.moves, self.enter[chosen], self.leave[chosen])


def decode_all(scores: Array, mask: Array, begins: Array, moves: Array, outside: int) -> list[list[Island]]:
    """The islands of each line, decoded. `mask` says which labels of a token are candidates, `begins` where lines begin."""
    found: list[list[Island]] = [[] for _ in range(len(begins) - 1)]
    tokens = np.nonzero(mask.sum(axis=1) > mask[:, outside])[0]
    if not len(tokens):
        return found
    lines = np.repeat(np.arange(len(begins) - 1), np.diff(begins))[tokens]
    apart = (np.diff(tokens) > 1) | (np.diff(lines) > 0)
    firsts, stops = np.concatenate([[0], np.nonzero(apart)[0] + 1]), np.concatenate([np.nonzero(apart)[0] + 1, [len(tokens)]])
    at_start = tokens[firsts] == begins[lines[firsts]]
    at_end = tokens[stops - 1] + 1 == begins[lines[firsts] + 1]
    # Labels that no token has for a candidate need no place in the sums.
    takes_part = mask[tokens].any(axis=0)
    takes_part[outside] = True
    labels = np.nonzero(takes_part)[0]
    powers = np.where(mask[tokens][:, labels], scores[tokens][:, labels], -np.inf)
    enter = np.where(at_start[:, None], moves[-1, labels], moves[outside, labels])
    leave = np.where(at_end[:, None], 1.0, moves[labels, outside])
    sizes = stops - firsts
    order = np.argsort(-sizes, kind="stable")
    islands = _Islands(
        np.exp(powers - powers.max(axis=1, keepdims=True)), firsts[order], sizes[order], moves[np.ix_(labels, labels)], enter[order], leave[order]
    )
    tags, marginals = np.empty(len(tokens), dtype=np.int64), np.empty_like(powers)
    for start in range(0, len(order), _AT_ONCE):
        _search(islands.part(start, start + _AT_ONCE), tags, marginals)
    chances = marginals[np.arange(len(tokens)), tags].tolist()
    plain = marginals[:, int(takes_part[:outside].sum())].tolist()
    told, places = labels[tags].tolist(), (tokens - begins[lines]).tolist()
    for line, first, stop in zip(lines[firsts].tolist(), firsts.tolist(), stops.tolist(), strict=True):
        found[line].append(Island(places[first], tuple(told[first:stop]), tuple(chances[first:stop]), tuple(plain[first:stop])))
    return found


def _search(islands: _Islands, tags: Array, marginals: Array) -> None:
    """Write down the best label of each token of the islands, and the chances of all labels."""
    powers, firsts, moves, leave = islands.powers, islands.firsts, islands.moves, islands.leave
    longest = int(islands.sizes[0])
    going = np.searchsorted(-islands.sizes, -np.arange(longest)).tolist()  # how many are longer than 0, 1, 2 …
    alphas, bests = _ahead(islands, going)
    beta = np.array(leave)
    following = np.empty(0, dtype=np.int64)
    for step in range(longest - 1, -1, -1):
        here = firsts[: going[step]] + step
        on = len(following)  # so many islands have a token behind this one
        best, alpha = bests[step], alphas[step]
        best[on:] *= leave[on : len(here)]
        if on:
            behind = powers[here[:on] + 1] * beta[:on]
            behind /= behind.max(axis=1, keepdims=True)
            beta[:on] = behind @ moves.T
            best[:on] *= moves.T[following]
        following = best.argmax(axis=1)
        tags[here] = following
        alpha *= beta[: len(here)]
        marginals[here] = alpha / alpha.sum(axis=1, keepdims=True)


def _ahead(islands: _Islands, going: list[int]) -> tuple[list[Array], list[Array]]:
    """From the start of the islands to each step: how likely each label is, and how good the best way to it."""
    powers, firsts, moves = islands.powers, islands.firsts, islands.moves
    ways = np.empty((len(moves), len(firsts), len(moves)))
    summed = highest = islands.enter
    alphas: list[Array] = []
    bests: list[Array] = []
    for step, count in enumerate(going):
        if step:
            summed = alphas[-1][:count] @ moves
            highest = np.maximum.reduce(np.multiply(bests[-1][:count].T[:, :, None], moves[:, None, :], out=ways[:, :count]), axis=0)
        power = powers[firsts[:count] + step]
        alpha, best = summed * power, highest * power
        # Scaled at every token so that nothing becomes too small.
        alpha /= alpha.sum(axis=1, keepdims=True)
        best /= best.max(axis=1, keepdims=True)
        alphas.append(alpha)
        bests.append(best)
    return alphas, bests
