"""HL7 v2 messages: identity fields go by the standard's own meaning, everything else that may be text by the engine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from velado.document import Document, Result, Span, Subject
from velado.formats import DEFAULTS, Handled, Options
from velado.formats._encoding import Encoded, decode, encode
from velado.formats._hl7_fields import FIELDS, KEPT, TYPES
from velado.formats._hl7_reading import HEADS, Leaf, Message, Separators, escaped, leaves, messages, unescaped
from velado.formats._traces import FOUND, traces_of
from velado.formats._units import OTHER_UNITS
from velado.formats._weave import Change, Stream, Thread, Weave, patched, woven
from velado.formats.source import Source, SourceChangedError

__all__ = ["FORMAT"]

_TIME = re.compile(r"(?:19|20)\d{2}(?:[01]\d(?:[0-3]\d(?:\d{2,6}(?:\.\d{1,4})?)?)?)?(?:[+-]\d{4})?")
_MEASURED = re.compile(r"[<>=]{0,2}[+-]?\d{1,9}(?:[.,]\d{1,9})?")
_CODE = re.compile(r"[A-Z]{1,5}\d{0,2}|\d{1,4}|[A-Z0-9]{1,4}-\d{1,4}")
_LONG = re.compile(r"\d{5}")
_EMBEDDED = ("ED", "RP")


@dataclass(frozen=True, slots=True)
class _Plan:
    """What the writer needs of one message."""

    weave: Weave = field(repr=False)
    separators: Separators
    removed: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Hl7:
    """One message, one document, so that what its fields say of the patient is known in its text."""

    name: str = "hl7"
    suffixes: tuple[str, ...] = (".hl7", ".er7", ".hl7v2")
    description: str = "HL7 v2 messages (ORU, MDM, ADT …), with their own separators; batches too"
    extra: str = ""
    proves: str = "every field of every message"

    def missing(self) -> str:
        """Nothing."""
        return ""

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """The messages of the file, one at a time."""
        encoded = decode(source.read_bytes(options.limits.part_bytes))
        for number, message in enumerate(messages(encoded.text)):
            yield _document(encoded.text, message, f"{source.stem}-{number + 1}")

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The messages with the results in them; of a withheld message nothing but its first three letters stays."""
        encoded = decode(source.read_bytes())
        patches: list[tuple[int, int, str]] = []
        removed = withheld = 0
        for (document, result), message in zip(handled, messages(encoded.text), strict=True):
            plan: _Plan = document.place
            if _document(encoded.text, message, "").text != document.text:
                raise SourceChangedError
            if result.text is None:
                patches.append((message.segments[0][0], message.segments[-1][1], ""))
                withheld += 1
                continue
            removed += len(plan.removed)
            patches += [(start, end, "") for start, end in plan.removed]
            for change in plan.weave.changes(result.replacements):
                patches.append((change.start, change.end, escaped(change.text, plan.separators)))
        path.write_bytes(encode(patched(encoded.text, sorted(patches)), encoded))
        notes = [f"embedded files removed: {removed}"] if removed else []
        return [*notes, f"left out of the file: messages that were withheld: {withheld}"] if withheld else notes

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """The file is cut at its separators; every piece is the judged one with its replacements, and nothing else is there."""
        encoded, data = decode(source.read_bytes()), path.read_bytes()
        expected: list[str] = []
        for (document, result), message in zip(handled, messages(encoded.text), strict=True):
            if result.text is not None:
                expected += _meant(encoded.text, message, document.place, result)
        try:
            found = list(_cut_again(data.removeprefix(encoded.mark).decode(encoded.encoding)))
        except UnicodeDecodeError:
            return [OTHER_UNITS]
        known = [encode(text, Encoded("", encoded.encoding)).decode(encoded.encoding) for text in expected]
        if not data.startswith(encoded.mark) or found != known:
            return [OTHER_UNITS]
        # Codes are kept unread: none of them may repeat what was replaced elsewhere.
        return [FOUND] if traces_of(handled).in_text("\n".join(found)) else []


def _meant(text: str, message: Message, plan: _Plan, result: Result) -> Iterator[str]:
    """The names of a message's segments and its pieces as they must stand in the result; empty ones are left out."""
    changed: dict[int, list[Change]] = {}
    for change in plan.weave.changes(result.replacements):
        changed.setdefault(plan.weave.threads[change.thread].start, []).append(change)
    removed = {start for start, _ in plan.removed}
    row = -1
    for leaf in [*leaves(text, message), None]:
        while row < (leaf.row if leaf else len(message.segments) - 1):
            row += 1
            yield text[message.segments[row][0] : message.segments[row][0] + 3]
        if leaf is None or leaf.start in removed:
            continue
        said = unescaped(text, leaf.start, leaf.end, message.separators)[0]
        for change in reversed(changed.get(leaf.start, [])):
            said = said[: change.left] + re.sub(r"[\r\n]", " ", change.text) + said[change.right :]
        if said:
            yield said


