"""Contextual databases: trigger words, and lists of names, surnames and municipalities (a thesis from Michoacán, 2022).

The notes are tokenised, stop words dropped, and a positional inverted index is built over all of them. What follows a
trigger is looked up: names and towns in lists, phones by their figures, addresses from "calle" to "colonia". Only the
patient and the relatives are hidden; the names of staff stay. Where the thesis is silent, the choice made here is a
constant with its reason, or a rule that was written with the Mexican notes of our own corpus in sight; beyond its text go
addresses without a colonia, and towns and numbers that follow the announced one at once. `context` has the triggers
that the thesis lists; its authors say that they had to go on adding to them, so `context-regional` adds the cue words and
field names that Velado knows for Spanish, and abbreviations of street types and neighbourhoods that were chosen with the
Latin American development notes in sight, as was `_is_name`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from velado import lexicons
from velado.document import Span
from velado.languages import language
from velado.methods import Note, Outcome
from velado.methods._positional_index import PositionalIndex, Word
from velado.methods._redaction import redact
from velado.tokens import fold

__all__ = ["METHOD", "PUBLISHED", "Context", "Triggers"]

NAME_REACH = 4  # valid words behind a trigger that are compared with the lists: the thesis sets no limit ("paciente hipertenso Jesús")
TOWN_REACH = 2  # one in the thesis; "ciudad natal Uruapan" needs two
ADDRESS = 16  # valid words from "calle" to "colonia" at most
BEHIND_COLONIA = 2  # valid words that belong to the colonia's name, as in the thesis
HOUSE_NUMBER = 7  # valid words behind the trigger among which an address without a colonia has its number
LONGEST = 160  # characters of an address without a colonia
PHONE_DIGITS = 7  # at least, as in the thesis
PHONE_REACH = 40  # characters from the trigger to the first figure: "tel. de su hija: …"
NEXT_PHONE = 20  # characters from a number to the next one of the same trigger: "cel … / recados …"
_PHONE = re.compile(r"\+?\(?\d(?:[\d()\-./,;:]|[ y](?=[ \d()+y/\-])){5,60}\d")
_WORD = re.compile(r"[^\W_]+")
_GAP = re.compile(r"[\s,]{1,3}(?:(?:de|del|la|las|los|y|san|santa)\s{1,3}){0,3}", re.IGNORECASE)
_TOWN_GAP = re.compile(r"[ ,(]{1,3}(?:(?:de|del|en|mpio\.?|municipio|edo\.?|estado|y) ){0,3}", re.IGNORECASE)
_NO_NUMBER = re.compile(r"s ?/ ?n\b", re.IGNORECASE)
_FIELD_START = re.compile(r"[ \t.:]{0,40}")
_NO_NAMES = lexicons.MEDICAL | lexicons.EPONYM | lexicons.KINSHIP | lexicons.TITLE | lexicons.SEX_WORD
# A line, a column, or a sentence whose last word is no abbreviation.
_FIELD_END = re.compile(r"(?=[\n\t;]| {3})|(?:[^\W\d_]{6}|\d)(?=\.(?:\s|$))")


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
    towns=("ciudad", "residente", "originario", "originaria"),  # the thesis ends its list with "etc."
    phones=("tel", "telefono", "cel", "celular", "numero", "caso necesario"),
    address_starts=("domicilio", "calle", "dom"),  # "domicilio particular" and "domicilio calle" among them
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

    def announced(self, notes: Sequence[Note]) -> list[tuple[Span, ...]]:
        """What is marked and begins, or goes on, among the first valid words behind a trigger of its type."""
        triggers = regional() if self.extended else PUBLISHED
        index = PositionalIndex.of([note.text for note in notes], language("es").stop_words)
        told: list[list[Span]] = [[] for _ in notes]
        for labels, phrases in (
            (("PATIENT_NAME", "RELATIVE_NAME"), (*triggers.patient, *triggers.relatives)),
            (("PLACE",), triggers.towns),
            (("PHONE",), triggers.phones),
            (("STREET",), triggers.address_starts),
        ):
            behind: dict[int, set[int]] = {}
            for number, position in _places(index, phrases):
                behind.setdefault(number, set()).update(word.start for word in index.notes[number][position : position + NAME_REACH])
            for number, starts in behind.items():
                marked = (span for span in notes[number].spans if span.label in labels)
                told[number] += (span for span in marked if any(span.start <= start < span.end for start in starts))
        return [tuple(sorted(span for span in spans if _is_looked_for(note.text, span))) for note, spans in zip(notes, told, strict=True)]


def find(texts: Sequence[str], index: PositionalIndex, triggers: Triggers) -> list[tuple[Span, ...]]:
    """The spans of every note: names first, then towns, phones and addresses, which take in what they contain."""
    found: list[list[Span]] = [[] for _ in texts]

    def add(number: int, spans: Iterable[Span]) -> None:
        for span in spans:
            if not any(span.start < other.end and other.start < span.end for other in found[number]):
                found[number].append(span)

    for phrases, label in ((triggers.patient, "PATIENT_NAME"), (triggers.relatives, "RELATIVE_NAME")):
        for number, position in _places(index, phrases):
            add(number, _names(texts[number], index.notes[number], position, label))
    for number, position in _places(index, triggers.towns):
        add(number, _towns(texts[number], index.notes[number], position))
    for number, position in _places(index, triggers.phones):
        add(number, _phones(texts[number], index.notes[number][position - 1].end))
    for number, position in _places(index, triggers.address_starts):
        span = _address(texts[number], index.notes[number], position, triggers)
        if span:
            inside = [other for other in found[number] if other.start < span.end and span.start < other.end]
            start, end = min(other.start for other in (span, *inside)), max(other.end for other in (span, *inside))
            found[number] = [*(other for other in found[number] if other not in inside), replace(span, start=start, end=end)]
    return [tuple(sorted(spans)) for spans in found]


def _is_looked_for(text: str, span: Span) -> bool:
    return span.label != "PHONE" or sum(map(str.isdigit, span.text(text))) >= PHONE_DIGITS


def _places(index: PositionalIndex, phrases: Sequence[str]) -> Iterator[tuple[int, int]]:
    for phrase in phrases:
        yield from index.behind(phrase)


def _is_name(word: Word) -> bool:
    value = lexicons.lookup(word.folded)
    often, strength = lexicons.frequency(value, "es"), lexicons.name_strength(value)
    # The authors' lists hold common names: Cruz and Rosa, but not the everyday words that a few people bear as a name.
    if len(word.folded) < 3 or (often >= 4 and strength < 2) or (value & _NO_NAMES and strength < 3):
        return False
    first = value & lexicons.FIRST_NAME and "es" in lexicons.first_name_regions(value)
    surname = value & lexicons.SURNAME and "es" in lexicons.surname_regions(value)
    # Names of elsewhere are common in Mexico too: Irving, Olinda, Wiebe.
    return bool(first or surname or (value & (lexicons.FIRST_NAME | lexicons.SURNAME) and not often))


def _same_paragraph(text: str, start: int, end: int) -> bool:
    """The authors' index knows no lines: a trigger announces what stands on the next one too, but not behind a blank one."""
    return "\n\n" not in text[start:end]


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return end if end >= 0 else len(text)


