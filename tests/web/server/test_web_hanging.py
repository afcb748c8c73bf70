"""Clients that hang, dawdle or never read: they end, and nobody else notices."""

from __future__ import annotations

import http.client
import importlib.util
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType

import httpx
import pytest

pytestmark = pytest.mark.loopback
BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "hanging_clients.py"
SERVE = """
import sys
from pathlib import Path
from velado.web.config import Config, Patience
from velado.web.server import serve
patience = Patience(header_seconds=2, body_seconds=2, read_seconds=2, idle_seconds=2, client_connections={most})
serve(Config(port=0, model=False, patience=patience, **{more}), lambda line: print(line, file=sys.stderr, flush=True), open_browser=False)
"""
Serve = Callable[..., tuple[str, int]]


@pytest.fixture(scope="module")
def hanging() -> ModuleType:
    """The benchmark, whose clients are used here."""
    spec = importlib.util.spec_from_file_location("hanging_clients", BENCHMARK)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look there
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def serve(hanging: ModuleType, tmp_path: Path) -> Iterator[Serve]:
    """Start a server in a process of its own whose deadlines are two seconds."""
    with ExitStack() as stack:

        def new(most: int = 100, more: str = "{}") -> tuple[str, int]:
            command = [sys.executable, "-c", SERVE.format(most=most, more=more)]
            address = stack.enter_context(hanging.serving(command, tmp_path))
            host, _, port = address.partition("://")[2].rpartition(":")
            return host, int(port)

        yield new


def ended(connection: socket.socket) -> bool:
    """Wait until the server ends a connection; False when it has not done so after 30 seconds, the promised deadline."""
    connection.settimeout(30)
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def test_hanging_clients_end_while_others_are_answered(serve: Serve, hanging: ModuleType, tmp_path: Path) -> None:
    address = serve()
    swarm = hanging.Swarm(address)
    swarm.open(4 * len(hanging.KINDS))
    try:
        assert {client.kind for client in swarm.alive()} == set(hanging.KINDS)
        begun = time.monotonic()
        answered = 0
        while swarm.alive() and time.monotonic() - begun < 30:
            hanging.ask(f"http://{address[0]}:{address[1]}", answered)  # raises when it is not answered
            answered += 1
            time.sleep(0.1)
        assert [client.kind for client in swarm.alive()] == []
        assert answered > 10
        assert hanging.uploads(tmp_path) == 0
    finally:
        swarm.close()


def test_an_upload_that_moves_is_not_cut_off_by_its_length_or_by_many_others(serve: Serve, hanging: ModuleType) -> None:
    address = serve(most=10)
    with socket.create_connection(address) as connection:
        body = b'--B\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n' + b"Tos y fiebre.\n" * 5_000 + b"\r\n--B--\r\n"
        head = b"POST /api/files HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: %d\r\n\r\n"
        connection.sendall(head % len(body))
        swarm = hanging.Swarm(address)
        for start in range(0, len(body), 8_000):  # 16,000 bytes a second, for longer than any deadline
            connection.sendall(body[start : start + 8_000])
            if start == 16_000:
                swarm.open(60)
            time.sleep(0.5)
        connection.settimeout(None)
        assert connection.recv(12) == b"HTTP/1.1 200"
        swarm.close()


def test_a_connection_can_be_used_again_within_the_pause_and_no_longer(serve: Serve) -> None:
    connection = http.client.HTTPConnection(*serve())
    connection.connect()
    first = connection.sock
    for _ in range(3):
        connection.request("GET", "/api/health")
        assert connection.sock is first  # it would connect anew when the server had ended the connection
        assert connection.getresponse().read()
        time.sleep(1)
    assert ended(first)
    connection.close()


def test_requests_sent_ahead_are_all_answered(serve: Serve) -> None:
    with socket.create_connection(serve()) as connection:
        connection.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 50 + b"GET /api/hea")
        received = b""
        connection.settimeout(30)
        while data := connection.recv(65536):
            received += data
        assert received.count(b"HTTP/1.1 200") == 50


def test_a_handshake_that_hangs_ends(serve: Serve, certificate: tuple[Path, Path]) -> None:
    cert, key = certificate
    address = serve(more=f"dict(tls_cert=Path({str(cert)!r}), tls_key=Path({str(key)!r}))")
    trusted = ssl.create_default_context(cafile=str(cert))
    begun = [socket.create_connection(address) for _ in range(20)]
    for connection in begun:
        connection.sendall(b"\x16\x03\x01\x02\x00\x01")  # the first bytes of a greeting
    with httpx.Client(base_url=f"https://127.0.0.1:{address[1]}", verify=trusted) as client:
        assert client.get("/api/health").status_code == 200
    secure = trusted.wrap_socket(socket.create_connection(address), server_hostname="127.0.0.1")
    secure.sendall(b"GET /api/hea")
    assert all(ended(connection) for connection in [*begun, secure])
    for connection in [*begun, secure]:
        connection.close()


def test_a_server_under_attack_stops_when_it_is_told_to(hanging: ModuleType, tmp_path: Path) -> None:
    command = [sys.executable, "-c", SERVE.format(most=100, more="{}")]
    with hanging.serving(command, tmp_path) as address:
        host, _, port = address.removeprefix("http://").rpartition(":")
        swarm = hanging.Swarm((host, int(port)))
        swarm.open(2 * len(hanging.KINDS))
    swarm.close()
    assert list(tmp_path.iterdir()) == []
