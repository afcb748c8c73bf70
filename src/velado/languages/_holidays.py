"""Named holidays in a note, from one list per language in `holidays/`. Whoever finds one beside a shifted date knows the shift."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from operator import itemgetter

from velado.tokens import fold

__all__ = ["find_holidays", "holiday_lines", "only_named_after_holiday"]

_CODES = ("es", "pt", "en")
_SIGNS = {
    " ": r"[\s-]{1,3}",
    "'": r"['’´`]?",
    "(": "(?:",
    "[": "(",
    "]": ")",
    ".": r"\.",
    "<date>": r"\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?[\s,;:–-]{0,3}\(?",
    "<word>": r"[^\W\d_]{1,20}",
    "<name>": (
        r"(?:(?:de|del|da|do|das|dos|d[oae] |la|el|los|las|o|a|os|as|y|e|lucha|luta|contra|sobre|para|al|ao|sin|sem|prevencion|prevencao"
        r"|concienciacion|conscientizacao|combate|eliminacion|erradicacion|nuestra|nossa|senora|senhora|san|sao|santa|santo|virgen)\s){0,6}"
        r"[^\W\d_]{2,20}"
    ),
}
_TOKEN = re.compile(r"<\w+>|.")
_GOES_ON = re.compile(r"(?:\s(?:de|del|de la|de los|da|do|das|dos|of|y|e))?\s[A-ZÀ-ÖØ-Þ][^\W\d_]+")
_REACH = 30  # characters around a holiday in which the thing stands that is called after it
_MOST_FURTHER = 4  # capitalised words that belong to a name which no list holds


@cache
def holiday_lines(code: str) -> tuple[str, ...]:
    """Return the lines of a language's list, without comments; `holidays/es.txt` explains their signs."""
    text = files("velado.languages").joinpath("holidays", f"{code}.txt").read_text("utf-8")
    return tuple(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))


def _pattern_of(lines: list[str]) -> re.Pattern[str]:
    # Grouped by their first letter, which rules nearly all of them out at once.
    by_letter: dict[str, list[str]] = {}
    opened = [phrase for line in lines for phrase in _opened(line)]
    for line in sorted(opened, key=len, reverse=True):
        signs = _TOKEN.findall(line)
        first = _SIGNS.get(signs[0], signs[0])
        by_letter.setdefault(first, []).append("".join(_SIGNS.get(sign, sign) for sign in signs[1:]))
    choices = "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in by_letter.items())
    return re.compile(rf"(?<!\w)(?:{choices})(?!\w)")


def _opened(line: str) -> list[str]:
    """Write out the choice that a line begins with.

    >>> _opened("(mid|late( in)?)? lent"), _opened("easter( day)?")
    (['mid lent', 'late( in)? lent', 'lent'], ['easter( day)?'])
    """
    if not line.startswith("("):
        return [line]
    depth, start, choices = 0, 1, []
    for end, sign in enumerate(line):
        depth += (sign == "(") - (sign == ")")
        if depth == 1 and sign == "|" or depth == 0:
            choices.append(line[start:end])
            start = end + 1
        if depth == 0:
            break
    rest = line[start:].removeprefix("?")
    optional = [rest.lstrip()] if line.startswith("?", start) else []
    return [opened for choice in [*(choice + rest for choice in choices), *optional] for opened in _opened(choice)]


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Compile what is a holiday, what only contains one, and the holidays whose name is open at its end."""
    lines = {code: holiday_lines(code) for code in _CODES}
    holidays = [line for found in lines.values() for line in found if line[0] not in "~!@"]
    holidays += [line[1:].strip() for line in lines.get(language, ()) if line[0] == "~"]
    others = [line[1:].strip() for found in lines.values() for line in found if line[0] in "!@"]
    return _pattern_of(holidays), _pattern_of(others), _pattern_of([line for line in holidays if line.endswith("<name>")])


@cache
def _things() -> re.Pattern[str]:
    return _pattern_of([line[1:].strip() for code in _CODES for line in holiday_lines(code) if line[0] == "!"])


def only_named_after_holiday(text: str, start: int, end: int) -> bool:
    """Tell whether a holiday's name is part of what a disease, a sign or a thing is called.

    >>> only_named_after_holiday("exantema en árbol de Navidad", 21, 28), only_named_after_holiday("en Navidad", 3, 10)
    (True, False)
    """
    low, high = max(0, start - _REACH), end + _REACH
    near = fold(text[low:high])
    return any(found.start() + low < end and start < found.end() + low for found in _things().finditer(near))


def find_holidays(text: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield where named holidays stand in the text.

    >>> text = "Alta en Navidad, con rash en árbol de Navidad."
    >>> [text[start:end] for start, end in find_holidays(text, "es")]
    ['Navidad']
    """
    holidays, others, open_ended = _patterns(language)
    folded = fold(text)
    spared: list[tuple[int, int]] | None = None
    for match in holidays.finditer(folded):
        if spared is None:  # most notes name no holiday
            spared = [other.span() for other in others.finditer(folded)]
        start, end = match.span(match.lastindex or 0)
        before = bisect_left(spared, end, key=itemgetter(0)) - 1
        if before >= 0 and spared[before][1] > start:
            continue
        if open_ended.fullmatch(folded, start, end):
            for _ in range(_MOST_FURTHER):
                further = _GOES_ON.match(text, end)
                end = further.end() if further else end
        yield start, end
