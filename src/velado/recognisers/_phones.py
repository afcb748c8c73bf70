"""Telephone and fax numbers: behind a cue in nearly any shape, without one in the shapes of the world's numbering plans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from velado.patterns import late_pattern
from velado.recognisers._phone_plans import fits_country
from velado.tokens import Page

__all__ = ["phones"]

Found = tuple[int, int, str, float]
# Digits in groups, with what people put between them; the first character makes the search skip everything else.
_RUN = late_pattern(
    r"[+(0-9](?<![\w+.][+(0-9])(?=[-0-9+() ./·]{5})(?:(?<=\+) ?\(?\d|(?<=\()\+? ?\d|(?<=\d))\d{0,11}\)?(?:(?: ?[-.] ?| |[/·])\(?\d{1,11}\)?){0,7}(?!\w)"
)
_CUES = frozenset(
    """tel tels telf telfs telef telefs telefono telefonos tfno tfnos tfn tlf tlfs tlfno tlfn telefone telefones tlm tlmv telm telem
    telemovel telemoveis movil moviles cel cels celu celular celulares cell cellphone mobile mob ph phone phones telephone fono fonos fone fones
    contacto contactos contato contatos contact whatsapp whats whatsap wsp wpp wasap zap wa recado recados fijo fixo landline llamar
    llamarla llamarlo llamando ligar call callback centralita conmutador caseta satelital hotline helpline linha linea sms switchboard
    extension ext extn exts extensao ramal anexo bleep bip beeper pager dect voip busca buscapersonas""".split()
)
_FAX = frozenset("fax faxes fx telefax".split())
_EXTENSIONS = frozenset("extension ext extn exts extensao ramal anexo bleep bip beeper pager dect voip busca buscapersonas".split())
_BETWEEN = frozenset("de del da do dos la el al no n o nro num numero number is es de: mi my su his her casa trabajo movil home work".split())
_WORD = late_pattern(r"[a-z]+|\d+|[\n|;]")
_BEFORE = 40  # characters in which a cue is looked for
_DATE = late_pattern(
    r"(?:[0-3]?\d[-/. ][0-3]?\d[-/. ](?:19|20)\d\d|[0-3]?\d([-/.])[01]?\d\1\d\d|[01]?\d/[0-3]?\d/\d\d|(?:19|20)\d\d([-/.])[01]?\d\2[0-3]?\d)(?!\d)"
)
_SHORT = late_pattern(r"\.? ?(?:n[o.]{0,2}|num\.?|number)? ?[:#(]? ?(\d{2,6})(?![\w/:%°]|[.,]\d)")
_IBERIAN, _BRAZILIAN = late_pattern(r"[2679]\d{8}|8\d{8}"), late_pattern(r"[1-9][1-9]9\d{8}")
_AMERICAN = late_pattern(r"1?[2-9]\d\d[2-9]\d{6}")
_NINE = frozenset(((3, 3, 3), (3, 2, 2, 2), (2, 3, 2, 2), (3, 6), (2, 3, 4), (3, 2, 4), (2, 7), (1, 4, 4)))
_TEN = frozenset(((3, 3, 4), (1, 3, 3, 4), (2, 4, 4), (2, 5, 4), (3, 4, 4), (4, 3, 4), (5, 6), (4, 3, 3), (2, 8), (2, 9), (3, 7), (3, 3, 2, 2), (3, 2, 5), (2, 3, 3, 2)))


def phones(page: Page) -> Iterator[Found]:
    """Telephone numbers, with FAX or PHONE as their label, and short ones behind a word for an extension."""
    folded = page.folded
    last_end, last_label = -1, ""
    for match in _RUN.finditer(folded):
        start, end = match.span()
        text = match.group()
        if text[0] == "(" and (")" not in text or text.index(")") == len(text) - 1):
            start, text = start + 1, text[1:]
        while text.endswith(")") and "(" not in text:
            end, text = end - 1, text[:-1]
        groups = re.findall(r"\d+", text)
        digits = "".join(groups)
        if not 6 <= len(digits) <= 15 or _DATE.match(text):
            continue
        cue = _cue(folded, start)
        if not cue and 0 <= start - last_end <= 12 and folded[last_end:start].strip() in ("/", "y", "e", "o", "ou", "and", "or", "-", ","):
            cue = last_label  # "612 345 678 / 913 456 789"
        score = 0.9 if cue else score_of_shape(digits, tuple(map(len, groups)), text, page.language)
        if not score and page.country and fits_country(digits, page.country):
            score = 0.6
        if score:
            last_end, last_label = end, cue
            yield start, end, cue or "PHONE", score
    for number, word in enumerate(page.words):
        short = _SHORT.match(folded, page.spans[number][1]) if word in _EXTENSIONS else None
        if short is not None:
            yield short.start(1), short.end(1), "PHONE", 0.7


def _cue(folded: str, start: int) -> str:
    """PHONE or FAX where a word before a number announces one, with nothing but small words between them; else ""."""
    for word in reversed(_WORD.findall(folded, max(0, start - _BEFORE), start)):
        if word in _FAX:
            return "FAX"
        if word in _CUES:
            return "PHONE"
        if word not in _BETWEEN:
            return ""
    return ""


def score_of_shape(digits: str, groups: tuple[int, ...], text: str, language: str) -> float:
    """How much a number looks like a telephone by its digits and its grouping alone; 0 for not at all.

    >>> score_of_shape("6015550126", (3, 3, 4), "601-555-0126", "en"), score_of_shape("120801", (3, 2, 1), "120/80 1", "es")
    (0.85, 0.0)
    """
    size = len(digits)
    if text[0] == "+" or text.startswith("(+"):
        return 0.9 if size >= 8 else 0.0
    if digits.startswith("00") and size >= 11:
        return 0.8
    if text[0] == "(" and ")" in text and 2 <= groups[0] <= 4 and size >= 9:
        return 0.85
    if "/" in text or size < 8 or len(set(digits)) <= 2 or (len(groups) == 2 and "." in text):
        return 0.0
    if groups in ((3, 3, 4), (1, 3, 3, 4)) and _AMERICAN.fullmatch(digits):
        return 0.85 if " " not in text else 0.7
    if len(groups) == 1:
        national = (size == 9 and digits[0] in "679") or (size == 11 and _BRAZILIAN.fullmatch(digits))
        return 0.55 if national and language != "en" else 0.4 if size in (9, 10, 11) else 0.0
    if size == 9 and groups in _NINE and _IBERIAN.fullmatch(digits):
        return 0.7
    if groups in _TEN or (language == "en" and digits[0] == "0" and 10 <= size <= 11):
        return 0.6
    return 0.5 if groups in ((4, 4), (4, 2, 2), (2, 2, 2, 2), (5, 4)) or max(left + right for left, right in pairwise(groups)) <= 5 else 0.0
