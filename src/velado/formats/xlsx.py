"""Excel workbooks: every sheet is a table. Cells are patched in place; of all else the look stays, and no text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options, Table, UnreadableError
from velado.formats._blocks import Met, answered, asked, surveyed, told
from velado.formats._cells import Cell
from velado.formats._ooxml import TYPES, Relationship, content_types, open_package, relationships_part, relationships_xml
from velado.formats._sheet import (
    SheetCell,
    as_cell,
    fits_cell,
    keeps_formula,
    rewritten_sheet,
    said,
    without_formula,
)
from velado.formats._table import Answers, Questions
from velado.formats._table_plan import Plan, Survey, plan_of
from velado.formats._table_roles import DROPPED, GIVEN, READ
from velado.formats._traces import FOUND, Traces, replaced_strings
from velado.formats._units import OTHER_UNITS, Chain
from velado.formats._workbook import ROLES, SPREADSHEET, Sheet, Workbook
from velado.formats._xml import escaped
from velado.formats._zip import OWN, Archive, open_archive, write_archive
from velado.formats.source import Source

__all__ = ["FORMAT"]

_FORBIDDEN = re.compile(r"[\[\]:*?/\\']")
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_LEFT_OUT = {
    "comments": "comments", "threadedComment": "comments", "person": "comments", "drawing": "drawings and pictures",
    "vmlDrawing": "comments", "image": "drawings and pictures", "chart": "charts", "chartsheet": "charts", "table": "table styles",
    "pivotTable": "pivot tables", "pivotCacheDefinition": "pivot tables", "externalLink": "links to other workbooks",
    "vbaProject": "macros", "connections": "connections", "customXml": "custom data", "printerSettings": "printer settings",
    "hyperlink": "links", "oleObject": "embedded objects", "package": "embedded objects", "slicer": "filters",
}  # fmt: skip


@dataclass(frozen=True)
class Xlsx:
    """Sheets of cells."""

    name: str = "xlsx"
    suffixes: tuple[str, ...] = (".xlsx", ".xlsm")
    description: str = "Excel workbooks"
    extra: str = ""
    proves: str = "place, type, style and content of every cell of every sheet, the names of the sheets, and no text in any other part"
    streams: bool = True  # what is verified is noted on the way: see `verify`

    def missing(self) -> str:
        """Nothing."""
        return ""

    def _plan(self, source: Source, options: Options) -> Plan:
        """What the columns of every sheet are for, from all of its rows."""

        def survey() -> Plan:
            found = Survey()
            with open_archive(source, options.limits) as archive:
                book = Workbook(archive, options)
                for sheet in book.sheets:
                    surveyed(found, sheet.number, sheet.name, book.blocks(sheet))
            return found.plan()

        return plan_of(source, options, survey)

    def tables(self, source: Source, options: Options = DEFAULTS) -> Sequence[Table]:
        """The tables of all sheets, each with the roles of its columns."""
        return told(options, self._plan(source, options))

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """A document for each cell that is read or replaced, in all sheets, hidden ones too, and for names of sheets."""
        plan = self._plan(source, options)
        with open_archive(source, options.limits) as archive:
            book = Workbook(archive, options, plan)
            questions = Questions(source.units, options)
            questions.note(sheet.name for sheet in book.sheets)
            yield from questions.header(0, book.titles())
            for sheet in book.sheets:
                questions.begin()
                for block in book.blocks(sheet):
                    yield from asked(block, questions)

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The workbook with other cells in place. Comments, drawings, links, properties and the like are left out."""
        plan = self._plan(source, options)
        with open_archive(source, options.limits) as archive:
            book = Workbook(archive, options, plan)
            expected, replaced = source.units.expected, set[str]()
            source.units.style = replaced
            answers = Answers(source.units, _watched(handled, replaced))
            answers.note(sheet.name for sheet in book.sheets)
            titles = _titles(book, answers)
            expected.say(titles)
            removed = _left_out(book)
            parts: dict[str, bytes] = {}
            met = Met()
            for sheet in book.sheets:
                text, gone = rewritten_sheet(sheet.text, _changes(book, sheet, answers, titles, removed, met, expected))
                removed.update(set(gone))
                parts[sheet.part] = text.encode("utf-8")
            answers.finish()
            for part, role in book.package.roles.items():
                if role == "sharedStrings" and book.strings is not None:
                    parts[part] = book.strings.written().encode("utf-8")
                elif role in ("styles", "theme"):
                    parts[part] = archive.read(part)
            parts = {name: _as_utf8(data) for name, data in parts.items()}
            for part in sorted(part for part in parts if book.package.roles[part] in ("styles", "theme")):
                expected.add((part.encode(), parts[part]))
            write_archive(path, _package(book, titles, parts), archive)
        return [*answers.notes(met.columns()), *(f"{what} removed" for what in sorted(removed))]

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """The standard library's reader finds the cells that were meant and no text beside them, in any part."""
        found = source.units.found()
        try:
            with open_archive(path, OWN) as archive:
                hidden = _read_again(archive, found)
                if found != source.units.expected:
                    return [OTHER_UNITS]
                # Words that also stand in cells on purpose prove nothing in the name of a style.
                traces = Traces(dict.fromkeys(source.units.style, 0))
                if any(traces.in_bytes(data) for data in hidden):
                    texts = "\n".join(_cell_texts(archive))
                    left = Traces({trace: 0 for trace in traces.allowed if not Traces({trace: 0}).in_hidden(texts)})
                    if any(left.in_bytes(data) for data in hidden):
                        return [FOUND]
        except (UnreadableError, ElementTree.ParseError, KeyError, ValueError):
            return ["what was written cannot be read again"]
        return []


