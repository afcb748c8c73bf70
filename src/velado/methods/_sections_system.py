"""The hybrid put together: a report in three parts, each with its own way of finding, and the variants of the whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from velado.document import Span
from velado.evaluation import Tally
from velado.evaluation.parts import Parts, score_by_part
from velado.methods import Note
from velado.methods._sections_crf import train_crf, use_crf
from velado.methods._sections_footer import find_footer
from velado.methods._sections_gru import train_gru, use_gru
from velado.methods._sections_header import find_header, split_parts
from velado.methods._sections_words import SCHEMES, Sentence, sentences

__all__ = ["Report", "Variant", "find", "join", "published_variants", "read", "score_parts", "tag_sentences", "train_tagger"]


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to build the system."""

    tagger: str = "crf"  # or "gru"
    scheme: str = "CDI"  # or "N-I"
    classes: bool = True  # tags tell the kinds apart; without, all are OTHER
    learns_from: str = "marked"  # the authors' way: only sentences with something in them; or "all"
    footer: str = "rules"  # or "tagger": what the tagger finds in the footer counts as trusted before the rules

    def __str__(self) -> str:
        kinds = "with classes" if self.classes else "without classes"
        return f"{self.tagger} {self.scheme} {kinds}, {self.learns_from} sentences, footer by {self.footer}"

    def as_dict(self) -> dict[str, str | bool]:
        """For JSON."""
        return asdict(self)


def published_variants(tagger: str) -> list[Variant]:
    """The four tag sets that the authors compare."""
    return [Variant(tagger, scheme, classes) for classes in (True, False) for scheme in reversed(SCHEMES)]


@dataclass(frozen=True, slots=True)
class Report:
    """A note cut into its parts, with the sentences of body and footer analysed."""

    note: Note
    parts: Parts
    sentences: tuple[Sentence, ...] = field(repr=False)

    def marked(self) -> Iterator[tuple[Sentence, tuple[Span, ...]]]:
        """Each sentence with the gold spans that it holds."""
        for sentence in self.sentences:
            start, end = sentence.places[0][0], sentence.places[-1][1]
            yield sentence, tuple(span for span in self.note.spans if span.start < end and span.end > start)


def read(note: Note) -> Report:
    """Cut and analyse a note."""
    parts = split_parts(note.text)
    body = sentences(note.text, parts.header_end, parts.footer_start)
    return Report(note, parts, (*body, *sentences(note.text, parts.footer_start, len(note.text))))


def train_tagger(reports: Sequence[Report], file: Path, variant: Variant, *, quick: bool = False, seed: int = 0) -> None:
    """Train the variant's tagger on the bodies and footers."""
    examples = [pair for report in reports for pair in report.marked() if pair[1] or variant.learns_from == "all"]
    if variant.tagger == "gru":
        train_gru(examples, file, variant.scheme, variant.classes, seed)
    else:
        train_crf(examples, file, variant.scheme, variant.classes, quick=quick)


def find(reports: Sequence[Report], file: Path, variant: Variant) -> list[tuple[Span, ...]]:
    """What the system finds in each report."""
    return join(reports, tag_sentences(reports, file, variant.tagger), variant)


def tag_sentences(reports: Sequence[Report], file: Path, tagger: str) -> list[list[Span]]:
    """What the tagger alone finds in the sentences of each report: the same however the footer is read."""
    every = [sentence for report in reports for sentence in report.sentences]
    tagged = iter((use_gru if tagger == "gru" else use_crf)(every, file))
    return [[span for _ in report.sentences for span in next(tagged)] for report in reports]


def join(reports: Sequence[Report], tagged: Sequence[Sequence[Span]], variant: Variant) -> list[tuple[Span, ...]]:
    """What the system finds in each report, with what the tagger has found in it."""
    return [_join(report, spans, variant) for report, spans in zip(reports, tagged, strict=True)]


def _join(report: Report, tagged: Sequence[Span], variant: Variant) -> tuple[Span, ...]:
    text, parts = report.note.text, report.parts
    known = [*find_header(text, parts.header_end), *(span for span in tagged if span.start < parts.footer_start)]
    trusted = [span for span in tagged if span.start >= parts.footer_start] if variant.footer == "tagger" else []
    return tuple(sorted([*known, *find_footer(text, parts.footer_start, known, trusted)]))


def score_parts(reports: Sequence[Report], found: Sequence[Sequence[Span]]) -> dict[str, Tally]:
    """Per part and for the whole, with the kind and without it."""
    return score_by_part((report.parts, report.note.spans, spans) for report, spans in zip(reports, found, strict=True))
