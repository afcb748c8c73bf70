"""ZIP archives: every file in them by its own format; those that cannot be handled are left out.

Files and folders get numbers for names, in the order they stand: a name like "pérez_4456781.docx" says as much as the
note, and none of it can be trusted to be harmless.
"""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options, UnreadableError, suffix_of
from velado.formats._inner import inner_documents, inside, rewritten
from velado.formats._units import OTHER_UNITS, Chain
from velado.formats._zip import Archive, open_archive, write_archive
from velado.formats.source import Source, SourceChangedError

__all__ = ["FORMAT"]

_PROGRAMS_OWN = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")  # what file managers leave in archives


def _members(archive: Archive) -> list[str]:
    return [name for name in archive.names() if not name.startswith(_PROGRAMS_OWN[0]) and not name.endswith(_PROGRAMS_OWN[1:])]


def _numbered(names: Sequence[str]) -> list[str]:
    """The names that the files get: the folders stay apart, in the order they are met.

    >>> _numbered(["Ana Gil/informe.docx", "Ana Gil/foto.png", "nota.txt"])
    ['folder1/file1.docx', 'folder1/file2.png', 'file3.txt']
    """
    folders: dict[str, str] = {}
    new = []
    for number, name in enumerate(names, 1):
        folder, path = "", ""
        for piece in name.split("/")[:-1]:
            folder += f"{piece}/"
            path += folders.setdefault(folder, f"folder{len(folders) + 1}") + "/"
        new.append(f"{path}file{number}{suffix_of(Path(name))}")
    return new


@dataclass(frozen=True)
class Zip:
    """One archive, the notes of all its files."""

    name: str = "zip"
    suffixes: tuple[str, ...] = (".zip",)
    description: str = "archives of documents; files in them are numbered, those that cannot be handled are left out"
    extra: str = ""
    streams: bool = True  # what is verified is noted on the way: see `verify`
    proves: str = "the list of its files; each file as its own format proves it"

    def missing(self) -> str:
        """Nothing."""
        return ""

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """The documents of one file after the other."""
        if options.depth >= options.limits.depth:
            raise UnreadableError(f"files inside files, more than {options.limits.depth} deep")
        with open_archive(source, options.limits) as archive:
            source.units.judged.say(_members(archive))
            readable = 0
            for number, name in enumerate(_members(archive)):
                try:
                    documents = inner_documents(name, archive.read(name), options)
                except UnreadableError:
                    continue  # told when the archive is written
                readable += 1
                yield from inside(number, documents)
            if not readable and _members(archive):
                raise UnreadableError("none of the files in the archive can be handled")

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The archive with the files that can be handled, one at a time."""
        notes: Counter[str] = Counter()
        with open_archive(source, options.limits) as archive:
            source.units.used.say(_members(archive))
            write_archive(path, _noted(_parts(archive, handled, options, notes), source.units.expected), None)
        numbered = ["files and folders in the archive are called by numbers now"]
        return [*numbered, *(f"{what} ({count} files)" if count > 1 else what for what, count in notes.items())]

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """Python's own reader finds the files that their formats verified, byte by byte, under numbers for names."""
        found = source.units.found()
        try:
            with zipfile.ZipFile(path) as archive:
                for name in archive.namelist():
                    found.add((name.encode(), archive.read(name)))
        except (zipfile.BadZipFile, OSError, EOFError):
            return ["what was written cannot be read again"]
        return [] if found == source.units.expected else [OTHER_UNITS]


def _noted(parts: Iterable[tuple[str, bytes]], expected: Chain) -> Iterator[tuple[str, bytes]]:
    """The same; each file is noted as its format verified it."""
    for name, data in parts:
        expected.add((name.encode(), data))
        yield name, data


def _parts(archive: Archive, handled: Iterable[Handled], options: Options, notes: Counter[str]) -> Iterator[tuple[str, bytes]]:
    names = _members(archive)
    new = _numbered(names)
    position = 0
    for number, group in groupby(handled, key=lambda pair: pair[0].place.number):
        for missed in range(position, number):
            yield from _without_documents(archive, names[missed], new[missed], options, notes)
        yield from _file(archive, names[number], new[number], [_unmarked(pair) for pair in group], options, notes)
        position = number + 1
    for missed in range(position, len(names)):
        yield from _without_documents(archive, names[missed], new[missed], options, notes)


def _unmarked(pair: Handled) -> Handled:
    document, result = pair
    return replace(document, place=document.place.place), result


def _without_documents(archive: Archive, name: str, new: str, options: Options, notes: Counter[str]) -> Iterator[tuple[str, bytes]]:
    """A file that gave no documents: one without notes, or one that cannot be handled, which is left out."""
    try:
        if inner_documents(name, archive.read(name), options):
            raise UnreadableError("it was read in another way the second time")
    except UnreadableError as error:
        notes[f"left out of the archive: {error}"] += 1
        return
    yield from _file(archive, name, new, [], options, notes)


def _file(
    archive: Archive, name: str, new: str, handled: Sequence[Handled], options: Options, notes: Counter[str]
) -> Iterator[tuple[str, bytes]]:
    told: list[str] = []
    try:
        data = rewritten(name, archive.read(name), handled, options, told)
    except SourceChangedError:
        raise  # of no use to anybody, and the next run may succeed
    except UnreadableError as error:
        notes[f"left out of the archive: {error}"] += 1
        return
    notes.update(told)
    yield new, data


FORMAT = Zip()
