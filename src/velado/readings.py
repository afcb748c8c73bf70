"""Numbers that medicine is full of and that identify nobody: limits of what is normal, rows of readings, codes of diseases."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from velado.patterns import late_pattern

__all__ = ["has_limits", "has_values", "identifies_nobody", "is_clock_time", "is_coded", "is_family_practice", "is_limits", "is_list_of_rooms", "is_of_a_norm", "is_result", "is_row", "is_site_or_variant", "is_span_of_time", "names_a_system", "opens_row", "speaks_of_codes", "tells_times"]

_NUMBER = r"(?:[1-9]\d{0,2}(?:\.\d{3}){1,2}|[1-9]\d{0,6})"
_LIMITS = late_pattern(rf"({_NUMBER}) ?[-–] ?({_NUMBER})\Z")
# Words before the limits of what is normal: "intervalo de referencia: 89-215", "VR 4500-11000", "faixa normal (150-400".
_NORMAL = late_pattern(
    r"\b(?:intervalos?|rangos?|faixas?|valor(?:es)?|limites?|ranges?|intervals?|limits|normal(?:es)?|normais|v\.? ?[rn]|v\.? ?ref)\b"
    r"[^\d\n]{0,20}\Z"
)
_RESULT = late_pattern(r"\d[\d.,]{0,9}[ *+hl]{1,4}\(\Z")  # "145000 (150000-450000)"
# One to four figures joined again and again: doses of a day, thresholds of hearing, glucose through the day.
_SERIES = late_pattern(r"(?:0|[1-9]\d{0,3})(?:[-/](?:0|[1-9]\d{0,3})){2,11}\Z")
_DECIMALS = late_pattern(r"(?<!\d)\d{1,3}\.\d{1,2} \d{1,3}\.\d|(?<= )\d{1,3}\.\d\Z")
_FRACTIONS = late_pattern(r"(?<!\d)\d{1,2}/\d{1,3} \d{1,2}/\d{1,3}(?!\d)|(?<!\d)\d/\d[ -]\d|\d[ -]\d/\d(?!\d)|\d/\d/\d(?!\d)")
_SYSTEMS = late_pattern(
    r"\b(?:snomed(?:[ -]?ct)?|sct|loinc|tuss|cbhpm|sigtap|cups|cpt|hcpcs|cdt|ndc|rxnorm|nanda|nic|noc|cum|atc|cvx|atcc|opcs|ciap|icpc|cbo)\b"
    r"[ :#n.o]{1,4}(?:\(?[a-z]?[\d.]{3,13}[a-z]?(?:-\d{1,2}){0,2}\)?(?: ?x ?\d)?[ ,;|/]{1,4}){0,12}\Z"
)
_SYSTEM_WORDS = frozenset(
    """snomed snomedct sct loinc tuss cbhpm sigtap cups cpt hcpcs cdt ndc rxnorm nanda nic noc cum atc cvx atcc opcs ciap icpc cbo chr
    chrx chry""".split()
)
_POSITION = late_pattern(r"\bchr[ .]?[0-9xy]{1,2}:\Z")
_WITH_LIMITS = late_pattern(r" ?[*+hl]{0,2} ?\(\d[\d.,]{0,9} ?[-–a] ?\d")
_BED = late_pattern(
    r"\b(?:rms?|rooms?|beds?|bay|ward|hab|habitacion|camas?|box|sala|pieza|cuarto|quartos?|leitos?|enfermaria|cubiculo|cubicle)\b[.:]? ?(?:n[o.]{1,2}|#)? ?\Z"
)
# Levels of the spine "L4-5", parts of a Glasgow score "V4 M6", changes of a gene "V600E", "p.(Gln11Asnfs*5)".
_SITE = late_pattern(
    r"(?:[ctls]\d{1,2}(?:[-/–][ctls]?\d{1,2}){1,3}|[eov][1-5] ?[vm][1-6](?: ?m[1-6])?"
    r"|[acdefghiklmnpqrstvwy]\d{2,4}[acdefghiklmnpqrstvwy]|(?:p\.\(?)?[a-z]{3}\d{1,4}[a-z]{3}(?:fs)?[*\d]{0,6}\)?)\Z"
)
_NORM = late_pattern(
    r"\b(?:ley|lei|act|decretos?(?:[ -]l(?:ey|ei))?|d\.?l|r\.?d|resoluc(?:ion|ao)|portaria|despacho|norma|nom|iso|din|une|rdc|acuerdo|acordao|circular"
    r"|guidelines?|guias?|guia clinica|diretriz(?:es)?|consensus|consenso|criteri(?:os|a)|protocolo|clas(?:s)?ifica(?:cion|cao|tion)|tnm|ajcc|figo)\b"
    r"[. ]{0,2}(?:[a-z]{2,8}[ /-]{1,2}){0,2}(?:n[.o ]{0,3})?(?:\d{1,5}/(?:19|20)?\d\d,? ?de )?\Z"
)
_VALUES = late_pattern(
    r"\d[.,]\d.{1,40}\d[.,]\d|\d ?(?:mg|ml|mcg|ug|mmhg|mmol|meq|ui|lpm|bpm|rpm|cm/s|kg|g/dl|hz|khz)\b|\d ?%|(?:\b\d{1,4}k?\b[ ,;]{1,3}){4}"
)
# What a laboratory counts by thousands, right before the figure: "Plaquetas: 250000", "NT-proBNP (pg) = 35000".
_ANALYTE = late_pattern(
    r"\b(?:plaquetas?|plaq|plqt|plt|platelets?|tromb?ocitos|thrombocytes|leuc?ocitos|leucos?|wbc|globulos (?:blancos|rojos)|hematies|eritrocitos|hemacias|rbc"
    r"|neutrofilos|neutrophils|linfocitos|lymphocytes|eosinofilos|segmentados|reticulocitos|blastos|cd ?[348]|carga viral|viral load|(?:hiv|vih|hcv|vhc|hbv|vhb)[ -](?:rna|arn|adn|dna)"
    r"|ck|cpk|ck-?mb|creatin\w{0,3} ?(?:fosfo)?(?:qu|k)inas[ae]|ldh|dhl|ferritin[ae]?|(?:nt-?)?pro-?bnp|bnp|dimeros? ?-?d|d-? ?dimer(?:o|os)?|troponin\w{0,4}"
    r"|(?:beta|b|β)[- ]?h?cg|bhcg|hcg|afp|alf[ao]-?fetoproteina|ca[ -]?(?:125|15[.-]?3|19[.-]?9|72[.-]?4)|cea|psa|tsh|b ?12|amilas[ae]|lipas[ae]|amylase|g[op]t|a[sl]t|tg[op]|ggt"
    r"|fosfatasa alcalina|fosfatase alcalina|alp|trigliceridos|triglycerides|colesterol|mioglobina|prolactina|calprotectina|ige(?: total)?|ufc|cfu|colonias|colonies)\b"
    r"(?: totales| total| count| ultrasensible| us| hs)?(?: ?\([^()\n]{1,14}\))?[ \t:=.;|>≥≤<~*-]{0,8}(?:de |of )?\Z"
)
_LAB_UNIT = (
    r"(?:/ ?(?:mm[3³]?|[uµμ]l|ml|l|mcl|campo|dl)\b|(?:m?[uk]?u?i|iu|miu|mui|u|ku|cp|copias?|copies|ufc|cfu|cel(?:s|ulas)?|cells?|[npumµ]g|[munp]mol|meq|log) ?/ ?(?:ml|dl|l|[uµμ]l|mm3|g|campo)\b"
    r"|copias\b|copies\b|ufc\b|cfu\b|x ?10)"
)
_COUNTED = late_pattern(rf"[<>≥≤~]? ?(?:\d{{1,3}}(?:[., ]\d{{3}}){{1,3}}|\d{{1,8}})(?:[.,]\d{{1,2}})? ?(?P<unit>{_LAB_UNIT})?\Z")
_UNIT_BEHIND = late_pattern(rf" ?{_LAB_UNIT}(?! ?\d)")  # not the other side: "2204718 / L 2204722"
_MARKER = late_pattern(r"ca[ -]?(?:125|15[.-]?3|19[.-]?9|72[.-]?4)(?:[ :=]{1,3}[<>]? ?\d[\d.,]{0,8})?\Z")
_CLOCK = late_pattern(r"(?:[01]\d|2[0-3])[0-5]\d\Z")


# "ENRT 1303  ONSC 1319": what happened when, one after the other.
_TIMES = late_pattern(r"(?:[a-z]{2,12}[ :.@]{1,3}(?:[01]\d|2[0-3]):?[0-5]\d(?!\d)[ ,;|/.-]{0,4}){2,12}\Z")
_TIME_FIRST = late_pattern(r"(?:[01]\d|2[0-3])[0-5]\d(?!\d)")
_DATE_BEFORE = late_pattern(r"(?<!\d)\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})? {1,2}\Z")
_PRACTICE = late_pattern(r"\b(?:medic[oa]s?|medicina|enfermer[oa]s?|enfermeria|residentes?) (?:de |da |en )?\Z")
_ROOM = late_pattern(r"\d{3,4}[a-z]?\Z")
_ROOM_OF_LIST = late_pattern(r"(?:\A|(?<=\n))(\d{1,4})[a-z]?[ \t]*\|")
_FEWEST_ROOMS = 3


def is_limits(folded: str, start: int, value: str) -> bool:
    """Whether a value gives the limits of what is normal: such a pair rises, and is announced, or round, or behind its result.

    >>> is_limits("wbc 4500-11000", 4, "4500-11000"), is_limits("nhc 4512-11873", 4, "4512-11873")
    (True, False)
    """
    limits = _LIMITS.match(value)
    if limits is None:
        return False
    low, high = (int(one.replace(".", "")) for one in limits.groups())
    if low >= high:
        return False
    if low >= 100 and low % 100 == high % 100 == 0 and len(limits.group(2)) > 4:
        return True
    before = folded[max(0, start - 40) : start]
    return _NORMAL.search(before) is not None or _RESULT.search(before) is not None


def is_row(value: str) -> bool:
    """Whether digits in groups are readings one after the other, and not one number written in groups.

    >>> [is_row(value) for value in ("54 55 64 75 84", "15-15-20-25-30-35", "500-0-1000", "1.0 1.3 1.9 2.8", "55 21 70 16 43")]
    [True, True, True, True, False]
    """
    if _DECIMALS.search(value) or _FRACTIONS.search(value):
        return True
    groups = re.findall(r"\d+", value)
    if len(groups) < 3 or any(len(one) > 1 and one[0] == "0" for one in groups):
        return False
    numbers = [int(one) for one in groups]
    if len(groups) >= 4 and max(map(len, groups)) == 2 and min(map(len, groups)) == 2:
        return numbers in (sorted(numbers), sorted(numbers, reverse=True)) or all(one % 5 == 0 for one in numbers)
    if _SERIES.match(value):
        if len(groups) > 3 and max(map(len, groups)) == 2 and min(map(len, groups)) == 1:
            return True
        return all(one % 5 == 0 for one in numbers) or (len(groups) > 4 and max(map(len, groups)) <= 3 and min(numbers) > 9)
    return False


def is_coded(folded: str, start: int) -> bool:
    """Whether a number stands in a list behind the name of a coding system, "SNOMED 73211009, 44054006", or places a gene.

    >>> is_coded("snomed ct 44054006, 38341003", 20), is_coded("nhc 44054006, 38341003", 14)
    (True, False)
    """
    before = folded[max(0, start - 120) : start]
    return _SYSTEMS.search(before) is not None or _POSITION.search(before) is not None


def speaks_of_codes(words: AbstractSet[str]) -> bool:
    """Whether the words of a page name a coding system or a chromosome at all."""
    return not _SYSTEM_WORDS.isdisjoint(words)


def has_limits(folded: str, end: int) -> bool:
    """Whether the limits of what is normal stand behind a number that ends here: "145000 (150000-450000)"."""
    return _WITH_LIMITS.match(folded, end) is not None


def is_clock_time(value: str) -> bool:
    """Whether four digits may be a time of day, as notes in English write it.

    >>> is_clock_time("2330"), is_clock_time("2360")
    (True, False)
    """
    return _CLOCK.match(value) is not None


def is_site_or_variant(value: str) -> bool:
    """Whether a folded value is a level of the spine, a part of a score or a change of a gene.

    >>> [is_site_or_variant(value) for value in ("l4-5", "v4 m6", "v600e", "calle 4-5", "c12")]
    [True, True, True, False, False]
    """
    return _SITE.match(value) is not None


def has_values(value: str) -> bool:
    """Whether measured values stand in a folded stretch: units, percentages, decimals, numbers in a row.

    >>> [has_values(text) for text in ("5 hb 10.2 k 4.4 p 3.9", "calle 12 # 34-56 apto 301", "250 500 1k 2k 3k")]
    [True, False, True]
    """
    return _VALUES.search(value) is not None


def is_family_practice(folded: str, start: int, end: int) -> bool:
    """Whether "familia" belongs to the doctor's trade and means nobody's family.

    >>> is_family_practice("su medico de familia", 13, 20), is_family_practice("vive con su familia", 12, 19)
    (True, False)
    """
    return folded.startswith("famil", start, end) and _PRACTICE.search(folded, max(0, start - 24), start) is not None


def tells_times(folded: str, start: int, end: int) -> bool:
    """Whether what looks like an address is an entry with its time: "10/13 1120 Alarm placed", "ENRT 1303  ONSC 1319".

    >>> [tells_times(text, at, len(text)) for text, at in (("enrt 1303 onsc 1319", 0), ("10/13 1120 alarm", 6), ("1120 oak st", 0))]
    [True, True, False]
    """
    if _TIMES.match(folded[start:end]) is not None:
        return True
    return _TIME_FIRST.match(folded, start) is not None and _DATE_BEFORE.search(folded, max(0, start - 14), start) is not None


def opens_row(folded: str, start: int, end: int) -> bool:
    """Whether a number of the size of a room opens a row: "7014a | gil"."""
    return _ROOM.match(folded[start:end]) is not None and _ROOM_OF_LIST.match(folded, start) is not None


def is_list_of_rooms(folded: str) -> bool:
    """Whether a page lists patients by room: all on one floor, so alike but for the last digits.

    >>> is_list_of_rooms("7012 | gil\\n7014a | paz\\n7019 | rey"), is_list_of_rooms("4471 | gil\\n3920 | paz\\n8816 | rey")
    (True, False)
    """
    if "|" not in folded:
        return False
    rows = list(_ROOM_OF_LIST.finditer(folded))
    floors = {(len(row.group(1)), row.group(1)[:-2]) for row in rows}
    if len(rows) < _FEWEST_ROOMS or len(floors) > 1 or len(rows[0].group(1)) < 3:
        return False
    # A heading over the rows says what the numbers are.
    heading = folded[: rows[0].start()].rstrip("\n").rpartition("\n")[2]
    return "|" not in heading or _BED.search(heading.split("|")[0].strip()) is not None


def is_of_a_norm(folded: str, start: int) -> bool:
    """Whether a number or year belongs to a law, a norm or a guideline: "DL 54/2018", "CDC guidelines 2021".

    >>> is_of_a_norm("segun la ley 41/2002", 13), is_of_a_norm("operado en 2002", 11)
    (True, False)
    """
    return _NORM.search(folded[max(0, start - 40) : start]) is not None


_LASTING = late_pattern(r"\b(?:ultim[oa]s|hace(?: mas de| unos)?|durante(?: los| unos| mas de)?|past|last) \Z")
_AGO = late_pattern(r" (?:atras|ago|de evolucion|de duracion|de evolucao|de duracao)\b")


def is_span_of_time(folded: str, start: int, end: int) -> bool:
    """Whether years are how long something lasted and nobody's age: "los últimos 40 años", "ocho años atrás".

    >>> is_span_of_time("fuma los ultimos 40 anos", 17, 24), is_span_of_time("mujer de 40 anos", 9, 16)
    (True, False)
    """
    return _LASTING.search(folded, max(0, start - 20), start) is not None or _AGO.match(folded, end) is not None


_SYSTEM = late_pattern(r"\b(?:clasificacion|classificacao|classification|escala|criterios?|criteria|triada) (?:de|of|da|do) \Z")


def names_a_system(folded: str, start: int) -> bool:
    """Whether a name is that of a classification or a scale: "clasificación de Garden".

    >>> names_a_system("grado 2 en la clasificacion de garden", 31), names_a_system("firma de garden", 9)
    (True, False)
    """
    return _SYSTEM.search(folded, max(0, start - 24), start) is not None


_NAMED_FIGURE = late_pattern(r"([a-z][a-z .:=-]{0,20}[ .:=])\d+\Z")


def is_result(folded: str, start: int, end: int) -> bool:
    """Whether a figure is the result of a test: what was counted stands before it, or the unit behind.

    >>> text = "plaquetas: 250000, cpk 154300 u/l, nhc 154301"
    >>> [is_result(text, at, at + 6) for at in (11, 23, 39)]
    [True, True, False]
    """
    value = folded[start:end]
    counted = _COUNTED.match(value)
    if counted is None and (named := _NAMED_FIGURE.match(value)):
        return is_result(folded, start + named.end(1), end)  # "rna 1250000": what was counted is part of the stretch
    if counted is None:
        return _MARKER.match(value) is not None
    if counted["unit"] or _UNIT_BEHIND.match(folded, end) is not None:
        return True
    return _ANALYTE.search(folded, max(0, start - 56), start) is not None


def identifies_nobody(folded: str, start: int, end: int) -> bool:
    """Whether the figures of a stretch are medicine, or the number of a bed or a room.

    >>> [identifies_nobody(text, text.index("1"), len(text)) for text in ("rm 114-b", "plaq 145000-450000", "exp 145208")]
    [True, True, False]
    """
    value = folded[start:end]
    if _BED.search(folded, max(0, start - 18), start) is not None:
        return len(value) <= 6
    if is_result(folded, start, end):
        return True
    if any(character.isalpha() for character in value):
        return False
    return is_limits(folded, start, value) or is_row(value) or has_limits(folded, end) or is_coded(folded, start)
