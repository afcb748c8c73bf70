"""What is never somebody's, whatever the tagger says: rows of one table, each with a reason, a hit and a miss.

A row stays only while it is worth its place: fewer false names on text that names nobody, nothing lost where somebody is named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from velado.document import Span
from velado.pipeline.candidates import Candidates, Context
from velado.tokens import Page

__all__ = ["VETOES", "Veto", "drop_vetoed"]


@dataclass(frozen=True)
class Veto:
    """A reason to drop a candidate, with an example that is dropped and one that stays; ⟦ ⟧ mark the candidate."""

    reason: str
    labels: frozenset[str]
    holds: Callable[[Page, Span], bool]
    hit: str
    miss: str


VETOES: tuple[Veto, ...] = ()


def drop_vetoed(context: Context, candidates: Candidates) -> Candidates:
    """Drop what a veto speaks against; never what is known of the patient."""
    known = frozenset(candidates.known)
    page = context.page
    kept = (
        span for span in candidates.settled
        if span in known or not any(span.label in veto.labels and veto.holds(page, span) for veto in VETOES)
    )  # fmt: skip
    return replace(candidates, settled=tuple(kept))
