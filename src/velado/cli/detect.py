"""`velado detect`: where the identifying stretches stand, for other tools to read."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from velado.cli import DONE, WITHHELD, WrongCallError
from velado.cli._options import add_common, add_files, add_jobs, add_sources, file_options, read_columns_file, settings_of
from velado.cli._sources import STANDARD, Source, collect, is_standard, real, unmatched
from velado.cli._terminal import Progress, say, shown, table
from velado.document import Document, Result, Span
from velado.formats import Annotations, annotation_formats, format_for
from velado.formats.text import FORMAT as TEXT
from velado.labels import SCHEMES, rename
from velado.pipeline import as_published

if TYPE_CHECKING:
    from velado.cli._known import Known
    from velado.cli._work import File
    from velado.engines import Settings
    from velado.formats import Handled

__all__ = ["COMMAND"]


@dataclass(frozen=True)
class Detect:
    """Writes annotations."""

    name: str = "detect"
    help: str = "write where the identifying stretches of notes stand"

    def arguments(self, parser: ArgumentParser) -> None:
        """What it takes."""
        add_sources(parser)
        parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the annotations; it may be the source folder")
        parser.add_argument("--to", required=True, choices=sorted(annotation_formats()), help="the format of the annotations")
        parser.add_argument("--labels", default="velado", choices=SCHEMES, help="whose names the labels have (default: velado)")
        parser.add_argument("--with-text", action="store_true", help="copy the notes beside the annotations, as UTF-8")
        add_common(parser)
        add_jobs(parser)
        add_files(parser)

    def run(self, options: Namespace) -> int:
        """Annotate everything; exit code 3 when something was withheld."""
        from velado.cli._known import Known, read_known

        read_columns_file(options)
        standard = is_standard(options.sources)
        if not standard and options.out is None:
            raise WrongCallError("--out is missing")
        if options.out is not None and options.out.exists() and not options.out.is_dir():
            raise WrongCallError(f"--out {shown(options.out)} is not a folder")
        settings = settings_of(options)
        known = read_known(options.known) if options.known else Known()
        if standard:
            return _standard(options, settings, known)
        return _files(options, settings, known)


def _whole(document: Document, result: Result) -> tuple[str, list[Span]]:
    """Text and spans as other readers count them: a byte-order mark is a character."""
    mark = 1 if getattr(document.place, "mark", b"") else 0
    text = "\ufeff" * mark + document.text
    return text, [replace(span, start=span.start + mark, end=span.end + mark) for span in result.spans]


def _standard(options: Namespace, settings: Settings, known: Known) -> int:
    from velado.formats import UnreadableError
    from velado.formats.text import decode

    try:
        encoded = decode(sys.stdin.buffer.read())
    except UnreadableError as error:
        say(f"velado: standard input withheld: {error}")
        return WITHHELD
    document = known.attach(Document(encoded.text, place=encoded), Path(STANDARD))
    result = settings.pipeline().deidentify(document)
    if result.withheld:
        say(f"velado: standard input withheld: {'; '.join(result.problems)}")
        return WITHHELD
    style = annotation_formats()[options.to]
    text, spans = _whole(document, result)
    content = style.render(STANDARD, text, _as_wanted(text, spans, options.labels), partial(rename, scheme=options.labels))
    sys.stdout.buffer.write(content.encode("utf-8"))
    sys.stdout.buffer.flush()
    return DONE


def _as_wanted(text: str, spans: list[Span], scheme: str) -> list[Span]:
    """MEDDOCAN marks a relative and their age as one."""
    return as_published(text, spans) if scheme == "meddocan" else spans


def _files(options: Namespace, settings: Settings, known: Known) -> int:
    from velado.cli._work import by_file, jobs_for

    style = annotation_formats()[options.to]
    sources = _notes(collect(options.sources, options.out)[0])
    originals = {real(source.path) for source in sources}
    progress = Progress(len(sources))
    counts: Counter[str] = Counter()
    taken: set[Path] = set()
    documents = rows = withheld = 0
    for file, handled in by_file(sources, settings, jobs_for(options.jobs, sources), known, file_options(options)):
        written = _write(options, file, handled, style, originals, taken)
        documents += 0 if file.rows else max(file.documents, 1)
        rows += file.rows
        withheld += max(file.documents, 1) - written
        counts.update(file.counts)
        progress.step()
        if file.problems:
            progress.clear()
            say(f"{shown(file.source.path)}: withheld: {'; '.join(file.problems)}")
    progress.clear()
    parts = [f"{documents:,} document{'s' if documents != 1 else ''}"] if documents or not rows else []
    parts += [f"{rows:,} row{'s' if rows != 1 else ''}"] if rows else []
    print(f"{', '.join(parts)}, {withheld:,} withheld")
    if counts:
        print(table([(label, str(count)) for label, count in sorted(counts.items())], indent="  "))
    if missing := unmatched(len(known.met), len(known.subjects)):
        say(missing)
    return WITHHELD if withheld else DONE


def _notes(found: Sequence[Source]) -> list[Source]:
    """The annotations of an earlier run may stand in the source folder; they are no notes.

    A suffix may belong to both: then a file is an annotation when a note of its name, without a number behind it, stands
    beside it.
    """
    results = {entry.suffix for entry in annotation_formats().values()} - set(TEXT.suffixes)
    noted = {source.relative.with_suffix("") for source in found if source.path.suffix not in results}

    def is_note(source: Source) -> bool:
        name = source.relative.with_suffix("")
        plain = name.with_name(re.sub(r"-\d+\Z", "", name.name) or name.name)
        return source.path.suffix not in results or (format_for(source.path) is not None and not {name, plain} & noted)

    return list(filter(is_note, found))


def _write(
    options: Namespace, file: File, handled: Iterator[Handled], style: Annotations, originals: set[Path], taken: set[Path]
) -> int:
    """Write the annotations of one file's documents; how many there are now."""
    from velado.cli._atomic import atomic_write
    from velado.cli._work import in_words

    written = 0
    for number, (document, result) in enumerate(handled, 1):
        file.note(document, result, [span.label for span in result.spans])
        if result.withheld:
            continue
        # Files with several documents get a number behind the name, from the second on.
        plain = options.out / file.source.relative
        target = plain.with_name(plain.stem + (f"-{number}" if number > 1 else "") + style.suffix)
        copy = target.with_suffix(".txt")
        wanted = {target, copy} if options.with_text and not style.holds_text else {target}
        wanted = {path for path in wanted if path == target or real(path) not in originals}
        try:
            if real(target) in originals:
                raise FileExistsError(0, "the annotations would take the place of a note")
            if wanted & taken:
                raise FileExistsError(0, "another source has the same name, and its annotations are already there")
            taken |= wanted
            text, spans = _whole(document, result)
            content = style.render(document.id, text, _as_wanted(text, spans, options.labels), partial(rename, scheme=options.labels))
            for path in sorted(wanted):
                with atomic_write(path) as part:
                    part.write_bytes((content if path == target else text).encode("utf-8", "surrogatepass"))
            written += 1
        except Exception as error:  # this one is withheld; the others go on
            file.problem = in_words(error)
    return written


COMMAND = Detect()
