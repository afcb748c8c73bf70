"""Contextual databases: trigger words, and lists of names, surnames and municipalities (a thesis from Michoacán, 2022).

The notes are tokenised, stop words dropped, and a positional inverted index is built over all of them. What follows a
trigger is looked up: names and towns in lists, phones by their figures, addresses from "calle" to "colonia". Only the
patient and the relatives are hidden; the names of staff stay. Where the thesis is silent, the choice made here is a
constant with its reason. `context` has the triggers that the thesis lists; its authors say that they had to go on
adding to them, so `context-regional` adds the cue words and field names that Velado knows for Spanish, and abbreviations of
street types and neighbourhoods that were chosen with the Latin American development notes in sight, as was `_is_name`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from velado import lexicons
from velado.document import Span
from velado.languages import language
from velado.methods import Note, Outcome
from velado.methods._positional_index import PositionalIndex, Word
from velado.methods._redaction import redact
from velado.tokens import fold

__all__ = ["METHOD", "Context", "Triggers"]

SKIP = 3  # valid words between a trigger and the first name: "paciente hipertenso Jesús", as in the thesis
TOWN_SKIP = 1  # "originario y residente de", "ciudad natal"
ADDRESS = 16  # valid words from "calle" to "colonia" at most
BEHIND_COLONIA = 2  # valid words that belong to the colonia's name, as in the thesis
PHONE_REACH = 40  # characters from the trigger to the first figure: "tel. de su hija: …"
_PHONE = re.compile(r"\+?\(?\d(?:[\d()\-./,;:]|[ y](?=[ \d()+y])){5,60}\d")
_WORD = re.compile(r"[^\W_]+")
_GAP = re.compile(r"[\s,]{1,3}(?:(?:de|del|la|las|los|y|san|santa)\s{1,3}){0,3}", re.IGNORECASE)


@dataclass(frozen=True)
class Triggers:
    """What announces each type; folded, stop words left out as the index does."""

    patient: tuple[str, ...]
    relatives: tuple[str, ...]
    towns: tuple[str, ...]
    phones: tuple[str, ...]
    address_starts: tuple[str, ...]
    address_ends: tuple[str, ...]
    whole_field: bool = False  # an address without a "colonia" goes up to the end of its line


PUBLISHED = Triggers(
    patient=("paciente", "sra", "sr", "entrevista directa"),
    relatives=("hijo", "hija", "padre", "madre", "esposo", "esposa", "cunado", "red apoyo"),
    towns=("ciudad", "residente", "originario"),
    phones=("tel", "telefono", "cel", "celular", "numero", "caso necesario"),
    address_starts=("domicilio particular", "domicilio", "calle", "dom"),
    address_ends=("colonia", "col"),
)


def regional() -> Triggers:
    """The published triggers with those that Velado's Spanish knows beside them."""
    spanish = language("es")

    def valid(*phrases: tuple[str, ...]) -> tuple[str, ...]:
        kept = (" ".join(word for word in phrase.split() if word not in spanish.stop_words) for group in phrases for phrase in group)
        return tuple(dict.fromkeys(phrase for phrase in kept if phrase))

    fields = spanish.field_labels
    titles = tuple(sorted(spanish.person_titles - {"c", "d", "da"}))
    return Triggers(
        patient=valid(PUBLISHED.patient, spanish.patient_cues, fields["PATIENT_NAME"], titles),
        relatives=valid(PUBLISHED.relatives, spanish.relative_cues, fields["RELATIVE_NAME"]),
        towns=valid(PUBLISHED.towns, spanish.place_cues, fields["PLACE"]),
        phones=valid(PUBLISHED.phones, fields["PHONE"], ("llamar", "contacto", "recado")),
        address_starts=valid(PUBLISHED.address_starts, spanish.field_starts["STREET"], ("calz", "priv", "cra", "cll", "bv", "av")),
        address_ends=(*PUBLISHED.address_ends, "fracc", "barrio", "b", "bo", "conj", "urb"),
        whole_field=True,
    )


@dataclass(frozen=True)
class Context:
    """The algorithm with one set of triggers."""

    name: str
    description: str
    extended: bool = False
    published: Mapping[str, float] = field(default_factory=dict)
    trained: bool = False

    def fit(self, train: Sequence[Note], dev: Sequence[Note], folder: Path, *, quick: bool = False, seed: int = 0) -> None:
        """There is nothing to learn."""

    def apply(self, notes: Sequence[Note], folder: Path) -> list[Outcome]:
        """The notes with {NOMBRE}, {CIUDAD}, {TEL} and {DOM} in them, and the spans."""
        triggers = regional() if self.extended else PUBLISHED
        index = PositionalIndex.of([note.text for note in notes], language("es").stop_words)
        found = find([note.text for note in notes], index, triggers)
        return [Outcome(redact(note.text, spans), spans) for note, spans in zip(notes, found, strict=True)]


