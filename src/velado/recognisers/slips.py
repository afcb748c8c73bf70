"""Dates, numbers and ages with a slip of the fingers or of the scanner in them: "968 ,80 41 17", "21/2/2.024", "12//03/21", "2O24".

The surroundings of such a slip are read once more as it was meant; what is found there over the slip counts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from velado.document import Span
from velado.mending import mended
from velado.patterns import late_pattern, matches_at
from velado.recognisers import Recogniser, recognisers
from velado.recognisers._word_index import index_of
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_READERS = ("dates", "contacts", "numbers", "ages")  # those of forms; of two with the same span the first one's label counts
_JOINT = r"(?: ?[/.\-,]{1,2} ?| ,, )"
_AGE = r"(?:[- ]?(?:years?|yrs?|y/?o|yo|months?|mo|anos|anys|meses|mesos)\b)"
_MONTH = r"(?: ?(?:de )?(?:ene|feb|fev|mar|abr|apr|may|mai|jun|jul|ago|aug|sep|set|oct|out|nov|dic|dez|dec|jan)[a-z]*\b)"
# Every way begins with the first or the last of a run of digits.
_SLIP = late_pattern(
    # A whole date whose joints are not all alike, have blanks about them, stand twice, or whose year is written as a thousand.
    r"[0-9](?:(?<![\w.,/:\-].)"
    rf"(?P<date>(?:(?<=[0-3])\d)?{_JOINT}[0-3]?\d{_JOINT}(?:(?:19|20)\d\d|1\.9\d\d|2\.0\d\d|\d\d)(?![\w%]|[.,/:]\d))"
    r"|(?P<comma> ,{1,3} ?(?=\d)|,,+ ?(?=\d))"  # "968 ,80"
    r"|(?<=(?<!\d)\d{3})(?P<instead>, ?(?=\d{4}(?!\d)))"  # "555,0148"
    r"|(?P<twice>(?:--|//|\.\.)(?=\d))"
    r"|(?<=(?<!\w)[12])(?P<thousand>[.,](?=(?:9|0)(?!00)\d\d(?![\d.,%])))"  # "2.024"
    rf"|(?<=(?<![\w.,/:\-])[1-9])(?<!\d \d)(?P<split> (?=\d(?:{_AGE}|{_MONTH}))))"  # "3 4 yo"
)
# Letters among digits that look like digits; "O2" and "B12" are words of medicine, so most of it must be digits.
_LETTERS = late_pattern(
    r"[\doisl](?<![\w.].)(?:(?<=\d)(?=\d*[oisl])|(?<=[oisl])(?=[oisl]*\d))"
    rf"(?:[\doisl]{{2,}}|[\doisl](?=[/]|{_AGE})|(?<=/.)[\doisl])(?!\w)"
)
_ALSO_MEASURES = frozenset((".", ",", ", ", "-", " - "))
_GOES_ON = late_pattern(r" \d\d")
_LIKE_DIGITS = frozenset("oisl")
_PARTS = late_pattern(r"\d\.\d{3}\Z|\d+")
_NOT_DIGITS = late_pattern(r"\D+")
_DIGIT_LIKE = frozenset("0123456789oOlIS")
_DIGITS = str.maketrans("oOliIS", "001115")
# A number whose groups are joined by whatever was hit: "926 42,0 1 - 17", "9 7 7/ 57 ,, 1 1 0 3".
_MANGLED = late_pattern(
    r"[+(0-9](?<![\w.,/:\-].)(?:(?<=\+)\(?\d|(?<=\()\d|(?<=\d))(?:[ .,/_:()\-]{0,4}[\doil]){0,3}(?:[ .,/_:()\-]{0,4}[\doil]){5,14}(?![\w%]|[.,/:]\d)"
)
_ODD_JOINT = late_pattern(r"[,_:/]|[ .\-]{2}|[oil]|(?<!\d)\d[ .]\d[ .]\d(?!\d)")
_DATE_OR_TIME = late_pattern(r"(?<!\d)\d{1,2}([/.\-])\d{1,2}\1\d{2,4}(?!\d)|(?<!\d)[0-2]?\d:[0-5]\d(?!\d)|(?<!\d)[0-3]?\d/[01]?\d(?!\d)")
_MEASURES = late_pattern(r" {2}|(?<!\d)\d{2,3}/\d{2,3}(?!\d)|\d, \d|\(\d,|[oil].*[oil].*[oil]")
_BEFORE, _BEHIND = 120, 60  # characters around a slip that are read again
_LONGEST_WORD = 200  # characters without a blank that are read along with such a stretch
_CUED = 0.9  # what a number so far from any form needs: a word before it that says what it is


@dataclass(frozen=True)
class _Mend:
    """A stretch of a line and what was meant there; what is found there counts from a score on."""

    start: int
    end: int
    meant: str
    least: float = 0.0


@cache
def _readers() -> tuple[Recogniser, ...]:
    known = {recogniser.name: recogniser for recogniser in recognisers()}
    return tuple(known[name] for name in _READERS)


@dataclass(frozen=True)
class Slips:
    """Finds what the recognisers of forms find once a slip is mended."""

    name: str = "slips"

    def find(self, page: Page) -> Iterator[Span]:
        """Spans over mended places only: all others have been read already."""
        single = sorted([*_joints(page), *_letters(page)], key=lambda mend: mend.start)
        # In this order without the same span twice: the same number may have one slip, or be slips all over.
        yield from dict.fromkeys([*self._read_all(page, single), *self._read_all(page, _mangled(page))])

    def _read_all(self, page: Page, mends: Iterable[_Mend]) -> Iterator[Span]:
        slips: list[_Mend] = []
        low = high = 0
        for mend in mends:
            start, end = page.line_bounds(mend.start)
            if (slips and mend.start < slips[-1].end) or mend.end > end:
                continue
            # No reader looks further than this for what announces a number.
            start, end = _at_blanks(page.text, max(start, mend.start - _BEFORE), min(end, mend.end + _BEHIND), start, end)
            if slips and start > high:
                yield from self._read(page, (low, high), slips)
                slips = []
            low, high = (low if slips else start), end
            slips.append(mend)
        if slips:
            yield from self._read(page, (low, high), slips)

    def _read(self, page: Page, bounds: tuple[int, int], slips: Sequence[_Mend]) -> Iterator[Span]:
        meant = mended(page.text, ((slip.start, slip.end, slip.meant) for slip in slips), *bounds)
        around = Page(meant.text, page.language, page.country)
        found: set[tuple[int, int]] = set()
        starts, ends = [slip.start for slip in slips], [slip.end for slip in slips]
        for reader in _readers():
            for span in map(meant.back, reader.find(around)):
                start, end = span.start, span.end
                if (start, end) in found:
                    continue
                if any(span.score >= slip.least for slip in slips[bisect_right(ends, start) : bisect_left(starts, end)]):
                    found.add((start, end))
                    yield Span(start, end, span.label, span.score, self.name)


def _at_blanks(text: str, low: int, high: int, start: int, end: int) -> tuple[int, int]:
    """A stretch of a line widened to whole words, as far as words reach."""
    start, end = max(start, low - _LONGEST_WORD), min(end, high + _LONGEST_WORD)
    while low > start and not text[low - 1].isspace():
        low -= 1
    while high < end and not text[high].isspace():
        high += 1
    return low, high


def _joints(page: Page) -> Iterator[_Mend]:
    folded = page.folded
    starts: list[int] = []
    for (start, end), (following, _) in pairwise(index_of(page).digits):
        if not folded[end:following].strip(" ,-/."):
            # A date may begin with two digits, every other slip is right behind the last digit.
            starts += (start, end - 1) if end - start == 2 else (end - 1,)
    for match in matches_at(_SLIP, folded, starts):
        kind = match.lastgroup or ""
        start, end = match.span(kind)
        if kind == "date":
            meant = _meant_date(match.group())
            if meant:
                yield _Mend(match.start(), end, meant)
        else:
            meant = {"comma": " ", "instead": "-", "twice": folded[start], "thousand": "", "split": ""}[kind]
            yield _Mend(start, end, meant)


def _meant_date(written: str) -> str:
    """The date with slashes; "" when it is one already, or is none."""
    day, month, year = _PARTS.findall(written)
    joints = _NOT_DIGITS.findall(written)[:2]
    marks = {joint.replace(" ", "") for joint in joints}
    if marks <= {".", ","} or not (1 <= int(day) <= 31 and 1 <= int(month) <= 31) or min(int(day), int(month)) > 12:
        return ""
    if len(year) == 2 and (joints[0] == joints[1] or not set(joints).isdisjoint(_ALSO_MEASURES) or "/" not in "".join(joints)):
        return ""  # "7.24/66" is a blood gas, "5-6, 11" are teeth, "14-15/10" two days
    meant = f"{day}/{month}/{year.replace('.', '')}"
    return "" if meant == written or written in (meant.replace("/", "-"), meant.replace("/", ".")) else meant


def _letters(page: Page) -> Iterator[_Mend]:
    text, folded = page.text, page.folded
    starts: list[int] = []  # of digits that have such a letter right before or behind them
    for start, end in index_of(page).digits:
        if folded[end : end + 1] in _LIKE_DIGITS or folded[start - 1 : start] in _LIKE_DIGITS:
            while start and folded[start - 1] in _LIKE_DIGITS:
                start -= 1
            starts.append(start)
    for match in matches_at(_LETTERS, folded, starts):
        written = text[match.start() : match.end()]
        digits = sum(map(str.isdigit, written))
        # "60s", "4008S" and "118L" are meant as they stand.
        if (2 * digits >= len(written) or _GOES_ON.match(text, match.end())) and set(written) <= _DIGIT_LIKE and written[-1] != "S":
            yield _Mend(match.start(), match.end(), written.translate(_DIGITS))


def _mangled(page: Page) -> Iterator[_Mend]:
    for match in matches_at(_MANGLED, page.folded, index_of(page).number_starts):
        written = match.group()
        digits = _NOT_DIGITS.sub("", written.translate(_DIGITS))
        if 7 <= len(digits) <= 14 and _ODD_JOINT.search(written) and not _DATE_OR_TIME.search(written) and not _MEASURES.search(written):
            yield _Mend(match.start(), match.end(), ("+" if written[0] == "+" else "") + digits, _CUED)


RECOGNISER = Slips()
