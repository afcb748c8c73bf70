"""What exports do to a text is undone, and every span leads back to what stands there."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from velado.damage import repaired
from velado.document import Span
from velado.pipeline import Pipeline

NOTE = "Paciente: Begoña Ibáñez Muñoz, 54 años.\nVive en León con su hermano Íñigo.\nMédico: Dra. Sofía Peñalver, tel. 987 654 321.\n"
NAMES = ("Begoña", "Ibáñez", "Muñoz", "Íñigo", "Sofía", "Peñalver")


def _entities(text: str) -> str:
    return "".join(f"&{html.entities.codepoint2name[ord(c)]};" if ord(c) > 127 else c for c in text)


DAMAGES = {
    "read as Latin-1": lambda text: text.encode().decode("latin-1"),
    "entities": _entities,
    "entities twice": lambda text: _entities(text).replace("&", "&amp;"),
    "numbered entities": lambda text: "".join(f"&#{ord(c)};" if ord(c) > 127 else c for c in text),
    "lost": lambda text: "".join("\ufffd" if ord(c) > 127 else c for c in text),
    "paragraphs": lambda text: "<p>" + text.replace("\n", "</p><p>"),
    "justified": lambda text: text.replace(" ", "  ") * 3,
    "written-out line breaks": lambda text: text.replace("\n", "\\r\\n"),
}


@pytest.mark.parametrize("damage", sorted(DAMAGES))
def test_names_are_hidden_in_damaged_text(damage: str) -> None:
    make = DAMAGES[damage]
    result = Pipeline().deidentify(make(NOTE))
    assert result.text is not None
    left = [name for name in NAMES if make(name).strip("\ufffd").removeprefix("<p>") in result.text]
    assert not left
    assert "987" not in result.text


@pytest.mark.parametrize(
    ("damaged", "meant"),
    [
        ("Mu&ntilde;oz", "Muñoz"),
        ("PeÃ±a y GarcÃ\u00ada", "Peña y García"),
        ("Sra. MU?OZ", "Sra. MUNOZ"),
        ("hace dos a?os", "hace dos anos"),
        ("Mart\ufffdnez", "Martinez"),
        ("I B A R R A  L U I S", "IBARRA  LUIS"),
        ("<b>Ana</b><br/>Gil", "Ana\nGil"),
        ("Mu%C3%B1oz%20Gil", "Muñoz Gil"),
        ("uno\\ndos\\ntres", "uno\ndos\ntres"),
    ],
)
def test_what_was_meant(damaged: str, meant: str) -> None:
    read = repaired(damaged)
    assert read is not None
    assert read.text == meant


@pytest.mark.parametrize("text", ["PCR < 5 & VSG 20", "¿dolor?no", r"C:\notas", "x<y y z>w", "não há irmãos", "tipo A o B", "FEVI 50%20 mg", "ÂNGELA GRÃO", 'href <a href="mailto:x">'])
def test_what_is_not_damaged_stays(text: str) -> None:
    assert repaired(text) is None


def test_a_span_covers_all_that_stands_for_its_letters() -> None:
    damaged = "Sr. Jos&eacute;, 40"
    read = repaired(damaged)
    assert read is not None
    at = read.text.index("José")
    assert read.back(Span(at, at + 4, "PATIENT_NAME")).text(damaged) == "Jos&eacute;"


@given(st.text("añ&;<br>/p\\n?Ã±\u00ad\ufffd b", max_size=60))
def test_every_character_has_a_place(text: str) -> None:
    read = repaired(text)
    if read is not None:
        assert len(read.text) == len(read.starts) == len(read.ends)
        assert all(0 <= start < end <= len(text) for start, end in zip(read.starts, read.ends, strict=True))
        assert read.starts == sorted(read.starts)
