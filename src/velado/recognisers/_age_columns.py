"""Columns of ages: where some cells of a table's column are ages, the other numbers of that column are ages too."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["ages_beside_births", "column_ages", "headed_ages", "is_cell"]

_OLDEST = 110
_CELL = late_pattern(r"[0-9](?:(?<=  [0-9])|(?<=\| [0-9])|(?<=[|\t~][0-9]))\d{0,2}(?=  | ?[|\n\t]|$)")
_HEADED = late_pattern(
    r"[ ~?+]{0,8}(?P<age>(?P<number>\d{1,3})(?: ?(?:anos|ano|a|meses|m|dias|d|yrs?|y|mo|aprox\.?)| y 1/2| 1/2)?(?: ?\d{1,2} ?(?:meses|m|d|mo))?)[ ?]{0,8}"
)
_WIDE, _ROWS = 400, 60
# A birth date or year in its cell, and a number in the next: the age that goes with it.
_BIRTH = late_pattern(
    r"\d(?<![\w/.,:\-]\d)(?:\d?[-/. ](?:[01]?\d|[a-z]{3}|[ivx]{1,4})[-/. ](?P<year>(?:19|20)?\d\d)|(?<=[12])[09]\d\d)(?: {2,30}| ?\| ?|\t)"
    r"(?P<age>(?P<number>\d{1,3}) ?(?:a|anos|y|yo)?)(?= {2}| ?[|\n\t?]|\Z)"
)
_SAME, _THIS_CENTURY = 3, 30  # rows that agree; short years beyond this are of the last century
_FAR = 6  # lines between two rows of one table


def is_cell(text: str, start: int, end: int) -> bool:
    """Whether a number stands alone in its cell, between bars or wide gaps."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    opens = before in ("  ", "| ") or before[-1:] in ("|", "\t", "~")
    return opens and (after == "  " or after[:1] in ("|", "\n", "\t", "") or after == " |")


def _column(page: Page, start: int, line_start: int) -> tuple[str, int]:
    """Which column an offset stands in: by the bars before it, or by its place in the line."""
    bars = page.text.count("|", line_start, start)
    return ("|", bars) if bars else ("", start - line_start)


def column_ages(page: Page, known: list[tuple[int, int]]) -> Iterator[tuple[int, int, float]]:
    """The numbers below and above the known ages of a table, in the same column."""
    rows: dict[tuple[str, int], list[int]] = {}
    for start, _ in sorted(known):
        line_start, _ = page.line_bounds(start)
        if start - line_start < 300:
            rows.setdefault(_column(page, start, line_start), []).append(page.line_of(start))
    columns = {column: lines for column, lines in rows.items() if len(lines) > 1}
    if not columns:
        return
    taken = {start for start, _ in known}
    for match in _CELL.finditer(page.text):
        if match.start() in taken or not 0 < int(match.group()) <= _OLDEST:
            continue
        line_start, _ = page.line_bounds(match.start())
        if match.start() - line_start >= 300:
            continue
        lines = columns.get(_column(page, match.start(), line_start))
        if lines and _is_near(lines, page.line_of(match.start())):
            yield match.start(), match.end(), 0.6


def ages_beside_births(page: Page) -> Iterator[tuple[int, int, float]]:
    """Numbers beside birth dates that are ages for certain: added to the years they give the same year, row by row."""
    rows = []
    for match in _BIRTH.finditer(page.folded):
        year = int(match["year"] or match[0][:4])
        year += 0 if year > 99 else 1900 if year > _THIS_CENTURY else 2000
        rows.append((year + int(match["number"]), match))
    counted = Counter(told for told, _ in rows)
    for told, match in rows:
        others = counted[told - 1] + counted[told] + counted[told + 1]
        if int(match["number"]) <= _OLDEST and others >= _SAME and 2 * others > len(rows):
            yield *match.span("age"), 0.96


def headed_ages(page: Page, number: int) -> Iterator[tuple[int, int, float]]:
    """The cells below the head of a column of ages, which token `number` is: "Edad", "Age"."""
    text, starts = page.text, page.line_starts
    start = page.spans[number][0]
    first, end = page.line_bounds(start)
    mark = "\t" if "\t" in text[first:end] else "|"
    if end - first > _WIDE or mark not in text[first:end]:
        return
    column = text.count(mark, first, start)
    line = page.line_of(start) + 1
    for row in range(line, min(line + _ROWS, len(starts))):
        left = starts[row]
        right = min(starts[row + 1] - 1 if row + 1 < len(starts) else len(text), left + _WIDE)
        if text.count(mark, left, right) < column:
            return
        for _ in range(column):
            left = text.find(mark, left, right) + 1
        stop = text.find(mark, left, right)
        cell = _HEADED.fullmatch(page.folded, left, stop if stop >= 0 else right)
        if cell is not None and 0 < int(cell.group("number")) <= _OLDEST:
            yield *cell.span("age"), 0.85


def _is_near(lines: list[int], line: int) -> bool:
    """Whether one of the lines, which are in order, is close to this one."""
    at = bisect_left(lines, line)
    return any(abs(near - line) <= _FAR for near in lines[max(0, at - 1) : at + 1])
