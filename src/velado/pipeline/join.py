"""Joins what the forms tell with what the tagger says: identifiers found by their form stay whole, certain ones stand by themselves."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from velado.document import Span
from velado.labels import DIRECT, NUMBERS
from velado.pipeline.spans import cover_of

__all__ = ["join_spans"]

# A form of at least this score is an identifier whatever the tagger says.
_CERTAIN = {**dict.fromkeys(DIRECT, 0.9), "PHONE": 0.85, "URL": 0.85, "DATE": 0.75}
_WHOLE = 0.75  # a form of at least this score has the right extent
_ADDRESSES = frozenset({"EMAIL", "URL", "IP_ADDRESS"})  # whatever is tagged inside is a part of them


def join_spans(text: str, forms: Sequence[Span], tagged: Sequence[Span]) -> list[Span]:
    """The tagger's spans, grown to the whole of the forms they touch, and certain forms that it has nothing for.

    >>> [span.end for span in join_spans("12-03-2021, 34", [Span(0, 10, "DATE", 0.95)], [Span(0, 2, "DATE", 0.8), Span(12, 14, "AGE", 0.7)])]
    [10, 14]
    """
    whole = sorted(form for form in forms if form.score >= _WHOLE)
    starts = [form.start for form in whole]
    longest = max(map(len, whole), default=0)

    def touching(span: Span) -> list[Span]:
        near = whole[bisect_left(starts, span.start - longest) : bisect_left(starts, span.end)]
        return [form for form in near if span.start < form.end]

    joined: dict[tuple[int, int], Span] = {}
    for span in tagged:
        for form in touching(span):
            if form.label in _ADDRESSES and form.score >= _CERTAIN[form.label]:
                span = replace(form, score=max(form.score, span.score)) if span.start >= form.start and span.end <= form.end else span
            elif form.label == span.label or {form.label, span.label} <= NUMBERS:
                span = replace(span, start=min(span.start, form.start), end=max(span.end, form.end))
        held = joined.get((span.start, span.end))
        if held is None or held.score < span.score:
            joined[span.start, span.end] = span
    taken = cover_of(text, joined.values())
    alone = [form for form in whole if form.score >= _CERTAIN.get(form.label, 1.01) and not any(taken[form.start : form.end])]
    return [*joined.values(), *alone]
