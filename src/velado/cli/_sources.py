"""Which files a call is about, and where their results go."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from velado.cli import WrongCallError
from velado.cli._terminal import shown

__all__ = ["STANDARD", "Skipped", "Source", "collect", "forbid_same_folder", "is_standard", "real", "unmatched"]

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


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder below a source that is not handled, and why."""

    path: Path = field(repr=False)
    relative: Path = field(repr=False)
    reason: str


def collect(given: Sequence[str], out: Path) -> tuple[list[Source], list[Skipped]]:
    """Return every file of the sources in a stable order, and what is passed over: hidden files, links to folders.

    The output folder is passed over too, without a word.
    """
    sources: list[Source] = []
    skipped: list[Skipped] = []
    for name in given:
        path = Path(name)
        try:
            mode = path.stat().st_mode
        except OSError as error:
            raise WrongCallError(f"{shown(name)}: {error.strerror}") from None
        if stat.S_ISDIR(mode):
            sources.extend(_walk(path, Path(), real(out), skipped))
        else:
            sources.append(_source(path, Path(path.name)))
    return sources, skipped


def _walk(folder: Path, relative: Path, out: Path, skipped: list[Skipped]) -> Iterator[Source]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield Source(folder, relative, problem=f"the folder cannot be read: {error.strerror}")
        return
    for entry in entries:
        path, below = folder / entry.name, relative / entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        if is_folder and real(path) == out:
            continue
        if entry.name.startswith("."):
            skipped.append(Skipped(path, below, "hidden folder" if is_folder else "hidden file"))
        elif is_folder:
            yield from _walk(path, below, out, skipped)
        elif entry.is_symlink() and path.is_dir():  # it may lead round in a ring
            skipped.append(Skipped(path, below, "link to a folder"))
        else:
            yield _source(path, below)


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


def unmatched(met: int, total: int) -> str:
    """Return what to tell the user when --known names documents that never came: a slip there leaves people in the notes."""
    missing = total - met
    return f"--known: {missing} of the {total} documents named there were not among the sources" if missing else ""
