"""What holds for every test: nothing of Velado reaches for the network."""

from __future__ import annotations

import hashlib
import hmac
import re
import signal
import socket
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# No test has a time limit: a busy machine is no failure.
settings.register_profile("velado", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("velado")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "loopback: the test may connect to this machine itself")
    # Started with nohup or in the background, the tests would hand ignored signals on to every process they try to stop.
    for name, usual in (("SIGHUP", signal.SIG_DFL), ("SIGINT", signal.default_int_handler)):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)


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


_DIGESTS = ("md5", "sha1", "sha256", "sha512", "blake2b", "blake2s", "sha3_256")
_HEX = re.compile(rb"[0-9a-fA-F]{8,}")


def _guess_birth_date(outputs: Iterable[bytes], note: str) -> date | None:
    """Try every birth date in a note whose date is `{}`, against every hexadecimal string of the outputs.

    The attacker has the safe note and knows the form of dates, so that only the day is missing. Digests may be cut off,
    and their keys may be ones that anybody would try.
    """
    strings = {found.lower() for output in outputs for found in _HEX.findall(output)}
    heads = {string[:8] for string in strings}
    for days in range(365 * 110):
        day = date(1915, 1, 1) + timedelta(days)
        written = f"{day:%d/%m/%Y}"
        for text in (note.format(written), written):
            data = text.encode()
            digests = [hashlib.new(name, data).hexdigest() for name in _DIGESTS]
            digests += [hmac.digest(key, data, "sha256").hex() for key in (b"\0" * 32, b"velado")]
            for digest in (digest.encode() for digest in digests):
                if digest[:8] in heads and any(digest.startswith(string[:64]) for string in strings):
                    return day
    return None


@pytest.fixture
def guess_birth_date() -> Callable[[Iterable[bytes], str], date | None]:
    """An attack on whatever is handed out; it returns the birth date it has found, or None."""
    return _guess_birth_date
