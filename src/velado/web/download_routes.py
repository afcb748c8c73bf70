"""What the page takes away: safe files, the archive, the report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from fastapi.responses import FileResponse, HTMLResponse
from starlette.background import BackgroundTask

from velado.web.answers import ApiError, Json
from velado.web.api import ERRORS, OurCaller, OurDesk
from velado.web.archive import pack
from velado.web.desk import StateError
from velado.web.desk_routes import OurSession, file_of
from velado.web.report import as_html, file_names, report_of
from velado.web.sessions import new_id
from velado.web.workers import RefusedError, StoppedError

__all__ = ["router"]

Language = Literal["es", "pt", "en"]  # of the report for people
router = APIRouter(prefix="/api/desk", responses=ERRORS)
_FILE: dict[int | str, dict[str, Any]] = {200: {"description": "The file, as an attachment", "content": {"application/octet-stream": {}}}}
_ARCHIVE: dict[int | str, dict[str, Any]] = {200: {"description": "The archive", "content": {"application/zip": {}}}}


@router.get("/files/{id}/download", response_class=FileResponse, responses=_FILE, summary="A safe file in its own format")
def download(id: str, session: OurSession, desk: OurDesk, caller: OurCaller) -> FileResponse:
    """Written as it was reviewed, and verified."""
    file = file_of(session, id)
    try:
        safe = desk.written(session, file)
    except StateError as error:
        raise ApiError(409, "state", str(error)) from None
    except RefusedError as error:
        raise ApiError(422, "unreadable", str(error)) from None
    except StoppedError:
        raise ApiError(503, "stopped", "the server is shutting down") from None
    desk.audit.write("released", caller, id)
    return FileResponse(safe, media_type="application/octet-stream", filename=file_names(session)[file.id])


@router.get("/download", response_class=FileResponse, responses=_ARCHIVE, summary="All safe files and the report as ZIP")
def download_all(
    session: OurSession,
    desk: OurDesk,
    caller: OurCaller,
    annotations: Literal["brat", "jsonl"] | None = None,
    on: Annotated[Literal["original", "result"], Query()] = "original",
    language: Language = "en",
) -> FileResponse:
    """With `annotations`, also the corrected spans, on the original or on the result."""
    target = session.path / f"{new_id()}.zip"
    try:
        with_identities = bool(annotations) and on == "original"
        for id in pack(desk, session, target, annotations, on == "result", language):
            desk.audit.write("released", caller, id, with_identities=with_identities)
    except BaseException as error:
        target.unlink(missing_ok=True)
        if isinstance(error, RefusedError):
            raise ApiError(422, "unreadable", str(error)) from None
        if isinstance(error, StoppedError):
            raise ApiError(503, "stopped", "the server is shutting down") from None
        raise
    return FileResponse(
        target, media_type="application/zip", filename="velado.zip", background=BackgroundTask(Path.unlink, target, missing_ok=True)
    )


@router.get("/report", summary="The report alone", response_class=Response, responses={200: {"content": {"application/json": {}, "text/html": {}}}})
def report(session: OurSession, desk: OurDesk, form: Literal["json", "html"] = "json", language: Language = "en") -> Response:
    """What was done to which file, with nothing of a patient in it."""
    made = report_of(desk, session)
    if form == "json":
        return Json(made, headers={"Content-Disposition": 'attachment; filename="report.json"'})
    return HTMLResponse(as_html(made, language), headers={"Content-Disposition": 'attachment; filename="report.html"'})
