"""Dates in figures: 12/03/2021, 2021-03-12, 12-III-21, 03/2020, and 3/5 where something tells that it is a date."""

from __future__ import annotations

import re
from collections.abc import Iterator

from velado.patterns import late_pattern, matches_at
from velado.recognisers._calendar import weekday_words
from velado.recognisers._short_dates import (
    DATE_CUES,
    NUMBER_CUES,
    SCORES,
    UNIT,
    Found,
    beside,
    is_day_and_month,
    score_of_short,
    word_before,
)
from velado.recognisers._word_index import index_of
from velado.tokens import Page

__all__ = ["days_before", "labelled_dates", "numeric_dates"]


_ROMAN = frozenset("i ii iii iv v vi vii viii ix x xi xii".split())
_LATE = frozenset("vii viii ix xi xii".split())  # no heart murmur and no stage has so high a grade
_WEIGHT = late_pattern(r" ?(?:g|gr|kg|mg|ml|cm|mm|%)(?![a-z])")
_BIRTH = frozenset("n fn nac nasc nacimiento nascimento dob dn born fecha data date".split())
_BEHIND_FIRST = frozenset(" /|-.o")  # what may stand behind the first number of a date
_SHAPE = late_pattern(
    r"[0-9](?<![\w][0-9])(?:"
    r"(?P<loose>\d? ?[/|\-] ?\d{1,2} ?[/|\-]{1,2} ?(?:19|20)\d\d(?!\d))"
    r"|(?P<blank>\d \d\d (?:19|20)?\d\d(?![\w.,/:\-]| \d))"
    r"|(?P<a>\d{0,3})o?(?P<s>[-/.])(?P<b>\d{1,4}|[ivx]{1,4}(?![a-z]))(?:(?P<t>[-/.])(?P<c>\d{1,4}))?)(?!\d)"
)
_DAYS_BEFORE = late_pattern(
    r"(?<![\w/.,:\-])(\d{1,2}(?:st|nd|rd|th)?(?:, ?\d{1,2}(?:st|nd|rd|th)?){0,4})(?: ?(?:->|→|&) ?| (?:al?|ao|y|e|and|to) (?:el |dia )?|(?<=\d, \d\d), ?|"
    r"(?<=\d,\d\d), ?)$"
)
_DAY = late_pattern(r"\d+(?:st|nd|rd|th)?")
_PART = late_pattern(r"[0-9a-z|]+")
_LABELLED = late_pattern(
    r"(?:[ .:)/\-_]{0,12}(?:de|da|do|of|y|hora|nac\w*|nasc\w*|birth|ingreso|alta|egreso|consulta|"
    r"admiss\w*)\b){0,3}[ .:)\-_]{0,12}"
    r"([0-9lo][0-9lio|sz]?(?:[ /.\-|]{1,3}[0-9lio|sz]{1,3}){0,1}[ /.\-|]{0,3}[0-9lio|sz]{2,4}|\d{5}/(?:19|20)\d\d|\d{8}|"
    r"\d{6})(?![\w/])"
)


def days_before(page: Page, start: int) -> Iterator[Found]:
    """The first days of "del 3 al 9 de junio" and "12, 13 y 14 de mayo", in front of the last one."""
    base = max(0, start - 28)
    match = _DAYS_BEFORE.search(page.folded[base:start])
    if match:
        for day in _DAY.finditer(match.group(1)):
            if 1 <= int(day.group().rstrip("stndrh")) <= 31:
                at = base + match.start(1)
                yield at + day.start(), at + day.end(), 0.7


def labelled_dates(page: Page, end: int) -> Iterator[Found]:
    """A date behind a word like "Fecha" that ends at `end`: run together, with blanks, or with letters for digits."""
    match = _LABELLED.match(page.folded, end)
    if match:
        value = match.group(1)
        digits = sum(map(str.isdigit, value))
        parts = len(_PART.findall(value))
        if (
            (digits >= 6 or (digits >= 4 and parts == 3))
            and len(value.replace(" ", "")) <= 12
            and not _WEIGHT.match(page.folded, match.end())
        ):
            yield match.start(1), match.end(1), 0.8


