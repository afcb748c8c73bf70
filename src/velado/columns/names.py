"""What a column, or the key of a record, holds by its name: "nombre_paciente", "birthDate", "Nº de prontuário"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import pairwise

from velado.headings import FULL as _FULL
from velado.headings import JOINTS as _JOINTS
from velado.headings import KIN as _KIN
from velado.headings import NAME as _NAME
from velado.headings import PERSON as _PERSON
from velado.headings import STAFF as _STAFF
from velado.labels import NAMES
from velado.tokens import fold, word_set

__all__ = [
    "DATE_LIKE", "FIELD_WORDS", "NOTHING", "Meaning", "birth_date_of", "fits", "is_date", "is_header", "is_plain_name", "joined_words", "language_of", "language_of_prose", "meaning_of", "name_of_path", "shape_of",
    "spaced", "words_of",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Meaning:
    """The label of what stands there ("" when the name tells nothing), and whether it is a date of birth or a place in figures."""

    label: str = ""
    birth: bool = False
    point: int = 0  # on the map, in figures: of so many decimals at least


NOTHING = Meaning()


_NUMBER = word_set("numero num nro nr number no n nos nb id ids identificador identifier codigo code cod clave key folio matricula")
_HOSPITALS, _ENGLISH_NUMBER = word_set("hospital hosp chart"), word_set("number no")  # "hospital number", but not "codigo hospital"
_PHONE_PLACE = word_set("fijo casa trabajo contacto contato contact home work emergencia emergency residencial fixo otro outro other")
_BIRTH = word_set("nacimiento nac nasc nascimento birth dob fn fnac fdn birthdate birthday fecnac dtnasc datanasc nacido born yob")
_DATE = word_set("fecha fec fch f data dt date day dia ano anio year")
_POINT = word_set("lat lon lng latitude longitude latitud longitud coordenadas coordinates coords gps geo geolocation geolocalizacion")

# Each: label, words of which one must be there, words that may stand beside them. The first that fits is taken.
_RULES: tuple[tuple[str, frozenset[str], frozenset[str]], ...] = (
    ("STAFF_NAME", _STAFF, _STAFF | _NAME | _FULL | _JOINTS),
    ("RELATIVE_NAME", _KIN, _KIN | _NAME | _FULL | _JOINTS | _PERSON),
    ("PATIENT_NAME", _NAME | _PERSON, _NAME | _FULL | _JOINTS | _PERSON),
    ("LICENCE_ID", word_set("colegiado crm npi licence license"), _NUMBER | _JOINTS | _STAFF),
    ("LICENCE_ID", word_set("profesional"), word_set("cedula profesional") | _NUMBER | _JOINTS),
    ("INSURANCE_ID", word_set("nss poliza apolice afiliacion afiliado seguro insurance policy carteirinha convenio seguridad"),
     word_set("nss poliza apolice afiliacion afiliado seguro insurance policy carteirinha convenio seguridad social") | _NUMBER | _JOINTS),
    ("EPISODE_ID", word_set("episodio episode encounter atendimento admision admission internamento folio"),
     word_set("episodio episode encounter atendimento admision admission internamento folio") | _NUMBER | _JOINTS),
    ("PATIENT_ID", word_set(
        "nhc mrn expediente prontuario pront processo ficha historia hc dni nie nif curp cpf rg cns rut run cedula pasaporte passport passaporte ssn "
        "nhs cip rfc nuhsa cuil documento doc sns sus tarjeta cartao record ine"),
     word_set(
        "nhc mrn expediente prontuario pront processo ficha historia hc dni nie nif curp cpf rg cns rut run cedula pasaporte passport passaporte ssn "
        "nhs cip rfc nuhsa cuil documento doc sns sus tarjeta cartao record ine clinica clinico clinical medical identidad "
        "identidade identity ciudadania national nacional sanitaria saude health tipo") | _NUMBER | _JOINTS | _PERSON),
    ("PATIENT_ID", _PERSON, _PERSON | _NUMBER | _JOINTS),
    ("EMAIL", word_set("email emails mail correo correos"), word_set("e email emails mail correo correos electronico eletronico") | _JOINTS | _PERSON | _PHONE_PLACE),
    ("FAX", word_set("fax"), word_set("fax") | _NUMBER | _JOINTS),
    ("PHONE", word_set("telefono telefonos tel telf tf tfno tlf telefone telefones phone phones telephone mobile movil celular cel whatsapp cell telemovel"),
     word_set("telefono telefonos tel telf tf tfno tlf telefone telefones phone phones telephone mobile movil celular cel whatsapp cell telemovel")
     | _NUMBER | _JOINTS | _PERSON | _PHONE_PLACE | _KIN),
    ("STREET", _POINT, _POINT | word_set("home casa domicilio address posicion position point punto") | _JOINTS | _PERSON),
    ("STREET", word_set("direccion domicilio address addr endereco calle rua street morada logradouro"),
     word_set("direccion domicilio address addr endereco calle rua street morada logradouro line linea residencia residence home casa "
          "postal completa complemento numero") | _JOINTS | _PERSON),
    ("PLACE", word_set("municipio ciudad city cidade localidad localidade colonia bairro barrio cp cep zip zipcode postcode postal provincia "
                   "town county freguesia lugar"),
     word_set("municipio ciudad city cidade localidad localidade colonia bairro barrio cp cep zip zipcode postcode codigo code postal "
          "provincia town county freguesia lugar residencia residence origen") | _BIRTH | _JOINTS | _PERSON),
    ("COUNTRY", word_set("pais country"), word_set("pais country residencia residence origen") | _BIRTH | _JOINTS),
    ("AGE", word_set("edad idade age"), word_set("edad idade age anos years meses months ingreso") | _JOINTS | _PERSON),
    ("SEX", word_set("sexo genero sex gender"), word_set("sexo genero sex gender biologico") | _JOINTS | _PERSON),
    ("PROFESSION", word_set("ocupacion profesion profissao ocupacao occupation profession oficio"),
     word_set("ocupacion profesion profissao ocupacao occupation profession oficio") | _JOINTS | _PERSON),
)  # fmt: skip
_NAMELESS = {"STAFF_NAME", "RELATIVE_NAME"}  # "medico" and "madre" alone may hold anything; with "nombre" they hold a name

# Every word that a rule knows: none of them is somebody's name.
FIELD_WORDS = frozenset().union(_BIRTH, _DATE, _NUMBER, _FULL, _STAFF, _KIN, *(allowed for _, _, allowed in _RULES)) - _JOINTS

_CAMEL = re.compile(r"(?<=[a-záéíóúñ0-9])(?=[A-ZÁÉÍÓÚÑ])")
_WORD = re.compile(r"[^\W_]+")
_PLAIN = re.compile(r"[^\W\d][\w.\-]{0,47}")


@lru_cache(maxsize=4096)
def words_of(name: str) -> tuple[str, ...]:
    """The folded words of a name, however they are joined.

    >>> words_of("fechaNacimiento"), words_of("NOMBRE_PACIENTE"), words_of("Nº de Historia")
    (('fecha', 'nacimiento'), ('nombre', 'paciente'), ('no', 'de', 'historia'))
    """
    return tuple(_WORD.findall(fold(_CAMEL.sub(" ", name[:200]))))


def joined_words(name: str) -> frozenset[str]:
    """The words of a name, and each two neighbours as one: "MedDRA" and "CIE_10" are one word each.

    >>> sorted(joined_words("MedDRA code"))
    ['code', 'dra', 'dracode', 'med', 'meddra']
    """
    words = words_of(name)
    return frozenset((*words, *map("".join, pairwise(words))))


def spaced(name: str) -> tuple[str, list[int]]:
    """A name with blanks between its words, and the place of each character in it and of its end.

    Capitals throughout say nothing of a column's name, where they would make a word somebody's in a note.

    >>> spaced("AnaGil"), spaced("a_b")[0], spaced("ANA_GIL")[0]
    (('Ana Gil', [0, 1, 2, 3, 3, 4, 5, 6]), 'a b', 'Ana Gil')
    """
    joints = {match.start() for match in _CAMEL.finditer(name)}
    pieces: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(name):
        for piece in (" ", sign) if place in joints else (sign,):
            pieces.append(" " if piece == "_" else piece)
            places.append(place)
    text = "".join(pieces)
    titled = text.title() if name.isupper() else text
    return titled if len(titled) == len(text) else text, [*places, len(name)]


@lru_cache(maxsize=4096)
def meaning_of(name: str) -> Meaning:
    """What a column of this name holds. Every word must fit: "nombre_medicamento" is nobody's name.

    >>> meaning_of("NOMBRE_PACIENTE").label, meaning_of("last name").label, meaning_of("Nº de Historia Clínica").label
    ('PATIENT_NAME', 'PATIENT_NAME', 'PATIENT_ID')
    >>> meaning_of("dt_nasc").birth, meaning_of("nombre_medicamento").label, meaning_of("peso_nacimiento").label
    (True, '', '')
    """
    words = frozenset(words_of(name))
    if not words or len(words) > 8:
        return NOTHING
    if words & _BIRTH and words <= _BIRTH | _DATE | _JOINTS | _PERSON:
        return Meaning("DATE", True)
    if words & _HOSPITALS and words & _ENGLISH_NUMBER and words <= _HOSPITALS | _ENGLISH_NUMBER | _JOINTS:
        return Meaning("PATIENT_ID")
    for label, wanted, allowed in _RULES:
        if words & wanted and words <= allowed and not (label in _NAMELESS and not words & _NAME):
            return Meaning(label, point=(3 if "longitud" in words else 1) if wanted is _POINT else 0)
    ordered = words_of(name)
    if ordered[0] in _DATE - {"f"} or ordered[-1] in ("fecha", "date", "data"):
        return Meaning("DATE")
    return NOTHING


def name_of_path(path: Sequence[str]) -> str:
    """The name that the keys leading to a value give it: the last one, with the one before it where it says "number" and no more.

    >>> name_of_path(("paciente", "nombre")), name_of_path(("paciente", "id")), name_of_path(("id",)), name_of_path(())
    ('nombre', 'paciente_id', 'id', '')
    """
    if not path:
        return ""
    words = words_of(path[-1])
    return f"{path[-2]}_{path[-1]}" if len(path) > 1 and words and _NUMBER.issuperset(words) else path[-1]


def is_plain_name(name: str) -> bool:
    """Whether a column's name is one word or several joined ones, as programs write them, without a long number.

    >>> is_plain_name("fecha_nac"), is_plain_name("Juan Pérez"), is_plain_name("nhc4455667")
    (True, False, False)
    """
    return _PLAIN.fullmatch(name) is not None and not re.search(r"\d{5}", name)


# Words that tell a row of column names from a row of data, and one language from another.
_HEADER_WORDS = {
    "es": word_set("nota notas texto informe evolucion comentario comentarios observaciones diagnostico servicio fecha codigo motivo "
               "tratamiento resultado valor tipo descripcion unidad sexo edad nombre apellidos nacimiento telefono direccion correo"),
    "pt": word_set("nota notas texto laudo relatorio evolucao comentario observacao observacoes diagnostico servico data codigo motivo "
               "tratamento resultado valor tipo descricao unidade sexo idade nome sobrenome nascimento telefone endereco prontuario"),
    "en": word_set("note notes text report comment comments remarks diagnosis service date code reason treatment result value type "
               "description unit sex age name surname birth phone address record narrative history category visit encounter id key"),
}  # fmt: skip
_ANY_HEADER_WORD = frozenset().union(*_HEADER_WORDS.values()) | word_set("col column columna coluna field campo row fila linha id nhc mrn index")


def is_header(names: Sequence[str]) -> bool:
    """Whether a first row names columns: one of its cells at least says so, and none is a long number or a long text.

    >>> is_header(["id", "nota_clinica"]), is_header(["Ana Gil", "612345678"]), is_header(["17", "Acude por tos"])
    (True, False, False)
    """
    if any(len(name) > 80 or re.search(r"\d{5}|@", name) for name in names):
        return False
    told = [name for name in names if meaning_of(name).label or set(words_of(re.sub(r"\d+$", "", name))) & _ANY_HEADER_WORD]
    return any(len(words_of(name)) <= 5 for name in told)


def language_of(names: Iterable[str]) -> str:
    """The language of a table's column names; "" when they do not tell.

    >>> language_of(["nome", "dt_nasc", "laudo"]), language_of(["nombre", "nacimiento"]), language_of(["NHC", "C7"])
    ('pt', 'es', '')
    """
    words = {word for name in names for word in words_of(name)}
    counts = {code: len(words & known) for code, known in _HEADER_WORDS.items()}
    best = max(counts, key=lambda code: counts[code])
    return best if list(counts.values()).count(counts[best]) == 1 else ""


# Small words that one of the languages alone has, and nearly every note.
_SMALL_WORDS = {
    "es": word_set("el los las del con sin y una por refiere al se paciente que su le muy sus fue desde hace"),
    "pt": word_set("o os com sem e uma ao da do das dos em nao na no refere paciente que foi ha seu sua muito"),
    "en": word_set("the with without and of was is to a for in he she his her no patient has had who from on"),
}


def language_of_prose(texts: Iterable[str]) -> str:
    """The language of running text; "" when there is too little of it to tell. A hint for values, no more.

    >>> language_of_prose(["Paciente que refiere dolor desde hace dos días, sin fiebre"]), language_of_prose(["Urgencias"])
    ('es', '')
    """
    words = [word for text in texts for word in _WORD.findall(fold(text[:2000]))]
    counts = sorted(((sum(word in known for word in words), code) for code, known in _SMALL_WORDS.items()), reverse=True)
    return counts[0][1] if counts[0][0] >= 4 and counts[0][0] > 1.3 * counts[1][0] else ""


_SIGNS = re.compile(r"\d")
DATE_LIKE = re.compile(
    r"(?:(?:19|20)\d{2}|\d{4}[-/.]\d{1,2}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{8}|\d{1,2}[- ][A-Za-z]{3,10}\.?[- ]\d{2,4})"
    r"(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)? ?(?:Z|[+-]\d{2}:?\d{2}|[AaPp]\.?[Mm]\.?)?"
)
# Degrees with decimals or signs. "Longitud" is a length too: 50 or 3.5 is no place.
_DEGREES = r"(?:[+-]?\d{1,3}(?:[.,]\d{%d,16}|(?:[.,]\d{1,2})? ?[°º][^,;]{0,20})|-\d{1,3}(?:[.,]\d{1,16})?)(?: ?[NSEWO])?"
_POINTS = {
    least: re.compile(rf"{_DEGREES % least}(?:[ ,;/]{{1,3}}{_DEGREES % least})?|POINT ?\([^()]{{1,60}}\)|geo:.{{1,60}}", re.IGNORECASE) for least in (1, 3)
}
_WIDEST = {"STREET": 200, "PLACE": 100, "COUNTRY": 60, "PROFESSION": 80, "AGE": 20, "SEX": 20, "EMAIL": 200}


def fits(meaning: Meaning, value: str) -> str:
    """The label of a value in a column of this meaning; "" when the value is something else and has to be read.

    >>> fits(meaning_of("paciente"), "100234"), fits(meaning_of("nombre"), "Ana Gil"), fits(meaning_of("historia"), "Niega alergias")
    ('PATIENT_ID', 'PATIENT_NAME', '')
    """
    label, value = meaning.label, value.strip()
    if not label or not value or len(value) > _WIDEST.get(label, 80) or "\n" in value:
        return ""
    if meaning.point:
        return label if _POINTS[meaning.point].fullmatch(value) else ""
    digits = len(_SIGNS.findall(value))
    if label in NAMES:
        if digits > 1:  # "paciente" may hold a number as well as a name
            return "PATIENT_ID" if label == "PATIENT_NAME" else "OTHER_ID"
        return label if len(value.split()) <= 8 else ""
    if label == "DATE":
        return label if DATE_LIKE.fullmatch(value) or (meaning.birth and digits) else ""
    if label in ("PHONE", "FAX"):
        return label if digits >= 5 else ""
    if label == "EMAIL":
        return label if "@" in value else ""
    if label == "AGE":
        return label if digits else ""
    if label == "SEX":  # 1 and 2 are, 245 is not
        return label if digits <= 1 else ""
    if label.endswith("_ID"):  # "historia" and "documento" may hold prose
        return label if digits and len(value.split()) <= 4 else ""
    return label


def shape_of(value: str) -> str:
    """The label of a value that is known to identify somebody, by its looks alone.

    >>> shape_of("ana@example.org"), shape_of("3/4/1961"), shape_of("AB-55821"), shape_of("Ana Gil")
    ('EMAIL', 'DATE', 'PATIENT_ID', 'PATIENT_NAME')
    """
    value = value.strip()
    if "@" in value:
        return "EMAIL"
    if DATE_LIKE.fullmatch(value):
        return "DATE"
    return "PATIENT_ID" if len(_SIGNS.findall(value)) > 1 else "PATIENT_NAME"


_SHORT_YEAR = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.]\d{2}(?!\d)")
_MONTH = re.compile(r"(\d{4})([-/.])(\d{1,2})")
_IN_FIGURES = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
_FIGURES = re.compile(r"(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})(?!\d)|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)")


def is_date(value: str) -> bool:
    """Whether a value is a day or month of the calendar, with or without a time. Years alone and figures with decimals are numbers.

    >>> [is_date(value) for value in ("1961-04-03", "3/4/61", "19610403", "12-mar-2021", "2021-03-12T10:20:00Z")]
    [True, True, True, True, True]
    >>> [is_date(value) for value in ("1961", "45510213", "45/13/2021", "07-02-001", "12,5", "hoy")]
    [False, False, False, False, False, False]
    >>> [is_date(value) for value in ("2021-03", "2421.92", "2021.03", "3096/26")]
    [True, False, False, False]
    """
    if len(value) < 6 or DATE_LIKE.fullmatch(value) is None:
        return False
    month = _MONTH.fullmatch(value)
    if month is not None:
        return month[2] != "." and 1850 <= int(month[1]) <= 2150 and 1 <= int(month[3]) <= 12
    if value[:8].isdecimal():
        return 1850 <= int(value[:4]) <= 2150 and birth_date_of(value[:8]) is not None
    short = _SHORT_YEAR.match(value)
    if short is not None:
        return 1 <= min(int(short[1]), int(short[2])) <= 12 and 1 <= max(int(short[1]), int(short[2])) <= 31
    return _IN_FIGURES.match(value) is None or birth_date_of(value) is not None


def birth_date_of(value: str) -> date | None:
    """A date in figures, the year first or last, the day before the month unless it cannot be; None when it is none.

    >>> birth_date_of("1961-04-03"), birth_date_of("03/04/1961 00:00"), birth_date_of("04/23/1961"), birth_date_of("ayer")
    (datetime.date(1961, 4, 3), datetime.date(1961, 4, 3), datetime.date(1961, 4, 23), None)
    """
    match = _FIGURES.match(value.strip())
    if match is None:
        return None
    year, month, day = map(int, match.groups()[:3] if match[1] else reversed(match.groups()[3:]))
    if month > 12 and not match[1]:
        month, day = day, month
    try:
        return date(year, month, day)
    except ValueError:
        return None
