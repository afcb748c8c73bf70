"""The page's calls about the session, its settings and its files."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from velado.web.answers import ApiError
from velado.web.api import ERRORS, OurCaller, OurDesk, desk_of, offered_by
from velado.web.audit import AuditError, Caller
from velado.web.desk import Desk, StateError
from velado.web.folder import wipe
from velado.web.guard import LOCAL, caller_of, check_token
from velado.web.offers import all_choices, all_models, names_in
from velado.web.schemas import Choices, FileList, Login, ModelState, Pasted, Settings, Some, State
from velado.web.sessions import ASKING, DeskFile, Session
from velado.web.uploads import Arrived, plain_name, received
from velado.web.views import file_view, state_view

__all__ = ["OurSession", "ended", "file_of", "place_for", "router"]

router = APIRouter(prefix="/api/desk", responses=ERRORS)
LOOK = 0.15  # seconds between looks for something new
ALIVE = 15.0  # seconds after which a silent stream says that it is still there
FILES = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["files"],
                    "properties": {"files": {"type": "array", "items": {"type": "string", "format": "binary"}}},
                }
            }
        },
    }
}


def session_of(request: Request) -> Session:
    """The session of a call's cookie."""
    desk = desk_of(request)
    session = desk.sessions.get(request.cookies.get(desk.cookie, ""))
    if session is None or session.user != caller_of(request.scope).user:
        raise ApiError(401, "session", "there is no session, or it has expired")
    return session


OurSession = Annotated[Session, Depends(session_of)]


def file_of(session: Session, id: str) -> DeskFile:
    """A file of the session; those of others do not exist."""
    file = session.files.get(id)
    if file is None:
        raise ApiError(404, "missing", "there is no such file")
    return file


def _some(session: Session, some: Some) -> list[DeskFile]:
    with session.lock:
        return list(session.files.values()) if some.files is None else [file_of(session, id) for id in some.files]


def ended() -> ApiError:
    """The answer to who is too late."""
    return ApiError(401, "session", "the session has ended")


def place_for(desk: Desk, session: Session, name: str) -> tuple[Path, Path]:
    """A fresh folder in the session's, and where a file's content goes."""
    try:
        return desk.place(session.path, name)
    except FileNotFoundError:  # cleared while the file was coming
        raise ended() from None


def _added(desk: Desk, session: Session, arrived: Sequence[Arrived], caller: Caller, asks: bool = False) -> dict[str, Any]:
    try:
        for one in arrived:
            desk.audit.write("uploaded", caller, one.folder.name)
        if asks:
            offered_by(desk)  # which files are tables
        files = [desk.add(session, one.folder, one.path, one.name, asks) for one in arrived]
    except (ApiError, StateError, AuditError) as error:
        for one in arrived:
            wipe(one.folder)
        if isinstance(error, StateError):
            raise ended() from None
        raise
    return {"files": [file_view(desk, session, file) for file in files]}


def _begin(desk: Desk, request: Request, response: Response, user: str, is_named: bool) -> dict[str, Any]:
    session = desk.sessions.get(request.cookies.get(desk.cookie, ""))
    if session is None or session.user != user:
        session = desk.sessions.make(user, user if is_named else "")
    if session is None:
        raise ApiError(429, "too_many", "too many people are using this server; try again later")
    response.set_cookie(desk.cookie, session.id, path="/", httponly=True, samesite="strict", secure=desk.config.secure)
    return state_view(desk, session)


@router.post("/session", response_model=State, summary="Make a session, or go on with it")
def begin(request: Request, response: Response, desk: OurDesk, caller: OurCaller) -> dict[str, Any]:
    """The session's cookie comes with the answer."""
    return _begin(desk, request, response, caller.user, caller.is_named)


@router.post("/login", response_model=State, summary="Make a session with the server's token")
async def login(login: Login, request: Request, response: Response, desk: OurDesk, caller: OurCaller) -> dict[str, Any]:
    """Once; the cookie stands for the token from then on."""
    user = check_token(desk, login.token, caller.client) if desk.config.identifies else LOCAL
    await run_in_threadpool(desk.audit.write, "login", Caller(user, caller.client))
    return _begin(desk, request, response, user, caller.is_named)


@router.delete("/session", status_code=204, summary="Clear everything")
def clear(session: OurSession, desk: OurDesk, response: Response, caller: OurCaller) -> None:
    """Files, texts, changes, rules and settings are wiped from the disk."""
    desk.sessions.end(session, caller)
    response.delete_cookie(desk.cookie, path="/", httponly=True, samesite="strict", secure=desk.config.secure)


@router.get("/choices", response_model=Choices, summary="What the settings offer")
def choices(desk: OurDesk) -> dict[str, Any]:
    """Policies, labels, formats, recognisers, strategies, styles, languages, models."""
    return all_choices(desk.config, offered_by(desk))


@router.get("/settings", response_model=Settings, summary="The settings of the session")
def settings(session: OurSession) -> Settings:
    """As they were set last."""
    return Settings.of(session.choice, session.keep_names)


@router.put("/settings", response_model=Settings, summary="Change the settings")
def set_settings(wanted: Settings, session: OurSession, desk: OurDesk) -> Settings:
    """They hold for files to come; `again` handles those that are there with them."""
    choice = wanted.choice()
    if problem := choice.problem(names_in(offered_by(desk))):
        raise ApiError(422, "invalid", problem)
    known = all_models(desk.config)
    if desk.config.shared and choice.model not in known:  # nobody elsewhere may have this machine open a folder
        raise ApiError(422, "invalid", f"model: there is {', '.join(known)}")
    if choice.model not in known and Path(choice.model).is_absolute() and not Path(choice.model).is_dir():
        raise ApiError(422, "invalid", "model: there is no such folder")
    with session.lock:
        session.choice, session.keep_names = choice, wanted.keep_names
        for file in session.files.values():
            if file.state == ASKING:  # nothing was done with the settings of before
                file.choice = desk.default(choice)
        session.touch(*session.files.values())  # they may be stale now
    return Settings.of(choice, wanted.keep_names)


