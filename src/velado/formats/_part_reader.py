"""Going through an XML part once: what the engine reads of it is gathered, what must go is cut.

The kinds of document differ in which elements hold what; how a part is walked, cut and unwrapped is the same for all.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from velado.formats._tables import Tables
from velado.formats._weave import Stream, Thread
from velado.formats._xml import Attribute, Patch, Token, escaped, local, tokens, unescaped

__all__ = ["Names", "PartReader"]

_OWN_BOOKMARK = re.compile(r"_{1,2}[A-Za-z]{2,12}_{0,3}(?:[A-Za-z]{0,4}[0-9_]{1,24})?")


@dataclass(slots=True)
class Names:
    """Bookmarks and styles are called by what they stand at or who made them, so they get numbers, the same in all parts."""

    bookmarks: dict[str, str] = field(default_factory=dict, repr=False)
    styles: dict[str, str] = field(default_factory=dict, repr=False)

    def bookmark(self, name: str) -> str:
        """The new name of a bookmark; those that office programs make keep theirs."""
        return name if _OWN_BOOKMARK.fullmatch(name) else self.bookmarks.setdefault(name, f"mark{len(self.bookmarks) + 1}")

    def style(self, name: str) -> str:
        """The new name of a style that somebody made."""
        return self.styles.setdefault(name, f"style{len(self.styles) + 1}")


@dataclass(slots=True)
class PartReader:
    """Reads one part: `streams` is what the engine gets, `patches` what changes in any case, `removed` what to tell."""

    part: str
    text: str = field(repr=False)
    names: Names
    removed: Counter[str] = field(default_factory=Counter)
    patches: list[Patch] = field(default_factory=list, repr=False)
    streams: list[Stream] = field(default_factory=list, repr=False)
    _open: list[Token] = field(default_factory=list, repr=False)
    _boxes: list[Stream] = field(default_factory=list, repr=False)  # the stream being filled is the last
    _tables: Tables = field(default_factory=Tables, repr=False)

    def go_through(self) -> None:
        """Walk the part from its beginning to its end."""
        self._boxes = [self._stream()]
        skipping = start = 0  # the depth inside something that is removed, and where that began
        for token in tokens(self.text):
            if skipping:
                skipping += (token.kind == "start") - (token.kind == "end")
                if not skipping:
                    self._cut(start, token.end)
            elif token.kind in ("start", "empty"):
                name = local(token.name)
                if self._is_removed(name, token):
                    if token.kind == "empty":
                        self._cut(token.start, token.end)
                    else:
                        start, skipping = token.start, 1
                    continue
                self._start(name, token)
                if token.kind == "start":
                    self._open.append(token)
                else:
                    self._end(name, token, token)
            elif token.kind == "end":
                self._end(local(token.name), token, self._open.pop())
            elif token.kind in ("comment", "instruction"):
                if not self.text.startswith("<?xml ", token.start):
                    self._cut(token.start, token.end)
            else:
                self._words(token)
        self._tables.tell(self.streams)

    def _is_removed(self, name: str, token: Token) -> bool:
        """Whether an element goes with everything inside."""
        raise NotImplementedError

    def _start(self, name: str, token: Token) -> None:
        """An element that stays begins."""
        raise NotImplementedError

    def _end(self, name: str, token: Token, opened: Token) -> None:
        """An element that stays ends; an empty one ends with the tag that it began with."""
        raise NotImplementedError

    def _words(self, token: Token) -> None:
        """Character data."""
        raise NotImplementedError

    def _stream(self) -> Stream:
        self.streams.append(Stream())
        return self.streams[-1]

    def _cut(self, start: int, end: int) -> None:
        self.patches.append(Patch(start, end, ""))

    def _cut_attribute(self, attribute: Attribute) -> None:
        self._cut(attribute.whole - 1, attribute.end + 1)  # with the blank before it

    def _read_attribute(self, attribute: Attribute) -> None:
        said, offsets = unescaped(self.text[attribute.start : attribute.end], attribute.start)
        self._stream().add(Thread(said, self.part, attribute.start, offsets, "attribute"))

    def _rename(self, attribute: Attribute, new: str) -> None:
        if new != attribute.value:
            self.patches.append(Patch(attribute.start, attribute.end, escaped(new)))

    def _parent(self, above: int = 1) -> str:
        return local(self._open[-above].name) if len(self._open) >= above else ""

    def _thread(self, token: Token) -> Thread:
        """A stretch of character data as the engine reads it."""
        start, end = token.start, token.end
        if token.kind == "cdata":
            start, end = start + len("<![CDATA["), end - len("]]>")
            return Thread(self.text[start:end], self.part, start, None, "cdata")
        said, offsets = unescaped(self.text[start:end], start)
        return Thread(said, self.part, start, offsets)
