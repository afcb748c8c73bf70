"""Dates with a month in letters: "12 de marzo de 2020", "March 5th, 2021", "mar/20", "en mayo"; and feasts with a year."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from velado import lexicons
from velado.languages import language, only_named_after_holiday
from velado.patterns import late_pattern
from velado.recognisers._calendar import alternatives, day_words, number_words, year_words
from velado.recognisers._numeric_dates import days_before
from velado.recognisers._short_dates import DATE_CUES, Found
from velado.tokens import Page

__all__ = ["FEASTS", "feast", "month_date", "weekday_date", "year_in_words"]

_REACH = 64  # how far in front of a month its day may begin
# Ordinary words or names as well: they need a day and a year, or a tight joint, or the right language.
_WEAK = frozenset("marta mars medi mai marc ago set out dez may mar agost".split())
_SHORT_NAMES = frozenset("mayo maio june july".split())
_NAMES = frozenset("julio abril april june august mayo jan may marta agosto".split())
_ALONE_BEFORE = frozenset(
    """entre en desde hasta em ate in since until till early late mid last next finales fines principios inicios mediados
    final fim inicio meados comienzos mes este pasado proximo finais""".split()
)
_SURE_MONTHS = frozenset("january february july september october november december".split())  # neither names nor verbs
_SHORT_ALONE = frozenset("since until till from in early late mid last next desde hasta em ate".split())
_UNITS = frozenset(
    """h hs hr hrs hora horas hours am pm mg ml cc g gr kg ui iu u mcg min mins dias dia days anos ano years yo semanas
    meses weeks wks sem cm mm x veces vezes comp tab cp gotas cps""".split()
)
_HOUSES = frozenset(
    """calle av avda avenida rua r colonia col barrio bo plaza praca hospital clinica escuela escola fracc calz""".split()
)
_ANNOUNCING = frozenset("""el al del dia desde hasta em ate a on since until by""".split()) | frozenset(
    "cita control fecha data".split()
)
FEASTS = frozenset(
    """semana viernes sexta domingo navidad nochebuena nochevieja vespera natal reyes carnaval carnavales pascua pascuas pascoa
    verano verao invierno inverno primavera otono outono christmas xmas easter thanksgiving halloween boxing stephen patrick
    valentine leap anzac mother father mothers fathers summer winter autumn spring new thanksgiving ano jueves quinta miercoles
    quarta muertos finados corpus dia juneteenth st saint bonfire hallowe memorial labor labour good reis todos candelaria inmaculada eid diwali hanukkah passover shavuot vaisakhi pongal carnival samhain all waitangi
    sabado""".split()
)
# Feasts that are a day or a week of their own: with a word before them that places something in time they are dates without a year.
_FEAST_DAYS = late_pattern(
    r"(?:semana santa|(?:viernes|jueves) santo|(?:sexta|quinta)(?:-feira)? santa|domingo de (?:ramos|resurreccion|pascuas?|pascoa)|"
    r"miercoles de ceniza|quarta(?:-feira)? de cinzas|navidad|nochebuena|nochevieja|(?:vespera de )?natal(?! [a-z])|"
    r"ano (?:nuevo|novo)|(?:dia de )reyes|dia de (?:los )?(?:muertos|difuntos)|dia de finados|corpus christi|carnaval(?:es)?|"
    r"pascoa|(?:christmas|boxing|new year'?s?|thanksgiving|labor|labour|memorial|independence)(?: (?:day|eve))?|xmas|"
    r"(?:good|black) friday|easter(?: (?:sunday|monday|weekend))?|hallowe'?en|(?:mother|father)'?s'? day|bonfire night|vespera de reis|"
    r"dia de (?:san|santa) [a-z]{3,12}|todos los santos|(?:dia de la )?(?:candelaria|inmaculada)|sabado de gloria|juneteenth|yom kippur|ramadan|eid|diwali|hanukkah|passover|shavuot|vaisakhi|pongal|carnival|samhain)(?![\w-])"
)
_IN_TIME = frozenset(
    """la las x pa el en desde hasta por para antes despues tras pasada pasado proxima proximo este esta ultima de durante al no na desde ate
    depois apos passado passada neste nesta since on at over until till by before after last this next around during was from missed thru through the quit""".split()
)
_ENGLISH_FEASTS = frozenset("eid carnival samhain passover pongal easter thanksgiving".split())
_LEADS_TO = frozenset("desde por para hasta en tras pa x dia despues antes".split())
_FEAST = late_pattern(
    r"(?:semana santa|viernes santo|sexta(?:-feira)? santa|domingo de (?:ramos|pascuas?|pascoa)|navidad|nochebuena|nochevieja|"
    r"(?:vespera de )?natal|(?:dia de )?reyes|carnaval(?:es)?|pascuas?|pascoa|verano|verao|invierno|inverno|primavera|otono|outono|"
    r"(?P<fixed>(?:boxing|christmas|leap|anzac|memorial|(?:(?:st\.?|saint) )?(?:stephen|patrick|valentine)'?s) (?:day|eve|weekend|night)|good friday|easter (?:sunday|monday)|bonfire night|waitangi day|all (?:souls|saints)'?(?: day)?)|(?:mother|father)'?s day|"
    r"christmas|xmas|easter|thanksgiving|halloween|summer|winter|autumn|spring)"
    r"(?P<year>,? (?:(?:de|del|do|of)(?: (?:ano|year))?(?: de| of)? )?(?:(?:19|20)\d\d|'\d\d)(?![\d:%])| del? \d\d(?![\w:%]))?"
)


@cache
def _left() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w])(?<!\d[.,/:])(?P<day>(?:\d{{1,2}} ?- ?)?\d{{1,2}}(?:st|nd|rd|th|o|a|ro|er|u)?|"
        rf"{day_words()})(?P<copy> ?\(\d{{1,2}}\))?"
        r"(?P<link> {0,2}[-/] {0,2}|(?<=\d)\.|,? {0,2}|\.? (?:dias )?(?:de|del|do|of)(?: (?:mes|month)(?: (?:de|of))?)? |"
        r"\.? ?(?:de l|d)')$"
    )


@cache
def _year() -> re.Pattern[str]:
    return re.compile(
        r"(?P<link>\.?(?: ?[-/.,] ?| ?(?=')| {1,2}|(?=\d\d))|[.,]? (?:del?|do|of)(?: (?:corriente |presente )?(?:ano|"
        r"year))?(?: (?:de|of))? )"
        rf"(?:(?P<full>(?:19|20)\d\d|1\.9\d\d|2\.0\d\d)(?!\d)|(?P<two>'?\d\d)(?![\w%]|[.,/:\-]\d)|(?P<words>{year_words()}|"
        rf"(?<=del )(?:{alternatives(number_words(30, 99))}))(?![a-z]))"
    )


@cache
def _day_after() -> re.Pattern[str]:
    return re.compile(
        rf"\.? (?:the )?(?P<day>\d{{1,2}}(?:st|nd|rd|th)?(?:-\d{{1,2}})?|{day_words()})(?![\w%]|[.:/]\d|,\d(?!\d{{3}}))"
        rf"(?P<year>(?:,? ?(?:del? |of )?|, ?)(?:(?:19|20)\d\d|'\d\d|{year_words()})(?![\w:]))?"
    )


def _is_day(text: str) -> bool:
    digits = re.match(r"\d+", text)
    return digits is None or 1 <= int(digits.group()) <= 31


def _names_a_place(page: Page, start: int) -> bool:
    """ "Calle 5 de Mayo", "Hospital 3 de Febrero": the word right before belongs to an address or a house."""
    if page.text[start - 1 : start] not in (" ", "."):
        return False
    number = page.token_at(start - 1)
    if number >= 0 and page.words[number] == ".":
        number -= 1
    for back in (number, number - 1):
        if back < 0:
            return False
        word = page.words[back]
        if word in _HOUSES or (len(word) > 3 and lexicons.lookup(word) & (lexicons.STREET_TYPE | lexicons.FACILITY_WORD)):
            return True
        if word not in ("universitario", "general", "universitaria", "la", "da"):
            return False
    return False


def _looks_like_a_name(page: Page, begin: int, month: int) -> bool:
    """ "el club 8 de Noviembre": a capital month without a year, and nothing in front that announces a date."""
    text = page.text
    if not text[month].isupper() or text[month + 1 : month + 2].isupper() or page.language == "en":
        return False
    number = page.token_at(begin - 1) if begin else -1
    return number >= 0 and page.words[number] not in _ANNOUNCING and page.words[number].isalpha()


def month_date(page: Page, number: int) -> Iterator[Found]:
    """The date around the month that token `number` is, if it is one."""
    folded, (start, end) = page.folded, page.spans[number]
    word = page.words[number]
    if page.language == "en" and word in ("set", "out", "ago"):
        return
    if (
        word == "oct"
        and page.text[start:end] == "OCT"
        and page.text[start - 1 : start] not in ("-", "/")
        and not page.words[number - 1].isdigit()
    ):
        return  # tomography of the eye
    if word == "mar" and (start == 0 or page.text[start - 1] == "\n"):
        yield from weekday_date(page, number)  # martes
    base = max(0, start - _REACH)
    left = _left().search(folded[base:start])
    if left and not _is_day(left.group("day")):
        left = None
    year = _year_behind(page, number, end, left is not None)
    if left and not (year and year.group("full")) and _is_word_here(page, number, left.group("link"), year is not None):
        left = None
        year = _year_behind(page, number, end, False)
    if left:
        begin = base + left.start("day")
        if not year and left.group("link").strip(" ,") not in ("-", "/", ".") and _names_a_place(page, begin):
            return
        stop = year.end() if year else end
        if word in _WEAK and not year and not left.group("link").strip() and not _is_sure_alone(page, number):
            return
        yield begin, stop, 0.92 if year else 0.6 if _looks_like_a_name(page, begin, start) else 0.85
        yield from days_before(page, begin)
        return
    after = _day_after().match(folded, end)
    if after and _is_day(after.group("day")) and not (year and year.group("full")) and not _is_unit(folded, after.end()):
        scissors = word == "mayo" and page.text[start].isupper() and not after.group("year")
        if after.group("year") or (word not in _WEAK and not scissors) or (page.text[start].isupper() and page.language == "en"):
            yield start, after.end(), 0.9 if after.group("year") else 0.75
            return
    if year and (year.group("full") or year.group("words") or year.group("link").strip(" .,") or word not in _WEAK):
        yield start, year.end(), 0.9 if year.group("full") else 0.75
        return
    if _stands_alone(page, number):
        yield start, end, 0.7


def _is_word_here(page: Page, number: int, link: str, dated: bool) -> bool:
    """A number and "may", "out", "set" beside each other in English, "3 Julio Pérez": no date."""
    if link.strip():
        return False
    word, text = page.words[number], page.text
    start, end = page.spans[number]
    if page.language == "en":
        foreign = len(word) <= 4 and word not in language("en").months
        chart = word == "mar" and not (dated and text[start:end] == "Mar")  # of the drugs that were given
        if foreign or chart or (word in ("may", "march") and not text[start].isupper()):
            return True
    if word in _NAMES and text[start].isupper() and not text[start:end].isupper():
        following = text[end : end + 2]
        named = len(following) == 2 and following[0] == " " and following[1].isupper()
        # "2 Kelly 1 Mayo recta": scissors.
        return named or (word == "mayo" and len(following) == 2 and following[1].islower())
    return False


def _is_sure_alone(page: Page, number: int) -> bool:
    """A weak month with a bare day: "12 mar", "5 May"; not in the middle of words."""
    word = page.words[number]
    if page.language == "en":
        return word in ("may", "jan", "jun", "mar")
    return word in ("mar", "jan", "jun", "may", "ago", "set", "out", "dez")


def _year_behind(page: Page, number: int, end: int, has_day: bool) -> re.Match[str] | None:
    year = _year().match(page.folded, end)
    if year is None or not year.group("two"):
        return year
    link = year.group("link")
    if link.strip(" .,") or (has_day and not link):
        return year
    if not link:
        return None
    if year.group("two").startswith("'"):
        return year
    # "9 marzo 99" but not "9 marzo 12 horas"; "Sept 22" is a date either way.
    if _is_unit(page.folded, year.end()) or "," in link:
        return None
    value = int(year.group("two"))
    zero = year.group("two")[0] == "0"  # no count is written so: "07 SEP 05"
    return year if not has_day or value > 31 or value in range(10, 31) or zero else None


def _is_unit(folded: str, position: int) -> bool:
    match = re.compile(r" ?([a-z%]+)").match(folded, position)
    return match is not None and match.group(1) in _UNITS


def _stands_alone(page: Page, number: int) -> bool:
    """A month without day and year: "desde octubre", "in April", "la cita de agosto"."""
    word, text = page.words[number], page.text
    start, end = page.spans[number]
    if text[end : end + 1] in ("-", "'") or text[end : end + 1].isdigit() or word not in language(page.language).months:
        return False
    if (start == 0 or text[start - 1] == "\n") and text[end : end + 2] == "  ":
        return True  # the first column of a table
    if number == 0:
        return False
    before = page.words[number - 1]
    if before == "-" and number > 1:
        before = page.words[number - 2]
    near = start - page.spans[number - 1][1] <= 2
    if len(word) <= 4 and word not in _SHORT_NAMES:
        small = before in ("em", "desde", "since") and len(word) == 3
        sure = word not in _WEAK or (word == "may" and text[start].isupper())
        if before == "en" and page.language == "es":
            return near and word not in _WEAK and text[end : end + 1] in (".", ",", ";", ")", "\n", "")
        if before in _SHORT_ALONE:
            return near and sure and (text[start].isupper() or small)
        return near and word not in _WEAK and before in DATE_CUES
    if page.language == "en" and text[start].isupper():
        closes = text[end : end + 1] in (".", ",", ";", ")", "\n", "") and near and page.text[page.spans[number - 1][0]].islower()
        if word in _SURE_MONTHS or (closes and word not in ("may", "mar") and before.isalpha()):
            return True
    if near and (before in _ALONE_BEFORE or (before in ("from", "of") and text[start].isupper())):
        return True
    if before == "de" and number > 1 and page.words[number - 2] in _ALONE_BEFORE:
        return True
    # Nothing but a month looks like this; a name would have a capital or another name beside it.
    if word in _NAMES or page.language == "en":
        edged = word != "mayo" or text[start - 1] == "(" or text[end : end + 1] in (",", ".", ";", ")")
        return page.language != "en" and word in _NAMES and edged and text[start].islower()
    capital = text[start].isupper() and not text[start:end].isupper()
    return not capital and not _names_a_place(page, start)


_CLOCK = late_pattern(r" \d{1,2}[:.h]\d\d")
_WEEKDAY_DAY = late_pattern(
    r"(?:\.|,)? (?:the |dia )?(?P<day>(?P<number>\d{1,2})(?:st|nd|rd|th)?)(?![\w/%°\-]|[.,:]\d| ?(?:hs?|hrs|am|pm|x)\b| (?:a|"
    r"y) \d| de )"
)


def weekday_date(page: Page, number: int) -> Iterator[Found]:
    """ "el lunes 17", "vie 12": a weekday with the day of the month; the day is the date."""
    yield from feast(page, number)
    match = _WEEKDAY_DAY.match(page.folded, page.spans[number][1])
    if match and 1 <= int(match.group("number")) <= 31 and not _is_unit(page.folded, match.end()):
        joint = page.text[max(0, page.spans[number][0] - 1) : page.spans[number][0]]
        glued = joint.isalnum() or joint == "-"
        opens = (not number or joint == "\n") and page.text[match.end() : match.end() + 2] in (" -", " –", " —")
        before = page.words[number - 1] if number else ""
        follower = page.folded[match.end() : match.end() + 2]
        closed = follower == "  " or follower[:1] in ("", ".", ",", ":", ";", ")", "\n")
        if (
            (closed or opens or match.group("day")[-1] in "thd" or _CLOCK.match(page.folded, match.end()) or len(page.words[number]) > 3 or before in ("el", "del", "al", "on"))
            and before not in ("cada", "todos")
            and not glued
        ):
            yield match.start("day"), match.end("day"), 0.7


@cache
def _whole_year() -> re.Pattern[str]:
    return re.compile(rf"(?:{year_words()})(?![a-z])")


def year_in_words(page: Page, number: int) -> Iterator[Found]:
    """ "en dos mil seis", "since two thousand and six": around the token "mil" or "thousand"."""
    start = page.spans[number - 1][0] if number else page.spans[number][0]
    match = _whole_year().match(page.folded, start)
    if (
        match
        and number > 1
        and page.words[number - 2] in ("en", "em", "in", "since", "desde", "del", "de", "ano", "until", "hasta", "of")
    ):
        yield match.start(), match.end(), 0.7


def feast(page: Page, number: int) -> Iterator[Found]:
    """A feast or season with its year, or one that falls on the same date every year; not "en árbol de Navidad"."""
    return (found for found in _feast(page, number) if not only_named_after_holiday(page.text, found[0], found[1]))


def _feast(page: Page, number: int) -> Iterator[Found]:
    match = _FEAST.match(page.folded, page.spans[number][0])
    if match and (match.group("year") or (match.group("fixed") and page.text[match.start()].isupper())):
        yield match.start(), match.end(), 0.75
        return
    day = _FEAST_DAYS.match(page.folded, page.spans[number][0]) if number and page.words[number - 1] in _IN_TIME else None
    if day and page.words[number - 1] in ("la", "las") and _LEADS_TO.isdisjoint(page.words[max(0, number - 3) : number - 1]):
        return
    if day and page.language != "en" and day.group() in _ENGLISH_FEASTS:
        return  # EID is also a leg
    # A capital where the language writes one.
    if day and (page.language != "en" or page.text[day.start()].isupper() or " day" in day.group()):
        yield day.start(), day.end(), 0.65
