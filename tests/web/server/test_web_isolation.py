"""Documents are opened in worker processes alone, within a budget, and users take turns."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

import velado.web.workers
from velado.web.choices import Choice
from velado.web.workers import Crew, Job, RefusedError

pytestmark = pytest.mark.loopback
RULES = Choice(model="none")
NOTE = "Paciente: Marta Ruiz Gil, tel. 612 345 678. "
LONG = NOTE * 8_000
ENGINE = ("velado.pipeline", "velado.recognisers", "velado.formats", "velado.models", "velado.findings", "velado.replacement", "velado.lexicons")
LIBRARIES = ("pyarrow", "numpy", "onnxruntime", "pypdf", "pypdfium2", "PIL", "openpyxl", "lxml")
SERVE = """
import atexit, json, sys
from velado.cli.main import main
atexit.register(lambda: open(sys.argv[1], "w").write(json.dumps(sorted(sys.modules))))
sys.exit(main(["serve", "--port", "0", "--no-open", "--rules-only", *sys.argv[2:]]))
"""
Start = Callable[..., tuple[subprocess.Popen[str], httpx.Client]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a server that tells at its end which modules it has imported."""
    started: list[subprocess.Popen[str]] = []

    def new(*options: str) -> tuple[subprocess.Popen[str], httpx.Client]:
        command = [sys.executable, "-c", SERVE, str(tmp_path / "modules"), *options]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | {"TMPDIR": str(tmp_path)})
        started.append(process)
        assert process.stderr is not None
        address = process.stderr.readline().split()[-1]
        return process, httpx.Client(base_url=address, timeout=None)

    yield new
    for process in started:
        process.kill()
        process.communicate()


def files_of(client: httpx.Client) -> list[dict[str, Any]]:
    files: list[dict[str, Any]] = client.get("/api/desk/files").json()["files"]
    return files


def settled(client: httpx.Client) -> list[dict[str, Any]]:
    while any(file["state"] in ("queued", "reading") for file in files_of(client)):
        time.sleep(0.02)
    return files_of(client)


def test_the_server_imports_neither_the_engine_nor_the_formats(start: Start, tmp_path: Path) -> None:
    process, client = start()
    with client:
        assert client.post("/api/deidentify", json={"text": NOTE, "language": "es"}).json()["text"].startswith("Paciente: [PACIENTE]")
        assert client.get("/api/formats").json()
        assert client.post("/api/files", files={"file": ("a.csv", b"text\nTel. 612 345 678\n")}).status_code == 200
        client.post("/api/desk/session")
        assert client.get("/api/desk/choices").json()["recognisers"]
        assert client.put("/api/desk/settings", json={"policy": "research"}).status_code == 200
        client.post("/api/desk/texts", json={"text": NOTE})
        (file,) = settled(client)
        path = f"/api/desk/files/{file['id']}"
        assert client.patch(f"{path}/documents/0/spans", json={"revision": 0, "add": [], "remove": [{"start": 10, "end": 24}]}).status_code == 200
        assert client.post("/api/desk/everywhere", json={"file": file["id"], "document": 0, "start": 10, "end": 24, "label": "OTHER"}).status_code == 200
        assert client.get(f"{path}/download").status_code == 200
        for query in ("annotations=brat&on=original", "annotations=jsonl&on=result"):
            archive = zipfile.ZipFile(io.BytesIO(client.get(f"/api/desk/download?{query}").content))
            assert len(archive.namelist()) > 3
    process.terminate()
    process.wait()
    modules = json.loads((tmp_path / "modules").read_text())
    assert "velado.web.server" in modules
    assert [name for name in modules if name.startswith(ENGINE) or name.split(".")[0] in LIBRARIES] == []


@pytest.fixture
def others() -> set[int]:
    """Workers of other tests, which are left in peace."""
    return workers()


@pytest.fixture
def crew(others: set[int]) -> Iterator[Crew]:
    crew = Crew(1, model=False, spares=1)
    yield crew
    crew.close()


def job(text: str, owner: str = "", seconds: float = 600, memory: int = 2_000_000_000) -> Job:
    return Job("read_text", (RULES, b"", text), seconds, owner, len(text), memory)


