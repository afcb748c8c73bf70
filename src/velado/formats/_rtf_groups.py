"""What is known of a place in an RTF document while it is read: the group around it, the field, the picture."""

from __future__ import annotations

from dataclasses import dataclass

from velado.formats._weave import Stream

__all__ = ["Field", "Group", "Picture"]


@dataclass(frozen=True, slots=True)
class Picture:
    """Where a picture's bytes stand, as hexadecimal digits or as they are, and where its kind is named."""

    start: int
    end: int
    kind: tuple[int, int, str]  # the control word and the suffix that belongs to it, "" for kinds that nobody reads
    binary: bool = False


@dataclass(slots=True)
class Field:
    """A field: where its word stands, and whether it becomes the plain text that it shows."""

    start: int
    end: int
    plain: bool = False


@dataclass(slots=True)
class Group:
    """What holds inside a pair of braces."""

    start: int
    stream: Stream
    purpose: str = "text"  # text, look, cut, picture, instruction, style, property, value
    fallback: int = 1  # characters behind a \u that stand for it in old readers
    font: int = -1
    deleted: bool = False
    starred: bool = False
    field: Field | None = None
    fresh: bool = True  # nothing was met in it yet
