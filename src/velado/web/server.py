"""The application behind a socket, from its start until somebody stops it."""

from __future__ import annotations

import atexit
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import uvicorn

from velado.web.app import create
from velado.web.config import Config
from velado.web.desk import Desk

__all__ = ["serve"]


class _Server(uvicorn.Server):
    """Tells the desk when it is to stop, so that open streams end at once."""

    def __init__(self, config: uvicorn.Config, desk: Desk, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._desk, self._started = desk, started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """And when it has started."""
        await super().startup(sockets)
        if not self.should_exit:
            self._started()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal came."""
        self._desk.stopping.set()
        super().handle_exit(sig, frame)


def serve(config: Config, say: Callable[[str], None], open_browser: bool = True) -> None:
    """Serve until a signal comes; then everything is wiped. Raises OSError when the address cannot be had."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((config.host, config.port))
        port = listening.getsockname()[1]
        app = create(config)
        desk: Desk = app.state.desk
        atexit.register(desk.close)
        try:
            _run(app.state.desk, app, listening, config, port, say, open_browser)
        finally:
            desk.close()
            atexit.unregister(desk.close)
    finally:
        listening.close()


def _run(
    desk: Desk, app: object, listening: socket.socket, config: Config, port: int, say: Callable[[str], None], open_browser: bool
) -> None:
    shown = "127.0.0.1" if config.host in ("0.0.0.0", "") else "[::1]" if config.host == "::" else config.host
    address = f"http://{f'[{shown}]' if ':' in shown and not shown.startswith('[') else shown}:{port}/"
    # The part behind # stays in the browser: it reaches no server's log.
    whole = f"{address}#token={config.token}" if config.token else address

    def started() -> None:
        say(f"Velado is at {whole}")
        say("Nothing leaves this machine. Stop it with Ctrl+C; everything on the desk is wiped then.")
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(whole,), daemon=True).start()

    settings = uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_level="error",
        access_log=False,  # addresses hold nothing of a document, and still nobody needs to know who opened what
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
        limit_concurrency=200,
        h11_max_incomplete_event_size=64 * 1024,
        http="h11",
        ws="none",
    )
    with suppress(KeyboardInterrupt):
        _Server(settings, desk, started).run([listening])
