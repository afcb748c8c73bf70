"""The XML of a workbook: shared strings, date styles, the rows of a sheet, and a sheet written anew."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from velado.formats import UnreadableError
from velado.formats._xml import Token, attributes, escaped, local, tokens, unescaped

__all__ = ["SharedStrings", "SheetCell", "as_cell", "date_styles", "fits_cell", "keeps_formula", "read_rows", "rewritten_sheet", "said", "without_formula"]

# What may stay of a sheet beside its cells: how it looks. Everything else may carry text: headers, links, rules, filters.
_LOOK = frozenset(
    "sheetPr dimension sheetViews sheetFormatPr cols sheetData mergeCells printOptions pageMargins pageSetup rowBreaks colBreaks".split()
)
_REMOVED = {
    "headerFooter": "headers and footers", "hyperlinks": "links", "dataValidations": "input rules", "drawing": "drawings",
    "legacyDrawing": "comments", "tableParts": "table styles", "conditionalFormatting": "conditional formats",
    "autoFilter": "filters", "oleObjects": "embedded objects", "controls": "form controls", "extLst": "extensions",
    "sheetProtection": "sheet protection", "scenarios": "scenarios", "protectedRanges": "protected ranges", "picture": "pictures",
}  # fmt: skip
_NAMED = ("codeName", "id", "uid")  # attributes that name macros or parts, or tell where a sheet was made
_LITERAL = re.compile(r'"[^"]*(?:[^\W\d_]|\d{4})[^"]*"')
_HEXED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})")
_DATES = frozenset([*range(14, 18), 22, *range(27, 32), 36, *range(50, 59)])
_DAY_LETTERS = re.compile(r"[dDyYaAeE]|m{3,}|M{3,}")
_ASIDE = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.|General')


def said(text: str) -> str:
    """What a stretch of a workbook's XML says: references resolved, line ends as one sign, Excel's own escapes undone.

    >>> said("Gil &amp; Ruiz_x000D_\\r\\nfin")
    'Gil & Ruiz\\n\\nfin'
    """
    plain = unescaped(text.replace("\r\n", "\n").replace("\r", "\n"))[0]
    return _HEXED.sub(lambda match: "\n" if match[1].upper() == "000D" else chr(int(match[1], 16)), plain) if "_x" in plain else plain


def _texts(text: str, start: int, end: int) -> str:
    """All that stands in `t` elements of a stretch, what is only read aloud (`rPh`) aside."""
    pieces: list[str] = []
    inside = aloud = False
    for token in tokens(text[start:end]):
        name = local(token.name)
        if name == "rPh":
            aloud = token.kind == "start"
        elif name == "t":
            inside = token.kind == "start"
        elif token.kind == "text" and inside and not aloud:
            pieces.append(said(text[start + token.start : start + token.end]))
        elif token.kind == "cdata" and inside and not aloud:
            pieces.append(text[start + token.start + 9 : start + token.end - 3])
    return "".join(pieces)


class SharedStrings:
    """The strings that cells refer to by number; which of them are still used decides what is written."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans: list[tuple[int, int]] = []
        begun = 0
        for token in tokens(text):
            if local(token.name) == "si":
                if token.kind == "empty":
                    self._spans.append((token.start, token.end))
                elif token.kind == "start":
                    begun = token.start
                else:
                    self._spans.append((begun, token.end))
        self._said: dict[int, str] = {}
        self.used: set[int] = set()

    def __getitem__(self, number: int) -> str:
        if not 0 <= number < len(self._spans):
            raise UnreadableError("a cell refers to a text that is not there")
        if number not in self._said:
            self._said[number] = _texts(self._text, *self._spans[number])
        return self._said[number]

    def written(self) -> str:
        """The part with the strings that are still used; the others are empty, so that the numbers stay right."""
        pieces = [self._text[: self._spans[0][0]] if self._spans else self._text]
        prefix = self._text[self._spans[0][0] + 1 :].partition("si")[0] if self._spans else ""
        for number, (start, end) in enumerate(self._spans):
            raw = self._text[start:end]
            if number not in self.used:
                raw = f"<{prefix}si><{prefix}t/></{prefix}si>"
            elif "rPh" in raw or "extLst" in raw or "<!--" in raw:
                raw = f'<{prefix}si><{prefix}t xml:space="preserve">{escaped(self[number])}</{prefix}t></{prefix}si>'
            pieces.append(raw)
        if self._spans:
            root = next(token.name for token in tokens(self._text) if token.kind == "start")
            pieces.append(f"</{root}>")
        return "".join(pieces)


