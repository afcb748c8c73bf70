"""Names of months and weekdays, to be read in any language and written back in the one they were read in."""

from __future__ import annotations

import re
from functools import cache

from velado.languages import languages
from velado.tokens import fold

__all__ = ["in_style", "month_text", "month_word", "spelled_date", "weekday_text", "weekday_word"]

# Catalan and Galician are written in Spain's notes too.
_MONTHS = {
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "en": "January February March April May June July August September October November December",
    "ca": "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
    "gl": "xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro",
}
_WEEKDAYS = {
    "es": "lunes martes miércoles jueves viernes sábado domingo",
    "pt": "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
}
_FIRST_DAYS = {"primero": 1, "primer": 1, "primeiro": 1}
_ORDINALS = """
first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth
twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first
"""
_FIRST_DAYS |= {word.replace("-", " "): number for number, word in enumerate(_ORDINALS.split(), 1)}
_THOUSANDS = (
    ("dos mil", 2000), ("mil novecientos", 1900), ("dois mil", 2000), ("mil novecentos", 1900),
    ("two thousand", 2000), ("nineteen hundred", 1900), ("nineteen", 1900), ("twenty", 2000),
)  # fmt: skip


@cache
def _month_words() -> dict[str, dict[str, int]]:
    """Per language, every way its months are written, folded."""
    words = {code: dict(language.months) for code, language in languages().items()}
    for code, names in _MONTHS.items():
        for number, name in enumerate(names.split(), 1):
            known = words.setdefault(code, {})
            known.setdefault(fold(name), number)
            known.setdefault(fold(name)[:3], number)
    return words


@cache
def _tongues(language: str) -> tuple[str, ...]:
    """The languages to look in, the note's own first."""
    return tuple(dict.fromkeys((language, "es", "pt", "en", *_month_words())))


def month_word(folded: str, language: str) -> tuple[int, str] | None:
    """The month of a folded word, and the language it is from.

    >>> month_word("maio", "es"), month_word("agosto", "pt"), month_word("dolor", "es")
    ((5, 'pt'), (8, 'pt'), None)
    """
    words = _month_words()
    for code in _tongues(language):
        number = words.get(code, {}).get(folded)
        if number:
            return number, code
    return None


def month_text(month: int, language: str, like: str) -> str:
    """The name of a month, in full or cut, and in the letters' case of another one; in full and as usual without one.

    >>> month_text(1, "es", "MARZO"), month_text(9, "en", "Mar"), month_text(3, "pt", "jan")
    ('ENERO', 'Sep', 'mar')
    """
    if language in _MONTHS:
        names = _MONTHS[language].split()
        full = {fold(name) for name in names}
        name = names[month - 1] if not like or fold(like) in full else names[month - 1][:3]
    else:
        written = sorted((word for word, number in _month_words()[language].items() if number == month), key=len)
        name = written[0] if 0 < len(like) <= 4 else written[-1]
    return in_style(name, like) if like else name


def in_style(name: str, like: str) -> str:
    """A word in capitals, small letters or with a capital at its head, as the other one is."""
    if like.isupper() and len(like) > 1:
        return name.upper()
    if like[:1].isupper():
        return name[:1].upper() + name[1:]
    return name.lower() if like.islower() else name


def weekday_word(folded: str, language: str) -> tuple[int, str] | None:
    """The weekday of a folded word, Monday being 0, and the language it is from.

    >>> weekday_word("martes", "es"), weekday_word("quinta", "pt"), weekday_word("mar", "es")
    ((1, 'es'), (3, 'pt'), None)
    """
    for code in dict.fromkeys((language, *_WEEKDAYS)):
        for number, name in enumerate(_WEEKDAYS.get(code, "").split()):
            full = fold(name)
            if folded == full or folded == full.removesuffix("-feira"):
                return number, code
    return None


def weekday_text(number: int, language: str, like: str) -> str:
    """The name of a weekday in the manner of another one."""
    name = _WEEKDAYS[language].split()[number]
    return in_style(name if "feira" in like.lower() else name.removesuffix("-feira"), like)


def spelled_date(folded: str, language: str) -> tuple[int | None, int, int | None, str] | None:
    """Day, month and year of a date in words, and its language.

    >>> spelled_date("doce de marzo de dos mil veinte", "es")
    (12, 3, 2020, 'es')
    """
    for code in _tongues(language):
        if code not in languages():
            continue
        words = re.split(r"[\s,]{1,3}", folded)
        for number, word in enumerate(words):
            month = languages()[code].months.get(word)
            if not month:
                continue
            before, behind = words[:number], words[number + 1 :]
            if not before:  # "june the sixth nineteen fifty eight"
                before, behind = _ordinal_head(behind)
            day, year = _number(before, code) if before else None, _year(behind, code)
            if (before and day is None) or (behind and year is None):
                continue
            return day, month, year, code
    return None


def _ordinal_head(words: list[str]) -> tuple[list[str], list[str]]:
    """English: the ordinal that follows a month, and what comes behind it."""
    words = words[1:] if words[:1] == ["the"] else words
    for length in (2, 1):
        if " ".join(words[:length]).replace("-", " ") in _FIRST_DAYS:
            return words[:length], words[length:]
    return [], words


def _trimmed(words: list[str]) -> str:
    joints = {"de", "del", "do", "of", "ano", "year", "and", "e", "dias", "mes"}
    first, last = 0, len(words)
    while first < last and words[first] in joints:
        first += 1
    while first < last and words[last - 1] in joints:
        last -= 1
    return " ".join(words[first:last]).replace("-", " ")


def _number(words: list[str], language: str) -> int | None:
    text = _trimmed(words)
    if text.isdigit() and len(text) <= 2:
        return int(text)
    number = _FIRST_DAYS.get(text) or languages()[language].numbers.get(text)
    return number if number and number <= 31 else None


def _year(words: list[str], language: str) -> int | None:
    text = _trimmed(words)
    if text.isdigit() and len(text) == 4:
        return int(text)
    numbers = languages()[language].numbers
    for head, century in _THOUSANDS:
        if text == head and century == 2000 and head != "twenty":
            return 2000
        if text.startswith(head + " "):
            rest = text[len(head) + 1 :]
            for joint in ("and ", "e ", "y "):
                rest = rest.removeprefix(joint)
            if rest in numbers and numbers[rest] < 100:
                return century + numbers[rest]
    return None
