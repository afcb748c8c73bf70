"""Towns, regions, countries, neighbourhoods and postcodes in running text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from velado import lexicons
from velado.document import Span
from velado.languages import words
from velado.patterns import late_pattern
from velado.recognisers._address_words import KEYWORDS
from velado.recognisers._capitals import Look, closed_class, look_of
from velado.recognisers._facility_words import CENTRES_OF, CODES, HEADS, SPECIALTY
from velado.recognisers._localities import (
    AREA,
    NOT_PLACES,
    NOT_UNKNOWN,
    POSTCODE_LABELS,
    datelines,
    place_span,
    postcode_behind,
    postcodes,
)  # fmt: skip
from velado.recognisers._place_words import (
    ANNOUNCE,
    ARTICLES,
    BEFORE_NAMES,
    BRAZIL_STATES,
    KINDS,
    LEADS,
    LINKS,
    LOCATIVE,
    LOOSE_ANNOUNCE,
    ORIGINS,
    PHRASE_TRAPS,
    SHORT_REGIONS,
    TRAPS,
    US_STATES,
    WEAK_KINDS,
)  # fmt: skip
from velado.recognisers._word_index import Awaited, index_of
from velado.remembered import Remembered
from velado.tokens import Page

__all__ = ["RECOGNISER"]


_NAME = lexicons.FIRST_NAME | lexicons.SURNAME
_EDGES = frozenset(",()-/·–—|.;:~")
_DOTTED = words("st s sta sto sn cd gral pto pta pte v vl mt ft sgo cnel pdte d b f")
_STATE_FORM = late_pattern(r"[A-Z]{2,3}$")
_AREA, _UNKNOWN, _DIGITS, _LABEL, _KIND, _SHORT_COUNTRY = 1, 2, 4, 8, 16, 32  # the first two need a capital

_SHORT_COUNTRIES = frozenset(("eeuu", "usa", "eua", "ee"))
_ALSO_SMALL = Awaited(POSTCODE_LABELS | KINDS | _SHORT_COUNTRIES | {"p"})


def _kind_of(word: str, language: str) -> int:
    """What a word may begin."""
    if word[0].isdigit():
        return _DIGITS
    if not word[0].isalpha():
        return 0
    value = lexicons.lookup(word)
    kind = _LABEL * (word in POSTCODE_LABELS or word == "p") | _KIND * (word in KINDS) | _SHORT_COUNTRY * (word in _SHORT_COUNTRIES)
    if value & (lexicons.PREFIX | AREA) and len(word) > 1:
        kind |= _AREA
    if len(word) > 3 and not value & NOT_UNKNOWN and word not in HEADS and word not in CENTRES_OF and not word.endswith(SPECIALTY) and lexicons.frequency(value, language) < 4:
        kind |= _UNKNOWN
    return kind


_WORDS = {code: Remembered(partial(_kind_of, language=code)) for code in ("es", "pt", "en")}
_BEFORE = LOCATIVE | LEADS | ARTICLES


@dataclass(frozen=True)
class Places:
    """Finds places by the lexicon, by what announces them and by what stands beside them."""

    name: str = "places"

    def find(self, page: Page) -> Iterator[Span]:
        """PLACE and COUNTRY spans."""
        look = look_of(page)
        yield from datelines(page, self.name)
        text, tokens, starts, kinds, done = page.text, page.words, page.starts, _WORDS[page.language if page.language in _WORDS else "es"], 0
        small, index = look.without_capitals, index_of(page)
        for number in range(len(tokens)) if small else sorted({*index.capitalised, *index.figures, *index.tokens(_ALSO_SMALL)}):
            word = tokens[number]
            kind = kinds[word]
            if not kind or number < done:
                continue
            if kind & _DIGITS:
                if len(word) >= 4 or (starts[number] and text[starts[number] - 1].isupper()):
                    yield from postcodes(look, number, self.name)
                continue
            if kind & _LABEL and (word != "p" or number and tokens[number - 1] in ("c", ".")):
                first, end = postcode_behind(look, number)
                if end:
                    yield Span(first, end, "PLACE", 0.92, self.name)
            if kind & _SHORT_COUNTRY:
                stop = self._short_country(look, number)
                if stop:
                    yield Span(look.spans[number][0], look.spans[stop - 1][1], "COUNTRY", 0.8, self.name)
                    done = stop
            elif kind & _KIND and not (kind & _AREA and self._compound(look, number)):
                stop = self._of_kind(look, number)
                if stop:
                    first = self._first_of(look, number)
                    yield Span(look.spans[first][0], look.spans[stop - 1][1], "PLACE", 0.75, self.name)
                    yield from self._beside(look, first, stop, 0.75)
                    done = stop
            elif kind & (_AREA | _UNKNOWN) and (small or look.capital(number)):
                stop, score, value = number, 0.0, 0
                if kind & _AREA:
                    length, value = lexicons.longest(tokens, number)
                    if value & AREA:
                        stop, score = self._known(look, number, length, value)
                if kind & _UNKNOWN and not score and number and tokens[number - 1] in _BEFORE:
                    value = lexicons.lookup(word)
                    stop, score = self._unknown(look, number, value)
                if score:
                    yield place_span(look, number, stop, value, score, self.name)
                    yield from self._beside(look, number, stop, score)
                    done = stop

    @staticmethod
    def _compound(look: Look, number: int) -> bool:
        """Whether the word for a kind of place begins a town's name: "Ciudad Nueva", "Vila Real"."""
        length, value = lexicons.longest(look.words, number)
        return length > 1 and bool(value & AREA) and (look.capital(number) or look.without_capitals)

    @staticmethod
    def _short_country(look: Look, number: int) -> int:
        """The token behind "EE. UU.", "EEUU", "USA", "EUA"; 0 when it is something else."""
        word = look.words[number]
        written = look.text[look.spans[number][0] : look.spans[number][1]]
        if word != "ee":
            if word == "usa" and (look.page.language == "pt" or look.flat(number) or look.word(number - 1).isalpha() and look.word(number - 1) not in LINKS | LOCATIVE):
                return 0  # an ambulance, a verb
            return number + 1 if written.isupper() and (not look.glued(number) or look.words[number - 1] in "(,-") else 0
        at = number + 1
        while look.word(at) == "." and at < number + 3:
            at += 1
        return at + 1 if look.word(at) == "uu" and look.joined(at) else 0

    def _announced(self, look: Look, number: int) -> int:
        """3: something announces a place here; 2: "in", "from a"; 1: "of"; 0: nothing; -1: something says it is none."""
        at = number - 1
        if at < 0 or "\n" in look.text[look.spans[at][1] : look.spans[number][0]] and not look.words[at].isalpha():
            return 0
        while at > 0 and look.words[at] in ARTICLES and number - at <= 2:
            at -= 1
        link = look.words[at]
        if link == ":" and at:
            return 0
        if link not in LOCATIVE and link not in LINKS:
            return -1 if link in BEFORE_NAMES else 0
        if link in ("no", "na", "nos", "nas") and look.page.language != "pt":
            return 0
        if link not in LEADS:
            return 1
        for back in (at - 1, at - 2, at - 3):
            if back < 0 or look.words[back] in ".;:":
                break
            head = look.words[back]
            if head in BEFORE_NAMES and back == at - 1:
                return -1
            if head in ANNOUNCE and (back == at - 1 or look.words[at - 1] in ("y", "sola", "solo", "aqui", "alla", "ahora", "hoy", "ayer", "sozinha", "sozinho", "up", "down", "back", "over", "toda")):
                return 3
            if head in KINDS and back == at - 1 and link in ("de", "do", "da", "of", "del"):
                return 3
        return 2 if link in LOCATIVE or link in ("from", "outside") else 1

    def _known(self, look: Look, number: int, length: int, value: int) -> tuple[int, float]:
        """How sure a place of the lexicon is meant; the token behind it and the score, 0 when it is not."""
        stop = number + length
        word = look.words[number]
        cue = self._announced(look, number)
        language = look.page.language
        single = length == 1
        phrase = look.folded[look.spans[number][0] : look.spans[stop - 1][1]] if not single else word
        if phrase in PHRASE_TRAPS and cue < 2 or single and (word in HEADS or word in CENTRES_OF):
            return stop, 0.0
        if word == "rpc" and cue < 3 and ORIGINS.isdisjoint(look.words[max(0, number - 5) : number]):
            return stop, 0.0  # the renal parenchyma
        if look.word(number - 1) == "." and look.word(number - 2) in BEFORE_NAMES:
            return stop, 0.0  # "Dr. Soto"
        if cue < 0 or single and (word in closed_class() or len(word) < 3) or not single and not self._written_whole(look, number, stop):
            return stop, 0.0
        strength = lexicons.name_strength(value) if single else 0
        common = lexicons.frequency(value, language) if single else 0
        if value & lexicons.COUNTRY and not value & lexicons.TOWN:
            strength = lexicons.first_name_strength(value) if lexicons.first_name_strength(value) >= 2 else 0
            if look.capital(number) and not look.flat(number) and not (look.opens_sentence(number) and common >= 3):
                common = 0
        doubtful = strength >= 1 or common >= 1 or (single and word in TRAPS) or bool(value & NOT_PLACES)
        if doubtful and cue < 2 and look.word(stop).isdigit() and look.joined(stop):
            return stop, 0.0  # "Glasgow 15"
        size = 3 if value & (lexicons.COUNTRY | lexicons.REGION) else lexicons.town_size(value)
        alone = self._stands_alone(look, number, stop)
        region = self._region_behind(look, stop)
        if look.flat(number):
            if cue == 3 and any(look.word(number - k) in LOOSE_ANNOUNCE for k in (2, 3, 4)) and (doubtful or size < 1):
                return stop, 0.0
            if cue == 2 and not single and word in ("la", "el", "los", "las") and size < 2:
                return stop, 0.0
            if cue == 3 and not (common >= 3 and size < 2):
                return stop, 0.85 if not doubtful else 0.7
            if cue == 2 and size >= 1 and (not doubtful or size >= 2 and common < 3 and not value & NOT_PLACES and word not in TRAPS):
                return stop, 0.75 if not doubtful else 0.62
            if region and not (doubtful and size < 2) and common < 3:
                return stop, 0.75
            clear = common == 0 and strength < 3 or common < 5 and self._behind_facility(look, number)
            if alone and size >= 1 and word not in TRAPS and not value & NOT_PLACES and clear:
                return stop, 0.6
            # Alone in a line of capitals only what can hardly be anything else.
            return stop, 0.6 if size >= 2 and not doubtful and not common and (value & lexicons.COUNTRY or not single or size == 3) else 0.0
        if not look.capital(number):
            return stop, 0.0
        if value & NOT_PLACES and cue < 3 and not (cue == 2 and size >= 2 and not value & (lexicons.MEDICAL | lexicons.DRUG)):
            return stop, 0.0
        written = look.text[look.spans[number][0] : look.spans[stop - 1][1]]
        if written.isupper() and (len(written) <= 4 or len(written) <= 6 and size < 2 and cue < 2) and not value & lexicons.COUNTRY or look.glued(stop) and look.word(stop).isalpha():
            return stop, 0.0
        neighbour = self._in_a_name(look, number, stop)
        if cue == 3:
            return stop, 0.9 if not neighbour else 0.6
        if region:
            return stop, 0.88
        if neighbour and (doubtful or strength):
            return stop, 0.0
        if not doubtful:
            foreign = language not in lexicons.town_regions(value) and not value & (lexicons.COUNTRY | lexicons.REGION)
            if look.opens_sentence(number) and single and cue < 2 and (size == 0 or foreign and size < 3 or len(word) < 4):
                return stop, 0.0
            if foreign and size < 2 and cue < 1 and not alone:
                return stop, 0.0
            base = (0.56, 0.62, 0.7, 0.75)[size]
            return stop, min(0.9, base + 0.12 * (cue == 2) + 0.04 * (cue == 1)) - 0.1 * bool(neighbour)
        if cue == 2 and (common < 4 or size >= 2):
            return stop, 0.72 if size >= 1 else 0.6
        if alone and value & lexicons.COUNTRY and word not in ("china", "guinea", "jordan", "georgia", "granada", "turkey"):
            return stop, 0.65
        if alone and size >= 1 and common < 5 and word not in TRAPS and self._behind_facility(look, number):
            return stop, 0.62
        if common or word in TRAPS or size < 2:
            return stop, 0.0
        if cue == 1 or alone and strength < 3:
            return stop, 0.58
        return stop, 0.56 if strength <= 1 + (size == 3) and not look.opens_sentence(number) else 0.0

    @staticmethod
    def _written_whole(look: Look, number: int, stop: int) -> bool:
        """Whether an entry of several words is meant as one name: "El Salto", not "El niño" or "Tel. de"."""
        flat = look.flat(number)
        for position in range(number, stop):
            word = look.words[position]
            if word == "." and look.words[position - 1] not in _DOTTED or word.isdigit():
                return False
            if len(word) > 3 and not flat and not look.capital(position):
                return False
        last = look.words[stop - 1]
        if flat and look.words[number] in ("la", "el", "las", "los", "a", "o", "the") and stop - number == 2:
            return lexicons.commonness(lexicons.lookup(last)) < 4
        return flat or look.capital(stop - 1)

    @staticmethod
    def _behind_facility(look: Look, number: int) -> bool:
        """Whether a hospital, school or the like was named just before on the line: "Clínica do Rio, Tomar"."""
        for back in range(number - 2, max(-1, number - 11), -1):
            if "\n" in look.text[look.spans[back][1] : look.spans[back + 1][0]]:
                return False
            if look.words[back] in HEADS or look.words[back] in CODES or look.words[back] in CENTRES_OF:
                return look.capital(back) or look.without_capitals
        return False

    @staticmethod
    def _stands_alone(look: Look, number: int, stop: int) -> bool:
        """Whether punctuation or the line's edge stands on both sides."""
        left = number == 0 or look.words[number - 1] in _EDGES or not look.joined(number)
        return left and (stop >= look.count or look.words[stop] in _EDGES or not look.joined(stop))

    @staticmethod
    def _in_a_name(look: Look, number: int, stop: int) -> bool:
        """Whether capitalised words stand right beside, as in a person's or an institution's name."""
        before = number - 1
        if before >= 0 and look.joined(number) and look.words[before][0].isalpha() and look.capital(before) and not look.opens_sentence(before):
            return True
        return stop < look.count and look.joined(stop) and look.words[stop][0].isalpha() and look.capital(stop) and not _STATE_FORM.match(
            look.text[look.spans[stop][0] : look.spans[stop][1]]
        )

    @staticmethod
    def _region_behind(look: Look, stop: int) -> bool:
        """Whether ", Jalisco", "(Soria)", "-SP", "/RS", " TX" follows."""
        at = stop
        separated = look.word(at) in (",", "(", "-", "/", "–") and look.spans[at][0] - look.spans[at - 1][1] <= 1
        if separated:
            at += 1
        if at >= look.count or look.spans[at][0] - look.spans[at - 1][1] > 1 or not look.capital(at):
            return False
        word, written = look.words[at], look.text[look.spans[at][0] : look.spans[at][1]]
        if _STATE_FORM.match(written):
            if word in ("md", "id", "pa", "ma") and not look.word(at + 1).isdigit() and look.page.language == "en":
                return False  # a degree, an abbreviation
            home = BRAZIL_STATES if look.page.language == "pt" else US_STATES
            if separated:
                return word in BRAZIL_STATES or word in SHORT_REGIONS or word in US_STATES or (look.word(stop) == "(" and look.word(at + 1) == ")" and len(word) < 3)
            return word in home and not look.shouted(at) and (look.word(at + 1)[:1].isdigit() or not look.part(at + 1, False) or not look.joined(at + 1))
        if not separated:
            return False
        if word in SHORT_REGIONS and look.word(at + 1) in (".", ",", ")", ""):
            return True
        value = lexicons.longest(look.words, at)[1]
        return bool(value & (lexicons.REGION | lexicons.COUNTRY)) or (
            bool(value & lexicons.TOWN) and lexicons.town_size(value) >= 2 and lexicons.name_strength(value) < 3 and look.word(stop) == "("
        )

    def _beside(self, look: Look, first: int, stop: int, score: float) -> Iterator[Span]:
        """The region behind a town, and the unknown name in front of a region: "Villalba, Jal.", "Outeiro (Braga)"."""
        if self._region_behind(look, stop):
            at = stop + (look.word(stop) in (",", "(", "-", "/", "–"))
            length, value = lexicons.longest(look.words, at)
            end = at + max(1, length if value & AREA else 1)
            yield place_span(look, at, end, value, 0.85, self.name)
            stop = end
        at = stop
        while look.word(at) in (".", ",", ")") and at < stop + 2:
            at += 1
        if len(look.word(at)) == 5 and look.word(at).isdigit() and score >= 0.6 and "\n" not in look.text[look.spans[at - 1][1] : look.spans[at][0]]:
            following = look.text[look.spans[at][1] : look.spans[at][1] + 1]
            if look.spans[at][0] - look.spans[at - 1][1] <= 2 and following not in ("-", ".", "/", "%") and not look.word(at + 1).isdigit():
                yield Span(look.spans[at][0], look.spans[at][1], "PLACE", 0.8, self.name)
        separator = look.word(first - 1)
        if separator in (",", "(") and score >= 0.7 and look.joined(first) and not look.flat(first):
            start = look.name_before(first - 1, max(0, first - 7), KEYWORDS, most=3)
            if start < first - 1 and not look.opens_sentence(start) and not lexicons.lookup(look.words[start]) & (NOT_UNKNOWN | _NAME):
                yield Span(look.spans[start][0], look.spans[first - 2][1], "PLACE", 0.6, self.name)

    def _of_kind(self, look: Look, number: int) -> int:
        """The token behind the name that follows a kind of place ("barrio …", "municipio de …"); 0 when none does."""
        first = self._first_of(look, number)
        word = look.words[number]
        if first >= look.count or not look.joined(first) or (look.word(number + 1) == "." and len(word) > 5):
            return 0
        if look.flat(first):
            if word in WEAK_KINDS or look.words[first] in KEYWORDS:
                return 0
            stop = look.name(first, KEYWORDS, most=3)
            value = lexicons.lookup(look.words[first])
            length, known = lexicons.longest(look.words, first)
            if known & AREA:
                return first + length
            return stop if stop > first and not value & NOT_UNKNOWN and (value & _NAME or value == 0 or look.words[first] in ("san", "santa", "las", "los", "el", "la")) else 0
        if look.words[first].isdigit():
            return 0
        if not look.capital(first) or look.words[first].endswith(SPECIALTY) or look.words[first] in HEADS or lexicons.lookup(look.words[first]) & NOT_UNKNOWN and not lexicons.lookup(look.words[first]) & AREA:
            return 0
        written = look.text[look.spans[first][0] : look.spans[first][1]]
        if written.isupper() and len(written) <= 5 and word in WEAK_KINDS:
            return 0
        if word in WEAK_KINDS and lexicons.frequency(lexicons.lookup(look.words[first]), look.page.language) >= 5:
            return 0
        if word in ("city", "town", "county", "village", "island") and look.word(number + 1) not in ("of", "."):
            return 0
        stop = look.name(first, KEYWORDS, most=4)
        return stop if stop > first else 0

    @staticmethod
    def _first_of(look: Look, number: int) -> int:
        first = number + 1
        if look.word(first) in (".", ":"):
            first += 1
        for _ in range(2):
            if look.word(first) in ("de", "del", "do", "da", "of") and look.joined(first):
                first += 1
        if look.word(first) in ("la", "los", "las", "el", "o", "a") and not look.capital(first) and look.flat(first) is False:
            first += 1
        return first

    def _unknown(self, look: Look, number: int, value: int) -> tuple[int, float]:
        """A capitalised word of no list where a place is announced: "natural de Tlaxomulquito", "en Qorimarka"."""
        if look.words[number] in KEYWORDS:
            return number, 0.0
        cue = self._announced(look, number)
        if cue < 2:
            return number, 0.0
        if look.flat(number):
            if cue < 3 or any(look.word(number - k) in LOOSE_ANNOUNCE for k in (2, 3, 4)) or lexicons.commonness(value) > 1:
                return number, 0.0
            stop = look.name(number, KEYWORDS, most=2)
            return stop, 0.65 if stop > number else 0.0
        written = look.text[look.spans[number][0] : look.spans[number][1]]
        if written.isupper():
            return number, 0.0
        common = lexicons.frequency(value, look.page.language)
        if value & _NAME and lexicons.first_name_strength(value) >= 1:
            return number, 0.0
        stop = look.name(number, KEYWORDS, most=4)
        if stop == number:
            return number, 0.0
        if cue == 3:
            loose = any(look.word(number - k) in LOOSE_ANNOUNCE for k in (2, 3, 4))
            return stop, 0.0 if common >= (1 if loose else 4) else 0.6 if loose else 0.78
        # "en", "em", "in" before a word that no dictionary knows.
        unknown = common == 0 and not any(lexicons.frequency(value, code) for code in ("es", "pt", "en"))
        if look.words[number - 1] not in LOCATIVE - {"no", "na", "nos", "nas"} and look.words[number - 1] not in ARTICLES:
            unknown = False
        return stop, 0.58 if unknown and not value & _NAME else 0.0


RECOGNISER = Places()
