"""One JSON object per line: {"id", "text", "spans": [{"start", "end", "label", "score", "source"}]}."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from velado.document import Span
from velado.labels import label_named

__all__ = ["ANNOTATIONS", "parse_line", "write_line"]


def write_line(id: str, text: str | None, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
    """One line for one note; without its text when that is None.

    >>> write_line("7", None, [Span(5, 8, "AGE", 0.9, "ages")])
    '{"id": "7", "spans": [{"start": 5, "end": 8, "label": "AGE", "score": 0.9, "source": "ages"}]}\\n'
    """
    listed = [
        {"start": s.start, "end": s.end, "label": rename(s.label), "score": round(s.score, 4), "source": s.source}
        for s in sorted(spans)
    ]
    record = {"id": id} | ({} if text is None else {"text": text}) | {"spans": listed}
    return json.dumps(record, ensure_ascii=False) + "\n"


def parse_line(line: str, *, keep_labels: bool = False) -> tuple[str, str, list[Span]]:
    """Id, text and spans of one line.

    >>> parse_line('{"id": "7", "text": "Vino Ana.", "spans": [{"start": 5, "end": 8, "label": "PATIENT"}]}')
    ('7', 'Vino Ana.', [Span(start=5, end=8, label='PATIENT_NAME', score=1.0, source='gold')])
    """
    try:
        record = json.loads(line)
        text, listed = str(record.get("text", "")), list(record["spans"])
        spans = []
        for entry in listed:
            label = entry["label"] if keep_labels else label_named(entry["label"])
            if label is None:
                raise ValueError(f"unknown label {entry['label']}")
            score, source = float(entry.get("score", 1.0)), str(entry.get("source", "gold"))
            span = Span(int(entry["start"]), int(entry["end"]), label, score, source)
            if not 0 <= span.start < span.end or (text and span.end > len(text)):
                raise ValueError("a span does not lie inside the text")
            spans.append(span)
    except json.JSONDecodeError:
        raise ValueError("a line is not JSON") from None
    except (AttributeError, KeyError, TypeError):
        raise ValueError("a line has no list of spans with start, end and label") from None
    return str(record.get("id", "")), text, sorted(spans)


@dataclass(frozen=True)
class JsonLines:
    """Notes and spans as JSON lines; a file that `velado detect` writes holds one note."""

    name: str = "jsonl"
    suffix: str = ".jsonl"
    holds_text: bool = False
    description: str = "JSON lines: offsets, label, score and source of every span"

    def read(self, path: Path, *, keep_labels: bool = False) -> tuple[str, list[Span]]:
        """The first note of a file; its text from the .txt file beside it when the line holds none."""
        line = path.read_bytes().decode("utf-8-sig").split("\n", 1)[0]
        _, text, spans = parse_line(line, keep_labels=keep_labels)
        beside = path.with_suffix(".txt")
        if not text and beside.exists():
            text = beside.read_bytes().decode("utf-8")
        return text, spans

    def render(self, id: str, text: str, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
        """One line without the text: the offsets refer to the file that was read."""
        return write_line(id, None, spans, rename)


ANNOTATIONS = JsonLines()
