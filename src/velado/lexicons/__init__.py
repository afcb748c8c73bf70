"""What is known about a word: is it a name, a town, a drug, an eponym, an ordinary word? One compiled file answers.

A word's value is a 64-bit number: flags and small fields, read with the constants and functions below.
The file holds no text, only fingerprints, so it is small and costs nothing to open.

>>> bool(lookup("garcia") & SURNAME), bool(lookup("parkinson") & EPONYM), lookup("qxzv")
(True, True, 0)
>>> longest(["vive", "en", "san", "luis", "potosi", "capital"], 2)[0]
3
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from velado.compiled import compiled
from velado.lexicons._table import Table, open_table
from velado.remembered import Remembered

__all__ = [
    "BRAND_DEVICE", "COMPANY", "COUNTRY", "DEMONYM", "DRUG", "EPONYM", "FACILITY_WORD", "FEMALE", "FIRST_NAME", "KINSHIP",
    "LANGUAGE_OR_PEOPLE", "MAKER", "MALE", "MEDICAL", "MICROBE", "NICKNAME", "PREFIX", "PROFESSION", "REGION", "REGION_ABBREVIATION",
    "SEX_WORD", "STREET_TYPE", "SURNAME", "TITLE", "TOWN", "WEAK_COMPANY", "cannot_name", "commonness", "first_name_regions", "first_name_strength", "frequency", "is_common_word",
    "longest", "lookup", "name_strength", "sex", "surname_regions", "surname_strength", "town_regions", "town_size",
]  # fmt: skip

# Flags.
FIRST_NAME = 1 << 0
SURNAME = 1 << 1
NICKNAME = 1 << 2  # a diminutive or short form; FIRST_NAME is set too
TOWN = 1 << 3
REGION = 1 << 4  # state, province, department, district, county, autonomous community
REGION_ABBREVIATION = 1 << 5  # "cdmx", "nl", "sp", "ca"; may be an ordinary word in lower case
COUNTRY = 1 << 6
DEMONYM = 1 << 7
LANGUAGE_OR_PEOPLE = 1 << 8  # indigenous peoples, languages, ethnic and religious groups
MEDICAL = 1 << 9  # anatomy, disease, symptom, procedure, test, ward, specialty
DRUG = 1 << 10
EPONYM = 1 << 11
MICROBE = 1 << 12
BRAND_DEVICE = 1 << 13
PROFESSION = 1 << 14
KINSHIP = 1 << 15
STREET_TYPE = 1 << 16
FACILITY_WORD = 1 << 17
TITLE = 1 << 18
SEX_WORD = 1 << 19
PREFIX = 1 << 20  # a longer entry begins with this one and a blank
FEMALE = 1 << 21  # of a first name; both sexes when both are set
MALE = 1 << 22
COMPANY = 1 << 23  # an insurer, bank, shop or employer that is known by name
MAKER = 1 << 51  # of drugs, devices, reagents
WEAK_COMPANY = 1 << 52  # a company whose name is an ordinary word or a person's as well

# Fields: where each begins, and how wide it is.
_FIRST_STRENGTH, _SURNAME_STRENGTH, _TOWN_SIZE = 24, 26, 28  # two bits each
_FIRST_REGIONS, _SURNAME_REGIONS, _TOWN_REGIONS = 30, 34, 38  # four bits each: es, pt, en, other
_SPANISH, _PORTUGUESE, _ENGLISH = 42, 45, 48  # how common the word is: three bits each
_FREQUENCY = {"es": _SPANISH, "pt": _PORTUGUESE, "en": _ENGLISH}
_REGION_BIT = {"es": 1, "pt": 2, "en": 4, "other": 8}
_REGIONS = tuple(frozenset(name for name, bit in _REGION_BIT.items() if bits & bit) for bits in range(16))

_JOINTS = frozenset("-'.")
_MEMORY = 200_000


@cache
def _table() -> Table:
    return open_table()


# Greek and Latin endings of findings, operations and tests: no list holds them all, and no name ends like this.
_MEDICAL_ENDINGS = tuple(
    """itis osis emia uria patia ectomia scopia grafia grama plastia stomia otomia algia penia cefalia megalia plejia plegia
    trofia plasia malacia oblastoma ocarcinoma sarcoma adenoma linfoma seminoma melanoma carcinoma granuloma hematoma fibroma
    lipoma mioma papiloma teratoma glioma timoma angioma neuroma ectasia estenosis rrafia rrea rragia rexia lisis desis fagia
    fonia pnea dinia sfigmia metria terapia genico ogenesis trombina globulina cilina micina floxacino floxacina azol prazol
    sartan estatina statin cillin mycin prazole azole ectomy otomy ostomy oscopy opathy plasty megaly algia emic uric aemia
    oedema logia logico logica""".split()
)
_LEAST_MEDICAL = 7  # letters


def _value_of(word: str) -> int:
    value = _table().find(word)
    if not value and len(word) >= _LEAST_MEDICAL and word.isalpha() and word.endswith(_MEDICAL_ENDINGS):
        return MEDICAL
    return value


_memory = Remembered(_value_of, _MEMORY)
lookup = _memory.__getitem__  # what is known of a folded word, or of folded words joined by single blanks; 0 when nothing is


def _longest(words: Sequence[str], start: int, limit: int = 6) -> tuple[int, int]:
    """How many of the words from `start` on make the longest entry, and its value; (0, 0) when there is none.

    A hyphen or apostrophe between two words, or a dot behind a short one, belongs to the entry and is counted.

    >>> _longest(["guillain", "-", "barre"], 0)[0]
    3
    """
    phrase = words[start]
    value = _memory[phrase]
    if not value & PREFIX:
        return (1, value) if value else (0, 0)
    length, best = 1, value
    position, taken, end = start + 1, 1, len(words)
    while value & PREFIX and taken < limit and position < end:
        word = words[position]
        if word in _JOINTS and position + 1 < end and (word != "." or len(words[position - 1]) <= 4):
            position += 1
            word = words[position]
        if not word.isalnum():
            break  # an entry is made of words and numbers
        phrase = f"{phrase} {word}"
        value = _memory[phrase]
        position += 1
        taken += 1
        # A bare prefix is no entry of its own.
        if value & ~PREFIX:
            best, length = value, position - start
    return (length, best) if best & ~PREFIX else (0, 0)


_loops = compiled()
longest: Callable[..., tuple[int, int]] = _loops.Longest(_memory, PREFIX, _JOINTS) if _loops else _longest


def first_name_strength(value: int) -> int:
    """How typical the word is as a first name, 0 to 3; 0 also when it is none."""
    return value >> _FIRST_STRENGTH & 3


def surname_strength(value: int) -> int:
    """How typical the word is as a surname, 0 to 3; 0 also when it is none."""
    return value >> _SURNAME_STRENGTH & 3


def name_strength(value: int) -> int:
    """The stronger of first name and surname."""
    return max(value >> _FIRST_STRENGTH & 3, value >> _SURNAME_STRENGTH & 3)


def first_name_regions(value: int) -> frozenset[str]:
    """Where the first name is at home: of "es", "pt", "en", "other"."""
    return _REGIONS[value >> _FIRST_REGIONS & 15]


def surname_regions(value: int) -> frozenset[str]:
    """Where the surname is at home: of "es", "pt", "en", "other"."""
    return _REGIONS[value >> _SURNAME_REGIONS & 15]


def town_regions(value: int) -> frozenset[str]:
    """The languages of the countries that have a town of this name: of "es", "pt", "en", "other"."""
    return _REGIONS[value >> _TOWN_REGIONS & 15]


def town_size(value: int) -> int:
    """The largest town of this name: 0 below 5,000 people, 1 below 50,000, 2 below 500,000, 3 above."""
    return value >> _TOWN_SIZE & 3


def frequency(value: int, language: str) -> int:
    """How common the word is in ordinary text: 0 not among the first 60,000, 1 rare … 4 everyday, 7 like "the"."""
    return value >> _FREQUENCY[language] & 7 if language in _FREQUENCY else 0


def commonness(value: int) -> int:
    """How common the word is in the language that uses it most."""
    return max(value >> _SPANISH & 7, value >> _PORTUGUESE & 7, value >> _ENGLISH & 7)


def sex(value: int) -> str:
    """The sex a first name tells: "f", "m", "both", or "" when unknown."""
    return ("", "f", "m", "both")[value >> 21 & 3]


def cannot_name(folded: str) -> bool:
    """Whether a word is an everyday or a medical word and nobody's name.

    >>> cannot_name("servicio"), cannot_name("rosa"), cannot_name("xquenda"), cannot_name("colecistitis")
    (True, False, False, True)
    """
    value = _memory[folded]
    if value & (FIRST_NAME | SURNAME):
        return False
    return bool(value & (MEDICAL | DRUG | MICROBE)) or is_common_word(folded)


def is_common_word(folded: str) -> bool:
    """Whether a word is an everyday word of one of the languages, whatever else it may be.

    >>> is_common_word("rosa"), is_common_word("garcia")
    (True, False)
    """
    return commonness(_memory[folded]) >= 2
