"""`velado run`: notes in, safe notes out."""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from velado.cli import DONE, FAULT, WITHHELD, WrongCallError
from velado.cli._atomic import atomic_write
from velado.cli._options import add_common, add_files, add_jobs, add_sources, add_tables, key_of, names_columns, read_columns_file
from velado.cli._signals import ignore_further_signals
from velado.cli._sources import Skipped, Source, collect, forbid_same_folder, is_standard, real, unmatched
from velado.cli._summary import Totals
from velado.cli._terminal import Progress, say, shown

if TYPE_CHECKING:
    from velado.cli._dispatch import Answer, Job, Setup, Workers
    from velado.cli._journal import Journal
    from velado.cli._report import Report

__all__ = ["COMMAND"]

WORTH = 200_000  # bytes of work that are worth the start of one more process


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 1 <= seconds <= 1_000_000:
        raise ArgumentTypeError("give the seconds as a number, at least 1")
    return seconds


def _megabytes(text: str) -> int:
    if not text.isdecimal() or int(text) < 400:
        raise ArgumentTypeError("give the megabytes as a whole number, at least 400")
    return int(text) * 1_000_000


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
        add_tables(parser)
        add("--dry-run", action="store_true", help="show what the columns of tables are taken for, and write nothing")
        add("--report", type=Path, metavar="FILE.json", help="write what was done, without PHI")
        add("--report-names", action="store_true", help="put the files' relative paths into the report too")
        add("--resume", action="store_true", help="keep a journal in DIR; after a break the same call continues where it stopped")
        add("--time-limit", type=_seconds, default=120.0, metavar="SECONDS", help="for a short document; long ones have more (default: 120)")
        add("--memory-limit", type=_megabytes, default=1_500_000_000, metavar="MB", help="for a small file; large ones have more (default: 1500)")

    def run(self, options: Namespace) -> int:
        """De-identify everything; exit code 3 when something was withheld."""
        read_columns_file(options)
        standard = is_standard(options.sources)
        if options.dry_run and not standard:
            from velado.cli._looking import show_tables

            return show_tables(_setup(options, key=key_of(options.key_file), looks=True), options)
        if standard == (options.out is not None):
            raise WrongCallError("standard input goes to standard output: no --out" if standard else "--out is missing")
        return _standard(options) if standard else _Call(options).run()


def _setup(options: Namespace, **more: Any) -> Setup:
    """Return what workers are told: the options as plain values, and the contents of files that must not change meanwhile."""
    from velado.cli._dispatch import Setup
    from velado.engines.process import Budget

    known = None
    if options.known is not None:
        try:
            known = (str(options.known), options.known.read_bytes())
        except OSError as error:
            raise WrongCallError(f"--known {shown(options.known)}: {error.strerror}") from None
    plain = {name: value for name, value in vars(options).items() if isinstance(value, str | int | float | list | None)}
    return Setup(plain, known=known, budget=Budget(options.time_limit, options.memory_limit), **more)


def _content_key(key: bytes) -> bytes:
    """Return the key of the digests by which contents are known again; they stand in the report."""
    from velado.keys import Purpose, derive

    return derive(key, Purpose.REPORT) if key else b""


def _report(options: Namespace, key: bytes, workers: Workers) -> Report | None:
    from velado.cli._report import Report

    return Report(workers.ready["policy"], options.replace, bool(key), options.report_names) if options.report else None


def _standard(options: Namespace) -> int:
    """Standard input to standard output."""
    from velado.cli._dispatch import Workers
    from velado.cli._report import entry_of

    if sys.stdin is None or sys.stdout is None:
        raise WrongCallError("standard input or standard output is closed")
    if options.report:
        _check_report(options, ())
    key = key_of(options.key_file)
    workers = Workers(_setup(options, key=key, content=_content_key(key)), 1)
    try:
        answer = workers.text(sys.stdin.buffer.read())
    finally:
        workers.end()
    import base64

    entry = entry_of(answer, keyed=bool(key))
    for problem in entry["problems"]:
        say(f"velado: standard input withheld: {problem}")
    sys.stdout.buffer.write(base64.b64decode(answer.get("data", "")))
    sys.stdout.buffer.flush()
    if report := _report(options, key, workers):
        report.add(entry, Path("-"))
        return _write_report(report, options.report, (), DONE if answer["written"] else WITHHELD)
    return DONE if answer["written"] else WITHHELD


