"""XML patched in place: what is replaced changes, every other byte stays.

A part is checked by a real parser first (no document types, no entities of its own, no bottomless nesting), then cut
into tokens whose offsets point into its text.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import NamedTuple
from xml.etree.ElementTree import XMLParser
from xml.parsers import expat

from velado.formats import Limits, UnreadableError

__all__ = [
    "Attribute", "Gathered", "Patch", "Token", "Xml",
    "attributes", "check_xml", "escaped", "gathered", "is_code", "local", "patched", "read_xml", "tokens", "unescaped",
]  # fmt: skip

_DEPTH = 1_000  # elements inside elements; office programs write a few dozen
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_DECLARED = re.compile(rb"""\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
# Quoted values may hold ">"; possessive, so that hostile input costs no more than its length.
_TOKEN = re.compile(
    r"""(?P<comment><!--.*?-->)|(?P<cdata><!\[CDATA\[.*?\]\]>)|(?P<instruction><\?.*?\?>)|</(?P<end>[^\s>]++)\s*+>"""
    r"""|<(?P<start>[^\s/>!?]++)(?:[^<>"']++|"[^"]*+"|'[^']*+')*+>|(?P<text>[^<]++)""",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s=/>"']++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)')""")
_REFERENCE = re.compile(r"&(?:#[0-9]{1,8}|#x[0-9A-Fa-f]{1,7}|amp|lt|gt|quot|apos);")
_CODE = re.compile(r"[a-z][A-Za-z0-9]{0,30}|[-+]?[0-9.]{1,20}[a-z%]{0,3}|[0-9A-Fa-f]{6,8}|\{[0-9A-Fa-f-]{36}\}")
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Token(NamedTuple):
    """A stretch of an XML text: kind is start, empty, end, text, cdata, comment or instruction."""

    kind: str
    start: int
    end: int
    name: str = ""  # of the element, with its prefix


class Attribute(NamedTuple):
    """An attribute of a start tag; `start` and `end` enclose its value as it is written, without the quotes."""

    name: str
    start: int
    end: int
    value: str
    whole: int  # where the attribute begins, its name included


