"""Who may call, and what nobody gets to see."""

from __future__ import annotations

import asyncio
import logging
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from velado.web.app import create
from velado.web.config import Config, Limits

Put = Callable[..., list[dict[str, Any]]]
TOKEN = "a token that is long enough"


@pytest.mark.parametrize("host", [
        "evil.example", "evil.example:8765", "127.0.0.1.evil.example", "10.0.0.7", "", "localhost.evil", "[fe80::1]",
        "127.0.0.1:8765.evil.example", "127.0.0.1:", "localhost:80:80", "evil-localhost", "xlocalhost", "localhost@evil.example",
        "localhost..", "[::1].evil.example", "[::1", "::1", "127.0.0.1:99999", "127.0.0.1 evil.example", "localhost/evil",
    ])
def test_other_names_are_refused(application: FastAPI, host: str) -> None:
    caller = TestClient(application, "http://127.0.0.1:8765")
    for path in ("/", "/api/health", "/api/labels", "/page/index.html"):
        answer = caller.get(path, headers={"Host": host})
        assert answer.status_code == 403
        assert answer.json()["error"] == "host"
        assert answer.headers["content-security-policy"]


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost", "LOCALHOST:1", "[::1]:8765", "localhost.:8765"])
def test_this_machine_is_called_by_its_names(application: FastAPI, host: str) -> None:
    assert TestClient(application, "http://127.0.0.1:8765").get("/api/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": "http://x]y"},
        {"Origin": "http://127.0.0.1:3000"},
        {"Origin": "http://127.0.0.1:8765.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_calls_from_other_sites_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    for call in (
        client.post("/api/detect", json={"text": "x"}, headers=headers),
        client.post("/api/desk/texts", json={"text": "x"}, headers=headers),
        client.delete("/api/desk/session", headers=headers),
        client.get("/api/desk/files", headers=headers),
    ):
        assert call.status_code == 403
        assert call.json()["error"] == "origin"
    assert client.get("/api/desk/files").status_code == 200


