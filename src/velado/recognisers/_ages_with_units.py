"""Ages with a unit: "45 años", "3 meses", "45-year-old", "2a 4m", "5 años y 3 meses"; durations are told apart."""

from __future__ import annotations

import re
from functools import cache

from velado import lexicons
from velado.patterns import late_pattern
from velado.recognisers._age_contexts import (
    DURATION_AFTER,
    DURATION_BEFORE,
    LASTED,
    NOT_AN_AGE,
    SINCE_EVENT,
    SURE_AFTER,
    SURE_BEFORE,
    number_pattern,
    units,
)
from velado.recognisers._age_places import Place
from velado.recognisers._persons import EXPECTING
from velado.tokens import Page

__all__ = ["age_with_unit"]

_END = frozenset((",", ".", ";", ")", "|", "/", "\n", "", "·", ":", "]", '"', "?", "!"))
_GESTATION = late_pattern(r"\.? ?(?:de )?(?:gest|embaraz|sdg|amenor|eg\b|ig\b|x fum|x fur|por fum|por fur|por eco|por us)")
_LASTING = frozenset(
    """evolucion historia cuadro tos dolor tatuaje antecedente antecedentes diagnostico tiempo periodo experiencia relacion
    matrimonio condena tabagismo historico quadro tosse evolucao tempo casamento lesion ulcera consumo pena plazo total media
    promedio minimo maximo""".split()
)
_ROOMS = frozenset(
    """cama cuna fast hab habitacion sala leito quarto cuarto box n no nro casa lote apto depto cra calle km c r dosis dose
    la el urgencia tot bed room bay ward level grado grade clase class tipo type fase piso block bloco sector antiguedad
    dentro las num porta lt qd""".split()
)
_COUNTED_BY = late_pattern(r" (?:planta|piso|dosis|dose|sesion|sessao|vez|semana|visita|edicion|sala|cama|#)|-?\d| -\d")
_LAST_OF_LIST = late_pattern(
    r"\b(?:hij[ao]s?|filh[ao]s?|nin[ao]s|kids|children|herman[ao]s|irma[os]s?|niet[ao]s|net[ao]s|sons|daughters|"
    r"edades|idades|aged|\()"
    r"[ :,]{0,2}(?:de )?\d{1,2}(?:, ?\d{1,2}){0,5} (?:y|e|and) \d{1,2}\Z"
)
_BORN = late_pattern(r"\b(?:f\.? ?n|nac|nasc|dob|d?dn|fdn|born|nacimiento|nascimento)\b")
_PREPOSITION = late_pattern(
    r" (?:\d|la\b|las\b|los\b|lo\b|el\b|un\b|una\b|su\b|mi\b|the\b|uma?\b|os?\b|as\b|cada\b|que\b|este\b|esta\b|ver\b|[a-z]+r\b)"
)


@cache
def _unit() -> re.Pattern[str]:
    years, others = units()
    number = rf"(?:\d{{1,2}}|{number_pattern()}|un|uno|um|one)"
    return re.compile(
        rf"(?:(?P<range>(?:-| a | ?to | o | ou )\d{{1,3}})(?=[ ]?(?:{years}|{others})(?![a-z])))?(?P<gap>[ ]{{0,2}}|"
        rf"-)(?:(?P<year>(?:{years}|y/o|y\.o\b|yo|yof|yom|a|y)(?![a-z/]))|(?P<other>(?:{others}|m|d|sem)(?![a-z/²³])))"
        rf"(?P<more>\.?(?:,? (?:y |e |and |con |com |i )?| ?){number} ?(?:{others}|m|d|sem)(?![a-z/])){{0,2}}"
        r"(?: y medio\b| e meio\b| y media\b| and a half\b)?(?P<old>[ -]old\b)?"
    )


def age_with_unit(page: Page, number: int, stop: int, value: int) -> tuple[int, int, float] | None:
    """The age that begins with token `number`, whose number ends at offset `stop`; None when it is a duration."""
    folded = page.folded
    start = page.spans[number][0]
    unit = _unit().match(folded, stop)
    if unit is None:
        return None
    end = unit.end()
    if unit.group("more") and _GESTATION.match(folded, end):
        end = unit.start("more")  # "diecisiete años, 31 sem por FUM"
    if unit.group("more") and unit.group("gap") and unit.group("year") == "a" and not unit.group("more").rstrip().endswith("m"):
        return None  # "7 a 10 días"
    if unit.group("year") == "y" and unit.group("gap") and page.language != "en":
        return None
    if NOT_AN_AGE.search(folded[max(0, start - 24) : start]) or _GESTATION.match(folded, end):
        return None
    place = Place(page, number)
    letter = unit.group("year") or unit.group("other")
    if len(letter) == 1 or letter == "sem":
        score = _letter(page, place, unit, letter, value)
    elif unit.group("year"):
        score = _years(page, place, unit, value)
    else:
        score = _others(page, place, unit, value)
    return (start, end, score) if score else None


