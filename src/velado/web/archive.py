"""All safe files of a session as one ZIP, with the report and, if wanted, the annotations."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

from velado.web.desk import Desk, StateError
from velado.web.report import as_html, file_names, report_of
from velado.web.sessions import DONE, DeskFile, Session
from velado.web.workers import RefusedError

__all__ = ["pack"]

_LIKE_THE_ORIGINALS = (
    "These are the ORIGINAL texts with the spans as they were reviewed, for training.\n"
    "They name people: keep them as you keep the originals, and never pass them on with the safe documents.\n"
)
_EPOCH = (1980, 1, 1, 0, 0, 0)  # when the files were made is nobody's business


def pack(desk: Desk, session: Session, target: Path, annotations: str | None, on_result: bool, language: str) -> list[str]:
    """Write the archive and return the ids of its files. One that cannot be written as reviewed is left out, and the report says why."""
    packed: list[str] = []
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
            packed.append(file.id)
            if annotations:
                _annotate(desk, session, archive, file, names[file.id], annotations, on_result, taken)
        if annotations and not on_result:
            _add(archive, "annotations-with-identities/READ-ME.txt", _LIKE_THE_ORIGINALS.encode())
        report = report_of(desk, session)
        _add(archive, "report.json", json.dumps(report, ensure_ascii=False, indent=2).encode())
        _add(archive, "report.html", as_html(report, language).encode())
    return packed


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.external_attr = 0o600 << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(_entry(name), data)


def _annotate(
    desk: Desk, session: Session, archive: zipfile.ZipFile, file: DeskFile, name: str, style: str, on_result: bool, taken: set[str]
) -> None:
    home = "annotations" if on_result else "annotations-with-identities"
    stem = _free(name.rpartition(".")[0] or name, name, taken)
    # Files with several texts get a number behind the name, from the second on.
    texts = sum(not head.withheld for head in file.store.heads())
    ids = [stem, *(_free(f"{stem}-{number}", f"{name}-{number}", taken) for number in range(2, texts + 1))]
    written = desk.annotated(session, file, style, on_result, ids[:texts])
    try:
        with written.open(encoding="ascii") as stream:
            for line in stream:
                entry, content = json.loads(line)
                _add(archive, f"{home}/{entry}", content.encode("utf-8", "replace"))
    finally:
        written.unlink(missing_ok=True)


def _free(short: str, long: str, taken: set[str]) -> str:
    """The short name, or the long one when nota.txt and nota.csv would share it; some file systems take capitals for the same."""
    name = long if short.lower() in taken else short
    while name.lower() in taken:
        name += "_"
    taken.add(name.lower())
    return name
