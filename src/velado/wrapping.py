"""Text whose lines were broken at a width: printing, e-mail and PDF do it in the middle of a name."""

from __future__ import annotations

import re
from itertools import pairwise

__all__ = ["unwrapped"]

_NARROW, _WIDE = 36, 160  # widths at which programs break lines
_LONGEST_WORD = 16  # a line that a width broke is at most this much shorter than the width
_FEWEST = 3  # broken lines from which on a width is believed
_LINE = re.compile(r"[^\n]+")
_TABLE = re.compile(r"\S(?: {2,}|\t)|[|]")
_ABBREVIATION = re.compile(r"(?<!\w)[^\W\d_]{1,4}\.\Z")  # "Dra." goes on
# What begins a line of its own: a bullet, a number, a field, a date, a time.
_OPENS = re.compile(r"\s|[-•*>·●○■□▪✓#=_+|(\[]|\d{1,4}[.):/\-]|\d{1,2} |[^\W\d_][^\n:]{0,30}:")


def unwrapped(text: str) -> str:
    """The text with a blank for each line break that only a width made; all others stay, and so do all offsets.

    A break is made by a width when the next word would not have fitted into the line.
    """
    lines = [match.span() for match in _LINE.finditer(text)]
    if len(lines) <= _FEWEST:
        return text
    lengths = [end - start for start, end in lines]
    width = max(lengths)
    if not _NARROW <= width <= _WIDE:
        return text
    broken = [
        end
        for (start, end), (following, stop) in pairwise(lines)
        if end - start >= width - _LONGEST_WORD
        and following == end + 1
        and end - start + 1 + len(text[following:stop].split(" ", 1)[0]) > width
        and (text[end - 1] not in ".:;!?" or _ABBREVIATION.search(text, max(start, end - 6), end))
        and not _TABLE.search(text, start, end)
        and not _OPENS.match(text, following)
    ]
    if len(broken) < _FEWEST:
        return text
    letters = list(text)
    for at in broken:
        letters[at] = " "
    return "".join(letters)
