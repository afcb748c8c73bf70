"""What holds for every test: nothing of Velado reaches for the network."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# No test has a time limit: a busy machine is no failure.
settings.register_profile("velado", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("velado")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "loopback: the test may connect to this machine itself")


_LOCAL = {getattr(socket, "AF_UNIX", None)} - {None}  # multiprocessing talks to its workers through these
_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


@pytest.fixture(autouse=True)
def no_network(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections, name look-ups and datagrams fail; with the mark `loopback` those to this machine are let through."""
    loopback = request.node.get_closest_marker("loopback") is not None
    connect, connect_ex, sendto = socket.socket.connect, socket.socket.connect_ex, socket.socket.sendto
    getaddrinfo = socket.getaddrinfo

    def allowed(family: int, address: Any) -> bool:
        return family in _LOCAL or (loopback and isinstance(address, tuple) and address[0] in _LOOPBACK)

    def guarded(call: Any, where: int) -> Any:
        def checked(self: socket.socket, *arguments: Any) -> Any:
            if not allowed(self.family, arguments[where]):
                raise AssertionError("a test reached for the network")
            return call(self, *arguments)

        return checked

    def lookup(host: Any, *arguments: Any, **options: Any) -> Any:
        if not (loopback and host in _LOOPBACK):
            raise AssertionError("a test looked a name up on the network")
        return getaddrinfo(host, *arguments, **options)

    monkeypatch.setattr(socket.socket, "connect", guarded(connect, 0))
    monkeypatch.setattr(socket.socket, "connect_ex", guarded(connect_ex, 0))
    monkeypatch.setattr(socket.socket, "sendto", guarded(sendto, -1))
    monkeypatch.setattr(socket, "getaddrinfo", lookup)
