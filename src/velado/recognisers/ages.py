"""Ages of people, in figures and in words; not durations, not gestational ages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from velado.document import Span
from velado.patterns import late_pattern, matches_at, places_of
from velado.recognisers._age_columns import ages_beside_births, column_ages, headed_ages, is_cell
from velado.recognisers._age_contexts import LASTED, unit_words, units
from velado.recognisers._age_places import Place
from velado.recognisers._ages_with_units import age_with_unit
from velado.recognisers._bare_ages import bare_age
from velado.recognisers._calendar import number_words
from velado.recognisers._labelled_ages import Found, age_and_sex, british_age, decade, decades, labelled_age
from velado.recognisers._word_index import Awaited, index_of
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_LIST = late_pattern(r"(?<![\w.,/:])(\d{1,3}(?:, ?\d{1,3}){0,5})(?: y | e | and | & )$")
_BLANK_OR_HYPHEN = late_pattern(r"[ -]")
_LISTED_BY = late_pattern(r"(?:\bde|[a-z]{3,}[:,]?|\() ?$")
_CLEAR = frozenset((" ", "\n", "", "(", "|", "~", '"'))
_ABOUT = frozenset(
    ten + end
    for ten in "veinti treintai cuarentai cincuentai sesentai setentai ochentai noventai".split()
    for end in ("tantos", "pico", "pocos")
)
# "kids, ages 7 and 18 mo", "edades 4, 7 y 12"; "60s male".
_AGES_OF = late_pattern(
    r"\b(?:ages|edades|idades|de entre)(?: de| of|:)? (\d{1,2}(?: ?(?:mo|months|meses|yrs?|years|anos))?"
    r"(?:(?:, ?| and | to | & | y | a | e |-)\d{1,2}(?: ?(?:mo|months|meses|yrs?|years|anos))?){1,8})(?![\w/%])"
)
_ONE_OF_AGES = late_pattern(r"\d{1,2}(?: ?(?:mo|months|meses|yrs?|years|anos)\b)?")
_SAYS_AGES = ("ages", "edades", "idades", "de entre")  # with one of them it begins
_DECADE_OF = late_pattern(r"(?<![\w'’/.])([2-9]0'?s)(?= (?:yo )?(?:male|female|man|woman|lady|gentleman|gent|[mf]\b))")
_DECADES = frozenset("twenties thirties forties fifties sixties seventies eighties nineties".split())


@cache
def _unit_starts() -> frozenset[str]:
    """What may stand right behind a number that has a unit."""
    years, others = unit_words()
    return years | others | frozenset("- a aa y yo yof yom m d sem old".split())


@cache
def _first_words() -> frozenset[str]:
    return frozenset(_BLANK_OR_HYPHEN.split(word)[0] for word in number_words(1, 110))


@cache
def _first_of_several() -> frozenset[str]:
    """Number words that another may follow: "cuarenta y cinco"."""
    return frozenset(_BLANK_OR_HYPHEN.split(word)[0] for word in number_words(1, 110) if _BLANK_OR_HYPHEN.search(word))


@cache
def _interesting() -> Awaited:
    """The words at which `find` looks closer, figures aside."""
    return Awaited(_first_words() | _DECADES | _ABOUT | {"edad", "idade", "age", "aged", "ano"})


def _in_words(words: list[str], number: int) -> tuple[int, int]:
    """How many tokens a number in words takes, and its value: "cuarenta y cinco", "forty-five"."""
    known = number_words(1, 110)
    first = words[number]
    if first not in _first_of_several():
        return 1, known[first]
    second, third = (*words[number + 1 : number + 3], "", "")[:2]
    if second in ("y", "e", "-", "i"):
        for joint in (f" {second} ", " "):
            value = known.get(f"{first}{joint}{third}")
            if value:
                return 3, value
    value = known.get(f"{first} {second}")
    if value:
        return 2, value
    return (1, known[first]) if first in known else (0, 0)


@dataclass(frozen=True)
class Ages:
    """Finds ages."""

    name: str = "ages"

    def find(self, page: Page) -> Iterator[Span]:
        """One span for each age: the number with its unit, or the bare number where that is all."""
        found: list[Found] = []
        words, spans, folded = page.words, page.spans, page.folded
        starts, firsts = _unit_starts(), _first_words()
        count = len(words)
        reached = 0
        index = index_of(page)
        figures = [number for number in index.figures if words[number] < ":" and len(words[number]) < 4]
        for number in sorted(figures + index.tokens(_interesting())):
            word = words[number]
            if word < ":":
                start, stop = spans[number]
                before = folded[start - 1 : start]
                if start < reached or (before not in _CLEAR and (before.isalnum() or _continues(folded, start))):
                    continue
                if folded[stop : stop + 1] in (".", ",", ":", "%") and folded[stop + 1 : stop + 2].isdigit():
                    continue
                value, last = int(word), number
            elif word in firsts:
                start = spans[number][0]
                if start < reached:
                    continue
                taken, value = _in_words(words, number)
                if not taken:
                    continue
                last = number + taken - 1
                stop = spans[last][1]
                reached = stop
                if value == 1 and not (last + 1 < count and words[last + 1] in starts):
                    continue
            elif word in ("edad", "idade", "age", "aged"):
                found.extend(labelled_age(page, number))
                if word != "aged":
                    found.extend(headed_ages(page, number))
                continue
            elif word == "ano" and folded.startswith((" y medio", " e meio"), spans[number][1]):
                place = Place(page, number)
                if (place.mark == "," or place.before == "de" or place.is_person()) and not LASTED.match(
                    folded, spans[number + 2][1]
                ):
                    found.append((spans[number][0], spans[number + 2][1], 0.7))
                continue
            elif word in _ABOUT:
                found.append((*spans[number], 0.7))
                continue
            elif word in _DECADES:
                found.extend(decade(page, number))
                continue
            else:
                continue
            if value > 120:
                continue
            follower = words[last + 1] if last + 1 < count else ""
            age = None
            if follower in starts and spans[last + 1][0] - stop <= 2:
                age = age_with_unit(page, number, stop, value)
                if age is None and len(follower) > 2:
                    continue
            age = age or british_age(page, number, stop, value) or age_and_sex(page, number, stop, value) or bare_age(page, number, stop, value)
            if age:
                found.append(age)
                found.extend(_listed(page, age[0]))
                found.extend(_following(page, age[1]))
                reached = max(reached, found[-1][1], age[1])
        found.extend(_in_rows(page))
        found.extend(ages_beside_births(page))
        found.extend(decades(page))
        cells = [(start, stop) for start, stop, _ in found if stop - start <= 3 and is_cell(page.text, start, stop)]
        if len(cells) > 1:
            found.extend(column_ages(page, cells))
        found.sort(key=lambda one: (one[0], -one[1]))
        end = -1
        for start, stop, score in found:
            if start >= end:
                end = stop
                yield Span(start, stop, "AGE", score, self.name)


def _in_rows(page: Page) -> Iterator[Found]:
    """The ages of several people in a row, and decades in figures."""
    folded = page.folded
    for match in matches_at(_AGES_OF, folded, places_of(_SAYS_AGES, folded)):
        for one in _ONE_OF_AGES.finditer(match.group(1)):
            yield match.start(1) + one.start(), match.start(1) + one.end(), 0.85
    if page.language == "en":
        for match in _DECADE_OF.finditer(folded):
            yield *match.span(1), 0.75


def _continues(folded: str, start: int) -> bool:
    """Whether the digits go on a longer number: "1,45", "10:30", "3/45"."""
    return start > 1 and folded[start - 1] in ".,/:+-" and folded[start - 2].isdigit()


def _listed(page: Page, start: int) -> Iterator[Found]:
    """The first ages of "hijos de 15, 12 y 8 años"."""
    if page.folded[max(0, start - 2) : start] not in ("y ", "e ", "d ", "& "):
        return
    base = max(0, start - 30)
    match = _LIST.search(page.folded[base:start])
    if match and _LISTED_BY.search(page.folded[max(0, base + match.start(1) - 14) : base + match.start(1)]):
        for one in re.finditer(r"\d+", match.group(1)):
            if int(one.group()) <= 110:
                at = base + match.start(1)
                yield at + one.start(), at + one.end(), 0.65


@cache
def _next() -> re.Pattern[str]:
    years, others = units()
    return re.compile(rf" (?:y|e|and|&) (\d{{1,2}}(?: ?(?:{years}|{others}))?)(?=[),.;\n]|$)")


def _following(page: Page, end: int) -> Iterator[Found]:
    """The last age of "(4 y 7)" and "dos hijas, 20 y 17"."""
    match = _next().match(page.folded, end)
    if match:
        yield match.start(1), match.end(1), 0.6


RECOGNISER = Ages()
