"""Excel workbooks: every sheet is a table. Cells are patched in place; of all else the look stays, and no text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options, UnreadableError
from velado.formats._blocks import Block, Line, Met, answered, asked, blocks, table_row
from velado.formats._ooxml import TYPES, Package, Relationship, content_types, open_package, relationships_part, relationships_xml
from velado.formats._sheet import (
    SharedStrings,
    SheetCell,
    as_cell,
    date_styles,
    keeps_formula,
    read_rows,
    rewritten_sheet,
    said,
    without_formula,
)
from velado.formats._table import Answers, Cell, Ledger, Questions, ledger_of
from velado.formats._table_roles import DROPPED, GIVEN, READ, Column, absent, columns_of, lacking
from velado.formats._traces import FOUND, traces_of
from velado.formats._xml import attributes, escaped, local, read_xml, tokens
from velado.formats._zip import Archive, open_archive, write_archive

__all__ = ["FORMAT"]

_ROLES = ("worksheet", "sharedStrings", "styles", "theme")
_TOP = 20  # rows in which the header is looked for: above it may stand a title
_USUAL = re.compile(r"(?:Hoja|Sheet|Planilha|Folha|Plan|Feuil|Tabelle) ?\d{0,3}", re.IGNORECASE)
_FORBIDDEN = re.compile(r"[\[\]:*?/\\']")
_SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_LEFT_OUT = {
    "comments": "comments", "threadedComment": "comments", "person": "comments", "drawing": "drawings and pictures",
    "vmlDrawing": "comments", "image": "drawings and pictures", "chart": "charts", "chartsheet": "charts", "table": "table styles",
    "pivotTable": "pivot tables", "pivotCacheDefinition": "pivot tables", "externalLink": "links to other workbooks",
    "vbaProject": "macros", "connections": "connections", "customXml": "custom data", "printerSettings": "printer settings",
    "hyperlink": "links", "oleObject": "embedded objects", "package": "embedded objects", "slicer": "filters",
}  # fmt: skip


@dataclass(slots=True)
class _Sheet:
    """A sheet: its name, its part, its XML and what its columns are for."""

    name: str
    state: str
    part: str
    text: str = field(repr=False)
    header: int = 0  # the row with columns that the user has named; 0 when there is none
    columns: tuple[Column, ...] = ()


class _Workbook:
    """A workbook that was opened, read alike each time."""

    def __init__(self, archive: Archive, options: Options) -> None:
        self.archive = archive
        self.options = options
        limits = options.limits
        self.package: Package = open_package(archive, _ROLES, limits)
        self.kind = self.package.types.get(self.package.main, "")
        if "spreadsheetml" not in self.kind and "ms-excel" not in self.kind:
            raise UnreadableError("the file is not a workbook, whatever its name says")
        if "binary" in self.kind:
            raise UnreadableError("the file is a binary workbook; save it as XLSX")
        self.text = read_xml(archive.read(self.package.main), limits).text
        self.old_epoch = False
        self.names: set[str] = set()  # that stand for cells in formulas
        self.sheets: list[_Sheet] = []
        self._read_main()
        self.strings = next((SharedStrings(self._part(part)) for part, role in self.package.roles.items() if role == "sharedStrings"), None)
        styles = next((part for part, role in self.package.roles.items() if role == "styles"), "")
        self.dates = date_styles(self._part(styles)) if styles else frozenset()
        self._find_columns()

    def _part(self, name: str) -> str:
        return read_xml(self.archive.read(name), self.options.limits).text

    def _read_main(self) -> None:
        parts = {row.id: row.target for row in self.package.relationships[self.package.main] if row.target in self.package.roles}
        for token in tokens(self.text):
            name = local(token.name)
            if token.kind not in ("start", "empty"):
                continue
            told = {local(a.name): a.value for a in attributes(self.text, token)}
            if name == "workbookPr":
                self.old_epoch = told.get("date1904", "") in ("1", "true")
            elif name == "definedName":
                self.names.add(told.get("name", "").casefold())
            elif name == "sheet" and told.get("id") in parts and self.package.roles[parts[told["id"]]] == "worksheet":
                part = parts[told["id"]]
                self.sheets.append(_Sheet(told.get("name", ""), told.get("state", ""), part, self._part(part)))
        if any(_SPREADSHEET not in sheet.text[:2000] for sheet in self.sheets):
            raise UnreadableError("the workbook is of the strict kind; save it as an ordinary XLSX workbook")
        if not self.sheets:
            raise UnreadableError("the workbook has no sheets with cells")

    def rows(self, sheet: _Sheet) -> Iterator[list[SheetCell]]:
        """The rows of a sheet."""
        return read_rows(sheet.text, self.strings, self.dates, self.old_epoch)

    def _find_columns(self) -> None:
        """The columns that the user names stand in one of the top rows of a sheet: all below it is one table."""
        if not absent([], self.options):
            return
        everywhere: list[str] = []
        for sheet in self.sheets:
            top = list(islice((line for line in self._lines(sheet) if line.filled), _TOP))
            for line in top:
                if len(absent(line.texts, self.options)) < len(absent([], self.options)):
                    sheet.header, sheet.columns = line.number, columns_of(line.texts, self.options, all_here=False)
                    everywhere += [line.texts[place] for place in line.filled]
                    break
            else:
                everywhere += [text for line in top[:1] for text in line.texts if text.strip()]
        if wanted := absent(everywhere, self.options):
            raise lacking(wanted, everywhere)

    def _lines(self, sheet: _Sheet) -> Iterator[Line]:
        last = 0
        for row in self.rows(sheet):
            if not row:
                continue
            if row[0].row > last + 1:
                yield Line(last + 1, (), {}, [])  # rows that are not written down are blank
            last = row[0].row
            texts = [""] * max(2, *(cell.column + 1 for cell in row))  # a single cell is a title, no table of one column
            for cell in row:
                texts[cell.column] = cell.text if cell.typed != "other" else ""
            yield Line(last, texts, {cell.column: cell.typed for cell in row if cell.typed and cell.text}, row)

    def blocks(self, sheet: _Sheet) -> Iterator[Block]:
        """All rows with cells. Above a header that the user has told cells are read without a name, and beside it."""
        if not sheet.header:
            dropped = self.options.keep_columns is not None
            for block in blocks(self._lines(sheet), self.options, ragged=False):
                yield _dropped(block, named=False) if dropped else block
            return
        for line in self._lines(sheet):
            if line.number < sheet.header:
                yield table_row(line, ())
            else:
                block = table_row(line, sheet.columns, head=line.number == sheet.header)
                yield _dropped(block, named=True) if self.options.keep_columns is not None else block

    def titles(self) -> list[Cell]:
        """The names of the sheets, those apart that the program itself gives."""
        return [Cell(Column("", number), sheet.name) for number, sheet in enumerate(self.sheets) if not _USUAL.fullmatch(sheet.name)]


@dataclass(frozen=True)
class Xlsx:
    """Sheets of cells."""

    name: str = "xlsx"
    suffixes: tuple[str, ...] = (".xlsx", ".xlsm")
    description: str = "Excel workbooks"
    extra: str = ""
    streams: bool = True  # what is verified is noted on the way: see `verify`

    def missing(self) -> str:
        """Nothing."""
        return ""

    def read(self, path: Path, options: Options = DEFAULTS) -> Iterator[Document]:
        """A document for each cell that is read or replaced, in all sheets, hidden ones too, and for names of sheets."""
        with open_archive(path, options.limits) as archive:
            book = _Workbook(archive, options)
            questions = Questions(options)
            yield from questions.header(0, book.titles())
            for sheet in book.sheets:
                questions.begin()
                for block in book.blocks(sheet):
                    yield from asked(block, questions)

    def write(self, path: Path, source: Path, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The workbook with other cells in place. Comments, drawings, links, properties and the like are left out."""
        with open_archive(source, options.limits) as archive:
            book = _Workbook(archive, options)
            answers = Answers(handled)
            titles = _titles(book, answers)
            removed = _left_out(book)
            parts: dict[str, bytes] = {}
            met = Met()
            for sheet in book.sheets:
                text, gone = rewritten_sheet(sheet.text, _changes(book, sheet, answers, titles, removed, met))
                removed.update(set(gone))
                parts[sheet.part] = text.encode("utf-8")
            answers.finish()
            for part, role in book.package.roles.items():
                if role == "sharedStrings" and book.strings is not None:
                    parts[part] = book.strings.written().encode("utf-8")
                elif role in ("styles", "theme"):
                    parts[part] = archive.read(part)
            parts = {name: _as_utf8(data) for name, data in parts.items()}
            write_archive(path, _package(book, titles, parts), archive)
        return [*answers.notes(met.columns()), *(f"{what} removed" for what in sorted(removed))]

    def verify(self, path: Path, handled: Sequence[Handled]) -> Sequence[str]:
        """The standard library's reader finds the cells that were meant and no text beside them, in any part."""
        ledger, traces = ledger_of(handled), traces_of(handled)
        try:
            with open_archive(path, DEFAULTS.limits) as archive:
                found, hidden = _read_again(archive)
                if ledger is not None and found != ledger:
                    return ["what stands in the file is not what was meant to"]
                if any(traces.in_bytes(data) for data in hidden):
                    return [FOUND]
        except (UnreadableError, ElementTree.ParseError, KeyError, ValueError):
            return ["what was written cannot be read again"]
        return []


