"""Free edits of a result, kept apart from the spans: stretches of the original with the text that shall stand there.

So an edit can be written in any format, and when a reviewer changes the spans inside it later, the span wins: a name
that is marked late cannot survive in an edit that was made early.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from velado.document import Replacement, Span, replaced

__all__ = ["EDIT", "Edit", "edits_between", "merged", "standing", "surviving"]

EDIT = "edit"  # the strategy of the replacements that edits become
WORDS = 4_000  # a changed stretch is compared word by word up to this size; beyond, from its first change to its last
LEAST = 4  # characters of a string that is worth a warning
_WORD = re.compile(r"\w+|\s+|[^\w\s]")

Place = tuple[int, int, str]  # start, end and label of a span


@dataclass(frozen=True, slots=True)
class Edit:
    """`spans` are those that stood in the stretch when it was edited."""

    start: int
    end: int
    text: str = field(repr=False)
    spans: tuple[Place, ...] = ()


def merged(replacements: Sequence[Replacement], edits: Sequence[Edit]) -> list[Replacement]:
    """What stands in the result instead of what: an edit covers the replacements inside it."""
    kept = [r for r in replacements if not any(e.start < r.span.end and r.span.start < e.end for e in edits)]
    made = [Replacement(Span(edit.start, edit.end, "OTHER", 1.0, "person"), edit.text, EDIT) for edit in edits]
    return sorted([*kept, *made], key=lambda replacement: replacement.span)


def surviving(edits: Sequence[Edit], spans: Sequence[Span]) -> list[Edit]:
    """The edits in whose stretches the same spans stand as when they were made."""
    return [edit for edit in edits if _places(spans, edit.start, edit.end) == edit.spans]


def standing(text: str, replacements: Sequence[Replacement], edits: Sequence[Edit]) -> int:
    """How many replaced strings the edits spell out again."""
    strings = {replacement.span.text(text).casefold() for replacement in replacements}
    written = "\n".join(edit.text for edit in edits).casefold()
    return sum(len(string.strip()) >= LEAST and string in written for string in strings)


def edits_between(text: str, spans: Sequence[Span], replacements: Sequence[Replacement], edits: Sequence[Edit], edited: str) -> list[Edit]:
    """The edits that make `edited` out of the text, given what was replaced and edited before.

    >>> found = edits_between("Vino Ana ayer.", [Span(5, 8, "AGE")], [Replacement(Span(5, 8, "AGE"), "[X]")], [], "Vino [X] hoy.")
    >>> [(edit.start, edit.end, edit.text) for edit in found]
    [(9, 13, 'hoy')]
    """
    present = merged(replacements, edits)
    pieces = _pieces(text, present)
    result = replaced(text, present)
    if result == edited:
        return list(edits)
    if not result or not text:  # nothing to hold an edit by
        return [Edit(0, len(text), edited, _places(spans, 0, len(text)))] if edited else []
    changes = _whole(list(_changes(result, edited)), pieces, len(result))
    found: list[Edit] = []
    for start, end, new_start, new_end in changes:
        first, last = _original_start(pieces, start), _original_end(pieces, end)
        found.append(Edit(first, last, edited[new_start:new_end], _places(spans, first, last)))
    kept = [edit for edit in edits if not any(new.start < edit.end and edit.start < new.end for new in found)]
    return sorted([*kept, *found], key=lambda edit: edit.start)


def _places(spans: Sequence[Span], start: int, end: int) -> tuple[Place, ...]:
    return tuple((span.start, span.end, span.label) for span in spans if span.start < end and start < span.end)


Piece = tuple[int, int, int, int]  # of a replacement: start and end in the result, start and end in the original
Change = tuple[int, int, int, int]  # start and end in the result, start and end in the edited text


def _pieces(text: str, replacements: Sequence[Replacement]) -> list[Piece]:
    pieces: list[Piece] = []
    shift = 0
    for replacement in replacements:
        start = replacement.span.start + shift
        end = start + len(replacement.text)
        pieces.append((start, end, replacement.span.start, replacement.span.end))
        shift += len(replacement.text) - len(replacement.span)
    return pieces


def _changes(old: str, new: str) -> Iterator[Change]:
    """What differs, in order: by lines first, then by words where the stretch is short enough for that."""
    # An edit is nearly always in one place: comparing hundreds of equal pages line by line would take minutes.
    same = _common(old, new)
    begin = old.rfind("\n", 0, same) + 1
    behind = _common(old[begin:][::-1], new[begin:][::-1])
    old_lines = old[begin : len(old) - behind].splitlines(keepends=True)
    new_lines = new[begin : len(new) - behind].splitlines(keepends=True)
    for from_start, from_end, to_start, to_end in _differences(old_lines, new_lines):
        start, end, new_start, new_end = begin + from_start, begin + from_end, begin + to_start, begin + to_end
        first, second = old[start:end], new[new_start:new_end]
        lead = _common(first, second)
        tail = _common(first[lead:][::-1], second[lead:][::-1])
        start, end, new_start, new_end = start + lead, end - tail, new_start + lead, new_end - tail
        old_words, new_words = _WORD.findall(old[start:end]), _WORD.findall(new[new_start:new_end])
        if max(len(old_words), len(new_words)) > WORDS:
            yield start, end, new_start, new_end
        else:
            for a, b, c, d in _differences(old_words, new_words):
                yield start + a, start + b, new_start + c, new_start + d


def _differences(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """The runs of pieces that differ, as offsets of characters."""
    at, new_at = [0], [0]
    for piece in old:
        at.append(at[-1] + len(piece))
    for piece in new:
        new_at.append(new_at[-1] + len(piece))
    for kind, a, b, c, d in SequenceMatcher(None, old, new).get_opcodes():
        if kind != "equal":
            yield at[a], at[b], new_at[c], new_at[d]


def _common(first: str, second: str) -> int:
    """How many characters two texts share at their beginning."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _whole(changes: list[Change], pieces: Sequence[Piece], length: int) -> list[Change]:
    """Changes grown so that none is empty or cuts a replacement, and joined where they meet then.

    The text beside a change is the same on both sides, so growing moves both by as much.
    """
    grown: list[Change] = []
    for start, end, new_start, new_end in changes:
        first, last = start, end
        if first == last:
            first, last = (first - 1, last) if first else (first, min(last + 1, length))
        for piece_start, piece_end, _, _ in pieces:
            if piece_start < last and first < piece_end:
                first, last = min(first, piece_start), max(last, piece_end)
        change = (first, last, new_start - (start - first), new_end + (last - end))
        while grown and grown[-1][1] > change[0]:
            before = grown.pop()
            beyond = max(0, before[1] - change[1])  # of the text behind both, which is the same on both sides
            change = (before[0], change[1] + beyond, before[2], change[3] + beyond)
        grown.append(change)
    return [change for change in grown if change[0] < change[1] or change[2] < change[3]]


def _original_start(pieces: Sequence[Piece], offset: int) -> int:
    """Where a stretch of the result that cuts no replacement begins in the original; text removed just before stays out."""
    shift = 0
    for _, end, _, last in pieces:
        if end > offset:
            break
        shift = last - end
    return offset + shift


def _original_end(pieces: Sequence[Piece], offset: int) -> int:
    """Where such a stretch ends in the original; text removed just behind stays out."""
    shift = 0
    for start, end, _, last in pieces:
        if start >= offset:
            break
        shift = last - end
    return offset + shift
