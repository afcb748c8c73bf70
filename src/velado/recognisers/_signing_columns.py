"""Columns of a table in which people sign: the cells below headings such as "rubr", "init" or "PUESTA POR"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["signing_cells"]

_HEADING = late_pattern(
    r"[ \t|](?:(?<=\t)|(?<=  )|(?<=\|) ?)((?i:rubr(?:ica)?|r[uú]brica|firmas?|inic(?:iales|iais)?|init(?:ials?)?|signed|vacunador[ae]?|vacinador[ae]?"
    r"|(?:puesta|puesto|hecho|feito|colhido|tomado|aplicado|given|done|admin|checked)\.? (?:por|by)|aplicador[ae]?|respons[aá](?:ble|vel)|assinatura|operador[ae]?))"
    r"\.?(?=[ \t]*(?:\||\n|\Z)|  |\t)"
)
_WHO = r"([^\W\d_](?:\.?[^\W\d_]){0,2})"
_CELL = late_pattern(rf"[ \t]*{_WHO}(?:/{_WHO})?\.?[ \t]*")
_WIDE = 400  # characters of a line of a table
_AMISS = 4  # how far a cell may stand beside its heading


def signing_cells(page: Page) -> Iterator[tuple[int, int]]:
    """Where one to three letters fill a cell, or two with a stroke between, of a column whose heading says who signed."""
    text = page.text
    if not _HEADING.search(text):
        return
    first, at = "", -1  # the line with the headings, and where in it that of the column stands
    for start, end in page.lines():
        line = text[start:end] if end - start <= _WIDE else ""
        heading = _HEADING.search(text, start, end) if line else None
        if heading or not line:
            first, at = line, heading.start(1) - start if heading else -1
            continue
        if at < 0:
            continue
        left, right = _cell_of(line, first, at)
        cell = _CELL.fullmatch(text, start + left, start + right)
        for group in (1, 2) if cell else ():
            if cell and cell.group(group):
                yield cell.span(group)


def _cell_of(line: str, first: str, at: int) -> tuple[int, int]:
    """From where to where in a line the cell stands that is below offset `at` of the table's first line."""
    mark = "|" if "|" in first else "\t" if "\t" in first else ""
    if mark:
        cells, number = line.split(mark), first.count(mark, 0, at)
        left = sum(map(len, cells[:number])) + number
        return (left, left + len(cells[number])) if number < len(cells) else (0, 0)
    # Cells are parted by two blanks or more: the one that begins nearest to its heading.
    starts = [piece.span() for piece in re.finditer(r"\S+(?: \S+)*", line)]
    nearest = min(starts, key=lambda span: abs(span[0] - at), default=(0, 0))
    return nearest if abs(nearest[0] - at) <= _AMISS else (0, 0)
