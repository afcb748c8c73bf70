"""`surrogate`: something else of the same kind stands in the place of the text, so that the note reads like a note."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from velado.document import Span
from velado.identifiers import compact
from velado.labels import NAMES
from velado.policies.options import Option, settings
from velado.replacement import Case
from velado.replacement._ages import neighbouring
from velado.replacement._calendar import DAYS, Calendar, offset_of
from velado.replacement._country import country_of
from velado.replacement._drawing import Draw, key_of, normal, subject_of
from velado.replacement._label_text import label_text
from velado.replacement._months import in_style
from velado.replacement._surrogate_lists import KIN
from velado.replacement._surrogate_numbers import address_of_net, identifier, ip_address, phone
from velado.replacement._surrogate_people import Cast, without_accents
from velado.replacement._surrogate_places import Map
from velado.tokens import fold, read_text

__all__ = ["STRATEGY", "SurrogateStrategy"]

_TRIES = 12
_FACILITIES = frozenset({"HOSPITAL", "HEALTH_CENTRE", "INSTITUTION"})
_NET = frozenset({"EMAIL", "URL"})


class SurrogateStrategy:
    """Names, places and numbers that nobody here has; the same person is the same throughout, in all forms of the name."""

    name = "surrogate"
    options: Mapping[str, Option] = {"days": DAYS}

    def begin(self, case: Case) -> Callable[[Span], str]:
        """Everything is drawn from the key, the patient and the text itself; what has no likeness becomes a label."""
        return _Surrogates(case, settings(self.options, case.options)["days"]).replace


class _Surrogates:
    def __init__(self, case: Case, days: int) -> None:
        self._case = case
        self._key = key_of(case)
        self._country = country_of(case)
        self._cast = Cast(case, self._country)
        self._map = Map(case, self._country)
        self._calendar = Calendar(case)
        self._offset = offset_of(case, days)

    def replace(self, span: Span) -> str:
        """Never the text itself: another draw is made until it differs, and in the end a label stands there."""
        text = read_text(span.text(self._case.text)).text.strip()
        for attempt in range(_TRIES):
            new = self._drawn(span, text, attempt)
            if not new:
                break
            if fold(new) != fold(text):
                return new
        return label_text(span.label, self._case.language)

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
        if label in ("PHONE", "FAX"):
            figures = "".join(sign for sign in text if sign.isdigit())
            return phone(text, self._draw("PHONE", figures[-8:] or text, attempt))
        if label.endswith("_ID") and compact(text):
            return identifier(text, label, self._country, self._draw(label, compact(text), attempt))
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
