"""`neighbours`: each word gives way to one of its nearest neighbours in a file of word vectors that the user names.

What it costs: a reader is not told that anything was replaced, a neighbour may be the name of somebody else in the notes
that the vectors were trained on, and whoever has the file can narrow a word down to the few whose neighbour it is. Labels
and surrogates protect better; this is for those who want the method of the literature.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from heapq import nlargest
from math import isfinite, sqrt
from operator import mul
from pathlib import Path

from velado.document import Span
from velado.keys import Purpose
from velado.patterns import late_pattern
from velado.policies.options import Option, settings
from velado.replacement import Case
from velado.replacement._drawing import Draw, key_of, kind_of, subject_of
from velado.replacement._label_text import label_text
from velado.tokens import fold, read_text

__all__ = ["STRATEGY", "NeighboursStrategy", "UnreadableVectorsError"]

_WORD = late_pattern(r"[^\W_]+")
_BETWEEN = late_pattern(r"[^\s.,;:/()'\"-]")
_MOST_WORDS = 100_000  # of a file; the frequent ones come first
_SPARE = 24  # neighbours beyond those wanted, in the place of words that the note must not show


class UnreadableVectorsError(ValueError):
    """The file of vectors is not there or is none. The message names the line, never its content."""


class NeighboursStrategy:
    """Words that the file does not know become an ellipsis; where it knows none, the label stands instead."""

    name = "neighbours"
    options: Mapping[str, Option] = {
        "vectors": Option("", "file of word vectors, a word and its numbers per line; without one, labels are put"),
        "count": Option(5, "among how many neighbours one is drawn", least=2, most=50),
    }

    def begin(self, case: Case) -> Callable[[Span], str]:
        """Raises UnreadableVectorsError, which withholds the document."""
        chosen = settings(self.options, case.options)
        if not chosen["vectors"]:
            return lambda span: label_text(span.label, case.labels_in)
        vectors, count, key = _opened(chosen["vectors"]), chosen["count"], key_of(case, Purpose.NEIGHBOURS)
        # No word of anything that was found may come back as the neighbour of another.
        said = frozenset(fold(word) for span in case.spans for word in _WORD.findall(read_text(span.text(case.text)).text))

        def neighbour(span: Span, word: str) -> str:
            near = [other for other in vectors.nearest(word.lower(), count + _SPARE) if fold(other) not in said][:count]
            if not near:
                return "…"
            drawn = Draw(key, subject_of(case, span.label), kind_of(span.label), fold(word)).pick(near)
            return drawn.upper() if word.isupper() and len(word) > 1 else drawn.capitalize() if word[0].isupper() else drawn

        def replaced(span: Span) -> str:
            text = read_text(span.text(case.text)).text
            pieces: list[str] = []
            position = 0
            for match in _WORD.finditer(text):
                pieces += (_BETWEEN.sub("", text[position : match.start()]), neighbour(span, match[0]))
                position = match.end()
            new = "".join([*pieces, _BETWEEN.sub("", text[position:])])
            return new if _WORD.search(new) else label_text(span.label, case.labels_in)

        return replaced


class _Vectors:
    """Words with their vectors, all of length 1."""

    def __init__(self, rows: Iterator[tuple[str, array[float]]]) -> None:
        self._rows: dict[str, array[float]] = {}
        for word, row in rows:
            self._rows.setdefault(word, row)
        self.nearest = lru_cache(20_000)(self._nearest)

    def _nearest(self, word: str, count: int) -> tuple[str, ...]:
        own = self._rows.get(word)
        if own is None:
            return ()
        close = ((sum(map(mul, own, row)), other) for other, row in self._rows.items() if other != word)
        return tuple(other for _, other in nlargest(count, close))


def _opened(path: str) -> _Vectors:
    file = Path(path)
    try:
        changed = file.stat().st_mtime_ns
    except OSError:
        raise UnreadableVectorsError("the file of word vectors is not there") from None
    return _read(file, changed)


@lru_cache(4)
def _read(file: Path, changed: int) -> _Vectors:
    """`changed` is when the file was written last: another one under the same name is read again."""
    try:
        return _Vectors(_rows(file))
    except (OSError, UnicodeDecodeError):
        raise UnreadableVectorsError("the file of word vectors cannot be read") from None


def _rows(file: Path) -> Iterator[tuple[str, array[float]]]:
    width = 0
    with file.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            word, *fields = line.rstrip().split(" ")
            if number == 1 and len(fields) == 1:  # word2vec's text format begins with its size
                continue
            if number > _MOST_WORDS:
                return
            try:
                row = array("f", map(float, fields))
            except ValueError:
                raise UnreadableVectorsError(f"line {number} of the word vectors is no word with numbers") from None
            length = sqrt(sum(map(mul, row, row)))
            if not row or (width and len(row) != width) or not isfinite(length):
                raise UnreadableVectorsError(f"line {number} of the word vectors is not as long as the others")
            width = len(row)
            if _WORD.fullmatch(word):
                yield word.lower(), array("f", (value / (length or 1.0) for value in row))


STRATEGY = NeighboursStrategy()
