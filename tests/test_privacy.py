"""Nothing of a patient in what is printed, logged or raised."""

from __future__ import annotations

import logging
from datetime import date

import pytest

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
