"""docs/comparison.md and the JSON beside it: one section per set of notes, each written by a run of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from velado.evaluation.announced import ANNOUNCED_COLUMNS, ANNOUNCED_WORDS
from velado.evaluation.comparison import BY_TEXT, MEASURES, announced_rows, as_markdown, published_rows
from velado.evaluation.comparison_page import summary
from velado.evaluation.parts import PART_COLUMNS, PART_WORDS, marked_by_part, part_rows
from velado.evaluation.report import number

__all__ = ["markdown_section", "update_docs"]

_SPANS = ("ner_f1", "ner_precision", "ner_recall", "spans_f1", "merged_f1", "macro_f1", "leak")
_LEFT = ("covered_direct", "covered", "clean_direct", "clean", "character_precision")
_HEAD = """\
# The published methods beside Velado

Written by `velado compare … --docs docs/comparison.md`; do not edit it by hand. `velado compare --help` tells how a run is made,
[evaluation.md](evaluation.md) what the measures are. The figures with all their digits are in [comparison.json](comparison.json).

Methods that look for spans are scored by the spans; all methods are scored by the text they give out. Pattern recall and Levenshtein
recall count what had to be hidden and cannot be found in the new text any more: a method that replaces every word does well there
and loses the medicine, which is what the information loss shows. A short entity ("M", "45") that stands elsewhere in the text
counts as left, for every method alike: the line *(exactly what is marked)* shows what these measures give when every marked stretch
and nothing else is replaced by its label.
"""
# Why a method fares otherwise here than in its paper.
_WHY = {
    "velado": (
        "Its tagger of reports is trained on the training notes of the comparison only, and on one copy of each with names and places "
        "from others of them; its notes' weights are the shipped ones. Where the names of the copies come from, and that there is one copy "
        "and not two, was chosen among several tries on MEDDOCAN's dev split, as its eagerness was, so its figures there flatter it. "
        "Another draw of the copies gives other figures: most of all in the macro F1, where a type with two items counts as much as one "
        "with hundreds, and a lead in the last digit is none. It also knows more than the others learn: rules, lexicons, and families of words "
        "from text without marks, of which none is MEDDOCAN's dev split. Its rules were written with errors on the development notes in "
        "sight, so its figures on those flatter it too. What it loses of the codes is to be read beside the line of what exactly hiding "
        "the marked stretches loses: a method that hides little loses little."
    ),
    "context": (
        "The thesis judged on 450 notes of one health service in one Mexican state, from which its triggers were taken, with the "
        "lists of that state. Other notes announce people in other ways or not at all, and without a trigger the method does not "
        "look: the share found of what its triggers announce is in a table of its own, and comes nearest to the thesis's notes. It leaves "
        "staff alone on purpose, which counts as missed here. Its figures count tags beside items marked by hand; ours, items of which "
        "nothing is left. Where the thesis is silent (how far behind a trigger names are looked for, whether the next line counts), and "
        "where more is done than it says (the second word behind a trigger of towns, an address without a colonia, towns and numbers in "
        "a row), the choice was made with the Mexican notes of our own corpus in sight and with the figures on MEDDOCAN's dev split and "
        "the development notes known, so its figures on those flatter it. Of the notes kept apart no text was read for it, but their "
        "figures were seen on the way."
    ),
    "context-regional": (
        "The authors had no such triggers; it shows how far the idea carries with more of them. Some were chosen with the Latin "
        "American development notes in sight, so its figures on those notes flatter it."
    ),
    "lstm": (
        "The authors trained on 3,650 notes of one health service and text of the pretrained model, with embeddings from large "
        "corpora, and judged names, phones and places only; here the embeddings come from the training notes, and all types count. "
        "That it also reads how a word is written, begins and ends is not in the thesis and makes up for these embeddings; `lstm-plain` "
        "does without. How its labels are decoded was chosen on the dev set."
    ),
    "lstm-plain": "As for `lstm`, without the look of words: this is the network that the thesis describes.",
    "tccnn": (
        "The paper's figures are of MEDDOCAN's test set, with embeddings from large Spanish corpora and another tagger for parts of "
        "speech; here it is the dev set, and embeddings come from the training notes. Its final filter was written with errors on the dev "
        "set in sight, as the authors' was, so its figures there flatter it."
    ),
    "sections": "The thesis judged on its own split of MEDDOCAN, with spaCy's analysis; here it is the dev set.",
    "sections-gru": "As for `sections`.",
    "neighbours": (
        "The thesis trained on 54,652 English or 1,000 Portuguese notes and judged on others, with Stanza for tokens and lemmas "
        "(simplemma here), counted ICD-10 categories of another coder, and does not say how case, short entities and unknown words were "
        "handled. Its notes do not mark kinship and sex: where the notes here do, the line without them is the one to compare. One letter "
        "for the sex stands in every text and counts as left whatever a method does. What remains are postcodes and dates, whose nearest "
        "neighbours are other postcodes and dates and share most figures with them, and frequent towns and countries that come back as "
        "neighbours of other words. Words are lemmatised because the thesis does so; how numbers are cut and how rare a word may be was "
        "chosen among several tries on MEDDOCAN's dev split."
    ),
    "neighbours-glove": (
        "As for `neighbours-word2vec`. The width of its window was chosen between two on MEDDOCAN's dev split, so its figures there "
        "flatter it a little."
    ),
    "presidio": "The thesis judged English and Portuguese notes; here the Spanish model of spaCy reads other kinds of items too.",
}


def update_docs(file: Path, told: Mapping[str, Any]) -> None:
    """Put the run's section in the place of an earlier one of its title, and write both files anew."""
    beside = file.with_suffix(".json")
    try:
        sections = json.loads(beside.read_text("utf-8"))
    except (OSError, ValueError):
        sections = {}
    sections[told["title"]] = _without_marks(told)
    beside.write_text(json.dumps(sections, ensure_ascii=False, indent=1) + "\n", "utf-8")
    file.write_text("\n".join([_HEAD, *(markdown_section(section) for section in sections.values()), _measures()]), "utf-8")


