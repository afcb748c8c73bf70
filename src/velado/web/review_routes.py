"""The page's calls about what was found, and what a person makes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from velado.labels import LABELS
from velado.web.answers import ApiError
from velado.web.api import ERRORS, OurCaller, OurDesk
from velado.web.audit import Caller
from velado.web.desk import Desk, RevisionError, StateError
from velado.web.desk_routes import OurSession, file_of
from velado.web.rules import EVERYWHERE, NEVER, Rule
from velado.web.schemas import (
    Add,
    Changed,
    DocumentBody,
    Edited,
    Everywhere,
    FileEntry,
    Heads,
    Never,
    Patch,
    Reviewed,
    Rules,
    Spans,
    Stretch,
)
from velado.web.sessions import Session, new_id
from velado.web.store import Kept, Record
from velado.web.views import changed_view, document_view, file_view, heads_view, result_text, stretch
from velado.web.workers import RefusedError, StoppedError

__all__ = ["router"]

router = APIRouter(prefix="/api/desk", responses=ERRORS)
Number = Annotated[int, Path(ge=0, le=2**31)]
From = Annotated[int, Query(ge=0, le=2**40)]
To = Annotated[int | None, Query(ge=0, le=2**40)]


def _open(desk: Desk, session: Session, id: str, number: int) -> tuple[Kept, Record, int]:
    file = file_of(session, id)
    try:
        return desk.document(file, number)
    except StateError as error:
        raise ApiError(409, "state", str(error)) from None
    except (IndexError, FileNotFoundError):
        raise ApiError(404, "missing", "there is no such text") from None


def _saved(desk: Desk, session: Session, id: str, number: int, caller: Caller, save: Callable[[], None]) -> dict[str, Any]:
    """Carry out a change, and answer with the document as it is then."""
    desk.audit.write("edited", caller, id)
    try:
        save()
    except RevisionError:
        kept, record, now = _open(desk, session, id, number)
        words = "the text was changed meanwhile"
        raise ApiError(409, "revision", words, document=document_view(number, now, kept, record)) from None
    except StateError as error:
        raise ApiError(409, "state", str(error)) from None
    except IndexError:
        raise ApiError(404, "missing", "there is no such text") from None
    except RefusedError as error:
        raise ApiError(422, "invalid", str(error)) from None
    except StoppedError:
        raise ApiError(503, "stopped", "the server is shutting down") from None
    kept, record, revision = _open(desk, session, id, number)
    return document_view(number, revision, kept, record)


def _known(spans: list[Add]) -> list[tuple[int, int, str]]:
    if any(span.label not in LABELS for span in spans):
        raise ApiError(422, "invalid", "label: there is no such label")
    return [(span.start, span.end, span.label) for span in spans]


@router.get("/files/{id}/documents", response_model=Heads, summary="The texts of a file")
def heads(
    id: str, session: OurSession, start: From = 0, count: Annotated[int, Query(ge=0, le=2_000)] = 200
) -> dict[str, Any]:
    """Most files hold one; tables one per cell."""
    file = file_of(session, id)
    if file.state != "done":
        raise ApiError(409, "state", f"the file is {file.state}")
    return heads_view(file, start, count)


@router.get("/files/{id}/documents/{number}", response_model=DocumentBody, summary="What was found in a text")
def document(id: str, number: Number, session: OurSession, desk: OurDesk) -> dict[str, Any]:
    """Spans, replacements and edits, without the text itself."""
    kept, record, revision = _open(desk, session, id, number)
    return document_view(number, revision, kept, record)


@router.get("/files/{id}/documents/{number}/text", response_model=Stretch, summary="A stretch of the original text")
def text(id: str, number: Number, session: OurSession, desk: OurDesk, start: From = 0, end: To = None) -> dict[str, Any]:
    """Offsets count characters (code points)."""
    kept, _, _ = _open(desk, session, id, number)
    return stretch(kept.document.text, start, end)


@router.get("/files/{id}/documents/{number}/result", response_model=Stretch, summary="A stretch of the result")
def result(id: str, number: Number, session: OurSession, desk: OurDesk, start: From = 0, end: To = None) -> dict[str, Any]:
    """As it would be downloaded now."""
    kept, record, _ = _open(desk, session, id, number)
    return stretch(result_text(kept, record), start, end)


@router.put("/files/{id}/documents/{number}/spans", response_model=DocumentBody, summary="Set all spans of a text")
def set_spans(id: str, number: Number, wanted: Spans, session: OurSession, desk: OurDesk, caller: OurCaller) -> dict[str, Any]:
    """One step of undo."""
    file, places = file_of(session, id), _known(wanted.spans)
    return _saved(
        desk, session, id, number, caller, lambda: desk.save(session, file, number, wanted.revision, "save_spans", places)
    )


@router.patch("/files/{id}/documents/{number}/spans", response_model=DocumentBody, summary="Change a few spans of a text")
def patch_spans(id: str, number: Number, wanted: Patch, session: OurSession, desk: OurDesk, caller: OurCaller) -> dict[str, Any]:
    """First those to remove, then those to add. Adding one that is there confirms it."""
    file, add = file_of(session, id), _known(wanted.add)
    remove = [(place.start, place.end) for place in wanted.remove]
    return _saved(
        desk, session, id, number, caller, lambda: desk.save(session, file, number, wanted.revision, "change_spans", add, remove)
    )


@router.put("/files/{id}/documents/{number}/result", response_model=DocumentBody, summary="Edit the result freely")
def set_result(id: str, number: Number, wanted: Edited, session: OurSession, desk: OurDesk, caller: OurCaller) -> dict[str, Any]:
    """What differs is kept apart from the spans."""
    file = file_of(session, id)
    return _saved(
        desk, session, id, number, caller, lambda: desk.save(session, file, number, wanted.revision, "save_result", wanted.text)
    )


@router.delete("/files/{id}/documents/{number}/result", response_model=DocumentBody, summary="Take free edits back")
def drop_result(id: str, number: Number, session: OurSession, desk: OurDesk, caller: OurCaller) -> dict[str, Any]:
    """The spans stay."""
    file = file_of(session, id)
    return _saved(desk, session, id, number, caller, lambda: desk.save(session, file, number, None, "save_result", None))


@router.put("/files/{id}/reviewed", response_model=FileEntry, summary="Say that a person has looked at a file")
def reviewed(id: str, wanted: Reviewed, session: OurSession, desk: OurDesk, caller: OurCaller) -> dict[str, Any]:
    """It is told in the report, with the name of the reviewer's token."""
    file = file_of(session, id)
    desk.audit.write("reviewed", caller, id, reviewed=wanted.reviewed)
    with session.lock:
        file.reviewed, file.reviewer = wanted.reviewed, caller.user if wanted.reviewed and caller.is_named else ""
        session.touch(file)
        return file_view(desk, session, file)


