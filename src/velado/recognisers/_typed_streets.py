"""Streets that begin with the word for one: "calle Mayor 3", "Av. 5 de Mayo", "Cra 45 # 12-30", "rua do Poço s/n"."""

from __future__ import annotations

from velado import lexicons
from velado.languages import words
from velado.recognisers._address_words import COLOURS, KEYWORDS, LANDMARKS
from velado.recognisers._addresses import AddressReader
from velado.recognisers._capitals import Look

__all__ = ["MEDICINE", "NAME", "STRONG_TYPES", "TYPES", "WEAK_TYPES", "labelled", "postcode_follows", "typed"]

# Hardly ever anything but the beginning of an address.
STRONG_TYPES = words(
    """calle callejon callejuela avenida avda avd bulevar boulevard blvd blv bv bvar jiron psje pje psj ctra carretera cra kra cll calz
    calzada rua travessa trav praceta praca prca rodovia azinhaga beco viela ladeira servidao carrer kalea etorbidea costanilla glorieta
    rambla travesia priv cda prol libramiento escadinhas logradouro passagem carr cjon psaje"""
)
# Also ordinary words, abbreviations of something else, or medicine: they need a capital and, without one, a number.
WEAK_TYPES = words(
    """av ave pza plza plaza paseo camino cami privada cerrada andador prolongacion diagonal dg diag transversal trasversal transv tv carrera cr kr
    pasaje r c cl ca jr ronda circuito cto retorno largo estrada alameda via autopista autovia bajada subida cuesta po rue
    calcada canada periferico rod est rincon rinconada ramal avenue picada lg linha caminho portal"""
)
TYPES = STRONG_TYPES | WEAK_TYPES
_SHORT = words("av ave c cl ca r cr kr k tv dg jr po est via rod lg")
_ABBREVIATIONS = words(
    """av ave avd avda blvd blv bv bvar psje pje psj pza plza ctra cra kra cll calz trav prca priv cda prol carr dg diag transv tv cr kr k r c cl ca
    jr cto est rod lg po"""
)
# What may stand before "R." and "C." so that they are a street and nobody's initial.
_BEFORE = words(", na en em ( - : da de no por à a ; · – morada domicilio direccion end endereco")
_HOME_BEFORE = words("en dir direccion dom domicilio vive reside residente residencia")
NAME = lexicons.FIRST_NAME | lexicons.SURNAME | lexicons.TOWN | lexicons.REGION
MEDICINE = lexicons.MEDICAL | lexicons.DRUG | lexicons.EPONYM | lexicons.MICROBE | lexicons.BRAND_DEVICE | lexicons.FACILITY_WORD | lexicons.TITLE
_NAME_ENDS = KEYWORDS | TYPES | LANDMARKS
_NEED_CAPITAL = words("largo camino retorno via canada calcada subida bajada cuesta plaza paseo portal linha ronda privada cerrada rincon")
_SURGERY = words("plastica general vascular toracica maxilofacial interna digestiva cardiaca pediatrica")
_MEDICAL_BEHIND = words("od oi ao oe re le sc cc nodal oral venosa venoso aerea")


