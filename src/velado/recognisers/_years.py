"""Bare years that stand for a date: "en 2015", "dx 2019", "en el 87", "'98"; not amounts, not clock times, not numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from velado.patterns import late_pattern, matches_at
from velado.recognisers._short_dates import Found
from velado.recognisers._word_index import index_of
from velado.tokens import Page

__all__ = ["bare_years", "short_year"]

_YEAR = late_pattern(
    r"[0-3]\d(?<!\w\d\d)(?:(?<=19|20)\d\d(?:(?!\d)|(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d))|"
    r"(?:0[1-9]|1[0-2])(?:(?:19|20)\d\d)(?!\d)|(?<=0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:19|20)\d\d(?!\d))"
)  # a year; 20240131; 31012024 and 01312024
_AMOUNT = late_pattern(
    r"(?:[.,]\d|[%$€/:°]|-\d{3}| ?(?:x|mg|mcg|g|gr|grs|gramos|gramas|grams|kg|ml|cc|l|lt|ui|iu|u|un|units|unidades|kcal|cal|cel|"
    r"cels|"
    r"celulas|cells|meq|mm|cm|m|mts|metros|pesos|euros|reais|soles|usd|dolares|hs|hrs|h|horas|hours|copias|leucos|plaq|"
    r"pasos|steps|msnm|rpm|w|kv|mah|hz|mmhg|mmol|ng|pg|habitantes|y \d{4} ?(?:g|ml|cc))\b| ?\+?/ ?(?:mm|ul|ml|l|d|dia)\b)"
)
_JOINED = late_pattern(r" ?[-–] ?(?:'?(\d{2})|((?:19|20)\d\d))(?![\w/:%-]|[.,]\d)")  # "1984-91"
_TIME_OF_DAY = late_pattern(r"(?<!\d)(?:0\d|1[0-8])[0-5]\d(?![\d/-])")
_CUES = frozenset(
    """en em in desde since del de do da ano anos year years hasta ate until till from before after of around circa to al a
    y e and entre between dx dxd diagnosed nacido nacida nasc nac born d died fallecido fallecida falleceu murio dated
    early late mid aprox fines finales inicios meados expired built completed arrived summer spring""".split()
)
_NUMBERS = frozenset(
    """ley lei decreto rd nom norma resolucion resolucao portaria acuerdo sentencia sentencias su t lote lot n no nro num numero
    expediente exp expte folio ref codigo code cod pin ext ramal tel telf cel fax fono fone caja casa apto depto hab cama bed
    room sala id dni rut cpf crm nhc hc mrn pager bleep bip busca carnet clave paged x kg weight wt peso pesa us rs r bs usd
    licencia ada asa epi cap asco bethesda iscvid gina gold nice who oms acr eular esc aha kdigo figo ajcc tnm list version
    edition edicion ck cpk ldh dhl diuresis ferritina bnp plaquetas leucos leucocitos ggt alt ast tgo tgp lipasa amilasa
    troponina dimero balance mcdonald duke jones rotterdam amsterdam baveno tokyo tokio atlanta berlin lugano icpd criteria
    volumen volume dosis dose modelo model""".split()
)
_CLOCK = frozenset("at given eta etd accepted out up ecg ekg arrival departed paged called notified time hrs by @".split())
_LEAD = late_pattern(r"\bano (?:de )?$")
_APOSTROPHE = late_pattern(r"'\d\d(?<![\w]'\d\d)(?![\w'%])")
_TWO = late_pattern(r" (?:de )?(?P<year>\d\d)(?![\w:%°/]|[.,]\d| ?%)")
_TWO_AFTER = late_pattern(
    r" ?(?:(?:-|x|mg|ml|kg|cm|mm|por ciento|per|anos|ano|dias|dia|horas|hs|h|min|minutos|lpm|bpm|rpm|mmhg|grados|semanas|meses|"
    r"percentil)(?![a-z])|percent|de (?!\d))"
)
_READINGS = late_pattern(
    r"\b(?:sat|spo2|fc|fr|pa|ta|hb|glic|glucemia|glicemia|peso|pam|bpm|percentil|pc|sat02|o2|mantem|mantiene|estavel|hto)\b"
)


def bare_years(page: Page) -> Iterator[Found]:
    """Years of four digits, of two digits behind an apostrophe or "en el", and dates written as eight digits."""
    folded = page.folded
    clock: bool | None = None
    # A year by itself has four digits, with its month and day eight.
    for match in matches_at(_YEAR, folded, (start for start, end in index_of(page).digits if end - start in (4, 8))):
        start, end = match.span()
        before = folded[max(0, start - 2) : start]
        if before[-1:] in ("/", ".", ",", "-", ":", "#", "$", "€", "+") and (before[-1] in "#$€+" or before[:1].isalnum()):
            continue
        joined = _JOINED.match(folded, end)
        if folded[end : end + 1].isalpha() or folded[end : end + 1] == "_" or (joined is None and _AMOUNT.match(folded, end)):
            continue
        if end - start == 8:
            yield start, end, 0.6
            continue
        if joined is None and _touches_number(folded, start, end):
            continue
        word = _word_before(folded, start)
        if word in _NUMBERS or _is_law(folded, start):
            continue
        if folded[start:end] < "1920" and word not in _CUES:
            continue
        if (
            joined is None
            and folded[start + 2] < "6"
            and page.language == "en"
            and (word in _CLOCK or before[-1:] in ("", "\n") or before[:1].isdigit())
        ):
            clock = _has_clock_times(folded) if clock is None else clock
            if clock:
                continue
        lead = _LEAD.search(folded[max(0, start - 8) : start])
        yield (start - len(lead.group()) if lead else start), end, 0.85 if word in _CUES else 0.65
        if joined:
            group = 1 if joined.group(1) else 2
            yield joined.start(group), joined.end(group), 0.7
    for match in _APOSTROPHE.finditer(folded) if "'" in folded else ():
        yield match.start(), match.end(), 0.65


def _touches_number(folded: str, start: int, end: int) -> bool:
    """Part of a longer number written in groups: "4417 1962", "21 9 8123 2044"."""
    left = folded[max(0, start - 2) : start]
    right = folded[end : end + 2]
    return (len(left) == 2 and left[0].isdigit() and left[1] in " -.") or (
        len(right) == 2 and right[0] in " -." and right[1].isdigit()
    )


def _word_before(folded: str, start: int) -> str:
    end = start
    while end > 0 and start - end < 3 and folded[end - 1] in " .:,":
        end -= 1
    begin = end
    while begin > 0 and end - begin < 16 and folded[begin - 1].isalpha():
        begin -= 1
    return folded[begin:end]


def _is_law(folded: str, start: int) -> bool:
    """ "Ley 812 de 2003", "T-114 de 2011"."""
    return (
        re.search(
            r"(?:\b(?:ley|lei|decreto|resolucion|portaria|acuerdo|su|t|c)[ -]|\by )(?:n\S{0,2} )?[\d.-]{2,8} (?:de|del) $",
            folded[max(0, start - 32) : start],
        )
        is not None
    )


def _has_clock_times(folded: str) -> bool:
    """Whether the note writes times of day as four digits."""
    return _TIME_OF_DAY.search(folded) is not None


def short_year(page: Page, number: int) -> Iterator[Found]:
    """A year of two digits behind the word that token `number` is: "en el 87", "em 98", "desde 91", "la del 53", "ano de 87"."""
    folded, word = page.folded, page.words[number]
    match = _TWO.match(folded, page.spans[number][1])
    if match is None or _TWO_AFTER.match(folded, match.end()):
        return
    start, end = match.span("year")
    value = int(match.group("year"))
    before = page.words[number - 1] if number else ""
    if word == "ano":
        yield start, end, 0.8
    elif word in ("em", "desde"):
        if value >= 50 and not _READINGS.search(folded[max(0, start - 40) : start]):
            yield start, end, 0.55
    elif word == "el" and before in ("en", "desde", "hasta"):
        # Below 32 it may be a day of the month, but nobody says "en el" of a day.
        if value > 31 or (before == "en" and folded[end : end + 1] in ("", ".", ",", ";", ")", '"', "\n")):
            yield start, end, 0.6
    elif word == "del" and before in _OF and value > 31:
        yield start, end, 0.6


_OF = frozenset(
    """la una uno las los nacido nacida derrumbe terremoto temblor sismo inundacion riada huracan guerra golpe crisis huelga incendio
    mundial quinta generacion promocion cosecha tsunami terramoto cheia enchente""".split()
)
