"""Builds `lexicon.bin`: `python -m velado.lexicons._build`. Development only; needs the extra `lexicons`."""

from __future__ import annotations

from pathlib import Path

from velado import lexicons
from velado.lexicons._entries import Entries, key_of, lines_of
from velado.lexicons._formed_names import add_formed_names
from velado.lexicons._medicine import add_medicine
from velado.lexicons._names import add_names
from velado.lexicons._places import add_places
from velado.lexicons._table import FILE, pack_table
from velado.lexicons._vocabulary import add_vocabulary
from velado.lexicons._words import add_frequencies, read_words

__all__ = ["compile_entries", "gather"]

_ALSO_NAMES = frozenset({"will"})
_NOT_FOR_NAMES = lexicons.MEDICAL | lexicons.DRUG | lexicons.PROFESSION | lexicons.FACILITY_WORD | lexicons.STREET_TYPE


def _mark_prefixes(entries: Entries) -> None:
    for key in list(entries.values):
        words = key.split()
        for length in range(1, len(words)):
            start = " ".join(words[:length])
            entries.values[start] = entries.values.get(start, 0) | lexicons.PREFIX


def _weed(entries: Entries) -> None:
    """Take back what the sources' tails wrongly claim: rare or foreign names that are everyday words."""
    for key, value in list(entries.values.items()):
        level = lexicons.commonness(value)
        if value & lexicons.SURNAME and lexicons.surname_strength(value) == 0 and level >= 2:
            entries.drop(key, lexicons.SURNAME)
        if level == 7 and key not in _ALSO_NAMES:
            entries.drop(key, lexicons.FIRST_NAME | lexicons.SURNAME)
            value = entries.values[key]
        # "ANA" and "EVA" are tests and scales, Yasmin is a pill, Garzón once was a page: the people are many more.
        if level == 0 and lexicons.first_name_strength(value) >= 2:
            entries.drop(key, _NOT_FOR_NAMES | lexicons.BRAND_DEVICE)
        elif level == 0 and lexicons.surname_strength(value) == 3:
            entries.drop(key, _NOT_FOR_NAMES)
        for flag, strength, regions in (
            (lexicons.FIRST_NAME, lexicons.first_name_strength(value), lexicons.first_name_regions(value)),
            (lexicons.SURNAME, lexicons.surname_strength(value), lexicons.surname_regions(value)),
        ):
            limit = 4 if len(key) <= 3 or regions == {"other"} or flag == lexicons.FIRST_NAME else 5
            if value & flag and strength <= 1 and level >= limit and key not in _ALSO_NAMES:
                entries.drop(key, flag)


def gather() -> Entries:
    """Everything that the sources know, not yet compiled."""
    entries = Entries()
    words = read_words()
    common = words.common()
    add_names(entries, common)
    add_places(entries, common)
    add_vocabulary(entries)
    add_medicine(entries, common)
    for eponym in lines_of("not_eponyms"):
        entries.drop(key_of(eponym), lexicons.EPONYM)
    add_formed_names(entries, common)
    add_frequencies(entries, words)
    _weed(entries)
    return entries


def compile_entries(entries: Entries) -> bytes:
    """The bytes of the lexicon file."""
    _mark_prefixes(entries)
    return pack_table(entries.values)


if __name__ == "__main__":
    fresh = Path(__file__).with_name(f"{FILE}.new")
    fresh.write_bytes(compile_entries(gather()))
    fresh.replace(fresh.with_name(FILE))  # whoever reads the old file meanwhile gets all of it
