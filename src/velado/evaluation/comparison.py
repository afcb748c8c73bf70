"""Several methods on the same notes: every measure of each, and the tables of them all.

A method gives out a text, and the spans it found if it looks for spans. What needs spans is None for methods without.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from velado.document import Span
from velado.evaluation.announced import Told
from velado.evaluation.coverage import count_sentences
from velado.evaluation.disguise import Disguise, clean_notes, recall
from velado.evaluation.information_loss import Coder
from velado.evaluation.levenshtein import THRESHOLD, levenshtein_recall, sweep
from velado.evaluation.parts import Parts, are_reports, as_figures, score_by_part
from velado.evaluation.removed import removed
from velado.evaluation.schemes import is_ignored
from velado.evaluation.scores import Evaluation, Pair, evaluate
from velado.labels import DESCRIPTIONS

__all__ = ["BY_TEXT", "MEASURES", "Gold", "Measure", "Measured", "announced_rows", "as_csv", "as_markdown", "measure", "published_rows"]


@dataclass(frozen=True, slots=True)
class Measure:
    """How a measure is called, and which way is better."""

    short: str
    words: str
    better: str = "higher"


MEASURES: Mapping[str, Measure] = {
    "ner_f1": Measure("NER F1", "F1 of spans with start, end and type the same: the shared task's first score"),
    "ner_precision": Measure("NER P", "precision of the same"),
    "ner_recall": Measure("NER R", "recall of the same"),
    "spans_f1": Measure("spans F1", "F1 of spans with start and end the same: the shared task's second score"),
    "merged_f1": Measure("merged F1", "the second score with neighbouring spans made one"),
    "macro_f1": Measure("macro F1", "plain mean of the types' F1"),
    "leak": Measure("leak", "spans not found per sentence, sentences estimated", "lower"),
    "covered_direct": Measure("direct hidden", "share of names, numbers, contacts and streets of which every letter and digit is covered"),
    "covered": Measure("all hidden", "the same share of everything marked"),
    "clean_direct": Measure("notes safe", "share of notes without a direct identifier left, by spans"),
    "clean": Measure("notes clean", "share of notes with nothing left at all, by spans"),
    "character_precision": Measure("taken rightly", "share of the letters and digits taken that had to go"),
    "pattern_recall": Measure("pattern recall", "share of what had to be hidden that does not stand in the new text as a whole"),
    "clean_notes": Measure("no trace", "share of notes in whose new text nothing of this stands"),
    "levenshtein_recall": Measure("Levenshtein recall", f"share of what had to be hidden with a similarity index below {THRESHOLD}"),
    "loss_codes": Measure("loss, codes", "clinical information loss: share of the first ICD-10 categories that are gone", "lower"),
    "loss_chapters": Measure("loss, chapters", "the same for chapters", "lower"),
}  # fmt: skip
# Measured on the text alone: they hold for methods without spans too.
BY_TEXT = ("pattern_recall", "levenshtein_recall", "clean_notes", "loss_codes", "loss_chapters")


@dataclass(frozen=True, slots=True)
class Gold:
    """A note with what identifies somebody in it, the language it is written in, and its parts where they are known."""

    text: str = field(repr=False)
    spans: tuple[Span, ...] = field(repr=False)
    language: str = ""
    parts: Parts | None = None


@dataclass(frozen=True)
class Measured:
    """Everything that is known of one method on one set of notes; plain values, so that it can be kept as JSON."""

    measures: Mapping[str, float | None]
    levenshtein: Mapping[str, float | None]  # recall by threshold
    proper: Mapping[str, float | None]  # the recalls by text without words that only describe somebody
    types: Mapping[str, Mapping[str, float | int | None]]
    parts: Mapping[str, Mapping[str, float | int]]  # header, body, footer and the whole, where most notes have a header
    removed: Sequence[tuple[str, int, int]]  # type, items, notes
    coded: int = 0  # notes whose language there was a coder for


def measure(
    gold: Sequence[Gold],
    texts: Sequence[str],
    spans: Sequence[Sequence[Span]] | None,
    *,
    rename: Callable[[str], str] = str,
    ignore: Set[str] = frozenset(),
    coders: Mapping[str, Coder] | None = None,
) -> Measured:
    """Score what a method gave out for each note. `coders` are by language; without one there is no information loss."""
    wanted = [[span for span in note.spans if not is_ignored(span.label, ignore)] for note in gold]
    disguises = [Disguise.of(note.text, marked, text) for note, marked, text in zip(gold, wanted, texts, strict=True)]
    by_threshold = sweep(disguises)
    found: dict[str, float | None] = dict.fromkeys(MEASURES)
    found["pattern_recall"] = recall(disguises).value
    found["clean_notes"] = clean_notes(disguises).value
    found["levenshtein_recall"] = by_threshold[THRESHOLD].value
    losses, coded = _losses(gold, texts, coders or {})
    found |= losses
    # MEDDOCAN marks them, the notes of the authors who measure the text given out do not.
    proper = [
        Disguise.of(note.text, [span for span in marked if span.label not in DESCRIPTIONS], text)
        for note, marked, text in zip(gold, wanted, texts, strict=True)
    ]
    narrow = {"pattern_recall": recall(proper).value, "levenshtein_recall": levenshtein_recall(proper).value}
    types: Mapping[str, Mapping[str, float | int | None]] = {}
    parts: Mapping[str, Mapping[str, float | int]] = {}
    counted: list[tuple[str, int, int]] = []
    if spans is not None:
        result = evaluate(
            [Pair(note.text, note.spans, own, "", count_sentences(note.text)) for note, own in zip(gold, spans, strict=True)],
            rename=rename, ignore=ignore, resamples=0,
        )  # fmt: skip
        found |= _from_spans(result)
        types = _types(result)
        parts = _parts(gold, spans, rename, ignore)
        kept = [[span for span in own if not is_ignored(span.label, ignore)] for own in spans]
        counted = [(label, items, notes) for label, items, notes, _ in removed(kept).rows()]
    return Measured(found, {f"{level:g}": share.value for level, share in by_threshold.items()}, narrow, types, parts, counted, coded)


def _from_spans(result: Evaluation) -> dict[str, float | None]:
    total = result.total
    return {
        "ner_f1": total.ner.f1, "ner_precision": total.ner.precision, "ner_recall": total.ner.recall,
        "spans_f1": total.spans.f1, "merged_f1": total.merged.f1, "macro_f1": result.macro[2], "leak": total.leak.value,
        "covered_direct": total.covered_direct.value, "covered": total.covered.value,
        "clean_direct": total.clean_direct.value, "clean": total.clean.value,
        "character_precision": total.characters.precision,
    }  # fmt: skip


def _types(result: Evaluation) -> dict[str, Mapping[str, float | int | None]]:
    return {
        label: {
            "gold": entry.score.tp + entry.score.fn, "precision": entry.score.precision, "recall": entry.score.recall,
            "f1": entry.score.f1, "covered": entry.covered.value,
        }
        for label, entry in result.types.items()
    }  # fmt: skip


def _parts(
    gold: Sequence[Gold], spans: Sequence[Sequence[Span]], rename: Callable[[str], str], ignore: Set[str]
) -> dict[str, Mapping[str, float | int]]:
    if not are_reports([note.parts for note in gold]):
        return {}

    def common(side: Sequence[Span]) -> list[Span]:
        return [Span(span.start, span.end, rename(span.label)) for span in side if not is_ignored(span.label, ignore)]

    notes = (
        (note.parts or Parts(0, len(note.text)), common(note.spans), common(own)) for note, own in zip(gold, spans, strict=True)
    )
    return {part: as_figures(tally) for part, tally in score_by_part(notes).items()}


def _losses(gold: Sequence[Gold], texts: Sequence[str], coders: Mapping[str, Coder]) -> tuple[dict[str, float | None], int]:
    sums, coded = {"codes": 0.0, "chapters": 0.0}, 0
    for note, text in zip(gold, texts, strict=True):
        if (coder := coders.get(note.language)) is not None:
            coded += 1
            before, after = coder.top(note.text), coder.top(text)
            for level in sums:
                sums[level] += 1 - len(set(before[level]) & set(after[level])) / len(before[level])
    return {f"loss_{level}": value / coded if coded else None for level, value in sums.items()}, coded


_Rows = Mapping[str, Mapping[str, float | None]]


def as_markdown(rows: _Rows, measures: Iterable[str], reference: _Rows = MappingProxyType({})) -> str:
    """One line per method, the best value of each column in bold; a dash where a measure does not apply.

    The lines of `reference` come last and are not in the running.
    """
    shown = [name for name in measures if any(values.get(name) is not None for values in rows.values())]
    lines = ["| method | " + " | ".join(MEASURES[name].short for name in shown) + " |", "|---|" + "---:|" * len(shown)]
    best = {name: _best(name, rows) for name in shown}
    for method, values in (*rows.items(), *reference.items()):
        cells = [_cell(values.get(name), best[name] if method in rows else None) for name in shown]
        lines.append(f"| {method} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _best(name: str, rows: _Rows) -> float | None:
    values = [round(value, 4) for each in rows.values() if (value := each.get(name)) is not None]
    if len(values) < 2:
        return None
    return min(values) if MEASURES[name].better == "lower" else max(values)


def _cell(value: float | None, best: float | None) -> str:
    if value is None:
        return "–"
    return f"**{value:.4f}**" if best is not None and round(value, 4) == best else f"{value:.4f}"


def as_csv(rows: Mapping[str, Mapping[str, Any]], columns: Sequence[str]) -> str:
    """Every measure with all its digits; an empty cell where it does not apply."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["method", *columns])
    for method, values in rows.items():
        writer.writerow([method, *("" if values.get(name) is None else values[name] for name in columns)])
    return stream.getvalue()


