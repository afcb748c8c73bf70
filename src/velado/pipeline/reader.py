"""Reads a document: damage, hyphens, long texts and tables are undone or cut up, and what was found comes back to the text as it was given."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from velado import languages, lexicons
from velado.damage import repaired
from velado.document import Document, Span
from velado.headings import led_cells, with_headings
from velado.hyphens import rejoined
from velado.labels import DESCRIPTIONS, NAMES
from velado.mending import Mended
from velado.pipeline.propagate import propagate
from velado.pipeline.resolve import resolve_overlaps, with_one_role
from velado.pipeline.spans import disjoint, is_covered, line_by_line, with_given
from velado.repeats import without_repeats
from velado.tokens import Page, read_text

__all__ = ["LONG", "Reader", "find_holidays"]

LONG = 60_000  # characters; longer texts are read in pieces
_VAST = 4_000_000  # characters; in texts beyond this, names spread within a piece only
_REPAIRS = 3  # how often a text may have been damaged, one export after the other
_MOST_TOUCHED = 100  # cells of a table that one name is looked for in


@dataclass(frozen=True)
class Reader:
    """Finds the spans of documents with what finds those of a page; `given` spans of the page come along."""

    recognise: Callable[[Page, Sequence[Span]], list[Span]]
    language: str = "auto"

    def read(self, document: Document) -> tuple[str, list[Span]]:
        """The language of a document and its spans, in order and without overlaps."""
        text = document.text
        if any(not 0 <= span.start < span.end <= len(text) for span in document.given):
            raise ValueError("a given span does not lie inside the text")
        if document.given and is_covered(text, document.given):
            # The value of a record's field: there is nothing left to read, and no context to read it in.
            language = document.language if document.language != "auto" else self.language
            return language if language in languages.languages() else "es", disjoint(sorted(document.given))
        short = without_repeats(text) if not document.given else None
        if short is not None:
            language, spans = self._read_text(replace(document, text=short.text), short.text)
            return language, disjoint(sorted(short.back(spans)))
        language, spans = self._read_text(document, text)
        return language, with_given(text, spans, document.given)

    def _read_text(self, document: Document, text: str) -> tuple[str, list[Span]]:
        headed = with_headings(text) if len(text) <= _VAST else None
        if headed is None:
            return self._read_pieces(document, text)
        language, spans = self._read_pieces(_as_meant(document, text, headed), headed.text)
        named = disjoint(span for span in map(headed.back, spans) if len(span))
        # The rows as they stand tell more of the rest; names in them hold where the heading does not say otherwise.
        _, plain = self._read_pieces(document, text)
        cells = list(led_cells(text, headed))
        return language, with_given(text, [part for span in plain for part in _within_columns(text, span, cells)], named)

    def _read_pieces(self, document: Document, text: str) -> tuple[str, list[Span]]:
        if len(text) <= LONG:
            return self._read_piece(document, text)
        # A long text is read in pieces, so that memory does not grow with it; what is certain then spreads through the whole.
        language, spans, start = "", [], 0
        while start < len(text):
            stop = _end_of_piece(text, start)
            told, found = self._read_piece(document, text[start:stop])
            language = language or told
            spans += [replace(span, start=span.start + start, end=span.end + start) for span in found]
            start = stop
        if len(text) > _VAST:
            return language, spans
        page = Page(text, language, document.country, document.subject)
        named = [span for span in (*spans, *document.given) if span.label in NAMES | DESCRIPTIONS or span in document.given]
        return language, with_one_role(page, resolve_overlaps(text, [*spans, *propagate(page, named, lexicons.is_common_word)]))

    def _read_piece(self, document: Document, text: str, repairs: int = _REPAIRS) -> tuple[str, list[Span]]:
        mended = repaired(text) if repairs else None
        if mended is not None:  # perhaps not wholly: text may have been damaged more than once
            language, spans = self._read_piece(_as_meant(document, text, mended), mended.text, repairs - 1)
            return language, disjoint(map(mended.back, spans))
        whole_words = rejoined(text) if repairs else None
        if whole_words is not None:
            language, spans = self._read_piece(_as_meant(document, text, whole_words), whole_words.text, 0)
            return language, disjoint(part for span in map(whole_words.back, spans) for part in line_by_line(text, span))
        reading = read_text(text)
        language = document.language if document.language != "auto" else self.language
        if language not in languages.languages():  # "auto", and whatever else a document says
            language = languages.detect(reading.text)
        page = Page.of(document, reading, language)
        # What the structure names is looked for in the prose as well; offsets hold where nothing was cleaned or cut.
        given = document.given if reading.offsets is None and len(text) == len(document.text) else ()
        spans = self.recognise(page, given)
        if page.text != reading.text:
            spans = [part for span in spans for part in line_by_line(reading.text, span)]
        if reading.offsets is None:
            return language, spans
        return language, disjoint(map(reading.back, spans))


def find_holidays(text: str, language: str) -> Iterator[Span]:
    """Find named holidays, also in damaged or hyphenated text."""
    readings: list[Callable[[Span], Span]] = []
    for mend in (repaired, rejoined) if len(text) <= LONG else ():
        mended = mend(text)
        if mended is not None:
            text = mended.text
            readings.append(mended.back)
    clean = read_text(text)
    if clean.offsets is not None:
        readings.append(clean.back)
    for start, end in languages.find_holidays(clean.text, language):
        span = Span(start, end, "DATE", 1.0, "holidays")
        for back in reversed(readings):
            span = back(span)
        yield span


def _as_meant(document: Document, text: str, meant: Mended) -> Document:
    """The document with its text, or the piece of it that is read, as it was meant; in a piece the given spans have no place."""
    given = tuple(map(meant.ahead, document.given)) if len(text) == len(document.text) else ()
    return replace(document, text=meant.text, given=given)


def _within_columns(text: str, span: Span, cells: Sequence[tuple[int, int, bool]]) -> Iterator[Span]:
    """A name that runs over from a column of people, without what stands in the columns beside it; anything else as it is."""
    first = bisect_right(cells, span.start, key=itemgetter(0)) - 1
    touched = [cell for cell in cells[max(0, first) : max(0, first) + _MOST_TOUCHED] if cell[0] < span.end and span.start < cell[1]]
    if span.label not in NAMES or not any(people for _, _, people in touched):
        yield span
        return
    for start, end, people in touched:
        if people:
            yield replace(span, start=max(start, span.start), end=min(end, span.end))


def _end_of_piece(text: str, start: int) -> int:
    """Where a piece of a very long text ends: behind a line, else behind a word, else where it must."""
    if len(text) - start <= LONG:
        return len(text)
    for gap in ("\n", " "):
        at = text.rfind(gap, start + LONG // 2, start + LONG)
        if at >= 0:
            return at + 1
    return start + LONG