def _as_utf8(data: bytes) -> bytes:
    """Parts are written in UTF-8, whatever their first line said."""
    return re.sub(rb'(<\?xml[^>]{0,100}?encoding=["\'])[^"\']{1,40}', rb"\1UTF-8", data[:300]) + data[300:]


def _titles(book: _Workbook, answers: Answers) -> list[str]:
    """The names of the sheets in the result: such as Excel takes, and no two alike."""
    cells = book.titles()
    new = {cell.column.number: name for cell, name in zip(cells, answers.header(0, cells), strict=True) if name is not None}
    titles: list[str] = []
    for number, sheet in enumerate(book.sheets):
        title = _FORBIDDEN.sub(" ", new[number]).strip()[:25] or f"Sheet{number + 1}" if number in new else sheet.name
        while title.casefold() in (other.casefold() for other in titles):
            title = f"{title[:25]} {number + 1}"
        titles.append(title)
    return titles


def _changes(
    book: _Workbook, sheet: _Sheet, answers: Answers, titles: Sequence[str], removed: Counter[str], met: Met
) -> dict[int, tuple[int, str]]:
    """The cells of a sheet that are written anew, by where they begin."""
    changes: dict[int, tuple[int, str]] = {}
    renamed = [old.name.casefold() for old, title in zip(book.sheets, titles, strict=True) if old.name != title]
    groups: set[str] = set()  # of formulas whose first cell has lost its own

    def gone(formula: str) -> bool:
        plain = formula.casefold()
        return any(name in plain for name in renamed) or not book.names.isdisjoint(re.findall(r"[^\W\d][\w.]*", plain))

    for names, row, looked_at in _answered_rows(book, sheet, answers, met):
        texts: list[bytes] = []
        for cell in row:
            own, new = looked_at.get(cell.column, (None, None))
            role = own.column.role if own is not None else READ
            # What identifies somebody must not be worked out again from other cells.
            if role == DROPPED or (role == GIVEN and cell.formula is not None and new is None and not names):
                new = ""
            if new is not None:
                changes[cell.start] = (cell.end, as_cell(cell, new, book.old_epoch))
                removed.update(["formulas"] if cell.formula is not None else [])
                groups |= {cell.group} if cell.formula and cell.group else set()
            elif cell.formula is not None and (cell.group in groups or not keeps_formula(cell, gone)):
                changes[cell.start] = (cell.end, without_formula(sheet.text[cell.start : cell.end]))
                removed["formulas"] += 1
                groups |= {cell.group} if cell.formula and cell.group else set()
            if new is None and cell.shared >= 0 and book.strings is not None:
                book.strings.used.add(cell.shared)
            texts.append(_told(cell, new, book))
        if any(texts):
            answers.ledger.add(text for text in texts if text)
    return changes


