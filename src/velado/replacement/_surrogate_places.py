"""Invented places: towns of the same country, streets, hospitals and other institutions, and what people do there."""

from __future__ import annotations

import re

from velado.languages import words
from velado.patterns import late_pattern
from velado.replacement import Case
from velado.replacement import _surrogate_lists as lists
from velado.replacement._drawing import Draw, normal
from velado.replacement._months import in_style
from velado.replacement._places import COUNTRIES, REGIONS, country_named, regions_of, towns_in
from velado.replacement._surrogate_numbers import postcode, same_form
from velado.tokens import fold

__all__ = ["Map"]

_FACILITY_LABELS = frozenset({"HOSPITAL", "HEALTH_CENTRE", "INSTITUTION"})
_WORD = late_pattern(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# What may stand beside the figures of an address without naming anything.
_ADDRESS_WORDS = words("no num numero int ext apto apt dpto depto piso casa bloque mz lt sur norte este oeste bis lote etapa")
_ARTICLES = words("la el los las y e o os as del do da dos das of the")
_SHORT_REGIONS = {
    "US": "AZ CA CO FL GA IL MA MI MN MO NC NJ NV NY OH OR PA TN TX VA WA WI",
    "BR": "AL AM BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RS SC SE SP",
}


class Map:
    """What the places of a case become."""

    def __init__(self, case: Case, country: str) -> None:
        self._language = case.language if case.language in lists.STREETS else "en"
        self._country = country if country in REGIONS else {"es": "ES", "pt": "BR"}.get(self._language, "US")
        texts = [span.text(case.text) for span in case.spans if span.label in _FACILITY_LABELS]
        self._facilities: dict[str, list[frozenset[str]]] = {}
        for named in sorted({self._proper(text) for text in texts}, key=lambda named: (-len(named), sorted(named))):
            for word in named:
                self._facilities.setdefault(word, []).append(named)
        self._here = frozenset(fold(span.text(case.text)) for span in case.spans if span.label in ("PLACE", "COUNTRY"))

    def drawn(self, label: str, text: str, draw: Draw) -> str | None:
        """Another place, country, street or profession in the manner of the text."""
        if label == "PLACE":
            parts = [part.strip() for part in text.split(",") if part.strip()]
            return ", ".join(self._place(part, draw) for part in parts) or None
        if label == "COUNTRY":
            column = {"es": 0, "pt": 1}.get(self._language, 2)
            own = country_named(text)
            return self._other([names[column] for code, names in COUNTRIES.items() if code != own], text, draw)
        if label == "STREET":
            return self._street(text, draw)
        return self._profession(text, draw)

    def _other(self, names: list[str] | tuple[str, ...], text: str, draw: Draw) -> str | None:
        found = draw.pick_unless(names, lambda name: fold(name) in self._here or fold(name) == fold(text))
        return None if found is None else in_style(found, text)

    def _place(self, text: str, draw: Draw) -> str:
        if any(sign.isdigit() for sign in text):
            return postcode(text, self._country, draw)
        short = _SHORT_REGIONS.get(self._country)
        if short and re.fullmatch("[A-Z]{2}", text):
            return draw.pick_unless(short.split(), lambda code: code == text) or text
        homes = regions_of(text)
        country = next((home[0] for home in homes if home[0] == self._country), homes[0][0] if homes else self._country)
        is_region = any(fold(text) == fold(region) for _, region in homes)
        names = tuple(REGIONS[country]) if is_region else towns_in(country)
        return self._other(names, text, draw) or same_form(text, draw)

    def _street(self, text: str, draw: Draw) -> str:
        folded = [fold(word) for word in _WORD.findall(text)]
        figures = re.findall(r"\d+", text)
        if figures and all(word in lists.STREET_TYPES or word in _ADDRESS_WORDS or len(word) == 1 for word in folded):
            return "".join(draw.pick("123456789") if sign.isdigit() else sign for sign in text)  # "Cra 15 # 45-23"
        number = same_form("1" * min(len(figures[0]), 3), draw).lstrip("0") or "7" if figures else ""
        name, kind = draw.pick(lists.STREETS[self._language]), draw.pick(lists.STREET_KINDS[self._language])
        if self._language == "en":
            written = " ".join(part for part in (number, name, kind) if part)
        else:
            # "C/", "Av.", "Rua": as it is written, up to the blank.
            head = text.split(maxsplit=1)[0] if folded and folded[0] in lists.STREET_TYPES and " " in text else kind
            written = f"{head} {name}" + (f", {number}" if number else "")
        return written.upper() if text.isupper() else written

    def _profession(self, text: str, draw: Draw) -> str:
        names = lists.PROFESSIONS[self._language]
        entry = draw.pick_unless(names, lambda name: fold(name.split("/")[0])[:5] in fold(text)) or names[0]
        stem, _, female = entry.partition("/")
        if female and fold(text).rstrip("s").endswith("a"):
            stem = stem.removesuffix("o") + "a"
        return stem.upper() if text.isupper() else stem.capitalize() if text[:1].isupper() else stem

    def _proper(self, text: str) -> frozenset[str]:
        """The words that name a facility, without those that tell its kind."""
        named = frozenset(fold(word) for word in _WORD.findall(text))
        return named - lists.FACILITY_KINDS or frozenset(normal(text).split())

    def anchor(self, text: str) -> str:
        """The same for a facility's full name and for the part of it that people say."""
        own = self._proper(text)
        sharing = min((self._facilities.get(word, []) for word in sorted(own)), key=len, default=[])
        whole = next((named for named in sharing if own <= named), own)
        return " ".join(sorted(whole))

    def facility(self, label: str, text: str, draw: Draw) -> str:
        """An invented facility; words that tell its kind stay."""
        written = text.split()
        taken = self._proper(text)
        names = lists.FACILITIES[self._language]
        name = draw.pick_unless(names, lambda one: bool(taken & set(fold(one).split()))) or names[0]
        kept: list[str] = []
        for word in reversed(written) if self._language == "en" else written:
            if fold(word).strip(".,") not in lists.FACILITY_KINDS:
                break
            kept.append(word)
        while kept and fold(kept[-1]) in _ARTICLES:  # it belongs to the name that goes
            kept.pop()
        if self._language == "en":
            kind = " ".join(reversed(kept)) or lists.KINDS["en"][label]
            new = f"{name} {kind}"
        else:
            kind = " ".join(kept) or lists.KINDS[self._language][label]
            new = f"{kind} {name}"
        return new.upper() if text.isupper() and len(text) > 12 else new
