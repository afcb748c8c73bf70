"""Nothing that the desk or the API hands out lets anybody find a birth date by trying."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from velado.formats._fhir_ids import Pseudonyms
from velado.web.app import create
from velado.web.config import Config

Guess = Callable[[Iterable[bytes], str], date | None]
Put = Callable[..., list[dict[str, Any]]]
HERE = "http://127.0.0.1:8765"
BORN = date(1961, 4, 3)
NOTE = "Motivo: tos y fiebre.\nFecha de nacimiento: {}\nPlan: alta y control.\n"
ORIGINAL = NOTE.format(f"{BORN:%d/%m/%Y}")


@pytest.fixture(params=[random.Random(1).randbytes(32), b""], ids=["with a key", "without a key"])
def keyed(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[TestClient, bytes]]:
    """Somebody at a desk that has a key or none."""
    app = create(Config(model=False, workers=1, key=request.param), tmp_path)
    with TestClient(app, HERE) as client:
        assert client.post("/api/desk/session").status_code == 200
        yield client, request.param


def _handed_out(client: TestClient, id: str) -> Iterator[bytes]:
    answers = [
        client.get(f"/api/desk/files/{id}/download"),
        client.get("/api/desk/report"),
        client.get("/api/desk/report", params={"form": "html"}),
        client.get("/api/desk/download"),
        client.get("/api/desk/download", params={"annotations": "jsonl", "on": "result"}),
        client.post("/api/files", files={"file": ("nota.txt", ORIGINAL.encode())}, data={"language": "es"}),
    ]
    for answer in answers:
        assert answer.status_code == 200, answer.text
        yield from (f"{name}: {value}".encode() for name, value in answer.headers.items())
        yield answer.content
        if answer.headers["content-type"] == "application/zip":
            with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
                for entry in archive.infolist():
                    assert entry.date_time == (1980, 1, 1, 0, 0, 0)
                    assert entry.comment == entry.extra == b""
                    yield entry.filename.encode()
                    yield archive.read(entry)


def test_nothing_handed_out_gives_the_birth_date_away(
    keyed: tuple[TestClient, bytes], on_the_desk: Put, guess_birth_date: Guess
) -> None:
    client, _ = keyed
    client.put("/api/desk/settings", json={"replace": "hash", "language": "es"})
    (file,) = on_the_desk(client, ("nota.txt", ORIGINAL))
    outputs = list(_handed_out(client, file["id"]))
    assert f"{BORN:%d/%m/%Y}".encode() not in b"".join(outputs)
    assert guess_birth_date(outputs, NOTE) is None


def test_report_tells_originals_apart_only_under_a_key(keyed: tuple[TestClient, bytes], on_the_desk: Put) -> None:
    client, key = keyed
    on_the_desk(client, ("a.txt", ORIGINAL), ("b.txt", ORIGINAL), ("c.txt", ORIGINAL + "Otra.\n"))
    entries = client.get("/api/desk/report").json()["entries"]
    first, second, third = (entry["input_hmac"] for entry in entries)
    assert len({entry["id"] for entry in entries}) == 3
    assert (first == second != third) if key else (first is second is third is None)
    assert "size" not in json.dumps(entries)


def test_desk_gives_fhir_resources_the_ids_of_the_key(keyed: tuple[TestClient, bytes]) -> None:
    client, key = keyed
    answer = client.post("/api/files", files={"file": ("a.json", json.dumps({"resourceType": "Patient", "id": "hc-77"}).encode())})
    assert answer.status_code == 200, answer.text
    assert (answer.json()["id"] == Pseudonyms(key).id("hc-77")) == bool(key)
