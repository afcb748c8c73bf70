"""The XML parts of Word documents: what the engine reads of them, and what is taken out whatever it says.

Every piece of writing is either read or removed; nothing is passed over because its element is not known here.
Elements are told by their names without prefix, so that both dialects of the standard are read alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from velado.formats import UnreadableError
from velado.formats._part_reader import PartReader
from velado.formats._weave import Thread
from velado.formats._xml import Attribute, Patch, Token, attributes, escaped, is_code, local

__all__ = ["FONT_ATTRIBUTES", "MEASURES", "STYLES", "STYLE_REFERENCES", "WordReader", "is_name"]

# Taken out with everything inside, and how the report calls them.
_REMOVED = {
    "del": "stretches of deleted text removed",
    "moveFrom": "stretches of deleted text removed",
    "commentReference": "comments removed",
    "OLEObject": "embedded objects removed",
    "control": "embedded objects removed",
    "subDoc": "embedded objects removed",
    "contentPart": "embedded objects removed",
    "videoFile": "embedded objects removed",
    "audioFile": "embedded objects removed",
    "wavAudioFile": "embedded objects removed",
    "externalData": "tables behind charts removed",
}
_REMOVED_SILENTLY = frozenset(
    "rPrChange pPrChange sectPrChange tblPrChange tblPrExChange trPrChange tcPrChange tblGridChange numberingChange cellIns cellDel "
    "cellMerge commentRangeStart commentRangeEnd moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd permStart "
    "permEnd dataBinding placeholder smartTagPr customXmlPr helpText statusText entryMacro exitMacro fldData "
    "customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd customXmlMoveFromRangeStart "
    "customXmlMoveFromRangeEnd customXmlMoveToRangeStart customXmlMoveToRangeEnd embedRegular embedBold embedItalic "
    "embedBoldItalic svgBlip ink imgLayer userShapes".split()
)
STYLE_REFERENCES = frozenset("pStyle rStyle tblStyle basedOn next link numStyleLink styleLink".split())
STYLES = ("styles", "stylesWithEffects")
_LOOK = (*STYLES, "numbering", "settings", "fontTable", "theme", "webSettings", "themeOverride")  # their words are the format's own
_LOOK_ELEMENTS = STYLE_REFERENCES | {"style", "name", "aliases", "lvlText"}  # of the parts about the look, those that are looked at
_SPEAKING = re.compile(r"rsid|r:|title=|descr=|alt=|string=|author=|href=|src=")
_BOOKMARKS = (("bookmarkStart", "name"), ("hyperlink", "anchor"))
_UNWRAPPED = frozenset({"ins", "moveTo"})
_TABLES = frozenset("tbl tr tc tblHeader gridBefore gridSpan".split())
# Of the settings only what bears on the look stays; mail merge, templates, variables, editing sessions and passwords go.
_SETTINGS = frozenset(
    "view zoom mirrorMargins alignBordersAndEdges bordersDoNotSurroundHeader bordersDoNotSurroundFooter gutterAtTop defaultTabStop "
    "autoHyphenation consecutiveHyphenLimit hyphenationZone doNotHyphenateCaps evenAndOddHeaders bookFoldRevPrinting "
    "bookFoldPrinting bookFoldPrintingSheets drawingGridHorizontalSpacing drawingGridVerticalSpacing characterSpacingControl "
    "displayBackgroundShape footnotePr endnotePr compat mathPr themeFontLang clrSchemeMapping decimalSymbol listSeparator".split()
)
_SHAPES = frozenset("shape rect roundrect oval line polyline arc curve group image".split())
_ATTRIBUTES_REMOVED = frozenset(
    "author initials userId providerId fullDate docLocation gfxdata href src linktarget hlinkshowsscreentips macro currentUserName".split()
)
_ATTRIBUTES_READ = frozenset("descr title alt string tooltip alias tag displayText value displayName caption instr".split())
_VALUES_READ = frozenset("listEntry lvlText docVar tblCaption tblDescription alias tag title desc".split())
FONT_ATTRIBUTES = frozenset("ascii hAnsi cs eastAsia typeface font script panose altName sig".split())
_LOOK_ATTRIBUTES = FONT_ATTRIBUTES | frozenset(
    "style path adj eqn coordsize coordorigin Ignorable Requires ProgID uri points from to inset limo textboxrect".split()
)
# Where a file calls something by a name of its own; elsewhere a plain word in small letters is one of the format's.
_NAMING = frozenset("styleId element uri name typeface ascii hAnsi cs eastAsia bidi font altName script".split())
_NAMING_ELEMENTS = STYLE_REFERENCES | frozenset("name aliases lang docPartGallery docPartCategory nsid tmpl".split())
_PICTURE_FONT = re.compile(r"symbol|wingdings|webdings|zapf|mt extra|marlett|bookshelf|segoe ui (?:symbol|emoji)", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{2,}[\s,;.]+[^\W\d_]{2,}")
_LETTERS = re.compile(r"[^\W\d_]{2}|[0-9]{4}")
_PATH = re.compile(r"[\\/]|\.[A-Za-z][A-Za-z0-9]{1,4}\s*$")
MEASURES = frozenset(
    "align posOffset pctWidth pctHeight pctPosHOffset pctPosVOffset relativeHeight sizeRelH sizeRelV Column Row Anchor".split()
)
# Fields that work on without saying anything of their own; the others become the plain text that they show.
_FIELDS = frozenset(
    "PAGE NUMPAGES SECTION SECTIONPAGES TOC SEQ FORMTEXT FORMCHECKBOX FORMDROPDOWN DATE TIME LISTNUM STYLEREF SYMBOL EQ =".split()
)
_FIELDS_WITH_BOOKMARK = frozenset({"REF", "PAGEREF", "NOTEREF"})
# What such a field may say besides single letters and a few digits: how to show a number or a date, what to count.
_FIELD_WORDS = re.compile(
    r"(?:merge|char)format(?:inet)?|arabic(?:dash)?|roman|alphabetic|ordinal|(?:ord|card|dollar)text|hex|upper|lower|firstcap|caps|symbol"
    r"|wingdings|webdings|y+|m+|d+|h+|s+|am|pm|de|figura|figure|tabla|table|tabela|cuadro|quadro|gr[aá]fico|ilustraci[oó]n|ilustração"
    r"|ecuación|equation|equação|heading|t[ií]tulo|title|sum|above|below|left|right|average|count|max|min|product",
    re.IGNORECASE,
)
_MOST_FIELD_DIGITS = 6
_DATE_FORMAT = re.compile(r"[ymd]", re.IGNORECASE)


@dataclass(slots=True)
class _Field:
    """A field while it is read: the tags and instructions that go when it becomes plain text."""

    instruction: str = field(default="", repr=False)
    words: list[tuple[int, int]] = field(default_factory=list)  # where the instruction stands, piece by piece
    tags: list[tuple[int, int]] = field(default_factory=list)
    told: bool = False


@dataclass(slots=True)
class WordReader(PartReader):
    """Reads one part of a Word document."""

    role: str = ""
    gone: frozenset[str] = frozenset()  # relationships that lead nowhere any more
    _fields: list[_Field] = field(default_factory=list, repr=False)
    _dates: list[int] = field(default_factory=list)  # 1 for each cache of a chart's numbers that are dates
    _own_style: str = ""  # the number of the style being read, when it is one that somebody made
    _rows_gone: set[int] = field(default_factory=set)  # where the deleted rows of tables begin

    def read(self) -> WordReader:
        """Go through the part once."""
        self.go_through()
        for unfinished in self._fields:
            self._settle(unfinished)
        return self

    def _is_removed(self, name: str, token: Token) -> bool:
        if name == "altChunk":
            raise UnreadableError("the document takes in another file; open it in the word processor and save it again")
        if name in ("del", "ins") and self._parent() == "trPr":
            if name == "del":
                self._rows_gone.add(self._open[-2].start)
            return True
        if self.role == "settings" and len(self._open) == 1 and name not in _SETTINGS:
            return True
        if name in _UNWRAPPED and token.kind == "empty":
            return True
        if name in _REMOVED_SILENTLY:
            return True
        if name in _REMOVED:
            # Empty, it only says that a paragraph's end was deleted.
            self.removed[_REMOVED[name]] += token.kind == "start" or name not in ("del", "moveFrom")
            return True
        return False

    def _start(self, name: str, token: Token) -> None:
        if name in _UNWRAPPED:
            self._cut(token.start, token.end)
        elif name == "txbxContent":
            self._boxes.append(self._stream())
        elif name in ("tab", "ptab") and self._parent() == "r":
            self._boxes[-1].add(Thread("\t"))
        elif name in ("br", "cr") and self._parent() in ("r", "p"):
            self._boxes[-1].add(Thread("\n"))
        elif name == "noBreakHyphen":
            self._boxes[-1].add(Thread("-"))
        elif name == "sym":
            self._boxes[-1].add(self._sign(token))
        elif name == "numCache":
            self._dates.append(0)
        elif name in _TABLES:
            self._table(name, token)
        elif name == "fldChar":
            self._field(token)
        elif name == "fldSimple":
            self._simple_field(token)
            return
        self._attributes(name, token)

    def _sign(self, token: Token) -> Thread:
        """A sign of a font: a letter or a digit unless the font is one of pictures."""
        said = {local(attribute.name): attribute.value for attribute in attributes(self.text, token)}
        code = int(said["char"], 16) if re.fullmatch(r"[0-9A-Fa-f]{1,5}", said.get("char", "")) else 0
        sign = chr(code - 0xF000 if 0xF000 <= code < 0xF100 else code)
        if not sign.isalnum() or _PICTURE_FONT.match(said.get("font", "")):
            return Thread(" ")
        return Thread(sign, self.part, token.start, [token.start, self._element_end(token)], f"sign {token.name[: -len('sym')]}t")

    def _table(self, name: str, token: Token) -> None:
        if name == "tbl":
            self._tables.begin()
        elif name == "tr":
            self._tables.row()
        elif name == "tc":
            self._tables.cell(self._boxes[-1])
        elif name == "tblHeader":
            self._tables.head()
        else:  # columns that a row leaves out at its begin, or that a cell takes beyond the first
            said = next((a.value for a in attributes(self.text, token) if local(a.name) == "val"), "")
            columns = int(said) if said.isdecimal() and len(said) < 4 else 0
            self._tables.skip(columns - (name == "gridSpan"))

    def _end(self, name: str, token: Token, opened: Token) -> None:
        if opened.start in self._rows_gone:
            self._cut(opened.start, token.end)
            for stream in self.streams:
                stream.threads = [thread for thread in stream.threads if not opened.start <= thread.start]
        stream = self._boxes[-1]
        if name == "p":
            stream.gap = "\n\n" if stream.gap.startswith("\n") else "\n"
        elif name == "tc":
            self._tables.end_cell()
            stream.gap = "\t"
        elif name == "tbl":
            self._tables.end()
        elif name in ("tr", "footnote", "endnote", "v", "f", "pt", "title"):
            stream.gap = "\n"
        elif name == "txbxContent":
            self._boxes.pop()
        elif name == "numCache":
            self._dates.pop()
        elif name in _UNWRAPPED or (name == "fldSimple" and self._fields and self._fields[-1].told):
            if name == "fldSimple":
                self._fields.pop()
            self._cut(token.start, token.end)
        elif name == "fldSimple":
            self._fields.pop()

    def _words(self, token: Token) -> None:
        """Character data: a paragraph's words, a field's instruction, or something that only a line of its own can hold."""
        if self._parent() != "t" and self.text[token.start : token.end].isspace():
            return
        thread = self._thread(token)
        raw, start = thread.text, thread.start
        end = thread.place(len(raw))
        name = self._parent()
        if name == "t":
            pass
        elif not raw.strip():
            return
        elif name in ("instrText", "delInstrText"):
            if self._fields:
                self._fields[-1].instruction += raw
                self._fields[-1].words.append((start, end))
            else:
                self._cut(start, end)
            return
        elif is_code(raw.strip()) and (name in MEASURES or (name == "v" and self._dates and not self._dates[-1])):
            return
        elif name == "v" and self._dates and self._dates[-1]:
            # A date as a number: only its order is kept.
            self.patches.append(Patch(start, end, str(self._dates[-1])))
            self._dates[-1] += 1
            self.removed["dates of charts removed"] += 1
            return
        elif name == "formatCode" and self._dates:
            plain = re.sub(r'"[^"]*"|\[[^\]]*\]|General', "", raw)
            self._dates[-1] = 1 if _DATE_FORMAT.search(plain) else 0
            return
        if name == "t":
            self._boxes[-1].add(thread)
        else:
            self._stream().add(thread)

    def _attributes(self, name: str, token: Token) -> None:
        tag = self.text[token.start : token.end]
        if "=" not in tag or (self.role in _LOOK and name not in _LOOK_ELEMENTS and not _SPEAKING.search(tag)):
            return
        found = attributes(self.text, token)
        if name == "style" and self.role in STYLES:
            self._style(found)
        for attribute in found:
            if attribute.name.startswith("xmlns"):
                continue
            plain = local(attribute.name)
            if plain == "val" and name in STYLE_REFERENCES:
                self._rename(attribute, self.names.styles.get(attribute.value, attribute.value))
            elif plain == "val" and name in ("name", "aliases") and self._own_style and self._parent() == "style":
                self._rename(attribute, self._own_style)
            elif self._is_gone(plain, attribute):
                self._cut_attribute(attribute)
            elif (name, plain) in _BOOKMARKS or (name == "name" and plain == "val" and self._parent() == "ffData"):
                self._rename(attribute, self.names.bookmark(attribute.value))
            elif plain == "val" and name == "tag":  # what a program calls a content control, a record's number for one
                self._rename(attribute, "control")
            elif plain in ("id", "spid") and name in _SHAPES and not attribute.value.startswith("_x0000_"):
                self._rename(attribute, f"shape{token.start}")
            elif plain == "name" and name in ("docPr", "cNvPr"):
                self.patches.append(Patch(attribute.start, attribute.end, "object"))
            elif self._is_read(name, plain, attribute.value):
                if plain in ("descr", "title", "alt") and _PATH.search(attribute.value):
                    self.patches.append(Patch(attribute.start, attribute.end, ""))
                    self.removed["names of picture files removed"] += 1
                else:
                    self._read_attribute(attribute)

    def _is_gone(self, plain: str, attribute: Attribute) -> bool:
        if plain.startswith("rsid") or plain in _ATTRIBUTES_REMOVED:
            return True
        return ":" in attribute.name and attribute.value in self.gone

    def _is_read(self, name: str, plain: str, value: str) -> bool:
        if not value.strip() or plain in _LOOK_ATTRIBUTES or name == "docPartGallery":
            return False
        if plain in _ATTRIBUTES_READ or (plain == "val" and name in _VALUES_READ):
            return _LETTERS.search(value) is not None and (not is_code(value) or plain in ("descr", "title", "alt", "string", "tooltip", "displayText"))
        if plain == "val" and name == "default" and self._parent() == "textInput":
            return True
        return self.role not in _LOOK and _WORDS.search(value) is not None

    def _style(self, found: list[Attribute]) -> None:
        """A style that somebody made is called by a number from here on."""
        said = {local(attribute.name): attribute for attribute in found}
        self._own_style = ""
        if "styleId" in said and "customStyle" in said and said["customStyle"].value in ("1", "true", "on"):
            self._own_style = self.names.style(said["styleId"].value)
            self._rename(said["styleId"], self._own_style)

    def _field(self, token: Token) -> None:
        kind = next((a.value for a in attributes(self.text, token) if local(a.name) == "fldCharType"), "")
        end = self._element_end(token)
        if kind == "begin":
            self._fields.append(_Field(tags=[(token.start, end)]))
        elif self._fields:
            self._fields[-1].tags.append((token.start, end))
            if kind == "end":
                self._settle(self._fields.pop())

    def _element_end(self, token: Token) -> int:
        if token.kind == "empty":
            return token.end
        return self.text.index(f"</{token.name}", token.end) + len(token.name) + 3

    def _simple_field(self, token: Token) -> None:
        instruction = next((a for a in attributes(self.text, token) if local(a.name) == "instr"), None)
        said = instruction.value if instruction else ""
        new = self._instruction(said)
        self._fields.append(_Field(told=new is None))
        if new is None:
            self._cut(token.start, token.end)
            self.removed["fields turned into plain text"] += 1
        elif instruction is not None and new != said:
            self.patches.append(Patch(instruction.start, instruction.end, escaped(new)))

    def _instruction(self, said: str) -> str | None:
        """A field's instruction as it may stay; None when the field must become plain text."""
        words = said.split()
        kind = words[0].upper() if words else ""
        if kind in _FIELDS:
            return said if _is_plain(words[1:]) else None
        if kind in _FIELDS_WITH_BOOKMARK and len(words) > 1 and _is_plain(words[2:]):
            words[1] = self.names.bookmark(words[1].strip('"'))
            return f" {' '.join(words)} "
        if kind == "HYPERLINK" and len(words) > 2 and words[1] == "\\l":
            return f' HYPERLINK \\l "{self.names.bookmark(words[2].strip(chr(34)))}" '
        return None

    def _settle(self, done: _Field) -> None:
        new = self._instruction(done.instruction)
        if new is None:
            for start, end in done.tags + done.words:
                self._cut(start, end)
            self.removed["fields turned into plain text"] += 1
        elif new != done.instruction:
            for number, (start, end) in enumerate(done.words):
                self.patches.append(Patch(start, end, "" if number else escaped(new)))


def is_name(element: str, attribute: str, value: str) -> bool:
    """Whether a value calls something by a name, and is neither read by the engine nor a word of the format's own."""
    if attribute in _ATTRIBUTES_READ or (attribute == "val" and element in _VALUES_READ) or value.startswith("http://schemas."):
        return False
    return attribute in _NAMING or element in _NAMING_ELEMENTS or not is_code(value)


def _is_plain(words: Iterable[str]) -> bool:
    """Whether the rest of a field's instruction holds nothing that somebody could have written there about somebody."""
    rest = " ".join(words)
    letters = re.findall(r"[^\W\d_]{2,}", rest)
    return sum(sign.isdigit() for sign in rest) <= _MOST_FIELD_DIGITS and all(_FIELD_WORDS.fullmatch(word) for word in letters)
