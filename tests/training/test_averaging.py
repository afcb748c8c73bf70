"""The mean of taggers: weights are added up by their names, and what one of them does not know counts as nothing there."""

from __future__ import annotations

import pytest

from velado.models.weights import Weights
from velado.training.averaging import mean_of


def test_rows_and_steps_are_means() -> None:
    first = Weights.made_of(["B-DATE", "O"], {"w=mayo": {"B-DATE": 2.0, "O": -1.0}, "w=gil": {"O": 1.0}}, {("O", "B-DATE"): 0.5})
    other = Weights.made_of(["B-AGE", "O"], {"w=mayo": {"O": 3.0}}, {("O", "O"): 1.0, ("O", "B-AGE"): -1.0})
    mean = mean_of([first, other])
    assert mean.labels == ("B-AGE", "B-DATE", "O")
    rows = {name: {mean.labels[column]: value for column, value in mean.row(number)} for name, number in mean.names.items()}
    assert rows == {"w=gil": {"O": 0.5}, "w=mayo": {"B-DATE": 1.0, "O": 1.0}}
    assert mean.steps[2] == (-0.5, 0.25, 0.5)


def test_one_alone_stays_as_it_is() -> None:
    alone = Weights.made_of(["B-AGE", "O"], {"w=edad": {"O": 0.25}, "w=a": {"O": 0.001}}, {})
    assert mean_of([alone]).names.keys() == {"w=edad"}
    assert mean_of([alone]).row(0) == [(1, pytest.approx(0.25))]
