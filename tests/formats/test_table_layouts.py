"""Sheets as hospitals write them: forms, several tables in one sheet, results of the laboratory, people in headers."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from velado.document import Document, Result
from velado.formats import UnreadableError

Handle = Callable[[Document], Result]
Through = Callable[..., tuple[Path, list[str]]]
Table = list[list[str]]
PEOPLE = ("egoña", "Zárate", "Núñez", "Quiroga", "Zulueta", "4455667", "612345678", "Elspeth", "Harcourt")


def written(rows: Table, path: Path) -> Path:
    if path.suffix == ".xlsx":
        openpyxl = pytest.importorskip("openpyxl")
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append([int(cell) if cell.isdecimal() else cell or None for cell in row])
        book.save(path)
    else:
        stream = io.StringIO(newline="")
        csv.writer(stream, delimiter=";" if path.suffix == ".csv" else "\t", lineterminator="\n").writerows(rows)
        path.write_bytes(stream.getvalue().encode())
    return path


def read(path: Path) -> Table:
    if path.suffix == ".xlsx":
        openpyxl = pytest.importorskip("openpyxl")
        rows = openpyxl.load_workbook(path).active.iter_rows(values_only=True)
        return [["" if cell is None else str(cell) for cell in row] for row in rows]
    return list(csv.reader(io.StringIO(path.read_text("utf-8")), delimiter=";" if path.suffix == ".csv" else "\t"))


FORMS = {
    "es": [["Nombre", "Begoña"], ["Apellidos", "Zárate Núñez"], ["NHC", "4455667"], ["Fecha de nacimiento", "3/4/1961"],
           ["Diagnóstico", "Enfermedad de Addison"], ["Plaquetas", "250000"], ["Evolución", "Begoña está mejor de la tos"]],
    "pt": [["Nome do paciente:", "Begoña Zárate Núñez"], ["Prontuário:", "4455667"], ["Telefone:", "612345678"],
           ["Diagnóstico:", "Doença de Crohn"], ["Tratamento:", "mesalazina 2 g"]],
    "en": [["Patient", "Elspeth Harcourt"], ["DOB", "03/04/1961"], ["MRN", "4455667"], ["Diagnosis", "Crohn disease"], ["Glucose", "110"]],
}  # fmt: skip
MEDICINE = ("Enfermedad de Addison", "250000", "está mejor de la tos", "Doença de Crohn", "mesalazina 2 g", "Crohn disease", "110")


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".xlsx"])
@pytest.mark.parametrize("language", FORMS)
def test_a_form_is_read_with_its_labels(language: str, suffix: str, tmp_path: Path, keyed: Handle, through: Through) -> None:
    rows = FORMS[language]
    target, told = through(written(rows, tmp_path / f"in{suffix}"), keyed)
    found = read(target)
    assert [row[0] for row in found] == [row[0] for row in rows]
    whole = str(found) + str(told)
    assert not [name for name in PEOPLE if name in whole]
    for (_, old), (_, new) in zip(rows, found, strict=True):
        assert not [words for words in MEDICINE if words in old and words not in new]


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_labels_may_stand_twice_in_a_row_and_have_several_values(suffix: str, tmp_path: Path, keyed: Handle, through: Through) -> None:
    rows = [["Nombre", "Begoña", "Apellidos", "Zárate"], ["NHC", "4455667", "Edad", "61"], ["Servicio", "Urgencias", "Diagnóstico", "Neumonía"]]
    found = read(through(written(rows, tmp_path / f"in{suffix}"), keyed)[0])
    assert found[0] == ["Nombre", "[PACIENTE]", "Apellidos", "[PACIENTE]"]
    assert found[1][:3] == ["NHC", "[ID_PACIENTE]", "Edad"]
    assert found[2] == rows[2]
    rows = [["nombre", "Begoña", "Domingo", "Eulalia"], ["glucosa", "110", "98", "140"], ["diagnóstico", "Addison", "Crohn", "Cushing"]]
    found = read(through(written(rows, tmp_path / f"in{suffix}"), keyed)[0])
    assert found == [["nombre", *["[PACIENTE]"] * 3], *rows[1:]]


LABORATORY = [
    ["Paciente", "", "", "Begoña Zárate Núñez"],
    ["NHC", "", "", "4455667"],
    ["", "", "", ""],
    ["Prueba", "Resultado", "Unidad", "Rango"],
    ["Glucosa", "110", "mg/dl", "70-110"],
    ["Plaquetas", "250000", "/mm3", "150000-400000"],
    ["Carga viral", "1250000", "copias/ml", "< 20"],
    ["CPK", "154300", "U/L", "24 - 195"],
    ["Nota: Begoña en ayunas", "", "", ""],
]


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
@pytest.mark.parametrize("blank", [True, False])
def test_a_sheet_of_results_keeps_them(blank: bool, suffix: str, tmp_path: Path, keyed: Handle, surrogates: Handle, through: Through) -> None:
    rows = LABORATORY if blank else [row for row in LABORATORY if any(row)]
    for handle in (keyed, surrogates):
        found = read(through(written(rows, tmp_path / f"in{suffix}"), handle)[0])
        start = rows.index(LABORATORY[3])
        assert found[start:-1] == rows[start:-1]
        assert [row[0] for row in found[:2]] == ["Paciente", "NHC"]
        assert not [name for name in PEOPLE if name in str(found)]


def test_a_title_without_delimiters_does_not_hide_the_table(tmp_path: Path, keyed: Handle, through: Through) -> None:
    (tmp_path / "in.csv").write_text("Informe de laboratorio\n" + "\n".join(";".join(row) for row in LABORATORY), "utf-8")
    found = read(through(tmp_path / "in.csv", keyed)[0])
    assert found[0] == ["Informe de laboratorio"]
    assert found[1] == ["Paciente", "", "", "[PACIENTE]"]
    assert found[4:-1] == LABORATORY[3:-1]


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_a_header_holds_for_the_rows_below_it(suffix: str, tmp_path: Path, keyed: Handle, through: Through) -> None:
    rows = [
        ["Listado de ingresos", "", ""],
        ["Nombre", "Cama", "Diagnóstico"],
        ["Begoña Zárate", "12", "Apendicitis"],
        ["", "", ""],
        ["Ernesto Quiroga", "14", "Neumonía"],
        ["", "", ""],
        ["Tratamiento", "Dosis", "Observaciones"],
        ["metformina", "850 mg", "con comida"],
        ["Analítica", "Valor", "Paciente"],
        ["Glucosa", "110", "Marta Zulueta"],
    ]
    found = read(through(written(rows, tmp_path / f"in{suffix}"), keyed)[0])
    assert [row[0] for row in found] == ["Listado de ingresos", "Nombre", "[PACIENTE]", "", "[PACIENTE]", "", "Tratamiento", "metformina", "Analítica", "Glucosa"]
    assert found[6:9] == rows[6:9]
    assert found[9] == ["Glucosa", "110", "[PACIENTE]"]


def test_figures_in_columns_of_results_are_nobodys_numbers(tmp_path: Path, keyed: Handle, surrogates: Handle, through: Through) -> None:
    rows = [["id", "plaquetas", "carga_viral", "CK (U/L)", "TA"], ["1", "250000", "612345000", "154300", "130/80"], ["2", "98000", "20", "99000", "110/70"]]
    for handle in (keyed, surrogates):
        assert read(through(written(rows, tmp_path / "in.csv"), handle)[0]) == rows
        assert read(through(written(rows, tmp_path / "in.xlsx"), handle)[0]) == rows
    # What stands beside a result may still be somebody's.
    rows = [["caso_nuhc", "prueba", "valor", "tfno"], ["4455667", "Plaquetas", "250000", "612345678"]]
    found = read(through(written(rows, tmp_path / "in.csv"), keyed)[0])
    assert found[1][1:3] == ["Plaquetas", "250000"]
    assert not [name for name in PEOPLE if name in str(found)]


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_people_above_columns_go_and_names_of_columns_stay(suffix: str, tmp_path: Path, keyed: Handle, through: Through) -> None:
    rows = [["fecha", "Iriarte", "Blanco", "BegoñaZárate"], ["12/03/2021", "tarde", "libre", "tarde"]]
    target, told = through(written(rows, tmp_path / f"in{suffix}"), keyed)
    head = read(target)[0]
    assert head[0] == "fecha"
    assert len(set(head)) == 4
    assert not [name for name in ("Iriarte", "Blanco", "egoña", "Zárate") if name in str(head) + str(told)]
    rows = [["Episodio", "GRD", "Peso GRD", "reingreso", "FEVI", "Charlson index", "grado_disnea"], ["1", "541", "12", "no", "55", "3", "2"]]
    assert read(through(written(rows, tmp_path / f"in{suffix}"), keyed)[0])[0] == rows[0]


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_what_is_told_of_a_table_carries_nobody(suffix: str, tmp_path: Path, keyed: Handle, through: Through) -> None:
    source = written([["Nombre", "Begoña"], ["tos", "x"]], tmp_path / f"in{suffix}")
    with pytest.raises(UnreadableError) as caught:
        through(source, keyed, text_columns=("nota",))
    assert str(caught.value) == "there is no column nota; the table has 2 columns: Nombre, …"
    source = written([["fecha", "Begoña", "nota"], ["3/4/2020", "x", "tos"]], tmp_path / f"in{suffix}")
    assert "columns read with their names: no. 2, nota" in through(source, keyed)[1]
