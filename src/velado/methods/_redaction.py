"""The note that a method gives out when it is asked for spans: each one replaced by the tag of the literature."""

from __future__ import annotations

from collections.abc import Iterable

from velado.document import Span
from velado.labels import LABELS

__all__ = ["redact"]


def redact(text: str, spans: Iterable[Span]) -> str:
    """The text with {NOMBRE}, {TEL} … in place of the spans; where two overlap, the first gives the tag for both.

    >>> redact("Vino Ana Gil hoy", [Span(5, 12, "PATIENT_NAME"), Span(9, 16, "OTHER")])
    'Vino {NOMBRE}'
    """
    pieces: list[str] = []
    position = 0
    for span in sorted(spans):
        if span.start >= position:
            pieces += (text[position : span.start], "{", LABELS[span.label].tag, "}")
        position = max(position, span.end)
    return "".join([*pieces, text[position:]])
