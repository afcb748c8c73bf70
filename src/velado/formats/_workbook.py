"""A workbook that was opened: its sheets, and their rows as blocks of tables and forms, alike each time it is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from velado.formats import Options, UnreadableError
from velado.formats._blocks import Block, Line, blocks, table_row
from velado.formats._cells import Cell
from velado.formats._ooxml import Package, open_package
from velado.formats._sheet import SharedStrings, SheetCell, date_styles, read_rows
from velado.formats._table_plan import NO_PLAN, Plan
from velado.formats._table_roles import DROPPED, Column, absent, columns_of, lacking
from velado.formats._xml import attributes, local, read_xml, tokens
from velado.formats._zip import Archive

__all__ = ["ROLES", "SPREADSHEET", "Sheet", "Workbook"]

ROLES = ("worksheet", "sharedStrings", "styles", "theme")
SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TOP = 20  # rows in which the header is looked for: above it may stand a title
_USUAL = re.compile(r"(?:Hoja|Sheet|Planilha|Folha|Plan|Feuil|Tabelle) ?\d{0,3}", re.IGNORECASE)


@dataclass(slots=True)
class Sheet:
    """A sheet: its name, its part, its XML and what its columns are for."""

    name: str
    state: str
    part: str
    text: str = field(repr=False)
    header: int = 0  # the row with columns that the user has named; 0 when there is none
    columns: tuple[Column, ...] = ()
    number: int = 0


class Workbook:
    """A workbook that was opened, read alike each time."""

    def __init__(self, archive: Archive, options: Options, plan: Plan = NO_PLAN) -> None:
        self.archive = archive
        self.options = options
        self.plan = plan
        limits = options.limits
        self.package: Package = open_package(archive, ROLES, limits)
        self.kind = self.package.types.get(self.package.main, "")
        if "spreadsheetml" not in self.kind and "ms-excel" not in self.kind:
            raise UnreadableError("the file is not a workbook, whatever its name says")
        if "binary" in self.kind:
            raise UnreadableError("the file is a binary workbook; save it as XLSX")
        self.text = read_xml(archive.read(self.package.main), limits).text
        self.old_epoch = False
        self.names: set[str] = set()  # that stand for cells in formulas
        self.sheets: list[Sheet] = []
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
            said_of = {local(a.name): a.value for a in attributes(self.text, token)}
            if name == "workbookPr":
                self.old_epoch = said_of.get("date1904", "") in ("1", "true")
            elif name == "definedName":
                self.names.add(said_of.get("name", "").casefold())
            elif name == "sheet" and said_of.get("id") in parts and self.package.roles[parts[said_of["id"]]] == "worksheet":
                part = parts[said_of["id"]]
                self.sheets.append(Sheet(said_of.get("name", ""), said_of.get("state", ""), part, self._part(part), number=len(self.sheets)))
        if any(SPREADSHEET not in sheet.text[:2000] for sheet in self.sheets):
            raise UnreadableError("the workbook is of the strict kind; save it as an ordinary XLSX workbook")
        if not self.sheets:
            raise UnreadableError("the workbook has no sheets with cells")

    def rows(self, sheet: Sheet) -> Iterator[list[SheetCell]]:
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
                    table = (sheet.number, line.number)
                    sheet.header, sheet.columns = line.number, columns_of(line.texts, self.options, all_here=False, plan=self.plan, table=table)
                    everywhere += [line.texts[place] for place in line.filled]
                    break
            else:
                everywhere += [text for line in top[:1] for text in line.texts if text.strip()]
        if wanted := absent(everywhere, self.options):
            raise lacking(wanted, everywhere)

    def _lines(self, sheet: Sheet) -> Iterator[Line]:
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

    def blocks(self, sheet: Sheet) -> Iterator[Block]:
        """All rows with cells. Above a header that the user has told cells are read without a name, and beside it."""
        if not sheet.header:
            dropped = self.options.keep_columns is not None
            for block in blocks(self._lines(sheet), self.options, ragged=False, plan=self.plan, sheet=sheet.number):
                yield _dropped(block, named=False) if dropped else block
            return
        for line in self._lines(sheet):
            if line.number < sheet.header:
                yield table_row(line, (), table=-1)
            else:
                block = table_row(line, sheet.columns, table=sheet.header, head=line.number == sheet.header)
                yield _dropped(block, named=True) if self.options.keep_columns is not None else block

    def titles(self) -> list[Cell]:
        """The names of the sheets, those apart that the program itself gives."""
        return [Cell(Column("", number), sheet.name) for number, sheet in enumerate(self.sheets) if not _USUAL.fullmatch(sheet.name)]


def _dropped(block: Block, *, named: bool) -> Block:
    """The same where the user keeps certain columns alone: what stands beside them is dropped, and all of a sheet without them."""
    units = []
    for unit in block.units:
        cells = [cell if named and cell.column.name else Cell(Column("", cell.column.number, DROPPED), cell.text, cell.typed) for cell in unit.cells]
        units.append(unit._replace(cells=cells))
    return block._replace(units=units)
