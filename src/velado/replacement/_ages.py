"""Ages as people write them: put into bands, or moved a little within what is plausible for that time of life."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from velado.languages import languages
from velado.patterns import late_pattern
from velado.replacement._drawing import Draw
from velado.replacement._months import in_style
from velado.tokens import fold, read_text

__all__ = ["banded", "neighbouring", "oldest"]

_TOKEN = late_pattern(r"\d+(?:[.,]\d+)?|[^\W\d_]+")
_UNCLEAR = late_pattern(r"\d[ol]|[ol]\d|\d0s\b|decad")
_FRACTION = late_pattern(r"\d[/;]\d")
_DECADE = late_pattern(r"\b(\d0)s\b")
_OLD = 90  # from here on, one band for all: hardly anybody shares such an age
_FINEST = ("hour", "day", "week", "month", "year")
_BANDS = {"month": 12, "week": 4, "day": 28, "hour": 24}
_CHILDHOOD = ((1, 2), (3, 5), (6, 11), (12, 17), (18, 19))
_INFANCY = ((0, 2), (3, 5), (6, 11))
_ACCENTS = {
    ("es", "dieciseis"): "dieciséis", ("es", "veintidos"): "veintidós", ("es", "veintitres"): "veintitrés",
    ("es", "veintiseis"): "veintiséis", ("pt", "tres"): "três",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Number:
    start: int
    end: int
    unit_end: int
    unit: str
    value: int = field(repr=False)
    language: str = ""  # of a number in words; empty for figures


def _unit(word: str, language: str) -> str:
    for code in dict.fromkeys((language, *languages())):
        if code in languages() and word in languages()[code].age_units:
            return languages()[code].age_units[word]
    return ""


def _numbers(folded: str, language: str) -> Iterator[_Number]:
    """Each number of the text with its unit, which is years where none is written."""
    tokens = [(match[0], match.start(), match.end()) for match in _TOKEN.finditer(folded)]
    position = 0
    while position < len(tokens):
        length, value, tongue = _value(tokens, position, language)
        if not length:
            position += 1
            continue
        start, end = tokens[position][1], tokens[position + length - 1][2]
        position += length
        unit, unit_end = "year", end
        if position < len(tokens) and tokens[position][1] - end <= 3:
            known = _unit(tokens[position][0], language)
            if known:
                unit, unit_end = known, tokens[position][2]
                position += 1
        yield _Number(start, end, unit_end, unit, value, tongue)


def _value(tokens: list[tuple[str, int, int]], position: int, language: str) -> tuple[int, int, str]:
    """How many tokens make the number, what it is, and the language of its words."""
    word = tokens[position][0]
    if word[0].isdecimal():
        whole = re.split("[.,]", word)[0]
        return 1, int(whole) if len(whole) <= 3 else -1, ""
    for length in range(min(3, len(tokens) - position), 0, -1):
        phrase = " ".join(token[0] for token in tokens[position : position + length])
        for code in dict.fromkeys((language, *languages())):
            if code in languages() and phrase in languages()[code].numbers and phrase not in ("a", "o"):
                return length, languages()[code].numbers[phrase], code
    return 0, 0, ""


def _read(text: str, language: str) -> tuple[str, list[_Number]] | None:
    clean = read_text(text).text
    if len(clean) > 80:
        return None
    folded = fold(clean)
    numbers = list(_numbers(folded, language))
    if not numbers or _UNCLEAR.search(folded) or any(not 0 <= number.value <= 130 for number in numbers):
        return None
    if len(numbers) > 1 and _FRACTION.search(folded):  # "5 y 1/2"
        return clean[: numbers[0].unit_end], numbers[:1]
    return clean, numbers


def _compound(numbers: list[_Number]) -> bool:
    """Whether it is one age, such as "5 años y 3 meses", and not two, such as "15 y 12 años"."""
    units = [_FINEST.index(number.unit) for number in numbers]
    return len(units) > 1 and units[1] < units[0]


def banded(text: str, language: str, width: int) -> str | None:
    """The age as a band of so many years, 90+ for all above; None when no age can be read. Width 1 leaves ages below 90.

    >>> banded("45 años", "es", 10), banded("93-year-old", "en", 5), banded("45 anos", "pt", 1)
    ('40-49 años', '90+-year-old', '45 anos')
    """
    decade = _DECADE.search(text)
    if decade and len(text) <= 20:
        return f"{_OLD}+" if int(decade[1]) >= _OLD else f"{decade[1]}-{int(decade[1]) + 9}"
    found = _read(text, language)
    if found is None:
        return None
    text, numbers = found
    if _compound(numbers) and width > 1:
        text, numbers = text[: numbers[0].unit_end], numbers[:1]
    for number in reversed(numbers):
        text = text[: number.start] + _band(number, width, text[number.start : number.end]) + text[number.end :]
    return text


def _band(number: _Number, width: int, written: str) -> str:
    if number.unit == "year" and number.value >= _OLD:
        return f"{_OLD}+"
    if width == 1:
        return written
    step = width if number.unit == "year" else _BANDS[number.unit]
    least = number.value // step * step
    return f"{least}-{least + step - 1}"


def oldest(text: str, language: str) -> int:
    """The greatest age in years that the text tells; 0 when it tells none."""
    found = _read(text, language)
    return max((number.value for number in found[1] if number.unit == "year"), default=0) if found else 0


def neighbouring(text: str, language: str, draw: Draw) -> str | None:
    """Another age of the same time of life, written in the same way; None when no age can be read.

    >>> neighbouring("45 años", "es", Draw(b"k")) in ("46 años", "47 años", "48 años", "49 años")
    True
    """
    found = _read(text, language)
    if found is None:
        return None
    text, numbers = found
    compound = _compound(numbers)
    for place, number in reversed(list(enumerate(numbers))):
        value = _other(number, draw, place > 0 and compound)
        old = text[number.start : number.end]
        written = in_style(_in_words(value, number.language), old) if number.language else str(value)
        text = text[: number.start] + written + text[number.end :]
    return text


def _other(number: _Number, draw: Draw, remainder: bool) -> int:
    if remainder:  # the months behind the years
        choices = [value for value in range(1, 12 if number.unit == "month" else 7) if value != number.value]
        return draw.pick(choices)
    least, most = _time_of_life(number)
    return draw.pick([value for value in range(least, most + 1) if value != number.value] or [number.value + 1])


def _time_of_life(number: _Number) -> tuple[int, int]:
    steps: tuple[tuple[int, int], ...] = ()
    if number.unit == "year":
        steps, width = _CHILDHOOD, 5
    elif number.unit == "month":
        steps, width = _INFANCY, 12
    else:
        width = {"week": 4, "day": 7, "hour": 12}[number.unit]
    if number.unit == "year" and number.value >= _OLD:
        return (_OLD, 99) if number.value < 100 else (100, 105)
    for least, most in steps:
        if least <= number.value <= most:
            return least, most
    least = number.value // width * width
    return max(least, 1), least + width - 1


@cache
def _words(language: str) -> dict[int, str]:
    words: dict[int, str] = {1: {"es": "un", "pt": "um", "en": "one"}.get(language, "1")}
    for word, number in languages()[language].numbers.items():
        words.setdefault(number, word)
    return words


def _in_words(value: int, language: str) -> str:
    word = _words(language).get(value, str(value))
    head, _, last = word.rpartition(" ")
    last = _ACCENTS.get((language, last), last)
    joint = "-" if language == "en" else " "
    return f"{head}{joint}{last}" if head else last
