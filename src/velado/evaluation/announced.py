"""What a method that waits for a trigger was told to look for, and how much of that it found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

from velado.document import Span
from velado.evaluation.coverage import Coverage

__all__ = ["Told", "told_by_type"]


@dataclass
class Told:
    """Counts of marked spans. *Touched*: something of it was replaced; *hidden*: no letter or digit of it is left."""

    marked: int = 0
    touched: int = 0
    hidden: int = 0
    announced: int = 0
    announced_touched: int = 0
    announced_hidden: int = 0

    def add(self, other: Told) -> None:
        """Take in the counts of another."""
        for name, value in asdict(other).items():
            setattr(self, name, getattr(self, name) + value)


def told_by_type(
    notes: Iterable[tuple[str, Sequence[Span], Sequence[Span], Sequence[Span]]], rename: Callable[[str], str] = str
) -> dict[str, Told]:
    """By type, from texts with what is marked in them, what was found, and what of the marked was announced.

    >>> gil, soto = Span(5, 12, "PATIENT_NAME"), Span(15, 19, "PATIENT_NAME")
    >>> told_by_type([("Sra. Ana Gil y Soto", [gil, soto], [Span(5, 8, "PATIENT_NAME")], [gil])])["PATIENT_NAME"]
    Told(marked=2, touched=1, hidden=0, announced=1, announced_touched=1, announced_hidden=0)
    """
    counts: dict[str, Told] = {}
    for text, marked, found, announced in notes:
        cover = Coverage.of(text, found)
        for span in marked:
            touched = any(other.start < span.end and span.start < other.end for other in found)
            hidden, told = not cover.left(span), span in announced
            one = Told(1, touched, hidden, told, told and touched, told and hidden)
            counts.setdefault(rename(span.label), Told()).add(one)
    return counts
