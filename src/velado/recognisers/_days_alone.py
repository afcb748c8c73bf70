"""Days of the month that stand without one: "el día 6", "operada el 31", "semana del 10 al 14", "through the 18th"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from velado.patterns import late_pattern
from velado.recognisers._calendar import alternatives
from velado.recognisers._short_dates import COURSES, Found
from velado.tokens import Page

__all__ = ["SPANS", "day_alone", "ordinal_days", "span_of_days"]

_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_AT_EDGE = late_pattern(rf" {_DAY}(?=[.,;:)\"\n!]|$)(?![.,:]\d|\.o\b)")
_ANYWHERE = late_pattern(rf" {_DAY}(?![\w/%°ºª+\-]|[.,:]\d|\.o\b)")
_COUNTED = frozenset("con por sobre entre es y o numero cama en como segun de para hab habitacion box".split())
# What counts days instead of naming one: "día 6 de tratamiento", "vanco dia 2", "dia 3 PO".
_COUNTS_ON = late_pattern(
    r" ?(?:de (?!este|ese|mes|novo|agosto)|d[eao]l? (?:trat|atb|antib|vida|evol|intern|ciclo|estan|ingres|post|oper)|pos|po\b|dpo|post|"
    r"p\.?o\b|tto|atb|x \d|anos|h\b|hs\b|horas|dias|mg|ml|kg|cm|mm|por ciento|veces|cc\b|ui\b|grados|pts|puntos)"
)
_PLACING = frozenset("el del no do o".split())
_HAPPENED = late_pattern(r"(?:[ai]d[ao]s?|io|ingreso|alta|cita|control|reunion|visita|sesion|turno|llego|paso|vuelve|viene|nacen?)\Z")
_GOES_ON = late_pattern(r" (?:en|a las?|con|por la|del (?:pasado|mes|corriente|presente|actual)|de este mes|y el|me|nos|tras|rumbo|como|fue|es dia)\b")
SPANS = frozenset(
    """semana semanas noche turno guardia plantao madrugada quincena jornada nit antes h hs horas ciclo""".split()
)
_SPAN = late_pattern(
    r" (?:del|do)(?: dia)? "
    r"(?P<first>0?[1-9]|[12]\d|3[01])(?: (?:al?|ao|para|p/) (?:el |o )?(?:dia )?(?P<last>0?[1-9]|[12]\d|3[01]))?(?![\w/%°]|[.,:]\d| d[eo] [a-z]{3})"
)
_ORDINAL = r"(?P<day>0?[1-9](?:st|nd|rd|th)|[12]\d(?:st|nd|rd|th)|3[01](?:st|th))"
# What an ordinal counts when it is no day.
_NOT_DAYS = (
    r"(?! ?-)(?! (?:floor|flr|rib|toe|finger|digit|grade|gr\b|degree|percentile|centile|edition|ed\b|dose|visit|admission|day|wk|week|month|"
    r"year|yr|child|pregnan|baby|line|form|st\b|street|ave|avenue|road|rd\b|century|ics\b|mt|mc|meta|cranial|nerve|ventricle|molar|inter|"
    r"episode|time|attempt|hour|hr|opinion|trimester|tri\b|stage|generation|bday|birthday|on call|person|wife|husband|cycle|round|try|"
    r"place|party|mon|tue|wed|thu|fri|sat\b|sun|hand|and final|toes|ray|web|heart|sound|space|of (?:\d|three|four|five|her|his|the)))"
)
_IN_WORDS = (
    "fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth "
    "nineteenth twentieth thirtieth"
).split() + [f"twenty {one}" for one in "first second third fourth fifth sixth seventh eighth ninth".split()] + ["thirty first"]
_SPOKEN = late_pattern(
    rf"\b(?:on|until|till|since|by|through|from)[, ]{{1,2}}(?:uh |um )?the (?P<day>{alternatives(_IN_WORDS)})(?![\w-]){_NOT_DAYS}(?! of )"
)
_HINT = late_pattern(r"\d(?:st|nd|rd|th)(?![a-z])")
_ON_THE = late_pattern(
    rf"\b(?:on|until|till?|through|thru|since|from|by|before|after|night of|died|nationals|for|its|to)(?: the)? (?<!from )(?<!for )(?<!to ){_ORDINAL}(?![\w/]){_NOT_DAYS}"
)
_THE = late_pattern(rf"\bthe (?!1st|2nd){_ORDINAL}(?=[.,;:)\n!]| (?:at|and|with|w|is|as|he|she|they|we|in)\b|$)")
_AT_THE_END = late_pattern(rf"(?<=[a-z/)|] )(?<!the )(?<!her )(?<!his ){_ORDINAL}(?= ?[.,;:)\n|/–—]| -| (?:am|pm)\b|$)")
_BARE_CUES = late_pattern(
    r"(?:died|contact|wedding|till?|until|since|booked|due|review|appt|medevac|hearing|seen|home|clear \d+h|next|back|on|from|by|dc|mtg|"
    r"meeting|[/|])[ .:,]*\Z"
)


def day_alone(page: Page, number: int) -> Iterator[Found]:
    """The day behind "el" or "día", where it closes a clause or something happened on it."""
    end = page.spans[number][1]
    if number == 0:
        return
    word, before = page.words[number], page.words[number - 1]
    near = page.spans[number][0] - page.spans[number - 1][1] == 1
    match = _ANYWHERE.match(page.folded, end)
    if match is None or not near or _COUNTS_ON.match(page.folded, match.end()):
        return
    edge = _AT_EDGE.match(page.folded, end) is not None
    if word == "dia":
        if before in _PLACING:
            if number > 1 and page.words[number - 2] in ("partir", "entre", "hasta", "en"):
                return
            yield *match.span("day"), 0.65
        elif edge and before.isalpha() and not before.startswith(COURSES):
            happened = page.language == "es" and re.search(r"[ai]d[ao]s?\Z", before)
            spoken = page.language == "pt" and page.text[page.spans[number][0]].islower() and before not in ("por", "ao", "x")
            if happened or spoken:
                yield *match.span("day"), 0.55
        return
    if page.language != "es":
        return
    if edge and before.isalpha() and before not in _COUNTED or (_HAPPENED.search(before) or before in ":,") and _GOES_ON.match(page.folded, match.end()):
        yield *match.span("day"), 0.55
    elif before in (".", "\n") or page.text[page.spans[number][0]].isupper():
        # "El 18 subió al campanario": what follows is over.
        verb = re.compile(r" [a-zñáéíú]{2,14}ó\b").match(page.text, match.end())
        if verb:
            yield *match.span("day"), 0.6


def ordinal_days(page: Page) -> Iterator[Found]:
    """ "on the 8th", "IVs till 29th", "died the 3rd": in English."""
    folded = page.folded
    if page.language != "en":
        return
    for match in _SPOKEN.finditer(folded):
        yield *match.span("day"), 0.6
    if _HINT.search(folded) is None:
        return
    for pattern in (_ON_THE, _THE):
        for match in pattern.finditer(folded):
            yield *match.span("day"), 0.65
    for match in _AT_THE_END.finditer(folded):
        if _BARE_CUES.search(folded, max(0, match.start() - 16), match.start()):
            yield *match.span("day"), 0.6


def span_of_days(page: Page, number: int) -> Iterator[Found]:
    """Both days of "semana del 10 al 14" and "noche del 30 al 31", behind the word that token `number` is."""
    match = _SPAN.match(page.folded, page.spans[number][1]) if page.language != "en" else None
    if match is not None:
        yield *match.span("first"), 0.7
        if match.group("last"):
            yield *match.span("last"), 0.7
