"""What exports do to a text, undone with a way back: accents misread or lost, entities, tags, written-out line breaks, wide gaps.

A name that reads "Mu&ntilde;oz", "MuÃ±oz", "Mu?oz" or "M U Ñ O Z" is found as the name it was.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from urllib.parse import unquote

from velado import lexicons
from velado.mending import Mended, mended
from velado.tokens import fold

__all__ = ["repaired"]

_LOST = "\ufffd"
_ENTITY = r"&(?:[A-Za-z]{2,8}|\#\d{2,6}|\#x[0-9A-Fa-f]{2,5});"
# UTF-8 read as Latin-1 or Windows-1252: two or three characters for one.
_MISREAD = r"[ÃÂÄÅ][\u0080-\u00bfŒœŠšŸŽžƒˆ˜–-›€™]|â[\u0080€][\u0080-\u00bfŒœŠšŸŽžƒˆ˜–-›€™]"
# Tags without attributes only: an attribute may hold a name, so it must stay to be read.
_TAG = r"(?i:</?(?P<tag>br|hr|p|div|li|ul|ol|tr|td|th|table|tbody|thead|h[1-6]|b|i|u|em|strong|span|font|sup|sub|html|body)\s*/?>)"
_PERCENT = r"(?<=[^\W\d_])(?<!%[0-9A-Fa-f]{2})(?:%[0-9A-Fa-f]{2}){1,8}(?=[^\W_])"  # of addresses: "Juan%20Gil"
_ESCAPE = r"\\r\\n|\\n|\\r|\\t"
_WORD = rf"(?<![^\W\d_])(?:[^\W\d_]*(?:(?:(?<=[^\W\d_])\?|{_LOST})[^\W\d_]+)+{_LOST}?|[^\W\d_]+{_LOST})"
_SPACED = r"(?<![\w.'])(?:[^\W\d_] ){3,}[^\W\d_](?![\w.'])"
_GAP = r"(?<=\S)  (?=\S)"
# The first character comes first: the search then skips everything else.
_DAMAGE = re.compile(
    rf"(?=[&<\\%ÃÂÄÅâ])(?:(?P<entity>{_ENTITY})|(?P<misread>{_MISREAD})|(?P<element>{_TAG})|(?P<escape>{_ESCAPE})|(?P<percent>{_PERCENT}))"
    rf"|(?P<word>{_WORD})|(?P<spaced>{_SPACED})|(?P<gap>{_GAP})"
)
_SIGNS = re.compile(
    rf"[&<%\\ÃÂÄÅâ{_LOST}?](?:(?<=[&<])[\#/a-zA-Z]|(?<=%)[0-9A-Fa-f]{{2}}|(?<=[\\ÃÂÄÅâ{_LOST}])|(?<=[^\W\d_]\?)[^\W\d_])"
)
_LETTERS = re.compile(r" [^\W\d_] [^\W\d_] [^\W\d_](?![^\W\d_])")  # apart from the other signs: text is full of blanks
_PATH = re.compile(r"(?<![^\W\d_])[A-Za-z]:\\|\\\\[A-Za-z]")
_PAIR = re.compile(_GAP)
_INLINE = frozenset("b i u em strong span font sup sub".split())
_CELLS = frozenset(("td", "th"))
_FEWEST_ESCAPES = 2  # one alone may be a folder: "C:\notas"
_LONGEST_WORD, _MOST_LOST = 40, 4  # beyond that nobody can tell which word it was
_VOWELS = frozenset("aeiou")


def repaired(text: str) -> Mended | None:
    """The text as it was meant; None when nothing is damaged, as nearly always.

    >>> repaired("Sr. Mu&ntilde;oz<br>Bel&eacute;n").text
    'Sr. Muñoz\\nBelén'
    """
    doubled = _is_justified(text)
    if not doubled and not _SIGNS.search(text) and not _LETTERS.search(text):
        return None
    escaped = len(re.findall(r"\\n", text)) >= _FEWEST_ESCAPES
    mends = []
    for match in _DAMAGE.finditer(text):
        if (match.lastgroup == "escape" and (not escaped or _is_in_path(text, match.start()))) or (match.lastgroup == "gap" and not doubled):
            continue
        start = match.start()
        for width, meant in _meant(match):
            if meant != text[start : start + width]:
                mends.append((start, start + width, meant))
            start += width
    return mended(text, mends) if mends else None


def _is_in_path(text: str, start: int) -> bool:
    """Whether what reads as a written-out line break begins the name of a folder: "C:\\Users\\nuria"."""
    run = text[max(0, start - 200) : start].rpartition(" ")[2]
    return _PATH.search(run) is not None


def _is_justified(text: str) -> bool:
    """Whether nearly all words stand two blanks apart, as print that was stretched to a width reads."""
    pairs = text.count("  ")
    return pairs > 20 and 2 * pairs > 0.8 * text.count(" ") and len(_PAIR.findall(text)) > 0.7 * pairs


def _meant(match: re.Match[str]) -> Iterator[tuple[int, str]]:
    """The match in pieces: how wide each is, and what was meant."""
    written = match.group()
    if match["entity"]:
        yield len(written), html.unescape(written)
    elif match["percent"]:
        yield len(written), unquote(written)
    elif match["misread"]:
        yield len(written), _decoded(written)
    elif match["element"]:
        tag = match["tag"].lower()
        yield len(written), "" if tag in _INLINE else " " if tag in _CELLS else "\n"
    elif match["gap"]:
        yield len(written), " "
    elif match["escape"]:
        yield len(written), "\t" if written == "\\t" else "\n"
    elif match["word"]:
        yield from ((1, letter) for letter in _with_letters(written))
    else:
        # Letter by letter, as into the boxes of a form; all of one case, or it is a list of something.
        together = written.replace(" ", "")
        whole = together.isupper() or together.islower() or together.istitle()
        yield from ((2 if at + 1 < len(together) else 1, letter) for at, letter in enumerate(together)) if whole else ((len(written), written),)


def _decoded(written: str) -> str:
    octets = bytearray()
    for character in written:
        try:
            octets += character.encode("cp1252")
        except UnicodeEncodeError:
            octets += character.encode("latin-1", "ignore")
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        return written


def _with_letters(word: str) -> str:
    """The word with a letter for each lost one, so that it is a word that is known; else one that can be spoken."""
    places = [at for at, character in enumerate(word) if character in ("?", _LOST)]
    if len(word) > _LONGEST_WORD or len(places) > _MOST_LOST:
        return word
    letters = list(word)
    for at in places:
        tried = {letter: _known("".join([*letters[:at], letter, *letters[at + 1 :]]).replace(_LOST, "a")) for letter in "aeiounc"}
        best = max(tried, key=lambda letter: tried[letter])
        if not any(tried[best]):
            if word[at] == "?":
                continue
            around = {fold(word[at - 1 : at]), fold(word[at + 1 : at + 2])}
            best = "n" if around <= _VOWELS else "i" if word[at + 1 : at + 2] else "e"
        letters[at] = best.upper() if word[at - 1 : at + 2].replace(word[at], "").isupper() else best
    return "".join(letters)


def _known(word: str) -> tuple[int, int, int]:
    """How well a word is known: as a name when it is written like one, else by how often it is used."""
    folded = fold(word)
    value = lexicons.lookup(folded)
    used = max(lexicons.frequency(value, language) for language in ("es", "pt", "en"))
    return (lexicons.name_strength(value) if word[:1].isupper() else 0, used, int(value != 0))
