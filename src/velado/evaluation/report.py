"""An evaluation in words and numbers: rows that every report shares, the terminal's tables, and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from velado.document import Span
from velado.evaluation.bootstrap import Interval
from velado.evaluation.counts import Score, Share
from velado.evaluation.errors import KINDS, Slip
from velado.evaluation.schemes import AS_WRITTEN
from velado.evaluation.scores import Evaluation

__all__ = ["KIND_NAMES", "SCORE_NAMES", "SHARE_NAMES", "About", "as_json", "as_text", "number"]

SCORE_NAMES = {
    "ner": "MEDDOCAN 1: start, end, type",
    "spans": "MEDDOCAN 2: start, end",
    "merged": "MEDDOCAN 2, merged",
    "tokens": "words, with their type",
    "tokens_blind": "words, any type",
    "characters": "letters and digits, any type",
}
SHARE_NAMES = {
    "clean_direct": "documents with no direct identifier left",
    "clean": "documents with nothing left",
    "covered_direct": "direct identifiers wholly covered",
    "covered": "spans wholly covered, any type",
}
KIND_NAMES = {
    "missed": "missed",
    "boundary": "other boundaries",
    "type": "other type",
    "both": "other boundaries and type",
    "spurious": "spurious",
}


@dataclass(frozen=True, slots=True)
class About:
    """How the evaluation was made, for its readers."""

    scheme: str = AS_WRITTEN
    ignored: Sequence[str] = ()
    sentences: str = ""  # where the number of sentences comes from: "files", "estimate" or nowhere
    resamples: int = 1000
    seed: int = 1
    version: str = ""


def number(value: float | None) -> str:
    """Four digits behind the point.

    >>> number(0.96755), number(None)
    ('0.9676', '–')
    """
    return "–" if value is None else f"{value:.4f}"


def _interval(found: Interval | None) -> str:
    return f"{found[0]:.4f}–{found[1]:.4f}" if found else ""


def as_text(result: Evaluation, about: About, *, list_errors: bool = False) -> str:
    """The tables for a terminal; texts of spans are in them only if the evaluation kept them."""
    total = result.total
    lines = [
        f"{result.documents} documents, {total.ner.tp + total.ner.fn} gold spans, {total.ner.tp + total.ner.fp} system spans; "
        f"labels: {about.scheme}" + (f"; without {', '.join(about.ignored)}" if about.ignored else ""),
        "",
    ]
    rows = [("", "precision", "recall", "F1", "95 % of F1")]
    for name, title in SCORE_NAMES.items():
        score: Score = getattr(total, name)
        cells = (number(score.precision), number(score.recall), number(score.f1))
        rows.append((title, *cells, _interval(result.intervals.get(f"{name}.f1"))))
    means = result.macro
    rows.append((f"mean of the {len(result.types)} types", number(means[0]), number(means[1]), number(means[2]), ""))
    lines += [*_columns(rows), ""]

    shares = [("", "share", "of", "95 %")]
    for name, title in SHARE_NAMES.items():
        share: Share = getattr(total, name)
        shares.append((title, number(share.value), str(share.whole), _interval(result.intervals.get(name))))
    if result.sentences:
        origin = " (estimated)" if about.sentences == "estimate" else ""
        title = f"MEDDOCAN leak: missed per sentence{origin}"
        shares.append((title, number(total.leak.value), str(result.sentences), _interval(result.intervals.get("leak"))))
    lines += [*_columns(shares), ""]

    table: list[tuple[str, ...]] = [("type", "gold", "system", "precision", "recall", "F1", "covered", *KINDS)]
    for label, entry in result.types.items():
        score = entry.score
        table.append(
            (
                label,
                str(score.tp + score.fn),
                str(score.tp + score.fp),
                number(score.precision),
                number(score.recall),
                number(score.f1),
                number(entry.covered.value),
                *(str(entry.errors[kind] or "") for kind in KINDS),
            )
        )
    lines += [*_columns(table), ""]

    kinds = [("errors", "count", "leave something in sight")]
    kinds += [(KIND_NAMES[kind], str(result.errors[kind]), str(result.left[kind] or "")) for kind in KINDS]
    lines += _columns(kinds)
    if result.confusions:
        lines += [
            "",
            *_columns([("gold type", "called", "count"), *((*names, str(n)) for names, n in _first(result.confusions))]),
        ]
    if list_errors and result.slips:
        lines += ["", *map(_listed, result.slips)]
    return "\n".join(lines) + "\n"


def _first(confusions: Mapping[tuple[str, str], int], most: int = 12) -> Iterable[tuple[tuple[str, str], int]]:
    return list(confusions.items())[:most]


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Words to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    words = [any(row[column][:1].isalpha() for row in rows[1:]) for column in range(len(widths))]
    return [
        "  ".join(
            cell.ljust(width) if plain else cell.rjust(width) for cell, width, plain in zip(row, widths, words, strict=True)
        ).rstrip()
        for row in rows
    ]


def _listed(slip: Slip) -> str:
    def side(span: Span | None, text: str | None) -> str:
        shown = "" if text is None else f" {text!r}"
        return f"{span.label} {span.start}-{span.end}{shown}" if span else "nothing"

    left = ", left in sight" if slip.left else ""
    gold, system = side(slip.gold, slip.gold_text), side(slip.system, slip.system_text)
    return f"{slip.document}: {slip.kind}{left}: {gold} -> {system}"


def as_json(result: Evaluation, about: About) -> dict[str, Any]:
    """The evaluation as plain values. Only the list of errors, if it was kept, names documents."""
    total, spread = result.total, result.intervals

    def score(name: str) -> dict[str, Any]:
        value: Score = getattr(total, name)
        bounds = {f"{kind}_interval": list(spread[f"{name}.{kind}"]) for kind in _PARTS if f"{name}.{kind}" in spread}
        return _score(value) | bounds

    def share(name: str) -> dict[str, Any]:
        value: Share = getattr(total, name)
        bounds = {"interval": list(spread[name])} if name in spread else {}
        return {"value": value.value, "part": value.part, "whole": value.whole} | bounds

    macro = dict(zip(_PARTS, result.macro, strict=True))
    whole: dict[str, Any] = {"velado": about.version} if about.version else {}
    whole |= {
        "documents": result.documents,
        "labels": about.scheme,
        "ignored": list(about.ignored),
        "bootstrap": {"resamples": about.resamples, "seed": about.seed, "level": 0.95},
        "meddocan": {
            "ner": score("ner"),
            "spans": score("spans"),
            "merged": score("merged"),
            "leak": total.leak.value,
            "leak_interval": list(spread["leak"]) if "leak" in spread else None,
            "sentences": result.sentences,
            "sentences_from": about.sentences or None,
        },
        "macro": macro,
        "tokens": score("tokens"),
        "tokens_blind": score("tokens_blind"),
        "characters": score("characters"),
        **{name: share(name) for name in SHARE_NAMES},
        "types": {
            label: _score(entry.score) | {"covered": entry.covered.value, "errors": dict(entry.errors)}
            for label, entry in result.types.items()
        },
        "errors": {kind: {"count": result.errors[kind], "left": result.left[kind]} for kind in KINDS},
        "confusions": [{"gold": gold, "system": system, "count": n} for (gold, system), n in result.confusions.items()],
    }
    if result.slips:
        whole["listing"] = [_plain(slip) for slip in result.slips]
    return whole


_PARTS = ("precision", "recall", "f1")


def _score(value: Score) -> dict[str, Any]:
    return {part: getattr(value, part) for part in (*_PARTS, "tp", "fp", "fn")}


def _plain(slip: Slip) -> dict[str, Any]:
    def side(span: Span | None, text: str | None) -> dict[str, Any] | None:
        if span is None:
            return None
        found: dict[str, Any] = {"label": span.label, "start": span.start, "end": span.end}
        return found if text is None else found | {"text": text}

    return {
        "document": slip.document,
        "kind": slip.kind,
        "left": slip.left,
        "gold": side(slip.gold, slip.gold_text),
        "system": side(slip.system, slip.system_text),
    }
