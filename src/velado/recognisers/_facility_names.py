"""How far the name of an institution runs behind the word for its kind: "Hospital General de Zona 5", "escuela Los Girasoles"."""

from __future__ import annotations

from velado import lexicons
from velado.recognisers._address_words import MONTHS
from velado.recognisers._capitals import Look, closed_class
from velado.recognisers._facility_words import GENERIC, SPECIALTY
from velado.recognisers._localities import AREA

__all__ = ["ADDRESS", "MEDICINE", "NAME", "NOT_NAMES", "SERVICES", "Found", "digits", "named"]

Found = tuple[int, int, str, float]  # first token, token behind, label, score

MEDICINE = lexicons.MEDICAL | lexicons.DRUG | lexicons.EPONYM | lexicons.MICROBE | lexicons.BRAND_DEVICE
NOT_NAMES = MEDICINE | lexicons.KINSHIP | lexicons.SEX_WORD | lexicons.TITLE | lexicons.DEMONYM
NAME = lexicons.FIRST_NAME | lexicons.SURNAME | lexicons.TOWN | lexicons.REGION
ADDRESS = frozenset("calle c/ av avda avenida ctra carretera paseo plaza rua tel telf cp cep servicio seccion km s/n fecha unidad departamento pso carrera travesia ronda edificio bifurcacion campus correo email".split())
_SAINTS = frozenset("san santa santo sao sta sto nuestra nossa ntra virgen sagrado sagrada st saint cristo divino divina".split())
_SHORT_HEADS = frozenset("hosp htal hptal clin lab esc univ inst prim sec fund farm h s c e i p u col jard".split())
_DOTTED = frozenset("dr dra sta sto gral prof sra sr cel cnel ma fco st mt nta ntra ing lic pdte pte gob sgto cap mons pe fr frei".split())
# Alone behind the head these are departments and services, not names.
SERVICES = frozenset(
    """dia dolor mama heridas urgencias medica medico sangre leche cirugia memoria padres vida noche tarde manana verano vacaciones clinicas analisis
    central clinico quirurgico urgencia familia externa externas cuidados intensivos recuperacion observacion pediatria fisioterapia campo""".split()
)
_TITLE_ENDS = frozenset("-,;:/|(").union({"–", "—", "·", "~", "servicio", "servico", "departamento", "nota", "hoja", "informe", "tel", "fecha", "exp"})

_LONGEST = 40  # tokens; no name is as long, and a line of nothing but such words must not be read once for each of them


