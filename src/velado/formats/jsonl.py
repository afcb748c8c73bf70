"""One JSON object per line: tables of records, and annotations.

As documents the lines are rows of a table whose columns are the keys, with dots between those of nested objects
(`note.text`). As annotations a line is {"id", "text", "spans": [{"start", "end", "label", "score", "source"}]}.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from velado.columns import is_fields_name, name_of_path
from velado.document import Document, Span
from velado.formats import DEFAULTS, Handled, Options, Table, UnreadableError
from velado.formats._cells import KEY, Cell
from velado.formats._encoding import OTHER_KINDS
from velado.formats._json_scan import NUMBER, Piece, as_string, scan
from velado.formats._table import Answers, Questions
from velado.formats._table_plan import NO_PLAN, Plan, Survey, plan_of
from velado.formats._table_roles import DROPPED, Columns
from velado.formats._units import OTHER_UNITS
from velado.formats._weave import patched
from velado.formats.source import Source
from velado.labels import label_named

__all__ = ["ANNOTATIONS", "FORMAT", "parse_line", "write_line"]


def write_line(id: str, text: str | None, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
    """One line for one note; without its text when that is None.

    >>> write_line("7", None, [Span(5, 8, "AGE", 0.9, "ages")])
    '{"id": "7", "spans": [{"start": 5, "end": 8, "label": "AGE", "score": 0.9, "source": "ages"}]}\\n'
    """
    listed = [
        {"start": s.start, "end": s.end, "label": rename(s.label), "score": round(s.score, 4), "source": s.source}
        for s in sorted(spans)
    ]
    record = {"id": id} | ({} if text is None else {"text": text}) | {"spans": listed}
    return json.dumps(record, ensure_ascii=False) + "\n"


def parse_line(line: str, *, keep_labels: bool = False) -> tuple[str, str, list[Span]]:
    """Id, text and spans of one line.

    >>> parse_line('{"id": "7", "text": "Vino Ana.", "spans": [{"start": 5, "end": 8, "label": "PATIENT"}]}')
    ('7', 'Vino Ana.', [Span(start=5, end=8, label='PATIENT_NAME', score=1.0, source='gold')])
    """
    try:
        record = json.loads(line)
        text, listed = str(record.get("text", "")), list(record["spans"])
        spans = []
        for entry in listed:
            label = entry["label"] if keep_labels else label_named(entry["label"])
            if label is None:
                raise ValueError(f"unknown label {entry['label']}")
            score, source = float(entry.get("score", 1.0)), str(entry.get("source", "gold"))
            span = Span(int(entry["start"]), int(entry["end"]), label, score, source)
            if not 0 <= span.start < span.end or (text and span.end > len(text)):
                raise ValueError("a span does not lie inside the text")
            spans.append(span)
    except json.JSONDecodeError:
        raise ValueError("a line is not JSON") from None
    except (AttributeError, KeyError, TypeError):
        raise ValueError("a line has no list of spans with start, end and label") from None
    return str(record.get("id", "")), text, sorted(spans)


@dataclass(frozen=True)
class JsonLines:
    """Notes and spans as JSON lines; a file that `velado detect` writes holds one note."""

    name: str = "jsonl"
    suffix: str = ".jsonl"
    holds_text: bool = False
    description: str = "JSON lines: offsets, label, score and source of every span"

    def read(self, path: Path, *, keep_labels: bool = False) -> tuple[str, list[Span]]:
        """The first note of a file; its text from the .txt file beside it when the line holds none."""
        line = path.read_bytes().decode("utf-8-sig").split("\n", 1)[0]
        _, text, spans = parse_line(line, keep_labels=keep_labels)
        beside = path.with_suffix(".txt")
        if not text and beside.exists():
            text = beside.read_bytes().decode("utf-8")
        return text, spans

    def render(self, id: str, text: str, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
        """One line without the text: the offsets refer to the file that was read."""
        return write_line(id, None, spans, rename)


ANNOTATIONS = JsonLines()


_KEYS = 10_000  # different keys that are remembered; who has more has data in them


class _Lines:
    """The lines of a file as cells: its values, and those keys that are not known as names of fields."""

    def __init__(self, stream: BinaryIO, options: Options, plan: Plan = NO_PLAN) -> None:
        self._stream = stream
        self._limit = options.limits.cell_characters
        self.columns = Columns(options, plan)
        self.mark = b""

    def __iter__(self) -> Iterator[tuple[int, str, list[Piece], list[tuple[Piece, Cell]]]]:
        """Number, text, all pieces of each line, and those that are cells; blank lines have none."""
        seen: set[str] = set()
        number = 0
        while line := self._stream.readline(self._limit * 4):
            number += 1
            if number == 1:
                self.mark = codecs.BOM_UTF8 if line.startswith(codecs.BOM_UTF8) else b""
                line = line[len(self.mark) :]
                if line.startswith(OTHER_KINDS) or b"\0" in line:
                    raise UnreadableError("the file is not JSON lines in UTF-8, whatever its name says")
            if len(line) >= self._limit * 4:
                raise UnreadableError(f"line {number} is longer than {self._limit:,} characters")
            text = _decoded(line, number)
            found: list[Piece] = []
            cells: list[tuple[Piece, Cell]] = []
            if text.strip():
                try:
                    found = list(scan(text))
                except UnreadableError as error:
                    raise UnreadableError(f"line {number} is {error}") from None
            for piece in found:
                if piece.kind == "key":
                    if is_fields_name(piece.text) or piece.text in seen:
                        continue
                    if len(seen) < _KEYS:
                        seen.add(piece.text)
                    cells.append((piece, Cell(KEY, piece.text)))
                elif piece.kind in ("string", "number"):
                    typed = "number" if piece.kind == "number" else ""
                    cells.append((piece, Cell(self.columns.at(piece.path), piece.text, typed)))
            yield number, text, found, cells


def _decoded(line: bytes, number: int) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        pass
    raise UnreadableError(f"line {number} is not UTF-8, as JSON lines are")


@dataclass(frozen=True)
class Records:
    """A table whose rows are JSON objects."""

    name: str = "jsonl"
    suffixes: tuple[str, ...] = (".jsonl",)
    description: str = "JSON lines: one record each"
    extra: str = ""
    proves: str = "every key and value of every line with its type, however long the file"
    streams: bool = True  # what is verified is noted on the way: see `verify`

    def missing(self) -> str:
        """Nothing."""
        return ""

    def _plan(self, source: Source, options: Options) -> Plan:
        """What the values of each key are, from all lines of the file."""

        def survey() -> Plan:
            found = Survey()
            with source.open() as stream:
                lines = _Lines(stream, options)
                for _, _, pieces, cells in lines:
                    if cells:
                        found.row(0)
                    for piece in pieces:
                        if piece.kind != "key" and piece.text != "null":
                            found.profile(0, piece.path, name_of_path(piece.path)).add(piece.text, "number" if piece.kind == "number" else "")
                lines.columns.check()
            return found.plan()

        return plan_of(source, options, survey)

    def tables(self, source: Source, options: Options = DEFAULTS) -> Sequence[Table]:
        """The table that the records make, with the roles of its columns."""
        return Columns(options, self._plan(source, options)).tables()

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """A document for each value that is read or replaced."""
        plan = self._plan(source, options)
        with source.open() as stream:
            questions = Questions(source.units, options)
            lines = _Lines(stream, options, plan)
            for number, text, _, cells in lines:
                questions.note((text,))
                yield from questions.row(number, [cell for _, cell in cells])
            lines.columns.check()

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The lines with other values in place; numbers, blanks and the order of keys stay. Dropped values become null."""
        plan = self._plan(source, options)
        answers = Answers(source.units, handled)
        keys: dict[str, str] = {}
        with source.open() as stream, path.open("wb") as target:
            lines = _Lines(stream, options, plan)
            for number, text, pieces, cells in lines:
                if number == 1:
                    target.write(lines.mark)
                answers.note((text,))
                new: dict[int, str] = {}  # by where a piece begins
                empty: set[int] = set()
                for (piece, cell), said in zip(cells, answers.row(number, [cell for _, cell in cells]), strict=True):
                    if piece.kind == "key":
                        if said is not None:
                            keys[piece.text] = _unlike(said, keys)
                    elif cell.column.role == DROPPED:
                        empty.add(piece.start)
                    elif said is not None:
                        if piece.kind == "number" and said and not NUMBER.fullmatch(said) and not answers.becomes_text(cell.column, options):
                            empty.add(piece.start)
                        else:
                            new[piece.start] = said
                new.update((piece.start, keys[piece.text]) for piece in pieces if piece.kind == "key" and piece.text in keys)
                # What must stand there, told from the judged line and the answers.
                if text.strip():
                    source.units.expected.say("null" if p.start in empty else _marked(p, new.get(p.start)) for p in pieces)
                patches = [
                    (piece.start, piece.end, "null" if piece.start in empty else _written(piece, new[piece.start], text))
                    for piece in pieces
                    if piece.start in empty or piece.start in new
                ]
                target.write(patched(text, patches).encode("utf-8"))
            answers.finish()
        return answers.notes(lines.columns.seen())

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """The standard library's reader finds the keys and values that were meant, in every line, and nothing else."""
        found = source.units.found()
        try:
            with path.open("r", encoding="utf-8-sig", newline="\n") as stream:
                for line in stream:
                    if line.strip():
                        record = json.loads(
                            line, parse_float=_Figures, parse_int=_Figures, parse_constant=_Figures, object_pairs_hook=_Pairs
                        )
                        found.say(_flat(record))
        except ValueError:
            return ["what was written cannot be read again"]
        return [] if found == source.units.expected else [OTHER_UNITS]