# What authors call their figures, and the measure here that comes nearest.
_OURS = {
    "f1": "ner_f1", "precision": "ner_precision", "recall": "ner_recall", "ner": "ner_f1", "spans": "spans_f1",
    "information_loss": "loss_codes",
}  # fmt: skip
# Figures per kind of item: the types that the kind has in one scheme or another.
_KINDS = {
    "phones": {"PHONE", "NUMERO_TELEFONO"},
    "addresses": {"STREET", "CALLE"},
    "towns": {"PLACE", "TERRITORIO"},
    "places": {"PLACE", "TERRITORIO", "STREET", "CALLE"},
    "names": {"PATIENT_NAME", "RELATIVE_NAME", "NOMBRE_SUJETO_ASISTENCIA"},
}
_KINDS["items"] = set().union(*_KINDS.values())


def announced_rows(records: Iterable[Mapping[str, Any]]) -> list[tuple[str, str, Told, float | None]]:
    """Method, kind of item, counts, and the recall that its authors report; for methods that wait for something to announce an item."""
    rows = []
    for record in records:
        for kind, labels in _KINDS.items() if "announced" in record else ():
            whole = Told()
            for label, counts in record["announced"].items():
                if label in labels:
                    whole.add(Told(**counts))
            if whole.marked and kind != "places":  # which are the addresses and the towns
                rows.append((record["method"], kind, whole, record["published"].get(f"recall_{kind}")))
    return rows


def published_rows(records: Iterable[Mapping[str, Any]]) -> list[tuple[str, str, float, float | None]]:
    """Method, measure, the authors' figure and ours; None where nothing here is comparable."""
    rows: list[tuple[str, str, float, float | None]] = []
    for record in records:
        for name, value in record["published"].items():
            ours, narrow = _ours(record, name), record.get("proper", {}).get(name)
            rows.append((record["method"], name, value, ours))
            if narrow is not None and narrow != ours:
                rows.append((record["method"], f"{name}, kinship and sex left out", value, narrow))
    return rows


def _ours(record: Mapping[str, Any], name: str) -> float | None:
    name = name.replace(" ", "_")
    part, _, kind = name.partition("_")
    if kind in _KINDS and part in ("recall", "precision", "f1"):
        column = "covered" if part == "recall" else part
        found = [entry for label, entry in record["types"].items() if label in _KINDS[kind] and entry["gold"]]
        whole = sum(entry["gold"] for entry in found)
        return sum((entry[column] or 0.0) * entry["gold"] for entry in found) / whole if whole else None
    value = record["measures"].get(_OURS.get(name, name))
    return float(value) if value is not None else None
