"""Tables of people are read with the names of their columns; all other text is read as it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from velado.document import Span
from velado.headings import leads, with_headings
from velado.pipeline import Pipeline

PLAN = [("Paciente", "Diagnóstico", "Médico"), ("Rosa Blanco", "Addison", "Campo"), ("Ginés Ugarte", "Neumonía", "Graves")]


def tabbed(rows: list[tuple[str, ...]]) -> str:
    return "\n".join("\t".join(row) for row in rows) + "\n"


def barred(rows: list[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|---|:-:|---|", *lines[1:]]) + "\n"


@pytest.mark.parametrize("shape", [tabbed, barred])
@pytest.mark.parametrize("case", [str, str.lower, str.upper])
def test_single_surnames_go_and_findings_stay(shape, case) -> None:  # type: ignore[no-untyped-def]
    rows = [tuple(map(case, row)) for row in PLAN]
    result = Pipeline(language="es").deidentify(shape(rows))
    assert result.text is not None
    for _, finding, _ in rows:
        assert finding in result.text
    assert not [name for patient, _, doctor in rows[1:] for name in (*patient.split(), doctor) if name in result.text]
    assert result.text.count("\n") == shape(rows).count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "Nombre\tDosis\tVía\nEnalapril\t5 mg\toral\n",
        "Nombre\tResultado\tUnidades\nGlucosa\t110\tmg/dl\n",
        "Parámetro\tPaciente\tValor de referencia\nCoombs\tPositivo\tNegativo\n",
        "Diagnóstico\tFecha\nCrohn\t2019\n",
        "Paciente\tGinés Ugarte\tDiagnóstico\tNeumonía\nMédico\tBaltasar Iriarte\tServicio\tNeumología\n",
        "Paciente\tMédico\n",
        "Se explica el plan al paciente | médico | familia, que lo entienden\ny firman el consentimiento.\n",
        "Acude por tos.\n",
    ],
)
def test_what_holds_no_column_of_people_is_read_as_it_stands(text: str) -> None:
    assert with_headings(text) is None


def test_empty_cells_and_rows_of_other_widths() -> None:
    text = "Cama\tPaciente\tMédico\n101\t\tCampo\n102\tRosa Blanco\t\n\nTotal\t2\n"
    read = with_headings(text)
    assert read is not None
    assert read.text == "Cama\tPaciente\tMédico\nCama: 101\t\nMédico: Campo\nCama: 102\nPaciente: Rosa Blanco\t\n\nTotal\t2\n"
    at = read.text.index("Médico: Campo")
    assert read.back(Span(at, at + len("Médico: Campo"), "STAFF_NAME")).text(text) == "Campo"


def test_the_file_may_say_which_row_names_the_columns() -> None:
    rows = [("Paciente", "Edema"), ("Campo", "sí")]
    assert list(leads(rows)) == []
    assert list(leads(rows, [0])) == [(1, 0, "Paciente: "), (1, 1, "Edema: ")]


def test_cells_that_stand_in_lines_of_their_own() -> None:
    rows = ["Pase del lunes", *(cell for row in PLAN for cell in row)]
    read = with_headings("\n".join(rows) + "\n\nToma metformina.\n")
    assert read is not None
    assert "\nMédico: Campo\nPaciente: Ginés Ugarte\nDiagnóstico: Neumonía\nMédico: Graves\n\nToma metformina.\n" in read.text
    assert with_headings("\n".join(rows[:-1])) is None  # a cell is missing: nobody can tell which


def test_several_values_beside_each_name() -> None:
    rows = [("Paciente", "Rosa", "Ginés"), ("Edad", "45", "67"), ("Médico", "Campo", "Graves"), ("Motivo", "tos", "fiebre")]
    assert [(row, lead) for row, _, lead in leads(rows)] == [(0, "Paciente: ")] * 2 + [(2, "Médico: ")] * 2


@pytest.mark.parametrize(
    "rows",
    [
        [("Padre", "Parkinson", "70 años"), ("Madre", "Crohn", "65 años")],
        [("Padre", "Madre", "Hermanos"), ("Parkinson", "Crohn", "sanos")],
        [("Motivo", "tos", "fiebre"), ("Tratamiento", "Augmentine", "paracetamol")],
    ],
)
def test_diseases_of_a_family_are_no_names(rows: list[tuple[str, ...]]) -> None:
    assert list(leads(rows)) == []


def test_who_somebody_is_to_the_patient_is_no_name() -> None:
    rows = [("Familiar", "Edad", "Responsable"), ("Hermano", "40", "Campo"), ("Rosa", "38", "Enfermera")]
    assert [(row, column) for row, column, _ in leads(rows)] == [(1, 1), (1, 2), (2, 0), (2, 1)]


def test_a_role_among_the_values_is_no_second_heading() -> None:
    rows = [("Nombre", "Cargo", "Turno"), ("Campo", "Médico residente", "Tarde"), ("Nieves", "Enfermera", "Noche")]
    assert [lead for _, column, lead in leads(rows) if not column] == ["Nombre: ", "Nombre: "]


@given(st.lists(st.sampled_from(["Paciente", "Médico", "Campo", "x", "\t", "\t", "|", " | ", "\n", "\n", " "]), max_size=60).map("".join))
def test_every_span_leads_back(text: str) -> None:
    read = with_headings(text)
    if read is not None:
        assert [read.text[at] for at in range(len(read.text)) if read.ends[at] - read.starts[at] == 1 and read.text[at].isalnum()] == [
            text[start] for start, end, sign in zip(read.starts, read.ends, read.text, strict=True) if end - start == 1 and sign.isalnum()
        ]
        assert sorted(read.starts) == read.starts
        kept = [start for start, end in zip(read.starts, read.ends, strict=True) if end > start]
        assert [text[at] for at in dict.fromkeys(kept) if text[at].isalnum()] == [sign for sign in text if sign.isalnum()]
