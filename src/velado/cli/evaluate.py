"""`velado evaluate`: how well one annotation of notes agrees with another, and what it leaves in sight."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from velado import __version__
from velado.cli import DONE, WITHHELD, WrongCallError
from velado.cli._annotated import Note, agreed, read_notes
from velado.cli._terminal import Progress, say, shown
from velado.evaluation.schemes import AS_WRITTEN, SCHEMES, common_scheme, translator
from velado.labels import label_named

if TYPE_CHECKING:
    from velado.evaluation import Pair

__all__ = ["COMMAND"]

# Where the shared task keeps one line per sentence of each note.
_SENTENCES = ("annotated_corpora/sentence_splitted", "annotated_corpora/sentence_splitting")


def _count(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError("not a whole number")
    return int(text)


@dataclass(frozen=True)
class Evaluate:
    """Compares two folders of annotations."""

    name: str = "evaluate"
    help: str = "score annotations against a gold standard"

    def arguments(self, parser: ArgumentParser) -> None:
        """What it takes."""
        parser.add_argument("gold", type=Path, metavar="GOLD", help="folder or file: brat, i2b2 XML, marked notes, …")
        parser.add_argument(
            "system", type=Path, metavar="SYSTEM", help="folder or file with the same names, in any of these formats"
        )
        parser.add_argument(
            "--labels", default="auto", choices=("auto", AS_WRITTEN, *SCHEMES),
            help="compare under these names; auto takes them as written unless the sides use different ones",
        )  # fmt: skip
        parser.add_argument(
            "--ignore", default="", metavar="LABEL,…", help="types to leave out on both sides, such as KINSHIP,SEX"
        )
        parser.add_argument(
            "--sentences", type=Path, metavar="DIR", help="NAME.ann files with a line per sentence, for the leak score"
        )
        parser.add_argument(
            "--count-missing", action="store_true", help="a note that SYSTEM lacks counts as one with nothing found"
        )
        parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures as JSON")
        parser.add_argument("--html", type=Path, metavar="FILE", help="write a page to read in a browser")
        parser.add_argument("--errors", action="store_true", help="list every error with the name of its file and its place")
        parser.add_argument("--show-text", action="store_true", help="list every error with its text: this shows patient data")
        parser.add_argument(
            "--resamples", type=_count, default=1000, metavar="N", help="bootstrap samples for the intervals (default: 1000)"
        )
        parser.add_argument("--seed", type=_count, default=1, metavar="N", help="of the bootstrap (default: 1)")

    def run(self, options: Namespace) -> int:
        """Score, print, write; exit code 3 when some notes could not be compared."""
        from velado.evaluation import evaluate
        from velado.evaluation.report import About, as_json, as_text

        gold, unread = read_notes(options.gold)
        system, more = read_notes(options.system)
        for problem in (problems := unread + more):
            say(problem)
        pairs, origin, skipped = _pairs(options, gold, system)
        if not pairs:
            raise WrongCallError("no note of GOLD could be compared with one of SYSTEM; they are told by their file names")
        wanted = {span.label for pair in pairs for span in pair.gold}
        found = {span.label for pair in pairs for span in pair.system}
        scheme = common_scheme(wanted, found) if options.labels == "auto" else options.labels
        if strange := sorted(label for label in wanted | found if label_named(label) is None):
            say(f"labels of no known scheme, taken as they are: {', '.join(map(shown, strange))}")
        ignored = _ignored(options.ignore, wanted | found)
        listed = options.errors or options.show_text
        result = evaluate(
            pairs, rename=translator(scheme), ignore=set(ignored), resamples=options.resamples, seed=options.seed,
            list_errors=listed, show_text=options.show_text,
        )  # fmt: skip
        about = About(scheme, ignored, origin, options.resamples, options.seed, __version__)
        # File names and labels come from others: nothing of them may play tricks on the terminal.
        print("\n".join(map(shown, as_text(result, about, list_errors=listed).split("\n"))), end="")
        if options.json:
            import json

            _write(options.json, json.dumps(as_json(result, about), ensure_ascii=False, indent=2) + "\n")
        if options.html:
            from velado.evaluation.page import as_html

            _write(options.html, as_html(result, about))
        return WITHHELD if problems or skipped else DONE


def _ignored(wanted: str, present: Iterable[str]) -> tuple[str, ...]:
    labels = tuple(dict.fromkeys(label.strip().upper() for label in wanted.split(",") if label.strip()))
    known = set(present)
    for label in labels:
        if label_named(label) is None and label not in known:
            raise WrongCallError(f"--ignore: nobody knows the label {shown(label)}")
    return labels


def _pairs(options: Namespace, gold: Mapping[str, Note], system: Mapping[str, Note]) -> tuple[list[Pair], str, int]:
    """The notes of both sides, where their sentences were counted, and how many could not be compared."""
    from velado.evaluation import Pair, count_sentences

    folder = _sentence_folder(options)
    pairs: list[Pair] = []
    missing = skipped = uncounted = 0
    progress = Progress(len(gold))
    for name, note in gold.items():
        progress.step()
        other = system.get(name)
        if other is None:
            missing += 1
            if not options.count_missing:
                continue
            other = Note(None, ())
        try:
            text, wanted, found = agreed(note, other)
        except ValueError as error:
            skipped += 1
            progress.clear()
            say(f"{shown(name or options.gold)}: not compared: {error}")
            continue
        # The scorer of the shared task counts the lines of a file; without it, about as many as there seem to be.
        sentences = _lines(folder, name or options.gold.stem) if folder else count_sentences(text)
        uncounted += sentences is None
        pairs.append(Pair(text, wanted, found, name or options.gold.stem, sentences))
    progress.clear()
    if missing:
        how = "counted as notes with nothing found" if options.count_missing else "not scored (--count-missing scores them)"
        say(f"{missing} of the {len(gold)} notes of GOLD are not in SYSTEM: {how}")
    if extra := sum(name not in gold for name in system):
        say(f"{extra} notes of SYSTEM are not in GOLD: passed over")
    if uncounted:
        say(f"the sentences of {uncounted} notes are not in {shown(folder)}: no leak score")
    return pairs, "files" if folder else "estimate", skipped + (0 if options.count_missing else missing)


def _sentence_folder(options: Namespace) -> Path | None:
    if options.sentences is not None:
        if not options.sentences.is_dir():
            raise WrongCallError(f"--sentences {shown(options.sentences)} is not a folder")
        return Path(options.sentences)
    homes = (Path(), *list(options.gold.resolve().parents)[:4])
    return next((home / name for home in homes for name in _SENTENCES if (home / name).is_dir()), None)


def _lines(folder: Path, name: str) -> int | None:
    try:
        content = (folder / f"{Path(name).name}.ann").read_bytes()
    except OSError:
        return None
    content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return content.count(b"\n") + (bool(content) and not content.endswith(b"\n"))


def _write(path: Path, content: str) -> None:
    from velado.cli._atomic import atomic_write

    try:
        with atomic_write(path) as part:
            part.write_text(content, encoding="utf-8")
    except OSError as error:
        raise WrongCallError(f"{shown(path)} cannot be written: {error.strerror}") from None


COMMAND = Evaluate()
