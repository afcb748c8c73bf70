"""What the tests of the recognisers share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from velado.formats.marked import with_marks
from velado.pipeline.resolve import resolve_overlaps as resolve
from velado.tokens import Page


@pytest.fixture
def marked(request: pytest.FixtureRequest) -> Callable[..., str]:
    """Gives a text back with marks where the test file's RECOGNISER finds something."""
    recogniser = request.module.RECOGNISER

    def with_findings(text: str, language: str, country: str = "") -> str:
        return with_marks(text, resolve(text, [span for span in recogniser.find(Page(text, language, country)) if span.score >= 0.5]))

    return with_findings
