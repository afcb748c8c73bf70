"""The stateless API for programs: a text or a document in, the safe one out, nothing kept."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import FileResponse
from starlette.background import BackgroundTask

from velado import __version__
from velado.web.answers import ApiError
from velado.web.choices import Choice
from velado.web.desk import Desk
from velado.web.folder import wipe
from velado.web.jobs import Reading
from velado.web.offers import all_formats, all_labels, all_limits, all_policies, all_recognisers
from velado.web.schemas import Call, ErrorBody, FormatEntry, Found, Health, LabelEntry, Named, Policy, Replaced
from velado.web.sessions import new_id
from velado.web.uploads import received
from velado.web.workers import Job, RefusedError, StoppedError

__all__ = ["ERRORS", "desk_of", "router"]

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": words}
    for status, words in {
        400: "The call cannot be read",
        401: "The token or the session is missing",
        403: "Called by another name or from another site",
        404: "There is no such thing",
        409: "Not in a state for this",
        413: "Beyond a limit of size",
        422: "Not as it should be, or the document cannot be handled safely",
        429: "Beyond a limit of number",
        503: "Too much work is waiting",
    }.items()
}
router = APIRouter(prefix="/api", responses=ERRORS)
FORM = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {
                        "file": {"type": "string", "format": "binary"},
                        "policy": {"type": "string", "default": "everything"},
                        "replace": {"type": "string"},
                        "language": {"type": "string", "default": "auto"},
                    },
                }
            }
        },
    }
}


def desk_of(request: Request) -> Desk:
    """The desk of the application."""
    desk: Desk = request.app.state.desk
    return desk


OurDesk = Annotated[Desk, Depends(desk_of)]


def _checked(choice: Choice) -> Choice:
    if problem := choice.problem():
        raise ApiError(422, "invalid", problem)
    return choice


async def _read(desk: Desk, call: Call) -> dict[str, Any]:
    choice = _checked(call.choice())
    if len(call.text) > desk.config.limits.text_characters:
        raise ApiError(413, "too_large", f"a text may have {desk.config.limits.text_characters:,} characters")
    if desk.quick.waiting >= desk.config.limits.waiting:
        raise ApiError(503, "busy", "too many texts are waiting; try again soon")
    try:
        return await desk.text(choice, call.text)
    except RefusedError as error:
        raise ApiError(422, "unreadable", str(error)) from None
    except StoppedError:
        raise ApiError(503, "stopped", "the server is shutting down") from None


@router.post("/detect", response_model=Found, summary="Where a text identifies somebody")
async def detect(call: Call, desk: OurDesk) -> dict[str, Any]:
    """Spans with offsets into the text as it was sent, whatever the policy does with them."""
    answer = await _read(desk, call)
    names = ("start", "end", "label", "score", "source")
    spans = [dict(zip(names, span, strict=False)) for span in answer["spans"]]
    return {"text": call.text, "language": answer["language"], "spans": spans}


@router.post("/deidentify", response_model=Replaced, summary="A text without the people in it")
async def deidentify(call: Call, desk: OurDesk) -> dict[str, Any]:
    """The safe text, and what stood where in the one that was sent."""
    answer = await _read(desk, call)
    names = ("start", "end", "label", "score", "source", "replacement")
    spans = [dict(zip(names, span, strict=True)) for span in answer["spans"]]
    return {"text": answer["text"], "language": answer["language"], "spans": spans}


@router.post(
    "/files",
    summary="A document without the people in it",
    openapi_extra=FORM,
    response_class=FileResponse,
    responses={200: {"description": "The safe document in its own format", "content": {"application/octet-stream": {}}}},
)
async def files(request: Request, desk: OurDesk) -> FileResponse:
    """The document comes back in its own format once what was written has been verified; else the answer is 422."""
    folder = desk.folder.room(new_id())

    def place(name: str) -> tuple[Path, Path]:
        inner, source = desk.place(folder, name)
        return inner, source

    job: Job | None = None
    try:
        form = await received(request, place, desk.config.limits.file_bytes, 1)
        if not form.arrived:
            raise ApiError(422, "invalid", "file: a document is wanted")
        if strange := sorted(form.fields.keys() - {"policy", "replace", "language"}):
            raise ApiError(422, "invalid", f"there are {len(strange)} fields too many: a form has file, policy, replace, language")
        fields = form.fields
        choice = _checked(
            Choice(fields.get("policy") or "everything", fields.get("replace") or None, None, fields.get("language") or "auto")
        )
        if desk.files.waiting >= desk.config.limits.waiting:
            raise ApiError(503, "busy", "too many files are waiting; try again soon")
        arrived = form.arrived[0]
        reading = Reading(
            str(arrived.folder), str(arrived.path), desk.default(choice), desk.config.key, (), desk.config.limits.file_bytes
        )
        job = desk.files.put(Job("read_file", (reading,), desk.config.limits.file_seconds))
        outcome = await asyncio.wrap_future(job.future)
        safe = arrived.folder / f"safe{arrived.path.suffix}"
        if outcome.withheld:
            raise ApiError(422, "unreadable", "; ".join(outcome.problems))
        return FileResponse(safe, media_type="application/octet-stream", filename=safe.name, background=BackgroundTask(wipe, folder))
    except BaseException as error:
        if job is not None:
            await asyncio.to_thread(job.end)
        wipe(folder)
        if isinstance(error, RefusedError):
            raise ApiError(422, "unreadable", str(error)) from None
        if isinstance(error, StoppedError):
            raise ApiError(503, "stopped", "the server is shutting down") from None
        raise


@router.get("/policies", response_model=list[Policy], summary="Which policies there are")
def policies() -> list[dict[str, Any]]:
    """What each does with every label."""
    return all_policies()


@router.get("/labels", response_model=list[LabelEntry], summary="Which labels there are")
def labels() -> list[dict[str, Any]]:
    """With their names in other schemes."""
    return all_labels()


@router.get("/formats", response_model=list[FormatEntry], summary="Which documents can be handled")
def formats() -> list[dict[str, Any]]:
    """And what is missing for those that cannot."""
    return all_formats()


@router.get("/recognisers", response_model=list[Named], summary="What looks for spans")
def recognisers() -> list[dict[str, str]]:
    """The rules beside the learned model."""
    return all_recognisers()


@router.get("/health", response_model=Health, summary="Whether the server is there")
def health(desk: OurDesk) -> dict[str, Any]:
    """Also how much may be asked of it, and whether it wants a token."""
    limits = all_limits(desk.config.limits)
    return {"status": "ok", "version": __version__, "token": bool(desk.config.token), "limits": limits}