def typed(look: Look, reader: AddressReader, number: int, strong: bool) -> tuple[int, float]:
    """A street's type and its name: "calle Mayor 3", "Av. 5 de Mayo", "Cra 45 # 12-30", "rua do Poço s/n"."""
    word = look.words[number]
    position = number + 1
    marked = strong
    if look.glued(number) and look.word(number - 1)[:1].isalnum():
        return number, 0.0
    if word in _ABBREVIATIONS:
        while look.word(position) in (".", "/", "°", "o") and look.glued(position) and position - number <= 3:
            if word == "av" and look.text[look.spans[number][0] : look.spans[number][1]] == "AV" and not look.shouted(number):
                return number, 0.0  # visual acuity at the end of a sentence
            marked = marked or look.word(position) in "./"
            position += 1
    if not look.joined(position) or (look.glued(position) and not marked):
        return number, 0.0
    if word == "po" and look.text[look.spans[number][1] - 1] in "oO" and look.word(number + 1) != "°":
        return number, 0.0
    if word in _SHORT and not marked and not look.capital(number) and not look.word(position).isdigit():
        return number, 0.0
    if word in ("c", "r", "ca") and not is_letter_type(look, number, position):
        return number, 0.0
    if not marked and (look.word(position) in _MEDICAL_BEHIND or look.word(position + 1) in _MEDICAL_BEHIND):
        return number, 0.0
    for _ in range(3):
        if look.word(position) in ("de", "del", "la", "las", "los", "el", "do", "da", "dos", "das", "d", "'", "a") and look.joined(position) and not (
            look.capital(position) and not look.flat(position)
        ):
            position += 1
    if position >= look.count or look.word(position) in ("no", "num", "nro"):
        return number, 0.0
    if look.word(position).isdigit():
        return numbered(look, reader, number, position, marked)
    value = lexicons.lookup(look.word(position))
    if len(look.word(position)) == 1 and look.capital(position) and strong and reader.number(position + 1) > position + 1:
        end, _ = reader.tail(position + 1)  # "Calle K no. 27"
        return end, 0.85
    if look.word(position + 1) == "-" and look.word(position + 2).isdigit() and len(look.word(position)) <= 3 and look.glued(position + 1):
        end, _ = reader.tail(position + 3)  # "Ctra. A-315 km 22", "Rua B-12"
        return end, 0.85
    if not strong and not marked and look.word(number - 1) in ("del", "de", "la") and number > 1 and look.joined(number):
        back = number - 2 - (look.word(number - 2) in ("de", "del"))
        if back >= 0 and look.words[back].isalpha() and look.capital(back) and not look.flat(number):
            return number, 0.0  # "Casa del Camino"
    if word in ("dg", "diag"):
        return number, 0.0  # a diagnosis
    if word in ("av", "c", "r", "ca") and look.word(number + 1) == "." and (
        look.word(position) in _SURGERY or lexicons.frequency(value, look.page.language) >= 6 and not numbered_ahead(look, position)
    ):
        return number, 0.0
    loose = (strong or marked) and (
        look.flat(position) or numbered_ahead(look, position) or value & NAME != 0 and lexicons.name_strength(value) >= 2
    )
    if look.word(position) in KEYWORDS and look.word(position + 1) in ("de", "del", "do", "da") and loose:
        position += 1  # "calle puerta de Hierro"
        position += look.word(position) in ("de", "del", "do", "da")
    stop = look.name(position, _NAME_ENDS if look.flat(position) else KEYWORDS | TYPES, loose=loose, most=6 if not look.flat(position) else 5)
    written = look.text[look.spans[position][0] : look.spans[stop - 1][1]] if stop > position else ""
    if not written or not strong and not marked and written.isupper() and len(written) <= 3 and not look.flat(position):
        return number, 0.0
    end, numbers = reader.tail(stop)
    if numbers or postcode_follows(look, end):
        if word == "cll" and look.shouted(number) and not numbers:
            return number, 0.0
        if word in ("c", "r", "ca") and not look.capital(position) and not _is_home(look, number, position, stop, numbers):
            return number, 0.0
        if word in _SHORT and not marked and look.flat(position) and not known(look, position, stop):
            return end, 0.6
        return end, 0.9 if marked or not look.flat(position) else 0.75
    if look.flat(position) or not look.capital(position):
        if not strong or end == stop and not known(look, position, stop):
            return number, 0.0
        return end, 0.6
    if strong or (marked and word not in ("c", "r", "p")):
        return end, 0.8
    if not marked and number and look.capital(number - 1) and look.words[number - 1][0].isalpha() and look.joined(number):
        return number, 0.0  # part of somebody's name
    if word in ("c", "r", "via") or not (end > stop or look.capital(number)):
        return number, 0.0
    return end, 0.65


def _is_home(look: Look, number: int, first: int, stop: int, numbers: int) -> bool:
    """Whether "c/ las armas 39 4 izq" in small letters is an address: "c/ fiebre 39" is not, for "c/" stands for "con" as well."""
    if look.word(number + 1) != "/" or any(lexicons.lookup(look.words[at]) & (MEDICINE | lexicons.KINSHIP) for at in range(first, stop)):
        return False
    return numbers > 1 or look.word(number - 1) in _HOME_BEFORE and look.joined(number)


def postcode_follows(look: Look, end: int) -> bool:
    """Whether ", 4200-072" or ", 28013 Madrid" stands behind."""
    at = end + (look.word(end) in (",", "-", "."))
    return len(look.word(at)) in (4, 5) and look.word(at).isdigit() and look.joined(at) and (
        look.word(at + 1) == "-" and look.word(at + 2).isdigit() or len(look.word(at)) == 5 and look.part(at + 1, False)
    )