def test_the_page_itself_and_its_own_calls_are_let_through(client: TestClient) -> None:
    own = {"Origin": "http://127.0.0.1:8765", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/desk/texts", json={"text": "Tos."}, headers=own).status_code == 201
    assert client.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code in (200, 404)  # a link from elsewhere


def test_every_answer_carries_the_headers_that_keep_it_here(client: TestClient) -> None:
    for answer in (client.get("/"), client.get("/api"), client.get("/api/health"), client.get("/nowhere"), client.post("/api/detect", json=1)):
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/page/../guard.py", "/page/%2e%2e/guard.py", "/page/..%2fguard.py", "/page//etc/passwd", "/page/%2fetc%2fpasswd", "/page/", "/page/app.js%00", f"/page/{'a' * 5000}"])
def test_no_way_leads_out_of_the_page(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "import" not in answer.text


def test_nobody_sees_the_files_of_another(person: Callable[[], TestClient], on_the_desk: Put) -> None:
    one, other = person(), person()
    (file,) = on_the_desk(one, ("nota.txt", "Paciente: Marta Ruiz Gil"))
    id = file["id"]
    assert other.get("/api/desk/files").json()["files"] == []
    for path in ("documents", "documents/0", "documents/0/text", "documents/0/result", "download"):
        assert other.get(f"/api/desk/files/{id}/{path}").status_code == 404
    assert other.put(f"/api/desk/files/{id}/documents/0/spans", json={"revision": 0, "spans": []}).status_code == 404
    assert other.delete(f"/api/desk/files/{id}").status_code == 404
    place = {"file": id, "document": 0, "start": 10, "end": 15}
    assert other.post("/api/desk/never", json=place).status_code == 404
    assert other.post("/api/desk/cancel", json={"files": [id]}).status_code == 404
    assert one.post("/api/desk/everywhere", json=place | {"label": "OTHER"}).status_code == 200
    assert other.get("/api/desk/rules").json()["rules"] == []
    assert other.post("/api/desk/undo").json()["changed"] == []
    nobody = TestClient(one.app, "http://127.0.0.1:8765")
    assert nobody.get("/api/desk/files").json()["error"] == "session"
    nobody.cookies.set(next(iter(one.cookies)), "guessed")
    assert nobody.get(f"/api/desk/files/{id}/documents/0/text").status_code == 401


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(application: FastAPI) -> None:
    answer = TestClient(application, "http://127.0.0.1:8765").post("/api/desk/session")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Max-Age" not in cookie


def test_clearing_really_clears(client: TestClient, on_the_desk: Put, home_of: Path) -> None:
    on_the_desk(client, ("nota.txt", "Paciente: Marta Ruiz Gil"))
    assert any(b"Marta" in path.read_bytes() for path in home_of.rglob("*") if path.is_file())
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o700 for path in [home_of, *home_of.rglob("*")] if path.is_dir())
    assert client.delete("/api/desk/session").status_code == 204
    assert not any(b"Marta" in path.read_bytes() for path in home_of.rglob("*") if path.is_file())
    assert client.get("/api/desk/files").status_code == 401


def test_a_removed_file_is_gone_from_the_disk(client: TestClient, on_the_desk: Put, home_of: Path) -> None:
    first, second = on_the_desk(client, ("a.txt", "Paciente: Marta Ruiz Gil"), ("b.txt", "Tos."))
    assert client.delete(f"/api/desk/files/{first['id']}").status_code == 204
    assert client.get("/api/desk/files").json()["order"] == [second["id"]]
    assert not any(b"Marta" in path.read_bytes() for path in home_of.rglob("*") if path.is_file())


def test_names_of_files_are_not_on_the_disk(client: TestClient, on_the_desk: Put, home_of: Path) -> None:
    on_the_desk(client, ("Marta Ruiz Gil.txt", "Tos."))
    assert not any("Marta" in str(path) for path in home_of.rglob("*"))


def test_limits_of_number_and_size(client: TestClient) -> None:
    many = [("files", (f"{n}.txt", b"Tos.")) for n in range(31)]
    assert client.post("/api/desk/files", files=many).status_code == 429
    assert client.get("/api/desk/files").json()["files"] == []
    assert client.post("/api/desk/files", files=[("files", ("a.txt", b"x" * 400_001))]).status_code == 413
    large = [("files", (f"{n}.txt", b"x" * 399_000)) for n in range(3)]
    assert client.post("/api/desk/files", files=large).status_code == 413
    assert client.get("/api/desk/files").json()["files"] == []
    assert client.post("/api/desk/texts", json={"text": "x" * 300_001}).status_code == 413
    assert client.post("/api/desk/files", files=[("other", (None, "x"))]).status_code == 422


def test_hostile_documents_are_data(client: TestClient, on_the_desk: Put) -> None:
    hostile = "<script>alert(1)</script> \u202eoverride\u202c \u0000 ${7*7} {{7*7}} ' OR 1=1 -- \ufffe Tel 612 345 678"
    line = "x" * 199_000 + " Tel 612 345 678"
    first, second, third = on_the_desk(client, ("a<b>.txt", hostile.replace("\0", "")), ("b.txt", line), ("c.txt", b"\xff\xfe\x00"))
    assert first["state"] == second["state"] == "done"
    assert third["state"] == "withheld"
    text = client.get(f"/api/desk/files/{first['id']}/documents/0/text").json()["text"]
    assert "<script>" in text
    assert client.get(f"/api/desk/files/{first['id']}/documents/0").headers["content-type"] == "application/json"
    assert client.get("/api/desk/report", params={"form": "html"}).headers["content-disposition"].startswith("attachment")


def test_a_fault_tells_nothing_of_what_was_at_hand(application: FastAPI, client: TestClient, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise ValueError("Marta Ruiz Gil")

    monkeypatch.setattr(application.state.desk, "load_model", broken)
    with caplog.at_level(logging.DEBUG):
        answer = client.post("/api/desk/model")
    assert answer.status_code == 500
    assert answer.json()["error"] == "fault"
    for told in (answer.text, capsys.readouterr().err, caplog.text):
        assert "Marta" not in told


def test_a_caller_who_goes_is_no_fault_and_leaves_nothing(application: FastAPI, capsys: pytest.CaptureFixture[str], home_of: Path) -> None:
    before = set(home_of.rglob("*"))
    begun = b'--B\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nMarta'
    coming = [{"type": "http.request", "body": begun, "more_body": True}, {"type": "http.disconnect"}]
    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"multipart/form-data; boundary=B")]
    scope = {"type": "http", "method": "POST", "path": "/api/files", "query_string": b"", "headers": headers}

    async def receive() -> dict[str, Any]:
        return coming.pop(0)

    async def send(message: Any) -> None:
        raise AssertionError("nobody is there")

    # In a thread of its own: the browser's tests may have left a loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(application(scope, receive, send))).result()
    assert not coming
    assert capsys.readouterr().err == ""
    assert set(home_of.rglob("*")) == before


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    models = tmp_path_factory.mktemp("models")
    (models / "ward").mkdir()
    (models / "ward" / "config.json").write_text("{}")
    config = Config("0.0.0.0", token=TOKEN, plain_http=True, names=("ward-server",), model=False, workers=1, models=models, limits=Limits(sessions=3))
    app = create(config, tmp_path_factory.mktemp("shared"))
    with TestClient(app, "http://127.0.0.1:8765"):
        yield app


