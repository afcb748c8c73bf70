"""`velado serve` with many callers, half of whom send half of a request, drip, reset, or guess tokens."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from benchmarks.soak.fixtures import LINES, NAME
from benchmarks.soak.leaks import leaked
from benchmarks.soak.outcome import Budget, Outcome, command, end, environment

__all__ = ["clients"]

AT_ONCE = 20  # ordinary calls in flight
ANSWER = 120.0  # seconds in which an ordinary call must have its answer, busy servers asked again
HANGING = 60.0  # seconds after which the server must have hung up on whoever does not finish a request
BUSY = (429, 503)


def clients(budget: Budget) -> Outcome:
    """Call the server from many addresses of this machine."""
    failures = {"unanswered": 0, "raw units": 0, "crashes": 0, "hangs": 0}
    outcome = Outcome("clients, half of them misbehaving", budget.count, failures=failures, counts={"asked again": 0})
    token = budget.random("token").randbytes(24).hex()
    with tempfile.TemporaryDirectory(prefix="soak-") as home, (Path(home) / "log").open("w+") as log:
        process = subprocess.Popen(
            command("serve", "--port", "0", "--no-open", "--forms-only"),
            stdout=log,
            stderr=log,
            text=True,
            env=environment(Path(home)) | {"VELADO_TOKEN": token},
        )
        try:
            port = _port(process, Path(home) / "log")
            asyncio.run(_storm(port, token, budget, outcome))
            if process.poll() is not None:
                outcome.fail("crashes", f"the server ended by itself with exit code {process.returncode}")
            else:
                process.terminate()
                try:
                    process.wait(60)
                except subprocess.TimeoutExpired:
                    outcome.fail("hangs", "the server did not stop within 60 s")
        finally:
            end(process)
            process.wait()
        log.seek(0)
        printed = log.read()
    if "Traceback" in printed:
        outcome.fail("crashes", "a traceback in what the server printed")
    if leaked(printed.encode()):
        outcome.fail("raw units", "the server printed the patient's name")
    return outcome


def _port(process: subprocess.Popen[str], log: Path) -> int:
    while process.poll() is None:
        if found := re.search(r"https?://[^\s/]+:(\d+)", log.read_text()):
            return int(found[1])
        time.sleep(0.1)
    raise SystemExit(f"velado serve did not start: {log.read_text()}")


async def _storm(port: int, token: str, budget: Budget, outcome: Outcome) -> None:
    rude = [asyncio.create_task(_rude(port, number, budget.random("client", number))) for number in range(budget.count // 2)]
    await asyncio.sleep(1)  # the hanging connections are there first
    gate = asyncio.Semaphore(AT_ONCE)
    ordinary = [_ordinary(port, token, number, gate, outcome) for number in range(budget.count - len(rude))]
    await asyncio.gather(*ordinary)
    outcome.tried = budget.count
    done, waiting = await asyncio.wait(rude, timeout=HANGING) if rude else (set(), set())
    if waiting:
        outcome.fail("hangs", f"{len(waiting)} connections of misbehaving clients are open {HANGING:.0f} s after the last answer")
    for task in waiting:
        task.cancel()
    for task in done:
        if task.exception() is not None:
            raise SystemExit(f"a client of the soak itself failed: {task.exception()!r}")


def _address(number: int, rude: bool) -> tuple[str, int] | None:
    """Return an address of this machine for a client: its own, where the system has more than one."""
    if sys.platform == "darwin":
        return None
    return f"127.0.{1 + rude}.{1 + number % 250}", 0


async def _connect(port: int, address: tuple[str, int] | None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=address)


def _request(port: int, token: str, body: bytes, path: str = "/api/deidentify", kind: str = "application/json") -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\nContent-Type: {kind}\r\n"
    return f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body


async def _ordinary(port: int, token: str, number: int, gate: asyncio.Semaphore, outcome: Outcome) -> None:
    body = json.dumps({"text": f"Paciente: {NAME}. {LINES[2]}", "language": "es"}).encode()
    deadline = time.monotonic() + ANSWER
    async with gate:
        told = "no answer"
        deadline = time.monotonic() + ANSWER
        while time.monotonic() < deadline:
            try:
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + deadline - time.monotonic()):
                    reader, writer = await _connect(port, _address(number, rude=False))
                    try:
                        writer.write(_request(port, token, body))
                        answer = await reader.read()
                    finally:
                        writer.close()
            except (OSError, TimeoutError) as error:
                told = type(error).__name__
                answer = b""
            found = re.match(rb"HTTP/1\.1 (\d+)", answer)
            if found and int(found[1]) == 200:
                if NAME.encode() in answer:
                    outcome.fail("raw units", f"the answer to client {number} holds the name")
                return
            if found and int(found[1]) not in BUSY:
                told = f"status {found[1].decode()}"
                break
            outcome.counts["asked again"] += 1
            await asyncio.sleep(0.5)
        outcome.fail("unanswered", f"client {number}: {told}")


async def _rude(port: int, number: int, chance: Random) -> None:
    """Misbehave in one way, then wait until the server hangs up."""
    manner = MANNERS[number % len(MANNERS)]
    address = _address(number, rude=True)
    try:
        reader, writer = await _connect(port, address)
        try:
            await manner(port, reader, writer, chance)
        finally:
            writer.close()
    except OSError:
        return  # refused or hung up on, as they should be


async def _wait(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


async def _nothing(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: Random) -> None:
    await _wait(reader)


async def _half_head(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: Random) -> None:
    request = _request(port, "x", b"{}")
    writer.write(request[: chance.randrange(1, request.index(b"\r\n\r\n"))])
    await _wait(reader)


async def _half_body(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: Random) -> None:
    request = _request(port, "x", b"x" * 10_000, chance.choice(("/api/deidentify", "/api/files", "/api/desk/login")))
    writer.write(request[: -chance.randrange(1, 9_000)])
    await _wait(reader)


async def _drip(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: Random) -> None:
    request = _request(port, "x", b"x" * 100_000)
    waiting = asyncio.create_task(_wait(reader))
    for start in range(len(request)):
        if waiting.done():
            return
        writer.write(request[start : start + 1])
        await asyncio.sleep(chance.uniform(0.1, 1))


async def _reset(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: Random) -> None:
    request = _request(port, "x", b"x" * 10_000)
    writer.write(request[: chance.randrange(1, len(request))])
    await asyncio.sleep(chance.uniform(0, 1))
    connection: socket.socket = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


async def _wrong_token(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: Random) -> None:
    writer.write(_request(port, chance.randbytes(8).hex(), b'{"text": "hola"}'))
    answer = await reader.read()
    if answer.startswith(b"HTTP/1.1 200"):
        raise AssertionError("a wrong token was accepted")


async def _garbage(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: Random) -> None:
    writer.write(chance.randbytes(chance.randrange(1, 5_000)) + b"\r\n\r\n")
    await _wait(reader)


async def _deaf(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: Random) -> None:
    """Ask again and again without reading an answer."""
    writer.write(b"".join(f"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode() for _ in range(2_000)))
    await asyncio.sleep(chance.uniform(1, 10))
    await _wait(reader)


MANNERS: Sequence = (_nothing, _half_head, _half_head, _half_body, _half_body, _drip, _reset, _wrong_token, _garbage, _deaf)
