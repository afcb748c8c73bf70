"""A name that a hyphen parts at the end of a line leaves nothing behind."""

from __future__ import annotations

import pytest

from velado.hyphens import rejoined
from velado.pipeline import Pipeline


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Sra. Ugar-\nte, con tos", "Sra. Ugarte, con tos"),
        ("Sra. Ugar-\r\n  te", "Sra. Ugarte"),
        ("Sra. Ugar\u00ad\nte", "Sra. Ugarte"),
        ("Sra. UGAR¬\nTE", "Sra. UGARTE"),
        ("la radio-\ngrafía", "la radiografía"),
    ],
)
def test_one_word_again(text: str, meant: str) -> None:
    read = rejoined(text)
    assert read is not None
    assert read.text == meant


@pytest.mark.parametrize("text", ["García-\nLópez", "médico-\nquirúrgico", "Plan:\n-\ndieta", "TA 120-\n80", "dolor -\nfiebre"])
def test_two_words_stay_two(text: str) -> None:
    assert rejoined(text) is None


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("replace", ["label", "mask", "surrogate"])
def test_nothing_of_the_name_is_left(line_end: str, replace: str) -> None:
    note = "Paciente: Ginés Ugar-\nte Salcedo, acude por tos. La hija del Sr. Ugar-\nte lo acompaña. La radio-\ngrafía es normal.\n"
    text = note.replace("\n", line_end)
    result = Pipeline(language="es", replace=replace).deidentify(text)
    assert result.text is not None
    assert result.text.count(line_end) == text.count(line_end)
    assert not any("\n" in span.text(text) for span in result.spans)
    hidden = {span.text(text) for span in result.spans}
    assert {"Ginés Ugar-", "te Salcedo", "Ugar-", "te"} <= hidden
    assert f"La radio-{line_end}grafía es normal." in result.text
