"""What the network reads: for each token the rows of one table that belong to its form and of another that belong to its place.

Everything is a handful of small integers, made in plain Python from what the CRF's features know.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

from velado.document import Span
from velado.labels import LABELS
from velado.lexicons.families import family_of
from velado.lexicons.look import look_of
from velado.models.features import Form, Sentence
from velado.models.forms import shape_of
from velado.tokens import Page

__all__ = ["FORM_ROWS", "LOOSE", "MARK_ROWS", "WORDS", "rows_of_form", "rows_of_marks"]

# How many rows each sort of fact has. A word has two, so that words which share one seldom share both.
_FORM_SIZES = {"word": 8192, "other": 8192, "head": 4096, "tail": 4096, "kind": 1024, "feature": 1024, "family": 1024, "shape": 32}
_MARK_SIZES = {"hint": 256, "field": 1024, "line": 16, "edge": 16, "mark": 64}


def _offsets(sizes: dict[str, int]) -> dict[str, int]:
    """Where the rows of each sort begin; row 0 stays empty."""
    offsets, total = {}, 1
    for name, size in sizes.items():
        offsets[name] = total
        total += size
    return {**offsets, "": total}


_FORM_AT, _MARK_AT = _offsets(_FORM_SIZES), _offsets(_MARK_SIZES)
FORM_ROWS, MARK_ROWS = _FORM_AT[""], _MARK_AT[""]
WORDS = range(_FORM_AT["word"], _FORM_AT["head"])  # rows of words: training forgets some of them, because new names are unknown
LOOSE = range(_FORM_AT["head"], _FORM_AT["kind"])  # rows of their first and last letters
_HINTS = {name: number for number, name in enumerate(LABELS)}
_GRADES = (0.7, 0.9)  # of hints: faint below the first, sure from the second on
_CASES = {"mixed": 0, "upper": 1, "lower": 2}
_LANGUAGES = {"es": 0, "pt": 1, "en": 2}


def _row(sort: str, value: str) -> int:
    return _FORM_AT[sort] + crc32(value.encode(errors="surrogatepass")) % _FORM_SIZES[sort]


@lru_cache(maxsize=100_000)
def rows_of_form(form: Form) -> tuple[int, ...]:
    """The rows of a written form: its word, its first and last letters, its kind, and what lexicon, lists and look say of it."""
    word = form.word if not form.word.isdigit() else form.word if len(form.word) < 3 else "#" * len(form.word)
    rows = [_row("word", word), _row("other", f"{word}~"), _row("kind", form.kind)]
    if form.parts is None:
        return tuple(rows)
    rows += (_row("head", word[:3]), _row("tail", word[-3:]), _row("shape", shape_of(form.parts.written)))
    rows += [_row("feature", name) for name in form.parts.group.here if "|" not in name]
    rows += [_row("feature", name) for name in look_of(word)]
    rows += [_row("family", name) for name in family_of(word)[-1:]]
    return tuple(dict.fromkeys(rows))


def rows_of_marks(page: Page, sentences: Sequence[Sentence], hints: Sequence[Span]) -> list[tuple[int, ...]]:
    """For each token the rows of its place: what the forms say there, its field, its line, and where in the line it stands."""
    rows: list[list[int]] = [[] for _ in page.starts]
    best = [0.0] * len(rows)
    for span in hints:
        first = page.token_from(span.start)
        grade = sum(span.score >= least for least in _GRADES)
        row = _MARK_AT["hint"] + _HINTS[span.label] * 6 + grade
        for number in range(first, max(first, bisect_left(page.starts, span.end))):
            if span.score > best[number]:
                best[number] = span.score
                rows[number] = [row + 3 * (number > first)]
    named: dict[str, int] = {}
    for name, tokens in sentences[0].marks.marks if sentences else ():
        if name[0] == "H" or name[:2] in ("h=", "f0", "fd"):
            continue
        known = named.get(name)
        if known is None:
            sort = "field" if name.startswith("fl=") else "mark"
            known = named[name] = _MARK_AT[sort] + crc32(name.encode(errors="surrogatepass")) % _MARK_SIZES[sort]
        for number in tokens:
            rows[number].append(known)
    for sentence in sentences:
        line = _MARK_AT["line"] + _LANGUAGES.get(page.language, 3) * 3 + _CASES[sentence.case]
        edge, last = _MARK_AT["edge"], sentence.first + len(sentence.forms) - 1
        for number in range(sentence.first, last + 1):
            rows[number] += (line, edge + (number == sentence.first) + 2 * (number == last))
    return list(map(tuple, rows))