def _answered_rows(
    book: _Workbook, sheet: _Sheet, answers: Answers, met: Met
) -> Iterator[tuple[bool, list[SheetCell], dict[int, tuple[Cell, str | None]]]]:
    """Every row with cells, whether it names columns, and what came back for its places."""
    for block in book.blocks(sheet):
        met.add(block)
        head = any(unit.head for unit in block.units)
        for line, cells in zip(block.lines, answered(block, answers), strict=True):
            if line.raw:
                yield head, line.raw, cells


def _dropped(block: Block, *, named: bool) -> Block:
    """The same where the user keeps certain columns alone: what stands beside them is dropped, and all of a sheet without them."""
    units = []
    for unit in block.units:
        cells = [cell if named and cell.column.name else Cell(Column("", cell.column.number, DROPPED), cell.text, cell.typed) for cell in unit.cells]
        units.append(unit._replace(cells=cells))
    return block._replace(units=units)


def _told(cell: SheetCell, new: str | None, book: _Workbook) -> bytes:
    """What a reader will find in a cell: numbers and dates as they are written, else the text."""
    if new is None:
        return (cell.raw or cell.text).encode("utf-8", "surrogatepass")
    written = as_cell(cell, new, book.old_epoch)
    number = re.search(r"v>([^<]*)<", written) if 't="inlineStr"' not in written else None
    return (number[1] if number else said(escaped(new))).encode("utf-8", "surrogatepass")


