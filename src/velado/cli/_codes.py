"""Coded cases and ICD-10 code lists from files, and the coders made of them for the clinical information loss."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path

from velado import languages
from velado.cli import WrongCallError
from velado.cli._terminal import say, shown
from velado.evaluation.information_loss import Coded, Coder, coder_from_cases, coder_from_list

__all__ = ["coders_for", "fingerprint"]

_LISTS = (".csv", ".tsv")
_CODES = ("code", "codigo", "subcat", "cat")  # how the columns of code lists are called, in lower case
_DESCRIPTIONS = ("description", "descripcion", "descricao")
_SAMPLE = 200  # descriptions that tell a list's language


def _files(sources: Sequence[Path]) -> list[Path]:
    found: list[Path] = []
    for source in sources:
        if source.is_dir():
            found += sorted(path for path in source.iterdir() if path.suffix in (".jsonl", *_LISTS))
        elif source.is_file():
            found.append(source)
        else:
            raise WrongCallError(f"--codes {shown(source)} is not there")
    return found


def fingerprint(sources: Sequence[Path]) -> str:
    """What tells one set of files from another."""
    digest = hashlib.sha256()
    for file in _files(sources):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def coders_for(sources: Sequence[Path], names: Iterable[str], wanted: Set[str], folder: Path) -> dict[str, Coder]:
    """A coder per wanted language: from coded cases where there are any, else from a code list.

    `names` are those of the notes it will be asked about: cases of the same names are not learned from, and measure its
    quality. What was made before from the same files is taken from `folder`.
    """
    if not sources:
        return {}
    held = {Path(name).name for name in names}
    mark = hashlib.sha256("\n".join([fingerprint(sources), *sorted(wanted), *sorted(held)]).encode()).hexdigest()[:12]
    folder.mkdir(parents=True, exist_ok=True)
    kept = {file.stem.split("-")[0]: Coder.load(file) for file in sorted(folder.glob(f"??-{mark}.npz"))}
    if not kept:
        try:
            coders = _made(_files(sources), held, wanted)
        except ValueError as error:  # the messages of our own readers carry nothing of the cases
            said = str(error) if type(error) is ValueError else type(error).__name__
            raise WrongCallError(f"--codes: {said}") from None
        for language, coder in coders.items():
            coder.save(folder / f"{language}-{mark}.npz")
            # Read back, because the file rounds: a run that goes on later must rank alike.
            kept[language] = Coder.load(folder / f"{language}-{mark}.npz")
    return kept


def _made(files: Sequence[Path], held: set[str], wanted: Set[str]) -> dict[str, Coder]:
    rows = [row for file in files if file.suffix == ".jsonl" for row in _cases(file)]
    say(f"making the coders for the information loss from {len(files)} files")
    coders: dict[str, Coder] = {}
    for language, columns in (("es", ("es", "text")), ("en", ("en_mt",)), ("pt", ())):
        if language not in wanted:
            continue
        cases = [(str(row.get("id", "")), _coded(row, columns)) for row in rows if any(row.get(column) for column in columns)]
        shown_cases, unseen = _split(cases, held)
        entries = _entries(files, language)
        # English cases are machine translations: they only judge the coder that the English list makes.
        if language == "es" and shown_cases:
            coders[language] = coder_from_cases(shown_cases, language, unseen)
        elif entries:
            coders[language] = coder_from_list(entries, language, unseen)
    if not coders and not rows and not any(file.suffix in _LISTS for file in files):
        raise ValueError("neither coded cases (.jsonl) nor lists (.csv, .tsv) of ICD-10 codes are there")
    return coders


def _cases(file: Path) -> Iterator[dict[str, object]]:
    for line in file.read_text("utf-8").split("\n"):
        if line.strip():
            row = json.loads(line)
            if row.get("D"):  # the diagnoses; cases without them teach nothing
                yield row


def _coded(row: dict[str, object], columns: Sequence[str]) -> Coded:
    text = next(str(row[column]) for column in columns if row.get(column))
    codes = row["D"]
    return Coded(text, tuple(map(str, codes)) if isinstance(codes, list) else ())


def _split(cases: Sequence[tuple[str, Coded]], held: set[str]) -> tuple[list[Coded], list[Coded]]:
    """Cases to learn from and cases to measure on: those that will be asked about, else one in five."""
    if any(name in held for name, _ in cases):
        return [case for name, case in cases if name not in held], [case for name, case in cases if name in held]
    return [case for number, (_, case) in enumerate(cases) if number % 5], [case for _, case in cases[::5]]


def _entries(files: Sequence[Path], language: str) -> list[tuple[str, str]]:
    return [entry for file in files if file.suffix in _LISTS for entry in _listed(file, language)]


def _listed(file: Path, language: str) -> list[tuple[str, str]]:
    """The codes of a list and what they mean, if it is written in the language."""
    text = file.read_text("utf-8-sig")
    first = text.split("\n", 1)[0]
    mark = max("\t;,", key=first.count)
    rows = list(csv.reader(text.splitlines(), delimiter=mark))
    head = [cell.strip().lower() for cell in rows[0]] if rows else []
    code = next((head.index(name) for name in _CODES if name in head), 0)
    words = next((head.index(name) for name in _DESCRIPTIONS if name in head), 1)
    entries = [(row[code], row[words]) for row in rows if len(row) > max(code, words)]
    told = languages.detect("\n".join(description for _, description in entries[1 :: max(1, len(entries) // _SAMPLE)]))
    return entries if told == language else []
