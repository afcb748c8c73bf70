"""Excel workbooks, made by openpyxl and by LibreOffice: no corner of them keeps a name, and they look as before."""

from __future__ import annotations

import datetime as dt
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from steps import steps_for

from velado.document import Document, Result
from velado.formats import UnreadableError
from velado.formats._sheet import date_styles

openpyxl = pytest.importorskip("openpyxl")
Handle = Callable[[Document], Result]
Through = Callable[..., tuple[Path, list[str]]]
PEOPLE = ("Zárate", "begoña", "Begoña", "Quiroga", "Zulueta", "612345678", "4455667")


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rows(path: Path, sheet: int = 0) -> list[tuple[Any, ...]]:
    book = openpyxl.load_workbook(path)
    return list(book.worksheets[sheet].iter_rows(values_only=True))


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """People in every corner that openpyxl can write to."""
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont
    from openpyxl.chart import BarChart, Reference
    from openpyxl.comments import Comment
    from openpyxl.styles import Font, PatternFill
    from openpyxl.workbook.defined_name import DefinedName
    from openpyxl.worksheet.datavalidation import DataValidation
    from openpyxl.worksheet.table import Table

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Pacientes de la consulta"])
    sheet.append(["nhc", "nombre", "fecha_nac", "nota", "telefono", "peso", "visto"])
    sheet.append([4455667, "Begoña Zárate", dt.date(1961, 4, 3), "viene begoña,\ncon tos", 612345678, 71.5, True])
    sheet.append([55, None, None, None, None, '=IF(F3>70,"Begoña","no")', None])
    sheet["G4"] = CellRichText("Visto por la ", TextBlock(InlineFont(b=True), "Dra. Marta Zulueta Campos"))
    sheet["H3"] = "=F3*2"
    sheet["D3"].font, sheet["D3"].fill = Font(bold=True, name="Arial"), PatternFill("solid", fgColor="FFFF00")
    sheet.merge_cells("A1:C1")
    sheet.column_dimensions["D"].width = 44
    sheet["D3"].comment = Comment("Begoña Zárate llamó", "Zulueta")
    sheet["D3"].hyperlink = "mailto:begoña@example.org"
    sheet.oddHeader.center.text = "Begoña Zárate"
    sheet.add_data_validation(DataValidation(type="list", formula1='"Begoña,Luis"'))
    sheet.add_table(Table(displayName="Zulueta", ref="A2:G4"))
    chart = BarChart()
    chart.title = "Begoña"
    chart.add_data(Reference(sheet, min_col=6, min_row=2, max_row=4), titles_from_data=True)
    sheet.add_chart(chart, "J2")
    hidden = book.create_sheet("Ernesto Quiroga Paz")
    hidden.sheet_state = "hidden"
    hidden["B2"] = "Paciente: Ernesto Quiroga Paz"
    hidden.row_dimensions[2].hidden = True
    book.defined_names["Zulueta2"] = DefinedName("Zulueta2", attr_text="Sheet!$A$1")
    book.properties.creator = book.properties.title = "Begoña Zárate"
    path = tmp_path / "in.xlsx"
    book.save(path)
    return path


def test_no_corner_of_a_workbook_keeps_a_name(workbook: Path, keyed: Handle, through: Through) -> None:
    target, told = through(workbook, keyed)
    assert any("Zárate" in data.decode("utf-8", "replace") for data in parts(workbook).values())
    for name, data in parts(target).items():
        for person in PEOPLE:
            assert person not in name
            assert person not in data.decode("utf-8"), name
    for what in ("comments", "document properties", "headers and footers", "links", "input rules", "defined names", "formulas", "drawings and pictures"):
        assert f"{what} removed" in told


def test_cells_are_replaced_and_the_look_stays(workbook: Path, keyed: Handle, through: Through) -> None:
    target, told = through(workbook, keyed, patient="label")
    found = rows(target)
    assert found[0][0] == "Pacientes de la consulta"
    assert found[1][:3] == ("nhc", "nombre", "fecha_nac")
    assert found[2][:5] == ("[ID_PACIENTE]", "[PACIENTE]", "[FECHA]", "viene [PACIENTE],\ncon tos", "[TELÉFONO]")
    assert found[2][5:8] == (71.5, True, "=F3*2")
    assert found[3][6] == "Visto por la Dra. [PROFESIONAL]"
    book = openpyxl.load_workbook(target)
    sheet = book.worksheets[0]
    assert sheet["D3"].font.b
    assert sheet["D3"].fill.fgColor.rgb == "00FFFF00"
    assert sheet.column_dimensions["D"].width == 44
    assert [str(area) for area in sheet.merged_cells.ranges] == ["A1:C1"]
    assert [other.sheet_state for other in book.worksheets] == ["visible", "hidden"]
    assert book.worksheets[1].row_dimensions[2].hidden
    assert rows(target, 1)[1][1] == "Paciente: [PACIENTE]"
    assert any("taken as identity: nhc, nombre, fecha_nac, telefono" in note for note in told)


def test_numbers_and_dates_stay_what_they_are_where_they_can(workbook: Path, surrogates: Handle, through: Through) -> None:
    number, name, born, note, phone = rows(through(workbook, surrogates)[0])[2][:5]
    assert isinstance(number, int)
    assert number != 4455667
    assert isinstance(phone, int)
    assert isinstance(born, dt.datetime)
    assert born.date() != dt.date(1961, 4, 3)
    assert name.split()[0].lower() in note.lower()


