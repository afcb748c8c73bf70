"""Addresses of the English-speaking countries: the number comes first, the kind of street last."""

from __future__ import annotations

from velado import lexicons
from velado.recognisers._addresses import AddressReader
from velado.recognisers._capitals import Look

__all__ = ["HOUSES", "SUFFIXES", "EnglishAddressReader"]

_PLAIN = frozenset(
    """street road rd avenue ave lane ln crescent cres boulevard blvd highway hwy parkway pkwy turnpike mews terrace strasse pde parade
    gardens gdns quay kalea etorbidea zumarkalea""".split()
)
# Also other things: these need a house number, or a capital and "on", "at", "off" in front.
_DOUBTFUL = frozenset(
    """st dr drive ct court pl place close way square sq circle cir trail trl row walk hill rise loop pike alley aly grove gr green park view
    villas brae wynd tce approach approach""".split()
)
_SETTLED = frozenset("rise close grove row square approach walk drive gardens view villas court".split())
SUFFIXES = _PLAIN | _DOUBTFUL
HOUSES = frozenset("flat unit apt apartment lot box cabin trailer space house".split())
_PREPOSITIONS = frozenset("on at off in to from near of up down along outside by behind and is the".split())
_ORDINALS = frozenset("st nd rd th".split())
_NOT_NAMES = frozenset("the on at in of and to from her his my a is was for by no dr mr mrs ms miss room bed ward bay age aged".split())


