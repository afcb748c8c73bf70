"""The application: routes, the page, and the guard around them."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.exceptions import HTTPException

from velado import __version__
from velado.web import api, desk_routes, download_routes, review_routes, table_routes
from velado.web.answers import ApiError, Json, api_error, http_error, wrong_call
from velado.web.config import Config
from velado.web.desk import Desk
from velado.web.guard import Guard
from velado.web.reference import STYLE, as_page

__all__ = ["create"]

THREADS = 250
PAGE = Path(__file__).parent / "page"
# What the machine's own tables say is not to be relied upon.
_KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".json": "application/json", ".svg": "image/svg+xml"}
_DESCRIPTION = "Takes the identity of people out of clinical text. Offsets count characters (Unicode code points), half open."


def create(config: Config | None = None, home: Path | None = None) -> FastAPI:
    """The application for a server. `home` is where its private folder is made: the system's temporary one, if not told.

    Workers start at once and end, and everything is wiped, when the server shuts down.
    """
    config = config or Config()
    desk = Desk(config, home)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        # Calls of the page wait for workers in threads; each user may have only some of them.
        current_default_thread_limiter().total_tokens = THREADS
        try:
            yield
        finally:
            desk.close()

    app = FastAPI(
        title="Velado",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,  # FastAPI's own pages load scripts from elsewhere
        redoc_url=None,
        openapi_url=None,  # FastAPI renders its description anew for every call, which makes the call costly
        default_response_class=Json,
        lifespan=life,
        exception_handlers={ApiError: api_error, HTTPException: http_error, RequestValidationError: wrong_call},
    )
    app.state.desk = desk
    for module in (api, desk_routes, table_routes, review_routes, download_routes):
        app.include_router(module.router)
    app.add_middleware(Guard, desk=desk)
    _add_pages(app)
    return app


def _add_pages(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    def index() -> FileResponse:
        return _page_file("index.html")

    @app.get("/favicon.ico", include_in_schema=False)
    def icon() -> FileResponse:
        return _page_file("icon.svg")

    @app.get("/page/{path:path}", include_in_schema=False)
    def page(path: str) -> FileResponse:
        return _page_file(path)

    @app.get("/api", include_in_schema=False)
    def reference(request: Request) -> HTMLResponse:
        return HTMLResponse(as_page(request.app.openapi()))

    @app.get("/api/openapi.json", include_in_schema=False)
    def description() -> Response:
        return Response(_description(app), media_type="application/json")

    @app.get("/reference.css", include_in_schema=False)
    def style() -> HTMLResponse:
        return HTMLResponse(STYLE, media_type="text/css")


@cache
def _description(app: FastAPI) -> bytes:
    return bytes(Json(app.openapi()).body)


def _page_file(path: str) -> FileResponse:
    """A file of the page; no way leads out of its folder."""
    try:
        file = (PAGE / path).resolve()
        found = file.is_relative_to(PAGE) and file.is_file()
    except (OSError, ValueError):  # a name that no file can have
        found = False
    if not found:
        raise ApiError(404, "missing", "there is no such address")
    kind = _KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return FileResponse(file, media_type=kind)
