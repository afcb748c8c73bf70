"""The search of `decoding` with numpy: many islands of a page at once, step by step.

Nearly all tokens can only be O. What is said here of tokens is said of the others alone, so that those cost nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from velado.models.decoding import FAINTEST, TINIEST, Island
from velado.models.scoring import Chain

__all__ = ["Links", "decode_all"]

_AT_ONCE = 64  # islands; more would not fit the processor's memory
_SCALED = 4  # steps after which what has become small is made larger, long before it is too small for a number

Array = Any


class Links:
    """What a chain says of the labels, as arrays."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.bias, self.moves = np.array(chain.bias), np.array(chain.moves)
        begun = np.array(chain.begun)
        self.inside = np.nonzero(begun >= 0)[0]  # every I-
        self.begun = begun[self.inside]  # and its B-


@dataclass(frozen=True, slots=True)
class _Tokens:
    """Tokens of a page that can be something, in order."""

    at: Array  # their numbers
    scores: Array
    mask: Array  # which labels are candidates
    opens: Array  # whether they begin a line
    closes: Array  # or end it

    def joined(self) -> Array:
        """Whether each token but the first stands right behind the one before it, in the same line."""
        return (self.at[1:] == self.at[:-1] + 1) & ~self.opens[1:]

    def only(self, chosen: Array) -> _Tokens:
        """Some of them."""
        return _Tokens(self.at[chosen], self.scores[chosen], self.mask[chosen], self.opens[chosen], self.closes[chosen])


def decode_all(scores: Array, begins: Array, margin: float, links: Links) -> list[list[Island]]:
    """The islands of each line, decoded; see `Scorer`. `begins` says where lines begin and the last ends."""
    found: list[list[Island]] = [[] for _ in range(len(begins) - 1)]
    tokens = _plausible(scores, begins, margin, links)
    count = len(tokens.at)
    if not count:
        return found
    apart = np.nonzero(~tokens.joined())[0] + 1
    firsts, stops = np.append(0, apart), np.append(apart, count)
    outside, moves = links.chain.outside, links.moves
    # Labels that no token has for a candidate need no place in the sums.
    takes_part = tokens.mask.any(axis=0)
    takes_part[outside] = True
    labels = np.nonzero(takes_part)[0]
    candidates = tokens.mask[:, labels]
    powers = np.where(candidates, tokens.scores[:, labels], -np.inf)
    powers = np.exp(np.maximum(powers - powers.max(axis=1, keepdims=True), FAINTEST)) * candidates
    enter = np.where(tokens.opens[firsts, None], moves[-1, labels], moves[outside, labels])
    leave = np.where(tokens.closes[stops - 1, None], 1.0, moves[labels, outside])
    sizes = stops - firsts
    order = np.argsort(-sizes, kind="stable")
    tags, marginals = np.empty(count, dtype=np.int64), np.empty_like(powers)
    for start in range(0, len(order), _AT_ONCE):
        chosen = order[start : start + _AT_ONCE]
        places, *told = _search(powers, firsts[chosen], sizes[chosen], moves[np.ix_(labels, labels)], enter[chosen], leave[chosen])
        tags[places], marginals[places] = told
    chances = marginals[np.arange(count), tags].tolist()
    plain = marginals[:, int(takes_part[:outside].sum())].tolist()
    lines = np.searchsorted(begins, tokens.at[firsts], side="right") - 1
    named, starts = labels[tags].tolist(), (tokens.at[firsts] - begins[lines]).tolist()
    for line, at, first, stop in zip(lines.tolist(), starts, firsts.tolist(), stops.tolist(), strict=True):
        found[line].append(Island(at, tuple(named[first:stop]), tuple(chances[first:stop]), tuple(plain[first:stop])))
    return found


def _plausible(scores: Array, begins: Array, margin: float, links: Links) -> _Tokens:
    """The tokens that have other candidates than O, as far as something can come of these."""
    outside = links.chain.outside
    scores = scores + links.bias
    plain = scores[:, outside].copy()
    scores[:, outside] = -np.inf
    at = np.nonzero(scores.max(axis=1) >= plain - margin)[0]
    scores = scores[at]
    scores[:, outside] = plain[at]
    mask = scores >= scores.max(axis=1, keepdims=True) - margin
    mask[:, outside] = True
    edges = np.zeros(len(plain) + 1, dtype=bool)
    edges[begins] = True
    tokens = _Tokens(at, scores, mask, edges[at], edges[at + 1])
    # An I- needs its own kind before it.
    before = np.zeros_like(tokens.mask)
    before[1:] = tokens.mask[:-1] & tokens.joined()[:, None]
    tokens.mask[:, links.inside] &= before[:, links.inside] | before[:, links.begun]
    tokens = tokens.only(np.nonzero(tokens.mask.sum(axis=1) > 1)[0])
    return tokens.only(np.nonzero(~_surely_plain(tokens, links))[0])


