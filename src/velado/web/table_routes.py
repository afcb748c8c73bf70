"""The page's calls about tables: what their columns are for, their rows under review, and the list of patients."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool

from velado.web.answers import ApiError
from velado.web.api import ERRORS, OurCaller, OurDesk
from velado.web.audit import Caller
from velado.web.desk import Desk, StateError
from velado.web.desk_routes import FILES, OurSession, ended, file_of, place_for
from velado.web.folder import wipe
from velado.web.schemas import Patients, State
from velado.web.sessions import DONE, Session
from velado.web.table_schemas import Cells, ColumnChoices, Columns
from velado.web.uploads import Arrived, received
from velado.web.views import cells_view, columns_view, patients_view, state_view
from velado.web.workers import RefusedError, StoppedError

__all__ = ["router"]

router = APIRouter(prefix="/api/desk", responses=ERRORS)


def _refused(error: Exception) -> ApiError:
    if isinstance(error, StateError):
        return ApiError(409, "state", str(error))
    if isinstance(error, RefusedError):
        return ApiError(422, "unreadable", str(error))
    return ApiError(503, "stopped", "the server is shutting down")


@router.get("/files/{id}/columns", response_model=Columns, summary="What the columns of a table are for")
def columns(id: str, session: OurSession, desk: OurDesk) -> dict[str, Any]:
    """As it was guessed from their values and names, and as somebody chose. No tables: the file is none."""
    file = file_of(session, id)
    try:
        return columns_view(session, file, desk.tables(session, file))
    except (StateError, RefusedError, StoppedError) as error:
        raise _refused(error) from None


@router.put("/files/{id}/columns", response_model=State, summary="Say what the columns are for, and have the table read")
def choose(id: str, wanted: ColumnChoices, session: OurSession, desk: OurDesk) -> dict[str, Any]:
    """Of columns that are not named the guess holds. With `same`, also for files with the same columns that wait or come later.

    A file that was read before is read afresh; its review is lost.
    """
    file = file_of(session, id)
    choices = {(entry.table, entry.column): entry.choice for entry in wanted.choices}
    try:
        desk.choose(session, file, tuple((table, column, choice) for (table, column), choice in choices.items()), wanted.same)
    except (StateError, RefusedError, StoppedError) as error:
        raise _refused(error) from None
    except IndexError:
        raise ApiError(422, "invalid", "choices: there is no such column") from None
    return state_view(desk, session)


@router.get("/files/{id}/cells", response_model=Cells, summary="Short texts of a file with what was found")
def cells(
    id: str, session: OurSession, start: Annotated[int, Query(ge=0, le=2**31)] = 0, count: Annotated[int, Query(ge=0, le=500)] = 100
) -> dict[str, Any]:
    """For tables, whose cells are many. Texts that are longer, or too much for one answer, are left out."""
    file = file_of(session, id)
    if file.state != DONE:
        raise ApiError(409, "state", f"the file is {file.state}")
    return cells_view(file, start, count)


@router.put("/patients", response_model=Patients, summary="Upload a list of patients", openapi_extra=FILES)
async def set_patients(request: Request, session: OurSession, desk: OurDesk, caller: OurCaller) -> dict[str, Any]:
    """One part named `files`: a CSV file with a row of titles and columns of names or numbers, which are searched in all files that
    are read from now on. It takes the place of the list before, and is wiped with the session."""
    come = 0
    check_room = desk.check_room()

    def coming(size: int) -> None:
        nonlocal come
        check_room(size)
        come += size
        session.bytes_coming += size
        session.seen = time.monotonic()
        if session.closed:
            raise ended()

    try:
        with desk.uploading(caller.owner):
            form = await received(request, partial(place_for, desk, session), desk.config.limits.file_bytes, 1, coming)
    finally:
        session.bytes_coming -= come
    if not form.arrived:
        raise ApiError(422, "invalid", "files: a list is wanted")
    return await run_in_threadpool(_listed, desk, session, form.arrived[0], caller)


def _listed(desk: Desk, session: Session, arrived: Arrived, caller: Caller) -> dict[str, Any]:
    kept = False
    try:
        desk.audit.write("uploaded", caller, arrived.folder.name)
        found = desk.patients(session, arrived.folder, arrived.path)
        kept = True
    except StateError:
        raise ended() from None
    except RefusedError as error:
        raise ApiError(422, "patients", str(error)) from None
    except StoppedError as error:
        raise _refused(error) from None
    finally:
        if not kept:
            wipe(arrived.folder)
    return patients_view(found) or {}


@router.delete("/patients", status_code=204, summary="Wipe the list of patients")
def drop_patients(session: OurSession, desk: OurDesk, caller: OurCaller) -> None:
    """Files that were read with it stay as they are until they are read again."""
    try:
        gone = desk.drop_patients(session)
    except StateError:
        raise ended() from None
    if gone is None:
        raise ApiError(404, "missing", "there is no list of patients")
    desk.audit.try_to_write("deleted", caller, Path(gone.path).parent.name)
