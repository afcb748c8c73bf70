"""Every promise of SECURITY.md names the tests that show it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent.parent
TABLE = re.findall(r"^\|(?!---| who \|)(.*)\|$", (HOME / "SECURITY.md").read_text("utf-8"), re.M)


def test_there_are_promises() -> None:
    assert len(TABLE) > 5


@pytest.mark.parametrize("row", TABLE, ids=lambda row: re.sub(r"\W+", "-", row[:50]))
def test_a_promise_names_tests_that_exist(row: str) -> None:
    shown_by = re.findall(r"`([^`]+)`", row.split("|")[-1])
    assert shown_by, "no test is named"
    for name in shown_by:
        assert re.search(r"^\s*def test_", (HOME / name).read_text("utf-8"), re.M), name
