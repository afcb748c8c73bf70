"""Bringing files, watching them, taking results away, clearing: as a person at the page does it."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

PEOPLE = ("Rosalía Quintero Bravo", "Amador Céspedes Luna", "Herminia Tovar Ríos", "Casimiro Bustos Vega")
LATIN = "Paciente: {name}. Ingresó el 12/03/2021 con disnea. Tel. 612 345 678. Tratada con furosemida 40 mg."


def note(number: int) -> str:
    return LATIN.format(name=PEOPLE[number % len(PEOPLE)])


def docx(path: Path, text: str) -> None:
    document = pytest.importorskip("docx").Document()
    document.add_paragraph(text)
    document.save(str(path))


def pdf(path: Path, text: str) -> None:
    canvas = pytest.importorskip("reportlab.pdfgen.canvas").Canvas(str(path))
    for line, piece in enumerate(text.split(". ")):
        canvas.drawString(60, 760 - 20 * line, piece)
    canvas.save()


def readable(desk: Page) -> set[str]:
    """The suffixes that the server can read here: other kinds come and go with what is installed."""
    formats = desk.evaluate("async () => (await fetch('/api/formats')).json()")
    return {suffix for entry in formats if entry["available"] for suffix in entry["suffixes"]}


def twenty(folder: Path, suffixes: set[str]) -> tuple[list[Path], int]:
    """Twenty files of mixed kinds, and how many of them nothing can be made of."""
    files: list[Path] = []

    def add(name: str, content: bytes) -> None:
        files.append(folder / name)
        files[-1].write_bytes(content)

    add("foto.unheard", b"who knows")
    add("roto.txt", b"\x00\x01\x02\x00" * 50)
    if ".csv" in suffixes:
        rows = "\n".join(f'{n},"{note(n)}"' for n in range(6))
        add("tabla.csv", f"id,nota\n{rows}\n".encode())
    if ".jsonl" in suffixes:
        add("lineas.jsonl", "".join(json.dumps({"id": str(n), "text": note(n)}) + "\n" for n in range(3)).encode())
    for suffix, write in ((".docx", docx), (".pdf", pdf)):
        if suffix in suffixes:
            files.append(folder / f"informe{suffix}")
            write(files[-1], note(len(files)))
    add("ansi.txt", note(1).encode("latin-1"))
    while len(files) < 20:
        add(f"nota {len(files)}.txt", note(len(files)).encode())
    return files, 2


def wait_until_done(desk: Page) -> None:
    desk.wait_for_function("document.querySelector('.file') && document.querySelector('#files-bar').hidden")


def accept_columns(desk: Page) -> None:
    """Go on with what was guessed of every table."""
    while desk.locator(".file[data-state=columns]").count():
        desk.wait_for_selector("#columns[open]")
        desk.click("#columns-go")
        desk.wait_for_function("!document.querySelector('#columns').open")
        wait_until_done(desk)


def test_twenty_mixed_files_at_once_and_the_zip_is_safe(desk: Page, tmp_path: Path) -> None:
    files, bad = twenty(tmp_path, readable(desk))
    desk.set_input_files("#chosen", files)
    desk.wait_for_function("document.querySelectorAll('.file').length === 20")
    wait_until_done(desk)
    accept_columns(desk)
    assert desk.locator(".file[data-state=done]").count() == 20 - bad
    assert desk.locator(".file[data-state=withheld]").count() == bad
    assert desk.locator("#files-sum").inner_text() == f"{20 - bad} de 20 listos · {bad} retenidos"
    assert "no sale nada" in desk.locator(".file[data-state=withheld] .state").first.inner_text()

    desk.click("#take-all")
    desk.locator("input[name=annotations][value=jsonl]").check()
    assert desk.locator("#take-warning").is_hidden()
    desk.locator("input[name=on][value=original]").check()
    assert desk.locator("#take-warning").is_visible()
    desk.locator("input[name=on][value=result]").check()
    with desk.expect_download() as coming:
        desk.click("#take-go")
    with zipfile.ZipFile(io.BytesIO(Path(coming.value.path()).read_bytes())) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert {"report.json", "report.html"} <= set(names)
        assert sum(name.startswith("documents/") for name in names) == 20 - bad
        assert any(name.startswith("annotations/") for name in names)
        assert not any("identities" in name for name in names)
        assert not any("informe" in name or "nota 1" in name for name in names), "names of files may name people"
        for name in names:
            content = archive.read(name)
            for person in PEOPLE:
                for word in person.split():
                    assert word.encode() not in content, "a name is in the ZIP"
                    assert word.encode("latin-1") not in content
        report = json.loads(archive.read("report.json"))
        assert report


def test_one_file_comes_back_in_its_own_format(desk: Page, tmp_path: Path) -> None:
    path = tmp_path / "alta.txt"
    path.write_text(note(0) + "\r\n", "utf-8", newline="")
    desk.set_input_files("#chosen", path)
    wait_until_done(desk)
    with desk.expect_download() as coming:
        desk.locator(".file").get_by_label("Descargar").click()
    assert coming.value.suggested_filename.endswith(".txt")
    content = Path(coming.value.path()).read_bytes().decode()
    assert "Rosalía" not in content
    assert content.endswith("furosemida 40 mg.\r\n")


def test_files_dropped_on_the_page_come_in(desk: Page) -> None:
    desk.evaluate(
        "(text) => { const transfer = new DataTransfer(); transfer.items.add(new File([text], 'soltado.txt'));"
        "document.querySelector('#drop').dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true})) }",
        note(2),
    )
    desk.wait_for_selector(".file[data-state=done]")
    assert desk.locator(".file .title").inner_text() == "soltado.txt"


def test_pasted_text_is_a_document_and_settings_are_remembered(desk: Page) -> None:
    desk.select_option("#set-mode", "mask")
    desk.wait_for_function("JSON.parse(localStorage.getItem('velado.settings'))?.replace === 'mask'")
    desk.fill("#pasted", note(1))
    desk.get_by_role("button", name="Quitar datos").click()
    desk.wait_for_selector(".file[data-state=done]")
    assert desk.input_value("#pasted") == ""
    kept = desk.evaluate("JSON.stringify({...localStorage})")
    assert "Amador" not in kept
    desk.reload()
    desk.wait_for_selector(".file[data-state=done]")
    assert desk.input_value("#set-mode") == "mask"


def test_other_settings_for_files_that_are_already_done(desk: Page) -> None:
    desk.fill("#pasted", note(3))
    desk.get_by_role("button", name="Quitar datos").click()
    desk.wait_for_selector(".file[data-state=done]")
    desk.select_option("#set-mode", "remove")
    desk.get_by_role("button", name="Repetir con estos ajustes").click()
    desk.wait_for_function("document.querySelector('.again') === null")
    wait_until_done(desk)
    desk.get_by_role("button", name="Revisar").click()
    desk.wait_for_selector(".result mark.gone")


def test_the_language_switch_changes_every_word(desk: Page) -> None:
    assert desk.locator("h1#bring-title").inner_text() == "Quite los datos personales de sus documentos"
    desk.fill("#pasted", note(0))
    desk.get_by_role("button", name="Quitar datos").click()
    desk.wait_for_selector(".file[data-state=done]")
    for code, title, words in (("pt", "Retire os dados", "substituído"), ("en", "Take personal data out", "replaced")):
        desk.select_option("#tongue", code)
        desk.wait_for_function("(code) => document.documentElement.lang === code", arg=code)
        assert desk.locator("h1#bring-title").inner_text().startswith(title)
        desk.wait_for_function("(words) => document.querySelector('.file .state').textContent.includes(words)", arg=words)
        untranslated = desk.evaluate(
            "[...document.querySelectorAll('body *')].filter((e) => e.children.length === 0"
            " && /^[a-z]+\\.[a-zA-Z.]+$/.test(e.textContent)).map((e) => e.textContent)"
        )
        assert untranslated == []
    desk.reload()
    desk.wait_for_selector("#set-policy")
    assert desk.locator("html").get_attribute("lang") == "en"


def test_the_theme_switch_goes_round(desk: Page) -> None:
    seen = []
    for _ in range(3):
        desk.click("#theme")
        seen.append((desk.locator("html").get_attribute("data-theme"), desk.evaluate("getComputedStyle(document.body).backgroundColor")))
    assert [name for name, _ in seen] == ["light", "dark", "auto"]
    assert seen[0][1] != seen[1][1]


def test_clear_everything_really_clears(desk: Page, desk_address: str) -> None:
    desk.fill("#pasted", note(0))
    desk.get_by_role("button", name="Quitar datos").click()
    desk.wait_for_selector(".file[data-state=done]")
    state = desk.evaluate("async () => (await fetch('/api/desk/files')).json()")
    file = state["files"][0]["id"]
    desk.click("#clear")
    desk.locator("#sure").get_by_role("button", name="Cancelar").click()
    assert desk.locator(".file").count() == 1
    desk.click("#clear")
    desk.click("#sure-yes")
    desk.wait_for_function("document.querySelector('#files').hidden")
    assert desk.context.request.get(f"{desk_address}/api/desk/files/{file}/documents").status == 404
    assert desk.context.request.get(f"{desk_address}/api/desk/files").json()["files"] == []
    desk.reload()
    desk.wait_for_selector("#set-policy")
    assert desk.locator("#files").is_hidden()
