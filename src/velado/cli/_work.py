"""Files through the engine: read as workers become free, handed back file by file, in order."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from velado.cli._known import Known
from velado.cli._sources import Source
from velado.document import Document, Result
from velado.engines import Settings
from velado.engines.local import run
from velado.formats import DEFAULTS, Format, Handled, Options, UnreadableError, format_for
from velado.formats.source import source_of

__all__ = ["UNKNOWN", "File", "by_file", "in_words", "jobs_for", "row_of"]

UNKNOWN = "this format is not supported, nothing was written. All formats: velado formats"


@dataclass(slots=True, eq=False)
class File:
    """One source file and what became of it. `problem` is certain once all its documents were taken."""

    source: Source
    format: Format | None
    problem: str = ""
    documents: int = 0
    rows: int = 0  # of tables, whose cells are documents
    withheld: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    cleaned: list[str] = field(default_factory=list)  # what else was taken out of the file, as its format tells it
    _row: tuple[Any, ...] | None = None

    def note(self, document: Document, result: Result, labels: Iterable[str]) -> None:
        """Count one result in."""
        self.documents += 1
        row = row_of(document.place)
        self.rows += row is not None and row != self._row and not getattr(document.place, "is_header", False)
        self._row = row
        self.reasons.update(result.problems)
        if result.withheld:
            self.withheld += 1
        else:
            self.languages[result.language] += 1
            self.counts.update(labels)

    @property
    def problems(self) -> list[str]:
        """Why the file or some of its documents did not come out, in words that carry nothing of a patient."""
        told = [f"{reason} ({count} texts)" if count > 1 else reason for reason, count in self.reasons.items()]
        return [*([self.problem] if self.problem else []), *told]


def row_of(place: Any) -> tuple[Any, ...] | None:
    """The same for all cells of a row, or values of a record, and for no other; None for the place of any other document."""
    files: list[Any] = []
    while (inner := getattr(place, "place", None)) is not None:
        files.append(getattr(place, "number", None))
        place = inner
    row = getattr(place, "row", getattr(place, "record", None))
    return None if row is None else (*files, row, getattr(place, "unit", None))


@dataclass(frozen=True, slots=True)
class _Stamp:
    """Travels as a document's place: which file it is from. The last of a file is an empty document of our own."""

    file: File
    place: Any = None
    last: bool = False


def in_words(error: Exception) -> str:
    """An error as it may be shown: its kind, and its text only when that is known to carry nothing of the content."""
    if isinstance(error, UnreadableError):
        return str(error)
    if isinstance(error, OSError):
        return f"it cannot be read or written: {error.strerror or type(error).__name__}"
    if isinstance(error, ImportError):
        return f"its format needs a package that is not installed: {error.name}"
    return f"{type(error).__name__} while handling it"


def _feed(sources: Iterable[Source], known: Known, options: Options) -> Iterator[Document]:
    for source in sources:
        file = File(source, None if source.problem else format_for(source.path), source.problem)
        if file.format is None:
            file.problem = file.problem or UNKNOWN
        else:
            try:
                if missing := file.format.missing():
                    raise UnreadableError(missing)
                for document in file.format.read(source_of(source.path), options):
                    yield replace(known.attach(document, source.relative), place=_Stamp(file, document.place))
            except Exception as error:  # a file that cannot be read is withheld; the others go on
                file.problem = in_words(error)
        yield Document("", language="en", place=_Stamp(file, last=True))


def by_file(
    sources: Iterable[Source],
    settings: Settings,
    jobs: int,
    known: Known,
    options: Options = DEFAULTS,
) -> Iterator[tuple[File, Iterator[Handled]]]:
    """Yield each file with its documents and their results; those not taken when the next file is asked for are dropped."""
    pairs = run(_feed(sources, known, options), settings, jobs)
    try:
        for document, result in pairs:
            stamp: _Stamp = document.place
            documents = _until_last(document, result, pairs)
            yield stamp.file, documents
            for _ in documents:
                pass
    finally:
        pairs.close()  # type: ignore[attr-defined]


def _until_last(document: Document, result: Result, pairs: Iterator[Handled]) -> Iterator[Handled]:
    while not document.place.last:
        yield replace(document, place=document.place.place), result
        document, result = next(pairs)


def jobs_for(asked: int | None, sources: Sequence[Source]) -> int:
    """As many processes as asked for; else one per processor, if there is enough work to be worth their start."""
    if asked is not None:
        return asked
    with suppress(AttributeError):
        return max(1, min(len(os.sched_getaffinity(0)), sum(source.size for source in sources) // 200_000))
    return max(1, min(os.cpu_count() or 1, sum(source.size for source in sources) // 200_000))
