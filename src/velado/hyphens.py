"""Words that a hyphen parts at the end of a line: "Ugar-" and "te" in the next one are read as the name that they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from velado import lexicons
from velado.mending import Mended, mended
from velado.tokens import fold

__all__ = ["rejoined"]

# The hyphen, one that is shown only where a line ends, and the sign that word processors copy for it.
_PARTED = re.compile(r"[-\u00ad\u2010\u2011¬][ \t]{0,3}\r?\n[ \t]{0,12}(?=[^\W\d_])")
_BEFORE = re.compile(r"[^\W\d_]{2,30}\Z")
_BEHIND = re.compile(r"[^\W\d_]{1,30}")


def rejoined(text: str) -> Mended | None:
    """The text with its parted words whole, the rest of the next line behind them; None when there is none, as nearly always.

    >>> rejoined("Sr. Ugar-\\nte, cuadro médico-\\nquirúrgico").text
    'Sr. Ugarte, cuadro médico-\\nquirúrgico'
    """
    mends = list(_mends(text))
    return mended(text, mends) if mends else None


def _mends(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _PARTED.finditer(text):
        before = _BEFORE.search(text, max(0, match.start() - 31), match.start())
        behind = _BEHIND.match(text, match.end())
        if before and behind and _is_one_word(before[0], behind[0]):
            yield match.start(), match.end(), ""


def _is_one_word(before: str, behind: str) -> bool:
    """Whether two halves are one word: not "García-" and "López", nor two words of the language that nobody writes as one."""
    if not behind[0].islower() and not (before.isupper() and behind.isupper()):
        return False
    first, second = lexicons.lookup(fold(before)), lexicons.lookup(fold(behind))
    return bool(lexicons.lookup(fold(before + behind))) or not (first and second)