def numeric_dates(page: Page) -> Iterator[Found]:
    """Every date in figures that has a separator."""
    folded = page.folded
    doubtful: list[tuple[int, int]] = []
    sure: list[tuple[int, int]] = []
    starts = [start for start, end in index_of(page).digits if end - start <= 4 and folded[end : end + 1] in _BEHIND_FIRST]
    for match in matches_at(_SHAPE, folded, starts):
        start, end = match.span()
        separator = match.group("s")
        if (
            start > 1
            and folded[start - 2].isdigit()
            and (folded[start - 1] in ".,/:" or (folded[start - 1] == "-" and separator != "/"))
        ):
            continue
        if match.group("loose"):
            sure.append((start, end))
            yield start, end, 0.95
            yield from days_before(page, start)
            continue
        if match.group("blank"):
            if _stands_apart(folded, start) and is_day_and_month(
                int(folded[start : start + 2]), int(folded[start + 3 : start + 5])
            ):
                yield start, end, 0.6
            continue
        follower = folded[end : end + 2]
        if follower and (follower[0] == "_" or (follower[0].isalpha() and not (follower[0] == "t" and follower[1:].isdigit()))):
            continue
        if len(follower) == 2 and follower[1].isdigit() and (follower[0] in "/.,:" or (follower[0] == "-" and separator != "/")):
            continue
        first, second, third = folded[start] + match.group("a"), match.group("b"), match.group("c")
        if third:
            score = _score_of_three(page, match, first, second, third)
            if score:
                sure.append((start, end))
                yield start, end, score
                yield from days_before(page, start)
        elif len(first) == 4 or (len(second) == 4 and second.isdigit()):
            score = _score_of_month(page, match, first, second)
            if score:
                yield start, end, score
        elif second in _ROMAN:
            if _is_roman_date(page, match, first, second):
                yield start, end, 0.75
        elif len(first) <= 2 and len(second) <= 2 and second.isdigit():  # not "1/xx"
            verdict = score_of_short(page, match, first, second)
            if verdict >= 0.5:
                sure.append((start, end))
                yield start, end, verdict
                yield from days_before(page, start)
            elif verdict:
                doubtful.append((start, end))
    if doubtful and sure:
        yield from beside(page, sure, doubtful)


def _stands_apart(folded: str, start: int) -> bool:
    """At the start of a line or cell, or behind a colon."""
    return start == 0 or folded[start - 1] in "\n|:" or folded[max(0, start - 2) : start] in ("  ", ": ", "| ")


def _score_of_three(page: Page, match: re.Match[str], first: str, second: str, third: str) -> float:
    separator, other = match.group("s"), match.group("t")
    roman = second in _ROMAN
    if not roman and not second.isdigit():
        return 0.0
    if separator != other:
        # "14-15/10": two days of a month; "12-03/2021": a slip of the pen.
        if roman or len(first) > 2 or len(second) > 2:
            return 0.0
        if len(third) == 4:
            return 0.8 if is_day_and_month(int(first), int(second)) and third[:2] in ("19", "20") else 0.0
        days = int(first) < int(second) <= 31 and 1 <= int(third) <= 12
        days = days and (separator, other) == ("-", "/") and int(second) - int(first) < 16
        return _score_of_days(page, match, int(second), int(third)) if days else 0.0
    if len(first) == 4:
        fits = "1850" <= first <= "2100" and len(third) <= 2 and not roman and is_day_and_month(int(third), int(second))
        return 0.95 if fits else 0.0
    if len(first) > 2 or len(third) not in (2, 4) or (len(second) > 2 and not roman):
        return 0.0
    day, month = int(first), 1 if roman else int(second)
    if len(third) == 4:
        if not "1850" <= third <= "2100":
            return 0.0
        if is_day_and_month(day, month):
            return 0.95
        return 0.7 if separator == "/" and day <= 39 and month <= 19 else 0.0  # a typing error, still a date
    if separator == "-" and day > 31 and month <= 12 and 1 <= int(third) <= 31 and word_before(page, match.start()) in _BIRTH:
        return 0.8
    if not is_day_and_month(day, month) or UNIT.match(page.folded, match.end()):
        return 0.0
    if separator != "/" and word_before(page, match.start()) in NUMBER_CUES:
        return 0.0
    word = word_before(page, match.start())
    if word in ("apgar", "apgars", "glasgow") or (
        word[:4] == "dina" and page.folded[match.end() : match.end() + 1] in ("'", '"')
    ):
        return 0.0
    return 0.9 if separator == "/" else 0.85


def _score_of_days(page: Page, match: re.Match[str], last: int, month: int) -> float:
    """Two days of a month, or a score between two figures: "dolor 3-4/10", "soplo 2-3/6"."""
    if last > month or page.folded[match.start()] == "0":
        return 0.75  # no score has more than all of its points
    word = word_before(page, match.start())
    return 0.75 if word in DATE_CUES or word in weekday_words() else 0.0


def _score_of_month(page: Page, match: re.Match[str], first: str, second: str) -> float:
    """03/2020 and 2020-03."""
    year, month = (first, second) if len(first) == 4 else (second, first)
    if (
        not month.isdigit()
        or len(month) > 2
        or not 1 <= int(month) <= 12
        or not "1900" <= year <= "2047"  # 1/2048 is a titre
        or match.group("s") == "."
    ):
        return 0.0
    word = word_before(page, match.start())
    if word in NUMBER_CUES or (word == "exp" and page.language != "en"):
        return 0.0
    return 0.85 if len(second) == 4 else 0.65


def _is_roman_date(page: Page, match: re.Match[str], first: str, second: str) -> bool:
    if len(first) > 2 or not 1 <= int(first) <= 31 or not page.text[match.start("b")].isupper():
        return False
    word = word_before(page, match.start())
    return word in DATE_CUES or word in weekday_words() or (int(first) > 6 and word not in SCORES) or (second in _LATE)
