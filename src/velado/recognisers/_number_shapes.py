"""Stretches of text that hold a digit: where a number begins and ends, and which numbers measure something."""

from __future__ import annotations

from collections.abc import Iterator

from velado.patterns import late_pattern
from velado.recognisers._number_cues import UNITS

__all__ = [
    "BORING",
    "chunks",
    "count_digits",
    "followed_by_unit",
    "grown",
    "row_of_numbers",
    "signature",
    "trimmed",
]

# A stretch with a digit in it, with what is joined to it by a dot, a hyphen, a slash or an underscore.
# One or two digits by themselves are passed over here already: most numbers of a note are such.
_CHUNK = late_pattern(
    r"\d(?:(?=\d{2})|(?<=[a-z./\-_]\d)|(?=\d?(?:[a-z./\-_]| (?:[\-/] )?\d|,\d{3})))[a-z0-9]*(?:[./\-_]{1,2}[a-z0-9]+){0,12}"
)
_JOINS = "./-_"
_REACH = 36
_TAIL = late_pattern(r"(?:\.[a-z]+|[\-/_][a-z]{5,})+\Z")
_D, _M, _Y = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])", r"(?:19\d\d|20[0-3]\d)"
_MONTH = (
    r"(?:ene|feb|mar|abr|apr|may|mai|jun|jul|ago|aug|sep|set|oct|out|nov|dic|dez|dec|jan|fev)[a-z]{0,7}"
    r"|[./\-](?:i{1,3}|iv|vi{0,3}|ix|xi{0,2})[./\-]"
)
# Dates, blood pressures, decimals and times: never an identifier, whatever stands before.
BORING = late_pattern(
    rf"{_D}[./\-]{{1,2}}{_M}[./\-]{{1,2}}(?:{_Y}|\d\d)(?:t\d.{{0,12}})?\Z|{_M}[./\-]{_D}[./\-](?:{_Y}|\d\d)\Z"
    rf"|{_Y}[./\-]{_M}(?:[./\-]{_D})?(?:t\d.{{0,12}})?\Z|{_M}[./\-]{_Y}\Z"
    rf"|(?:{_D}[./\-]{{0,2}})?(?:{_MONTH})[./\-]{{0,2}}(?:{_Y}|\d\d)\Z"
    r"|(?:[6-9]\d|1\d\d|2[0-5]\d)/(?:[3-9]\d|1[0-4]\d)\Z|\d{1,3}\.\d{1,2}\Z|\d{1,2}h\d{0,2}(?:min|m)?(?:-\d{1,2}h\d{0,2})?\Z"
    r"|\d{3,4}(?:hrs?|h)\Z|[\d.]+/(?:ml|mm3|ul|mcl|dl|l|campo|min|h|kg|d|dia)\Z|(?:cie|cid|icd|cim|dsm)-?\d{1,2}\Z|[lcts]\d{1,2}-[lcts]?\d{1,2}\Z"
    r"|\d{1,3}(?:mo|ro|do|to|vo|no|er|ra|st|nd|rd|th|[oa])\Z|[a-z]\d{2}\.\d{1,3}\Z|[cgmp]\.\d+.*\Z"
    # Titres: one to a number that is doubled again and again.
    r"|1/(?:128|256|512|1024|2048|4096|160|320|640|1280|2560|5120|100|200|400|800|1600)\Z"
)
_NEXT_WORD = late_pattern(r" ?([a-zµ]+|%|°)")
_GROUP = late_pattern(r" (?:[-/] )?(\d{1,12}(?:[\-./]\d{1,6}){0,3}(?:-[a-z]{1,2}|(?<=\d\d)[a-z]{1,2})?)(?![a-z0-9%])(?![.,:/]\d)")
_ROW = late_pattern(r"(?: \d{1,6}(?![a-z0-9])){8,}")
_TO_SIGNATURE = str.maketrans("0123456789abcdefghijklmnopqrstuvwxyz", "9" * 10 + "a" * 26)
_NOT_DIGITS = dict.fromkeys((*range(48), *range(58, 384)))


