"""What the tagger takes for somebody's own and is medicine by its form and its neighbours: scores, doses, gases, antibiograms.

Each of these needs a word of medicine beside it, or a value that no identifier has: a name left standing is the worst error.
"""

from __future__ import annotations

from velado import lexicons
from velado.document import Span
from velado.labels import NAMES, NUMBERS
from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["is_eponym_in_use", "is_finding"]

_DIGITS = "0123456789"
_SCALES = (
    r"(?:eva|evn|ena|evs|end|nrs|vas|dolor|dor|pain|escala|score|aldrete|intensidade?|intensity|disnea|borg|glasgow|gcs|apgar"
    r"|fuerza|forca|strength|mrc|mmt|soplo|sopro|murmur|reflejos?|reflexos?)"
)
_SCORED = late_pattern(rf"\b{_SCALES}\b(?![^\d\n]*\b(?:since|desde|from|on|el|dia|control|until|hasta|ate)\b)[^\d\n]{{0,20}}\Z")
_OUT_OF = frozenset((4, 5, 6, 10, 15, 20, 30))
_SCORED_AGAIN = late_pattern(rf"\b{_SCALES}\b[^\n]{{0,40}}?(?<!\d)\d{{1,2}}(?:-\d{{1,2}})?/(\d{{1,2}})(?![\d/])")
_FRACTION = late_pattern(r"(\d{1,2})(?:-\d{1,2})?/(\d{1,2})\Z")
_VENTILATED = late_pattern(r"\b(?:vmni|vni|niv|bipap|bilevel|cpap|psv|prono|prone|supino)\b[ :=]{0,3}\Z")
_CYCLES = late_pattern(r"\b(?:ciclos|ritmo|reglas?|menstruaciones|menses)\b[^\d\n]{0,12}(?:\d\d/\d{1,2}[, ]{1,2}){0,2}\Z")
_PART_OF_A_WHOLE = late_pattern(
    r" ?(?:medio|prox(?:imal)?|dist(?:al)?|superior|sup|inferior|inf|externo|interno|tab(?:s|letas?)?|comp(?:rimidos?)?|amp(?:ollas?|olas?)?)\b"
)
_AGO = late_pattern(r"\d{1,2}/(?:7|12|24|52) ago\b")  # days, months, hours and weeks, as the British write them
_COUNTED = late_pattern(r" ?(?:cilindros|cores|ganglios|nodes|linfonodos)\b")
_WOMB = late_pattern(r"\b(?:au|du|din\w*|contrac\w*|fcf|bcf|lcf|fhr|metrossistoles)\b[^\n]{0,24}\Z")
_CONTRACTIONS = late_pattern(r"\d/(?:10|20|30)/\d\d\Z")
_SERIES = late_pattern(
    r"\d{1,3}(?:[.,]\d)?(?: ?- ?\d{1,3}(?:[.,]\d)?){2,9}(?:, \d{1,3}(?:-\d{1,3}){1,9}){0,4}\Z|\d{2,3}(?: \d{2,3}){2,9}\Z"
)
_MORE = r"(?:\d{1,3}(?:[.,]\d)?(?:-\d{1,3}(?:[.,]\d)?){1,9}, ){0,4}"  # series before this one
_DECIMAL_SERIES = late_pattern(r"\d{1,3}[.,]\d{1,2}(?:[-/]-?\d{1,3}(?:[.,]\d{1,2})?){2,9}\Z")
_GIVEN = late_pattern(
    r"\b(?:insulina\w*|nph|glargina|apidra|lispro|aspart\w*|hgt|dxt|dtx|dextros?|dextrostix|glucometrias?|glucemias?|glicemias?|fsbg|bgls?"
    r"|glucose|baxter|esas|sofa|vacunas?|vacinas?|esquema|horarios?|pca|dosis|doses?|hemoglucotest|posologia)\b[^\d\n]{0,14}"
    rf"{_MORE}\Z"
)
_DOSED = late_pattern(r"(?:\d ?(?:mg|mcg|g|ml|ui|u)|\b(?:vo|ev|iv|im|sc|horario|horas|dar a las))\b[ .,:(]{0,3}\Z")
_WORD_BEFORE = late_pattern(rf"([a-z]{{4,}})(?: \d{{1,4}} ?(?:mg|mcg|g|ml|ui|u)?)?[ :(]{{1,2}}{_MORE}\Z")
_ANTIBIOTIC = late_pattern(
    r"\b(?:atb|antib\w*|tto|trat\w*|vanco\w*|mero\w*|pip\w*|tazo\w*|cef\w*|amox\w*|ampi\w*|azitro\w*|cipro\w*|levo\w*|clinda\w*|metro\w*|genta\w*|amika\w*|linez\w*"
    r"|fluco\w*|colis\w*|imip\w*|ertap\w*|dapto\w*|tige\w*|bactrim|tmp|oxa\w*|penic\w*|aciclovir|oseltamivir)\b"
)
_COURSE = late_pattern(r"(?:\b(?:dia|day|d)\.? ?|\()\Z")
_SESSION = late_pattern(r"\b(?:sesion(?:es)?|sessao|sessoes|sessions?) \Z")
_COURSES = frozenset((3, 5, 6, 7, 10, 14, 15, 20, 21, 28, 42))
_YEAR = late_pattern(r"(?:[a-z/&-]{2,20} )?(?:19|20)\d\d\Z")
_SOCIETIES = (
    r"(?:acc|aha|esc|ers|ats|nccn|esmo|asco|acog|figo|rcog|sego|febrasgo|sbc|sbp|sbd|ada|easd|eau|aua|easl|aasld|aasl|who|oms|nice|sign|gold|gina|kdigo|kdoqi|esh|ish"
    r"|eular|acr|idsa|escmid|cdc|ecdc|uspstf|usmstf|sccm|esicm|ssc|btf|erc|ilcor|aan|ean|efns|ilae|ish|ichd|espen|aspen|espghan|naspghan|aap|aepap|semfyc|semergen|sec"
    r"|seram|acmg|iadpsg|lancet|rome|roma|maastricht|toronto|tokyo|tokio|atlanta|baveno|berlin|chicago|mcdonald|jones|duke|sapporo|slicc|fleischner|bosniak|lugano|who"
    r"|separ|alat|bts|beers|stopp/start|gpc(?:[ -](?:imss|issste|ssa))?|cenetec|ssa|minsal|conitec|pcdt|dgs|inca|hipaa|mca|gdpr|dsm)"
)
_EDITION = late_pattern(rf"\b{_SOCIETIES}(?:[/-][a-z]{{2,8}}){{0,3}}[ ,(]{{1,2}}\Z")
_EDITION_INSIDE = late_pattern(rf"{_SOCIETIES}(?:[/-][a-z]{{2,8}}){{0,3}} (?:19|20)\d\d\Z")
_LAW = late_pattern(
    r"\b(?:(?:ley|lei|decreto(?:-l(?:ey|ei))?|resoluc(?:ion|ao)|portaria|acuerdo|sentencia)(?: [a-z]{2,8}\.?){0,2}|rd|lo|res\.)"
    r"(?: n[.o]{0,2})? ?(?:[\d.]{1,7}(?:/| de |/\d{4},? de ))?\Z"
)
_LAW_NUMBER = late_pattern(r"[\d.]{1,7}(?:(?:/| de )(?:19|20)\d\d)?\Z")
_AMOUNT = late_pattern(
    r"\b(?:egr(?:esos?)?|bh|diuresis|uf|kcal|heparina|epo|leucos?|leucocitos|plt|plaquetas|wbc|gb)\b[ :=]{0,3}\Z"
)
# Stretches of figures that are vital signs, gases or salts whatever stands before them.
_GAS = late_pattern(r"(?<![\d.,])(?:6[.,][89]|7[.,][0-7])\d?[ /;,-]{1,3}\d{2,3}(?![\d])")
_PRESSURE = late_pattern(r"(?<![\d/])(?:[6-9]\d|1\d\d|2[0-5]\d)/(?:[3-9]\d|1[0-4]\d)(?![\d/])")
_TEMPERATURE = late_pattern(r"(?<![\d.,])(?:3[4-9][.,]\d|4[01][.,]\d|9[3-9]\.\d|10[0-6]\.\d)(?!\d)")
_SALTS = late_pattern(r"(?<!\d)1[2-6]\d/[2-7][.,]\d/(?:[89]\d|1[0-2]\d)(?!\d)")
_FIGURES = frozenset(_DIGITS + ".,/-<>% ")
_SIZE = late_pattern(r"\d{1,3}(?:[.,]\d{1,2})? ?x ?\d{1,3}(?:[.,]\d{1,2})?(?: ?x ?\d{1,3}(?:[.,]\d{1,2})?)?(?: ?[cm]m)?\Z")
_LOT = late_pattern(r"\b(?:lote?s?|lt|serie|sn|ref|placa|chapa)\b[^\n]{0,6}\Z")
_SPECIMENS = late_pattern(r"\bhla[ :.-]{1,3}(?:[a-z]{0,3}\d{0,3}[a-z]?[ ,-]{1,2}){0,4}\Z")
_SHORT_CODES = late_pattern(r"[a-z]{0,3}\d{1,3}[a-z]?(?:[ ,-]{1,2}[a-z]{0,3}\d{1,3}[a-z]?){0,6}\Z")
_RESULTS = frozenset(
    """neg negativo negativa negativos negativas pos positivo positiva positivos positivas normal normales normais leve leves mild moderate severe
    negative positive reactivo reactiva reagente indeterminado""".split()
)
_SENSITIVE = late_pattern(r"\b([A-Z]{3,5}):? (?:S|I|R|SDD)(?=[,;.)\s]|\Z)")
_TESTED = late_pattern(r"(?:[A-Z]{3,5} |(?<=[A-Z]{3} ))[SIR]\Z")
_WEEKDAYS = frozenset("l-m-v l-x-v l-mi-v m-j-s ma-j-s l-w-v mwf tts lmv lxv mjs".split())
_DIALYSED = late_pattern(r"\b(?:hd|hemodialisis|dialisis|dialise|dialysis|kine|fisio|sesion(?:es)?|dias|turno)\b[^\n]{0,16}\Z")
_FEW_DAYS = late_pattern(r"[lmxjvsd](?:-[lmxjvsd]){1,5}\Z")
_DISEASE = late_pattern(r"\b(?:enf|enfermedad|doenca|sd|sx|sind|sindrome|sme)\.?(?: de| d)? \Z")
_METHOD = late_pattern(r"\btecnicas? (?:de )?\Z")
_ENUMERATED = late_pattern(r" ?[,;)/]")
_AGE_OF_WHAT = late_pattern(
    r"\b(?:edad|idade|age) (?:gestacional|osea|vascular|cardiaca|dental|mental|biologica)\b[^\d\n]{0,6}\Z|\b(?:bone|gestational|vascular) age\b[^\d\n]{0,6}\Z"
)
_KIND = late_pattern(
    r"\b(?:virus|fiebre|febre|fever|encefalitis|encefalite|encephalitis|cepa|gripe|influenza|hierba)"
    r"(?: (?:hemorragica|de|del|da|do|of|a|b))* \Z"
)
_ROW_OF_FINDINGS = late_pattern(
    r"\b(?:cig(?:arrillos)?/d|ultimos \d|hgt|dxt|fcf|bcf|lcf|ca ?(?:125|15|19)|afp|cea|pplat|peep|de camas?)\b"
)
_IN_USE = late_pattern(
    r" ?(?:\(?[+-]\)?(?![\w])|neg|pos|\d{1,3}(?![\d:.,/h]| ?(?:am|pm|hs?|hrs?|de|anos)\b)|(?:i{1,3}|iv|v)\b|[a-d]\b(?![.])|fr\b|ch\b|sol\b|'?s? (?:sign|test|hole)|n[oº] ?\d)"
)
_USED_BY = late_pattern(
    r"\b(?:signo|sinal|sign|test|teste|prueba|maniobra|manobra|escala|clasif\w*|fractura|fx|cisura|tincion|sonda|metodo|regla|score|puntuacion)(?: de| d)? \Z"
)
_TITLED = late_pattern(r"\b(?:dra?|drs|sra?|srta|mrs?|ms|enf|lic|prof|don|dona)[.: ]{1,2}\Z")


