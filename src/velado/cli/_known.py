"""`--known patients.csv`: what is already known of the patients, so that it is always found.

One row per patient or per document. The columns, in any order, under any of these names:

- `file` or `id`: the document the row belongs to, by its file name with or without suffix, its path below the source
  folder, or the id the format gives it. A row without one applies to every document.
- `name`, also `given_name` and `surname`: names, several of them with semicolons between.
- `birth_date`: 1961-04-03 or 03/04/1961 (the day first).
- `numbers`, also `record`, `phone`, `national_id`: numbers, several of them with semicolons between.
- `patient`: a key of your own that is the same for all documents of a patient; replacements follow it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path, PurePath

from velado.cli import WrongCallError
from velado.cli._terminal import shown
from velado.document import Document, Subject
from velado.formats import UnreadableError
from velado.formats._columns import birth_date_of, meaning_of
from velado.formats.text import decode
from velado.labels import NAMES, NUMBERS
from velado.tokens import fold

__all__ = ["Known", "read_known"]

# Columns that only such a table has; all others are told by their names as in any table.
_COLUMNS = {
    "file": "file id document document_id filename archivo fichero documento arquivo ficheiro",
    "patient": "patient patient_id key paciente id_paciente clave chave",
    "number": "number numbers numero numeros",
}  # fmt: skip
_ROLE = {name.replace("_", ""): role for role, names in _COLUMNS.items() for name in names.split()}


def _role(name: str) -> str:
    meaning = meaning_of(name)
    if own := _ROLE.get(re.sub(r"[\W_]", "", fold(name))):
        return own
    if meaning.birth:
        return "birth"
    if meaning.label in NAMES:
        return "name"
    return "number" if meaning.label in NUMBERS else ""


def _key(name: str) -> str:
    return fold(name).strip()


def _merged(first: Subject | None, second: Subject | None) -> Subject | None:
    if first is None or second is None:
        return first or second
    return Subject(
        first.key or second.key,
        tuple(dict.fromkeys(first.names + second.names)),
        first.birth_date or second.birth_date,
        tuple(dict.fromkeys(first.numbers + second.numbers)),
    )


@dataclass(frozen=True)
class Known:
    """What is known, per document and for all."""

    subjects: Mapping[str, Subject] = field(default_factory=dict, repr=False)
    everywhere: Subject | None = field(default=None, repr=False)
    _met: set[str] = field(default_factory=set, repr=False, compare=False)  # which of the subjects had a document

    def attach(self, document: Document, relative: PurePath) -> Document:
        """The document with what is known of its patient, on top of what its format told."""
        subject = _merged(document.subject, self.everywhere)
        for name in dict.fromkeys((relative.stem, relative.name, relative.as_posix(), document.id)):
            if own := self.subjects.get(_key(name)):
                subject = _merged(subject, own)
                self._met.add(_key(name))
        return document if subject is document.subject else replace(document, subject=subject)

    def left_over(self) -> str:
        """What to tell the user when the table names documents that never came: a slip there leaves people in the notes."""
        missing = len(self.subjects) - len(self._met)
        if not missing:
            return ""
        return f"--known: {missing} of the {len(self.subjects)} documents named there were not among the sources"


def _pieces(cells: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.strip() for cell in cells for piece in re.split(r"[;|]", cell) if piece.strip()))


def read_known(path: Path) -> Known:
    """Read the table. What is wrong with it is said by line and column, never by what stands there."""
    try:
        text = decode(path.read_bytes()).text
    except OSError as error:
        raise WrongCallError(f"--known {shown(path)}: {error.strerror}") from None
    except UnreadableError as error:
        raise WrongCallError(f"--known {shown(path)}: {error}") from None
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error:
        raise WrongCallError(f"--known {shown(path)}: this is not a table of comma-separated values") from None
    if not rows:
        raise WrongCallError(f"--known {shown(path)}: the table is empty")
    roles = list(map(_role, rows[0]))
    if not {"name", "birth", "number"} & set(roles):
        raise WrongCallError(f"--known {shown(path)}: no column of names, birth dates or numbers; see docs/command-line.md")
    subjects: dict[str, Subject] = {}
    everywhere: Subject | None = None
    for line, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        cells: dict[str, list[str]] = {}
        for role, cell in zip(roles, row, strict=False):
            cells.setdefault(role, []).append(cell.strip())
        subject = _subject(cells, f"--known {shown(path)}: row {line}")
        names = [name for name in cells.get("file", []) if name]
        if not names:
            everywhere = _merged(everywhere, replace(subject, key=""))
        for name in names:
            merged = _merged(subjects.get(_key(name)), subject)
            assert merged is not None
            subjects[_key(name)] = merged
    return Known(subjects, everywhere)


def _subject(cells: Mapping[str, list[str]], where: str) -> Subject:
    born: date | None = None
    for cell in cells.get("birth", []):
        if cell and (born := birth_date_of(cell)) is None:
            raise WrongCallError(f"{where}: the birth date is neither year-month-day nor day/month/year")
    key = next((cell for cell in cells.get("patient", []) if cell), "")
    names = list(cells.get("name", []))
    if len([name for name in names if name]) > 1:
        names.append(" ".join(name for name in names if name and ";" not in name))  # given name and surname stand apart
    return Subject(key, _pieces(names), born, _pieces(cells.get("number", [])))
