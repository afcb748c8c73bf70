"""Marked notes per language: what is marked must be found whole, and nothing else may be, the listed failures apart.

A file holds several notes, separated by a line `----`. Known failures stand in `cases/known_failures.txt`, one per line:
file, number of the case, what goes wrong. A failure that is not listed fails the test, and so does a listed one that is gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from velado import Document, Pipeline, Span
from velado.formats.marked import parse_marks
from velado.labels import NAMES

CASES = Path(__file__).parent / "cases"
KEPT = {"KINSHIP", "SEX"}  # found everywhere, and kept by default
FACILITIES = {"HOSPITAL", "HEALTH_CENTRE", "INSTITUTION"}


@cache
def pipeline() -> Pipeline:
    return Pipeline(model=False)


def cases() -> Iterator[tuple[str, int, str]]:
    for path in sorted(CASES.glob("*/*.txt")):
        for number, marked in enumerate(path.read_text("utf-8").split("\n----\n"), 1):
            yield path.relative_to(CASES).as_posix(), number, marked


def known_failures() -> Counter[tuple[str, int, str]]:
    lines = (CASES / "known_failures.txt").read_text("utf-8").splitlines()
    split = (line.split(" ", 2) for line in lines if line and not line.startswith("#"))
    return Counter((file, int(number), what) for file, number, what in split)


def group(label: str) -> str:
    """Who a name belongs to, whose a number is and what kind of house it is are finer questions than these tests ask."""
    if label in NAMES:
        return "NAME"
    if label in FACILITIES:
        return "FACILITY"
    return "ID" if label.endswith("_ID") else label


def covered(text: str, start: int, end: int, spans: Sequence[Span]) -> bool:
    return all(not text[i].isalnum() or any(s.start <= i < s.end for s in spans) for i in range(start, end))


def failures(marked: str) -> list[str]:
    """What goes wrong in a marked note: marks that are not wholly found, and finds that reach outside the marks."""
    text, gold = parse_marks(marked)
    found = [span for span in pipeline().detect(Document(text)) if span.label not in KEPT]
    wrong = []
    for mark in gold:
        alike = [span for span in found if group(span.label) == group(mark.label)]
        if not covered(text, mark.start, mark.end, found):
            wrong.append(f"missed {mark.label} {mark.text(text)}")
        elif not covered(text, mark.start, mark.end, alike):
            given = {s.label for s in found if s.start < mark.end and mark.start < s.end}
            wrong.append(f"labelled {mark.label} as {'+'.join(sorted(given))} {mark.text(text)}")
    for span in found:
        if not covered(text, span.start, span.end, gold):
            wrong.append(f"found {span.label} {span.text(text)}".replace("\n", " "))
    return wrong


@pytest.mark.parametrize(("file", "number", "marked"), [pytest.param(*case, id=f"{case[0]}-{case[1]}") for case in cases()])
def test_what_is_marked_is_found_and_nothing_else(file: str, number: int, marked: str) -> None:
    expected = sorted(what for f, n, what in known_failures().elements() if (f, n) == (file, number))
    assert sorted(failures(marked)) == expected


def test_known_failures_are_of_cases_that_exist() -> None:
    there = {(file, number) for file, number, _ in cases()}
    assert {(file, number) for file, number, _ in known_failures()} <= there


def test_pages_of_medicine_carry_no_marks() -> None:
    for file, number, marked in cases():
        if file.endswith("/medicine.txt"):
            assert not parse_marks(marked)[1], (file, number)


@pytest.mark.parametrize("code", ["en", "es", "pt"])
def test_there_are_enough_cases(code: str) -> None:
    assert sum(file.startswith(code) for file, _, _ in cases()) >= 60
