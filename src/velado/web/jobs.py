"""What worker processes do: the only code of the server that opens documents.

Every job is a function whose arguments and answer can be sent between processes. `tell` sends word of the progress.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from velado.document import Document, Result, Span
from velado.formats import Format, Handled, Options, UnreadableError, format_for
from velado.formats.safe_copy import AllWithheldError, Judge, VerificationError, write_safe_copy
from velado.formats.source import SourceChangedError, private_copy
from velado.keys import Purpose, keyed_digest
from velado.models.token_classifier import UnusableModelError
from velado.pipeline import Pipeline
from velado.policies.policy import KEEP
from velado.web.annotations import annotate_file
from velado.web.catalogue import catalogue
from velado.web.choices import BUILT_IN, NO_MODEL, Choice, pipeline_for
from velado.web.edits import edits_between, standing, surviving
from velado.web.rules import Rule, with_rule
from velado.web.store import Filling, Kept, Record, Store, Summary, is_doubtful
from velado.web.tables import look_at_columns, read_patient_list, search_of
from velado.web.work import Outcome, Reading, Saved

__all__ = ["JOBS", "in_words"]

DOCUMENTS = 200_000  # of one file: more cannot be reviewed by a person, and `velado run` takes them
CHARACTERS = 5_000_000  # of one text, which the server shows to a reviewer
PERSON = "person"  # the source of what was set by hand
Tell = Callable[[str, int], None]  # the stage, and how many characters it is about


class Written(NamedTuple):
    """A result that was verified: what else was cleaned, its digest, and of tables the rows and what became of the columns."""

    cleaned: tuple[str, ...]
    digest: str
    rows: int
    columns: tuple[dict[str, Any], ...]


class WithheldError(UnreadableError):
    """Nothing may come out of the file; `code` is for programs that say why in another language."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def in_words(error: Exception) -> tuple[str, str]:
    """An error as it may be shown: a code, and its text only when that is known to carry nothing of the content."""
    if isinstance(error, WithheldError):
        return error.code, str(error)
    if isinstance(error, UnreadableError):
        return "unreadable", str(error)
    if isinstance(error, OSError):
        return "internal", f"it cannot be read or written: {error.strerror or type(error).__name__}"
    if isinstance(error, UnusableModelError):
        return "model", str(error)
    if isinstance(error, ImportError):
        return "missing_program", f"a package that is not installed is needed: {error.name}"
    if isinstance(error, MemoryError):
        return "memory", "it needs more memory than there is"
    return "internal", f"{type(error).__name__} while handling it"


def read_text(choice: Choice, key: bytes, text: str, tell: Tell) -> dict[str, Any]:
    """A text of the stateless API: its result and where the spans stand."""
    result = pipeline_for(choice, key).deidentify(text)
    if result.text is None:
        raise UnreadableError("; ".join(result.problems))
    texts = {replacement.span: replacement.text for replacement in result.replacements}
    spans = [(s.start, s.end, s.label, s.score, s.source, texts.get(s)) for s in result.spans]
    return {"text": result.text, "language": result.language, "spans": spans}


def read_file(reading: Reading, tell: Tell) -> Outcome:
    """Read, de-identify, keep, write and verify a file."""
    tell("model" if reading.choice.model not in (BUILT_IN, NO_MODEL) else "reading", 0)
    pipeline = pipeline_for(reading.choice, reading.key)
    source = Path(reading.source)
    style = _format(source)
    filling = Store(Path(reading.folder)).fill()
    tally = _Tally()

    def judge(documents: Iterator[Document]) -> Iterator[Handled]:
        return _judged(documents, reading, pipeline, filling, tally, tell)

    try:
        written = _written(style, source, Path(reading.folder), judge, reading.options, tell)
    finally:
        filling.close()
    return tally.outcome(style.name, written, keyed_digest(reading.key, Purpose.REPORT, source) if reading.key else "")


def _format(source: Path) -> Format:
    style = format_for(source)
    if style is None:
        raise WithheldError("unknown_format", "its format is not known")
    if missing := style.missing():
        raise WithheldError("missing_program", missing)
    return style


