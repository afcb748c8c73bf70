"""The XML parts of OpenDocument texts: what the engine reads of them, and what is taken out whatever it says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from velado.formats._part_reader import PartReader
from velado.formats._weave import Stream, Thread
from velado.formats._xml import Attribute, Patch, Token, attributes, escaped, is_code, local

__all__ = ["NOWHERE", "OdfReader", "is_look", "is_name"]

NOWHERE = "about:blank"
_REMOVED = {
    "changed-region": "stretches of deleted text removed",
    "annotation": "comments removed",
    "object-ole": "embedded objects removed",
    "plugin": "embedded objects removed",
    "applet": "embedded objects removed",
    "floating-frame": "embedded objects removed",
    "hidden-text": "hidden fields removed",
}
_REMOVED_SILENTLY = frozenset(
    "change change-start change-end annotation-end scripts event-listeners variable-decls user-field-decls dde-connection-decls "
    "dde-source table-source section-source alphabetical-index-auto-mark-file binary-data meta settings database-next "
    "database-row-select execute-macro script signature-line".split()
)
_TABLES = frozenset("table table-row table-cell covered-table-cell".split())
# Fields that go on working; the others become the plain text that they show.
_FIELDS_KEPT = frozenset(
    "page-number page-count page-continuation sequence sequence-decl sequence-ref bookmark-ref reference-ref note-ref chapter".split()
)
_FIELDS = frozenset(
    "date time creation-date creation-time modification-date modification-time print-date print-time editing-duration author-name "
    "author-initials initial-creator creator description subject title keywords user-defined file-name template-name database-display "
    "database-row-number database-name variable-set variable-get variable-input user-field-get user-field-input expression text-input "
    "placeholder conditional-text hidden-paragraph dde-connection bibliography-mark measure meta-field meta paragraph-count word-count "
    "character-count table-count image-count object-count printed-by sheet-name".split()
)
_ATTRIBUTES_REMOVED = frozenset(
    "rsid paragraph-rsid date-value time-value string-value target-frame-name filter-name protection-key".split()
)
_ATTRIBUTES_REMOVED_BY_WHOLE_NAME = frozenset("text:condition xhtml:about xhtml:content xhtml:property xhtml:datatype".split())
_COUNTER = re.compile(r"(?:ooow|oooc):[A-Za-z]{1,30}\+1")
_ATTRIBUTES_READ = frozenset("title label value current-value alt string-value-if-true string-value-if-false".split())
_REFERENCES = (":name", ":ref-name", ":reference-name", ":end-cell-address")
_REFERRED = frozenset(
    "bookmark bookmark-start bookmark-end bookmark-ref reference-mark reference-mark-start reference-mark-end reference-ref section "
    "table table-of-content illustration-index table-index object-index user-index alphabetical-index bibliography".split()
)
# Names of styles that every office program has; automatic ones are a letter or two with a number.
_STYLES = frozenset(
    "Standard Heading Text_20_body List Caption Index Header Footer Header_20_left Footer_20_left Header_20_and_20_Footer Title Subtitle "
    "Table_20_Contents Table_20_Heading Frame_20_contents Frame Graphics OLE Footnote Endnote Footnote_20_Symbol Endnote_20_Symbol "
    "Footnote_20_anchor Endnote_20_anchor Internet_20_link Visited_20_Internet_20_Link Emphasis Strong_20_Emphasis Quotations "
    "Page_20_Number Bullet_20_Symbols Numbering_20_Symbols Preformatted_20_Text Horizontal_20_Line Index_20_Link Default_20_Style "
    "Default_20_Paragraph_20_Font Table Illustration Drawing Text Sender Addressee Signature Salutation Landscape First_20_Page "
    "Left_20_Page Right_20_Page Envelope HTML Outline No_20_List Marginalia Labels Formula Comment Text_20_body_20_indent".split()
)
_AUTOMATIC = re.compile(
    r"[A-Za-z]{1,12}[0-9]{1,6}(?:\.[A-Z0-9.]{1,8})?|(?:Heading|Contents|List|Numbering|Index)_20_[0-9]{1,2}(?:_20_[A-Za-z]{1,8})?"
)
_STYLE_NAMES = re.compile(r"(?:.*-)?style-name|class-names|master-page-name|.*page-layout-name|parent-style-name|default-style")
_LOOK = re.compile(
    r".*(?:style-name|-family|font-name|family-generic|page-name|layout-name|class-names|transform|path|points|viewBox|style)"
)
_DRAWN = frozenset("marker gradient hatch stroke-dash fill-image opacity layer".split())  # they are drawn with, and found by name
_NAMING = frozenset("name language country script font-name font-family font-family-asian font-family-complex ref-name reference-name".split())
_LOOK_SPACES = ("style:", "fo:", "svg:", "number:", "config:")
_PLAIN_LINK = re.compile(r"https?://[^\s@?#]{1,500}")
_WORDS = re.compile(r"[^\W\d_]{2,}[\s,;.]+[^\W\d_]{2,}")


def is_look(name: str, value: str) -> bool:
    """Whether an attribute says how something looks, in the format's own words."""
    return is_code(value) or _LOOK.fullmatch(name) is not None


