"""What belongs to a number and stands beside it: the capitals of its first group, the letter that closes it."""

from __future__ import annotations

from velado.document import Span
from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["whole_number"]

_LABELS = frozenset({"PATIENT_ID", "INSURANCE_ID", "DEVICE_ID", "OTHER_ID"})  # before a licence stands the name of the council
_BEFORE = late_pattern(r"(?<![\w\-/.&])([A-Z]{1,2}) \Z")
_BEHIND = late_pattern(r" ([A-Z])(?=[.,;)\n]| [ (]|\Z)")
_LEAST = 5  # digits of a number that letters may belong to
# Capitals that name the number behind them, or join it to what stands before.
_NAMES = frozenset("hc ci cc ti rg id mp mn cp no rm sn so uc nb rx ap pg lc rp fa bg se nr n o y e a k c r cs ss hd pt dr mr ta fc fr tc us".split())
_SEXES = frozenset("FMHV")


def whole_number(page: Page, span: Span) -> Span:
    """A number with what belongs to it: "passap. PA 0844172", "G0711 24 103 445 X".

    >>> page = Page("passap. PA 0844172; bolsa 24 103 445 X")
    >>> [whole_number(page, span).text(page.text) for span in (Span(11, 18, "PATIENT_ID"), Span(26, 36, "DEVICE_ID"))]
    ['PA 0844172', '24 103 445 X']
    """
    text, start, end = page.text, span.start, span.end
    value = text[start:end]
    if span.label not in _LABELS or not value[-1].isdigit() or "/" in value or sum(map(str.isdigit, value)) < _LEAST:
        return span
    before = _BEFORE.search(text, max(0, start - 4), start) if value[0].isdigit() else None
    if before and before[1].lower() not in _NAMES:
        start = before.start(1)
    behind = _BEHIND.match(text, end)
    if behind and behind[1] not in _SEXES:
        end = behind.end(1)
    return Span(start, end, span.label, span.score, span.source) if len(value) < end - start else span
