"""Scores by the part of a report that an item stands in: the fields of its header, its body, or its footer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from velado.document import Span
from velado.evaluation.counts import Tally
from velado.evaluation.meddocan import score_ner, score_spans

__all__ = ["PARTS", "PART_COLUMNS", "PART_WORDS", "Parts", "are_reports", "as_figures", "marked_by_part", "part_rows", "score_by_part"]

PARTS = ("header", "body", "footer")
WHOLE = "whole"
PART_COLUMNS = {"precision": "P", "recall": "R", "f1": "F1"}  # of start, end and type, as they are called in tables
PART_WORDS = (
    "The header is the lines of fields at the top, the footer what follows the line that says who sends the report. An item counts for "
    "the part that it begins in. Precision, recall and F1 are of spans with start, end and type the same."
)


@dataclass(frozen=True, slots=True)
class Parts:
    """Where the header ends and the footer begins; a part that is not there is empty."""

    header_end: int
    footer_start: int

    def part(self, offset: int) -> str:
        """The part that an offset stands in."""
        return "header" if offset < self.header_end else "body" if offset < self.footer_start else "footer"


def are_reports(notes: Sequence[Parts | None]) -> bool:
    """Whether most notes have a header: only then do scores by part say something."""
    return 2 * sum(parts is not None and parts.header_end > 0 for parts in notes) > len(notes)


def score_by_part(notes: Iterable[tuple[Parts, Collection[Span], Collection[Span]]]) -> dict[str, Tally]:
    """Scores with the type and without it (`ner`, `spans`), per part and for the whole.

    Of each note: its parts, what is marked in it, and what was found.

    >>> gold = [Span(8, 11, "PATIENT_NAME"), Span(30, 35, "AGE")]
    >>> scores = score_by_part([(Parts(13, 40), gold, gold[:1])])
    >>> {part: score.ner.recall for part, score in scores.items()}
    {'header': 1.0, 'body': 0.0, 'footer': 0.0, 'whole': 0.5}
    """
    scores = {part: Tally() for part in (*PARTS, WHOLE)}
    for parts, marked, found in notes:
        for part in scores:
            gold = [span for span in marked if part in (WHOLE, parts.part(span.start))]
            system = [span for span in found if part in (WHOLE, parts.part(span.start))]
            scores[part] += Tally(score_ner(gold, system), score_spans(gold, system))
    return scores


def as_figures(tally: Tally) -> dict[str, float | int]:
    """The scores of a part, and how many items are marked in it; plain numbers, so that they can be kept as JSON."""
    ner = tally.ner
    return {
        "gold": ner.tp + ner.fn, "precision": ner.precision, "recall": ner.recall, "f1": ner.f1, "spans_f1": tally.spans.f1,
    }  # fmt: skip


def part_rows(records: Iterable[Mapping[str, Any]]) -> dict[str, list[tuple[str, bool]]]:
    """By method, for each part the figures of `PART_COLUMNS` as they are written, and whether nobody has a better one."""
    rows = {
        record["method"]: [f"{scores[name]:.4f}" for scores in record["parts"].values() for name in PART_COLUMNS]
        for record in records
        if record.get("parts")
    }
    # Written alike, from 0.0000 to 1.0000, they stand in the order of their values.
    best = [max(column) if len(rows) > 1 else "" for column in zip(*rows.values(), strict=True)]
    return {method: [(cell, cell == top) for cell, top in zip(cells, best, strict=True)] for method, cells in rows.items()}


def marked_by_part(records: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How many items are marked in each part; nothing when no method was scored by part."""
    known: Mapping[str, Any] = next((record["parts"] for record in records if record.get("parts")), {})
    return {part: scores["gold"] for part, scores in known.items()}
