"""Invented postcodes and addresses of the net: same form, other figures."""

from __future__ import annotations

import re

from velado.replacement._drawing import Draw
from velado.tokens import fold

__all__ = ["address_of_net", "ip_address", "postcode", "same_form"]

_VOWELLESS = "BCDFGHJKLMNPRSTVWXZ"
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
