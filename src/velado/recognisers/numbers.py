"""Numbers and codes that identify: national identifiers by form and check digit, others by the word right before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from velado.document import Span
from velado.patterns import late_pattern
from velado.recognisers._cue_book import Announcement, Cue, Form, cue_book
from velado.recognisers._number_cues import NO_PREFIX
from velado.recognisers._number_shapes import (
    BORING,
    chunks,
    count_digits,
    followed_by_unit,
    grown,
    row_of_numbers,
    signature,
    trimmed,
)
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_THOUSAND = late_pattern(r",\d{3}(?![\d,.])")
_SPACED = late_pattern(r" (?:[\-/] )?\d")
_LETTERS_BEFORE = late_pattern(r"(?<![a-z0-9])([a-z]{1,5})[ ./\-]{1,2}\Z")
_LETTERS_BEHIND = late_pattern(r" ([A-Z]{1,2})(?=\n|  |[.,;)|]|\Z)")
_PREFIX = late_pattern(r"((?:[a-z]{1,12}[./\-_]{1,2}){0,3}[a-z]{0,12}?)([./\-_]{0,2})(\d.*)\Z", re.S)
_LETTERS_ALONE = late_pattern(r"(?<![\w-])[A-Z]{1,2}-[A-Z]{3,4}(?![\w-])")
_NEXT = late_pattern(r"(?:,| ?/| ?-|[ \n](?:y|e|and|a|al|to|o|ou|or|&))(?: (?:el|la|o|a|the))? ?\Z")
_SCORE = late_pattern(r"(\d{1,3})([/\-x])(\d{1,3})\Z")  # "120/80", "200x150", "70-150"


@dataclass
class Stretch:
    """A stretch of a page with a digit in it, and how far it may reach on either side."""

    start: int
    end: int
    whole: int  # where it ends with the groups behind blanks
    first: int  # where it begins with a group of capitals
    value: str = field(repr=False)
    digits: int


@dataclass(frozen=True)
class Numbers:
    """Finds what a number or a code gives away, in one pass over the stretches that hold a digit."""

    name: str = "numbers"

    def find(self, page: Page) -> Iterator[Span]:
        """The numbers of a page that a cue announces or a form gives away."""
        reached = 0
        last: Span | None = None
        found: list[Span] = []
        for stretch in _stretches(page):
            if stretch.start < reached:
                continue
            hit = _announced(page, stretch) or _with_its_cue(page, stretch) or _continued(page, stretch, last) or _by_form(page, stretch)
            if hit is not None:
                last = hit
                reached = hit.end
                found.append(hit)
        for sign, form in cue_book().anchored:
            if sign in page.folded:
                found += [Span(*match.span(), form.identifier.label, 0.95) for match in form.pattern.finditer(page.folded)]
        found += _letters_alone(page)
        reached = -1
        for span in sorted(found, key=lambda one: (one.start, -one.end)):
            if span.start >= reached:
                reached = span.end
                yield Span(span.start, span.end, span.label, span.score, self.name)


def _letters_alone(page: Page) -> Iterator[Span]:
    """Registrations without a digit, as aircraft have them, behind their cue: "aeronave PT-RRT"."""
    for match in _LETTERS_ALONE.finditer(page.text):
        cue = cue_book().before(page.folded, page.text, match.start()).cue
        for form in cue.forms if cue is not None else ():
            if form.pattern.fullmatch(page.folded, *match.span()):
                yield Span(*match.span(), form.identifier.label, 0.9)
                break


def _stretches(page: Page) -> Iterator[Stretch]:
    """Every stretch that may be a number of somebody's: no date, no decimal, no lonely digit."""
    folded = page.folded
    row = 0
    for start, end in chunks(folded):
        value = folded[start:end]
        if not value.isdigit():
            if BORING.match(value):
                continue
            value = trimmed(value)
            end = start + len(value)
        elif len(value) <= 3 and (thousand := _THOUSAND.match(folded, end)) is not None:
            end = thousand.end()
            value = folded[start:end]
        spaced = value[-1].isdigit() and len(value) <= 16 and _SPACED.match(folded, end) is not None
        if spaced and (start < row or (row := row_of_numbers(folded, end))):
            spaced = False  # readings one after the other
        whole = grown(folded, start, end, count_digits(value)) if spaced else end
        digits = count_digits(folded[start:whole])
        first = _with_capitals(page, start, digits)
        long_enough = digits > 2 or len(value) > 2 or (digits == 2 and first < start)
        if long_enough and folded[start - 1 : start] != "+" and folded[whole : whole + 1] != "%":
            yield Stretch(start, end, whole, first, value, digits)


def _with_capitals(page: Page, start: int, digits: int) -> int:
    """Where a value begins when a short group of capitals stands before its digits: `AB 65 43 21 C`."""
    if start < 2 or page.folded[start - 1] not in " /-." or not page.text[start - 2].isupper():
        return start
    before = _LETTERS_BEFORE.search(page.folded, max(0, start - 8), start)
    if before is None or not page.text[before.start(1) : before.end(1)].isupper():
        return start
    word = before.group(1)
    if word in NO_PREFIX and not (len(word) == 1 and (digits >= 9 or (digits >= 5 and word not in "yeoau"))):
        return start
    cue = cue_book().single(word)
    return before.start(1) if cue is None or (not cue.label and cue.soft) else start


