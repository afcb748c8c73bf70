"""FHIR R4 and R5 resources in JSON, bulk exports with one per line, and JSON that follows no standard.

Identity goes by the standard's own meaning, narrative by the engine, and what a Patient says of itself is known in every
narrative about that patient. Values are patched in place: the order of keys, blanks and the digits of numbers stay.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, NamedTuple

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options, UnreadableError, suffix_of
from velado.formats._encoding import BYTE_ORDER_MARKS, OTHER_KINDS
from velado.formats._fhir_people import Patients
from velado.formats._fhir_plan import Place, Plan
from velado.formats._fhir_roles import is_kept
from velado.formats._fhir_writing import KEYWORD, direct, written
from velado.formats._html import page_gathered
from velado.formats._inner import Inside, inner_documents, inside
from velado.formats._json_tree import Node, flat_strings, load_pairs, parse
from velado.formats._traces import FOUND, traces_of
from velado.formats._units import OTHER_UNITS
from velado.formats.source import Source, SourceChangedError

__all__ = ["FORMAT"]

_PATIENT = re.compile(r'"resourceType"\s{0,20}:\s{0,20}"Patient"')


class _Record(NamedTuple):
    """A file's whole JSON, or that of one line."""

    number: int
    text: str
    root: Node | None  # None for a blank line


def _decoded(data: bytes) -> tuple[str, str, bytes]:
    """Text, encoding and byte-order mark."""
    if data.startswith(OTHER_KINDS):
        raise UnreadableError("the file is not JSON, whatever its name says")
    mark, encoding = next(((mark, name) for mark, name in BYTE_ORDER_MARKS if data.startswith(mark)), (b"", "utf-8"))
    try:
        return data[len(mark) :].decode(encoding), encoding, mark
    except UnicodeDecodeError:
        pass
    raise UnreadableError(f"the file is not {encoding.upper()}, as JSON is")


def _lines(stream: BinaryIO, options: Options) -> Iterator[tuple[int, str]]:
    limit = options.limits.cell_characters * 4
    number = 0
    while line := stream.readline(limit):
        number += 1
        if len(line) >= limit:
            raise UnreadableError(f"line {number} is longer than {options.limits.cell_characters:,} characters")
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
            if line.startswith(OTHER_KINDS) or b"\0" in line:
                raise UnreadableError("the file is not JSON lines in UTF-8, whatever its name says")
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            text = ""
        if not text:
            raise UnreadableError(f"line {number} is not UTF-8, as JSON is")
        yield number, text


def _is_standard(root: Node) -> bool:
    """Whether there is a resource in it."""
    return any(node.key == "resourceType" and node.kind == "string" for node in root.walk())


class _File:
    """A file's records with their plans, the same each time it is read."""

    def __init__(self, source: Source, options: Options) -> None:
        self._source = source
        self._options = options
        self.by_line = source.suffix == ".ndjson"
        self.encoding, self.mark = "utf-8", b""

    def plans(self) -> Iterator[tuple[_Record, Plan | None]]:
        """Record by record; blank lines have no plan."""
        if self.by_line:
            yield from self._line_plans()
            return
        text, self.encoding, self.mark = _decoded(self._source.read_bytes(self._options.limits.part_bytes))
        root = parse(text)
        patients = None
        if _is_standard(root):
            patients = Patients()
            patients.learn(root)
        yield _Record(1, text, root), Plan(root, patients, self._options, alone=True)

    def _line_plans(self) -> Iterator[tuple[_Record, Plan | None]]:
        everybody = self._everybody()
        with self._source.open() as stream:
            self.mark = codecs.BOM_UTF8 if stream.read(3) == codecs.BOM_UTF8 else b""
            stream.seek(0)
            for number, text in _lines(stream, self._options):
                root = _parsed_line(number, text)
                plan = None
                if root is not None:
                    patients = Patients(others=everybody) if _is_standard(root) else None
                    if patients is not None:
                        patients.learn(root)
                    plan = Plan(root, patients, self._options, alone=False)
                yield _Record(number, text, root), plan

    def _everybody(self) -> Patients:
        """The patients of all lines: a note may stand before the patient it is about."""
        everybody = Patients()
        with self._source.open() as stream:
            for number, text in _lines(stream, self._options):
                if _PATIENT.search(text) and (root := _parsed_line(number, text)) is not None:
                    everybody.learn(root)
        return everybody


def _parsed_line(number: int, text: str) -> Node | None:
    if not text.strip():
        return None
    problem = ""
    try:
        return parse(text)
    except UnreadableError as error:
        problem = str(error)
    raise UnreadableError(f"line {number}: {problem}")


