"""Which files a call is about, and where their results go."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from velado.cli import WrongCallError
from velado.cli._terminal import shown

__all__ = ["STANDARD", "Source", "collect", "forbid_same_folder", "is_standard", "real"]

STANDARD = "-"


@dataclass(frozen=True, slots=True)
class Source:
    """A file to handle. Its name may carry a patient's: it is shown on the terminal only, the way the user gave it."""

    path: Path = field(repr=False)
    relative: Path = field(repr=False)  # below the output folder
    size: int = 0
    problem: str = ""  # why it cannot even be opened


def real(path: Path) -> Path:
    """Where a path leads, for comparing; unlike `Path.resolve` it has an answer for links that lead round in a ring."""
    return Path(os.path.realpath(path))


def is_standard(given: Sequence[str]) -> bool:
    """Whether standard input is meant; it cannot be mixed with files."""
    if STANDARD in given and len(given) > 1:
        raise WrongCallError("- stands for standard input and cannot be given together with files")
    return STANDARD in given


def collect(given: Sequence[str], out: Path) -> list[Source]:
    """Every file of the sources, in a stable order. Hidden files and links to folders are passed over, `out` too."""
    sources: list[Source] = []
    for name in given:
        path = Path(name)
        try:
            mode = path.stat().st_mode
        except OSError as error:
            raise WrongCallError(f"{shown(name)}: {error.strerror}") from None
        if stat.S_ISDIR(mode):
            sources.extend(_walk(path, Path(), real(out)))
        else:
            sources.append(_source(path, Path(path.name)))
    return sources


def _walk(folder: Path, relative: Path, out: Path) -> Iterator[Source]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield Source(folder, relative, problem=f"the folder cannot be read: {error.strerror}")
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        path = folder / entry.name
        if entry.is_dir(follow_symlinks=False):
            if real(path) != out:
                yield from _walk(path, relative / entry.name, out)
        elif not (entry.is_symlink() and path.is_dir()):  # a link to a folder may lead round in a ring
            yield _source(path, relative / entry.name)


def _source(path: Path, relative: Path) -> Source:
    try:
        status = path.stat()
    except OSError as error:
        return Source(path, relative, problem=f"it cannot be read: {error.strerror}")
    if not stat.S_ISREG(status.st_mode):
        return Source(path, relative, problem="it is not a regular file")
    return Source(path, relative, status.st_size)


def forbid_same_folder(given: Sequence[str], out: Path) -> None:
    """Results never go where the originals are: they would take their names."""
    for name in given:
        path = Path(name)
        home = path if path.is_dir() else path.parent
        if real(home) == real(out):
            raise WrongCallError(f"--out {shown(out)} is the folder of the source {shown(name)}; choose another one")
    if out.exists() and not out.is_dir():
        raise WrongCallError(f"--out {shown(out)} is not a folder")
