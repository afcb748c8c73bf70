"""The dates of a whole document: day before month or not, the usual year, and days that have their month from a neighbour."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from velado.document import Span
from velado.keys import Purpose
from velado.languages import find_holidays
from velado.patterns import late_pattern
from velado.policies.options import Option
from velado.replacement import Case
from velado.replacement._dates import Moment, coarsened, exists, read_date, shifted
from velado.replacement._drawing import Draw, key_of, patient_of

__all__ = ["DAYS", "Calendar", "offset_of"]

DAYS = Option(1820, "dates move into the past by at most this many days", least=1, most=3650)  # 260 weeks, almost five years

_NUMERIC = late_pattern(r"\s*(\d{1,2})[/\-.](\d{1,2})(?:[/\-.]\d{2,4})?\s*")
_BARE_DAY = late_pattern(r"[0-3]?\d(?:º|st|nd|rd|th)?")
_MONTH_FIRST = frozenset({"US"})
_USUAL_YEAR = 2021  # for day and month alone, where the document has no year at all
_NEAR = 16  # "del 3 al 9 de junio": how far the date that lends its month may be


class Calendar:
    """Every date of a case, read once."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._spans = sorted(span for span in case.spans if span.label == "DATE")
        self._order = self._find_order()
        self._known: dict[str, tuple[str, tuple[Moment, ...]] | None] = {}  # the same text is the same date
        self._read = {(span.start, span.end): self._reading(span) for span in self._spans}
        self._lend_months()
        years = Counter(moment.year for _, moment in self._moments() if moment.year)
        self.usual_year = min(years, key=lambda year: (-years[year], year)) if years else _USUAL_YEAR
        self.latest_year = max(years, default=0)

    def shifted(self, span: Span, days: int) -> str | None:
        """The span's text with its dates moved; None when it cannot be read or names a holiday."""
        found = self._found(span)
        if not found or any(find_holidays(found[0], self._case.language)):
            return None
        return shifted(*found, days, self.usual_year)

    def coarsened(self, span: Span, unit: str) -> str | None:
        """The span's text with nothing finer than a month or a year; None when that cannot be had."""
        found = self._found(span)
        return coarsened(*found, unit) if found else None

    def years(self, span: Span) -> list[int]:
        """The years that a span tells."""
        found = self._found(span)
        return [moment.year for moment in found[1] if moment.year] if found else []

    def _found(self, span: Span) -> tuple[str, tuple[Moment, ...]] | None:
        place = (span.start, span.end)
        return self._read[place] if place in self._read else self._reading(span)

    def _reading(self, span: Span) -> tuple[str, tuple[Moment, ...]] | None:
        text = span.text(self._case.text)
        if text not in self._known:
            self._known[text] = read_date(text, self._case.language, self._order)
        return self._known[text]

    def _moments(self) -> list[tuple[tuple[int, int], Moment]]:
        return [(place, moment) for place, found in self._read.items() if found for moment in found[1]]

    def _find_order(self) -> str:
        """Day first, but in the United States; elsewhere in English a date beyond the twelfth settles it."""
        country, language = self._case.country, self._case.language
        if country in _MONTH_FIRST:
            return "mdy"
        if country or language != "en":
            return "dmy"
        for span in self._spans:
            match = _NUMERIC.fullmatch(span.text(self._case.text))
            if match and int(match[1]) > 12 >= int(match[2]):
                return "dmy"
        return "mdy"

    def _lend_months(self) -> None:
        """A figure alone just before a date is a day of that date's month; otherwise it stands as the year it looks like."""
        for span, following in zip(self._spans, self._spans[1:], strict=False):
            text = span.text(self._case.text).strip()
            lender = self._read[following.start, following.end]
            if lender is None or following.start - span.end > _NEAR or not _BARE_DAY.fullmatch(text):
                continue
            moment, figure = lender[1][0], text.rstrip("abcdefghijklmnopqrstuvwxyzº")
            day = replace(moment, pieces=(("d", 0, len(figure)), ("o", len(figure), len(text))), day=int(figure))
            if moment.day and exists(day):
                self._read[span.start, span.end] = (text, (day,))


def offset_of(case: Case, days: int) -> int:
    """Draw how many days the patient's dates move: into the past, by at most `days`, never 0.

    The past, because a note that comes from next year gives itself away, and so does a child who is not born yet. Whole
    weeks where there is room for them: a weekday beside a date stays true and tells nothing.
    """
    step = 7 if days >= 7 else 1
    return -step * (1 + Draw(key_of(case, Purpose.SHIFT), patient_of(case)).below(days // step))