def named(look: Look, head: int, at: int, label: str) -> Found | None:
    """A head and the proper name behind it. `at` is the token behind the head."""
    if look.word(at) == "." and look.glued(at):
        if look.words[at - 1] not in _SHORT_HEADS:
            return None  # the end of a sentence
        at += 1
    if look.word(at) == "u" and look.word(at + 1) == ".":
        at += 2
    if look.words[head] in ("clinica", "clinico") and not look.shouted(head) and head and (
        look.words[head - 1].isalpha() and look.joined(head) and look.capital(head - 1) and not look.opens_sentence(head - 1)
    ):
        return None  # "Nutrición Clínica"
    if look.words[head] in ("clinica", "clinico") and look.word(head - 1) in ("ficha", "historia", "nota", "hoja", "evolucion", "via", "psicologia"):
        return None
    if at >= look.count or not look.joined(at) or len(look.words[at]) == 1 and look.glued(at):
        return None
    if look.words[head] in ("primaria", "secundaria") and look.word(head - 1) not in ("la", "de", "en", "escuela"):
        return None
    before = lexicons.lookup(look.words[head - 1]) if head else 0
    if label == "INSTITUTION" and before & (lexicons.FIRST_NAME | lexicons.SURNAME) and lexicons.lookup(look.words[head]) & lexicons.SURNAME and (
        look.joined(head) and look.capital(head - 1) and not look.shouted(head)
    ):
        return None  # somebody's surname
    flat = look.flat(head)
    title = flat and _opens_line(look, head)
    if title and look.shouted(head):
        end = _title_end(look, at)
        if end > at:
            return head, end, label, 0.72
    position, proper, numbered, end = at, False, False, at
    parts = 0
    while position < min(look.count, at + _LONGEST) and parts < 9 and look.joined(position):
        word = look.words[position]
        if word == '"':
            closing = _closing_quote(look, position)
            if closing and (look.capital(position + 1) or look.words[position + 1].isdigit()):
                end, proper, position = closing, True, closing
                continue
            break
        if word in ("no", "n", "num", "nro", "#", "numero") and digits(look, position + 1):
            position = digits(look, position + 1)
            numbered, end = True, position
            continue
        if word.isdigit() and len(word) <= (6 if look.words[head] == "i" else 3) and look.word(position + 1) not in ("%", "/", ":", "dias", "h", "anos", "mg", "horas", "meses", "camas", "veces"):
            if look.word(position + 1).isdigit():
                break  # a telephone
            if look.word(position + 1) in ("de", "do") and (look.part(position + 2, False) or look.word(position + 2) in MONTHS):
                position += 3
                proper, end, parts = True, position, parts + 1
                continue
            numbered, position, end = True, position + 1, position + 1
            continue
        if word in ADDRESS and position > at or word in ("dr", "dra") and proper:
            break
        if len(word) == 1 and look.word(position + 1) in ("-", "/", "\\"):
            break  # "E-mail", "C/ Mayor"
        if proper and _is_town(look, position):
            break
        if word in ("i", "y", "e") and proper and look.part(position + 1, False) and not flat:
            position += 1
            continue
        if word == "d" and look.word(position + 1) == "'" and look.part(position + 2, False):
            position += 2
            continue
        if word == "el" and look.word(position + 1).isdigit() or word in ("no", "na") and look.page.language == "pt" and not digits(look, position + 1):
            break  # a date; "no" is "in the"
        if word in GENERIC and (not look.part(position, False) or flat):
            if not flat and not _leads_to_capital(look, position):
                break
            position += 1
            continue
        if not look.part(position, False) or flat and not _fits_flat(look, position, proper, title):
            if word in ("-", "&", "'") and proper and look.part(position + 1, False) and (word == "&" or look.glued(position) and look.glued(position + 1)):
                position += 1
                continue
            break
        written = look.text[look.spans[position][0] : look.spans[position][1]]
        weak = not flat and written.isupper() and (len(written) <= 3 or len(written) == 4 and label != "INSTITUTION")
        if not weak and word not in GENERIC and not (word in SERVICES and not proper) and not (not proper and lexicons.lookup(word) & MEDICINE and word not in _SAINTS):
            proper = True
        position += 1
        parts += 1
        end = position
        if look.word(position) == "." and (len(word) == 1 or word in _DOTTED) and look.joined(position + 1) and look.part(position + 1, False):
            position += 1  # "Dr.", "Gral.", "Sta."
    return _judge(look, head, at, end, label, proper, numbered)


def _is_town(look: Look, position: int) -> bool:
    """Whether a town stands right behind a finished name: "Hospital San Agustín Avilés"."""
    if look.words[position - 1] in GENERIC or look.words[position - 1] in _SAINTS or look.words[position - 1] in "-.'":
        return False
    length, value = lexicons.longest(look.words, position)
    if not value & AREA or length == 1 and (lexicons.first_name_strength(value) or lexicons.surname_strength(value) > 2):
        return False
    at_home = look.page.language in lexicons.town_regions(value)
    return (at_home and lexicons.town_size(value) >= 2 or bool(value & (lexicons.REGION | lexicons.COUNTRY))) and not look.part(position + length, False)


