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
        ("Pte RN 34 a", "RN", None),
        ("rn 34 a", "rn", "rn"),
    ],
)
def test_degrees(text: str, taken: str, kept: str | None) -> None:
    cut = without_degrees(text, span_of(text, taken))
    assert (cut and text[cut.start : cut.end]) == kept


@pytest.mark.parametrize(
    ("text", "taken", "label"),
    [("D.N.I. 28114503", "D.N.I", True), ("H.D.A.: dolor", "H.D.A", True), ("C.C. refiere dolor", "C.C", False), ("J.M. 34 años", "J.M", False)],
)
def test_labels(text: str, taken: str, label: bool) -> None:
    assert is_label(text, span_of(text, taken)) is label
