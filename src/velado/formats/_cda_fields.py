"""What is read of an XML record: stretches with what the structure says of them, attributes, files inside, and what goes in any case."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from velado.document import Replacement, Span
from velado.formats._cda_roles import INLINE, NUMBER, TIME
from velado.formats._cda_tree import Element, Tree
from velado.formats._weave import Change, Stream, Thread, Weave, flowing, woven
from velado.formats._xml import Attribute, Patch, Token, escaped, unescaped

__all__ = ["PART", "Field", "File", "Sheet", "is_packed", "is_plain_schema"]

PART = "record"
_BLANKS = {ord(sign): " " for sign in "\t\r\n"}
_INDENTED = re.compile(r"\n[ \t]")
_SCHEMA = re.compile(r"(?:urn|https?):[\w:./#-]{1,200}|(?:\.\./){0,5}[\w.-]{1,60}\.xsd")
_PACKED = re.compile(r"(?:data:[\w.+-]{1,60}/[\w.+-]{1,80}(?:;[^,;]{1,60}){0,4};base64,)?[A-Za-z0-9+/\s]{120,}+={0,2}")
_ADDRESS = re.compile(r"[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]{1,2000}")


@dataclass(frozen=True, slots=True)
class Field:
    """An attribute that is read. `kind` says what may stand there: free text, a time, number, address or code."""

    element: Element = field(repr=False)
    attribute: Attribute
    kind: str = "free"


@dataclass(frozen=True, slots=True)
class File:
    """A file that the record carries between two tags."""

    element: Element = field(repr=False)
    suffix: str  # that says its format; "" when nobody knows
    data: bytes = field(repr=False)
    packed: bool  # whether it is written in base64
    head: str = ""  # what stands before the base64
    whole: bool = False  # the document is nothing else


@dataclass(slots=True)
class Sheet:
    """What one record gives to read, and the way back."""

    tree: Tree = field(repr=False)
    masks: bool  # whether the standard has a word for a value that is not told
    patches: list[Patch] = field(default_factory=list, repr=False)  # in any case
    removed: Counter[str] = field(default_factory=Counter)
    fields: dict[int, Field] = field(default_factory=dict, repr=False)  # by where the attribute's value begins
    files: list[File] = field(default_factory=list, repr=False)
    head: list[Stream] = field(default_factory=list, repr=False)
    main: Stream = field(default_factory=Stream, repr=False)
    tail: list[Stream] = field(default_factory=list, repr=False)
    certain: list[tuple[Thread, int, int, str]] = field(default_factory=list, repr=False)

    def weave(self) -> Weave:
        """Everything that is read, as one text."""
        return woven([*self.head, self.main, *self.tail])

    def given(self, weave: Weave) -> tuple[Span, ...]:
        """What the structure is certain of, in the text of the weave."""
        starts = {id(thread): start for thread, start in zip(weave.threads, weave.starts, strict=True)}
        return tuple(
            Span(starts[id(thread)] + left, starts[id(thread)] + right, label, 1.0, "record")
            for thread, left, right, label in self.certain
        )

    def thread(self, token: Token, is_flowing: bool = False) -> Thread:
        """Character data as the engine reads it; in flowing text a line break with an indent is a blank."""
        start, end = token.start, token.end
        if token.kind == "cdata":
            start, end = start + len("<![CDATA["), end - len("]]>")
            return Thread(self.tree.text[start:end], PART, start, None, "cdata")
        said, offsets = unescaped(self.tree.text[start:end], start)
        places: Sequence[int] | None = offsets
        if is_flowing and _INDENTED.search(said):
            said, places = flowing(said, start, offsets)
        return Thread(said, PART, start, places)

    def is_certain(self, thread: Thread, label: str, left: int = 0, right: int | None = None) -> None:
        """A stretch of a thread is what the label says, blanks around it aside."""
        right = len(thread.text) if right is None else right
        said = thread.text[left:right]
        left, right = left + len(said) - len(said.lstrip()), right - (len(said) - len(said.rstrip()))
        if left < right:
            self.certain.append((thread, left, right, label))

    def read_attribute(self, element: Element, attribute: Attribute, kind: str = "free", caption: str = "") -> Thread:
        """An attribute becomes a line of its own; it comes back for what is certain of it."""
        said, offsets = unescaped(self.tree.text[attribute.start : attribute.end], attribute.start)
        thread = Thread(said.translate(_BLANKS), PART, attribute.start, offsets, "attribute")
        self.fields[attribute.start] = Field(element, attribute, kind)
        self.tail.append(Stream([Thread(caption), thread] if caption else [thread]))
        return thread

    def rewrite(self, attribute: Attribute, new: str) -> None:
        """Another value for an attribute, in any case."""
        if new != attribute.value:
            self.patches.append(Patch(attribute.start, attribute.end, escaped(new)))

    def cut_attribute(self, attribute: Attribute) -> None:
        """An attribute goes, with the blank before it."""
        self.patches.append(Patch(attribute.whole - 1, attribute.end + 1, ""))

    def written(self, weave: Weave, replacements: Iterable[Replacement]) -> Iterator[Patch]:
        """All that changes in the text of the record, files aside."""
        yield from self.patches
        values: dict[int, list[Change]] = {}
        masked: set[int] = set()  # the elements that say already that something is not told
        for change in weave.changes(replacements):
            if change.kind == "attribute":
                thread = weave.threads[change.thread]
                values.setdefault(thread.start, []).append(change)
            else:
                text = change.text.replace("]]>", "]] >") if change.kind == "cdata" else escaped(change.text)
                yield Patch(change.start, change.end, text)
        for start, changes in values.items():
            yield self._value(self.fields[start], weave.threads[changes[0].thread].text, changes, masked)

    def _value(self, field: Field, old: str, changes: list[Change], masked: set[int]) -> Patch:
        pieces: list[str] = []
        position = 0
        for change in changes:
            pieces += (old[position : change.left], change.text)
            position = change.right
        new = _fitting(field.kind, old, "".join([*pieces, old[position:]]), changes[0].text)
        attribute = field.attribute
        if new is not None or not self.masks:
            return Patch(attribute.start, attribute.end, escaped(new or ""))
        # The words of a narrative have no such mark.
        if field.element.has("nullFlavor") or field.element.tag.start in masked or field.element.name in INLINE:
            return Patch(attribute.whole - 1, attribute.end + 1, "")
        masked.add(field.element.tag.start)
        return Patch(attribute.whole, attribute.end + 1, 'nullFlavor="MSK"')


def _fitting(kind: str, old: str, new: str, said: str) -> str | None:
    """The new value of an attribute if it may stand there; None when the place has no room for such a text."""
    if kind == "time":
        match = TIME.fullmatch(old.strip())
        date = said if re.fullmatch(r"\d{4}(?:\d{2}){0,2}", said) else ""
        # A coarser date has no time of day.
        return (date + match["rest"] if len(date) == 8 else date) if match and date and TIME.fullmatch(date) else None
    if kind == "number":
        return new if NUMBER.fullmatch(new) or re.fullmatch(r"\d{8,40}", new) else None
    if kind == "address":
        return new if _ADDRESS.fullmatch(new) and re.search(r"\w", said) else None
    return None if kind == "code" else new


def is_plain_schema(value: str) -> bool:
    """Whether the place of a schema tells of nobody's folders.

    >>> is_plain_schema("urn:hl7-org:v3 ../CDA.xsd"), is_plain_schema("urn:hl7-org:v3 file:///home/ana/CDA.xsd")
    (True, False)
    """
    return all(_SCHEMA.fullmatch(piece) for piece in value.split())


def is_packed(value: str) -> bool:
    """Whether a long value is base64 and no prose: prose has no words of forty letters.

    >>> is_packed("QUJDRA" * 30), is_packed("Acude por tos " * 30)
    (True, False)
    """
    value = value.strip()
    return _PACKED.fullmatch(value) is not None and max(map(len, value.split())) >= 40 and not value.isdigit()
