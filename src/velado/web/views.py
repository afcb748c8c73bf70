"""Files and documents as the page sees them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from velado.document import replaced
from velado.web.columns import PatientList, ShownTable, alike
from velado.web.desk import Desk
from velado.web.offers import all_limits
from velado.web.schemas import Settings
from velado.web.sessions import ASKING, DONE, DeskFile, Session, Step
from velado.web.store import Kept, Record, is_doubtful, wide

__all__ = ["cells_view", "changed_view", "columns_view", "document_view", "file_view", "heads_view", "patients_view", "state_view", "stretch"]

LONGEST = 500_000  # characters of a text in one answer
SHORT = 20_000  # characters of a text that is answered together with others
PLACE = re.compile(r"no\. \d+")


def file_view(desk: Desk, session: Session, file: DeskFile) -> dict[str, Any]:
    """A file in the list."""
    outcome = file.outcome
    counts = file.counts()
    patients = session.patients.id if session.patients else ""
    changed = file.changed()
    return {
        "id": file.id,
        "name": file.name,
        "size": file.size,
        "format": outcome.format if outcome else None,
        "state": file.state,
        "stage": file.stage,
        "progress": file.progress(),
        "reason": file.reason,
        "reason_code": file.reason_code,
        "rows": outcome.rows if outcome else sum(table.rows for table in file.tables or ()),
        "table": file.is_table or bool(outcome and outcome.rows),
        "documents": outcome.documents if outcome else 0,
        "withheld_documents": outcome.withheld if outcome else 0,
        "characters": outcome.characters if outcome else 0,
        "language": outcome.language if outcome else "",
        "spans": sum(counts.values()),
        "counts": dict(sorted(counts.items())),
        "doubtful": file.doubtful(),
        "problems": [*(outcome.problems if outcome else ()), *([file.unwritten] if file.unwritten else [])],
        "cleaned": list(file.cleaned),
        "changed": len(changed),
        "edited": any(summary.edits for summary in changed.values()),
        "reviewed": file.reviewed,
        "stale": file.state != ASKING and (file.choice != desk.default(session.choice) or (file.state == DONE and file.patients != patients)),
        "version": file.version,
    }


def state_view(desk: Desk, session: Session, since: int = -1) -> dict[str, Any]:
    """The desk; of the files only those that have changed since."""
    with session.lock:
        # Files at work move without anybody touching them.
        shown = [f for f in session.files.values() if f.version > since or f.state == "reading"]
        return {
            "version": session.version,
            "files": [file_view(desk, session, file) for file in shown],
            "order": list(session.files),
            "undo": len(session.undo),
            "redo": len(session.redo),
            "settings": Settings.of(session.choice, session.keep_names).model_dump(),
            "patients": patients_view(session.patients),
            "limits": all_limits(desk.config.limits),
        }


def heads_view(file: DeskFile, start: int, count: int) -> dict[str, Any]:
    """Some documents of a file."""
    heads = file.store.heads()
    shown = []
    changed = file.changed()
    for number in range(start, min(start + count, len(heads))):
        head, summary = heads[number], changed.get(number)
        shown.append(
            {
                "number": number,
                "length": head.length,
                "language": head.language,
                "spans": summary.spans if summary else head.spans,
                "doubtful": summary.doubtful if summary else head.doubtful,
                "revision": file.revisions.get(number, 0),
                "edited": bool(summary and summary.edits),
                "withheld": head.withheld,
                "wide": head.wide,
                "row": head.row,
                "column": head.column,
                "sheet": head.sheet,
                "lead": head.lead,
                "note": head.is_note,
            }
        )
    return {"total": len(heads), "documents": shown}


def document_view(number: int, revision: int, kept: Kept, record: Record) -> dict[str, Any]:
    """A document under review, without its text."""
    pieces = record.pieces()
    length = len(kept.document.text)
    values = record.as_json()
    names = ("start", "end", "label", "score", "source", "replacement", "strategy")
    return {
        "number": number,
        "length": length,
        "language": kept.language,
        "doubtful": sum(map(is_doubtful, record.spans)),
        "revision": revision,
        "edited": bool(record.edits),
        "withheld": kept.withheld,
        "wide": wide(kept.document.text),
        "spans": [dict(zip(names, span, strict=True)) for span in values["spans"]],
        "edits": [{"start": edit.start, "end": edit.end, "text": edit.text} for edit in record.edits],
        "dropped_edits": record.dropped,
        "standing": record.standing,
        "result_length": length + sum(len(piece.text) - len(piece.span) for piece in pieces),
        "problems": list(kept.problems),
    }


def cells_view(file: DeskFile, start: int, count: int) -> dict[str, Any]:
    """Some documents of a file with their texts, as far as they are short and one answer holds them."""
    heads = file.store.heads()
    shown: list[dict[str, Any]] = []
    left = LONGEST
    for number in range(start, min(start + count, len(heads))):
        head = heads[number]
        if head.length > SHORT or head.length > left:
            continue
        left -= head.length
        kept = file.store.kept(head)
        revision = file.revisions.get(number, 0)
        rest = [{"column": column, "text": text} for column, text in kept.rest]
        left -= sum(len(entry["text"]) for entry in rest)
        body = document_view(number, revision, kept, file.store.record(number, revision, kept))
        shown.append(body | {"text": "" if kept.withheld else kept.document.text, "rest": rest})
    return {"documents": shown}


def columns_view(session: Session, file: DeskFile, tables: Sequence[ShownTable]) -> dict[str, Any]:
    """The columns of a file with the guesses and what was chosen."""
    chosen = {(table, column): choice for table, column, choice in file.choices}
    return {
        "tables": [
            {
                "name": table.name,
                "row": table.row,
                "rows": table.rows,
                "columns": [
                    {
                        "number": place + 1,
                        "name": None if PLACE.fullmatch(column.name) else column.name,
                        "role": column.role,
                        "reason": column.reason,
                        "action": column.action,
                        "label": column.label,
                        "guess": column.guess,
                        "choice": chosen.get((number, place)),
                    }
                    for place, column in enumerate(table.columns)
                ],
            }
            for number, table in enumerate(tables)
        ],
        "alike": sum(
            other.state == ASKING and other is not file and alike(other.tables or ()) == alike(tables) for other in list(session.files.values())
        ),
    }


def patients_view(patients: PatientList | None) -> dict[str, int] | None:
    """The list of patients, in numbers."""
    return {"people": patients.people, "names": patients.names, "numbers": patients.numbers} if patients else None


def stretch(text: str, start: int, end: int | None) -> dict[str, Any]:
    """A part of a text, no longer than an answer may be."""
    start = min(start, len(text))
    last = min(len(text) if end is None else max(end, start), len(text), start + LONGEST)
    part = text[start:last]
    return {"text": part, "start": start, "end": last, "length": len(text), "wide": wide(part)}


def result_text(kept: Kept, record: Record) -> str:
    """The result as it stands."""
    return "" if kept.withheld else replaced(kept.document.text, record.pieces())


def changed_view(session: Session, step: Step | None, rule: str | None = None) -> dict[str, Any]:
    """What a step did."""
    with session.lock:
        changed = []
        for change in step.changes if step else ():
            if (file := session.files.get(change.file)) is not None:
                revision = file.revisions.get(change.document, 0)
                summary = file.summaries[change.document, revision] if revision else file.found[change.document]
                changed.append({"file": file.id, "document": change.document, "revision": revision, "spans": summary.spans})
        return {
            "changed": changed,
            "undo": len(session.undo),
            "redo": len(session.redo),
            "version": session.version,
            "rule": rule,
        }
