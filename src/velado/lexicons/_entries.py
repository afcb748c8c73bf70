"""What the build gathers about each word, before it is compiled. Development only."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from velado import lexicons

__all__ = ["PARTICLES", "Entries", "data_of", "fold", "key_of", "lines_of"]

_WORD = re.compile(r"[^\W\d_]+|\d+")
_LATIN = re.compile(r"[a-z0-9 ß]+")
PARTICLES = frozenset(
    "de del la las los lo y e da do dos das di du des le les van von der den ter ten zu zur zum af av al el bin ibn bint the of and a o d".split()
)


_SPECIAL = {"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "a", "œ": "o", "þ": "t", "ð": "d", "’": "'", "‘": "'"}


def fold(text: str) -> str:
    """Lower case without accents, letter for letter as `velado.tokens.fold` does it; a test compares the two."""
    folded = unicodedata.normalize("NFC", text).lower().replace("i\u0307", "i")
    return "".join(_SPECIAL.get(letter, unicodedata.normalize("NFD", letter)[0]) for letter in folded)


def key_of(text: str) -> str:
    """The key of an entry: its folded words and numbers joined by single blanks; "" when it is not in Latin letters.

    >>> key_of("Guillain-Barré"), key_of("D.F."), key_of("Ελλάδα")
    ('guillain barre', 'd f', '')
    """
    key = " ".join(_WORD.findall(fold(text)))
    return key if _LATIN.fullmatch(key) else ""


def data_of(package: str, *path: str) -> str:
    """The text of a file that a package brings along; the package is not imported, which not all of them survive."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the lexicon's sources need {package}: install the extra 'lexicons'")
    return Path(spec.origin).parent.joinpath(*path).read_text(encoding="utf-8")


def lines_of(name: str) -> Iterator[str]:
    """The entries of a hand-written list: separated by commas or line ends; a line that begins with # is a comment."""
    for file in (f"{name}.txt", f"{name}_core.txt"):
        source = files("velado.lexicons").joinpath("_sources", file)
        for line in source.read_text(encoding="utf-8").splitlines() if source.is_file() else ():
            if not line.startswith("#"):
                yield from (entry.strip() for entry in line.split(",") if entry.strip())


class Entries:
    """Values per key; flags are joined, strengths and sizes keep the highest."""

    def __init__(self) -> None:
        self.values: dict[str, int] = {}

    def flag(self, texts: Iterable[str], flags: int) -> None:
        """Set flags for each text."""
        for text in texts:
            if key := key_of(text):
                self.values[key] = self.values.get(key, 0) | flags

    def raise_field(self, key: str, shift: int, width: int, number: int) -> None:
        """Set a field to a number unless it already holds a higher one."""
        value = self.values.get(key, 0)
        mask = (1 << width) - 1
        if value >> shift & mask < number:
            self.values[key] = value & ~(mask << shift) | number << shift

    def names(self, texts: Iterable[str], kind: int, region: str, strength: int, flags: int = 0) -> None:
        """Each word of each text is a first name or a surname (`kind`) of a region."""
        first = kind == lexicons.FIRST_NAME
        strength_at = lexicons._FIRST_STRENGTH if first else lexicons._SURNAME_STRENGTH
        region_bit = lexicons._REGION_BIT[region] << (lexicons._FIRST_REGIONS if first else lexicons._SURNAME_REGIONS)
        for text in texts:
            words = key_of(text).split()
            for word in words:
                if len(word) < 2 or word.isdigit() or (word in PARTICLES and len(words) > 1):
                    continue
                self.values[word] = self.values.get(word, 0) | kind | flags | region_bit
                self.raise_field(word, strength_at, 2, strength)

    def drop(self, key: str, flags: int) -> None:
        """Take flags away again; fields that belong to a dropped name or town go with it."""
        value = self.values.get(key, 0) & ~flags
        if flags & lexicons.FIRST_NAME:
            value &= ~(3 << lexicons._FIRST_STRENGTH | 15 << lexicons._FIRST_REGIONS | lexicons.FEMALE | lexicons.MALE | lexicons.NICKNAME)
        if flags & lexicons.SURNAME:
            value &= ~(3 << lexicons._SURNAME_STRENGTH | 15 << lexicons._SURNAME_REGIONS)
        if flags & lexicons.TOWN:
            value &= ~(3 << lexicons._TOWN_SIZE | 15 << lexicons._TOWN_REGIONS)
        self.values[key] = value
