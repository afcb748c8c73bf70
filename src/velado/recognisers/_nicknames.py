"""Nicknames: Juan "El Rubio", alias Chispa, a.k.a. Tom."""

from __future__ import annotations

import re
from collections.abc import Iterator

from velado.patterns import late_pattern, matches_at
from velado.tokens import Page

__all__ = ["nicknames"]

# A nickname: in quotes behind a name, or behind words that announce one.
_NICKNAME = late_pattern(
    r"(?:(?<=[a-záéíóúñãõç] )|(?<=[A-ZÁÉÍÓÚÑÇ] ))[(]?[\"“«']((?:(?:[Ee]l|[Ll]a|[Ll]os|[OoAa]|[Tt]he|[Dd]on|[Dd]oña) )?[A-ZÁÉÍÓÚÑ][\w.\-]{1,15}(?: [A-ZÁÉÍÓÚÑ][\w.\-]{0,15})?)[\"”»'][)]?"
    r"|(?i:\b(?:alias|apodad[oa]|apodo|apelido|apelidad[oa]|(?:le|lo|la) (?:dicen|llaman)|conocid[oa] como|conhecid[oa] como|known as|a\.?k\.?a\.?|goes by|nickname|chamad[oa] de):? ?(?:como )?)[\"“«']?((?:(?:[Ee]l|[Ll]a|[OoAa]|[Tt]he) )?[A-ZÁÉÍÓÚÑ][\w\-]{1,15}(?: [A-ZÁÉÍÓÚÑ][\w\-]{1,15})?)"
)
_QUOTE = late_pattern(r"[\"“«']")
# What announces one, and how far before it the announcement begins: "le dicen".
_SAYS_NICKNAME = dict.fromkeys(("alias", "apod", "apelid", "conocid", "conhecid", "known as", "aka", "a.k", "ak.a", "goes by", "nickname", "chamad"), 0)
_SAYS_NICKNAME |= {" dicen": 2, " llaman": 2}


def nicknames(page: Page) -> Iterator[re.Match[str]]:
    """The nickname is group 1 where quotes alone tell it, group 2 where words do.

    The pattern is slow, so it is tried only where a match can begin: at a quote or at words that announce one.
    """
    text, folded = page.text, page.folded
    # A bracket may stand before the quote.
    starts = {quote.start() - (text[quote.start() - 1 : quote.start()] == "(") for quote in _QUOTE.finditer(text)}
    for cue, back in _SAYS_NICKNAME.items():
        at = folded.find(cue)
        while at >= 0:
            starts.add(max(0, at - back))
            at = folded.find(cue, at + 1)
    return matches_at(_NICKNAME, text, starts)
