"""All safe files of a session as one ZIP, with the report and, if wanted, the annotations."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from velado.document import Span
from velado.formats.brat import write_annotations
from velado.formats.jsonl import write_line
from velado.web.desk import Desk, StateError
from velado.web.report import as_html, file_names, report_of
from velado.web.sessions import DONE, DeskFile, Session
from velado.web.store import Kept, Record
from velado.web.views import result_text
from velado.web.workers import RefusedError

__all__ = ["pack"]

_LIKE_THE_ORIGINALS = (
    "These are the ORIGINAL texts with the spans as they were reviewed, for training.\n"
    "They name people: keep them as you keep the originals, and never pass them on with the safe documents.\n"
)
_EPOCH = (1980, 1, 1, 0, 0, 0)  # when the files were made is nobody's business


def pack(desk: Desk, session: Session, target: Path, annotations: str | None, on_result: bool, language: str) -> None:
    """Write the archive. A file that cannot be written as reviewed is left out, and the report says why."""
    names = file_names(session)
    taken: set[str] = set()  # names of annotations
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in list(session.files.values()):
            if file.state != DONE:
                continue
            try:
                safe = desk.written(session, file)
            except (StateError, RefusedError):
                continue
            with safe.open("rb") as stream, archive.open(_entry(f"documents/{names[file.id]}"), "w", force_zip64=True) as inside:
                shutil.copyfileobj(stream, inside)
            if annotations:
                _annotate(archive, file, names[file.id], annotations, on_result, taken)
        if annotations and not on_result:
            _add(archive, "annotations-with-identities/READ-ME.txt", _LIKE_THE_ORIGINALS.encode())
        report = report_of(desk, session)
        _add(archive, "report.json", json.dumps(report, ensure_ascii=False, indent=2).encode())
        _add(archive, "report.html", as_html(report, language).encode())


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.external_attr = 0o600 << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(_entry(name), data)


def _annotate(archive: zipfile.ZipFile, file: DeskFile, name: str, style: str, on_result: bool, taken: set[str]) -> None:
    home = "annotations" if on_result else "annotations-with-identities"
    stem = _free(name.rpartition(".")[0] or name, name, taken)
    lines: list[str] = []
    for number, (kept, record) in enumerate(_documents(file), 1):
        text, spans = _in_result(kept, record) if on_result else (kept.document.text, list(record.spans))
        # Files with several texts get a number behind the name, from the second on.
        id = _free(f"{stem}-{number}", f"{name}-{number}", taken) if number > 1 else stem
        if style == "jsonl":
            lines.append(write_line(id, text, spans))
        else:
            _add(archive, f"{home}/{id}.txt", text.encode("utf-8", "replace"))
            _add(archive, f"{home}/{id}.ann", write_annotations(text, spans).encode("utf-8", "replace"))
    if style == "jsonl":
        _add(archive, f"{home}/{stem}.jsonl", "".join(lines).encode("utf-8", "replace"))


def _free(short: str, long: str, taken: set[str]) -> str:
    """The short name, or the long one when nota.txt and nota.csv would share it; some file systems take capitals for the same."""
    name = long if short.lower() in taken else short
    while name.lower() in taken:
        name += "_"
    taken.add(name.lower())
    return name


def _documents(file: DeskFile) -> Iterator[tuple[Kept, Record]]:
    for number, kept in enumerate(file.store.all()):
        if not kept.withheld:
            yield kept, file.store.record(number, file.revisions.get(number, 0), kept)


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
    return result_text(kept, record), spans
