"""What a method that waits for a trigger was told to look for, and how much of that it found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

from velado.document import Span
from velado.evaluation.coverage import Coverage
from velado.evaluation.report import number

__all__ = ["ANNOUNCED_COLUMNS", "ANNOUNCED_WORDS", "Told", "told_by_type"]

ANNOUNCED_COLUMNS = ("marked", "replaced", "hidden", "paper", "announced", "of these replaced", "of these hidden")
ANNOUNCED_WORDS = """\
*Announced* are the marked items of which a part is among the first four valid words behind a trigger of their type: the others the
method does not look for, though some are taken along, as a town inside an address is. *Replaced* counts an item of which something is
gone, which is nearest to the thesis: it counts its tags beside the items marked by hand. *Hidden* is an item of which no letter or digit
is left. Names are those of patients and relatives; a number with fewer than seven digits is no phone to the method. The paper's
figures are of all items that its notes mark, from which the triggers were taken.
"""


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

    def cells(self, paper: float | None) -> list[str]:
        """A line of `ANNOUNCED_COLUMNS`, with the recall that the authors report.

        >>> Told(4, 3, 2).cells(None)
        ['4', '0.7500', '0.5000', '–', '0', '–', '–']
        """
        return [
            str(self.marked), _share(self.touched, self.marked), _share(self.hidden, self.marked), number(paper),
            str(self.announced), _share(self.announced_touched, self.announced), _share(self.announced_hidden, self.announced),
        ]  # fmt: skip


def _share(part: int, whole: int) -> str:
    return number(part / whole if whole else None)


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
