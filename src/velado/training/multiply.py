"""Multiplies marked notes: other people, places and numbers in the same sentences, and noise as people make it.

Seeded: the same notes, lists and seed give the same copies.
"""

from __future__ import annotations

import csv
import json
import random
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from velado import lexicons
from velado.document import Span
from velado.labels import NAMES
from velado.lexicons.look import chances
from velado.tokens import fold
from velado.training.corpora import Example

__all__ = ["LAYOUTS", "NOISES", "Lists", "replanted", "with_noise"]

_WORD = re.compile(r"[^\W\d_]+")
_PARTICLES = frozenset("de del la las los el y e da das do dos van von der den di du le al bin ibn mc o san st vda viuda".split())
_NUMBERS = frozenset("PHONE FAX PATIENT_ID EPISODE_ID INSURANCE_ID PLAN_ID LICENCE_ID EMPLOYEE_ID VEHICLE_ID DEVICE_ID OTHER_ID".split())
_PROPER = frozenset("STREET HOSPITAL HEALTH_CENTRE INSTITUTION".split())


@dataclass(frozen=True)
class Lists:
    """Names and places by language; `world` is for everybody else."""

    firsts: Mapping[str, list[str]] = field(repr=False)
    surnames: Mapping[str, list[str]] = field(repr=False)
    towns: Mapping[str, list[str]] = field(repr=False)
    jobs: Mapping[str, list[str]] = field(repr=False)

    @classmethod
    def read(cls, data: Path) -> Lists:
        """From the folder of training data."""
        names = data / "names"
        faker = json.loads((names / "faker_person_lists.json").read_text("utf-8"))
        mexican = json.loads((names / "mx_names.json").read_text("utf-8"))

        def of_faker(code: str, last: bool) -> list[str]:
            return [
                str(name) for locale, lists in faker.items() if locale.startswith(code)
                for key, values in lists.items() if ("last" in key) == last for name in values
            ]  # fmt: skip

        def column(file: str, name: str) -> list[str]:
            with (names / file).open(encoding="utf-8-sig") as stream:
                return [row[name] for row in csv.DictReader(stream) if row[name]]

        def census(file: str, limit: int) -> list[str]:
            return [line.split()[0] for line in (names / file).read_text().splitlines()[:limit] if line]

        firsts = {
            "es": [*_lines(names / "es_ine_female_names.txt"), *_lines(names / "es_ine_male_names.txt"), *of_faker("es", False),
                   *(n for key, values in mexican.items() if "urname" not in key for n in values)],
            "pt": [*column("br_ibge_2010_firstnames.csv", "Nome")[:20_000], *column("pt_nomes-registados-2014.csv", "nome")[:4000], *of_faker("pt", False)],
            "en": [*census("us_census1990_dist.female.first.txt", 3000), *census("us_census1990_dist.male.first.txt", 1200), *of_faker("en", False)],
            "world": column("cc0_common-forenames-by-country.csv", "Romanized Name") + of_faker("", False),
        }  # fmt: skip
        surnames = {
            "es": [*_lines(names / "es_ine_surnames.txt"), *of_faker("es", True), *(n for key, values in mexican.items() if "urname" in key for n in values)],
            "pt": of_faker("pt", True),
            "en": [*census("us_census1990_dist.all.last.txt", 12_000), *of_faker("en", True)],
            "world": column("cc0_common-surnames-by-country.csv", "Romanized Name") + of_faker("", True),
        }
        towns: dict[str, list[str]] = {"es": [], "pt": [], "en": [], "world": []}
        homes = {"pt": {"BR", "PT", "AO", "MZ", "CV", "GW", "ST"}, "en": {"US", "GB", "IE", "AU", "CA", "NZ"}}
        for line in _lines(data / "places/geonames_cities500.tsv"):
            country, _, town, *_ = line.split("\t")
            code = next((code for code, countries in homes.items() if country in countries), "es")
            towns[code].append(town)
        towns["world"] = towns["es"] + towns["pt"] + towns["en"]
        jobs_of = json.loads((data / "occupations/faker_jobs.json").read_text("utf-8"))
        jobs = {code: [job for values in lists.values() for job in values] if isinstance(lists, dict) else list(lists) for code, lists in jobs_of.items()}
        jobs["es"] = jobs.get("es", []) + [line.split("\t")[1] for line in _lines(data / "occupations/esco_es.tsv") if line.count(" ") < 3]
        return cls({k: _single(v) for k, v in firsts.items()}, {k: _single(v) for k, v in surnames.items()}, towns, jobs)

    @classmethod
    def of(cls, examples: Iterable[Example]) -> Lists:
        """From the examples themselves: everybody may be called what somebody else is, and live where others do.

        >>> lists = Lists.of([Example("Ana Ruiz, Lugo", (Span(0, 8, "PATIENT_NAME"), Span(10, 14, "PLACE")))])
        >>> lists.firsts["es"], lists.surnames["es"], lists.towns["world"]
        (['Ana'], ['Ruiz'], ['Lugo'])
        """
        marked = [(span.label, span.text(example.text)) for example in examples for span in example.spans]
        names = _single(text for label, text in marked if label in NAMES)
        firsts = [name for name in names if _is_first(fold(name))]
        towns = sorted({text for label, text in marked if label == "PLACE" and not any(map(str.isdigit, text)) and "\n" not in text})
        jobs = sorted({text for label, text in marked if label == "PROFESSION"})
        surnames = sorted(set(names) - set(firsts))
        # Where nobody has a surname, a first name must do, and the other way round; for a town, either.
        found = (firsts or names, surnames or names, towns or names, jobs)
        return cls(*(dict.fromkeys(("es", "pt", "en", "world"), each) for each in found))


