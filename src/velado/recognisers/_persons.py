"""Words that speak of people: relatives, patients, names. Shared by the recognisers of ages and contacts."""

from __future__ import annotations

from functools import cache

from velado import lexicons
from velado.languages import language, languages
from velado.recognisers._calendar import month_words, number_words, weekday_words
from velado.tokens import Page

__all__ = ["EXPECTING", "NAME", "PERSON", "SEVERAL", "TITLES", "is_name", "is_relative"]

EXPECTING = frozenset(
    """gestante embarazada puerpera parturienta primigesta multigesta gravida pregnant gestacion gestacao embarazo""".split()
)
PERSON = frozenset(
    """paciente pte pcte pct px pac varon hombre mujer masculino masc femenino femenina fem nino nina nene nena lactante rn
    neonato neonata bebe adolescente joven chico chica muchacho muchacha anciano anciana senor senora sr sra srta sujeto
    persona adulto adulta menor escolar preescolar gestante embarazada primigesta multigesta puerpera parturienta viuda
    viudo guagua chiquillo chiquilla velha velho otra outra eldest oldest youngest older younger pelao pelada wawa
    caballero dama donante ninos ninas gemelas gemelos mellizos chicos mitai gurises chiquita chiquito mayor homem
    mulher menino menina rapaz rapariga moca moco crianca criancas doente utente idoso idosa senhor senhora parturiente
    gemeos feminino cacula man woman boy girl male female gentleman lady baby infant toddler child patient pt teen
    teenager youth kids nen neno noi noia pacient malalt malalta xiquet xiqueta nado avi avia gizona emakumea haurra umea
    lactant""".split()
)
SEVERAL = frozenset(
    """hijos hijas hermanos hermanas nietos nietas filhos filhas irmaos irmas netos netas sons daughters brothers sisters children
    siblings cousins nephews nieces padres pais parents tios primos kids grandchildren sobrinos familiares amigos ninos ninas
    criancas""".split()
)
TITLES = frozenset("don dona sr sra dna seu mr mrs ms miss ella ela ele".split())
_NO_KIN = frozenset(
    """media por contacto responsable social avisar informante testigo testigos representante referente allegado cargo patron
    patrona contato responsavel contact witness informant carer guardian representative next of kin legal emergency boss da ex
    ama apa poa pais proxy""".split()
)
_SCALES = frozenset(
    """eva evn ena nrs alvarado rockwood allred tuohy whitacre nottingham glasgow apgar ramsay braden norton dindo apfel waterlow
    morse barthel katz lawton tinetti downton pfeiffer charlson ranson apache sofa child meld curb wells ginebra hughes rankin
    nihss columbia beck hamilton addenbrooke moca guss bess mets bishop silverman capurro ballard hugger shiley sapien wagner
    texas lee daniels kapandji borg aldrete steward mallampati cormack foley nelaton penrose levin scheltens fisher hunt asia
    frankel gleason ki zubrod ecog pps""".split()
)
_NO_NAME = (
    lexicons.EPONYM
    | lexicons.DRUG
    | lexicons.MICROBE
    | lexicons.BRAND_DEVICE
    | lexicons.MEDICAL
    | lexicons.TITLE
    | lexicons.KINSHIP
)
_WORDS = lexicons.TITLE | lexicons.KINSHIP | lexicons.MICROBE
NAME = lexicons.FIRST_NAME | lexicons.SURNAME
_COMMON = 3  # a frequency class of ordinary words


@cache
def _kin(code: str) -> frozenset[str]:
    """Words of kinship; "son" is a relative in English only, so those of the other language stay out."""
    wanted = {code, "es" if code == "pt" else "pt"} if code != "en" else {code}
    cues = {
        cue
        for one in wanted & set(languages())
        for cue in language(one).relative_cues
        if " " not in cue and (one == code or len(cue) > 3)
    }
    return frozenset(cues - _NO_KIN)


def is_relative(word: str, code: str) -> bool:
    """Whether a word is one of kinship in this language."""
    if word in _kin(code):
        return True
    return bool(lexicons.lookup(word) & lexicons.KINSHIP) and not any(
        word in _kin(other) for other in languages() if other != code
    )


@cache
def _closed() -> frozenset[str]:
    words = set(month_words()) | weekday_words() | set(number_words(1, 110)) | _SCALES
    for one in languages().values():
        words |= one.stop_words | one.staff_titles
        words |= {heading for heading in one.headings if " " not in heading}
    return frozenset(words)


def is_name(page: Page, number: int) -> bool:
    """Whether a token looks like part of a person's name."""
    if number < 0:
        return False
    word = page.words[number]
    if not word[0].isalpha() or word in _closed():
        return False
    start, end = page.spans[number]
    capital = page.text[start].isupper()
    if end - start == 1:
        # An initial: "Ferrer M. | 27".
        return capital and number > 0 and page.text[page.spans[number - 1][0]].isupper()
    value = lexicons.lookup(word)
    if value & _NO_NAME:
        # Roger and Yasmin are an eponym and a drug as well; Tapia and Cid are believed behind another name only.
        if value & _WORDS or lexicons.name_strength(value) < 2:
            return False
        if lexicons.first_name_strength(value) < 2 and not (capital and number > 0 and is_name(page, number - 1)):
            return False
    frequency = lexicons.frequency(value, page.language)
    if capital:
        if not page.text[start:end].isupper():
            return bool(value & NAME) or frequency < _COMMON
        if end - start >= 4 and _is_shouting(page, start):
            return bool(value & NAME) or frequency < _COMMON
        return bool(value & NAME) and frequency == 0 and end - start >= 5  # or else an abbreviation
    return bool(value & NAME) and frequency == 0 and lexicons.name_strength(value) >= 1


def _is_shouting(page: Page, offset: int) -> bool:
    """Whether the text around is all in capitals, so that capitals say nothing."""
    around = page.text[max(0, offset - 40) : offset + 40]
    return not any(map(str.islower, around))
