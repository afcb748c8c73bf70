"""Letters beside names: degrees are cut off, labels are no names, and initials of people stay hidden."""

from __future__ import annotations

import pytest

from velado.abbreviations import is_label, without_degrees
from velado.document import Span


def span_of(text: str, name: str) -> Span:
    start = text.index(name)
    return Span(start, start + len(name), "STAFF_NAME", 0.9, "model")


@pytest.mark.parametrize(
    ("text", "taken", "kept"),
    [
        ("Signed Priyanka Oduya, M.D. today", "Priyanka Oduya, M.D", "Priyanka Oduya"),
        ("Dr E J Winterlow FRCPath, Consultant", "E J Winterlow FRCPath", "E J Winterlow"),
        ("Wendell Craw, D.D.S., M.P.H.", "Wendell Craw, D.D.S", "Wendell Craw"),
        ("Ana Gil MBBS FRACP", "MBBS FRACP", None),
        ("visto por R. Mendoza", "R. Mendoza", "R. Mendoza"),
        ("Dr Linh Do", "Linh Do", "Linh Do"),
        ("seen by Quoc Bao", "Quoc Bao", "Quoc Bao"),
        ("Aoife Byrne, BAO", "Aoife Byrne, BAO", "Aoife Byrne"),
        ("rn 34 a", "rn", "rn"),
        ("Dr Gráinne Tuohy MICGP (MCN 318842)", "Gráinne Tuohy MICGP", "Gráinne Tuohy"),
        ("LIC. MARTHA ALICIA COTA", "MARTHA ALICIA COTA", "MARTHA ALICIA COTA"),
    ],
)
def test_degrees(text: str, taken: str, kept: str | None) -> None:
    cut = without_degrees(text, span_of(text, taken))
    assert (cut and text[cut.start : cut.end]) == kept


@pytest.mark.parametrize("text", ["Paciente M.D., 45 años", "Pte N.P. de 34", "Anh Do, 34", "Pte R.N. 34 a"])
def test_the_initials_of_a_patient_are_no_degree(text: str) -> None:
    name = text.partition(" ")[2].partition(",")[0] if text.startswith("P") else "Anh Do"
    whole = Span(text.index(name), text.index(name) + len(name), "PATIENT_NAME", 0.9, "model")
    assert without_degrees(text, whole) == whole


@pytest.mark.parametrize(
    ("text", "taken", "label"),
    [("D.N.I. 28114503", "D.N.I", True), ("H.D.A.: dolor", "H.D.A", True), ("C.C. refiere dolor", "C.C", False), ("J.M. 34 años", "J.M", False), ("A.M.: me duele", "A.M", False)],
)
def test_labels(text: str, taken: str, label: bool) -> None:
    assert is_label(text, span_of(text, taken)) is label
