"""Invented people: each word of a name has its own stand-in, so that parts, initials and turned-round forms follow the whole."""

from __future__ import annotations

import unicodedata

from velado import lexicons
from velado.document import Span
from velado.keys import Purpose
from velado.languages import languages, words
from velado.patterns import late_pattern
from velado.replacement import Case
from velado.replacement._drawing import Draw, key_of, subject_of
from velado.replacement._months import in_style
from velado.replacement._people import Name, People, Person, Piece
from velado.replacement._surrogate_names import Names, names_for
from velado.tokens import fold

__all__ = ["Cast", "without_accents"]

_TITLE_BEFORE = late_pattern(r"\b(sra?|srta|srita|dra?|mrs?|ms|miss|don|dona|prof|profa|lic|licda|enf|enfa|lcda|ldo|d)\.?\s{0,2}$")
_FEMALE_TITLES = words("sra srta srita dra mrs ms miss dona profa licda enfa lcda")
_MALE_TITLES = words("sr mr don ldo d")
# Words that carry an accent when written with care: without it, the writer leaves accents out.
_CARELESS = {
    "es": late_pattern(r"\b(?:garcia|maria|jose|jesus|angel|martin|ramon|andres|tomas|sofia|lucia|raul|ines|[a-z]{2,8}[^u]ez)\b"),
    "pt": late_pattern(r"\b(?:joao|jose|antonio|conceicao|araujo|goncalves|magalhaes|guimaraes|simoes|ines|luis|sergio|fatima)\b"),
}
_SURNAME_LIKE = late_pattern(r"'|^mc[a-z]{3}|[^u]ez$|son$|[eo]v$|ski$|ich$|eira$")
_CLINICAL = lexicons.MEDICAL | lexicons.DRUG | lexicons.MICROBE | lexicons.KINSHIP  # no stand-in may read as one of these
_RATHER_FEMALE = words("guadalupe rosario carmen trinidad consuelo belen socorro sol")
_LETTERS = "ABCDEFGHIJLMNOPRSTV"


def without_accents(text: str) -> str:
    """The text with its accents taken off.

    >>> without_accents("Núñez")
    'Nunez'
    """
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(sign for sign in decomposed if not unicodedata.combining(sign)))