def _judged(
    documents: Iterator[Document], reading: Reading, pipeline: Pipeline, filling: Filling, tally: _Tally, tell: Tell
) -> Iterator[Handled]:
    told = 0.0
    patients = search_of(reading.patients) if reading.patients else None
    for document in documents:
        if tally.documents >= DOCUMENTS:
            raise WithheldError("too_large", f"it holds more than {DOCUMENTS} texts; `velado run` handles such files")
        if len(document.text) > CHARACTERS:
            raise WithheldError("too_large", f"one of its texts has more than {CHARACTERS:,} characters; `velado run` handles such files")
        if time.monotonic() - told > 0.2:
            told = time.monotonic()
            tell("reading", len(document.text))
        if patients is not None:
            document = patients.attach(document)
        result = _with_rules(pipeline, document, pipeline.deidentify(document), reading.rules)
        tally.add(document, result)
        filling.add(document, result)
        yield document, result


def _with_rules(pipeline: Pipeline, document: Document, result: Result, rules: Sequence[Rule]) -> Result:
    if result.withheld or not rules:
        return result
    spans: list[Span] = list(result.spans)
    for rule in rules:
        spans = with_rule(document.text, spans, rule, _acts_on(pipeline))
    if tuple(spans) == result.spans:
        return result
    return pipeline.with_spans(document, spans, result.language)


def _acts_on(pipeline: Pipeline) -> Callable[[str], bool]:
    return lambda label: pipeline.policy.rule_for(label).strategy != KEEP


def _written(style: Format, source: Path, folder: Path, judge: Judge, options: Options, tell: Tell) -> Written:
    """Write the result beside its name, verify it, and give it its name; nothing is left when anything goes wrong."""

    def watched(documents: Iterator[Document]) -> Iterator[Handled]:
        seen = 0
        for document, result in judge(documents):
            seen += len(document.text)
            yield document, result
        tell("writing", seen)

    part = folder / f"part{source.suffix}"
    safe = Store(folder).safe(source.suffix)
    safe.unlink(missing_ok=True)
    try:
        with private_copy(source, folder) as copy:
            done = write_safe_copy(style, copy, part, watched, options)
            rows, columns = copy.units.rows, tuple(copy.units.columns)
        part.replace(safe)
    except AllWithheldError as error:
        raise WithheldError("internal", str(error)) from None
    except VerificationError as error:
        raise WithheldError("verification", str(error)) from None
    finally:
        part.unlink(missing_ok=True)
    return Written(done.cleaned, _digest(safe), rows, columns)


def write_file(reading: Reading, revisions: Mapping[int, int], tell: Tell) -> Written:
    """Write and verify a file again, as it was reviewed."""
    source = Path(reading.source)
    style = _format(source)
    store = Store(Path(reading.folder))

    def judge(documents: Iterator[Document]) -> Iterator[Handled]:
        """What a person decided, for the texts that were reviewed and no others."""
        for number, kept in enumerate(store.all()):
            document = next(documents, None)
            if document is None or document.text != kept.document.text:
                raise SourceChangedError("the file changed after it was reviewed. Upload it again.")
            yield document, kept.result(store.record(number, revisions.get(number, 0), kept))
        if next(documents, None) is not None:
            raise SourceChangedError("the file changed after it was reviewed. Upload it again.")

    return _written(style, source, store.path, judge, reading.options, tell)


def save_spans(
    reading: Reading, number: int, revision: int, following: int, spans: Sequence[tuple[int, int, str]], tell: Tell
) -> Saved:
    """Make a revision with exactly these spans. Those that were there before keep their score and source."""
    store = Store(Path(reading.folder))
    kept = store.kept(store.heads()[number])
    before = store.record(number, revision, kept)
    known = {(span.start, span.end, span.label): span for span in before.spans}
    settled = [known.get(place) or Span(*place, 1.0, PERSON) for place in spans]
    return _save(store, reading, number, following, kept, before, settled)


def change_spans(
    reading: Reading,
    number: int,
    revision: int,
    following: int,
    add: Sequence[tuple[int, int, str]],
    remove: Sequence[tuple[int, int]],
    tell: Tell,
) -> Saved:
    """The same for a few of them. Adding one that is there already confirms it."""
    store = Store(Path(reading.folder))
    kept = store.kept(store.heads()[number])
    before = store.record(number, revision, kept)
    gone = {*remove, *((start, end) for start, end, _ in add)}
    settled = [span for span in before.spans if (span.start, span.end) not in gone]
    settled += [Span(*place, 1.0, PERSON) for place in add]
    return _save(store, reading, number, following, kept, before, settled)


