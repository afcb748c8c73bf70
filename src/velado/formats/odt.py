"""OpenDocument texts: the text is replaced inside the XML parts, everything else of the look stays as it was."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Limits, Options, UnreadableError, suffix_of
from velado.formats._inner import Inside, inside, outside
from velado.formats._naming import Naming, naming_of, renamed_xml
from velado.formats._odf import NOWHERE, OdfReader, is_look, is_name
from velado.formats._part_reader import Names
from velado.formats._pictures import BLANK, picture_documents, picture_written, told
from velado.formats._traces import FOUND, traces_of
from velado.formats._weave import OTHER_WORDS, Weave, woven
from velado.formats._xml import Patch, attributes, escaped, gathered, local, patched, read_xml, tokens
from velado.formats._zip import OWN, Archive, open_archive, write_archive
from velado.formats.source import Source

__all__ = ["FORMAT"]

_MIME = "application/vnd.oasis.opendocument.text"
_SUBDOCUMENTS = ("application/vnd.oasis.opendocument.chart", "application/vnd.oasis.opendocument.formula")
_OBJECT = re.compile(r"(Object [0-9]{1,6})/")
_BLANK_NAME = "Pictures/blank.png"
_GONE = {
    "meta.xml": "document properties",
    "Thumbnails/": "picture of the first page",
    "Basic/": "macros",
    "Scripts/": "macros",
    "META-INF/documentsignatures": "signatures",
    "Fonts/": "embedded fonts",
    "Versions/": "earlier versions",
}


@dataclass(frozen=True, slots=True)
class _Plan:
    """What writing needs: the text and its way back, what changes in any case, what the parts are."""

    weave: Weave = field(repr=False)
    patches: Mapping[str, list[Patch]] = field(repr=False)
    types: Mapping[str, str] = field(repr=False)  # of the parts that are kept, "/" for the whole
    removed: Mapping[str, int]
    pictures: Mapping[str, str] = field(repr=False)  # each with the name that it gets; the blank one's when it cannot be read
    links: Mapping[tuple[str, int], int] = field(repr=False)  # where the targets that were read begin and end


def _manifest(archive: Archive, limits: Limits) -> dict[str, str]:
    """The kind of every part. Raises UnreadableError for what is encrypted or no text document."""
    name = "META-INF/manifest.xml"
    data = archive.read(name) if name in archive else b"<a/>"
    # Old programs name a document type here, which is refused; the list is not needed then.
    text = "" if b"<!DOCTYPE" in data else read_xml(data, limits).text
    kinds: dict[str, str] = {}
    for token in tokens(text):
        if token.kind in ("start", "empty") and local(token.name) == "encryption-data":
            raise UnreadableError("the document is protected with a password; save it again without one")
        if token.kind in ("start", "empty") and local(token.name) == "file-entry":
            said = {local(attribute.name): attribute.value for attribute in attributes(text, token)}
            kinds[said.get("full-path", "")] = said.get("media-type", "")
    kinds["/"] = archive.read("mimetype").decode("ascii", "replace").strip() if "mimetype" in archive else kinds.get("/", "")
    if not kinds["/"].startswith(_MIME):
        raise UnreadableError("the file is an archive, but no OpenDocument text")
    if "content.xml" not in archive:
        raise UnreadableError("the file lacks its main part: it is damaged")
    return kinds


def _plan(archive: Archive, readable: Mapping[str, str], limits: Limits) -> _Plan:
    kinds = _manifest(archive, limits)
    names = archive.names()
    objects = frozenset(folder.rstrip("/") for folder, kind in kinds.items() if folder.endswith("/") and kind in _SUBDOCUMENTS)
    parts = [name for name in ("styles.xml", "content.xml", "settings.xml") if name in archive]
    for name in names:
        match = _OBJECT.match(name)
        if match and match[1] in objects and name.endswith(("/content.xml", "/styles.xml")):
            parts.append(name)
    pictures = {name: readable.get(name, _BLANK_NAME) for name in names if name.startswith(("Pictures/", "media/"))}
    shared, removed = Names(), Counter[str]()
    streams, patches, links = [], {}, {}
    for part in parts:
        reader = OdfReader(part, read_xml(archive.read(part), limits).text, shared, pictures=pictures, objects=objects).read()
        streams += reader.streams
        patches[part] = reader.patches
        links.update({(part, start): end for start, end in reader.links.items()})
        removed.update(reader.removed)
    types = dict.fromkeys(parts, "text/xml")
    types |= {f"{folder}/": kinds[f"{folder}/"] for folder in objects}
    return _Plan(woven(streams), patches, {"/": kinds["/"], **types}, removed, pictures, links)


@dataclass(frozen=True)
class Odt:
    """One file, one note; its pictures are notes of their own where they can be read."""

    name: str = "odt"
    suffixes: tuple[str, ...] = (".odt", ".ott")
    description: str = "OpenDocument texts and templates (LibreOffice): text, tables, headers, footnotes, text boxes"
    extra: str = ""
    proves: str = "all text of the body, tables, headers, notes and boxes, letter by letter; no replaced string in any part"

    def missing(self) -> str:
        """Nothing."""
        return ""

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """The document's text with everything that is written anywhere in it, then its pictures."""
        with open_archive(source, options.limits) as archive:
            found: list[Document] = []
            readable: dict[str, str] = {}
            for name in archive.names():
                if name.startswith(("Pictures/", "media/")):
                    documents = picture_documents(name, archive.read(name), options)
                    if documents is not None:
                        found += inside(len(readable), documents)
                        readable[name] = f"Pictures/image{len(readable) + 1}{suffix_of(Path(name))}"
            plan = _plan(archive, readable, options.limits)
        yield Document(plan.weave.text, source.stem, place=plan)
        yield from found

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The archive with the results in its parts."""
        pairs = list(handled)
        (document, result), pictures = pairs[0], outside(pairs[1:])
        if result.text is None:
            return ()
        plan: _Plan = document.place
        patches = {part: set(rows) for part, rows in plan.patches.items()}
        for change in plan.weave.changes(result.replacements):
            if change.kind == "link":
                patches[change.part].add(Patch(change.start, plan.links[change.part, change.start], NOWHERE))
            else:
                said = change.text.replace("]]>", "]] >") if change.kind == "cdata" else escaped(change.text)
                patches[change.part].add(Patch(change.start, change.end, said))
        with open_archive(source, options.limits) as archive:
            written = _pictures(archive, plan, pictures, options)
            write_archive(path, _parts(archive, plan, patches, written, naming_of(pairs), options.limits), archive)
            gone = {what for beginning, what in _GONE.items() if any(name.startswith(beginning) for name in archive.names())}
        notes = [f"{what}: {count}" for what, count in plan.removed.items() if count]
        read = sum(data != BLANK for data in written.values())
        return [*notes, *(f"{what} removed" for what in sorted(gone)), *told(read, len(plan.pictures) - read)]

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """Every part of the written file, read by another parser, and every name."""
        main = [(document, result) for document, result in handled if not isinstance(document.place, Inside)]
        traces = traces_of(main)
        texts: list[str] = []
        with open_archive(path, OWN) as archive:
            hidden = list(archive.names())
            for name in archive.names():
                if name.endswith(".xml"):
                    found = gathered(archive.read(name), OWN, ("p", "h", "table-cell", "title", "desc"))
                    texts += [*found.text, "\n"]
                    hidden += [value for element, key, value in found.attributes if not _is_known(element, key, value)]
                elif name != "mimetype" and not name.startswith("Pictures/"):  # pictures are verified by their own format, or blank
                    return ["the file holds a part that does not belong there"]
            said = _plan(archive, {}, OWN).weave.visible()
        if any(said != document.place.weave.visible(result.replacements) for document, result in main):
            return [OTHER_WORDS]
        return [FOUND] if traces.in_text("".join(texts)) or traces.in_hidden(*hidden) else []


def _is_known(element: str, key: str, value: str) -> bool:
    """Words of the format's own: a patient may be called like a font, a script or a style."""
    return element == "font-face" or key in ("name", "script", "language") and element in ("style", "config-item") or is_look(key, value)


