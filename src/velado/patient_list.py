"""A list of patients: what is already known of them, so that it is always found.

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
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from pathlib import PurePath

from velado.columns import birth_date_of, meaning_of
from velado.document import Document, Subject
from velado.formats import UnreadableError
from velado.formats.text import decode
from velado.labels import NAMES, NUMBERS
from velado.tokens import fold

__all__ = ["Known", "PatientListError", "Search", "merged", "parse"]

# Columns that only such a table has; all others are told by their names as in any table.
_COLUMNS = {
    "file": "file id document document_id filename archivo fichero documento arquivo ficheiro",
    "patient": "patient patient_id key paciente id_paciente clave chave",
    "number": "number numbers numero numeros",
}  # fmt: skip
_ROLE = {name.replace("_", ""): role for role, names in _COLUMNS.items() for name in names.split()}
_WORD = re.compile(r"[^\W\d_]{2,}")
_NUMBER = re.compile(r"[a-z0-9]+(?:[ .\-/]{1,2}[a-z0-9]+){0,9}")
_LEAST = 5  # letters and digits of a number that is searched in every text: a shorter one is a dose or a year as well


class PatientListError(ValueError):
    """A list that cannot be used. The message names rows and columns, never what stands there."""


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


def merged(first: Subject | None, second: Subject | None) -> Subject | None:
    """Return what two sources know of a patient; what the first one says goes before."""
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
    met: list[int] = field(default_factory=list, repr=False, compare=False)  # the subjects that had a document, by their order
    rows: tuple[Subject, ...] = field(default=(), repr=False)  # of the list, in its order
    _met: set[str] = field(default_factory=set, repr=False, compare=False)

    @cached_property
    def _order(self) -> Mapping[str, int]:
        return {name: number for number, name in enumerate(self.subjects)}

    def attach(self, document: Document, relative: PurePath) -> Document:
        """The document with what is known of its patient, on top of what its format told."""
        subject = merged(document.subject, self.everywhere)
        for name in dict.fromkeys((relative.stem, relative.name, relative.as_posix(), document.id)):
            if own := self.subjects.get(_key(name)):
                subject = merged(subject, own)
                if _key(name) not in self._met:
                    self._met.add(_key(name))
                    self.met.append(self._order[_key(name)])
        return document if subject is document.subject else replace(document, subject=subject)


class Search:
    """Finds out which patients of a list a text may be about, however long the list."""

    def __init__(self, rows: Iterable[Subject]) -> None:
        self._rows = tuple(rows)
        self._names: dict[str, list[tuple[int, frozenset[str]]]] = {}  # by their rarest word: the row and all words
        self._numbers: dict[str, list[int]] = {}
        names = [(number, words) for number, row in enumerate(self._rows) for name in row.names if (words := _words_of(name))]
        often = Counter(word for _, words in names for word in words)
        for number, words in names:
            # Two words of a name have to stand in the text: one of them is always among all its words but the commonest.
            for word in sorted(words, key=lambda word: (often[word], word))[: max(len(words) - 1, 1)]:
                self._names.setdefault(word, []).append((number, words))
        for number, row in enumerate(self._rows):
            for value in row.numbers:
                if len(compact := _compact(value)) >= _LEAST:
                    self._numbers.setdefault(compact, []).append(number)

    @property
    def people(self) -> int:
        """How many rows tell something that can be searched."""
        return sum(bool(row.names or row.numbers) for row in self._rows)

    def attach(self, document: Document) -> Document:
        """The document with the names and numbers of all patients of the list that its text names.

        A patient is named by two words of one name, or the only one, or by a number. Birth dates are left to the rules for
        dates: there may be several.
        """
        found = self._found(document.text)
        if not found:
            return document
        rows = [self._rows[number] for number in sorted(found)]
        listed = Subject("", tuple(name for row in rows for name in row.names), None, tuple(number for row in rows for number in row.numbers))
        return replace(document, subject=merged(document.subject, listed))

    def _found(self, text: str) -> set[int]:
        folded = fold(text)
        words = set(_WORD.findall(folded))
        found = {number for word in words & self._names.keys() for number, name in self._names[word] if len(name & words) >= min(2, len(name))}
        if self._numbers:
            for match in _NUMBER.finditer(folded):
                for compact in _stretches(match[0]):
                    found.update(self._numbers.get(compact, ()))
        return found


def _words_of(name: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(fold(name)) if word not in _PARTICLES)


_PARTICLES = frozenset("de del la las los el da das do dos e y i van von der den di du le".split())


def _compact(value: str) -> str:
    return re.sub(r"[^a-z0-9]", "", fold(value))


def _stretches(run: str) -> Iterable[str]:
    """Every stretch of neighbouring pieces of a number that is written with separators, without these."""
    pieces: Sequence[str] = re.split(r"[ .\-/]+", run)
    for start in range(len(pieces)):
        for end in range(start + 1, len(pieces) + 1):
            yield "".join(pieces[start:end])


def _pieces(cells: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.strip() for cell in cells for piece in re.split(r"[;|]", cell) if piece.strip()))


def parse(content: bytes) -> Known:
    """Read the table. Raises PatientListError."""
    try:
        text = decode(content).text
    except UnreadableError as error:
        raise PatientListError(str(error)) from None
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error:
        raise PatientListError("this is not a table of comma-separated values") from None
    if not rows:
        raise PatientListError("the table is empty")
    roles = list(map(_role, rows[0]))
    if not {"name", "birth", "number"} & set(roles):
        raise PatientListError("no column of names, birth dates or numbers; see docs/command-line.md")
    subjects: dict[str, Subject] = {}
    everybody: list[Subject] = []
    listed: list[Subject] = []
    for line, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        cells: dict[str, list[str]] = {}
        for role, cell in zip(roles, row, strict=False):
            cells.setdefault(role, []).append(cell.strip())
        subject = _subject(cells, line)
        listed.append(subject)
        names = [name for name in cells.get("file", []) if name]
        if not names:
            everybody.append(subject)
        for name in names:
            subjects[_key(name)] = merged(subjects.get(_key(name)), subject) or subject
    return Known(subjects, _all_of(everybody), rows=tuple(listed))


def _all_of(subjects: Sequence[Subject]) -> Subject | None:
    if not subjects:
        return None
    born = next((subject.birth_date for subject in subjects if subject.birth_date), None)
    names = dict.fromkeys(name for subject in subjects for name in subject.names)
    return Subject("", tuple(names), born, tuple(dict.fromkeys(number for subject in subjects for number in subject.numbers)))


def _subject(cells: Mapping[str, list[str]], line: int) -> Subject:
    born: date | None = None
    for cell in cells.get("birth", []):
        if cell and (born := birth_date_of(cell)) is None:
            raise PatientListError(f"row {line}: the birth date is neither year-month-day nor day/month/year")
    key = next((cell for cell in cells.get("patient", []) if cell), "")
    names = list(cells.get("name", []))
    if len([name for name in names if name]) > 1:
        names.append(" ".join(name for name in names if name and ";" not in name))  # given name and surname stand apart
    return Subject(key, _pieces(names), born, _pieces(cells.get("number", [])))
