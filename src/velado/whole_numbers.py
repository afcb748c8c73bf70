"""What belongs to a number and stands beside it: the capitals before it, the letter that closes it, the x of an extension."""

from __future__ import annotations

from velado.document import Span
from velado.labels import NUMBERS
from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["whole_number"]

_BEFORE = late_pattern(r"(?<![\w\-/.])([A-Z]{1,2}) \Z")
_BEHIND = late_pattern(r" ([A-Z])(?=[.,;)\n]|  |\Z)")
_EXTENSION = late_pattern(r"(?:(?<=[ (,])|\A)[xX]\Z")
_LEAST = 5  # digits of a number that letters may belong to
# Capitals that name the number behind them, or join it to what stands before.
_NAMES = frozenset("hc ci cc ti rg id mp mn cp no rm sn so uc nb rx ap pg lc rp fa bg se nr n o y e a k c r cs ss hd pt dr mr ta fc fr tc rm us".split())
_SEXES = frozenset("FMHV")


def whole_number(page: Page, span: Span) -> Span:
    """A number with what belongs to it: "passap. PA 0844172", "G0711 24 103 445 X", "call x55218".

    >>> page = Page("passap. PA 0844172; tel x55218")
    >>> [whole_number(page, span).text(page.text) for span in (Span(11, 18, "PATIENT_ID"), Span(25, 30, "PHONE"))]
    ['PA 0844172', 'x55218']
    """
    text, start, end = page.text, span.start, span.end
    if span.label == "PHONE":
        start -= _EXTENSION.search(text, max(0, start - 2), start) is not None
    elif span.label in NUMBERS and text[end - 1].isdigit() and sum(map(str.isdigit, text[start:end])) >= _LEAST:
        before = _BEFORE.search(text, max(0, start - 4), start) if text[start].isdigit() else None
        if before and before[1].lower() not in _NAMES:
            start = before.start(1)
        behind = _BEHIND.match(text, end)
        if behind and behind[1] not in _SEXES:
            end = behind.end(1)
    return span if (start, end) == (span.start, span.end) else Span(start, end, span.label, span.score, span.source)
