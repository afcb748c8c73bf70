"""Dates, in figures and in words, in all the ways people write them; the time of day stays outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from velado.document import Span
from velado.patterns import late_pattern
from velado.recognisers._calendar import month_words, weekday_words
from velado.recognisers._days_alone import SPANS, day_alone, ordinal_days, span_of_days
from velado.recognisers._days_near_dates import days_near_dates
from velado.recognisers._numeric_dates import labelled_dates, numeric_dates
from velado.recognisers._short_dates import Found
from velado.recognisers._word_index import Awaited, index_of
from velado.recognisers._written_dates import FEASTS, feast, month_date, weekday_date, year_in_words
from velado.recognisers._years import bare_years, short_year
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_LABELS = frozenset(
    """fecha data date dob nac nasc nacimiento nascimento fn fdn dn ddn birth fum fur dum dpp fpp born nascido nacido""".split()
)


def _el(page: Page, number: int) -> Iterator[Found]:
    behind = page.spans[number][1] + 1
    if page.folded[behind : behind + 1].isdecimal() or page.folded.startswith("de ", behind):
        yield from short_year(page, number)
        yield from day_alone(page, number)


def _dia(page: Page, number: int) -> Iterator[Found]:
    yield from day_alone(page, number)
    yield from feast(page, number)


def _semana(page: Page, number: int) -> Iterator[Found]:
    yield from feast(page, number)
    yield from span_of_days(page, number)


def _labelled(page: Page, number: int) -> Iterator[Found]:
    end = page.spans[number][1]
    # "DN4 6/10" is a score of pain.
    return iter(()) if page.words[number] == "dn" and page.folded[end : end + 1].isdigit() else labelled_dates(page, end)


@cache
def _readers() -> dict[str, Callable[[Page, int], Iterator[Found]]]:
    """The words that may belong to a date, each with what reads the date around it."""
    readers: dict[str, Callable[[Page, int], Iterator[Found]]] = dict.fromkeys(FEASTS, feast)
    readers |= dict.fromkeys(("mil", "thousand"), year_in_words)
    readers |= dict.fromkeys(("em", "desde", "del", "ano"), short_year)
    readers |= dict.fromkeys(SPANS, span_of_days)
    readers |= {"dia": _dia, "el": _el, "semana": _semana}
    readers |= dict.fromkeys(weekday_words(), weekday_date)
    readers |= dict.fromkeys(_LABELS, _labelled)
    readers |= dict.fromkeys(month_words(), month_date)
    return readers


@cache
def _date_words() -> Awaited:
    return Awaited(_readers())


# "Ley 41/2002, de 14 de noviembre": the day belongs to the law.
_LAW = late_pattern(r"\b(?:ley|lei|decreto|r\.?d\.?|orden|portaria|resoluc(?:ion|ao)|directiva|diretiva)\b[^\n\d]{0,24}\d{1,5}/(?:19|20)?\d\d,? ?de \Z")


@dataclass(frozen=True)
class Dates:
    """Finds dates."""

    name: str = "dates"

    def find(self, page: Page) -> Iterator[Span]:
        """One span for each date; where two readings overlap, the longer one."""
        found = [*numeric_dates(page), *ordinal_days(page)]
        readers = _readers()
        for number in index_of(page).tokens(_date_words()):
            found.extend(readers[page.words[number]](page, number))
        found.extend(bare_years(page))
        found.extend(days_near_dates(page))
        found.sort(key=lambda one: (one[0], -one[1]))
        reached = -1
        for start, end, score in found:
            if start >= reached:
                reached = end
                if page.folded[start - 4 : start] in (" de ", ",de ") and _LAW.search(page.folded, max(0, start - 50), start):
                    continue
                yield Span(start, end, "DATE", score, self.name)


RECOGNISER = Dates()
