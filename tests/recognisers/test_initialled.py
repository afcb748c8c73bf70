"""Initials of staff in records that several people keep."""

from __future__ import annotations

import pytest

from velado.recognisers._initialled import initialled
from velado.tokens import Page

CHART = "0800  T 36.8  slept      jw\n1200  T 37.1  ate half   jw\n1600  T 37.0  walked     jw\n2000  T 36.9  asleep     tb"
LEGEND = "0900  25 mg  CT  RV\n2100  25 mg  RV\nCT = Carla Tinoco RN; RV = Rui Vasquez"
SITES = "MMR   W0188  LD\nVAR   W0191  LD\nHepB  W0207  LD\nDTaP  W0210  LD"
CARD = "Bexsero  07/08/2023  A.B.\nPrevenar  07/08/2023  A.B.\nHexyon  06/10/2023  A.B.\n"
TEETH = "hora   firma   via   obs\n1 vez  jml     INH   ok\n2 vez  xy      RN/paracetamol"
BARS = "| Medicamento | Firma | Via |\n| AAS | jkm | TOP |"
PRESCRIBED = "Drug  Dose  Sig  Refills\nasa   81    qd   3\n"
HOURS = "T4 1.20 ngr. cada 6 h NBZ. 168@36h LRW. 14:30 FQG: 200"
SHEET = "hora   PA      UF    rubr\n06:10  170x90  0     wds\n08:35  80x40   1,5   RN/wds\n09:00  100x60  si    x\n\nLab   Hb     9,4   mcg"
ENTRIES = "16:10 ta p1 130/70 yg\n17:10 p1 121/66 yg\n18:10 vo bien (mjc)\n19:00 sin dolor vo\n20:00 aas 100 vo\n3/10 2130 turned, dry KJT\nde alta yg"
CAPITALS = "0800  T 36.8  JW\n1200  T 37.1  JW\n1600  T 37.0  JW"


@pytest.mark.parametrize(
    ("text", "found"),
    [(CHART, ["jw", "jw", "jw"]), (LEGEND, ["CT", "RV", "RV", "CT", "RV"]), (SITES, []), (CARD, ["A.B", "A.B", "A.B"]), (SHEET, ["wds", "wds"]), (TEETH, ["jml", "xy"]), (BARS, ["jkm"]), (PRESCRIBED, []), (HOURS, []), (CAPITALS, []), (ENTRIES, ["KJT", "mjc", "yg", "yg"]), ("Tegaderm cambiado 04 h JLM. 05:10 tac. 06:00 RCE. Luego 7 h de sueño", ["JLM"]), ("pH = 7.35\nCT = Tórax", [])],
)
def test_initials(text: str, found: list[str]) -> None:
    assert sorted(text[start:end] for start, end, _ in initialled(Page(text, "en"))) == sorted(found)


MEDICINE = "0800 Resting, abdo pain RLQ\n1200 Abdo pain RLQ\n\nImpression: RLQ tenderness"
WOUND = "08:00 Cambio postural, UPP\n12:00 Cura de UPP\n16:00 sin UPP"
YEARS = "Antecedentes:\n2015 TEP\n2019 TEP\n1000 ml SF\n12.50 mg XZQ\n01.02.2024 QZX\n01.02.2024 QZX"


@pytest.mark.parametrize("text", [MEDICINE, WOUND, YEARS])
def test_what_ends_entries_and_is_medicine_is_no_certain_finding(text: str) -> None:
    assert all(score < 0.75 for _, _, score in initialled(Page(text, "en")))


def test_large_odd_text_ends() -> None:
    for piece in ("AB = ", "A B=C ", "  ab\n", "A.", "= ", "  firma  firma", "a  firma\n", "a  firma\nb  xy\n", "|firma|", "4 h abc. ", "16:10 ta yg\n", "16:10 " , " yg"):
        text = piece * (60_000 // len(piece))
        assert all(0 <= start < end <= len(text) for start, end, _ in initialled(Page(text, "en")))