def _lines(file: Path) -> list[str]:
    return [line for line in file.read_text("utf-8").split("\n") if line.strip()]


def _single(names: Iterable[str]) -> list[str]:
    """Single words in title case, sorted so that a seed means the same everywhere."""
    return sorted({word.capitalize() for name in names for word in _WORD.findall(name) if len(word) > 2 and fold(word) not in _PARTICLES})


def replanted(example: Example, lists: Lists, seed: int) -> Example:
    """The same note about other people elsewhere."""
    rng = random.Random(f"{seed}/{example.source}")
    language = example.language if example.language in ("es", "pt", "en") else _language_of(example)
    home = language if rng.random() < 0.8 else "world"
    plain = not re.search(r"[áéíóúñãõçâêô]", example.text, re.I)
    drawn: dict[str, str] = {}

    def name_for(word: str) -> str:
        key = fold(word)
        if len(word) == 1:
            return rng.choice("ABCDEFGHJLMNPRSTV") if word.isupper() else word
        if key in _PARTICLES:
            return word
        if key not in drawn:
            first = _is_first(key)
            source = home if rng.random() < 0.85 else "world"
            drawn[key] = _drawn((lists.firsts if first else lists.surnames)[source], rng, word)
        return _cased(drawn[key], word)

    def renew(span: Span, text: str) -> str:
        if span.label in NAMES:
            return _WORD.sub(lambda match: name_for(match.group()), text)
        if span.label in _NUMBERS and rng.random() < 0.8:
            return re.sub(r"\d", lambda match: rng.choice("0123456789"), text)
        if span.label == "PLACE" and rng.random() < 0.6 and not any(map(str.isdigit, text)):
            return _cased(_drawn(lists.towns[language if rng.random() < 0.85 else "world"], rng, text), text)
        if span.label == "PROFESSION" and rng.random() < 0.25 and lists.jobs.get(language) and len(text.split()) <= 2:
            return _cased(rng.choice(lists.jobs[language]).lower(), text)
        if span.label in _PROPER and rng.random() < 0.6:
            return _WORD.sub(lambda match: _renewed_proper(match.group(), rng, lists, language), text)
        return text

    pieces = _pieces(example)
    texts = [(renew(span, text) if span else text, span) for text, span in pieces]
    if plain:
        texts = [(_without_accents(text) if span else text, span) for text, span in texts]
    return _joined(texts, example)


def _is_first(key: str) -> bool:
    value = lexicons.lookup(key)
    if value & (lexicons.FIRST_NAME | lexicons.SURNAME):
        return lexicons.first_name_strength(value) >= lexicons.surname_strength(value) and bool(value & lexicons.FIRST_NAME)
    first, surname, _, _ = chances(key)
    return first >= surname


def _renewed_proper(word: str, rng: random.Random, lists: Lists, language: str) -> str:
    """Inside a street or an institution: proper words change, "Hospital", "calle" and small words stay."""
    value = lexicons.lookup(fold(word))
    kept = lexicons.FACILITY_WORD | lexicons.STREET_TYPE | lexicons.MEDICAL | lexicons.TITLE
    if not word[0].isupper() or len(word) < 4 or value & kept or (lexicons.is_common_word(fold(word)) and rng.random() < 0.7):
        return word
    source = rng.choice((lists.surnames, lists.surnames, lists.towns))
    return _cased(_drawn(source[language], rng, word), word)


def _drawn(options: Sequence[str], rng: random.Random, old: str) -> str:
    # Lists made from a few notes may be empty: what is there then stays.
    return rng.choice(options) if options else old


def _cased(new: str, old: str) -> str:
    if old.isupper() and len(old) > 1:
        return new.upper()
    if old.islower():
        return new.lower()
    return new[:1].upper() + new[1:]


def _language_of(example: Example) -> str:
    from velado.languages import detect

    return detect(example.text)


def _pieces(example: Example) -> list[tuple[str, Span | None]]:
    pieces: list[tuple[str, Span | None]] = []
    position = 0
    for span in sorted(example.spans):
        if span.start < position:
            continue
        pieces += ((example.text[position : span.start], None), (span.text(example.text), span))
        position = span.end
    return [*pieces, (example.text[position:], None)]


def _joined(texts: Iterable[tuple[str, Span | None]], example: Example) -> Example:
    parts: list[str] = []
    spans: list[Span] = []
    length = 0
    for text, span in texts:
        if span is not None and text:
            spans.append(Span(length, length + len(text), span.label, 1.0, "gold"))
        parts.append(text)
        length += len(text)
    return Example("".join(parts), tuple(spans), example.source, example.language)