def _left_out(book: _Workbook) -> Counter[str]:
    """What of the package is not taken over, in words."""
    kept = set(book.package.roles) | {TYPES}
    removed: Counter[str] = Counter()
    for part, rows in book.package.relationships.items():
        for row in rows:
            if row.target not in book.package.roles:
                removed[_LEFT_OUT.get(row.role, "other parts")] += 1
        kept.add(relationships_part(part))
    if any(name.startswith("docProps/") for name in book.archive.names()):
        removed["document properties"] += 1
    if book.names:
        removed["defined names"] += 1
    removed.pop("other parts", None)
    return removed


def _package(book: _Workbook, titles: Sequence[str], parts: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """All parts of the new workbook; its main part is written anew."""
    sheets = "".join(
        f'<sheet name="{escaped(title)}" sheetId="{number}" r:id="rId{number}"' + (f' state="{sheet.state}"' if sheet.state in ("hidden", "veryHidden") else "") + "/>"
        for number, (title, sheet) in enumerate(zip(titles, book.sheets, strict=True), 1)
    )
    epoch = '<workbookPr date1904="1"/>' if book.old_epoch else "<workbookPr/>"
    first = next((number for number, sheet in enumerate(book.sheets) if not sheet.state or sheet.state == "visible"), 0)
    main = (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<workbook xmlns="{_SPREADSHEET}" xmlns:r="{_OFFICE}">{epoch}'
        f'<bookViews><workbookView activeTab="{first}"/></bookViews><sheets>{sheets}</sheets><calcPr fullCalcOnLoad="1"/></workbook>'
    )
    rows = [Relationship(f"rId{number}", f"{_OFFICE}/worksheet", sheet.part, False) for number, sheet in enumerate(book.sheets, 1)]
    others = [part for part in parts if part not in {sheet.part for sheet in book.sheets}]
    rows += [Relationship(f"rIdO{number}", f"{_OFFICE}/{book.package.roles[part]}", part, False) for number, part in enumerate(others)]
    types = {book.package.main: book.kind} | {part: book.package.types[part] for part in parts}
    yield TYPES, content_types(types)
    yield relationships_part(""), relationships_xml([Relationship("rId1", f"{_OFFICE}/officeDocument", book.package.main, False)])
    yield book.package.main, main.encode()
    yield relationships_part(book.package.main), relationships_xml(rows)
    yield from parts.items()


def _read_again(archive: Archive) -> tuple[Ledger, list[bytes]]:
    """The cells as another reader finds them, and the parts in which no text of a cell belongs."""
    package = open_package(archive, _ROLES, DEFAULTS.limits)
    allowed = {*package.roles, *map(relationships_part, ("", package.main)), TYPES}
    if set(archive.names()) - allowed:
        raise ValueError("a part that should not be there")
    space = f"{{{_SPREADSHEET}}}"
    strings: list[str] = []
    part = next((name for name, role in package.roles.items() if role == "sharedStrings"), "")
    if part:
        root = ElementTree.fromstring(archive.read(part))
        space = root.tag.rpartition("}")[0] + "}" if "}" in root.tag else ""
        strings = ["".join(piece.text or "" for piece in entry.iter(f"{space}t")) for entry in root.findall(f"{space}si")]
    found, used = Ledger(), set()
    targets = {row.id: row.target for row in package.relationships[package.main]}
    main = ElementTree.fromstring(archive.read(package.main))
    for entry in main.iter(f"{{{_SPREADSHEET}}}sheet"):
        root = ElementTree.fromstring(archive.read(targets[entry.attrib[f"{{{_OFFICE}}}id"]]))
        space = root.tag.rpartition("}")[0] + "}" if "}" in root.tag else ""
        for row in root.iter(f"{space}row"):
            texts: list[str] = []
            for cell in row.findall(f"{space}c"):
                value = cell.findtext(f"{space}v", "")
                if cell.get("t") == "s":
                    used.add(int(value))
                    value = strings[int(value)]
                elif cell.get("t") == "inlineStr":
                    value = "".join(piece.text or "" for piece in cell.iter(f"{space}t"))
                texts.append(said(escaped(value)))
            if any(texts):
                found.add(text.encode("utf-8", "surrogatepass") for text in texts if text)
    if any(text for number, text in enumerate(strings) if number not in used):
        raise ValueError("a string that no cell shows")
    return found, [archive.read(name) for name in archive.names() if package.roles.get(name) not in ("worksheet", "sharedStrings")]


FORMAT = Xlsx()
