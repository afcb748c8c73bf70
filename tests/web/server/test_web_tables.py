"""Tables on the desk: their columns before the work, their rows under review, and the list of patients."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from fastapi.testclient import TestClient

from velado.formats import CHOICES
from velado.web import columns
from velado.web.table_schemas import ColumnChoice

Put = Callable[..., list[dict[str, Any]]]
Settled = Callable[[TestClient], list[dict[str, Any]]]
PEOPLE = ("Rosalía Quintero Bravo", "Amador Céspedes Luna", "Herminia Tovar Ríos", "Casimiro Bustos Vega")
CODES = ("K50.9", "I21.0", "E11.9", "J45.0")


def table(rows: int = 24) -> str:
    lines = ["nhc,paciente,cie10,coste,nota"]
    for number in range(rows):
        name, code = PEOPLE[number % 4], CODES[number // 3 % 4]
        lines.append(f'{55_801 + number % 6},{name},{code},{100 + 37 * number},"{name} ingresa el 12/03/2021 con disnea. Furosemida 40 mg."')
    return "\n".join(lines) + "\n"


def asked(client: TestClient, *files: tuple[str, str]) -> list[dict[str, Any]]:
    parts = [("files", (name, data.encode())) for name, data in files]
    answer = client.post("/api/desk/files?columns=ask", files=parts)
    assert answer.status_code == 201, answer.text
    return [entry["id"] for entry in answer.json()["files"]]


def file_of(client: TestClient, id: str) -> dict[str, Any]:
    return next(file for file in client.get("/api/desk/files").json()["files"] if file["id"] == id)


def columns_of(client: TestClient, id: str) -> dict[str, dict[str, Any]]:
    (found,) = client.get(f"/api/desk/files/{id}/columns").json()["tables"]
    return {column["name"]: column for column in found["columns"]}


def result_of(client: TestClient, id: str) -> list[list[str]]:
    import csv
    import io

    return list(csv.reader(io.StringIO(client.get(f"/api/desk/files/{id}/download").text)))


def test_server_and_formats_know_the_same_choices() -> None:
    assert columns.CHOICES == CHOICES
    assert get_args(ColumnChoice.model_fields["choice"].annotation) == CHOICES


def test_a_table_waits_with_its_columns_guessed_and_a_note_does_not(client: TestClient, at_rest: Settled) -> None:
    id, note = asked(client, ("tabla.csv", table()), ("nota.txt", "Acude por tos."))
    files = {file["id"]: file for file in at_rest(client)}
    assert (files[id]["state"], files[id]["rows"]) == ("columns", 24)
    assert files[note]["state"] == "done"
    guesses = {name: column["guess"] for name, column in columns_of(client, id).items()}
    assert guesses == {"nhc": "patient", "paciente": "identity", "cie10": "keep", "coste": "keep", "nota": "notes"}
    assert client.get(f"/api/desk/files/{note}/columns").json()["tables"] == []


def test_what_is_said_of_columns_is_done(client: TestClient, at_rest: Settled) -> None:
    (id,) = asked(client, ("tabla.csv", table()))
    at_rest(client)
    choices = [{"table": 0, "column": 1, "choice": "drop"}, {"table": 0, "column": 3, "choice": "identity"}]
    assert client.put(f"/api/desk/files/{id}/columns", json={"choices": choices}).status_code == 200
    (file,) = at_rest(client)
    assert (file["state"], file["rows"]) == ("done", 24)
    header, *rows = result_of(client, id)
    original = [line.split(",")[:4] for line in table().splitlines()[1:]]
    assert header == ["nhc", "cie10", "coste", "nota"]
    assert [row[1] for row in rows] == [row[2] for row in original]
    assert not {row[2] for row in rows} & {row[3] for row in original}
    assert not {row[0] for row in rows} & {row[0] for row in original}
    assert len({(old[0], new[0]) for old, new in zip(original, rows, strict=True)}) == 6
    assert len({row[0] for row in rows}) == 6
    report = client.get("/api/desk/report").json()["entries"][0]
    told = {entry["column"]: entry for entry in report["columns"]}
    assert (told["cie10"]["kept"], told["coste"]["replaced"], told["coste"]["reason"]) == (24, 24, "you said so")
    assert columns_of(client, id)["coste"]["choice"] == "identity"
    assert columns_of(client, id)["nhc"]["choice"] is None


def test_files_with_the_same_columns_go_along_now_and_later(client: TestClient, at_rest: Settled) -> None:
    first, second, other = asked(client, ("a.csv", table()), ("b.csv", table(30)), ("c.csv", "edad,nota\n" + "45,Acude por tos desde hace días.\n" * 12))
    at_rest(client)
    assert client.get(f"/api/desk/files/{first}/columns").json()["alike"] == 1
    client.put(f"/api/desk/files/{first}/columns", json={"choices": [{"table": 0, "column": 1, "choice": "drop"}], "same": True})
    at_rest(client)
    (later,) = asked(client, ("d.csv", table(12)))
    at_rest(client)
    assert [file_of(client, id)["state"] for id in (first, second, other, later)] == ["done", "done", "columns", "done"]
    assert all("paciente" not in result_of(client, id)[0] for id in (first, second, later))


def test_a_column_that_is_not_there_is_refused(client: TestClient, at_rest: Settled) -> None:
    (id,) = asked(client, ("tabla.csv", table()))
    at_rest(client)
    answer = client.put(f"/api/desk/files/{id}/columns", json={"choices": [{"table": 0, "column": 9, "choice": "keep"}]})
    assert (answer.status_code, answer.json()["error"]) == (422, "invalid")
    assert file_of(client, id)["state"] == "columns"


def test_names_of_columns_that_may_be_people_are_hidden_and_can_be_chosen(client: TestClient, at_rest: Settled) -> None:
    text = "Rosalía Quintero Bravo;nota\n" + "".join(f"{word} {number};Acude por tos desde hace días.\n" for number, word in enumerate(["mesa", "silla"] * 6))
    (id,) = asked(client, ("tabla.csv", text))
    at_rest(client)
    answer = client.get(f"/api/desk/files/{id}/columns")
    assert "Rosal" not in answer.text
    assert answer.json()["tables"][0]["columns"][0]["name"] is None
    client.put(f"/api/desk/files/{id}/columns", json={"choices": [{"table": 0, "column": 0, "choice": "keep"}]})
    at_rest(client)
    first = client.get(f"/api/desk/files/{id}/download").text.splitlines()
    assert "Quintero" not in first[0]
    assert first[1].startswith("mesa 0;")


def test_without_a_header_columns_can_be_chosen_by_their_place(client: TestClient, at_rest: Settled) -> None:
    text = "".join(f"{PEOPLE[number % 4]};{CODES[number % 4]};{number * 31 + 12}\n" for number in range(20))
    (id,) = asked(client, ("tabla.csv", text))
    at_rest(client)
    (found,) = client.get(f"/api/desk/files/{id}/columns").json()["tables"]
    assert found["row"] == 0
    assert [column["name"] for column in found["columns"]] == [None] * 3
    client.put(f"/api/desk/files/{id}/columns", json={"choices": [{"table": 0, "column": 2, "choice": "drop"}]})
    at_rest(client)
    assert all(line.count(";") == 1 for line in client.get(f"/api/desk/files/{id}/download").text.splitlines())


def test_a_table_under_review_tells_its_rows(client: TestClient, on_the_desk: Put) -> None:
    (file,) = on_the_desk(client, ("tabla.csv", table()))
    assert (file["rows"], file["table"]) == (24, True)
    heads = client.get(f"/api/desk/files/{file['id']}/documents?count=2000").json()["documents"]
    cells = [head for head in heads if head["row"] == 2]
    assert [(cell["column"], cell["note"]) for cell in cells] == [("nhc", False), ("paciente", False), ("nota", True)]
    shown = client.get(f"/api/desk/files/{file['id']}/cells?start={cells[0]['number']}&count=3").json()["documents"]
    assert [entry["text"][cell["lead"] :] for entry, cell in zip(shown, cells, strict=True)][:2] == ["55801", PEOPLE[0]]
    assert shown[0]["rest"] == [{"column": "cie10", "text": "K50.9"}, {"column": "coste", "text": "100"}]
    assert shown[1]["rest"] == []


def test_a_pseudonym_stands_after_a_review(client: TestClient, on_the_desk: Put) -> None:
    (file,) = on_the_desk(client, ("tabla.csv", table()))
    before = [row[0] for row in result_of(client, file["id"])]
    heads = client.get(f"/api/desk/files/{file['id']}/documents?count=2000").json()["documents"]
    number = next(head["number"] for head in heads if head["row"] == 2 and head["column"] == "nhc")
    spans = [{"start": 0, "end": 5, "label": "PATIENT_ID"}]
    answer = client.put(f"/api/desk/files/{file['id']}/documents/{number}/spans", json={"revision": 0, "spans": spans})
    assert answer.status_code == 200
    assert [row[0] for row in result_of(client, file["id"])] == before


# ---- the list of patients ----


def listed(client: TestClient, text: str) -> Any:
    return client.put("/api/desk/patients", files=[("files", ("lista.csv", text.encode()))])


def test_patients_of_a_list_are_found_in_all_files(client: TestClient, on_the_desk: Put, at_rest: Settled) -> None:
    note = "Comenta Zyxla Vortrund que duerme mal. Expediente QX-99-10-42."
    (file,) = on_the_desk(client, ("nota.txt", note))
    assert "Zyxla" in client.get(f"/api/desk/files/{file['id']}/download").text
    answer = listed(client, "nombre;nhc\nZyxla Vortrund;QX991042\nOtra Persona;88\n")
    assert (answer.status_code, answer.json()) == (200, {"people": 2, "names": 2, "numbers": 2})
    state = client.get("/api/desk/files").json()
    assert state["patients"] == {"people": 2, "names": 2, "numbers": 2}
    assert state["files"][0]["stale"]
    client.post("/api/desk/again", json={})
    (file,) = at_rest(client)
    text = client.get(f"/api/desk/files/{file['id']}/download").text
    assert not file["stale"]
    assert not [word for word in ("Zyxla", "Vortrund", "QX-99") if word in text]
    assert client.get("/api/desk/report").json()["entries"][0]["patient_list"]
    assert client.delete("/api/desk/patients").status_code == 204
    assert client.get("/api/desk/files").json()["patients"] is None
    assert client.delete("/api/desk/patients").status_code == 404


@pytest.mark.parametrize("text", ["", "\0\1", "color;peso\nazul;12\n", "nombre;nacimiento\nAna;no es fecha\n"])
def test_a_list_that_is_none_is_refused_and_nothing_of_it_told(client: TestClient, home_of: Path, text: str) -> None:
    before = set(home_of.rglob("source*"))
    answer = listed(client, text)
    assert (answer.status_code, answer.json()["error"]) == (422, "patients")
    assert "no es fecha" not in answer.text
    assert client.get("/api/desk/files").json()["patients"] is None
    assert set(home_of.rglob("source*")) == before


def test_a_list_is_wiped_with_the_session_or_when_another_comes(client: TestClient, home_of: Path) -> None:
    def kept() -> list[Path]:
        return [path for path in home_of.rglob("source.csv") if "Zyxlanda" in path.read_text()]

    listed(client, "nombre\nZyxlanda Vortrund\n")
    listed(client, "nombre\nZyxlanda Otra\n")
    assert len(kept()) == 1
    client.delete("/api/desk/session")
    time.sleep(0.1)
    assert kept() == []
