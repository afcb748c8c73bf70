"""The stretches of a page that hold a digit, and what was taken for an identifier."""

from __future__ import annotations

from velado.patterns import late_pattern
from velado.recognisers._cue_book import cue_book
from velado.recognisers._number_cues import NO_PREFIX
from velado.recognisers._number_shapes import count_digits, signature
from velado.tokens import Page

__all__ = ["Found", "Stretch", "code_like", "plain", "with_letters"]

_LETTERS_BEFORE = late_pattern(r"(?<![a-z0-9])([a-z]{1,5}(?:\.[a-z]){0,2})[ ./\-]{1,2}\Z")


class Stretch:
    """A stretch of the page with a digit in it, and how far it may reach on either side."""

    __slots__ = ("digits", "end", "first", "lettered", "start", "value", "whole")

    def __init__(self, page: Page, start: int, end: int, whole: int) -> None:
        self.start, self.end, self.whole = start, end, whole
        self.value = page.folded[start:end]
        self.digits = count_digits(page.folded[start:whole])
        self.lettered = self.value.upper() != self.value
        self.first = with_letters(page, start, self.digits)


class Found:
    """One stretch taken for an identifier, with what the next one may learn from it."""

    __slots__ = ("cued", "end", "label", "score", "shape", "start")

    def __init__(self, folded: str, start: int, end: int, label: str, score: float, cued: bool) -> None:
        self.start, self.end, self.label, self.score, self.cued = start, end, label, score, cued
        self.shape = signature(folded[start:end])


def with_letters(page: Page, start: int, digits: int) -> int:
    """Where a value begins when a short group of capitals stands before its digits: `AB 65 43 21 C`."""
    folded = page.folded
    if start < 2 or folded[start - 1] not in " /-." or not (page.text[start - 2].isupper() or folded[start - 2] in "./ "):
        return start
    before = _LETTERS_BEFORE.search(folded, max(0, start - 10), start)
    if before is None or not page.text[before.start(1) : before.end(1)].isupper():
        return start
    word = before.group(1).replace(".", "")
    if word in NO_PREFIX and not (len(word) == 1 and (digits >= 9 or (digits >= 5 and word not in "yeoau"))):
        return start
    cue = cue_book().single(word)
    return before.start(1) if cue is None or (not cue.label and cue.soft) else start


def code_like(value: str, digits: int, need: int) -> bool:
    """Whether a value has enough about it for its cue: enough digits, or letters and digits mixed."""
    if digits >= need or (digits >= 4 and value[0] == "0" and need < 6):
        return True
    least = 2 if need <= 4 else 3 if need == 5 else 5
    return digits >= least and len(value) >= 4 and value.upper() != value


def plain(value: str) -> bool:
    """Whether a value is written as a measure would be: no letters, no leading zero."""
    return value[0] != "0" and value.replace(".", "").replace("-", "").isdigit()
