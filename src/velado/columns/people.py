"""What a short text names, as far as the lexicons know its words: a person, a place, medicine, or something ordinary."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache

from velado import lexicons
from velado.columns.field_words import is_field, may_be_people
from velado.columns.hints import HINT_WORDS
from velado.columns.names import words_of
from velado.lexicons.look import chances
from velado.tokens import fold, word_set

__all__ = ["Kind", "is_fields_name", "is_harmless_name", "kind_of", "may_name", "names_somebody"]


class Kind(Enum):
    """What a text names."""

    NOTHING = "no letters"
    PERSON = "a whole name, or one with a title"
    NAME = "one word that is a name and hardly anything else"
    NAMELIKE = "words that nobody knows and that look like a name"
    DOUBLE = "words that are names and ordinary words: Rosa, Alta, Blanco"
    MIXED = "a name among other words"
    PLACE = "a town, region or country"
    FACILITY = "a hospital or the like with its name"
    STREET = "an address"
    MEDICINE = "a disease, drug, test or ward"
    WORDS = "ordinary words"
    LETTERS = "a few letters that make no word"
    STRANGE = "words that nobody knows"
    PROSE = "a sentence"


_WORD = re.compile(r"[^\W\d_]+")
_LONG = re.compile(r"\d{5}|(?:\d[ .-]?){6}|@")
_TITLES = word_set("dr dra drs sr sra srta don dona mr mrs ms miss enf enfa lic prof medico medica doctor doctora")
_SMALL = word_set("de del do da dos das la las los el o a os as y e and of the von van di du le al en em in con com with por para for sin sem no n s u un una um uma")
_OTHER = lexicons.MEDICAL | lexicons.DRUG | lexicons.MICROBE | lexicons.BRAND_DEVICE | lexicons.EPONYM
_AREA = lexicons.TOWN | lexicons.REGION | lexicons.COUNTRY
_PERSONAL = lexicons.FIRST_NAME | lexicons.SURNAME
_FLAGS = (1 << 24) - 1 | lexicons.MAKER | lexicons.WEAK_COMPANY
_LONGEST = 12  # words; more make a sentence
_LOOKS_LIKE_NAME, _RARE_NAME = 0.75, 0.9

_FIRM, _BOTH, _PLACE, _MEDICAL, _ORDINARY, _NAMELIKE, _UNKNOWN, _INITIAL, _LETTERS = range(9)
_NAMEABLE = frozenset({_FIRM, _BOTH, _NAMELIKE, _UNKNOWN, _INITIAL, _PLACE})


def _piece(word: str, value: int) -> int:
    """What a word, or several that make one entry, can be."""
    if len(word) == 1:
        return _INITIAL
    personal = value & _PERSONAL and lexicons.name_strength(value)
    common = lexicons.commonness(value)
    if value & _OTHER:
        return _BOTH if personal and not value & (lexicons.DRUG | lexicons.EPONYM | lexicons.MICROBE) else _MEDICAL
    if value & _AREA and not value & lexicons.FIRST_NAME and (lexicons.town_size(value) >= 2 or value & (lexicons.REGION | lexicons.COUNTRY)):
        return _PLACE if common <= 2 else _ORDINARY
    if personal:
        return _FIRM if common <= 2 or (lexicons.name_strength(value) == 3 and common <= 4 and value & lexicons.FIRST_NAME) else _BOTH
    if value & _AREA and common <= 1:
        return _PLACE
    flags = value & _FLAGS & ~lexicons.PREFIX
    if common > 1 or flags:
        return _ORDINARY
    if len(word) <= 3:
        return _ORDINARY if common else _LETTERS
    first, surname, *_ = chances(word)
    if common:  # seen now and then in running text, as rare names are
        return _NAMELIKE if first + surname >= _RARE_NAME else _ORDINARY
    return _NAMELIKE if first + surname >= _LOOKS_LIKE_NAME else _UNKNOWN


@lru_cache(maxsize=16384)
def kind_of(text: str) -> Kind:
    """What a text of a few words names.

    >>> [kind_of(text).name for text in ("Ana Gil Ruiz", "Dra. Zulueta", "GARCÍA", "Rosa", "Neumonía", "Enfermedad de Crohn", "Alta médica")]
    ['PERSON', 'PERSON', 'NAME', 'DOUBLE', 'MEDICINE', 'MEDICINE', 'MEDICINE']
    >>> [kind_of(text).name for text in ("Hospital San Juan", "Calle Mayor 3", "Madrid", "privado", "Enviado por Marta", "12,5")]
    ['FACILITY', 'STREET', 'PLACE', 'WORDS', 'MIXED', 'NOTHING']
    """
    words = _WORD.findall(fold(text))
    if not words:
        return Kind.NOTHING
    if len(words) > _LONGEST:
        return Kind.PROSE
    titled = words[0] in _TITLES and len(words) > 1
    pieces: list[int] = []
    place = int(titled)
    begins = lexicons.lookup(words[0])
    while place < len(words):
        word = words[place]
        length, value = lexicons.longest(words, place)
        length = length or 1
        if length == 1 and word in _SMALL and len(words) > 1:
            place += 1
            continue
        begins |= 0 if pieces else value
        pieces.append(_piece(word if length == 1 else " ".join(words[place : place + length]), value))
        place += length
    return _of_pieces(pieces, begins, titled=titled, several=len(words) > 1, figures=any(map(str.isdigit, text)))


def _of_pieces(pieces: list[int], begins: int, *, titled: bool, several: bool, figures: bool) -> Kind:
    found = set(pieces) - {_LETTERS}
    if not found - {_INITIAL}:
        return Kind.LETTERS if pieces else Kind.WORDS
    rest = set(pieces[1:])
    if titled and found & _NAMEABLE:
        return Kind.PERSON
    if begins & lexicons.STREET_TYPE and several and (figures or (rest & {_FIRM, _PLACE} and _MEDICAL not in rest)):
        return Kind.STREET
    if begins & lexicons.FACILITY_WORD and several:
        if rest & {_FIRM, _BOTH, _PLACE, _NAMELIKE} or (_UNKNOWN in rest and _MEDICAL not in rest) or (_ORDINARY in rest and len(pieces) > 2):
            return Kind.FACILITY
        return Kind.MEDICINE if _MEDICAL in rest else Kind.WORDS
    if found <= {_PLACE}:
        return Kind.PLACE
    if found <= _NAMEABLE and not figures:
        if _FIRM in found:
            return Kind.PERSON if len(pieces) > 1 else Kind.NAME
        if _NAMELIKE in found and len(pieces) > 1 and _UNKNOWN not in found:
            return Kind.PERSON
    return _of_words(found)


def _of_words(found: set[int]) -> Kind:
    """What words name that are no name as a whole."""
    if _FIRM in found or found >= {_MEDICAL, _PLACE}:
        return Kind.MIXED
    if _MEDICAL in found:
        return Kind.MEDICINE
    if found <= {_BOTH, _INITIAL}:
        return Kind.DOUBLE
    if _NAMELIKE in found:
        return Kind.NAMELIKE
    if _UNKNOWN in found:
        return Kind.STRANGE
    return Kind.MIXED if _PLACE in found else Kind.WORDS


def names_somebody(kind: Kind) -> bool:
    """Whether a text of this kind is a person's name for certain."""
    return kind in (Kind.PERSON, Kind.NAME)


