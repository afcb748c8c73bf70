"""A server inside the test's own process, with workers of its own, and people who call it."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the server needs FastAPI: pip install 'velado[desk]'")

from fastapi import FastAPI
from fastapi.testclient import TestClient

from velado.web.app import create
from velado.web.config import Config, Limits

HERE = "http://127.0.0.1:8765"
LIMITS = Limits(text_characters=300_000, file_bytes=400_000, session_bytes=1_000_000, session_files=30, sessions=12)
Person = Callable[[], TestClient]


@pytest.fixture(scope="session")
def application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    """One application for all tests that do not need their own: its workers take a while to start."""
    app = create(Config(model=False, workers=2, limits=LIMITS), tmp_path_factory.mktemp("home"))
    with TestClient(app, HERE):
        yield app


@pytest.fixture
def person(application: FastAPI) -> Iterator[Person]:
    """Makes people with a session each."""
    made: list[TestClient] = []

    def new() -> TestClient:
        client = TestClient(application, HERE, raise_server_exceptions=True)
        assert client.post("/api/desk/session").status_code == 200
        made.append(client)
        return client

    yield new
    for client in made:
        client.delete("/api/desk/session")


@pytest.fixture
def client(person: Person) -> TestClient:
    """Somebody with a session."""
    return person()


def settled(client: TestClient) -> list[dict[str, Any]]:
    """The files once nobody is at work on them."""
    while True:
        files: list[dict[str, Any]] = client.get("/api/desk/files").json()["files"]
        if all(file["state"] not in ("queued", "reading") for file in files):
            return files
        time.sleep(0.02)


def put(client: TestClient, *documents: tuple[str, bytes | str]) -> list[dict[str, Any]]:
    """Files on the desk, handled."""
    parts = [("files", (name, data.encode() if isinstance(data, str) else data)) for name, data in documents]
    answer = client.post("/api/desk/files", files=parts)
    assert answer.status_code == 201, answer.text
    ids = {file["id"] for file in answer.json()["files"]}
    return [file for file in settled(client) if file["id"] in ids]


@pytest.fixture
def on_the_desk() -> Callable[..., list[dict[str, Any]]]:
    """`put`, for tests."""
    return put


@pytest.fixture
def at_rest() -> Callable[[TestClient], list[dict[str, Any]]]:
    """`settled`, for tests."""
    return settled


@pytest.fixture
def home_of(application: FastAPI) -> Path:
    """The server's private folder."""
    path: Path = application.state.desk.folder.path
    return path


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that is its own authority, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    command += ["-keyout", str(key), "-out", str(cert), "-subj", "/CN=ward-3", "-addext", "subjectAltName=IP:127.0.0.1,DNS:ward-3"]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("openssl is not installed")
    return cert, key
