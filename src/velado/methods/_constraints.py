"""What an entity of each type must look like: the last filter of the three-channel network throws out what cannot be one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from typing import NamedTuple

from velado.labels import NAMES
from velado.languages import language
from velado.lexicons import COUNTRY, longest
from velado.tokens import fold

__all__ = ["REMEMBERED", "fits"]

_CLOSED = ("SEX", "KINSHIP", "PROFESSION", "OTHER", "COUNTRY")  # types whose texts are those of the training notes
REMEMBERED = (*_CLOSED, "PATIENT_ID", "INSTITUTION")  # types whose texts of the training notes always pass
_LEAST_DIGITS = {"PHONE": 6, "FAX": 6}

_SPANISH = language("es")
_STREET = (
    "calle|c|cl|avda|avd|avenida|av|avinguda|avgda|paseo|passeig|pg|po|plaza|placa|pza|pl|plz|carretera|ctra|crta|camino|cami|ronda|rua|"
    "travesia|travessera|urbanizacion|urb|via|carrer|glorieta|cuesta|bulevar|pasaje|poligono|partida|sector|barrio|km|s/n|sn|n"
)
_HOSPITAL = (
    "hospital|hosp|hospitalario|hospitalari|hospitalaria|clinica|clinico|clinic|complejo|complexo|policlinica|policlinico|sanatorio|"
    "maternidad|fundacion|instituto|institut|centro|centre|consorci|residencia|hu|chu|h"
)
_INSTITUTION = (
    f"{_HOSPITAL}|universidad|universitat|universidade|facultad|facultat|escuela|colegio|servicio|servei|unidad|departamento|catedra|"
    "laboratorio|asociacion|sociedad|academia|agencia|consejeria|ministerio|seguridad|social|salud|ivml|iml"
)


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{pattern})(?![a-z])")


_HAS_STREET, _HAS_HOSPITAL, _HAS_INSTITUTION = _words(_STREET), _words(_HOSPITAL), _words(_INSTITUTION)
_NOT_IN_NAMES = _words(
    "hospital|servicio|calle|avda|avenida|centro|departamento|unidad|seccion|facultad|universidad|instituto|clinica|fundacion|complejo|"
    "fax|tel|dr|dra|doctor|doctora|correo|av|paseo|plaza|ctra|carretera|edificio|supervisor|supervisora|jefe|jefa"
)
_NOT_IN_FACILITIES = _words("avda|av|avenida|ctra|carretera|calle|c/|paseo|plaza|ronda|s/n|edificio|colonia|tel|fax|e-mail|email|cp")
_NOT_LAST = _words(r"(?:san|santa|santo|servicio|complejo|unidad|nuestra|ntra|virgen|del|de)$")
_AGE = _words("anos?|mes(?:es)?|dias?|semanas?|horas?|h|m|a|neonat[oa]|recien|adult[oa]|joven")
_AGE_WORDS = frozenset("y a de edad medio media vida recien nacido nacida".split())
_DATE_WORDS = frozenset("de del el ano anos d a dia mes".split())
_POSTCODE = re.compile(r"(?:[A-Z]{1,2}\.? ?-? ?)?\d{4,7}(?:-\d{3})?")
_WEB = re.compile(r"(?:https?://|www\.)\S|\w\.(?:com|es|org|net|edu|cat|mx|ar|cl|co|pt|br)(?![a-z])")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NUMERIC_DATE = re.compile(r"\d{1,4} ?[/.\-] ?(?:\d{1,2}|[ivx]{1,4}|[a-z]{3,10})(?: ?[/.\-] ?\d{2,4})?")
_BEHIND_THE_NUMBER = re.compile(r"(?:s/n|\d)\.\s(?:\d{4}|[a-z]{4})|\s\d{5}$")  # what follows is no part of the street
_SHORT_NAME = re.compile(r"[A-ZÁÉÍÓÚÑ]{4,12}")
_STOP = re.compile(r"\w{4,40}\.\s")  # the end of a sentence, not of an abbreviation


class _Phrase(NamedTuple):
    text: str
    plain: str  # folded
    words: Sequence[str]
    digits: int


def _name(it: _Phrase) -> bool:
    small = any(word.islower() and fold(word) not in _SPANISH.particles for word in it.words)
    return not (it.digits or small or set(it.text) & set(":@/;|(),")) and it.text[0].isupper() and not _NOT_IN_NAMES.search(it.plain)


def _letters(it: _Phrase) -> list[str]:
    return [word for word in re.findall(r"[a-z]+", it.plain) if word not in _SPANISH.numbers]


def _date(it: _Phrase) -> bool:
    letters = _letters(it)
    named = {word for word in letters if word in _SPANISH.months or word in _SPANISH.weekdays}
    if _NUMERIC_DATE.fullmatch(it.plain):
        return True
    return bool(named or _YEAR.search(it.plain)) and set(letters) <= named | _DATE_WORDS


def _age(it: _Phrase) -> bool:
    letters = _letters(it)
    if any(not (word in _SPANISH.age_units or word in _AGE_WORDS) for word in letters):
        return it.digits == 0 and len(letters) == 1 and bool(_AGE.search(it.plain))
    number = it.digits > 0 or any(word in _SPANISH.numbers for word in it.plain.split())
    return number and not set(it.text) & set("/%,")


def _place(it: _Phrase) -> bool:
    if it.digits:
        return _POSTCODE.fullmatch(it.text) is not None
    alien = set(it.text) & set(",:/(") or _HAS_INSTITUTION.search(it.plain) or len(it.text) < 2
    return it.text[0].isupper() and not alien


def _street(it: _Phrase) -> bool:
    begins = _HAS_STREET.match(it.plain) is not None
    alien = _POSTCODE.fullmatch(it.text) or _BEHIND_THE_NUMBER.search(it.plain) or (_HAS_INSTITUTION.search(it.plain) and not begins)
    return not alien and (begins or it.text[0].isupper() and (it.digits > 0 or _HAS_STREET.search(it.plain) is not None))


def _facility(opener: re.Pattern[str]) -> Callable[[_Phrase], bool]:
    def fits_facility(it: _Phrase) -> bool:
        alien = _NOT_IN_FACILITIES.search(it.plain) or _NOT_LAST.search(it.plain) or _STOP.search(it.text) or set(it.text) & set(":,")
        named = opener.match(it.plain) is not None or _SHORT_NAME.fullmatch(it.text) is not None
        return not alien and it.text[0].isupper() and named

    return fits_facility


_RULES: Mapping[str, Callable[[_Phrase], bool]] = {
    **dict.fromkeys(NAMES, _name),
    "EMAIL": lambda it: "@" in it.text and len(it.words) <= 3,
    "URL": lambda it: "@" not in it.text and _WEB.search(it.plain) is not None,
    "DATE": _date,
    "AGE": _age,
    "STREET": _street,
    "PLACE": _place,
    "HOSPITAL": _facility(_HAS_HOSPITAL),
    "HEALTH_CENTRE": _facility(_HAS_HOSPITAL),
    "INSTITUTION": _facility(_HAS_INSTITUTION),
}


def fits(label: str, words: Sequence[str], text: str, known: Mapping[str, Set[str]]) -> bool:
    """Whether a text may be an entity of the type. `known` holds the texts of the remembered types, folded.

    >>> fits("EMAIL", ["ana@ejemplo.es"], "ana@ejemplo.es", {}), fits("EMAIL", ["Ana"], "Ana", {})
    (True, False)
    >>> fits("STREET", ["Calle", "Mayor"], "Calle Mayor", {}), fits("STREET", ["Mayor"], "Mayor", {})
    (True, False)
    """
    it = _Phrase(text, fold(text), words, sum(map(str.isdigit, text)))
    if it.plain in known.get(label, frozenset()):
        return True
    if label in _CLOSED:
        return label == "COUNTRY" and _is_country(it)
    if label in _RULES:
        return ("@" not in text or label == "EMAIL") and _RULES[label](it)
    # What is left are numbers; those of telephones hold no letters.
    return it.digits >= _LEAST_DIGITS.get(label, 1) and not (label in _LEAST_DIGITS and any(map(str.isalpha, text)))


def _is_country(it: _Phrase) -> bool:
    folded = [fold(word) for word in it.words]
    length, value = longest(folded, 0)
    return length == len(folded) and bool(value & COUNTRY)