def chunks(folded: str) -> Iterator[tuple[int, int]]:
    """Every stretch with a digit in it, from the letters that are joined to it on the left to those on its right."""
    last = 0
    for match in _CHUNK.finditer(folded):
        start, end = match.span()
        if start > last:
            before = folded[start - 1]
            if before in _JOINS or "a" <= before <= "z":
                start = _begun(folded, start, max(last, start - _REACH))
            elif before == "@":
                last = end
                continue
        last = end
        yield start, end


def _begun(folded: str, start: int, limit: int) -> int:
    """Where a code begins whose first digit is at `start`: `KLM-24-5077`; a sentence's last word is no part of it."""
    at = begin = start
    while at > limit:
        character = folded[at - 1]
        if "a" <= character <= "z":
            at -= 1
            begin = at
        elif character in _JOINS and at > limit + 1 and "a" <= folded[at - 2] <= "z":
            if character == "." and at > 5 and folded[at - 6 : at - 1].isalpha():
                break
            at -= 1
        else:
            break
    return begin


def count_digits(value: str) -> int:
    """How many digits a stretch has."""
    return len(value) if value.isdigit() else len(value.translate(_NOT_DIGITS))


def signature(value: str) -> str:
    """The shape of a value: digits as 9, letters as a.

    >>> signature("f-40551/b")
    'a-99999/a'
    """
    return value.translate(_TO_SIGNATURE)


def trimmed(value: str) -> str:
    """A stretch without the word that a missing blank glued to its end: `12345.El` -> `12345`.

    >>> trimmed("66190.refiere"), trimmed("61.334/sp")
    ('66190', '61.334/sp')
    """
    return _TAIL.sub("", value) if value[-1].isalpha() else value


def followed_by_unit(folded: str, end: int, digits: int) -> bool:
    """Whether the word behind a number makes it a measure, a dose, a duration or an age."""
    following = folded[end : end + 1]
    if following == "%":
        return True
    if following in (",", ".") and folded[end + 1 : end + 2].isdigit():
        return digits < 6  # a decimal number
    found = _NEXT_WORD.match(folded, end)
    if found is None:
        return False
    word = found.group(1)
    return word in UNITS and (len(word) > 1 or digits <= 3 or word == "u")


def row_of_numbers(folded: str, end: int) -> int:
    """Where a long row of numbers ends that goes on at `end`; 0 when there is no such row."""
    row = _ROW.match(folded, end)
    return row.end() if row is not None else 0


def grown(folded: str, start: int, end: int, digits: int) -> int:
    """Where a number ends that people write in groups with blanks between them; `end` itself when it stands alone."""
    stops, lengths, at = [end], [digits], end
    while len(lengths) < 8:
        group = _GROUP.match(folded, at)
        if group is None or (not group.group(1).isdigit() and BORING.match(group.group(1))):
            break
        at = group.end()
        stops.append(at)
        lengths.append(count_digits(group.group(1)))
        if group.group(1)[-1].isalpha():
            break
    while len(stops) > 1:
        last = folded[stops[-2] : stops[-1]].strip(" -/")
        year = len(last) == 4 and last[:2] in ("19", "20") and len(stops) == 2
        if not (year or followed_by_unit(folded, stops[-1], lengths[-1]) or BORING.match(last)):
            break
        lengths.pop()
        stops.pop()
    total = sum(lengths)
    if lengths[0] >= 7 and folded[start:end].isdigit() and (len(lengths) > 2 or lengths[-1] > 3):
        return end  # a phone behind a number
    if len(stops) > 2 and total >= 6:
        return stops[-1]
    if len(stops) == 2 and total >= 5 and (lengths[1] >= 3 or (lengths[0] >= 5 and lengths[1] == 1)):
        return stops[-1]
    return end


