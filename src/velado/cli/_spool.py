"""The results of a large table so far, so that an interrupted run need not find them again.

A line holds what was replaced in one document (offsets, labels and replacements: nothing of the original) and a keyed digest
of the document and of that decision. It counts only for a document with this digest: another text, another patient or a
damaged line ends what is remembered, and the rest is judged afresh. Reading, writing and verifying are always done again;
they cost little beside recognition.
"""

from __future__ import annotations

import hmac
import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from velado.document import Document, Replacement, Result, Span, replaced
from velado.engines.pool import TRANSIENT
from velado.formats import Handled

__all__ = ["Spool"]

EVERY = 100  # documents after which what was noted is handed to the system


class Spool:
    """Remembers results in a file; `judge` uses what an earlier run left there."""

    def __init__(self, path: Path, secret: bytes) -> None:
        self._path = path
        self._secret = secret
        self._stream: IO[bytes] | None = None

    def judge(
        self, documents: Iterator[Document], engine: Callable[[Iterator[Document]], Iterator[Handled]], resumed: Callable[[], None] = lambda: None
    ) -> Iterator[Handled]:
        """Yield each document with its result: remembered as far as possible, the others from the engine.

        `resumed` is called where what is remembered ends.
        """
        good = 0
        following: list[Document] = []
        for length, line in self._lines():
            document = next(documents, None)
            if document is None:
                return
            result = self._result(line, document)
            if result is None:
                following.append(document)
                break
            good += length
            if TRANSIENT.isdisjoint(result.problems):
                yield document, result
            else:  # it may pass this time
                yield from engine(iter([document]))
        if good:
            resumed()
        self._begin(good)
        try:
            for number, (document, result) in enumerate(engine(_chain(following, documents)), 1):
                self._note(document, result, flush=number % EVERY == 0)
                yield document, result
        finally:
            self._end()

    def _lines(self) -> Iterator[tuple[int, Any]]:
        try:
            stream = self._path.open("rb")
        except OSError:
            return
        with stream:
            for raw in stream:
                try:
                    yield len(raw), json.loads(raw) if raw.endswith(b"\n") else None
                except (ValueError, RecursionError):
                    yield len(raw), None

    def _result(self, line: Any, document: Document) -> Result | None:
        """Make a document's result from its line; None when the line is damaged or speaks of another document."""
        if not isinstance(line, list) or len(line) != 2 or not isinstance(line[0], str):
            return None
        if not hmac.compare_digest(line[0].encode("utf-8", "surrogatepass"), self._digest(document, line[1]).encode()):
            return None
        withheld, language, problems, decisions = line[1]
        replacements = tuple(Replacement(Span(*entry[:5]), entry[5], entry[6]) for entry in decisions)
        text = None if withheld else replaced(document.text, replacements)
        return Result(document.id, text, replacements, tuple(problems), language)

    def _digest(self, document: Document, decision: Any) -> str:
        subject = document.subject
        known = [subject.key, subject.names, str(subject.birth_date), subject.numbers] if subject else None
        given = [[span.start, span.end, span.label] for span in document.given]
        asked = [document.text, document.id, document.language, document.country, document.label_language, document.pseudonym]
        content = [*asked, known, given, decision]
        return hmac.digest(self._secret, json.dumps(content, separators=(",", ":")).encode("ascii"), "sha256").hex()[:32]

    def _begin(self, good: int) -> None:
        try:
            number = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
            self._stream = os.fdopen(number, "r+b")
            self._stream.truncate(good)
            self._stream.seek(good)
        except OSError:
            self._end()

    def _note(self, document: Document, result: Result, *, flush: bool) -> None:
        if self._stream is None:
            return
        decisions = [[r.span.start, r.span.end, r.span.label, r.span.score, r.span.source, r.text, r.strategy] for r in result.replacements]
        decision = [result.withheld, result.language, list(result.problems), decisions]
        line = json.dumps([self._digest(document, decision), decision], separators=(",", ":")).encode("ascii") + b"\n"
        try:
            self._stream.write(line)
            if flush:
                self._stream.flush()
        except OSError:  # a full disk costs what is remembered, not the run
            self._end()

    def _end(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            with suppress(OSError):
                stream.close()


def _chain(first: list[Document], rest: Iterator[Document]) -> Iterator[Document]:
    yield from first
    yield from rest
