"""First names and surnames from faker, names and mx-datagenerator, and from the hand-written lists. Development only."""

from __future__ import annotations

import json
import pkgutil
from collections import Counter
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from velado.lexicons import FEMALE, FIRST_NAME, MALE, NICKNAME, SURNAME
from velado.lexicons._entries import Entries, data_of, key_of, lines_of

__all__ = ["add_names"]

# Attributes of faker's providers, and what they hold.
_FIRST = (
    ("first_names_female", FEMALE), ("first_names_male", MALE), ("first_female_names", FEMALE), ("first_male_names", MALE),
    ("first_names_female_est", FEMALE), ("first_names_male_est", MALE), ("female_first_names", FEMALE), ("male_first_names", MALE),
    ("first_female_romanized_names", FEMALE), ("first_male_romanized_names", MALE), ("first_romanized_names", 0),
    ("first_names_nonbinary", 0), ("first_names", 0),
)  # fmt: skip
_LAST = ("last_names", "last_names_female", "last_names_male", "last_names_unisex", "last_romanized_names", "last_names_est")


def _texts(value: Any) -> list[str]:
    """The names in a tuple, an ordered dictionary, or romanised pairs."""
    found: list[str] = []
    for item in value if isinstance(value, tuple | list | dict | set | frozenset) else ():
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, tuple):
            found += [part for part in item if isinstance(part, str)]
    return found


def _add_faker(entries: Entries) -> None:
    home = import_module("faker.providers.person")
    locales = sorted(entry.name for entry in pkgutil.iter_modules(home.__path__))
    seen: Counter[tuple[str, int, str]] = Counter()
    for locale in locales:
        provider = import_module(f"{home.__name__}.{locale}").Provider
        family = locale.partition("_")[0]
        region = family if family in ("es", "pt") else "en" if locale in ("en", "en_GB", "en_IE", "en_US", "en_NZ", "ga_IE") else "other"
        strength = 2 if region in ("es", "pt") else 1
        for attribute, flags in _FIRST:
            names = _texts(getattr(provider, attribute, ()))
            entries.names(names, FIRST_NAME, region, strength, flags)
            if flags:
                seen.update({(region, FIRST_NAME, key_of(name)) for name in names})
        for attribute in _LAST:
            names = _texts(getattr(provider, attribute, ()))
            entries.names(names, SURNAME, region, strength)
            if attribute == "last_names":
                seen.update({(region, SURNAME, key_of(name)) for name in names})
    # Two national lists that agree make a typical name.
    for (region, kind, key), count in sorted(seen.items()):
        if count > 1 and region != "other" and key:
            entries.names([key], kind, region, 3 if region in ("es", "pt") else 2)


def _add_census(entries: Entries) -> None:
    """The census lists of the package `names`, ranked."""
    for file, flags in (("dist.female.first", FEMALE), ("dist.male.first", MALE)):
        for rank, line in enumerate(data_of("names", file).splitlines()):
            strength = 3 if rank < 300 else 2 if rank < 900 else 1
            # The tail of one sex often is the other sex's name, misread.
            entries.names([line.split()[0]], FIRST_NAME, "en", strength, flags if rank < 600 else 0)
    for rank, line in enumerate(data_of("names", "dist.all.last").splitlines()):
        entries.names([line.split()[0]], SURNAME, "en", 3 if rank < 1500 else 2 if rank < 8000 else 1 if rank < 30000 else 0)


def _add_mexico(entries: Entries) -> None:
    """The Mexican lists of mx-datagenerator; `Surnames` is ranked."""
    lists = json.loads(data_of("mx_datagen", "data_source", "names.json"))
    for rank, name in enumerate(lists["Surnames"]):
        entries.names([name], SURNAME, "es", 3 if rank < 600 else 2 if rank < 2500 else 1)
    entries.names(lists["Common Surnames"], SURNAME, "es", 1)
    for title in ("Mayan Surnames", "Yaqui Surnames", "Nahuatl Surnames"):
        entries.names(lists[title], SURNAME, "es", 2)
    for title, flags in (("female", FEMALE), ("male", MALE)):
        entries.names(lists[f"Common {title} names"], FIRST_NAME, "es", 3, flags)
        entries.names(lists[f"{title.title()} Names"], FIRST_NAME, "es", 1, flags)


# Hand-written lists: file, kind, region, strength, further flags.
_LISTS = (
    ("first_names_es_f", FIRST_NAME, "es", 3, FEMALE), ("first_names_es_m", FIRST_NAME, "es", 3, MALE),
    ("first_names_pt_f", FIRST_NAME, "pt", 3, FEMALE), ("first_names_pt_m", FIRST_NAME, "pt", 3, MALE),
    ("first_names_en_f", FIRST_NAME, "en", 3, FEMALE), ("first_names_en_m", FIRST_NAME, "en", 3, MALE),
    ("first_names_indigenous", FIRST_NAME, "es", 2, 0), ("first_names_other", FIRST_NAME, "other", 2, 0),
    ("nicknames_es", FIRST_NAME, "es", 2, NICKNAME), ("nicknames_pt", FIRST_NAME, "pt", 2, NICKNAME),
    ("nicknames_en", FIRST_NAME, "en", 2, NICKNAME),
    ("surnames_es", SURNAME, "es", 3, 0), ("surnames_pt", SURNAME, "pt", 3, 0), ("surnames_en", SURNAME, "en", 3, 0),
    ("surnames_indigenous", SURNAME, "es", 2, 0), ("surnames_other", SURNAME, "other", 2, 0),
)  # fmt: skip


def add_names(entries: Entries, common: Mapping[str, int]) -> None:
    """All names, from every source; `common` says how common each word is, at most, in one of the languages."""
    _add_faker(entries)
    _add_census(entries)
    _add_mexico(entries)
    for file, kind, region, strength, flags in _LISTS:
        for text in lines_of(file):
            # "Can", "Oso", "Toca" are surnames too, but hardly ever.
            rare = strength == 2 and any(common.get(word, 0) >= 4 for word in key_of(text).split())
            entries.names([text], kind, region, 1 if rare else strength, flags)
