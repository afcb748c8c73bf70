"""Who speaks in a conversation that was copied into a note: the same few names in turn at the head of its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from velado import lexicons
from velado.languages import languages
from velado.patterns import late_pattern
from velado.recognisers._names import SURE, WEAK, NameReader
from velado.tokens import Page, fold

__all__ = ["speakers"]

# "[22:15] Moni: ", "12/3/24, 22:15 - Fer R2: ", "→ rosy: ", "Jé: ".
_HEAD = late_pattern(
    r"[ \t>*•→-]{0,4}(?:\[[^\]\n]{4,24}\]|(?:\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?,? )?\d{1,2}[:.h]\d{2}(?::\d{2})?(?: ?[ap]\.? ?m\.?)?)?[ \t,–-]{0,3}"
    r"(?P<who>[^\W\d_][\w.'’-]{0,14}(?: [^\W_][\w.'’-]{0,14}){0,2}) ?:(?=[ \t]\S)"
)
_TURNS = 5  # a conversation has at least so many
_NOBODY = lexicons.TITLE | lexicons.KINSHIP | lexicons.SEX_WORD | lexicons.DRUG


@cache
def _labels() -> frozenset[str]:
    """Words that head a line of a form or a section, or mean nobody."""
    told = [set(language.field_of) | set(language.headings) | language.stop_words for language in languages().values()]
    return frozenset(word for label in set().union(*told) for word in (label, *label.split()[:1]))


def speakers(page: Page, reader: NameReader) -> Iterator[tuple[int, int, float]]:
    """First token, token behind and score of each name that heads a turn of a conversation."""
    turns = [match for match in (_HEAD.match(page.text, start) for start in page.line_starts) if match is not None]
    if len(turns) < _TURNS:
        return
    heads = [fold(match["who"]) for match in turns]
    often = {head for head, count in Counter(heads).items() if count > 1 and _may_speak(head)}
    taking = [number for number, head in enumerate(heads) if head in often]
    changes = sum(heads[left] != heads[right] for left, right in pairwise(taking))
    # Labels of a form come back as well, patient by patient: somebody must be known by name, and most lines be turns.
    named = any(lexicons.first_name_strength(lexicons.lookup(head.split()[0])) > 1 and not lexicons.is_common_word(head.split()[0]) for head in often)
    if len(often) < 2 or len(taking) < max(_TURNS, 0.6 * len(turns)) or changes < 0.4 * len(taking) or not named:
        return
    for number in taking:
        first = page.token_from(turns[number].start("who"))
        stop = first + 1
        if stop < len(page.words) and page.spans[stop][0] < turns[number].end("who") and reader.kinds[stop] in (SURE, WEAK) and reader.is_capital(stop):
            stop += 1
        yield first, stop, 0.72


def _may_speak(head: str) -> bool:
    first = head.split()[0]
    return head not in _labels() and first not in _labels() and not lexicons.lookup(first) & _NOBODY
