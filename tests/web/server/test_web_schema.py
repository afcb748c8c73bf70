"""The API as its own description tells it, called with what fits the description and with what does not."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of the libraries that it brings along
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
    import requests
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

EXAMPLES = 2  # of what fits and of what does not, per operation
Put = Callable[..., list[dict[str, Any]]]
ENDLESS = "/api/desk/events"
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_answers_are_as_described_whatever_is_sent(application: FastAPI, client: TestClient, on_the_desk: Put) -> None:
    description = schemathesis.openapi.from_dict(application.openapi())
    called = 0
    for found in description.get_all_operations():
        operation = found.ok()
        if operation.path == ENDLESS:
            continue
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            with suppress(Unsatisfiable):  # what takes nothing cannot be called wrongly
                called += try_out(operation, mode, client, on_the_desk)
    assert called > 100


def try_out(operation: Any, mode: Any, client: TestClient, on_the_desk: Put) -> int:
    """How often it was called."""
    client.delete("/api/desk/session")
    client.post("/api/desk/session")
    known: dict[str, Any] = {}
    if mode is GenerationMode.POSITIVE and "{id}" in operation.path:
        known["id"] = on_the_desk(client, ("nota.txt", "Paciente: Marta Ruiz Gil, tel. 612 345 678"))[0]["id"]
    if known and "{number}" in operation.path:
        known["number"] = 0
    called = 0

    @given(operation.as_strategy(mode, path_parameters=known or None))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Any) -> None:
        nonlocal called
        called += 1
        client.post("/api/desk/session")  # an example may have cleared everything
        sent = requests.Request(**case.as_transport_kwargs("http://127.0.0.1:8765")).prepare()
        headers = {name: value for name, value in sent.headers.items() if name not in ("Cookie", "Host")}
        answer = client.request(sent.method or "GET", sent.url or "", content=sent.body or b"", headers=headers)
        case.validate_response(answer, checks=CHECKS)

    check()
    return called
