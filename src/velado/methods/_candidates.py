"""Candidates for the three-channel network: the n-grams of a note that may be an entity, by part of speech and a black list."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field

from velado.methods import Note
from velado.methods._pos import is_participle, tag

__all__ = ["LONGEST", "Text", "black_list", "candidates", "read"]

LONGEST = 15  # words of a candidate
_BLACK_WORDS = 15_000
_SEEN_TWICE = 2  # a word seen once may as well be a name that happened to stand outside
# E-mail and web addresses and numbers with separators are one word; hyphens and glued fields ("Edad:68", "GilNºCol") are split.
_WORD = re.compile(
    r"[\w.+\-]{1,64}@[\w\-]{1,64}(?:\.\w[\w\-]{0,63}){1,5}"
    r"|(?:https?://|www\.)[^\s,;)]{2,200}[^\s.,;:)]"
    r"|\d+(?:[/.,]\d+)*"
    r"|[A-ZÀ-ÖØ-Þ]*[^\W\d_A-ZÀ-ÖØ-Þ]+|[A-ZÀ-ÖØ-Þ]+|[^\w\s]|\w"
)
_BREAK = "\n"  # stands in the text of words where a line ends
# What a noun phrase neither begins nor ends with.
_NOT_AT_ENDS = frozenset("PUNCT SYM ADP ADV DET CCONJ SCONJ PRON AUX PART SPACE".split())
_ARTICLES = frozenset("la las los el de del a da do o os as les l".split())
_CLOSING = frozenset("ºª°")
_PAIRS = {")": "(", "]": "[", "}": "{", "»": "«", "”": "“"}


@dataclass(frozen=True)
class Text:
    """A note as words. Line ends are words too, with an empty place: they tell the network where a field stops."""

    words: tuple[str, ...] = field(repr=False)
    places: tuple[tuple[int, int], ...] = field(repr=False)
    tags: tuple[str, ...] = field(repr=False)
    sentences: tuple[int, ...] = field(repr=False)  # the number of each word's sentence

    def covered(self, note: Note) -> Iterator[tuple[int, int, str]]:
        """The note's spans as first word, word behind the last, and label; those that cut a word are left out."""
        starts = {start: number for number, (start, end) in enumerate(self.places) if end > start}
        ends = {end: number + 1 for number, (start, end) in enumerate(self.places) if end > start}
        for span in note.spans:
            if span.start in starts and span.end in ends:
                yield starts[span.start], ends[span.end], span.label


def read(text: str) -> Text:
    """The words of a text with their parts of speech and sentences. A sentence ends with its line, or with a full stop behind
    a word that is no abbreviation."""
    words: list[str] = []
    places: list[tuple[int, int]] = []
    sentences: list[int] = []
    sentence = 0
    for match in _WORD.finditer(text):
        start, end = match.span()
        between = text[places[-1][1] if places else 0 : start]
        if "\n" in between:
            words.append(_BREAK)
            places.append((start, start))
            sentences.append(sentence)
            sentence += 1
        elif between and match[0][0].isupper() and words[-1:] == ["."] and len(words) > 1 and words[-2].islower():
            sentence += len(words[-2]) > 3
        words.append(match[0])
        places.append((start, end))
        sentences.append(sentence)
    return Text(tuple(words), tuple(places), tuple(tag(words)), tuple(sentences))


def black_list(texts: Iterable[tuple[Text, Note]]) -> frozenset[str]:
    """The most frequent words that never stand inside an entity, in lower case."""
    counts: Counter[str] = Counter()
    inside: set[str] = set()
    for text, note in texts:
        words = [word.lower() for word in text.words]
        counts.update(words)
        for first, last, _ in text.covered(note):
            inside.update(words[first:last])
    outside = (word for word, count in counts.most_common() if count >= _SEEN_TWICE and word not in inside)
    return frozenset(word for _, word in zip(range(_BLACK_WORDS), outside, strict=False)) | {_BREAK}


def candidates(text: Text, black: Set[str]) -> Iterator[tuple[int, int]]:
    """First word and word behind the last of every n-gram that may be an entity."""
    words = text.words
    barred = [_is_barred(word, part, black) for word, part in zip(words, text.tags, strict=True)]
    for first in range(len(words)):
        if barred[first] or not _may_begin(words, text.tags, first):
            continue
        open_signs: list[str] = []
        for last in range(first, min(len(words), first + LONGEST)):
            word = words[last]
            if barred[last] or text.sentences[last] != text.sentences[first]:
                break
            if word in _PAIRS.values():
                open_signs.append(word)
            elif word in _PAIRS:
                if open_signs[-1:] != [_PAIRS[word]]:
                    break
                open_signs.pop()
            if not open_signs and (text.tags[last] not in _NOT_AT_ENDS or word in _CLOSING or word in _PAIRS):
                yield first, last + 1


def _is_barred(word: str, part: str, black: Set[str]) -> bool:
    """Whether no entity holds the word: a verb that is no participle, or black-listed."""
    verb = part in ("VERB", "AUX") and word.islower() and not is_participle(word)
    return verb or word.lower() in black


def _may_begin(words: Sequence[str], tags: Sequence[str], at: int) -> bool:
    if tags[at] not in _NOT_AT_ENDS:
        return True
    following = words[at + 1] if at + 1 < len(words) else ""
    article = words[at].lower() in _ARTICLES and following[:1].isupper()
    return words[at][0].isupper() and (article or len(words[at]) == 1)  # "La Coruña", "E-41013", "A. Gil"
