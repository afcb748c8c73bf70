"""A table on the desk: its columns, its rows under review, its safe copy; and a list of patients."""

from __future__ import annotations

import ast
import csv
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import velado
from velado.columns import Role
from velado.web import columns

if TYPE_CHECKING:
    from playwright.sync_api import Page

HOME = Path(velado.__file__).parent
PAGE = HOME / "web" / "page"
PEOPLE = ("Rosalía Quintero Bravo", "Amador Céspedes Luna", "Herminia Tovar Ríos", "Casimiro Bustos Vega")
CODES = ("K50.9", "I21.0", "E11.9", "J45.0")
ROWS = 30


def table(path: Path) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["nhc", "paciente", "cie10", "coste", "nota"])
        for number in range(ROWS):
            name = PEOPLE[number % 4]
            note = f"{name} ingresa el 12/03/2021 con disnea. Tel. 612 345 678. Furosemida 40 mg."
            writer.writerow([558_010 + number % 6, name, CODES[number // 3 % 4], 100 + 37 * number, note])
    return path


def test_a_table_goes_through_its_columns_its_rows_and_out(desk: Page, tmp_path: Path) -> None:
    desk.set_input_files("#chosen", table(tmp_path / "consultas.csv"))
    desk.wait_for_selector("#columns[open]")
    assert desk.locator("#columns-file").inner_text() == f"consultas.csv · {ROWS} filas"
    lines = desk.locator(".columns tbody tr")
    assert [lines.nth(number).locator("th").inner_text() for number in range(5)] == ["nhc", "paciente", "cie10", "coste", "nota"]
    assert lines.locator("select").evaluate_all("all => all.map((one) => one.value)") == ["patient", "identity", "keep", "keep", "notes"]
    assert "CIE-10" in lines.nth(2).inner_text()
    lines.nth(3).locator("select").select_option("drop")
    assert "no estará" in lines.nth(3).inner_text().lower()
    lines.nth(1).locator("select").select_option("keep")
    assert "Compruebe" in lines.nth(1).inner_text()
    lines.nth(1).locator("select").select_option("identity")
    desk.click("#columns-go")

    desk.wait_for_selector(".file[data-state=done]")
    assert f"{ROWS} filas" in desk.locator(".file .state").inner_text()
    desk.locator(".file .acts button", has_text="Revisar").click()
    desk.wait_for_selector(".row-head")
    assert f"{ROWS} filas" in desk.locator("#review-sum").inner_text()
    desk.wait_for_function("document.querySelectorAll('.original mark').length > 3")
    assert desk.locator(".row-head").first.inner_text() == "Fila 2"
    assert desk.locator(".cell-name").all_inner_texts()[:3] == ["nhc", "paciente", "nota"]
    assert desk.locator(".row.labelled .original").first.inner_text().startswith("558010")
    assert "documentos" not in desk.locator("#sheet").inner_text()
    assert desk.locator(".rest").count() == 0
    desk.click("#whole")
    desk.wait_for_selector(".rest")
    assert "cie10 K50.9" in " ".join(desk.locator(".rest").first.inner_text().split())

    desk.locator(".row.labelled", has_text="ingresa el").first.locator(".original mark", has_text="612").click()
    desk.wait_for_selector("#panel-span .chip")
    desk.keyboard.press("x")
    desk.wait_for_function("!document.querySelector('#undo').disabled")
    with desk.expect_download() as coming:
        desk.click("#take-one")
    saved = tmp_path / "seguro.csv"
    coming.value.save_as(saved)
    with saved.open(encoding="utf-8", newline="") as stream:
        head, *rows = csv.reader(stream)
    assert head == ["nhc", "paciente", "cie10", "nota"]
    assert [row[2] for row in rows] == [CODES[number // 3 % 4] for number in range(ROWS)]
    assert [number for number, row in enumerate(rows) if "612 345 678" in row[3]] == [0]
    assert not [name for name in PEOPLE if name in saved.read_text("utf-8")]


def test_the_step_can_wait_and_come_back(desk: Page, tmp_path: Path) -> None:
    desk.set_input_files("#chosen", [table(tmp_path / "a.csv"), table(tmp_path / "b.csv")])
    desk.wait_for_selector("#columns[open]")
    desk.wait_for_function("document.querySelectorAll('.file[data-state=columns]').length === 2")
    desk.keyboard.press("Escape")
    desk.wait_for_function("!document.querySelector('#columns').open")
    desk.locator(".file .acts .primary").first.click()
    desk.wait_for_selector("#columns[open]")
    assert desk.locator("#columns-same").is_checked()
    desk.click("#columns-go")
    desk.wait_for_function("document.querySelectorAll('.file[data-state=done]').length === 2")


def test_a_list_of_patients_comes_and_goes(desk: Page, tmp_path: Path) -> None:
    listed = tmp_path / "lista.csv"
    listed.write_text("nombre\nZyxla Vortrund\nAna Gil\n", "utf-8")
    desk.set_input_files("#settings-form input[type=file]", listed)
    desk.wait_for_selector("#patients-there")
    assert "2 pacientes" in desk.locator("#patients-there").inner_text()
    desk.fill("#pasted", "Comenta Zyxla Vortrund que duerme mal.")
    desk.click("#paste button[type=submit]")
    desk.wait_for_selector(".file[data-state=done]")
    assert desk.locator(".file .state").inner_text().startswith("1 ")
    desk.click("#patients-remove")
    desk.wait_for_function("!document.querySelector('#patients-there')")


# ---- words ----


def words(code: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((PAGE / "i18n" / f"{code}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("code", ["es", "pt", "en"])
def test_roles_choices_and_reasons_have_words(code: str) -> None:
    known = words(code).keys()
    asked = {f"role.{role.replace(' ', '_')}" for role in Role}
    asked |= {f"{kind}.{choice}" for kind in ("choice", "does") for choice in (*columns.CHOICES, "mixed")}
    asked |= {f"because.{key}" for key in re.findall(r'^  \["[^"]+", "(\w+)"\],$', (PAGE / "reasons.js").read_text("utf-8"), re.M)}
    assert asked - known == set()


def said(node: ast.expr) -> list[str]:
    """What an expression may say, with a name in the place of what changes."""
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.JoinedStr):
        return ["".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)]
    return []


def test_reasons_are_told_in_the_language_of_the_page(desk: Page) -> None:
    def told(reason: str) -> str:
        return str(desk.evaluate("async (reason) => (await import('/page/reasons.js')).reasonWords(reason)", reason))

    assert told("98 % are ICD-10 codes; its name says so") == "98 % son códigos CIE-10 · lo dice el título"
    assert told("small numbers, from 1 to 4 digits") == "números pequeños · de 1 a 4 cifras"
    assert told("1200 values that come again and again") == "1.200 valores que se repiten"
    assert told("something that is new") == ""


def test_every_reason_of_the_engine_is_known_to_the_page() -> None:
    templates = re.findall(r'^  \["([^"]+)", "\w+"\],$', (PAGE / "reasons.js").read_text("utf-8"), re.M)
    patterns = [re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(template))) for template in templates]
    unknown = set()
    for file in sorted((HOME / "columns").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason" and node.args:
                for text in said(node.args[0]):
                    whole = any(pattern.fullmatch(text) for pattern in patterns)
                    if not whole and not all(piece == "7" or any(pattern.fullmatch(piece) for pattern in patterns) for piece in text.split(", ")):
                        unknown.add(text)
    assert unknown == set()