def _check_report(options: Namespace, sources: Sequence[Source]) -> None:
    """Before any work: the report can be written, and takes the place of nothing that is read or written here."""
    taken = {real(source.path) for source in sources} | {real(options.out / source.relative) for source in sources}
    taken |= {real(Path(given)) for given in (options.known, options.key_file, options.policy) if given}
    if real(options.report) in taken:
        raise WrongCallError(f"--report {shown(options.report)} would take the place of a note or of another file of this call")
    if options.report.is_dir():
        raise WrongCallError(f"--report {shown(options.report)} is a folder")
    try:
        with atomic_write(options.report) as part:
            part.touch()
            part.unlink()
    except OSError as error:
        raise WrongCallError(f"--report {shown(options.report)}: {error.strerror}") from None


def _write_report(report: Report, path: Path, skipped: Sequence[Skipped], code: int) -> int:
    try:
        report.write(path, skipped)
    except OSError as error:
        say(f"velado: --report {shown(path)}: {error.strerror}; no report was written. The results are complete.")
        return FAULT
    return code


def _jobs(given: int | None, sources: Sequence[Source]) -> int:
    """As many processes as asked for; else one per processor, if there is enough work to be worth their start."""
    if given is not None:
        return given
    processors = os.cpu_count() or 1
    with suppress(AttributeError):
        processors = len(os.sched_getaffinity(0))
    return max(1, min(processors, sum(source.size for source in sources) // WORTH, len(sources) if _all_small(sources) else processors))


def _all_small(sources: Sequence[Source]) -> bool:
    return all(source.size < WORTH for source in sources)


class _Call:
    """One call over files."""

    def __init__(self, options: Namespace) -> None:
        self._options = options
        self._out: Path = options.out
        forbid_same_folder(options.sources, self._out)
        self._sources, self._skipped = collect(options.sources, self._out)
        if options.report:
            _check_report(options, self._sources)
        self._key = key_of(options.key_file)
        self._totals = Totals()
        self._done = False  # whether every file is finished, so that no journal is needed any more

    def run(self) -> int:
        options = self._options
        started = time.monotonic()
        with ExitStack() as stack:
            try:
                report, met, total = self._work(stack)
            finally:
                ignore_further_signals()
        self._totals.show(time.monotonic() - started, self._skipped, self._out, resume=options.resume)
        if total and not options.resume and (missing := unmatched(met, total)):  # of what an earlier run met nothing is known
            say(missing)
        code = WITHHELD if self._totals.withheld else DONE
        return _write_report(report, options.report, self._skipped, code) if report else code

    def _work(self, stack: ExitStack) -> tuple[Report | None, int, int]:
        """Handle the files; what is to be cleared away goes onto the stack. Return how many known documents were met, and how many there are."""
        from velado.cli._dispatch import LARGE, Workers
        from velado.cli._looking import check_columns
        from velado.cli._output import locked_output
        from velado.keys import Purpose, derive

        options = self._options
        large = any(source.size >= LARGE for source in self._sources)
        looks = names_columns(options) or options.strict
        work = stack.enter_context(locked_output(self._out))
        journal = stack.enter_context(self._journal())
        content = _content_key(self._key) or (journal.secret if journal else b"")
        kept = {"journal": journal.secret, "run_key": derive(journal.secret, Purpose.RUN)} if journal else {}  # the next run draws alike
        setup = _setup(options, key=self._key, content=content, work=work, large=large, looks=looks, **kept)
        workers = Workers(setup, _jobs(options.jobs, self._sources))
        stack.callback(workers.end)
        if looks:
            check_columns(list(workers.look(source for source in self._sources if not source.problem)), strict=options.strict)
        if journal:
            self._begin(journal, workers)
        report = _report(options, self._key, workers)
        met = self._handle(workers, journal, report)
        if journal:
            self._finish(journal)
        return report, met, workers.ready["known"]

    @contextmanager
    def _journal(self) -> Iterator[Journal | None]:
        """Open the journal of a run that may be interrupted; it is removed when every file is finished."""
        from velado.cli._journal import NAME, Journal

        if not self._options.resume:
            if (self._out / NAME).exists():
                say(f"An earlier run into {shown(self._out)} was interrupted; this run starts over. To continue it, stop and add --resume.")
            yield None
            return
        try:
            journal = Journal.open(self._out, self._key)
        except OSError as error:
            raise WrongCallError(f"--resume: cannot keep a journal in {shown(self._out)}: {error.strerror}") from None
        try:
            yield journal
        finally:
            journal.close(done=self._done)

    def _begin(self, journal: Journal, workers: Workers) -> None:
        if workers.ready["draws"] and not self._key:
            raise WrongCallError(
                "--resume needs --key-file with surrogate, hash or shift_dates: without a key both runs would choose other replacements."
            )
        try:
            journal.start(workers.ready["call"])
        except OSError as error:
            raise WrongCallError(f"--resume: cannot keep a journal in {shown(self._out)}: {error.strerror}") from None

    def _finish(self, journal: Journal) -> None:
        journal.commit()
        if journal.problem:
            say(f"The journal in {shown(self._out)} is incomplete: {journal.problem}. The next run does some files again.")
        self._done = not self._totals.retry and not journal.problem

    def _handle(self, workers: Workers, journal: Journal | None, report: Report | None) -> int:
        """Have every file handled, tell of each; how many of the known documents were met."""
        from velado.cli._looking import Watcher
        from velado.cli._report import entry_of

        progress = Progress(len(self._sources))
        clashes = _clashes(self._sources, self._out)
        jobs = [self._job(source, journal) for source, clash in zip(self._sources, clashes, strict=True) if not clash and not source.problem]
        answered = workers.files(jobs, Watcher(progress))
        met: set[int] = set()
        for source, clash in zip(self._sources, clashes, strict=True):
            target = self._out / source.relative
            if clash or source.problem:
                answer = _refused(clash or source.problem)
            else:
                answer = next(answered).answer or _refused("")
            met.update(answer["met"])
            finished = journal.finished(source) if journal and answer.get("same") else None
            entry = finished.entry if finished else entry_of(answer, keyed=bool(self._key))
            if journal and not finished and answer["input"] and not answer["transient"]:
                journal.add(source, answer["input"], answer["output"], entry, target if answer["written"] else None)
            if report:
                report.add(entry, source.relative)
            progress.step()
            self._tell(source, entry, answer, clash, progress)
        progress.clear()
        return len(met)

    def _job(self, source: Source, journal: Journal | None) -> Job:
        from velado.cli._dispatch import Job

        job = Job(source, self._out / source.relative)
        if journal:
            job.spool = journal.spool(source)
            if finished := journal.finished(source):
                job.finished = {"input": finished.input, "output": finished.output}
        return job

    def _tell(self, source: Source, entry: dict[str, Any], answer: Answer, clash: str, progress: Progress) -> None:
        """Count a file, and say what is wrong with it."""
        from velado.cli._report import emptied, files_left_out, left_out

        self._totals.add(entry, answer)
        messages = []
        if entry["verified"] and (missing := left_out(entry["cleaned"])):
            messages.append(f"{shown(source.path)}: {'; '.join(missing)}")
        messages += [f"{shown(source.path)}: {note}" for note in emptied(answer["columns"])]
        if entry["problems"]:
            count = entry["withheld"] - files_left_out(entry["cleaned"])
            part = f"{count:,} note{'s' if count != 1 else ''} " if entry["verified"] else ""
            messages.append(f"{shown(source.path)}: {part}withheld: {'; '.join(entry['problems'])}")
            if not entry["verified"] and not clash and (self._out / source.relative).is_file():
                messages.append(f"{shown(self._out / source.relative)}: this is the result of an earlier call")
        if messages:
            progress.clear()
        for message in messages:
            say(message)


def _refused(problem: str) -> Answer:
    """Return the answer for a file that no worker is asked to handle."""
    from velado.cli._dispatch import unanswered

    return unanswered(problem)


def _clashes(sources: Sequence[Source], out: Path) -> list[str]:
    """Say for each source why nothing may be written under the name of its result; empty where the name is free."""
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


COMMAND = Run()
