"""An XML text as a tree of places, so that single values change and every other byte stays as it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from velado.formats import UnreadableError
from velado.formats._xml import Attribute, Token, attributes, local, tokens, unescaped

__all__ = ["Element", "Tree", "parse_tree"]

_DEPTH = 200  # elements inside elements; clinical documents have a few dozen


@dataclass(slots=True, eq=False)
class Element:
    """An element and where it stands; `name` comes without prefix, `content` in the order of the text."""

    name: str
    tag: Token = field(repr=False)
    attributes: list[Attribute] = field(repr=False)
    parent: Element | None = field(default=None, repr=False)
    content: list[Element | Token] = field(default_factory=list, repr=False)
    end: int = 0  # where its content ends

    def get(self, name: str) -> str:
        """What the attribute of that name says, whatever its prefix; "" when there is none."""
        return next((attribute.value for attribute in self.attributes if local(attribute.name) == name), "")

    def has(self, name: str) -> bool:
        """Whether there is an attribute of that name."""
        return any(local(attribute.name) == name for attribute in self.attributes)

    def elements(self) -> Iterator[Element]:
        """The elements in it, without those in them."""
        return (child for child in self.content if isinstance(child, Element))

    def words(self) -> Iterator[Token]:
        """The stretches of character data in it, without those of its elements."""
        return (child for child in self.content if isinstance(child, Token))

    def walk(self) -> Iterator[Element]:
        """It and all elements in it, in the order of the text."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(list(element.elements()))

    def around(self) -> Iterator[Element]:
        """The elements around it, the nearest first."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent


@dataclass(frozen=True, slots=True)
class Tree:
    """A whole text: its root, and what stands beside the elements."""

    text: str = field(repr=False)
    root: Element = field(repr=False)
    asides: list[Token] = field(repr=False)  # comments and instructions, without the declaration

    def said(self, element: Element) -> str:
        """All character data of an element and the elements in it."""
        pieces: list[str] = []
        waiting: list[Element | Token] = [element]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Element):
                waiting += reversed(part.content)
            elif part.kind == "cdata":
                pieces.append(self.text[part.start + len("<![CDATA[") : part.end - len("]]>")])
            else:
                pieces.append(unescaped(self.text[part.start : part.end])[0])
        return "".join(pieces)


def parse_tree(text: str) -> Tree:
    """The tree of a text that is known to be well-formed. Raises UnreadableError when it nests too deeply.

    >>> tree = parse_tree('<a b="1"><c>x</c>y</a>')
    >>> [element.name for element in tree.root.walk()], tree.root.get("b"), tree.said(tree.root)
    (['a', 'c'], '1', 'xy')
    """
    asides: list[Token] = []
    whole = Element("", Token("start", 0, 0), [])
    here, depth = whole, 0
    for token in tokens(text):
        if token.kind in ("start", "empty"):
            element = Element(local(token.name), token, attributes(text, token), here, [], token.end)
            here.content.append(element)
            if token.kind == "start":
                here, depth = element, depth + 1
                if depth > _DEPTH:
                    raise UnreadableError(f"it nests more than {_DEPTH} elements")
        elif token.kind == "end":
            here.end = token.start
            assert here.parent is not None
            here, depth = here.parent, depth - 1
        elif token.kind in ("text", "cdata"):
            here.content.append(token)
        elif not text.startswith("<?xml ", token.start):
            asides.append(token)
    root = next(whole.elements())
    root.parent = None
    return Tree(text, root, asides)
