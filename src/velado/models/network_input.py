"""The integers that the network reads: a few per token, made in plain Python from what the CRF's features know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from zlib import crc32

from velado.document import Span
from velado.labels import LABELS, NAMES
from velado.lexicons.look import chances
from velado.models.features import Form, Sentence
from velado.tokens import Page

__all__ = ["BEFORE", "BEHIND", "COLUMNS", "SIZES", "Columns", "rows_of"]

BEFORE, BEHIND = 10, 6  # tokens of the line above and the line below that are read along
COLUMNS = ("word", "word2", "prefix", "suffix", "shape", "kind", "hint", "name_hint", "field", "line", "family")
SIZES = (16384, 16384, 4096, 4096, 64, 1024, 256, 64, 2048, 64, 1024)  # how many different values each column has
_SHAPES = {name: number for number, name in enumerate(("Xx", "XX", "X", "xx", "x", *("d" * n for n in range(1, 13))), 2)}
_LABELS = {name: number for number, name in enumerate(LABELS)}


Row = tuple[tuple[int, ...], tuple[float, ...]]  # integers and chances of a token


def _bucket(text: str, size: int) -> int:
    """A bucket from 2 on; 0 is padding and 1 is unknown."""
    return 2 + crc32(text.encode(errors="surrogatepass")) % (size - 2)


@lru_cache(maxsize=100_000)
def rows_of(form: Form) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """What belongs to a form alone: word, affixes, shape, kind and, last, the family; and what it looks like."""
    word = form.word if not form.word.isdigit() else "#" * len(form.word)
    shape = form.kind.rpartition("|")[2] or form.kind
    shapes = _SHAPES.get(shape) or 20 + crc32(shape.encode(errors="surrogatepass")) % 40
    integers = (
        _bucket(word, SIZES[0]), _bucket(word + "~", SIZES[1]), _bucket(word[:3], SIZES[2]), _bucket(word[-3:], SIZES[3]),
        shapes, _bucket(form.kind, SIZES[5]), _bucket(form.parts.family.near[-1], SIZES[10]) if form.parts is not None and form.parts.family.near else 0,
    )  # fmt: skip
    return integers, chances(form.word) if form.word.isalpha() else (0.0, 0.0, 0.0, 0.0)


class Columns:
    """The rows of a page's tokens; made only for the stretches that are asked for."""

    def __init__(self, page: Page, sentences: Sequence[Sentence], hints: Sequence[Span]) -> None:
        self.sentences = sentences
        self._home: list[tuple[int, int]] = [(at, place) for at, piece in enumerate(sentences) for place in range(len(piece.forms))]
        tokens = len(page.spans)
        self._hints: list[tuple[float, int]] = [(0.0, 0)] * tokens
        self._names: list[tuple[float, int]] = [(0.0, 0)] * tokens
        for span in hints:
            self._note(page, span, tokens)
        self._different: list[Row] = []
        self._known: dict[Row, int] = {}
        self._numbers = [-1] * tokens

    def _note(self, page: Page, span: Span, tokens: int) -> None:
        number = page.token_from(span.start)
        grade = 2 if span.score >= 0.9 else 1 if span.score >= 0.7 else 0
        inside = 0
        while number < tokens and page.spans[number][0] < span.end:
            if span.score > self._hints[number][0]:
                self._hints[number] = (span.score, 1 + (_LABELS[span.label] * 2 + inside) * 3 + grade)
            if span.label in NAMES and span.score > self._names[number][0]:
                self._names[number] = (span.score, 1 + (_NAMES.index(span.label) * 2 + inside) * 3 + grade)
            inside = 1
            number += 1

    @cached_property
    def _fields(self) -> dict[int, int]:
        """The bucket of the field that a token stands in, for tokens that stand in one."""
        marks = self.sentences[0].marks.marks if self.sentences else []
        return {number: _bucket(name, SIZES[8]) for name, tokens in reversed(marks) if name.startswith("fl=") for number in tokens}

    def _row(self, number: int) -> int:
        """The number of a token's row among all different rows of the page."""
        known = self._numbers[number]
        if known < 0:
            at, place = self._home[number]
            piece = self.sentences[at]
            (*own, family), look = rows_of(piece.forms[place])
            row = (*own, self._hints[number][1], self._names[number][1], self._fields.get(number, 0), _line_bucket(piece.line), family)
            known = self._numbers[number] = self._known.setdefault((row, look), len(self._known))
            if known == len(self._different):
                self._different.append((row, look))
        return known

    def around(self, first: Sentence, last: Sentence) -> tuple[tuple[int, ...], int]:
        """Return the row numbers of the tokens from one line to another and around them, and how many stand before the first line.

        Lines with the same row numbers look the same to the network.
        """
        before = min(BEFORE, first.first)
        stop = min(last.first + len(last.forms) + BEHIND, len(self._home))
        return tuple(map(self._row, range(first.first - before, stop))), before

    def rows(self, numbers: Iterable[int]) -> tuple[list[tuple[int, ...]], list[tuple[float, ...]]]:
        """Return the integers and chances of the rows with these numbers."""
        rows = [self._different[number] for number in numbers]
        return [integers for integers, _ in rows], [looks for _, looks in rows]


_NAMES = tuple(sorted(NAMES))


@lru_cache(maxsize=4096)
def _line_bucket(line: tuple[str, ...]) -> int:
    """Language and case in one small number."""
    told = {name.partition("=")[0]: name.partition("=")[2] for name in line}
    language = {"es": 0, "pt": 1, "en": 2}.get(told.get("lang", ""), 3)
    case = {"mixed": 0, "upper": 1, "lower": 2}[told["case"]]
    return 1 + language * 3 + case