def _cut_again(text: str) -> Iterator[str]:
    """The names of segments and the pieces of a written file, cut at the signs that each message names."""
    signs = "|^~\\&"
    for line in re.split(r"[\r\n\x0b\x1c]+", text):
        if not line.strip():
            continue
        yield line[:3]
        head = line[:3] in HEADS
        if head:
            own = line[3] + line[4:].split(line[3], 1)[0]
            signs = own + signs[len(own) :]
        for value in line.split(signs[0])[2 if head else 1 :]:
            for piece in re.split(f"[{re.escape(signs[1] + signs[2] + signs[4])}]", value):
                if said := unescaped(piece, 0, len(piece), Separators(*signs[:5]))[0]:
                    yield said


def _document(text: str, message: Message, id: str) -> Document:
    streams: list[Stream] = []
    given: list[tuple[int, int, str]] = []  # stream, thread, label
    removed: list[tuple[int, int]] = []
    facts: dict[tuple[str, int], list[str]] = {}
    where: tuple[int, int, int] | None = None
    value_type = {}
    for leaf in leaves(text, message):
        said, offsets = unescaped(text, leaf.start, leaf.end, message.separators)
        if leaf.segment == "OBX" and leaf.field == 2:
            value_type[leaf.row] = said
        if leaf.segment == "OBX" and leaf.field == 5 and value_type.get(leaf.row) in _EMBEDDED:
            if leaf.component == 5 or value_type[leaf.row] == "RP":
                removed.append((leaf.start, leaf.end))
            continue
        label = _label(leaf, said, value_type.get(leaf.row, ""))
        if label == "":
            continue
        if leaf.segment == "PID":
            facts.setdefault((label or "", leaf.field), []).append(said)
        # A field is a line, and so is every repetition of it: addresses and names stay together, lists do not.
        if where != (leaf.row, leaf.field, leaf.repetition):
            streams.append(Stream())
            where = (leaf.row, leaf.field, leaf.repetition)
        stream = streams[-1]
        stream.gap = " "
        stream.add(Thread(said, "", leaf.start, offsets))
        if label is not None and stream.threads:
            given.append((len(streams) - 1, len(stream.threads) - 1, label))
    weave = woven(streams)
    spans = _spans(streams, weave, given)
    plan = _Plan(weave, message.separators, tuple(removed))
    return Document(weave.text, id, subject=_subject(facts), place=plan, given=spans)


def _label(leaf: Leaf, said: str, value_type: str) -> str | None:
    """The label that a piece has by its place; None when the engine reads it, "" when it stays as it is."""
    if not any(map(str.isalnum, said)):
        return ""
    if kind := FIELDS.get(leaf.segment, {}).get(leaf.field):
        meaning = TYPES[kind[0]].get(leaf.component)
        if meaning is not None:
            return kind[1] if meaning in ("NAME", "ID") else meaning
        if _TIME.fullmatch(said) and len(said) >= 8:
            return "DATE"
        # Further components: kinds of names, authorities, check digits.
        return "" if _CODE.fullmatch(said) else None
    if leaf.field in KEPT.get(leaf.segment, ()):
        # Words have no business in a field of codes, nor has a long number, observations and messages apart: they are read.
        long = leaf.segment not in ("MSH", "OBX", "OBR") and _LONG.search(said)
        return None if long or len(said.split()) > 1 else ""
    if leaf.segment == "OBX" and leaf.field == 5:
        if value_type in ("NM", "SN") and _MEASURED.fullmatch(said):
            return ""
        if value_type in ("DT", "TS", "DTM") and _TIME.fullmatch(said):
            return "DATE"
        return None
    if _TIME.fullmatch(said) and len(said) >= 8:
        return "DATE"
    return "" if _CODE.fullmatch(said) else None


def _spans(streams: Sequence[Stream], weave: Weave, given: Sequence[tuple[int, int, str]]) -> tuple[Span, ...]:
    """Where the pieces with a meaning stand in the woven text."""
    first, number = [], 0
    for stream in streams:
        first.append(number)
        number += len(stream.threads) + 1  # the line end between two streams is a thread of its own
    spans = []
    for stream_number, thread, label in given:
        start = weave.starts[first[stream_number] + thread]
        spans.append(Span(start, start + len(streams[stream_number].threads[thread].text), label, 1.0, "structure"))
    return tuple(sorted(spans))


def _subject(facts: dict[tuple[str, int], list[str]]) -> Subject | None:
    names = [name for (label, number), values in facts.items() if label == "PATIENT_NAME" for name in values]
    numbers = [value for (label, _), values in facts.items() if label in ("PATIENT_ID", "INSURANCE_ID", "PHONE") for value in values]
    born = facts.get(("DATE", 7), [""])[0][:8]
    birth = None
    if re.fullmatch(r"\d{8}", born):
        try:
            birth = date(int(born[:4]), int(born[4:6]), int(born[6:]))
        except ValueError:
            birth = None
    key = facts.get(("PATIENT_ID", 3), [""])[0]
    return Subject(key, (" ".join(names),) if names else (), birth, tuple(n for n in numbers if len(n) > 3)) if names or numbers else None


FORMAT = Hl7()
