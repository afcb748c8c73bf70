"""The bill of materials is valid CycloneDX, complete, and the same every time."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

jsonschema_rs = pytest.importorskip("jsonschema_rs", reason="the schema is checked with jsonschema-rs")
pytest.importorskip("cyclonedx", reason="the schema of CycloneDX comes with cyclonedx-python-lib")
pytest.importorskip("fastapi", reason="licences are read from the packages of the desk")

HOME = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def sbom() -> ModuleType:
    spec = importlib.util.spec_from_file_location("scripts_sbom", HOME / "scripts" / "sbom.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def bill(sbom: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    first, second = (sbom.main(tmp_path_factory.mktemp("dist")) for _ in range(2))
    assert first.read_bytes() == second.read_bytes()
    told: dict[str, Any] = json.loads(first.read_text("utf-8"))
    return told


def test_it_is_valid_cyclonedx(bill: dict[str, Any]) -> None:
    found = importlib.util.find_spec("cyclonedx")
    assert found is not None
    assert found.origin is not None
    schemas = Path(found.origin).parent / "schema" / "_res"
    names = [f"{name}.SNAPSHOT.schema.json" for name in ("bom-1.6", "spdx", "jsf-0.82")]
    schema, *others = (json.loads((schemas / name).read_text("utf-8")) for name in names)
    address = schema["$id"].rsplit("/", 1)[0]  # the others are referred to by their file names beside it
    registry = jsonschema_rs.Registry([(f"{address}/{name}", other) for name, other in zip(names[1:], others, strict=True)])
    validator = jsonschema_rs.validator_for(schema, registry=registry)
    assert [str(error) for error in validator.iter_errors(bill)] == []
    assert not validator.is_valid(bill | {"components": [{"type": "nothing that there is"}]})


def test_every_part_has_a_licence_and_a_hash(bill: dict[str, Any]) -> None:
    for part in bill["components"]:
        assert part["licenses"], part["name"]
        assert all(re.fullmatch("[0-9a-f]{64}", entry["content"]) for entry in part["hashes"]), part["name"]
        assert part["hashes"], part["name"]


def test_packages_weights_lexicons_and_corpus_are_listed(bill: dict[str, Any]) -> None:
    parts = {part["name"]: part for part in bill["components"]}
    for lock in ("users", "desk"):
        assert set(re.findall(r"^([\w.-]+)==", (HOME / "locks" / f"{lock}.txt").read_text("utf-8"), re.M)) <= parts.keys()
    for name in ("src/velado/models/notes.weights", "src/velado/models/notes.onnx", "src/velado/lexicons/lexicon.bin"):
        assert parts[name]["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256((HOME / name).read_bytes()).hexdigest()}]
    assert parts["corpus"]["licenses"] == [{"license": {"id": "CC-BY-4.0"}}]


def test_an_unknown_licence_is_an_error(sbom: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sbom, "CLASSIFIERS", {})
    monkeypatch.setattr(sbom, "IN_WORDS", {})
    with pytest.raises(sbom.UnknownLicenceError, match="h11"):
        sbom.licence_of("h11")
    with pytest.raises(sbom.UnknownLicenceError, match="not installed"):
        sbom.licence_of("a-package-that-nobody-wrote")
