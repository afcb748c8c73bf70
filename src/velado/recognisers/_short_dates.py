"""Day and month without a year: 3/5 and 3-5, where something tells that it is a date and no score, pressure or fraction."""

from __future__ import annotations

import re
from collections.abc import Iterator

from velado import lexicons
from velado.patterns import late_pattern
from velado.recognisers._calendar import weekday_words
from velado.tokens import Page

__all__ = ["COURSES", "DATE_CUES", "NUMBER_CUES", "SCORES", "UNIT", "Found", "beside", "is_day_and_month", "score_of_short", "word_before"]


Found = tuple[int, int, float]  # start, end, score
DATE_CUES = frozenset(
    # Spanish
    """el al del dia dias desde hasta entre fecha cita citas citado citada control controles turno ingreso ingresa egreso egresa
    alta reingreso fum fur fpp fn nac nacio nacido nacida proxima proximo ultima ultimo agregado agrega addendum adenda adendum
    evolucion recontrol revision visita consulta guardia operado operada intervenido cirugia qx iq parto cesarea biopsia vencio
    vence vencimiento caduca cad lab labs laboratorios recibido informado tomado realizado realizada previsto prevista
    programado programada vuelve vuelvo regresa regreso hoy ayer manana em ate data retorno admissao saida marcado marcada marco
    feito feita nasc nascido nascida dum dpp dn ddn val validade venc audiencia reuniao agendado agendada on since until till
    from by due exp expires expiry dated date dob born lmp edd exitus edc seen adm admitted admission discharged discharge dc next last
    wk week appt appointment presented entry overnight f/u fu followup through between before after removed placed started
    stopped taken called msg sent signed b of back return returns hearing arrest dict recheck lectura coleta prox inicio llegada""".split()
)
# Behind these a fraction is a score, a pressure, a count, a size.
SCORES = frozenset(
    """eva evn ena evs nrs vas dolor dor pain cefalea cefaleia ha apgar apgars glasgow gcs ecg fuerza fza forca fm daniels mrc
    strength power thenar soplo sopro murmur pulso pulsos pulse pulses cage yesavage gds hads tof ta pa bp pas tas tension
    presion pressao sentinela sentinel ganglio ganglios nodes node linfonodos pupilas pupils compresas compressas gasas gazes
    vicryl nylon prolene seda monocryl catgut pds chromic vni bipap cpap psv snellen av va od oi oe os bcx hemos hemocultivo
    hemocultivos bottles oit charcot reynolds barthel katz lawton norton braden tinetti borg disnea prurito monofilamento
    monofilament weinstein semmes iddsi fasting jejum ayuno lt lote quadrantes du contracciones contracoes tanner grado grade
    quadricipite kapandji boston mmse moca minimental score escala escore aldrete ramsay steward silverman ishak allred kelly
    niv nippv pcv ps pc vm peep bilevel zuspan ayunas amc allis babcock farabeuf kocher maddocks sac sev sx bands hoja pag pagina page sesion session quarto cama bed leito sala hab
    kit targin suboxone buprenorphine film pts ptos puntos""".split()
)
# Pairs of pressures, counts and plots, where the first number may well be larger than twelve.
_PAIRS = frozenset(
    """humphrey vni bipap s/t cpap psv niv nippv pcv ps pc vm peep bilevel zuspan ayunas amc hads gasas gazes compresas compressas lt lote final ciclo ciclos rm ritmo menarca targin
    buprenorphine film suboxone kit""".split()
)
_DAY_RANGES = frozenset("entre dia dias day days turno shift guardia lab labs control last next from".split())
_LINKS = frozenset("de do da of for a p para pra".split())
NUMBER_CUES = frozenset(
    """ley lei decreto rd real nom norma resolucion resolucao portaria acuerdo oficio expediente expte folio ref no nro num numero
    processo proc protocolo lote lot acta tel telf tlf tfno telefono cel ext fax fono fone ramal casa apto depto qd mz""".split()
)
_BEFORE_FRACTIONS = frozenset(
    "el del al dia on desde since hasta until ate fum fur dum dpp fpp lmp edd exitus fn dn nac nasc dob exitus".split()
)
_BETWEEN = frozenset(("", "y", "e", "and", "a", "al", "to", "->", "through", "thru", "hasta", "ate"))
_COURSES = frozenset((5, 7, 10, 14, 21, 28, 30))  # how many days are given
_COURSE_DAY = late_pattern(r"(?:^|[^a-z])([a-z]{0,12})[^a-z]{0,4}(?:dia|day|d)\.? ?\Z")
# How the words begin that count days of treatment.
COURSES = tuple(
    """vanco fluco mero tazo pip ceft cefe cefa amox azitro cipro levo clinda metro genta amika poli ampi oxa linez colis tige dapto ertap
    imip bactrim atb antib corti predn dexa ciclo tto trat anfo micaf caspo post hospit interna puerp""".split()
)
_FRACTIONS = frozenset({(1, 2), (1, 3), (1, 4), (2, 3), (3, 4)})
_LATE_DAY = late_pattern(r"(?:0?[1-9]|1[0-2])[/-](?:1[3-9]|2\d|3[01])(?!\d)")
_EARLY_DAY = late_pattern(r"(?:1[3-9]|2\d|3[01])[/-]\d")
_TENTHS = frozenset({15, 20, 22})  # what scores are out of
UNIT = late_pattern(
    r" ?(?:%|°|(?:mmhg|mm|cm|mts?|m|mg|mcg|ug|g|gr|kg|ml|cc|l|ui|iu|u|meq|kcal|cp|cps|comps?|comprimidos?|tabs?|caps|amps?|"
    r"gotas|puffs?|x ?min|"
    r"min|h|hs|hrs?|horas?|hours?|dias|days)\b|/ ?min)"
)
_TIME = late_pattern(
    r"[ ,@t]{1,3}(?:a las |as |at )?(?:[01]?\d|2[0-3])(?:[:h][0-5]\d|[0-5]\d(?!\d)| ?(?:am|pm|a\. ?m|p\. ?m|hs?|hrs)\b)"
)
_PART = late_pattern(r" (?:del|de|da|do|of|partes?|superior|inferior|medio|externo|interno|dist|prox)")
# What may stand alone on a line in front of a date that opens it: bullets, table bars, "S3", "Visit 2,".
_OPENING = late_pattern(r"[ \t>*•·\-–|=\[(#]*(?:(?:s|d|dia|day|sesion|sessao|visit|visita)\.? ?\d{1,2}[ ,:.\-|]{1,4})?")