class Patch(NamedTuple):
    """Something written, as it is, in the place of a stretch."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Xml:
    """The text of a part and how it was written down."""

    text: str = field(repr=False)
    encoding: str
    mark: bytes = b""

    def encode(self, text: str) -> bytes:
        """Another text written down alike; what the encoding lacks becomes a reference."""
        return self.mark + text.encode(self.encoding, "xmlcharrefreplace")


def _decode(data: bytes) -> Xml:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return Xml(data[len(mark) :].decode(encoding), encoding, mark)
    if data[:2] in (b"<\0", b"\0<"):
        encoding = "utf-16-le" if data[:1] == b"<" else "utf-16-be"
    else:
        declared = _DECLARED.match(data[:300])
        encoding = codecs.lookup(declared[1].decode("ascii")).name if declared else "utf-8"
        if encoding.startswith(("utf-16", "utf-32", "utf-7")):  # the bytes say otherwise
            encoding = "utf-8"
    return Xml(data.decode(encoding), encoding)


def read_xml(data: bytes, limits: Limits) -> Xml:
    """The text of an XML part, known to be well-formed. Raises UnreadableError; document types and entities are refused."""
    if len(data) > limits.part_bytes:
        raise UnreadableError(f"an XML part is larger than {limits.part_bytes:,} bytes")
    xml, problem = None, ""
    try:
        xml = _decode(data)
        _check(xml.text)
    except (UnicodeError, LookupError):
        problem = "an XML part is not written in the encoding that it names"
    except expat.ExpatError as error:
        problem = f"an XML part is broken at line {error.lineno}"
    if problem or xml is None:  # outside the handler: the parser's own words may quote the part
        raise UnreadableError(problem)
    return xml


def check_xml(data: bytes, limits: Limits) -> None:
    """Raise UnreadableError unless the bytes are well-formed XML without document type, entities and bottomless nesting."""
    read_xml(data, limits)


def _check(text: str) -> None:
    parser = expat.ParserCreate("utf-8")
    depth = 0

    def doctype(*_: object) -> None:
        raise UnreadableError("an XML part declares a document type or entities, which could reach outside or grow without end")

    def start(*_: object) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEPTH:
            raise UnreadableError(f"an XML part nests more than {_DEPTH:,} elements")

    def end(*_: object) -> None:
        nonlocal depth
        depth -= 1

    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = doctype
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.Parse(text.encode("utf-8"), True)


def tokens(text: str, position: int = 0) -> Iterator[Token]:
    """The tokens of a well-formed text, in order and without gaps. Raises UnreadableError where there is no token."""
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            raise UnreadableError("an XML part holds something that is no XML")
        kind = match.lastgroup
        name = match[kind] if kind in ("start", "end") else ""
        if kind == "start" and text[match.end() - 2] == "/":
            kind = "empty"
        yield Token(kind, position, match.end(), name)
        position = match.end()


def attributes(text: str, tag: Token) -> list[Attribute]:
    """The attributes of a start tag, namespaces among them, in the order they stand.

    >>> [(a.name, a.value) for a in attributes('<a b="1 &gt; 0"/>', Token("empty", 0, 17, "a"))]
    [('b', '1 > 0')]
    """
    found = []
    for match in _ATTRIBUTE.finditer(text, tag.start + 1 + len(tag.name), tag.end):
        group = 2 if match[2] is not None else 3
        found.append(Attribute(match[1], match.start(group), match.end(group), unescape(match[group]), match.start()))
    return found


def local(name: str) -> str:
    """A name without its prefix."""
    return name.rpartition(":")[2]


def is_code(value: str) -> bool:
    """Whether a value is a word of the format's own, a number or a colour: nobody's name is written so.

    >>> is_code("left"), is_code("FF00AA"), is_code("Rosa"), is_code("mi gata")
    (True, True, False, False)
    """
    return _CODE.fullmatch(value) is not None


def unescaped(raw: str, start: int = 0) -> tuple[str, list[int] | None]:
    """What a stretch says, and where each character of it stands (with the end); None when each takes one place.

    >>> unescaped("a &amp; b", 10)
    ('a & b', [10, 11, 12, 17, 18, 19])
    """
    if "&" not in raw:
        return raw, None
    pieces: list[str] = []
    offsets: list[int] = []
    position = 0
    for match in _REFERENCE.finditer(raw):
        pieces += (raw[position : match.start()], unescape(match[0]))
        offsets += range(start + position, start + match.start())
        offsets += [start + match.start()] * len(pieces[-1])
        position = match.end()
    pieces.append(raw[position:])
    offsets += range(start + position, start + len(raw) + 1)
    return "".join(pieces), offsets


def escaped(text: str) -> str:
    """A text as it is written between tags or in a quoted attribute; what no XML may hold is left out.

    >>> escaped('<"a" & b>\\x00')
    '&lt;&quot;a&quot; &amp; b&gt;'
    """
    text = _ILLEGAL.sub("", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;").replace("'", "&#39;")


def patched(text: str, patches: Iterable[Patch]) -> str:
    """The text with the patches in it. Those that lie inside a wider one go with it.

    >>> patched("abcdef", [Patch(1, 2, "X"), Patch(3, 6, ""), Patch(4, 5, "Y"), Patch(3, 3, "-")])
    'aXc-'
    """
    pieces: list[str] = []
    position = 0
    for patch in sorted(patches, key=lambda patch: (patch.start, patch.end > patch.start, -patch.end)):
        if patch.start >= position:
            pieces += (text[position : patch.start], patch.text)
            position = patch.end
        elif patch.end > position:
            raise UnreadableError("two changes of an XML part overlap")
    return "".join([*pieces, text[position:]])


@dataclass(slots=True)
class Gathered:
    """What another parser than the patching one finds in a part."""

    breaks: Collection[str]
    measures: Collection[str]
    text: list[str] = field(default_factory=list, repr=False)
    attributes: list[tuple[str, str, str]] = field(default_factory=list, repr=False)  # element, attribute, value
    _open: list[str] = field(default_factory=list, repr=False)

    def start(self, tag: str, attrib: dict[str, str]) -> None:
        """An element begins."""
        name = tag.rpartition("}")[2]
        self._open.append(name)
        self.attributes += [(name, key.rpartition("}")[2], value) for key, value in attrib.items()]

    def end(self, tag: str) -> None:
        """An element ends; some of them end a line."""
        if self._open.pop() in self.breaks:
            self.text.append("\n")

    def data(self, data: str) -> None:
        """Something is written."""
        if not (self._open and self._open[-1] in self.measures and is_code(data.strip())):
            self.text.append(data)

    def comment(self, data: str) -> None:
        """Something is written where nobody looks."""
        self.text.append(data)

    def close(self) -> None:
        """The part ends."""


def gathered(data: bytes, limits: Limits, breaks: Collection[str] = ("p",), measures: Collection[str] = ()) -> Gathered:
    """Everything written in a part, between tags and in attributes; names come without prefix. Raises UnreadableError.

    `breaks` are the elements that end a line, `measures` those that hold a number or a word of the format's own.
    """
    check_xml(data, limits)
    found = Gathered(breaks, measures)
    parser = XMLParser(target=found)
    parser.feed(data)
    parser.close()
    return found
