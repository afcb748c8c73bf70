"""A single value that is content by its form and its key, where there is no column to compare it with."""

from __future__ import annotations

from velado.columns.forms import FORMS, Form, identifier_of
from velado.columns.hints import AMOUNT, CODE, hint_of
from velado.columns.names import joined_words
from velado.columns.roles import is_measured

__all__ = ["is_content"]

_FEW = 3  # different codes that a form without any sign of its own needs at most
_PERSONAL = 9  # digits from which on an amount may be somebody's number


def is_content(name: str, value: str) -> bool:
    """Whether a value under a key of this name is a code of a terminology, or an amount: nobody's, and never redrawn.

    Forms of figures alone, and forms that record numbers have too, count only under a name that speaks of codes.

    >>> is_content("codigo_cie", "I21.0"), is_content("x", "C09AA02"), is_content("snomed", "22298006"), is_content("importe", "10450")
    (True, True, True, True)
    >>> is_content("nota", "22298006"), is_content("codigo_cie", "4000123"), is_content("importe", "612345678"), is_content("x", "10450")
    (False, False, False, False)
    >>> is_content("diagnostico_cod", "HC12345")
    False
    """
    value = value.strip()
    hint = hint_of(name)
    if hint == AMOUNT:
        return is_measured(value) and sum(map(str.isdigit, value)) < _PERSONAL
    if len(value) > 60 or identifier_of(value):
        return False
    words = joined_words(name)
    return any(
        form.fits(value.upper())
        for form in FORMS
        if (form.names & words if form.weak else _counts_alone(form, hint))
    )


def _counts_alone(form: Form, hint: str) -> bool:
    """Whether one value of a form tells it, without others beside it."""
    if hint == CODE:
        return not form.plain or form.least <= _FEW
    return not form.plain and form.valid is None and form.least == 1
