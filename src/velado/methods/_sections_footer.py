"""The footer: trusted values, then e-mail, fax, phone, the list of municipalities, streets; what comes first keeps its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from velado.document import Span
from velado.lexicons import (
    COUNTRY,
    FACILITY_WORD,
    MEDICAL,
    REGION,
    STREET_TYPE,
    TITLE,
    TOWN,
    longest,
    name_strength,
    town_regions,
)
from velado.tokens import Page, fold

__all__ = ["find_footer"]

LEAST_TRUSTED = 3  # the shortest value that is trusted: below it, chance agreements are too many

_EMAIL = re.compile(r"[\w.+\-]{1,64}@[\w\-]{1,63}(?:\.[\w\-]{1,63}){1,5}|[\w.+\-]{1,64}@[\w\-]{1,63}")
_NUMBER = r"\(?\+?\d(?:[ .\-/()]{0,3}\d){5,14}"
_FAX = re.compile(rf"\bfax\w{{0,2}}[ .:]{{0,4}}({_NUMBER})", re.IGNORECASE)
_CUED_PHONE = re.compile(rf"\b(?:tel[eé]fonos?|tel[eé]f|tel|tfnos?|tfn|tlf|tlfno|m[oó]vil|ph)\b[ .:]{{0,4}}(?:y fax[ .:]{{0,4}})?({_NUMBER})", re.IGNORECASE)
# Without a cue only what cannot be anything else: an international prefix, or nine digits that begin like a Spanish number.
_BARE_PHONE = re.compile(r"(?<![\d\w])(\+\d{1,3}[ .\-]?\d(?:[ .\-/]?\d){6,11}|[6789]\d{2}(?:[ .\-]?\d{2}){3}|[6789]\d{2}(?:[ .\-]?\d{3}){2})(?![\d\w])")
_POSTCODE = re.compile(r"(?<![\w.,/])(?:(?:[A-Z]{1,2} ?- ?|CP|C\.P\.?)[ :.]{0,3})?(\d{5})(?![\w/]|[.,]\d)")
_ALONE = re.compile(r"(?:\d{5}[.,]?|\w{4}[.,]|\)[.,]?|[(\-])[ ]{0,2}\Z")  # not behind "Av." or "Dr."
_WORDS_OF_OTHER_THINGS = FACILITY_WORD | STREET_TYPE | TITLE | MEDICAL
_WAY = (
    r"c/|c\./|calle|avda|avd|av|avenida|avinguda|paseo|pº|p[ºo]\.|passeig|pza|pl|plz|plaza|plaça|carretera|ctra|carrer|camino|cam[ií]|"
    r"ronda|rda|gran v[ií]a|v[ií]a|traves[ií]a|travessera|urbanizaci[oó]n|urb|pol[ií]gono|glorieta|rambla|r[uú]a|bulevar|"
    r"prolongaci[oó]n|apartado de correos|apartado|apdo|barrio|cuesta|callej[oó]n|pasaje|costanilla|campus"
)
_FLOOR = (
    r"(?:,? {0,2}(?:-|–)? ?(?:n[ºo°]\.? ?\d{1,4}|s/n|km\.? ?\d{1,4}(?:[.,]\d{1,3})?|\d{1,4} ?- ?\d{1,4}|\d{1,2} ?[ºª°]\.? ?[A-Z]?(?![\w])|\d{1,4}[A-Z]?(?![\d\w/])|"
    r"piso \d{1,2}|planta \d{1,2}|bajo|dcha|izda|izq|esc\w{0,6}\.? ?\w{1,2}|puerta \w{1,3}|portal \w{1,3}|[A-D](?![\w.])))"
)
_STREET = re.compile(
    rf"(?<![\w])((?:{_WAY})(?![\w])\.? {{0,2}}[^\n@;:()]{{2,60}}?{_FLOOR}{{1,4}})(?![\d])", re.IGNORECASE
)


def find_footer(text: str, start: int, known: Iterable[Span], tagged: Iterable[Span] = ()) -> list[Span]:
    """What the rules find from `start` on, in their order; `known` is what the header and the body gave.

    A stretch that an earlier rule has taken is cut out of what a later one finds. `tagged` is what a tagger found in the
    footer itself, to be trusted behind the values known from before.

    >>> text = "Remitido por: Ana Gil Calle Sol 3 28013 Madrid Fax: 915 55 44 33"
    >>> [(s.source, s.text(text)) for s in find_footer(text, 0, [])]
    [('fax', '915 55 44 33'), ('municipality', '28013'), ('municipality', 'Madrid'), ('street', 'Calle Sol 3')]
    """
    taken = bytearray(len(text))
    spans = []
    for rule, found in _findings(text, start, known, tagged):
        for first, last in _free(taken, found.start, found.end):
            first, last = _trim(text, first, last)
            if any(map(str.isalnum, text[first:last])):
                taken[first:last] = b"\1" * (last - first)
                spans.append(Span(first, last, found.label, 1.0, rule))
    return spans


def _findings(text: str, start: int, known: Iterable[Span], tagged: Iterable[Span]) -> Iterator[tuple[str, Span]]:
    for span in _trusted(text, start, known):
        yield "trusted", span
    for span in tagged:
        yield "tagger", span
    for match in _EMAIL.finditer(text, start):
        yield "e-mail", Span(*match.span(), "EMAIL")
    for match in _FAX.finditer(text, start):
        yield "fax", Span(*match.span(1), "FAX")
    for pattern in (_CUED_PHONE, _BARE_PHONE):
        for match in pattern.finditer(text, start):
            yield "phone", Span(*match.span(1), "PHONE")
    for match in _POSTCODE.finditer(text, start):
        yield "municipality", Span(*match.span(1), "PLACE")
    for span in _municipalities(text, start):
        yield "municipality", span
    for match in _STREET.finditer(text, start):
        yield "street", Span(*match.span(1), "STREET")


def _trusted(text: str, start: int, known: Iterable[Span]) -> Iterator[Span]:
    """Values found before in the same document, longest first. Sex is a single letter and is never trusted."""
    folded = fold(text)
    values = {fold(span.text(text)): span.label for span in known if span.label != "SEX" and len(span) >= LEAST_TRUSTED}
    for value in sorted(values, key=len, reverse=True):
        for match in re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", folded[start:]):
            yield Span(start + match.start(), start + match.end(), values[value])


def _municipalities(text: str, start: int) -> Iterator[Span]:
    """Capitalised words that the lists know as a town, a region or a country.

    Half of Spain's surnames are towns too: those count only behind a postcode or between full stops and brackets.
    """
    page = Page(text)
    number = page.token_from(start)
    while number < len(page.words):
        length, value = longest(page.words, number)
        first, last = page.spans[number][0], page.spans[number + max(length, 1) - 1][1]
        listed = value & (COUNTRY | REGION) or (value & TOWN and "es" in town_regions(value) and not value & _WORDS_OF_OTHER_THINGS)
        named = name_strength(value) and not value & COUNTRY
        if length and listed and text[first].isupper() and last - first >= LEAST_TRUSTED and (not named or _ALONE.search(text, max(start, first - 12), first)):
            yield Span(first, last, "COUNTRY" if value & COUNTRY and not value & TOWN else "PLACE")
            number += length
        else:
            number += 1


def _free(taken: bytearray, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The pieces of a stretch that nobody has taken yet."""
    first = start
    for at in range(start, end + 1):
        if at == end or taken[at]:
            if first < at:
                yield first, at
            first = at + 1


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in " \t.,;-–":
        start += 1
    while end > start and text[end - 1] in " \t.,;:-–(":
        end -= 1
    return start, end
