"""doccano's JSON lines: {"id", "text", "label": [[start, end, label], …]}, one note a line.

Exports with relations call the list "entities" and give each entry as an object; both are read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from velado.document import Span
from velado.labels import label_named

__all__ = ["ANNOTATIONS", "parse_note", "write_note"]


def write_note(id: str, text: str, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
    """One line for one note, as doccano imports it.

    >>> write_note("7", "Vino Ana.", [Span(5, 8, "PATIENT_NAME")])
    '{"id": "7", "text": "Vino Ana.", "label": [[5, 8, "PATIENT_NAME"]]}\\n'
    """
    listed = [[span.start, span.end, rename(span.label)] for span in sorted(spans)]
    return json.dumps({"id": id, "text": text, "label": listed}, ensure_ascii=False) + "\n"


def parse_note(line: str, *, keep_labels: bool = False) -> tuple[str, str, list[Span]]:
    """Id, text and spans of one line. Raises ValueError, in words that carry nothing of the note.

    >>> parse_note('{"id": 7, "text": "Vino Ana.", "entities": [{"start_offset": 5, "end_offset": 8, "label": "PATIENT"}]}')
    ('7', 'Vino Ana.', [Span(start=5, end=8, label='PATIENT_NAME', score=1.0, source='gold')])
    """
    try:
        record = json.loads(line)
        text = record["text"] if "text" in record else record["data"]
        listed = next(record[key] for key in ("label", "labels", "entities") if key in record)
        found = [_entry(entry) for entry in listed]
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration):
        found, text, record = None, "", {}
    if found is None or not isinstance(text, str):
        raise ValueError("a line is no note of doccano's: text and label, with start, end and name of each span")
    spans = []
    for start, end, name in found:
        label = name if keep_labels else label_named(name)
        if label is None:
            raise ValueError(f"unknown label {name}")
        if not 0 <= start < end <= len(text):
            raise ValueError("a span does not lie inside its text")
        spans.append(Span(start, end, label, 1.0, "gold"))
    return str(record.get("id", "")), text, sorted(spans)


def _entry(entry: Any) -> tuple[int, int, str]:
    if isinstance(entry, dict):
        return int(entry["start_offset"]), int(entry["end_offset"]), str(entry["label"])
    start, end, label = entry
    return int(start), int(end), str(label)


@dataclass(frozen=True)
class Doccano:
    """An import or export of doccano's; a file that `velado detect` writes holds one note."""

    name: str = "doccano"
    suffix: str = ".jsonl"
    holds_text: bool = True
    description: str = "doccano JSON lines: the note and its labels"

    def recognises(self, path: Path) -> bool:
        """Whether the first line of a file is one of doccano's."""
        with path.open(encoding="utf-8-sig") as stream:
            line = stream.readline(1_000_000)
        return '"text"' in line and any(f'"{key}"' in line for key in ("label", "labels", "entities")) and '"spans"' not in line

    def read_all(self, path: Path, *, keep_labels: bool = False) -> Iterator[tuple[str, str, list[Span]]]:
        """Id, text and spans of every note."""
        with path.open(encoding="utf-8-sig", newline="\n") as stream:
            for line in stream:
                if line.strip():
                    yield parse_note(line, keep_labels=keep_labels)

    def read(self, path: Path, *, keep_labels: bool = False) -> tuple[str, list[Span]]:
        """The first note of a file."""
        for _, text, spans in self.read_all(path, keep_labels=keep_labels):
            return text, spans
        raise ValueError("the file is empty")

    def render(self, id: str, text: str, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
        """One line, with the text."""
        return write_note(id, text, spans, rename)


ANNOTATIONS = Doccano()
