"""Addresses without a word for street: roads and kilometres, distances, points of the compass, a name and a number."""

from __future__ import annotations

from collections.abc import Iterator

from velado import lexicons
from velado.languages import words
from velado.patterns import late_pattern
from velado.recognisers._address_words import ALONE, KEYWORDS, LANDMARKS, QUARTERS, UNITS
from velado.recognisers._addresses import AddressReader
from velado.recognisers._capitals import Look
from velado.recognisers._typed_streets import MEDICINE, NAME, postcode_follows

__all__ = ["METRES", "ROADS", "compass", "corner", "day_street", "directions", "kilometre", "road", "trim", "untyped", "without_number"]

ROADS = words("ruta rn rp br bi us rt route hwy highway n a m en ma mg mex mx troncal nacional autopista county cr interstate")
_BEFORE_ROAD_NUMBER = words("- . nacional provincial prov nac rd road estatal")
METRES = words("m mts mt metros metro varas cuadras cuadra")
_DIRECTIONS = words("norte sur este oeste sul leste noreste noroeste sureste suroeste abajo arriba n s e o")
_NAME_NUMBER = late_pattern(r"[A-ZÁÉÍÓÚÑ][a-zà-ÿ]{2,20},? (?:al |[Nn]\.?º ?)?(\d{1,5})(?![\d%/:°º]|[.,]\d|-\d{3})")
_NOT_STREETS = words(
    """casa sullivan pier cama sala box piso dr dra dres sr sra enf lic grado tipo fase dia control hb glasgow barthel braden norton apgar edad age bed ward room
    bay leito quarto enfermaria hospital clinica centro unidad seccion capitulo caso paciente tel cel ext folio exp expediente lote nota
    rancho escuela colegio mat matricula cedula crm mp interno extension turno turma modulo ala pabellon torre escala score indice test
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre janeiro fevereiro marco maio junho julho setembro
    outubro novembro dezembro january february march april may june july august september october november december
    lunes martes miercoles jueves viernes sabado domingo segunda terca quarta quinta sexta vitamina factor omega semana visita
    hgz hgr umf cs csf caps ubs usf upa cis clase nivel estadio total tiene toma peso talla puntaje pontuacao"""
)


def road(look: Look, reader: AddressReader, number: int) -> tuple[int, int, float]:
    """A road by its number, with a kilometre: "BR-381 km 493", "ruta 14", "N-999, km 12"."""
    word = look.words[number]
    position = number + 1
    if not look.word(position).isdigit() and look.word(position) not in _BEFORE_ROAD_NUMBER:
        return number, number, 0.0
    if look.word(position) in ("-", ".") and look.glued(position):
        position += 1
    elif look.word(position) in ("nacional", "provincial", "prov", "nac", "rd", "road", "estatal") and look.joined(position):
        position += 1
        if look.word(position) == ".":
            position += 1
    if not (look.word(position).isdigit() and len(look.word(position)) <= 4 and (look.joined(position))):
        return number, number, 0.0
    stop = position + 1
    end, _ = reader.tail(stop)
    has_kilometre = any(look.words[k] in ("km", "kilometro") for k in range(stop, min(end, stop + 3)))
    if has_kilometre:
        return number, end, 0.9
    if word in ("br", "ma") and look.word(number + 1) == "-" and len(look.word(position)) >= 2 and not look.glued(stop):
        return number, end, 0.75
    if look.word(number + 1) == "-" and look.capital(number) and look.word(number - 1) in ("la", "na", "on", "the") and look.word(number - 2) in ("en", "por", "na", "on"):
        return number, end, 0.6
    if word in ("ruta", "route", "hwy", "highway", "troncal", "county", "interstate") and look.word(stop) not in ("a", "de", "mg"):
        led = look.word(number - 1) in ("on", "off", "por", "en", "na", "em") or look.word(number - 2) in ("en", "por", "on", "off")
        return number, end, 0.65 if end > stop or led else 0.0
    return number, number, 0.0


def kilometre(look: Look, reader: AddressReader, number: int) -> tuple[int, float]:
    """"km 12" with a road behind it: "km 14 a Carahue", "km 3 camino a Villaverde", "Km 7.5 Carretera al Norte"."""
    stop = reader.unit(number)
    if stop == number:
        return number, 0.0
    end, _ = reader.tail(stop)
    position = stop
    if look.part(position, False) and look.joined(position) and not look.flat(position):
        end, _ = reader.tail(look.name(position, KEYWORDS, most=3))
        return end, 0.75
    if look.word(position) in ("de", "a", "via", "camino", "carretera", "ruta", "da", "do", "autopista", "estrada", "rodovia") and look.joined(position):
        while look.word(position) in ("de", "del", "a", "al", "la", "el", "via", "camino", "carretera", "ruta", "da", "do", "autopista", "estrada", "rodovia") and position < stop + 5:
            position += 1
        named = look.name(position, KEYWORDS, most=4)
        if named > position:
            end, _ = reader.tail(named)
            return end, 0.85
    return end, 0.7