def _for_all(desk: Desk, session: Session, caller: Caller, kind: str, wanted: Never, label: str = "") -> dict[str, Any]:
    file = file_of(session, wanted.file)
    desk.audit.write("edited", caller, file.id, rule=kind)
    try:
        said = desk.pointed_at(file, wanted.document, wanted.start, wanted.end)
        step = desk.rule(session, Rule(new_id(), kind, said, label))
    except StateError as error:
        raise ApiError(409, "state", str(error)) from None
    except IndexError:
        raise ApiError(404, "missing", "there are no such words") from None
    except RefusedError as error:
        raise ApiError(422, "unreadable", str(error)) from None
    except StoppedError:
        raise ApiError(503, "stopped", "the server is shutting down") from None
    return changed_view(session, step, step.rule.id if step.rule else None)


@router.post("/everywhere", response_model=Changed, summary="This, everywhere in all files")
def everywhere(wanted: Everywhere, session: OurSession, desk: OurDesk, caller: OurCaller) -> dict[str, Any]:
    """The words that stand there are marked wherever they stand as whole words, also in files to come."""
    if wanted.label not in LABELS:
        raise ApiError(422, "invalid", "label: there is no such label")
    return _for_all(desk, session, caller, EVERYWHERE, wanted, wanted.label)


@router.post("/never", response_model=Changed, summary="Never this, in any file")
def never(wanted: Never, session: OurSession, desk: OurDesk, caller: OurCaller) -> dict[str, Any]:
    """Spans of exactly these words are dropped, also in files to come."""
    return _for_all(desk, session, caller, NEVER, wanted)


@router.get("/rules", response_model=Rules, summary="What was said for all files")
def rules(session: OurSession) -> dict[str, Any]:
    """In the order it was said."""
    kept = [{"id": rule.id, "kind": rule.kind, "text": rule.text, "label": rule.label} for rule in session.rules]
    return {"rules": kept}


@router.delete("/rules/{id}", status_code=204, summary="Drop a rule")
def drop_rule(id: str, session: OurSession) -> None:
    """It holds no longer for files to come; what it changed stays until it is undone."""
    with session.lock:
        left = [rule for rule in session.rules if rule.id != id]
        if len(left) == len(session.rules):
            raise ApiError(404, "missing", "there is no such rule")
        session.rules = left
        session.touch()


@router.post("/undo", response_model=Changed, summary="Take the last step back")
def undo(session: OurSession) -> dict[str, Any]:
    """Nothing happens when there is none."""
    with session.saving:
        return changed_view(session, session.move(back=True))


@router.post("/redo", response_model=Changed, summary="Take it forth again")
def redo(session: OurSession) -> dict[str, Any]:
    """Nothing happens when there is none."""
    with session.saving:
        return changed_view(session, session.move(back=False))
