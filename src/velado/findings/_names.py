"""Words that are nobody's name: results, antibiograms, days of dialysis, diseases, methods, and eponyms in use."""

from __future__ import annotations

from velado import lexicons
from velado.document import Span
from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["is_eponym_in_use", "is_no_name"]

_RESULTS = frozenset(
    """neg negativo negativa negativos negativas pos positivo positiva positivos positivas normal normales normais leve leves mild moderate severe
    negative positive reactivo reactiva reagente indeterminado""".split()
)
_TIMES = frozenset("tomas toma".split())  # that a drug is taken: "2 TOMAS"
_NOON = late_pattern(r"[ap]\. ?m")  # "[14/05/24, 7:53 p.m.]"
_ON_DUTY = late_pattern(r"de (?:guardia|turno|plantao)\b")
_SIZED = late_pattern(r" ?(?:n[oº°]\.? ?|# ?)?\d{1,2} ?(?:fr|ch)\b")
_ROUTES = frozenset("v.o s.c i.m i.v e.v s.l s.n.g".split())  # in small letters, how a drug is given
_SIGNED = late_pattern(r"\b(?:firma\w*|fdo|signed|assinad\w*|por|by)[.: ]{1,2}\Z")
_TITLED = late_pattern(r"\b(?:dra?|drs|sra?|srta|mrs?|ms|enf|lic|prof|don|dona)[.: ]{1,2}\Z")
_SENSITIVE = late_pattern(r"\b([A-Z]{3,5}):? (?:S|I|R|SDD)(?=[,;.)\s]|\Z)")
_TESTED = late_pattern(r"(?:[A-Z]{3,5} |(?<=[A-Z]{3} ))[SIR]\Z")
_WEEKDAYS = late_pattern(r"(?:[lmxjvsd](?:-[lmxjvsd]){1,5}|l-mi-v|ma-j-s|mwf|tts|lmv|lxv|mjs)\Z")
_DIALYSED = late_pattern(r"\b(?:hd|hemodialisis|dialisis|dialise|dialysis|dias)\b[^\n]{0,16}\Z")
_DISEASE = late_pattern(r"\b(?:enf|enfermedad|doenca|sd|sx|sind|sindrome|sme)\.?(?: de| d)? \Z")
_DIAGNOSED = late_pattern(r"\b(?:diagnosticos?|diag|idx|dx|hipotese diagnostica|impresion diagnostica|diagnos[ie]s)\.? ?: ?\Z")
_METHOD = late_pattern(r"\b(?<!la )(?<!una )(?<!por )tecnica (?:de )?\Z")
_ENUMERATED = late_pattern(r" ?[,;)/]")
_SIGN = late_pattern(
    r" ?(?:\([+-]\)| ?\+{1,3}(?= ?(?:[,.;)\n]|\Z| y | e ))|-(?=[,.;)\n]|\Z)|neg(?:ativ[oa]s?|ative)?\b|pos(?:itiv[oa]s?|itive)?\b"
    r"|\d{1,3}(?![\d:.,/h-]| ?(?:am|pm|hs?|hrs?|de|anos|a|m|f|y/?o|yrs?|dias?|d|sem\w*|mes(?:es)?|days?|wks?|weeks?|months?|noche|x)\b)"
    r"|fr\b|ch\b|'?s (?:sign|test|hole)(?! result)|n[oº] ?\d)"
)
# What English names after people, without the apostrophe that somebody's own has; "Lee staging CT" and "Khan incision clean" are people.
_NAMED_AFTER = late_pattern(
    r" (?:disease|syndrome|sign(?! (?:off|on|here|by|in|out)\b)|classification|criteria|phenomenon|man(?:oeu|eu)v(?:er|re)|hemiarthroplasty|prosthesis"
    r"|paresis|retractor|forceps|clamp)\b"
)
_CLASS = late_pattern(r" (?:[A-D]|I{1,3}|IV|V)(?=[,;)\n]|\Z|\. )")
# What teeth are filled with and hips are called is nobody where teeth and hips are spoken of; Fermín is a name elsewhere.
_FILLINGS = frozenset("fermin eugenato pmcf pmclf pmnc pmcfa vitremer coltosol cavit irm gelita gelfoam terana ketac".split())
_TEETH = late_pattern(r"(?:obtur|algodon|provisori|conducto|trepan|medicad|rehabilit|temporal|endodon|pulp|sella|pza|pieza|dej[oa]|aplica)[^\n]{0,50}\Z")
_CLASSED = frozenset("kennedy kenedy keneddy angle pell gregory winter black".split())
_CLASS_BEFORE = late_pattern(r"\b(?:clase|class|classe|clas|subdivision|sub|mod|modificacion|posicion)\.? ?(?:[ivx]{1,3}|\d)?[a-d]?,?(?: (?:subdivision|posicion|mod)\.? ?\w)?(?: \(?| de |: )(?:pell y )?\Z")
_BENT = frozenset("valga valgo valgus vara varo varus".split())
_BENDS = late_pattern(r"\b(?:coxa|genu|cubito|hallux|pie|vara o|varo o|congenita ?:)[^\n]{0,24}\Z")
_TENDON = late_pattern(r"\b(?:tendon|tendao|tendinitis|tendinopatia|reflejo)(?: (?:de|do))? \Z")
_PERSON = late_pattern(r"\b(?:con|with|w|por|by|per|a|see|avisar|citar|cita|ref|f/u|d/w|retorno|sr|sra|mr|mrs|firma|text)[.: ]{1,2}\Z")
_USED_BY = late_pattern(r"\b(?:tendon|tendao|clase|signo|sinal|sign|maniobra|manobra|escala|clasif\w*|cisura|tincion|metodo|score|puntuacion)(?: de| d)? \Z")
_NEAR = 200  # characters to either side in which an antibiogram shows


