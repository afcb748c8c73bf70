"""Extension, pager and bleep numbers behind their cue, and telephone numbers that were dictated digit by digit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from velado.languages import languages
from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["EXTENSIONS", "SPELLED_CUES", "extensions", "spelled_phone"]


Found = tuple[int, int, str, float]
EXTENSIONS = frozenset(
    """ext extn exts extension extensao ramal r anexo anx interno int local bleep bleeped bip biper beeper busca bsc buscapersona
    buscapersonas pager pgr paged x dect voip tel telf telef tfno tlf telefono fono fone""".split()
)
SPELLED_CUES = frozenset(
    """telefono telefone phone cell mobile celular movil tel llamarla llamarlo llamar call number numero ligar""".split()
)
_PLAIN_PHONE = frozenset("tel telf telef tfno tlf telefono fono fone".split())
_ALARMS = frozenset("112 911 999 2222".split())
_FEW = r"(?P<number>\d(?: \d){2,5}|\d{1,3}(?:[- ]\d{2,3}){1,2}|\d\d \d{4}|\d{1,6})(?![\w/:%°]|[.,]\d)"
_SHORT = late_pattern(
    r"(?:ext|extn|exts|extension|extensao|ramal|anexo|anx|interno|int|local|bleep|bleeped|bip|biper|beeper|busca|bsc|buscapersonas?|"
    r"pager|pgr|paged|dect|voip|"
    r"tel|telf|telef|tfno|tlf|telefono|fono|fone)\b\.?(?: (?:d[aeo]|del|de la|do) [a-z]{1,12})?(?: es el)? ?(?:n\.?[o°]? ?|no\. ?|number |"
    r"num\.? |:|nr\.? ?)? ?[:(#]? ?" + _FEW
)
_GLUED = late_pattern(r"x(?P<number>\d{2,5})(?![\w/:%]|[.,]\d)|r\. ?(?P<room>\d{2,5})(?![\w/:%]|[.,]\d)")
_BEFORE_GLUED = late_pattern(r"(?:\d{3}[-. )]{0,2}\d{4}|\d{2}[-. ]\d{2}|\d{4}) ?,? ?\Z|\bon \Z")
_BLEEP = late_pattern(r"(?:bleep|pager|busca|bip|ext|extension|ramal)[a-z .:]{1,30}\((?P<number>\d{3,6})\)")
_SIZE = late_pattern(r"(?<!\d)(?<![-.)]) ?\d{2,3}\Z")
_FLAT = late_pattern(r"#|\b(?:cra|calle|cll|av|carrera|no|num|mz|lote|col|apto|depto|ext|no|bloque|torre|anestesia)\b|n\.o ")


def extensions(page: Page, number: int) -> Iterator[Found]:
    """Extension, pager and bleep numbers behind the word that token `number` is."""
    folded, start = page.folded, page.spans[number][0]
    word = page.words[number]
    if word in ("x", "r"):
        glued = _GLUED.match(folded, start)
        alone = glued and glued.group("number") and len(glued.group("number")) >= 4 and not glued.group("number").endswith("00")
        if _SIZE.search(folded[max(0, start - 6) : start]):
            return  # "90x50"
        if glued and (
            _BEFORE_GLUED.search(folded[max(0, start - 14) : start])
            or (alone and page.text[start - 1 : start + 1] in (" x", "(x"))
        ):
            group = "number" if glued.group("number") else "room"
            yield glued.start(group), glued.end(group), "PHONE", 0.8
        return
    match = _SHORT.match(folded, start) or _BLEEP.match(folded, start)
    if match is None:
        return
    figures = len(match.group("number").replace(" ", "").replace("-", ""))
    if figures < 3 and folded[match.start("number") - 1] == "#":
        return  # a tooth
    if word in ("int", "interno", "local", "busca") and not _is_extension(folded, start, figures):
        return
    if word == "local" and (figures < 4 or not page.text[start].islower()):
        return
    if (word in _PLAIN_PHONE and not 4 <= figures <= 5) or (word == "anexo" and figures < 2):
        return
    if (
        folded[match.end() : match.end() + 1] == " "
        and folded[match.end() + 1 : match.end() + 2].isdigit()
        and word in _PLAIN_PHONE
    ):
        return
    if match.group("number") not in _ALARMS:
        yield match.start("number"), match.end("number"), "PHONE", 0.85


def _is_extension(folded: str, start: int, figures: int) -> bool:
    """ "int." is an extension behind a phone; inside an address "int 302" is a flat."""
    before = folded[max(0, start - 30) : start]
    if _FLAT.search(before):
        return False
    return figures >= 3 or re.search(r"\d{3,5}[ ,.;:)\-]{0,4}\Z", before) is not None


def spelled_phone(page: Page, number: int) -> Iterator[Found]:
    """A number said digit by digit, as dictation writes it: "siete uno cero doce cuarenta y seis veinte"."""
    words, digits = page.words, _digit_words()
    if number and words[number - 1] in ("record", "account", "policy", "history", "chart"):
        return
    at = number + 1
    while at < len(words) and at - number < 14:
        first, end, count = at, at, 0
        while at < len(words) and at - first < 24 and (words[at] in digits or (words[at] in ("y", "e", "-", ",") and count)):
            if words[at] in digits:
                count += 1
                end = at
            at += 1
        if count >= 6:
            yield page.spans[first][0], page.spans[end][1], "PHONE", 0.85
            return
        at += 1


@cache
def _digit_words() -> frozenset[str]:
    words = {word for one in languages().values() for word, value in one.numbers.items() if value < 100 and " " not in word}
    return frozenset(words | {"oh", "double", "doble", "cero", "zero", "triple", "meia"})
