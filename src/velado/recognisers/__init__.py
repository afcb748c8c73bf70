"""What finds spans: one file each, offering `RECOGNISER`. Each sees the page, none sees another's spans."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Protocol, runtime_checkable

from velado.discovery import offered
from velado.document import Span
from velado.tokens import Page

__all__ = ["Recogniser", "recognisers"]


@runtime_checkable
class Recogniser(Protocol):
    """Finds spans in a page."""

    name: str

    def find(self, page: Page) -> Iterable[Span]:
        """Spans with offsets into `page.text`; they may overlap."""
        ...


@cache
def recognisers() -> tuple[Recogniser, ...]:
    """Every recogniser there is, in the order of their names."""
    return tuple(sorted(offered("recognisers", "RECOGNISER"), key=lambda recogniser: recogniser.name))