def workers() -> set[int]:
    """The ids of this process's workers."""
    found = set()
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # it has just ended
            if "velado.web.worker:work" in child.cmdline():
                found.add(child.pid)
    return found


def test_a_job_that_needs_too_much_memory_is_refused_and_the_next_one_runs(crew: Crew) -> None:
    with pytest.raises(RefusedError, match="memory") as error:
        crew.put(job(LONG, memory=10_000_000)).result()
    assert error.value.code == "memory"
    assert crew.put(job("Tos.")).result()["text"] == "Tos."


def test_a_process_that_dies_costs_its_job_alone(crew: Crew, others: set[int]) -> None:
    lost = crew.put(job(LONG))
    while not lost.future.running():
        time.sleep(0.01)
    crew.put(job("Tos.", "other")).result()  # by now it is at work
    for pid in (killed := workers() - others):
        psutil.Process(pid).kill()
    with pytest.raises(RefusedError, match="died"):
        lost.result()
    while workers() & killed:
        time.sleep(0.01)
    time.sleep(0.1)  # until the end of the one that waited is heard of
    assert crew.put(job("Tos.")).result()["text"] == "Tos."


def test_a_process_that_dies_while_it_waits_costs_nothing(crew: Crew, others: set[int]) -> None:
    crew.put(job("Tos.")).result()
    for pid in workers() - others:
        psutil.Process(pid).kill()
    while workers() - others:
        time.sleep(0.01)
    time.sleep(0.1)  # until its end is heard of
    assert crew.put(job("Tos.")).result()["text"] == "Tos."


def test_a_process_that_has_grown_is_replaced(crew: Crew, others: set[int], monkeypatch: pytest.MonkeyPatch) -> None:
    crew.put(job("Tos.")).result()
    before = workers() - others
    crew.put(job("Tos.")).result()
    assert workers() - others == before
    monkeypatch.setattr(velado.web.workers, "GROWTH", -1_000_000_000)
    crew.put(job("Tos.")).result()
    while workers() & before:
        time.sleep(0.01)
    assert crew.put(job("Tos.")).result()["text"] == "Tos."


def test_users_take_turns(crew: Crew) -> None:
    finished: list[str] = []
    jobs = [(owner, crew.put(job(text, owner))) for owner, text in [*[("a", LONG)] * 5, ("b", NOTE)]]
    for owner, one in jobs:
        one.future.add_done_callback(lambda _, owner=owner: finished.append(owner))
    for _, one in jobs:
        one.result()
    # The first may begin before the others are queued; then it is the turn of the other user.
    assert finished.index("b") <= 2


def test_one_users_monsters_do_not_stop_anothers_note(start: Start) -> None:
    process, a = start()
    with a, httpx.Client(base_url=a.base_url, timeout=None) as b:
        for client in (a, b):
            client.post("/api/desk/session")
        parts = [("files", (f"{number}.txt", (NOTE * 80_000).encode())) for number in range(6)]
        assert a.post("/api/desk/files", files=parts).status_code == 201
        while not any(file["state"] == "reading" for file in files_of(a)):
            time.sleep(0.02)
        for name, content in (("nota.txt", NOTE.encode()), ("tabla.csv", b"text\nTel. 612 345 678\n")):
            b.post("/api/desk/files", files=[("files", (name, content))])
        assert [file["state"] for file in settled(b)] == ["done", "done"]
        assert b.post("/api/deidentify", json={"text": NOTE}).status_code == 200
        assert b.get("/api/desk/download").status_code == 200
        assert any(file["state"] in ("queued", "reading") for file in files_of(a))
    process.terminate()
    assert process.wait() == 0


def test_calls_of_one_user_are_limited_and_others_go_on(start: Start) -> None:
    _, a = start()
    with a, httpx.Client(base_url=a.base_url, timeout=None) as b:
        for client in (a, b):
            client.post("/api/desk/session")
        assert a.post("/api/desk/files", files=[("files", ("a.txt", b"x" * 101_000_000))]).status_code == 413
        assert b.get("/api/desk/files").status_code == 200
