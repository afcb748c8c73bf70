"""Where somebody lives, when no other word opens the address: "vive en Laurel 55", "sleeps under the bridge"."""

from __future__ import annotations

from velado import lexicons
from velado.languages import words
from velado.recognisers._address_words import ALONE, COLOURS, KEYWORDS, LANDMARKS, QUARTERS, UNITS
from velado.recognisers._addresses import AddressReader
from velado.recognisers._capitals import Look
from velado.recognisers._english_streets import SUFFIXES
from velado.recognisers._localities import AREA
from velado.recognisers._typed_streets import TYPES

__all__ = ["LIVES", "home", "landmark_alone"]

LIVES = words(
    """vive viven vivia vivian vivo vivimos reside residen residia residente residentes domiciliado domiciliada domicilio direccion dir dom
    mora moram moramos morava moro morador moradora residencia morada endereco end lives living live resides residing stays staying duerme dorme
    pernocta aloja alojado alojada hospeda hospedada hospedado renta alquila habita mudo mudou moved address addr domiciliados casa
    domic domicil resid residenciado residenciada"""
)
_INTO = words("en na no em at in por on : . ao agora ahora fica queda esta que de nos nas entre al a la el , sola solo sozinha sozinho con com una un casa")
# Spots of a neighbourhood that serve as an address when somebody lives there.
_SPOTS = words(
    """puente plaza parque mercado iglesia capilla escuela cancha estacion terminal viaducto solar terreno parking playa rio cementerio panteon
    gasolinera molino tanque pozo arroyo barranco cerro muelle puerto galpon almacen recova alameda ponte viaduto praca feira acude poco
    cemiterio igreja escola rodoviaria porteira morro barragem praia mercadao tienda ferreteria panaderia farmacia bodega pulperia cantina
    bridge church school mill store shop market station park beach camp river creek dump gate pub chippy garage vereda recinto ferial
    bungalows tower towers turnoff ramp motel hostel campground"""
)
_STOPS = words(", . ; : ( ) y que desde con hace e com and who since porque pero mas but")


def home(look: Look, reader: AddressReader, number: int) -> tuple[int, int, float]:
    """What follows "vive en", "mora na", "lives at" when it looks like an address and no other anchor opens it."""
    position, steps, led = number + 1, 0, False
    while look.word(position) in _INTO and look.joined(position) and steps < 6:
        led = led or look.word(position) in ("en", "na", "no", "em", "at", "in", "por", "on", ":", "entre", "a")
        position += 1
        steps += 1
    if not led and look.word(position) in LANDMARKS and look.joined(position):
        led = look.word(position + 1) in ("de", "del", "da", "do", "a", "al", "la", "the", "ao")
    if not led or position >= look.count or not look.joined(position):
        return number, number, 0.0
    word = look.words[position]
    if look.page.language == "en" and word in UNITS and any(look.word(k) in SUFFIXES for k in range(position + 2, position + 8)):
        return number, number, 0.0  # "Flat 2, 15 Elmfield Road": the kind of street will lead here
    if word in TYPES and look.word(position + 1) != ",":
        return number, number, 0.0
    if word in LANDMARKS or word in UNITS or word in QUARTERS:
        stop = reader.unit(position)
        if stop == position:
            stop = reader.landmark(position)
        if stop > position:
            end, _ = reader.tail(stop)
            return position, end, 0.7
        stop = reader.quarter(position)
        end, numbers = reader.tail(stop)
        if stop > position and end > stop and (numbers or look.word(stop + 1) in LANDMARKS):
            return position, end, 0.75
        if word not in _SPOTS:
            return number, number, 0.0
    if not look.capital(position) and look.words[number] != "casa":
        return spot(look, reader, number, position)
    stop = look.name(position, KEYWORDS, most=5)
    if stop == position or look.words[number] == "casa":
        return number, number, 0.0
    length, value = lexicons.longest(look.words, position)
    town = bool(value & AREA) and length >= stop - position
    end, numbers = reader.tail(stop)
    if numbers and (not town or look.word(stop).isdigit()) and not (look.word(stop) == "," and town):
        return position, end, 0.8
    if end > stop and not town and look.word(stop) in ("y", "e", "con", "casi", "esquina", "esq", "entre", "and"):
        return position, end, 0.75
    following = look.word(stop + 1) if look.word(stop) == "," else ""
    if not town and any(look.words[k] in ("y", "e") for k in range(position, stop)):
        return position, end, 0.65
    if end > stop and not town and (following in LANDMARKS or following in UNITS or following in COLOURS or following in ALONE or following in ("la", "el")):
        return position, end, 0.7
    return number, number, 0.0


def spot(look: Look, reader: AddressReader, number: int, position: int) -> tuple[int, int, float]:
    """Where somebody without an address stays: "los bajos del puente Nuevo", "the caravan behind the mill"."""
    end, spot, pointer = position, False, False
    while end < look.count and end - position < 11 and look.joined(end) and look.words[end] not in _STOPS:
        spot = spot or look.words[end] in _SPOTS
        pointer = pointer or look.words[end] in LANDMARKS or (look.capital(end) and not look.flat(end))
        end += 1
    if not (spot and pointer) or end - position < 3:
        return number, number, 0.0
    end, _ = reader.tail(end)
    return position, end, 0.6


def landmark_alone(look: Look, reader: AddressReader, number: int) -> tuple[int, float]:
    """A landmark that stands for an address by itself: ", frente a la cancha Los Pinos, portón gris"."""
    before = look.word(number - 1)
    opens = number == 0 or before in (",", "(", ":", "-", "–", "|", "\"") or not look.joined(number) or before in ("casa", "rancho", "cuarto")
    if not opens or not any(look.word(ahead) in _SPOTS for ahead in range(number + 1, number + 5)):
        return number, 0.0
    stop = reader.landmark(number)
    if stop == number:
        return number, 0.0
    return reader.tail(stop)[0], 0.58
