"""`velado corpus align`: marked notes for training, made from originals and their manually redacted copies."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from velado.cli import DONE, WITHHELD, WrongCallError
from velado.cli._sources import collect, forbid_same_folder
from velado.cli._terminal import Progress, say, shown, table
from velado.labels import LABELS, SCHEMES, label_named, rename

if TYPE_CHECKING:
    from velado.alignment import Alignment

__all__ = ["COMMAND"]

_FORMATS = ("conll", "brat")


@dataclass(frozen=True)
class Corpus:
    """Makes marked notes."""

    name: str = "corpus"
    help: str = "make marked notes for training: align originals with their redacted copies"

    def arguments(self, parser: ArgumentParser) -> None:
        """What it takes."""
        actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
        said = "find in the original notes what the tags of their redacted copies stand for"
        own = actions.add_parser("align", help=said, description=said, allow_abbrev=False)
        own.add_argument("original", metavar="ORIGINAL", help="a note, or a folder of notes")
        own.add_argument("redacted", metavar="REDACTED", help="the same with tags; in a folder the files have the same names")
        own.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the marked notes")
        own.add_argument("--to", required=True, choices=_FORMATS, help="the format of the marked notes")
        own.add_argument(
            "--tags", metavar="REGEX", help='what a tag looks like, its name in a group "label" (default: {X}, [X], <X>, ***, XXXX …)'
        )
        own.add_argument(
            "--tag", action="append", default=[], metavar="NAME=LABEL", help="the label of a tag's name; may be repeated"
        )
        own.add_argument("--window", type=int, default=3, metavar="N", help="words around a tag that are sought together (default: 3)")
        own.add_argument("--labels", default="velado", choices=SCHEMES, help="whose names the labels have (default: velado)")
        own.add_argument("--partial", action="store_true", help="write notes too in which a tag could not be aligned")

    def run(self, options: Namespace) -> int:
        """Align every pair; exit code 3 when something could not be aligned."""
        tags, labels = _pattern(options.tags), _labels(options.tag)
        if options.window < 1:
            raise WrongCallError("--window must be 1 or more")
        forbid_same_folder([options.original, options.redacted], options.out)
        pairs, alone = _pairs(options)
        for path in alone:
            say(f"{shown(path)}: has no counterpart")
        progress = Progress(len(pairs))
        counts: Counter[str] = Counter()
        unaligned = doubtful = edited = withheld = 0
        for original, redacted, relative in pairs:
            said, result = _one(options, tags, labels, original, redacted, relative)
            progress.step()
            if said:
                progress.clear()
            for line in said:
                say(f"{shown(redacted)}: {line}")
            if result is None:
                withheld += 1
                continue
            counts.update(span.label for span in result.spans)
            unaligned += len(result.unaligned)
            doubtful += len(result.doubtful)
            edited += result.edited
            withheld += bool(result.unaligned) and not options.partial
        progress.clear()
        print(f"{len(pairs)} note{'s' if len(pairs) != 1 else ''}, {withheld} withheld, {len(alone)} without a counterpart")
        print(
            f"{sum(counts.values())} tags aligned, {doubtful} of them with doubtful ends, {unaligned} not aligned; {edited} words edited"
        )
        if counts:
            print(table([(label, str(count)) for label, count in sorted(counts.items())], indent="  "))
        return WITHHELD if unaligned or withheld or alone else DONE


def _pattern(given: str | None) -> re.Pattern[str]:
    from velado.alignment import ANY_TAG

    if given is None:
        return ANY_TAG
    try:
        return re.compile(given)
    except re.error as error:
        raise WrongCallError(f"--tags is no regular expression: {error.msg}") from None


def _labels(given: list[str]) -> Mapping[str, str]:
    labels: dict[str, str] = {}
    for entry in given:
        name, _, wanted = entry.partition("=")
        label = label_named(wanted)
        if not name or label is None:
            raise WrongCallError(f"--tag {shown(entry)}: wanted is NAME=LABEL, with one of {', '.join(LABELS)}")
        labels[name] = label
    return labels


def _pairs(options: Namespace) -> tuple[list[tuple[Path, Path, Path]], list[Path]]:
    """Original, redacted copy and name below the output folder of every note; and the files that stand alone."""
    originals, copies = Path(options.original), Path(options.redacted)
    if originals.is_dir() != copies.is_dir():
        raise WrongCallError("ORIGINAL and REDACTED must be two files or two folders")
    found = [{source.relative: source.path for source in collect([str(path)], options.out)[0]} for path in (originals, copies)]
    if not originals.is_dir():
        return [(originals, copies, Path(originals.name))], []
    left, right = found
    pairs = [(path, right[relative], relative) for relative, path in left.items() if relative in right]
    names = Counter(relative.with_suffix("") for _, _, relative in pairs)
    if twice := next((name for name, count in names.items() if count > 1), None):
        raise WrongCallError(f"several notes are called {shown(twice)}: their marked copies would take each other's place")
    alone = [path for relative, path in left.items() if relative not in right]
    return pairs, alone + [path for relative, path in right.items() if relative not in left]


def _one(
    options: Namespace, tags: re.Pattern[str], labels: Mapping[str, str], original: Path, redacted: Path, relative: Path
) -> tuple[list[str], Alignment | None]:
    """Align one pair and write it; what is to be said about it, and None when it could not be read or written."""
    from velado.alignment import align
    from velado.formats import UnreadableError
    from velado.formats.text import decode

    try:
        text = decode(original.read_bytes()).whole()
        copy = decode(redacted.read_bytes()).whole()
        result = align(text, copy, tags=tags, labels=labels, window=options.window)
        if options.partial or not result.unaligned:
            _write(options, text, result, relative)
    except UnreadableError as error:
        return [f"withheld: {error}"], None
    except OSError as error:
        return [f"withheld: {error.strerror}"], None
    return list(_list(copy, result)), result


def _list(copy: str, result: Alignment) -> Iterator[str]:
    for tag in result.unaligned:
        line = copy.count("\n", 0, tag.start) + 1
        column = tag.start - copy.rfind("\n", 0, tag.start)
        yield f"line {line}, column {column}: {tag.label} not aligned: {tag.reason}"


def _write(options: Namespace, text: str, result: Alignment, relative: Path) -> None:
    from velado.cli._atomic import atomic_write
    from velado.formats import annotation_formats

    style = annotation_formats()[options.to]
    target = (options.out / relative).with_suffix(style.suffix)
    content = style.render(relative.stem, text, result.spans, partial(rename, scheme=options.labels))
    files = {target: content} if style.holds_text else {target: content, target.with_suffix(".txt"): text}
    for path, written in files.items():
        with atomic_write(path) as part:
            part.write_bytes(written.encode("utf-8", "surrogatepass"))


COMMAND = Corpus()