def _names(text: str, words: Sequence[Word], position: int, label: str) -> Iterator[Span]:
    """The runs of names among the words behind a trigger, which are compared with the lists one by one."""
    trigger = words[position - 1]
    first, end = position, min(position + NAME_REACH, len(words))
    while first < end and _same_paragraph(text, trigger.end, words[first].start):
        last = first
        if _is_name(words[first]):
            while last + 1 < len(words) and _is_name(words[last + 1]) and _GAP.fullmatch(text, words[last].end, words[last + 1].start):
                last += 1
            yield Span(words[first].start, words[last].end, label, 1.0, "context")
        first = last + 1


def _towns(text: str, words: Sequence[Word], position: int) -> Iterator[Span]:
    """The municipality behind a trigger and those it lies in; "ciudad" may be a part of its name."""
    trigger = words[position - 1]
    behind = [word.start for word in words[position : position + TOWN_REACH] if _same_paragraph(text, trigger.end, word.start)]
    known = [(start, end) for start in behind if (end := _town_end(text, start))][:1]
    own = _town_end(text, trigger.start)
    if own and all(own >= end for _, end in known):  # "Ciudad de México", but not "la ciudad de San Juan del Río"
        known = [(trigger.start, own)]
    for start, end in known:
        yield Span(start, end, "PLACE", 1.0, "context")
        while (gap := _TOWN_GAP.match(text, end)) and (other := _town_end(text, gap.end(), short=True)):
            yield Span(gap.end(), other, "PLACE", 1.0, "context")
            end = other


