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
from velado.formats._table import Ledger
from velado.formats._traces import FOUND, traces_of

__all__ = ["FORMAT"]

_PATIENT = re.compile(r'"resourceType"\s{0,20}:\s{0,20}"Patient"')
_MEANT = "what stands in the file is not what was meant to"


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

    def __init__(self, path: Path, options: Options) -> None:
        self._path = path
        self._options = options
        self.by_line = suffix_of(path) == ".ndjson"
        self.encoding, self.mark = "utf-8", b""

    def plans(self) -> Iterator[tuple[_Record, Plan | None]]:
        """Record by record; blank lines have no plan."""
        if self.by_line:
            yield from self._line_plans()
            return
        limit = self._options.limits.part_bytes
        if self._path.stat().st_size > limit:
            raise UnreadableError(f"the file is larger than {limit:,} bytes")
        text, self.encoding, self.mark = _decoded(self._path.read_bytes())
        root = parse(text)
        patients = None
        if _is_standard(root):
            patients = Patients()
            patients.learn(root)
        yield _Record(1, text, root), Plan(root, patients, self._options, alone=True)

    def _line_plans(self) -> Iterator[tuple[_Record, Plan | None]]:
        everybody = self._everybody()
        with self._path.open("rb") as stream:
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
        with self._path.open("rb") as stream:
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
        self.ledger = Ledger()  # replaced by the documents' own as soon as one comes

    def of_record(self, number: int, count: int) -> list[Handled]:
        """The documents of a record itself."""
        found: list[Handled] = []
        while len(found) < count:
            if self._next is None or not isinstance(self._next[0].place, Place) or self._next[0].place.record != number:
                raise UnreadableError("the file has changed while it was read")
            found.append(self._next)
            self._next = next(self._handled, None)
        for document, _ in found:
            if self.ledger is not document.place.ledger:
                self.ledger = document.place.ledger.taking_over(self.ledger)
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
            raise UnreadableError("the file has changed while it was read")


@dataclass(frozen=True)
class Fhir:
    """One file is one record, or one line is; each has a document for every patient it speaks of."""

    name: str = "fhir"
    suffixes: tuple[str, ...] = (".json", ".ndjson")
    description: str = "FHIR R4 and R5 resources, bulk exports, and other JSON"
    extra: str = ""

    def missing(self) -> str:
        """Nothing."""
        return ""

    def read(self, path: Path, options: Options = DEFAULTS) -> Iterator[Document]:
        """For each record its own documents, then those of the files that it carries."""
        ledger = Ledger()
        first = 0  # number of the record's first file, among those of all records
        for record, plan in _File(path, options).plans():
            if plan is None:
                continue
            yield from plan.documents(record.number, path.stem, ledger)
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

    def write(self, path: Path, source: Path, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The records with other values in place. A line of which something was withheld is left out."""
        results, notes, number = _Results(handled), Counter[str](), 0
        file = _File(source, options)
        with path.open("wb") as target:
            for record, plan in file.plans():
                if not target.tell():
                    target.write(file.mark)
                new = record.text
                if plan is not None:
                    own = results.of_record(record.number, sum(len(group.weaves) for group in plan.groups))
                    inner = results.of_files(number, len(plan.files))
                    if any(result.withheld for _, result in own):
                        if not file.by_line:
                            raise UnreadableError("a document in it was withheld")
                        notes["lines withheld"] += 1
                        new = ""
                    else:
                        new = written(record.text, plan, own, inner, number, options, notes)
                        results.ledger.add(said.encode("utf-8", "surrogatepass") for _, said in flat_strings(load_pairs(new)))
                    number += len(plan.files)
                target.write(new.encode(file.encoding))
        results.finish()
        return [f"{what}: {count}" for what, count in notes.items() if count]

    def verify(self, path: Path, handled: Sequence[Handled]) -> Sequence[str]:
        """The standard library reads what was meant, and finds nothing that was replaced, record by record."""
        records: dict[int, list[Handled]] = {}
        for document, result in handled:
            if isinstance(document.place, Place):
                records.setdefault(document.place.record, []).append((document, result))
        records = {number: pairs for number, pairs in records.items() if not any(result.withheld for _, result in pairs)}
        found = Ledger()
        ledger = next((document.place.ledger for document, _ in handled if isinstance(document.place, Place)), None)
        whole = {number for number, pairs in records.items() if len(pairs) == pairs[0][0].place.of}
        waiting = sorted(records)
        for text in _texts(path):
            try:
                strings = list(flat_strings(load_pairs(text)))
            except UnreadableError:
                return ["what was written cannot be read again"]
            found.add(said.encode("utf-8", "surrogatepass") for _, said in strings)
            number = waiting.pop(0) if waiting else 0
            if number in whole and _still_there(strings, records[number]):
                return [FOUND]
        return [_MEANT] if ledger is not None and found != ledger else []


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
