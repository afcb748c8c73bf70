"""What an unknown word looks like by its letters: with numpy and without it the same."""

from __future__ import annotations

import random
import sys

import pytest

pytest.importorskip("numpy")

from velado.lexicons.look import BUCKETS, Look


def test_numpy_joins_the_weights_as_plain_python_does(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = random.Random(3).randbytes(4 * BUCKETS)
    fast = Look(weights)._packed
    monkeypatch.delitem(sys.modules, "numpy")
    assert Look(weights)._packed == fast
