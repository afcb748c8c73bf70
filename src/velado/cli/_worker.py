"""The process that opens, judges and writes the files of `velado run`. Its parent never touches a document.

Messages are JSON. The first one is the setup; the answer is `ready`, or `wrong` with the words for the user. After that
each message is one file (or the bytes of standard input), answered by signs of life (`alive`) and one `done`.
"""

from __future__ import annotations

import base64
import errno
import hashlib
import hmac
import os
import shutil
import tempfile
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import Any

from velado import __version__
from velado.cli import WrongCallError
from velado.cli._journal import FULL_DISK
from velado.cli._known import Known, parse_known
from velado.cli._options import file_options, settings_of
from velado.cli._spool import Spool
from velado.cli._work import UNKNOWN, in_words, row_of
from velado.document import Document, Result
from velado.engines import Settings
from velado.engines.local import run_isolated
from velado.engines.pool import TRANSIENT
from velado.engines.process import Budget, Line, connect, watchdog
from velado.formats import (
    Format,
    Handled,
    MissingColumnError,
    Options,
    Table,
    TableColumn,
    Tabular,
    UnreadableError,
    format_for,
    formats,
)
from velado.formats.safe_copy import AllWithheldError, write_safe_copy
from velado.formats.source import Source, SourceChangedError, private_copy, source_of
from velado.policies.policy import Policy

__all__ = ["serve"]

ALIVE = 0.2  # seconds between signs of life
LARGE = 200_000  # bytes; a file of many documents from this size on is judged in processes of its own
# What these put in the place of a text depends on nothing but the text and the policy.
_NOT_DRAWN = frozenset({"keep", "label", "mask", "remove", "generalise"})
# Another program has the file open just now, on Windows above all.
_BUSY = frozenset(number for name in ("EBUSY", "EAGAIN", "ETXTBSY", "ESTALE") if (number := getattr(errno, name, None)))
_SHARING = frozenset({32, 33})  # Windows: sharing violation, lock violation


def serve() -> None:
    """Work until the parent is gone; then remove what is unfinished."""
    work: list[Path] = []

    def clear() -> None:
        for folder in work:
            shutil.rmtree(folder, ignore_errors=True)

    line = connect(at_end=clear)
    setup = line.receive()
    if setup["work"]:
        work.append(Path(setup["work"]))
        tempfile.tempdir = setup["work"]  # half-written parts of a document are cleared away with everything else
    try:
        worker = _Worker(line, setup)
    except WrongCallError as error:
        line.send({"wrong": str(error)})
        return
    line.started()
    line.send({"ready": worker.ready()})
    while True:
        worker.handle(line.receive())


@dataclass(slots=True)
class _Tally:
    """What is counted while a file's documents go by."""

    documents: int = 0
    notes: int = 0  # the cells of a row are one note, however many of them are read
    withheld: int = 0  # notes, if only in part
    _note: tuple[Any, ...] | None = None  # the row that was counted last
    _counted: bool = False  # whether it counts as withheld
    reasons: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, document: Document, result: Result) -> None:
        self.documents += 1
        note = row_of(document.place)
        if note is None or note != self._note:
            self.notes += not _is_header(document.place)
            self._note, self._counted = note, False
        self.reasons.update(result.problems)
        if result.withheld:
            self.withheld += not self._counted
            self._counted = True
        else:
            self.languages[result.language] += 1
            self.counts.update(replacement.span.label for replacement in result.replacements)

    def problems(self) -> list[str]:
        return [f"{reason} ({count} texts)" if count > 1 else reason for reason, count in self.reasons.items()]


def _is_header(place: Any) -> bool:
    """Whether a document is the name of a column, in this file or one inside it."""
    while (inner := getattr(place, "place", None)) is not None:
        place = inner
    return bool(getattr(place, "is_header", False))


