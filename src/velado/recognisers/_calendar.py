"""Months, days and years as words, in every language there is and in those spoken beside them. For the recognisers of dates."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import groupby
from operator import itemgetter

from velado.languages import languages

__all__ = ["alternatives", "day_words", "month_words", "number_words", "weekday_words", "year_words"]

# Catalan, Galician, Basque, Welsh, Irish and French months turn up in notes that are otherwise Spanish or English.
_OTHER_MONTHS = (
    "gener xaneiro urtarrila urtarrilaren ionawr eanair janvier",
    "febrer febreiro otsaila otsailaren chwefror feabhra fevrier",
    "marc martxoa martxoaren mawrth marta mars",
    "apirila apirilaren ebrill aibrean avril",
    "maig maiatza maiatzaren mai bealtaine",
    "juny xuno ekaina ekainaren mehefin meitheamh juin",
    "juliol xullo uztaila uztailaren gorffennaf iuil juillet",
    "agost abuztua abuztuaren awst lunasa aout",
    "iraila irailaren medi septembre",
    "urria urriaren hydref octobre",
    "azaroa azaroaren tachwedd samhain",
    "desembre decembro abendua abenduaren rhagfyr nollaig decembre",
)
_OTHER_WEEKDAYS = (
    "dilluns dimarts dimecres dijous divendres dissabte diumenge luns mercores xoves venres astelehena asteartea asteazkena osteguna "
    "ostirala larunbata igandea"
).split()
_ORDINALS = (
    "primero primeiro first 1ero,second,third,fourth,fifth,sixth,seventh,eighth,ninth,tenth,eleventh,twelfth,thirteenth,"
    "fourteenth,fifteenth,sixteenth,seventeenth,eighteenth,nineteenth,twentieth,twenty first,twenty second,twenty third,"
    "twenty fourth,twenty fifth,twenty sixth,twenty seventh,twenty eighth,twenty ninth,thirtieth,thirty first"
)


def alternatives(words: Iterable[str]) -> str:
    """A pattern for any of these words, the longest first; a blank in a word also stands for a hyphen.

    The first letter is tried once for all words that begin with it: there are hundreds.

    >>> alternatives(["un", "uno", "mil", "un mil"])
    'm(?:il)|u(?:n[ -]mil|no|n)'
    """
    ordered = sorted(set(words), key=lambda word: (word[0], -len(word), word))
    by_letter = groupby(ordered, key=itemgetter(0))
    return "|".join(f"{letter}(?:{'|'.join(word[1:].replace(' ', '[ -]') for word in group)})" for letter, group in by_letter)


@cache
def month_words() -> dict[str, int]:
    """Every name and abbreviation of a month, folded, with its number."""
    words = {word: number for number, line in enumerate(_OTHER_MONTHS, 1) for word in line.split()}
    for language in languages().values():
        words.update(language.months)
    return words


@cache
def weekday_words() -> frozenset[str]:
    """Every name and abbreviation of a weekday, folded."""
    return frozenset().union(_OTHER_WEEKDAYS, *(language.weekdays for language in languages().values()))


@cache
def number_words(least: int, most: int) -> dict[str, int]:
    """Number words of all languages between two bounds, folded; run-together Spanish forms included."""
    words: dict[str, int] = {}
    for language in languages().values():
        for word, number in language.numbers.items():
            if least <= number <= most and word != "medio":
                words[word] = number
                if " y " in word:
                    words[word.replace("a y ", "ai")] = number  # "sesentaiseis"
    return words


@cache
def day_words() -> str:
    """A pattern for a day of the month in words."""
    ordinals = [word for group in _ORDINALS.split(",") for word in (group.split() if group.startswith("primero") else [group])]
    return alternatives([*(word for word in number_words(1, 31) if word not in ("un", "una", "um", "uma", "one")), *ordinals])


@cache
def year_words() -> str:
    """A pattern for a year in words: "dos mil veinte", "mil novecientos ochenta y tres", "nineteen forty six"."""
    rest = alternatives(number_words(1, 99))
    spanish = rf"(?:dos mil|mil novecientos)(?: y)?(?: (?:{rest}))?"
    portuguese = rf"(?:dois mil|mil novecentos)(?: e (?:{rest}))?"
    english = rf"(?:two thousand(?: and)?(?: (?:{rest}))?|(?:nineteen|twenty)[ -](?:hundred|oh[ -])?(?:{rest}))"
    return f"{spanish}|{portuguese}|{english}"
