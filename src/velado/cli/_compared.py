"""One method on one set of notes: trained, applied and scored, or the reason why not; and what was done before is kept."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from traceback import format_tb
from typing import TYPE_CHECKING, Any

from velado import languages
from velado.cli import WrongCallError
from velado.cli._annotated import read_notes
from velado.cli._terminal import say, shown
from velado.document import Span
from velado.evaluation.schemes import common_scheme, translator
from velado.labels import LABELS, label_named

if TYPE_CHECKING:
    from velado.evaluation.comparison import Measured
    from velado.evaluation.information_loss import Coder
    from velado.evaluation.parts import Parts
    from velado.methods import Method, Note, Outcome

__all__ = ["Data", "ceiling", "compare_method", "read_data"]

_LEAST_QUICK = 10
_UNMARKED = frozenset({"KINSHIP", "SEX"})  # corpora either mark these or leave them alone


@dataclass(frozen=True)
class Data:
    """The notes of a comparison, and how their labels are compared."""

    train: tuple[Note, ...] = field(repr=False)
    dev: tuple[Note, ...] = field(repr=False)
    scheme: str
    ignored: frozenset[str]
    quick: bool = False

    @property
    def rename(self) -> Callable[[str], str]:
        """What gives the labels of both sides their common names."""
        return translator(self.scheme)

    @property
    def fingerprint(self) -> str:
        """What tells these notes from others."""
        digest = hashlib.sha256(f"{self.quick} {self.scheme} {sorted(self.ignored)}".encode())
        for note in (*self.train, *self.dev):
            digest.update(repr((note.id, note.text, note.spans)).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()[:16]


def read_data(train: Sequence[Path], dev: Sequence[Path], quick: bool) -> Data:
    """The notes of both sides, of all folders; a tenth of each with `quick`."""
    learned, first = _notes(train, quick)
    judged, second = _notes(dev, quick)
    labels = {span.label for note in (*learned, *judged) for span in note.spans}
    return Data(learned, judged, common_scheme(first | second, set(LABELS)), _UNMARKED - labels, quick)


def _notes(sources: Sequence[Path], quick: bool) -> tuple[tuple[Note, ...], set[str]]:
    """Notes with Velado's labels, and the labels as they are written."""
    from velado.methods import Note

    notes: list[Note] = []
    written: set[str] = set()
    for source in sources:
        found, problems = read_notes(source)
        for problem in problems:
            say(problem)
        for name, note in found.items():
            if note.text is None:
                raise WrongCallError(f"{shown(source)} holds annotations without their texts")
            spans = tuple(Span(span.start, span.end, _own(span.label)) for span in note.spans)
            written |= {span.label for span in note.spans}
            notes.append(Note(f"{source.name}/{name}" if name else source.stem, note.text, spans))
    if quick:
        step = max(1, min(10, len(notes) // _LEAST_QUICK))
        notes = notes[::step]
    return tuple(notes), written


def _own(label: str) -> str:
    known = label_named(label)
    if known is None:
        raise WrongCallError(f"the notes have a label that nobody knows: {shown(label)}")
    return known


def compare_method(
    method: Method, data: Data, folder: Path, coders: Mapping[str, Coder], codes: str, *, fresh: bool, seed: int
) -> dict[str, Any]:
    """The record of one method, from its folder when nothing has changed since it was written.

    A record without something that is measured today is written anew, with the model that the folder holds.
    A method that cannot run or that fails is a record too: its status and reason say so.
    """
    from velado.evaluation.comparison import Measured
    from velado.methods import Announcing, UnavailableError

    folder.mkdir(parents=True, exist_ok=True)
    fitted = hashlib.sha256(f"{data.fingerprint} {seed}".encode()).hexdigest()[:16]
    marks = {"data": fitted, "codes": codes}
    about = {"method": method.name, "description": method.description, "published": dict(method.published)}
    record_file, fitted_file = folder / "record.json", folder / "fitted.json"
    kept = None if fresh else _read(record_file)
    whole = {"marks", *(part.name for part in fields(Measured))}
    if kept and kept.keys() >= whole and kept["marks"] == marks and kept["status"] == "done":
        say(f"{method.name}: done before")
        return kept | about
    record: dict[str, Any] = {**about, "marks": marks, "status": "done", "reason": ""}
    before = _read(fitted_file) if method.trained and not fresh else None
    if before and before.get("data") != fitted:
        before = None
    say(f"{method.name}: {'training and ' if method.trained and not before else ''}running")
    try:
        if not before:
            fitted_file.unlink(missing_ok=True)
            started = time.monotonic()
            # The notes that judge choose nothing: methods that need some to choose on keep a part of the training notes for it.
            method.fit(data.train, (), folder, quick=data.quick, seed=seed)
            before = {"data": fitted, "seconds": time.monotonic() - started if method.trained else 0.0}
            fitted_file.write_text(json.dumps(before) + "\n", "utf-8")
        started = time.monotonic()
        # The method is shown the texts alone.
        outcomes = method.apply([_bare(note) for note in data.dev], folder)
        seconds = {"fit": before["seconds"], "apply": time.monotonic() - started}
        record |= {"seconds": seconds, **asdict(_measured(data, outcomes, coders))}
        if isinstance(method, Announcing):
            record["announced"] = _announced(data, outcomes, method.announced(data.dev))
    except UnavailableError as error:
        record |= {"status": "unavailable", "reason": str(error)}
    except Exception as error:  # the others go on; the text of an error may hold a piece of a note
        record |= {"status": "failed", "reason": f"{type(error).__name__} while it ran"}
        if os.environ.get("VELADO_TRACEBACK"):
            say("".join(format_tb(error.__traceback__)))
    if record["status"] != "done":
        say(f"{method.name}: {record['status']}: {shown(record['reason'])}")
    record_file.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return record


def ceiling(data: Data, coders: Mapping[str, Coder]) -> Mapping[str, float | None]:
    """What the measures by text give when exactly what is marked is replaced by its label: nobody can do better by finding more."""
    from velado.methods import Outcome

    kept = [[span for span in note.spans if span.label not in data.ignored] for note in data.dev]
    outcomes = [Outcome(_labelled(note.text, spans)) for note, spans in zip(data.dev, kept, strict=True)]
    return _measured(data, outcomes, coders).measures


def _labelled(text: str, spans: Sequence[Span]) -> str:
    pieces: list[str] = []
    position = 0
    for span in sorted(spans):
        if span.start >= position:
            pieces += (text[position : span.start], f"[{LABELS[span.label].spanish}]")
        position = max(position, span.end)
    return "".join([*pieces, text[position:]])


def _bare(note: Note) -> Note:
    from velado.methods import Note

    return Note(note.id, note.text)


def _measured(data: Data, outcomes: Sequence[Outcome], coders: Mapping[str, Coder]) -> Measured:
    from velado.evaluation.comparison import Gold, measure

    if len(outcomes) != len(data.dev):
        raise ValueError("a method gives one outcome per note")
    gold = [Gold(note.text, note.spans, languages.detect(note.text), _parts(note.text)) for note in data.dev]
    spans = [outcome.spans for outcome in outcomes]
    found = None if any(each is None for each in spans) else [each or () for each in spans]
    texts = [outcome.text for outcome in outcomes]
    return measure(gold, texts, found, rename=data.rename, ignore=data.ignored, coders=coders)


def _parts(text: str) -> Parts | None:
    """The parts of a note as a method divides it that knows them, whether or not it is compared."""
    from velado.methods import Dividing, methods

    return next((method.parts(text) for method in methods().values() if isinstance(method, Dividing)), None)


def _announced(data: Data, outcomes: Sequence[Outcome], announced: Sequence[Sequence[Span]]) -> dict[str, dict[str, int]]:
    """By type, how much of what was announced was found; plain numbers, so that they can be kept as JSON."""
    from velado.evaluation.announced import told_by_type

    notes = (
        (note.text, note.spans, outcome.spans or (), told)
        for note, outcome, told in zip(data.dev, outcomes, announced, strict=True)
    )
    return {label: asdict(counts) for label, counts in told_by_type(notes, data.rename).items()}


def _read(file: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None
