"""The packages of Office files: which part is what, by the relationships that lead to it, and how to write them anew."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from velado.formats import Limits, UnreadableError
from velado.formats._xml import attributes, escaped, local, read_xml, tokens
from velado.formats._zip import Archive

__all__ = ["Package", "Relationship", "content_types", "open_package", "relationships_part", "relationships_xml"]

TYPES = "[Content_Types].xml"
_RELATIONSHIPS = "application/vnd.openxmlformats-package.relationships+xml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_NEUTRAL = re.compile(r"[A-Za-z0-9_./-]{1,200}")


@dataclass(frozen=True, slots=True)
class Relationship:
    """How a part is used by another: `role` is the last word of its type ("header", "image")."""

    id: str
    type: str
    target: str  # the part's name in the archive, or the address outside of it
    outside: bool

    @property
    def role(self) -> str:
        """What the target is to the part that names it."""
        return self.type.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Package:
    """The parts that can be reached from the main one through relationships of known roles."""

    main: str
    roles: Mapping[str, str]  # of every part that is reached, in the order they are met
    relationships: Mapping[str, tuple[Relationship, ...]]  # of each of them, those that lead elsewhere included
    types: Mapping[str, str]  # content types

    def gone(self, part: str) -> frozenset[str]:
        """The relationships of a part that lead to parts which are not kept."""
        rows = self.relationships.get(part, ())
        return frozenset(row.id for row in rows if not self.kept(row))

    def kept(self, row: Relationship) -> bool:
        """Whether a relationship stays: inside to a part that is kept, outside only as a link that is clicked."""
        return row.role == "hyperlink" if row.outside else row.target in self.roles


def relationships_part(part: str) -> str:
    """The name of the part that holds another's relationships.

    >>> relationships_part("word/document.xml")
    'word/_rels/document.xml.rels'
    """
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _rows(archive: Archive, part: str, limits: Limits) -> Iterator[Relationship]:
    name = relationships_part(part)
    if name not in archive:
        return
    text = read_xml(archive.read(name), limits).text
    for token in tokens(text):
        if token.kind in ("start", "empty") and local(token.name) == "Relationship":
            said = {attribute.name: attribute.value for attribute in attributes(text, token)}
            outside = said.get("TargetMode", "").lower() == "external"
            target = said.get("Target", "")
            if not outside:
                plain = unquote(target.partition("#")[0])
                target = posixpath.normpath(posixpath.join("/", posixpath.dirname(part), plain)).lstrip("/")
            yield Relationship(said.get("Id", ""), said.get("Type", ""), target, outside)


def _types(archive: Archive, limits: Limits) -> Mapping[str, str]:
    """The content type of every part that has one."""
    text = read_xml(archive.read(TYPES), limits).text
    defaults: dict[str, str] = {}
    overrides: dict[str, str] = {}
    for token in tokens(text):
        if token.kind in ("start", "empty"):
            said = {attribute.name: attribute.value for attribute in attributes(text, token)}
            if local(token.name) == "Default":
                defaults[said.get("Extension", "").lower()] = said.get("ContentType", "")
            elif local(token.name) == "Override":
                overrides[unquote(said.get("PartName", "")).lstrip("/").lower()] = said.get("ContentType", "")
    return {
        name: overrides.get(name.lower(), defaults.get(name.rpartition(".")[2].lower(), "")) for name in archive.names()
    }


def open_package(archive: Archive, known: Iterable[str], limits: Limits) -> Package:
    """The package's parts of known roles. Raises UnreadableError when there is no main part, or one of a strange name."""
    if TYPES not in archive:
        raise UnreadableError("the file is an archive, but no document of an office program")
    known = frozenset(known)
    main = next((row.target for row in _rows(archive, "", limits) if row.role == "officeDocument" and not row.outside), "")
    if main not in archive:
        raise UnreadableError("the file lacks its main part: it is damaged, or not what its name says")
    roles = {main: "officeDocument"}
    relationships: dict[str, tuple[Relationship, ...]] = {}
    waiting = [main]
    while waiting:
        part = waiting.pop(0)
        relationships[part] = tuple(_rows(archive, part, limits))
        for row in relationships[part]:
            if not row.outside and row.role in known and row.target in archive and row.target not in roles:
                roles[row.target] = row.role
                waiting.append(row.target)
    if not all(_NEUTRAL.fullmatch(name) for name in roles):
        raise UnreadableError("a part of the file has a name that no office program gives")
    return Package(main, roles, relationships, _types(archive, limits))


def content_types(types: Mapping[str, str]) -> bytes:
    """The list of content types for the parts that are kept."""
    rows = [f'<Default Extension="rels" ContentType="{_RELATIONSHIPS}"/>', '<Default Extension="xml" ContentType="application/xml"/>']
    rows += [f'<Override PartName="/{escaped(name)}" ContentType="{escaped(kind)}"/>' for name, kind in types.items()]
    space = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'{_HEAD}<Types xmlns="{space}">{"".join(rows)}</Types>'.encode()


def relationships_xml(rows: Iterable[Relationship]) -> bytes:
    """A part's relationships, inner targets from the root."""
    written = []
    for row in rows:
        target, mode = (row.target, ' TargetMode="External"') if row.outside else (f"/{row.target}", "")
        written.append(f'<Relationship Id="{escaped(row.id)}" Type="{escaped(row.type)}" Target="{escaped(target)}"{mode}/>')
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'{_HEAD}<Relationships xmlns="{space}">{"".join(written)}</Relationships>'.encode()
