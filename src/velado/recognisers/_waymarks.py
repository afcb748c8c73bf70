"""Where somebody lives or was found, told without a street: house names, roads and laybys, bridges and beaches, doors from a shop."""

from __future__ import annotations

from collections.abc import Iterator

from velado.languages import words
from velado.patterns import late_pattern
from velado.recognisers._capitals import Look
from velado.recognisers._word_index import Awaited, index_of

__all__ = ["waymarks"]

_CAP = r"[A-ZÁÉÍÓÚÂÊÔÃÕÇÑÀ][\w'’-]{1,19}"
_NAME = rf"{_CAP}(?: (?:de la|de los|de las|de|del|do|da|dos|das|la|los|las|the|of|na|an|y) {_CAP}| {_CAP}){{0,3}}"
_WORDS_FOR_PLACE = late_pattern(r"///[a-z]{3,14}\.[a-z]{3,14}\.[a-z]{3,14}(?!\w)")
_GRID = late_pattern(r"(?i:\bgrid(?: ref(?:erence)?)?)[:.]?[ \t]{1,12}([A-Z]{1,2} ?\d{3,5} ?\d{3,5})(?!\d)")

# Behind a name or a number and a name: "2 Primrose Cottages", "Ballymore layby", "Brown Promenade".
_HOUSES = words("cottages cottage buildings mansions bungalows almshouses maisonettes flats tenements")
_SPOTS = words("layby promenade overpass underpass towpath roundabout esplanade marina slipway boatyard flyover aqueduct")
_NOT_BEFORE = words("the a an on at in of and to from near by off lives live address found nr lives called")
# "on the A835 at Braemore Junction", "I-70 mm 119".
_ROAD = late_pattern(
    rf"(?:(?<=on the )|(?<=off the )|(?<=from the )|(?<=along the )|(?<=under the )|(?<=by the )|(?<=near the )|(?<=nr the )|(?<=on )|(?<=off ))(?:[AM]\d{{1,4}}(?:\(M\))?|B\d{{3,4}}|I-\d{{1,3}}|US-?\d{{1,3}})(?![\w-])"
    rf"(?: (?:at|by|jct|junction|j|mm|exit|overpass|underpass|layby|roundabout|southbound|northbound|eastbound|westbound)(?: (?:\d{{1,4}}|{_CAP})){{0,3}}(?!\w))?"
)
_HIGHWAY = r",? (?:(?:on|of) )?(?:the )?(?:US|I|SR|Hwy|HWY|Highway|Route|Rte|Rt)[ -]?\d{1,4}(?: [NSEW]B)?"
# "mm" and "mp" are mileposts only on a road.
_MILE = late_pattern(rf"(?:(?i:mile ?(?:post|marker))[ .#]{{1,2}}\d{{1,4}}(?:{_HIGHWAY})?|(?i:mp|mm)[ .#]{{1,2}}\d{{1,4}}{_HIGHWAY})(?![\w-])")
_DOORS = late_pattern(
    rf"(?i:(?:one|two|three|four|five|a few|\d{{1,2}}) (?:doors?|houses?) (?:(?:up|down|along|over) )?(?:from|past|after)) (?=\w)(?:the )?(?:{_CAP}(?:'s)?(?: {_CAP}(?:'s)?)?|old)?(?: ?(?:shop|pub|bar|garage|church|chapel|school|house|store|post office|forge|mill))?(?!\w)"
)
_WATERSIDE = late_pattern(rf"(?i:towpath|canal ?side|riverbank|moored) (?:nr|near|at|by|below|above|opposite) (?:the )?(?:(?i:lock|bridge|wharf|weir|marina) \d{{1,3}}|{_NAME})(?:, {_CAP} (?:flight|locks|marina|basin))?(?!\w)")
_LAST = late_pattern(rf"(?i:last|first) (?:house|one|cottage|bungalow) (?:in|on|at|before|after|past) (?:the )?{_NAME}(?!\w)")
# With a name behind them: "puente de la Alameda", "playa del Sardinero", "cortijo Los Olivos".
_PLACES = words("puente pont ponte playa praia platja gasolinera muelle malecon mirador embarcadero rotonda porxos soportales cortijo masia caserio alqueria apeadero pantalan")
_OF_PLACE = late_pattern(rf" (?:(?:de la|de los|de las|de l['’]|del|de|do|da|dos|das|d['’]|la|los|las|el) ?)?{_NAME}(?!\w)")
_ESTATE = late_pattern(rf"(?i:pol[ií]gono|pol[ií]g\.?|pol\.?) ?(?i:industrial|ind\.?) ?(?:de la |del |de )?{_NAME}(?: [IVX]{{1,4}}(?!\w))?(?:, ?(?i:parcela|parc\.|nave|manzana) ?\w{{1,4}})?(?!\w)")
_SERVICE_AREA = late_pattern(rf"(?i:[aá]rea de servicio|estaci[oó]n (?:de (?:autobuses|tren|metro)|del?)) (?:de |del |de la )?{_NAME}(?!\w)")


