"""The server as people start it: a process that is stopped, killed, and called over the wire."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from velado.cli.main import main
from velado.web.choices import Choice
from velado.web.config import Config, Limits
from velado.web.desk import Desk
from velado.web.folder import PREFIX, PrivateFolder
from velado.web.workers import Crew, Job, RefusedError, StoppedError

pytestmark = pytest.mark.loopback
Start = Callable[..., tuple[subprocess.Popen[str], str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers; the answer is the process and its address."""
    started: list[subprocess.Popen[str]] = []

    def new(*options: str) -> tuple[subprocess.Popen[str], str]:
        command = [sys.executable, "-m", "velado", "serve", "--port", "0", "--no-open", "--forms-only", *options]
        environment = os.environ | {"TMPDIR": str(tmp_path)}
        process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment)
        started.append(process)
        assert process.stderr is not None
        found = re.search(r"http://\S+", process.stderr.readline())
        assert found is not None
        return process, found[0]

    yield new
    for process in started:
        process.kill()
        process.communicate()


def put(client: httpx.Client, text: str) -> None:
    client.post("/api/desk/session").raise_for_status()
    client.post("/api/desk/texts", json={"text": text, "name": "Marta Ruiz"}).raise_for_status()


def folders(home: Path) -> list[Path]:
    return list(home.glob(f"{PREFIX}*"))


def test_a_server_that_others_reach_makes_a_token_up_and_wipes_everything_when_it_is_stopped(start: Start, tmp_path: Path) -> None:
    process, address = start("--host", "0.0.0.0", "--insecure-plain-http")
    base, _, token = address.partition("#token=")
    assert len(token) >= 16
    assert "127.0.0.1" not in base  # the address is one to give out
    with httpx.Client(base_url=f"http://127.0.0.1:{base.rpartition(':')[2]}") as client:
        assert client.get("/api/labels").status_code == 401
        assert client.post("/api/desk/session").status_code == 401
        assert client.post("/api/desk/login", json={"token": token}).status_code == 200
        assert client.get("/api/labels").status_code == 200
        put(client, "Paciente: Marta Ruiz Gil")
        assert len(folders(tmp_path)) == 1
        with client.stream("GET", "/api/desk/events") as events:  # an open stream does not hold the server up
            lines = events.iter_lines()
            state = next(json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: "))
            assert len(state["files"]) == 1
            process.send_signal(signal.SIGTERM)
            for _ in lines:
                pass
    assert process.wait() == 0
    assert folders(tmp_path) == []
    assert process.stderr is not None
    assert "Marta" not in process.stderr.read()


def test_what_a_killed_server_left_is_wiped_at_the_next_start(start: Start, tmp_path: Path) -> None:
    first, address = start()
    with httpx.Client(base_url=address) as client:
        put(client, "Paciente: Marta Ruiz Gil")
    (left,) = folders(tmp_path)
    first.kill()
    first.wait()
    assert left.exists()
    second, address = start()
    assert not left.exists()
    (own,) = folders(tmp_path)
    other = PrivateFolder(tmp_path)  # a living server's folder is left alone
    assert own.exists()
    other.close()
    second.terminate()
    assert second.wait() == 0
    assert folders(tmp_path) == []


def test_links_and_folders_of_others_are_not_wiped(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "velado-desk.pid").write_text("1")
    (tmp_path / f"{PREFIX}link").symlink_to(precious)
    unmarked = tmp_path / f"{PREFIX}unmarked"
    unmarked.mkdir()
    folder = PrivateFolder(tmp_path)
    assert (precious / "velado-desk.pid").exists()
    assert unmarked.exists()
    folder.close()
    folder.close()
    assert not folder.path.exists()


WITHOUT_POSIX = """
import importlib.abc, signal, sys
MISSING = ("fcntl", "resource", "pwd", "grp", "termios")
class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in MISSING:
            raise ModuleNotFoundError(name=name)
for name in MISSING:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Missing())
del signal.SIGHUP
from velado.cli.main import main
sys.exit(main(["serve", "--port", "0", "--no-open", "--forms-only"]))
"""


def test_the_server_runs_where_posix_modules_and_signals_are_missing(tmp_path: Path) -> None:
    """As on Windows, as far as that can be shown here."""
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    process = subprocess.Popen([sys.executable, "-c", WITHOUT_POSIX], stderr=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stderr is not None
        with httpx.Client(base_url=process.stderr.readline().split()[-1], timeout=None) as client:
            put(client, "Paciente: Marta Ruiz Gil")
            while (file := client.get("/api/desk/files").json()["files"][0])["state"] in ("queued", "reading"):
                time.sleep(0.02)
            assert client.get(f"/api/desk/files/{file['id']}/download").text == "Paciente: [PACIENTE]"
        process.terminate()
        assert process.wait() == 0
        assert folders(tmp_path) == []
    finally:
        process.kill()
        process.communicate()


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal")
def test_a_closed_terminal_ends_the_server_and_wipes_everything(start: Start, tmp_path: Path) -> None:
    process, address = start()
    with httpx.Client(base_url=address) as client:
        put(client, "Paciente: Marta Ruiz Gil")
    process.send_signal(signal.SIGHUP)
    assert process.wait() == 0
    assert folders(tmp_path) == []


def test_wrong_calls_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["serve", "--no-open", "--token", "short"]) == 2
    assert main(["serve", "--no-open", "--models", str(tmp_path / "nowhere")]) == 2
    assert "16 characters" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["serve", "--port", "70000"])


@pytest.fixture
def crew() -> Iterator[Crew]:
    crew = Crew(1, model=False)
    yield crew
    crew.close()


LONG = "Paciente: Marta Ruiz Gil, tel. 612 345 678. " * 4_000


def test_a_job_that_is_cancelled_ends_at_once_and_the_next_one_runs(crew: Crew) -> None:
    long = crew.put(Job("read_text", (Choice(model="none"), b"", LONG), 600))
    while not long.future.running():
        time.sleep(0.01)
    waiting = crew.put(Job("read_text", (Choice(model="none"), b"", LONG), 600))
    short = crew.put(Job("read_text", (Choice(model="none"), b"", "Tel. 612 345 678"), 600))
    waiting.cancel()
    long.end()
    assert isinstance(long.future.exception(), StoppedError)
    assert waiting.future.cancelled()
    assert short.result()["spans"]


def test_a_job_that_takes_too_long_is_ended(crew: Crew) -> None:
    job = crew.put(Job("read_text", (Choice(model="none"), b"", LONG), 0.05))
    with pytest.raises(RefusedError, match="longer") as error:
        job.result()
    assert error.value.code == "time"
    assert crew.put(Job("read_text", (Choice(model="none"), b"", "Tos."), 600)).result()["text"] == "Tos."


def test_a_job_that_fails_tells_its_kind_alone(crew: Crew, tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"no model at all")
    with pytest.raises(RefusedError):
        crew.put(Job("load_model", (Choice(model=str(tmp_path)), b""), 600)).result()
    with pytest.raises(RefusedError, match="KeyError") as error:
        crew.put(Job("Marta Ruiz", (), 600)).result()
    assert "Marta" not in str(error.value)


def test_sessions_expire_with_all_they_hold(tmp_path: Path) -> None:
    desk = Desk(Config(model=False, workers=1, limits=Limits(session_seconds=0)), tmp_path)
    try:
        session = desk.sessions.make()
        assert session is not None
        path = session.path
        assert path.exists()
        time.sleep(0.01)
        assert desk.sessions.get(session.id) is None
        assert not path.exists()
    finally:
        desk.close()
    assert folders(tmp_path) == []
