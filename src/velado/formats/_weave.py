"""One text woven from many stretches of a file, with the way back to each of them.

A format reads its file into streams (a paragraph's words, a text box, a link's target), each a row of threads: what the
engine reads, and where in which part it stands. Blanks and line ends that the engine needs but the file does not have
are threads without a place. A name that runs over several stretches is replaced in the first and taken out of the others.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from velado.document import Replacement

__all__ = ["OTHER_WORDS", "Change", "Stream", "Thread", "Weave", "flowing", "patched", "woven"]


OTHER_WORDS = "what stands in the file is not what was meant to"
_BLANKS = str.maketrans("\r\n\t\f", "    ")
_RUN = re.compile(r"[ \r\n\t\f]{2,}+")
_VISIBLE = ("text", "cdata", "sign")  # the last are letters that stand in the file as something else


class Change(NamedTuple):
    """A text in the place of a stretch of a part; `kind` is the thread's, it says how to write the text down."""

    part: str
    start: int
    end: int
    text: str
    kind: str
    thread: int = -1  # which thread it belongs to, and the characters of it that are replaced
    left: int = 0
    right: int = 0


@dataclass(frozen=True, slots=True)
class Thread:
    """A stretch of what the engine reads. `offsets` holds the place of each character and the end of the last."""

    text: str = field(repr=False)
    part: str = ""
    start: int = -1  # -1: it stands nowhere in the file
    offsets: Sequence[int] | None = field(default=None, repr=False)
    kind: str = "text"

    def place(self, character: int) -> int:
        """Where a character begins in the part; the end of the stretch for the one behind the last."""
        return self.start + character if self.offsets is None else self.offsets[character]


@dataclass(slots=True)
class Stream:
    """Threads that are read one behind the other. A gap is written only when something follows it."""

    threads: list[Thread] = field(default_factory=list, repr=False)
    gap: str = ""

    def add(self, thread: Thread) -> None:
        """Something that is read."""
        if not thread.text:
            return
        if self.gap and self.threads:
            self.threads.append(Thread(self.gap))
        self.gap = ""
        self.threads.append(thread)


@dataclass(frozen=True, slots=True)
class Weave:
    """The text of a document and the threads that it is made of."""

    text: str = field(repr=False)
    threads: tuple[Thread, ...] = field(repr=False)
    starts: tuple[int, ...] = field(repr=False)

    def changes(self, replacements: Iterable[Replacement]) -> Iterator[Change]:
        """What must be written where; stretches that nothing happens to are not named."""
        for replacement in replacements:
            start, end, text = replacement.span.start, replacement.span.end, replacement.text
            first = self._first(start, end)
            for number in range(max(0, bisect_right(self.starts, start) - 1), len(self.threads)):
                begin = self.starts[number]
                if begin >= end:
                    break
                thread = self.threads[number]
                left, right = max(start - begin, 0), min(end - begin, len(thread.text))
                if thread.start >= 0 and left < right:
                    said = text if number == first else ""
                    yield Change(thread.part, thread.place(left), thread.place(right), said, thread.kind, number, left, right)

    def visible(self, replacements: Iterable[Replacement] = (), part: str | None = None) -> str:
        """What a reader of the page sees afterwards, without blanks: the words that stand in the file (or in one `part` of
        it), changed as told.

        A file that was written must say exactly this when it is read again, down to the shortest name.
        """
        changed: dict[int, list[Change]] = {}
        for change in self.changes(replacements):
            changed.setdefault(change.thread, []).append(change)
        pieces: list[str] = []
        for number, thread in enumerate(self.threads):
            if thread.start >= 0 and thread.kind.partition(" ")[0] in _VISIBLE and part in (None, thread.part):
                position = 0
                for change in changed.get(number, ()):
                    pieces += (thread.text[position : change.left], change.text)
                    position = change.right
                pieces.append(thread.text[position:])
        return "".join("".join(pieces).split())

    def _first(self, start: int, end: int) -> int:
        """The thread that takes the replacement: the first that shows something of what is replaced."""
        placed = -1
        for number in range(max(0, bisect_right(self.starts, start) - 1), len(self.threads)):
            begin, thread = self.starts[number], self.threads[number]
            if begin >= end:
                break
            inside = thread.text[max(start - begin, 0) : end - begin]
            if thread.start >= 0 and inside:
                placed = number if placed < 0 else placed
                if inside.strip():
                    return number
        return placed


def flowing(text: str, start: int, offsets: Sequence[int] | None = None) -> tuple[str, Sequence[int] | None]:
    """Return flowing text as a page shows it, with one blank for a line break and its indent, and where each character stands.

    Wide gaps part the columns of a plain text: a name with the indent of a file inside was two names.

    >>> flowing("Ana\\n  Gil", 5)
    ('Ana Gil', array('Q', [5, 6, 7, 8, 11, 12, 13, 14]))
    """
    places, pieces, position = array("Q"), list[str](), 0
    for run in _RUN.finditer(text):
        offsets = range(start, start + len(text) + 1) if offsets is None else offsets
        pieces += (text[position : run.start()], " ")
        places.extend(offsets[position : run.start() + 1])
        position = run.end()
    if offsets is None or not pieces:
        return text.translate(_BLANKS), offsets
    places.extend(offsets[position:])
    return "".join((*pieces, text[position:])).translate(_BLANKS), places


def woven(streams: Iterable[Stream], between: str = "\n") -> Weave:
    """The streams one below the other.

    >>> weave = woven([Stream([Thread("Ana Ma", "a", 4), Thread("ría", "a", 20)]), Stream([Thread("Gil", "b", 0)])])
    >>> weave.text
    'Ana María\\nGil'
    >>> from velado.document import Span
    >>> [tuple(change)[:5] for change in weave.changes([Replacement(Span(0, 9, "PATIENT_NAME"), "[X]")])]
    [('a', 4, 10, '[X]', 'text'), ('a', 20, 23, '', 'text')]
    """
    threads: list[Thread] = []
    for stream in streams:
        if stream.threads:
            if threads:
                threads.append(Thread(between))
            threads += stream.threads
    starts, position = [], 0
    for thread in threads:
        starts.append(position)
        position += len(thread.text)
    return Weave("".join(thread.text for thread in threads), tuple(threads), tuple(starts))


def patched(text: str, patches: Iterable[tuple[int, int, str]]) -> str:
    """The text with other stretches in the place of some, which come in order; what lies inside a wider one goes after it."""
    pieces: list[str] = []
    position = 0
    for start, end, new in patches:
        pieces += (text[position:start], new)
        position = max(position, end)
    return "".join([*pieces, text[position:]])
