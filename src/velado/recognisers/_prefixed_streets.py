"""Streets with the number first and the kind of street next, as in Wales, Malta and Quebec: "7 heol y graig", "12, Triq San Ġorġ"."""

from __future__ import annotations

from collections.abc import Iterator

from velado.patterns import late_pattern, matches_at
from velado.recognisers._word_index import Awaited, index_of
from velado.tokens import Page

__all__ = ["prefixed"]

_KINDS = Awaited("heol ffordd stryd lon clos maes rhodfa cwrt triq sqaq rue chemin bothar sraid".split())
# The number, the kind, and the name: behind a particle one word, else up to two with a capital or one in small letters.
_STREET = late_pattern(
    r"\d{1,5}[A-Za-z]?,? \w{3,7} (?:(?:(?:y|yr|san|santa|de|du|des|la|le|na|an) |l[’'])(?:la )?[^\W\d_][\w’'-]+"
    r"|[A-ZÀ-ÖØ-ÞĠĦŻ][\w’'-]+(?: [A-ZÀ-ÖØ-ÞĠĦŻ][\w’'-]+)?|[^\W\d_][\w’'-]{2,})",
)
_SCORE = 0.9


def prefixed(page: Page) -> Iterator[tuple[int, int, float]]:
    """Start, end and score of each."""
    words, starts = page.words, page.starts
    heads = []
    for number in index_of(page).tokens(_KINDS):
        back = number - 1 - (words[number - 1 : number] == [","])
        back -= back > 0 and len(words[back]) == 1 and words[back].isalpha() and not page.gaps[back - 1]
        if back >= 0 and words[back].isdecimal():
            heads.append(starts[back])
    return ((*match.span(), _SCORE) for match in matches_at(_STREET, page.text, heads))
