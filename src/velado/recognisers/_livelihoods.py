"""Occupations told as what somebody does, offices and honours, and the groups that people belong to."""

from __future__ import annotations

from velado import lexicons
from velado.languages import words
from velado.recognisers._capitals import Look, closed_class
from velado.recognisers._occupations import WORK_VERBS

__all__ = ["RACES", "Found", "is_race_field", "people", "rank", "verb_phrase"]

Found = tuple[int, int, float, str]  # first token, token behind, score, label

_PEOPLE_CUES = words(
    """etnia pueblo habla hablan hablante lengua idioma lingua fala falam falante indigena clan raza comunidad comunidade povo familia mujer hombre
    speaks speaking language religion religiao tribe church iglesia igreja paciente joven nina nino grupo nacion raca cor dialecto traduce
    interprete bilingue monolingue origen ethnicity"""
)
_PLAIN_LANGUAGES = words(
    """tartaro tartar ido apache apaches espanol castellano ingles frances portugues aleman italiano chino japones ruso arabe espanhol alemao chines russo english spanish french
    german portuguese italian chinese japanese russian arabic latin hispanic latino latina white black asian"""
)
_ENDS = frozenset(",.;:)(–-·/|\"")
RACES = words("preta preto parda pardo branca branco amarela indigena negra negro mestizo mestiza blanca afro caboclo mulata quilombola")


def verb_phrase(look: Look, number: int) -> Found | None:
    """"vende quesos y humitas", "maneja un taxi", "drives a school bus"."""
    objects = WORK_VERBS[look.words[number]]
    if look.capital(number) and not look.flat(number) and not look.opens_sentence(number):
        return None
    at = number + 1
    if objects is not None and not objects:
        return (number, at, 0.55, "PROFESSION") if look.word(at) in _ENDS | {"with", "on", "in", "near"} else None
    skipped = 0
    while look.word(at) in ("un", "una", "la", "el", "los", "las", "a", "the", "um", "uma", "o", "as", "os", "su", "school", "delivery", "tow") and look.joined(at) and skipped < 3:
        at += 1
        skipped += 1
    word = look.word(at)
    if not word.isalpha() or not look.joined(at) or len(word) < 3:
        return None
    if objects is not None:
        if word == "unas" and "ñ" not in look.text[look.spans[at][0] : look.spans[at][1]].lower():
            return None  # "hace unas semanas"
        return (number, at + 1, 0.72, "PROFESSION") if word in objects else None
    value = lexicons.lookup(word)
    if word in closed_class() or look.capital(at) and not look.flat(at) or value & (lexicons.MEDICAL | lexicons.DRUG | lexicons.KINSHIP) or skipped and look.words[number][:4] != "vend":
        return None
    stop = at + 1
    if look.word(stop) in ("y", "e", "and") and look.word(stop + 1).isalpha() and not look.capital(stop + 1) and look.word(stop + 1) not in closed_class() | set(WORK_VERBS):
        stop += 2
    elif look.word(stop).isalpha() and look.joined(stop) and look.word(stop) in words("usados usadas caseros caseras asado asada fritas frito ajena ajeno artesanal chinos"):
        stop += 1
    elif look.word(stop) == "de" and look.word(stop + 1).isalpha() and look.word(stop + 1) not in closed_class() and not look.capital(stop + 1):
        stop += 2
    return number, stop, 0.7, "PROFESSION"


def rank(look: Look, number: int) -> Found | None:
    """An office or honour with what it is of: "alcalde de su pueblo", "campeona estatal de ajedrez"."""
    word = look.words[number]
    at = number + 1
    if word in ("ultimo", "ultima", "unico", "unica", "primer"):
        if look.word(at) not in ("superviviente", "sobreviviente", "sobrevivente", "survivor", "campanero", "hablante", "maestro", "maestra"):
            return None
        at += 1
    steps = 0
    while look.word(at) in words("municipal estatal nacional regional indigena auxiliar pedaneo de mundial electo comunal") - {"de"} and steps < 2:
        at += 1
        steps += 1
    if look.word(at) not in ("de", "del", "da", "do", "of") or not look.joined(at):
        return (number, at, 0.6, "OTHER") if steps and word not in ("primer", "mayor") else None
    if word in ("mayor", "machi", "consul", "presidenta", "sindico", "heredero") and look.word(at) != "of" and not (look.part(at + 1, False) or look.word(at + 1) in ("su", "la", "mi")):
        return None
    if word == "mayor" and look.page.language != "en":
        return None
    end = at + 1
    while end < look.count and end - at < 8 and look.joined(end) and look.words[end] not in _ENDS and look.words[end] not in ("y", "e", "que", "and", "en", "quien", "em", "a"):
        end += 1
    return (number, end, 0.66, "OTHER") if end > at + 1 else None


def is_race_field(look: Look, number: int) -> bool:
    """"Raça/cor: parda", "cor/raça declarada: preta"."""
    near = look.words[max(0, number - 6) : number]
    return ("raca" in near or "raza" in near) and ("cor" in near or ":" in near or "color" in near)


def people(look: Look, number: int, length: int, value: int) -> Found | None:
    """A people, a language or a faith of the lexicon."""
    word = look.words[number]
    if word in _PLAIN_LANGUAGES or value & (lexicons.MEDICAL | lexicons.DRUG | lexicons.EPONYM):
        return None
    near = look.words[max(0, number - 4) : number]
    cue = any(w in _PEOPLE_CUES for w in near)
    doubtful = length == 1 and (
        lexicons.name_strength(value) >= 1 or lexicons.town_size(value) >= 1 or lexicons.commonness(value) >= 4
    )
    if doubtful and not cue:
        return None
    if length == 1 and lexicons.name_strength(value) >= 2 and look.capital(number) and not look.flat(number):
        return None
    return number, number + length, 0.75 if cue else 0.62, "OTHER"
