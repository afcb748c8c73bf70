"""Names of people in running text: behind titles, kinship words and cues, and by the look of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from velado import lexicons
from velado.document import Span
from velado.languages import languages
from velado.lexicons.look import chances
from velado.patterns import late_pattern, matches_at
from velado.recognisers._clinical_values import announces_medicine, is_clinical, names_method
from velado.recognisers._initialled import initialled
from velado.recognisers._names import ODD, PARTICLES, SURE, UNKNOWN, WEAK, NameReader, reader_of, titles
from velado.recognisers._nicknames import nicknames
from velado.recognisers._rosters import roster
from velado.recognisers._signatures import signatures
from velado.recognisers._speakers import speakers
from velado.recognisers._ward_people import ward_people
from velado.recognisers._word_index import index_of
from velado.remembered import Sieve
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_BETWEEN = frozenset(":,-.(\"'“”«»’")  # may stand between a cue and the name it announces
_NAMED = frozenset("nombre llamado llamada llama nome chamado chamada chama named called name apodado apodada".split())
# Behind these stands a name, whatever the word.
_CERTAIN = frozenset("dr dra drs doctor doctora doutor doutora sr sra srta srita senora dn don dona d mr mrs ms miss prof lic licda".split())
_NICKNAMED = ("alias", "vulgo", "apod", "goes by", "nickname", "aka", "a.k.a")
_ENGLISH_WORDS = frozenset("to as do".split())  # titles elsewhere
_KIN_SIDES = frozenset("paterna paterno paternas paternos materna materno maternas maternos gemela gemelo gemea gemeo politica politico".split())
_LINKS = frozenset("de a es is la el o".split())
_PLACE_BEFORE = frozenset("en desde hacia em in at from to near cerca no na nos nas".split())


# Initials that stand for a person: before a credential, behind "per", or dotted and three or more in a row.
# Every way begins with a capital at the start of a word.
_INITIALS = late_pattern(
    r"[A-Z](?:(?<![\w.].)(?P<credited>[A-Z]{1,2})(?=,? (?:RN|LPN|LVN|CNA|NP|PA-C|APRN|CRNA|MD|SLP|RRT|PharmD|FY[12]|SHO|SpR)\b)"
    r"|(?<=\bper .)(?P<per>[A-Z]{1,2})(?=[\s,.;])"
    r"|(?<![\w.].)\. ?(?:(?:de|da|do|del|la|dos|das) ){0,2}[A-Z]\. ?(?:(?:de|da|do|del|la|dos|das) ){0,2}[A-Z]\.?(?: ?[A-Z]\.?){0,3}(?![\w]))"
)


# Behind a name, these say that it is a member of staff.
_CREDENTIALS = frozenset(
    "md do rn lpn lvn cna np aprn crna dnp pa phd mbbs mbchb frcp frcs mrcp mrcgp facp facs facc facog fracp lcsw lmft msw dds dmd dpm pharmd slp rrt bsn msn otr dpt rd".split()
)


def _looks_medical(word: str) -> bool:
    """A word of no list whose letters are those of a term, a verb or an adjective."""
    return not lexicons.lookup(word) and chances(word)[3] > 0.2


@lru_cache(maxsize=1)
def _cues() -> dict[str, str]:
    """Every single word that announces a name, with the label of whoever it announces."""
    cues: dict[str, str] = {}
    for language in languages().values():
        for title in language.person_titles:
            cues[title] = "PERSON_NAME"
        for cue in language.relative_cues:
            cues[cue] = "RELATIVE_NAME"
        for cue in language.patient_cues:
            cues[cue] = "PATIENT_NAME"
        for cue in language.staff_cues:
            cues[cue] = "STAFF_NAME"
        for title in language.staff_titles:
            cues[title] = "STAFF_NAME"
    return {cue: label for cue, label in cues.items() if " " not in cue and len(cue) > 1}


@lru_cache(maxsize=1)
def _cue_words() -> frozenset[str]:
    return frozenset(_cues()) | {"d"}


_kin: Sieve[str] = Sieve(lambda word: len(word) > 2 and lexicons.lookup(word) & lexicons.KINSHIP)


@dataclass(frozen=True)
class People:
    """Finds names in prose. Forms are read by the recogniser of fields."""

    name: str = "people"

    def find(self, page: Page) -> Iterator[Span]:
        """Names behind a cue first, then whatever looks like a name by itself."""
        reader = reader_of(page)
        taken: set[int] = set()
        for start, stop, label, score in self._announced(page, reader):
            if not label:  # medicine: nobody, however much it looks like a name
                taken.update(range(start, stop))
                continue
            taken.update(range(start, stop))
            yield Span(page.spans[start][0], page.spans[stop - 1][1], label, score, self.name)
        for match in nicknames(page):
            group = match.lastindex or 1
            # "goes by Buddy", "vulgo Polaco", whatever word it is; but of "alias El Pozole" the article stays, and "known as" tells of illness too.
            told = group == 2 and " " not in match[2] and match[0].casefold().startswith(_NICKNAMED)
            label, score = ("PATIENT_NAME", 0.9) if group == 3 else ("PERSON_NAME", 0.96 if told else 0.75)
            if group > 1 or self._follows_name(page, reader, match.start()):
                yield Span(*match.span(group), label, score, self.name)
        for match in self._initials(page):
            yield Span(*match.span(), "STAFF_NAME", 0.7 if match.lastgroup is None else 0.9, self.name)
        for start, end, score in (*signatures(page), *initialled(page)):
            yield Span(start, end, "STAFF_NAME", score, self.name)
        for start, stop, score in speakers(page, reader):
            yield Span(page.spans[start][0], page.spans[stop - 1][1], "STAFF_NAME", score, self.name)
        for start, stop, score in ward_people(page):
            taken.update(range(start, stop))
            yield Span(page.spans[start][0], page.spans[stop - 1][1], "STAFF_NAME", score, self.name)
        for start, stop, score in roster(page, reader):
            yield Span(page.spans[start][0], page.spans[stop - 1][1], "PATIENT_NAME", score, self.name)
        for start, stop, label, score in self._unannounced(page, reader, taken):
            yield Span(page.spans[start][0], page.spans[stop - 1][1], label, score, self.name)

    @staticmethod
    def _initials(page: Page) -> Iterator[re.Match[str]]:
        """Initials that stand for a person; outside English only dotted ones, which begin with a capital by itself."""
        english, words = page.language == "en", page.words
        starts = (page.starts[number] for number in index_of(page).capitalised if english or len(words[number]) == 1)
        return matches_at(_INITIALS, page.text, starts)

    @staticmethod
    def _is_word(words: Sequence[str], cue: str, start: int, stop: int) -> bool:
        """Whether what follows a cue may as well be a word: "abuela paterna", "niño sano", "CT head"; the tagger knows better."""
        if stop > start + 1 or cue in _CERTAIN:
            return False
        if words[start] in _KIN_SIDES:
            return True
        return lexicons.is_common_word(words[start]) and not lexicons.lookup(words[start]) & lexicons.FIRST_NAME

    def _announced(self, page: Page, reader: NameReader) -> Iterator[tuple[int, int, str, float]]:
        words, all_titles, cues, index = page.words, titles(), _cues(), index_of(page)
        count = len(words)
        kin = _kin.of(index.words)
        for number in index.tokens_of(kin | (index.words & _cue_words())):
            word = words[number]
            label = cues.get(word) or ("RELATIVE_NAME" if word in kin else "PERSON_NAME")
            if word == "d" and not (words[number + 1 : number + 2] == ["."] and number + 2 < count and reader.is_don(number + 2)):
                continue
            is_title = word in all_titles
            if is_title and (self._ends_word(page, number, word in _CERTAIN) or (page.language == "en" and word in _ENGLISH_WORDS)):
                continue
            if word in ("enf", "sd", "sx") and self._names_disease(page, number):
                continue
            position = self._behind_cue(page, number, is_title)
            if position >= count:
                continue
            # A title is always followed by a name; a kinship word only sometimes: then the name must be known as one.
            if is_title and len(word) <= 2 and not self._is_short_title(page, number):
                continue
            if number and words[number - 1].isdigit() and 1 < len(word) <= 3:
                continue
            if page.spans[position][0] == page.spans[number][1] and not self._is_title_case(page, position):
                continue  # "AgHBs" is no officer
            direct = position == number + 1 or words[number + 1] in ".:"
            trust = ODD if is_title and direct else WEAK if reader.flat[position] else UNKNOWN
            if not is_title and trust == UNKNOWN and reader.kinds[position] == UNKNOWN and not self._may_be_unknown(page, position):
                continue
            if reader.flat[position] and not is_title and reader.kinds[position] == WEAK and not (
                self._goes_on(reader, position) or self._is_rather_name(words[position], page.language)
            ):
                continue
            stop = reader.take(position, trust)
            flat = reader.flat[position]
            if stop > position and (
                is_clinical(page, position, stop, flat)
                or names_method(page, number, position, stop)
                or announces_medicine(page, number, position, stop, flat)
            ):
                yield position, stop, "", 0.0
            elif stop > position:
                yield position, stop, label, 0.85 if not is_title or self._is_word(words, word, position, stop) else 0.92

    @staticmethod
    def _ends_word(page: Page, number: int, certain: bool) -> bool:
        """Whether a token is the end of a longer word: the "Ag" of "HBsAg" is no officer, the "MR" of "CAP-MR" no gentleman."""
        start = page.starts[number]
        if number > 1 and page.text[start - 1] == "-" and page.spans[number - 2][1] == start - 1:
            return page.words[number - 2].isalpha()
        return not certain and number > 0 and page.words[number - 1].isalpha() and page.spans[number - 1][1] == start

    @staticmethod
    def _is_short_title(page: Page, number: int) -> bool:
        """"Dr", "Sr", "D." as titles: with a capital, or a dot behind; "d" and "sr" are other things too."""
        start, end = page.spans[number]
        dotted = page.text[end : end + 1] == "."
        if end - start == 1:
            return dotted and page.text[start].isupper()
        return page.text[start].isupper() or dotted or page.words[number] in ("dr", "sr")

    @staticmethod
    def _may_be_unknown(page: Page, position: int) -> bool:
        start, end = page.spans[position]
        word = page.text[start:end]
        return len(word) > 2 and word[0].isupper() and (word[1:].islower() or len(word) > 4)

    @staticmethod
    def _follows_name(page: Page, reader: NameReader, offset: int) -> bool:
        """Whether the word before an offset is part of a name."""
        number = page.token_at(offset - 1)
        return number >= 0 and reader.kinds[number] >= WEAK and reader.is_capital(number)

    @staticmethod
    def _names_disease(page: Page, number: int) -> bool:
        """"Enf. de Parkinson", "sd Down": an abbreviated disease, not a nurse."""
        following = [word for word in page.words[number + 1 : number + 5] if word.isalpha()]
        if following[:1] == ["von"] and following[1:2] in (["willebrand"], ["hippel"], ["gierke"], ["recklinghausen"]):
            return True
        return bool(following) and (following[0] in ("de", "del") or bool(lexicons.lookup(following[0]) & lexicons.EPONYM))

    @staticmethod
    def _is_rather_name(word: str, language: str) -> bool:
        """A word of two lives that is far more often a name."""
        value = lexicons.lookup(word)
        return lexicons.first_name_strength(value) >= 2 and lexicons.frequency(value, language) <= 3

    @staticmethod
    def _goes_on(reader: NameReader, position: int) -> bool:
        """Whether a word that is only perhaps a name is followed by another that may be one."""
        ahead = position + 1
        while ahead < len(reader.kinds) and reader.page.words[ahead] in PARTICLES:
            ahead += 1
        return ahead < len(reader.kinds) and reader.kinds[ahead] >= WEAK and ahead - position <= 3

    @staticmethod
    def _behind_cue(page: Page, number: int, is_title: bool) -> int:
        """The first token behind a cue and whatever may stand between it and a name; beyond the page when none can follow."""
        words = page.words
        start, end = page.spans[number]
        following = page.text[end : end + 2]
        if following[:1] == "-" and following[1:].isalnum():  # "Child-Pugh" is one word
            return len(words)
        if following[:1] == "." and (lexicons.lookup(words[number]) & lexicons.KINSHIP or not is_title and end - start > 5):
            return len(words)  # no abbreviation: the sentence ends here
        position, steps = number + 1, 0
        while position < len(words) and steps < 4:
            word = words[position]
            gap = page.text[page.spans[position - 1][1] : page.spans[position][0]]
            if "\n" in gap or len(gap) > 3:
                return len(words)
            linked = word in _LINKS and steps > 0 and (words[position - 1] in _NAMED or words[position - 1] == "de")
            ahead = word in ("de", "se") and position + 1 < len(words) and words[position + 1] in _NAMED
            if not (word in _BETWEEN or word in _NAMED or linked or ahead):
                return position
            position += 1
            steps += 1
        return position

    def _unannounced(self, page: Page, reader: NameReader, taken: set[int]) -> Iterator[tuple[int, int, str, float]]:
        """Names that nothing announces: by the words they are made of and the way they are written."""
        words, resume = page.words, 0
        for position in reader.openings:
            if position < resume or position in taken:
                continue
            stop = reader.take(position, WEAK if reader.flat[position] and len(words[position]) > 1 else UNKNOWN)
            if stop <= position:
                continue
            score = self._weigh(page, reader, position, stop)
            if score and not taken.intersection(range(position, stop)):
                yield position, stop, self._role(page, position, stop), score
                resume = stop
            else:
                # A small-letter word in front may have spoilt a name that begins behind it.
                resume = position + 1 if not reader.is_capital(position) else stop

    def _weigh(self, page: Page, reader: NameReader, start: int, stop: int) -> float:
        """How sure a run of words is a name by its look alone; 0 when it is not."""
        words, kinds = page.words, reader.kinds
        parts = [n for n in range(start, stop) if words[n][0].isalpha() and words[n] not in PARTICLES]
        values = [lexicons.lookup(words[n]) for n in parts]
        if not parts or self._follows_eponym_head(page, start) or self._is_finding(page, stop, len(parts)):
            return 0.0
        if is_clinical(page, start, stop, reader.flat[start]):
            return 0.0
        if len(parts) >= 2 and self._has_credentials(page, stop) and all(reader.is_capital(n) for n in parts):
            return 0.88
        sure = sum(kinds[n] == SURE for n in parts)
        firsts = sum(lexicons.first_name_strength(v) >= 1 for v in values)
        surnames = sum(lexicons.surname_strength(v) >= 1 for v in values)
        if any(v & (lexicons.EPONYM | lexicons.BRAND_DEVICE | lexicons.DRUG | lexicons.MICROBE) for v in values) and (
            len(parts) < 2 or not (firsts and surnames and len(parts) > 2)
        ):
            return 0.0
        # "Weil-Felix", "Lund-Browder": two capitals and a hyphen are a test, a scale or a sign.
        if len(parts) == 2 and stop - start == 3 and words[start + 1] == "-" and firsts != 2:
            return 0.0
        if reader.flat[start]:
            return self._weigh_flat(values, sure, firsts, surnames, [words[n] for n in parts])
        if not all(reader.is_capital(n) for n in parts):
            return 0.7 if len(parts) >= 2 and sure == len(parts) and firsts else 0.0
        if len(parts) >= 2:
            if firsts and surnames and sure:
                return 0.88 if sure >= 2 else 0.8
            if len(words[parts[0]]) == 1:
                return 0.65 if len(words[parts[-1]]) > 3 and not _looks_medical(words[parts[-1]]) else 0.0
            if sure or firsts or any(lexicons.surname_strength(v) >= 2 for v in values):
                return 0.75 if not any(map(_looks_medical, (words[n] for n in parts))) else 0.0
            if all(kinds[n] == UNKNOWN for n in parts) and not any(map(_looks_medical, (words[n] for n in parts))):
                return 0.6 if all(self._is_title_case(page, n) for n in parts) else 0.0
            return 0.0
        return self._weigh_single(page, reader, parts[0], values[0])

    @staticmethod
    def _has_credentials(page: Page, stop: int) -> bool:
        """Whether "MD", "RN" or the like stands right behind a name, in capitals."""
        number = stop + 1 if page.words[stop : stop + 1] == [","] else stop
        if number >= len(page.words) or page.words[number] not in _CREDENTIALS or not page.text[page.spans[number][0]].isupper():
            return False
        gap = page.text[page.spans[stop - 1][1] : page.spans[number][0]]
        return "\n" not in gap and len(gap) <= 3 and page.text[page.spans[number][1] - 1].isupper()

    @staticmethod
    def _weigh_flat(values: list[int], sure: int, firsts: int, surnames: int, words: list[str]) -> float:
        """Where the case says nothing only the lexicon speaks."""
        if len(values) >= 2:
            if (firsts and surnames and sure) or (surnames >= 2 and sure):
                return 0.85 if sure >= 2 else 0.7
            likely = sum(not value & ~lexicons.PREFIX for value in values)
            return 0.7 if sure >= 2 else 0.6 if (sure or firsts or surnames) and likely else 0.55 if likely == len(values) else 0.0
        if sure and lexicons.name_strength(values[0]) >= 2 and not values[0] & lexicons.REGION and len(words[0]) > 3:
            return 0.55 if lexicons.first_name_strength(values[0]) >= 2 and not values[0] & lexicons.TOWN else 0.5
        if not values[0] & ~lexicons.PREFIX and len(words[0]) > 4 and sum(chances(words[0])[:2]) > 0.95:
            return 0.5  # in no dictionary of three languages, and spelled like a name
        return 0.0

    @staticmethod
    def _is_title_case(page: Page, number: int) -> bool:
        start, end = page.spans[number]
        return end - start > 1 and page.text[start].isupper() and page.text[start + 1 : end].islower()

    def _weigh_single(self, page: Page, reader: NameReader, number: int, value: int) -> float:
        """One capitalised word in mixed writing: a name unless it opens a sentence, is a place, or looks like medicine."""
        words = page.words
        word = words[number]
        if not self._is_title_case(page, number) or len(word) < 3 or _looks_medical(word):
            return 0.0
        place = value & (lexicons.TOWN | lexicons.REGION | lexicons.COUNTRY | lexicons.DEMONYM)
        if place and (lexicons.town_size(value) >= 2 or (number and words[number - 1] in _PLACE_BEFORE)):
            return 0.0
        opens = self._opens_sentence(page, number)
        if reader.kinds[number] == SURE:
            strong = lexicons.first_name_strength(value) >= 2
            if strong:
                return 0.75 if not opens else 0.65
            return 0.6 if not opens else 0.52
        if not value & ~(lexicons.PREFIX | lexicons.TOWN) & 0xFFFFFF:
            first, surname, _, _ = chances(word)
            if not opens:
                return 0.6 if len(word) > 3 else 0.0
            listed = any(lexicons.frequency(value, code) for code in ("es", "pt", "en"))  # a word, though a rare one
            return 0.52 if first + surname > 0.5 and len(word) > 3 and not listed else 0.0
        if reader.kinds[number] == WEAK and not opens:
            strong = lexicons.first_name_strength(value) >= 2 or lexicons.frequency(value, page.language) <= 5
            return 0.5 if strong and lexicons.name_strength(value) >= 1 else 0.0
        if reader.kinds[number] == WEAK and self._is_rather_name(word, page.language) and self._goes_on_small(page, number):
            return 0.5  # "Nieves pide hablar": a first name opens the sentence
        return 0.0

    @staticmethod
    def _goes_on_small(page: Page, number: int) -> bool:
        """Whether a small-letter word follows on the same line."""
        if number + 1 >= len(page.spans):
            return False
        start, end = page.spans[number + 1]
        return page.text[start:end].islower() and "\n" not in page.text[page.spans[number][1] : start]

    @staticmethod
    def _opens_sentence(page: Page, number: int) -> bool:
        """Whether a word stands where any word would have a capital."""
        if number == 0:
            return True
        start = page.spans[number][0]
        before = page.text[page.spans[number - 1][1] : start]
        previous = page.words[number - 1]
        return "\n" in before or previous in ".:!?;-•*|>\"'“(/)]#→+=" or previous.isdigit()

    @staticmethod
    def _follows_eponym_head(page: Page, start: int) -> bool:
        """"enfermedad de …", "signo de …", "escala …": what follows is medicine, not a person."""
        words = page.words
        back = start - 1
        while back >= 0 and words[back] in ("de", "del", "da", "do", "of", "la", "el", "-", "."):
            back -= 1
        return back >= 0 and start - back <= 3 and words[back] in _EPONYM_HEADS

    @staticmethod
    def _is_finding(page: Page, stop: int, parts: int) -> bool:
        """"Hoffmann sign", "Miller Fisher variant", "Giordano negativo": what follows makes it medicine."""
        if stop >= len(page.words) or "\n" in page.text[page.spans[stop - 1][1] : page.spans[stop][0]]:
            return False
        return page.words[stop] in _EPONYM_TAILS or (parts == 1 and page.words[stop] in _RESULTS)

    @staticmethod
    def _role(page: Page, start: int, stop: int) -> str:
        """Who the person is, from the kinship word or title near the name."""
        words = page.words
        if People._has_credentials(page, stop):
            return "STAFF_NAME"
        for number in range(stop, min(stop + 3, len(words))):
            if words[number] not in _BETWEEN and words[number] not in ("su", "his", "her"):
                if lexicons.lookup(words[number]) & lexicons.KINSHIP:
                    return "RELATIVE_NAME"
                break
        return "PERSON_NAME"


_EPONYM_HEADS = frozenset(
    """enfermedad sindrome signo signos maniobra maniobras test escala indice clasificacion criterio criterios triada tetrada
    reflejo reflejos prueba pruebas incision sonda drenaje drenajes tecnica punto fractura tumor linfoma sarcoma anemia
    cateter canula pinza metodo formula score scala escore grado tipo estadio ley regla ligamento trompa tubo celulas cuerpos
    doenca sinal manobra classificacao criterios indice teste cirurgia cirugia operacion procedimiento hernia ulcera quiste
    disease syndrome sign test maneuver manoeuvre scale criteria classification fracture lymphoma catheter drain score
    phenomenon reflex procedure incision palsy paralisis paresia tiroiditis tireoidite esofago divertículo diverticulo
    mal fenomeno tetralogia corea demencia solucion tincion virus tabla curva angulo linea posicion protocolo
    """.split()
)

_EPONYM_TAILS = frozenset(
    """disease syndrome sign signs maneuver manoeuvre scale criteria classification fracture lymphoma catheter phenomenon reflex
    palsy paresis thyroiditis variant contracture deformity nodes bodies hernia ulcer tumor tumour clamp forceps retractor incision
    prosthesis hemiarthroplasty
    """.split()
)
_RESULTS = frozenset(
    "negativo negativa negativos negativas positivo positiva positivos positivas ausente ausentes negative positive absent neg pos".split()
)

RECOGNISER = People()