def is_finding(page: Page, span: Span) -> bool:
    """Whether a span is medicine by its form and its neighbours.

    >>> text = "EVA 8/10 al ingreso, 3/10 al alta. HD L-M-V. Glucemias 132-156-178"
    >>> page = Page(text, "es")
    >>> values = [("3/10", "DATE"), ("L-M-V", "PATIENT_NAME"), ("132-156-178", "PHONE"), ("8/10", "STREET")]
    >>> [is_finding(page, Span(text.index(value), text.index(value) + len(value), label)) for value, label in values]
    [True, True, True, False]
    """
    start, end = span.start, span.end
    value = page.folded[start:end]
    before = page.folded[max(page.line_bounds(start)[0], start - 60) : start]
    if span.label in NAMES:
        return _is_no_name(page, span, value, before)
    if span.label in ("PLACE", "COUNTRY"):
        return _KIND.search(before) is not None
    if span.label == "STREET":
        return _ROW_OF_FINDINGS.search(value) is not None and not _has_street(value)
    if span.label == "AGE":
        return _AGE_OF_WHAT.search(before) is not None or _is_in_a_row(page, start, end)
    if span.label == "DATE" or span.label in NUMBERS:
        return _is_no_number(page, span, value, before)
    return False


def _is_no_number(page: Page, span: Span, value: str, before: str) -> bool:
    if _SERIES.match(value) and (_GIVEN.search(before) or _DOSED.search(before) or _is_drug_before(before)):
        return True
    if _YEAR.match(value) and (_EDITION.search(before) or _EDITION_INSIDE.match(value) or _AMOUNT.search(before)):
        return True
    if _LAW_NUMBER.match(value) and _LAW.search(before):
        return True
    if span.label == "DATE":
        return _is_no_date(page, span, value, before)
    if (
        _DECIMAL_SERIES.match(value)
        or (_SIZE.match(value) and not _LOT.search(before))
        or (_SPECIMENS.search(before) and _SHORT_CODES.match(value))
    ):
        return True
    return _is_in_a_row(page, span.start, span.end)