def _judge(look: Look, head: int, at: int, end: int, label: str, proper: bool, numbered: bool) -> Found | None:
    flat = look.flat(head)
    capital = look.capital(head) and not flat
    if end <= at:
        return None
    if proper:
        return head, end, label, 0.88 if capital else 0.72 if not flat else 0.7
    if numbered and look.words[head] in ("clinica", "escuela", "comisaria", "secundaria", "primaria", "hospital", "juzgado", "farmacia", "unidad", "colegio", "liceo", "jardin", "posta", "preparatoria", "prepa", "batallon", "bodega", "mercado", "penal", "consultorio", "ie", "i", "unidad"):
        return head, end, label, 0.75
    if look.words[head] == "clinica" and look.page.language == "pt":
        return None  # "Clínica Médica" is a ward
    # Nothing but general words, all with capitals: "Hospital General", "Hospital Clínico Universitario".
    if capital and look.capital(at) and all(look.capital(k) or look.words[k] in ("de", "del", "la", "y", "da", "do") for k in range(at, end) if look.words[k].isalpha()):
        return head, end, label, 0.62
    return None


def _leads_to_capital(look: Look, position: int) -> bool:
    """Whether general words in small letters lead on to the name: "hospital general de Soria"."""
    for ahead in range(position + 1, min(position + 5, look.count)):
        if not look.joined(ahead):
            return False
        if look.part(ahead, False) or look.words[ahead].isdigit() and look.words[ahead - 1] != "el" or look.words[ahead] in ('"', "#"):
            return True
        if look.words[ahead] not in GENERIC:
            return False
    return False


def _opens_line(look: Look, number: int) -> bool:
    """Whether a token begins a line, as the name of the place in the head of a form does."""
    start = look.spans[number][0]
    first = look.page.line_starts[look.page.line_of(start)]
    return start - first <= 40 and not look.text[first:start].strip(" -*|·")


def _title_end(look: Look, at: int) -> int:
    """The end of a name in capitals that fills its line up to a dash, comma or wide gap; `at` when nothing in it is a name."""
    end, named = at, False
    while end < look.count and end - at < 9 and (end == at or look.joined(end)) and look.words[end] not in _TITLE_ENDS:
        word = look.words[end]
        if word.isalpha() and len(word) > 2 and word not in GENERIC and word not in closed_class():
            value = lexicons.lookup(word)
            strange = value == 0 or value & NAME and lexicons.frequency(value, look.page.language) < 5
            named = named or bool(strange) and not value & MEDICINE and word not in SERVICES and not word.endswith(SPECIALTY)
        end += 1
    return end if named else at


def _fits_flat(look: Look, position: int, proper: bool, title: bool) -> bool:
    """Whether a word without a telling capital may be in the name."""
    word = look.words[position]
    if word in closed_class():
        return False
    if word in _SAINTS:
        return True
    value = lexicons.lookup(word)
    if value & NOT_NAMES and not value & NAME:
        return False
    if look.without_capitals and not title and not proper and (
        not value & NAME or lexicons.name_strength(value) < 2 and lexicons.town_size(value) < 1
    ):
        return False  # small letters: a slip of the pen looks like a name
    if value & NAME or value == 0 and len(word) > 3:
        return lexicons.frequency(value, look.page.language) <= (5 if proper else 4) and word not in SERVICES
    if title and not value & NOT_NAMES and word not in SERVICES and len(word) > 3:
        return lexicons.frequency(value, look.page.language) <= 5
    return proper and look.word(position - 1) in _SAINTS


def digits(look: Look, at: int) -> int:
    """The token behind a number such as "34", ". 34", "º 6"; 0 when there is none."""
    while look.word(at) in (".", "o", "°") and look.joined(at):
        at += 1
    return at + 1 if look.word(at).isdigit() and len(look.word(at)) <= 4 and look.joined(at) else 0


def _closing_quote(look: Look, at: int) -> int:
    for ahead in range(at + 2, min(at + 9, look.count)):
        if look.words[ahead] == '"':
            return ahead + 1
        if "\n" in look.text[look.spans[ahead - 1][1] : look.spans[ahead][0]]:
            return 0
    return 0
