"""The letter that closes a number in groups, as on blood bags: "G0711 24 103 445 X"."""

from __future__ import annotations

from velado.document import Span
from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["whole_number"]

_LABELS = frozenset({"PATIENT_ID", "INSURANCE_ID", "DEVICE_ID", "OTHER_ID"})
_BEHIND = late_pattern(r" ([A-Z])(?=[,;)\n]|\.(?! ?[^\W\d_])| [ (]|\Z)")
_LEAST = 8  # digits of such a number
_SAID = frozenset("FMHVLR")  # sexes and sides are told in one letter, too


def whole_number(page: Page, span: Span) -> Span:
    """A number with the letter behind it that checks it.

    >>> page = Page("bolsa G0711 24 103 445 X, DNI 12345678 J. Gil")
    >>> [whole_number(page, span).text(page.text) for span in (Span(6, 22, "DEVICE_ID"), Span(30, 38, "PATIENT_ID"))]
    ['G0711 24 103 445 X', '12345678']
    """
    value = page.text[span.start : span.end]
    if span.label not in _LABELS or value.count(" ") < 2 or not value[-1].isdigit() or sum(map(str.isdigit, value)) < _LEAST:
        return span
    behind = _BEHIND.match(page.text, span.end)
    return span if behind is None or behind[1] in _SAID else Span(span.start, behind.end(1), span.label, span.score, span.source)