def is_day_and_month(first: int, second: int) -> bool:
    return (1 <= first <= 31 and 1 <= second <= 12) or (1 <= first <= 12 and 1 <= second <= 31)


def word_before(page: Page, start: int) -> str:
    """The last word in front of an offset on the same line, brackets and colons skipped; "" when there is none."""
    folded = page.folded
    end = start
    while end > 0 and folded[end - 1] in " .:,([\"'/-":
        end -= 1
    begin = end
    while begin > 0 and end - begin < 24 and (folded[begin - 1].isalnum() or folded[begin - 1] == "/"):
        begin -= 1
    return folded[begin:end]


def score_of_short(page: Page, match: re.Match[str], first: str, second: str) -> float:
    """How sure a day and month without a year are: 0 for no, 0.3 for "only beside a sure one"."""
    folded, start, end = page.folded, match.start(), match.end()
    one, two, separator = int(first), int(second), match.group("s")
    word = word_before(page, start)
    padded = first[0] == "0" or second[0] == "0"
    fits = is_day_and_month(one, two)
    if not fits:
        # Month and year: "05/98".
        dated = separator == "/" and 1 <= one <= 12 and len(second) == 2 and two != 52
        return 0.7 if dated and word in DATE_CUES and word not in SCORES else 0.0
    if UNIT.match(folded, end) and not _TIME.match(folded, end):
        return 0.0
    weekday = word in weekday_words() and folded[start - 1 : start] in (" ", ",", ".")
    cue = weekday or (word in DATE_CUES and word not in SCORES)
    if word in ("dia", "day", "d") and one <= two in _COURSES and not padded and _counts_a_course(page, start):
        return 0.0
    if page.language == "en" and word.endswith("ed"):
        cue = True  # "transferred 12/20"
    if word in _LINKS and not cue:
        earlier = word_before(page, folded.rindex(word, 0, start))
        cue = earlier in DATE_CUES or earlier in ("night", "morning", "noche", "noite", "manha")
    if separator == ".":
        plain = word in ("dia", "el", "em", "desde", "ate", "hasta", "p", "para", "alta") or (
            word == "a" and page.language == "pt"
        )
        return 0.6 if len(first) == len(second) == 2 and plain else 0.0
    if separator == "-":
        if weekday or (cue and word not in _DAY_RANGES):
            return 0.75
        bracketed = folded[start - 1 : start] == "(" and folded[end : end + 1] == ")"
        opens = len(first) == len(second) == 2 and _opens_line(page, start)
        if padded and (bracketed or opens or _TIME.match(folded, end)):
            return 0.6
        pair = padded and len(first) == len(second) == 2 and word.isalpha() and word not in SCORES and word not in NUMBER_CUES
        return 0.55 if pair and word not in _DAY_RANGES else 0.0
    if weekday:
        return 0.85
    large = (padded and two <= 12) or one > 12
    if word in (_PAIRS if large else SCORES) or folded[end : end + 1] in ("'", '"'):
        return 0.0
    if folded[start - 2 : start] == "p.":  # a page
        return 0.0
    if (one, two) in _FRACTIONS and not (cue and word in _BEFORE_FRACTIONS and not _PART.match(folded, end)):
        return 0.3
    if cue:
        # "next 1/12" is "in a month" in British notes.
        return 0.3 if page.language == "en" and two in (7, 12) and word in ("next", "last", "for") else 0.8
    timed = _TIME.match(folded, end) or (len(word) == 4 and word.isdigit() and word < "2400")
    if timed and not (one == two and two in (6, 8, 12)):
        return 0.75
    if one > 12 and two in (7, 12) and page.language == "en" and not _opens_line(page, start):
        return 0.3  # days or months in British notes
    if padded or one > 12:
        return 0.7
    if _opens_line(page, start):
        # In British notes 2/7 and 3/12 are two days and three months.
        return 0.3 if page.language == "en" and two in (7, 12) else 0.6
    if not page.line_of(start) and folded[end : end + 1] == "\n" and word not in ("visit", "page", "pag", "dose", "dosis"):
        return 0.55  # at the end of the title
    if two > 12:
        return 0.6 if page.language == "en" and two not in _TENTHS else 0.3
    # No score has more than all of its points.
    closed = (
        one > two
        and folded[end : end + 1] in (")", "]", ":", ";", ".", ",", "\n", "")
        and not (page.language == "en" and two == 7)
    )
    return 0.55 if closed and not lexicons.lookup(word) & lexicons.DRUG else 0.3


