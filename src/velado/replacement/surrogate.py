"""`surrogate`: something else of the same kind stands in the place of the text, so that the note reads like a note."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property

from velado.document import Span
from velado.keys import Purpose
from velado.labels import NAMES, NUMBERS
from velado.policies.options import Option, settings
from velado.replacement import Case
from velado.replacement._ages import neighbouring
from velado.replacement._calendar import DAYS, Calendar, offset_of
from velado.replacement._country import country_of
from velado.replacement._drawing import Draw, key_of, normal, number_key_of, subject_of
from velado.replacement._label_text import label_text
from velado.replacement._months import in_style
from velado.replacement._pseudonyms import pseudonyms_of
from velado.replacement._surrogate_lists import KIN
from velado.replacement._surrogate_numbers import address_of_net, ip_address
from velado.replacement._surrogate_people import Cast, without_accents
from velado.replacement._surrogate_places import Map
from velado.tokens import fold, read_text

__all__ = ["STRATEGY", "SurrogateStrategy"]

_TRIES = 12
_FACILITIES = frozenset({"HOSPITAL", "HEALTH_CENTRE", "INSTITUTION"})
_PHONES = frozenset({"PHONE", "FAX"})
_NET = frozenset({"EMAIL", "URL"})


class SurrogateStrategy:
    """Names, places and numbers that nobody here has; the same person is the same throughout, in all forms of the name."""

    name = "surrogate"
    moves_dates = True
    keeps_apart = True
    options: Mapping[str, Option] = {"days": DAYS}

    def begin(self, case: Case) -> Callable[[Span], str]:
        """Everything is drawn from the key, the patient and the text itself; what has no likeness becomes a label."""
        return _Surrogates(case, settings(self.options, case.options)["days"]).replace


class _Surrogates:
    def __init__(self, case: Case, days: int) -> None:
        self._case = case
        self._days = days

    # Made when first asked for: the cell of a patient column needs none of them.

    @cached_property
    def _key(self) -> bytes:
        return key_of(self._case, Purpose.SURROGATE)

    @cached_property
    def _country(self) -> str:
        return country_of(self._case)

    @cached_property
    def _cast(self) -> Cast:
        return Cast(self._case, self._country)

    @cached_property
    def _map(self) -> Map:
        return Map(self._case, self._country)

    @cached_property
    def _calendar(self) -> Calendar:
        return Calendar(self._case)

    @cached_property
    def _offset(self) -> int:
        return offset_of(self._case, self._days)

    def replace(self, span: Span) -> str:
        """Never the text itself: another draw is made until it differs, and in the end a label stands there."""
        text = read_text(span.text(self._case.text)).text.strip()
        if span.label in NUMBERS or span.label.endswith("_ID"):  # never itself, and not drawn: no other number may get the same
            return self._numbered(span.label, text) or label_text(span.label, self._case.labels_in)
        for attempt in range(_TRIES):
            new = self._drawn(span, text, attempt)
            if not new:
                break
            if fold(new) != fold(text):
                return new
        return label_text(span.label, self._case.labels_in)

    def _numbered(self, label: str, text: str) -> str:
        pseudonyms = pseudonyms_of(number_key_of(self._case))
        return pseudonyms.of_phone(text) if label in _PHONES else pseudonyms.of(text)

    def _draw(self, label: str, what: str, attempt: int) -> Draw:
        return Draw(self._key, subject_of(self._case, label), label, what, str(attempt))

    def _drawn(self, span: Span, text: str, attempt: int) -> str | None:
        label, language = span.label, self._case.language
        if label in NAMES:
            return self._cast.name(span)
        if label == "DATE":
            return self._calendar.shifted(span, self._offset)
        draw = self._draw(label, normal(text), attempt)
        if label == "AGE":
            return neighbouring(text, language, draw)
        if label in ("PLACE", "COUNTRY", "STREET", "PROFESSION"):
            return self._map.drawn(label, text, draw)
        if label in _FACILITIES:
            return self._map.facility(label, text, self._draw(label, self._map.anchor(text), attempt))
        if label == "KINSHIP":
            return in_style(KIN.get(language, KIN["en"]), text)
        if label in _NET:
            return address_of_net(text, self._handle(text, draw), draw)
        if label == "IP_ADDRESS":
            return ip_address(text, draw)
        return None

    def _handle(self, text: str, draw: Draw) -> str:
        """The name part of an address: words that are somebody's name here follow that person's, others are drawn."""
        own = re.split(r"@|\(at\)|\barroba\b", fold(text).removeprefix("@"))[0]
        written = []
        for run in re.findall(r"[a-z]+|\d+|[._-]", own)[:12]:
            if run[0].isdigit():
                written.append("".join(draw.pick([figure for figure in "0123456789" if figure != old]) for old in run))
            elif len(run) == 1:
                written.append(run if not run.isalpha() else draw.pick([letter for letter in "abcdefglmnprst" if letter != run]))
            else:
                written.append(fold(without_accents(self._cast.stand_in_word(run) or self._cast.draw_word(draw, run))))
        return "".join(written).strip("._-") or "user"


STRATEGY = SurrogateStrategy()
