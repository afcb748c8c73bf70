"""The page's own arithmetic, in the browser it runs in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from velado import Pipeline

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

NOTE = "Visto 😀😀 por la Dra. Elena Marín 🩺, tel. 612 345 678. Família 👨‍👩‍👧: Joana. 𝒜 fin"


@pytest.fixture(scope="module")
def parts(chromium: Browser, desk_address: str) -> Iterator[Page]:
    """A page whose modules can be called; nothing is kept in it, so one is enough for all."""
    page = chromium.new_page()
    page.goto(desk_address)
    yield page
    page.close()


def run(page: Page, module: str, body: str, value: Any = None) -> Any:
    """What a piece of script says that sees a module as `m` and a value as `v`."""
    return page.evaluate(f"async (v) => {{ const m = await import('/page/{module}.js'); {body} }}", value)


@pytest.mark.parametrize("text", [NOTE, "", "plain", "😀", "a😀", "\ud83d solo"], ids=["note", "empty", "plain", "pair", "end", "half"])
def test_offsets_go_there_and_back(parts: Page, text: str) -> None:
    if text.startswith("\ud83d"):  # half a pair cannot be sent to the browser as text: it is made there
        units = run(parts, "offsets", "const o = new m.Offsets('\\ud83d solo'); return [0,1,2,6].map((n) => o.toUnits(n))")
        assert units == [0, 1, 2, 6]
        return
    pieces = run(parts, "offsets", "const o = new m.Offsets(v); return [...v, ''].map((_, n) => v.slice(0, o.toUnits(n)))", text)
    assert pieces == [text[:n] for n in range(len(text) + 1)]
    back = run(parts, "offsets", "const o = new m.Offsets(v); return [...v, ''].map((_, n) => o.toPoints(o.toUnits(n)))", text)
    assert back == list(range(len(text) + 1))


def test_what_python_found_is_what_the_browser_cuts(parts: Page) -> None:
    spans = Pipeline(model=False, language="es").detect(NOTE)
    assert spans
    cut = "const o = new m.Offsets(v.text); return v.spans.map(([s, e]) => v.text.slice(o.toUnits(s), o.toUnits(e)))"
    assert run(parts, "offsets", cut, {"text": NOTE, "spans": [[s.start, s.end] for s in spans]}) == [s.text(NOTE) for s in spans]


@pytest.mark.parametrize(
    "text",
    ["", "\n", "uno", "uno\ndos\n\n", "x" * 2000, "palabra " * 400 + "\nfin", "😀" * 1500],
    ids=["empty", "break", "one", "lines", "long word", "long line", "pairs"],
)
def test_rows_hold_the_text_and_nothing_else(parts: Page, text: str) -> None:
    rows = run(parts, "rows", "return m.rowsOf(v).map((r) => [v.slice(r.start, r.end), v.slice(r.end, r.next), r.end - r.start])", text)
    assert "".join(piece + gap for piece, gap, _ in rows) == text
    assert all(gap in ("", "\n") and size <= 700 for _, gap, size in rows)
    assert all("\ufffd" not in piece for piece, _, _ in rows)
    chunks = run(parts, "rows", "const r = m.rowsOf(v); return m.chunksOf(r, 0).flatMap((c) => [[c.first, c.last]])", text)
    assert [first for first, _ in chunks][1:] == [last for _, last in chunks][:-1]
    assert chunks[0][0] == 0
    assert chunks[-1][1] == len(rows)


@pytest.mark.parametrize(
    ("edge", "direction", "by_word", "expected"),
    [
        ("end", 1, True, "Ana Gil Ruiz"),
        ("end", -1, True, "Ana"),
        ("end", 1, False, "Ana Gil "),
        ("start", -1, True, "Sra. Ana Gil"),
        ("start", 1, True, "Gil"),
        ("start", 1, False, "na Gil"),
    ],
)
def test_edges_move_by_character_and_word(parts: Page, edge: str, direction: int, by_word: bool, expected: str) -> None:
    body = (
        "const text = 'La Sra. Ana Gil Ruiz 😀'; const span = {start: 8, end: 15, label: 'PATIENT_NAME'};"
        "const [moved] = m.moved(text, [span], span, v.edge, v.direction, v.word); return text.slice(moved.start, moved.end)"
    )
    assert run(parts, "spans", body, {"edge": edge, "direction": direction, "word": by_word}) == expected


def test_edges_stop_at_neighbours_and_never_cut_an_emoji(parts: Page) -> None:
    body = (
        "const text = 'Ana😀Gil'; const spans = [{start: 0, end: 3, label: 'A'}, {start: 5, end: 8, label: 'B'}];"
        "let list = spans; const seen = [];"
        "for (let n = 0; n < 4; n += 1) { list = m.moved(text, list, list[0], 'end', 1, false); seen.push(list[0].end); }"
        "return seen"
    )
    assert run(parts, "spans", body) == [5, 5, 5, 5]


def test_a_new_span_makes_room_for_itself(parts: Page) -> None:
    body = (
        "const spans = [{start: 0, end: 4, label: 'A'}, {start: 5, end: 8, label: 'B'}, {start: 9, end: 14, label: 'C'}];"
        "return m.added(spans, {start: 2, end: 11, label: 'N'}).map((s) => [s.start, s.end, s.label])"
    )
    assert run(parts, "spans", body) == [[0, 2, "A"], [2, 11, "N"], [11, 14, "C"]]


def test_parts_of_the_editor_keep_line_ends(parts: Page) -> None:
    text = "".join(f"Línea {n} 😀\r\n" for n in range(60))
    cut = run(parts, "editor", "return m.partsOf(v, 100)", text)
    assert "".join(cut) == text
    assert all(len(part.encode("utf-16-le")) <= 200 for part in cut)
    assert run(parts, "editor", "return m.withLineEnds(v, v.replaceAll('\\r\\n', '\\n'))", cut[0]) == cut[0]
    assert run(parts, "editor", "return m.withLineEnds('a\\r\\nb', 'a\\nc')") == "a\r\nc"


def test_controls_are_shown_by_name_and_take_one_unit(parts: Page) -> None:
    body = (
        "const place = document.createElement('p'); m.showText(place, v);"
        "return {length: place.textContent.length, names: [...place.querySelectorAll('.control')].map((e) => e.dataset.name ?? ''),"
        " plain: m.plain(v)}"
    )
    text = "a\u202eb\u0007c\r\n\u200d<script>"
    shown = run(parts, "visible", body, text)
    assert shown == {"length": len(text), "names": ["RLO", "U+0007", "", "ZWJ"], "plain": "a‹RLO›b‹U+0007›c ‹ZWJ›<script>"}
