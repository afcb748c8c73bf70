"""Nicknames and diminutives: which names people are called by them. One file per language, a nickname and its names a line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from velado.tokens import fold

__all__ = ["names_behind", "stems_of_diminutive"]

_CODES = ("en", "es", "pt")
_ENDINGS = ("citos", "citas", "cito", "cita", "zinho", "zinha", "ecito", "ecita", "itos", "itas", "ito", "ita", "inho", "inha", "illo", "illa", "ico", "ica", "in", "ina")
_SHORTEST = 3  # letters that are left of a name


@cache
def _names() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for code in _CODES:
        for line in files(__package__).joinpath(f"{code}.txt").read_text("utf-8").splitlines():
            nickname, *names = fold(line).split()
            found[nickname].update(names)
    return {nickname: frozenset(names) for nickname, names in found.items()}


def names_behind(word: str) -> frozenset[str]:
    """The names that a folded nickname stands for.

    >>> sorted(names_behind("beto")), names_behind("mesa")
    (['alberto', 'gilberto', 'humberto', 'norberto', 'roberto'], frozenset())
    """
    return _names().get(word, frozenset())


def stems_of_diminutive(word: str) -> tuple[str, ...]:
    """The folded names that a diminutive may come from: "juanito" from "juan", "pedrinho" from "pedro".

    >>> stems_of_diminutive("juanito"), stems_of_diminutive("rosa")
    (('juan', 'juana', 'juane', 'juano'), ())
    """
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            stem = word[: -len(ending)]
            return (stem, f"{stem}a", f"{stem}e", f"{stem}o")
    return ()