def without_number(look: Look, reader: AddressReader, number: int, floor: int) -> tuple[int, int, float]:
    """"Hermanas Alba, s/n" and "Apartado de Correos 55": addresses without a street's type."""
    if look.words[number] != "s":
        at = number + 1
        while look.word(at) in (".", "de", "correos", "postal", "no", ":", "aereo") and at < number + 5:
            at += 1
        return (number, at + 1, 0.85) if look.word(at).isdigit() and at > number + 1 else (number, number, 0.0)
    stop = reader.number(number)
    if stop == number or look.page.language == "en" or look.word(stop)[:1].isalnum() and look.capital(stop) and look.glued(stop + 1):
        return number, number, 0.0  # a serial number
    name_end = number - (look.word(number - 1) == ",")
    first = look.name_before(name_end, floor, _NOT_STREETS | {"servicio", "departamento", "hospital", "facultad"}, most=3)
    if first == name_end or look.shouted(number) or any(lexicons.lookup(look.words[k]) & MEDICINE for k in range(first, name_end)):
        return number, number, 0.0
    end, _ = reader.tail(stop)
    return first, end, 0.8


def compass(look: Look, reader: AddressReader, number: int, floor: int) -> tuple[int, int, float]:
    """Streets and ways by the points of the compass: "23 Sur 1104-B", "Sur 3 núm. 21", "200 sur del bar"."""
    if look.capital(number) and not look.flat(number) and look.word(number + 1).isdigit() and look.word(number + 2) in ("no", "num", "#", "nro"):
        stop = reader.number(number + 2)
        if stop > number + 2:
            return number, reader.tail(stop)[0], 0.85
    if number - 1 >= floor and len(look.words[number - 1]) in (2, 3) and look.words[number - 1].isdigit() and look.joined(number) and (
        look.word(number + 1) in ("del", "de") or look.word(number + 1) == "y" and look.word(number + 2).isdigit()
    ):
        return directions(look, reader, number, compass_first=True)
    if look.words[number] in ("este", "oeste"):
        return number, number, 0.0
    if number - 1 < floor or not look.words[number - 1].isdigit() or not look.joined(number) or len(look.words[number - 1]) > 3:
        return number, number, 0.0
    stop = reader.number(number + 1)
    if stop == number + 1 or look.words[number + 1].isdigit() and len(look.words[number + 1]) < 2:
        return number, number, 0.0
    end, _ = reader.tail(stop)
    return number - 1, end, 0.85


def corner(look: Look, reader: AddressReader, number: int, floor: int) -> tuple[int, int, float]:
    """Two streets that meet: "Naranjos esq. Limonar", "Olivos casi con Laurel"."""
    first = look.name_before(number, floor, _NOT_STREETS, most=4)
    stop = reader.crossing(number)
    written = look.text[look.spans[first][0] : look.spans[number - 1][1]] if first < number else ""
    if stop == number or not written or written.isupper() and len(written) <= 4 or look.shouted(number):
        return number, number, 0.0
    return first, reader.tail(stop)[0], 0.75


def directions(look: Look, reader: AddressReader, number: int, *, compass_first: bool = False) -> tuple[int, int, float]:
    """Distances from a landmark: "de la iglesia 200 m al sur", "75 metros norte del parque"."""
    if not (number and look.words[number - 1].isdigit() and len(look.words[number - 1]) <= 4 and look.joined(number)):
        return number, number, 0.0
    position = number + (not compass_first)
    if look.word(position) in (".", "al", "a") and not compass_first:
        position += 1
    if look.word(position) == "al":
        position += 1
    direction = look.word(position)
    if direction not in _DIRECTIONS or (len(direction) == 1 and not look.capital(position)) or direction in ("abajo", "arriba"):
        return number, number, 0.0
    start, end = number - 1, position + 1
    if look.word(end) in ("y", ",") and look.word(end + 1).isdigit() and (look.word(end + 2) in METRES or look.word(end + 2) in _DIRECTIONS):
        end += 3
        while look.word(end) in ("al", "a", ".") or look.word(end) in _DIRECTIONS:
            end += 1
    if look.word(end) in ("de", "del", "do", "da"):
        reached = reader.landmark(end - 1, most=9) if look.words[end - 1] in LANDMARKS else end
        ahead = end
        while ahead < look.count and ahead - end < 7 and look.joined(ahead) and look.words[ahead] not in (",", ".", ";", "(", ")", ":", "y", "que"):
            ahead += 1
        end = max(reached, ahead)
    back = start
    for behind in range(start - 1, max(-1, start - 9), -1):
        if not look.joined(behind + 1) or look.words[behind] in (".", ";", ":", "("):
            break
        if look.words[behind] in ("de", "del", "do", "da") and behind + 1 < start:
            back = behind
    return back, end, 0.8