def _pictures(archive: Archive, plan: _Plan, handled: Mapping[int, Sequence[Handled]], options: Options) -> dict[str, bytes]:
    """The pictures by their new names; one that cannot be handled after all is blank."""
    written: dict[str, bytes] = {}
    read = [(name, new) for name, new in plan.pictures.items() if new != _BLANK_NAME]
    for number, (name, new) in enumerate(read):
        written[new] = picture_written(name, archive.read(name), handled.get(number, ()), options) or BLANK
    if len(read) < len(plan.pictures):
        written[_BLANK_NAME] = BLANK
    return written


def _parts(
    archive: Archive, plan: _Plan, patches: Mapping[str, Iterable[Patch]], pictures: Mapping[str, bytes], naming: Naming, limits: Limits
) -> Iterator[tuple[str, bytes]]:
    yield "mimetype", plan.types["/"].encode("ascii")
    for part, rows in patches.items():
        xml = read_xml(archive.read(part), limits)
        yield part, xml.encode(renamed_xml(patched(xml.text, rows), naming, is_name))
    yield from pictures.items()
    space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    kinds = {**plan.types, **dict.fromkeys(pictures, "")}
    entries = [f'<m:file-entry m:full-path="{escaped(name)}" m:media-type="{escaped(kind)}"/>' for name, kind in kinds.items()]
    yield "META-INF/manifest.xml", f'<m:manifest xmlns:m="{space}" m:version="1.2">{"".join(entries)}</m:manifest>'.encode()


FORMAT = Odt()
