"""What is known of one file, kept on disk in its private folder: texts, and for every document its revisions.

`documents` holds one JSON line per document as it was read; `index` says where each begins. Revision 0 of a document is
what the engine found; each later one, made by a person, is a small file of its own, so that undo costs nothing and a
document of many pages is never held in the server's memory.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Self

from velado.document import Document, Replacement, Result, Span, Subject, TableCell, replaced
from velado.web.choices import DOUBT
from velado.web.edits import Edit, merged

__all__ = ["Head", "Kept", "Record", "Store", "Summary", "is_doubtful", "wide"]


def wide(text: str) -> int:
    """How many characters count twice in UTF-16."""
    return sum(character > "\uffff" for character in text) if not text.isascii() else 0


def is_doubtful(span: Span) -> bool:
    """Whether a person should look at it."""
    return span.score < DOUBT


@dataclass(frozen=True, slots=True)
class Record:
    """One revision of a document: its spans, what replaces them, and free edits."""

    spans: tuple[Span, ...]
    replacements: tuple[Replacement, ...] = field(default=(), repr=False)
    edits: tuple[Edit, ...] = ()
    dropped: int = 0  # edits that gave way to a change of spans, the last time
    standing: int = 0  # replaced strings that edits spell out again

    @classmethod
    def of(cls, result: Result) -> Self:
        """What the engine made of a document."""
        return cls(result.spans, result.replacements)

    def pieces(self) -> list[Replacement]:
        """What stands in the result instead of what."""
        return merged(self.replacements, self.edits)

    def counts(self) -> dict[str, int]:
        """How many stretches are replaced, per label."""
        found: dict[str, int] = {}
        for replacement in self.replacements:
            found[replacement.span.label] = found.get(replacement.span.label, 0) + 1
        return found

    def as_json(self) -> dict[str, Any]:
        """Plain values; replacements stand beside their spans."""
        beside = {(r.span.start, r.span.end): r for r in self.replacements}
        spans = []
        for span in self.spans:
            found = beside.get((span.start, span.end))
            spans.append(
                [span.start, span.end, span.label, span.score, span.source, found and found.text, found.strategy if found else ""]
            )
        edits = [[edit.start, edit.end, edit.text, [list(place) for place in edit.spans]] for edit in self.edits]
        return {"spans": spans, "edits": edits, "dropped": self.dropped, "standing": self.standing}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """The way back."""
        spans: list[Span] = []
        replacements: list[Replacement] = []
        for start, end, label, score, source, text, strategy in values["spans"]:
            span = Span(start, end, label, score, source)
            spans.append(span)
            if text is not None:
                replacements.append(Replacement(span, text, strategy))
        edits = [Edit(start, end, text, tuple((a, b, label) for a, b, label in places)) for start, end, text, places in values["edits"]]
        return cls(tuple(spans), tuple(replacements), tuple(edits), values["dropped"], values["standing"])


@dataclass(frozen=True, slots=True)
class Summary:
    """A revision in numbers, beside what the engine found."""

    counts: Mapping[str, int] = field(default_factory=dict)  # of what is replaced
    spans: int = 0
    doubtful: int = 0
    edits: int = 0
    standing: int = 0
    added: int = 0
    removed: int = 0
    relabelled: int = 0

    @classmethod
    def of(cls, record: Record, found: Record) -> Self:
        """The numbers of a record, compared with what the engine found."""
        now = {(span.start, span.end): span.label for span in record.spans}
        then = {(span.start, span.end): span.label for span in found.spans}
        return cls(
            record.counts(),
            len(now),
            sum(map(is_doubtful, record.spans)),
            len(record.edits),
            record.standing,
            len(now.keys() - then.keys()),
            len(then.keys() - now.keys()),
            sum(now[place] != then[place] for place in now.keys() & then.keys()),
        )


@dataclass(frozen=True, slots=True)
class Head:
    """Where a document's line begins, and what is told of it without opening it."""

    offset: int
    length: int
    wide: int
    language: str
    spans: int
    doubtful: int
    withheld: bool
    row: int = -1  # of a table; -1 of what is no cell
    column: str = ""
    sheet: int = 0
    lead: int = 0
    is_note: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """A document as it was read, and revision 0."""

    document: Document
    language: str
    problems: tuple[str, ...]
    withheld: bool
    record: Record
    rest: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # the cells of its row that stay, with the first document of it

    def result(self, record: Record) -> Result:
        """What is written for a revision."""
        if self.withheld:
            return Result(self.document.id, None, (), self.problems)
        pieces = record.pieces()
        text = replaced(self.document.text, pieces)
        return Result(self.document.id, text, tuple(pieces), (), self.language, record.spans)