class EnglishAddressReader:
    """Reads backwards from the kind of street, and forwards for flats and floors."""

    __slots__ = ("look", "reader")

    def __init__(self, look: Look, reader: AddressReader) -> None:
        self.look, self.reader = look, reader

    def suffix(self, number: int, floor: int) -> tuple[int, int, float]:
        """"12 High Street", "Flat 2, 15 Elmfield Road", "Otter Lane", "77 NW Avenue B, Ste 2"; start, end and score."""
        look = self.look
        nothing = (number, number, 0.0)
        flat = look.flat(number)
        if look.page.language != "en" and (flat or look.words[number] not in _PLAIN):
            return nothing
        if not flat and not look.capital(number) and look.words[number] not in ("rd", "ave", "st", "lane", "street", "road"):
            return nothing
        if look.word(number + 1) in SUFFIXES and look.joined(number + 1) and look.capital(number + 1):
            return nothing  # "Maple Hill Rd"
        written = look.text[look.spans[number][0] : look.spans[number][1]]
        if not flat and len(written) <= 2 and written.isupper():
            return nothing  # "ST" elevation, "CT", "DR"
        first, parts, numbered = number, 0, False
        while first > floor and parts < 5 and look.joined(first):
            word = look.words[first - 1]
            if word.isdigit() or word == "½":
                if len(word) <= 5 and parts:
                    first -= 1
                    numbered = True
                break
            if len(word) == 1 and look.glued(first - 1) and look.word(first - 2).isdigit() and parts:
                first -= 2
                numbered = True
                break
            if word in _ORDINALS and look.glued(first - 1) and look.word(first - 2).isdigit():
                first -= 2
                parts += 1
                continue
            if word in (".", "'", "-") and first - 2 >= floor and look.words[first - 2][0].isalpha():
                if word == "." and len(look.words[first - 2]) > 3:
                    break
                first -= 1
                continue
            if not word[0].isalpha() or word in _NOT_NAMES or not (look.capital(first - 1) or flat):
                break
            if flat and not look.capital(first - 1) and parts >= 3:
                break
            first -= 1
            parts += 1
        if not parts:
            return nothing
        end = number + 1
        if look.word(end) == "." and look.glued(end) and len(written) <= 4 and not look.part(end + 1, False):
            end += 1
        if look.word(end) in ("n", "s", "e", "w", "north", "south", "east", "west", "ne", "nw", "se", "sw") and look.joined(end) and look.capital(end):
            end += 1
        end, _ = self.reader.tail(end)
        if numbered:
            if flat and parts > 3:
                return nothing
            return self._with_flat(first, floor), end, 0.9
        if flat:
            near = number - 1
            value = lexicons.lookup(look.words[near])
            if look.words[number] in ("rd", "ave", "street", "road", "lane", "st") and len(look.words[near]) > 3 and (
                value == 0 or value & (lexicons.SURNAME | lexicons.TOWN) and lexicons.frequency(value, "en") == 0
            ):
                return near, end, 0.6
            return nothing
        before = look.word(first - 1)
        if written == "St" and not look.part(end, False) and (before in _PREPOSITIONS or before in (",", "(") or first == 0 or not look.joined(first)):
            return first, end, 0.75
        if written == "St" and before in (",", "("):
            return first, end, 0.6  # "…, Elm St St Ives"
        if look.words[number] in _PLAIN and (look.capital(number) or look.words[number] in ("rd", "ave")):
            return first, end, 0.8 if look.capital(number) else 0.7
        if before in (",", "(") and look.capital(number) and look.words[number] in _SETTLED and (look.word(end) in ",.;)" or not look.joined(end)):
            return first, end, 0.6
        if before in _PREPOSITIONS and look.capital(number) and look.words[number] not in ("dr", "court", "park", "hill", "view", "place", "pl", "way", "close", "green"):
            return first, end, 0.7
        return nothing

    def _with_flat(self, first: int, floor: int) -> int:
        """The flat or floor in front of a house number: "Flat 2, 15 …", "second floor, 9 …", "#12 – 345 …"."""
        look = self.look
        start = first
        if look.word(first - 1) in ("-", "–", "/") and look.glued(first) and look.word(first - 2).isdigit():
            start = first - 2  # "12-16 Elmfield Road", "Unit 3/44 Elmfield Road"
            if look.word(first - 1) == "/" and look.word(start - 1) in HOUSES:
                return start - 1
        behind = start - 1
        if look.word(behind) not in (",", "-", "–") or not look.joined(start):
            return start
        for back in range(behind - 1, max(floor, behind - 4) - 1, -1):
            if look.words[back] in ("flat", "unit", "apt", "apartment", "shop", "room", "floor", "suite", "lot", "#", "second", "first", "third", "space", "trailer", "house", "cabin", "camp", "level", "rm", "ste"):
                start = back
        if look.word(start) == "floor":
            if look.word(start - 1) in _ORDINALS and look.word(start - 2).isdigit():
                start -= 2  # "2nd floor, 9 …"
            elif look.word(start - 1) in ("ground", "top", "lower", "upper"):
                start -= 1
        return start

    def house(self, number: int) -> tuple[int, int, float]:
        """"PO Box 7", "Lot 2 Pine Rd", "Space 3, Elmfield Rd": start, end and score."""
        look = self.look
        word = look.words[number]
        if word == "box":
            first = number - 1
            while first >= 0 and number - first <= 4 and (look.words[first] in ("p", "o", "po", ".", "hc", "rr", "rt", "rural", "route") or look.words[first].isdigit()):
                first -= 1
            first += 1
            while look.word(first) == "." or look.word(first).isdigit() and first < number:
                first += 1
            if first < number and look.word(number + 1).isdigit() and look.words[first] in ("p", "po", "hc", "rr", "rt", "route", "rural"):
                return first, number + 2, 0.9
            return number, number, 0.0
        if any(look.word(ahead) in SUFFIXES and look.capital(ahead) for ahead in range(number + 2, min(number + 8, look.count))):
            return number, number, 0.0  # the kind of street will lead here
        end = self.reader.unit(number)
        if end == number or not look.capital(number) and word not in ("apt", "unit"):
            return number, number, 0.0
        stop, numbers = self.reader.tail(end)
        if word == "house" and look.capital(number) and not look.opens_sentence(number):
            return number, stop, 0.65
        return (number, stop, 0.7) if stop > end and numbers else (number, number, 0.0)
