"""Ordinary requests while other clients hang: `python benchmarks/hanging_clients.py [--clients 250] [--seconds 60]`.

A server is started as a user starts it. All clients connect at once and hang, each in one of the ways of `KINDS`, on the
same address as the ordinary requests. Printed: how many ordinary requests were answered and how long they took, and how
long the hanging connections lived.
"""

from __future__ import annotations

import argparse
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

HOST = b"Host: 127.0.0.1\r\n"
BEGUN = b"GET /api/health HTTP/1.1\r\n" + HOST
FORM = b"POST /api/files HTTP/1.1\r\n" + HOST + b"Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 90000000\r\n\r\n"
PART = b'--B\r\nContent-Disposition: form-data; name="file"; filename="nota.txt"\r\n\r\nPaciente: Marta Ruiz Gil '
JSON = b"POST /api/deidentify HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"

# What a client sends at first, and again every second.
KINDS: dict[str, tuple[bytes, bytes]] = {
    "silent": (b"", b""),
    "half a request line": (b"GET /api/hea", b""),
    "half-sent headers": (BEGUN, b""),
    "dripping headers": (BEGUN, b"X: y\r\n"),
    "blank lines": (b"", b"\r\n"),
    "half-sent body": (JSON + b'Content-Length: 5000\r\n\r\n{"text": "Tos', b""),
    "dripping body": (JSON + b'Content-Length: 5000000\r\n\r\n{"text": "', b"x" * 50),
    "dripping chunks": (JSON + b'Transfer-Encoding: chunked\r\n\r\n9\r\n{"text": \r\n', b"1\r\n \r\n"),
    "half-sent upload": (FORM + PART * 4_000, b""),
    "dripping upload": (FORM + PART, b"Tos. "),
    "refused body": (b"POST /nowhere HTTP/1.1\r\n" + HOST + b"Content-Length: 90000000\r\n\r\n", b"x"),
    "awaits permission": (JSON + b"Content-Length: 5000\r\nExpect: 100-continue\r\n\r\n", b""),
    "idle after a request": (BEGUN + b"\r\n", b""),
    "does not read": ((b"GET /api/openapi.json HTTP/1.1\r\n" + HOST + b"\r\n") * 400, b""),
    "upgrades": (BEGUN + b"Connection: upgrade\r\nUpgrade: websocket\r\n\r\n", b"x"),
}


@dataclass(slots=True, eq=False)
class HangingClient:
    """One connection that never gets to an end."""

    kind: str
    socket: socket.socket
    begun: float
    ended: float = 0.0
    unsent: bytes = b""

    def send(self, data: bytes) -> None:
        """Send as much as the server takes."""
        self.unsent += data
        try:
            while self.unsent:
                self.unsent = self.unsent[self.socket.send(self.unsent[:65536]) :]
        except BlockingIOError:
            pass
        except OSError:
            self.end()

    def look(self) -> None:
        """Notice whether the server has ended the connection."""
        try:
            if self.kind == "does not read":  # so the end shows only in what is sent
                self.send(b"\r\n")
                return
            while data := self.socket.recv(65536):
                del data
            self.end()
        except BlockingIOError:
            pass
        except OSError:
            self.end()

    def end(self) -> None:
        self.ended = self.ended or time.monotonic()


@dataclass(slots=True)
class Swarm:
    """Many hanging clients, kept at it by a thread."""

    address: tuple[str, int]
    clients: list[HangingClient] = field(default_factory=list)
    stopped: Event = field(default_factory=Event)
    thread: Thread | None = None

    def open(self, number: int) -> None:
        """Connect `number` clients of all kinds in turn."""
        for kind in (list(KINDS) * number)[:number]:
            with suppress(OSError):
                connection = socket.create_connection(self.address)
                if kind == "does not read":
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.setblocking(False)
                client = HangingClient(kind, connection, time.monotonic())
                client.send(KINDS[kind][0])
                self.clients.append(client)
        self.thread = Thread(target=self._hang, daemon=True)
        self.thread.start()

    def _hang(self) -> None:
        while not self.stopped.wait(1):
            for client in self.alive():
                client.send(KINDS[client.kind][1])
                client.look()

    def alive(self) -> list[HangingClient]:
        """Return those whose connection the server has not ended."""
        return [client for client in self.clients if not client.ended]

    def close(self) -> None:
        """Let go."""
        self.stopped.set()
        if self.thread is not None:
            self.thread.join()
        for client in self.clients:
            client.socket.close()


@contextmanager
def serving(command: list[str], home: Path) -> Iterator[str]:
    """Start a server with its private folder in `home`, and give its address."""
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=os.environ | {"TMPDIR": str(home), "TEMP": str(home)}
    )
    try:
        assert process.stderr is not None
        found = re.search(r"https?://\S+?:\d+", process.stderr.readline())
        assert found is not None, process.stderr.read()
        yield found[0]
    finally:
        process.terminate()
        process.communicate()


def ask(address: str, number: int) -> float:
    """Make one ordinary request, of three kinds in turn, and return how long it took. Raises OSError."""
    begun = time.monotonic()
    request = urllib.request.Request(address + ("/api/health", "/", "/api/deidentify")[number % 3])
    if number % 3 == 2:
        request.data = b'{"text": "Paciente: Marta Ruiz Gil, tel. 612 345 678", "language": "es"}'
        request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=30) as answer:
        answer.read()
    return time.monotonic() - begun


def uploads(home: Path) -> int:
    """Count the files of documents that the server keeps."""
    return sum(path.is_file() for path in home.glob("velado-desk-*/*/**/*"))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--clients", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--requests", type=int, default=100)
    options = parser.parse_args()
    command = [sys.executable, "-m", "velado", "serve", "--port", "0", "--no-open", "--forms-only"]
    with tempfile.TemporaryDirectory() as home, serving(command, Path(home)) as address:
        ask(address, 2)  # the worker has started
        host, _, port = address.removeprefix("http://").rpartition(":")
        swarm = Swarm((host, int(port)))
        begun = time.monotonic()
        swarm.open(options.clients)
        took: list[float] = []
        for number in range(options.requests):
            time.sleep(max(0.0, begun + number * options.seconds / options.requests - time.monotonic()))
            try:
                took.append(ask(address, number))
            except OSError as error:
                print(f"request {number}: {error}")
        time.sleep(max(0.0, begun + options.seconds - time.monotonic()))
        swarm.close()
        lives = sorted(client.ended - client.begun for client in swarm.clients if client.ended)
        late = Counter(client.kind for client in swarm.clients if not client.ended or client.ended - client.begun > 30)
        print(f"$ {' '.join(['python', *sys.argv])}")
        print(f"hanging connections opened: {len(swarm.clients)}, of {len(KINDS)} kinds")
        print(f"ordinary requests answered: {len(took)} of {options.requests}; median {sorted(took)[len(took) // 2]:.3f} s, longest {max(took):.3f} s")
        print(f"hanging connections ended:  {len(lives)}; median after {lives[len(lives) // 2]:.1f} s, last after {lives[-1]:.1f} s")
        print(f"alive after 30 s:           {sum(late.values())} {dict(late) or ''}")
        print(f"files of half-sent uploads left: {uploads(Path(home))}")


if __name__ == "__main__":
    main()
