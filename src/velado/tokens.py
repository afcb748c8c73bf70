"""The text as recognisers read it: cleaned with a way back to the original, folded, cut into tokens, lines and fields."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from velado.compiled import compiled
from velado.document import Document, Span, Subject
from velado.remembered import Remembered
from velado.wrapping import unwrapped

__all__ = ["Field", "Page", "Reading", "fold", "fold_word", "read_text", "word_set"]

# Cyrillic and Greek letters that look like Latin ones: OCR and copy-paste put them into Latin words.
_LOOKALIKES = dict(
    zip(
        "АВЕКМНОРСТХаеорсухіјѕԁҮΑΒΕΖΗΙΚΜΝΟΡΤΥΧοѵһɡ",
        "ABEKMHOPCTXaeopcyxijsdYABEZHIKMNOPTYXovhg",
        strict=True,
    )
)
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff]"
)
_ESCAPE = re.compile(r"\x1b\[[\d;?]{0,12}[A-Za-z]")  # what colours a terminal, copied along with its text
_BLANKS = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\x0b\x1f"
_DASHES = "\u2010\u2011\u2012\u2043\u2212\ufe58\ufe63\uff0d"
# Anything outside this set may need work; most notes pass this test in one go and are taken as they are.
_ODD = re.compile(r"[^\n\t\x20-\x7e¡-¬®-ÿ–—‘’“”…•€⟦⟧ŒœŠšŽžŸ→←↑↓≥≤≠≈√αβγδμλω●○■□▪✓✔☐☑†″′‰ĀāĂăĆćČčĐđĒēĘęĚěĞğĪīİıŁłŃńŇňŌōŐőŘřŚśŞşŠšŤťŪūŮůŰűŹźŻżȘșȚț]")


def _clean_character(character: str) -> str:
    if character in _LOOKALIKES:
        return _LOOKALIKES[character]
    if character in _BLANKS:
        return " "
    if character in _DASHES:
        return "-"
    if character == "\r":
        return "\n"
    wide = unicodedata.normalize("NFKC", character) if unicodedata.decomposition(character).startswith("<") else character
    return wide if wide.strip() and len(wide) <= 4 else character


@dataclass(frozen=True, slots=True)
class Reading:
    """A cleaned text and, for each of its characters, where the original character stands."""

    text: str = field(repr=False)
    offsets: tuple[int, ...] | None = field(repr=False)  # None: the text is the original itself
    original: str = field(repr=False)

    def back(self, span: Span) -> Span:
        """The span in the original text; invisible characters inside and right behind it belong to it."""
        if self.offsets is None:
            return span
        start, end = self.offsets[span.start], self.offsets[span.end - 1] + 1
        while end < len(self.original) and (unicodedata.combining(self.original[end]) or _INVISIBLE.match(self.original[end])):
            end += 1
        return Span(start, end, span.label, span.score, span.source)


def read_text(original: str) -> Reading:
    """Clean what editors, OCR and copy-paste leave behind, and remember where everything stood.

    >>> read_text("Pe\\u0301rez\\u200b\\u00a0Gil").text
    'Pérez Gil'
    """
    if not _ODD.search(original):
        return Reading(original, None, original)
    pieces: list[str] = []
    offsets: list[int] = []
    position = 0
    for match in _ODD.finditer(original):
        at = match.start()
        if at < position:
            continue
        character = original[at]
        if unicodedata.combining(character) and (pieces or at > position):
            # An accent of its own joins the letter before it.
            if at > position:
                pieces.append(original[position:at])
                offsets.extend(range(position, at))
            before = pieces.pop()
            letter = unicodedata.normalize("NFC", before[-1:] + character)
            # The letter becomes a piece of its own: many accents behind a long text must not copy it each time.
            pieces += (before[:-1], letter if len(letter) == len(before[-1:]) else before[-1:])
            position = at + 1
            continue
        pieces.append(original[position:at])
        offsets.extend(range(position, at))
        position = at + 1
        if escape := _ESCAPE.match(original, at):
            position = escape.end()
            continue
        if character == "\r" and original[at + 1 : at + 2] == "\n":
            continue
        clean = "" if _INVISIBLE.match(character) else _clean_character(character)
        pieces.append(clean)
        offsets.extend([at] * len(clean))
    pieces.append(original[position:])
    offsets.extend(range(position, len(original)))
    return Reading("".join(pieces), tuple(offsets), original)


def word_set(text: str) -> frozenset[str]:
    """The words of a text: how lists of words are written down.

    >>> sorted(word_set("de la  los"))
    ['de', 'la', 'los']
    """
    return frozenset(text.split())


_FOLDS: dict[int, str] = {}
for _code in range(0xC0, 0x250):
    _base = unicodedata.normalize("NFD", chr(_code).lower())[0]
    _FOLDS[_code] = {"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "a", "œ": "o", "þ": "t", "ð": "d"}.get(_base, _base)
for _code in range(0x1E00, 0x1F00):  # Vietnamese and others
    _FOLDS[_code] = unicodedata.normalize("NFD", chr(_code).lower())[0]
_FOLDS |= {ord("’"): "'", ord("‘"): "'", ord("´"): "'", ord("`"): "'", ord("–"): "-", ord("—"): "-"}
_FOLDS |= {ord("“"): '"', ord("”"): '"', ord("«"): '"', ord("»"): '"', ord("º"): "o", ord("ª"): "a"}
_FOLDS |= {code: chr(code + 32) for code in range(ord("A"), ord("Z") + 1)}
_FOLDED_BYTES = "".join(map(chr, range(256))).translate(_FOLDS).encode("latin-1")


def fold(text: str) -> str:
    """Lower case without accents, character for character, so that offsets stay the same.

    >>> fold("MUÑOZ Ávila nº 3")
    'munoz avila no 3'
    """
    try:
        return text.encode("latin-1").translate(_FOLDED_BYTES).decode("latin-1")
    except UnicodeEncodeError:  # letters of other alphabets are looked up one by one, which is slower
        return text.translate(_FOLDS)


# A capital behind a small letter starts a new token: "DraPérez" and "MartínezNºCol" are glued words.
_CAPITAL, _SMALL = r"[A-ZÀ-ÖØ-Þ]", r"[^\W\d_A-ZÀ-ÖØ-Þ]"
# The letters and signs that nearly all text is made of are listed first: what is listed is matched faster than what is left over.
_TOKEN = re.compile(rf"(?=\S)({_CAPITAL}*[a-zß-öø-ÿ]+{_SMALL}*|[!-/:-@\[-`{{-~]|{_CAPITAL}+{_SMALL}*|\d+|{_SMALL}+|[^\w\s])")
_folded = Remembered(fold)
fold_word = _folded.__getitem__  # tokens as they are written → folded
# Of all tokens of a text: written, folded, where they begin, where they stand; and the gaps between them.
_Tokens = tuple[list[str], list[str], list[int], list[tuple[int, int]], list[str]]


def _cut(text: str) -> _Tokens:
    # Blanks, a token, blanks, a token …, blanks: to cut the text once is much faster than to match each token.
    pieces = _TOKEN.split(text)
    edges = list(accumulate(map(len, pieces)))  # where each piece ends
    written, starts = pieces[1::2], edges[:-1:2]
    return written, list(map(fold_word, written)), starts, list(zip(starts, edges[1::2], strict=True)), pieces[2:-1:2]


@dataclass(frozen=True, slots=True)
class Field:
    """A label with a colon and the value behind it: `Nombre: …`. Offsets into the page's text."""

    label: str = field(repr=False)  # folded, without the colon
    start: int
    value_start: int
    value_end: int


