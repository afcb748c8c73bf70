"""Deadlines on connections, so that clients who hang or dawdle cannot keep others out.

uvicorn waits for ever for the rest of a request. Here every phase of a connection has a clock: the headers, the body,
the pause between two requests, and the reading of the answer. A body or an answer must move at a least pace; each byte
buys a little time, up to a fixed credit, so a large upload over a slow line goes on and a trickle ends.

A client may have a limited number of connections that wait for a request. Those that are too many are dropped: first the
ones that never sent a request, nearest to their deadline first, and an upload that moves last. A connection that is less
than a second old does not count, so an ordinary request gets through whatever else comes from its address.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from velado.web.config import Patience

__all__ = ["Connection", "Connections", "raise_file_limit"]

_FOREVER = float("inf")
_FRESH = 1.0  # seconds
_SPARE_FILES = 200  # descriptors for everything that is not a connection


class _Phase(Enum):
    HEADERS = "headers"  # of a request that has begun, or of the first one
    BODY = "body"
    ANSWER = "answer"  # the request is complete, and the application is at it
    IDLE = "idle"  # between two requests


class Connections:
    """All connections of a server. One object is shared by all of them; everything runs in the event loop's thread."""

    def __init__(self, patience: Patience, is_proxy: Callable[[str], bool]) -> None:
        """`is_proxy` says whether all the clients of a proxy come from an address: it has no limit of its own then."""
        self.patience = patience
        self._is_proxy = is_proxy
        self._open: set[Connection] = set()
        self._most = min(patience.connections, raise_file_limit(patience.connections + _SPARE_FILES) - _SPARE_FILES)

    def add(self, connection: Connection) -> bool:
        """Take in a new connection; False when all places are taken by requests that are being answered."""
        if len(self._open) >= self._most:
            waiting = [other for other in self._open if other.is_waiting]
            if not waiting:
                return False
            now = time.monotonic()
            self._drop(min(waiting, key=lambda other: other.merit(now)))
        self._open.add(connection)
        return True

    def remove(self, connection: Connection) -> None:
        """Forget a connection that has ended."""
        self._open.discard(connection)

    def sweep(self) -> None:
        """End every connection whose time is over, and those that are too many; called about once a second."""
        now = time.monotonic()
        waiting: dict[str, list[Connection]] = {}
        for connection in list(self._open):
            if connection.is_overdue(now):
                self._drop(connection)
            elif connection.is_waiting and not connection.is_fresh(now) and not self._is_proxy(connection.address):
                waiting.setdefault(connection.address, []).append(connection)
        for same in waiting.values():
            same.sort(key=lambda connection: connection.merit(now))
            for connection in same[: max(0, len(same) - self.patience.client_connections)]:
                self._drop(connection)

    def _drop(self, connection: Connection) -> None:
        self._open.discard(connection)
        connection.transport.abort()  # `close` would wait until the client has read everything


class Connection(H11Protocol):
    """uvicorn's protocol with a clock. h11 does the parsing, so its states tell how far a request has come."""

    def __init__(self, connections: Connections, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._all = connections
        self._phase = _Phase.HEADERS
        self._timed: Any = None  # the request that the clock of a body runs for
        self._unsent = 0
        self._send_deadline = _FOREVER
        self._deadline = _FOREVER
        self._begun = 0.0  # when the phase began
        self._received = 0  # bytes of the body
        self._is_proven = False  # whether a whole request came before
        self.address = ""

    @property
    def is_waiting(self) -> bool:
        """Whether the client has yet to send something."""
        return self._phase is not _Phase.ANSWER

    def is_fresh(self, now: float) -> bool:
        """Whether the client has had no time yet to send anything."""
        return now - self._begun < _FRESH

    def merit(self, now: float) -> tuple[int, float]:
        """Return how much speaks for keeping the connection while it waits; the least goes first."""
        is_moving = self._phase is _Phase.BODY and self._received >= self._all.patience.least_rate * max(1.0, now - self._begun)
        rank = 3 if is_moving else 2 if self.is_fresh(now) else 1 if self._is_proven else 0
        return rank, self._deadline

    def connection_made(self, transport: Any) -> None:
        """Start the clock."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._begin(_Phase.HEADERS, self._all.patience.header_seconds)
        if not self._all.add(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection; the application hears that its client has gone."""
        self._all.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in what came; bytes of a body buy time, those of headers do not."""
        patience = self._all.patience
        if self._phase is _Phase.BODY:
            self._received += len(data)
            self._deadline = min(self._deadline + len(data) / patience.least_rate, time.monotonic() + patience.body_seconds)
        elif self._phase is _Phase.IDLE:
            self._begin(_Phase.HEADERS, patience.header_seconds)
        super().data_received(data)
        self._turn()

    def on_response_complete(self) -> None:
        """Start the clock of the pause; a request that was sent ahead begins at once."""
        super().on_response_complete()
        self._turn()

    def resume_writing(self) -> None:
        """Note that the client reads."""
        super().resume_writing()
        self._send_deadline = _FOREVER

    def shutdown(self) -> None:
        """Stop: there is nothing to wait for unless a whole request is being answered."""
        if self.is_waiting:
            self.transport.abort()
        else:
            super().shutdown()

    def is_overdue(self, now: float) -> bool:
        """Whether the client has had its time, for sending or for reading."""
        if self.flow.read_paused and self._phase is _Phase.BODY:  # it is the application that is slow
            self._deadline = now + self._all.patience.body_seconds
        return now > self._deadline or self._reads_too_slowly(now)

    def _reads_too_slowly(self, now: float) -> bool:
        patience = self._all.patience
        unsent = self.transport.get_write_buffer_size()
        if not unsent:
            self._send_deadline = _FOREVER
        elif self._send_deadline == _FOREVER:
            self._send_deadline = now + patience.read_seconds
        else:
            taken = max(0, self._unsent - unsent)
            self._send_deadline = min(self._send_deadline + taken / patience.least_rate, now + patience.read_seconds)
        self._unsent = unsent
        return now > self._send_deadline

    def _turn(self) -> None:
        """Note which phase the connection is in now, and set the clock when that has changed."""
        cycle, patience = self.cycle, self._all.patience
        if self.conn.their_state is h11.SEND_BODY:
            if self._phase is not _Phase.BODY or self._timed is not cycle:
                self._begin(_Phase.BODY, patience.body_seconds)
        elif cycle is not None and not cycle.response_complete:
            self._is_proven = True
            self._begin(_Phase.ANSWER, _FOREVER)
        elif self._phase in (_Phase.BODY, _Phase.ANSWER) or self._timed is not cycle:
            self._begin(_Phase.IDLE, patience.idle_seconds)
        self._timed = cycle

    def _begin(self, phase: _Phase, seconds: float) -> None:
        self._phase, self._begun, self._received = phase, time.monotonic(), 0
        self._deadline = self._begun + seconds


def raise_file_limit(wanted: int) -> int:
    """Let this process have so many files and sockets open, where the system sets a limit; return how many it may have."""
    try:
        import resource
    except ImportError:  # Windows
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