def untyped(look: Look, reader: AddressReader) -> Iterator[tuple[int, int, float]]:
    """A name with a house number and no word for street: "Los Sauces 120, of. 4", "Los Sauces al 1200"."""
    done = 0
    for match in _NAME_NUMBER.finditer(look.text):
        number = look.page.token_at(match.start(1))
        if number < done or look.words[number - 1] in _NOT_STREETS:
            continue
        name_end = number
        while look.words[name_end - 1] in ("al", "no", ",", ".", "o", "n") and name_end > number - 4:
            name_end -= 1
        comma = look.words[name_end] == ","
        first = look.name_before(name_end, done, _NOT_STREETS, most=4)
        if first == name_end or look.shouted(number):
            continue
        values = [lexicons.lookup(look.words[k]) for k in range(first, name_end) if look.words[k][0].isalpha()]
        if any(value & MEDICINE for value in values) or any(k in _NOT_STREETS for k in look.words[first:name_end]):
            continue
        stop = reader.number(name_end + comma)
        if stop == name_end + comma:
            continue
        digits = look.words[number]
        postcode = postcode_follows(look, stop)
        if look.word(number + 1).isdigit() and not postcode or look.word(number + 1) == "-" and look.word(number + 2).isdigit():
            continue  # a telephone
        end, _ = reader.tail(stop, counted=1)
        known = any(value & NAME for value in values)
        before = look.word(first - 1)
        labelled = end > stop and (look.word(stop) in UNITS or look.word(stop + 1) in UNITS | QUARTERS or look.word(stop) in ALONE or reader.floor(stop + (look.word(stop) == ",")) > stop + 1)
        year = len(digits) == 4 and digits[:2] in ("19", "20") and not labelled
        if comma and not postcode:
            continue
        pointed = end > stop and look.word(stop) == "," and (look.word(stop + 1) in LANDMARKS or look.word(stop + 1) in ("a", "block", "dp"))
        if name_end < number - comma and known or postcode and not year:
            score = 0.75
        elif (labelled or pointed) and known:
            score = 0.7
        elif look.page.language == "en" or year or not known or len(digits) < 2 or any(lexicons.first_name_strength(value) >= 2 for value in values[:1]) and len(values) == 1:
            continue
        elif before in ("en", "em", "na", "no") and look.word(stop) in (",", ".", ";", ")", ""):
            score = 0.6
        elif len(digits) >= 3 and (len(values) >= 2 or before in (",", "de", "(", ":", "–", "-")):
            score = 0.55
        elif before in (",", "(") and look.word(stop) in (",", ".", ")", "") and any(lexicons.surname_strength(value) for value in values):
            score = 0.52
        else:
            continue
        done = end
        yield first, trim(look, first, end), score


def trim(look: Look, start: int, end: int) -> int:
    while end > start + 1 and look.words[end - 1] in (",", "-", "(", ".", "y", "e", "la", "el", "de", "a") and not (
        look.words[end - 1].isalpha() and (look.glued(end - 1) or look.capital(end - 1))
    ):
        end -= 1
    return end


def day_street(look: Look, reader: AddressReader, number: int) -> tuple[int, int, float]:
    """A street named after a day, with a house number that is no year: "9 de Abril 33-C"."""
    at = number + 1
    if not (look.words[number - 2 : number] and look.words[number - 1] == "de" and look.words[number - 2].isdigit() and look.word(at).isdigit()):
        return number, number, 0.0
    digits = look.words[at]
    if not look.joined(at) or len(digits) > 4 or len(digits) == 4 and digits[:2] in ("18", "19", "20") or len(digits) < 2 or not look.capital(number):
        return number, number, 0.0
    stop = reader.number(at)
    return (number - 2, reader.tail(stop, counted=1)[0], 0.7) if stop > at else (number, number, 0.0)
