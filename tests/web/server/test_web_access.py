"""Servers that other machines reach: encryption, proxies, tokens, and the audit log."""

from __future__ import annotations

import json
import os
import re
import ssl
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from velado.cli.main import main

resource = pytest.importorskip("resource", reason="limits of processes are POSIX")
pytestmark = pytest.mark.loopback
ANA, LUIS = "ana-token-0123456789", "luis-token-0123456789"
NOTE = "Paciente: Marta Ruiz Gil, tel. 612 345 678"
Started = tuple[subprocess.Popen[str], list[str], int]
Start = Callable[..., Started]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a server; gives the process, the lines it prints, and its port."""
    started: list[subprocess.Popen[str]] = []

    def new(*options: str, **environment: str) -> Started:
        command = [sys.executable, "-m", "velado", "serve", "--port", "0", "--no-open", "--forms-only", *options]
        everything = os.environ | {"TMPDIR": str(tmp_path)} | environment
        process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=everything)
        started.append(process)
        assert process.stderr is not None
        lines = []
        while line := process.stderr.readline():
            lines.append(line)
            if "Ctrl+C" in line:
                break
        found = re.search(r"(?::|port )(\d+)\b(?=/|\.$)", "".join(lines), re.MULTILINE)
        return process, lines, int(found[1]) if found else 0

    yield new
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def token_file(tmp_path: Path) -> Path:
    path = tmp_path / "tokens"
    path.write_text(f"# of the ward\nana: {ANA}\nluis@ward: {LUIS}\n")
    path.chmod(0o600)
    return path


def caller(port: int, address: str = "127.0.0.1", scheme: str = "http", **options: Any) -> httpx.Client:
    """Somebody at an address of this machine."""
    transport = httpx.HTTPTransport(local_address=address, verify=options.pop("verify", True))
    return httpx.Client(base_url=f"{scheme}://127.0.0.1:{port}", transport=transport, timeout=None, **options)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def entries(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_plain_http_to_others_needs_a_flag_that_says_so(start: Start) -> None:
    process, lines, _ = start("--host", "0.0.0.0")
    assert process.wait() == 2
    assert all(option in lines[0] for option in ("--tls-cert", "--behind-proxy", "--insecure-plain-http"))
    _, lines, port = start("--host", "0.0.0.0", "--insecure-plain-http")
    said = "".join(lines)
    assert "Nothing leaves" not in said
    assert "plain HTTP" in said
    with caller(port) as client:
        assert client.get("/api/health").json()["shared"] is True


def test_a_server_for_this_machine_alone_says_that_nothing_leaves(start: Start) -> None:
    _, lines, port = start()
    assert "Nothing leaves this machine.\n" in lines
    with caller(port) as client:
        assert client.get("/api/health").json()["shared"] is False


def test_with_a_certificate_the_server_encrypts(start: Start, certificate: tuple[Path, Path]) -> None:
    cert, key = certificate
    _, lines, port = start("--host", "0.0.0.0", "--tls-cert", str(cert), "--tls-key", str(key), "--name", "ward-3", VELADO_TOKEN=ANA)
    assert lines[0] == f"Velado is at https://ward-3:{port}/\n"
    assert "Nothing leaves" not in "".join(lines)
    with caller(port, scheme="https", verify=ssl.create_default_context(cafile=str(cert))) as client:
        answer = client.post("/api/desk/login", json={"token": ANA})
        assert answer.status_code == 200
        assert "Secure" in answer.headers["set-cookie"]
        assert client.get("/api/labels").status_code == 200
        home = {"Host": "ward-3"}
        assert client.get("/api/labels", headers=home | {"Origin": "http://ward-3"}).json()["error"] == "origin"
        assert client.get("/api/labels", headers=home | {"Origin": "https://ward-3"}).status_code == 200
    with caller(port) as client, pytest.raises(httpx.HTTPError):
        client.get("/api/health")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--tls-cert", "none.pem"], "--tls-key"),
        (["--tls-cert", "none.pem", "--tls-key", "none.pem"], "none.pem"),
        (["--tls-cert", __file__, "--tls-key", __file__], "PEM"),
        (["--behind-proxy", "proxy"], "addresses"),
        (["--proxy-user-header", "X-User"], "--behind-proxy"),
        (["--name", "https://ward-3"], "--name"),
        (["--name", "ward-3:8765"], "--name"),
        (["--token", ANA, "--token-file", "tokens"], "not both"),
        (["--token-file", "no such file"], "--token-file"),
        (["--audit-log", "/no/such/folder/log"], "/no/such/folder/log"),
        (["--audit-log", "/dev/full"], "audit log"),
    ],
)
def test_wrong_options_are_refused_with_a_remedy(capsys: pytest.CaptureFixture[str], options: list[str], said: str) -> None:
    assert main(["serve", "--port", "0", "--no-open", "--forms-only", *options]) != 0
    told = capsys.readouterr().err
    assert said in told
    assert "Velado is at" not in told


def test_a_proxy_is_believed_and_nobody_else(start: Start, tmp_path: Path) -> None:
    log = tmp_path / "audit.log"
    _, lines, port = start("--behind-proxy", "127.0.0.7,127.0.0.8", "--proxy-user-header", "X-User", "--name", "desk.example", "--audit-log", str(log))
    assert lines[0] == "Velado is at https://desk.example/\n"
    assert "Nothing leaves" not in "".join(lines)
    named = {"X-User": "ana", "X-Forwarded-For": "192.0.2.9, 198.51.100.4, 127.0.0.8", "X-Forwarded-Proto": "https", "Host": "desk.example"}
    with caller(port, "127.0.0.7", headers=named) as client:
        answer = client.post("/api/desk/session")
        assert answer.status_code == 200
        assert "Secure" in answer.headers["set-cookie"]
        assert answer.headers["set-cookie"].startswith("__Host-")
        cookie = answer.headers["set-cookie"].partition(";")[0]
        added = client.post("/api/desk/texts", json={"text": NOTE}, headers={"Cookie": cookie})
        assert added.status_code == 201
        assert client.get("/api/desk/files", headers={"Cookie": cookie, "X-User": "luis"}).json()["error"] == "session"
        assert client.get("/api/labels", headers={"X-Forwarded-Proto": "http"}).json()["error"] == "proxy"
    uploaded = [entry for entry in entries(log) if entry["action"] == "uploaded"]
    assert [(entry["user"], entry["client"]) for entry in uploaded] == [("ana", "198.51.100.4")]
    for address in ("127.0.0.1", "127.0.0.70"):
        with caller(port, address, headers=named) as client:
            assert client.get("/api/labels").status_code == 401


def test_a_given_token_is_never_printed_and_a_generated_one_is(start: Start, token_file: Path) -> None:
    shared = ("--host", "0.0.0.0", "--insecure-plain-http")
    for options, environment in ((("--token", ANA), {}), (("--token-file", str(token_file)), {}), ((), {"VELADO_TOKEN": ANA})):
        process, lines, port = start(*shared, *options, **environment)
        with caller(port) as client:
            assert client.get("/api/labels", headers=bearer("wrong" * 5)).status_code == 401
            assert client.get("/api/labels", headers=bearer(ANA)).status_code == 200
        process.terminate()
        process.wait()
        assert process.stderr is not None
        said = "".join(lines) + process.stderr.read()
        assert ANA not in said
        assert LUIS not in said
    _, lines, port = start(*shared)
    token = lines[0].partition("#token=")[2].strip()
    with caller(port) as client:
        assert client.get("/api/labels", headers=bearer(token)).status_code == 200


@pytest.mark.parametrize(
    ("content", "mode", "said"),
    [
        (f"ana: {ANA}", 0o644, "chmod 600"),
        (f"ana: {ANA}", 0o640, "chmod 600"),
        ("ana: short", 0o600, "16 characters"),
        (f"ana: {ANA}\nana: {LUIS}", 0o600, "line 2"),
        (f"ana: {ANA}\nluis: {ANA}", 0o600, "line 2"),
        (f"ana: {ANA}\n{LUIS} x", 0o600, "line 2"),
        ("# nobody", 0o600, "no token"),
    ],
)
def test_token_files_that_are_not_safe_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str, mode: int, said: str
) -> None:
    path = tmp_path / "tokens"
    path.write_text(content)
    path.chmod(mode)
    assert main(["serve", "--port", "0", "--no-open", "--token-file", str(path)]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert ANA not in told
    assert LUIS not in told


def test_wrong_tokens_are_throttled_without_locking_others_out(start: Start, token_file: Path, tmp_path: Path) -> None:
    log = tmp_path / "audit.log"
    _, _, port = start("--token-file", str(token_file), "--audit-log", str(log))
    with caller(port, "127.0.0.5") as neighbour, caller(port, "127.0.0.5") as guesser, caller(port, "127.0.0.6") as other:
        assert neighbour.get("/api/labels", headers=bearer(LUIS)).status_code == 200
        statuses = [guesser.get("/api/labels", headers=bearer(f"guess number {number:08}")).status_code for number in range(40)]
        assert statuses[:10] == [401] * 10
        assert statuses.count(429) >= 25
        answer = guesser.post("/api/desk/login", json={"token": "guess number 12345678"})
        assert (answer.status_code, answer.json()["error"]) == (429, "throttled")
        assert int(answer.headers["retry-after"]) >= 1
        assert guesser.get("/api/labels", headers=bearer(ANA)).status_code == 429  # not even a right guess
        assert neighbour.get("/api/labels", headers=bearer(LUIS)).status_code == 200  # who was right before from there
        assert other.get("/api/labels", headers=bearer(ANA)).status_code == 200
    failed = [entry for entry in entries(log) if entry["action"] == "login_failed"]
    assert 10 <= len(failed) <= 15
    assert {entry["client"] for entry in failed} == {"127.0.0.5"}
    assert "guess" not in log.read_text()


def settled(client: httpx.Client) -> list[dict[str, Any]]:
    while True:
        files: list[dict[str, Any]] = client.get("/api/desk/files").json()["files"]
        if all(file["state"] not in ("queued", "reading") for file in files):
            return files


def test_the_audit_log_tells_who_did_what_and_nothing_of_a_patient(start: Start, token_file: Path, tmp_path: Path) -> None:
    log = tmp_path / "audit.log"
    process, _, port = start("--token-file", str(token_file), "--audit-log", str(log))
    with caller(port) as ana, caller(port) as luis:
        assert ana.post("/api/desk/login", json={"token": ANA}).status_code == 200
        assert luis.post("/api/desk/login", json={"token": LUIS}).status_code == 200
        (added,) = ana.post("/api/desk/files", files=[("files", ("Marta Ruiz.txt", NOTE.encode()))]).json()["files"]
        id = added["id"]
        (file,) = settled(ana)
        assert file["state"] == "done"
        assert ana.patch(f"/api/desk/files/{id}/documents/0/spans", json={"revision": 0, "add": [], "remove": []}).status_code == 200
        assert ana.put(f"/api/desk/files/{id}/reviewed", json={"reviewed": True}).status_code == 200
        assert ana.get(f"/api/desk/files/{id}/download").status_code == 200
        assert ana.get("/api/desk/download").status_code == 200
        assert ana.get("/api/desk/download?annotations=brat&on=original").status_code == 200
        report = ana.get("/api/desk/report").json()
        assert report["entries"][0]["review"]["reviewer"] == "ana"
        assert luis.get(f"/api/desk/files/{id}/download").status_code == 404
        assert ana.delete(f"/api/desk/files/{id}").status_code == 204
        assert luis.post("/api/deidentify", json={"text": NOTE}).status_code == 200
        assert luis.post("/api/files", files={"file": ("Marta Ruiz.txt", NOTE.encode())}).status_code == 200
    process.terminate()
    process.wait()
    told = entries(log)
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert "Marta" not in log.read_text()
    assert "612" not in log.read_text()
    assert [entry["action"] for entry in told if entry.get("document") == id] == [
        "uploaded", "edited", "reviewed", "released", "released", "released", "deleted",
    ]  # fmt: skip
    assert {entry["user"] for entry in told if entry.get("document") == id} == {"ana"}
    assert [entry["with_identities"] for entry in told if "with_identities" in entry] == [False, True]
    assert [entry["action"] for entry in told if entry["user"] == "luis@ward"] == ["login", "released", "uploaded", "released"]
    assert (told[0]["action"], told[-1]["action"]) == ("start", "stop")
    assert all(entry["time"].endswith("+00:00") for entry in told)


def test_nothing_is_released_when_the_audit_log_is_full(tmp_path: Path, start: Start) -> None:
    log = tmp_path / "audit.log"
    log.write_text("#" * 20_000 + "\n")
    log.chmod(0o600)
    process, _, port = start("--audit-log", str(log))
    with caller(port) as client:
        client.post("/api/desk/session")
        (added,) = client.post("/api/desk/texts", json={"text": NOTE}).json()["files"]
        settled(client)
        # From here on no file of the server may grow beyond this: what a full disk does to the log.
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (log.stat().st_size + 30, resource.RLIM_INFINITY))
        for answer in (
            client.get(f"/api/desk/files/{added['id']}/download"),
            client.get("/api/desk/download"),
            client.post("/api/deidentify", json={"text": NOTE}),
            client.post("/api/files", files={"file": ("a.txt", NOTE.encode())}),
            client.post("/api/desk/texts", json={"text": NOTE}),
        ):
            assert (answer.status_code, answer.json()["error"]) == (503, "audit")
            assert "PACIENTE" not in answer.text
        assert len(settled(client)) == 1
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert client.get(f"/api/desk/files/{added['id']}/download").status_code == 200
    assert json.loads(log.read_text().splitlines()[-1])["action"] == "released"  # a line of its own, after the torn one