def may_name(kind: Kind) -> bool:
    """Whether somebody or an address may stand in a text of this kind, so that it has to be read."""
    return kind in (Kind.PERSON, Kind.NAME, Kind.NAMELIKE, Kind.MIXED, Kind.PLACE, Kind.FACILITY, Kind.STREET)


@lru_cache(maxsize=4096)
def is_harmless_name(name: str) -> bool:
    """Whether the name of a column can be told: nobody is called by any word of it, and it holds no long number.

    >>> [is_harmless_name(name) for name in ("fecha_nac", "caso_nuhc", "coste2", "Fecha cita", "PROC_REA", "spell", "DIAG_PRINC")]
    [True, True, True, True, True, True, True]
    >>> [is_harmless_name(name) for name in ("Begoña", "fecha_Ugarte", "Juan Pérez", "nhc4455667", "tel. 612 345 678", "a@b.es")]
    [False, False, False, False, False, False]
    """
    if is_field(name):
        return True
    words = words_of(name)
    if not 0 < len(words) <= 6 or len(name) > 60 or _LONG.search(name):
        return False
    cut_short = name.isupper() and any(len(word) > 1 and (is_field(word) or word in HINT_WORDS) for word in words)
    return not any(_is_somebodys(word, plain=name.islower(), cut_short=cut_short) for word in words)


def is_fields_name(name: str) -> bool:
    """Whether a column or key of this name need not be read: it is a field's, or nobody's and written in no way names are.

    >>> [is_fields_name(name) for name in ("fecha_nac", "PROC_REA", "Iriarte", "Processo", "begonia_zárate")]
    [True, True, False, True, False]
    """
    return is_field(name) or (is_harmless_name(name) and not may_be_people(name))


def _is_somebodys(word: str, *, plain: bool, cut_short: bool) -> bool:
    """Whether somebody may be called so. In `plain` small letters an everyday word is meant as one.

    Five letters that nobody knows are rather what is left of a word where names are `cut_short`: "DIAG_PRINC".
    """
    word = word.rstrip("0123456789")
    if len(word) <= 3 or is_field(word) or word in HINT_WORDS:
        return False
    value = lexicons.lookup(word)
    piece = _piece(word, value)
    if piece == _BOTH and plain and lexicons.commonness(value) >= 3:
        return False
    if cut_short and len(word) <= 5 and piece in (_NAMELIKE, _UNKNOWN):
        return False
    return piece in (_FIRM, _BOTH, _PLACE, _NAMELIKE) or (piece == _UNKNOWN and sum(chances(word)[: 2 if plain else 3]) >= 0.5)