def _is_no_date(page: Page, span: Span, value: str, before: str) -> bool:
    if _CONTRACTIONS.match(value):
        return _WOMB.search(before) is not None
    if _AGO.match(page.folded, span.start):
        return True
    fraction = _FRACTION.match(value)
    if fraction is None:
        return False
    part, whole = int(fraction[1]), int(fraction[2])
    if _VENTILATED.search(before) or (_CYCLES.search(before) and 20 < part < 36 and value[-2] != "0"):
        return True
    if part > whole:
        return False
    if (
        (whole in _OUT_OF and _SCORED.search(before))
        or _COUNTED.match(page.folded, span.end)
        or (whole < 5 and _PART_OF_A_WHOLE.match(page.folded, span.end))
    ):
        return True
    if whole >= 8 and _SESSION.search(before):
        return True
    if whole in _COURSES and _COURSE.search(before):
        return (
            _ANTIBIOTIC.search(before, max(0, len(before) - 30)) is not None
            or _ANTIBIOTIC.match(page.folded[span.end :].lstrip(" ,.de")) is not None
        )
    # "EVA 8/10 al ingreso, 3/10 al alta": out of as many as before.
    return any(again[1] == fraction[2] for again in _SCORED_AGAIN.finditer(before))


def _is_drug_before(before: str) -> bool:
    found = _WORD_BEFORE.search(before)
    return found is not None and bool(lexicons.lookup(found[1]) & lexicons.DRUG) and not lexicons.is_common_word(found[1])