def _without_marks(told: Mapping[str, Any]) -> dict[str, Any]:
    methods = [{key: value for key, value in record.items() if key != "marks"} for record in told["methods"]]
    return {**told, "methods": methods}


def markdown_section(told: Mapping[str, Any], *, words: bool = True) -> str:
    """The tables of one run; with `words`, why figures differ from the papers'."""
    done = [record for record in told["methods"] if record["status"] == "done"]
    rows = {record["method"]: record["measures"] for record in done}
    parts = [f"## {told['title']}\n", summary(told) + "\n"]
    for title, names in (
        ("Scores of the shared task", _SPANS),
        ("What is left, by spans", _LEFT),
        ("What is left and what is lost, by the text given out", BY_TEXT),
    ):
        shown = {method: values for method, values in rows.items() if any(values.get(name) is not None for name in names)}
        if shown:
            reference = {"*(exactly what is marked)*": told["ceiling"]} if names is BY_TEXT else {}
            parts += [f"### {title}\n", as_markdown(shown, names, reference) + "\n"]
    if done:
        parts += ["### Levenshtein recall by threshold\n", _thresholds(done) + "\n", "### Time\n", _seconds(done) + "\n"]
    parts += [*_beside_papers(done, words), *_announced(done, words), *_by_part(done, words)]
    if types := _types(done):
        parts += ["### F1 by type\n", types + "\n"]
    if missing := [record for record in told["methods"] if record["status"] != "done"]:
        lines = [f"- `{record['method']}` ({record['status']}): {record['reason']}" for record in missing]
        parts += ["### Not run\n", "\n".join(lines) + "\n"]
    return "\n".join(parts)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    rule = "|" + "---|" * left + "---:|" * (len(head) - left)
    return "\n".join(["| " + " | ".join(head) + " |", rule, *("| " + " | ".join(row) + " |" for row in rows)])


def _thresholds(done: Sequence[Mapping[str, Any]]) -> str:
    levels = list(done[0]["levenshtein"])
    rows = [[record["method"], *(number(record["levenshtein"].get(level)) for level in levels)] for record in done]
    return _table(["method", *levels], rows)


def _seconds(done: Sequence[Mapping[str, Any]]) -> str:
    rows = [[record["method"], f"{record['seconds']['fit']:.0f}", f"{record['seconds']['apply']:.1f}"] for record in done]
    return _table(["method", "seconds to train", "seconds to run"], rows)


def _types(done: Sequence[Mapping[str, Any]]) -> str:
    known = [record for record in done if record["types"]]
    labels = sorted({label for record in known for label in record["types"]})
    rows = []
    for label in labels:
        found = [record["types"].get(label) for record in known]
        gold = max((entry["gold"] for entry in found if entry), default=0)
        if gold:
            rows.append([label, str(gold), *(number(entry["f1"] if entry else None) for entry in found)])
    return _table(["type", "marked", *(record["method"] for record in known)], rows) if rows else ""


def _beside_papers(done: Sequence[Mapping[str, Any]], words: bool) -> list[str]:
    compared = published_rows(done)
    if not compared:
        return []
    rows = [[method, name, f"{theirs:.4f}", number(ours)] for method, name, theirs, ours in compared]
    parts = ["### The papers' figures and ours\n", _table(["method", "measure", "paper", "here"], rows, 2) + "\n"]
    if words:
        methods = [record["method"] for record in done]
        said = {method: _WHY.get(method) or _WHY.get(method.split("-")[0], "") for method in methods}
        parts.append("\n".join(f"- `{method}`: {why}" for method, why in said.items() if why) + "\n")
    return parts


def _announced(done: Sequence[Mapping[str, Any]], words: bool) -> list[str]:
    rows = announced_rows(done)
    if not rows:
        return []
    cells = [[method, kind, *told.cells(paper)] for method, kind, told, paper in rows]
    lines = ["### What the triggers announce\n", _table(["method", "items", *ANNOUNCED_COLUMNS], cells, 2) + "\n"]
    return [*lines, ANNOUNCED_WORDS] if words else lines


def _by_part(done: Sequence[Mapping[str, Any]], words: bool) -> list[str]:
    marked = marked_by_part(done)
    if not marked:
        return []
    head = ["method", *(f"{part} {short}" for part in marked for short in PART_COLUMNS.values())]
    rows = [[method, *(f"**{cell}**" if best else cell for cell, best in cells)] for method, cells in part_rows(done).items()]
    counts = f"Items marked: {', '.join(f'{part} {count}' for part, count in marked.items())}."
    return ["### By part of the note\n", _table(head, rows) + "\n", (f"{counts} {PART_WORDS}" if words else counts) + "\n"]


def _measures() -> str:
    lines = [f"- **{entry.short}**: {entry.words} ({entry.better} is better)" for entry in MEASURES.values()]
    return "## The measures\n\n" + "\n".join(lines) + "\n"