class Cast:
    """The invented people of a case, one for each person in it."""

    def __init__(self, case: Case, country: str) -> None:
        self._case = case
        self._key = key_of(case, Purpose.SURROGATE)
        self._people = People(case)
        self._source = names_for(country, case.language)
        self._forbidden = self._people.words
        self._accented = any(ord(sign) > 127 and sign.isalpha() and sign not in "ªº" for sign in case.text)
        self._patient_sex = _sex_told(case)
        self._stand_ins: dict[int, dict[str, str]] = {}
        family: dict[str, str] = {}
        taken: set[str] = set()
        for person in self._people.persons:
            # Relatives share surnames with the patient, and so do their stand-ins; staff are nobody's family.
            stand_ins = self._invent(person, {} if person.staff else family, taken)
            self._stand_ins[person.number] = stand_ins
            if not person.staff:
                family |= stand_ins
                taken |= {fold(stand_in) for stand_in in stand_ins.values()}
        self._words: dict[str, str] = {}
        for stand_ins in self._stand_ins.values():
            for word, stand_in in stand_ins.items():
                self._words.setdefault(word, stand_in)

    def stand_in_word(self, word: str) -> str | None:
        """What stands for a word of somebody's name in this document; None when it is nobody's."""
        return self._words.get(word)

    def draw_word(self, draw: Draw, word: str) -> str:
        """A surname for a word that may be somebody's name but is nobody's here."""
        return self._pick(self._source.surnames, draw, word, set(), set())

    def name(self, span: Span) -> str | None:
        """The invented name in the form that the span has; None when there is nothing of a name in it."""
        name = self._people.name(span)
        person = self._people.person(span)
        if person is None:
            if not name.words and not name.initials:
                return None
            person = Person(-1, name, span.label == "STAFF_NAME", False, span.start)  # a span from outside the case
        stand_ins = self._stand_ins.get(person.number)
        return self._written(name, person, self._invent(person, {}, set()) if stand_ins is None else stand_ins)

    def _draw(self, person: Person, *parts: str) -> Draw:
        subject = subject_of(self._case, "STAFF_NAME" if person.staff else "PATIENT_NAME")
        # Where the patient is known, the words alone will do: another note may have fewer of them.
        return Draw(self._key, subject, "NAME", "" if subject else person.anchor, *parts)

    def _invent(self, person: Person, family: dict[str, str], taken: set[str]) -> dict[str, str]:
        kinds = _kinds(person.name, self._title(person))
        sex = self._sex(person, kinds)
        chosen = {word: family[word] for word in kinds if word in family}
        for word in sorted(set(kinds) - set(chosen)):
            choices = _choices(self._source, kinds[word], sex)
            own = {fold(stand_in) for stand_in in chosen.values()}
            # Staff are drawn as if nobody else were there: they are the same in other notes.
            chosen[word] = self._pick(choices, self._draw(person, word), word, own, set() if person.staff else taken)
        return chosen

    def _pick(self, choices: tuple[str, ...], draw: Draw, word: str, own: set[str], taken: set[str]) -> str:
        def refused(choice: str) -> bool:
            folded = fold(choice)
            # Another initial too, or "M." and "MGL" would stay what they were.
            return folded[0] == word[0] or folded in own or folded in self._forbidden or bool(_entry(folded) & _CLINICAL)

        found = draw.pick_unless(choices, lambda choice: refused(choice) or fold(choice) in taken)
        if found is None:  # more people than names: two may get the same
            found = draw.pick_unless(choices, refused)
        while found is None:  # all the names there are belong to somebody here: make one up
            made = "".join(draw.pick("BDFLMNRSTV") + draw.pick("aeio") for _ in range(3)).capitalize()
            found = None if refused(made) else made
        return found

    def _title(self, person: Person) -> str:
        before = fold(self._case.text[max(0, person.start - 12) : max(0, person.start)])
        match = _TITLE_BEFORE.search(before)
        inside = next((piece.word for piece in person.name.pieces if piece.kind == "title"), "")
        return inside or (match[1] if match else "")

    def _sex(self, person: Person, kinds: dict[str, str]) -> str:
        given = [word for word in person.name.words if kinds[word] != "surname"]
        for word in given:
            told = "f" if word in _RATHER_FEMALE else lexicons.sex(_entry(word))
            if told in ("f", "m"):
                return told
        title = self._title(person)
        if title in _FEMALE_TITLES or title in _MALE_TITLES:
            return "f" if title in _FEMALE_TITLES else "m"
        if person.patient and self._patient_sex:
            return self._patient_sex
        if given and self._case.language != "en":
            return "f" if given[0].endswith("a") else "m"
        return self._draw(person, "sex").pick(("f", "m"))

    def _written(self, name: Name, person: Person, stand_ins: dict[str, str]) -> str:
        kinds = _kinds(person.name, "")
        bare = self._writes_no_accents(name)
        written: list[str] = []
        position = 0
        used = set(name.words)
        for number, piece in enumerate(name.pieces):
            gap = self._between(name.text[position : piece.start], person)
            text = self._piece(name, number, person, stand_ins, kinds, used)
            if text is not None:
                written += (gap, without_accents(text) if bare else text)
                position = piece.end
            else:
                # A particle that goes takes the blank behind it along.
                written.append(gap)
                position = piece.end + (name.text[piece.end : piece.end + 1] == " ")
        written.append(self._between(name.text[position:], person))
        return "".join(written).strip() or "X"

    def _between(self, text: str, person: Person) -> str:
        """What stands between the words: blanks and signs stay, figures change, anything odd goes."""
        if not text or text.isspace():
            return text
        kept = []
        for sign in text:
            if sign.isdigit():
                kept.append(self._draw(person, "figure", sign).pick([figure for figure in "123456789" if figure != sign]))
            elif sign.isspace() or unicodedata.category(sign)[0] == "P":
                kept.append(sign)
        return "".join(kept)

    def _piece(
        self, name: Name, number: int, person: Person, stand_ins: dict[str, str], kinds: dict[str, str], used: set[str]
    ) -> str | None:
        """What stands in the place of a piece; None when nothing does."""
        piece = name.pieces[number]
        like = name.text[piece.start : piece.end]
        if piece.kind == "title" or (piece.kind == "suffix" and len(piece.word) < 3):
            return like
        if piece.kind == "particle":
            return self._particle(name.pieces, number, kinds, like)
        if piece.kind == "word":
            return in_style(stand_ins[piece.word], like)
        if piece.kind == "suffix":
            return None
        letters = (self._initial(letter, person, stand_ins, used) for letter in piece.word)
        return "".join(new.lower() if old.islower() else new for old, new in zip(like, letters, strict=False))

    def _initial(self, letter: str, person: Person, stand_ins: dict[str, str], used: set[str]) -> str:
        for word in person.name.words:
            if word[0] == letter and word not in used:
                used.add(word)
                return without_accents(stand_ins[word][0]).upper()
        return self._draw(person, "initial", letter).pick([other for other in _LETTERS if other != letter.upper()])

    def _particle(self, pieces: tuple[Piece, ...], number: int, kinds: dict[str, str], like: str) -> str | None:
        """Between two surnames "de" and "y" stay; "de la" and the like go, for they belong to the name they stand before."""
        told = [kinds.get(piece.word, "surname") if piece.kind == "word" else "" for piece in pieces]
        follows = told[number + 1] if number + 1 < len(told) else ""
        precedes = next((kind for kind in reversed(told[:number]) if kind), "")
        if follows != "surname":
            return None
        if pieces[number].word in ("y", "e", "i") and precedes:
            return like
        if self._case.language == "pt" and pieces[number].word in ("de", "da", "do", "das", "dos"):
            return in_style("de", like)
        return like if pieces[number].word == "de" and precedes == "surname" else None

    def _writes_no_accents(self, name: Name) -> bool:
        if any(ord(sign) > 127 and sign.isalpha() and sign not in "ªº" for sign in name.text):
            return False
        careless = _CARELESS.get(self._case.language)
        plain = name.text.isupper() or name.text.islower()
        return not self._accented or plain or bool(careless and careless.search(fold(name.text)))


