"""FHIR resources, bulk exports and other JSON: identity by the standard's meaning, narrative by the engine, all else byte for byte."""

from __future__ import annotations

import base64
import codecs
import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from steps import Steps

from velado import Pipeline
from velado.cli.main import main
from velado.document import Document, Result
from velado.formats import DEFAULTS, Handled, Options, UnreadableError
from velado.formats._json_tree import flat_strings, load_pairs, parse
from velado.formats._weave import patched
from velado.formats.fhir import FORMAT as STYLE
from velado.keys import new_key

FORMAT = Steps(STYLE)

ABSENT = {"extension": [{"url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "masked"}]}
PATIENT: dict[str, Any] = {
    "resourceType": "Patient",
    "id": "hc-4455667",
    "meta": {"versionId": "3", "lastUpdated": "2024-03-05T10:20:30.123Z", "profile": ["http://hl7.org/fhir/StructureDefinition/Patient"]},
    "text": {
        "status": "generated",
        "div": '<div xmlns="http://www.w3.org/1999/xhtml"><p>Rosalía Quintana Vélez, nacida el 3 de abril de 1961.</p></div>',
    },
    "extension": [
        {"url": "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName", "valueString": "Vélez Cano"},
        {"url": "http://hl7.org/fhir/StructureDefinition/patient-birthPlace", "valueAddress": {"city": "Trujillo", "country": "ES"}},
    ],
    "identifier": [{"system": "urn:oid:2.16.724.4.9.10.2", "value": "4455667"}],
    "name": [{"use": "official", "family": "Quintana Vélez", "given": ["Rosalía"], "prefix": ["Dña."]}],
    "telecom": [{"system": "phone", "value": "612 345 678"}, {"system": "email", "value": "rosalia.q@example.org"}],
    "gender": "female",
    "birthDate": "1961-04-03",
    "address": [{"line": ["Calle Olivo 3, 2º B"], "city": "Badajoz", "postalCode": "06001", "country": "ES"}],
    "photo": [{"contentType": "image/png", "data": "iVBORw0KGgo="}],
    "contact": [{"name": {"text": "Jorge Salas Pinto"}, "telecom": [{"system": "phone", "value": "600111222"}]}],
    "generalPractitioner": [{"reference": "Practitioner/77", "display": "Dra. Ana Ruiz Peña"}],
}
PRACTITIONER: dict[str, Any] = {
    "resourceType": "Practitioner", "id": "77", "name": [{"family": "Ruiz Peña", "given": ["Ana"]}],
    "identifier": [{"system": "urn:oid:2.16.724.4.9.10.5", "value": "282812345"}],
}  # fmt: skip
PLANTED = (
    "Rosalía", "Quintana", "Vélez", "4455667", "612 345 678", "rosalia.q", "1961", "Olivo", "Badajoz", "06001", "Trujillo", "Salas",
    "600111222", "Ruiz", "282812345", "iVBOR", "2024-03",
)  # fmt: skip


def observation(text: str, patient: str = "Patient/hc-4455667", **more: Any) -> dict[str, Any]:
    return {"resourceType": "Observation", "id": "o1", "status": "final", "subject": {"reference": patient}, "note": [{"text": text}], **more}


def bundle(*resources: dict[str, Any]) -> dict[str, Any]:
    return {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": resource} for resource in resources]}


@pytest.fixture
def carry(tmp_path: Path) -> Callable[..., Any]:
    """Takes a record through reading, the engine, writing and verifying; what was written, as an object."""

    def taken(record: Any, options: Options = DEFAULTS, **settings: Any) -> Any:
        source, target = tmp_path / "in.json", tmp_path / "out.json"
        source.write_text(record if isinstance(record, str) else json.dumps(record, ensure_ascii=False, indent=2), "utf-8")
        pipeline = Pipeline(model=False, language="es", **settings)
        handled = [(document, pipeline.deidentify(document)) for document in FORMAT.read(source, options)]
        FORMAT.write(target, source, iter(handled), options)
        assert list(FORMAT.verify(target, handled)) == []
        return json.loads(target.read_text("utf-8"))

    return taken


def test_a_patient_goes_by_the_meaning_of_each_element(carry: Callable[..., Any]) -> None:
    new = carry(bundle(PATIENT, PRACTITIONER))
    said = json.dumps(new, ensure_ascii=False)
    assert [name for name in PLANTED if name in said] == []
    patient = new["entry"][0]["resource"]
    assert patient["name"] == [{"use": "official", "family": "[PACIENTE]", "given": ["[PACIENTE]"], "prefix": ["Dña."]}]
    assert patient["extension"][0]["valueString"] == "[FAMILIAR]"
    assert patient["contact"][0]["name"]["text"] == "[FAMILIAR]"
    assert patient["generalPractitioner"][0]["display"] == "[PROFESIONAL]"
    assert patient["identifier"] == [{"system": "urn:oid:2.16.724.4.9.10.2", "value": "[ID_PACIENTE]"}]
    assert [point["value"] for point in patient["telecom"]] == ["[TELÉFONO]", "[CORREO]"]
    assert patient["address"][0]["line"] == ["[DIRECCIÓN]"]
    assert patient["gender"] == "female"
    assert patient["photo"] == [ABSENT]
    assert patient["text"]["div"] == '<div xmlns="http://www.w3.org/1999/xhtml"><p>[PACIENTE], nacida el [FECHA].</p></div>'
    assert (patient["meta"]["versionId"], patient["meta"]["profile"]) == ("3", PATIENT["meta"]["profile"])


def test_a_label_is_no_date_so_the_element_is_absent(carry: Callable[..., Any]) -> None:
    born = {"extension": [{"url": "http://hl7.org/fhir/StructureDefinition/patient-birthTime", "valueDateTime": "1961-04-03T05:00:00Z"}]}
    timing = {"event": ["2024-01-02", "2024-01-03"]}
    new = carry(bundle({**PATIENT, "_birthDate": born}, {"resourceType": "ServiceRequest", "occurrenceTiming": timing, "authoredOn": "2024"}))
    patient, request = (entry["resource"] for entry in new["entry"])
    assert "birthDate" not in patient
    assert patient["_birthDate"]["extension"][0]["_valueDateTime"] == ABSENT
    assert request["occurrenceTiming"] == {"_event": [ABSENT, ABSENT]}
    assert request["_authoredOn"] == ABSENT


def test_shifted_dates_stay_dates_and_keep_their_intervals(carry: Callable[..., Any]) -> None:
    first, second = "2024-03-01T08:30:00+01:00", "2024-03-11"
    new = carry(bundle(PATIENT, observation("El 01/03/2024 acude.", effectiveDateTime=first, issued="2024-03-01T09:00:00Z"),
                       {"resourceType": "Procedure", "subject": {"reference": "Patient/hc-4455667"}, "performedDateTime": second}),
                policy="research")  # fmt: skip
    seen, done = new["entry"][1]["resource"], new["entry"][2]["resource"]
    shift = date.fromisoformat(seen["effectiveDateTime"][:10]) - date(2024, 3, 1)
    assert shift.days != 0
    assert seen["effectiveDateTime"].endswith("T08:30:00+01:00")
    assert date.fromisoformat(done["performedDateTime"]) - date(2024, 3, 11) == shift
    assert date.fromisoformat(new["entry"][0]["resource"]["birthDate"]) - date(1961, 4, 3) == shift
    day = date(2024, 3, 1) + shift
    assert seen["note"][0]["text"] == f"El {day:%d/%m/%Y} acude."


def test_a_year_has_no_hour(carry: Callable[..., Any]) -> None:
    new = carry(observation("Bien.", effectiveDateTime="2024-03-01T08:30:00Z", issued="2024-03-01T09:00:00Z"), policy="safe-harbor")
    assert new["effectiveDateTime"] == "2024"
    assert new["_issued"] == ABSENT  # an instant


def test_what_the_patient_resource_says_is_known_in_every_narrative(carry: Callable[..., Any]) -> None:
    new = carry(bundle(observation("vino rosalia quintana con el 4455667; habla con ana ruiz"), PATIENT, PRACTITIONER))
    said = new["entry"][0]["resource"]["note"][0]["text"]
    assert said.startswith("vino [PACIENTE] con el [ID_PACIENTE]")
    assert "ruiz" not in said


def test_each_patient_of_a_bundle_is_known_in_the_own_narratives(carry: Callable[..., Any], tmp_path: Path) -> None:
    other = {"resourceType": "Patient", "id": "b", "name": [{"family": "Campo Rey", "given": ["Luz"]}]}
    notes = [
        observation("quintana sale con luz al campo"),
        observation("CAMPO REY camina", "urn:uuid:1b4e28ba-2fa1-41d2-883f-0016d3cca427", performer=[{"reference": "Practitioner/77"}]),
    ]
    record = bundle(PATIENT, other, *notes, PRACTITIONER)
    record["entry"][1]["fullUrl"] = "urn:uuid:1b4e28ba-2fa1-41d2-883f-0016d3cca427"
    source = tmp_path / "two.json"
    source.write_text(json.dumps(record))
    keys = {document.subject.key: document for document in FORMAT.read(source) if document.subject}
    assert set(keys) == {"hc-4455667", "b"}
    assert "Médico: Ana Ruiz Peña" in keys["b"].text
    new = carry(record)
    assert new["entry"][2]["resource"]["note"][0]["text"] == "[PACIENTE] sale con luz al campo"
    assert new["entry"][3]["resource"]["note"][0]["text"] == "[PACIENTE] camina"


def test_ids_and_references_agree_within_a_file_and_with_a_key_across_calls(carry: Callable[..., Any]) -> None:
    record = bundle(PATIENT, observation("Bien."), PRACTITIONER)
    record["entry"][0]["fullUrl"] = "https://fhir.luna.example/r4/Patient/hc-4455667"
    record["link"] = [{"relation": "self", "url": "https://fhir.luna.example/r4/Patient?name=quintana"}]
    keyed = replace(DEFAULTS, key=b"8Kd2vXq7LmZr4TgN1wYs")
    new, again = carry(record, keyed), carry(record, keyed)
    id = new["entry"][0]["resource"]["id"]
    assert id != "hc-4455667"
    assert new["entry"][1]["resource"]["subject"]["reference"] == f"Patient/{id}"
    assert new["entry"][0]["fullUrl"].endswith(f".invalid/Patient/{id}")
    assert new["entry"][0]["resource"]["generalPractitioner"][0]["reference"] == f"Practitioner/{new['entry'][2]['resource']['id']}"
    assert new == again
    assert carry(record)["entry"][0]["resource"]["id"] != id
    assert "luna" not in json.dumps(new)


def test_attachments_go_through_their_own_formats(carry: Callable[..., Any]) -> None:
    note = "Rosalía Quintana Vélez, tel. 612 345 678. Remite la Dra. Ana Ruiz Peña.".encode()
    page = b"<html><body><p>Paciente: Rosal&iacute;a Quintana</p></body></html>"
    files = [
        {"contentType": "text/plain", "data": base64.b64encode(note).decode(), "size": len(note), "hash": "AAAA", "title": "Nota de Rosalía Quintana"},
        {"contentType": "text/html", "data": base64.b64encode(page).decode()},
        {"contentType": "application/dicom", "data": "AAEC", "size": 3, "hash": "AAAA", "url": "https://pacs.luna.example/4455667"},
    ]
    reference = {"resourceType": "DocumentReference", "subject": {"reference": "Patient/hc-4455667"}, "content": [{"attachment": f} for f in files]}
    binary = {"resourceType": "Binary", "contentType": "text/plain", "data": base64.b64encode(note).decode()}
    new = carry(bundle(PATIENT, reference, binary))
    text, html, dicom = (entry["attachment"] for entry in new["entry"][1]["resource"]["content"])
    data = base64.b64decode(text["data"])
    assert data.decode() == "[PACIENTE], tel. [ID_PACIENTE]. Remite la Dra. [PROFESIONAL]."
    assert text["size"] == len(data)
    assert text["hash"] == base64.b64encode(hashlib.sha1(data).digest()).decode()
    assert text["title"] == "Nota de [PACIENTE]"
    assert b"Quintana" not in base64.b64decode(html["data"])
    assert set(dicom) == {"contentType", "_data", "url"}
    assert "luna" not in dicom["url"]
    assert base64.b64decode(new["entry"][2]["resource"]["data"]) == data


def test_numbers_order_and_blanks_stay_as_they_are_written(carry: Callable[..., Any], tmp_path: Path) -> None:
    text = '{ "resourceType":"Observation",\n\t"valueQuantity" : {"value":1.10, "unit":"g/dL"},"component":[{"valueInteger":  007e0}] }'
    text = text.replace("007e0", "7E0") + "\r\n"
    carry(text)
    assert (tmp_path / "out.json").read_bytes() == text.encode()


def test_codes_stay_and_what_only_looks_like_an_element_of_codes_is_read(carry: Callable[..., Any]) -> None:
    coded = {"coding": [{"system": "http://loinc.org", "code": "718-7", "display": "Hemoglobin [Mass/volume] in Blood"}], "text": "Hemoglobina"}
    new = carry(bundle(PATIENT, observation("Bien.", code=coded, category="Paciente: Rosalía Quintana", interpretation="Quintana")))
    seen = new["entry"][1]["resource"]
    assert seen["code"] == coded
    assert "Quintana" not in json.dumps(seen)
    assert seen["status"] == "final"


def test_unknown_types_and_elements_are_read(carry: Callable[..., Any]) -> None:
    new = carry({"resourceType": "Invention", "remark": "Acude el Sr. Tomás Ferrer Gil.", "inner": {"x": ["Tel. 612 345 678"]}})
    assert new["remark"] == "Acude el Sr. [PACIENTE]."
    assert "612" not in new["inner"]["x"][0]


def test_what_is_packed_in_letters_does_not_pass(carry: Callable[..., Any]) -> None:
    signed = "eyJhbGciOiJFUzI1NiJ9." + "aB3_" * 60
    note = base64.b64encode(("Acude el Sr. Tomás Ferrer Gil. " * 5).encode()).decode()
    new = carry({"resourceType": "Basic", "extension": [{"url": "http://example.org/a", "valueString": note}, {"url": "b", "valueString": signed}]})
    assert "Ferrer" not in base64.b64decode(new["extension"][0]["valueString"]).decode()
    assert new["extension"][1] == {"url": "b", "_valueString": ABSENT}
    assert carry({"verifiableCredential": [signed]}) == {"verifiableCredential": [""]}


def test_answers_are_read_with_their_questions(carry: Callable[..., Any]) -> None:
    items = [
        {"linkId": "1", "text": "Nombre de la madre", "answer": [{"valueString": "Casilda Oller"}]},
        {"linkId": "2", "text": "¿Fuma?", "answer": [{"valueString": "No"}]},
    ]
    new = carry({"resourceType": "QuestionnaireResponse", "item": items, "questionnaire": "http://example.org/q|1"})
    assert new["item"][0]["answer"] == [{"valueString": "[FAMILIAR]"}]
    assert new["item"][1]["answer"] == [{"valueString": "No"}]
    assert new["questionnaire"] == "http://example.org/q|1"


def test_contained_resources_and_r5_elements(carry: Callable[..., Any]) -> None:
    record = {
        "resourceType": "Encounter",
        "contained": [{"resourceType": "Patient", "id": "p", "name": [{"text": "Iracema Tavares Lobo"}], "birthDate": "1980-07-01"}],
        "identifier": [{"value": "EP-99812"}],
        "subject": {"reference": "#p", "display": "Iracema Tavares"},
        "actualPeriod": {"start": "2024-05-01T10:00:00Z", "end": "2024-05-02T10:00:00Z"},
        "serviceProvider": {"display": "Hospital Serra Azul"},
        "reason": [{"value": [{"concept": {"text": "Iracema refere tosse"}}]}],
        "location": [{"location": {"display": "Maternidade Boa Vista"}}],
    }
    new = carry(record)
    said = json.dumps(new, ensure_ascii=False)
    assert not any(name in said for name in ("Iracema", "Tavares", "99812", "Serra Azul", "2024-05", "1980", "Boa Vista"))
    assert new["subject"]["reference"] == f"#{new['contained'][0]['id']}"
    assert new["reason"][0]["value"][0]["concept"]["text"] == "[PACIENTE] refere tosse"
    assert new["actualPeriod"] == {"_start": ABSENT, "_end": ABSENT}


def test_names_in_extensions_of_a_country(carry: Callable[..., Any]) -> None:
    name = {
        "family": "Ibarra", "given": ["Nahuel"],
        "_family": {"extension": [{"url": "https://example.org/fhir/StructureDefinition/SegundoApellido", "valueString": "Catrileo"}]},
    }  # fmt: skip
    position = {"extension": [{"url": "latitude", "valueDecimal": -33.45123}, {"url": "longitude", "valueDecimal": -70.66}]}
    new = carry({"resourceType": "Patient", "name": [name], "address": [{"city": "Ovalle", "extension": [position]}]})
    said = json.dumps(new)
    assert "Catrileo" not in said
    assert "33.45" not in said


def test_surrogates_agree_between_elements_and_narrative(carry: Callable[..., Any]) -> None:
    new = carry(bundle(PATIENT, observation("La Sra. Quintana sale.")), replace="surrogate", key=b"8Kd2vXq7LmZr4TgN1wYs")
    family = new["entry"][0]["resource"]["name"][0]["family"]
    assert "Quintana" not in family
    assert new["entry"][1]["resource"]["note"][0]["text"] == f"La Sra. {family.split()[0]} sale."


def test_ages_that_may_not_stay_are_absent_and_sex_is_unknown(carry: Callable[..., Any], tmp_path: Path) -> None:
    policy = tmp_path / "own.toml"
    policy.write_text('base = "everything"\n[rules]\nSEX = "label"\n')
    history = {"resourceType": "FamilyMemberHistory", "name": "Elvira Soto", "bornDate": "1940", "deceasedAge": {"value": 71, "unit": "a"}}
    new = carry(bundle({"resourceType": "Patient", "gender": "male"}, history), policy=str(policy))
    assert new["entry"][0]["resource"]["gender"] == "unknown"
    assert new["entry"][1]["resource"] == {
        "resourceType": "FamilyMemberHistory", "name": "[FAMILIAR]", "_bornDate": ABSENT, "deceasedAge": {"_value": ABSENT, "unit": "a"},
    }  # fmt: skip


def lines(tmp_path: Path, records: list[Any], options: Options = DEFAULTS, end: str = "\n") -> tuple[Path, Path]:
    source, target = tmp_path / "in.ndjson", tmp_path / "out.ndjson"
    source.write_text(end.join(json.dumps(record, ensure_ascii=False) for record in records) + end, "utf-8", newline="")
    return source, target


def test_bulk_exports_go_line_by_line_and_know_patients_of_other_lines(tmp_path: Path, rules: Pipeline) -> None:
    source, target = lines(tmp_path, [observation("llama rosalia quintana"), PATIENT, PRACTITIONER], end="\r\n\r\n")
    handled = [(document, rules.deidentify(document)) for document in FORMAT.read(source)]
    FORMAT.write(target, source, iter(handled))
    assert not FORMAT.verify(target, handled)
    written = target.read_bytes().decode()
    assert written.count("\r\n\r\n") == 3
    records = [json.loads(line) for line in written.split("\r\n\r\n") if line]
    assert records[0]["note"][0]["text"] == "llama [PACIENTE]"
    assert records[0]["subject"]["reference"] == f"Patient/{records[1]['id']}"
    assert not any(name in written for name in PLANTED)


def test_a_withheld_line_is_left_out_and_a_withheld_file_is_none(tmp_path: Path, rules: Pipeline) -> None:
    def held(path: Path) -> list[Handled]:
        return [
            (document, Result(document.id, None) if "secreto" in document.text else rules.deidentify(document)) for document in FORMAT.read(path)
        ]

    source, target = lines(tmp_path, [observation("Bien."), observation("secreto"), observation("Mejor.")])
    handled = held(source)
    assert "lines withheld: 1" in FORMAT.write(target, source, iter(handled))
    assert not FORMAT.verify(target, handled)
    assert [json.loads(line)["note"][0]["text"] for line in target.read_text().splitlines()] == ["Bien.", "Mejor."]
    whole = tmp_path / "in.json"
    whole.write_text(json.dumps(bundle(PATIENT, observation("secreto"))))
    with pytest.raises(UnreadableError, match="withheld"):
        FORMAT.write(tmp_path / "out.json", whole, iter(held(whole)))


def test_other_json_goes_by_the_names_of_its_keys(carry: Callable[..., Any], tmp_path: Path) -> None:
    note = base64.b64encode(("Acude Ana Gil Soto. " * 8).encode()).decode()
    record = [
        {"id": 7, "nombre": "Ana Gil Soto", "dni": 12345678, "nota": "Ana Gil viene con tos.", "peso": 61.50, "adjunto": note},
        {"paciente": {"nombre": "Luis Paz"}, "Eva Mora Ruiz": "sí", "Iván Mora Gil": "no", "nota": "sin cambios"},
    ]
    first, second = carry(record)
    assert (first["id"], first["peso"], first["nombre"], first["dni"]) == (7, 61.5, "[PACIENTE]", "[ID_PACIENTE]")
    assert first["nota"] == "[PACIENTE] viene con tos."
    assert "Gil" not in base64.b64decode(first["adjunto"]).decode()
    assert second["paciente"]["nombre"] == "[PACIENTE]"
    assert not any("Mora" in key for key in second)
    assert len(second) == 4  # keys stay different
    assert second["nota"] == "sin cambios"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not JSON"),
        (b'{"a": ', "broken off"),
        (b'{"a": "b",}', "not JSON"),
        (b'{"a": NaN}', "not JSON"),
        ('{"a": "ñ"}'.encode("latin-1"), "not UTF-8"),
        (b"%PDF-1.4", "whatever its name"),
        (b"[" * 5000 + b"]" * 5000, "deep"),
        (b"[" * 300 + b"]" * 300, "deep"),
    ],
)
def test_what_cannot_be_read_is_told_in_words(data: bytes, words: str, tmp_path: Path) -> None:
    source = tmp_path / "in.json"
    source.write_bytes(data)
    with pytest.raises(UnreadableError, match=words):
        list(FORMAT.read(source))


def test_broken_lines_are_named(tmp_path: Path) -> None:
    source = tmp_path / "in.ndjson"
    source.write_bytes(b'{"a": "b"}\n{"a"\n')
    with pytest.raises(UnreadableError, match="line 2"):
        list(FORMAT.read(source))


@pytest.mark.parametrize(("mark", "encoding"), [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (b"", "utf-8")])
def test_marks_and_encodings_stay(mark: bytes, encoding: str, tmp_path: Path, rules: Pipeline) -> None:
    source, target = tmp_path / "in.json", tmp_path / "out.json"
    source.write_bytes(mark + '{"clave": "sin cambios mañana", "n": 120.1000}'.encode(encoding))
    handled = [(document, rules.deidentify(document)) for document in FORMAT.read(source)]
    FORMAT.write(target, source, iter(handled))
    assert not FORMAT.verify(target, handled)
    assert target.read_bytes() == source.read_bytes()


def test_keys_that_come_twice_are_both_handled(carry: Callable[..., Any], tmp_path: Path) -> None:
    carry('{"resourceType": "Patient", "birthDate": "1961-04-03", "birthDate": "1961-04-03", "name": [{"family": "Oller"}], "name": [{"family": "Sanz"}]}')
    said = (tmp_path / "out.json").read_text()
    assert not any(name in said for name in ("Oller", "Sanz", "1961"))


def test_verification_finds_what_is_still_there(tmp_path: Path, rules: Pipeline) -> None:
    source, target = tmp_path / "in.json", tmp_path / "out.json"
    source.write_text(json.dumps(bundle(PATIENT)))
    handled = [(document, rules.deidentify(document)) for document in FORMAT.read(source)]
    FORMAT.write(target, source, iter(handled))
    good = target.read_text()
    target.write_text(good.replace("[FAMILIAR]", "Jorge Salas Pinto"))
    assert FORMAT.verify(target, handled)
    target.write_text(good.replace("Bundle", "Parcel"))
    assert FORMAT.verify(target, handled)
    target.write_text(good[:-20])
    assert FORMAT.verify(target, handled)


def test_velado_run_takes_a_folder_of_resources(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notes, out = tmp_path / "notes", tmp_path / "out"
    notes.mkdir()
    (notes / "Patient.ndjson").write_text(json.dumps(PATIENT) + "\n")
    (notes / "Observation.ndjson").write_text(json.dumps(observation("Bien.")) + "\n")
    (notes / "bundle.json").write_text(json.dumps(bundle(PATIENT, PRACTITIONER, observation("Acude la Sra. Quintana Vélez."))))
    (notes / "broken.json").write_text('{"resourceType": "Patient", "name": [{"family": "Quintana"')
    key = tmp_path / "key"
    new_key(key)
    assert main(["run", str(notes), "--out", str(out), "--forms-only", "--language", "es", "--key-file", str(key), "--jobs", "1"]) == 3
    assert sorted(path.name for path in out.iterdir()) == ["Observation.ndjson", "Patient.ndjson", "bundle.json"]
    said = "".join(path.read_text() for path in out.iterdir())
    assert not any(name in said for name in PLANTED)
    id = json.loads((out / "Patient.ndjson").read_text())["id"]
    assert said.count(f"Patient/{id}") == 2  # the files agree
    told = capsys.readouterr()
    assert "Quintana" not in told.out + told.err


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=25,
)


@given(values, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_the_tree_knows_where_everything_stands(value: Any, indent: Any, ascii: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii)
    root = parse(text)
    assert json.loads(text[root.start : root.end]) == value
    for node in root.walk():
        if node.kind == "string":
            assert json.loads(text[node.start : node.end]) == node.text
        if node.key is not None:
            assert json.loads(text[node.key_start : node.key_end]) == node.key
    pieces = [piece for node in root.walk() for piece in ([node.key] if node.key is not None else []) + ([node.text] if not node.children else [])]
    assert [piece for piece in pieces if piece] == [said for _, said in flat_strings(load_pairs(text)) if said]
    marked = patched(text, [(node.start, node.end, '"x"') for node in root.walk() if node.kind == "string"])
    assert [node.text for node in parse(marked).walk() if node.kind == "string"] == ["x" for node in root.walk() if node.kind == "string"]


@given(value=values, standard=st.booleans())
def test_whatever_is_kept_stays_byte_for_byte(tmp_path_factory: pytest.TempPathFactory, value: Any, standard: bool) -> None:
    folder = tmp_path_factory.mktemp("json", numbered=True)
    source, target = folder / "in.json", folder / "out.json"
    record = {"resourceType": "Basic", "extra": value} if standard else value
    source.write_text(json.dumps(record, indent=1), "utf-8")

    def untouched(document: Document) -> Result:
        return Result(document.id, document.text)

    handled = [(document, untouched(document)) for document in FORMAT.read(source)]
    FORMAT.write(target, source, iter(handled))
    assert not FORMAT.verify(target, handled)
    if not standard:
        assert target.read_bytes() == source.read_bytes()


@pytest.mark.parametrize("size", [4711, "4711"])
def test_size_and_hash_of_a_file_elsewhere_are_left_out(carry: Callable[..., Any], size: int | str) -> None:
    pointer = {"contentType": "application/pdf", "url": "https://pacs.luna.example/Binary/7", "size": size, "hash": "AAAA"}
    new = carry({"resourceType": "DocumentReference", "content": [{"attachment": pointer}]})
    attachment = new["content"][0]["attachment"]
    assert attachment["contentType"] == "application/pdf"
    assert "4711" not in json.dumps(attachment)
    assert "AAAA" not in json.dumps(attachment)
