"""Addresses in running text, in the styles of Spain, Latin America, Portugal, Brazil and the English-speaking countries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from velado.document import Span
from velado.languages import words
from velado.recognisers._address_words import MONTHS, QUARTERS
from velado.recognisers._addresses import AddressReader
from velado.recognisers._bare_addresses import (
    METRES,
    ROADS,
    compass,
    corner,
    day_street,
    directions,
    kilometre,
    road,
    trim,
    untyped,
    without_number,
)  # fmt: skip
from velado.recognisers._capitals import Look, look_of
from velado.recognisers._english_streets import HOUSES, SUFFIXES, EnglishAddressReader
from velado.recognisers._homes import LIVES, home, landmark_alone
from velado.recognisers._localities import behind_address
from velado.recognisers._positions import positions
from velado.recognisers._prefixed_streets import prefixed
from velado.recognisers._typed_streets import STRONG_TYPES, TYPES, labelled, typed
from velado.recognisers._waymarks import waymarks
from velado.recognisers._word_index import Awaited, index_of
from velado.tokens import Page

__all__ = ["RECOGNISER"]

_TYPE, _ROAD, _LABELLED, _HOME, _ENGLISH, _KILOMETRE, _METRES, _COMPASS, _WITHOUT, _CORNER, _LANDMARK, _MONTH = range(1, 13)
_LOTS = words("mz mza manzana mzna qd quadra lote lt lte block chacra solar qe sm smz b")
# Neighbourhood words that are too much else to open an address by themselves.
_NOT_OPENING = words(
    """centro capela torre poligono parroquia distrito localidad comunidad asoc comite toma residencia ed cond lugar sitio
    cerro parque jardin camp section estate pj casa monte isla puesto sector"""
)
# The words that an address may begin with, or be recognised by; later entries win.
_ANCHORS: dict[str, int] = {}
for _set, _kind in (
    (LIVES, _HOME), (QUARTERS - _NOT_OPENING, _LABELLED), (_LOTS, _LABELLED), (ROADS, _ROAD), (SUFFIXES | HOUSES, _ENGLISH), (METRES, _METRES),
    (words("km kilometro"), _KILOMETRE), (TYPES, _TYPE), (words("s apartado apdo"), _WITHOUT),
    (words("ote pte oriente poniente norte sur nte este oeste"), _COMPASS), (words("esq esquina casi quase"), _CORNER), (MONTHS, _MONTH),
    (words("frente enfrente atras detras junto behind opposite"), _LANDMARK),
):  # fmt: skip
    _ANCHORS.update(dict.fromkeys(_set, _kind))
_ANCHOR_WORDS = Awaited(_ANCHORS)


@dataclass(frozen=True)
class Streets:
    """Finds addresses, with the town and postcode behind them."""

    name: str = "streets"

    def find(self, page: Page) -> Iterator[Span]:
        """STREET spans, and PLACE or COUNTRY spans for what completes the address."""
        look = look_of(page)
        reader = AddressReader(look)
        anchors, done = _ANCHORS, 0
        taken: set[int] = set()
        for number in index_of(page).tokens(_ANCHOR_WORDS):
            if number < done:
                continue
            start, end, score = self._read(look, reader, number, anchors[page.words[number]], done)
            if score and end > start:
                start = self._ordinal_before(look, start, done)
                end = trim(look, start, end)
                yield Span(look.spans[start][0], look.spans[end - 1][1], "STREET", score, self.name)
                yield from behind_address(look, end, self.name)
                done = end
                taken.update(range(start, end))
        for start, end, score in waymarks(look):
            yield Span(look.spans[start][0], look.spans[end - 1][1], "STREET", score, self.name)
        for start, end, score in (*positions(page), *prefixed(page)):
            yield Span(start, end, "STREET", score, self.name)
        for start, end, score in untyped(look, reader):
            if not taken.isdisjoint(range(start, end)):
                continue
            yield Span(look.spans[start][0], look.spans[end - 1][1], "STREET", score, self.name)
            if score >= 0.7:
                yield from behind_address(look, end, self.name)

    @staticmethod
    def _read(look: Look, reader: AddressReader, number: int, kind: int, floor: int) -> tuple[int, int, float]:
        """The address that an anchor opens or belongs to: first token, token behind, score; 0 when there is none."""
        word = look.words[number]
        start, end, score = number, number, 0.0
        if kind == _TYPE:
            end, score = typed(look, reader, number, word in STRONG_TYPES)
            if score and number > floor and (
                word in ("av", "ave", "rue", "boulevard") or word in ("calle", "camino", "avenida") and look.page.language == "en"
            ) and look.words[number - 1].isdigit() and look.joined(number):
                start -= len(look.words[number - 1]) <= 5  # "77 av. Bellerive"
        elif kind == _LABELLED:
            end, score = labelled(look, reader, number)
        elif kind == _ROAD:
            start, end, score = road(look, reader, number)
        elif kind == _KILOMETRE:
            end, score = kilometre(look, reader, number)
        elif kind == _METRES:
            start, end, score = directions(look, reader, number)
        elif kind == _WITHOUT:
            start, end, score = without_number(look, reader, number, floor)
        elif kind == _COMPASS:
            start, end, score = compass(look, reader, number, floor)
        elif kind == _MONTH:
            start, end, score = day_street(look, reader, number)
        elif kind == _CORNER:
            start, end, score = corner(look, reader, number, floor)
        elif kind == _LANDMARK:
            end, score = landmark_alone(look, reader, number)
        elif kind == _HOME:
            start, end, score = home(look, reader, number)
        if not score and word in SUFFIXES:
            return EnglishAddressReader(look, reader).suffix(number, floor)
        if not score and word in HOUSES:
            return EnglishAddressReader(look, reader).house(number)
        return start, end, score

    @staticmethod
    def _ordinal_before(look: Look, start: int, floor: int) -> int:
        """"4a. Av. 1-11", "2da calle", "5ª avenida": the ordinal belongs to the street."""
        first = start - 1
        if look.word(first) == "." and look.glued(first):
            first -= 1
        if first - 1 >= floor and look.word(first) in ("a", "da", "ra", "ta", "o") and look.glued(first) and look.words[first - 1].isdigit():
            return first - 1
        return start


RECOGNISER = Streets()