def test_a_workbook_without_people_keeps_its_cells(tmp_path: Path, through: Through) -> None:
    book = openpyxl.Workbook()
    for row in (["id", "nota", "suma"], [1, "Sin novedad  ", dt.date(2020, 1, 2)], [2.5, "a & <b>\n\"c\"", None], [None, "", "=A2+1"]):
        book.active.append(row)
    book.save(tmp_path / "in.xlsx")
    assert rows(through(tmp_path / "in.xlsx")[0]) == rows(tmp_path / "in.xlsx")


def test_columns_are_named_in_any_sheet(tmp_path: Path, keyed: Handle, through: Through) -> None:
    book = openpyxl.Workbook()
    book.active.append(["cosa"])
    book.active.append(["Sra. Marta Zulueta Campos"])
    other = book.create_sheet("Hoja2")
    for row in (["WHO", "NOTE", "X", "WARD"], ["Begonia", "viene begonia", "secreto", "4B"]):
        other.append(row)
    book.save(tmp_path / "in.xlsx")
    said = {"language": "es", "text_columns": ("note",), "known_columns": ("who",), "drop_columns": ("x",)}
    target, _ = through(tmp_path / "in.xlsx", keyed, **said)
    assert rows(target, 1) == [("WHO", "NOTE", None, "WARD"), ("[PACIENTE]", "viene [PACIENTE]", None, "4B")]
    assert "Zulueta" not in str(rows(target))
    with pytest.raises(UnreadableError, match="no column NOTES"):
        through(tmp_path / "in.xlsx", text_columns=("NOTES",))


@pytest.mark.skipif(shutil.which("soffice") is None, reason="soffice is missing: apt-get install libreoffice-calc")
def test_a_workbook_of_another_program_with_shared_strings(tmp_path: Path, keyed: Handle, through: Through) -> None:
    source = tmp_path / "in.csv"
    source.write_text("nhc,nombre,nota\n4455667,Begonia Zárate,viene begonia\n7,Begonia Zárate,Urgencias\n8,,Urgencias\n", "utf-8")
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    convert = ["soffice", profile, "--headless", "--infilter=CSV:44,34,76", "--convert-to", "xlsx", "--outdir", str(tmp_path), str(source)]
    subprocess.run(convert, check=True, capture_output=True)
    assert b"Begonia" in parts(tmp_path / "in.xlsx")["xl/sharedStrings.xml"]
    target, _ = through(tmp_path / "in.xlsx", keyed, patient="label")
    assert b"egonia" not in b"".join(parts(target).values())
    assert rows(target)[2:] == [("[ID_PACIENTE]", "[PACIENTE]", "Urgencias"), ("[ID_PACIENTE]", None, "Urgencias")]
    again = tmp_path / "again"
    subprocess.run(["soffice", profile, "--headless", "--convert-to", "csv", "--outdir", str(again), str(target)], check=True, capture_output=True)
    assert "viene [PACIENTE]" in (again / "out.csv").read_text("utf-8")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"id,nota\n1,x\n", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600])
def test_what_is_no_workbook_is_told_in_words(data: bytes, tmp_path: Path, through: Through) -> None:
    (tmp_path / "in.xlsx").write_bytes(data)
    with pytest.raises(UnreadableError):
        through(tmp_path / "in.xlsx")


def test_a_document_type_in_a_sheet_is_refused(workbook: Path, tmp_path: Path, through: Through) -> None:
    changed = tmp_path / "evil.xlsx"
    with zipfile.ZipFile(changed, "w") as archive:
        for name, data in parts(workbook).items():
            if name == "xl/worksheets/sheet1.xml":
                data = data.replace(b"<worksheet", b'<!DOCTYPE a [<!ENTITY b "Ana">]><worksheet', 1)
            archive.writestr(name, data)
    with pytest.raises(UnreadableError, match="document type"):
        through(changed)


def test_verification_sees_strings_that_no_cell_shows(workbook: Path, keyed: Handle) -> None:
    style = steps_for(workbook)
    assert style is not None
    handled = [(document, keyed(document)) for document in style.read(workbook)]
    target = workbook.with_name("out.xlsx")
    style.write(target, workbook, iter(handled))
    assert not style.verify(target, handled)
    kept = parts(target)
    for name, extra in (("docProps/core.xml", b"<a>x</a>"), ("xl/workbook.xml", b"<!--Ernesto Quiroga Paz-->")):
        with zipfile.ZipFile(target, "w") as archive:
            for part, data in kept.items():
                archive.writestr(part, data + (extra if part == name else b""))
            if name not in kept:
                archive.writestr(name, extra)
        assert style.verify(target, handled), name


def test_dates_are_told_by_the_format_of_their_cells() -> None:
    formats = '<numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/><numFmt numFmtId="171" formatCode="0.0&quot; dy&quot;"/></numFmts>'
    xfs = "".join(f'<xf numFmtId="{number}"/>' for number in (0, 14, 170, 171, 20, 2))
    assert date_styles(f"<styleSheet>{formats}<cellXfs>{xfs}</cellXfs></styleSheet>") == {1, 2}