@router.post("/files", response_model=FileList, status_code=201, summary="Put files on the desk", openapi_extra=FILES)
async def add_files(
    request: Request, session: OurSession, desk: OurDesk, caller: OurCaller, columns: Literal["guess", "ask"] = "guess"
) -> dict[str, Any]:
    """Any number of parts named `files`; they are read in the background. With `columns=ask`, tables wait until somebody has said
    what their columns are for."""
    limits = desk.config.limits
    come = 0
    check_room = desk.check_room()
    elsewhere = desk.sessions.size_of(session.owner) - session.size  # in other sessions of the same user

    def coming(size: int) -> None:
        nonlocal come
        check_room(size)
        come += size
        session.bytes_coming += size
        session.seen = time.monotonic()
        if session.closed:
            raise ended()
        if elsewhere + session.size > limits.session_bytes:
            raise ApiError(413, "too_large", f"All your files together may have {limits.session_bytes:,} bytes. Remove some first.")

    try:
        with desk.uploading(caller.owner):
            left = limits.session_files - len(session.files)
            form = await received(request, partial(place_for, desk, session), limits.file_bytes, left, coming)
    finally:
        session.bytes_coming -= come
    if not form.arrived:
        raise ApiError(422, "invalid", "files: at least one file is wanted")
    return await run_in_threadpool(_added, desk, session, form.arrived, caller, columns == "ask")


@router.post("/texts", response_model=FileList, status_code=201, summary="Put a pasted text on the desk")
def add_text(pasted: Pasted, session: OurSession, desk: OurDesk, caller: OurCaller) -> dict[str, Any]:
    """It becomes a file like any other."""
    limits = desk.config.limits
    if len(pasted.text) > limits.text_characters:
        raise ApiError(413, "too_large", f"a text may have {limits.text_characters:,} characters")
    if len(session.files) >= limits.session_files:
        raise ApiError(429, "too_many", "too many files; take some away first")
    desk.check_room()(0)
    name = plain_name(pasted.name) if pasted.name else "text"
    name = name if name.endswith(".txt") else f"{name}.txt"
    folder, source = place_for(desk, session, name)
    source.write_bytes(pasted.text.encode("utf-8"))
    return _added(desk, session, [Arrived(folder, source, name)], caller)


@router.get("/files", response_model=State, summary="The state of the desk")
def state(session: OurSession, desk: OurDesk, since: Annotated[int, Query(ge=-1, le=2**53)] = -1) -> dict[str, Any]:
    """With `since`, only the files that have changed after that version."""
    return state_view(desk, session, since)


@router.get("/events", summary="The state of the desk, whenever it changes", response_class=StreamingResponse, responses={200: {"content": {"text/event-stream": {}}}})
async def events(session: OurSession, desk: OurDesk, since: Annotated[int, Query(ge=-1, le=2**53)] = -1) -> StreamingResponse:
    """Server-sent events named `state`. The oldest stream of a session ends when there are too many."""
    own = object()
    session.streams.append(own)
    del session.streams[: -desk.config.limits.streams]

    async def stream() -> AsyncIterator[str]:
        version, last = since, 0.0
        yield "retry: 1000\n\n"
        try:
            while not desk.stopping.is_set() and not session.closed and own in session.streams:
                now = time.monotonic()
                busy = any(file.state == "reading" for file in list(session.files.values()))
                if session.version > version or (busy and now - last > 0.5):
                    view = state_view(desk, session, version)
                    version, last = view["version"], now
                    yield f"event: state\ndata: {json.dumps(view)}\n\n"
                elif now - last > ALIVE:
                    last = session.seen = now
                    yield ": still here\n\n"
                await asyncio.sleep(LOOK)
        finally:
            if own in session.streams:
                session.streams.remove(own)

    return StreamingResponse(stream(), media_type="text/event-stream")


@router.post("/cancel", response_model=State, summary="Stop files that wait or are being read")
def cancel(some: Some, session: OurSession, desk: OurDesk) -> dict[str, Any]:
    """All of them when none are named."""
    desk.cancel(session, _some(session, some))
    return state_view(desk, session)


@router.post("/again", response_model=State, summary="Handle files afresh with the settings of now")
def again(some: Some, session: OurSession, desk: OurDesk) -> dict[str, Any]:
    """Their review is lost. All of them when none are named."""
    desk.again(session, _some(session, some))
    return state_view(desk, session)


@router.delete("/files/{id}", status_code=204, summary="Wipe a file")
def remove(id: str, session: OurSession, desk: OurDesk, caller: OurCaller) -> None:
    """And all that was made of it."""
    session.remove(file_of(session, id))
    desk.audit.try_to_write("deleted", caller, id)


@router.post("/model", response_model=ModelState, summary="Load the model of the settings")
def load_model(session: OurSession, desk: OurDesk) -> dict[str, Any]:
    """So that the first file need not wait for it."""
    desk.load_model(session)
    return session.model


@router.get("/model", response_model=ModelState, summary="How far the loading is")
def model(session: OurSession) -> dict[str, Any]:
    """`progress` is null when nobody can tell."""
    return session.model


