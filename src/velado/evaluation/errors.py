"""What went wrong, span by span: missed, cut elsewhere, called something else, or not there at all."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from velado.document import Span
from velado.evaluation.coverage import Coverage

__all__ = ["KINDS", "Slip", "slips"]

KINDS = ("missed", "boundary", "type", "both", "spurious")


@dataclass(frozen=True, slots=True)
class Slip:
    """One error. `gold` is None for a spurious span, `system` for a missed one; the texts are filled only on request."""

    kind: str
    document: str = field(repr=False)
    gold: Span | None
    system: Span | None
    left: bool  # a letter or digit of the gold span stays in sight
    gold_text: str | None = field(default=None, repr=False)
    system_text: str | None = field(default=None, repr=False)

    @property
    def label(self) -> str:
        """The type it counts for: the gold one where there is one."""
        span = self.gold or self.system
        return span.label if span else ""


def slips(document: str, text: str, gold: Set[Span], system: Set[Span], cover: Coverage, *, show_text: bool) -> list[Slip]:
    """The errors of one document, in the order of the text. Spans carry label, start and end only.

    Every gold span that is not matched is one error; a system span is one of its own only when it touches no gold span.
    """
    found, wanted = sorted(system), sorted(gold)
    said, due = _Places(found), _Places(wanted)

    def slip(kind: str, right: Span | None, other: Span | None) -> Slip:
        def shown(span: Span | None) -> str | None:
            return span.text(text) if span and show_text else None

        return Slip(kind, document, right, other, right is not None and cover.left(right), shown(right), shown(other))

    errors = []
    for span in wanted:
        if span in system:
            continue
        near = said.touching(span)
        best = max(near, key=lambda other: _closeness(span, other), default=None)
        errors.append(slip(_kind(span, best), span, best))
    errors += [slip("spurious", None, span) for span in found if span not in gold and not due.touching(span)]
    return sorted(errors, key=lambda error: (error.gold or error.system, error.kind))


def _kind(gold: Span, system: Span | None) -> str:
    if system is None:
        return "missed"
    if (gold.start, gold.end) == (system.start, system.end):
        return "type"
    return "boundary" if gold.label == system.label else "both"


def _closeness(gold: Span, other: Span) -> tuple[bool, bool, int]:
    same_place = (gold.start, gold.end) == (other.start, other.end)
    return same_place, gold.label == other.label, min(gold.end, other.end) - max(gold.start, other.start)


class _Places:
    """Spans in order, to look up those that touch another."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._spans = spans
        self._starts = [span.start for span in spans]
        self._longest = max((len(span) for span in spans), default=0)

    def touching(self, span: Span) -> list[Span]:
        first = bisect_left(self._starts, span.start - self._longest)
        last = bisect_left(self._starts, span.end)
        return [other for other in self._spans[first:last] if other.end > span.start]