class Store:
    """One file's folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def _documents(self) -> Path:
        return self.path / "documents"

    def safe(self, suffix: str) -> Path:
        """Where the written result stands."""
        return self.path / f"safe{suffix}"

    def fill(self) -> Filling:
        """Begin to keep documents, in place of any that were kept before."""
        for path in self.path.iterdir():
            if path.name.split(".")[0] in ("documents", "index", "safe", "revision"):
                path.unlink()
        return Filling(self._documents, self.path / "index")

    def heads(self) -> list[Head]:
        """All documents, in order."""
        return [Head(*entry) for entry in json.loads((self.path / "index").read_text("ascii"))]

    def kept(self, head: Head) -> Kept:
        """One document."""
        with self._documents.open("rb") as stream:
            stream.seek(head.offset)
            return _kept(stream.readline())

    def all(self) -> Iterator[Kept]:
        """Every document, in order, one at a time."""
        with self._documents.open("rb") as stream:
            for line in stream:
                yield _kept(line)

    def record(self, number: int, revision: int, kept: Kept) -> Record:
        """A revision of a document."""
        if revision == 0:
            return kept.record
        return Record.from_json(json.loads(self._revision(number, revision).read_text("ascii")))

    def save(self, number: int, revision: int, record: Record) -> None:
        """Keep a revision. Its file is only read once its number is known, so it need not appear at once."""
        self._revision(number, revision).write_text(json.dumps(record.as_json()), "ascii")

    def forget(self, number: int, revision: int) -> None:
        """Drop a revision that nobody can come back to."""
        self._revision(number, revision).unlink(missing_ok=True)

    def _revision(self, number: int, revision: int) -> Path:
        return self.path / f"revision.{number}.{revision}"


class Filling:
    """Documents on their way into a store; they are there when it is closed."""

    def __init__(self, documents: Path, index: Path) -> None:
        self._stream = documents.open("wb")
        self._index = index
        self._heads: list[Head] = []

    def add(self, document: Document, result: Result) -> Head:
        """Keep one more."""
        record = Record.of(result)
        doubtful = sum(map(is_doubtful, record.spans))
        length = len(document.text)
        cell = document.cell or TableCell(-1)
        head = Head(
            self._stream.tell(), length, wide(document.text), result.language, len(record.spans), doubtful, result.withheld,
            cell.row, cell.column, cell.sheet, cell.lead, cell.is_note,
        )  # fmt: skip
        self._heads.append(head)
        values = {
            "id": document.id,
            "text": document.text,
            "country": document.country,
            "subject": _subject_as_json(document.subject),
            "given": [(span.start, span.end, span.label) for span in document.given],
            "drawn": [document.seed.hex(), document.pseudonym, document.label_language],
            "rest": cell.rest,
            "language": result.language,
            "problems": result.problems,
            "withheld": result.withheld,
            "record": record.as_json(),
        }
        self._stream.write(json.dumps(values).encode("ascii") + b"\n")
        return head

    def close(self) -> None:
        """Write the index."""
        self._stream.close()
        self._index.write_text(json.dumps([astuple(head) for head in self._heads]), "ascii")


def _kept(line: bytes) -> Kept:
    values = json.loads(line)
    seed, pseudonym, label_language = values["drawn"]
    subject = _subject_from_json(values["subject"])
    document = Document(
        values["text"], values["id"], values["language"] or "auto", values["country"], subject,
        given=tuple(Span(*place) for place in values["given"]), seed=bytes.fromhex(seed), pseudonym=pseudonym, label_language=label_language,
    )  # fmt: skip
    record = Record.from_json(values["record"])
    rest = tuple((column, text) for column, text in values["rest"])
    return Kept(document, values["language"], tuple(values["problems"]), values["withheld"], record, rest)


def _subject_as_json(subject: Subject | None) -> list[Any] | None:
    if subject is None:
        return None
    born = subject.birth_date.isoformat() if subject.birth_date else None
    return [subject.key, subject.names, born, subject.numbers]


def _subject_from_json(values: list[Any] | None) -> Subject | None:
    if values is None:
        return None
    key, names, born, numbers = values
    return Subject(key, tuple(names), date.fromisoformat(born) if born else None, tuple(numbers))