def is_name(element: str, attribute: str, value: str) -> bool:
    """Whether a value calls something by a name, and is neither read by the engine nor a word of the format's own."""
    if attribute in _ATTRIBUTES_READ or attribute == "href" or element.startswith("config-item"):
        return False
    return attribute in _NAMING or _STYLE_NAMES.fullmatch(attribute) is not None or not is_code(value)


@dataclass(slots=True)
class OdfReader(PartReader):
    """Reads one part of an OpenDocument text; `pictures` and `objects` are the hrefs that stay, with what they become."""

    pictures: Mapping[str, str] = field(default_factory=dict)
    objects: frozenset[str] = frozenset()
    links: dict[int, int] = field(default_factory=dict)  # where the targets that the engine reads begin and end

    def read(self) -> OdfReader:
        """Go through the part once."""
        self.go_through()
        return self

    def _is_removed(self, name: str, token: Token) -> bool:
        if name in _REMOVED:
            self.removed[_REMOVED[name]] += 1
            return True
        if name in ("object", "image") and token.name.startswith("draw:"):
            return self._leads_nowhere(name, token)
        if name == "config-item":
            said = {local(a.name): a.value for a in attributes(self.text, token)}
            return said.get("type") in ("string", "base64Binary", "datetime") or said.get("name", "").lower().startswith("rsid")
        return name in _REMOVED_SILENTLY and not (name == "meta" and token.name.startswith("text:"))

    def _leads_nowhere(self, name: str, token: Token) -> bool:
        href = next((a.value for a in attributes(self.text, token) if local(a.name) == "href"), "").removeprefix("./")
        if name == "object":
            self.removed["embedded objects removed"] += href not in self.objects
            return href not in self.objects
        return "ObjectReplacements" in href

    def _is_field(self, name: str, token: Token) -> bool:
        if not token.name.startswith("text:") or name in _FIELDS_KEPT:
            return False
        return name in _FIELDS or name.startswith("sender-")

    def _start(self, name: str, token: Token) -> None:
        if self._is_field(name, token):
            self._cut(token.start, token.end)
            self.removed["fields turned into plain text"] += 1
            return
        stream = self._boxes[-1]
        if token.kind == "start" and (token.name.startswith("draw:") and name != "a" or name in ("note-body", "ruby-text")):
            self._boxes.append(self._stream())
        elif name == "tab":
            stream.add(Thread("\t"))
        elif name == "line-break":
            stream.add(Thread("\n"))
        elif name == "s":
            stream.add(Thread(" "))
        elif name in _TABLES and token.name.startswith("table:"):
            self._table(name, token)
        self._attributes(name, token)

    def _table(self, name: str, token: Token) -> None:
        if name == "table":
            self._tables.begin()
        elif name == "table-row":
            self._tables.row()
            if self._parent() == "table-header-rows":
                self._tables.head()
        else:
            said = next((a.value for a in attributes(self.text, token) if local(a.name) == "number-columns-repeated"), "1")
            columns = int(said) if said.isdecimal() and len(said) < 4 else 1
            if name == "table-cell":
                self._tables.cell(self._boxes[-1], columns)
            else:
                self._tables.skip(columns)

    def _end(self, name: str, token: Token, opened: Token) -> None:
        stream = self._boxes[-1]
        if self._is_field(name, token):
            self._cut(token.start, token.end)
        elif opened.kind == "start" and (token.name.startswith("draw:") and name != "a" or name in ("note-body", "ruby-text")):
            self._boxes.pop()
        elif name in ("p", "h"):
            stream.gap = "\n\n" if stream.gap.startswith("\n") else "\n"
        elif name == "table-cell":
            self._tables.end_cell()
            stream.gap = "\t"
        elif token.name == "table:table":
            self._tables.end()
        elif name in ("table-row", "list-item"):
            stream.gap = "\n"

    def _words(self, token: Token) -> None:
        thread = self._thread(token)
        if any(local(opened.name) in ("p", "h") for opened in self._open):
            if thread.text.strip() or thread.text and self._boxes[-1].threads:
                self._boxes[-1].add(thread)
        elif thread.text.strip() and not (self._open and self._open[-1].name.startswith(("number:", "config:"))):
            stream: Stream = self._stream()
            stream.add(thread)

    def _attributes(self, name: str, token: Token) -> None:
        for attribute in attributes(self.text, token):
            if attribute.name.startswith("xmlns"):
                continue
            plain = local(attribute.name)
            if plain == "href":
                self._href(attribute)
            elif self._is_gone(plain, attribute):
                self._cut_attribute(attribute)
            elif name in _REFERRED and attribute.name.endswith(_REFERENCES):
                self._rename(attribute, self.names.bookmark(attribute.value))
            elif attribute.name == "draw:name" and name not in _DRAWN:
                self.patches.append(Patch(attribute.start, attribute.end, "object"))
            elif self._is_style_name(name, attribute):
                words = attribute.value.split(" ") if plain == "class-names" else [attribute.value]
                self._rename(attribute, " ".join(map(self._style, words)))
            elif plain == "display-name":
                self._cut_attribute(attribute)
            elif self._is_read(plain, attribute):
                self._read_attribute(attribute)

    def _is_gone(self, plain: str, attribute: Attribute) -> bool:
        if plain in _ATTRIBUTES_REMOVED or attribute.name in _ATTRIBUTES_REMOVED_BY_WHOLE_NAME:
            return True
        if plain == "formula":
            return not _COUNTER.fullmatch(attribute.value)
        return plain == "value-type" and attribute.value in ("date", "time")

    def _is_read(self, plain: str, attribute: Attribute) -> bool:
        if not attribute.value.strip() or is_code(attribute.value) or attribute.name.startswith(_LOOK_SPACES):
            return False
        return plain in _ATTRIBUTES_READ or (not is_look(plain, attribute.value) and _WORDS.search(attribute.value) is not None)

    def _is_style_name(self, name: str, attribute: Attribute) -> bool:
        if attribute.name == "style:name":
            return name != "font-face"
        return _STYLE_NAMES.fullmatch(local(attribute.name)) is not None and local(attribute.name) != "font-style-name"

    def _style(self, name: str) -> str:
        return name if not name or name in _STYLES or _AUTOMATIC.fullmatch(name) else self.names.style(name)

    def _href(self, attribute: Attribute) -> None:
        target = attribute.value.removeprefix("./")
        if target.startswith("#"):
            inner, mark, kind = target[1:].partition("|")
            self._rename(attribute, f"#{self.names.bookmark(unquote(inner))}{mark}{kind}")
        elif target in self.pictures:
            self._rename(attribute, self.pictures[target])
        elif target in self.objects:
            return
        elif _PLAIN_LINK.fullmatch(unquote(target)):
            # As a whole it stays or goes: half a link leads nowhere anyhow.
            plain = unquote(target)
            self._stream().add(Thread(plain, self.part, attribute.start, [attribute.start] * (len(plain) + 1), "link"))
            self.links[attribute.start] = attribute.end
        else:
            self.patches.append(Patch(attribute.start, attribute.end, escaped(NOWHERE)))
            self.removed["links that led somewhere that may identify somebody lead nowhere now"] += 1