_COLON = re.compile(r":(?!//)")
# A label starts a line or follows a wide gap, a bar, a semicolon or a full stop: up to six short words before the colon.
_LABEL = re.compile(
    r"(?:\A[ >*\-•]{0,3}|[|;,(\[]|[.;,|(\[] |  )[ \t]{0,8}(\w[\w./()ºª°'’\-]{0,24}+(?: [\w./()ºª°#'’\-]{1,24}+){0,5}+)\Z"
)


@dataclass(frozen=True)
class Page:
    """One document, read: what every recogniser gets. Nothing in it changes; views are made once, when asked for."""

    text: str = field(repr=False)
    language: str = "es"
    country: str = ""
    subject: Subject | None = field(default=None, repr=False)

    @classmethod
    def of(cls, document: Document, reading: Reading, language: str) -> Page:
        """The page of a document whose text was cleaned into `reading`; lines that a width broke are whole again."""
        return cls(unwrapped(reading.text), language, document.country, document.subject)

    @cached_property
    def _tokens(self) -> _Tokens:
        loops = compiled()
        # A text may be of another class that is one as well, and compiled code wants the plain one.
        return loops.tokens(str.__str__(self.text), _folded) if loops is not None else _cut(self.text)

    @cached_property
    def folded(self) -> str:
        """The text in lower case without accents, character for character."""
        return fold(self.text)

    @cached_property
    def written(self) -> list[str]:
        """Each token as it is written: runs of letters, runs of digits, single other characters."""
        return self._tokens[0]

    @cached_property
    def words(self) -> list[str]:
        """Each token, folded."""
        return self._tokens[1]

    @cached_property
    def starts(self) -> list[int]:
        """The first offset of each token."""
        return self._tokens[2]

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Where each token stands."""
        return self._tokens[3]

    @cached_property
    def gaps(self) -> list[str]:
        """What stands before each token but the first: blanks, line breaks, or nothing at all."""
        return self._tokens[4]

    @cached_property
    def line_starts(self) -> list[int]:
        """The first offset of each line."""
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def line_of(self, offset: int) -> int:
        """The number of the line that an offset stands in, from 0."""
        return bisect_right(self.line_starts, offset) - 1

    def lines(self) -> Iterator[tuple[int, int]]:
        """Start and end of each line, without its line break."""
        starts = self.line_starts
        return zip(starts, [*(start - 1 for start in starts[1:]), len(self.text)], strict=True)

    def line_bounds(self, offset: int) -> tuple[int, int]:
        """Start and end of the line around an offset, without its line break."""
        number = self.line_of(offset)
        start = self.line_starts[number]
        end = self.line_starts[number + 1] - 1 if number + 1 < len(self.line_starts) else len(self.text)
        return start, end

    def token_at(self, offset: int) -> int:
        """The number of the token that covers an offset or is the last before it; -1 when there is none."""
        return bisect_right(self.starts, offset) - 1

    def token_from(self, offset: int) -> int:
        """The number of the first token that ends behind an offset: the one that a span from there begins with."""
        number = self.token_at(offset)
        return number + 1 if number < 0 or self.spans[number][1] <= offset else number

    @cached_property
    def fields(self) -> list[Field]:
        """Labels with a colon, each with its value up to the next label of the line or the line's end."""
        found = []
        for colon in _COLON.finditer(self.text):
            end = colon.start()
            line = self.line_starts[self.line_of(end)]
            if end > line and self.text[end - 1] == " ":
                end -= 1
            before = max(line, end - 110)
            match = _LABEL.search(self.text[before:end])
            if match:
                found.append((before + match.start(1), end, colon.end()))
        fields = []
        for number, (first, last, start) in enumerate(found):
            _, end = self.line_bounds(start)
            if number + 1 < len(found):
                end = min(end, max(start, found[number + 1][0]))
            while start < end and self.text[start] in " \t":
                start += 1
            while end > start and self.text[end - 1] in " \t;|,":
                end -= 1
            fields.append(Field(self.folded[first:last].strip(), first, start, end))
        return fields
