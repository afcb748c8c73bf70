"""Every measure of a method at once, and the tables and the page made of them."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("rapidfuzz")

from velado.document import Span
from velado.evaluation._charts import _apart, _ticks
from velado.evaluation.announced import Told
from velado.evaluation.comparison import MEASURES, Gold, announced_rows, as_csv, as_markdown, measure, published_rows
from velado.evaluation.comparison_page import as_html
from velado.evaluation.parts import Parts, marked_by_part, part_rows
from velado.evaluation.removed import removed

NOTES = [
    Gold("Ana Gil, 45 años, de Lugo.", (Span(0, 7, "PATIENT_NAME"), Span(9, 16, "AGE"), Span(21, 25, "PLACE")), "es"),
    Gold("Tel. 612 345 678 de su madre.", (Span(5, 16, "PHONE"), Span(23, 28, "KINSHIP")), "es"),
]
FOUND = [[Span(0, 7, "PATIENT_NAME"), Span(9, 16, "AGE")], [Span(5, 16, "PHONE")]]
TEXTS = ["[PACIENTE], [EDAD], de Lugo.", "Tel. [TELÉFONO] de su madre."]


REPORT = Gold("Nombre: Ana Gil.\nEdad: 45 años.\nAcude su madre.\nFdo. Luz Soto", (
    Span(8, 15, "PATIENT_NAME"), Span(23, 30, "AGE"), Span(41, 46, "KINSHIP"), Span(53, 61, "STAFF_NAME"),
), "es", Parts(32, 48))  # fmt: skip
REPORT_FOUND = [Span(8, 15, "PATIENT_NAME"), Span(23, 30, "DATE"), Span(41, 46, "KINSHIP"), Span(32, 37, "PLACE")]


def record(name: str, **changed: Any) -> dict[str, Any]:
    own = {"method": name, "description": "A <method>.", "published": {"f1": 0.9, "recall_phones": 0.5}, "status": "done", "reason": ""}
    return {**own, "seconds": {"fit": 1.0, "apply": 0.5}, **asdict(measure(NOTES, TEXTS, FOUND)), **changed}


def told(*records: dict[str, Any]) -> dict[str, Any]:
    return {
        "velado": "1", "title": "Notes & more", "train": 1, "dev": 2, "scheme": "velado", "ignored": [], "quick": False, "coders": {},
        "ceiling": {"pattern_recall": 1.0}, "methods": list(records),
    }  # fmt: skip


def test_measures_worked_out_by_hand() -> None:
    found = measure(NOTES, TEXTS, FOUND)
    assert set(found.measures) == set(MEASURES)
    assert found.measures["ner_precision"] == 1.0
    assert found.measures["ner_recall"] == found.measures["covered"] == 3 / 5
    assert found.measures["pattern_recall"] == 3 / 5  # Lugo and madre stand there
    assert found.measures["covered_direct"] == found.measures["clean_direct"] == 1.0
    assert found.measures["clean"] == found.measures["clean_notes"] == 0.0
    assert found.measures["loss_codes"] is None
    assert found.types["PLACE"]["f1"] == 0.0
    assert found.removed == [("AGE", 1, 1), ("PATIENT_NAME", 1, 1), ("PHONE", 1, 1)]


def test_types_left_out_are_out_of_the_text_measures_too() -> None:
    found = measure(NOTES, TEXTS, FOUND, ignore={"KINSHIP"})
    assert found.measures["pattern_recall"] == found.measures["ner_recall"] == 3 / 4


def test_a_method_without_spans_has_the_text_measures_only() -> None:
    found = measure(NOTES, ["x", "y"], None)
    assert found.measures["pattern_recall"] == 1.0
    assert found.measures["ner_f1"] is None
    assert not found.types


def test_reports_are_scored_by_part() -> None:
    found = measure([REPORT], ["x"], [REPORT_FOUND])
    assert {part: (scores["gold"], scores["precision"], scores["recall"], scores["spans_f1"]) for part, scores in found.parts.items()} == {
        "header": (2, 1 / 2, 1 / 2, 1.0), "body": (1, 1 / 2, 1.0, pytest.approx(2 / 3)), "footer": (1, 0.0, 0.0, 0.0),
        "whole": (4, 1 / 2, 1 / 2, pytest.approx(3 / 4)),
    }  # fmt: skip
    assert found.parts["whole"]["f1"] == found.measures["ner_f1"]


def test_types_left_out_are_out_of_the_parts_and_types_are_compared_by_their_common_names() -> None:
    found = measure([REPORT], ["x"], [REPORT_FOUND], ignore={"KINSHIP"}, rename=lambda label: "DATE" if label == "AGE" else label)
    assert found.parts["body"] == {"gold": 0, "precision": 0.0, "recall": 0.0, "f1": 0.0, "spans_f1": 0.0}
    assert found.parts["header"]["f1"] == 1.0


def test_there_are_no_parts_unless_most_notes_have_a_header() -> None:
    assert measure([REPORT, *NOTES[:1]], ["x", "y"], [[], []]).parts == {}
    assert measure([REPORT, REPORT, *NOTES[:1]], ["x"] * 3, [[]] * 3).parts["body"]["gold"] == 2 + 3  # a note without parts is all body
    assert measure([REPORT], ["x"], None).parts == {}


def test_the_best_of_each_part_is_known_and_records_of_old_have_no_parts() -> None:
    best, worst = (asdict(measure([REPORT], ["x"], [found]))["parts"] for found in (REPORT.spans, REPORT_FOUND))
    old = record("old")
    del old["parts"]
    rows = part_rows([old, record("a", parts=worst), record("b", parts=best)])
    assert list(rows) == ["a", "b"]
    assert rows["a"][3:6] == [("0.5000", False), ("1.0000", True), ("0.6667", False)]
    assert all(first for _, first in rows["b"])
    assert marked_by_part([old, record("a", parts=worst)]) == {"header": 2, "body": 1, "footer": 1, "whole": 4}
    assert marked_by_part([old]) == part_rows([old]) == {}


def test_markdown_marks_the_best_and_leaves_out_what_nobody_has() -> None:
    rows = {"a": {"ner_f1": 0.9, "leak": 0.2, "spans_f1": None}, "b": {"ner_f1": 0.8, "leak": 0.1}, "c": {}}
    text = as_markdown(rows, MEASURES, {"top": {"ner_f1": 0.99}})
    assert text.splitlines() == [
        "| method | NER F1 | leak |", "|---|---:|---:|", "| a | **0.9000** | 0.2000 |", "| b | 0.8000 | **0.1000** |", "| c | – | – |",
        "| top | 0.9900 | – |",
    ]  # fmt: skip


def test_csv() -> None:
    assert as_csv({"a": {"ner_f1": 0.5}}, ["ner_f1", "leak"]) == "method,ner_f1,leak\na,0.5,\n"


def test_the_papers_figures_beside_ours() -> None:
    assert published_rows([record("a")]) == [("a", "f1", 0.9, pytest.approx(0.75)), ("a", "recall_phones", 0.5, 1.0)]
    assert published_rows([record("a", published={"odd": 0.1})]) == [("a", "odd", 0.1, None)]


def test_figures_of_authors_who_do_not_mark_kinship_have_a_line_without_it() -> None:
    assert published_rows([record("a", published={"pattern_recall": 0.9})]) == [
        ("a", "pattern_recall", 0.9, pytest.approx(3 / 5)), ("a", "pattern_recall, kinship and sex left out", 0.9, pytest.approx(3 / 4)),
    ]  # fmt: skip


def test_what_was_announced_is_summed_by_kind_of_item() -> None:
    counts = {"PATIENT_NAME": asdict(Told(4, 3, 2, 2, 2, 1)), "RELATIVE_NAME": asdict(Told(1, 0, 0, 1)), "AGE": asdict(Told(9))}
    assert announced_rows([record("a", announced=counts, published={"recall_names": 0.8}), record("b")]) == [
        ("a", "names", Told(5, 3, 2, 3, 2, 1), 0.8), ("a", "items", Told(5, 3, 2, 3, 2, 1), None),
    ]  # fmt: skip


def test_the_page_needs_nothing_else_and_its_charts_are_well_formed() -> None:
    losses = {**record("a")["measures"], "loss_codes": 0.25}
    page = as_html(told(record("velado", measures=losses), record("b"), {**record("c"), "status": "failed", "reason": "no <such> thing"}))
    assert not re.search(r"<script|https?://|@import|url\(", page)
    assert "no &lt;such&gt; thing" in page
    assert "Notes &amp; more" in page
    images = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(images) > 5
    for image in images:
        ElementTree.fromstring(image)
    assert "Recall against information loss" in page


def test_the_page_has_what_was_announced_and_the_scores_by_part_where_they_are_known() -> None:
    parts = asdict(measure([REPORT], ["x"], [REPORT_FOUND]))["parts"]
    page = as_html(told(record("a", parts=parts, announced={"PHONE": asdict(Told(4, 3, 2, 2, 2, 1))}), record("b")))
    assert "<h2>What the triggers announce</h2>" in page
    assert "<i>Announced</i> are the marked items" in page
    cells = "<td class=l>a</td><td class=l>phones</td><td>4</td><td>0.7500</td><td>0.5000</td><td>0.5000</td><td>2</td><td>1.0000</td><td>0.5000</td>"
    assert cells in page
    assert "<h2>By part of the note</h2>" in page
    assert "<td class=l>a</td><td>0.5000</td><td>0.5000</td><td>0.5000</td><td>0.5000</td><td>1.0000</td>" in page
    plain = as_html(told(record("a")))
    assert "announce" not in plain
    assert "By part" not in plain


def test_a_page_of_failures_is_a_page() -> None:
    page = as_html(told({**record("a"), "status": "unavailable", "reason": "no torch"}))
    assert "no torch" in page
    assert "<svg" not in page


def test_labels_of_a_chart_keep_their_distance() -> None:
    placed = _apart([10, 11, 12, 95, 96], 15, 100)
    assert all(later - earlier >= 15 for earlier, later in zip(sorted(placed), sorted(placed)[1:], strict=False))
    assert max(placed) <= 100


def test_ticks_take_in_every_value() -> None:
    for values in ([0.61, 0.99], [0.0, 1.4], [0.985, 0.99], [1.0, 1.0]):
        ticks = _ticks(values)
        assert ticks[0] <= min(values)
        assert ticks[-1] >= max(values)
        assert len(ticks) > 1


def test_removed_items_as_a_table() -> None:
    table = removed([[Span(0, 3, "AGE"), Span(5, 9, "AGE")], [Span(0, 3, "AGE"), Span(4, 8, "PLACE")]]).as_markdown()
    assert table.splitlines()[2:] == ["| AGE | 3 | 2 | 1.50 |", "| PLACE | 1 | 1 | 0.50 |", "| all | 4 | 2 | 2.00 |"]
    assert removed([]).as_markdown().endswith("| all | 0 | 0 | 0.00 |")
