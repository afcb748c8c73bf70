"""A JSON text as a tree of places, so that single values change and every other byte stays as it is written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from velado.formats import UnreadableError

__all__ = ["Node", "Pairs", "flat_strings", "load_pairs", "parse"]

_DEPTH = 200  # objects and lists inside each other; records have a few dozen at most
# Possessive, so that hostile input costs no more than its length.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\]:,]|[^\s{}\[\]:,"]++')


@dataclass(slots=True, eq=False)
class Node:
    """A value and where it stands. `key` is the name it has in its object, `text` what a string, number or word says."""

    kind: str  # object, list, string, number, other: true, false, null
    start: int
    end: int = 0
    text: str = field(default="", repr=False)
    key: str | None = field(default=None, repr=False)
    key_start: int = -1
    key_end: int = -1
    parent: Node | None = field(default=None, repr=False)
    children: list[Node] = field(default_factory=list, repr=False)

    def get(self, key: str) -> Node | None:
        """The first member of that name."""
        return next((child for child in self.children if child.key == key), None)

    def string(self, key: str) -> str:
        """What the member of that name says, when it is a string; else nothing."""
        child = self.get(key)
        return child.text if child is not None and child.kind == "string" else ""

    def items(self, key: str) -> list[Node]:
        """The member of that name as a list: its elements, or itself."""
        child = self.get(key)
        return [] if child is None else child.children if child.kind == "list" else [child]

    def owner(self) -> Node | None:
        """The object that it belongs to, through lists."""
        above = self.parent
        while above is not None and above.kind == "list":
            above = above.parent
        return above

    def name(self) -> str:
        """The key that leads to it, its own or that of the lists around it."""
        node: Node | None = self
        while node is not None and node.key is None:
            node = node.parent if node.parent is not None and node.parent.kind == "list" else None
        return (node.key or "") if node is not None else ""

    def walk(self) -> Iterator[Node]:
        """It and everything in it, in the order of the text."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


class Pairs(list[tuple[str, Any]]):
    """An object's keys and values, also those that come twice."""


class _Figures(str):
    """A number as it is written."""

    __slots__ = ()


def _refused(word: str) -> NoReturn:
    raise ValueError("NaN and Infinity are no JSON")


def load_pairs(text: str) -> Any:
    """What the standard library reads: objects as `Pairs`, numbers as they are written. Raises UnreadableError."""
    problem = ""
    try:
        return json.loads(text, parse_float=_Figures, parse_int=_Figures, parse_constant=_refused, object_pairs_hook=Pairs)
    except RecursionError:
        problem = "it nests too deeply"
    except ValueError:
        problem = "it is not JSON, or broken off"
    raise UnreadableError(problem)  # outside the handler: the error quotes the text


def flat_strings(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every key (under "") and every value with the key that leads to it.

    >>> list(flat_strings(load_pairs('{"a": ["b", 1.10], "c": null}')))
    [('', 'a'), ('a', 'b'), ('a', '1.10'), ('', 'c'), ('c', 'null')]
    """
    waiting: list[tuple[str, Any, bool]] = [(key, value, False)]
    while waiting:
        name, inner, is_member = waiting.pop()
        if is_member:
            yield "", name
        if isinstance(inner, Pairs):
            waiting += [(own, below, True) for own, below in reversed(inner)]
        elif isinstance(inner, list):
            waiting += [(name, below, False) for below in reversed(inner)]
        else:
            yield name, str(inner) if isinstance(inner, str) else json.dumps(inner)


def _said(token: str) -> str:
    return token[1:-1] if "\\" not in token else str(json.loads(token))


def parse(text: str) -> Node:
    """The tree of a JSON text. Raises UnreadableError when it is none, or nests too deeply.

    >>> root = parse('{"name": [{"family": "Gil"}], "n": 1.10}')
    >>> [(node.name(), node.text, text) for node in root.walk() if node.text for text in [node.kind]]
    [('family', 'Gil', 'string'), ('n', '1.10', 'number')]
    """
    load_pairs(text)  # from here on the grammar is known to be right
    root = Node("list", 0)
    here, depth = root, 0
    key: tuple[str, int, int] | None = None
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in ",:":
            continue
        if token in "}]":
            here.end = match.end()
            assert here.parent is not None
            here, depth = here.parent, depth - 1
            continue
        if here.kind == "object" and key is None:
            key = (_said(token), match.start(), match.end())
            continue
        node = Node("", match.start(), match.end(), parent=here)
        if key is not None:
            (node.key, node.key_start, node.key_end), key = key, None
        here.children.append(node)
        if token in "{[":
            node.kind = "object" if token == "{" else "list"
            here, depth = node, depth + 1
            if depth > _DEPTH:
                raise UnreadableError(f"it nests more than {_DEPTH} deep")
        elif token[0] == '"':
            node.kind, node.text = "string", _said(token)
        else:
            node.kind, node.text = ("other" if token in ("true", "false", "null") else "number"), token
    (whole,) = root.children
    whole.parent = None
    return whole
