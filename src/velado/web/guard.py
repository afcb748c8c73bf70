"""What every request passes first: who is asked, who asks, with which token; and what every answer carries.

It wraps the whole application, so that no route can be forgotten.
"""

from __future__ import annotations

import hmac
import os
import sys
from traceback import format_tb
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from velado.web.answers import ApiError, Json
from velado.web.desk import Desk

__all__ = ["Guard", "is_token"]

SAFE = ("GET", "HEAD", "OPTIONS")
OPEN = ("/api/health", "/api/desk/login")  # what may be called without a token
UPLOADS = ("/api/files", "/api/desk/files")  # these count their bytes themselves
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
}


def is_token(given: str, token: str) -> bool:
    """Compares in a time that tells nothing of where they differ."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), token.encode("utf-8", "replace"))


class Guard:
    """The ASGI application around the application."""

    def __init__(self, app: ASGIApp, desk: Desk) -> None:
        self._app, self._desk, self._config = app, desk, desk.config
        # Six bytes hold any character as JSON, and half as much again the rest of a call.
        self._most = 9 * desk.config.limits.text_characters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, self._counted(scope, receive), sending)
        except ApiError as error:
            if not begun:
                answer = Json({"error": error.error, "message": error.message}, error.status)
                await answer(scope, receive, sending)
        except ClientDisconnect:
            pass  # whoever called has gone, and nobody is left to be told
        except Exception as error:  # its text may hold a piece of a document: only its kind is told
            print(f"velado: {type(error).__name__}: a fault of the program; VELADO_TRACEBACK=1 shows where", file=sys.stderr)
            if os.environ.get("VELADO_TRACEBACK"):
                print("".join(format_tb(error.__traceback__)), end="", file=sys.stderr)
            if not begun:
                answer = Json({"error": "fault", "message": "a fault of the program"}, 500)
                await answer(scope, receive, sending)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._config.own_name(_name_of(hosts[0])):
            raise ApiError(403, "host", "this server is not called by that name")
        path, method = scope["path"], scope["method"]
        if method not in SAFE or path.startswith("/api/"):
            origin = headers.get("origin")
            if origin is not None and _site_of(origin) != hosts[0].lower():
                raise ApiError(403, "origin", "calls from other sites are refused")
            if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
                raise ApiError(403, "origin", "calls from other sites are refused")
        if self._config.token and path.startswith("/api") and path not in OPEN and not self._has_token(headers):
            raise ApiError(401, "token", "the server's token is wanted")

    def _has_token(self, headers: Headers) -> bool:
        kind, _, given = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and is_token(given.strip(), self._config.token):
            return True
        # Whoever logged in has a session: none is made without the token.
        return self._desk.sessions.get(cookie_parser(headers.get("cookie", "")).get(self._desk.cookie, "")) is not None

    def _counted(self, scope: Scope, receive: Receive) -> Receive:
        """What comes in, up to what a call may have."""
        if scope["path"] in UPLOADS:
            return receive
        length = Headers(scope=scope).get("content-length", "")
        if length.isdecimal() and int(length) > self._most:
            raise ApiError(413, "too_large", f"a call may have {self._most:,} bytes")
        seen = 0

        async def counting() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._most:
                raise ApiError(413, "too_large", f"a call may have {self._most:,} bytes")
            return message

        return counting


def _site_of(origin: str) -> str:
    """Where an Origin header says that a page comes from; what cannot be read is no place.

    >>> _site_of("http://LOCALHOST:8765"), _site_of("null"), _site_of("http://[")
    ('localhost:8765', '', '')
    """
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _name_of(host: str) -> str:
    """A Host header without its port.

    >>> _name_of("127.0.0.1:8765"), _name_of("[::1]:8765"), _name_of("localhost")
    ('127.0.0.1', '[::1]', 'localhost')
    """
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]
