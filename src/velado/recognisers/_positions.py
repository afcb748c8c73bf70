"""Points on a map: coordinates in degrees and plus codes. They lead to a door as an address does."""

from __future__ import annotations

from collections.abc import Iterator

from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["positions"]

_GAP = r"(?:\s{0,2}[,;/]\s{0,2}|\s{1,3})"
_MARK = r"\s?[°º]?\s?"
# Two numbers behind a word that says what they are: "GPS 42.31 -110.77", "lat: -12.04 lon: -77.03".
_ANNOUNCED = late_pattern(
    r"\b(?:gps|coordenadas?|coords?|coordinates|latitude?|latitud|lat|geo|ubicacion|localizacao|posicao|pin)\b[ .:=()]{1,4}"
    rf"(?P<value>[+-]?\d{{1,2}}[.,]\d{{2,}}{_MARK}[ns]?{_GAP}(?:(?:y|e|and)\s)?(?:(?:long(?:itude?|itud)?|lon|lng)\b[ .:=]{{0,3}})?[+-]?\d{{1,3}}[.,]\d{{2,}}(?:{_MARK}[ewo]\b)?)"
)
# Two numbers with four decimals and a sign, or with five and more: no laboratory writes so.
_BARE = late_pattern(rf"(?<![\d.,/+-])(?P<value>(?P<north>[+-]?\d{{1,2}})\.\d{{4,9}}{_GAP}(?P<east>[+-]?\d{{1,3}})\.\d{{4,9}})(?![\d.]\d)")
_LONG = late_pattern(r"\.\d{5,9}\D+\d+\.\d{5}")
_DECIMALS = late_pattern(r"\.\d{4}")
_WORDS = frozenset(
    "gps coordenada coordenadas coord coords coordinates latitud latitude lat geo ubicacion localizacao posicao pin".split()
)
_MINUTES = r"\d{1,3}\s?[°º]\s?\d{1,2}(?:[.,]\d{1,5})?\s?['′´’]\s?(?:\d{1,2}(?:[.,]\d{1,5})?\s?(?:\"|″|”|''|′′)\s?)?"
_DEGREE = late_pattern(r"[°º]\s?\d{1,2}(?:[.,]\d{1,5})?\s?['′´’]")
_PRIMES = "'′´’"
_DEGREES = late_pattern(rf"(?i)(?P<value>(?:\b[ns]\s?)?{_MINUTES}[ns]?{_GAP}?(?:[ewo]\s?)?{_MINUTES}(?:[ewo]\b)?)")
# Not the chromosomes of somebody: "47XX+22".
_PLUS_CODE = late_pattern(r"(?<![\w+])(?P<value>(?!4[5-9]X)(?:[23456789CFGHJMPQRVWX]{4})?[23456789CFGHJMPQRVWX]{4}\+[23456789CFGHJMPQRVWX]{2,3})(?![\w+])")


def positions(page: Page) -> Iterator[tuple[int, int, float]]:
    """Where points on a map stand, with scores.

    >>> [(start, end) for start, end, _ in positions(Page("GPS 42.31 -110.77", "en"))]
    [(4, 17)]
    """
    text, folded = page.text, page.folded
    if not _WORDS.isdisjoint(page.words):
        for match in _ANNOUNCED.finditer(folded):
            yield *match.span("value"), 0.9
    if _DECIMALS.search(folded):
        for match in _BARE.finditer(folded):
            signed = match["north"][0] in "+-" or match["east"][0] in "+-"
            if abs(int(match["north"])) <= 90 and abs(int(match["east"])) <= 180 and (signed or _LONG.search(match["value"])):
                yield *match.span("value"), 0.9
    if any(map(text.__contains__, _PRIMES)) and _DEGREE.search(text):
        for match in _DEGREES.finditer(text):
            yield *match.span("value"), 0.9
    if "+" in text:
        for match in _PLUS_CODE.finditer(text):
            if any(map(str.isalpha, match["value"])) and any(map(str.isdigit, match["value"])):
                yield *match.span("value"), 0.92
