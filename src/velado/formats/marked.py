"""Notes with inline marks ⟦LABEL:text⟧: how this project's corpus and test cases are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from velado.document import Span
from velado.labels import label_named

__all__ = ["ANNOTATIONS", "parse_marks", "with_marks"]

_MARK = re.compile(r"⟦([A-Za-z_0-9-]+):([^⟦⟧]*)⟧")


def parse_marks(marked: str, *, keep_labels: bool = False) -> tuple[str, list[Span]]:
    """The natural text and its spans. Labels of other schemes become Velado's unless `keep_labels`.

    >>> parse_marks("Vino ⟦PATIENT_NAME:Ana⟧.")
    ('Vino Ana.', [Span(start=5, end=8, label='PATIENT_NAME', score=1.0, source='gold')])
    """
    pieces: list[str] = []
    spans: list[Span] = []
    position = length = 0
    for match in _MARK.finditer(marked):
        before = marked[position : match.start()]
        label = match.group(1) if keep_labels else label_named(match.group(1))
        if label is None:
            raise ValueError(f"unknown label {match.group(1)} in a mark")
        start = length + len(before)
        length = start + len(match.group(2))
        pieces += (before, match.group(2))
        spans.append(Span(start, length, label, 1.0, "gold"))
        position = match.end()
    pieces.append(marked[position:])
    text = "".join(pieces)
    if "⟦" in text or "⟧" in text:
        raise ValueError("a bracket of a mark stands alone")
    return text, spans


def with_marks(text: str, spans: Iterable[Span]) -> str:
    """The text with its spans as inline marks.

    >>> with_marks("Vino Ana.", [Span(5, 8, "PATIENT_NAME")])
    'Vino ⟦PATIENT_NAME:Ana⟧.'
    """
    pieces: list[str] = []
    position = 0
    for span in sorted(spans):
        pieces += (text[position : span.start], f"⟦{span.label}:{span.text(text)}⟧")
        position = span.end
    return "".join([*pieces, text[position:]])


@dataclass(frozen=True)
class Marked:
    """The note and its marks in one file."""

    name: str = "marked"
    suffix: str = ".txt"
    holds_text: bool = True
    description: str = "inline marks ⟦LABEL:text⟧, as in this project's corpus"

    def read(self, path: Path, *, keep_labels: bool = False) -> tuple[str, list[Span]]:
        """The natural text of a marked note, and its spans."""
        return parse_marks(path.read_bytes().decode("utf-8"), keep_labels=keep_labels)

    def render(self, id: str, text: str, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
        """The text with its marks; a text that has such brackets of its own cannot be marked."""
        if "⟦" in text or "⟧" in text:
            raise ValueError("the text has the brackets of marks in it")
        return with_marks(text, (Span(s.start, s.end, rename(s.label)) for s in spans))


ANNOTATIONS = Marked()
