"""Dates that their form tells, in figures and with a month in words. What needs its context, a bare year or "3/5", is a guess for the tagger."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from velado.document import Span
from velado.languages import ROMAN_MONTHS
from velado.patterns import late_pattern
from velado.recognisers._calendar import day_words, month_words, year_words
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_FIGURES = late_pattern(
    r"\d(?<![\w/].)(?<!\d[.,:\-].)(?P<first>\d{0,3}) ?(?P<joint>[-/.]{1,2}) ?(?P<second>\d{1,4}|[ivx]{1,4})"
    r"(?: ?(?P<other>[-/.]{1,2}) ?(?P<third>\d{1,4}))?(?![a-su-z_\d]|[.,/:\-]\d)"
)
_REACH = 48  # characters before a month in which its day begins
_WEAK = frozenset("marta mars medi mai marc ago set out dez may mar agost abril april june julio august mayo".split())  # words and names as well
_LAW = late_pattern(r"\b(?:ley|lei|decreto|r\.?d\.?|orden|portaria|resoluc(?:ion|ao)|directiva|diretiva)\b[^\n\d]{0,24}\d{1,5}/(?:19|20)?\d\d,? ?(?:de|do) \Z")


@cache
def _day_before() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w.,/:\-])(?P<day>\d{{1,2}}(?:st|nd|rd|th|ro|er|[oa])?|{day_words()})"
        r"(?:\.? (?:dias )?(?:del?|do|of) (?:(?:mes|month) (?:de|of) )?| ?d'| ?[-/.] ?|,? {0,2})\Z"
    )


@cache
def _year_behind() -> re.Pattern[str]:
    return re.compile(
        r"\.?(?:,? (?:del?|do|of) (?:(?:ano|year) (?:(?:de|of) )?)?| ?[-/.,]? ?)"
        rf"(?:(?P<year>(?:19|20)\d\d|[12]\.[09]\d\d|{year_words()})(?![a-z\d])|(?P<short>'?\d\d)(?![\w%:°]|[.,/:\-]\d))"
    )


_DAY_BEHIND = late_pattern(r"\.? (?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)?(?![\w%:/]|[.,]\d(?!\d{3}))(?P<year>(?:,| of)? ?(?:19|20)\d\d(?!\d))?")


@dataclass(frozen=True)
class Dates:
    """Finds dates, and stretches that may be some."""

    name: str = "dates"

    def find(self, page: Page) -> Iterator[Span]:
        """One span for each date; where two readings overlap, the one that begins first, of these the longer."""
        months = month_words()
        found = list(_in_figures(page))
        for number, word in enumerate(page.words):
            if word in months and (date := _around_month(page, number)) is not None:
                found.append(date)
        reached = -1
        for start, end, score in sorted(found, key=lambda one: (one[0], -one[1])):
            if start >= reached:
                reached = end
                of_a_law = score > 0.5 and _LAW.search(page.folded, max(0, start - 50), start)
                yield Span(start, end, "DATE", 0.5 if of_a_law else score, self.name)


def _in_figures(page: Page) -> Iterator[tuple[int, int, float]]:
    folded = page.folded
    for match in _FIGURES.finditer(folded):
        first, second, third = folded[match.start()] + match["first"], match["second"], match["third"]
        if folded[match.end() : match.end() + 1] == "t" and not folded[match.end() + 1 : match.end() + 2].isdigit():
            continue  # only a time may follow at once: "2021-03-12T10:30"
        score = _score_of_three(match, first, second, third) if third else _score_of_two(match["joint"], first, second)
        if score:
            yield match.start(), match.end(), score


def _score_of_three(match: re.Match[str], first: str, second: str, third: str) -> float:
    """How sure day, month and year are, in any order; 0 where they cannot be."""
    if len(first) == 4:
        first, third = third, first
    if len(first) > 2 or len(third) not in (2, 4) or (len(third) == 4 and not "1850" <= third <= "2100"):
        return 0.0
    if not second.isdigit():
        return 0.9 if second in ROMAN_MONTHS and int(first) <= 31 else 0.0
    if not _fit(first, second):
        return 0.0
    if len(third) == 4:
        return 0.95
    if match["joint"] == match["other"] == "/":
        return 0.9
    return 0.8 if len(first) == len(second) == 2 else 0.5


def _score_of_two(joint: str, first: str, second: str) -> float:
    """The same for month and year or day and month."""
    if not second.isdigit():
        return 0.5 if second in ROMAN_MONTHS and len(first) < 3 and int(first) <= 31 else 0.0
    if 4 in (len(first), len(second)):
        month, year = (second, first) if len(first) == 4 else (first, second)
        fits = len(month) < 3 and 1 <= int(month) <= 12 and "1900" <= year <= "2047" and joint != "."
        return (0.85 if joint == "/" and len(second) == 4 else 0.6) if fits else 0.0
    if len(first) > 2 or len(second) > 2 or not _fit(first, second) or joint == ".":
        return 0.0
    return 0.5 if len(first) == len(second) == 2 else 0.3


def _fit(first: str, second: str) -> bool:
    """Whether two numbers can be day and month, in either order."""
    low, high = sorted((int(first), int(second)))
    return len(second) < 3 and 1 <= low <= 12 and high <= 31


def _around_month(page: Page, number: int) -> tuple[int, int, float] | None:
    """The date around a token that is the name of a month, with how sure it is."""
    folded, (start, end) = page.folded, page.spans[number]
    weak = page.words[number] in _WEAK
    base = max(0, start - _REACH)
    day = _day_before().search(folded, base, start)
    if day is not None and day["day"][0].isdigit() and not 1 <= int(day["day"].rstrip("stndrhoea")) <= 31:
        day = None
    year = _year_behind().match(folded, end)
    if day is not None:
        if year is not None:
            return day.start("day"), year.end(), 0.92 if year["year"] else 0.8
        return day.start("day"), end, 0.5 if weak else 0.8
    if year is not None and year["year"]:
        return start, year.end(), 0.85
    behind = _DAY_BEHIND.match(folded, end)
    if behind is not None and 1 <= int(behind["day"]) <= 31 and page.language == "en":
        return start, behind.end(), 0.9 if behind["year"] else 0.5 if weak else 0.75
    if year is not None:
        return start, year.end(), 0.5
    return None if weak or len(page.words[number]) < 4 else (start, end, 0.4)


RECOGNISER = Dates()