def _without_accents(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def _typos(text: str, rng: random.Random) -> str:
    """One slip in every thirty letters or so: a letter dropped, doubled, swapped or hit beside."""
    letters = list(text)
    for at in range(len(letters) - 1):
        if letters[at].isalpha() and rng.random() < 0.03:
            kind = rng.randrange(3)
            if kind == 0:
                letters[at] = ""
            elif kind == 1:
                letters[at] *= 2
            elif letters[at + 1].isalpha():
                letters[at], letters[at + 1] = letters[at + 1], letters[at]
    return "".join(letters)


_OCR = {"l": "1", "O": "0", "o": "0", "i": "l", "m": "rn", "S": "5", "B": "8", "rn": "m", "é": "e", "ñ": "n", ",": ".", "I": "l", "c": "e", "0": "O", "1": "l"}


def _ocr(text: str, rng: random.Random) -> str:
    return "".join(_OCR[c] if c in _OCR and rng.random() < 0.04 else c for c in text)


def _unpunctuated(text: str, rng: random.Random) -> str:
    return re.sub(r"[,;.](?=\s)", lambda match: "" if rng.random() < 0.6 else match.group(), text)


_FIGURES = re.compile(r"\d(?:[\d ./\-]*\d)?")
_JOINT = re.compile(r"(?<=\d)[ ./\-]+(?=\d)")
_BLANK = re.compile(r"(?<=[.,:;]) (?=\w|$)")


def _slips(text: str, rng: random.Random) -> str:
    """Accidents in figures, one number in five, and blanks lost behind punctuation."""
    text = _FIGURES.sub(lambda match: _slip(match.group(), rng) if rng.random() < 0.2 else match.group(), text)
    return _BLANK.sub(lambda match: "" if rng.random() < 0.1 else " ", text)


def _slip(figures: str, rng: random.Random) -> str:
    """One accident: a joint mistyped, doubled, spaced or lost, a digit read as a letter, a year written as a thousand."""
    joints = list(_JOINT.finditer(figures))
    kind = rng.randrange(6)
    if kind < 4 and joints:
        joint = rng.choice(joints)
        old = joint.group()
        new = (rng.choice((" ,", " ,, ", ", ", ",")), old + old[-1], f" {old.strip()} " if old.strip() else "  ", "")[kind]
        return figures[: joint.start()] + new + figures[joint.end() :]
    if kind == 4:
        at = rng.randrange(len(figures))
        return figures[:at] + {"0": "O", "1": "l", "5": "S"}.get(figures[at], figures[at]) + figures[at + 1 :]
    if kind == 5 and len(figures) > 2 and figures[-4:-2] not in ("19", "20"):
        at = rng.randrange(1, len(figures))
        return figures[:at] + " " + figures[at:]
    return re.sub(r"\b([12])([09]\d\d)$", r"\1.\2", figures)


NOISES: Mapping[str, Callable[[str, random.Random], str]] = {
    "upper": lambda text, rng: text.upper(),
    "lower": lambda text, rng: text.lower(),
    "plain": lambda text, rng: _without_accents(text),
    "upper_plain": lambda text, rng: _without_accents(text).upper(),
    "typos": _typos,
    "ocr": _ocr,
    "unpunctuated": _unpunctuated,
    "slips": _slips,
}


_WIDTHS = (50, 60, 72, 76, 80, 90)


def _wrapped(text: str, rng: random.Random) -> str:
    """Lines broken at a width, as mail and print do."""
    width = rng.choice(_WIDTHS)
    letters = list(text)
    column, blank = 0, -1
    for at, letter in enumerate(text):
        if letter == "\n":
            column, blank = 0, -1
            continue
        column += 1
        if letter == " ":
            blank = at
        if column > width and blank >= 0:
            letters[blank] = "\n"
            column, blank = at - blank, -1
    return "".join(letters)


# What changes lines only: the marks stay where they are.
LAYOUTS: Mapping[str, Callable[[str, random.Random], str]] = {
    "flat": lambda text, rng: text.replace("\n", " "),  # as databases export notes
    "wrapped": _wrapped,
}


# Whoever types in haste writes names small in the midst of other text; headers and forms shout them.
_CASES: Mapping[str, Callable[[str], str]] = {"small_names": str.lower, "loud_names": str.upper}
_NAMED = NAMES | _PROPER | {"PLACE"}


def with_noise(example: Example, noise: str, seed: int) -> Example:
    """The same note with one kind of noise or another layout all over it, marks and all."""
    rng = random.Random(f"{seed}/{noise}/{example.source}")
    if noise in LAYOUTS:
        return replace(example, text=LAYOUTS[noise](example.text, rng))
    if noise in _CASES:
        recased = _CASES[noise]
        named = ((text, span, span is not None and span.label in _NAMED and rng.random() < 0.8) for text, span in _pieces(example))
        return _joined([(recased(text) if changes else text, span) for text, span, changes in named], example)
    make = NOISES[noise]
    return _joined([(make(text, rng), span) for text, span in _pieces(example)], example)
