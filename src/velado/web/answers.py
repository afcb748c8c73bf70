"""How the server answers: JSON that can hold any text, and errors in words that carry nothing of a document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

__all__ = ["ApiError", "Json", "api_error", "http_error", "wrong_call"]

_KINDS = {404: "missing", 405: "missing", 413: "too_large", 429: "too_many"}


class ApiError(Exception):
    """An answer that is not what was asked for. `message` is shown as it is."""

    def __init__(self, status: int, error: str, message: str, headers: Mapping[str, str] | None = None, **more: Any) -> None:
        super().__init__(error)
        self.status, self.error, self.message, self.headers, self.more = status, error, message, headers, more


class Json(JSONResponse):
    """JSON in ASCII: a text may hold half a surrogate pair, which UTF-8 cannot."""

    def render(self, content: Any) -> bytes:
        """The bytes."""
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")


async def api_error(request: Request, error: Exception) -> Json:
    """Our own errors."""
    assert isinstance(error, ApiError)
    return Json({"error": error.error, "message": error.message, **error.more}, error.status, error.headers)


async def http_error(request: Request, error: Exception) -> Json:
    """Those of the framework: its words name methods and addresses, so only the kind is told."""
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, ApiError):  # ours, met while the body came in
        return await api_error(request, error.__cause__)
    kind = _KINDS.get(error.status_code, "invalid")
    words = {404: "there is no such address", 405: "this address does not take that method"}
    message = words.get(error.status_code, "the call cannot be read")
    return Json({"error": kind, "message": message}, error.status_code, error.headers)


async def wrong_call(request: Request, error: Exception) -> Json:
    """A call whose JSON is not as it should be: where is told, never what stands there."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    # Names of fields that a caller made up are part of what it sent.
    place = [str(part) for part in first["loc"] if first["type"] != "extra_forbidden"][:3]
    words = first["msg"] if first["type"] not in ("value_error", "json_invalid") else "not as it should be"
    return Json({"error": "invalid", "message": f"{'.'.join(place) or first['loc'][0]}: {words}"}, 422)