def _is_in_a_row(page: Page, start: int, end: int) -> bool:
    """Whether figures stand in a row of figures that are vital signs, gases or salts by their values."""
    folded = page.folded
    if not set(folded[start:end]) <= _FIGURES:
        return False
    low, high = page.line_bounds(start)
    while start > low and folded[start - 1] in _FIGURES:
        start -= 1
    while end < high and folded[end] in _FIGURES:
        end += 1
    row = folded[start:end]
    if _GAS.search(row) or _SALTS.search(row):
        return True
    return _PRESSURE.search(row) is not None and _TEMPERATURE.search(row) is not None


def _is_no_name(page: Page, span: Span, value: str, before: str) -> bool:
    if value in _RESULTS or value in _WEEKDAYS:
        return True
    if _FEW_DAYS.match(value) and _DIALYSED.search(before):
        return True
    text = page.text
    if _TESTED.match(text, span.start, span.end):
        low, high = page.line_bounds(span.start)
        return len(set(_SENSITIVE.findall(text, low, high))) > 2
    if " " in value:
        return False
    known = lexicons.lookup(value)
    if not known & lexicons.EPONYM or lexicons.first_name_strength(known):
        return False
    return _METHOD.search(before) is not None or (
        _DISEASE.search(before) is not None and _ENUMERATED.match(page.folded, span.end) is not None
    )


def _has_street(value: str) -> bool:
    return any(lexicons.lookup(word) & lexicons.STREET_TYPE for word in value.split()[:3])


def is_eponym_in_use(page: Page, span: Span) -> bool:
    """Whether a word that is somebody's name elsewhere in the note is a sign, a scale or a tool here: "Murphy +", "Foley 16 Fr".

    >>> page = Page("Dr. Iván Murphy. Abdomen: Murphy +. Firma Murphy", "es")
    >>> [is_eponym_in_use(page, Span(at, at + 6, "STAFF_NAME")) for at in (9, 26, 42)]
    [False, True, False]
    """
    if not lexicons.lookup(page.folded[span.start : span.end]) & lexicons.EPONYM:
        return False
    before = page.folded[max(page.line_bounds(span.start)[0], span.start - 24) : span.start]
    if _TITLED.search(before):
        return False
    return _IN_USE.match(page.folded, span.end) is not None or _USED_BY.search(before) is not None