def _written(piece: Piece, new: str, text: str) -> str:
    if piece.kind == "key":
        return as_string(new)
    return new if piece.kind == "number" and NUMBER.fullmatch(new) else as_string(new, text[piece.start : piece.end])


def _marked(piece: Piece, new: str | None) -> str:
    """What a reader must find in the place of a piece: strings and keys behind a quote, so that no number becomes one unseen."""
    is_text = piece.kind in ("key", "string") or (new is not None and not (piece.kind == "number" and NUMBER.fullmatch(new)))
    text = piece.text if new is None else new
    return f'"{text}' if is_text else text


def _unlike(name: str, keys: dict[str, str]) -> str:
    """A new name for a key that none of the others has."""
    number, own = 1, name
    while own in keys or own in keys.values():
        number += 1
        own = f"{name} {number}"
    return own


class _Figures(str):
    """A number as it is written."""

    __slots__ = ()


class _Pairs(list[tuple[str, Any]]):
    """An object's keys and values, also those that come twice."""


def _flat(value: Any) -> Iterator[str]:
    if isinstance(value, _Pairs):
        for key, inner in value:
            yield f'"{key}'
            yield from _flat(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _flat(inner)
    elif isinstance(value, str):
        yield str(value) if isinstance(value, _Figures) else f'"{value}'
    else:
        yield json.dumps(value)


FORMAT = Records()
