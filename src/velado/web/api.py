"""The stateless API for programs: a text or a document in, the safe one out, nothing kept."""

from __future__ import annotations

import asyncio
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import FileResponse
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool

from velado import __version__
from velado.web.answers import ApiError
from velado.web.audit import Caller
from velado.web.choices import Choice
from velado.web.desk import Desk
from velado.web.folder import wipe
from velado.web.guard import caller_of
from velado.web.offers import all_labels, all_limits, names_in
from velado.web.schemas import Call, ErrorBody, FormatEntry, Found, Health, LabelEntry, Named, Policy, Replaced
from velado.web.sessions import new_id
from velado.web.uploads import received
from velado.web.work import Outcome, Reading
from velado.web.workers import Job, RefusedError, StoppedError

__all__ = ["ERRORS", "OurCaller", "OurDesk", "check_waiting", "desk_of", "offered_by", "router"]

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
        503: "Too much work is waiting, or the audit log cannot be written",
        507: "The disk is full",
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


def _caller_of(request: Request) -> Caller:
    return caller_of(request.scope)


OurDesk = Annotated[Desk, Depends(desk_of)]
OurCaller = Annotated[Caller, Depends(_caller_of)]


async def _check(desk: Desk, choice: Choice) -> Choice:
    if problem := choice.problem(names_in(await run_in_threadpool(offered_by, desk))):
        raise ApiError(422, "invalid", problem)
    return choice


def offered_by(desk: Desk) -> dict[str, Any]:
    """Return what the engine offers. Raises ApiError."""
    try:
        return desk.catalogue()
    except RefusedError as error:
        raise ApiError(503, "busy", str(error)) from None
    except (StoppedError, CancelledError):
        raise ApiError(503, "stopped", "the server is shutting down") from None


def check_waiting(desk: Desk, owner: str) -> None:
    """Raise ApiError when a user has too much waiting."""
    if desk.waiting_of(owner) >= desk.config.limits.waiting:
        raise ApiError(503, "busy", "Too much of yours is waiting. Try again soon.")


async def _read(desk: Desk, call: Call, caller: Caller) -> dict[str, Any]:
    choice = await _check(desk, call.choice())
    if len(call.text) > desk.config.limits.text_characters:
        raise ApiError(413, "too_large", f"a text may have {desk.config.limits.text_characters:,} characters")
    check_waiting(desk, caller.owner)
    try:
        return await desk.text(choice, call.text, caller.owner)
    except RefusedError as error:
        raise ApiError(422, "unreadable", str(error)) from None
    except StoppedError:
        raise ApiError(503, "stopped", "the server is shutting down") from None


@router.post("/detect", response_model=Found, summary="Where a text identifies somebody")
async def detect(call: Call, desk: OurDesk, caller: OurCaller) -> dict[str, Any]:
    """Spans with offsets into the text as it was sent, whatever the policy does with them."""
    answer = await _read(desk, call, caller)
    names = ("start", "end", "label", "score", "source")
    spans = [dict(zip(names, span, strict=False)) for span in answer["spans"]]
    return {"text": call.text, "language": answer["language"], "spans": spans}


@router.post("/deidentify", response_model=Replaced, summary="A text without the people in it")
async def deidentify(call: Call, desk: OurDesk, caller: OurCaller) -> dict[str, Any]:
    """The safe text, and what stood where in the one that was sent."""
    answer = await _read(desk, call, caller)
    await run_in_threadpool(desk.audit.write, "released", caller, new_id())
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
async def files(request: Request, desk: OurDesk, caller: OurCaller) -> FileResponse:
    """The document comes back in its own format once what was written has been verified; else the answer is 422."""
    id = new_id()
    folder = desk.folder.room(id)

    def place(name: str) -> tuple[Path, Path]:
        inner, source = desk.place(folder, name)
        return inner, source

    job: Job | None = None
    try:
        with desk.uploading(caller.owner):
            form = await received(request, place, desk.config.limits.file_bytes, 1, desk.check_room())
        if not form.arrived:
            raise ApiError(422, "invalid", "file: a document is wanted")
        if strange := sorted(form.fields.keys() - {"policy", "replace", "language"}):
            raise ApiError(422, "invalid", f"there are {len(strange)} fields too many: a form has file, policy, replace, language")
        fields = form.fields
        choice = await _check(
            desk, Choice(fields.get("policy") or "everything", fields.get("replace") or None, None, fields.get("language") or "auto")
        )
        check_waiting(desk, caller.owner)
        arrived = form.arrived[0]
        await run_in_threadpool(desk.audit.write, "uploaded", caller, id)
        reading = Reading(
            str(arrived.folder), str(arrived.path), desk.default(choice), desk.config.key, (), desk.config.limits.file_bytes
        )
        size = arrived.path.stat().st_size
        job = desk.job(caller.owner, size, desk.config.limits.seconds_for(size), "read_file", reading)
        desk.files.put(job)
        outcome = Outcome.of(await asyncio.wrap_future(job.future))
        safe = arrived.folder / f"safe{arrived.path.suffix}"
        if outcome.withheld:
            raise ApiError(422, "unreadable", "; ".join(outcome.problems))
        await run_in_threadpool(desk.audit.write, "released", caller, id)
        return FileResponse(safe, media_type="application/octet-stream", filename=safe.name, background=BackgroundTask(wipe, folder))
    except BaseException as error:
        if job is not None:
            await run_in_threadpool(job.end)
        wipe(folder)
        if isinstance(error, RefusedError):
            raise ApiError(422, "unreadable", str(error)) from None
        if isinstance(error, StoppedError):
            raise ApiError(503, "stopped", "the server is shutting down") from None
        raise


@router.get("/policies", response_model=list[Policy], summary="Which policies there are")
def policies(desk: OurDesk) -> Any:
    """What each does with every label."""
    return offered_by(desk)["policies"]


@router.get("/labels", response_model=list[LabelEntry], summary="Which labels there are")
def labels() -> list[dict[str, Any]]:
    """With their names in other schemes."""
    return all_labels()


@router.get("/formats", response_model=list[FormatEntry], summary="Which documents can be handled")
def formats(desk: OurDesk) -> Any:
    """And what is missing for those that cannot."""
    return offered_by(desk)["formats"]


@router.get("/recognisers", response_model=list[Named], summary="What looks for spans")
def recognisers(desk: OurDesk) -> Any:
    """The rules beside the learned model."""
    return offered_by(desk)["recognisers"]


@router.get("/health", response_model=Health, summary="Whether the server is there")
def health(desk: OurDesk) -> dict[str, Any]:
    """Also how much may be asked of it, and whether it wants a token."""
    limits = all_limits(desk.config.limits)
    return {"status": "ok", "version": __version__, "token": desk.config.identifies, "shared": desk.config.shared, "limits": limits}
