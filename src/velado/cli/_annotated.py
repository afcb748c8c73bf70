"""Annotated notes from folders: brat, i2b2 XML, marked notes and whatever else `velado.formats` reads."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from velado.cli import WrongCallError
from velado.cli._terminal import shown
from velado.document import Span
from velado.formats import Annotations, annotation_formats

__all__ = ["Note", "agreed", "read_notes"]

_BLANK = re.compile(r"[\s\ufeff]")


@dataclass(frozen=True, slots=True)
class Note:
    """A text and its spans, with the labels as they are written; the text is None when only the spans are there."""

    text: str | None = field(repr=False)
    spans: tuple[Span, ...] = field(repr=False)


def _styles() -> list[Annotations]:
    """Formats by how sure their suffix is: marked notes are .txt files, which stand beside brat's too."""
    return sorted(annotation_formats().values(), key=lambda style: (style.name == "marked", style.name))


def _files(source: Path) -> tuple[Annotations, dict[str, Path]]:
    """The format of a folder or a file, and its files by name below the folder, without suffix."""
    if source.is_file():
        paths, home = [source], source.parent
    elif source.is_dir():
        paths = [path for path in sorted(source.rglob("*")) if path.is_file() and not path.name.startswith(".")]
        home = source
    else:
        raise WrongCallError(f"{shown(source)} is not there")
    for style in _styles():
        own = {path.relative_to(home).with_suffix("").as_posix(): path for path in paths if path.suffix.lower() == style.suffix}
        if own and _recognises(style, next(iter(own.values()))):
            return style, own
    raise WrongCallError(f"{shown(source)} holds no annotations; known are {', '.join(sorted(annotation_formats()))}")


def _recognises(style: Annotations, path: Path) -> bool:
    """Several formats share a suffix: those that can tell their own files do so by the first of them."""
    try:
        return bool(getattr(style, "recognises", lambda path: True)(path))
    except (OSError, UnicodeDecodeError):
        return False


def read_notes(source: Path) -> tuple[Mapping[str, Note], list[str]]:
    """The notes of a folder by name, or of one file under the name ""; and what could not be read."""
    style, files = _files(source)
    notes: dict[str, Note] = {}
    problems: list[str] = []
    for name, path in files.items():
        try:
            notes.update(_read(style, "" if source.is_file() else name, path))
        except (ValueError, OSError) as error:
            # The messages of the readers carry nothing of the text; those of decoding and of the system might.
            said = str(error) if type(error) is ValueError else type(error).__name__
            problems.append(f"{shown(path)}: not read: {said}")
    return notes, problems  # two files with a note each are compared whatever their names are


def _read(style: Annotations, name: str, path: Path) -> dict[str, Note]:
    """The notes of a file by name; of a file with several notes each has its id behind the name, or its number."""
    if not hasattr(style, "read_all"):
        return {name: _read_one(style, path)}
    several = list(style.read_all(path, keep_labels=True))
    ids = [id for id, _, _ in several]
    if len(set(ids)) < len(ids) or "" in ids:
        ids = list(map(str, range(1, len(ids) + 1)))
    names = [name] if len(several) == 1 else ["/".join(filter(None, (name, id))) for id in ids]
    return {named: Note(text, tuple(spans)) for named, (_, text, spans) in zip(names, several, strict=True)}


def _read_one(style: Annotations, path: Path) -> Note:
    if style.name == "brat" and not path.with_suffix(".txt").exists():
        from velado.formats.brat import read_annotations

        return Note(None, tuple(read_annotations(path.read_bytes().decode("utf-8"), keep_labels=True)))
    text, spans = style.read(path, keep_labels=True)
    return Note(text, tuple(spans))


def agreed(gold: Note, system: Note) -> tuple[str, tuple[Span, ...], tuple[Span, ...]]:
    """One text for both, with the spans in it. Formats may lose a byte-order mark, carriage returns, blanks at the end.

    Raises ValueError when the texts are not the same.
    """
    text = gold.text if gold.text is not None else system.text
    if text is None:
        raise ValueError("neither side has the text")
    other = system.text if system.text is not None else text
    if gold.text is not None and other != text:
        plain, moved_gold = _plain(text, gold.spans)
        other_plain, moved_system = _plain(other, system.spans)
        if plain.rstrip() != other_plain.rstrip():
            # Columns keep where the words stand but not which blanks, marks and line ends are between them.
            if _BLANK.sub(" ", text).rstrip() == _BLANK.sub(" ", other).rstrip():
                return max(text, other, key=len), gold.spans, system.spans
            raise ValueError("the two sides have different texts")
        longer = max(plain, other_plain, key=len)
        return longer, moved_gold, moved_system
    if any(span.end > len(text) for span in (*gold.spans, *system.spans)):
        raise ValueError("an annotation ends beyond the end of the text")
    return text, gold.spans, system.spans


def _plain(text: str, spans: tuple[Span, ...]) -> tuple[str, tuple[Span, ...]]:
    """Without a byte-order mark and carriage returns, and where the spans stand then."""
    dropped = list(_odd(text))
    if not dropped:
        return text, spans

    def place(offset: int) -> int:
        return offset - bisect_left(dropped, offset)

    moved = tuple(replace(span, start=place(span.start), end=place(span.end)) for span in spans)
    return text.removeprefix("\ufeff").replace("\r", ""), moved


def _odd(text: str) -> Iterator[int]:
    if text.startswith("\ufeff"):
        yield 0
    position = text.find("\r")
    while position >= 0:
        yield position
        position = text.find("\r", position + 1)
