"""Numbers and codes that identify: national identifiers by form and check digit, all others by the word before them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from velado.document import Span
from velado.patterns import late_pattern
from velado.readings import has_limits, is_clock_time, is_coded, is_limits, is_result, is_row, speaks_of_codes
from velado.recognisers._cue_book import Announcement, Cue, Form, cue_book
from velado.recognisers._number_context import (
    aircraft,
    behind_vaccine,
    context_label,
    far_document,
    plate,
    relabelled,
    staff_near,
)
from velado.recognisers._number_edges import closed, completed
from velado.recognisers._number_shapes import (
    BORING,
    alone,
    alone_in_groups,
    chunks,
    count_digits,
    followed_by_unit,
    grown,
    row_of_numbers,
    signature,
    trimmed,
)
from velado.recognisers._number_stretches import Found, Stretch, code_like, plain, with_letters
from velado.recognisers._number_tables import header_above, spelled_out
from velado.recognisers._vehicles import vehicles
from velado.recognisers._word_index import index_of
from velado.tokens import Page

__all__ = ["RECOGNISER", "NumberRecogniser"]

_PREFIX = late_pattern(r"((?:[a-z]{1,12}[./\-_]{1,2}){0,3}[a-z]{0,12}?)([./\-_]{0,2})(\d.*)\Z", re.S)
_PLATE_BEHIND = late_pattern(r"[ \-][a-z]{2,3}(?![a-z0-9])")
_CATALOGUE = late_pattern(r"[ ,;]{1,3}(?:lote?|sn|s/n|x ?\d{1,2})\b")
_BETWEEN = late_pattern(
    r"(?: ?\([^()\n]{1,20}\))?(?:,| ?/| ?-|[ \n](?:y|e|and|a|al|ao|to|o|ou|or|u|&|\+|r))(?: (?:y|e|and|la|el|o|a|the))?[ ]?\Z"
)
_SPACED = late_pattern(r" (?:[\-/] )?\d")
_THOUSAND = late_pattern(r",\d{3}(?![\d,.])")
_RANGE = late_pattern(r"(\d{1,3})([\-x])(\d{1,3})\Z")
_NO = late_pattern(r"[a-z\])] nos? \Z")  # "pendant no 4417": "no" is also "none", so only with enough digits
_FRACTION = late_pattern(r"(\d{1,2})/(\d{2})\Z")
_ROOM = late_pattern(r"\brms?\.? ?#?\Z")  # in English notes; elsewhere RM announces a licence
_COUNTS = late_pattern(r"9{1,3}\.999\Z")
_POSTCODE = late_pattern(r"\d{5}-?\d{3}\Z")
# More letters than digits: rare for anything else, but "IL-17-RA", "CH-16-FR" and lenses ("SN-60-WF") are no plates.
_LETTERED_PLATE = late_pattern(r"(?!IL|CA|DR|EV|CD|HL|SN|MN|ZA|CH|HD|XL)[A-Z]{2}-\d{2,3}-(?!MM|CM|ML|FR|CH|MG|KG|RA|DQ)[A-Z]{2}(?![\w-])")
_PLATES = frozenset(["placa", "placas", "patente", "chapa", "dominio", "plate", "plates", "tablilla"])
# Short cues that a measure, a score or a form of a drug has as well.
_ALSO_MEASURES = frozenset("td tp mr sbr du os oe om op mn mp rm mec cmp ti tr pr ps rc pas din dl pt ag fin col".split())
# These head a list of drugs, a nurse's entry, an anaesthetic as well: "Med: AAS 100", "Enf: HGT 134", "AG: TOF 2/4".
_ALSO_HEADS = frozenset(["med", "enf", "ag"])
_HEALTH_CARD = late_pattern(r"[12789]\d{14}")  # of Brazil; its check digits are often copied wrong
_VAGUE = frozenset(["EPISODE_ID", "OTHER_ID", "EMPLOYEE_ID"])


class NumberRecogniser:
    """Finds what a number or a code gives away, in one pass over the stretches that hold a digit."""

    name = "numbers"

    def find(self, page: Page) -> Iterable[Span]:
        """The numbers of a page that identify somebody."""
        folded = page.folded
        found: list[Found] = []
        waiting: list[tuple[int, int]] = []
        done = row = 0
        codes = speaks_of_codes(index_of(page).words)
        for start, end in chunks(folded):
            if start < done:
                continue
            value = folded[start:end]
            numeric = value.isdigit()
            before, behind = folded[start - 1] if start else "", folded[end] if end < len(folded) else ""
            spaced = behind == " " and end - start <= 16 and value[-1].isdigit() and _SPACED.match(folded, end) is not None
            if spaced and (start < row or (row := row_of_numbers(folded, end))):
                spaced = False
            if numeric:
                if behind == "," and end - start <= 3 and (thousand := _THOUSAND.match(folded, end)) is not None:
                    end = thousand.end()
                elif end - start <= 2 and (not spaced or before in (":", ",")):
                    continue
            elif end - start <= 2 or BORING.match(value):
                continue
            whole = grown(folded, start, end, count_digits(value)) if spaced else end
            if before == "+" or (before == ":" and folded[start - 2 : start - 1] == "1"):
                done = whole  # a phone, a titre
                continue
            if not numeric:
                if value[-1].isalpha() and not value.isalnum():
                    value = trimmed(value)
                    end = whole = start + len(value)
                if value[0] == "n" and page.text[start + 1] == "º":  # "nºE-5512"
                    start = end - len(value[2:].lstrip("-._/"))
            if has_limits(folded, whole) or is_result(folded, start, whole):
                continue
            stretch = Stretch(page, start, end, whole)
            if stretch.digits < 3 and (stretch.digits < 2 or (end - start < 3 and stretch.first == start)):
                continue
            hit = self._take(page, stretch, found)
            if codes and (hit is None or hit.score < 0.9 or not hit.cued) and stretch.digits >= 4 and is_coded(folded, start):
                continue
            if hit is not None:
                hit = completed(page, hit)
                found.append(hit)
                done = hit.end
            elif stretch.digits >= 4:
                waiting.append((start, whole))
        found += self._alike(page, found, waiting)
        spans = [Span(one.start, one.end, one.label, one.score, self.name) for one in found]
        spans += [Span(start, end, "VEHICLE_ID", 0.8, self.name) for start, end in (*aircraft(page), *vehicles(page))]
        for sign, form in cue_book().anchored:
            if sign in folded:
                spans += [Span(*match.span(), form.identifier.label, 0.95, self.name) for match in form.pattern.finditer(folded)]
        spans += [Span(start, end, label, 0.8, self.name) for start, end, label in spelled_out(page)]
        return _apart(spans)

    def _take(self, page: Page, stretch: Stretch, found: list[Found]) -> Found | None:
        """One stretch: by its cue, as the next of a list, by the form of an identifier, by its looks."""
        folded = page.folded
        start, whole, digits = stretch.start, stretch.whole, stretch.digits
        if folded[whole : whole + 1] == "%" or is_limits(folded, start, stretch.value):
            return None
        if page.language == "en" and _ROOM.search(folded, max(0, start - 6), start):
            return None
        announced = self._announcement(page, stretch)
        cue = announced.cue
        if cue is not None and not cue.label:
            if not cue.soft or not (stretch.lettered or (cue.soft == 2 and digits >= 7) or digits > 13):
                return None
        elif cue is not None:
            if cue.word == "ref" and _CATALOGUE.match(folded, whole):
                return None
            if (hit := self._announced(page, stretch, announced)) is not None:
                return hit
        hit = self._inside(page, stretch) or self._continued(page, stretch, found)
        numbered = announced.numbered or (page.language == "en" and cue is None and _NO.search(folded, max(0, stretch.first - 5), stretch.first))
        if hit is None and numbered and digits >= (4 if stretch.first == start else 3):
            hit = self._numbered(page, stretch)
        if hit is None and (cue is None or not cue.label):
            hit = self._by_form(page, stretch)
        hit = hit or self._by_field(page, stretch)
        if hit is not None:
            return hit
        capitals = stretch.lettered or stretch.first != start or page.text[stretch.end + 1 : stretch.end + 2].isupper()
        if capitals and len(stretch.value) <= 9 and (span := plate(page, start, stretch.end, stretch.first)) is not None:
            return Found(folded, *span, "VEHICLE_ID", 0.7, True)
        if is_row(folded[start:whole]):
            return None
        if whole != stretch.end:
            score = alone_in_groups(folded[start:whole], digits) or far_document(page, start, digits)
        else:
            score = alone(folded, page.text, start, whole, digits) if digits >= 3 else 0.0
            if score and page.language == "pt" and _HEALTH_CARD.fullmatch(stretch.value):
                return Found(folded, start, whole, "INSURANCE_ID", 0.9, False)
            if not score and stretch.lettered and digits >= 3 and behind_vaccine(page, start, stretch.value):
                return Found(folded, start, whole, "DEVICE_ID", 0.6, False)
        return Found(folded, start, whole, self._guess(page, start), score, False) if score else None

    @staticmethod
    def _guess(page: Page, start: int) -> str:
        """The label of a number that only its looks give away: its column's head, or a telling word of its line."""
        head = header_above(page, start)
        return head.label if head is not None else context_label(page, start)

    @staticmethod
    def _announcement(page: Page, stretch: Stretch) -> Announcement:
        """The cue before the stretch, or before the capitals that belong to it."""
        book = cue_book()
        announced = book.before(page.folded, page.text, stretch.start)
        cue = announced.cue
        if stretch.first == stretch.start or (cue is not None and cue.label and not announced.skipped):
            return announced
        farther = book.before(page.folded, page.text, stretch.first)
        if farther.cue is not None and farther.cue.label:
            # A short blocker may as well be the capitals of the code: "RR 0055 1827", "F 0055182".
            if cue is None or cue.label or (farther.skipped <= 1 and len(cue.word) <= 2):
                return farther
        elif cue is None and farther.numbered:
            return farther
        if cue is not None:
            stretch.first = stretch.start
        return announced

    def _announced(self, page: Page, stretch: Stretch, announced: Announcement) -> Found | None:
        """A number behind a cue: by the form of the identifiers that the cue belongs to, else as far as it reaches."""
        folded, cue, value = page.folded, announced.cue, stretch.value
        if cue is None:
            return None
        start, whole, first, digits = stretch.start, stretch.whole, stretch.first, stretch.digits
        if announced.crossed and page.language == "en" and is_clock_time(value):
            return None
        if cue.word in _ALSO_MEASURES and is_row(folded[start:whole]):
            return None
        if cue.word in _ALSO_HEADS and digits < 4 and not announced.numbered and (stretch.lettered or first != start):
            return None
        score = 0.95 if announced.explicit else 0.9 if not announced.skipped and not announced.crossed else 0.8
        if stretch.whole == stretch.end and self._measured(value, cue, announced):
            return None
        best = self._best_form(page, cue.forms, stretch) if not announced.common or digits >= 5 else None
        if best is not None:
            form, begin, stop = best
            if not followed_by_unit(folded, max(stop, whole), digits):
                label = form.identifier.label
                if label != "EMPLOYEE_ID":
                    label = self._label(page, cue, label, begin)
                return closed(page, begin, max(stop, stretch.end, whole), label, score)
        if stretch.digits >= 4 and (hit := self._by_form(page, stretch)) is not None:
            return hit
        if cue.label == "VEHICLE_ID" and first == start and value.isalnum() and len(value) < 5:
            behind = _PLATE_BEHIND.match(folded, whole)
            if behind is not None and page.text[behind.start() + 1 : behind.end()].isupper():
                return Found(folded, start, behind.end(), "VEHICLE_ID", score, True)
        if not code_like(value if announced.common else folded[first : stretch.end], digits, cue.need + 2 * announced.common):
            return None
        if announced.crossed and digits < 4:
            return None
        least = 5 if announced.skipped > 2 else 4 if announced.skipped and not announced.explicit else 2
        if plain(value) and (digits < least or followed_by_unit(folded, whole, digits)):
            return None
        if cue.label == "VEHICLE_ID" and first == start and not stretch.lettered and digits >= 7 and cue.word not in _PLATES:
            return None  # a phone
        if cue.label == "VEHICLE_ID" and first == start and value.isdigit() and digits < 4:
            return None
        return closed(page, first, whole, self._label(page, cue, cue.label, start), score)

    @staticmethod
    def _measured(value: str, cue: Cue, announced: Announcement) -> bool:
        """Whether a value behind a weak cue is a range or a size: `ref 70-150`, `200x150`."""
        short = cue.word in _ALSO_MEASURES and not announced.explicit
        if short and len(value) <= 3 and value.isdigit():
            return True  # "TD 224", "MR 100"
        fraction = _FRACTION.match(value)
        if fraction is not None:
            # A score out of so many points, weeks out of a year; a number with its year ends lower.
            return not announced.explicit and int(fraction.group(1)) <= int(fraction.group(2)) >= 30
        size = _RANGE.match(value)
        if size is None:
            return cue.word == "cep" and _POSTCODE.match(value) is not None
        if size.group(2) == "x":
            return cue.label != "DEVICE_ID"
        rising = value[0] != "0" and int(size.group(1)) < int(size.group(3))
        return rising and (short or cue.word == "ref" or (not announced.explicit and cue.label in _VAGUE))

    @staticmethod
    def _best_form(page: Page, forms: tuple[Form, ...], stretch: Stretch) -> tuple[Form, int, int] | None:
        """The identifier whose pattern reaches farthest; the country of the page decides between equals."""
        best: tuple[tuple[int, int, bool], Form, int, int] | None = None
        folded = page.folded
        begins = {stretch.first, stretch.start}
        if folded[stretch.start - 1 : stretch.start] == "(":
            begins.add(stretch.start - 1)
        for form in forms:
            identifier = form.identifier
            for begin in begins:
                match = form.pattern.match(folded, begin)
                if match is None:
                    continue
                stop = match.end()
                written = page.text[begin:stop]
                if identifier.label == "VEHICLE_ID" and not (written.isupper() or written.islower()):
                    continue
                if " " in written and followed_by_unit(folded, stop, stop - folded.rfind(" ", begin, stop) - 1):
                    continue
                home = bool(page.country) and identifier.country == page.country
                checked = identifier.valid is not None and identifier.accepts(written)
                rank = (stop - begin, 2 * home + checked, begin == stretch.first)
                if best is None or rank > best[0]:
                    best = (rank, form, begin, stop)
        return (best[1], best[2], best[3]) if best else None

    @staticmethod
    def _numbered(page: Page, stretch: Stretch) -> Found | None:
        """A number behind "nº" or "#" and nothing that says what it numbers."""
        folded, start, first, whole = page.folded, stretch.start, stretch.first, stretch.whole
        sign = "#" in folded[max(0, first - 2) : first] and folded[start : start + 3].isalnum()
        if not (sign or folded[start] == "0" or code_like(folded[first:whole], stretch.digits, 5)):
            return None
        if len(stretch.value) < 3 and stretch.digits < 7:
            return None
        if folded[start - 4 : start].strip(" #").isdigit() or followed_by_unit(folded, whole, stretch.digits):
            return None  # "Cra 45 # 23-10"
        return Found(folded, first, whole, context_label(page, first), 0.7, True)

    def _inside(self, page: Page, stretch: Stretch) -> Found | None:
        """A number that is written in one with its cue: `MRN00551827`, `c.c.55182736`, `CRM-12345`."""
        if not stretch.lettered or stretch.value[0].isdigit():
            return None
        parts = _PREFIX.match(stretch.value)
        if parts is None or not parts.group(1):
            return None
        word = re.split(r"[\-/_]", parts.group(1).replace(".", ""))[0]
        cue = cue_book().single(word)
        if cue is None or not cue.label or count_digits(parts.group(3)) < max(cue.need, 4):
            return None
        if len(word) < 3 and "." not in parts.group(1):
            return None
        rest = Stretch(page, stretch.start + parts.start(3), stretch.end, stretch.whole)
        rest.first = rest.start
        return self._announced(page, rest, Announcement(cue, True, False, 0, False, False))

    @staticmethod
    def _continued(page: Page, stretch: Stretch, found: list[Found]) -> Found | None:
        """The next of several numbers behind one cue: `folios 12345 y 12346`."""
        if not found or not found[-1].cued or stretch.start - found[-1].end > 30:
            return None
        last, begin, end = found[-1], stretch.first, stretch.whole
        if begin < last.end or _BETWEEN.match(page.folded, last.end, begin) is None:
            return None
        if signature(page.folded[begin:end]) != last.shape:
            if abs(stretch.digits - last.shape.count("9")) > 1 or stretch.digits < 5:
                return None
            if followed_by_unit(page.folded, end, stretch.digits):
                return None
        return Found(page.folded, begin, end, last.label, 0.8, True)

    @staticmethod
    def _by_form(page: Page, stretch: Stretch) -> Found | None:
        """A national identifier that needs no cue: peculiar in form, or right in its check digits."""
        folded = page.folded
        if stretch.whole - stretch.start < 6 or (stretch.digits < 4 and not _LETTERED_PLATE.match(page.text, stretch.start)):
            return None
        shelves = cue_book().by_form
        for begin in dict.fromkeys((stretch.first, stretch.start)):
            shape = signature(folded[begin : stretch.whole])
            for form in shelves.get((shape[:2], shape.count("9") + shape.count("a")), ()):
                match = form.pattern.match(folded, begin)
                if match is None or match.end() < stretch.end:
                    continue
                identifier, written = form.identifier, match.group()
                right = identifier.valid is not None and identifier.accepts(written)
                home = page.country == identifier.country
                # One check digit is right by chance too often for digits without any punctuation.
                bare = len(written) <= 12 and written.replace(" ", "").isdigit()
                if identifier.form_suffices or (right and (home or not bare)) or (identifier.valid is None and home):
                    return Found(folded, begin, match.end(), identifier.label, 0.9 if right else 0.8, True)
        return None

    def _by_field(self, page: Page, stretch: Stretch) -> Found | None:
        """A number behind a colon whose label begins with a cue: `Cuenta para la prestación: …`."""
        folded = page.folded
        at = stretch.first
        while at > 0 and folded[at - 1] in ' "(':
            at -= 1
        if not at or folded[at - 1] != ":":
            return None
        left = max(0, at - 60)
        head = max(left - 1, *(folded.rfind(mark, left, at - 1) for mark in "\n|;."))
        cue = cue_book().leading(folded[head + 1 : at - 1])
        return self._announced(page, stretch, Announcement(cue, True, False, 1, False, False)) if cue else None

    @staticmethod
    def _label(page: Page, cue: Cue, label: str, start: int) -> str:
        """The label, corrected by the staff title that may stand before: a doctor's registro is a licence."""
        label = relabelled(page, cue.word, label, start)
        if (
            not cue.staff_label
            or label in ("BIOMETRIC_ID", "OTHER_ID")
            or (label == "VEHICLE_ID" and not cue.word.startswith("placa"))
        ):
            return label
        return cue.staff_label if staff_near(page, start) else label

    @staticmethod
    def _alike(page: Page, found: list[Found], waiting: list[tuple[int, int]]) -> list[Found]:
        """Numbers without a cue that have the shape of one with a cue, or that stand under a column's head."""
        if not waiting:
            return []
        shapes = {
            one.shape: one.label for one in found if one.cued and one.shape.count("9") >= 5 and not _COUNTS.match(one.shape)
        }
        folded, extra = page.folded, []
        tables = "|" in folded or "\t" in folded
        for start, end in waiting:
            first = with_letters(page, start, 0)
            shape = signature(folded[first:end])
            digits = shape.count("9")
            label = shapes.get(shape, "")
            if followed_by_unit(folded, end, digits) or _RANGE.match(folded[start:end]):
                continue
            if not label and tables:
                cue = header_above(page, start)
                label = cue.label if cue is not None and digits >= max(4, cue.need) else ""
            if label:
                extra.append(Found(folded, first, end, label, 0.6, False))
        return extra


def _apart(spans: list[Span]) -> list[Span]:
    """The spans in the order of the text, without those inside another and without overlaps."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda one: (one.start, -one.end)):
        end = kept[-1].end if kept else 0
        if span.start >= end:
            kept.append(span)
        elif span.end > end:
            kept.append(Span(end, span.end, span.label, span.score, span.source))
    return kept


RECOGNISER = NumberRecogniser()
