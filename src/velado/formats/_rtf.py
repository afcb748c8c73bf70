"""RTF taken apart: control words, groups and text with their offsets, in one pass over the bytes.

The bytes are read as Latin-1, so that an offset in the text is an offset in the file. Groups whose purpose is not known
here, and every group that says nothing a reader of the page would see, are cut; the text that is left is read.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace

from velado.formats import UnreadableError
from velado.formats import _rtf_words as known
from velado.formats._part_reader import Names
from velado.formats._rtf_groups import Field, Group, Picture
from velado.formats._tables import Tables
from velado.formats._weave import Stream, Thread
from velado.formats._xml import Patch, is_code

__all__ = ["Picture", "RtfReader"]

_TOKEN = re.compile(r"\\([a-zA-Z]{1,40})(-?[0-9]{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([{}])|([\r\n\0]+)|([^\\{}\r\n\0]+)", re.DOTALL)
_DEPTH = 2_000


@dataclass(slots=True)
class RtfReader:
    """Reads a document: `streams` is what the engine gets, `patches` what changes in any case."""

    text: str = field(repr=False)
    names: Names = field(default_factory=Names)
    streams: list[Stream] = field(default_factory=list, repr=False)
    patches: list[Patch] = field(default_factory=list, repr=False)
    pictures: list[Picture] = field(default_factory=list)
    removed: Counter[str] = field(default_factory=Counter)
    bare: set[int] = field(default_factory=set, repr=False)  # where control words end that no blank sets apart
    _groups: list[Group] = field(default_factory=list, repr=False)
    _pages: dict[int, str] = field(default_factory=dict)  # code pages of the fonts
    _page: str = "cp1252"
    _font: int = 0  # the one that holds until another is named
    _row: list[tuple[str, int, int]] = field(default_factory=list, repr=False)  # characters that follow each other
    _skip: int = 0  # fallback characters still to be passed over
    _half: tuple[int, int] | None = None  # the first byte of a character that takes two, and where it stands
    _surrogate: tuple[int, int] | None = None
    _words: str = ""  # of an instruction, a property, a style's name
    _words_start: int = 0
    _property: str = ""
    _picture_kind: tuple[int, int, str] | None = None
    _tables: Tables = field(default_factory=Tables, repr=False)
    _cells: tuple[Stream, int] | None = None  # where the last cell ended

    def read(self) -> RtfReader:
        """Go through the document once. Raises UnreadableError for what is no RTF or cut short."""
        if not self.text.startswith("{\\rtf"):
            raise UnreadableError("the file is not what its name says: no RTF begins like this")
        self.streams.append(Stream())
        position = 0
        while position < len(self.text):
            match = _TOKEN.match(self.text, position)
            if match is None:
                raise UnreadableError("the RTF is damaged")
            position = self._token(match)
            if not self._groups:
                break
        if self._groups:
            raise UnreadableError("the RTF was cut short: not every group in it ends")
        if position < len(self.text):
            self._cut(position, len(self.text))  # nobody sees what stands behind the end
        self._tables.tell(self.streams)
        return self

    def _token(self, match: re.Match[str]) -> int:
        word, number, code, symbol, brace, gap, _ = match.groups()
        if brace == "{":
            self._flush()
            self._begin(match.start())
        elif brace == "}":
            self._flush()
            self._finish(match.end())
        elif gap is not None:
            pass
        elif word == "bin":
            return self._binary(match, int(number or 0))
        elif word is not None:
            self._word(word, int(number) if number else None, match)
        elif code is not None:
            self._byte(int(code, 16), match.start(), match.end())
        elif symbol is not None:
            self._symbol(symbol, match)
        else:
            self._plain(match.start(), match.end())
        if word is not None and self.text[match.end() - 1] != " ":
            self.bare.add(match.end())
        return match.end()

    def _plain(self, start: int, end: int) -> None:
        """Text as it is written; most of it neither needs a code page nor stands for something else."""
        purpose = self._groups[-1].purpose if self._groups else "cut"
        text = self.text[start:end]
        if purpose in ("look", "cut"):
            self._groups[-1].fresh = self._groups[-1].starred = False
        elif purpose == "picture":
            self._hexadecimal(start)
        elif purpose == "text" and not self._skip and self._half is None and text.isascii():
            self._groups[-1].fresh = self._groups[-1].starred = False
            self._row += zip(text, range(start, end), range(start + 1, end + 1), strict=True)
        else:
            for at, character in enumerate(text, start):
                if character < "\x80" and self._half is None:
                    self._character(character, at, at + 1)
                else:
                    self._byte(ord(character), at, at + 1)

    def _cut(self, start: int, end: int) -> None:
        self.patches.append(Patch(start, end, ""))

    def _begin(self, start: int) -> None:
        if len(self._groups) > _DEPTH:
            raise UnreadableError(f"the RTF nests more than {_DEPTH:,} groups")
        self._skip = 0
        if self._groups:
            above = self._groups[-1]
            above.fresh = False
            self._groups.append(replace(above, start=start, fresh=True, starred=False))
        else:
            self._groups.append(Group(start, self.streams[0]))

    def _finish(self, end: int) -> None:
        if not self._groups:
            raise UnreadableError("the RTF is damaged: a group ends that did not begin")
        group = self._groups.pop()
        above = self._groups[-1].purpose if self._groups else "text"
        self._skip = 0
        if group.purpose == "cut" and above != "cut":
            self._cut(group.start, end)
        elif group.purpose == "instruction" and above != "instruction":
            self._settle_field(group, end)
        elif group.purpose == "property":
            self._property, self._words = self._words.strip(), ""
        elif group.purpose == "value" and above != "value":
            self._settle_property(group.start, end)
        elif group.purpose == "style" and above == "styles":
            self._settle_style()
        elif group.purpose == "bookmark":
            if not re.fullmatch(r"_[A-Za-z]{2,10}[0-9]{0,20}", self._words.strip()):
                self._cut(group.start, end)
            self._words = ""
        elif group.purpose == "picture" and above != "picture":
            self._picture_kind = None

    def _settle_field(self, group: Group, end: int) -> None:
        kind = self._words.split()[0].upper() if self._words.split() else ""
        self._words = ""
        if kind not in known.FIELDS:
            self._cut(group.start, end)
            self.removed["fields turned into plain text"] += 1
            if group.field is not None:
                group.field.plain = True
                self._cut(group.field.start, group.field.end)

    def _settle_property(self, start: int, end: int) -> None:
        """The value of a shape's property: measures stay, what somebody wrote is read or goes."""
        value = self._words.strip()
        if value and not is_code(value) and not known.POINTS.fullmatch(value):
            self._cut(start, end)
            self.removed["names and descriptions of shapes removed"] += 1
        self._words = ""

    def _settle_style(self) -> None:
        words, self._words = self._words, ""
        name = words.strip().rstrip(";")
        if name and not known.STYLES.fullmatch(name):
            start = self._words_start + len(words) - len(words.lstrip())
            self.patches.append(Patch(start, self._words_end(start), f"{self.names.style(name)};"))

    def _words_end(self, start: int) -> int:
        """Where a style's name ends: at the semicolon, or with its group."""
        match = re.compile(r"[^;{}]{0,1000};?").match(self.text, start)
        return match.end() if match else start

    def _word(self, word: str, number: int | None, match: re.Match[str]) -> None:
        group = self._groups[-1] if self._groups else None
        if group is None:
            return
        first, group.fresh = group.fresh, False
        if word in known.SIGNS and not self._skip:
            self._character(known.SIGNS[word], match.start(), match.end())
            return
        if word == "u" and number is not None:
            self._unicode(number, match)
            return
        self._flush()
        if first or group.starred:
            starred, group.starred = group.starred, False
            self._destination(word, starred, group, match)
        if word in known.PICTURES and group.purpose == "picture":
            self._picture_kind = (match.start(), match.end(), known.PICTURES[word])
        elif word == "field":
            group.field = Field(match.start(), match.end())
            if group.purpose == "instruction":
                self._words = "NESTED"  # what is inside could say anything
        elif word == "fldrslt" and group.field is not None and group.field.plain:
            self._cut(match.start(), match.end())
        elif group.purpose not in ("cut", "look") and known.WORDS_CUT.fullmatch(word):
            group.deleted = (number != 0) if word == "deleted" else group.deleted
            self._cut(match.start(), match.end())
            if word == "deleted" and group.deleted:
                self.removed["stretches of deleted text removed"] += 1
        elif word in known.GAPS and group.purpose == "text":
            group.stream.add(Thread(known.GAPS[word]))
        elif word in ("trowd", "cell", "row") and group.purpose == "text":
            self._table(word, group.stream)
            group.stream.gap = known.ENDS.get(word, group.stream.gap)
        elif word in known.ENDS and group.purpose == "text":
            again = group.stream.gap.startswith("\n") and word == "par"
            group.stream.gap = "\n\n" if again else known.ENDS[word]
        else:
            self._property_word(word, number, group)

    def _table(self, word: str, stream: Stream) -> None:
        """Cells and rows are told by their ends; what is written between a row and the next parts two tables."""
        since = self._cells[1] if self._cells is not None and self._cells[0] is stream else len(stream.threads)
        if word == "cell":
            self._tables.cell(stream, since=since)
            self._tables.end_cell()
        elif word == "row":
            self._tables.row()
        elif not self._tables.is_first():
            return  # word processors describe a row at its end once more
        elif self._cells is None or any(thread.text.strip() for thread in stream.threads[since:]):
            self._tables.end()
            self._tables.begin()
        self._cells = (stream, len(stream.threads))

    def _property_word(self, word: str, number: int | None, group: Group) -> None:
        if word == "uc":
            group.fallback = max(0, number or 0)
        elif word == "f" and number is not None:
            group.font = number
        elif word == "plain":
            group.font, group.deleted = -1, False
        elif word == "deff":
            self._font = number or 0
        elif word == "fcharset" and number is not None:
            if number in known.CHARSETS:
                self._pages.setdefault(group.font, known.CHARSETS[number])
            elif number == 2:
                self._pages.setdefault(group.font, "symbol")
        elif word == "cpg" and number:
            self._pages[group.font] = self._codec(number)
        elif word == "ansicpg" and number:
            self._page = self._codec(number)
        elif word in ("mac", "pc", "pca"):
            self._page = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}[word]

    @staticmethod
    def _codec(number: int) -> str:
        name = {10000: "mac_roman", 936: "gbk", 65001: "utf-8"}.get(number, f"cp{number}")
        try:
            b"a".decode(name)
        except LookupError:
            return "cp1252"
        return name

    def _destination(self, word: str, starred: bool, group: Group, match: re.Match[str]) -> None:
        """The first word of a group says what the group is for."""
        if group.purpose in ("cut", "instruction"):
            return
        if word in known.CUT or (starred and word not in known.KNOWN_STARRED):
            group.purpose = "cut"
            if word in known.TOLD:
                self.removed[known.TOLD[word]] += 1
        elif word in known.ASIDE:
            group.stream, group.purpose = Stream(), "text"
            self.streams.append(group.stream)
        elif word == "pict":
            group.purpose = "picture"
        elif word == "stylesheet":
            group.purpose = "styles"
        elif group.purpose == "styles":
            group.purpose, self._words = "style", ""
        elif word in known.LOOK:
            group.purpose = "look"
        elif word == "fldinst":
            group.purpose, self._words = "instruction", ""
        elif word in ("bkmkstart", "bkmkend"):
            group.purpose, self._words = "bookmark", ""
        elif word == "sn":
            group.purpose, self._words = "property", ""
        elif word == "sv" and self._property != "gtextUNICODE":
            group.purpose, self._words = "value", ""
        elif word == "sv":
            group.stream, group.purpose = Stream(), "text"
            self.streams.append(group.stream)

    def _symbol(self, symbol: str, match: re.Match[str]) -> None:
        group = self._groups[-1] if self._groups else None
        if group is None:
            return
        if symbol == "*":
            group.starred = group.fresh  # it says something of a group only where that begins
        elif symbol in "\\{}":
            self._character(symbol, match.start(), match.end())
        elif symbol == "~":
            self._character("\u00a0", match.start(), match.end())
        elif symbol == "_":
            self._character("-", match.start(), match.end())
        elif symbol in "\r\n" and group.purpose == "text":
            self._flush()
            group.stream.gap = "\n"
        elif symbol == "\t":
            self._flush()
            group.stream.add(Thread("\t"))

    def _byte(self, value: int, start: int, end: int) -> None:
        """A byte in the code page of the font in use."""
        if self._skip:
            self._character("", start, end)
            return
        group = self._groups[-1]
        page = self._pages.get(group.font if group.font >= 0 else self._font, self._page)
        if page == "symbol":
            self._character("\u2022", start, end)
        elif self._half is not None:
            first, at = self._half
            self._half = None
            self._character(bytes((first, value)).decode(page if page in known.TWO_BYTES else "cp1252", "replace")[:1], at, end)
        elif page in known.TWO_BYTES and value >= 0x81:
            self._half = (value, start)
        elif page == "utf-8" and value >= 0x80:
            raise UnreadableError("the RTF is written in a way that no word processor writes it; save it again")
        else:
            self._character(bytes((value,)).decode(page, "replace"), start, end)

    def _unicode(self, number: int, match: re.Match[str]) -> None:
        code = number + 65_536 if number < 0 else number
        fallback = self._groups[-1].fallback
        self._skip = 0
        if 0xD800 <= code < 0xDC00:
            self._surrogate = (code, match.start())
        elif 0xDC00 <= code < 0xE000 and self._surrogate is not None:
            high, at = self._surrogate
            self._surrogate = None
            self._character(chr(0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)), at, match.end())
        else:
            self._character(chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd", match.start(), match.end())
        self._skip = fallback

    def _character(self, character: str, start: int, end: int) -> None:
        group = self._groups[-1] if self._groups else None
        if group is None:
            return
        group.fresh = group.starred = False
        if self._skip:
            # What old readers show instead of the character before belongs to it.
            self._skip -= 1
            if self._row:
                self._row[-1] = (self._row[-1][0], self._row[-1][1], end)
            return
        if group.purpose == "styles":
            group.purpose, self._words = "style", ""
        if group.purpose in ("instruction", "property", "value", "style", "bookmark"):
            if not self._words:
                self._words_start = start
            self._words += character
        elif group.purpose == "text":
            self._row.append((character, start, end))

    def _flush(self) -> None:
        """What follows each other without a control word in between becomes a thread; deleted text goes."""
        self._half = None
        self._skip = 0
        if not self._row:
            return
        row, self._row = self._row, []
        group = self._groups[-1]
        if group.deleted:
            self._cut(row[0][1], row[-1][2])
            return
        text = "".join(character for character, _, _ in row)
        group.stream.add(Thread(text, "", row[0][1], [*(start for _, start, _ in row), row[-1][2]]))

    def _hexadecimal(self, start: int) -> None:
        if self.pictures and self.pictures[-1].start <= start < self.pictures[-1].end:
            return
        match = re.compile(r"[0-9a-fA-F\s]*").match(self.text, start)
        end = match.end() if match else start
        if self._picture_kind is None or end - start < 2:
            raise UnreadableError("the RTF holds a picture of a kind that is not known")
        self.pictures.append(Picture(start, end, self._picture_kind))

    def _binary(self, match: re.Match[str], length: int) -> int:
        end = match.end() + length
        if length < 0 or end > len(self.text):
            raise UnreadableError("the RTF was cut short")
        if self._groups and self._groups[-1].purpose == "picture" and self._picture_kind is not None:
            self.pictures.append(Picture(match.start(), end, self._picture_kind, binary=True))
        else:
            self._cut(match.start(), end)
        return end
