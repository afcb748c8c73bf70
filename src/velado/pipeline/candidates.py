"""What the stages hand on: the context they read and never change, and the candidates that each of them replaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from velado.document import Span
from velado.recognisers import Recogniser
from velado.tokens import Page

__all__ = ["Candidates", "Context", "Finder", "Tags"]


class Finder(Protocol):
    """A model of the user's own: it sees the text alone."""

    def find(self, text: str) -> Iterable[Span]:
        """Spans with Velado's labels and offsets into the text; they may overlap."""
        ...


class Tags(Protocol):
    """The tagger, or what stands in for it."""

    def find(self, page: Page, hints: Sequence[Span], least: float = 0.5) -> Iterable[Span]:
        """Spans of a page of which the forms tell `hints`, down to a score."""
        ...


@dataclass(frozen=True)
class Context:
    """A page and everything that is settled before the first stage."""

    page: Page
    recognisers: tuple[Recogniser, ...] = ()
    tagger: Tags | None = None
    extra: tuple[Finder, ...] = ()
    given: tuple[Span, ...] = ()  # what the file's structure names, with offsets into the page
    least: float = 0.5  # the least score that the tagger may give
    least_score: Callable[[str], float] = lambda label: 0.0  # the threshold of the policy for each label


@dataclass(frozen=True)
class Candidates:
    """Spans by where they come from. Only `settled` goes on to the result."""

    known: tuple[Span, ...] = field(default=(), repr=False)  # of the patient, told beforehand
    forms: tuple[Span, ...] = field(default=(), repr=False)
    tagged: tuple[Span, ...] = field(default=(), repr=False)
    settled: tuple[Span, ...] = field(default=(), repr=False)
