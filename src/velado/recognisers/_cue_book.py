"""Which cue stands before a number: the words of the data tables and of the national identifiers, found by reading backwards."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

from velado.identifiers import Identifier, compact, identifiers
from velado.patterns import late_pattern
from velado.recognisers._number_cues import (
    BLOCKERS,
    COMMON,
    CUES,
    NEEDS_CAPITALS,
    NUMBER_WORDS,
    PHONE_WORDS,
    SKIPPED,
    SOFT_BLOCKERS,
)
from velado.tokens import fold

__all__ = ["Announcement", "Cue", "CueBook", "Form", "cue_book"]

_MARK = late_pattern("⟦(.*?)⟧")
_WORD = late_pattern(r"[a-z]+")
_TOKEN = late_pattern(r"[a-z]+|\d+|\n|[^\s\w]")
_WINDOW = 56
_MAX_SKIPPED = 4
# Signs that may stand between a cue and its number.
_SIGNS = frozenset(":#.°=|-/*>\"'([<~&→·?")
_EXPLICIT = frozenset(":#=|°")
_STATES = frozenset("ac al ap am ba ce df es go ma mt ms mg pa pb pr pe pi rj rn rs ro rr sc sp se to".split())
_DROPPED = frozenset("de del da do dos das la el los las the of no nro num numero number nr o a con s en".split())


@dataclass(frozen=True)
class Form:
    """An identifier with its pattern so that it ends where the number ends; a note needs few of them, so each waits to be asked."""

    identifier: Identifier

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Compiled when first wanted."""
        return re.compile(rf"(?:{self.identifier.pattern})(?![a-z0-9])(?![.,/\-]\d)")


@dataclass(frozen=True, slots=True)
class Cue:
    """What a cue says about the number behind it; an empty label means that the number is no identifier."""

    label: str
    need: int
    word: str
    forms: tuple[Form, ...] = ()
    numbered_only: bool = False  # counts only with "nº" or "#" behind it
    soft: int = 0  # a blocker: 0 of everything, 1 of phones, 2 of measures and places: short numbers


class Announcement(NamedTuple):
    """A cue in front of a number, and how clearly it points to it."""

    cue: Cue | None
    explicit: bool  # a colon, a number sign or "nº" stands between
    numbered: bool  # "nº" or "#", with or without a cue
    skipped: int  # words between cue and number
    crossed: bool  # the cue is at the end of the line above
    common: bool  # the cue is an everyday word in lower case


_NOTHING = Announcement(None, False, False, 0, False, False)


def _key(cue: str) -> tuple[str, ...]:
    """The words of a cue as they are met when reading backwards, articles and number words left out."""
    text = re.sub(r"\b([a-z])[./](?=[a-z]\b)", r"\1", fold(cue))  # "n.s.s." is read as one word
    words = [word for word in _WORD.findall(text) if word not in _DROPPED]
    return tuple(reversed(words or _WORD.findall(text)))