def test_an_address_that_others_reach_demands_a_token() -> None:
    with pytest.raises(ValueError, match="token"):
        Config("0.0.0.0")
    with pytest.raises(ValueError, match="16"):
        Config("0.0.0.0", token="short")


def test_without_the_token_nothing_is_to_be_had(shared: FastAPI) -> None:
    caller = TestClient(shared, "http://ward-server:8765")
    assert caller.get("/api/health").json()["token"] is True
    for path in ("/api/labels", "/api/desk/files", "/api/desk/choices", "/api/openapi.json", "/api"):
        assert caller.get(path).json()["error"] == "token"
    for path in ("/api/desk/session", "/api/detect", "/api/files"):
        assert caller.post(path).json()["error"] == "token"
    for wrong in ("Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer ñ".encode()):
        assert caller.get("/api/labels", headers={"Authorization": wrong}).status_code == 401
    assert caller.post("/api/desk/login", json={"token": "wrong"}).status_code == 401
    assert caller.get("/api/desk/files").status_code == 401


def test_with_the_token_all_is_to_be_had(shared: FastAPI) -> None:
    caller = TestClient(shared, "http://10.1.2.3:8765")  # an address cannot be another site's name
    assert caller.get("/api/labels", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    assert caller.post("/api/desk/login", json={"token": TOKEN}).status_code == 200
    assert caller.get("/api/desk/files").status_code == 200
    assert TestClient(shared, "http://evil.example:8765").get("/api/health").status_code == 403


def test_nobody_elsewhere_has_the_machine_open_a_folder(shared: FastAPI) -> None:
    caller = TestClient(shared, "http://ward-server:8765", headers={"Authorization": f"Bearer {TOKEN}"})
    caller.post("/api/desk/session")
    choices = caller.get("/api/desk/choices").json()
    assert choices["own_models"] is False
    assert {"model": "ward", "kind": "folder"} in choices["models"]
    for model in ("/etc", "../..", "someone/some-model"):
        assert caller.put("/api/desk/settings", json={"model": model}).status_code == 422
    assert caller.put("/api/desk/settings", json={"model": "ward"}).json()["model"] == "ward"


def test_too_many_sessions_make_room_only_when_they_are_empty(shared: FastAPI) -> None:
    people = []
    for _ in range(5):
        caller = TestClient(shared, "http://ward-server:8765", headers={"Authorization": f"Bearer {TOKEN}"})
        answer = caller.post("/api/desk/session")
        people.append(answer.status_code)
        if answer.status_code == 200:
            caller.post("/api/desk/texts", json={"text": "Tos."})
    assert people == [200, 200, 200, 429, 429]
