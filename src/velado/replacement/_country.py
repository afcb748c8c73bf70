"""Where a note comes from: said so, or told by its telephone numbers and places."""

from __future__ import annotations

from collections import Counter

from velado.patterns import late_pattern
from velado.replacement import Case
from velado.replacement._places import country_named, regions_of

__all__ = ["country_of"]

_CALLING = {
    "34": "ES", "351": "PT", "55": "BR", "52": "MX", "54": "AR", "57": "CO", "56": "CL", "51": "PE", "593": "EC", "591": "BO",
    "598": "UY", "595": "PY", "58": "VE", "502": "GT", "503": "SV", "504": "HN", "505": "NI", "506": "CR", "507": "PA",
    "53": "CU", "1": "US", "44": "GB", "353": "IE", "61": "AU", "244": "AO", "258": "MZ", "238": "CV",
}  # fmt: skip
_INTERNATIONAL = late_pattern(r"\s*(?:\+|00)\s?(\d{1,3})")
_DEFAULT = {"es": "ES", "pt": "BR"}


def country_of(case: Case, certain: bool = False) -> str:
    """The country's code. With `certain`, empty unless something tells it; otherwise the language's largest will do."""
    if case.country:
        return case.country
    votes: Counter[str] = Counter()
    for span in case.spans:
        text = span.text(case.text)
        if span.label in ("PHONE", "FAX") and (match := _INTERNATIONAL.match(text)):
            code = next((match[1][:length] for length in (3, 2, 1) if match[1][:length] in _CALLING), "")
            votes[_CALLING.get(code, "")] += 2
        elif span.label == "COUNTRY":
            votes[country_named(text)] += 1
        elif span.label == "PLACE":
            for country in {home[0] for home in regions_of(text)}:
                votes[country] += 1
    del votes[""]
    ranked = sorted(votes.items(), key=lambda vote: (-vote[1], vote[0]))
    if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]):
        return ranked[0][0]
    return "" if certain else _DEFAULT.get(case.language, "US")
