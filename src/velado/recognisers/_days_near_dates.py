"""Day and month in the month of a date that the note tells in full: "Ingreso 14/03/2024 … eco 18/3", "TTE 11/20" in a note of 11/21/24."""

from __future__ import annotations

from collections.abc import Iterator

from velado.patterns import late_pattern
from velado.recognisers._short_dates import DATE_CUES, SCORES, UNIT, word_before
from velado.tokens import Page

__all__ = ["days_near_dates"]

_FULL = late_pattern(r"\d(?<![\d/.:\-]\d)\d?[/.-]\d{1,2}[/.-](?:19|20)?\d\d(?![\d/\-])")
_SHORT = late_pattern(r"\d(?<![\d/.,:\-]\d)\d?/\d{1,2}(?![\d/\-]|[.,]\d| ?%| ?[a-z]{1,3}\b)")
_FRACTIONS = 12  # up to here a day may as well count a score
_NEAR = 10  # days
_TOTALS = frozenset((15, 20, 21, 24, 27, 28, 30))  # of scores


def days_near_dates(page: Page) -> Iterator[tuple[int, int, float]]:
    """Start, end and score of each; days up to twelve say too little."""
    folded = page.folded
    full = [tuple(map(int, match[0].replace(".", "/").replace("-", "/").split("/")[:2])) for match in _FULL.finditer(folded)]
    if not full:
        return
    # Where a second number is larger than twelve, and no first one, the month stands first.
    month_first = any(second > _FRACTIONS for _, second in full) and not any(first > _FRACTIONS for first, _ in full)
    days = {(second, first) if month_first else (first, second) for first, second in full}
    days = {(day, month) for day, month in days if 0 < day <= 31 and 0 < month <= 12}
    for match in _SHORT.finditer(folded):
        first, second = map(int, match[0].split("/"))
        day, month = (second, first) if month_first else (first, second)
        if not _FRACTIONS < day <= 31 or not any(month == other and abs(day - told) <= _NEAR for told, other in days):
            continue
        before = word_before(page, match.start())
        if before in SCORES or UNIT.match(folded, match.end()) or (month_first and day in _TOTALS and before not in DATE_CUES):
            continue
        yield *match.span(), 0.76