def _town_end(text: str, start: int, *, short: bool = False) -> int:
    """Where the municipality or state ends whose name, or with `short` abbreviation, begins here; 0 when none does."""
    ahead = list(_WORD.finditer(text[start : start + 80]))
    if not ahead or ahead[0].start():
        return 0
    length, value = lexicons.longest([fold(match[0]) for match in ahead], 0)
    known = value & (lexicons.TOWN | lexicons.REGION) and "es" in lexicons.town_regions(value)
    abbreviated = short and value & lexicons.REGION_ABBREVIATION and text[start].isupper()
    return start + ahead[length - 1].end() if length and (known or abbreviated) else 0


def _phones(text: str, behind: int) -> Iterator[Span]:
    """The numbers behind a trigger; one that follows at once is announced by the same trigger."""
    reach = PHONE_REACH
    while (match := _PHONE.search(text, behind, behind + reach + 62)) and match.start() <= behind + reach:
        if sum(map(str.isdigit, match[0])) < PHONE_DIGITS:
            return
        yield Span(match.start(), match.end(), "PHONE", 1.0, "context")
        behind = match.end()
        reach = min(NEXT_PHONE, _line_end(text, behind) - behind)


def _address(text: str, words: Sequence[Word], position: int, triggers: Triggers) -> Span | None:
    """From the trigger to "colonia" and two valid words more. "Calle" itself belongs to the address, "domicilio" does not."""
    is_field = words[position - 1].folded.startswith("dom")
    if is_field and position < len(words) and words[position].folded == "particular":
        position += 1
    start = words[position - 1].end if is_field else words[position - 1].start
    for last in range(position, min(position + ADDRESS, len(words))):
        if words[last].folded in triggers.address_ends:
            end = words[min(last + BEHIND_COLONIA, len(words) - 1)].end
            return _trimmed(text, start, end)
    if triggers.whole_field:
        return _trimmed(text, start, _line_end(text, start))
    return _without_colonia(text, words, position, start, is_field)


def _without_colonia(text: str, words: Sequence[Word], position: int, start: int, is_field: bool) -> Span | None:
    """The rest of a field; in running text up to the comma behind the number or name of the street."""
    behind = words[position - 1].end
    begins = _FIELD_START.match(text, behind)
    begin = begins.end() if begins else behind
    stop = _FIELD_END.search(text, begin, begin + LONGEST)
    end = stop.end() if stop else min(begin + LONGEST, len(text))
    if is_field and ":" in text[behind:begin]:
        return _trimmed(text, start, end)
    near = [word for word in words[position : position + HOUSE_NUMBER] if word.end <= end]
    figures = [word.end for word in near if any(map(str.isdigit, word.folded))] or [sign.end() for sign in _NO_NUMBER.finditer(text, begin, end)]
    proper = any(not text[word.start].islower() for word in near[: 3 if is_field else 1])
    # "Visita a domicilio por petición de …" and "en la calle hace frío" are no addresses.
    if not (figures and proper if is_field else figures or proper):
        return None
    comma = text.find(",", figures[0] if figures else begin, end)
    return _trimmed(text, start, comma if comma >= 0 else end)


def _trimmed(text: str, start: int, end: int) -> Span | None:
    while start < end and not text[start].isalnum():
        start += 1
    return Span(start, end, "STREET", 1.0, "context") if start < end else None


_RECALL = {"recall_phones": 0.9866, "recall_addresses": 0.8235, "recall_names": 0.8109, "recall_towns": 0.8481, "recall_items": 0.8543}

METHOD = (
    Context("context", "Trigger words and lists of names and municipalities; patient and relatives only (thesis, Morelia 2022).", published=_RECALL),
    Context("context-regional", "The same with the trigger words that Velado knows for Spanish.", extended=True),
)
