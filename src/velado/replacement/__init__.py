"""Ways to replace a span: one file each, offering `STRATEGY`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol, runtime_checkable

from velado.discovery import offered
from velado.document import Span, Subject

__all__ = ["Case", "Strategy", "strategies"]


@dataclass(frozen=True, slots=True)
class Case:
    """One document's replacement job: everything a strategy may look at.

    `spans` are all spans of the document, also those that other strategies replace, so that the parts of a
    name can follow the whole. `key` makes results the same across documents; without one they are the
    same within a document only.
    """

    text: str = field(repr=False)
    spans: tuple[Span, ...] = field(default=(), repr=False)
    language: str = "es"
    country: str = ""
    subject: Subject | None = field(default=None, repr=False)
    key: bytes = field(default=b"", repr=False)
    options: Mapping[str, Any] = field(default_factory=dict)


@runtime_checkable
class Strategy(Protocol):
    """A way to replace spans. `begin` is called once per document and rule; its answer once per span."""

    name: str

    def begin(self, case: Case) -> Callable[[Span], str]:
        """A function from a span of the case to the text that stands in its place."""
        ...


@cache
def strategies() -> Mapping[str, Strategy]:
    """Every strategy there is, by name."""
    return {strategy.name: strategy for strategy in offered("replacement", "STRATEGY")}
