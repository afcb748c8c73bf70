"""What readers see: terminal, JSON, page."""

from __future__ import annotations

import json
from html.parser import HTMLParser

from velado.document import Span
from velado.evaluation import Pair, evaluate
from velado.evaluation.page import as_html
from velado.evaluation.report import About, as_json, as_text

TEXT = "Ana <Gil>, 45 años"
GOLD = (Span(0, 9, "PATIENT_NAME"), Span(11, 18, "AGE"))
PAIRS = [Pair(TEXT, GOLD, (Span(0, 3, "PATIENT_NAME"), Span(11, 18, "DATE")), "nota-1", 2), Pair(TEXT, GOLD, GOLD, "nota-2", 1)]
ABOUT = About("velado", ("SEX",), "files", 1000, 1, "9.9")


def test_nothing_of_a_patient_unless_asked_for() -> None:
    result = evaluate(PAIRS, list_errors=True)
    for report in (as_text(result, ABOUT, list_errors=True), json.dumps(as_json(result, ABOUT)), as_html(result, ABOUT)):
        assert "Ana" not in report
        assert "nota-1" in report
    for report in (as_text(evaluate(PAIRS), ABOUT), json.dumps(as_json(evaluate(PAIRS), ABOUT)), as_html(evaluate(PAIRS), ABOUT)):
        assert "nota" not in report
    told = evaluate(PAIRS, list_errors=True, show_text=True)
    for report in (as_text(told, ABOUT, list_errors=True), json.dumps(as_json(told, ABOUT)), as_html(told, ABOUT)):
        assert "Ana" in report


def test_the_figures_are_in_every_report() -> None:
    result = evaluate(PAIRS)
    whole = as_json(result, ABOUT)
    assert (whole["meddocan"]["ner"]["f1"], whole["meddocan"]["leak"], whole["documents"]) == (0.5, 2 / 3, 2)
    assert (whole["meddocan"]["sentences"], whole["meddocan"]["sentences_from"]) == (3, "files")
    assert whole["clean"]["value"] == whole["clean_direct"]["value"] == 0.5
    assert whole["covered"] == {"value": 0.75, "part": 3, "whole": 4, "interval": [0.5, 1.0]}
    assert whole["errors"]["boundary"] == {"count": 1, "left": 1}
    assert whole["types"]["AGE"]["errors"]["type"] == 1
    assert "listing" not in whole
    for report in (as_text(result, ABOUT), as_html(result, ABOUT)):
        assert all(
            figure in report
            for figure in ("0.5000", "0.6667", "0.7500", "PATIENT_NAME", "without SEX" if "<" not in report else "SEX")
        )


def test_no_documents_is_no_fault() -> None:
    result = evaluate([])
    assert as_json(result, About())["clean"]["value"] is None
    assert "–" in as_text(result, About())
    assert as_html(result, About())


class Page(HTMLParser):
    """Checks that tags close in order and that nothing is fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "img", "iframe")
        assert not {"src", "href"} & {name for name, _ in attrs}
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def test_the_page_stands_by_itself() -> None:
    html = as_html(evaluate(PAIRS, list_errors=True, show_text=True), ABOUT, title="<b>")
    page = Page()
    page.feed(html)
    page.close()
    assert page.open == []
    assert "Ana <Gil>" in page.words
    assert "http://" not in html
    assert "https://" not in html
    assert "prefers-color-scheme" in html
