"""JSON patched in place: where each key and value stands in a text, so that everything else stays as it is written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from velado.formats import UnreadableError

__all__ = ["NUMBER", "Piece", "as_string", "scan"]

NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
# Possessive, so that hostile input costs no more than its length.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\]:,]|[^\s{}\[\]:,"]++')


class Piece(NamedTuple):
    """A key or a value that is no object and no list. `path` is the keys that lead to it; places in lists do not count."""

    kind: str  # key, string, number or other: true, false, null
    path: tuple[str, ...]
    start: int
    end: int
    text: str


def scan(text: str) -> Iterator[Piece]:
    """Every key and value of a JSON text, in order. Raises UnreadableError when it is none."""
    try:
        json.loads(text)
    except (ValueError, RecursionError) as error:
        problem = "nested too deeply" if isinstance(error, RecursionError) else "not JSON"
    else:
        problem = ""
    if problem:  # outside the handler: the error quotes the text
        raise UnreadableError(problem)
    path: list[str] = []
    inside: list[bool] = []  # for each object or list that is open: whether it is an object
    key = False  # whether a key comes next
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == "{":
            inside.append(True)
            path.append("")
            key = True
        elif token == "[":
            inside.append(False)
            key = False
        elif token in ("}", "]"):
            if inside.pop():
                path.pop()
            key = False
        elif token == ",":
            key = inside[-1]
        elif token == ":":
            key = False
        elif token[0] == '"':
            said = json.loads(token)
            if key:
                path[-1] = said
            yield Piece("key" if key else "string", tuple(path), match.start(), match.end(), said)
        else:
            kind = "number" if NUMBER.fullmatch(token) else "other"
            yield Piece(kind, tuple(path), match.start(), match.end(), token)


def as_string(text: str, old: str = "") -> str:
    """A text as it is written in JSON; with escapes for letters outside ASCII where the old one had them.

    >>> as_string('a "b"\\n'), as_string("ñ", '"\\\\u00f1"')
    ('"a \\\\"b\\\\"\\\\n"', '"\\\\u00f1"')
    """
    lone = any("\ud800" <= sign <= "\udfff" for sign in text)
    return json.dumps(text, ensure_ascii=lone or "\\u" in old)
