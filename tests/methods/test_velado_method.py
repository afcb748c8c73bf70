"""Velado's default as a method of the comparison."""

from __future__ import annotations

from pathlib import Path

import pytest

from velado.document import Span
from velado.methods import Note, methods
from velado.models import Weights

VELADO = methods()["velado"]
NAMES = ("Marta Ruiz Gil", "Pedro Soto Vera", "Lucía Ferrer Campos", "Jorge Nieto Sanz", "Elena Prado Rey")


def report(number: int) -> Note:
    """An invented report with a labelled header, marked."""
    name = NAMES[number % len(NAMES)]
    pieces: list[tuple[str, str]] = [
        ("Datos del paciente.\nNombre:  ", ""), (name, "PATIENT_NAME"), (".\nNHC: ", ""), (str(3051700 + number), "PATIENT_ID"),
        (".\nDomicilio: ", ""), (f"Calle del Olmo {number}", "STREET"), (".\nLocalidad/ Provincia: ", ""), ("Getafe", "PLACE"),
        (".\nCP: ", ""), ("28901", "PLACE"), (".\nDatos asistenciales.\nEdad: ", ""), (f"{20 + number} años", "AGE"),
        (" Sexo: ", ""), ("M", "SEX"), (".\nInforme clínico del paciente: acude por tos de tres días.\n", ""),
    ]  # fmt: skip
    text, spans = "", []
    for piece, label in pieces:
        if label:
            spans.append(Span(len(text), len(text) + len(piece), label))
        text += piece
    return Note(str(number), text, tuple(spans))


def test_trains_on_reports_and_hides_what_they_mark(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    train = [report(number) for number in range(24)]
    VELADO.fit(train, [], tmp_path, quick=True)
    assert "B-PATIENT_ID" in Weights.load((tmp_path / "reports.weights").read_bytes()).labels
    [outcome] = VELADO.apply([Note("new", report(31).text)], tmp_path)
    assert "Ruiz" not in outcome.text
    assert "3051731" not in outcome.text
    assert outcome.spans is not None
    assert {"PATIENT_NAME", "PATIENT_ID", "SEX"} <= {span.label for span in outcome.spans}


def test_notes_are_read_with_the_shipped_weights_and_keep_what_the_policy_keeps(tmp_path: Path) -> None:
    train = [Note("a", "Vino con su madre Rosa Gil", (Span(18, 26, "RELATIVE_NAME"),))]
    VELADO.fit(train, [], tmp_path)
    assert not (tmp_path / "reports.weights").exists()
    [outcome] = VELADO.apply([Note("b", "Acude la Sra. Lucía Ferrer Campos con su madre.")], tmp_path)
    assert outcome.text == "Acude la Sra. [PACIENTE] con su madre."
    assert outcome.spans is not None
    assert [span.label for span in outcome.spans] == ["PATIENT_NAME"]
