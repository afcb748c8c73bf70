"""HTML taken apart as browsers do it, with offsets: tags, attributes, text, and what is raw until its own end tag.

Pages are rarely well-formed, so nothing here fails: what is no tag is text, and what does not end runs to the end.
Every search that finds nothing is remembered, so hostile pages cost no more than their length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from html.entities import html5
from typing import NamedTuple

__all__ = ["HtmlAttribute", "HtmlToken", "Tokeniser", "html_attributes", "html_escaped", "html_unescaped"]

_OPENING = re.compile(r"<([A-Za-z][^\s/>]*)")
_CLOSING = re.compile(r"</([A-Za-z][^\s/>]*)[^>]*(?:>|\Z)")
_ATTRIBUTE = re.compile(r"[\s/]*([^\s=/>][^\s=/>]*)(\s*=\s*)?")
_BARE_VALUE = re.compile(r"[^\s>]*")
_RAW = frozenset("script style xmp iframe noembed noframes plaintext".split())  # what is inside is no markup
_TEXT_ONLY = frozenset({"title", "textarea"})  # references are, tags are not
_REFERENCE = re.compile(r"&(?:#([0-9]{1,7});?|#[xX]([0-9a-fA-F]{1,6});?|([A-Za-z][A-Za-z0-9]{1,31};?))")
# Numbers that browsers read as the Windows code page.
_WINDOWS = {0x80 + at: bytes((0x80 + at,)).decode("cp1252", "ignore") or chr(0x80 + at) for at in range(32)}


class HtmlToken(NamedTuple):
    """A stretch of a page: kind is start, end, text, raw (inside script or style) or other (comments, declarations)."""

    kind: str
    start: int
    end: int
    name: str = ""  # of the element, in lower case


class HtmlAttribute(NamedTuple):
    """An attribute as it stands in a tag; `start` and `end` enclose the value without its quotes."""

    name: str
    start: int
    end: int
    quoted: bool
    whole: int  # where its name begins
    last: int  # where it ends, closing quote included


@dataclass(slots=True)
class Tokeniser:
    """Goes through a page."""

    text: str = field(repr=False)
    _missing: set[str] = field(default_factory=set)  # what was looked for and does not come any more

    def tokens(self) -> Iterator[HtmlToken]:
        """All tokens, in order and without gaps."""
        position, size = 0, len(self.text)
        while position < size:
            opening = self._find("<", position)
            if opening > position:
                yield HtmlToken("text", position, opening)
                position = opening
                continue
            token = self._tag(position)
            yield token
            position = token.end
            if token.kind == "start" and (token.name in _RAW or token.name in _TEXT_ONLY):
                end = self._end_of(token.name, position)
                if end > position:
                    yield HtmlToken("raw" if token.name in _RAW else "text", position, end, token.name if token.name in _RAW else "")
                position = end

    def _find(self, wanted: str, position: int) -> int:
        """Where something comes next; the end of the page when it does not."""
        at = -1 if wanted in self._missing else self.text.find(wanted, position)
        if at < 0:
            self._missing.add(wanted)
        return at if at >= 0 else len(self.text)

    def _end_of(self, name: str, position: int) -> int:
        if name == "plaintext" or f"</{name}" in self._missing:
            return len(self.text)
        match = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(self.text, position)
        if match is None:
            self._missing.add(f"</{name}")
            return len(self.text)
        return match.start()

    def _tag(self, start: int) -> HtmlToken:
        text = self.text
        if text.startswith("<!--", start):
            end = self._find("-->", start + 2) + 3
        elif text.startswith("<![CDATA[", start):
            end = self._find("]]>", start) + 3
        elif text.startswith(("<!", "<?"), start) or (text.startswith("</", start) and not text[start + 2 : start + 3].isalpha()):
            end = self._find(">", start) + 1
        elif match := _CLOSING.match(text, start):
            return HtmlToken("end", start, match.end(), match[1].lower())
        elif match := _OPENING.match(text, start):
            return HtmlToken("start", start, self._end_of_tag(match.end()), match[1].lower())
        else:
            return HtmlToken("text", start, self._find("<", start + 1))
        return HtmlToken("other", start, min(end, len(text)))

    def _end_of_tag(self, position: int) -> int:
        for attribute in self._attributes(position):
            position = attribute.last
        return min(self._find(">", position) + 1, len(self.text))

    def _attributes(self, position: int) -> Iterator[HtmlAttribute]:
        while match := _ATTRIBUTE.match(self.text, position):
            position = start = end = match.end()
            quoted = False
            if match[2] is not None:
                quote = self.text[position : position + 1]
                closing = self._find(quote, position + 1) if quote in ("'", '"') else len(self.text)
                quoted = closing < len(self.text)
                if quoted:
                    start, end, position = position + 1, closing, closing + 1
                else:
                    bare = _BARE_VALUE.match(self.text, position)
                    end = position = bare.end() if bare else position
            yield HtmlAttribute(match[1].lower(), start, end, quoted, match.start(1), position)


def html_attributes(text: str, tag: HtmlToken) -> list[HtmlAttribute]:
    """The attributes of a start tag.

    >>> page = '<a href=x title="Sra. Gil">'
    >>> [(a.name, page[a.start:a.end]) for a in html_attributes(page, next(Tokeniser(page).tokens()))]
    [('href', 'x'), ('title', 'Sra. Gil')]
    """
    found = Tokeniser(text[tag.start : tag.end])._attributes(1 + len(tag.name))
    at = tag.start
    return [HtmlAttribute(a.name, a.start + at, a.end + at, a.quoted, a.whole + at, a.last + at) for a in found]


def _named(name: str) -> tuple[str, int] | None:
    """What a named reference stands for and how many letters it takes: without a semicolon, the longest that there is."""
    if name in html5:
        return html5[name], len(name)
    for length in range(min(len(name), 10), 1, -1):
        if name[:length] in html5:
            return html5[name[:length]], length
    return None


def html_unescaped(raw: str, start: int = 0) -> tuple[str, list[int] | None]:
    """What a stretch says, and where each character stands (with the end); None when each takes one place.

    >>> html_unescaped("P&eacuterez &#241;&x")
    ('Pérez ñ&x', [0, 1, 8, 9, 10, 11, 12, 18, 19, 20])
    """
    if "&" not in raw:
        return raw, None
    pieces: list[str] = []
    offsets: list[int] = []
    position = 0
    for match in _REFERENCE.finditer(raw):
        length = match.end() - match.start()
        if match[3]:
            found = _named(match[3])
            if found is None:
                continue
            said, length = found[0], found[1] + 1
        else:
            code = int(match[1]) if match[1] else int(match[2], 16)
            said = _WINDOWS.get(code) or (chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd")
        pieces += (raw[position : match.start()], said)
        offsets += range(start + position, start + match.start())
        offsets += [start + match.start()] * len(said)
        position = match.start() + length
    pieces.append(raw[position:])
    offsets += range(start + position, start + len(raw) + 1)
    return "".join(pieces), offsets


def html_escaped(text: str) -> str:
    """A text as it is written between tags or in a quoted attribute."""
    return escape(text)
