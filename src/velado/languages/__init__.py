"""The languages: one file each, plain data. Everything is folded (lower case, no accents) and free of dots.

>>> language("es").months["marzo"], language("pt").numbers["quarenta e cinco"], sorted(languages())
(3, 45, ['en', 'es', 'pt'])
>>> language("es").field("nombre(s) y apellidos"), language("es").field("nº de hist. clínica"), language("es").field("abdomen")
('PATIENT_NAME', 'PATIENT_ID', None)
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType

from velado.discovery import offered
from velado.languages._detect import detect
from velado.languages._holidays import find_holidays, only_named_after_holiday
from velado.patterns import late_pattern
from velado.tokens import word_set as words

__all__ = ["ROMAN_MONTHS", "Language", "count", "detect", "find_holidays", "language", "languages", "only_named_after_holiday", "particles", "phrases", "words"]

ROMAN_MONTHS: Mapping[str, int] = MappingProxyType(
    {roman: number for number, roman in enumerate("i ii iii iv v vi vii viii ix x xi xii".split(), 1)}
)
# "nombre(s)", "usuario/a", "Sr(a)": endings for the other number or sex.
_ENDING = late_pattern(r"\((?:s|es|a|as|o|os)\)|/[aos]s?\b|@s?\b")
_WORD = late_pattern(r"[^\W_]+")
_NUMBER = frozenset("n no nro nr num numero number nos nbr".split())
# "Paciente no." and "Nº de afiliado" ask for a number, not for a name.
_NUMBER_OF = {"PATIENT_NAME": "PATIENT_ID", "STAFF_NAME": "LICENCE_ID", "RELATIVE_NAME": "OTHER_ID"}


def _fold(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.lower().replace("°", "o"))
    return "".join(character for character in decomposed if not unicodedata.combining(character))


@dataclass(frozen=True)
class Language:
    """What recognisers need to know of a language. Phrases are ordered from the longest to the shortest."""

    code: str
    name: str
    months: Mapping[str, int]  # full names and abbreviations
    weekdays: frozenset[str]
    numbers: Mapping[str, int]  # number words, blanks between them: "cuarenta y cinco"
    age_units: Mapping[str, str]  # "anos" -> "year"; also month, week, day, hour
    age_forms: tuple[str, ...]  # what makes a number an age: "de edad", "years old"
    staff_titles: frozenset[str]
    person_titles: frozenset[str]
    particles: frozenset[str]  # the small words inside names
    patient_cues: tuple[str, ...]
    relative_cues: tuple[str, ...]
    staff_cues: tuple[str, ...]
    place_cues: tuple[str, ...]
    profession_cues: tuple[str, ...]
    sex_words: Mapping[str, str]  # "femenino" -> "f"
    stop_words: frozenset[str]  # closed-class words
    headings: frozenset[str]  # section headings, never names
    field_labels: Mapping[str, tuple[str, ...]]  # label -> what forms print in front of the value, without `field_fillers`
    field_starts: Mapping[str, tuple[str, ...]]  # label -> first words that decide, whatever follows: "fecha"
    field_fillers: frozenset[str]  # words of field names that say nothing: "de", "del", "no", "numero"

    @property
    def roman_months(self) -> Mapping[str, int]:
        """The months as Roman numerals, folded: the same everywhere."""
        return ROMAN_MONTHS

    @cached_property
    def field_of(self) -> Mapping[str, str]:
        """The label of each field name."""
        return MappingProxyType({name: label for label, names in self.field_labels.items() for name in names})

    @cached_property
    def _start_of(self) -> Mapping[str, str]:
        return MappingProxyType({name: label for label, names in self.field_starts.items() for name in names})

    def field(self, name: str) -> str | None:
        """The label that a form's field stands for; None when it holds nothing that identifies. Any spelling will do."""
        plain = _WORD.findall(_ENDING.sub("", _fold(name)))
        if not plain:
            return None
        whole = " ".join(plain)
        kept = [word for word in plain if word not in self.field_fillers]
        short = " ".join(kept)
        numbered = len(plain) > 1 and (plain[0] in _NUMBER or plain[-1] in _NUMBER)
        label = self.field_of.get(whole) or (numbered and self.field_of.get(f"no {short}")) or self.field_of.get(short)
        if not label and kept and whole not in self.headings and short not in self.headings:
            starts = (" ".join(kept[:length]) for length in range(min(3, len(kept)), 0, -1))
            label = next((self._start_of[start] for start in starts if start in self._start_of), None)
        return _NUMBER_OF.get(label, label) if label and numbered and whole not in self.field_of else label or None


@cache
def languages() -> Mapping[str, Language]:
    """Every language, by its code."""
    return MappingProxyType({entry.code: entry for entry in offered("languages", "LANGUAGE")})


def language(code: str) -> Language:
    """A language by its code."""
    return languages()[code]


@cache
def particles() -> frozenset[str]:
    """The small words inside names, in all languages."""
    return frozenset().union(*(entry.particles for entry in languages().values()))


def phrases(text: str) -> tuple[str, ...]:
    """The phrases of a text, separated by commas, the longest first; a line break is a blank."""
    found = {" ".join(phrase.split()) for phrase in text.split(",")} - {""}
    return tuple(sorted(found, key=lambda phrase: (-len(phrase), phrase)))


def count(units: str, tens: str, hundreds: Mapping[str, int], joint: str) -> dict[str, int]:
    """Number words up to 120: `units` from zero on, `tens` up to ninety, the hundreds, and how they are joined.

    >>> count("zero one", "eighty ninety", {"hundred": 100}, " ")["ninety one"]
    91
    """
    known = {word: number for number, word in enumerate(units.split())}
    names = tens.split()
    ones = {word: number for word, number in known.items() if 1 <= number <= 9}
    for number, name in enumerate(names, 10 - len(names)):
        known[name] = number * 10
        known |= {f"{name}{joint}{word}": number * 10 + one for word, one in ones.items()}
    small = {word: number for word, number in known.items() if 1 <= number <= 20}
    for name, number in hundreds.items():
        known[name] = number
        known |= {f"{name}{joint if joint == ' e ' else ' '}{word}": number + one for word, one in small.items()}
    return known
