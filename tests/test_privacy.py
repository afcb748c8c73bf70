"""Nothing of a patient in what is printed, logged or raised."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

import velado.models
from velado import Document, Pipeline, Result, Span, Subject
from velado.document import Replacement
from velado.recognisers import recognisers
from velado.replacement import Case
from velado.tokens import Page, read_text

SECRET = "Nélida Ugarte"
NOTE = f"Paciente: {SECRET} Salcedo, tel. 612 345 678"
SUBJECT = Subject(SECRET, (SECRET,), date(1961, 4, 3), ("612345678",))


@pytest.mark.parametrize(
    "value",
    [
        SUBJECT,
        Document(NOTE, SECRET, subject=SUBJECT, place=SECRET),
        Replacement(Span(10, 23, "PATIENT_NAME"), SECRET),
        Result(SECRET, NOTE, (Replacement(Span(10, 23, "PATIENT_NAME"), SECRET),)),
        Case(NOTE, subject=SUBJECT, key=b"secreto"),
        read_text(NOTE),
        Page(NOTE, subject=SUBJECT),
        Page(NOTE).fields,
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_do_not_show_what_they_hold(value: object) -> None:
    for shown in (repr(value), str(value), f"{value}"):
        assert not any(piece in shown for piece in ("Nélida", "nelida", "Ugarte", "612", "1961", "secreto"))


@pytest.mark.parametrize("broken", range(2))
def test_a_recogniser_that_fails_withholds_the_note_without_its_words(broken: int) -> None:
    class Broken:
        name = "broken"

        def find(self, page: Page) -> list[Span]:
            if broken:
                raise RuntimeError(page.text)
            return [page.text]  # type: ignore[list-item]

    pipeline = Pipeline(model=False)
    pipeline.__dict__["recognisers"] = (Broken(),)
    result = pipeline.deidentify(Document(NOTE, "1"))
    assert result.withheld
    assert result.problems
    assert not any("Ugarte" in problem for problem in result.problems)


def test_nothing_is_printed_or_logged(capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        Pipeline().deidentify(Document(NOTE, subject=SUBJECT))
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == ""
    assert "Ugarte" not in caplog.text
    assert recognisers()


CALLING_HOME = """
import pathlib, sys
from velado.models.network import OnnxNetwork, best_network
network = best_network(pathlib.Path(sys.argv[1]).read_bytes())
assert isinstance(network, OnnxNetwork)
"""


def test_onnxruntime_keeps_no_record_of_the_machine(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    model = Path(velado.models.__path__[0]) / "notes.onnx"
    environment = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    environment |= dict.fromkeys(("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_CACHE_HOME", "TMPDIR", "TEMP", "TMP"), str(tmp_path))
    subprocess.run([sys.executable, "-c", CALLING_HOME, str(model)], env=environment, check=True)
    assert list(tmp_path.iterdir()) == []


def test_onnxruntime_is_imported_in_one_place_only() -> None:
    home = Path(velado.__path__[0])
    importing = {path.relative_to(home).as_posix() for path in home.rglob("*.py") if re.search(r"^\s*(import|from) onnxruntime", path.read_text("utf-8"), re.M)}
    assert importing == {"models/runtime.py"}