def find(texts: Sequence[str], index: PositionalIndex, triggers: Triggers) -> list[tuple[Span, ...]]:
    """The spans of every note: names first, then towns, phones and addresses, which take in what they contain."""
    found: list[list[Span]] = [[] for _ in texts]

    def add(number: int, span: Span | None) -> None:
        if span and not any(span.start < other.end and other.start < span.end for other in found[number]):
            found[number].append(span)

    for phrases, label in ((triggers.patient, "PATIENT_NAME"), (triggers.relatives, "RELATIVE_NAME")):
        for number, position in _places(index, phrases):
            add(number, _name(texts[number], index.notes[number], position, label))
    for number, position in _places(index, triggers.towns):
        add(number, _town(texts[number], index.notes[number], position))
    for number, position in _places(index, triggers.phones):
        add(number, _phone(texts[number], index.notes[number][position - 1].end))
    for number, position in _places(index, triggers.address_starts):
        span = _address(texts[number], index.notes[number], position, triggers)
        if span:
            found[number] = [other for other in found[number] if other.end <= span.start or other.start >= span.end]
            found[number].append(span)
    return [tuple(sorted(spans)) for spans in found]


def _places(index: PositionalIndex, phrases: Sequence[str]) -> Iterator[tuple[int, int]]:
    for phrase in phrases:
        yield from index.behind(phrase)


def _is_name(word: Word) -> bool:
    value = lexicons.lookup(word.folded)
    # The authors' lists hold common names: Cruz and Rosa, but not the everyday words that a few people bear as a name.
    if len(word.folded) < 3 or (lexicons.frequency(value, "es") >= 4 and lexicons.name_strength(value) < 2):
        return False
    first = value & lexicons.FIRST_NAME and "es" in lexicons.first_name_regions(value)
    return bool(first or (value & lexicons.SURNAME and "es" in lexicons.surname_regions(value)))


def _same_line(text: str, start: int, end: int) -> bool:
    return "\n" not in text[start:end]


def _name(text: str, words: Sequence[Word], position: int, label: str) -> Span | None:
    """The run of names that begins at most SKIP words behind a trigger."""
    trigger = words[position - 1]
    for first in range(position, min(position + SKIP + 1, len(words))):
        if not _same_line(text, trigger.end, words[first].start):
            return None
        if _is_name(words[first]):
            last = first
            while last + 1 < len(words) and _is_name(words[last + 1]) and _GAP.fullmatch(text, words[last].end, words[last + 1].start):
                last += 1
            return Span(words[first].start, words[last].end, label, 1.0, "context")
    return None


def _town(text: str, words: Sequence[Word], position: int) -> Span | None:
    trigger = words[position - 1]
    for word in words[position : position + TOWN_SKIP + 1]:
        if not _same_line(text, trigger.end, word.start):
            return None
        ahead = list(_WORD.finditer(text[word.start : word.start + 80]))
        length, value = lexicons.longest([fold(match[0]) for match in ahead], 0)
        if length and value & (lexicons.TOWN | lexicons.REGION) and "es" in lexicons.town_regions(value):
            return Span(word.start, word.start + ahead[length - 1].end(), "PLACE", 1.0, "context")
    return None


def _phone(text: str, behind: int) -> Span | None:
    match = _PHONE.search(text, behind, behind + PHONE_REACH + 62)
    if match and match.start() <= behind + PHONE_REACH and sum(map(str.isdigit, match[0])) >= 7:
        return Span(match.start(), match.end(), "PHONE", 1.0, "context")
    return None


def _address(text: str, words: Sequence[Word], position: int, triggers: Triggers) -> Span | None:
    """From the trigger to "colonia" and two valid words more. "Calle" itself belongs to the address, "domicilio" does not."""
    opens = words[position - 1]
    start = opens.start if not opens.folded.startswith("dom") else opens.end
    for last in range(position, min(position + ADDRESS, len(words))):
        if words[last].folded in triggers.address_ends:
            end = words[min(last + BEHIND_COLONIA, len(words) - 1)].end
            return _trimmed(text, start, end)
    if triggers.whole_field:
        stop = text.find("\n", start)
        return _trimmed(text, start, stop if stop >= 0 else len(text))
    return None


def _trimmed(text: str, start: int, end: int) -> Span | None:
    while start < end and not text[start].isalnum():
        start += 1
    return Span(start, end, "STREET", 1.0, "context") if start < end else None


_RECALL = {"recall_phones": 0.9866, "recall_addresses": 0.8235, "recall_names": 0.8109, "recall_towns": 0.8481, "recall_items": 0.8543}

METHOD = (
    Context("context", "Trigger words and lists of names and municipalities; patient and relatives only (thesis, Morelia 2022).", published=_RECALL),
    Context("context-regional", "The same with the trigger words that Velado knows for Spanish.", extended=True),
)
