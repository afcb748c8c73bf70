"""Who is who in a document: names that are parts of a longer one, or its initials, are the same person."""

from __future__ import annotations

from dataclasses import dataclass, field

from velado import lexicons
from velado.document import Span
from velado.labels import NAMES
from velado.languages import words
from velado.patterns import late_pattern
from velado.replacement import Case
from velado.tokens import fold, read_text

__all__ = ["Name", "People", "Person", "Piece", "read_name"]

_WORD = late_pattern(r"[^\W\d_]+(?:['’´`][^\W\d_]+)*")
_TITLES = words("""
    dr dra drs sr sra srta srita don dona mr mrs ms miss sir prof profa lic licda enf enfa ing mtro mtra doctor doctora rn rnt
""")
_PARTICLES = words("""
    de del la las los lo el y e i da do dos das di du le van von der den ter ten bin ibn al san santa santo sao st mac mc
""")
_SUFFIXES = words("jr sr ii iii iv junior filho neto sobrinho hijo")
# Short forms that stand for one name only; the long one is what other notes will have.
_SHORT = {
    "ma": "maria", "fco": "francisco", "fca": "francisca", "gpe": "guadalupe", "ant": "antonio", "hdez": "hernandez",
    "hdz": "hernandez", "fdez": "fernandez", "fdz": "fernandez", "glez": "gonzalez", "glz": "gonzalez", "gzz": "gonzalez",
    "rdz": "rodriguez", "rdguez": "rodriguez", "rguez": "rodriguez", "mtz": "martinez", "mtnez": "martinez", "mnez": "martinez",
    "gtz": "gutierrez", "gtrrz": "gutierrez", "lpz": "lopez", "dguez": "dominguez", "dgz": "dominguez", "jmnz": "jimenez",
    "vzqz": "vazquez", "vqz": "vazquez", "szch": "sanchez", "schz": "sanchez",
}  # fmt: skip
_ROLES = {"PATIENT_NAME": 0, "RELATIVE_NAME": 1, "PERSON_NAME": 2, "STAFF_NAME": 3}


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of letters in a name. Kinds: word, initial, initials ("MGL"), particle, title, suffix."""

    kind: str
    start: int
    end: int
    word: str = field(repr=False)  # folded, and written out where it was shortened


@dataclass(frozen=True, slots=True)
class Name:
    """A name as one place of the text has it."""

    text: str = field(repr=False)
    pieces: tuple[Piece, ...] = field(repr=False)
    words: tuple[str, ...] = field(repr=False)  # those in full, in their order
    initials: str = field(repr=False)  # the letters of the others


def read_name(text: str) -> Name:
    """The pieces of a name.

    >>> [(piece.kind, piece.word) for piece in read_name("Mª del Carmen R. García").pieces]
    [('word', 'maria'), ('particle', 'del'), ('word', 'carmen'), ('initial', 'r'), ('word', 'garcia')]
    """
    clean = read_text(text).text
    found = [(fold(match[0]), match.start(), match.end()) for match in _WORD.finditer(clean)]
    # A name of nothing but small words ("La Santa") is made of words after all.
    bare = all(word in _PARTICLES or word in _TITLES or len(word) == 1 for word, _, _ in found)
    shouting = any(end - start > 4 and clean[start:end].isupper() for _, start, end in found)
    pieces = []
    for number, (word, start, end) in enumerate(found):
        dotted = clean[end : end + 1] == "."
        if word in _TITLES and number == 0 and len(found) > 1:
            kind = "title"
        elif word in _PARTICLES and not bare and not (len(word) == 1 and dotted):
            kind = "particle"
        elif word in _SUFFIXES and number >= 1 and number == len(found) - 1:
            kind = "suffix"
        elif len(word) == 1:
            kind = "initial"
        elif len(word) <= 5 and clean[start:end].isupper() and not shouting and not dotted and _are_initials(word):
            kind = "initials"
        else:
            kind = "word"
        pieces.append(Piece(kind, start, end, _SHORT.get(word, word)))
    initials = "".join(piece.word for piece in pieces if piece.kind in ("initial", "initials"))
    return Name(clean, tuple(pieces), tuple(piece.word for piece in pieces if piece.kind == "word"), initials)


def _are_initials(word: str) -> bool:
    return not lexicons.lookup(word) & (lexicons.FIRST_NAME | lexicons.SURNAME) and word not in _SHORT


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the document, by the longest form of the name."""

    number: int
    name: Name = field(repr=False)
    staff: bool
    patient: bool
    start: int  # where the longest form stands; -1 when it is known from elsewhere

    @property
    def anchor(self) -> str:
        """The same for the same full name, however its words are ordered and written."""
        return " ".join(sorted(set(self.name.words))) or self.name.initials

    def covers(self, name: Name) -> bool:
        """Whether a form can be this person's: all its words, and its initials among the other words."""
        own = set(self.name.words)
        if not own.issuperset(name.words):
            return False
        if name.words:
            rest = sorted(word[0] for word in own.difference(name.words)) + list(self.name.initials)
            return all(name.initials.count(letter) <= rest.count(letter) for letter in set(name.initials))
        if not own:
            return name.initials == self.name.initials
        return _shortens(name.initials, [word[0] for word in self.name.words])


