"""What can still be read of a person in the text that was given out, however it was made: no spans of a system are needed.

A method that puts new words in the place of all old ones has no spans to score. These measures look for what had to be
hidden anywhere in the new text. They take no notice of case and of how wide blanks are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from velado.document import Span
from velado.evaluation.counts import Share

__all__ = ["Disguise", "clean_notes", "is_left", "plain", "recall"]


def plain(text: str) -> str:
    """The text in lower case with single blanks: how texts are compared here.

    >>> plain("Ana  P.\\nSILVA")
    'ana p. silva'
    """
    return " ".join(text.lower().split())


@dataclass(frozen=True, slots=True)
class Disguise:
    """What had to be hidden of a note, and the text that was given out instead of it; both as `plain` makes them."""

    entities: tuple[str, ...] = field(repr=False)
    text: str = field(repr=False)

    @classmethod
    def of(cls, original: str, spans: Iterable[Span], given_out: str) -> Disguise:
        """From the marked original. A stretch without a letter or digit cannot be told and is left out."""
        pieces = (plain(span.text(original)) for span in sorted(spans))
        return cls(tuple(piece for piece in pieces if any(map(str.isalnum, piece))), plain(given_out))


def is_left(entity: str, text: str) -> bool:
    """Whether the stretch stands in the text, whole and as words of their own.

    >>> is_left("ana", "la mañana"), is_left("ana", "con ana, su hija"), is_left("ana p. silva", "ana silva")
    (False, True, False)
    """
    start = text.find(entity)
    while start >= 0:
        end = start + len(entity)
        glued_before = start > 0 and text[start - 1].isalnum() and entity[0].isalnum()
        glued_behind = end < len(text) and text[end].isalnum() and entity[-1].isalnum()
        if not glued_before and not glued_behind:
            return True
        start = text.find(entity, start + 1)
    return False


def recall(disguises: Iterable[Disguise]) -> Share:
    """Recall by pattern matching: the share of what had to be hidden that does not stand in the text any more.

    >>> recall([Disguise(("ana gil", "lugo"), "de lugo")])
    Share(part=1, whole=2)
    """
    return sum((Share(not is_left(entity, each.text), 1) for each in disguises for entity in each.entities), Share())


def clean_notes(disguises: Iterable[Disguise]) -> Share:
    """The share of notes in which nothing that had to be hidden stands any more."""
    return sum((Share(not any(is_left(entity, each.text) for entity in each.entities), 1) for each in disguises), Share())
