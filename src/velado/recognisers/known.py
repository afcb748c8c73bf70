"""What is known of the patient beforehand is always found: every form of the names and numbers, one typo included."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from velado import lexicons
from velado.document import Span, Subject
from velado.languages import languages, particles
from velado.patterns import late_pattern
from velado.tokens import Page, fold
from velado.typos import is_one_slip_away

__all__ = ["RECOGNISER"]

_LETTERS = late_pattern(r"[^\W\d_]+")
_MEDICINE = lexicons.MEDICAL | lexicons.DRUG | lexicons.MICROBE


@lru_cache(maxsize=256)
def _words(names: tuple[str, ...]) -> frozenset[str]:
    found = {word for name in names for word in _LETTERS.findall(fold(name))}
    return frozenset(word for word in found if word not in particles() and len(word) > 1)


@lru_cache(maxsize=256)
def _birth_date(day: date) -> re.Pattern[str]:
    """The date in figures, in any order and with any separators, with the month in words, and all in one."""
    d, m, y = f"0?{day.day}", f"0?{day.month}", f"(?:{day.year}|{day.year % 100:02})"
    joint, blank = r"[ ./\-]{1,3}", r"[ ,./\-]{1,3}"
    names = {fold(name) for language in languages().values() for name, month in language.months.items() if month == day.month}
    names |= {roman for roman, month in next(iter(languages().values())).roman_months.items() if month == day.month}
    month = "(?:" + "|".join(sorted(map(re.escape, names), key=lambda name: (-len(name), name))) + ")"
    of = rf"(?:{blank}(?:(?:de|do|del|of){blank})?)"
    forms = (
        joint.join((d, m, y)),
        joint.join((m, d, y)),
        joint.join((str(day.year), m, d)),
        rf"{d}(?:st|nd|rd|th|o)?{of}{month}\.?{of}{y}",
        rf"{month}\.?{blank}{d}(?:st|nd|rd|th)?{blank}{y}",
        f"{day:%d%m%Y}",
        f"{day:%Y%m%d}",
    )
    return re.compile(rf"(?<![a-z0-9])(?:{'|'.join(forms)})(?![a-z0-9])")


@dataclass(frozen=True)
class Known:
    """Searches the page for what its subject is known by."""

    name: str = "known"

    def find(self, page: Page) -> Iterator[Span]:
        """Spans for each form of the subject's names, numbers and birth date."""
        subject = page.subject
        if subject is None:
            return
        yield from self._names(page, subject)
        yield from self._initials(page, subject)
        for number in subject.numbers:
            compact = re.sub(r"[^a-z0-9]", "", fold(number))
            if len(compact) >= 4:
                # The same characters, with any single separators between them.
                pattern = r"(?<![a-z0-9])" + r"[ .\-/]{0,2}".join(map(re.escape, compact)) + r"(?![a-z0-9])"
                for match in re.finditer(pattern, page.folded):
                    yield Span(match.start(), match.end(), "PATIENT_ID", 1.0, self.name)
            elif compact:
                for match in re.finditer(rf"(?<![a-z0-9]){re.escape(compact)}(?![a-z0-9])", page.folded):
                    yield Span(match.start(), match.end(), "PATIENT_ID", 0.6, self.name)
        if subject.birth_date is not None:
            for match in _birth_date(subject.birth_date).finditer(page.folded):
                yield Span(match.start(), match.end(), "DATE", 1.0, self.name)

    def _names(self, page: Page, subject: Subject) -> Iterator[Span]:
        """Words of the names; neighbours, with particles, dots and hyphens between them, make one span."""
        known = _words(subject.names)
        if not known:
            return
        long_ones = [word for word in known if len(word) >= 5]
        near: dict[str, bool] = {}
        hits: list[int] = []
        for number, word in enumerate(page.words):
            if not word[0].isalpha():
                continue
            hit = word in known and (len(word) >= 3 or page.text[page.spans[number][0]].isupper())
            if not hit and len(word) >= 4:
                if word not in near:
                    near[word] = any(is_one_slip_away(word, other) for other in long_ones) and not self._is_word(word)
                hit = near[word]
            if hit:
                hits.append(number)
        position = 0
        while position < len(hits):
            first = last = hits[position]
            position += 1
            while position < len(hits) and self._joins(page, last, hits[position]):
                last = hits[position]
                position += 1
            if first < last or not self._is_only_word(page, first):
                yield Span(page.spans[first][0], page.spans[last][1], "PATIENT_NAME", 1.0, self.name)

    @staticmethod
    def _is_word(word: str) -> bool:
        """Whether a word that is nearly the name is a word of its own: "costal" is no misspelt "Costa"."""
        return bool(lexicons.is_common_word(word) or lexicons.lookup(word) & _MEDICINE)

    @staticmethod
    def _is_only_word(page: Page, number: int) -> bool:
        """"una lesión rosa" does not mean Rosa: an everyday word in small letters, where names have capitals."""
        small = page.text[page.spans[number][0]].islower()
        if not small or not lexicons.is_common_word(page.words[number]):
            return False
        start, end = page.line_bounds(page.spans[number][0])
        return any(map(str.isupper, page.text[start:end]))

    @staticmethod
    def _joins(page: Page, left: int, right: int) -> bool:
        """Whether only blanks, a comma, a dot, a hyphen and particles stand between two words, on one line."""
        if right - left > 5 or "\n" in page.text[page.spans[left][1] : page.spans[right][0]]:
            return False
        return all(word in particles() or word in ".,-'’" for word in page.words[left + 1 : right])

    def _initials(self, page: Page, subject: Subject) -> Iterator[Span]:
        for name in subject.names:
            parts = [word for word in _LETTERS.findall(fold(name)) if word not in particles()]
            if len(parts) >= 3:
                initials = r"\.? ?".join(part[0] for part in parts)
                for match in re.finditer(rf"(?<![a-z0-9.]){initials}(?![a-z0-9])\.?", page.folded):
                    if page.text[match.start()].isupper():
                        yield Span(match.start(), match.end(), "PATIENT_NAME", 0.95, self.name)


RECOGNISER = Known()