def _shortens(letters: str, initials: list[str]) -> bool:
    """Whether letters are the initials of a name, some perhaps left out; surnames may come first."""
    if len(letters) == 1:
        return letters == initials[0]
    if all(letters.count(letter) <= initials.count(letter) for letter in letters) and len(letters) == len(initials):
        return True
    rest = iter(initials)
    return all(letter in rest for letter in letters)


class People:
    """The persons of a case. Longer names come first, the patient's before all, so that parts find their whole."""

    def __init__(self, case: Case) -> None:
        known = case.subject.names if case.subject is not None else ()
        forms = [("PATIENT_NAME", -1, read_name(name)) for name in known if name.strip()]
        spans = [span for span in case.spans if span.label in NAMES]
        names = {(span.start, span.end): read_name(span.text(case.text)) for span in spans}
        forms += [(span.label, span.start, names[span.start, span.end]) for span in spans]
        self.persons: list[Person] = []
        self._by_word: dict[str, list[Person]] = {}  # a document may be a list of thousands
        self._by_initials: dict[tuple[bool, str], Person] = {}
        self._case = case
        self._names = names
        for label, start, name in sorted(forms, key=_rank):
            if (name.words or name.initials) and self._find(label, name) is None:
                staff, patient = label == "STAFF_NAME", label == "PATIENT_NAME"
                person = Person(len(self.persons), name, staff, patient, start)
                self.persons.append(person)
                for word in set(name.words):
                    self._by_word.setdefault(word, []).append(person)

    @property
    def words(self) -> frozenset[str]:
        """Every word of every name."""
        return frozenset(word for name in (*self._names.values(), *(p.name for p in self.persons)) for word in name.words)

    def name(self, span: Span) -> Name:
        """The name that a span holds."""
        return self._names.get((span.start, span.end)) or read_name(span.text(self._case.text))

    def person(self, span: Span) -> Person | None:
        """Whose name a span holds; None when there is nothing of a name in it."""
        return self._find(span.label, self.name(span))

    def _find(self, label: str, name: Name) -> Person | None:
        if not name.words and not name.initials:
            return None
        staff = label == "STAFF_NAME"
        if not name.words:
            if (staff, name.initials) not in self._by_initials:
                found = self._first(self.persons, name, staff)
                if found is None:
                    return None
                self._by_initials[staff, name.initials] = found
            return self._by_initials[staff, name.initials]
        # Whoever has all the words has the rarest of them.
        return self._first(min((self._by_word.get(word, []) for word in name.words), key=len), name, staff)

    def _first(self, persons: list[Person], name: Name, staff: bool) -> Person | None:
        """Of the same side if there is one, else of the other: a role may be told wrongly."""
        other = None
        for person in persons:
            if (person.staff == staff or other is None) and person.covers(name):
                if person.staff == staff:
                    return person
                other = person
        return other


def _rank(form: tuple[str, int, Name]) -> tuple[bool, int, int, int]:
    label, start, name = form
    full_patient = label == "PATIENT_NAME" and len(name.words) >= 2
    return (not full_patient, -len(set(name.words)) * 10 - len(name.initials), _ROLES[label], start)
