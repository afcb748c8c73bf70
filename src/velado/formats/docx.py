"""Word documents: the text is replaced inside the XML parts, everything else of the look stays as it was.

Only parts that are known to hold text or look are written again; the rest (properties, comments, custom XML,
macros, embedded files, thumbnails, signatures) is left out, with the relationships that lead to it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import unquote

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Limits, Options, UnreadableError, suffix_of
from velado.formats._inner import Inside, inside, outside
from velado.formats._naming import Naming, naming_of, renamed_xml
from velado.formats._ooxml import Package, Relationship, content_types, open_package, relationships_part, relationships_xml
from velado.formats._part_reader import Names
from velado.formats._pictures import BLANK, picture_documents, picture_written, told
from velado.formats._traces import FOUND, traces_of
from velado.formats._weave import OTHER_WORDS, Change, Stream, Thread, Weave, woven
from velado.formats._wordml import FONT_ATTRIBUTES, MEASURES, STYLE_REFERENCES, STYLES, WordReader, is_name
from velado.formats._xml import Patch, escaped, gathered, is_code, patched, read_xml
from velado.formats._zip import OWN, Archive, open_archive, write_archive
from velado.formats.source import Source

__all__ = ["FORMAT"]

# In the order the engine reads them: what stands at the head of a page tells what the rest is about.
_READ = ("header", "officeDocument", "footnotes", "endnotes", "footer", "chart", "diagramData", "diagramDrawing")
_LOOK = (
    "styles stylesWithEffects numbering settings fontTable theme webSettings diagramLayout diagramQuickStyle diagramColors chartStyle "
    "chartColorStyle themeOverride"
).split()
_PICTURE = "image"
_KNOWN = (*_READ, *_LOOK, _PICTURE)
_NOWHERE = "about:blank"
_PLAIN_LINK = re.compile(r"https?://[^\s@?#]{1,500}")
_BLANK_NAME = "word/media/blank.png"
_WORD = re.compile(r"http://(?:schemas\.openxmlformats\.org/wordprocessingml/2006/main|purl\.oclc\.org/ooxml/wordprocessingml/main)")
_GONE = {
    "docProps/": "document properties",
    "customXml/": "custom XML",
    "word/comments": "comments",
    "word/people": "list of authors",
    "word/glossary/": "building blocks",
    "word/embeddings/": "embedded files",
    "word/vba": "macros",
    "word/fonts/": "embedded fonts",
    "_xmlsignatures/": "signatures",
}


@dataclass(frozen=True, slots=True)
class _Plan:
    """What writing needs: the text and its way back, what changes in any case, and which picture is which document."""

    weave: Weave = field(repr=False)
    package: Package = field(repr=False)
    patches: Mapping[str, list[Patch]] = field(repr=False)
    removed: Mapping[str, int]
    pictures: tuple[str, ...]  # those that were read, in the order of their numbers


def _text_parts(package: Package) -> list[str]:
    order = {role: number for number, role in enumerate((*_READ, *_LOOK))}
    return sorted((part for part, role in package.roles.items() if role in order), key=lambda part: order[package.roles[part]])


def _links(package: Package) -> Iterator[tuple[str, Relationship]]:
    for part, rows in package.relationships.items():
        for row in rows:
            if row.outside and row.role == "hyperlink":
                yield f"{part}#{row.id}", row


def _plan(archive: Archive, limits: Limits) -> _Plan:
    package = open_package(archive, _KNOWN, limits)
    if "wordprocessingml" not in package.types.get(package.main, "") and "ms-word" not in package.types.get(package.main, ""):
        raise UnreadableError("the file is an Office file of another kind, whatever its name says")
    names, removed = Names(), Counter[str]()
    readers: dict[str, WordReader] = {}
    parts = _text_parts(package)
    for part in sorted(parts, key=lambda part: package.roles[part] not in STYLES):  # the others name the styles
        text = read_xml(archive.read(part), limits).text
        readers[part] = WordReader(part, text, names, role=package.roles[part], gone=package.gone(part)).read()
        removed.update(readers[part].removed)
    streams = [stream for part in parts for stream in readers[part].streams]
    patches = {part: reader.patches for part, reader in readers.items()}
    for name, row in _links(package):
        if _PLAIN_LINK.fullmatch(unquote(row.target)):
            streams.append(Stream([Thread(unquote(row.target), name, 0, None, "link")]))
    return _Plan(woven(streams), package, patches, removed, ())


@dataclass(frozen=True)
class Docx:
    """One file, one note; its pictures are notes of their own where they can be read."""

    name: str = "docx"
    suffixes: tuple[str, ...] = (".docx", ".docm", ".dotx", ".dotm")
    description: str = "Word documents and templates: text, tables, headers, footnotes, text boxes; macros are removed"
    extra: str = ""
    proves: str = "all text of the body, tables, headers, notes and boxes, letter by letter; no replaced string in any part"

    def missing(self) -> str:
        """Nothing."""
        return ""

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """The document's text with everything that is written anywhere in it, then its pictures."""
        with open_archive(source, options.limits) as archive:
            plan = _plan(archive, options.limits)
            found: list[Document] = []
            pictures: list[str] = []
            for part, role in plan.package.roles.items():
                if role == _PICTURE and (documents := picture_documents(part, archive.read(part), options)) is not None:
                    found += inside(len(pictures), documents)
                    pictures.append(part)
        yield Document(plan.weave.text, source.stem, place=replace(plan, pictures=tuple(pictures)))
        yield from found

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The package with the results in its parts."""
        pairs = list(handled)
        (document, result), pictures = pairs[0], outside(pairs[1:])
        if result.text is None:
            return ()
        plan: _Plan = document.place
        changes = list(plan.weave.changes(result.replacements))
        links = {change.part for change in changes if change.kind == "link"}
        links |= {name for name, row in _links(plan.package) if not _PLAIN_LINK.fullmatch(unquote(row.target))}
        patches = {part: list(rows) for part, rows in plan.patches.items()}
        for change in changes:
            if change.kind != "link":
                patches[change.part].append(Patch(change.start, change.end, _written(change)))
        with open_archive(source, options.limits) as archive:
            written = _pictures(archive, plan, pictures, options)
            write_archive(path, _parts(archive, plan, patches, links, written, naming_of(pairs), options.limits), archive)
            gone = [what for beginning, what in _GONE.items() if any(name.startswith(beginning) for name in archive.names())]
        notes = [f"{what}: {count}" for what, count in plan.removed.items() if count]
        notes += [f"{what} removed" for what in gone]
        notes += [f"{len(links)} links led somewhere that may identify somebody; they lead nowhere now"] if links else []
        blanked = sum(role == _PICTURE for role in plan.package.roles.values()) - len(written)
        return [*notes, *told(len(written), blanked)]

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """Every part of the written file, read by another parser, and every name."""
        main = [(document, result) for document, result in handled if not isinstance(document.place, Inside)]
        traces = traces_of(main)
        with open_archive(path, OWN) as archive:
            texts: list[str] = []
            hidden: list[str] = list(archive.names())
            for name in archive.names():
                if name.endswith((".xml", ".rels")):
                    found = gathered(archive.read(name), OWN, ("p", "v"), (*MEASURES, "v"))
                    texts += [*found.text, "\n"]
                    hidden += _values(found.attributes)
                elif "/media/" not in name:  # pictures are verified by their own format, or blank
                    return ["the file holds a part that does not belong there"]
            said = _plan(archive, OWN).weave.visible()
        if any(said != document.place.weave.visible(result.replacements) for document, result in main):
            return [OTHER_WORDS]
        return [FOUND] if traces.in_text("".join(texts)) or traces.in_hidden(*hidden) else []


def _written(change: Change) -> str:
    """A change as it stands in a part."""
    if change.kind.startswith("sign "):  # what stood there as a letter of a font becomes text
        tag = change.kind.removeprefix("sign ")
        return f'<{tag} xml:space="preserve">{escaped(change.text)}</{tag}>' if change.text else ""
    return change.text.replace("]]>", "]] >") if change.kind == "cdata" else escaped(change.text)


def _pictures(
    archive: Archive, plan: _Plan, handled: Mapping[int, Sequence[Handled]], options: Options
) -> dict[str, bytes]:
    """The pictures that stay, by the names of their parts; the others are blanked."""
    written = {}
    for number, part in enumerate(plan.pictures):
        data = picture_written(part, archive.read(part), handled.get(number, ()), options)
        if data is not None:
            written[part] = data
    return written


def _parts(
    archive: Archive,
    plan: _Plan,
    patches: Mapping[str, list[Patch]],
    links: set[str],
    pictures: Mapping[str, bytes],
    naming: Naming,
    limits: Limits,
) -> Iterator[tuple[str, bytes]]:
    package = plan.package
    # Pictures that may be called by what they show get numbers.
    renamed = {part: f"word/media/image{number}{suffix_of(Path(part))}" for number, part in enumerate(pictures, 1)}
    types = {part: package.types[part] for part, role in package.roles.items() if role != _PICTURE}
    types |= {new: package.types[old] for old, new in renamed.items()}
    blanked = any(role == _PICTURE and part not in pictures for part, role in package.roles.items())
    if blanked:
        types[_BLANK_NAME] = "image/png"
    yield "[Content_Types].xml", content_types(types)
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    yield "_rels/.rels", relationships_xml([Relationship("rId1", office, package.main, False)])
    for part, role in package.roles.items():
        if role == _PICTURE:
            continue
        xml = read_xml(archive.read(part), limits)
        text = patched(xml.text, [*patches[part], *_spaces(xml.text, patches[part])])
        yield part, xml.encode(renamed_xml(text, naming, is_name))
        rows = [_relationship(row, f"{part}#{row.id}" in links, package, renamed) for row in package.relationships[part] if package.kept(row)]
        if rows:
            yield relationships_part(part), relationships_xml(rows)
    for part, data in pictures.items():
        yield renamed[part], data
    if blanked:
        yield _BLANK_NAME, BLANK


def _relationship(row: Relationship, harmful: bool, package: Package, renamed: Mapping[str, str]) -> Relationship:
    if row.outside:
        return replace(row, target=_NOWHERE) if harmful else row
    if package.roles[row.target] == _PICTURE:
        return replace(row, target=renamed.get(row.target, _BLANK_NAME))
    return row


def _spaces(text: str, patches: Iterable[Patch]) -> set[Patch]:
    """Where a stretch of words was cut, the blanks at its new ends count: each such element has to say so."""
    space = _WORD.search(text)
    if space is None:
        return set()
    before = text[max(0, space.start() - 60) : space.start()]
    found = re.search(r"xmlns(:[^\s=\"']{1,30})?\s{0,5}=\s{0,5}[\"']$", before)
    prefix = f"{found[1][1:]}:" if found and found[1] else ""
    tag = f"<{prefix}t>"
    added = set()
    for patch in patches:
        at = text.rfind("<", 0, patch.start)
        if text.startswith(tag, at):
            added.add(Patch(at + len(tag) - 1, at + len(tag) - 1, ' xml:space="preserve"'))
    return added


def _values(attributes: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """The values of attributes, without those that are words of the format's own: a patient may be called Georgia or Strong."""
    own_style = True
    for element, key, value in attributes:
        if element == "style" and key == "type":
            own_style = False
        elif element == "style" and key == "customStyle":
            own_style = True
        known = key in FONT_ATTRIBUTES or element in STYLE_REFERENCES or element in ("lsdException", "font") or key == "styleId"
        if not known and not is_code(value) and not (element == "name" and key == "val" and not own_style):
            yield value


FORMAT = Docx()
