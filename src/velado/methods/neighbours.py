"""Embedding obfuscation: every word gives way to one of its nearest neighbours (Abdalla et al. 2020, and a Portuguese thesis of 2023).

Word2Vec or GloVe vectors are trained on the training notes, in lower case and lemmatised as in the thesis. Each word and
number of a note is replaced by a random one among its N nearest neighbours; punctuation stays. A word that the vectors do
not know becomes `<unk>`: it never survives. The vectors are left as a text file that the replacement strategy `neighbours`
reads too.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from velado.methods import Note, Outcome, UnavailableError
from velado.tokens import fold

__all__ = ["METHOD", "UNKNOWN", "Neighbours", "read_vectors", "write_vectors"]

UNKNOWN = "<unk>"
VECTORS, SETTINGS = "vectors.txt", "neighbours.json"
LEAST = 2  # a word seen once has no neighbourhood worth the name
VARYING = (3, 7)  # between which numbers of neighbours a varying N is drawn
_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_LINE = re.compile(r"[^\n.]+")


@dataclass(frozen=True)
class Neighbours:
    """The obfuscation with one kind of vectors and one number of neighbours."""

    name: str
    description: str
    vectors: str = "word2vec"  # or "glove"
    count: int = 5  # the N of the literature
    varying: bool = False  # a new N for every word, which makes the way back harder
    lemmas: bool = True  # words are reduced to their lemma before training and before they are looked up
    size: int = 100
    published: Mapping[str, float] = field(default_factory=dict)
    trained: bool = True

    def fit(self, train: Sequence[Note], dev: Sequence[Note], folder: Path, *, quick: bool = False, seed: int = 0) -> None:
        """Train vectors on the words of the training notes; `dev` is not looked at."""
        folder.mkdir(parents=True, exist_ok=True)
        normal = _normal(self.lemmas)
        sentences = [[normal(word) for word in _TOKEN.findall(line)] for note in train for line in _LINE.findall(note.text)]
        sentences = [sentence for sentence in sentences if len(sentence) > 1]
        words, table = _trainer(self.vectors)(sentences, self.size, quick, seed)
        write_vectors(folder / VECTORS, words, table)
        (folder / SETTINGS).write_text(json.dumps({"seed": seed}) + "\n", "utf-8")

    def apply(self, notes: Sequence[Note], folder: Path) -> list[Outcome]:
        """The notes with other words in them; there are no spans."""
        nearest = Nearest(*read_vectors(folder / VECTORS), widest=VARYING[1] if self.varying else self.count)
        seed = json.loads((folder / SETTINGS).read_text("utf-8"))["seed"]
        normal = _normal(self.lemmas)
        return [Outcome(self._obfuscated(note.text, nearest, normal, random.Random(f"{seed} {n}"))) for n, note in enumerate(notes)]

    def _obfuscated(self, text: str, nearest: Nearest, normal: Callable[[str], str], rng: random.Random) -> str:
        def other(match: re.Match[str]) -> str:
            options = nearest.of(normal(match[0]))
            count = rng.randint(*VARYING) if self.varying else self.count
            # The word itself may be the neighbour of another form of it.
            kept = [word for word in options[:count] if fold(word) != fold(match[0])]
            return rng.choice(kept) if kept else UNKNOWN

        return _TOKEN.sub(other, text)


class Nearest:
    """The nearest neighbours of words, looked up once each."""

    def __init__(self, words: Sequence[str], table: Any, widest: int) -> None:
        import numpy

        self._words = words
        self._numbers = {word: number for number, word in enumerate(words)}
        self._table = table / numpy.maximum(numpy.linalg.norm(table, axis=1, keepdims=True), 1e-9)
        self._widest = widest
        self._known: dict[str, list[str]] = {}

    def of(self, word: str) -> list[str]:
        """The nearest first, the word itself not among them; none for a word that is not known."""
        import numpy

        if word not in self._known:
            number = self._numbers.get(word)
            if number is None or len(self._words) < 2:
                return []
            close = self._table @ self._table[number]
            close[number] = -2.0
            most = min(self._widest, len(self._words) - 1)
            best = numpy.argpartition(-close, most - 1)[:most]
            self._known[word] = [self._words[other] for other in best[numpy.argsort(-close[best], kind="stable")]]
        return self._known[word]


def _normal(lemmas: bool) -> Callable[[str], str]:
    if not lemmas:
        return str.lower
    try:
        import simplemma
    except ImportError:
        raise UnavailableError("lemmas need the package simplemma: pip install 'velado[methods]'") from None
    return lambda word: str(simplemma.lemmatize(word.lower(), lang=("es", "pt", "en"))).lower()


def _trainer(kind: str) -> Callable[[Sequence[Sequence[str]], int, bool, int], tuple[list[str], Any]]:
    return _glove if kind == "glove" else _word2vec


def _word2vec(sentences: Sequence[Sequence[str]], size: int, quick: bool, seed: int) -> tuple[list[str], Any]:
    try:
        from gensim.models import Word2Vec
    except ImportError:
        raise UnavailableError("word vectors need the package gensim: pip install 'velado[methods]'") from None
    # One worker: several would share out the work differently each time.
    model = Word2Vec(
        sentences, vector_size=size, window=5, min_count=LEAST, sg=1, workers=1, seed=seed + 1, epochs=5 if quick else 15
    )  # fmt: skip
    return list(model.wv.index_to_key), model.wv.vectors


def _glove(sentences: Sequence[Sequence[str]], size: int, quick: bool, seed: int) -> tuple[list[str], Any]:
    from velado.methods._glove import train_glove

    return train_glove(sentences, size=size, least=LEAST, epochs=8 if quick else 25, seed=seed)


def write_vectors(file: Path, words: Sequence[str], table: Any) -> None:
    """The text format of word2vec: a line with the numbers of words and of dimensions, then a word and its numbers per line."""
    with file.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(f"{len(words)} {table.shape[1]}\n")
        for word, row in zip(words, table, strict=True):
            stream.write(f"{word} {' '.join(f'{value:.5g}' for value in row)}\n")


def read_vectors(file: Path) -> tuple[list[str], Any]:
    """What `write_vectors` wrote."""
    import numpy

    words, rows = [], []
    with file.open(encoding="utf-8") as stream:
        next(stream)
        for line in stream:
            word, *numbers = line.split(" ")
            words.append(word)
            rows.append(numpy.array(numbers, dtype=numpy.float32))
    return words, numpy.stack(rows)


METHOD = (
    Neighbours(
        "neighbours-word2vec",
        "Every word replaced by one of its 5 nearest neighbours by Word2Vec (after Abdalla et al. 2020).",
        "word2vec",
        published={"pattern_recall": 0.97, "levenshtein_recall": 0.92, "information_loss": 0.80},
    ),
    Neighbours(
        "neighbours-glove",
        "Every word replaced by one of its 5 nearest neighbours by GloVe (after Abdalla et al. 2020).",
        "glove",
        published={"pattern_recall": 0.97, "levenshtein_recall": 0.94, "information_loss": 0.78},
    ),
)
