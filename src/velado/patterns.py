"""Regular expressions that are compiled when they are first used: a note needs a few of the hundreds there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, AnyStr, cast

__all__ = ["late_pattern", "matches_at", "places_of"]

_OFFERED = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn", "pattern", "groups", "groupindex", "flags")


class _Late:
    """Stands for a pattern; once compiled, what the pattern offers is its own, so that later calls go straight there."""

    def __init__(self, source: str, flags: int) -> None:
        self._source, self._flags = source, flags


class _Offered:
    """One thing that a pattern offers. Asked only for what the pattern has not set yet."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, late: _Late, _: type[_Late]) -> Any:
        compiled = re.compile(late._source, late._flags)
        vars(late).update({name: getattr(compiled, name) for name in _OFFERED})
        return getattr(compiled, self._name)


for _name in _OFFERED:
    setattr(_Late, _name, _Offered(_name))


def late_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` gives, as far as its methods and attributes go; a mistake in it shows at the first use.

    >>> late_pattern(r"\\d+").findall("3 de 14")
    ['3', '14']
    """
    return cast("re.Pattern[str]", _Late(source, flags))


def places_of(pieces: Iterable[AnyStr], text: AnyStr) -> Iterator[int]:
    """Wherever one of the pieces stands, piece by piece: much faster than a pattern that looks for any of them.

    >>> sorted(places_of(("a", "ab"), "abba"))
    [0, 0, 3]
    """
    for piece in pieces:
        at = text.find(piece)
        while at >= 0:
            yield at
            at = text.find(piece, at + 1)


def matches_at(pattern: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    """What `finditer` gives, for a slow pattern that can begin only at some places: it is tried there alone.

    >>> [match[0] for match in matches_at(re.compile("a+"), "aab a", [0, 1, 4])]
    ['aa', 'a']
    """
    resume = 0
    for start in sorted(starts):
        match = pattern.match(text, start) if start >= resume else None
        if match:
            yield match
            resume = match.end()