def is_letter_type(look: Look, number: int, position: int) -> bool:
    """"C/ Mayor", "R. do Carmo": not "c/ 8 h", "c/ dolor", "C.I.", "R. Pérez"."""
    mark = look.word(number + 1)
    if mark not in ("/", ".") or (len(look.word(position)) == 1 and look.word(position + 1) == "."):
        return False
    if mark == "/":
        written = look.text[look.spans[position][0] : look.spans[position][1]]
        return look.words[number] in ("c", "r") and not (written.isupper() and len(written) <= 4 and not look.capital(number)) and (
            look.capital(number) or look.page.language == "es" and not written.isdigit()
        )
    before = look.word(number - 1)
    opens = "\n" in look.text[look.spans[number - 1][1] : look.spans[number][0]] if number else True
    if opens or before in _BEFORE:
        return True
    # Behind a plain word only with a house number: "domicilio nuevo C. Nube Alta 14".
    return before.isalpha() and not look.capital(number - 1) and not lexicons.lookup(before) & lexicons.TITLE and numbered_ahead(look, position)


def numbered_ahead(look: Look, position: int) -> bool:
    """Whether a house number comes after a few words in small letters: "calle juan escutia 22"."""
    for ahead in range(position, min(position + 5, look.count)):
        word = look.words[ahead]
        if not look.joined(ahead) or word in ".;:":
            return False
        if ahead > position and (word == "#" or (word.isdigit() and len(word) <= 4) or word in ("no", "num", "nro") or (word == "s" and look.word(ahead + 1) == "/")):
            return True
    return False


def known(look: Look, first: int, stop: int) -> bool:
    """Whether a name without capitals is made of words that are names or in no list."""
    for position in range(first, stop):
        value = lexicons.lookup(look.words[position])
        if value & NAME and lexicons.frequency(value, look.page.language) <= 4 or (value == 0 and len(look.words[position]) > 3):
            return True
    return False


def is_named(look: Look, first: int, stop: int) -> bool:
    """Whether a neighbourhood without capitals has a name, and no word of medicine in it."""
    values = [lexicons.lookup(word) for word in look.words[first:stop] if word.isalpha() and len(word) > 2]
    if any(value & (lexicons.MEDICAL | lexicons.DRUG) for value in values):
        return False
    return any(word.isdigit() for word in look.words[first:stop]) or any(not value or value & NAME for value in values)


def numbered(look: Look, reader: AddressReader, number: int, position: int, marked: bool) -> tuple[int, float]:
    """A street that is a number: "calle 51b con la 8", "Cra 9B # 12 sur 34", "Av. 5 de Mayo 120"."""
    if len(look.words[position]) > 3 or look.words[number] in ("pza", "plza", "prca") or look.words[number] in _NEED_CAPITAL and not look.capital(number):
        return number, 0.0
    if look.word(position + 1) in ("de", "do") and look.part(position + 2, True) and look.joined(position + 2):
        stop = position + 3
        date = True
    else:
        stop = reader._number_end(position + 1)
        date = False
    end, numbers = reader.tail(stop)
    single = stop == position + 1 or (stop == position + 2 and look.words[position + 1].isalpha())
    if not date and look.word(position + 1) in ("%", "/", ":", "+", "mg", "x", ",", ".") and look.glued(position + 1) and look.glued(position + 2):
        return number, 0.0
    if look.words[number] in ("c", "cl", "cr", "kr", "r", "retorno", "camino", "via", "ave") and not date:
        marks = look.words[position : end]
        if not ({"#", "no", "nro", "n", "num", "numero", "n°"} & set(marks) or marks.count("-") and numbers + (not single)):
            return number, 0.0
    if numbers or not single:
        return end, 0.92 if marked else 0.8
    if end > stop:
        return end, 0.8
    return (end, 0.7) if marked and (look.words[number] in ("calle", "carrera", "avenida", "rua", "cra", "cll", "av", "jiron", "pasaje", "psje") or date) else (number, 0.0)


def labelled(look: Look, reader: AddressReader, number: int) -> tuple[int, float]:
    """A neighbourhood with numbers behind it, or lots and blocks: "MZ 14 LT 9", "Urb. Los Pinos Mz. C Lt. 4"."""
    first = reader.unit(number)
    if first > number:
        end, numbers = reader.tail(first)
        units = numbers + 1
        return (end, 0.85) if units >= 2 else (end, 0.7) if look.words[number] == "chacra" or end > first and look.words[number] in ("mz", "mza", "manzana", "qd") else (number, 0.0)
    first = reader.quarter(number)
    if first == number:
        return number, 0.0
    if look.flat(number) and (look.words[number] in ("zona", "sector") or not is_named(look, number + 1, first)):
        return number, 0.0
    end, numbers = reader.tail(first, quarter=True)
    if numbers:
        return end, 0.85
    if end == first:
        return number, 0.0
    following = look.word(first + (look.word(first) == ","))
    if following in TYPES or following in ("s", "entre", "esquina", "km") or following == "zona" and look.word(first + 2) == "rural":
        return end, 0.7
    return (end, 0.65) if following in LANDMARKS | COLOURS or following in ("casa", "porton", "segunda", "ultima") else (number, 0.0)
