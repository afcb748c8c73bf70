"""What patients and relatives do for a living, and the groups they belong to, in running text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from velado import lexicons
from velado.document import Span
from velado.languages import words
from velado.patterns import late_pattern
from velado.recognisers._capitals import Look, closed_class, look_of
from velado.recognisers._facility_words import CENTRES_OF, HEADS
from velado.recognisers._livelihoods import RACES, Found, is_race_field, people, rank, verb_phrase
from velado.recognisers._occupations import (
    ADJECTIVES,
    NEVER,
    RANKS,
    STAFF,
    WORK_VERBS,
    kin,
    looks_like_occupation,
)  # fmt: skip
from velado.recognisers._trades import trades
from velado.recognisers._word_index import index_of
from velado.remembered import Remembered, Sieve
from velado.tokens import Page

__all__ = ["RECOGNISER"]


# Announce an occupation: the words behind them are one, whatever they are.
_AS = words("como de as")
_WORKS = words(
    """trabaja trabajaba trabajo trabajan trabajando trabajado trabajar labora laboraba laboro laborando desempena desempenaba ejerce ejercia
    ejercio empleado empleada contratado contratada trabalha trabalhava trabalhou trabalhando trabalhar works worked working work job
    employed ocupa estaba anda esta atua atuava actuaba"""
)
_NAMES_IT = words("cargo puesto job ocupacion profesion oficio profissao ocupacao occupation ocup prof profession oficios")
_FORMER = words("ex former antiguo antigua antigo retired exprofesor late")
_IS = words("es era fue son eran fueron e foi is was are were he she shes hes sea ser sido sendo been being siendo am be im")
_DETERMINERS = words("un una uno unos unas um uma uns a an the el la o os as su sua seu his her")
_OPENERS = frozenset(",(;:–-·/|\"")
_ENDS = frozenset(",.;:)(–-·/|\"")
_GOES_ON = words("de en del da do na no at of for in con que y e and com from on jubilado jubilada reformado reformada aposentado aposentada retired activo activa nas nos pela por toda todo")
_DEDICATED = words("dedica dedicaba dedican dedicaban dedicado dedicada dedico")
_THEN = words("antes despues luego ahora depois agora tambem tambien then previously formerly hoy actualmente still")
_AT_WORK = words("en na no at jubilado jubilada reformado reformada aposentado aposentada retirado retirada")
_SECTORS = words(
    """construccion campo limpieza obra obras agricultura hosteleria fabrica mina minas pesca maquila maquiladora cocina lavanderia panaderia mercado
    tianguis costura albanileria carpinteria ventas transporte vigilancia seguridad invernadero cosecha corte milpa chacra roca construcao limpeza
    lavoura colheita restauracao cozinha pesca obras feira construction cleaning retail farming landscaping warehouse kitchen docks mines"""
)
_CARERS = late_pattern(r"(?:ologist|iatrist|iatrician|therapist|ologo|ologa|iatra|terapeuta|ologista|specialist)$")
_NOT_WORK = words("lunes forma manera pie noche noite dia nuevo siempre casa acuerdo tarde madrugada manha manana lunes domingo cocoras rodillas home night days nights turno voluntad")


_NOT_ROLES = words("social youth residente interno interna jefe jefa cabo oficial especialista operador tecnico tecnica")
_FORCES = words("armada policia marina marinha guardia fuerza fuerzas ejercito exercito aeronautica aviacion pm gnr psp pnp")
_ADJECTIVE = late_pattern(r"[a-z]{3,}(?:ales?|er[oa]s?|ari[oa]s?|ic[oa]s?|iv[oa]s?)")


def _ends_phrase(look: Look, at: int) -> bool:
    """Whether a phrase ends before a token: with punctuation, the line, or "en", "de"."""
    return at >= look.count or look.words[at] in _ENDS or not look.joined(at) or look.words[at] in ("en", "na", "no", "de", "del")


_INTO = words("en em in na no de")
_VERB, _RANK, _RACE, _LEXICON, _ENDING, _LINK, _SECTOR, _ROLE = 1, 2, 4, 8, 16, 32, 64, 128
_INTERESTING = lexicons.PROFESSION | lexicons.LANGUAGE_OR_PEOPLE
_LISTED: dict[str, int] = {}
for _bit, _listed in ((_VERB, WORK_VERBS), (_RANK, RANKS), (_RACE, RACES), (_LINK, _AS | {"al"}), (_SECTOR, _SECTORS), (_ROLE, STAFF - _NOT_ROLES)):
    for _word in _listed:
        _LISTED[_word] = _LISTED.get(_word, 0) | _bit
# "esta de lunes a viernes", "el trabajo de parto": these do not say that what follows "de" is an occupation.
_ALSO_ELSE = words("esta estaba anda work job trabajo ocupa")
_ANNOUNCING = (_WORKS - _ALSO_ELSE) | _DEDICATED


def _kind_of(word: str, language: str) -> int:
    """What a word may begin."""
    if len(word) < 2 or word < "a":
        return 0
    value = lexicons.lookup(word)
    kind = _LISTED.get(word, 0)
    if value & _INTERESTING or value & lexicons.PREFIX and word not in closed_class():
        kind |= _LEXICON * (word not in NEVER)
    if len(word) > 3 and looks_like_occupation(word, language):
        kind |= _ENDING
    return kind


_KINDS = {code: Remembered(partial(_kind_of, language=code)) for code in ("es", "pt", "en")}
_BEGINNING = {code: Sieve(kinds.__getitem__) for code, kinds in _KINDS.items()}


@dataclass(frozen=True)
class Professions:
    """Finds occupations where the text says that somebody has them; and peoples, languages and faiths."""

    name: str = "professions"

    def find(self, page: Page) -> Iterator[Span]:
        """PROFESSION and OTHER spans."""
        look = look_of(page)
        code = page.language if page.language in _KINDS else "es"
        tokens, kinds, done = page.words, _KINDS[code], 0
        english, last, index = page.language == "en", "", index_of(page)
        idle = _ANNOUNCING.isdisjoint(index.words)  # where nobody works, "de" and "como" announce no work
        inside: dict[int, int] = {}  # where the whole phrases stand: a part of one is not told again
        for start, end, score in trades(page):
            yield Span(start, end, "PROFESSION", score, self.name)
            inside.update(dict.fromkeys(range(start, end), end))
        for number in index.tokens_of(_BEGINNING[code].of(index.words)):
            kind = kinds[tokens[number]]
            if number < done or (idle and kind == _LINK):
                continue
            found: Found | None = None
            if kind & _VERB:
                found = verb_phrase(look, number)
            if kind & _RANK and not found:
                found = rank(look, number)
            if kind & _RACE and is_race_field(look, number):
                found = number, number + 1, 0.8, "OTHER"
            joined = done > 0 and number == done + 1 and tokens[done] in ("y", "e", "and", "/", "&") and last == "PROFESSION"
            if kind & _LEXICON and not found:
                length, value = lexicons.longest(tokens, number)
                if value & lexicons.PROFESSION and length:
                    found = self._listed(look, number, length, value, english, joined)
                if not found and (value & lexicons.LANGUAGE_OR_PEOPLE):
                    found = people(look, number, length, value)
            if kind & _ENDING and not found:
                found = self._unlisted(look, number, english, joined)
            if kind & _ROLE and not found:
                found = self._role(look, number)
            if kind & _LINK and not idle and not found:
                found = self._announced(look, number)
            if kind & _SECTOR and not found and any(w in _WORKS for w in tokens[max(0, number - 4) : number]) and self._inside(look, number):
                found = number, number + 1, 0.65, "PROFESSION"
            if found:
                first, stop, score, label = found
                start, end = look.spans[first][0], look.spans[stop - 1][1]
                if label != "PROFESSION" or inside.get(start, 0) < end:
                    yield Span(start, end, label, score, self.name)
                done, last = stop, label

    @staticmethod
    def _inside(look: Look, number: int) -> bool:
        """Whether "en", "na", "in the" stands right before."""
        before = look.word(number - 1)
        return look.word(number - 2) in _INTO if before in ("la", "el", "los", "las", "the", "a", "o") else before in _INTO

    # ------------------------------------------------------------------ slots

    def _slot(self, look: Look, number: int, *, listed: bool = True) -> int:
        """How plainly the text says that an occupation stands here: 3 announced, 2 of a person, 1 set apart, 0 nothing."""
        at = number - 1
        if at < 0:
            return 0
        text = look.text[look.spans[at][1] : look.spans[number][0]]
        if "\n\n" in text:
            return 0
        if len(text) > 2 and "\n" not in text:
            return int(listed)  # a column of a table
        word = look.words[at]
        if word == "-" and look.word(at - 1) == "ex" or word in _FORMER:
            return 3
        if word in _THEN or word in ("ele", "ela") or word == "el" and look.text[look.spans[at][0] + 1] in "él" and look.text[look.spans[at][0]] in "éÉ":
            return 2
        if word in ("del", "do", "da", "la") and look.words[at - 1 - (word == "la")] in kin() and (word != "la" or look.words[at - 1] == "de"):
            return 2  # "hijo del velador"
        if word in ("a", "an") and look.page.language == "en" and look.word(at - 1) in (",", "("):
            return 2
        if word in _DETERMINERS and at and look.words[at - 1] not in _DETERMINERS:
            at -= 1
            word = look.words[at]
        if word in (".", ":") and look.word(at - 1) in _NAMES_IT:
            return 3
        if word in _NAMES_IT:
            return 3
        if word in _AS:
            back = at - 1
            while back >= max(0, at - 3):
                if look.words[back] in _WORKS or look.words[back] in _NAMES_IT:
                    return 3
                if look.words[back] in _ENDS:
                    break
                back -= 1
            return 0
        if word in ("a", "al") and look.word(at - 1) in _DEDICATED:
            return 3
        if word in _IS and (word != "e" or look.text[look.spans[at][0]] in "éÉ"):
            return 2
        if word in kin() and at == number - 1 or word == "s" and look.word(at - 1) == "'" and look.word(at - 2) in ("he", "she") and at < number - 1:
            return 2  # "she's a weaver"
        if at == number - 1 and word in _OPENERS and not (word == "-" and look.glued(number)):
            return 2 if self._person_before(look, at, listed) else 1
        if at == number - 1 and look.word(at - 1) == "-" and word == "time":
            return 2
        if listed and at == number - 1 and not (look.capital(number) and not look.flat(number)):
            return self._beside_person(look, at)
        return 0

    @staticmethod
    def _beside_person(look: Look, at: int) -> int:
        """2 when a name or an age stands right before, without a comma: "Nicanor panadero", "40 años albañil"; 1 behind a full stop."""
        word = look.words[at]
        if word == ".":
            return 1
        if word in ("anos", "a", "yo") and look.word(at - 1).isdigit():
            return 2
        if word.isdigit():
            return int(len(word) == 2)
        if not word[0].isalpha() or look.flat(at) or not look.capital(at):
            return 0
        return 2 if lexicons.lookup(word) & (lexicons.FIRST_NAME | lexicons.SURNAME) and lexicons.name_strength(lexicons.lookup(word)) else 0

    @staticmethod
    def _person_before(look: Look, at: int, listed: bool) -> bool:
        """Whether a relative, an age or a name stands right before a comma or bracket."""
        for back in range(at - 1, max(-1, at - 5), -1):
            word = look.words[back]
            if word in kin() or word in ("anos", "ano", "a", "yo", "year", "years", "old") and look.word(back - 1).isdigit() or listed and word.isdigit() and len(word) == 2:
                return True
            if word in ".;":
                return False
            if word[0].isalpha() and look.capital(back) and not look.flat(back):
                return bool(lexicons.lookup(word) & (lexicons.FIRST_NAME | lexicons.SURNAME))
        return False

    def _listed(self, look: Look, number: int, length: int, value: int, english: bool, joined: bool) -> Found | None:
        """An occupation of the lexicon, where it is somebody's; `joined` to another one by "and"."""
        if look.words[number] == "ex" and length > 1:
            number, length = number + 1, length - 1  # "ex minero": what he was, without "ex"
            if look.words[number] == "-":
                number, length = number + 1, length - 1
        word = look.words[number]
        stop = number + length
        slot = 2 if joined else self._slot(look, number)
        if english and slot < 2:
            first = self._compound_start(look, number)
            if first < number:
                slot = max(slot, self._slot(look, first))
                number = first if slot else number
        # Before a name it is a title: "el chofer Tiburcio", "abogada Lerma".
        named = stop < look.count and look.joined(stop) and look.words[stop].isalpha() and look.capital(stop) and not look.flat(stop)
        if named and slot < 3 and look.word(number - 1) not in kin():
            return None
        if english and lexicons.frequency(value, "en") >= 5 and length == 1 and slot < 3:
            return None
        if word in ("dependiente", "mecanico", "mecanica") and slot < 2:
            return None  # "dependiente para las actividades", "dolor mecánico"
        if word in STAFF or _CARERS.search(look.words[stop - 1]):
            if slot < 2 or slot == 2 and not self._of_family(look, number):
                return None
            score = 0.72
        elif slot == 1 and look.word(number - 1) == "." and (look.word(stop) not in _ENDS and look.joined(stop) or lexicons.frequency(value, look.page.language) >= 4):
            return None
        elif slot:
            score = (0.0, 0.68, 0.76, 0.88)[slot]
        elif look.capital(number) and not look.flat(number):
            # With a capital in running text it is rather a surname; at a sentence's head an occupation.
            if not look.opens_sentence(number) or lexicons.name_strength(value) >= 1 and length == 1 or look.word(stop) not in _GOES_ON | _ENDS:
                return None
            score = 0.6
        elif value & (lexicons.MEDICAL | lexicons.EPONYM) or length == 1 and lexicons.frequency(value, look.page.language) >= 5:
            return None
        elif length > 1 or  look.word(stop) in _AT_WORK and not look.word(number - 1).isalpha():
            score = 0.6
        else:
            return None  # "la maestra dijo": somebody else's
        if slot and look.flat(number) is False and look.capital(number) and lexicons.surname_strength(value) >= 1 and not look.opens_sentence(number) and slot < 3:
            return None
        return number, self._compound_end(look, stop) if english else self._complement(look, stop), score, "PROFESSION"

    def _role(self, look: Look, number: int) -> Found | None:
        """The role of those who write notes, where it is a relative's occupation: "su hermana es enfermera"."""
        slot = self._slot(look, number)
        if slot < 2 or slot == 2 and not self._of_family(look, number) or look.capital(number) and not look.flat(number):
            return None
        following = number + 1
        if following < look.count and look.joined(following) and look.words[following].isalpha() and look.capital(following) and not look.flat(following):
            return None
        return number, self._complement(look, number + 1), 0.72, "PROFESSION"

    def _unlisted(self, look: Look, number: int, english: bool, joined: bool) -> Found | None:
        """A word with the ending of an occupation, in the place of one."""
        word = look.words[number]
        stop = number + 1
        capital = look.capital(number) and not look.flat(number)
        slot = 2 if joined else self._slot(look, number, listed=False)
        if slot == 1 and look.word(number - 1) == "(" and number > 1 and look.words[number - 2].isalpha() and look.capital(number - 2):
            slot = 2 if not lexicons.lookup(look.words[number - 2]) & (lexicons.MEDICAL | lexicons.EPONYM | lexicons.BRAND_DEVICE | lexicons.DRUG) else 1
        if capital and slot < 2 and look.opens_sentence(number) and not english and look.word(stop) == "de" and self._complement(look, stop) > stop + 1:
            after = look.word(self._complement(look, stop))
            if after in _AT_WORK or after in (",", ".", "toda", "desde"):
                return number, self._complement(look, stop), 0.6, "PROFESSION"
        if english:
            first = self._compound_start(look, number)
            if first < number:
                slot, number = max(slot, self._slot(look, first, listed=False)), first
            if slot < 2 or slot == 2 and look.word(number - 1) not in _DETERMINERS:
                return None
        if slot < 2 or capital and slot < 3 or word in STAFF and slot < 3:
            return None
        return number, self._compound_end(look, stop) if english else self._complement(look, stop), 0.8 if slot == 3 else 0.62, "PROFESSION"

    def _announced(self, look: Look, link: int) -> Found | None:
        """Whatever follows "trabaja de", "works as a", "se desempeña como", "se dedica a"."""
        number = link + 1
        if look.words[link] in ("a", "al"):
            if look.word(link - 1) not in _DEDICATED or not look.joined(number):
                return None
            number += look.word(number) in ("la", "el", "los", "las")
            plain = look.word(number).isalpha() and not lexicons.lookup(look.word(number)) & lexicons.MEDICAL and not look.capital(number) and look.word(number) not in closed_class()
            return (number, self._complement(look, number + 1), 0.75, "PROFESSION") if plain and look.joined(number) else None
        if look.page.language == "en" and look.word(number) in ("a", "an", "the"):
            number += 1
        word = look.word(number)
        if len(word) < 4 or not word.isalpha() or word in closed_class() or word in NEVER or word in _NOT_WORK or not look.joined(number):
            return None
        verb = next((w for w in look.words[max(0, link - 3) : link][::-1] if w in _WORKS), "")
        if not verb or verb in _ALSO_ELSE or any(w in _ENDS for w in look.words[max(0, link - 2) : link]):
            return None
        if look.capital(number) and not look.flat(number) or lexicons.lookup(word) & (lexicons.MEDICAL | lexicons.KINSHIP | lexicons.DRUG):
            return None
        stop = number + 1
        if look.page.language == "en":
            while stop < look.count and stop - number < 4 and look.joined(stop) and look.words[stop].isalpha() and look.words[stop] not in closed_class():
                stop += 1
        return number, self._complement(look, stop), 0.75, "PROFESSION"

    @staticmethod
    def _of_family(look: Look, number: int) -> bool:
        """Whether a relative is spoken of in the same clause: then even "enfermera" is somebody's occupation."""
        for back in range(number - 1, max(-1, number - 8), -1):
            if look.words[back] in ".;":
                return False
            if look.words[back] in kin():
                return True
        return False

    @staticmethod
    def _compound_start(look: Look, number: int) -> int:
        """English: the first noun of "school bus driver"."""
        first = number
        while first > 0 and number - first < 3 and look.joined(first):
            word = look.words[first - 1]
            if word == "-" and look.glued(first) and first >= 2:
                first -= 2
                continue
            if not word.isalpha() or word in closed_class() or word in _DETERMINERS or word in kin() or look.capital(first - 1) or word in _FORMER or len(word) < 3:
                break
            if lexicons.lookup(word) & lexicons.MEDICAL or word in _IS or word in _WORKS:
                break
            first -= 1
        return first

    @staticmethod
    def _compound_end(look: Look, stop: int) -> int:
        """English: the end of "tanker driver", "farmers market vendor"."""
        for ahead in (stop, stop + 1):
            if ahead >= look.count or not look.joined(ahead) or look.capital(ahead) and not look.flat(ahead) or look.words[ahead] in closed_class():
                return stop
            if _KINDS["en"][look.words[ahead]] & (_LEXICON | _ENDING) and lexicons.lookup(look.words[ahead]) & lexicons.PROFESSION:
                return ahead + 1
        return stop

    @staticmethod
    def _complement(look: Look, stop: int) -> int:
        """"de tabaco", "rural", "de la Armada": what belongs to the occupation before."""
        following = look.word(stop)
        if look.joined(stop) and (following in ADJECTIVES or _ADJECTIVE.fullmatch(following) and not look.capital(stop) and _ends_phrase(look, stop + 1)):
            stop += 1
        force = stop + 2 if look.word(stop + 1) == "la" else stop + 1
        if look.word(stop) in ("de", "da", "do") and look.word(force) in _FORCES:
            return force + 1
        if look.word(stop) == "en" and look.joined(stop) and look.joined(stop + 1) and not look.capital(stop + 1):
            word = look.word(stop + 1)
            if len(word) > 4 and word.isalpha() and word not in closed_class() and _ends_phrase(look, stop + 2):
                return stop + 2  # "cocinera en estancia"
        if look.word(stop) in ("de", "do", "da", "d", "del") and look.joined(stop) and look.joined(stop + 1):
            at = stop + 1
            word = look.word(at)
            if word.isalpha() and len(word) > 2 and word not in closed_class() and (look.flat(at) or not look.capital(at)):
                value = lexicons.lookup(word)
                if look.word(stop) in ("del", "do", "da") and (word in HEADS or word in CENTRES_OF or lexicons.frequency(value, look.page.language) >= 6):
                    return stop
                if not value & (lexicons.KINSHIP | lexicons.SEX_WORD) and word not in ("toda", "profesion", "oficio", "edad", "anos", "este", "una", "turno", "baja", "guardia"):
                    stop = at + 1
                    if look.word(stop) in ADJECTIVES and look.joined(stop):
                        stop += 1
        return stop

RECOGNISER = Professions()
