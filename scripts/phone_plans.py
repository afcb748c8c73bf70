"""Writes `src/velado/recognisers/_phone_plans.py`: which numbers the plans of our countries have. Needs the package phonenumbers.

Of each plan only the lengths and the first two digits are kept: enough to tell a telephone from another number.
"""

from __future__ import annotations

import random
import re
from itertools import groupby
from pathlib import Path

import phonenumbers

COUNTRIES = "ES PT AD MX GT HN SV NI CR PA CU DO PR CO VE EC PE BO CL AR UY PY BR AO MZ CV GW ST US CA GB IE AU NZ ZA".split()
TRIES = 300
HEAD = '''"""How many digits telephone numbers have in each country, and with which two they begin. Written by `scripts/phone_plans.py`."""

from __future__ import annotations

import re
from functools import cache

__all__ = ["fits_country"]

# The country's code, the digit before a number within the country, and the numbers themselves.
_PLANS = {
'''
TAIL = '''}


@cache
def _plan(country: str) -> re.Pattern[str] | None:
    plan = _PLANS.get(country.upper())
    if plan is None:
        return None
    code, trunk, numbers = plan
    return re.compile(rf"(?:{code}|{trunk or '-'})?(?:{numbers})")


def fits_country(digits: str, country: str) -> bool:
    """Whether a country's numbering plan has this number.

    >>> fits_country("912345678", "ES"), fits_country("112345678", "ES"), fits_country("5512345678", "MX")
    (True, False, True)
    """
    plan = _plan(country)
    return plan is not None and plan.fullmatch(digits) is not None
'''


def plan_of(country: str) -> str:
    """One line of the table."""
    metadata = phonenumbers.PhoneMetadata.metadata_for_region(country, None)
    assert metadata is not None, country
    pattern = re.compile("|".join(kind.national_number_pattern for kind in (metadata.fixed_line, metadata.mobile, metadata.toll_free) if kind and kind.national_number_pattern))
    rng = random.Random(7)
    ways = []
    for length in sorted({size for kind in (metadata.fixed_line, metadata.mobile) for size in kind.possible_length if size > 5}):
        begins = [
            f"{head:02}" for head in range(100)
            if any(pattern.fullmatch(f"{head:02}" + "".join(rng.choices("0123456789", k=length - 2))) for _ in range(TRIES))
        ]  # fmt: skip
        heads = [f"{first}[{''.join(two[1] for two in group)}]" for first, group in groupby(begins, key=lambda two: two[0])]
        if heads:
            ways.append(f"(?:{'|'.join(heads)})\\d{{{length - 2}}}".replace("[0123456789]", "\\d"))
    return f'    "{country}": ("{metadata.country_code}", "{metadata.national_prefix or ""}", r"{"|".join(ways)}"),\n'


if __name__ == "__main__":
    target = Path(__file__).parents[1] / "src/velado/recognisers/_phone_plans.py"
    target.write_text(HEAD + "".join(map(plan_of, sorted(COUNTRIES))) + TAIL)