def _save(
    store: Store, reading: Reading, number: int, following: int, kept: Kept, before: Record, spans: Sequence[Span]
) -> Saved:
    spans = sorted(spans)
    if any(not 0 <= span.start < span.end <= len(kept.document.text) for span in spans):
        raise UnreadableError("a span is empty or does not lie inside the text")
    if any(first.end > second.start for first, second in pairwise(spans)):
        raise UnreadableError("two spans overlap")
    pipeline = pipeline_for(reading.choice, reading.key)
    result = pipeline.with_spans(kept.document, spans, kept.language)
    if result.withheld:
        raise UnreadableError("; ".join(result.problems))
    edits = surviving(before.edits, result.spans)
    record = Record(
        result.spans,
        result.replacements,
        tuple(edits),
        len(before.edits) - len(edits),
        standing(kept.document.text, result.replacements, edits),
    )
    store.save(number, following, record)
    return Summary.of(kept.record, kept.record), Summary.of(record, kept.record)


def save_result(reading: Reading, number: int, revision: int, following: int, text: str | None, tell: Tell) -> Saved:
    """Make a revision whose result is this text; without one, free edits are taken back."""
    store = Store(Path(reading.folder))
    kept = store.kept(store.heads()[number])
    before = store.record(number, revision, kept)
    edits = () if text is None else edits_between(kept.document.text, before.spans, before.replacements, before.edits, text)
    left = standing(kept.document.text, before.replacements, edits)
    record = replace(before, edits=tuple(edits), dropped=0, standing=left)
    store.save(number, following, record)
    return Summary.of(kept.record, kept.record), Summary.of(record, kept.record)


def apply_rule(
    reading: Reading, revisions: Mapping[int, int], following: Mapping[int, int], rule: Rule, tell: Tell
) -> dict[int, Saved]:
    """Make revisions of all documents of a file that the rule changes."""
    store = Store(Path(reading.folder))
    acts_on = _acts_on(pipeline_for(reading.choice, reading.key))
    changed: dict[int, Saved] = {}
    for number, kept in enumerate(store.all()):
        if kept.withheld:
            continue
        before = store.record(number, revisions.get(number, 0), kept)
        spans = with_rule(kept.document.text, before.spans, rule, acts_on)
        if tuple(spans) != before.spans:
            changed[number] = _save(store, reading, number, following.get(number, 0) + 1, kept, before, spans)
    return changed


def load_model(choice: Choice, key: bytes, tell: Tell) -> bool:
    """Have the model ready before it is needed."""
    tell("model", 0)
    pipeline_for(choice, key).detect("Acude por tos.")
    return True


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@dataclass(slots=True)
class _Tally:
    """What is counted while a file's documents go by."""

    documents: int = 0
    withheld: int = 0
    characters: int = 0
    languages: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    doubtful: int = 0

    def add(self, document: Document, result: Result) -> None:
        self.documents += 1
        self.characters += len(document.text)
        self.withheld += result.withheld
        self.problems.update(result.problems)
        if not result.withheld:
            self.languages[result.language] += 1
            self.counts.update(result.counts())
            self.doubtful += sum(map(is_doubtful, result.spans))

    def outcome(self, style: str, written: Written, input_hmac: str) -> Outcome:
        told = [f"{problem} ({count} texts)" if self.documents > 1 else problem for problem, count in self.problems.items()]
        language = self.languages.most_common(1)[0][0] if self.languages else ""
        return Outcome(
            style, self.documents, self.withheld, self.characters, language, sum(self.counts.values()), self.doubtful,
            dict(sorted(self.counts.items())), tuple(told), written.cleaned, input_hmac, written.digest, written.rows, written.columns,
        )  # fmt: skip


JOBS: Mapping[str, Callable[..., Any]] = {
    job.__name__: job
    for job in (
        read_text, read_file, write_file, annotate_file, save_spans, change_spans, save_result, apply_rule, load_model, catalogue,
        look_at_columns, read_patient_list,
    )
}