def date_styles(text: str) -> frozenset[int]:
    """The numbers of the cell styles that show a number as a date."""
    formats: dict[int, str] = {}
    found: list[int] = []
    inside = False
    for token in tokens(text):
        name = local(token.name)
        if name == "cellXfs":
            inside = token.kind == "start"
        elif token.kind in ("start", "empty") and name in ("numFmt", "xf"):
            told = {local(attribute.name): attribute.value for attribute in attributes(text, token)}
            if name == "numFmt" and told.get("numFmtId", "").isdecimal():
                formats[int(told["numFmtId"])] = told.get("formatCode", "")
            elif name == "xf" and inside:
                found.append(int(told["numFmtId"]) if told.get("numFmtId", "").isdecimal() else 0)
    return frozenset(
        number for number, kind in enumerate(found)
        if (kind in formats and _DAY_LETTERS.search(_ASIDE.sub("", formats[kind]))) or (kind not in formats and kind in _DATES)
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A cell: what it says, what kind of value it is, and where it stands in the sheet's XML."""

    row: int
    column: int
    text: str = field(repr=False)
    typed: str  # "", number, date; "other" for what is never text: truth values and errors
    start: int
    end: int
    tag: str
    reference: str
    style: str
    shared: int = -1  # which shared string it refers to
    formula: str | None = field(default=None, repr=False)
    group: str = ""  # of formulas that are written once for many cells
    raw: str = field(default="", repr=False)  # of a number, as it is written
    kind: str = "n"  # its type as the file has it


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _moment(value: str, old_epoch: bool) -> str:
    """A day's number as a date; "" when it is none."""
    try:
        moment = datetime(1904, 1, 1) if old_epoch else datetime(1899, 12, 30)
        moment += timedelta(seconds=round(float(value) * 86_400))
    except (ValueError, OverflowError):
        return ""
    return moment.date().isoformat() if moment.time() == datetime.min.time() else moment.isoformat(" ")


def read_rows(text: str, strings: SharedStrings | None, dates: frozenset[int], old_epoch: bool) -> Iterator[list[SheetCell]]:
    """The rows of a sheet that have cells, in the order they are written."""
    cells: list[SheetCell] = []
    cell: Token | None = None
    row, column = 0, -1
    value = formula = None
    group = inner = ""
    told: dict[str, str] = {}
    place = (0, 0)
    for token in tokens(text):
        name = local(token.name)
        if token.kind in ("start", "empty"):
            if name == "row":
                said_row = {a.name: a.value for a in attributes(text, token)}.get("r", "")
                row, cells, column = int(said_row) if said_row.isdecimal() else row + 1, [], -1
            elif name == "c" and token.kind == "start":
                told = {a.name: a.value for a in attributes(text, token)}
                cell, value, formula, group, place = token, "", None, "", (0, 0)
                reference = _REFERENCE.fullmatch(told.get("r", ""))
                column = _column_number(reference[1]) if reference else column + 1
            elif name == "c":
                column += 1
            elif cell is not None and name == "f":
                shared = {a.name: a.value for a in attributes(text, token)}
                formula, group, inner = "", shared.get("si", ""), name if token.kind == "start" else ""
            elif cell is not None and token.kind == "start":
                inner = name
                place = (token.start, 0) if name == "is" else place
        elif token.kind == "end":
            if name == "row":
                yield cells
            elif name == "is":
                place = (place[0], token.end)
            elif name == "c" and cell is not None:
                content = _texts(text, *place) if place[1] else value or ""
                cells.append(_cell(cell, token, told, content, formula, group, row, column, strings, dates, old_epoch))
                cell = None
            inner = ""
        elif token.kind in ("text", "cdata") and cell is not None and inner in ("v", "f"):
            piece = text[token.start + 9 : token.end - 3] if token.kind == "cdata" else said(text[token.start : token.end])
            if inner == "v":
                value = (value or "") + piece
            else:
                formula = (formula or "") + piece


def _cell(
    opening: Token, closing: Token, told: dict[str, str], value: str, formula: str | None, group: str, row: int, column: int,
    strings: SharedStrings | None, dates: frozenset[int], old_epoch: bool,
) -> SheetCell:  # fmt: skip
    kind, style = told.get("t", "n"), told.get("s", "")
    typed, shared, raw = "", -1, ""
    if kind == "s" and value.strip().isdecimal() and strings is not None:
        shared = int(value)
        value = strings[shared]
    elif kind in ("b", "e"):
        typed = "other"
    elif kind == "d":
        typed = "date"
    elif kind == "n" and value:
        typed, raw = "number", value
        if style.isdecimal() and int(style) in dates and (moment := _moment(value, old_epoch)):
            typed, value = "date", moment
        elif value.endswith(".0") or "E" in value.upper():
            whole = float(value)
            value = str(int(whole)) if whole.is_integer() and abs(whole) < 1e15 else value
    return SheetCell(row, column, value, typed, opening.start, closing.end, opening.name, told.get("r", ""), style, shared, formula, group, raw, kind)


def as_cell(cell: SheetCell, new: str, old_epoch: bool) -> str:
    """A cell with another text: a number or a date where it still is one, else a string of its own."""
    prefix = cell.tag.rpartition(":")[0]
    prefix = f"{prefix}:" if prefix else ""
    head = f"<{cell.tag}" + (f' r="{cell.reference}"' if cell.reference else "") + (f' s="{cell.style}"' if cell.style else "")
    if not new:
        return f"{head}/>"
    if cell.typed == "date" and (serial := _serial(new, old_epoch)):
        return f"{head}><{prefix}v>{serial}</{prefix}v></{cell.tag}>"
    if cell.typed == "number" and _NUMBER.fullmatch(new):
        return f"{head}><{prefix}v>{new}</{prefix}v></{cell.tag}>"
    inline = f'<{prefix}is><{prefix}t xml:space="preserve">{escaped(new)}</{prefix}t></{prefix}is>'
    return f'{head} t="inlineStr">{inline}</{cell.tag}>'


def fits_cell(cell: SheetCell, new: str, old_epoch: bool) -> bool:
    """Whether a cell with another text still is the number or date that it was."""
    if cell.typed == "date":
        return bool(_serial(new, old_epoch))
    return cell.typed != "number" or _NUMBER.fullmatch(new) is not None


def _serial(text: str, old_epoch: bool) -> str:
    try:
        moment = datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        return ""
    days = (moment - (datetime(1904, 1, 1) if old_epoch else datetime(1899, 12, 30))).total_seconds() / 86_400
    return "" if days < 0 else str(int(days)) if days.is_integer() else repr(days)


_FORMULA = re.compile(r"<(?:\w+:)?f(?:\s[^<>]*)?(?:/>|>[^<]*</(?:\w+:)?f>)")


def without_formula(raw: str) -> str:
    """A cell's XML with its value alone."""
    return _FORMULA.sub("", raw)


def keeps_formula(cell: SheetCell, gone: Callable[[str], bool]) -> bool:
    """Whether a formula may stay: it holds no text of its own, leads nowhere else and names nothing that is gone."""
    formula = cell.formula or ""
    return not (_LITERAL.search(formula) or "[" in formula or gone(formula))


def rewritten_sheet(text: str, changes: dict[int, tuple[int, str]]) -> tuple[str, list[str]]:
    """The sheet's XML with other cells (by where they begin: end and new XML) and its look alone; and what was left out."""
    pieces: list[str] = []
    removed: list[str] = []
    depth, skipping = 0, 0
    passed = 0  # up to where the text has been dealt with
    for token in tokens(text):
        opens = token.kind == "start"
        if token.start < passed:  # inside a cell that was written anew
            depth += opens - (token.kind == "end")
            continue
        name = local(token.name)
        if token.kind in ("comment", "instruction") and token.start:
            passed = token.end
            continue
        strange = (depth == 1 and name not in _LOOK) or name == "extLst"
        if not skipping and strange and token.kind in ("start", "empty"):
            removed.append(_REMOVED.get(name, "other settings of sheets"))
            skipping = depth + 1 if opens else 0
            depth += opens
            continue
        if skipping:
            depth += opens - (token.kind == "end")
            skipping = 0 if depth < skipping else skipping
            continue
        if token.start in changes:
            end, new = changes[token.start]
            pieces.append(new)
            passed = end
            depth += opens
            continue
        pieces.append(_plain_tag(text, token, name) if token.kind in ("start", "empty") and name in ("sheetPr", "pageSetup", "worksheet") else text[token.start : token.end])
        depth += opens - (token.kind == "end")
    return "".join(pieces), removed


def _plain_tag(text: str, token: Token, name: str) -> str:
    """A tag without the attributes that name something elsewhere."""
    tag = text[token.start : token.end]
    for attribute in reversed(attributes(text, token)):
        if local(attribute.name) in _NAMED:
            tag = tag[: attribute.whole - token.start] + tag[attribute.end + 1 - token.start :]
    return tag
