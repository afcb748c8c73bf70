"""What the engine reads of a page, and what is taken out of it whatever it says: scripts, comments, addresses of elsewhere."""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import unquote

from velado.formats import UnreadableError
from velado.formats._markup import HtmlAttribute, HtmlToken, Tokeniser, html_attributes, html_escaped, html_unescaped
from velado.formats._naming import Naming
from velado.formats._part_reader import Names
from velado.formats._pictures import BLANK
from velado.formats._tables import Tables
from velado.formats._weave import Change, Stream, Thread, flowing, patched
from velado.formats._xml import Patch, is_code

__all__ = ["HtmlPicture", "HtmlReader", "html_patches", "page_gathered", "picture_address", "renamed_html"]

_REMOVED = {
    "script": "scripts removed",
    "object": "embedded objects removed",
    "applet": "embedded objects removed",
    "iframe": "embedded pages removed",
    "audio": "embedded objects removed",
    "video": "embedded objects removed",
    "canvas": "embedded objects removed",
    "xml": "hidden data of the word processor removed",
}
_BLOCKS = frozenset(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header "
    "hr html li main nav ol option p pre section select summary table tbody tfoot thead title tr ul caption legend textarea button dialog dir "
    "hgroup menu noframes noscript optgroup plaintext search template text xmp".split()
)
_CELLS = frozenset({"td", "th"})
_ROWS = frozenset("tr tbody thead tfoot table caption html body".split())  # they end a row wherever they stand
# Tags of other names are taken away, because a forgotten "&lt;" makes one of any name or address.
_KNOWN = _BLOCKS | _CELLS | frozenset(
    "a abbr acronym b basefont bdi bdo big br cite code col colgroup data datalist del dfn dir em font frameset i img input ins kbd label "
    "map mark marquee menu meta meter nobr noframes noscript optgroup output picture plaintext progress q rp rt ruby s samp "
    "small span strike strong style sub sup template time tt u var wbr xmp svg g path rect circle ellipse line polyline polygon text "
    "tspan defs use math mi mn mo mrow mfrac msup msub mtext hgroup search dialog".split()
)
_PLAIN_LINK = re.compile(r"https?://[^\s@?#]{1,500}")
# What an attribute of these names says is about the look, or a word of the language's own.
_LOOK = frozenset(
    "class style width height colspan rowspan align valign border cellpadding cellspacing bgcolor color face size dir lang xml:lang type rel "
    "target nowrap start disabled checked selected readonly rows cols charset http-equiv scope span role tabindex hspace vspace clear "
    "viewbox d points fill stroke transform x y x1 x2 y1 y2 cx cy r rx ry version media method enctype maxlength wrap rules frame xmlns "
    "bordercolor text vlink alink leftmargin topmargin marginwidth marginheight noshade compact reversed multiple autocomplete "
    "stroke-width font-size font-family font-weight text-anchor opacity hidden open".split()
)
_FLAGS = frozenset("nowrap disabled checked selected readonly noshade compact reversed multiple hidden open".split())  # they say yes by being there
_FREE = frozenset("class style face font-family media transform d points viewbox".split())
_NO_MEASURE = re.compile(r"[^\W\d_]{2,}\s+[^\W\d_]{2,}|[0-9]{7}")
_LONG_NUMBER = re.compile(r"[0-9]{7}")
_READ = frozenset("alt title placeholder label value summary abbr aria-label aria-description content".split())
_NAMED = frozenset("id name for headers list form aria-labelledby aria-describedby aria-controls".split())
_META = re.compile(r"(?:text/html|application/xhtml\+xml|charset|width|initial|device|scale|user|ie)[\w\s=/;,.:+-]{0,120}", re.IGNORECASE)
_DATA = re.compile(r"data:image/(png|jpeg|jpg|tiff)(?:;[^,;]{1,60}){0,4};base64,", re.IGNORECASE)
_STYLE_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_OUTSIDE = re.compile(r"url\s*\(|@import|expression\s*\(|\bcontent\s*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HtmlPicture:
    """A picture that the page itself carries."""

    start: int
    end: int
    suffix: str
    data: bytes = field(repr=False)


def picture_address(data: bytes = BLANK, suffix: str = ".png") -> str:
    """A picture as the address that holds it."""
    kind = {".jpg": "jpeg", ".tif": "tiff"}.get(suffix, suffix[1:])
    return f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"


@dataclass(slots=True)
class HtmlReader:
    """Reads one page: `streams` is what the engine gets, `patches` what changes in any case."""

    part: str
    text: str = field(repr=False)
    names: Names = field(default_factory=Names)
    streams: list[Stream] = field(default_factory=list, repr=False)
    patches: list[Patch] = field(default_factory=list, repr=False)
    pictures: list[HtmlPicture] = field(default_factory=list)
    links: dict[int, int] = field(default_factory=dict)  # where the targets that the engine reads begin and end
    removed: Counter[str] = field(default_factory=Counter)
    blanked: int = 0
    _kept_as_is: int = 0  # inside how many elements the blanks count
    _term: bool = False  # whether the last block that began is a term, whose meaning may follow
    _tables: Tables = field(default_factory=Tables, repr=False)

    def read(self) -> HtmlReader:
        """Go through the page once."""
        main = Stream()
        self.streams.append(main)
        found = list(Tokeniser(self.text).tokens())
        ends = _matching_ends(found)
        position = 0
        while position < len(found):
            token = found[position]
            if token.kind == "start" and token.name in _REMOVED:
                inner = position + 1 < len(found) and found[position + 1].kind == "raw"
                last = ends.get(position, position + inner)  # one that does not end goes with what is certainly its own
                self._cut(token.start, found[last].end)
                self.removed[_REMOVED[token.name]] += 1
                position = last + 1
                continue
            if token.kind == "start":
                self._start(token, main)
            elif token.kind == "end":
                self._end(token, main)
            elif token.kind == "text":
                self._words(token, main)
            elif token.kind == "raw" and token.name == "style":
                self._style(token)
            elif token.kind == "raw":
                main.add(Thread(self.text[token.start : token.end], self.part, token.start))
            elif not self.text.startswith("<?xml ", token.start) and self.text[token.start : token.start + 9].lower() != "<!doctype":
                self._cut(token.start, token.end)
                self.removed["comments removed"] += self.text.startswith("<!--", token.start)
            position += 1
        self._tables.tell(self.streams)
        return self

    def _cut(self, start: int, end: int) -> None:
        self.patches.append(Patch(start, end, ""))

    def _start(self, token: HtmlToken, main: Stream) -> None:
        if token.name not in _KNOWN or not self.text.endswith(">", token.start, token.end):
            self._cut(token.start, token.end)
            return
        if token.name == "meta" and not self._is_meta_kept(token):
            self._cut(token.start, token.end)
            self.removed["descriptions of the page removed"] += 1
            return
        found = html_attributes(self.text, token)
        if token.name == "br":
            main.add(Thread("\n"))
        elif token.name in _CELLS:
            self._cell(token.name, found, main)
        elif token.name in _BLOCKS and (main.gap != "\t" or token.name in _ROWS):  # what a cell begins with begins no line
            main.gap = "\t" if token.name == "dd" and self._term else "\n"
            self._term = token.name == "dt"
        if token.name == "table":
            self._tables.begin()
        elif token.name == "tr":
            self._tables.row()
        self._kept_as_is += token.name in ("pre", "textarea")
        last = token.start + 1 + len(token.name)
        for attribute in found:
            self._attribute(token.name, attribute)
            last = attribute.last
        self._tidy(last, token.end)

    def _cell(self, name: str, found: list[HtmlAttribute], main: Stream) -> None:
        """A cell begins, and the one before it ends, whether its end tag was written or not."""
        reach = {a.name: int(said) for a in found if (said := self.text[a.start : a.end].strip()).isdecimal() and len(said) < 4}
        main.gap = "\n" if self._tables.is_first() else "\t"
        self._tables.cell(main, reach.get("colspan", 1), reach.get("rowspan", 1))
        self._tables.head(name == "th")

    def _tidy(self, start: int, end: int) -> None:
        """Nothing stands between the last that belongs into a tag and its end."""
        end -= 2 if self.text.endswith("/>", start, end) else 1
        if self.text[start:end].strip():
            self._cut(start, end)

    def _end(self, token: HtmlToken, main: Stream) -> None:
        if token.name not in _KNOWN or not self.text.endswith(">", token.start, token.end):
            self._cut(token.start, token.end)
            return
        self._tidy(token.start + 2 + len(token.name), token.end)
        if token.name in _CELLS:
            self._tables.end_cell()
            main.gap = "\t"
        elif token.name in _BLOCKS:
            main.gap = "\n"
        if token.name == "table":
            self._tables.end()
        if token.name in ("pre", "textarea"):
            self._kept_as_is = max(0, self._kept_as_is - 1)

    def _words(self, token: HtmlToken, main: Stream) -> None:
        said, offsets = html_unescaped(self.text[token.start : token.end], token.start)
        places: Sequence[int] | None = offsets
        if not self._kept_as_is:
            said, places = flowing(said, token.start, offsets)
            if not said.strip(" ") and (main.gap or not main.threads):
                return  # the line breaks between the tags of a table
        main.add(Thread(said, self.part, token.start, places))

    def _style(self, token: HtmlToken) -> None:
        """The look of the page, without what was noted down in it and what it would fetch."""
        raw = self.text[token.start : token.end]
        if _OUTSIDE.search(raw):
            self._cut(token.start, token.end)
            self.removed["styles that fetch or say something removed"] += 1
        else:
            for match in _STYLE_COMMENT.finditer(raw):
                if match[0].startswith("/*"):
                    self._cut(token.start + match.start(), token.start + match.end())

    def _is_meta_kept(self, token: HtmlToken) -> bool:
        said = {a.name: self.text[a.start : a.end].lower() for a in html_attributes(self.text, token)}
        if not said.keys() <= {"charset", "http-equiv", "name", "content", "/"} or not _META.fullmatch(said.get("content", "charset")):
            return False
        return "charset" in said or said.get("http-equiv") in ("content-type", "x-ua-compatible") or said.get("name") == "viewport"

    def _attribute(self, name: str, attribute: HtmlAttribute) -> None:
        value, offsets = html_unescaped(self.text[attribute.start : attribute.end], attribute.start)
        if attribute.name == "href" and name == "a":
            self._link(attribute, value)
        elif attribute.name == "src" and name in ("img", "input"):
            self._picture(attribute, value)
        elif attribute.name in _LOOK or attribute.name.startswith("xmlns:") or name == "meta":
            if attribute.name in _FLAGS and value.lower() not in ("", "true", attribute.name):
                self._rewrite(attribute, attribute.name)
            elif _OUTSIDE.search(value) or "/*" in value or _says_something(name, attribute.name, value):
                self._without(attribute)
        elif attribute.name in _NAMED:
            if not is_code(value):
                self._rewrite(attribute, self.names.bookmark(value))
        elif attribute.name in _READ and value.strip():
            self._read(attribute, value, offsets)
        elif value or attribute.name not in _READ:
            self._without(attribute)

    def _read(self, attribute: HtmlAttribute, value: str, offsets: list[int] | None) -> None:
        if not attribute.quoted:
            if '"' in value:
                self._without(attribute)
                return
            self.patches += (Patch(attribute.start, attribute.start, '"'), Patch(attribute.end, attribute.end, '"'))
        self.streams.append(Stream([Thread(value, self.part, attribute.start, offsets, "attribute")]))

    def _without(self, attribute: HtmlAttribute) -> None:
        before = attribute.whole - self.text[attribute.whole - 1].isspace()
        self._cut(before, attribute.last)

    def _rewrite(self, attribute: HtmlAttribute, value: str) -> None:
        said = html_escaped(value)
        self.patches.append(Patch(attribute.start, attribute.end, said if attribute.quoted else f'"{said}"'))

    def _link(self, attribute: HtmlAttribute, value: str) -> None:
        target = value.strip()
        if target.startswith("#"):
            if len(target) > 1 and not is_code(target[1:]):
                self._rewrite(attribute, f"#{self.names.bookmark(unquote(target[1:]))}")
        elif attribute.quoted and _PLAIN_LINK.fullmatch(unquote(target)):
            plain = unquote(target)
            self.streams.append(Stream([Thread(plain, self.part, attribute.start, [attribute.start] * (len(plain) + 1), "link")]))
            self.links[attribute.start] = attribute.end
        else:
            self._rewrite(attribute, "#")
            self.removed["links that led somewhere that may identify somebody lead nowhere now"] += 1

    def _picture(self, attribute: HtmlAttribute, value: str) -> None:
        match = _DATA.match(value)
        if match and attribute.quoted and len(value) == attribute.end - attribute.start:
            try:
                data = base64.b64decode("".join(unquote(value[match.end() :]).split()), validate=True)
            except (binascii.Error, ValueError):
                data = b""
            suffix = {"jpeg": ".jpg", "tiff": ".tif"}.get(match[1].lower(), f".{match[1].lower()}")
            self.pictures.append(HtmlPicture(attribute.start, attribute.end, suffix, data))
        else:
            self._rewrite(attribute, picture_address())
            self.blanked += 1


def _says_something(element: str, name: str, value: str) -> bool:
    """Whether an attribute about the look holds more than a measure or a word of the language."""
    if name == "class":
        return bool(_LONG_NUMBER.search(value))
    return element != "meta" and name not in _FREE and not name.startswith("xmlns") and bool(_NO_MEASURE.search(value))


def _matching_ends(found: list[HtmlToken]) -> dict[int, int]:
    """For the elements that are removed: which end tag belongs to which start tag. One without an end is removed alone."""
    ends: dict[int, int] = {}
    waiting: dict[str, list[int]] = {}
    for position, token in enumerate(found):
        if token.name in _REMOVED:
            if token.kind == "start":
                waiting.setdefault(token.name, []).append(position)
            elif token.kind == "end" and waiting.get(token.name):
                ends[waiting[token.name].pop()] = position
    return ends


def html_patches(changes: Iterable[Change], links: dict[int, int]) -> set[Patch]:
    """What the engine replaced, as it is written into the page; a link that says something leads nowhere afterwards."""
    patches = set()
    for change in changes:
        if change.kind == "link":
            patches.add(Patch(change.start, links[change.start], "#"))
        else:
            patches.add(Patch(change.start, change.end, html_escaped(change.text)))
    return patches


def renamed_html(page: str, naming: Naming) -> str:
    """A page without people in what its classes, fonts, anchors and languages are called; what the engine reads stays."""
    if not naming:
        return page
    patches: list[tuple[int, int, str]] = []
    for token in Tokeniser(page).tokens():
        if token.kind == "start":
            stretches = [(a.start, a.end) for a in html_attributes(page, token) if not _is_for_the_engine(page, a)]
        elif token.kind == "other" or (token.kind == "raw" and token.name == "style"):
            stretches = [(token.start, token.end)]
        else:
            continue
        for start, end in stretches:
            if (new := naming.of(page[start:end])) != page[start:end]:
                patches.append((start, end, new))
    return patched(page, patches)


def _is_for_the_engine(page: str, attribute: HtmlAttribute) -> bool:
    """Whether an attribute is read, or leads elsewhere."""
    return attribute.name in _READ or (attribute.name in ("src", "href") and not page.startswith("#", attribute.start))


class _Gatherer(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.values: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._gap(tag)
        for name, value in attrs:
            if value and name not in _LOOK and not is_code(value) and not value.startswith("data:image/"):
                self.values += (value, unquote(value))

    def handle_endtag(self, tag: str) -> None:
        self._gap(tag)

    def _gap(self, tag: str) -> None:
        if tag == "br" or tag in _BLOCKS or tag in _CELLS:
            self.text.append("\n")

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        self.values.append(data)

    def handle_decl(self, decl: str) -> None:
        self.values.append(decl)

    def handle_pi(self, data: str) -> None:
        self.values.append(data)

    def unknown_decl(self, data: str) -> None:
        self.values.append(data)


def page_gathered(page: str) -> tuple[str, list[str]]:
    """What another parser than the patching one finds in a page: its text, and the values of its attributes."""
    found = _Gatherer()
    try:
        found.feed(page)
        found.close()
    except AssertionError:  # the parser's own word for declarations that are none
        raise UnreadableError("the page is too broken to be checked") from None
    return "".join(found.text), found.values
