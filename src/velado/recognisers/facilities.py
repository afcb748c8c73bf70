"""Named hospitals, health centres, schools, companies, churches and other institutions in running text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from velado import lexicons
from velado.document import Span
from velado.patterns import late_pattern
from velado.recognisers._capitals import Look, closed_class, look_of
from velado.recognisers._facility_names import ADDRESS, MEDICINE, NAME, NOT_NAMES, SERVICES, Found, digits, named
from velado.recognisers._facility_words import (
    CARE_CONTEXT,
    CENTRES_OF,
    CODES,
    COMPANY_FORMS,
    DOTTED_CODES,
    ENGLISH_HEADS,
    GENERIC,
    HEADS,
    HOSPITAL_CODES,
    NOT_CODES,
    PAYERS,
    SPECIALTY,
    WORK,
)  # fmt: skip
from velado.recognisers._localities import AREA
from velado.recognisers._public_bodies import public_bodies
from velado.recognisers._word_index import Awaited, index_of
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_LEADS = frozenset("en na no at for with del de da do al ao a el to from the in nas nos pela pelo by of".split())
_IN_PORTUGUESE = frozenset("no na nos nas do da ao".split())
_ARTICLES = frozenset("el la los las o a os as the un una".split())
_AFTER_H = frozenset("u g universitario general regional clinico civil central comarcal infantil militar materno san santa virgen".split())
_ANCHORS: frozenset[str] = frozenset(HEADS) | frozenset(CENTRES_OF) | PAYERS | frozenset(CODES) | frozenset(ENGLISH_HEADS) | COMPANY_FORMS | frozenset("s h c i e p u".split())
# Behind these an unknown name may follow without an article.
_STRAIGHT = frozenset(("na", "no", "nas", "nos", "do", "da", "pela", "pelo", "del", "al", "ao"))
_NOT_BEFORE = frozenset(
    """enfermedad sindrome signo escala indice clasificacion criterios test prueba maniobra tecnica metodo doenca sinal teste manobra score
    sistema programa app plataforma virus bacteria cepa gen vacuna vacina formula regla ley marca""".split()
)
_LETTERS = late_pattern(r"H[A-Z]{2,4}(?!\w)(?![-/]?\d)")
_LOOSE_PAYERS = frozenset("poliza seguro cobertura conv art".split())
_NOT_PAYERS = frozenset("social popular medico de contra no si vigente subsidiado contributivo familiar obligatorio".split())
_ARROWS = frozenset("no ao al del do > → dest destino aceita recibe vaga prefere pro".split())
_OCCASIONS = frozenset("christmas easter thanksgiving ramadan mass night home bedside rest discharge triage lunch".split())


_IN_PORTUGUESE_NOTES = Awaited(_ANCHORS | _LEADS)
_IN_OTHER_NOTES = Awaited(_ANCHORS | (_LEADS - _IN_PORTUGUESE))


@dataclass(frozen=True)
class Facilities:
    """Finds institutions by the word for their kind, by what people do there, and companies by their legal form."""

    name: str = "facilities"

    def find(self, page: Page) -> Iterator[Span]:
        """HOSPITAL, HEALTH_CENTRE and INSTITUTION spans."""
        look = look_of(page)
        tokens, capitals, done = page.words, [*index_of(page).capitals, False, False], 0
        for number in index_of(page).tokens(_IN_PORTUGUESE_NOTES if page.language == "pt" else _IN_OTHER_NOTES):
            if number < done:
                continue
            found: Found | None = None
            if tokens[number] in _ANCHORS:
                found = self._by_head(look, number, tokens[number], page.language == "en", done)
            elif number and (capitals[number + 1] or capitals[number + 2]):
                found = self._by_context(look, number)
            if found:
                first, stop, label, score = found
                yield Span(look.spans[first][0], look.spans[stop - 1][1], label, score, self.name)
                done = stop
        for first, stop, label, score in public_bodies(look):
            yield Span(look.spans[first][0], look.spans[stop - 1][1], label, score, self.name)
        if page.language != "en":
            yield from self._short_hospitals(page, look)

    def _short_hospitals(self, page: Page, look: Look) -> Iterator[Span]:
        """Hospitals by their letters, behind "al", "no", an arrow: "vaga no HXY", "recibe HXYZ"."""
        for match in _LETTERS.finditer(page.text):
            if match.start() and page.text[match.start() - 1].isalnum():
                continue
            number = page.token_at(match.start())
            word = look.words[number]
            if word in NOT_CODES or word in CODES or look.shouted(number) or lexicons.lookup(word) & (MEDICINE | lexicons.TITLE):
                continue
            before = look.word(number - 1)
            named = before == ":" and look.word(number - 2) in ("dest", "destino", "origen", "origem")
            if before in _ARROWS or named or look.word(number + 1) in ("trauma", "urgencias", "emergencia"):
                yield Span(match.start(), match.end(), "HOSPITAL", 0.56, self.name)

    def _by_head(self, look: Look, number: int, word: str, english: bool, floor: int) -> Found | None:
        found: Found | None = None
        if word in COMPANY_FORMS or word == "s":
            found = self._company(look, number, floor)
        if not found and word in PAYERS:
            found = self._payer(look, number)
        if not found and word in CODES and look.text[look.spans[number][0] : look.spans[number][1]][:2].isupper():
            found = self._code(look, number, CODES[word])
        if not found and word in CENTRES_OF:
            found = self._compound(look, number)
        if not found and english and word in ENGLISH_HEADS:
            found = self._english(look, number, ENGLISH_HEADS[word], floor)
        if not found and word in HEADS:
            found = named(look, number, number + 1, HEADS[word])
        if not found and len(word) == 1 and look.word(number + 1) == "." and look.glued(number + 1) and look.glued(number + 2):
            code = word + look.word(number + 2)
            if code in DOTTED_CODES and not english and (look.capital(number) or look.without_capitals) and look.word(number + 3) == ".":
                found = named(look, number, number + 4, DOTTED_CODES[code])
        if not found and word == "h" and look.capital(number) and look.word(number + 1) == "." and (look.word(number + 2) in _AFTER_H or self._is_hospital(look, number)):
            found = named(look, number, number + 1, "HOSPITAL")
        return found

    @staticmethod
    def _is_hospital(look: Look, number: int) -> bool:
        """"H. Infanta Cristina", "H. Obrero nº 3": no initial, for what follows is nobody's surname."""
        at = number + 2
        if at >= look.count or look.flat(number) or not look.joined(at) or not look.capital(at) or len(look.words[at]) < 4:
            return False
        return not lexicons.surname_strength(lexicons.lookup(look.words[at])) and bool(lexicons.frequency(lexicons.lookup(look.words[at]), look.page.language))

    def _compound(self, look: Look, number: int) -> Found | None:
        """"Centro de Salud Norte", "Casa Hogar San José", "Unidad Médica Rural 12", "Santa Casa de Passos"."""
        kinds = CENTRES_OF[look.words[number]]
        at = number + 1
        while look.word(at) in ("de", "da", "do", "del", "la", "para", "y", "-", "bilingue", "mexicano", "regional", "comunitario") and look.joined(at) and at < number + 4:
            at += 1
        label = kinds.get(look.word(at), "")
        if not label or not look.joined(at):
            return None
        if label == "PAYER":
            return self._payer(look, at)
        return named(look, number, at + 1, label)

    def _code(self, look: Look, number: int, label: str) -> Found | None:
        """"UMF 34", "HGZ No. 5", "USF Horizonte", "IES La Serna"."""
        at = number + 1
        if look.word(at) in (".", "-", "/"):
            at += 1
        stop = digits(look, at + (look.word(at) in ("no", "n", "num")))
        if stop and (look.words[number] in HOSPITAL_CODES or look.words[number] in ("umf", "cbtis", "cetis", "upa", "conalep", "cbta", "esf", "uap", "cap")):
            if look.word(stop) in ("a", "b") and look.glued(stop):
                stop += 1
            return number, stop, label, 0.85
        if at < look.count and look.part(at, False) and look.joined(at):
            written = look.text[look.spans[at][0] : look.spans[at][1]]
            if not look.flat(at) and written.isupper() and len(written) <= 4:
                return None
            return named(look, number, number + 1, label)
        return named(look, number, number + 1, label) if look.word(at) in ("de", "da", "do", "del", "la", "los") else None

    def _payer(self, look: Look, number: int) -> Found | None:
        """The name behind "EPS", "obra social", "convênio": the name alone."""
        at = number + 1
        while look.word(at) in (":", "de", "del", "da", "do", "medico", "social", "-") and at < number + 4:
            at += 1
        if at >= look.count or look.flat(at) or not look.part(at, False) or look.spans[at][0] - look.spans[number][1] > 14:
            return None
        value = lexicons.lookup(look.word(at))
        if look.word(at) in NOT_CODES or value & NOT_NAMES or not look.joined(at) or look.word(at) in _NOT_PAYERS:
            return None
        if look.words[number] in _LOOSE_PAYERS and (look.capital(number) and look.word(number - 1).isalpha() or value & NAME and lexicons.first_name_strength(value)):
            return None
        stop = look.name(at, ADDRESS, most=4)
        return (at, stop, "INSTITUTION", 0.68) if stop > at else None

    def _company(self, look: Look, number: int, floor: int) -> Found | None:
        """A name with a legal form behind it: "Aceros del Sur S.A. de C.V.", "Silva & Filhos Lda"."""
        word = look.words[number]
        if word == "s":
            following = "".join(look.words[number + 1 : number + 6])
            form = next((f for f in (".a.", ".l.", ".r.l.", "/a", ".a", ".l") if following.startswith(f)), "")
            if not form or not look.capital(number) or not all(look.glued(k) for k in range(number + 1, min(number + 1 + len(form), look.count))):
                return None
            end = number + 1 + len(form)
            if following.startswith((".a.s", ".a.c")):
                end += 1
            if look.word(end) == "de" and look.word(end + 1) in ("c", "cv"):
                end += 2
                while look.word(end) in (".", "v") and end < number + 14:
                    end += 1
        else:
            written = look.text[look.spans[number][0] : look.spans[number][1]]
            if word in ("spa", "sas") and written not in ("SpA", "SAS"):
                return None
            if not look.capital(number):
                return None
            end = number + 1
        before = number
        while before > floor and look.words[before - 1] in (",", "de") and look.joined(before):
            before -= 1
        if before - 2 >= floor and look.words[before - 1] == "a" and look.words[before - 2] == "s":
            return None
        first = look.name_before(before, floor, ADDRESS, most=6)
        if first == before:
            return None
        if look.words[end - 1] == ".":
            end -= 1
        return first, end, "INSTITUTION", 0.85

    def _english(self, look: Look, number: int, label: str, floor: int) -> Found | None:
        """The name in front of an English head: "Green Valley Heart Hospital", "St Mary's Surgery", "King's Mill Dairy"."""
        word = look.words[number]
        end = number + 1
        if word in ("home", "post", "health", "medical", "center", "centre", "ctr", "general") and number - floor < 2:
            return None
        while look.word(end) in ENGLISH_HEADS and look.joined(end) and look.capital(end) and end < number + 3:
            end += 1
        if look.word(end) in COMPANY_FORMS and look.joined(end) and look.capital(end):
            end += 1
        if look.word(end) in ("#", "no") and look.word(end + 1).isdigit() or look.word(end).isdigit() and word in ("mine", "unit", "station", "local", "school") and len(look.word(end)) < 4:
            end += 1 + (look.word(end) in ("#", "no"))
        if look.word(end) in ("centre", "center", "ctr", "trust", "school", "home", "group", "society", "foundation", "store", "unit", "practice") and look.joined(end):
            end += 1
        if look.flat(number):
            return self._english_flat(look, number, end, label, floor)
        if not look.capital(number):
            return None
        stops = frozenset("the a an at in from of on to for by her his my our dr mr mrs ms and sister old local she he is was new no yes via per".split())
        first = look.name_before(number, floor, stops, most=5)
        if look.word(end) == "of" and look.part(end + 1, False) and look.joined(end + 1):
            end = look.name(end + 1, ADDRESS, most=4)  # "University of Leeds"
        if first == number and end == number + 1:
            return named(look, number, number + 1, label) if word in ("hospital", "prison", "church", "hotel") else None
        if first < number and look.opens_sentence(first) and number - first == 1 and lexicons.frequency(lexicons.lookup(look.words[first]), "en") >= 4:
            return None
        values = [lexicons.lookup(look.words[k]) for k in range(first, number)]
        if values and all(value & MEDICINE or lexicons.frequency(value, "en") >= 6 for value in values) and end == number + 1:
            return None
        weak = word in ("unit", "ward", "high", "court", "works", "plant", "mill", "bank", "union", "trust", "court", "lodge", "practice", "lab", "drug", "dental", "farm", "home", "post", "health", "medical", "center", "centre", "ctr", "sons", "regional")
        return first, end, label, 0.7 if weak else 0.82

    @staticmethod
    def _english_flat(look: Look, number: int, end: int, label: str, floor: int) -> Found | None:
        first = number
        while first > max(floor, number - 4) and look.joined(first):
            word = look.words[first - 1]
            value = lexicons.lookup(word)
            if not word.isalpha() or word in closed_class() or value & NOT_NAMES or lexicons.frequency(value, "en") >= 5 or len(word) < 3:
                break
            first -= 1
        if first == number or look.words[number] not in ("hospital", "clinic", "church", "school", "infirmary", "surgery", "pharmacy", "prison"):
            return None
        known = any(lexicons.lookup(look.words[k]) & NAME or not lexicons.lookup(look.words[k]) for k in range(first, number))
        return (first, end, label, 0.6) if known else None

    def _by_context(self, look: Look, number: int) -> Found | None:
        """A name behind "trabaja en", "derivado al", "cajera en": a place of work, or a hospital by its short name."""
        at = number + 1
        if look.word(at) in _ARTICLES and look.joined(at) and not (at < look.count and look.capital(at)):
            at += 1
        if at >= look.count or not look.text[look.spans[at][0]].isupper() or not look.joined(at) or look.shouted(at) or not look.joined(number):
            return None
        word = look.words[at]
        if word in HEADS or word in CODES or word in CENTRES_OF or word in ENGLISH_HEADS or len(word) < 2 or word in ADDRESS or word == "so":
            return None
        if look.words[number] == "at" and look.page.language == "en":
            return self._english_at(look, at)
        near = look.words[max(0, number - 4) : number]
        work = any(w in WORK for w in near[-3:]) or self._follows_profession(look, number)
        care = not work and any(w in CARE_CONTEXT for w in near)
        value = lexicons.lookup(word)
        if not work and not care:
            return self._strange(look, number, at, value)
        written = look.text[look.spans[at][0] : look.spans[at][1]]
        length, longest = lexicons.longest(look.words, at)
        stop = look.name(at, ADDRESS, most=5)
        if word.endswith(SPECIALTY) or value & lexicons.PROFESSION and stop == at + 1:
            return None
        if stop == at or value & NOT_NAMES and not value & NAME or word in NOT_CODES or word in SERVICES or word in GENERIC and stop == at + 1:
            return None
        if longest & AREA and length >= stop - at and not (look.words[number] in ("al", "del", "ao") or look.word(at - 1) == "el"):
            return None  # a town: the recogniser of places has it
        if written.isupper() and len(written) > 1 and stop == at + 1:
            # Short names in capitals: a hospital's begin with H, others only where somebody works.
            if not 3 <= len(written) <= 6 or value & MEDICINE or (care and not (written[0] == "H" or len(written) >= 4 and not value)):
                return None
            return at, stop, "HOSPITAL" if care else "INSTITUTION", 0.58
        if work:
            if value & lexicons.FIRST_NAME and lexicons.first_name_strength(value) >= 2 and stop == at + 1:
                return None
            form = next((k for k in range(at + 1, min(stop + 1, look.count)) if look.words[k] in COMPANY_FORMS or look.words[k] == "s"), 0)
            return form and self._company(look, form, at) or (at, stop, "INSTITUTION", 0.68)
        if look.words[number] not in ("al", "del", "ao", "do") and look.word(at - 1) not in ("el", "the", "o"):
            return None
        if lexicons.frequency(value, look.page.language) >= 3 and stop == at + 1:
            return None
        return at, stop, "HOSPITAL", 0.6

    @staticmethod
    def _strange(look: Look, number: int, at: int, value: int) -> Found | None:
        """A capitalised word of no list behind "in the", "of the": a shop, a firm, a hospital by its short name."""
        if value & ~lexicons.PREFIX or len(look.words[at]) < 4 or look.word(number - 1) in _NOT_BEFORE:
            return None
        if at == number + 1 and look.words[number] not in _STRAIGHT:
            return None
        written = look.text[look.spans[at][0] : look.spans[at][1]]
        if written.isupper() or look.words[at].endswith(SPECIALTY) or look.glued(at + 1) and look.word(at + 1).isalpha():
            return None
        stop = look.name(at, ADDRESS, most=4)
        return (at, stop, "INSTITUTION", 0.54) if stop > at else None

    @staticmethod
    def _english_at(look: Look, at: int) -> Found | None:
        """"at Westfold", "at Brightmart": where no street or town follows, a place of work or care."""
        word = look.words[at]
        value = lexicons.lookup(word)
        stop = look.name(at, ADDRESS, most=5)
        written = look.text[look.spans[at][0] : look.spans[at][1]]
        if stop == at or written.isupper() and len(written) < 5 or value & NOT_NAMES and stop == at + 1 or word in _OCCASIONS:
            return None
        length, longest = lexicons.longest(look.words, at)
        if longest & AREA and length >= stop - at or value & lexicons.FIRST_NAME and lexicons.first_name_strength(value) >= 2 and stop == at + 1:
            return None
        if lexicons.frequency(value, "en") >= 5 and stop == at + 1:
            return None
        if look.word(stop) == "'" and look.word(stop + 1) == "s":
            stop += 2
        label = next((ENGLISH_HEADS[word] for word in reversed(look.words[at:stop]) if word in ENGLISH_HEADS), "INSTITUTION")
        return at, stop, label, 0.62

    @staticmethod
    def _follows_profession(look: Look, number: int) -> bool:
        """Whether an occupation stands right before: "cajera en …", "soldador da …", "clerk at …"."""
        if look.words[number] not in ("en", "na", "no", "at", "del", "da", "do", "de", "for", "with", "nas", "nos"):
            return False
        word = look.words[number - 1]
        if not word.isalpha() or look.words[number] == "de" and look.page.language == "pt":
            return False
        return bool(lexicons.lookup(word) & lexicons.PROFESSION) and not lexicons.lookup(word) & (lexicons.MEDICAL | lexicons.TITLE)


RECOGNISER = Facilities()
