"""Words of kinship and sex that are somebody's name on the page: "Nieto", "Irma", "Varón", "Son". Which of the two is meant here?

Policies let such words stand, so a name that passes for one would be left standing.
"""

from __future__ import annotations

from collections.abc import Mapping

from velado.document import Span
from velado.patterns import late_pattern
from velado.tokens import Page, word_set

__all__ = ["is_meant_as_kin"]

_AGNOMENS = word_set("filho neto sobrinho bisneto")  # "José Souza Filho" is never called Filho
_POSSESSIVES = word_set("su sus mi mis tu tus nuestro nuestra seu sua seus suas meu minha nosso nossa his her their my your our")
# Where the case tells nothing, articles speak for kin as well. "a" is an article in Portuguese, and comes before people in Spanish.
_ARTICLES = {
    "es": word_set("el la los las un una unos unas del al otro otra cada"),
    "pt": word_set("o a os as um uma uns umas do da dos das no na pelo pela ao outro outra cada"),
    "en": word_set("the a an another this that"),
}
_LABELS = word_set("sexo genero sex gender parentesco vinculo relacion relacao relationship relation kin")
_ENDS = frozenset(".:;!?-–•*|(\"'")
_AGED = late_pattern(r"(?:,| (?:de|of|com|con|aged))? \d{1,3}\b")  # "Niño de 5 años", "Varón, 60 años"


def is_meant_as_kin(page: Page, number: int, vouching: Span, words: Mapping[str, Span], sex: bool) -> bool:
    """Whether a word that is part of a known name is a word of kinship or sex where it stands here.

    `vouching` is the known name, `words` has those of all words, `sex` tells whether the word may be one of sex.
    """
    written, word = page.written[number], page.words[number]
    start, end = page.spans[number]
    name = vouching.text(page.text)
    if word in _AGNOMENS and len(name.split()) > 2:
        return True
    if not written.isascii() and written.casefold() not in name.casefold():
        return True  # "Irmã" is not Irma
    if written.islower() and not name.islower():
        return True
    if _is_joined(page.text, start, end) or page.text[end : end + 1] == ":":
        return True
    if sex and _AGED.match(page.text, end):
        return True
    behind = words.get(page.words[number + 1]) if number + 1 < len(page.words) and page.gaps[number] == " " else None
    if behind is not None and word not in behind.text(page.folded):
        return True  # "Nieto Pablo": somebody else
    before = page.words[number - 1] if number else ""
    if before in _POSSESSIVES or before in _LABELS or (before == ":" and number > 1 and page.words[number - 2] in _LABELS):
        return True
    flat = written.islower() or (len(written) > 1 and written.isupper())
    if flat:
        return before in _ARTICLES.get(page.language, ())
    # A doctor's name is less to be feared for than what opens half of all notes: "Niño de 5 años", "Varón que acude".
    return vouching.label == "STAFF_NAME" and _opens_sentence(page, number)


def _is_joined(text: str, start: int, end: int) -> bool:
    """"Son-in-law", "Step-Son"."""
    return (text[end : end + 1] == "-" and text[end + 1 : end + 2].isalpha()) or (start > 1 and text[start - 1] == "-" and text[start - 2].isalpha())


def _opens_sentence(page: Page, number: int) -> bool:
    return number == 0 or page.words[number - 1] in _ENDS or "\n" in page.gaps[number - 1]