@dataclass(slots=True)
class CueBook:
    """All cues, by the word that stands next to the number."""

    entries: dict[str, list[tuple[tuple[str, ...], Cue]]] = field(default_factory=dict)
    anchored: list[tuple[str, Form]] = field(default_factory=list)  # those that begin with a sign: "(01)"
    by_form: dict[tuple[str, int], list[Form]] = field(default_factory=dict)  # those that need no cue, by how they begin

    def add(self, key: tuple[str, ...], cue: Cue) -> None:
        """File a cue under its last word; longer ones are tried first."""
        shelf = self.entries.setdefault(key[0], [])
        shelf.append((key[1:], cue))
        shelf.sort(key=lambda item: -len(item[0]))

    def single(self, word: str) -> Cue | None:
        """The cue of one word alone."""
        return next((cue for before, cue in self.entries.get(word, ()) if not before), None)

    def leading(self, label: str) -> Cue | None:
        """The first cue of a field's label: `Código de direito de opção`."""
        words = [word for word in _WORD.findall(label) if word not in _DROPPED][:4]
        for count in (3, 2, 1):
            cue = self._cue_at(words[:count], len(words[:count]) - 1, words[count - 1]) if len(words) >= count else None
            if cue is not None and cue.label and not cue.numbered_only:
                return cue
        return None

    def before(self, folded: str, text: str, start: int) -> Announcement:
        """The cue that announces the number at `start`, read backwards over signs, articles and the like."""
        left = start - _WINDOW if start > _WINDOW else 0
        tokens = _TOKEN.findall(folded, left, start)
        explicit = numbered = crossed = region = cell = False
        skipped = 0
        at = len(tokens) - 1
        while at >= 0:
            token = tokens[at]
            if token in _SIGNS:
                explicit = explicit or token in _EXPLICIT
                numbered = numbered or token == "#"
                cell = cell or token == "|"
                at -= 1
                continue
            if not token.isalpha():
                if token == "\n" and not (crossed or skipped or numbered):
                    crossed = True
                elif token.isdigit() and len(token) <= 2 and not (region or crossed or explicit or skipped > 2):
                    region = True  # "CREFITO-3", "CRESS 2ª Região"
                elif token != ")" or not explicit:
                    break
                at -= 1
                continue
            if len(token) == 1:
                if token == "o" and at >= 2 and tokens[at - 1] == "." and tokens[at - 2] == "n":
                    numbered, at = True, at - 3
                    continue
                if token == "n" and "°" in tokens[at + 1 : at + 3]:
                    numbered, at = True, at - 1
                    continue
            if len(token) <= 2 and at >= 2 and tokens[at - 1] in (".", "/"):
                token, at = self._abbreviation(tokens, at, folded[left:start])
            if token in _STATES and self._council(tokens, at):
                at -= 1
                continue
            cue = self._cue_at(tokens, at, token)
            if cue is not None and cue.numbered_only and not numbered:
                numbered = _numbered(tokens, at)
            if (
                cue is not None
                and (numbered or not cue.numbered_only)
                and not (not cue.label and (cell or numbered) and len(token) == 1)
            ):
                lower = (
                    (token in COMMON or token in NEEDS_CAPITALS)
                    and not (explicit or numbered)
                    and not _capital(text, folded, left, start, token)
                )
                if not (lower and token in NEEDS_CAPITALS):
                    if region and not (cue.label == "LICENCE_ID" and token.startswith("cr")):
                        break
                    if lower and skipped > 2:
                        break
                    return Announcement(cue, explicit or numbered, numbered, skipped, crossed, lower)
            if token in NUMBER_WORDS:
                # "no" may be "not", or "in the" in Portuguese
                numbered = numbered or token != "no" or tokens[at + 1 : at + 2] in ([":"], ["."]) or "º" in text[left:start]
            elif token in SKIPPED and skipped < _MAX_SKIPPED:
                skipped += 1
            elif not cue and at == len(tokens) - 1 and 2 <= len(token) <= 12 and _capital(text, folded, left, start, token):
                skipped = 3  # "registro XYZ 2021-334", "póliza Tal 33-71"
            else:
                break
            at -= 1
        return Announcement(None, True, True, skipped, False, False) if numbered and not crossed else _NOTHING

    def _cue_at(self, tokens: list[str], at: int, token: str) -> Cue | None:
        shelf = self.entries.get(token)
        if shelf is None and len(token) > 4 and token[-1] == "s":
            shelf = self.entries.get(token[:-1])
        if shelf is None:
            return None
        if not shelf[0][0]:
            return shelf[0][1]
        earlier = [word for word in tokens[max(0, at - 9) : at] if word.isalpha() and word not in _DROPPED]
        for words, cue in shelf:
            if not words or (len(words) <= len(earlier) and all(a == b for a, b in zip(words, reversed(earlier), strict=False))):
                return cue
        return None

    def _abbreviation(self, tokens: list[str], at: int, window: str) -> tuple[str, int]:
        """Letters with dots between them, as one word: h . c -> hc; c . ps . p -> cpsp. The longest that is a cue."""
        word, first, best = tokens[at], at, (tokens[at], at)
        while first >= 2 and tokens[first - 1] in (".", "/") and len(tokens[first - 2]) <= 2 and tokens[first - 2].isalpha():
            joint = tokens[first - 2] + tokens[first - 1] + tokens[first]
            if joint not in window and not (len(joint) == 3 and joint[2] != "n" and joint[:2] + " " + joint[2] in window):
                break
            first -= 2
            word = tokens[first] + word
            if word in self.entries:
                best = (word, first)
        return best

    def _council(self, tokens: list[str], at: int) -> bool:
        """Whether the state at `at` follows the name of a council: `CRM-PA`, `coren rr`."""
        previous = at - 1
        while previous >= 0 and tokens[previous] in ("-", "/", "."):
            previous -= 1
        cue = self.single(tokens[previous]) if previous >= 0 else None
        return cue is not None and cue.label == "LICENCE_ID"


