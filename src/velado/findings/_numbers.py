"""Numbers that are nobody's: series of doses and glucose, rows of vital signs, editions of guidelines, laws, sizes."""

from __future__ import annotations

import re

from velado import lexicons
from velado.document import Span
from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["is_in_a_row", "is_no_number"]

_SERIES = late_pattern(r"\d{1,3}(?:[.,]\d)?(?: ?- ?\d{1,3}(?:[.,]\d)?){2,9}(?:, \d{1,3}(?:-\d{1,3}){1,9}){0,4}\Z")
_SPACED = late_pattern(r"(?![6-9]\d\d )\d{2,3}(?: \d{2,3}){2,9}\Z")  # telephones begin like the ones that are left out
_EARLIER = r"(?:\d{1,3}(?:[.,]\d)?(?:-\d{1,3}(?:[.,]\d)?){1,9}, ){0,4}"  # series before this one
_DAY_FIRST = late_pattern(r"(?:0?[1-9]|[12]\d|3[01]) ?- ?(?:0?[1-9]|1[0-2]) ?- ?\d\d\Z")
_MONTH_FIRST = late_pattern(r"(?:0?[1-9]|1[0-2]) ?- ?(?:0?[1-9]|[12]\d|3[01]) ?- ?\d\d\Z")
# "NPH 18-0-12, 10-12-14": a series that can be no date says what the next one is.
_NO_DATE_BEFORE = late_pattern(r"(?<![\d-])(?:\d{1,3}-0-\d{1,3}|0-\d{1,3}-\d{1,3}|(?:3[2-9]|[4-9]\d|\d{3})-\d{1,3}-\d{1,3}), \Z")
_PADDED = late_pattern(r"(?:\A|-)0\d")
_GIVEN = late_pattern(
    r"\b(?:insulina\w*|nph|glargina|apidra|lispro|aspart\w*|hgt|dxt|dtx|dextros?|dextrostix|glucometrias?|glucemias?|glicemias?|fsbg|bgls?"
    r"|glucose|baxter|esas|sofa|vacunas?|vacinas?|esquema|horarios?|pca|dosis|doses?|hemoglucotest|posologia)\b[^\d\n]{0,14}"
    rf"{_EARLIER}\Z"
)
_DOSED = late_pattern(r"(?:\d ?(?:mg|mcg|g|ml|ui|u)|\b(?:vo|ev|iv|im|sc|horario|horas|dar a las))\b[ .,:(]{0,3}\Z")
_HOURS = late_pattern(r"(?:[01]?\d|2[0-4])(?: ?- ?(?:[01]?\d|2[0-4])){2,5}\Z")
_DRUG = late_pattern(rf"([a-z]{{4,}})(?: \d{{1,4}} ?(?:mg|mcg|g|ml|ui|u)?)?[ :(]{{1,2}}{_EARLIER}\Z")
_SUGAR = late_pattern(r"\b(?:hgt|dxt|dtx|dextros?|dextrostix|glucometrias?|glucemias?|glicemias?|fsbg|bgls?|glucose)\b[ :=]{1,2}\Z")
_CALL = late_pattern(r"\b(?:tel\w*|tfno|tlf\w*|llam\w*|call|busca|contact\w*|movil|cel\w*|ligar|avis\w*|dudas|duvidas)\b")
_ALL_DECIMAL = late_pattern(r"\d{1,3}[.,]\d{1,2}(?:-\d{1,3}[.,]\d{1,2}){2,9}\Z")
_SIZE = late_pattern(r"\d{1,3}(?:[.,]\d{1,2})? ?x ?\d{1,3}(?:[.,]\d{1,2})?(?: ?x ?\d{1,3}(?:[.,]\d{1,2})?)?(?: ?[cm]m)?\Z")
_LOT = late_pattern(r"\b(?:lote?s?|lt|serie|sn|ref|placa|chapa)\b[^\n]{0,6}\Z")
_TYPED = late_pattern(r"\bhla[ :.-]{1,3}(?:[a-z]{0,3}\d{0,3}[a-z]?[ ,-]{1,2}){0,4}\Z")
_ALLELES = late_pattern(r"[a-z]{0,3}\d{1,3}[a-z]?(?:[ ,-]{1,2}[a-z]{0,3}\d{1,3}[a-z]?){0,6}\Z")
_YEAR = late_pattern(r"(?:[a-z/&-]{2,20} )?(?:19|20)\d\d\Z")
_SOCIETIES = (
    r"(?:aha|ers|ats|nccn|esmo|asco|acog|figo|rcog|sego|febrasgo|sbc|sbp|sbd|ada|easd|eau|aua|easl|aasld|oms|kdigo|kdoqi|esh|eular|acr|idsa"
    r"|escmid|cdc|ecdc|uspstf|usmstf|sccm|esicm|ssc|btf|erc|ilcor|aan|ean|efns|ilae|ichd|espen|aspen|espghan|naspghan|aap|aepap|semfyc|semergen|seram|acmg|iadpsg"
    r"|slicc|separ|alat|bts|stopp/start|gpc(?:[ -](?:imss|issste|ssa))?|cenetec|minsal|conitec|pcdt|dgs|hipaa|gdpr|dsm)"
)
# These are towns, people or words as well.
_ALSO_ELSE = (
    r"(?:rome|roma|toronto|tokyo|tokio|atlanta|berlin|chicago|mcdonald|jones|duke|sapporo|lugano|maastricht|baveno|nice|sign|gold|gina|inca|bosniak|fleischner|beers"
    r"|who|mca|esc|sec|acc|ssa)"
)
_EDITION = late_pattern(rf"\b(?:acc/|esc/)?{_SOCIETIES}(?:[/-][a-z]{{2,8}}){{0,3}}[ ,(]{{1,2}}\Z")
_EDITION_INSIDE = late_pattern(rf"(?:acc/|esc/)?(?:{_SOCIETIES}|esc|acc|gold)(?:[/-][a-z]{{2,8}}){{0,3}} (?:19|20)\d\d\Z")
_GUIDED = late_pattern(
    r"\b(?:criterios?|criteria|clasif\w*|classif\w*|consenso|consensus|guias?|guidelines?|diretriz\w*|segun|conforme|per|norma)(?: (?:de|da|do|of|the|la))*"
    rf" {_ALSO_ELSE}(?:[/-][a-z]{{2,8}}){{0,3}}[ ,(]{{1,2}}\Z"
)
_BALANCE = late_pattern(r"\bing(?:r\w*)?[ :=]{1,3}(?!(?:19|20)\d\d\b)\d{3,4}\b[^\n]{0,20}\begr\w*[ :=]{1,3}\Z")
_AMOUNT = late_pattern(r"\b(?:bh|diuresis|uf|kcal|heparina|leucos?|leucocitos|plt|plaquetas|wbc|gb)[ :=]{1,3}\Z")
_LAW = late_pattern(
    r"\b(?P<kind>(?:ley|lei|decreto(?:-l(?:ey|ei))?|portaria|resoluc(?:ion|ao))(?: [a-z]{2,8}\.?){0,2}|rd|lo)(?: n[.o]{0,2})? ?"
    r"(?P<number>[\d.]{1,7}(?:/| de |/\d{4},? de ))?\Z"
)
_OF_A_LAW = late_pattern(r"(?!\d{1,2}\.\d{1,2}\.\d\d\Z|\d\d\.(?:19|20)\d\d\Z)[\d.]{1,7}(?P<year>(?:/| de )(?:19|20)\d\d)?\Z")
_BARE_YEAR = late_pattern(r"(?:19|20)\d\d\Z")
# Figures that are vital signs, gases or salts by their values.
_GAS = late_pattern(r"(?<![\d.,])(?:6[.,][89]|7[.,][0-7])\d?[ /;,-]{1,3}\d{2,3}(?![\d])")
_PRESSURE = late_pattern(r"(?<![\d/])(?:[6-9]\d|1\d\d|2[0-5]\d)/(?:[3-9]\d|1[0-4]\d)(?![\d/])")
_TEMPERATURE = late_pattern(r"(?<![\d.,])(?:3[4-9][.,]\d|4[01][.,]\d|9[3-9]\.\d|10[0-6]\.\d)(?!\d)")
_SALTS = late_pattern(r"(?<!\d)1[2-6]\d/[2-7][.,]\d/(?:[89]\d|1[0-2]\d)(?!\d)")
_FIGURES = frozenset("0123456789.,/-<>% ")
_SMALL = late_pattern(r"[<>]?-?\d{1,3}(?:[.,]\d{1,2})?%?\Z")
_LABELLED = late_pattern(
    r"\b(?:hc|nhc|mrn|dni|ci|rut|rg|cpf|sns|nhs|exp\w*|legajo|historia|prontuario|pront|afiliado|poliza|pami|osde|chart|acct|interno|tel\w*|phone)[ .:no]{1,4}\Z"
)
_ROW = 120  # characters to either side that belong to a row


