"""Where the desk is used: on a phone, on a shared server with a token, with tables of many notes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NOTE = "Paciente: Rosalía Quintero Bravo. Tel. 612 345 678. Acude por tos."


def brought(desk: Page) -> None:
    desk.fill("#pasted", NOTE)
    desk.click("#paste button")
    desk.wait_for_selector(".file[data-state=done]")


def test_a_phone_shows_one_side_at_a_time(desk: Page) -> None:
    desk.set_viewport_size({"width": 390, "height": 844})
    brought(desk)
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
    desk.get_by_role("button", name="Revisar").click()
    desk.wait_for_selector(".cell.original mark")
    assert desk.locator(".cell.result").first.is_hidden()
    desk.click("#side-result")
    assert desk.locator(".cell.original").first.is_hidden()
    desk.locator(".result mark", has_text="[PACIENTE]").click()
    assert desk.locator("#panel-span q").inner_text() == "Rosalía Quintero Bravo"
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = desk.evaluate(
        "[...document.querySelectorAll('button')].filter((b) => b.offsetParent && (b.offsetWidth < 24 || b.offsetHeight < 24)).length"
    )
    assert small == 0, "a finger needs more room"


def test_a_table_is_reviewed_note_by_note(desk: Page, tmp_path: Path) -> None:
    path = tmp_path / "notas.csv"
    rows = "".join(f'{number},"{NOTE}"\n' for number in range(5))
    path.write_text("id,nota\n" + rows, "utf-8")
    desk.set_input_files("#chosen", path)
    desk.locator(".file[data-state=columns], .file[data-state=withheld]").wait_for()
    if desk.locator(".file[data-state=withheld]").count():
        pytest.skip("tables cannot be read here")
    desk.wait_for_selector("#columns[open]")
    desk.click("#columns-go")
    desk.locator(".file[data-state=done]").wait_for()
    desk.get_by_role("button", name="Revisar").click()
    heads = desk.locator(".paper-head")
    heads.filter(has_text="Fila 2").wait_for()  # notes are filled in as they come, in any order
    assert heads.first.inner_text() == "Fila 2"
    desk.wait_for_function("document.querySelectorAll('.original mark').length >= 10")
    desk.locator("#scroller").focus()
    seen = set()
    for _ in range(6):
        desk.keyboard.press("ArrowRight")
        desk.wait_for_selector("mark.current:focus")
        seen.add(desk.evaluate("document.activeElement.closest('.chunk').querySelector('.paper-head')?.textContent"))
    assert len(seen) > 1, "the keys lead from note to note"


def test_every_control_has_a_name(desk: Page) -> None:
    brought(desk)
    desk.get_by_role("button", name="Revisar").click()
    desk.locator(".original mark").first.click()
    nameless = desk.evaluate(
        "[...document.querySelectorAll('button, input, select, textarea, progress, meter, dialog')].filter((e) => !("
        "e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length || e.getAttribute('aria-labelledby')"
        " || e.getAttribute('aria-hidden'))).map((e) => e.outerHTML)"
    )
    assert nameless == []
    for landmark in ("banner", "main", "complementary", "search"):
        assert desk.get_by_role(landmark).count() > 0, landmark  # type: ignore[arg-type]
    assert desk.locator("[role=status][aria-live=polite]").count() == 1


def test_where_a_token_is_wanted_the_page_asks_for_it(chromium: Browser, guarded_address: str) -> None:
    context = chromium.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(guarded_address)
    page.wait_for_selector("#enter:visible")
    page.fill("#enter-token", "wrong")
    page.click("#enter button")
    page.get_by_text("The token is not right.").wait_for()
    page.fill("#enter-token", "una clave bien larga")
    page.click("#enter button")
    page.wait_for_selector("#set-policy")
    assert page.locator("#enter").is_hidden()
    context.close()

    context = chromium.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(f"{guarded_address}/#token=una%20clave%20bien%20larga")
    page.wait_for_selector("#set-policy")
    assert "clave" not in page.url
    assert "clave" not in page.evaluate("JSON.stringify({...localStorage})")
    context.close()
