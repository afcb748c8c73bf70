"""A person's review: spans, everywhere and never, undo, free edits, what is taken away."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from velado.document import Replacement, Span, replaced
from velado.formats.brat import read_annotations
from velado.formats.jsonl import parse_line
from velado.web.edits import Edit, edits_between, merged, surviving
from velado.web.rules import EVERYWHERE, NEVER, Rule, with_rule

Put = Callable[..., list[dict[str, Any]]]
NOTE = "Paciente: Marta Ruiz Gil\nTel 612 345 678. Vino Oriol con 😀 Marta.\n"


def address(file: dict[str, Any], rest: str = "") -> str:
    return f"/api/desk/files/{file['id']}/documents/0{rest}"


def result(client: TestClient, file: dict[str, Any]) -> str:
    return str(client.get(address(file, "/result")).json()["text"])


def spans_of(document: dict[str, Any]) -> list[tuple[int, int, str]]:
    return [(span["start"], span["end"], span["label"]) for span in document["spans"]]


def test_a_document_comes_with_its_spans_replacements_and_texts(client: TestClient, on_the_desk: Put) -> None:
    (file,) = on_the_desk(client, ("nota.txt", NOTE))
    assert file["state"] == "done"
    assert file["format"] == "text"
    assert file["counts"]["PATIENT_NAME"] == 2
    document = client.get(address(file)).json()
    assert document["wide"] == 1
    assert document["length"] == len(NOTE)
    text = client.get(address(file, "/text")).json()["text"]
    assert text == NOTE
    pieces, position = [], 0
    for span in document["spans"]:
        pieces += [text[position : span["start"]], span["replacement"]]
        position = span["end"]
    assert "".join([*pieces, text[position:]]) == result(client, file)
    assert len(result(client, file)) == document["result_length"]
    assert "Marta" not in result(client, file)
    assert "612" not in result(client, file)


def test_texts_come_in_stretches(client: TestClient, on_the_desk: Put) -> None:
    (file,) = on_the_desk(client, ("larga.txt", "Tos seca 😀. " * 5_000))
    whole = client.get(address(file, "/text"), params={"start": 0, "end": 10**9}).json()
    parts = [client.get(address(file, "/text"), params={"start": at, "end": at + 7_000}).json() for at in range(0, whole["length"], 7_000)]
    assert "".join(part["text"] for part in parts) == whole["text"]
    assert sum(part["wide"] for part in parts) == whole["wide"] == 5_000
    assert client.get(address(file, "/text"), params={"start": 10**9}).json()["text"] == ""


def test_spans_are_saved_by_revision_and_taken_back(client: TestClient, on_the_desk: Put) -> None:
    (file,) = on_the_desk(client, ("nota.txt", NOTE))
    before = client.get(address(file)).json()
    start = NOTE.index("Oriol")
    added = client.patch(address(file, "/spans"), json={"revision": 0, "add": [{"start": start, "end": start + 5, "label": "RELATIVE_NAME"}]})
    assert added.status_code == 200
    after = added.json()
    assert (start, start + 5, "RELATIVE_NAME") in spans_of(after)
    assert next(span for span in after["spans"] if span["start"] == start)["source"] == "person"
    assert "Oriol" not in result(client, file)
    late = client.put(address(file, "/spans"), json={"revision": before["revision"], "spans": []})
    assert late.status_code == 409
    assert late.json()["document"] == after
    assert client.post("/api/desk/undo").json()["changed"] == [{"file": file["id"], "document": 0, "revision": 0, "spans": len(before["spans"])}]
    assert client.get(address(file)).json() == before
    assert client.post("/api/desk/redo").json()["redo"] == 0
    assert client.get(address(file)).json() == after
    assert client.post("/api/desk/redo").json()["changed"] == []
    (listed,) = client.get("/api/desk/files").json()["files"]
    assert listed["counts"]["RELATIVE_NAME"] == 1
    assert listed["changed"] == 1


def test_the_whole_list_keeps_scores_of_what_did_not_change(client: TestClient, on_the_desk: Put) -> None:
    (file,) = on_the_desk(client, ("nota.txt", NOTE))
    before = client.get(address(file)).json()
    kept = before["spans"][0]
    wanted = [{"start": kept["start"], "end": kept["end"], "label": kept["label"]}]
    after = client.put(address(file, "/spans"), json={"revision": 0, "spans": wanted}).json()
    assert after["spans"] == [kept]
    assert "612 345 678" in result(client, file)


def test_adding_a_span_that_is_there_confirms_it(client: TestClient, on_the_desk: Put) -> None:
    (file,) = on_the_desk(client, ("nota.txt", NOTE))
    document = client.get(address(file)).json()
    assert document["doubtful"] == 1
    doubtful = min(document["spans"], key=lambda span: span["score"])
    wanted = [{name: doubtful[name] for name in ("start", "end", "label")}]
    after = client.patch(address(file, "/spans"), json={"revision": 0, "add": wanted}).json()
    assert after["doubtful"] == 0
    assert spans_of(after) == spans_of(document)


@pytest.mark.parametrize(
    "spans",
    [
        [{"start": 5, "end": 5, "label": "DATE"}],
        [{"start": 0, "end": 10_000, "label": "DATE"}],
        [{"start": 0, "end": 5, "label": "DATE"}, {"start": 4, "end": 8, "label": "DATE"}],
        [{"start": 0, "end": 5, "label": "COLOUR"}],
        [{"start": -1, "end": 5, "label": "DATE"}],
    ],
)
def test_spans_that_cannot_be_are_refused(client: TestClient, on_the_desk: Put, spans: list[dict[str, Any]]) -> None:
    (file,) = on_the_desk(client, ("nota.txt", NOTE))
    before = client.get(address(file)).json()
    assert client.put(address(file, "/spans"), json={"revision": 0, "spans": spans}).status_code == 422
    assert client.get(address(file)).json() == before


def test_everywhere_and_never_reach_all_files_and_those_to_come(client: TestClient, on_the_desk: Put) -> None:
    first, second = on_the_desk(client, ("a.txt", "Acude catarro por tos.\n"), ("b.txt", "Con CATARRO y catarros. Tel 612 345 678\n"))
    assert "catarro" in result(client, first)
    step = client.post("/api/desk/everywhere", json={"file": first["id"], "document": 0, "start": 6, "end": 13, "label": "PATIENT_NAME"}).json()
    assert {(change["file"], change["document"]) for change in step["changed"]} == {(first["id"], 0), (second["id"], 0)}
    assert result(client, first) == "Acude [PACIENTE] por tos.\n"
    assert result(client, second) == "Con [PACIENTE] y catarros. Tel [TELÉFONO]\n"
    (third,) = on_the_desk(client, ("c.txt", "Vuelve Catarro."))
    assert result(client, third) == "Vuelve [PACIENTE]."
    assert [rule["kind"] for rule in client.get("/api/desk/rules").json()["rules"]] == ["everywhere"]
    phone = "Con CATARRO y catarros. Tel 612 345 678\n".index("612")
    client.post("/api/desk/never", json={"file": second["id"], "document": 0, "start": phone, "end": phone + 11})
    assert "612 345 678" in result(client, second)
    (fourth,) = on_the_desk(client, ("d.txt", "Tel 612 345 678, tel 699 111 222"))
    assert "612 345 678" in result(client, fourth)
    assert "699" not in result(client, fourth)
    client.post("/api/desk/undo")
    client.post("/api/desk/undo")
    assert "catarro" in result(client, first)
    assert client.get("/api/desk/rules").json()["rules"] == []
    client.post("/api/desk/redo")
    rule = client.get("/api/desk/rules").json()["rules"][0]["id"]
    assert client.delete(f"/api/desk/rules/{rule}").status_code == 204
    assert client.delete(f"/api/desk/rules/{rule}").status_code == 404


def test_a_free_edit_is_kept_apart_and_gives_way_to_a_later_span(client: TestClient, on_the_desk: Put) -> None:
    (file,) = on_the_desk(client, ("nota.txt", NOTE))
    wanted = result(client, file).replace("Vino Oriol con", "Acudió Oriol con")
    edited = client.put(address(file, "/result"), json={"revision": 0, "text": wanted}).json()
    assert edited["edited"]
    assert result(client, file) == wanted
    assert edited["edits"] == [{"start": NOTE.index("Vino"), "end": NOTE.index("Vino") + 4, "text": "Acudió"}]
    assert client.get(f"/api/desk/files/{file['id']}/download").content.decode() == wanted
    start = NOTE.index("Oriol")
    marked = client.patch(address(file, "/spans"), json={"revision": 1, "add": [{"start": start, "end": start + 5, "label": "PERSON_NAME"}]}).json()
    assert marked["dropped_edits"] == 0
    assert "Acudió [PERSONA]" in result(client, file)
    start = NOTE.index("Vino")
    marked = client.patch(address(file, "/spans"), json={"revision": 2, "add": [{"start": start, "end": start + 4, "label": "OTHER"}]}).json()
    assert marked["dropped_edits"] == 1
    assert not marked["edited"]
    client.post("/api/desk/undo")
    assert client.delete(address(file, "/result")).json()["edited"] is False


def test_a_name_that_is_typed_in_again_is_warned_of(client: TestClient, on_the_desk: Put) -> None:
    (file,) = on_the_desk(client, ("nota.txt", NOTE))
    wanted = result(client, file).replace("Vino", "Vino Marta Ruiz Gil")
    assert client.put(address(file, "/result"), json={"revision": 0, "text": wanted}).json()["standing"] >= 1


def test_downloads_are_as_reviewed_and_carry_no_file_names(client: TestClient, on_the_desk: Put) -> None:
    first, second = on_the_desk(client, ("Marta Ruiz Gil.txt", NOTE), ("x.unheard", b"hola"))
    assert second["state"] == "withheld"
    assert second["reason_code"] == "unknown_format"
    refused = client.get(f"/api/desk/files/{second['id']}/download")
    assert refused.status_code == 409
    start = NOTE.index("Oriol")
    client.patch(address(first, "/spans"), json={"revision": 0, "add": [{"start": start, "end": start + 5, "label": "PERSON_NAME"}]})
    client.put(f"/api/desk/files/{first['id']}/reviewed", json={"reviewed": True})
    one = client.get(f"/api/desk/files/{first['id']}/download")
    assert one.content.decode() == result(client, first)
    assert 'filename="document-001.txt"' in one.headers["content-disposition"]
    packed = client.get("/api/desk/download", params={"annotations": "brat", "language": "es"})
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert not any("Marta" in name for name in names)
        assert archive.read("documents/document-001.txt") == one.content
        original = archive.read("annotations-with-identities/document-001.txt").decode()
        marks = read_annotations(archive.read("annotations-with-identities/document-001.ann").decode())
        assert original == NOTE
        assert "Oriol" in [mark.text(original) for mark in marks]
        report = json.loads(archive.read("report.json"))
        page = archive.read("report.html").decode()
    assert "Lo que se ha quitado" in page
    assert "retenido" in page
    assert report["files"] == 2
    assert report["withheld"] == 1
    entry = report["entries"][0]
    assert entry["verified"]
    assert entry["review"]["reviewed"]
    assert entry["review"]["spans_added"] == 1
    for told in (json.dumps(report, ensure_ascii=False), page):
        for secret in ("Marta", "Ruiz", "Oriol", "612"):
            assert secret not in told


def test_annotations_of_the_result_point_at_what_stands_there(client: TestClient, on_the_desk: Put) -> None:
    client.put("/api/desk/settings", json={"replace": "surrogate"})
    (file,) = on_the_desk(client, ("nota.txt", NOTE))
    client.put(address(file, "/result"), json={"revision": 0, "text": result(client, file).replace("\nTel ", "\nTeléfono fijo ")})
    packed = client.get("/api/desk/download", params={"annotations": "jsonl", "on": "result"})
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        _, text, spans = parse_line(archive.read("annotations/document-001.jsonl").decode())
    assert text == result(client, file)
    replacements = [span["replacement"] for span in client.get(address(file)).json()["spans"] if span["replacement"]]
    assert [span.text(text) for span in spans] == replacements


def test_names_are_kept_when_asked_for(client: TestClient, on_the_desk: Put) -> None:
    client.put("/api/desk/settings", json={"keep_names": True})
    on_the_desk(client, ("nota.txt", "Tos."), ("NOTA.txt", "Tos."), ("../../nota.txt", "Tos."))
    with zipfile.ZipFile(io.BytesIO(client.get("/api/desk/download").content)) as archive:
        names = [name for name in archive.namelist() if name.startswith("documents/")]
    assert len({name.lower() for name in names}) == 3
    assert all(name.count("/") == 1 and ".." not in name for name in names)


def test_settings_are_checked_kept_and_followed(client: TestClient, on_the_desk: Put) -> None:
    (file,) = on_the_desk(client, ("nota.txt", NOTE))
    wanted = {"policy": "everything", "replace": "label", "style": "tag", "language": "es", "recognisers": ["contacts"], "threshold": 0.4}
    answer = client.put("/api/desk/settings", json=wanted)
    assert answer.status_code == 200
    assert client.get("/api/desk/settings").json().items() >= wanted.items()
    (listed,) = client.get("/api/desk/files").json()["files"]
    assert listed["stale"]
    client.post("/api/desk/again", json={})
    while client.get("/api/desk/files").json()["files"][0]["state"] != "done":
        pass
    assert result(client, file) == NOTE.replace("612 345 678", "{TEL}")
    for wrong in ({"policy": "/etc/passwd"}, {"replace": "burn"}, {"language": "xx"}, {"recognisers": ["nobody"]}, {"threshold": 2}, {"style": "x"}, {"colour": 1}):
        assert client.put("/api/desk/settings", json=wrong).status_code == 422, wrong


@st.composite
def _reviewed(draw: st.DrawFn) -> tuple[str, list[Span], list[Replacement], list[str]]:
    text = draw(st.text("ab \n,é", max_size=40))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    spans = [Span(start, end, "AGE") for start, end in zip(cuts[::2], cuts[1::2], strict=False)]
    replaced = [Replacement(span, draw(st.sampled_from(["", "[X]", "ab", "zz zz"]))) for span in spans if draw(st.booleans())]
    return text, spans, replaced, draw(st.lists(st.text("ab \n[X]z", max_size=40), min_size=1, max_size=3))


@given(_reviewed())
def test_edits_give_exactly_the_text_that_was_typed(case: tuple[str, list[Span], list[Replacement], list[str]]) -> None:
    text, spans, replacements, typed = case
    edits: list[Edit] = []
    for wanted in typed:
        edits = edits_between(text, spans, replacements, edits, wanted)
        assert replaced(text, merged(replacements, edits)) == wanted
        assert surviving(edits, spans) == edits


@given(st.text("ab ñ\n", max_size=30), st.text("ab ñ", min_size=1, max_size=4), st.sets(st.integers(0, 30), max_size=6), st.booleans())
def test_rules_leave_spans_in_order_and_uncover_nothing(text: str, said: str, cuts: set[int], acts: bool) -> None:
    places = sorted(cut for cut in cuts if cut <= len(text))
    spans = [Span(start, end, "DATE") for start, end in zip(places[::2], places[1::2], strict=False)]
    found = with_rule(text, spans, Rule("1", EVERYWHERE, said, "PATIENT_NAME"), lambda label: acts)
    assert all(0 <= span.start < span.end <= len(text) for span in found)
    assert all(first.end <= second.start for first, second in pairwise(found))
    covered = {offset for span in found for offset in range(span.start, span.end)}
    assert covered >= {offset for span in spans for offset in range(span.start, span.end)}
    kept = with_rule(text, spans, Rule("1", NEVER, said), bool)
    assert set(kept) <= set(spans)


def test_files_are_cancelled_and_taken_up_again(client: TestClient, at_rest: Callable[[TestClient], list[dict[str, Any]]]) -> None:
    long = "Paciente: Marta Ruiz Gil, tel. 612 345 678. " * 4_000
    client.post("/api/desk/files", files=[("files", (f"{number}.txt", long.encode())) for number in range(4)])
    state = client.post("/api/desk/cancel", json={}).json()
    assert {file["state"] for file in state["files"]} == {"cancelled"}
    assert client.get("/api/desk/download").status_code == 200  # nothing but the report
    file = client.post("/api/desk/texts", json={"text": "Tel. 612 345 678"}).json()["files"][0]
    assert at_rest(client)[-1]["state"] == "done"
    client.post("/api/desk/again", json={"files": [file["id"]]})
    assert [file["state"] for file in at_rest(client)] == ["cancelled"] * 4 + ["done"]


@pytest.mark.parametrize("style", ["brat", "jsonl"])
def test_files_that_differ_in_their_suffix_alone_keep_their_annotations(client: TestClient, on_the_desk: Put, style: str) -> None:
    client.put("/api/desk/settings", json={"keep_names": True})
    on_the_desk(client, ("nota.txt", NOTE), ("NOTA.md", NOTE), ("nota.csv", "id,texto\n1,Tos.\n2,Fiebre.\n"), ("nota-2.txt", NOTE), ("nota.csv.txt", NOTE))
    packed = client.get("/api/desk/download", params={"annotations": style})
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        names = [name.lower() for name in archive.namelist()]
    assert len(names) == len(set(names))
    assert sum(name.startswith("annotations") for name in names) >= 6


@given(st.text("ab \n", max_size=30), st.text("ab \n", max_size=30))
def test_any_edit_comes_back_as_it_was_typed(old: str, new: str) -> None:
    edits = edits_between(old, (), (), (), new)
    assert replaced(old, merged((), edits)) == new


def test_an_edit_at_the_start_of_a_long_document_is_one_edit() -> None:
    old = "La misma línea, otra vez.\n" * 20_000
    assert len(edits_between(old, (), (), (), "Añadido. " + old)) == 1
