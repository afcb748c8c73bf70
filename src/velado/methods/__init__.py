"""The published systems, runnable side by side with Velado's own default: one file of this folder is one method.

A module offers `METHOD`. Methods are for researchers who compare and reproduce; nothing of the product depends on
them. Heavy libraries (torch, gensim, spaCy …) are imported inside the functions that need them, because every module
here is imported to be listed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol, runtime_checkable

from velado.discovery import offered
from velado.document import Span
from velado.evaluation.parts import Parts

__all__ = ["Announcing", "Dividing", "Method", "Note", "Outcome", "UnavailableError", "methods"]


class UnavailableError(RuntimeError):
    """A method that cannot run here: the message says what is missing and how it is installed."""


@dataclass(frozen=True, slots=True)
class Note:
    """A text and, where it is known, what identifies somebody in it; labels are Velado's."""

    id: str
    text: str = field(repr=False)
    spans: tuple[Span, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a method makes of a note: the text it gives out, and the spans it found; None when it does not look for spans."""

    text: str = field(repr=False)
    spans: tuple[Span, ...] | None = field(default=None, repr=False)


@runtime_checkable
class Method(Protocol):
    """A way to de-identify notes."""

    @property
    def name(self) -> str:
        """The word on the command line."""
        ...

    @property
    def description(self) -> str:
        """What it does and whose idea it was, in a line or two."""
        ...

    @property
    def published(self) -> Mapping[str, float]:
        """What its authors report, by the name of the measure; empty when there is nothing comparable."""
        ...

    @property
    def trained(self) -> bool:
        """Whether it must be fitted before it is applied."""
        ...

    def fit(self, train: Sequence[Note], dev: Sequence[Note], folder: Path, *, quick: bool = False, seed: int = 0) -> None:
        """Learn from `train`, choose on `dev`, and leave everything that `apply` needs in `folder`.

        `quick` takes the shortest training that still shows the method works. Raises UnavailableError.
        """
        ...

    def apply(self, notes: Sequence[Note], folder: Path) -> list[Outcome]:
        """One outcome per note, in order; the notes' own spans are not looked at. Raises UnavailableError."""
        ...


@runtime_checkable
class Announcing(Protocol):
    """A method that looks only where something in the text tells it to."""

    def announced(self, notes: Sequence[Note]) -> list[tuple[Span, ...]]:
        """For each note the marked spans that it is told to look for: what it leaves of the others, it never looked at."""
        ...


@runtime_checkable
class Dividing(Protocol):
    """A method that tells the parts of a report; all methods are then scored by these parts as well."""

    def parts(self, text: str) -> Parts:
        """Where the header ends and the footer begins."""
        ...


@cache
def methods() -> Mapping[str, Method]:
    """Every method, by name."""
    return {entry.name: entry for entry in offered("methods", "METHOD")}