def _watched(handled: Iterable[Handled], replaced: set[str]) -> Iterator[Handled]:
    """The same; what was replaced is noted, each string once."""
    for pair in handled:
        replaced.update(replaced_strings((pair,)))
        yield pair


def _as_utf8(data: bytes) -> bytes:
    """Parts are written in UTF-8, whatever their first line said."""
    return re.sub(rb'(<\?xml[^>]{0,100}?encoding=["\'])[^"\']{1,40}', rb"\1UTF-8", data[:300]) + data[300:]


def _titles(book: Workbook, answers: Answers) -> list[str]:
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
    book: Workbook, sheet: Sheet, answers: Answers, titles: Sequence[str], removed: Counter[str], met: Met, expected: Chain
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
            if new and own is not None and not fits_cell(cell, new, book.old_epoch) and not answers.becomes_text(own.column, book.options):
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
            expected.add(text for text in texts if text)
    return changes


def _answered_rows(
    book: Workbook, sheet: Sheet, answers: Answers, met: Met
) -> Iterator[tuple[bool, list[SheetCell], dict[int, tuple[Cell, str | None]]]]:
    """Every row with cells, whether it names columns, and what came back for its places."""
    for block in book.blocks(sheet):
        met.add(block)
        head = any(unit.head for unit in block.units)
        for line, cells in zip(block.lines, answered(block, answers), strict=True):
            if line.raw:
                yield head, line.raw, cells


def _told(cell: SheetCell, new: str | None, book: Workbook) -> bytes:
    """What a reader will find in a cell: numbers and dates as they are written, else the text; in which place, style and type."""
    if new is None:
        return _marked(cell.raw or cell.text, cell.reference, cell.style, cell.kind)
    written = as_cell(cell, new, book.old_epoch)
    number = re.search(r"v>([^<]*)<", written) if 't="inlineStr"' not in written else None
    return _marked(number[1] if number else said(escaped(new)), cell.reference, cell.style, "n" if number else "inlineStr")


def _marked(text: str, reference: str, style: str, kind: str) -> bytes:
    """A cell as it is compared: where it stands, how it looks, whether it is text, and what it says."""
    mark = "text" if kind in ("s", "inlineStr") else kind
    return f"{reference} {style} {mark} {text}".encode("utf-8", "surrogatepass") if text else b""


def _left_out(book: Workbook) -> Counter[str]:
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


def _package(book: Workbook, titles: Sequence[str], parts: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """All parts of the new workbook; its main part is written anew."""
    sheets = "".join(
        f'<sheet name="{escaped(title)}" sheetId="{number}" r:id="rId{number}"' + (f' state="{sheet.state}"' if sheet.state in ("hidden", "veryHidden") else "") + "/>"
        for number, (title, sheet) in enumerate(zip(titles, book.sheets, strict=True), 1)
    )
    epoch = '<workbookPr date1904="1"/>' if book.old_epoch else "<workbookPr/>"
    first = next((number for number, sheet in enumerate(book.sheets) if not sheet.state or sheet.state == "visible"), 0)
    main = (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<workbook xmlns="{SPREADSHEET}" xmlns:r="{_OFFICE}">{epoch}'
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


def _read_again(archive: Archive, found: Chain) -> list[bytes]:
    """Note the cells as another reader finds them; returns the parts in which no text of a cell belongs."""
    package = open_package(archive, ROLES, OWN)
    allowed = {*package.roles, *map(relationships_part, ("", package.main)), TYPES}
    if set(archive.names()) - allowed:
        raise ValueError("a part that should not be there")
    space = f"{{{SPREADSHEET}}}"
    strings: list[str] = []
    part = next((name for name, role in package.roles.items() if role == "sharedStrings"), "")
    if part:
        root = ElementTree.fromstring(archive.read(part))
        space = root.tag.rpartition("}")[0] + "}" if "}" in root.tag else ""
        strings = ["".join(piece.text or "" for piece in entry.iter(f"{space}t")) for entry in root.findall(f"{space}si")]
    used: set[int] = set()
    targets = {row.id: row.target for row in package.relationships[package.main]}
    main = ElementTree.fromstring(archive.read(package.main))
    found.say(entry.get("name", "") for entry in main.iter(f"{{{SPREADSHEET}}}sheet"))
    for entry in main.iter(f"{{{SPREADSHEET}}}sheet"):
        root = ElementTree.fromstring(archive.read(targets[entry.attrib[f"{{{_OFFICE}}}id"]]))
        space = root.tag.rpartition("}")[0] + "}" if "}" in root.tag else ""
        for row in root.iter(f"{space}row"):
            texts: list[bytes] = []
            for cell in row.findall(f"{space}c"):
                value = cell.findtext(f"{space}v", "")
                if cell.get("t") == "s":
                    used.add(int(value))
                    value = strings[int(value)]
                elif cell.get("t") == "inlineStr":
                    value = "".join(piece.text or "" for piece in cell.iter(f"{space}t"))
                texts.append(_marked(said(escaped(value)), cell.get("r", ""), cell.get("s", ""), cell.get("t", "n")))
            if any(texts):
                found.add(text for text in texts if text)
    if any(text for number, text in enumerate(strings) if number not in used):
        raise ValueError("a string that no cell shows")
    for name in sorted(name for name, role in package.roles.items() if role in ("styles", "theme")):
        found.add((name.encode(), archive.read(name)))
    return [archive.read(name) for name in archive.names() if package.roles.get(name) not in ("worksheet", "sharedStrings")]


def _cell_texts(archive: Archive) -> Iterator[str]:
    """All that stands in cells."""
    package = open_package(archive, ROLES, OWN)
    for name, role in package.roles.items():
        if role in ("worksheet", "sharedStrings"):
            yield "\n".join(ElementTree.fromstring(archive.read(name)).itertext())


FORMAT = Xlsx()
