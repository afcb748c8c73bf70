"""A name that goes on in the next, indented line of a page or a record is one name: there an indent is a blank."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from steps import steps_for

from velado.formats import Options
from velado.pipeline import Pipeline

NOTES = {
    "A utente Sra. Lucía Urrutikoetxea{}Fernández refere dor lombar.": "pt",
    "Her husband Mateus Vasconceles{}Zubizarrena reports falls.": "en",
    "I called her daughter Noah de la Hozuela{}Quintela this morning.": "en",
    "Acude a consulta la Sra. Leocadia Urrutikoetxea{}Quintela por tos.": "es",
}
PAGES = {
    "html": "<html><body><div>\n    <p>{}</p>\n</div></body></html>",
    "xml": "<nota>\n    <texto>\n        {}\n    </texto>\n</nota>",
}
INDENTS = ("\n        ", "\r\n\t\t", "  \n    ", "&#10;      ")


@cache
def keeps_staff(language: str) -> Pipeline:
    return Pipeline(policy="patient", language=language)


@pytest.mark.parametrize("indent", INDENTS, ids=repr)
@pytest.mark.parametrize("note", NOTES)
@pytest.mark.parametrize("suffix", PAGES)
def test_no_part_of_an_indented_name_stays(suffix: str, note: str, indent: str, tmp_path: Path) -> None:
    source, target = tmp_path / f"in.{suffix}", tmp_path / f"out.{suffix}"
    source.write_bytes(PAGES[suffix].format(note.format(indent)).encode())
    style = steps_for(source)
    assert style is not None
    handled = [(document, keeps_staff(NOTES[note]).deidentify(document)) for document in style.read(source, Options())]
    style.write(target, source, iter(handled))
    assert list(style.verify(target, handled)) == []
    written = target.read_text("utf-8")
    before, _, after = note.partition("{}")
    assert before.split()[-1] not in written
    assert after.split()[0] not in written
    assert after.partition(" ")[2] in written