class _Worker:
    def __init__(self, line: Line, setup: dict[str, Any]) -> None:
        self._line = line
        options = Namespace(**setup["options"])
        self._key = bytes.fromhex(setup["key"])
        self._settings: Settings = replace(settings_of(options, self._key), run_key=bytes.fromhex(setup["run_key"]))
        self._options: Options = file_options(options, self._key)
        try:
            self._pipeline = self._settings.pipeline()
        except ValueError as error:
            raise WrongCallError(str(error)) from None
        known = setup["known"]
        self._known = Known() if known is None else parse_known(base64.b64decode(known["content"]), known["name"])
        self._known_content = known["content"] if known else ""
        self._met = 0
        self._journal = bytes.fromhex(setup["journal"])
        self._content_key = bytes.fromhex(setup["content"])
        self._large = setup["large"]
        self._looks = setup["looks"]
        self._budget = Budget(setup["seconds"], setup["memory"])
        self._work = Path(setup["work"]) if setup["work"] else None
        self._alive = 0.0
        self._rows = 0  # of the tables of the file at hand

    def ready(self) -> dict[str, Any]:
        """Tell what the parent needs to know of the settings."""
        policy = self._settings.policy
        assert isinstance(policy, Policy)
        used = {rule.strategy for rule in (*policy.rules.values(), policy.default)}
        draws = bool(({self._settings.replace} if self._settings.replace else used) - _NOT_DRAWN)
        styles = formats().values() if self._large else ()  # a short note needs no other format
        many = [suffix for style in styles if _holds_many(style) for suffix in style.suffixes]
        tables = [suffix for style in formats().values() for suffix in style.suffixes if isinstance(style, Tabular)] if self._looks else ()
        known = len(self._known.subjects)
        return {"draws": draws, "call": self._call(), "policy": policy.name, "known": known, "many": many, "tables": list(tables)}

    def _call(self) -> str:
        """The same for two runs that give the same bytes."""
        settings = self._settings
        content = [__version__, repr(settings.policy), settings.language, settings.replace, settings.model, repr(self._options), self._known_content]
        return hmac.digest(self._journal or b"-", repr([*content, settings.key.hex()]).encode("utf-8", "surrogatepass"), "sha256").hex()

    def handle(self, task: dict[str, Any]) -> None:
        """Do one task and answer it."""
        tally = _Tally()
        answer: dict[str, Any] = {"problem": "", "transient": False, "format": None, "cleaned": [], "input": "", "output": "", "written": False, "tables": None, "columns": [], "rows": 0, "missing": []}
        try:
            if "data" in task:
                answer |= self._text(base64.b64decode(task["data"]), tally)
            elif "columns" in task:
                answer |= self._look(Path(task["columns"]))
            else:
                self._file(task, tally, answer)
        except Exception as error:  # fails closed: no result rather than a doubtful one
            answer["problem"], answer["transient"] = _explained(error)
            tally.counts.clear()
        if not TRANSIENT.isdisjoint(tally.reasons):
            answer["transient"] = True
        met = self._known.met[self._met :]
        self._met += len(met)
        answer |= {
            "documents": tally.documents, "withheld": tally.withheld, "notes": tally.notes, "reasons": tally.problems(),
            "languages": dict(tally.languages), "counts": dict(tally.counts), "met": met,
        }  # fmt: skip
        self._line.send({"done": answer})

    def _text(self, data: bytes, tally: _Tally) -> dict[str, Any]:
        """Judge the bytes of standard input."""
        from velado.formats.text import decode, encode

        encoded = decode(data)
        document = self._known.attach(Document(encoded.text), Path("-"))
        self._sign_of_life(len(document.text))
        result = self._pipeline.deidentify(document)
        tally.add(document, result)
        if result.text is None:
            return {"format": "text"}
        safe = encode(result.text, encoded)
        return {
            "format": "text", "input": self._digest(data), "output": hashlib.sha256(safe).hexdigest(), "written": True,
            "data": base64.b64encode(safe).decode("ascii"),
        }  # fmt: skip

    def _look(self, path: Path) -> dict[str, Any]:
        """Tell the tables of a file, without handling it."""
        style = format_for(path)
        if not isinstance(style, Tabular):
            return {"tables": None}
        if missing := style.missing():
            raise UnreadableError(missing)
        self._sign_of_life(path.stat().st_size, force=True)
        try:
            return {"tables": self._told(style.tables(source_of(path), self._options))}
        except MissingColumnError as error:
            return {"problem": str(error), "missing": list(error.names)}

    def _told(self, tables: Sequence[Table]) -> list[dict[str, Any]]:
        """The tables as they are sent; what the policy does to a column is said as well."""
        return [
            {"name": one.name, "rows": one.rows, "language": one.language, "columns": [self._told_column(column) for column in one.columns]}
            for one in tables
        ]

    def _told_column(self, column: TableColumn) -> dict[str, Any]:
        action = column.action
        if action == "replaced" and column.label:
            assert isinstance(self._settings.policy, Policy)
            strategy = self._settings.policy.rule_for(column.label).strategy
            action = {"keep": "kept by the policy", "remove": "emptied"}.get(self._settings.replace if self._settings.replace and strategy != "keep" else strategy, action)
        return {"name": column.name, "role": column.role, "reason": column.reason, "action": action, "unclear": column.is_unclear}

    def _digest(self, data: bytes) -> str:
        return hmac.digest(self._content_key, data, "sha256").hex() if self._content_key else ""

    def _file(self, task: dict[str, Any], tally: _Tally, answer: dict[str, Any]) -> None:
        """Handle one file. What is known of it goes into the answer at once, because it may fail later."""
        path, target = Path(task["path"]), Path(task["target"])
        assert self._work is not None
        if (done := task.get("finished")) and _is_same(path, target, done, self._content_key):
            answer["same"] = True
            return
        style = format_for(path)
        if style is None:
            raise UnreadableError(UNKNOWN)
        answer["format"] = style.name
        self._rows = 0
        relative = Path(task["relative"])
        self._work.mkdir(mode=0o700, exist_ok=True)
        part = self._work / f"part-{os.urandom(8).hex()}{path.suffix}"
        with private_copy(path, self._work, key=self._content_key) as source:
            answer["input"] = source.digest
            if isinstance(style, Tabular):
                self._sign_of_life(source.size, force=True)
                tables = style.tables(source, self._options)
                answer["tables"] = self._told(tables)
                self._rows = sum(one.rows for one in tables)
                self._line.send({"tables": answer["tables"]})

            def judge(documents: Iterator[Document]) -> Iterator[Handled]:
                known = (self._known.attach(document, relative) for document in documents)
                for document, result in self._judged(known, source, style, task):
                    tally.add(document, result)
                    self._sign_of_life(source.size, tally, source.units.rows)
                    yield document, result
                self._sign_of_life(source.size, tally, source.units.rows, force=True)

            try:
                copy = write_safe_copy(style, source, part, judge, self._options)
                answer["output"] = _sha256(part)
                target.parent.mkdir(parents=True, exist_ok=True)
                os.replace(part, target)
            finally:
                part.unlink(missing_ok=True)
            answer |= {"columns": source.units.columns, "rows": source.units.rows}
        answer |= {"cleaned": list(copy.cleaned), "written": True}

    def _judged(self, documents: Iterator[Document], source: Source, style: Format, task: dict[str, Any]) -> Iterator[Handled]:
        recognisers = task["recognisers"] if _holds_many(style) and source.size >= LARGE else int(task["again"])

        def engine(rest: Iterator[Document]) -> Iterator[Handled]:
            if recognisers:
                return run_isolated(rest, self._settings, recognisers, self._budget, lambda: self._sign_of_life(source.size))
            return self._in_process(rest, source.size)

        if task.get("spool") and recognisers:
            spool = Spool(Path(task["spool"]), hmac.digest(self._journal, self._call().encode(), "sha256"))
            return spool.judge(documents, engine, lambda: self._line.send({"resumed": source.units.rows + 1}))
        return engine(documents)

    def _in_process(self, documents: Iterable[Document], size: int) -> Iterator[Handled]:
        """Judge here. In a large file a document has its own, shorter time; reading and writing have the file's."""
        large = size > LARGE
        for document in documents:
            self._sign_of_life(len(document.text), force=large)
            watchdog(2 * self._budget.patience(max(size, len(document.text))) + 60)
            result = self._pipeline.deidentify(document)
            self._sign_of_life(size, force=large)
            yield document, result

    def _sign_of_life(self, size: int, tally: _Tally | None = None, rows: int = 0, *, force: bool = False) -> None:
        """Tell the parent that something of this size is begun; not more often than it is worth."""
        now = monotonic()
        if force or size > LARGE or now - self._alive > ALIVE:
            self._alive = now
            self._line.send({"alive": size, "notes": tally.notes if tally else None, "rows": rows, "of": self._rows})


def _explained(error: Exception) -> tuple[str, bool]:
    """Say why a file did not come out, and whether another try may succeed."""
    if isinstance(error, AllWithheldError):
        return "", False  # the reasons are counted with the documents
    if isinstance(error, OSError):
        if error.errno in FULL_DISK:
            return "the disk is full", True
        return in_words(error), error.errno in _BUSY or getattr(error, "winerror", None) in _SHARING
    return in_words(error), isinstance(error, SourceChangedError | MemoryError)


def _holds_many(style: Format) -> bool:
    """Whether files of a format may hold very many documents, as tables do."""
    return bool(getattr(style, "streams", False))


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _is_same(path: Path, target: Path, done: dict[str, str], key: bytes) -> bool:
    """Whether a file and its result are still what an earlier run read and wrote."""
    try:
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, lambda: hmac.new(key, digestmod="sha256")).hexdigest()
        return hmac.compare_digest(digest, done["input"]) and (not done["output"] or _sha256(target) == done["output"])
    except OSError:
        return False