def _is_closed(folded: str, end: int) -> bool:
    """Whether what ends here is the end of a clause or of a cell."""
    two = folded[end : end + 2]
    return two[:1] in _END or (two[0] == " " and (two == "  " or two[1:] in ("|", "/", "·", "(", "–", "-")))


def _years(page: Page, place: Place, unit: re.Match[str], value: int) -> float:
    folded, end = page.folded, unit.end()
    form = unit.group("year")
    if unit.group("old") or form[:2] in ("yo", "y/", "y.") or form[:4] in ("anit", "anin") or SURE_AFTER.match(folded, end):
        return 0.95
    before = place.before
    if before in SURE_BEFORE and not place.mark:
        return 0.9
    if LASTED.match(folded, end):
        return 0.0
    if before in ("y", "e", "and") and _LAST_OF_LIST.search(folded[max(0, unit.start() - 40) : unit.start()]):
        return 0.85
    if before in ("de", "of") and not place.mark:
        return _years_of(place.stepped_back(), value, DURATION_AFTER.match(folded, end) is not None)
    if before in ("los", "os", "aos", "dos") and not place.mark:
        fits = before == "aos" or place.word(1) in ("a", "desde", "de", "hasta", "ate", "global")
        return 0.8 if fits and (place.word(1) == "desde" or not SINCE_EVENT.match(folded, end)) else 0.0
    if DURATION_AFTER.match(folded, end):
        return 0.0
    if place.opens():
        return 0.8
    owned = place.is_person() or place.is_name()
    if place.mark:
        if place.mark == ":":
            return 0.0 if place.word(1) in DURATION_BEFORE else 0.7
        if place.mark in (">", "<", "+", "-", "±") and place.gap <= 1 and not owned and not before.isdigit():
            return 0.0
        if value < 18 and lexicons.lookup(before) & lexicons.MEDICAL and not owned:
            return 0.0  # the causes of a death, each with how long it lasted
        return 0.85 if owned or place.mark in (",", "(", "|", "/", "[") else 0.7
    if before in ("coma", "punto", "ponto", "virgula", "comma"):
        return 0.7  # dictated
    if before in ("con", "com"):
        return 0.75 if value >= 3 else 0.0
    if before in DURATION_BEFORE:
        return 0.0
    if place.gap >= 2:
        return 0.7
    if not before[0].isalpha():
        return 0.7 if folded[unit.start() - 1].isdigit() else 0.0
    if place.is_kin() or place.is_person():
        return 0.85
    return 0.85 if owned and len(before) > 1 and not place.at_a_place() else 0.0


def _years_of(owner: Place, value: int, lasting: bool) -> float:
    """ "mujer de 34 años" but not "cuadro de 3 años", "más de 20 años"."""
    word = owner.before
    if owner.is_person() or owner.is_kin():
        return 0.95
    if lasting:
        return 0.0
    if owner.is_name() or word in (",", "(", '"', "el", "la", "o", "a", ")", "uno", "una", "ya"):
        return 0.95
    if word in DURATION_BEFORE or word in _LASTING or word in ("mayor", "mayores", "maior", "maiores", "menores", "least"):
        return 0.0
    return 0.7 if value >= 15 else 0.0


def _others(page: Page, place: Place, unit: re.Match[str], value: int) -> float:
    """Months, weeks, days and hours: nearly always a duration, unless they belong to somebody small."""
    folded, end = page.folded, unit.end()
    form = unit.group("other")
    if unit.group("old") or form.startswith("mesec") or SURE_AFTER.match(folded, end):
        return 0.9
    before = place.before
    if LASTED.match(folded, end) or DURATION_AFTER.match(folded, end) or before in EXPECTING:
        return 0.0
    if before in ("edad", "idade", "age", "aged", "edades", "cumplio", "completou"):
        return 0.9
    if before in ("tinha", "tenia") and place.word(1) in ("quando", "cuando", "el", "ele", "ela", "que"):
        return 0.7
    if not place.mark and before == "de":
        owner = place.stepped_back()
        if owner.before == ",":
            owner = owner.stepped_back()
            return 0.8 if owner.is_full_name() else 0.0
        fits = owner.is_person() or owner.before in ("el", "la", "novo", "nova", "novinho", "ultima", "ultimo") or owner.is_kin()
        return 0.85 if fits and owner.before not in EXPECTING and owner.before != "menor" and not owner.several() else 0.0
    if place.is_person() and (place.mark or place.gap <= 1):
        return 0.8
    if place.is_kin() and place.mark in ("", "("):
        return 0.75
    small = form[0] not in "sw"  # weeks are rather those of a pregnancy
    edge = place.mark in (",", "(", "|", "/") or place.gap >= 2
    born = before.isdigit() and form[0] == "m" and _BORN.search(folded[max(0, unit.start() - 40) : unit.start()]) is not None
    if small and form[0] != "h" and (edge or place.begins_line()) and (born or (place.is_name() and not place.at_a_place())):
        return 0.7 if _is_closed(folded, end) or place.mark == "(" else 0.0
    if place.mark == "." and folded[end : end + 1] == "." and form[0] == "m" and value <= 36:
        return 0.55
    return 0.0


