"""The edges of an identifier that was found: the capitals of its first group, the letters and digits that close it."""

from __future__ import annotations

from velado.patterns import late_pattern
from velado.recognisers._cue_book import cue_book
from velado.recognisers._number_cues import NO_PREFIX
from velado.recognisers._number_shapes import count_digits
from velado.recognisers._number_stretches import Found
from velado.tokens import Page

__all__ = ["closed", "completed"]

_LETTERS_BEHIND = late_pattern(r" ([A-Z]{1,2})(?=\n|  |[.,;)|]|\Z)")
_YEAR_BEHIND = late_pattern(r" de (?:19|20)\d\d(?!\d)")
_CAPITALS = late_pattern(r"(?<![A-Za-z0-9\-/])([A-Z]{2}) \Z")
_EDGE = r"(?=[.,;)\n\]]|  | [—–·|/]|\Z)"
_LETTER = late_pattern(rf" ([A-Z]{{1,2}}){_EDGE}")
_GROUP = late_pattern(rf" \d{{2}}{_EDGE}(?![.,]\d)")
_PART = late_pattern(rf" (?:[A-Z]\d{{2,4}}|\d{{2,4}}[A-Z]){_EDGE}")
# Capitals that name the number behind them, whatever cue stands before.
_NAMES = frozenset(
    "hc ci cc ti rg id mp mn cp no rm sn so uc nb rx ap pg lc rp ap fa bg".split()
)
_SEXES = frozenset("FMH")
_COUNCILS = frozenset(["col", "colegiado", "colegiada", "kol", "mat", "matricula", "reg"])  # of a region; others name a state first


def closed(page: Page, start: int, end: int, label: str, score: float) -> Found:
    """The stretch with what may close it: one or two capitals, `05518271 TL`, or a year, `5512 de 2016`."""
    if end - start <= 6 and (year := _YEAR_BEHIND.match(page.folded, end)) is not None:
        end = year.end()
    closing = _LETTERS_BEHIND.match(page.text, end) if page.text[end - 3 : end].isdigit() else None
    mixed = label != "VEHICLE_ID" and any(character.isalpha() for character in page.text[start:end])
    if closing is not None and not mixed and closing.group(1).lower() not in NO_PREFIX:
        end = closing.end()
    return Found(page.folded, start, end, label, score, True)


def completed(page: Page, hit: Found) -> Found:
    """The same identifier with the groups at its edges that no pattern of its own asked for."""
    start, end, text = hit.start, hit.end, page.text
    digits = count_digits(page.folded[start:end])
    if text[start].isdigit():
        start = _with_capitals(page, hit, digits)
    if hit.cued and (digits >= 5 or hit.label == "DEVICE_ID") and text[end - 1].isdigit():
        end = _with_closing(page, hit, end, digits)
    return hit if (start, end) == (hit.start, hit.end) else Found(page.folded, start, end, hit.label, hit.score, hit.cued)


def _with_capitals(page: Page, hit: Found, digits: int) -> int:
    """Where it begins with its first group: "FOLIO MR 220417", "pasaporte marroquí QX 9191902"."""
    start = hit.start
    before = _CAPITALS.search(page.text, max(0, start - 5), start)
    if before is None or before.group(1).lower() in _NAMES:
        return start
    word = before.group(1).lower()
    cue = cue_book().single(word)
    farther = cue_book().before(page.folded, page.text, before.start())
    known = farther.cue
    announced = known is not None and known.label and not farther.crossed and not farther.skipped
    if hit.label == "LICENCE_ID":
        return before.start() if known is not None and announced and known.word in _COUNCILS else start
    if announced or (farther.numbered and farther.cue is None):
        return before.start()
    alone = cue is None and word not in NO_PREFIX and digits >= 7
    return before.start() if alone else start


def _with_closing(page: Page, hit: Found, end: int, digits: int) -> int:
    """Where it ends with its last group: "33 5 51 0 82 H", "088145092 01", "BLW440 198S"."""
    text = page.text
    letter = _LETTER.match(text, end) if digits >= 5 else None
    if letter is not None:
        sex = letter.group(1) in _SEXES and not (hit.label == "PATIENT_ID" and digits == 8)
        return end if sex or (len(letter.group(1)) > 1 and letter.group(1).lower() in NO_PREFIX) else letter.end()
    if hit.label == "DEVICE_ID" and (part := _PART.match(text, end)) is not None:
        return part.end()
    if hit.label in ("INSURANCE_ID", "PLAN_ID", "DEVICE_ID", "OTHER_ID") and (group := _GROUP.match(text, end)) is not None:
        return group.end()
    return end