class _Results:
    """The documents with their results, in the order in which they were read."""

    def __init__(self, handled: Iterable[Handled]) -> None:
        self._handled = iter(handled)
        self._next = next(self._handled, None)

    def of_record(self, number: int, plan: Plan, unit: bytes) -> list[Handled]:
        """The documents of a record itself. They must have been judged from what the record says now."""
        found: list[Handled] = []
        for at, weave in enumerate(weave for group in plan.groups for weave in group.weaves):
            if self._next is None or self._next[0].place != Place(number, at, unit) or self._next[0].text != weave.text:
                raise SourceChangedError
            found.append(self._next)
            self._next = next(self._handled, None)
        return found

    def of_files(self, first: int, count: int) -> dict[int, list[Handled]]:
        """The documents of the files inside a record, by their numbers."""
        files: dict[int, list[Handled]] = {}
        while self._next is not None and isinstance(self._next[0].place, Inside) and first <= self._next[0].place.number < first + count:
            document, result = self._next
            files.setdefault(document.place.number, []).append((replace(document, place=document.place.place), result))
            self._next = next(self._handled, None)
        return files

    def finish(self) -> None:
        """Nothing is left over."""
        if self._next is not None:
            raise SourceChangedError


@dataclass(frozen=True)
class Fhir:
    """One file is one record, or one line is; each has a document for every patient it speaks of."""

    name: str = "fhir"
    suffixes: tuple[str, ...] = (".json", ".ndjson")
    description: str = "FHIR R4 and R5 resources, bulk exports, and other JSON"
    extra: str = ""
    streams: bool = True  # what is verified is noted on the way: see `verify`
    proves: str = "every key and value of every record, however many there are; narratives letter by letter"

    def missing(self) -> str:
        """Nothing."""
        return ""

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """For each record its own documents, then those of the files that it carries."""
        first = 0  # number of the record's first file, among those of all records
        for record, plan in _File(source, options).plans():
            unit = source.units.judged.say((record.text,))
            if plan is None:
                continue
            yield from plan.documents(record.number, source.stem, unit)
            for number, (slot, group) in enumerate(plan.files, first):
                assert slot.file is not None
                try:
                    found = inner_documents(f"a{slot.file.suffix}", slot.file.data, options) if slot.file.suffix else []
                except UnreadableError:
                    continue  # without documents it is taken out
                seed = plan.names.seed(group.key)
                for document in inside(number, found):
                    yield replace(document, subject=document.subject or group.subject, seed=document.seed or seed)
            first += len(plan.files)

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The records with other values in place. A line of which something was withheld is left out."""
        results, notes, number = _Results(handled), Counter[str](), 0
        file = _File(source, options)
        with path.open("wb") as target:
            for record, plan in file.plans():
                if not target.tell():
                    target.write(file.mark)
                new, unit = record.text, source.units.used.say((record.text,))
                if plan is not None:
                    own = results.of_record(record.number, plan, unit)
                    inner = results.of_files(number, len(plan.files))
                    if any(result.withheld for _, result in own):
                        if not file.by_line:
                            raise UnreadableError("a document in it was withheld")
                        notes["lines withheld"] += 1
                        new = ""
                    else:
                        new, expected = written(record.text, plan, own, inner, number, options, notes)
                        source.units.expected.say(expected)
                        if _still_there(flat_strings(load_pairs(new)), own):
                            raise UnreadableError(FOUND)
                    number += len(plan.files)
                target.write(new.encode(file.encoding))
        results.finish()
        return [f"{what}: {count}" for what, count in notes.items() if count]

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """The standard library reads the keys and values that were meant, in every record, and nothing else."""
        found = source.units.found()
        for text in _texts(path):
            try:
                found.say(said for _, said in flat_strings(load_pairs(text)))
            except UnreadableError:
                return ["what was written cannot be read again"]
        return [] if found == source.units.expected else [OTHER_UNITS]


def _texts(path: Path) -> Iterator[str]:
    """The records of a file that was written."""
    if suffix_of(path) != ".ndjson":
        yield _decoded(path.read_bytes())[0]
        return
    with path.open("r", encoding="utf-8-sig", newline="\n") as stream:
        for line in stream:
            if line.strip():
                yield line


def _still_there(strings: Iterable[tuple[str, str]], handled: Sequence[Handled]) -> bool:
    seen: list[str] = []
    hidden: list[str] = []
    for key, said in strings:
        if said.startswith("<div"):
            text, values = page_gathered(said)
            seen.append(text)
            hidden += values
        elif key and (is_kept(key.lstrip("_"), said) or key == "display"):
            hidden += [] if KEYWORD.fullmatch(said) else [said]
        elif key:
            seen.append(said)
    return traces_of(handled).in_text(*seen) or traces_of(direct(handled)).in_hidden(*hidden)


FORMAT = Fhir()
