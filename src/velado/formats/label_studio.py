"""Label Studio's JSON: a list of tasks, each with its text in `data` and labelled regions in `annotations` or `predictions`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from velado import __version__
from velado.document import Span
from velado.labels import label_named

__all__ = ["ANNOTATIONS", "parse_task", "write_task"]

_STRANGE = "a task is none of Label Studio's: data with a text, and annotations with start, end and labels of each region"


def write_task(id: str, text: str, spans: Iterable[Span], rename: Callable[[str], str] = str) -> dict[str, Any]:
    """One task with what was found as a prediction, which a person then corrects. The labelling configuration is
    `<Labels name="label" toName="text">` over `<Text name="text" value="$text"/>`.

    >>> write_task("7", "Vino Ana.", [Span(5, 8, "PATIENT_NAME", 0.9)])["predictions"][0]["result"][0]["value"]
    {'start': 5, 'end': 8, 'text': 'Ana', 'labels': ['PATIENT_NAME']}
    """
    regions = [
        {
            "id": f"r{number}", "from_name": "label", "to_name": "text", "type": "labels", "score": round(span.score, 4),
            "value": {
                "start": _units(text, span.start), "end": _units(text, span.end),
                "text": span.text(text), "labels": [rename(span.label)],
            },
        }
        for number, span in enumerate(sorted(spans), 1)
    ]  # fmt: skip
    return {"data": {"id": id, "text": text}, "predictions": [{"model_version": f"velado {__version__}", "result": regions}]}


def _units(text: str, offset: int) -> int:
    """The offset as browsers count: signs beyond the first 65,536 are two."""
    return offset + sum(sign > "\uffff" for sign in text[:offset])


def _signs(text: str, units: int) -> int:
    """The way back."""
    count = 0
    for number, sign in enumerate(text):
        if count >= units:
            return number
        count += 2 if sign > "\uffff" else 1
    return len(text)


def parse_task(task: Any, *, keep_labels: bool = False) -> tuple[str, str, list[Span]]:
    """Id, text and spans of one task. What people marked counts; where nobody has, what was predicted.

    Raises ValueError, in words that carry nothing of the note.

    >>> parse_task({"data": {"text": "Vino Ana."}, "annotations": [{"result": [
    ...     {"type": "labels", "value": {"start": 5, "end": 8, "labels": ["PATIENT"]}}]}]})
    ('', 'Vino Ana.', [Span(start=5, end=8, label='PATIENT_NAME', score=1.0, source='gold')])
    """
    try:
        data = task["data"]
        text = data["text"] if "text" in data else next(value for value in data.values() if isinstance(value, str))
        marked = [entry for entry in task.get("annotations") or task.get("completions") or [] if not entry.get("was_cancelled")]
        chosen = marked[-1] if marked else next(iter(task.get("predictions") or [{}]))
        found = [
            (int(region["value"]["start"]), int(region["value"]["end"]), str(name), float(region.get("score") or 1.0))
            for region in chosen.get("result", [])
            if region.get("type", "labels") in ("labels", "hypertextlabels") and "start" in region["value"]
            for name in (region["value"].get("labels") or region["value"].get("hypertextlabels") or [])
        ]
        id = str(data.get("id", task.get("id", "")))
    except (KeyError, TypeError, ValueError, AttributeError, StopIteration):
        found, text, id = None, "", ""
    if found is None or not isinstance(text, str):
        raise ValueError(_STRANGE)
    wide = any(sign > "\uffff" for sign in text)
    spans = []
    for start, end, name, score in found:
        label = name if keep_labels else label_named(name)
        if label is None:
            raise ValueError(f"unknown label {name}")
        if wide:
            start, end = _signs(text, start), _signs(text, end)
        if not 0 <= start < end <= len(text):
            raise ValueError("a region does not lie inside its text")
        spans.append(Span(start, end, label, score, "gold"))
    return id, text, sorted(spans)


@dataclass(frozen=True)
class LabelStudio:
    """An import or export of Label Studio's; a file that `velado detect` writes holds one task."""

    name: str = "label-studio"
    suffix: str = ".json"
    holds_text: bool = True
    description: str = "Label Studio JSON: tasks with the note and its regions"

    def recognises(self, path: Path) -> bool:
        """Whether a file is a list of tasks."""
        with path.open(encoding="utf-8-sig") as stream:
            head = stream.read(100_000).lstrip()
        return head.startswith(("[", "{")) and '"data"' in head

    def read_all(self, path: Path, *, keep_labels: bool = False) -> Iterator[tuple[str, str, list[Span]]]:
        """Id, text and spans of every task."""
        try:
            tasks = json.loads(path.read_text("utf-8-sig"))
        except ValueError:
            tasks = None
        if not isinstance(tasks, list | dict):
            raise ValueError(_STRANGE)
        for task in tasks if isinstance(tasks, list) else [tasks]:
            yield parse_task(task, keep_labels=keep_labels)

    def read(self, path: Path, *, keep_labels: bool = False) -> tuple[str, list[Span]]:
        """The first task of a file."""
        for _, text, spans in self.read_all(path, keep_labels=keep_labels):
            return text, spans
        raise ValueError("the file is empty")

    def render(self, id: str, text: str, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
        """A list with one task."""
        return json.dumps([write_task(id, text, spans, rename)], ensure_ascii=False, indent=1) + "\n"


ANNOTATIONS = LabelStudio()
