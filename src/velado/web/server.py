"""The application behind a socket, from its start until somebody stops it."""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
import socket
import ssl
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from types import FrameType

import uvicorn

from velado import __version__
from velado.web.app import create
from velado.web.audit import AuditError
from velado.web.config import Config, StartError, is_loopback
from velado.web.connections import Connection, Connections
from velado.web.desk import Desk

__all__ = ["serve"]


class _Server(uvicorn.Server):
    """Tells the desk when it is to stop, so that open streams end at once, and ends connections that hang."""

    def __init__(self, config: uvicorn.Config, desk: Desk, connections: Connections, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._desk, self._connections, self._started = desk, connections, started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        if self.config.is_ssl:
            # A handshake that hangs is not a connection yet: asyncio gives it a minute unless told otherwise.
            seconds = self._connections.patience.header_seconds
            loop = asyncio.get_running_loop()
            loop.create_server = partial(  # type: ignore[method-assign]
                loop.create_server, ssl_handshake_timeout=seconds, ssl_shutdown_timeout=seconds
            )
        await super().startup(sockets)
        if not self.should_exit:
            self._started()

    async def on_tick(self, counter: int) -> bool:
        """Look after the connections once a second; uvicorn calls this ten times as often."""
        if counter % 10 == 0:
            self._connections.sweep()
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal came."""
        self._desk.stopping.set()
        super().handle_exit(sig, frame)

    def stop(self) -> None:
        """Stop as if asked to."""
        self._desk.stopping.set()
        self.should_exit = True


def serve(config: Config, say: Callable[[str], None], open_browser: bool = True, shown_token: str = "") -> None:
    """Serve until a signal comes; then everything is wiped. `shown_token` is printed: only one that nobody knows yet.

    Raises OSError when the address, a certificate or the audit log cannot be had, StartError with what to do.
    """
    _check_tls(config)
    _forbid_core_dumps()
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        # On Windows SO_REUSEADDR would let another program take over the port.
        reuse = "SO_EXCLUSIVEADDRUSE" if os.name == "nt" else "SO_REUSEADDR"
        listening.setsockopt(socket.SOL_SOCKET, getattr(socket, reuse), 1)
        listening.bind((config.host, config.port))
        app = create(config)
        desk: Desk = app.state.desk
        atexit.register(desk.close)
        try:
            desk.audit.write("start", version=__version__, shared=config.shared)
            _run(desk, app, listening, Greeting(config, listening.getsockname()[1], shown_token), say, open_browser)
        except AuditError:
            raise StartError(f"{config.audit_log}: the audit log cannot be written, so the server does not start.") from None
        finally:
            desk.close()
            atexit.unregister(desk.close)
    finally:
        listening.close()


def _check_tls(config: Config) -> None:
    """Load the certificate and its key, as uvicorn will do later: here what is wrong with them can be told."""
    if config.tls_cert is None or config.tls_key is None:
        return
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    for path in (config.tls_cert, config.tls_key):
        path.open("rb").close()  # an OSError of ssl does not name the file
    try:
        context.load_cert_chain(config.tls_cert, config.tls_key, password=_no_password)
    except (ssl.SSLError, ValueError) as error:
        reason = getattr(error, "reason", None) or ("no PEM file" if isinstance(error, ssl.SSLError) else str(error))
        raise StartError(
            f"{config.tls_cert}, {config.tls_key}: not a certificate and its key ({reason}). Both are PEM files; the key has no pass phrase."
        ) from None


def _forbid_core_dumps() -> None:
    """Have a crash leave nothing behind: the server's memory holds texts under review."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limit
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _no_password() -> str:
    raise ValueError("the key has a pass phrase")


@dataclass(frozen=True, slots=True)
class Greeting:
    """What the server says when it has started."""

    config: Config
    port: int
    token: str = field(default="", repr=False)

    @property
    def address(self) -> str:
        """Where the server is, as others call it where they can reach it."""
        config = self.config
        if config.proxies and config.names:
            return f"https://{config.names[0]}/"
        scheme = "https" if config.tls else "http"
        if config.names and not is_loopback(config.host):
            host = config.names[0]
        elif config.host in ("", "0.0.0.0", "::"):
            host = _outward_address() or socket.gethostname()
        else:
            host = config.host
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def lines(self) -> list[str]:
        """Say where the server is, who can read what, and how to stop it."""
        config = self.config
        # The part behind # stays in the browser: it reaches no server's log.
        token = f"#token={self.token}" if self.token else ""
        said = [f"Velado is at {self.address}{token}"]
        if config.proxies:
            said.append(f"The proxy at {', '.join(config.proxies)} reaches this server on port {self.port}.")
        if config.shared:
            said.append("Other machines can reach it: what they send is handled on this one. Give them the address above.")
            if not token:
                said.append("Callers need a token; the ones you gave are not shown here." if config.all_tokens else "The proxy names the users.")
        if config.shared and not config.secure:
            said.append("Warning: plain HTTP. Anybody on the network between can read documents and the token.")
        if not config.shared:
            said.append("Nothing leaves this machine.")
        return [*said, "Stop the server with Ctrl+C; everything on the desk is wiped then."]


def _outward_address() -> str:
    """Return the address by which other machines reach this one; "" when it has none."""
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))  # sends nothing: the system only looks up the way
            return str(probe.getsockname()[0])
    return ""


def _run(
    desk: Desk, app: object, listening: socket.socket, greeting: Greeting, say: Callable[[str], None], open_browser: bool
) -> None:
    config = desk.config

    def started() -> None:
        for line in greeting.lines():
            say(line)
        if open_browser:
            # Without the token: other users of this machine can read the command line of the browser.
            threading.Thread(target=webbrowser.open, args=(greeting.address,), daemon=True).start()

    connections = Connections(config.patience, config.is_proxy)
    settings = uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_level="error",
        access_log=False,  # addresses hold nothing of a document, and still nobody needs to know who opened what
        server_header=False,
        proxy_headers=False,  # the guard reads them, from trusted proxies only
        timeout_graceful_shutdown=5,
        timeout_keep_alive=ceil(config.patience.idle_seconds),
        h11_max_incomplete_event_size=64 * 1024,
        http=partial(Connection, connections),  # type: ignore[arg-type]
        ws="none",
        ssl_certfile=config.tls_cert,
        ssl_keyfile=config.tls_key,
    )
    server = _Server(settings, desk, connections, started)
    with suppress(KeyboardInterrupt), _hang_up(server):
        server.run([listening])


@contextmanager
def _hang_up(server: _Server) -> Iterator[None]:
    """Stop the server when its terminal is closed, unless it was started with `nohup`. Windows has no such signal."""
    number = getattr(signal, "SIGHUP", None)
    if number is None or threading.current_thread() is not threading.main_thread() or signal.getsignal(number) is signal.SIG_IGN:
        yield
        return
    before = signal.signal(number, lambda *_: server.stop())
    try:
        yield
    finally:
        signal.signal(number, before)