def _capital(text: str, folded: str, left: int, start: int, token: str) -> bool:
    """Whether the last such word before the number is written with a capital."""
    at = folded.rfind(token, left, start)
    return at >= 0 and text[at].isupper()


def _numbered(tokens: list[str], at: int) -> bool:
    """Whether a number word stands before the cue: `nº de ingreso 12345`."""
    return any(token in NUMBER_WORDS or token == "°" for token in tokens[max(0, at - 4) : at])


def _parts(text: str) -> Iterable[str]:
    return (part.strip() for part in text.replace("\n", " ").split(",") if part.strip())


def _beginnings(identifier: Identifier) -> set[tuple[str, int]]:
    """How the numbers of an identifier may begin, as a shape of two characters, and how many letters and digits they may have.

    Up to three may hang behind a blank, out of sight of whoever looks for the number.
    """
    written = [*_MARK.findall(" ".join(identifier.examples)), identifier.fake(random.Random(7))]
    return {
        ("".join("9" if one.isdigit() else "a" if one.isalpha() else one for one in number[:2]), len(compact(number)) - hidden)
        for number in written
        for hidden in range(4)
    }


@cache
def cue_book() -> CueBook:
    """The book of all cues: the tables, then what the identifiers of every country bring."""
    rules: dict[tuple[str, ...], tuple[str, int, bool, int]] = {}
    for part in _parts(BLOCKERS):
        rules[_key(part)] = ("", 99, False, 0)
    for softness, words in ((1, PHONE_WORDS), (2, SOFT_BLOCKERS)):
        for part in _parts(words):
            rules[_key(part)] = ("", 99, False, softness)
    for (label, need), cues in CUES.items():
        for part in _parts(cues):
            key = _key(part)
            numbered_only = part.endswith((" nº", " no", "#", " number")) or part.startswith(("nº ", "número de ", "núm. "))
            known = rules.get(key)
            if known is None or not known[0] or (known[2], known[1]) > (numbered_only, need):
                rules[key] = (label, need, numbered_only, 0)
    book = CueBook()
    forms: dict[tuple[str, ...], list[Form]] = {}
    for identifier in identifiers():
        form = Form(identifier)
        for key in {_key(cue) for cue in identifier.cues}:
            forms.setdefault(key, []).append(form)
        written = _MARK.findall(" ".join(identifier.examples))
        if not written[0][0].isalnum():
            book.anchored.append((written[0][:4], form))
        elif not identifier.needs_cue:
            for beginning in _beginnings(identifier):
                book.by_form.setdefault(beginning, []).append(form)
    for key in {**rules, **forms}:
        own = tuple(forms.get(key, ()))
        label, need, numbered_only, soft = rules.get(key, ("", 99, False, 0))
        if not label and own:
            label, soft = own[0].identifier.label, 0
            need = 99 if key[0] in NEEDS_CAPITALS else 4 if label == "LICENCE_ID" else 6 if len("".join(key)) <= 3 else 5
        word = " ".join(reversed(key))
        book.add(key, Cue(label, need, word, own, numbered_only and not own, soft))
    return book
