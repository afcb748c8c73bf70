"""Pictures of the desk's main states for the documentation: `python scripts/screenshots.py`, into docs/images/desk-*.png.

Starts a server, drives Debian's Chromium through playwright, and shows invented people only.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

HOME = Path(__file__).parent.parent
IMAGES = HOME / "docs" / "images"
NOTES = sorted((HOME / "examples" / "notes").glob("*/*.txt"))
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
HOSTILE = (
    "Informe de prueba <script>alert('hola')</script>\n"
    "Paciente: \u202eRosalía Quintero Bravo\u202c, tel. 612 345 678\n"
    "Valorada por la Dra. Herminia Tovar 😀 el 12/03/2021.\n"
)


@contextmanager
def served() -> Iterator[str]:
    """The address of a server of our own; it says on standard error where it is."""
    command = [sys.executable, "-m", "velado", "serve", "--port", "0", "--no-open"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        words = process.stderr.readline().split()
        yield next(word for word in words if word.startswith("http")).rstrip("/")
    finally:
        process.terminate()
        process.wait()
        process.stderr.close()


def opened(browser: Browser, address: str, size: dict[str, int], language: str = "es-ES", scheme: Any = "light") -> Page:
    """A fresh session in a window of that size."""
    context = browser.new_context(viewport=size, locale=language, color_scheme=scheme, device_scale_factor=2 if size is PHONE else 1)  # type: ignore[arg-type]
    context.set_default_timeout(300_000)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#set-policy", state="attached")
    return page


def bring(page: Page, folder: Path, *, trouble: bool = False) -> None:
    """The example notes, and on demand two files of which nothing can be made."""
    files = [note for note in NOTES if note.parent.name != "en"][:6]
    if trouble:
        for name, content in (("escaneado.unheard", b"?"), ("dañado.docx", b"PK no es un documento")):
            files.append(folder / name)
            files[-1].write_bytes(content)
    page.set_input_files("#chosen", files)
    page.locator(".file").nth(len(files) - 1).wait_for()
    page.locator("#files-bar").wait_for(state="hidden")


def review(page: Page, number: int = 1) -> None:
    """One of the files, with one of its findings chosen."""
    page.locator(".file[data-state=done] .acts button:first-child").nth(number).click()
    page.locator(".original mark").nth(2).click()
    page.locator("#panel-span .chip").wait_for()


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(400)
    page.screenshot(path=IMAGES / f"desk-{name}.png")
    print(f"docs/images/desk-{name}.png")


def desktop(browser: Browser, address: str, folder: Path) -> None:
    page = opened(browser, address, DESKTOP)
    take(page, "start")
    bring(page, folder, trouble=True)
    take(page, "files")
    review(page)
    take(page, "review")
    page.click("#tab-changes")
    take(page, "changes")
    page.click("#tab-span")
    page.locator("#panel-span .chip").click()
    take(page, "types")
    page.keyboard.press("Escape")
    page.click("#edit")
    take(page, "edit")
    page.keyboard.press("Escape")
    page.click("#help-open")
    take(page, "help")
    page.keyboard.press("Escape")
    page.click("#review-back")
    page.click("#take-all")
    take(page, "download")
    page.context.close()


def dark(browser: Browser, address: str, folder: Path) -> None:
    page = opened(browser, address, DESKTOP, "pt-PT", "dark")
    bring(page, folder)
    take(page, "files-dark")
    review(page, 4)
    take(page, "review-dark")
    page.context.close()


def phone(browser: Browser, address: str, folder: Path) -> None:
    page = opened(browser, address, PHONE)
    take(page, "phone-start")
    bring(page, folder, trouble=True)
    page.locator("#files").scroll_into_view_if_needed()
    page.locator("#files-title").evaluate("(title) => title.scrollIntoView()")
    take(page, "phone-files")
    review(page)
    take(page, "phone-review")
    page.context.close()


def table(browser: Browser, address: str, folder: Path) -> None:
    path = folder / "consultas.csv"
    people = ("Rosalía Quintero Bravo", "Amador Céspedes Luna", "Herminia Tovar Ríos", "Casimiro Bustos Vega")
    lines = ["id;nhc;paciente;codigo_cie;creatinina;observaciones"]
    for number in range(48):
        name, code = people[number % 4], ("K50.9", "I21.0", "E11.9", "J45.0")[number // 3 % 4]
        note = f"{name} ingresa el {number % 27 + 1}/03/2023 con disnea de dos días. Tel. 612 345 {number + 610}. Furosemida 40 mg."
        lines.append(f"{number + 1};{558_210 + 137 * (number % 4)};{name};{code};{0.6 + number % 7 / 10:.2f};{note}")
    path.write_text("\n".join(lines) + "\n", "utf-8")
    page = opened(browser, address, DESKTOP)
    page.set_input_files("#chosen", path)
    page.wait_for_selector("#columns[open]")
    take(page, "columns")
    page.context.close()


def hostile(browser: Browser, address: str) -> None:
    page = opened(browser, address, DESKTOP, "en-GB")
    page.fill("#pasted", HOSTILE)
    page.click("#paste button")
    page.locator(".file[data-state=done]").wait_for()
    review(page, 0)
    take(page, "hostile")
    page.context.close()


def main() -> None:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    program = shutil.which("chromium")
    if program is None:
        sys.exit("chromium is not installed")
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, served() as address, sync_playwright() as player:
        browser = player.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage"])
        folder = Path(name)
        desktop(browser, address, folder)
        dark(browser, address, folder)
        phone(browser, address, folder)
        table(browser, address, folder)
        hostile(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