def _letter(page: Page, place: Place, unit: re.Match[str], letter: str, value: int) -> float:
    """ "45 a", "45a", "31Y", "18 m", "2a 4m": the letter means many other things too."""
    text, folded, end = page.text, page.folded, unit.end()
    at = unit.start("year") if unit.group("year") else unit.start("other")
    if (
        text[at] not in "aAyYmMdDsS"
        or _COUNTED_BY.match(folded, end)
        or (folded[end : end + 1] == "-" and folded[end + 1 : end + 2].isalnum())
    ):
        return 0.0
    if place.before in ("edad", "idade", "age", "aged"):
        return 0.95
    if (
        (place.before in _ROOMS and not place.mark)
        or (place.mark == "." and place.word(1) in _ROOMS)
        or (place.mark in ("-", "#") and not place.gap)
    ):
        return 0.0
    closed = _is_closed(folded, end)
    if place.before == "de" and not place.mark:
        place = place.stepped_back()
    owned = place.is_person() or place.is_name()
    glued = not unit.group("gap")
    if unit.group("more") and unit.group("year"):
        beside = owned or place.mark in (",", "(", "|") or place.opens() or place.gap >= 2
        return 0.85 if beside else 0.6 if glued else 0.0
    if letter == "y":
        spaced = page.language == "en" and place.mark == "," and closed
        return 0.85 if (glued and (closed or folded[end : end + 1] == " ") and (value >= 10 or owned)) or spaced else 0.0
    if letter == "a":
        return 0.0 if page.language == "en" else _letter_a(page, place, value, glued, closed, text[at] == "a", end)
    if unit.group("more") and letter == "m" and glued and owned:
        return 0.8  # "lactante 5m 20d"
    # Metres, minutes and days are far more common than months.
    wanted = letter in ("m", "d", "sem") and text[at].islower() and value <= 24 and closed
    if folded[max(0, unit.start() - 8) : unit.start()].find(" de ") >= 0:
        return 0.7 if wanted and (place.before in ("el", "la") or place.is_person()) and place.before not in EXPECTING else 0.0
    return 0.7 if wanted and owned and (place.mark in (",", "(", "|", "/") or place.gap >= 2) else 0.0


def _letter_a(page: Page, place: Place, value: int, glued: bool, closed: bool, small: bool, end: int) -> float:
    folded = page.folded
    owned = place.is_person() or place.is_name()
    numbered = place.before[:1].isdigit()
    if glued:
        if value < 6:
            # "1a dosis", "2a": an ordinal, unless it stands beside a name.
            fits = (place.mark in (",", "(") and owned) or place.is_kin() or (place.is_full_name() and closed and place.gap <= 1)
            return 0.7 if fits or (place.is_name() and place.among_several()) else 0.0
        if (place.mark == "," and numbered and len(place.before) < 4 and value < 13) or not (
            closed or folded[end : end + 1] == " "
        ):
            return 0.0
        if small:
            return 0.85 if owned or place.mark or closed else 0.7
        return 0.75 if owned or place.mark in (",", "(", "|") or place.gap >= 2 or place.before in ("♂", "♀") else 0.0
    if not small and numbered and len(place.before) < 4:
        return 0.0  # "Mayor, 23, 4 A": a door
    if closed:
        return 0.8 if owned or place.mark or place.gap >= 2 or place.opens() or value >= 12 else 0.0
    numbered = numbered or (len(place.before) == 1 and place.word(1) == "-" and place.word(2).isdigit())
    if not small or numbered or place.is_full_name():
        return 0.7 if (owned or numbered or place.mark) and not _PREPOSITION.match(folded, end) else 0.0
    return 0.0
