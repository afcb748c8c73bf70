"""Ages that a label or a sex announces: "Edad: 44", "62M", "F/45", "in her fifties"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from velado.patterns import late_pattern
from velado.recognisers._age_contexts import NOT_AN_AGE, number_pattern, units
from velado.recognisers._age_places import Place
from velado.tokens import Page

__all__ = ["COUNTED", "Found", "age_and_sex", "british_age", "decade", "decades", "labelled_age"]


Found = tuple[int, int, float]
# What a number counts when it is no age.
COUNTED = late_pattern(
    r" ?(?:%|°|(?:x|mg|mcg|ml|cc|kg|gr?|cm|mm|mts?|metros|m|mins?|minutos|seg|segundos|sec|s|h|hs|hrs?|horas|hours|dias|days|"
    r"sem|semanas|"
    r"weeks|wks?|meses|mes|months|veces|vezes|times|lpm|bpm|rpm|mmhg|l|lt|ui|u|puntos|pontos|points|cp|comp|tab|cigarrillos|"
    r"cigarros|"
    r"copas|cervezas|beers|hijos|filhos|hermanos|irmaos|kids|children|ninos|criancas|alumnos|alunos|por ciento|pack|w|k|sdg|fr|"
    r"ch|mi|cm3|centimetros|milimetros|grados|anos|years|"
    r"dolares|pesos|reais|soles|euros)\b|[μµ]|g/|de cada|/\d|[+-]\d|:\d|[.,]\d)"
)
_MEASURE = late_pattern(r" ?(?:mmhg|mg|kg|cm|%|percentil)")
_BEFORE_SEX = frozenset(("f", "m", "♂", "♀", "/", ","))
_SEX_APART = late_pattern(r" {1,2}[FM](?=  |[.,;\n]|$| \d{5})")
_SEX_BEHIND = late_pattern(r"(?: ?(/) ?[FMH]|s?[FM])(?![\w'/°-])(?=[ ,.;)|\n:]|$)")
_NO_SEX = late_pattern(
    r"(?:t|temp|temperature|fever|febrile|tmax|to|of|x|#|no|fr|ch|icd|icc|cbi|key|ct [lr]|foley|drains?|drains? \d\df,|tube|coude|cath|catheter|sonda|sheath|stent|"
    r"pigtail|trocar) ?:?$"
)
_IN_HER = late_pattern(r"(?:in (?:his|her|their|the)|early|mid|late|aged?)[ -]$")
_PARTS = late_pattern(r"/(52|12|7)(?![\d/])")
_MOST = {"52": 60, "12": 23, "7": 28}
_LASTING = late_pattern(r" (?:hx|history|ago|of\b|hence|cough|pain|temp|fever|waiting|course)")
_SMALL_ONES = frozenset("baby infant twin twins boy girl neonate newborn toddler child".split())
_NOT_SMALL = frozenset("mum mother dad father nan gran wife husband partner".split())
_OWN_DECADE = late_pattern(
    r"(?:[,(.;] ?|\n|\bboth |\bmale |\bfemale )((?:(?:early|mid|late)[ -])?(?:[2-9]0s|twenties|thirties|forties|fifties|sixties|seventies|eighties|"
    r"nineties|teens))(?=[,.;)?\n]|$| no\b)"
)
_DAY_OF_LIFE = late_pattern(r"\bdol ?#?\d{1,3}(?![\w/.])")
_VITALS = late_pattern(r"\b(?:hr|bp|sats?|spo2|rr|map|temp|low|high|since|from|until|fsbs|bg|sbp|rates?)\b")
_TWELFTHS = late_pattern(r"/12 (?:old|boy|girl|baby|infant|child|male|female|son|daughter)\b")


@cache
def _label() -> re.Pattern[str]:
    years, others = units()
    return re.compile(
        r"[ .:/=()\[\]_\-|~?¿\t]{0,24}(?:(?:sexo|sex|genero|dob|al|dx|declarada|referida|clinica|probable|cuando|de|dele|dela|aprox|aproximada|actual|of|is|entao|hoy|cronologica|en|"
        r"em|anos|at|"
        r"about|around|cumplidos|cumplida|aparente|says|dice|f|m|h|fem|masc|femenino|masculino|"
        r"feminino)[ .:/=()\[\]_\-|~\"]{1,24}){0,3}"
        rf"(?P<age>(?:\d{{1,2}};\d{{1,2}}|\d{{1,3}}|{number_pattern()})(?:[ -]?(?:{years}|{others})(?![a-z])|(?: ?[ayd]|"
        rf" ?m)(?![\w/])(?:[ .]{{1,2}}\d{{1,2}} ?[md](?!\w))?)?"
        r"(?![\w%]|[.,/:]\d))"
    )


def labelled_age(page: Page, number: int) -> Iterator[Found]:
    """The number behind "Edad", "Idade", "Age" or "aged"."""
    start, end = page.spans[number]
    match = _label().match(page.folded, end)
    if match is None or "\n" in page.folded[end : match.start("age")]:
        return
    digits = re.match(r"\d+", match.group("age"))
    if digits and int(digits.group()) > 120:
        return
    if page.words[number - 1 : number] == ["cualquier"] or page.folded[max(0, start - 6) : start] == "mayor ":
        return
    if _MEASURE.match(page.folded, match.end("age")):
        return
    if not NOT_AN_AGE.search(page.folded[end : match.start("age")]) and not re.match(
        r" (?:sem|wk|weeks|sdg)", page.folded[match.end() : match.end() + 6]
    ):
        stop = match.end("age")
        if (
            page.text[stop - 1] == "M"
            and page.text[stop - 2].isspace()
            and match.group("age")[-3:-2].isdigit()
            and " a" not in match.group("age")
        ):
            stop -= 2  # "Edad 44 M": a man
        yield match.start("age"), stop, 0.95


def age_and_sex(page: Page, number: int, stop: int, value: int) -> Found | None:
    """ "62M", "45/F", "F/45", "M 62", "♂ 62", "50s M"; months as twelfths of a year."""
    text, folded, words = page.text, page.folded, page.words
    start = page.spans[number][0]
    follower = text[stop : stop + 2]
    if value >= 10 and folded[start].isdigit() and _SEX_APART.match(text, stop) and not _NO_SEX.search(folded[max(0, start - 12) : start]):
        place = Place(page, number)
        if place.gap >= 2 or place.is_name() or place.mark in (".", ","):
            return start, stop, 0.65  # "ADEBAYO, Temi   31 F"
    if follower[:1] not in ("F", "M", "s", "/") and follower != " /" and (number == 0 or words[number - 1] not in _BEFORE_SEX):
        return None
    if not folded[start].isdigit() or not 0 < value <= 110:
        return None
    behind = _SEX_BEHIND.match(text, stop)
    if (
        behind
        and (value >= 10 or behind.group(1))
        and folded[start - 1 : start] != "-"
        and not _NO_SEX.search(folded[max(0, start - 12) : start])
    ):
        return start, stop + (text[stop] == "s"), 0.7
    decades = text[stop : stop + 1] == "s" and value % 10 == 0 and value >= 20 and not folded[stop + 1 : stop + 2].isalnum()
    if decades and (_IN_HER.search(folded[max(0, start - 16) : start]) or (number and Place(page, number).is_name())):
        return start, stop + 1, 0.75
    if text.startswith("/12", stop) and page.language == "en" and _TWELFTHS.match(folded, stop):
        return start, stop + 3, 0.75
    before = words[number - 1] if number else ""
    at = number - 1
    if before in ("/", ","):
        at -= 1
        before = words[at] if at >= 0 else ""
    if (before in ("♂", "♀") and words[number - 1] != ",") or (before in ("f", "m") and _is_sex_before(page, at, stop)):
        return start, stop, 0.7
    return None


def _is_sex_before(page: Page, sex: int, end: int) -> bool:
    """ "F/45", "M 62" at the start of a line or in a cell."""
    text = page.text
    start = page.spans[sex][0]
    if not text[start].isupper() or COUNTED.match(page.folded, end):
        return False
    if "\n" in text[start:end]:
        return False
    before = text[max(0, start - 2) : start]
    apart = start == 0 or before[-1] in "\n|(/" or before in ("  ", "| ", ", ", "/ ")
    return apart and (text[end : end + 1] in ("", "\n", ",", ".", ";", ")", "|") or text[end : end + 2] == "  ")


def british_age(page: Page, number: int, stop: int, value: int) -> Found | None:
    """Months, weeks or days as a fraction behind somebody small: "baby Zayn (11/52)", "Rory 7/12 has had"."""
    part = _PARTS.match(page.folded, stop) if page.language == "en" else None
    if part is None or value > _MOST[part.group(1)] or number == 0 or _LASTING.match(page.folded, part.end()):
        return None
    place = Place(page, number)
    fits = place.mark in ("", "(", ",") and place.gap <= 2 and place.before not in _NOT_SMALL
    if not fits or not (place.is_known_name() or (place.is_kin() and place.is_name()) or place.before in _SMALL_ONES):
        return None
    return page.spans[number][0], part.end(), 0.7


def decades(page: Page) -> Iterator[Found]:
    """ "(80s)", ", late 40s,", ". Fifties.": a clause of its own."""
    if page.language == "en":
        for match in _OWN_DECADE.finditer(page.folded):
            if not _VITALS.search(page.folded, max(0, match.start() - 24), match.start()):
                yield *match.span(1), 0.6
        for match in _DAY_OF_LIFE.finditer(page.folded):
            yield *match.span(), 0.7


def decade(page: Page, number: int) -> Iterator[Found]:
    """ "in her fifties"."""
    start, end = page.spans[number]
    if _IN_HER.search(page.folded[max(0, start - 16) : start]):
        yield start, end, 0.75