def _announced(page: Page, stretch: Stretch, announced: Announcement | None = None) -> Span | None:
    """A number behind a cue: by the form of the identifiers that the cue belongs to, else as far as it reaches."""
    announced = announced or _announcement(page, stretch)
    cue = announced.cue
    if cue is None or not cue.label:
        return None
    score = 0.95 if announced.explicit else 0.8 if not announced.skipped and not announced.crossed and not announced.common else 0.6
    best = _longest_form(page, cue.forms, stretch)
    if best is not None and not followed_by_unit(page.folded, max(best[2], stretch.whole), stretch.digits):
        form, begin, stop = best
        checked = form.identifier.valid is not None and form.identifier.accepts(page.text[begin:stop])
        return Span(begin, max(stop, stretch.end), form.identifier.label, 0.97 if checked else score)
    if (hit := _by_form(page, stretch)) is not None:
        return hit
    if not _is_code(stretch, cue.need + 2 * announced.common) or followed_by_unit(page.folded, stretch.whole, stretch.digits):
        return None
    if _SCORE.match(stretch.value) and not announced.numbered:
        score = 0.4
    end = stretch.whole
    closing = _LETTERS_BEHIND.match(page.text, end) if page.text[end - 3 : end].isdigit() else None
    if closing is not None and closing.group(1).lower() not in NO_PREFIX:
        end = closing.end()
    return Span(stretch.first, end, cue.label, score)


def _announcement(page: Page, stretch: Stretch) -> Announcement:
    """The cue before the stretch, or before the capitals that belong to it."""
    announced = cue_book().before(page.folded, page.text, stretch.start)
    if stretch.first == stretch.start or (announced.cue is not None and announced.cue.label and not announced.skipped):
        return announced
    farther = cue_book().before(page.folded, page.text, stretch.first)
    if farther.cue is not None and farther.cue.label:
        return farther
    if announced.cue is not None:
        stretch.first = stretch.start
    return announced


def _longest_form(page: Page, forms: tuple[Form, ...], stretch: Stretch) -> tuple[Form, int, int] | None:
    """The identifier whose pattern reaches farthest; the country of the page and a right check digit decide between equals."""
    best: tuple[tuple[int, int], Form, int, int] | None = None
    for form in forms:
        for begin in {stretch.first, stretch.start}:
            match = form.pattern.match(page.folded, begin)
            if match is None or (" " in match.group() and followed_by_unit(page.folded, match.end(), 3)):
                continue
            home = bool(page.country) and form.identifier.country == page.country
            checked = form.identifier.valid is not None and form.identifier.accepts(match.group())
            rank = (match.end() - begin, 2 * home + checked)
            if best is None or rank > best[0]:
                best = (rank, form, begin, match.end())
    return best[1:] if best else None


def _is_code(stretch: Stretch, need: int) -> bool:
    """Whether a value has enough about it for its cue: enough digits, or letters and digits mixed."""
    if stretch.digits >= need:
        return True
    lettered = stretch.value.upper() != stretch.value or stretch.first < stretch.start
    return lettered and stretch.digits >= (2 if need <= 4 else 3) and stretch.end - stretch.first >= 4


def _with_its_cue(page: Page, stretch: Stretch) -> Span | None:
    """A number that is written in one with its cue: `MRN00551827`, `c.c.55182736`, `CRM-12345`."""
    parts = _PREFIX.match(stretch.value) if stretch.value[0].isalpha() else None
    if parts is None or not parts.group(1):
        return None
    word = re.split(r"[\-/_]", parts.group(1).replace(".", ""))[0]
    cue: Cue | None = cue_book().single(word)
    if cue is None or not cue.label or len(word) < 2 or count_digits(parts.group(3)) < max(cue.need, 4):
        return None
    start = stretch.start + parts.start(3)
    rest = Stretch(start, stretch.end, stretch.whole, start, parts.group(3), stretch.digits)
    return _announced(page, rest, Announcement(cue, len(word) > 2, False, 0, False, False))


def _continued(page: Page, stretch: Stretch, last: Span | None) -> Span | None:
    """The next of several numbers behind one cue: `folios 12345 y 12346`."""
    if last is None or not 0 < stretch.start - last.end <= 8 or _NEXT.match(page.folded, last.end, stretch.first) is None:
        return None
    alike = signature(page.folded[stretch.first : stretch.whole]) == signature(page.folded[last.start : last.end])
    return Span(stretch.first, stretch.whole, last.label, 0.7) if alike else None


def _by_form(page: Page, stretch: Stretch) -> Span | None:
    """A national identifier that needs no cue: peculiar in form, or right in its check digits."""
    folded = page.folded
    for begin in dict.fromkeys((stretch.first, stretch.start)):
        shape = signature(folded[begin : stretch.whole])
        for form in cue_book().by_form.get((shape[:2], shape.count("9") + shape.count("a")), ()):
            match = form.pattern.match(folded, begin)
            if match is None or match.end() < stretch.end:
                continue
            identifier, written = form.identifier, match.group()
            checked = identifier.valid is not None and identifier.accepts(written)
            home = page.country == identifier.country
            # One check digit is right by chance too often for digits without any punctuation.
            bare = len(written) <= 12 and written.replace(" ", "").isdigit()
            if identifier.form_suffices or (checked and (home or not bare)) or (identifier.valid is None and home):
                return Span(begin, match.end(), identifier.label, 0.95 if checked else 0.8)
    return None


RECOGNISER = Numbers()
