"""Invented numbers and addresses of the net: same form, other figures; identifiers keep a right check digit."""

from __future__ import annotations

import re
from functools import cache

from velado.identifiers import Identifier, compact, identifiers
from velado.patterns import late_pattern
from velado.replacement._drawing import Draw
from velado.tokens import fold

__all__ = ["address_of_net", "identifier", "ip_address", "phone", "postcode", "same_form"]

_VOWELLESS = "BCDFGHJKLMNPRSTVWXZ"
_CALLING_CODE = late_pattern(r"\s*(?:\+|00)\s?(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(?!\d{0,2}$)")
_DOMAINS = ("example.org", "example.com", "example.net")


def same_form(text: str, draw: Draw, keep: int = 0) -> str:
    """Letters for letters and figures for figures; the first `keep` characters and all other signs stay.

    >>> import re
    >>> bool(re.fullmatch("[A-Z]{2}-[0-9]{4}/[a-z]", same_form("HC-2021/b", Draw(b"k"))))
    True
    """
    written = []
    for number, sign in enumerate(text):
        if number < keep or not sign.isalnum():
            written.append(sign)
        elif sign.isdigit():
            written.append(draw.pick("0123456789"))
        else:
            letter = draw.pick(_VOWELLESS)
            written.append(letter.lower() if sign.islower() else letter)
    return "".join(written)


@cache
def _checked() -> tuple[tuple[Identifier, re.Pattern[str]], ...]:
    return tuple((entry, re.compile(entry.pattern)) for entry in identifiers() if entry.valid or entry.form_suffices)


def identifier(text: str, label: str, country: str, draw: Draw) -> str:
    """Another number of the same kind, with right check digits where the original's are, in the original's layout."""
    folded = fold(text)
    known = [entry for entry, pattern in _checked() if pattern.fullmatch(folded)]
    known = [entry for entry in known if entry.accepts(text) or entry.form_suffices]
    # Right check digits first, then the country's own and those of the same label: forms of different countries overlap.
    known.sort(key=lambda entry: (not entry.accepts(text), entry.country != country, entry.label != label, entry.name))
    for entry in known:
        generator = draw.generator()
        for _ in range(20):
            number = compact(entry.fake(generator))
            poured = _poured(number, text)
            if poured is not None and number != compact(text):
                return poured
    return same_form(text, draw)


def _poured(number: str, layout: str) -> str | None:
    """The characters of a number in the places of another one's; None when they do not fit."""
    signs = iter(number)
    if len(number) != len(compact(layout)):
        return None
    written = []
    for sign in layout:
        if not sign.isalnum():
            written.append(sign)
            continue
        new = next(signs, "0")
        written.append(new.lower() if sign.islower() else new)
    return "".join(written)


def phone(text: str, draw: Draw) -> str:
    """Another number in the same grouping; the country's code stays, and the figure that tells mobile from fixed lines.

    >>> phone("+34 612 345 678", Draw(b"k"))[:5]
    '+34 6'
    """
    prefix = _CALLING_CODE.match(text)
    start = prefix.end() if prefix else 0
    digits = [number for number, sign in enumerate(text) if sign.isdigit() and number >= start]
    if not digits:
        return same_form(text, draw)
    # Drawn from the right, so that a number with and without its prefix gets the same figures.
    figures = dict(zip(reversed(digits), (draw.pick("0123456789") for _ in digits), strict=True))
    if len(digits) >= 7:
        figures[digits[0]] = text[digits[0]]
    return "".join(figures.get(number, sign) for number, sign in enumerate(text))


def postcode(text: str, country: str, draw: Draw) -> str:
    """Another postcode of the same form; a Spanish one is of a province that exists."""
    written = same_form(text, draw)
    if country == "ES" and re.fullmatch(r"\d{5}", text):
        return f"{1 + draw.below(52):02d}{written[2:]}"
    return written


def ip_address(text: str, draw: Draw) -> str:
    """An address of the blocks that are set aside for examples."""
    if ":" in text:
        return f"2001:db8::{draw.below(0xFFFF):x}:{draw.below(0xFFFF):x}"
    return f"{draw.pick(('192.0.2', '198.51.100', '203.0.113'))}.{1 + draw.below(254)}"


def address_of_net(text: str, handle: str, draw: Draw) -> str:
    """An e-mail address, web address or user name on a domain that is nobody's. `handle` stands for the person in it."""
    folded = fold(text)
    domain = draw.pick(_DOMAINS)
    if text.startswith("@"):
        return f"@{handle}"
    if "@" in text or "arroba" in folded or "(at)" in folded:
        return f"{handle}@{domain}"
    web = re.match(r"([a-z][a-z0-9+.-]{1,10}://)?(www\.)?", folded)
    head = web[0] if web else ""
    bare = re.fullmatch(r"(?:[a-z0-9-]{1,60}\.){1,5}[a-z]{2,10}(?:[:/?#].*)?", folded[len(head) :])
    if head or bare:
        path = folded[len(head) :].partition("/")[2]
        return f"{head}{domain}/{same_form('aaaaaa', draw)}" if path else f"{head}{domain}"
    return handle
