"""`velado run`: notes in, safe notes out."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from velado.cli import DONE, FAULT, WITHHELD, WrongCallError
from velado.cli._options import add_common, add_jobs, add_sources, file_options, settings_of
from velado.cli._sources import Source, collect, forbid_same_folder, is_standard, real
from velado.cli._terminal import Progress, say, shown, table

if TYPE_CHECKING:
    from velado.cli._known import Known
    from velado.cli._report import Report
    from velado.cli._work import File
    from velado.engines import Settings
    from velado.formats import Handled, Options

__all__ = ["COMMAND"]

VERIFIED = 20_000_000  # characters of a file's documents that are kept to verify what was written


@dataclass(frozen=True)
class Run:
    """Takes the people out of notes."""

    name: str = "run"
    help: str = "write notes without the people in them"

    def arguments(self, parser: ArgumentParser) -> None:
        """What it takes."""
        add_sources(parser)
        add = parser.add_argument
        add("--out", type=Path, metavar="DIR", help="folder for the results; their names and sub-folders are kept")
        add("--policy", default="everything", metavar="NAME|FILE", help="see `velado policies` (default: everything)")
        add("--replace", metavar="STRATEGY", help="one way to replace for all labels, instead of the policy's own")
        add("--key-file", type=Path, metavar="FILE", help="secret key: the same person is replaced alike everywhere")
        add_common(parser)
        add_jobs(parser)
        add("--report", type=Path, metavar="FILE.json", help="write what was done, without PHI")
        add("--report-names", action="store_true", help="put the files' relative paths into the report too")

    def run(self, options: Namespace) -> int:
        """De-identify everything; exit code 3 when something was withheld."""
        from velado.cli._known import Known, read_known
        from velado.cli._report import Report

        standard = is_standard(options.sources)
        if standard == (options.out is not None):
            raise WrongCallError("standard input goes to standard output: no --out" if standard else "--out is missing")
        settings = settings_of(options)
        known = read_known(options.known) if options.known else Known()
        report = Report(settings, options.report_names) if options.report else None
        if standard:
            sources = []
        else:
            forbid_same_folder(options.sources, options.out)
            sources = collect(options.sources, options.out)
        if report is not None:
            _check_report(options, sources)
        code = _standard(settings, known, report) if standard else _files(options, sources, settings, known, report)
        if known.left_over():
            say(known.left_over())
        if report is not None:
            try:
                report.write(options.report)
            except OSError as error:
                say(f"velado: --report {shown(options.report)}: {error.strerror}; the results are there")
                return FAULT
        return code


def _check_report(options: Namespace, sources: Sequence[Source]) -> None:
    """Before any work: the report can be written, and takes the place of nothing that is read or written here."""
    from velado.cli._work import placed

    taken = {real(source.path) for source in sources} | {real(options.out / source.relative) for source in sources}
    taken |= {real(Path(given)) for given in (options.known, options.key_file, options.policy) if given}
    if real(options.report) in taken:
        raise WrongCallError(f"--report {shown(options.report)} would take the place of a note or of another file of this call")
    if options.report.is_dir():
        raise WrongCallError(f"--report {shown(options.report)} is a folder")
    try:
        with placed(options.report) as part:
            part.touch()
            part.unlink()
    except OSError as error:
        raise WrongCallError(f"--report {shown(options.report)}: {error.strerror}") from None


def _standard(settings: Settings, known: Known, report: Report | None) -> int:
    from velado.cli._work import File, in_words
    from velado.document import Document
    from velado.formats import UnreadableError
    from velado.formats.text import FORMAT, decode, encode

    data = sys.stdin.buffer.read()
    file = File(Source(Path("-"), Path("-"), len(data)), FORMAT)
    safe = b""
    try:
        encoded = decode(data)
        result = settings.pipeline().deidentify(known.attach(Document(encoded.text), Path("-")))
        file.note(result, (replacement.span.label for replacement in result.replacements))
        safe = b"" if result.text is None else encode(result.text, encoded)
    except UnreadableError as error:
        file.problem = in_words(error)
    if report is not None:
        done = not (file.withheld or file.problem)
        report.add(file, sha256(data).hexdigest(), sha256(safe).hexdigest() if done else None)
    for problem in file.problems:
        say(f"velado: standard input withheld: {problem}")
    sys.stdout.buffer.write(safe)
    sys.stdout.buffer.flush()
    return WITHHELD if file.problems else DONE


def _files(options: Namespace, sources: Sequence[Source], settings: Settings, known: Known, report: Report | None) -> int:
    from velado.cli._report import digest
    from velado.cli._work import by_file, jobs_for

    started = time.monotonic()
    progress = Progress(len(sources))
    taken: set[Path] = set()
    originals = {real(source.path) for source in sources}
    counts: Counter[str] = Counter()
    documents = withheld = 0
    said = file_options(options)
    for file, handled in by_file(sources, settings, jobs_for(options.jobs, sources), known, said):
        target = options.out / file.source.relative
        clash = _clash(target, taken, originals)
        file.problem = clash or file.problem
        taken.add(target)
        written = not file.problem and _write(file, target, handled, said)
        for _ in handled:
            pass
        documents += max(file.documents, 1)
        withheld += file.withheld if written else max(file.documents, 1)
        counts.update(file.counts)
        if report is not None:
            # What is no file, such as a pipe, is not opened: its end may never come.
            read = None if file.source.problem else digest(file.source.path)
            report.add(file, read, digest(target) if written else None)
        progress.step()
        if file.problems:
            progress.clear()
            say(f"{shown(file.source.path)}: withheld: {'; '.join(file.problems)}")
            if not written and not clash and target.is_file():
                say(f"{shown(target)}: this is the result of an earlier call")
    progress.clear()
    print(f"{documents} document{'s' if documents != 1 else ''} in {time.monotonic() - started:.1f} s, {withheld} withheld")
    if counts:
        print(table([(label, str(count)) for label, count in sorted(counts.items())], indent="  "))
    return WITHHELD if withheld else DONE


def _clash(target: Path, taken: set[Path], originals: set[Path]) -> str:
    """Why nothing may be written to a name; empty when it is free."""
    if target in taken:
        return "another source has the same name, and its result is already there"
    return "its result would take the place of an original" if real(target) in originals else ""


def _write(file: File, target: Path, handled: Iterator[Handled], options: Options) -> bool:
    """Write one file's results; whether there is a file now. Whatever goes wrong leaves none and is told in `problem`."""
    from velado.cli._work import in_words, placed
    from velado.formats import UnreadableError

    assert file.format is not None
    kept: list[Handled] = []
    seen = 0

    def watched() -> Iterator[Handled]:
        nonlocal seen
        for document, result in handled:
            file.note(result, [replacement.span.label for replacement in result.replacements])
            if not kept or seen < VERIFIED:
                kept.append((document, result))
            seen += len(document.text)
            yield document, result

    documents = watched()
    try:
        with placed(target) as part:
            file.cleaned = list(file.format.write(part, file.source.path, documents, options))
            for _ in documents:  # what a writer leaves over still counts
                pass
            if file.problem or (file.documents and file.withheld == file.documents):
                part.unlink(missing_ok=True)
                return False
            if wrong := file.format.verify(part, kept):
                raise UnreadableError("; ".join(wrong))
            if not part.exists():
                raise UnreadableError("nothing came of it")
    except Exception as error:  # fails closed: no result rather than a doubtful one
        file.problem = in_words(error)
        file.counts.clear()
        return False
    return True


COMMAND = Run()
