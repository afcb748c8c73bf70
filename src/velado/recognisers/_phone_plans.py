"""How telephone numbers are written when nothing announces them: the world's plans by shape, one country's by its own rules."""

from __future__ import annotations

import re
from functools import lru_cache

from velado.patterns import late_pattern

__all__ = ["fits_country", "score_of_shape"]

_NORTH_AMERICA = late_pattern(r"1?[2-9]\d\d[2-9]\d{6}")
_NINE = frozenset(((3, 3, 3), (3, 2, 2, 2), (2, 3, 2, 2), (3, 6), (2, 3, 4), (3, 2, 4), (3, 4, 2), (2, 7), (1, 4, 4), (6, 3)))
_ARGENTINE = late_pattern(r"0?\d{2,4} ?[- ] ?15[\d -]{6,10}")  # mobiles have 15 behind the area
_BRAZILIAN = late_pattern(r"[1-9][1-9]9\d{8}")
_BRITISH = late_pattern(r"0(?:7\d{9}|1\d{8,9}|2\d{9}|3\d{9}|8\d{8,9})")
_IBERIAN = late_pattern(r"[2679]\d{8}|8[0-9]\d{7}")
_DECIMAL = late_pattern(r"\d+[.,]\d+")


def score_of_shape(digits: str, groups: tuple[int, ...], joints: tuple[str, ...], text: str, language: str) -> float:
    """How much a number looks like a telephone by its digits and its grouping alone; 0 for not at all.

    >>> score_of_shape("6015550126", (3, 3, 4), ("-", "-"), "601-555-0126", "en")
    0.85
    >>> score_of_shape("120801", (3, 2, 1), ("/", " "), "120/80 1", "es")
    0.0
    """
    size = len(digits)
    if text[0] == "+" or text.startswith("(+"):
        return 0.9 if 8 <= size <= 15 else 0.0
    if digits.startswith("00") and 11 <= size <= 15 and groups[0] >= 2:
        return 0.8
    if size == 12 and digits.startswith(("8816", "8817", "8707")):
        return 0.8  # satellites
    if not 7 <= size <= 13 or (len(groups) == 2 and groups != (4, 4) and _DECIMAL.fullmatch(text)):
        return 0.0
    if text[0] == "(" and ")" in text and 2 <= groups[0] <= 4 and size >= 9:
        return 0.85
    if len(groups) == 1:
        return _score_of_solid(digits, size, language)
    if set(groups) == {1}:
        return 0.8  # digit by digit
    joined = "".join(joints)
    if "/" in joined and groups not in ((3, 3, 4), (3, 2, 2, 2)):
        return 0.0
    if groups in ((3, 3, 4), (1, 3, 3, 4)) and _NORTH_AMERICA.fullmatch(digits):
        return 0.85 if joined.strip() else 0.75
    if language == "en" and digits[0] == "0" and 9 <= size <= 11 and max(groups) <= 7:
        return 0.75
    if 11 <= size <= 13 and _ARGENTINE.fullmatch(text):
        return 0.75
    if size == 11 and groups[0] == 2 and _BRAZILIAN.fullmatch(digits):
        return 0.7
    if (groups[0] == 1 and size < 9) or (groups[-1] == 5 and " " in joints[-1]):
        return 0.0  # too short; a house number with a postcode
    if size in (10, 11) and (max(groups) <= 6 or groups == (3, 7) or (digits[0] == "0" and groups == (4, 7))) and groups[-1] >= 2:
        if groups in ((4, 2, 4), (6, 4), (4, 6), (4, 2, 5), (3, 3, 3, 2)):
            return 0.0  # the groups of national identity numbers
        return 0.65 if "." not in joined or groups[-1] != 3 or digits[0] == "0" else 0.0
    if size == 9 and max(groups) <= 6:
        if _IBERIAN.fullmatch(digits) or digits.startswith("09"):
            return 0.7 if groups in _NINE and "." not in joined else 0.6
        return 0.6 if groups == (3, 2, 2, 2) and digits[0] != "0" else 0.0
    if groups == (3, 2, 2, 1) and digits[0] in "679":
        return 0.55  # the last digit is missing
    if groups == (4, 4) and digits[0] in "23456789":
        return 0.55
    return (
        0.5 if groups in ((4, 2, 2), (2, 2, 2, 2)) and digits[0] in "2346789" and "/" not in joined and "." not in joined else 0.0
    )


def _score_of_solid(digits: str, size: int, language: str) -> float:
    if len(set(digits)) <= 2:
        return 0.0
    if language == "en":
        if size == 11 and _BRITISH.fullmatch(digits) and digits[1] == "7":
            return 0.75
        return 0.55 if size == 10 and (_NORTH_AMERICA.fullmatch(digits) or digits[0] == "0") else 0.0
    if size == 9 and digits[0] in "679":
        return 0.55
    if size == 11 and (digits.startswith("04") or (language == "pt" and _BRAZILIAN.fullmatch(digits))):
        return 0.6
    return 0.5 if size == 10 and digits[0] in "3456789" else 0.0


@lru_cache(maxsize=64)
def _national(country: str) -> re.Pattern[str] | None:
    """The numbers that a country's plan allows, digits only; None when the country is unknown."""
    import phonenumbers  # heavy: only when a country is known and a number is in doubt

    metadata = phonenumbers.PhoneMetadata.metadata_for_region(country.upper(), None)
    if metadata is None:
        return None
    kinds = (metadata.fixed_line, metadata.mobile, metadata.toll_free)
    patterns = [kind.national_number_pattern for kind in kinds if kind is not None and kind.national_number_pattern]
    prefix = metadata.national_prefix or ""
    return re.compile(rf"(?:{metadata.country_code})?{prefix and f'(?:{prefix})?'}(?:{'|'.join(patterns)})") if patterns else None


def fits_country(digits: str, country: str) -> bool:
    """Whether a country's numbering plan has this number.

    >>> fits_country("912345678", "ES"), fits_country("112345678", "ES")
    (True, False)
    """
    pattern = _national(country)
    return pattern is not None and pattern.fullmatch(digits) is not None