def _sex_told(case: Case) -> str:
    """The sex that the document tells of its patient, where it tells one only."""
    forms = languages()[case.language].sex_words if case.language in languages() else {}
    told = {forms.get(fold(span.text(case.text))) for span in case.spans if span.label == "SEX"} & {"f", "m"}
    return told.pop() or "" if len(told) == 1 else ""


def _choices(source: Names, kind: str, sex: str) -> tuple[str, ...]:
    if kind == "surname":
        return source.surnames
    if kind == "short":
        return source.short_female if sex == "f" else source.short_male
    return source.female if sex == "f" else source.male


def _kinds(name: Name, title: str) -> dict[str, str]:
    """Which words are given names, short forms of such, or surnames.

    >>> from velado.replacement._people import read_name
    >>> _kinds(read_name("GARCIA LOPEZ MARIA"), "")
    {'garcia': 'surname', 'lopez': 'surname', 'maria': 'given'}
    """
    written = name.words
    if not written:
        return {}
    leaning = [_leaning(word) for word in written]
    comma = name.text.find(",")
    if comma >= 0 and len(written) > 1:
        places = [piece.start < comma for piece in name.pieces if piece.kind == "word"]
        surnames = places if any(places) and not all(places) else [number > 0 for number in range(len(written))]
    elif len(written) == 1:
        titled = title not in ("", "don", "dona", "d")
        short = _given(written[0]) == "short" and not titled
        surnames = [not short and (leaning[0] < 0 or (leaning[0] == 0 and titled))]
    else:
        surnames = _split(leaning)
    return {word: "surname" if surname else _given(word) for word, surname in zip(written, surnames, strict=True)}


def _entry(word: str) -> int:
    return lexicons.lookup(word.replace("'", " "))


def _given(word: str) -> str:
    value = _entry(word)
    # The most usual names are also what somebody is called for short.
    return "short" if value & lexicons.NICKNAME and lexicons.first_name_strength(value) < 3 else "given"


def _leaning(word: str) -> int:
    """Above 0 the word is rather a given name, below a surname."""
    value = _entry(word)
    # How many languages know it says more than the strength, which many words have of both.
    given = lexicons.first_name_strength(value) + len(lexicons.first_name_regions(value))
    surname = lexicons.surname_strength(value) + len(lexicons.surname_regions(value))
    if not given and not surname:
        return -2 if _SURNAME_LIKE.search(word) else 0
    return given - surname


def _split(leaning: list[int]) -> list[bool]:
    """Where the given names end and the surnames begin, or the other way round when that fits clearly better."""
    count = len(leaning)

    def fit(cut: int, sign: int) -> int:
        return sign * (sum(leaning[:cut]) - sum(leaning[cut:]))

    cuts = range(1, count)
    # With four words two of each is the rule; with fewer, one given name.
    straight = max(cuts, key=lambda cut: (fit(cut, 1), -abs(cut - (2 if count >= 4 else 1))))
    turned = max(cuts, key=lambda cut: (fit(cut, -1), cut))
    if max(fit(0, 1), fit(count, 1)) >= max(fit(straight, 1), fit(turned, -1)) + 4:  # "García López", "Ana María"
        return [fit(0, 1) > 0] * count
    if fit(turned, -1) >= fit(straight, 1) + 2:
        return [number < turned for number in range(count)]
    return [number >= straight for number in range(count)]
