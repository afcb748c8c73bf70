"""Tells what each stage of recognition did on a page, in lines for a person who asks why."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from velado.document import Span
from velado.models import Taggers
from velado.pipeline.candidates import Candidates, Context
from velado.pipeline.stages import Stage

__all__ = ["changes"]


def changes(context: Context, stage: Stage, before: Candidates, after: Candidates, taggers: Taggers | None) -> Iterator[str]:
    """One line for each span that a stage added or dropped; for the tagger's the features that weighed most."""
    held, now = _all(before), _all(after)
    for span in sorted(now - held):
        yield f"{stage.name:<10}+ {_told(context, span)}{_reasons(context, after, span, taggers) if stage.name == 'tagger' else ''}"
    for span in sorted(held - now):
        if stage.name not in ("join", "known", "forms", "tagger"):
            yield f"{stage.name:<10}- {_told(context, span)}"


def _all(candidates: Candidates) -> set[Span]:
    return set(candidates.settled) or set(chain(candidates.known, candidates.forms, candidates.tagged))


def _told(context: Context, span: Span) -> str:
    value = " ".join(span.text(context.page.text).split())
    return f"{span.label:<14}{span.score:.2f} {span.source:<12}{value}"


def _reasons(context: Context, candidates: Candidates, span: Span, taggers: Taggers | None) -> str:
    if taggers is None or span.source != "model":
        return ""
    found = taggers.of(context.page).reasons(context.page, (*candidates.known, *candidates.forms), span)
    return "   " + ", ".join(f"{name} {weight:+.1f}" for name, weight in found)
