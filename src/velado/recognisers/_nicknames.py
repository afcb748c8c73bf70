"""Nicknames: Juan "El Rubio", alias Chispa, a.k.a. Tom; and what a ward calls somebody whom nobody knows: unk male "Trauma Falcon"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from velado.patterns import late_pattern, matches_at, places_of
from velado.tokens import Page

__all__ = ["nicknames"]

# A nickname: in quotes behind a name, or behind words that announce one.
_NICKNAME = late_pattern(
    r"(?:(?<=[a-záéíóúñãõç] )|(?<=[A-ZÁÉÍÓÚÑÇ] ))[(]?[\"“«']((?:(?:[Ee]l|[Ll]a|[Ll]os|[OoAa]|[Tt]he|[Dd]on|[Dd]oña) )?[A-ZÁÉÍÓÚÑ][\w.\-]{1,15}(?: [A-ZÁÉÍÓÚÑ][\w.\-]{0,15})?)[\"”»'][)]?"
    r"|(?i:\b(?:alias|vulgo|apodad[oa]|apodo|apelido|apelidad[oa]|(?:le|lo|la) (?:dicen|llaman)|conocid[oa] como|conhecid[oa] como|known as|a\.?k\.?a\.?|goes by|nickname|chamad[oa] de):? ?(?:como )?)[\"“«']?((?:(?:[Ee]l|[Ll]a|[OoAa]|[Tt]he) )?[A-ZÁÉÍÓÚÑ][\w\-]{1,15}(?: [A-ZÁÉÍÓÚÑ][\w\-]{1,15})?)"
    r"|(?i:\b(?:unk(?:nown)?|unidentified|unident|desconocid[oa]|no identificad[oa]|sin identificar|ignorad[oa])(?: (?:adult|male|female|man|woman|pt|patient"
    r"|masculino|femenino|var[oó]n|hombre|mujer|homem|mulher)){0,2},? )[\"“«]([A-ZÁÉÍÓÚÑ][\w\-]{1,15}(?:,? [A-ZÁÉÍÓÚÑ0-9][\w\-]{0,15}){0,2})[\"”»]"
)
_QUOTES = "\"“«'"
# What announces one: a word by itself, one with a K, which is rare, and a verb two letters behind where the announcement begins, "le dicen".
_SAYS_NICKNAME = ("alias", "vulgo", "apod", "apelid", "conocid", "conhecid", "goes by", "chamad")
_SAYS_WITH_K = ("known as", "aka", "a.k", "ak.a", "nickname")
_UNKNOWN = ("unk", "unident", "desconocid", "no identificad", "sin identificar", "ignorad")
_VERBS = (" dicen", " llaman")


def nicknames(page: Page) -> Iterator[re.Match[str]]:
    """The nickname is group 1 where quotes alone tell it, group 2 where words do, group 3 where nobody knows another name.

    The pattern is slow, so it is tried only where a match can begin: at a quote or at words that announce one.
    """
    text, folded = page.text, page.folded
    # A bracket may stand before the quote.
    starts = {quote - (text[quote - 1 : quote] == "(") for quote in places_of(_QUOTES, text)}
    starts.update(places_of(_SAYS_NICKNAME, folded))
    if '"' in folded:  # all quotes are folded to this one
        starts.update(places_of(_UNKNOWN, folded))
    if "k" in folded:
        starts.update(places_of(_SAYS_WITH_K, folded))
    starts.update(max(0, verb - 2) for verb in places_of(_VERBS, folded))
    return matches_at(_NICKNAME, text, starts)
