"""Corrected spans of a file as annotations. Runs in a worker: the formats of annotations are the engine's."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from velado.document import Span, replaced
from velado.formats.brat import write_annotations
from velado.formats.jsonl import write_line
from velado.web.store import Kept, Record, Store
from velado.web.work import Reading

__all__ = ["annotate_file"]


def annotate_file(
    reading: Reading,
    revisions: Mapping[int, int],
    style: str,
    on_result: bool,
    ids: Sequence[str],
    target: str,
    tell: Callable[[str, int], None],
) -> bool:
    """Write the annotations of a file to `target`, one JSON line [name, content] for each file that they consist of.

    `ids` names the texts that were not withheld, in order.
    """
    store = Store(Path(reading.folder))
    lines: list[str] = []
    with Path(target).open("x", encoding="ascii") as stream:

        def add(name: str, content: str) -> None:
            stream.write(json.dumps([name, content]) + "\n")

        for id, (kept, record) in zip(ids, _documents(store, revisions), strict=True):
            text, spans = _in_result(kept, record) if on_result else (kept.document.text, list(record.spans))
            if style == "jsonl":
                lines.append(write_line(id, text, spans))
            else:
                add(f"{id}.txt", text)
                add(f"{id}.ann", write_annotations(text, spans))
        if lines:
            add(f"{ids[0]}.jsonl", "".join(lines))
    return True


def _documents(store: Store, revisions: Mapping[int, int]) -> Iterator[tuple[Kept, Record]]:
    for number, kept in enumerate(store.all()):
        if not kept.withheld:
            yield kept, store.record(number, revisions.get(number, 0), kept)


def _in_result(kept: Kept, record: Record) -> tuple[str, list[Span]]:
    """The result, and where what replaced the spans stands in it. Free edits are text like any other."""
    texts = {(r.span.start, r.span.end): r.text for r in record.replacements}
    places: list[tuple[int, int, str | None, Span | None]] = [(edit.start, edit.end, edit.text, None) for edit in record.edits]
    for span in record.spans:
        if not any(edit.start < span.end and span.start < edit.end for edit in record.edits):
            places.append((span.start, span.end, texts.get((span.start, span.end)), span))
    shift = 0
    spans: list[Span] = []
    for start, end, text, found in sorted(places, key=lambda place: place[:2]):
        length = end - start if text is None else len(text)
        if found is not None and length:
            spans.append(replace(found, start=start + shift, end=start + shift + length))
        shift += length - (end - start)
    return replaced(kept.document.text, record.pieces()), spans