def is_no_name(page: Page, span: Span, value: str, before: str) -> bool:
    """Whether a name is a result, a day of dialysis, a line of an antibiogram, a disease or a method; all is folded."""
    if value in _RESULTS or (value in _ROUTES and span.text(page.text).islower()):
        return True
    if value in _TIMES and before[-2:-1].isdecimal() or _NOON.fullmatch(value) and before[-2:].strip().isdecimal() or _ON_DUTY.match(value):
        return True
    if _SIGNED.search(before) or _TITLED.search(before) and not _DISEASE.search(before):
        return False
    if _WEEKDAYS.match(value):
        return _DIALYSED.search(before) is not None and not _TITLED.search(before)
    if _TESTED.match(page.text, span.start, span.end):
        return _is_antibiogram(page, span)
    if " " not in value and _is_a_thing(value, before):
        return True
    if page.language == "en" and _NAMED_AFTER.match(page.folded, span.end):
        return True
    known = lexicons.lookup(value)
    if known & lexicons.EPONYM and _SIZED.match(page.folded, span.end):
        return True
    if " " in value or not known & lexicons.EPONYM:
        return False
    if _DIAGNOSED.search(before):  # right behind the label of a diagnosis, whoever else is called so
        return True
    if _may_name(page, known):
        return False
    if _METHOD.search(before):
        return True
    return _DISEASE.search(before) is not None and _ENUMERATED.match(page.folded, span.end) is not None


def _is_a_thing(value: str, before: str) -> bool:
    """Whether a word is a filling, a class of teeth, the bend of a limb or the tendon of Achilles, as what stands before says."""
    if value in _FILLINGS:
        return _TEETH.search(before) is not None
    if value in _CLASSED:
        return _CLASS_BEFORE.search(before) is not None
    if value in _BENT:
        return _BENDS.search(before) is not None
    return value in ("aquiles", "achilles", "aquileo") and _TENDON.search(before) is not None


def _may_name(page: Page, known: int) -> bool:
    """Whether somebody here may well be called like an eponym."""
    return bool(lexicons.first_name_strength(known)) or lexicons.surname_strength(known) >= 3 or page.language in lexicons.surname_regions(known)


def _is_antibiogram(page: Page, span: Span) -> bool:
    low, high = page.line_bounds(span.start)
    codes = set(_SENSITIVE.findall(page.text, max(low, span.start - _NEAR), min(high, span.end + _NEAR)))
    return len(codes) > 2 and sum(not lexicons.name_strength(lexicons.lookup(code.lower())) for code in codes) > 1


def is_eponym_in_use(page: Page, span: Span) -> bool:
    """Whether a word that is somebody's name elsewhere in the note is a sign, a scale or a tool here: "Murphy +", "Foley 16 Fr".

    >>> page = Page("Dr. Iván Murphy. Abdomen: Murphy +. Firma Murphy", "es")
    >>> [is_eponym_in_use(page, Span(at, at + 6, "STAFF_NAME")) for at in (9, 26, 42)]
    [False, True, False]
    """
    if not lexicons.lookup(page.folded[span.start : span.end]) & lexicons.EPONYM:
        return False
    before = page.folded[max(page.line_bounds(span.start)[0], span.start - 24) : span.start]
    if _TITLED.search(before) or _PERSON.search(before):
        return False
    used = _SIGN.match(page.folded, span.end) or _CLASS.match(page.text, span.end) or _USED_BY.search(before)
    return used is not None
