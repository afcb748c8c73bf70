"""What is left of people: in a cell that names them, and in a text about them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from .kinds import Mark
from .people import plain

__all__ = ["left_in_cell", "left_in_text"]

_WORD = re.compile(r"\w+|[^\w\s]")
_NAMES = frozenset({"name", "patient's name", "relative's name", "doctor's name"})


@lru_cache(maxsize=4096)
def _telling(kind: str, text: str) -> tuple[str, ...]:
    """Return the words of an identifier that tell: no titles, no particles, of an e-mail what stands before the provider."""
    if kind == "e-mail":
        text = text.partition("@")[0]
    words = [plain(word) for word in _WORD.findall(text) if word[0].isalnum()]
    if kind == "address":
        return tuple(word for word in words if len(word) >= 4 and word.isalpha()) or tuple(words)
    if kind in _NAMES:
        return tuple(word for word in words if len(word) >= 3 and word not in ("del", "los", "las", "dos", "das", "dra", "van"))
    if kind == "e-mail":
        return tuple(word for word in words if len(word) >= 3)
    with_figures = tuple(word for word in words if any(map(str.isdigit, word)))
    return with_figures or tuple(words)


def _enough(kind: str, found: int, whole: int, *, drawn: bool) -> bool:
    """Whether so many signs are an identifier left. Of a name one word will do, unless names are drawn, which may be alike."""
    return found > 0 and (2 * found >= whole or (kind in _NAMES and not drawn))


def left_in_cell(kind: str, before: str, after: str, *, drawn: bool) -> bool:
    """Whether what a cell said of somebody is still there."""
    if before == after:
        return True
    telling = _telling(kind, before)
    if kind in _NAMES or kind in ("address", "e-mail"):
        there = set(map(plain, _WORD.findall(after)))
        return _enough(kind, sum(len(word) for word in telling if word in there), sum(map(len, telling)), drawn=drawn)
    small = "".join(sign for sign in plain(before) if sign.isalnum())
    return len(small) >= 4 and small in "".join(sign for sign in plain(after) if sign.isalnum())


def left_in_text(marks: Sequence[Mark], before: str, after: str, *, drawn: bool) -> list[bool]:
    """Whether each identifier still stands where it stood: a drawn name that happens to be spelt alike elsewhere does not count."""
    if not marks:
        return []
    small = plain(after)
    suspects = [any(word in small for word in _telling(mark.kind, mark.text)) for mark in marks]
    if not any(suspects):
        return suspects
    kept = _kept_words(before, after)
    return [suspect and _still_there(mark, before, kept, drawn=drawn) for mark, suspect in zip(marks, suspects, strict=True)]


def _kept_words(before: str, after: str) -> set[int]:
    """Return where the words of a text begin that the text after it still has in their place."""
    if before == after:
        return {match.start() for match in _WORD.finditer(before)}
    places = [match.start() for match in _WORD.finditer(before)]
    first, second = _WORD.findall(before), _WORD.findall(after)
    blocks = SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
    return {places[block.a + step] for block in blocks for step in range(block.size)}


def _still_there(mark: Mark, before: str, kept: set[int], *, drawn: bool) -> bool:
    telling = _telling(mark.kind, mark.text)
    words = [(match.start(), plain(match[0])) for match in _WORD.finditer(before, mark.start, mark.start + len(mark.text))]
    found = sum(len(word) for start, word in words if start in kept and word in telling)
    return _enough(mark.kind, found, sum(map(len, telling)), drawn=drawn)
