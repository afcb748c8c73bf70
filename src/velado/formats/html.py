"""HTML pages: the text is replaced between the tags, scripts and everything that reaches elsewhere is taken out."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options, UnreadableError
from velado.formats._encoding import Encoded, decode
from velado.formats._html import HtmlReader, html_patches, page_gathered, picture_address, renamed_html
from velado.formats._inner import Inside, inside, outside
from velado.formats._naming import naming_of
from velado.formats._pictures import picture_documents, picture_written, told
from velado.formats._traces import FOUND, traces_of
from velado.formats._weave import OTHER_WORDS, Weave, woven
from velado.formats._xml import Patch, patched
from velado.formats.source import Source

__all__ = ["FORMAT"]

_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]{1,40})""", re.IGNORECASE)
_TAG = re.compile(r"<(?:!doctype|[a-z][a-z0-9:]{0,20}[\s/>]|[a-z][a-z0-9:]{0,20}>|!--|\?xml)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What writing needs: the page, its text and the way back."""

    encoded: Encoded
    weave: Weave = field(repr=False)
    reader: HtmlReader = field(repr=False)
    read: tuple[int, ...]  # the numbers of the pictures that could be read


def _decoded(data: bytes) -> Encoded:
    """The page as its own words say it is written; else as its bytes look."""
    declared = _CHARSET.search(data[:2048])
    if declared and not data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        name = declared[1].decode("ascii")
        # Browsers read Latin-1 as the Windows page.
        name = "cp1252" if name.lower() in ("iso-8859-1", "latin1", "latin-1", "us-ascii", "ascii") else name
        try:
            codec = codecs.lookup(name).name
            if not codec.startswith(("utf-16", "utf-32", "utf-7")):
                return Encoded(data.decode(codec), codec)
        except (LookupError, UnicodeDecodeError, ValueError):
            pass  # it lies; the bytes are looked at
    return decode(data)


@dataclass(frozen=True)
class Html:
    """One page, one note; pictures that it carries are notes of their own where they can be read."""

    name: str = "html"
    suffixes: tuple[str, ...] = (".html", ".htm", ".xhtml")
    description: str = "web pages; scripts, comments and links to elsewhere are removed"
    extra: str = ""
    proves: str = "all text that a browser shows, letter by letter; no replaced string in attributes or comments"

    def missing(self) -> str:
        """Nothing."""
        return ""

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """The page's text with everything that its attributes say, then its pictures."""
        encoded = _decoded(source.read_bytes(options.limits.part_bytes))
        if encoded.text.strip() and not _TAG.search(encoded.text):
            raise UnreadableError("the file is not what its name says: there is no tag in it")
        reader = HtmlReader("", encoded.text).read()
        found: list[Document] = []
        read: list[int] = []
        for number, picture in enumerate(reader.pictures):
            documents = picture_documents(f"a{picture.suffix}", picture.data, options)
            if documents is not None:
                found += inside(number, documents)
                read.append(number)
        plan = _Plan(encoded, woven(reader.streams), reader, tuple(read))
        yield Document(plan.weave.text, source.stem, place=plan)
        yield from found

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The page with the results in it."""
        pairs = list(handled)
        (document, result), pictures = pairs[0], outside(pairs[1:])
        if result.text is None:
            return ()
        plan: _Plan = document.place
        reader = plan.reader
        patches = {*reader.patches, *html_patches(plan.weave.changes(result.replacements), reader.links)}
        seen = 0
        for number, picture in enumerate(reader.pictures):
            data = None
            if number in plan.read:
                data = picture_written(f"a{picture.suffix}", picture.data, pictures.get(number, ()), options)
            seen += data is not None
            patches.add(Patch(picture.start, picture.end, picture_address(data, picture.suffix) if data else picture_address()))
        page = renamed_html(patched(plan.encoded.text, patches), naming_of(pairs))
        path.write_bytes(plan.encoded.mark + page.encode(plan.encoded.encoding, "xmlcharrefreplace"))
        notes = [f"{what}: {count}" for what, count in reader.removed.items() if count]
        return [*notes, *told(seen, len(reader.pictures) + reader.blanked - seen)]

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """The written page, read by another parser: its text, its attributes, its comments."""
        main = [(document, result) for document, result in handled if not isinstance(document.place, Inside)]
        page = _decoded(path.read_bytes())
        said = woven(HtmlReader("", page.text).read().streams).visible()
        if any(said != document.place.weave.visible(result.replacements) for document, result in main):
            return [OTHER_WORDS]
        text, hidden = page_gathered(page.whole())
        traces = traces_of(main)
        return [FOUND] if traces.in_text(text) or traces.in_hidden(*hidden) else []


FORMAT = Html()