def _surely_plain(tokens: _Tokens, links: Links) -> Array:
    """Which tokens, alone between others that are O, are O for certain as well."""
    joined = tokens.joined()
    neighbours = np.zeros(len(tokens.at), dtype=bool)
    neighbours[1:] = joined
    neighbours[:-1] |= joined
    lonely = np.nonzero(~neighbours)[0]
    alone, outside, moves = tokens.only(lonely), links.chain.outside, links.moves
    # The same chances as the search would give: the step from O or the line's start, and the one to O.
    steps = np.where(alone.opens[:, None], moves[-1], moves[outside])
    steps *= np.where(alone.closes[:, None], 1.0, moves[:-1, outside])
    chances = np.exp(np.where(alone.mask, alone.scores - alone.scores.max(axis=1, keepdims=True), -np.inf)) * steps
    plain = chances[:, outside]
    sure = np.zeros(len(tokens.at), dtype=bool)
    sure[lonely] = (plain >= links.chain.sure * chances.sum(axis=1)) & (plain >= chances.max(axis=1))
    return sure


def _search(powers: Array, firsts: Array, sizes: Array, moves: Array, enter: Array, leave: Array) -> tuple[Array, Array, Array]:
    """The tokens of some islands, the longest of which come first, with their best labels and the chances of all labels.

    `powers` tells how much the scores of a token speak for each label, `moves` how likely one label follows another,
    `enter` and `leave` the same for the steps into and out of each island.
    """
    going = np.searchsorted(-sizes, -np.arange(int(sizes[0])))  # how many are longer than 0, 1, 2 …
    bounds = np.append(0, np.cumsum(going))
    # All first tokens in a row, then all second ones …: each step is one stretch.
    island = np.arange(bounds[-1]) - bounds[:-1].repeat(going)
    places = firsts[island] + np.arange(len(going)).repeat(going)
    powers = powers[places]
    alphas, bests = _ahead(powers, bounds.tolist(), moves, enter)
    betas = np.empty_like(powers)
    last = bounds[sizes - 1] + np.arange(len(sizes))
    betas[last] = leave
    bests[last] *= leave
    tags = np.empty(len(places), dtype=np.int64)
    back = moves.T.copy()
    edges = [*pairwise(bounds.tolist())]
    start, stop = edges[-1]
    tags[start:stop] = bests[start:stop].argmax(axis=1)
    for step in range(len(edges) - 2, -1, -1):
        (start, _), (behind, end) = edges[step], edges[step + 1]
        on = start + end - behind  # up to here the islands have a token behind this one
        beta = np.matmul(powers[behind:end] * betas[behind:end], back, out=betas[start:on])
        if step % _SCALED == 0:
            _scale(beta)
        bests[start:on] *= back[tags[behind:end]]
        tags[start:behind] = bests[start:behind].argmax(axis=1)
    alphas *= betas
    return places, tags, alphas / alphas.sum(axis=1, keepdims=True)


def _ahead(powers: Array, bounds: list[int], moves: Array, enter: Array) -> tuple[Array, Array]:
    """From the start of the islands to each token: how likely each label is, and how good the best way to it."""
    alphas, bests = np.empty_like(powers), np.empty_like(powers)
    count = bounds[1]
    np.multiply(enter, powers[:count], out=alphas[:count])
    bests[:count] = alphas[:count]
    ways = np.empty((len(moves), count, len(moves)))
    for step, (before, start, stop) in enumerate(zip(bounds, bounds[1:], bounds[2:], strict=False), 1):
        count = stop - start
        alpha, best, power = alphas[start:stop], bests[start:stop], powers[start:stop]
        np.matmul(alphas[before : before + count], moves, out=alpha)
        alpha *= power
        np.multiply(bests[before : before + count].T[:, :, None], moves[:, None, :], out=ways[:, :count])
        np.maximum.reduce(ways[:, :count], axis=0, out=best)
        best *= power
        if step % _SCALED == 0:
            _scale(alpha)
            _scale(best)
    return alphas, bests


def _scale(chances: Array) -> None:
    """Make what has become small larger again; no way that is open may vanish."""
    chances /= chances.max(axis=1, keepdims=True)
    np.maximum(chances, TINIEST, out=chances, where=chances > 0)
