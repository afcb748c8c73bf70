"""From the private copy of a file to a result that was verified: the one way there is.

Read, judge, write, verify. Whatever is doubtful on the way ends it, and nothing is left under the name of the result.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from velado.document import Document, Result, replaced
from velado.formats import Format, Handled, Options, UnreadableError
from velado.formats.source import Source, SourceChangedError

__all__ = [
    "AllWithheldError",
    "Judge",
    "SafeCopy",
    "VerificationError",
    "check_adapted",
    "check_result",
    "check_written",
    "finish_safe_copy",
    "streams",
    "write_safe_copy",
]

Judge = Callable[[Iterator[Document]], Iterator[Handled]]


class AllWithheldError(UnreadableError):
    """Every document of the file was withheld; `problems` counts the reasons, in words without PHI."""

    def __init__(self, problems: Counter[str]) -> None:
        super().__init__("; ".join(problems) or "every document in it was withheld")
        self.problems = problems


class VerificationError(UnreadableError):
    """What was written is not what it had to be; the message says what is wrong, in words without PHI."""


@dataclass(frozen=True, slots=True)
class SafeCopy:
    """What was written: counts, and what else was cleaned, in the format's words."""

    cleaned: tuple[str, ...] = ()
    documents: int = 0
    withheld: int = 0
    problems: Counter[str] = field(default_factory=Counter)  # why documents were withheld, with how many


def write_safe_copy(style: Format, source: Source, target: Path, judge: Judge, options: Options) -> SafeCopy:
    """Write the file without the people in it to `target`, verified. The caller gives it its own name.

    `judge` gets the file's documents and returns each with its result, in the same order. It may work ahead, in other
    processes too; how far it does bounds the memory. Raises UnreadableError, and leaves nothing at `target`, when
    anything is doubtful: AllWithheldError when no document may go out, SourceChangedError when the copy was changed.
    """
    passage = _Passage(style, source, judge, options)
    done = False
    try:
        cleaned = passage.write(target)
        done = True
    finally:
        if not done:
            target.unlink(missing_ok=True)
    return SafeCopy(tuple(cleaned), passage.documents, passage.withheld, passage.problems)


def check_result(document: Document, result: Result) -> None:
    """Refuse a result that is not the judged text with its replacements in place. Raises UnreadableError.

    Texts that a person edited pass as well: each edit is a replacement of the stretch that it changed.
    """
    if result.text is None:
        return
    position = 0
    for replacement in result.replacements:
        if not position <= replacement.span.start <= replacement.span.end <= len(document.text):
            raise UnreadableError("the replacements of a result do not fit its text")
        position = replacement.span.end
    if result.text != replaced(document.text, result.replacements):
        raise UnreadableError("a result is not the text that was judged with its replacements in place")


class _Passage:
    """One file on its way. Counts what goes by, and sees to it that nothing is lost, added or exchanged."""

    def __init__(self, style: Format, source: Source, judge: Judge, options: Options) -> None:
        self._style = style
        self._source = source
        self._judge = judge
        self._options = options
        self._asked: deque[Document] = deque()  # read, not judged yet
        self._read_all = False
        self._kept: list[Handled] = []  # all of them, unless the format streams
        self._streams = streams(style)
        self.documents = self.withheld = 0
        self.problems: Counter[str] = Counter()

    def write(self, target: Path) -> list[str]:
        check_adapted(self._style)
        if missing := self._style.missing():
            raise UnreadableError(missing)
        handled = self._handled()
        try:
            cleaned = list(self._style.write(target, self._source, handled, self._options))
            for _ in handled:  # what a writer leaves over is judged and counted all the same
                pass
        finally:
            handled.close()
        if self.documents and self.withheld == self.documents:
            raise AllWithheldError(self.problems)
        check_written(self._style, self._source, target, self._kept)
        return cleaned

    def _documents(self) -> Iterator[Document]:
        for document in self._style.read(self._source, self._options):
            self._asked.append(document)
            yield document
        self._read_all = True

    def _handled(self) -> Generator[Handled, None, None]:
        for returned, result in self._judge(self._documents()):
            if not self._asked or returned.text != self._asked[0].text:
                raise UnreadableError("the results do not belong to the documents that were read")
            document = self._asked.popleft()
            check_result(document, result)
            self.documents += 1
            self.withheld += result.withheld
            self.problems.update(result.problems)
            if not self._streams:
                self._kept.append((document, result))
            yield document, result
        if self._asked or not self._read_all:
            raise UnreadableError("not every document of the file came back with a result")


def check_adapted(style: Format) -> None:
    """Refuse a format that does not say what its verification proves: it was made when less was asked of formats."""
    if not getattr(style, "proves", ""):
        raise UnreadableError(
            f'the format "{style.name}" was made for an older version of Velado and does not prove what it writes; update its package'
        )


def streams(style: Format) -> bool:
    """Whether a format is verified without its documents in memory."""
    return bool(getattr(style, "streams", False))


def finish_safe_copy(style: Format, source: Source, target: Path, handled: Sequence[Handled], options: Options) -> list[str]:
    """Write and verify a source all documents of which were read and judged. Returns what else was cleaned."""
    check_adapted(style)
    for document, result in handled:
        check_result(document, result)
    left = iter(handled)
    cleaned = list(style.write(target, source, left, options))
    for _ in left:
        pass
    check_written(style, source, target, handled)
    return cleaned


def check_written(style: Format, source: Source, target: Path, handled: Sequence[Handled]) -> None:
    """Compare what was written from with what was judged, and have the result read again."""
    if source.units.judged != source.units.used:
        raise SourceChangedError
    if not target.is_file():
        raise UnreadableError("nothing came of it")
    if wrong := style.verify(target, source, () if streams(style) else handled):
        raise VerificationError("; ".join(wrong))
