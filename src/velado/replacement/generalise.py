"""`generalise`: ages become bands, dates a month or a year, places their region or country; all else becomes its label."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from velado.document import Span
from velado.policies.options import Option, settings
from velado.replacement import Case
from velado.replacement._ages import banded
from velado.replacement._calendar import Calendar
from velado.replacement._country import country_of
from velado.replacement._label_text import label_text
from velado.replacement._months import in_style
from velado.replacement._places import COUNTRIES, regions_of
from velado.tokens import fold

__all__ = ["STRATEGY", "GeneraliseStrategy"]

# A year so long ago that whoever was born then is ninety by now tells as much as the age would.
_NOW_AT_LEAST = 2025
_LIFETIME = 89


class GeneraliseStrategy:
    """What is as coarse as asked for already stays as it is: a year, a region, an age below 90 with bands of 1."""

    name = "generalise"
    options: Mapping[str, Option] = {
        "age_band": Option(10, "years in a band of ages; 1 leaves ages below 90", choices=(1, 5, 10)),
        "date": Option("year", "what stays of a date", choices=("month", "year")),
        "place": Option("region", "what stays of a place", choices=("region", "country")),
    }

    def begin(self, case: Case) -> Callable[[Span], str]:
        """Whatever cannot be made coarse safely becomes a label."""
        chosen = settings(self.options, case.options)
        calendar = Calendar(case)
        country = country_of(case, certain=True)

        def coarse(span: Span) -> str | None:
            text = span.text(case.text)
            if span.label == "AGE":
                return banded(text, case.language, chosen["age_band"])
            if span.label == "DATE":
                oldest = max(calendar.latest_year, _NOW_AT_LEAST) - _LIFETIME
                if any(year < oldest for year in calendar.years(span)):
                    return None
                return calendar.coarsened(span, chosen["date"])
            if span.label == "PLACE":
                return _coarse_place(text, country, case.language, chosen["place"])
            return None

        return lambda span: coarse(span) or label_text(span.label, case.labels_in)


def _coarse_place(text: str, country: str, language: str, unit: str) -> str | None:
    """The region or country of a place, when there is no doubt about it."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    homes = set(regions_of(parts[-1] if parts else ""))
    at_home = {home for home in homes if home[0] == country} if country else homes
    if len(at_home) != 1:
        return None
    code, region = at_home.pop()
    if unit == "country":
        names = COUNTRIES[code]
        return in_style({"es": names[0], "pt": names[1]}.get(language, names[2]), text)
    if len(parts) == 1 and fold(text) == fold(region):
        return text  # a region is as coarse as it should be
    return in_style(region, text) if text.isupper() else region


STRATEGY = GeneraliseStrategy()
