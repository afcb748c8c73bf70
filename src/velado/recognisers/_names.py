"""How a word looks as part of a person's name, and how far a name runs. Shared by the recognisers of people."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import compress, pairwise

from velado import lexicons
from velado.languages import languages
from velado.lexicons.look import chances
from velado.patterns import places_of
from velado.recognisers._clinical_values import RESULTS
from velado.recognisers._word_index import index_of
from velado.remembered import Remembered
from velado.tokens import Page

__all__ = ["NO", "ODD", "PARTICLES", "SURE", "UNKNOWN", "WEAK", "NameReader", "reader_of", "titles"]

# A name and nothing else; a name and a word; in no list; in no list and spelled like a word; not a name.
SURE, WEAK, UNKNOWN, ODD, NO = 4, 3, 2, 1, 0

_NEVER = lexicons.MEDICAL | lexicons.DRUG | lexicons.MICROBE | lexicons.TITLE | lexicons.KINSHIP | lexicons.SEX_WORD
_NEVER |= lexicons.FACILITY_WORD | lexicons.STREET_TYPE
_NAME = lexicons.FIRST_NAME | lexicons.SURNAME
_NEVER_A_NAME = lexicons.MEDICAL | lexicons.DRUG | lexicons.MICROBE | lexicons.TITLE | lexicons.FACILITY_WORD
_NOT_A_SURNAME = _NEVER | lexicons.PROFESSION | lexicons.EPONYM | lexicons.BRAND_DEVICE | lexicons.COUNTRY | lexicons.DEMONYM
_SHORT_NAMES = frozenset("ma m fco gpe jse mj ant dgo".split())
# Half the surnames are villages somewhere: being a town says little against a name.
_FLAGS = 0xFFFFFF & ~(lexicons.PREFIX | lexicons.TOWN)  # all that a list can say of a word, but for these two
_TOWN = lexicons.TOWN | 0xF << 38 | 0x3 << 28
PARTICLES = frozenset("de del la las los y e i da das do dos van von der den di du le al bin ibn ben el ter zu della dalla".split())
_FORMS_OF_ADDRESS = frozenset("dr dra drs dres sr sra srta srs don dona dna mr mrs ms miss doctor doctora doutor doutora senor senora senhor senhora".split())
_OFTEN_WORDS = 4  # a frequency class from which a word is rather a word than a name


@lru_cache(maxsize=1)
def titles() -> frozenset[str]:
    """Titles, "Dr" and "Mr" among them, which look like two initials."""
    return frozenset().union(*(language.staff_titles | language.person_titles for language in languages().values()))


@lru_cache(maxsize=1)
def _closed_class() -> frozenset[str]:
    closed: set[str] = set(RESULTS)
    labels: set[str] = set()
    for language in languages().values():
        closed |= language.stop_words | language.staff_titles | language.person_titles
        # The label of a form and the heading of a section are no names, nor are months: "Tel", "Cama", "Alergias", "Julio".
        labels |= {label for label in (*language.field_of, *language.headings, *language.months, *language.weekdays) if " " not in label}
    # Some of them are names after all: "Nieto", "Estrada", "Domingo" are left to what else is known of the word.
    return frozenset(closed | {label for label in labels if lexicons.name_strength(lexicons.lookup(label)) < 3 or len(label) < 4})


def _kind_of(word: str, language: str) -> int:
    """How much a folded word looks like part of a name: SURE, WEAK, UNKNOWN or NO."""
    if len(word) < 2 or not word[0].isalpha() or word in _closed_class():
        return NO
    value = lexicons.lookup(word)
    if not value & _NAME:
        if value & ~(lexicons.PREFIX | _TOWN):
            # A rare word that no list knows may be a rare name: "Armindo".
            rare = not value & _FLAGS and lexicons.commonness(value) <= 1
            return WEAK if rare and sum(chances(word)[:2]) > 0.99 else NO
        first, surname, _, plain = chances(word)
        if plain > 0.5:
            return ODD
        return WEAK if first + surname > 0.9 else UNKNOWN
    strength = lexicons.name_strength(value)
    frequency = lexicons.frequency(value, language)
    if value & _NEVER or value & lexicons.EPONYM:
        return WEAK if strength >= 1 and not value & (lexicons.DRUG | lexicons.SEX_WORD | lexicons.TITLE) else NO
    if frequency >= _OFTEN_WORDS:
        return WEAK if strength >= 1 else NO
    if strength == 0:
        return WEAK
    return SURE if frequency == 0 else WEAK


class _ByLanguage(dict[str, Remembered[str, int]]):
    """The kinds of the words met so far, per language."""

    def __missing__(self, language: str) -> Remembered[str, int]:
        kinds = self[language] = Remembered(partial(_kind_of, language=language))
        return kinds


_kinds = _ByLanguage()


@lru_cache(maxsize=2)
def reader_of(page: Page) -> NameReader:
    """The reader of a page: several recognisers ask for the same one."""
    return NameReader(page)


@dataclass(frozen=True)
class NameReader:
    """Reads names from a page, token by token."""

    page: Page

    @cached_property
    def kinds(self) -> list[int]:
        """For each token, how much it looks like part of a name."""
        known = _kinds[self.page.language]
        return list(map(known.__getitem__, self.page.words))

    @cached_property
    def flat(self) -> list[bool]:
        """For each token, whether the case of its line says nothing: nearly all capitals or no capitals at all."""
        flags: list[bool] = []
        text, starts, case = self.page.text, self.page.starts, index_of(self.page).case
        capitals, smalls = case.count(b"U", 0, 6000), case.count(b"l", 0, 6000)
        small_note = capitals < 0.02 * (capitals + smalls)
        for start, end in pairwise((*self.page.line_starts, len(text))):
            upper, lower = case.count(b"U", start, end), case.count(b"l", start, end)
            # A line that starts small and has hardly a capital, "C1904" aside, was typed without them.
            starts_small = lower > 25 and upper <= 1 + lower // 40 and text[start:end].lstrip()[:1].islower()
            says_nothing = upper > 2 * lower or starts_small or (upper <= 1 and (small_note or lower > 60))
            flags += [says_nothing] * (bisect_left(starts, end) - len(flags))
        return flags

    @cached_property
    def openings(self) -> list[int]:
        """The tokens at which `take` may find a name that nothing announces.

        Nothing but a name for sure begins with a small letter where the case tells, and of what is no name only an initial
        or the short form of a name with a capital.
        """
        words, kinds = self.page.words, self.kinds
        capitalised = index_of(self.page).capitalised
        numbers = {number for number in capitalised if kinds[number] or (len(words[number]) <= 3 and self._may_be_short(number))}
        numbers.update(places_of((bytes((SURE,)),), bytes(kinds)))  # the kinds as bytes are searched in no time
        if True in self.flat:
            numbers.update(number for number in compress(range(len(kinds)), self.flat) if kinds[number])
        return sorted(numbers)

    def _may_be_short(self, number: int) -> bool:
        """Whether a token may be an initial, two of them with a dot or an apostrophe behind, or the short form of a name."""
        word = self.page.words[number]
        if len(word) != 2:
            return (len(word) == 1 and word.isalpha()) or word in _SHORT_NAMES
        return word[0].isalpha() and (word in _SHORT_NAMES or self.page.words[number + 1 : number + 2] in (["."], ["'"]))

    @cached_property
    def is_capital(self) -> Callable[[int], bool]:
        """Whether a token starts with a capital letter: asked so often that it goes to the list without a detour."""
        return index_of(self.page).capitals.__getitem__

    def same_line(self, left: int, right: int) -> bool:
        """Whether nothing but blanks (a few) stands between two neighbouring tokens."""
        gap = self.page.gaps[right - 1]
        return len(gap) <= 2 and "\n" not in gap

    def take(self, number: int, trust: int, limit: int = 7) -> int:
        """The token behind the name that starts at `number`, or `number` when no name starts there.

        `trust` is the least kind accepted: UNKNOWN behind a title or in a name field, SURE in free text.
        """
        words, kinds = self.page.words, self.kinds
        count, taken, stop, position = len(words), 0, number, number
        while position < count and taken < limit:
            if position > number and not self.same_line(position - 1, position):
                break
            word = words[position]
            if self._fits(position, trust if taken == 0 else min(trust, WEAK if self.flat[position] else UNKNOWN)) or (
                (trust == ODD or (taken and self._follows_first_name(position))) and self._may_follow_title(position, bool(taken))
            ):
                position += 1
                stop, taken = position, taken + 1
            elif len(word) <= 2 and self._elision(position):
                position += 3
                stop, taken = position, taken + 1
            elif len(word) <= 2 and self.is_initial(position):
                position += 1
                taken += 1
                if position < count and words[position] == "." and self.same_line(position - 1, position):
                    position += 1
                stop = position
            elif taken and word in "-'’´" and self._fits(position + 1, UNKNOWN) and self.page.spans[position][1] == self.page.spans[position + 1][0]:
                position += 1
            elif taken and len(word) == 1 and self.ends_in_initial(position):
                position += 1
                stop = position
                break
            elif self._bridges(position) and (taken or (trust == ODD and self._follows_short_title(number))) or (
                taken and word == "," and self._turns_around(number, position)
            ):
                position += 1
            elif not taken and word in _SHORT_NAMES and self._is_short_name(position):
                position += 2 if words[position + 1] == "." else 1
                taken += 1
                stop = position
            elif taken and word == "." and stop == position and len(words[position - 1]) <= 3 and self._fits(position + 1, UNKNOWN):
                position += 1  # "Ma. Elena", "Fco. Javier"
            else:
                break
        if taken and stop == number + 1 and self.is_initial(number):
            return number
        while stop > number and words[stop - 1] in PARTICLES and kinds[stop - 1] == NO:
            stop -= 1
        return stop

    def _fits(self, number: int, trust: int) -> bool:
        kind = self.kinds[number] if number < len(self.kinds) else NO
        if kind < trust or kind == NO:
            return False
        if kind == ODD:
            return self.is_capital(number) and not self.flat[number]
        return self.flat[number] or self.is_capital(number) or (kind == SURE and trust <= WEAK)

    def ends_in_initial(self, number: int) -> bool:
        """"Wolfgang S", "Márquez P.": a single capital behind a name, with nothing of a word after it."""
        words = self.page.words
        if len(words[number]) != 1 or not words[number].isalpha() or not self.is_capital(number):
            return False
        if number + 1 >= len(words) or not words[number + 1][0].isalnum() or not self.same_line(number, number + 1):
            return True
        return not self.flat[number] and not self.is_capital(number + 1) and words[number + 1].isalpha()

    def is_initial(self, number: int) -> bool:
        """Whether a token is a capital letter (or two) that stands for a name, with a name behind it."""
        if number + 1 >= len(self.page.words) or len(self.page.words[number]) > 2 or not self.is_capital(number):
            return False
        word, following = self.page.words[number], self.page.words[number + 1]
        if len(word) == 2 and (word in titles() or not word.isalpha()):
            return False
        if number and self.page.words[number - 1].isdigit() and self.page.spans[number - 1][1] == self.page.spans[number][0]:
            return False  # "413A Moreno": a bed
        if following == ".":
            ahead = number + 2
            while ahead < len(self.kinds) and self.page.words[ahead] in PARTICLES and ahead < number + 5:
                ahead += 1
            if word == "d" and ahead == number + 2 and ahead < len(self.kinds) and self.is_don(ahead):
                return False
            return ahead < len(self.kinds) and (self.kinds[ahead] >= UNKNOWN or (len(self.page.words[ahead]) == 1 and self.is_capital(ahead)))
        return len(word) == 1 and self.kinds[number + 1] >= WEAK and self.is_capital(number + 1)

    def _follows_short_title(self, number: int) -> bool:
        """"Dr. de la Fuente"; but "médico de guardia" names nobody."""
        title = self._before(number)
        return 0 < len(title) <= 4 and not lexicons.lookup(title) & lexicons.KINSHIP

    def _follows_first_name(self, number: int) -> bool:
        """Behind a word that is a first name and nothing else, a capitalised rare word is the surname."""
        before = number - 1
        return self.kinds[before] == SURE and self.is_capital(before) and lexicons.first_name_strength(lexicons.lookup(self.page.words[before])) >= 2

    def _before(self, number: int) -> str:
        """The word before a token, past the dot of an abbreviation."""
        words = self.page.words
        back = number - 2 if number and words[number - 1] == "." else number - 1
        return words[back] if back >= 0 else ""

    def is_don(self, number: int) -> bool:
        """"D. Eusebio": outside English a first name behind "D." makes it "don" or "dona"."""
        return self.page.language != "en" and lexicons.first_name_strength(lexicons.lookup(self.page.words[number])) >= 1

    def _elision(self, number: int) -> bool:
        """"O'Shea", "D'Angelo": a capital and an apostrophe, glued to the name behind."""
        spans, words = self.page.spans, self.page.words
        if words[number] not in "od" or number + 2 >= len(words) or words[number + 1] not in "'’´" or not self.is_capital(number):
            return False
        glued = spans[number][1] == spans[number + 1][0] and spans[number + 1][1] == spans[number + 2][0]
        return glued and self.kinds[number + 2] > NO and self.is_capital(number + 2)

    def _may_follow_title(self, number: int, inside: bool) -> bool:
        """A capitalised word right behind a title is a name, whatever the dictionary says, unless it is medicine."""
        word = self.page.words[number]
        if self.flat[number] or not word.isalpha() or len(word) < 3 or not self.is_capital(number) or word in _closed_class():
            return False
        value = lexicons.lookup(word)
        if not inside:
            # Nobody is called so: "cirugía General", "RN. Discussed"; but "Dr. Good" is.
            codes = ("en",) if self.page.language == "en" else ("es", "pt")
            everyday = max(lexicons.frequency(value, code) for code in codes) >= _OFTEN_WORDS
            # "DA: Xience Sierra": a stent, but "Dr. Veress" is somebody.
            everyday = everyday or bool(value & lexicons.BRAND_DEVICE)
            if everyday and not lexicons.name_strength(value) and self._before(number) not in _FORMS_OF_ADDRESS:
                return False
            return not value & _NEVER_A_NAME and self.page.text[self.page.spans[number][0] + 1].islower()
        return not value & _NOT_A_SURNAME and lexicons.commonness(value) <= 3

    def _turns_around(self, start: int, comma: int) -> bool:
        """"CHÁVEZ QUISPE, ROSMERY": surnames, a comma and a first name."""
        words = self.page.words
        if comma - start > 4 or comma + 1 >= len(words) or "," in words[start:comma]:
            return False
        if len(words[comma + 1]) == 1 and self.ends_in_initial(comma + 1):  # "Nikolaidis, K."
            return True
        if not self._fits(comma + 1, WEAK):
            return False
        if self.page.spans[comma + 1][0] - self.page.spans[comma][1] > 1:
            return False
        surnames = all(lexicons.lookup(word) & lexicons.SURNAME or not lexicons.lookup(word) for word in words[start:comma] if word not in PARTICLES)
        value = lexicons.lookup(words[comma + 1])
        first = lexicons.first_name_strength(value) >= 1 or (not value and chances(words[comma + 1])[0] > 0.5)
        return surnames and first and (self.flat[comma] or self.is_capital(comma + 1))

    def _is_short_name(self, number: int) -> bool:
        """"Ma. del Socorro", "Mª Rosario", "Fco Javier": the short form of a first name with more behind it."""
        ahead = number + 1
        if ahead < len(self.page.words) and self.page.words[ahead] == ".":
            ahead += 1
        while ahead < len(self.page.words) and self.page.words[ahead] in PARTICLES and ahead < number + 5:
            ahead += 1
        return ahead < len(self.page.words) and self.is_capital(number) and self._fits(ahead, WEAK) and "\n" not in self.page.text[self.page.spans[number][1]:self.page.spans[ahead][0]]

    def _bridges(self, number: int) -> bool:
        """Whether particles here lead on to another part of the name."""
        words = self.page.words
        if words[number] not in PARTICLES:
            return False
        for ahead in range(number + 1, min(number + 4, len(words))):
            if not self.same_line(ahead - 1, ahead):
                return False
            if words[ahead] not in PARTICLES:
                return self._fits(ahead, WEAK if self.flat[ahead] or words[number] in "ye" else UNKNOWN)
        return False
