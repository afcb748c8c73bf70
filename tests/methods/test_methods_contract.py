"""What holds for every method in the folder, whoever wrote it."""

from __future__ import annotations

import re

import pytest

from velado.discovery import offered
from velado.methods import Method, methods


@pytest.fixture(params=sorted(methods()))
def method(request: pytest.FixtureRequest) -> Method:
    return methods()[request.param]


def test_names_are_the_methods_own() -> None:
    assert len(methods()) == len(offered("methods", "METHOD"))


def test_keeps_the_contract(method: Method) -> None:
    assert isinstance(method, Method)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", method.name)  # a word on the command line, and a folder
    assert method.description
    assert isinstance(method.trained, bool)
    assert all(0 <= value <= 1 for value in method.published.values())
