"""No text takes longer than its length explains."""

from __future__ import annotations

import random
import string
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from velado.models import Taggers, load_tagger
from velado.pipeline import Pipeline
from velado.tokens import Page

PIPELINE = Pipeline()
SHORT, LONG = 2_000, 16_000
STEEPEST = 30.0  # times as long for an eightfold text: 8 is linear, 64 quadratic


def varied(piece: str, size: int) -> str:
    """A piece again and again with another letter or digit in each copy, so that nothing repeats."""
    rng = random.Random(piece)
    copies = []
    for _ in range(size // len(piece) + 1):
        letters = [rng.choice(string.digits) if letter == "1" else rng.choice(string.ascii_lowercase) if letter == "a" else letter for letter in piece]
        copies.append("".join(letters))
    return "".join(copies)[:size]


def seconds(text: str) -> float:
    best = float("inf")
    for _ in range(3):
        begun = time.process_time()
        assert PIPELINE.deidentify(text).text is not None
        best = min(best, time.process_time() - begun)
    return best


@pytest.mark.parametrize("piece", ["a,a\n", "1", "1\n", "\t", " -\n", "a|a|1\n", "(a", "Dr. Aa\n", "1/1/1a", "a.a@", "Nombre: a", "Ana Gil, a1 "])
def test_time_grows_with_the_text(piece: str) -> None:
    assert seconds(varied(piece, LONG)) < STEEPEST * seconds(varied(piece, SHORT))


class Counting:
    """The network that ships, with a count of the tokens that it reads."""

    def __init__(self, network: Any) -> None:
        self.network, self.tokens = network, 0

    def run(self, lines: Sequence[Any]) -> list[Any]:
        self.tokens += sum(len(integers) for integers, _ in lines)
        told: list[Any] = self.network.run(lines)
        return told


@pytest.mark.parametrize(("text", "most"), [(varied("a,a\n", 12_000), 2.5), ("a,b\n" * 500, 0.2)])
def test_the_network_reads_short_lines_together_and_equal_ones_once(text: str, most: float) -> None:
    tagger = load_tagger("notes")
    counting = Counting(tagger.network)
    pipeline = Pipeline()
    pipeline.tagger = Taggers(lambda name: replace(tagger, network=counting))
    assert pipeline.deidentify(text).text is not None
    assert counting.tokens <= most * len(Page(text).words)