def waymarks(look: Look) -> Iterator[tuple[int, int, float]]:
    """First token, token behind and score of each place told so."""
    text, page = look.text, look.page
    for match in _WORDS_FOR_PLACE.finditer(text) if "///" in text else ():
        yield *_tokens(look, *match.span()), 0.95
    for match in _GRID.finditer(text) if "grid" in look.folded else ():
        yield *_tokens(look, *match.span(1)), 0.85
    english = page.language == "en"
    triggers = _ENGLISH if english else _ROMANCE
    for number in index_of(page).tokens(triggers):
        found = _english(look, number) if english else _romance(look, number)
        if found:
            yield found


def _tokens(look: Look, start: int, end: int) -> tuple[int, int]:
    """The tokens between two offsets."""
    first = stop = look.page.token_from(start)
    while stop < look.count and look.spans[stop][0] < end:
        stop += 1
    return first, stop


def _english(look: Look, number: int) -> tuple[int, int, float] | None:
    word, (start, _) = look.words[number], look.spans[number]
    if word in _HOUSES or word in _SPOTS:
        first = look.name_before(number, 0, _NOT_BEFORE, most=3)
        if first == number or look.shouted(number):
            return None
        numbered = look.word(first - 1).isdigit() and len(look.word(first - 1)) < 4 and look.joined(first)
        if word in _SPOTS:
            return first, number + 1, 0.62
        if not look.capital(number) or not numbered and look.word(first - 1) not in ("lives", "live", "at", "address", ":", ","):
            return None
        return first - numbered, number + 1, 0.86 if numbered else 0.66
    for pattern, score in ((_ROAD, 0.66), (_MILE, 0.7), (_DOORS, 0.7), (_WATERSIDE, 0.74), (_LAST, 0.68)):
        if match := pattern.match(look.text, start):
            return *_tokens(look, start, match.end()), score
    return None


def _romance(look: Look, number: int) -> tuple[int, int, float] | None:
    word, (start, end) = look.words[number], look.spans[number]
    if look.shouted(number):
        return None
    if word in ("area", "estacion"):
        match = _SERVICE_AREA.match(look.text, start)
    elif word in _ESTATES:
        match = _ESTATE.match(look.text, start)
    elif look.capital(number) and number and look.words[number - 1].isalpha() and look.capital(number - 1):
        return None  # "Ana Puente Gil": a surname
    else:
        match = _OF_PLACE.match(look.text, end)
    return (*_tokens(look, start, match.end()), 0.8 if word in _ESTATES else 0.6) if match else None


_ENGLISH = Awaited(
    _HOUSES | _SPOTS | frozenset("a m b i us mile milepost mm mp one two three four five towpath riverbank moored canalside canal last first".split()) | frozenset(str(digit) for digit in range(1, 10))
)
_ESTATES = words("poligono polig pol")
_ROMANCE = Awaited(_PLACES | _ESTATES | {"area", "estacion"})
