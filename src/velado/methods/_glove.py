"""GloVe as its authors describe it: a co-occurrence matrix, and vectors by weighted least squares on its logarithm."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from velado.methods import UnavailableError

__all__ = ["co_occurrences", "train_glove"]

# Words to each side. 10 was tried too; 5 hid more on MEDDOCAN's dev split, so figures on that split are not free of this choice.
WINDOW = 5
MOST = 10.0  # pairs seen more often than this weigh no more; 100 in the paper, for corpora of billions of words
POWER = 0.75
RATE = 0.05


def co_occurrences(sentences: Sequence[Sequence[str]], numbers: Mapping[str, int], window: int = WINDOW) -> dict[tuple[int, int], float]:
    """How often two words stand near each other, in both directions; at a distance of d it counts 1/d.

    >>> found = co_occurrences([["a", "b", "c"]], {"a": 0, "b": 1, "c": 2})
    >>> sorted(found.items())
    [((0, 1), 1.0), ((0, 2), 0.5), ((1, 0), 1.0), ((1, 2), 1.0), ((2, 0), 0.5), ((2, 1), 1.0)]
    """
    found: dict[tuple[int, int], float] = {}
    for sentence in sentences:
        known = [numbers.get(word, -1) for word in sentence]
        for place, one in enumerate(known):
            if one < 0:
                continue
            for distance, other in enumerate(known[place + 1 : place + 1 + window], 1):
                if other >= 0:
                    found[one, other] = found.get((one, other), 0.0) + 1 / distance
                    found[other, one] = found.get((other, one), 0.0) + 1 / distance
    return found


def train_glove(
    sentences: Sequence[Sequence[str]], *, size: int = 100, least: int = 2, epochs: int = 25, seed: int = 0
) -> tuple[list[str], Any]:
    """The words seen at least so often, most frequent first, and a row of numbers for each. Raises UnavailableError."""
    try:
        import numba
        import numpy
    except ImportError:
        raise UnavailableError("GloVe needs numba: pip install 'velado[methods]'") from None
    counts = Counter(word for sentence in sentences for word in sentence)
    words = sorted((word for word, count in counts.items() if count >= least), key=lambda word: (-counts[word], word))
    pairs = co_occurrences(sentences, {word: number for number, word in enumerate(words)})
    rows, columns = (numpy.array([pair[side] for pair in pairs], dtype=numpy.int64) for side in (0, 1))
    values = numpy.fromiter(pairs.values(), dtype=numpy.float64, count=len(pairs))
    random = numpy.random.default_rng(seed)
    # Word and context vectors, each with its bias in the last column.
    vectors = [(random.random((len(words), size + 1)) - 0.5) / size for _ in range(2)]
    squares = [numpy.ones((len(words), size + 1)) for _ in range(2)]
    step: Any = numba.njit(fastmath=True)(_epoch)
    for _ in range(epochs):
        step(rows, columns, values, random.permutation(len(values)), *vectors, *squares, MOST, POWER, RATE)
    return words, (vectors[0] + vectors[1])[:, :size].astype(numpy.float32)


def _epoch(rows, columns, values, order, words, contexts, word_squares, context_squares, most, power, rate):  # type: ignore[no-untyped-def]
    """One pass over all pairs, by Adagrad. Plain loops: numba compiles them."""
    total = 0.0
    size = words.shape[1] - 1
    for at in order:
        i, j, value = rows[at], columns[at], values[at]
        miss = words[i, size] + contexts[j, size] - math.log(value)
        for k in range(size):
            miss += words[i, k] * contexts[j, k]
        weight = (value / most) ** power if value < most else 1.0
        total += 0.5 * weight * miss * miss
        pull = weight * miss
        for k in range(size + 1):
            down_word = pull * contexts[j, k] if k < size else pull
            down_context = pull * words[i, k] if k < size else pull
            words[i, k] -= rate * down_word / word_squares[i, k] ** 0.5
            contexts[j, k] -= rate * down_context / context_squares[j, k] ** 0.5
            word_squares[i, k] += down_word * down_word
            context_squares[j, k] += down_context * down_context
    return total / len(values)