def _counts_a_course(page: Page, start: int) -> bool:
    """ "vanco día 3/7" is the third day of seven, behind a drug, its dose or nothing; "retorno dia 3/7" is a date."""
    before = _COURSE_DAY.search(page.folded, max(0, start - 24), start)
    if before is None:
        return False
    word = before.group(1)
    return len(word) < 2 or word in ("mg", "ml", "hs", "ui", "ip", "ev") or word.startswith(COURSES) or bool(lexicons.lookup(word) & lexicons.DRUG)


def beside(page: Page, sure: list[tuple[int, int]], doubtful: list[tuple[int, int]]) -> Iterator[Found]:
    """Doubtful ones in a row with a sure one, or that open their line as sure ones do."""
    folded = page.folded
    opening = sum(1 for start, _ in sure if _opens_line(page, start)) >= 2
    if page.language == "en" and _month_comes_first(folded, sure):
        for start, end in doubtful:
            if _LATE_DAY.match(folded, start, end):
                yield start, end, 0.55
    row: list[tuple[int, int]] = []
    certain = False
    reached = -99
    for start, end, known in [
        *sorted([(*span, True) for span in sure] + [(*span, False) for span in doubtful]),
        (len(folded) + 99, 0, False),
    ]:
        if start - reached > 12 or folded[reached:start].strip(" ,&-|") not in _BETWEEN:
            yield from ((left, right, 0.6) for left, right in row if certain or (opening and _opens_line(page, left)))
            row, certain = [], False
        if known:
            certain = True
        else:
            row.append((start, end))
        reached = end


def _month_comes_first(folded: str, sure: list[tuple[int, int]]) -> bool:
    """Whether the dates of the page are written as in the United States."""
    written = [folded[start:end] for start, end in sure]
    return any(map(_LATE_DAY.match, written)) and not any(map(_EARLY_DAY.match, written))


def _opens_line(page: Page, start: int) -> bool:
    line_start, _ = page.line_bounds(start)
    return start - line_start <= 40 and _OPENING.fullmatch(page.folded, line_start, start) is not None
