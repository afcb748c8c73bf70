"""`velado run`: notes in, safe notes out."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from velado.cli import DONE, FAULT, WITHHELD, WrongCallError
from velado.cli._options import add_common, add_files, add_jobs, add_sources, file_options, settings_of
from velado.cli._sources import Source, collect, forbid_same_folder, is_standard, real
from velado.cli._terminal import Progress, say, shown, table

if TYPE_CHECKING:
    from velado.cli._journal import Journal
    from velado.cli._known import Known
    from velado.cli._report import Report
    from velado.cli._work import File
    from velado.engines import Settings
    from velado.formats import Handled, Options

__all__ = ["COMMAND"]

LEFT_OUT = "left out of the"  # how formats begin to tell of what they could not take along
VERIFIED = 20_000_000  # characters of a file's documents that are kept to verify what was written
OF_STREAMS = 200_000  # the same for formats that note themselves, row by row, what they wrote
EACH = 200  # characters that a document counts for beside its own: its spans and replacements take room too


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
        add_files(parser)
        add("--report", type=Path, metavar="FILE.json", help="write what was done, without PHI")
        add("--report-names", action="store_true", help="put the files' relative paths into the report too")
        add("--resume", action="store_true", help="keep a journal in DIR; after a break the same call goes on where it stopped")

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
        if standard:
            code = _standard(settings, known, report)
        else:
            with _journal(options, settings) as journal:
                code = _files(options, sources, settings, known, report, journal)
        if known.left_over() and not options.resume:  # of what an earlier process did nothing is known here
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
    from velado.cli._report import entry_of
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
        report.add(entry_of(file, sha256(data).hexdigest(), sha256(safe).hexdigest() if done else None, written=done, names=report.names))
    for problem in file.problems:
        say(f"velado: standard input withheld: {problem}")
    sys.stdout.buffer.write(safe)
    sys.stdout.buffer.flush()
    return WITHHELD if file.problems else DONE


@contextmanager
def _journal(options: Namespace, settings: Settings) -> Iterator[Journal | None]:
    """The journal of a run that may be interrupted; it is gone when the run came to its end."""
    from velado.cli._journal import NAME, Journal, draws, fingerprint

    if not options.resume:
        if (options.out / NAME).exists():
            say(f"{shown(options.out)} holds the journal of an interrupted run; with --resume it would be gone on with")
        yield None
        return
    if draws(settings) and not settings.key:
        raise WrongCallError("--resume: here replacements are drawn; without --key-file a second run could not draw them alike")
    try:
        journal = Journal.open(options.out, fingerprint(settings, file_options(options), options.known))
    except OSError as error:
        raise WrongCallError(f"--resume: the journal in {shown(options.out)}: {error.strerror}") from None
    done = False
    try:
        yield journal
        done = True
    finally:
        journal.close(done=done)


def _files(
    options: Namespace, sources: Sequence[Source], settings: Settings, known: Known, report: Report | None, journal: Journal | None
) -> int:
    started = time.monotonic()
    progress = Progress(len(sources))
    counts: Counter[str] = Counter()
    documents = withheld = 0
    for source, entry, clash in _entries(options, sources, settings, known, journal, progress):
        documents += max(entry["documents"], 1)
        withheld += entry["withheld"] if entry["verified"] else max(entry["documents"], 1)
        counts.update(entry["counts"])
        if report is not None:
            report.add(entry)
        progress.step()
        # A member of an archive or an attachment that could not be handled is withheld like a file of its own.
        if entry["verified"] and (missing := [note for note in entry["cleaned"] if note.startswith(LEFT_OUT)]):
            withheld += len(missing)
            progress.clear()
            say(f"{shown(source.path)}: {'; '.join(missing)}")
        if entry["problems"]:
            progress.clear()
            say(f"{shown(source.path)}: withheld: {'; '.join(entry['problems'])}")
            if not entry["verified"] and not clash and (options.out / source.relative).is_file():
                say(f"{shown(options.out / source.relative)}: this is the result of an earlier call")
    progress.clear()
    print(f"{documents} document{'s' if documents != 1 else ''} in {time.monotonic() - started:.1f} s, {withheld} withheld")
    if counts:
        print(table([(label, str(count)) for label, count in sorted(counts.items())], indent="  "))
    return WITHHELD if withheld else DONE


def _entries(
    options: Namespace, sources: Sequence[Source], settings: Settings, known: Known, journal: Journal | None, progress: Progress
) -> Iterator[tuple[Source, dict[str, Any], str]]:
    """Handle every source; what is told of each, and why its name was not free. What the journal knows is not done again."""
    from velado.cli._report import digest, entry_of
    from velado.cli._work import File, by_file, jobs_for

    said = file_options(options)
    told = options.report is not None or journal is not None
    clashes = _clashes(sources, options.out)
    # What is no file, such as a pipe, is not opened: its end may never come.
    digests = [digest(source.path) if journal and not source.problem else None for source in sources]
    done: dict[int, dict[str, Any]] = {}
    for number, source in enumerate(sources):
        if journal and not clashes[number] and (entry := journal.finished(source, digests[number], options.out / source.relative)):
            done[number] = entry
    left = [number for number in range(len(sources)) if number not in done and not clashes[number]]
    rest = [sources[number] for number in left]
    recalled = journal.recalled(rest[0], digests[left[0]]) if journal and rest else ()
    files = by_file(rest, settings, jobs_for(options.jobs, rest), known, said, recalled)
    for number, source in enumerate(sources):
        if number in done:
            yield source, done[number], ""
            continue
        if clashes[number]:
            read = digest(source.path) if told and not source.problem else None
            yield source, entry_of(File(source, None, clashes[number]), read, None, written=False, names=options.report_names), clashes[number]
            continue
        file, handled = next(files)
        target = options.out / source.relative
        if journal:
            journal.begin(source, digests[number])
        written = not file.problem and _write(file, target, _watched(handled, journal, progress), said)
        for _ in handled:
            pass
        read = digest(source.path) if told and not journal and not source.problem else digests[number]
        entry = entry_of(file, read, digest(target) if told and written else None, written=written, names=options.report_names)
        if journal:
            journal.finish(entry)
        yield source, entry, ""


def _clashes(sources: Sequence[Source], out: Path) -> list[str]:
    """Why nothing may be written under the name of a source's result, for each of them; empty where the name is free."""
    originals = {real(source.path) for source in sources}
    taken: set[Path] = set()
    clashes = []
    for source in sources:
        target = out / source.relative
        if target in taken:
            clashes.append("another source has the same name, and its result is already there")
        else:
            clashes.append("its result would take the place of an original" if real(target) in originals else "")
        taken.add(target)
    return clashes


def _watched(handled: Iterator[Handled], journal: Journal | None, progress: Progress) -> Iterator[Handled]:
    """The same; the journal and whoever looks on learn of each."""
    for document, result in handled:
        if journal:
            journal.note(result)
        progress.within()
        yield document, result


def _write(file: File, target: Path, handled: Iterator[Handled], options: Options) -> bool:
    """Write one file's results; whether there is a file now. Whatever goes wrong leaves none and is told in `problem`."""
    from velado.cli._work import in_words, placed
    from velado.formats import UnreadableError

    assert file.format is not None
    kept: list[Handled] = []
    seen = 0
    room = OF_STREAMS if getattr(file.format, "streams", False) else VERIFIED

    def watched() -> Iterator[Handled]:
        nonlocal seen
        for document, result in handled:
            file.note(result, [replacement.span.label for replacement in result.replacements])
            if not kept or seen < room:
                kept.append((document, result))
            seen += len(document.text) + EACH
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
