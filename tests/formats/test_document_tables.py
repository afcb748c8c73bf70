"""Tables in documents of all kinds: the row that names the columns tells whose the cells are."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from html import unescape
from pathlib import Path

import docx
import pytest
from steps import steps_for

from velado.formats import Handled
from velado.formats._html import HtmlReader
from velado.formats._rtf import RtfReader
from velado.formats._weave import woven

Carried = Callable[[Path], tuple[Path, list[str], list[Handled]]]
Converted = Callable[[Path, str], Path]
ROWS = [
    ("Paciente", "Diagnóstico", "Médico"),
    ("rosa blanco", "Addison", "Campo"),
    ("Ginés Ugarte", "", "Graves"),
    ("Nieves Delgado", "Cushing", ""),
]


def word(path: Path) -> Path:
    document = docx.Document()
    table = document.add_table(len(ROWS), 3)
    for row, cells in enumerate(ROWS):
        for column, said in enumerate(cells):
            table.cell(row, column).text = said
    document.save(str(path))
    return path


def closed(path: Path) -> Path:
    rows = "".join(f"<tr>{''.join(f'<td><p>{cell}</p></td>' for cell in row)}</tr>" for row in ROWS)
    path.write_text(f"<table>{rows}</table>", "utf-8")
    return path


def unclosed(path: Path) -> Path:
    path.write_text("<table>" + "".join(f"<tr>{''.join(f'<td>{cell}' for cell in row)}" for row in ROWS) + "</table>", "utf-8")
    return path


def rtf(path: Path) -> Path:
    rows = "".join("\\trowd " + "".join(cell + "\\cell " for cell in row) + "\\row " for row in ROWS)
    path.write_bytes(("{\\rtf1\\ansi " + rows + "\\pard Toma metformina.\\par}").encode("cp1252"))
    return path


def markdown(path: Path) -> Path:
    path.write_text("\n".join(f"| {' | '.join(row)} |" for row in ROWS) + "\n", "utf-8")
    return path


def tabbed(path: Path) -> Path:
    path.write_text("\n".join("\t".join(row) for row in ROWS) + "\n", "utf-8")
    return path


def record(path: Path) -> Path:
    rows = "".join(f"<fila>{''.join(f'<c>{cell}</c>' for cell in row)}</fila>" for row in ROWS)
    path.write_text(f"<lista>{rows}</lista>", "utf-8")
    return path


def clinical(path: Path) -> Path:
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in ROWS)
    path.write_text(
        f'<ClinicalDocument xmlns="urn:hl7-org:v3"><component><section><text><table>{rows}</table></text></section></component></ClinicalDocument>',
        "utf-8",
    )
    return path


def said_in(path: Path) -> str:
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return "\n".join(archive.read(name).decode("utf-8") for name in archive.namelist() if name.endswith(("document.xml", "content.xml")))
    return unescape(path.read_bytes().decode("cp1252" if path.suffix == ".rtf" else "utf-8"))


KINDS = {
    "docx": (word, "in.docx"), "closed": (closed, "in.html"), "unclosed": (unclosed, "in.htm"), "rtf": (rtf, "in.rtf"), "markdown": (markdown, "in.md"),
    "tabs": (tabbed, "in.txt"), "xml": (record, "in.xml"), "cda": (clinical, "in.cda"),
}  # fmt: skip


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_names_go_and_findings_stay(tmp_path: Path, carried: Carried, kind: str) -> None:
    make, name = KINDS[kind]
    target, _, _ = carried(make(tmp_path / name))
    said = said_in(target)
    assert not [word for word in ("rosa", "blanco", "Campo", "Ginés", "Ugarte", "Graves", "Nieves", "Delgado") if word in said]
    assert "Addison" in said
    assert "Cushing" in said


def test_a_table_as_libreoffice_writes_it(tmp_path: Path, carried: Carried, converted: Converted) -> None:
    for kind in ("odt", "rtf"):
        target, _, handled = carried(converted(word(tmp_path / "in.docx"), kind))
        assert "Médico: Campo" in handled[0][0].text
        assert "Campo" not in said_in(target)
        assert "Graves" not in said_in(target)


def read_html(page: str) -> str:
    return woven(HtmlReader("", page).read().streams).text


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<table><tr><td>Ginés Ugarte<td>Neumonía<td>110<tr><td>Rosa<td>Fiebre</table>", "Ginés Ugarte\tNeumonía\t110\nRosa\tFiebre"),
        ("<table><tr>\n<td>Ugarte\n<td>Tos\n<tr>\n<td>Rosa\n</table>Fin", "Ugarte \tTos \nRosa \nFin"),
        ("<table><tr><td><p>Ugarte</p><td><p>Tos</table>", "Ugarte\tTos"),
        ("<p>Ugarte<p>Tos<ul><li>Rosa<li>Fiebre</ul>", "Ugarte\nTos\nRosa\nFiebre"),
        ("<dl><dt>Médico<dd>Campo<dt>Motivo<dd>Tos<dd>Fiebre</dl>", "Médico\tCampo\nMotivo\tTos\nFiebre"),
        ("<select><optgroup label=x><option>Ugarte<option>Tos</select>", "Ugarte\nTos\nx"),
        ("<menu><li>Ugarte<li>Tos</menu>", "Ugarte\nTos"),
    ],
)
def test_end_tags_may_be_left_out(page: str, text: str) -> None:
    assert read_html(page) == text


def test_cells_that_reach_over_rows_and_columns() -> None:
    page = (
        "<table><tr><th colspan=3>Lista de planta<tr><th>Paciente<th>Motivo<th>Médico<tr><td rowspan=2>Rosa<td>Tos<td>Campo"
        "<tr><td>Edema<td>Graves<tr><td colspan=2>Alta<td>Nieves</table>"
    )
    lines = read_html(page).split("\n")
    assert lines[2:] == ["Paciente: Rosa", "Motivo: Tos", "Médico: Campo", "Motivo: Edema", "Médico: Graves", "Paciente: Alta", "Médico: Nieves"]


def test_a_table_inside_a_cell_is_a_table_of_its_own() -> None:
    page = "<table><tr><td>Informe</td><td><table><tr><th>Médico<th>Turno<tr><td>Campo<td>tarde</table></td></tr><tr><td>Tos<td>Graves</table>"
    assert read_html(page) == "Informe\nMédico\tTurno\nMédico: Campo\nTurno: tarde\nTos\tGraves"


def test_rows_of_rtf_are_told_once_and_prose_parts_tables() -> None:
    row = "\\trowd\\cellx1\\pard\\intbl {}\\cell {}\\cell\\trowd\\cellx1\\row "
    text = "{\\rtf1 " + row.format("Paciente", "Motivo") + row.format("Campo", "Tos") + "\\pard Fin.\\par " + row.format("Graves", "Edema") + "}"
    assert woven(RtfReader(text).read().streams).text == "Paciente\tMotivo\nPaciente: Campo\nMotivo: Tos\nFin.\nGraves\tEdema"


def test_a_deleted_row_and_merged_cells_of_word(tmp_path: Path) -> None:
    document = docx.Document()
    table = document.add_table(3, 3)
    for row, cells in enumerate((("Cama", "Paciente", "Médico"), ("101", "", "Campo"), ("Vacía", "", "Graves"))):
        for column, said in enumerate(cells):
            table.cell(row, column).text = said
    table.cell(2, 0).merge(table.cell(2, 1))
    table.cell(1, 2).add_paragraph("Turno de tarde")
    document.save(str(tmp_path / "in.docx"))
    style = steps_for(tmp_path / "in.docx")
    assert style is not None
    text = next(iter(style.read(tmp_path / "in.docx"))).text
    assert re.sub(r"\n+", "\n", text) == "Cama\tPaciente\tMédico\nCama: 101\nMédico: Campo\nTurno de tarde\nCama: Vacía\nMédico: Graves"
