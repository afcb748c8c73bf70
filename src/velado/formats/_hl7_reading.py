"""HL7 v2 messages cut into their smallest pieces, each with its place in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from velado.formats import UnreadableError

__all__ = ["HEADS", "Leaf", "Message", "Separators", "escaped", "leaves", "messages", "unescaped"]

_SEGMENT = re.compile(r"[^\r\n\x0b\x1c]+")
HEADS = ("MSH", "FHS", "BHS")
_NAME = re.compile(r"[A-Z][A-Z0-9]{2}")


@dataclass(frozen=True, slots=True)
class Separators:
    """The signs a message names in its first segment."""

    field: str = "|"
    component: str = "^"
    repetition: str = "~"
    escape: str = "\\"
    subcomponent: str = "&"


class Leaf(NamedTuple):
    """The smallest piece of a segment; numbers count from 1 as the standard does."""

    segment: str
    row: int  # which segment of the file it belongs to
    field: int
    repetition: int
    component: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Message:
    """One message or the frame of a batch: its separators and its segments as stretches of the file's text."""

    separators: Separators
    segments: tuple[tuple[int, int], ...] = field(repr=False)


def messages(text: str) -> list[Message]:
    """The messages of a file. Raises UnreadableError when it does not begin like one."""
    found: list[tuple[Separators, list[tuple[int, int]]]] = []
    for match in _SEGMENT.finditer(text):
        line = match[0]
        if not line.strip():
            continue
        if line[:3] in HEADS and len(line) > 3 and not line[3].isalnum():
            found.append((_separators(line), []))
        elif not found:
            raise UnreadableError("this is no HL7 v2 file: it begins with no MSH, FHS or BHS segment")
        elif not _NAME.match(line) or line[3:4] != found[-1][0].field:  # the rest of a note that was broken by a line end
            raise UnreadableError("a line of the file is no HL7 v2 segment")
        found[-1][1].append(match.span())
    if not found:
        raise UnreadableError("the file holds no HL7 v2 message")
    return [Message(separators, tuple(segments)) for separators, segments in found]


def _separators(line: str) -> Separators:
    signs = line[4:].split(line[3], 1)[0]
    if len(set(line[3] + signs)) != len(line[3] + signs) or any(sign.isalnum() for sign in signs) or not 1 <= len(signs) <= 5:
        raise UnreadableError("the separators in the first segment of a message make no sense")
    return Separators(line[3], *(signs + "^~\\&"[len(signs) :])[:4])


def leaves(text: str, message: Message) -> Iterator[Leaf]:
    """Every piece of a message that is not empty, in order."""
    signs = message.separators
    for row, (start, end) in enumerate(message.segments):
        name = text[start : start + 3]
        head = name in HEADS
        # The first separator is a field of its own there, and the second field holds the other separators.
        number, position = (2, start + 4) if head else (0, start)
        for part, stop in _cut(text, position, end, signs.field):
            if number and not (head and number == 2):
                yield from _inside(text, name, row, number, part, stop, signs)
            number += 1


def _inside(text: str, name: str, row: int, number: int, start: int, end: int, signs: Separators) -> Iterator[Leaf]:
    for repetition, (first, last) in enumerate(_cut(text, start, end, signs.repetition), 1):
        for component, (left, right) in enumerate(_cut(text, first, last, signs.component), 1):
            for begin, stop in _cut(text, left, right, signs.subcomponent):
                if begin < stop:
                    yield Leaf(name, row, number, repetition, component, begin, stop)


def _cut(text: str, start: int, end: int, sign: str) -> Iterator[tuple[int, int]]:
    while True:
        at = text.find(sign, start, end)
        yield start, end if at < 0 else at
        if at < 0:
            return
        start = at + 1


def unescaped(text: str, start: int, end: int, signs: Separators) -> tuple[str, list[int]]:
    """What a piece says, and where each character of it and the end stand in the file."""
    said: list[str] = []
    offsets: list[int] = []
    position = start
    meanings = {"F": signs.field, "S": signs.component, "T": signs.subcomponent, "R": signs.repetition, "E": signs.escape, ".br": "\n"}
    while position < end:
        close = text.find(signs.escape, position + 1, min(end, position + 400)) if text[position] == signs.escape else -1
        if close < 0:
            said.append(text[position])
            offsets.append(position)
            position += 1
            continue
        code = text[position + 1 : close]
        piece = meanings.get(code, "")
        if code[:1] == "X" and re.fullmatch(r"(?:[0-9A-Fa-f]{2})+", code[1:]):
            piece = bytes.fromhex(code[1:]).decode("utf-8", "replace")
        elif code.startswith((".sp", ".in", ".ti", ".sk", ".ce")):
            piece = "\n"
        said.extend(piece)
        offsets.extend([position] * len(piece))
        position = close + 1
    return "".join(said), [*offsets, end]


def escaped(text: str, signs: Separators) -> str:
    """A text as it stands in a message."""
    codes = {signs.field: "F", signs.component: "S", signs.subcomponent: "T", signs.repetition: "R", signs.escape: "E"}
    pieces = [f"{signs.escape}{codes[sign]}{signs.escape}" if sign in codes else " " if sign in "\r\n" else sign for sign in text]
    return "".join(pieces)
