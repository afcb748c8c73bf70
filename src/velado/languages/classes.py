"""Lists of words, one file per idea and language: what the tagger sees of a word beside its letters.

A file `es/scales.txt` holds one folded word a line. The same word may stand in several lists.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

__all__ = ["classes_of"]

_CODES = ("en", "es", "pt")


@cache
def _lists() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, set[str]] = defaultdict(set)
    for code in _CODES:
        for file in files("velado.languages").joinpath(code).iterdir():
            if file.name.endswith(".txt"):
                for word in file.read_text("utf-8").split("\n"):
                    found[word].add(file.name.removesuffix(".txt"))
    found.pop("", None)
    return {word: tuple(sorted(names)) for word, names in found.items()}


def classes_of(word: str) -> tuple[str, ...]:
    """The names of the lists that have a folded word.

    >>> classes_of("glasgow"), classes_of("avenida"), classes_of("xquenda")
    (('scales',), ('street_kinds',), ())
    """
    return _lists().get(word, ())
