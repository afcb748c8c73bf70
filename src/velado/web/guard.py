"""What every request passes first: who is asked, who asks, with which token; and what every answer carries.

It wraps the whole application, so that no route can be forgotten.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from traceback import format_tb
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from velado.web.answers import ApiError, Json
from velado.web.audit import AuditError, Caller
from velado.web.config import host_name, is_loopback
from velado.web.desk import Desk
from velado.web.sessions import Session
from velado.web.tokens import ThrottledError

__all__ = ["LOCAL", "Guard", "caller_of", "check_token"]

SAFE = ("GET", "HEAD", "OPTIONS")
OPEN = ("/api/health", "/api/desk/login")  # what may be called without a token
UPLOADS = ("/api/files", "/api/desk/files")  # these count their bytes themselves
EVENTS = "/api/desk/events"
SMALL = 250_000  # bytes of a call that is let through whatever else its user sends
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


LOCAL = "local"  # the user where nobody has to say who they are


def caller_of(scope: Scope) -> Caller:
    """Return who makes a request that has passed the guard."""
    caller: Caller = scope["velado.caller"]
    return caller


def check_token(desk: Desk, given: str, client: str) -> str:
    """Return the name of a token. Raises ApiError when it is wrong, or when the client has guessed too often."""
    try:
        name = desk.tokens.name_of(given, client)
    except ThrottledError as error:
        message = f"Too many wrong tokens. Try again in {error.seconds} seconds."
        raise ApiError(429, "throttled", message, headers={"Retry-After": str(error.seconds)}) from None
    if name is None:
        desk.audit.try_to_write("login_failed", Caller("", client))
        raise ApiError(401, "token", "The token is wrong.")
    return name


class Guard:
    """The ASGI application around the application."""

    def __init__(self, app: ASGIApp, desk: Desk) -> None:
        self._app, self._desk, self._config = app, desk, desk.config
        # Six bytes hold any character as JSON, and half as much again the rest of a call.
        self._most = 9 * desk.config.limits.text_characters
        self._shares: dict[str, _Share] = {}

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
            with self._call(scope) as call:
                await self._app(scope, self._counted(scope, receive, call), sending)
        except ApiError as error:
            if not begun:
                answer = Json({"error": error.error, "message": error.message}, error.status, error.headers)
                await answer(scope, receive, sending)
        except AuditError:
            if not begun:
                message = "The audit log cannot be written, so nothing is done or released. Make room for it and try again."
                answer = Json({"error": "audit", "message": message}, 503)
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
        client = self._client(scope, headers)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._config.own_name(hosts[0]):
            raise ApiError(403, "host", "This server does not go by that name. Start it with --name NAME to add one.")
        path, method = scope["path"], scope["method"]
        if method not in SAFE or path.startswith("/api/"):
            origin = headers.get("origin")
            if origin is not None and not self._is_own_origin(origin, hosts[0]):
                raise ApiError(403, "origin", "Calls from other sites are refused.")
            if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
                raise ApiError(403, "origin", "Calls from other sites are refused.")
        session = self._desk.sessions.get(cookie_parser(headers.get("cookie", "")).get(self._desk.cookie, ""))
        user = self._user(headers, client, scope, session) if path.startswith("/api") and path not in OPEN else ""
        if user is None:
            raise ApiError(401, "token", "Token missing. Open the address with its token, or send it as a bearer token.")
        if self._is_named and user:
            owner = user
        elif session is not None:
            owner = session.owner
        elif self._config.identifies:
            owner = client
        else:  # nobody says who they are: every connection is somebody
            owner = "{}:{}".format(*(scope.get("client") or ("", "")))
        scope["velado.caller"] = Caller(user, client, owner, self._is_named)

    def _client(self, scope: Scope, headers: Headers) -> str:
        """Return the address of who calls: behind a proxy, the last one that is not a proxy itself."""
        peer: str = scope["client"][0] if scope.get("client") else ""
        if not self._config.is_proxy(peer):
            if self._config.proxies and not self._config.tls and not is_loopback(peer):
                raise ApiError(403, "proxy", "This server is reached through its proxy only.")
            return peer
        if headers.get("x-forwarded-proto", "https").lower() != "https":
            raise ApiError(403, "proxy", "Open this address with https.")
        hops = [hop.strip()[:64] for line in headers.getlist("x-forwarded-for") for hop in line.split(",")]
        return next((hop for hop in reversed(hops) if not self._config.is_proxy(hop)), peer)

    def _is_own_origin(self, origin: str, host: str) -> bool:
        scheme, site = _origin(origin)
        return site == host.lower() and (scheme == "https" or not self._config.secure or is_loopback(host_name(host) or ""))

    def _user(self, headers: Headers, client: str, scope: Scope, session: Session | None) -> str | None:
        """Return the user: whom a trusted proxy names, who holds the token, or whose session it is. Raises ApiError."""
        if self._config.user_header and self._config.is_proxy(scope["client"][0] if scope.get("client") else ""):
            named = headers.getlist(self._config.user_header)
            if len(named) == 1 and 0 < len(named[0].strip()) <= 200:
                return named[0].strip()
        if not self._config.identifies:
            return LOCAL
        kind, _, given = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and given.strip():
            return check_token(self._desk, given.strip(), client)
        # Whoever logged in has a session: none is made without the token.
        return session.user if session is not None else None

    @property
    def _is_named(self) -> bool:
        return bool(self._config.user_header) or not self._config.all_tokens.keys() <= {"token"}

    @contextmanager
    def _call(self, scope: Scope) -> Iterator[_Call]:
        """Count a call among those of its user. Raises ApiError when there are too many.

        Calls of the page wait for workers in threads, of which there is a limited number.
        """
        owner = caller_of(scope).owner
        share = self._shares.setdefault(owner, _Share())
        waits = scope["path"].startswith("/api/desk/") and scope["path"] not in (*UPLOADS, EVENTS)
        share.open += 1
        share.calls += waits
        call = _Call(share)
        try:
            if share.calls > self._config.limits.calls:
                raise ApiError(429, "too_many", "Too many calls at once. Try again when some have been answered.")
            yield call
        finally:
            share.open -= 1
            share.calls -= waits
            share.bytes -= call.seen
            if not share.open:
                self._shares.pop(owner, None)

    def _counted(self, scope: Scope, receive: Receive, call: _Call) -> Receive:
        """What comes in, up to what a call, and all calls of a user together, may have."""
        if scope["path"] in UPLOADS:
            return receive
        length = Headers(scope=scope).get("content-length", "")
        if length.isdecimal() and int(length) > self._most:
            raise ApiError(413, "too_large", f"a call may have {self._most:,} bytes")

        async def counting() -> Message:
            message = await receive()
            size = len(message.get("body", b""))
            call.seen += size
            call.share.bytes += size
            if call.seen > self._most:
                raise ApiError(413, "too_large", f"a call may have {self._most:,} bytes")
            if call.share.bytes > self._config.limits.call_bytes and call.seen > SMALL:
                raise ApiError(429, "too_many", "Too much at once. Try again when some calls have been answered.")
            return message

        return counting


@dataclass(slots=True)
class _Share:
    """What one user asks of the server at this moment."""

    open: int = 0
    calls: int = 0
    bytes: int = 0


@dataclass(slots=True)
class _Call:
    """One call, and how many bytes it has sent."""

    share: _Share
    seen: int = 0


def _origin(origin: str) -> tuple[str, str]:
    """Return the scheme and the host of an Origin header; both empty when it cannot be read.

    >>> _origin("http://LOCALHOST:8765"), _origin("null"), _origin("http://[")
    (('http', 'localhost:8765'), ('', ''), ('', ''))
    """
    try:
        parts = urlsplit(origin)
    except ValueError:
        return "", ""
    return parts.scheme, parts.netloc.lower()
