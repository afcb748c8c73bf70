"""Reviewing a document: every action, with the mouse and with the keys alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

NOTE = """\
😀 Informe de alta
Paciente: Rosalía Quintero Bravo
Teléfono: 612 345 678
Acude por tos. Valorada por la Dra. Herminia Tovar.
Su vecino Melquíades la acompaña. Melquíades firma.
"""
UNSURE = "Vive en Tecate con Ramiro y su hijo. Trabaja de sastre en Jericó.\n"
OTHER = "Nota de evolución. Hoy llama Melquíades desde casa.\n"


def bring(desk: Page, *texts: str) -> None:
    for text in texts:
        desk.fill("#pasted", text)
        desk.get_by_role("button", name="Quitar datos").click()
        desk.wait_for_function("document.querySelector('#pasted').value === ''")
    desk.wait_for_function("(n) => document.querySelectorAll('.file[data-state=done]').length === n", arg=len(texts))


def review(desk: Page, *texts: str) -> None:
    bring(desk, *texts)
    desk.get_by_role("button", name="Revisar").first.click()
    desk.wait_for_selector(".cell.original")


def span(desk: Page, text: str) -> Locator:
    return desk.locator(".original mark", has_text=text)


def server(desk: Page, path: str) -> Any:
    return desk.evaluate("async (path) => (await fetch('/api/desk/' + path)).json()", path)


def results(desk: Page) -> list[str]:
    """What the server would give out, file by file."""
    files = server(desk, "files")["files"]
    return [server(desk, f"files/{file['id']}/documents/0/result")["text"] for file in files]


def until_result(desk: Page, holds: str = "", lacks: str = "") -> None:
    desk.wait_for_function(
        "([holds, lacks]) => { const text = [...document.querySelectorAll('.result')].map((e) => e.textContent).join('\\n');"
        "return text.includes(holds) && !(lacks && text.includes(lacks)) && !text.includes('…') }",
        arg=[holds, lacks],
    )


def select(desk: Page, words: str) -> None:
    """Select words of the original as the mouse does."""
    desk.evaluate(
        "(words) => { for (const cell of document.querySelectorAll('.cell.original')) {"
        "const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);"
        "for (let node = walker.nextNode(); node; node = walker.nextNode()) { const at = node.data.indexOf(words);"
        "if (at >= 0) { getSelection().setBaseAndExtent(node, at, node, at + words.length);"
        "cell.dispatchEvent(new PointerEvent('pointerup', {bubbles: true})); return; } } } }",
        words,
    )
    desk.wait_for_selector("#mark-this:visible")


def test_original_and_result_stand_side_by_side_with_a_legend(desk: Page) -> None:
    review(desk, NOTE)
    patient = span(desk, "Rosalía Quintero Bravo")
    assert patient.get_attribute("data-tag") == "Paciente"
    assert "Rosalía Quintero Bravo: Paciente" in str(patient.get_attribute("aria-label"))
    assert "[PACIENTE]" in desk.locator(".cell.result").nth(1).inner_text()
    legend = desk.locator("#legend").inner_text()
    assert "Paciente" in legend
    assert "Teléfono" in legend
    boxes = [patient.bounding_box(), desk.locator(".result mark", has_text="[PACIENTE]").bounding_box()]
    assert boxes[0]
    assert boxes[1]
    assert abs(boxes[0]["y"] - boxes[1]["y"]) < 12, "original and result are not on one height"
    desk.click("#tab-changes")
    assert "Rosalía Quintero Bravo → [PACIENTE]" in desk.locator("#panel-changes").inner_text().replace("\n", " ")


def test_change_the_type_reject_undo_and_redo(desk: Page) -> None:
    review(desk, NOTE)
    span(desk, "Rosalía").click()
    desk.locator("#panel-span .chip").click()
    desk.fill("#types-find", "familiar")
    desk.keyboard.press("Enter")
    until_result(desk, holds="[FAMILIAR]", lacks="[PACIENTE]")
    span(desk, "612 345 678").click()
    desk.get_by_role("button", name="No identifica").click()
    until_result(desk, holds="612 345 678")
    assert "612 345 678" in results(desk)[0]
    desk.click("#undo")
    until_result(desk, lacks="612 345 678")
    desk.click("#undo")
    until_result(desk, holds="[PACIENTE]")
    desk.click("#redo")
    until_result(desk, holds="[FAMILIAR]")
    assert "[FAMILIAR]" in results(desk)[0]


def test_shrink_and_grow_by_word_and_character(desk: Page) -> None:
    review(desk, NOTE)
    span(desk, "Rosalía").click()
    desk.get_by_label("Fin: una palabra a la izquierda").click()
    until_result(desk, holds="Bravo")
    desk.get_by_label("Inicio: una palabra a la derecha").click()
    until_result(desk, holds="Rosalía")
    assert span(desk, "Quintero").inner_text() == "Quintero"
    desk.get_by_label("Fin: un carácter a la derecha").click()
    desk.get_by_label("Inicio: una palabra a la izquierda").click()
    desk.get_by_label("Fin: una palabra a la derecha").click()
    until_result(desk, lacks="Bravo")
    assert "Paciente: [PACIENTE]\n" in results(desk)[0]


def test_selected_text_becomes_a_span_everywhere_and_never(desk: Page) -> None:
    review(desk, NOTE.replace("Su vecino", "Su xyz"), OTHER)
    while span(desk, "Melquíades").count():  # whatever was found of it by itself
        span(desk, "Melquíades").first.click()
        desk.get_by_role("button", name="No identifica").click()
        until_result(desk)
    until_result(desk, holds="Melquíades firma")
    select(desk, "Melquíades")
    desk.click("#mark-this")
    desk.locator("#types-list [data-label=RELATIVE_NAME]").click()
    until_result(desk, holds="Su xyz [FAMILIAR] la")
    desk.get_by_role("button", name="Esto, en todas partes").click()
    until_result(desk, lacks="Melquíades")
    desk.wait_for_function(
        "async () => { const state = await (await fetch('/api/desk/rules')).json(); return state.rules.length === 1 }"
    )
    assert all("Melquíades" not in text for text in results(desk))
    desk.get_by_role("button", name="Esto, nunca").click()
    until_result(desk, holds="Melquíades firma")
    assert all("Melquíades" in text for text in results(desk))
    desk.click("#undo")
    until_result(desk, lacks="Melquíades")
    assert all("Melquíades" not in text for text in results(desk))


def test_the_result_can_be_edited_apart_from_the_spans(desk: Page) -> None:
    review(desk, NOTE)
    desk.click("#edit")
    text = desk.input_value("#editor-text")
    assert "[PACIENTE]" in text
    desk.fill("#editor-text", text.replace("Acude por tos.", "Acude por tos seca."))
    desk.click("#editor-save")
    desk.wait_for_selector("ins.edit")
    until_result(desk, holds="tos seca")
    assert desk.locator("#edited-note").is_visible()
    assert span(desk, "Rosalía").count() == 1
    assert "tos seca" in results(desk)[0]
    desk.reload()
    desk.wait_for_selector("ins.edit")
    desk.click("#edit-drop")
    until_result(desk, lacks="tos seca")
    assert desk.locator("#edited-note").is_hidden()


def test_editing_a_name_back_in_is_warned_of(desk: Page) -> None:
    review(desk, NOTE)
    desk.click("#edit")
    desk.fill("#editor-text", desk.input_value("#editor-text") + "Firmado: Rosalía Quintero Bravo")
    desk.click("#editor-save")
    desk.wait_for_selector("#edited-note.bad")
    assert "Cuidado" in desk.locator("#edited-note").inner_text()


def test_keys_alone_do_everything(desk: Page) -> None:
    bring(desk, NOTE)
    desk.locator("#main").focus()
    for _ in range(40):
        if desk.evaluate("document.activeElement.textContent") == "Revisar":
            break
        desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    desk.wait_for_selector(".original mark")
    for _ in range(40):
        if desk.evaluate("document.activeElement.id") == "scroller":
            break
        desk.keyboard.press("Tab")
    keys = desk.keyboard
    keys.press("ArrowRight")
    desk.wait_for_function("document.activeElement.matches('mark.current')")
    first = desk.evaluate("document.activeElement.textContent")
    keys.press("ArrowRight")
    desk.wait_for_function("(first) => document.activeElement.textContent !== first", arg=first)
    keys.press("ArrowLeft")
    desk.wait_for_function("(first) => document.activeElement.textContent === first", arg=first)
    assert first == "Rosalía Quintero Bravo"
    keys.press("Control+Shift+ArrowLeft")
    until_result(desk, holds="Bravo")
    keys.press("Control+Shift+ArrowRight")
    until_result(desk, lacks="Bravo")
    keys.press("Shift+ArrowLeft")
    until_result(desk, holds="]o")
    keys.press("Control+z")
    until_result(desk, lacks="]o")
    desk.wait_for_function("document.activeElement.matches('mark.current')")
    keys.press("t")
    keys.type("familiar")
    keys.press("Enter")
    until_result(desk, holds="[FAMILIAR]")
    desk.wait_for_function("document.activeElement.matches('mark.current')")
    keys.press("x")
    until_result(desk, holds="Rosalía")
    keys.press("Control+z")
    until_result(desk, lacks="Rosalía")
    keys.press("Escape")
    desk.evaluate("document.querySelector('#scroller').focus()")
    keys.press("m")  # the first word in sight, then on to "alta", at the end of the first line
    desk.wait_for_function("getSelection().toString() === 'Informe'")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    desk.wait_for_function("getSelection().toString() === 'alta'")
    keys.press("Shift+ArrowLeft")
    keys.press("ArrowLeft")
    keys.press("Shift+ArrowRight")
    desk.wait_for_function("getSelection().toString() === 'de alta'")
    keys.press("Enter")
    keys.type("otro")
    keys.press("ArrowDown")
    keys.press("Enter")
    until_result(desk, holds="😀 Informe [")
    assert "😀 Informe [" in results(desk)[0]
    desk.wait_for_function("document.activeElement.matches('mark.current')")
    keys.press("?")
    assert desk.locator("#help").is_visible()
    keys.press("Escape")


def test_doubtful_spans_are_visited_and_confirmed(desk: Page) -> None:
    desk.locator("#deeper > summary").click()
    desk.select_option("#set-model", "none")  # rules alone: their scores do not change with the weights
    desk.wait_for_function("JSON.parse(localStorage.getItem('velado.settings'))?.model === 'none'")
    review(desk, UNSURE)
    file = server(desk, "files")["files"][0]["id"]
    document = server(desk, f"files/{file}/documents/0")
    doubt = server(desk, "choices")["doubt"]
    doubtful = [entry for entry in document["spans"] if entry["score"] < doubt]
    assert doubtful
    assert desk.locator("#doubtful-words").inner_text().startswith(f"{len(doubtful)} dudoso")
    for left in range(len(doubtful), 0, -1):
        desk.click("#doubtful")
        desk.wait_for_selector(".original mark.current.doubt")
        desk.get_by_role("button", name="Es correcto").click()
        words = f"{left - 1} dudoso" if left > 1 else "Sin dudosos"
        desk.wait_for_function("(words) => document.querySelector('#doubtful-words').textContent.startsWith(words)", arg=words)
    assert desk.locator("#doubtful").is_disabled()


def test_a_reload_in_the_middle_brings_everything_back(desk: Page) -> None:
    review(desk, NOTE, OTHER)
    span(desk, "Rosalía").click()
    desk.get_by_role("button", name="No identifica").click()
    until_result(desk, holds="Rosalía")
    desk.click("#reviewed")
    desk.wait_for_selector("#reviewed[aria-pressed=true]")
    desk.reload()
    desk.wait_for_selector(".cell.original")
    until_result(desk, holds="Rosalía")
    assert span(desk, "Rosalía").count() == 0
    assert desk.locator("#reviewed").get_attribute("aria-pressed") == "true"
    desk.click("#undo")
    until_result(desk, lacks="Rosalía")
    desk.go_back()
    desk.wait_for_selector(".file")
    assert desk.locator(".file").count() == 2


HOSTILE = (
    '<script>document.title = "taken"</script><img src=x onerror="document.title = \'taken\'">\n'
    "Paciente: \u202eRosalía Quintero\u202c Bravo {{7*7}} ${alert(1)}\n"
    "\u0007\u200f&lt;b&gt; <style>body{display:none}</style>\n"
)


def test_a_hostile_document_is_only_text(desk: Page, tmp_path: Path) -> None:
    text = HOSTILE + "😀 " + "el paciente presenta tos y fiebre " * 5_900 + "x" * 5_000 + "😀"
    path = tmp_path / "<img src=x onerror=alert(1)>.txt"
    path.write_text(text, "utf-8")
    desk.set_input_files("#chosen", path)
    desk.wait_for_selector(".file[data-state=done]")
    assert "img src=x onerror=alert(1)" in desk.locator(".file .title").inner_text()
    desk.get_by_role("button", name="Revisar").click()
    desk.wait_for_selector(".cell.original")
    assert desk.title() != "taken"
    assert desk.locator("#scroller script, #scroller img, #scroller style").count() == 0
    assert "<script>" in desk.locator(".cell.original").first.inner_text()
    names = desk.evaluate("[...document.querySelectorAll('.original .control')].map((e) => e.dataset.name).filter(Boolean)")
    assert {"RLO", "PDF", "RLM", "U+0007"} <= set(names)
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
    drawn = desk.evaluate("document.querySelectorAll('#scroller .row').length")
    assert drawn < 200, "a long line is drawn piece by piece"
    desk.locator("#scroller").hover(position={"x": 50, "y": 200})
    for _ in range(30):
        desk.mouse.wheel(0, 2000)
    desk.evaluate("document.querySelector('#scroller').scrollTop = 1e7")
    desk.wait_for_function("document.querySelector('.chunk:last-child .row:last-child .original')?.textContent.endsWith('xxx😀')")
    desk.wait_for_function("document.querySelectorAll('#scroller .row').length < 200")