def is_no_number(page: Page, span: Span, value: str, before: str) -> bool:
    """Whether a date or a number of somebody is a series, an edition, a law, a size or a row of readings; all is folded."""
    if _is_series(page, value, before) or (_YEAR.match(value) and _is_edition(page, span, value, before)) or _is_of_a_law(value, before):
        return True
    if span.label == "DATE":
        return False
    if _ALL_DECIMAL.match(value) or (_SIZE.match(value) and not _LOT.search(before)) or (_TYPED.search(before) and _ALLELES.match(value)):
        return True
    return is_in_a_row(page, span)


def _is_series(page: Page, value: str, before: str) -> bool:
    """Doses and glucose through the day; what could be a date or a telephone only where nothing else is meant."""
    if _CALL.search(before):
        return False
    if _SPACED.match(value):
        return _SUGAR.search(before) is not None
    if not _SERIES.match(value):
        return False
    if _DAY_FIRST.match(value) or (page.language == "en" and _MONTH_FIRST.match(value)):
        return not _PADDED.search(value) and _NO_DATE_BEFORE.search(before) is not None and _GIVEN.search(before) is not None
    return _GIVEN.search(before) is not None or (_HOURS.match(value) and _DOSED.search(before)) is not None or _is_drug(before)


def _is_drug(before: str) -> bool:
    found = _DRUG.search(before)
    return found is not None and bool(lexicons.lookup(found[1]) & lexicons.DRUG) and not lexicons.is_common_word(found[1])


