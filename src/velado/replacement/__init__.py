"""Ways to replace a span: one file each, offering `STRATEGY`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol, runtime_checkable

from velado.discovery import offered
from velado.document import Span, Subject

__all__ = ["Case", "Strategy", "keeps_apart", "moves_dates", "strategies"]


@dataclass(frozen=True, slots=True)
class Case:
    """One document's replacement job: everything a strategy may look at.

    `spans` are all spans of the document, also those that other strategies replace, so that the parts of a
    name can follow the whole. `key` makes results the same across documents; without one they are the
    same within a document only. `number_key` is what numbers are drawn from where it is not `key`. Labels are written in
    `label_language` where it is set, else in the note's.
    """

    text: str = field(repr=False)
    spans: tuple[Span, ...] = field(default=(), repr=False)
    language: str = "es"
    country: str = ""
    subject: Subject | None = field(default=None, repr=False)
    key: bytes = field(default=b"", repr=False)
    options: Mapping[str, Any] = field(default_factory=dict)
    label_language: str = ""
    number_key: bytes = field(default=b"", repr=False)

    @property
    def labels_in(self) -> str:
        """The language in which labels are written."""
        return self.label_language or self.language


@runtime_checkable
class Strategy(Protocol):
    """A way to replace spans. `begin` is called once per document and rule; its answer once per span.

    A strategy that writes other dates in the place of dates sets `moves_dates = True`: named holidays, which would tell
    by how much, are then replaced as well. One that writes the same thing wherever the same number stands, and another
    for every other number, sets `keeps_apart = True`: a table's patient column needs no other pseudonym then.
    """

    name: str

    def begin(self, case: Case) -> Callable[[Span], str]:
        """A function from a span of the case to the text that stands in its place."""
        ...


@cache
def strategies() -> Mapping[str, Strategy]:
    """Every strategy there is, by name."""
    return {strategy.name: strategy for strategy in offered("replacement", "STRATEGY")}


def moves_dates(name: str) -> bool:
    """Tell whether a strategy writes other dates in the place of dates."""
    return getattr(strategies().get(name), "moves_dates", False) is True


def keeps_apart(name: str) -> bool:
    """Tell whether what a strategy writes is the same for one number and different for two."""
    return getattr(strategies().get(name), "keeps_apart", False) is True
