"""Numbers and codes that identify: one file per country, each a tuple `IDENTIFIERS` of plain values.

Detection, surrogates, tests and the table in the docs all come from these values. To add a country, add a file.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from velado.discovery import offered
from velado.identifiers._compositions import Composition, Numbers, composed_of, form_of

__all__ = ["Composition", "Identifier", "Numbers", "compact", "composed_of", "form_of", "identifiers", "page", "table"]


@dataclass(frozen=True, slots=True)
class Identifier:
    """One kind of number, as people write it.

    `pattern` is matched on folded text (lower case, no accents) and must be linear: bounded repetition only.
    `valid` gets the compact form (letters and digits, upper case). Examples carry marks around the number:
    `"DNI ⟦12345678Z⟧"`; counter-examples carry none, for nothing in them may be found.
    """

    name: str  # unique: country and short name, "es_dni"
    country: str  # ISO 3166 code in upper case; "" for those of the whole world
    label: str
    title: str
    pattern: str
    cues: tuple[str, ...]  # words that announce it, written naturally: "número de afiliación", "c.c."
    fake: Callable[[random.Random], str] = field(repr=False)
    examples: tuple[str, ...]
    counter_examples: tuple[str, ...] = ()
    valid: Callable[[str], bool] | None = field(default=None, repr=False)
    needs_cue: bool = True  # the form alone is too weak: many other things look like it
    form_suffices: bool = False  # the form is so peculiar that it counts even with a wrong check digit
    composed: tuple[Composition, ...] = ()  # how it is put together; pseudonyms of numbers without it keep their form alone

    def accepts(self, text: str) -> bool:
        """Whether the check digits are right; True where there are none to check."""
        return self.valid is None or self.valid(compact(text))


def compact(text: str) -> str:
    """Letters and digits only, in upper case: the form that check digits are computed on.

    >>> compact("12.345.678-z")
    '12345678Z'
    """
    return "".join(character for character in text if character.isalnum()).upper()


def identifiers() -> tuple[Identifier, ...]:
    """Every identifier of the folder and of other packages."""
    found: tuple[Identifier, ...] = offered("identifiers", "IDENTIFIERS")
    return found


_INTRODUCTION = """\
# Identifiers

The numbers that Velado knows by their form, one file per country in `src/velado/identifiers/`. Detection, surrogates,
tests and this page come from those files; `python scripts/identifiers_table.py` writes this page anew.

*Check digit*: a number with right check digits is taken for certain. *By form alone*: found without a cue before it; all
others need one of their cues. Behind a cue a number is found even when a check digit is wrong or a digit is missing.
Numbers that no country's file knows (records, folios, lots, policies, plates, accounts …) are found by the words before
them, which are listed in `src/velado/recognisers/_number_cues.py`.

To add a country, add a file with a tuple `IDENTIFIERS`; `tests/identifiers/test_contract.py` then checks it: the pattern
is linear, the examples are found whole with their label, the counter-examples are not, the fakes are valid.

"""


def page() -> str:
    """The page of the documentation about identifiers."""
    return _INTRODUCTION + table()


def table() -> str:
    """The identifiers as a Markdown table, for the documentation."""
    lines = ["| country | identifier | label | check digit | by form alone | cues |", "|---|---|---|---|---|---|"]
    for identifier in sorted(identifiers(), key=lambda one: (one.country or "~", one.name)):
        checked = "yes" if identifier.valid else "no"
        alone = "no" if identifier.needs_cue else "yes"
        cues = ", ".join(identifier.cues)
        country = identifier.country or "any"
        lines.append(f"| {country} | {identifier.title} | {identifier.label} | {checked} | {alone} | {cues} |")
    return "\n".join(lines) + "\n"