def _is_edition(page: Page, span: Span, value: str, before: str) -> bool:
    """"ACC/AHA 2022", "Egr 1980": the year of a guideline, or an amount."""
    if _BALANCE.search(before) or _AMOUNT.search(before) or _GUIDED.search(before):
        return True
    if _EDITION_INSIDE.match(value):
        return page.text[span.start : span.start + 3].isupper()
    found = _EDITION.search(before)
    if found is None:
        return False
    at = span.start - len(before) + found.start()
    return page.text[at : at + 3].isupper()


def _is_of_a_law(value: str, before: str) -> bool:
    number = _OF_A_LAW.match(value)
    law = _LAW.search(before) if number is not None else None
    if number is None or law is None:
        return False
    if law["number"] or number["year"]:
        return True
    return not _BARE_YEAR.match(value) and not law["kind"].startswith(("resol", "rd", "lo"))


def is_in_a_row(page: Page, span: Span) -> bool:
    """Whether small figures stand in a row that is vital signs, gases or salts by its values.

    >>> page = Page("120/70 - 84 - 18 - 36,7", "es")
    >>> is_in_a_row(page, Span(9, 11, "PHONE")), is_in_a_row(Page("HC 84, 120/70, 36,7", "es"), Span(3, 5, "PATIENT_ID"))
    (True, False)
    """
    folded = page.folded
    pieces = re.split(r"[ /;-]+|, ", folded[span.start : span.end])
    if not all(_SMALL.match(piece) for piece in pieces if piece):
        return False
    low, high = page.line_bounds(span.start)
    low, high = max(low, span.start - _ROW), min(high, span.end + _ROW)
    start, end = span.start, span.end
    while start > low and folded[start - 1] in _FIGURES:
        start -= 1
    while end < high and folded[end] in _FIGURES:
        end += 1
    row = folded[start:end]
    if not _GAS.search(row) and not _SALTS.search(row) and not (_PRESSURE.search(row) and _TEMPERATURE.search(row)):
        return False
    if span.label == "AGE":  # the first figure of a row may be one
        return any(map(str.isdigit, folded[start : span.start]))
    return _LABELLED.search(folded, max(low, span.start - 16), span.start) is None
