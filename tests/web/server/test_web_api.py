"""The API for programs, and the description of it."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from velado.labels import LABELS
from velado.pipeline import Pipeline

NOTE = "Acude la Sra. Lucía Ferrer Campos 😀 por tos, tel. 612 345 678."


@pytest.fixture
def caller(application: FastAPI) -> TestClient:
    return TestClient(application, "http://127.0.0.1:8765")


def test_detect_and_deidentify_agree_with_the_library(caller: TestClient) -> None:
    expected = Pipeline(model=False, language="es").deidentify(NOTE)
    found = caller.post("/api/detect", json={"text": NOTE, "language": "es"}).json()
    assert found["text"] == NOTE
    assert [(span["start"], span["end"], span["label"]) for span in found["spans"]] == [(s.start, s.end, s.label) for s in expected.spans]
    assert "612 345 678" in [NOTE[span["start"] : span["end"]] for span in found["spans"]]
    safe = caller.post("/api/deidentify", json={"text": NOTE, "language": "es"}).json()
    assert safe["text"] == expected.text
    assert [span["replacement"] for span in safe["spans"] if span["replacement"]] == [r.text for r in expected.replacements]


def test_policy_and_way_to_replace_are_followed(caller: TestClient) -> None:
    masked = caller.post("/api/deidentify", json={"text": NOTE, "language": "es", "replace": "mask"}).json()
    assert "*** *** ***" in masked["text"]
    kept = caller.post("/api/deidentify", json={"text": "Varón. Madre con cáncer.", "policy": "everything", "language": "es"}).json()
    assert kept["text"] == "Varón. Madre con cáncer."
    assert all(span["replacement"] is None for span in kept["spans"])


@pytest.mark.parametrize(
    "call",
    [
        {"text": NOTE, "policy": "/etc/passwd"},
        {"text": NOTE, "policy": "src/velado/policies/patient.toml"},
        {"text": NOTE, "replace": "burn"},
        {"text": NOTE, "language": "tlh"},
        {"text": NOTE, "polcy": "patient"},
        {"text": ["Lucía"]},
        {},
        {"text": "Lucía \ud800"},
    ],
)
def test_a_wrong_call_is_refused_without_repeating_the_text(caller: TestClient, call: dict[str, object]) -> None:
    for path in ("/api/detect", "/api/deidentify"):
        answer = caller.post(path, content=json.dumps(call), headers={"Content-Type": "application/json"})
        assert answer.status_code == 422
        assert answer.json()["error"] == "invalid"
        assert "Lucía" not in answer.text
        assert "polcy" not in answer.text


def test_what_is_too_large_is_refused(caller: TestClient) -> None:
    assert caller.post("/api/detect", json={"text": "a" * 300_001}).status_code == 413
    assert caller.post("/api/detect", content=b" " * 3_000_000).status_code == 413
    pieces = (b" " * 100_000 for _ in range(40))  # without a length told beforehand
    assert caller.post("/api/detect", content=pieces, headers={"Content-Type": "application/json"}).status_code == 413


def test_a_document_comes_back_in_its_own_format(caller: TestClient) -> None:
    raw = "\ufeffPaciente: Íñigo Ruiz Gil\r\nTel. 612 345 678\r\n".encode()
    answer = caller.post("/api/files", files={"file": ("Íñigo Ruiz.txt", raw)}, data={"language": "es"})
    assert answer.status_code == 200
    assert answer.content == "\ufeffPaciente: [PACIENTE]\r\nTel. [TELÉFONO]\r\n".encode()
    assert "Ruiz" not in answer.headers["content-disposition"]


@pytest.mark.parametrize(("name", "data"), [("nota.unheard", b"hola"), ("nota.txt", b"%PDF-1.7 Luc\xc3\xada"), ("nota.txt", b"\0\1\2\3Luc")])
def test_a_document_that_cannot_be_handled_is_withheld(caller: TestClient, name: str, data: bytes) -> None:
    answer = caller.post("/api/files", files={"file": (name, data)})
    assert answer.status_code == 422
    assert answer.json()["error"] == "unreadable"
    assert "Luc" not in answer.text
    assert "nota" not in answer.text


def test_forms_that_are_none_are_refused(caller: TestClient) -> None:
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    for body in (b"", b"--x\r\n", b"--x--\r\n", b"garbage", b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nTel'):
        assert caller.post("/api/files", content=body, headers=kind).status_code == 422, body
    assert caller.post("/api/files", json={"file": "a"}).status_code == 422
    assert caller.post("/api/files", files={"file": ("a.txt", b"Tos.")}, data={"policy": "/etc/passwd"}).status_code == 422
    assert caller.post("/api/files", files={"file": ("a.txt", b"x" * 400_001)}).status_code == 413
    assert caller.post("/api/files", files=[("file", ("a.txt", b"x")), ("file", ("b.txt", b"x"))]).status_code == 429


def test_nothing_is_left_of_documents_that_were_handled(caller: TestClient, application: FastAPI) -> None:
    home = application.state.desk.folder.path
    before = set(home.iterdir())
    caller.post("/api/files", files={"file": ("a.txt", b"Tel. 612 345 678")})
    caller.post("/api/files", files={"file": ("a.unheard", b"Tel. 612 345 678")})
    assert set(home.iterdir()) == before


def test_lists(caller: TestClient) -> None:
    assert {label["name"] for label in caller.get("/api/labels").json()} == set(LABELS)
    assert "everything" in {policy["name"] for policy in caller.get("/api/policies").json()}
    assert {"name": "contacts"} in caller.get("/api/recognisers").json()
    assert "text" in {style["name"] for style in caller.get("/api/formats").json() if style["available"]}
    health = caller.get("/api/health").json()
    assert health["status"] == "ok"
    assert health["token"] is False
    choices = caller.get("/api/desk/choices").json()
    assert {"brat", "jsonl"} == set(choices["annotations"])
    assert choices["own_models"] is True


def test_many_calls_at_once_each_get_their_own_answer(caller: TestClient) -> None:
    numbers = [f"6{n:02} 345 678" for n in range(24)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: caller.post("/api/detect", json={"text": f"Tel. {n}", "language": "es"}).json(), numbers))
    assert [answer["text"] for answer in answers] == [f"Tel. {number}" for number in numbers]


def test_the_description_is_a_page_without_outside_addresses(caller: TestClient) -> None:
    page = caller.get("/api")
    assert page.status_code == 200
    assert "/api/deidentify" in page.text
    assert "<script" not in page.text
    for outside in ("https://", "//cdn", "src="):
        assert outside not in page.text
    assert caller.get("/reference.css").headers["content-type"].startswith("text/css")
    for gone in ("/docs", "/redoc", "/openapi.json"):
        assert caller.get(gone).status_code == 404
