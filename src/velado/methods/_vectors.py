"""Static word vectors, trained on the notes at hand, for the networks among the published methods.

The systems of the papers read newspapers by the gigabyte first; here only the training notes are read. A word that they do
not hold can be given the vector of its shape, "Xxxx" or "000", which is trained on the rare words of the notes.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from velado.methods import UnavailableError

__all__ = ["PADDING", "UNKNOWN", "Vectors", "shape_of", "train_vectors"]

PADDING = 0  # rows of the table that are no words and stay zero
UNKNOWN = 1
_DIGITS = str.maketrans("123456789", "000000000")
_SIGNS = re.compile(r"[^\w]")


def shape_of(word: str) -> str:
    """The look of a word: how it is written, how long its number is, how it ends.

    >>> shape_of("Etxebarria"), shape_of("28036"), shape_of("HUCA"), shape_of("esternocleido")
    ('<Xx-ia>', '<5>', '<XX>', '<xx-do>')
    """
    if "@" in word[1:]:
        return "<@>"
    if word.startswith(("http", "www.")):
        return "<www>"
    digits = sum(map(str.isdigit, word))
    if digits == len(word):
        return f"<{min(digits, 12)}>"
    if digits and not any(map(str.isalpha, word)):
        return f"<{_SIGNS.sub('-', word).translate(_DIGITS)[:12]}>"
    if digits:
        return "<x0>" if word.islower() else "<X0>"
    if not any(map(str.isalpha, word)):
        return "<.>"
    if word.isupper():
        return "<X>" if len(word) == 1 else "<XX>"
    ending = f"-{word[-2:].lower()}" if len(word) > 4 else ""
    return f"<{'Xx' if word[0].isupper() else 'xx'}{ending}>"


@dataclass(frozen=True)
class Vectors:
    """A table of vectors and the words its rows belong to; rows 0 and 1 are zero and stand for no word and an unknown one."""

    words: tuple[str, ...] = field(repr=False)
    table: Any = field(repr=False)  # a numpy array, two rows longer than the words
    shapes: bool = True

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {word: row for row, word in enumerate(self.words, 2)}

    def row(self, word: str) -> int:
        """The row of a word, of its shape when the word is unknown, or of the unknown."""
        rows = self._rows
        found = rows.get(word.translate(_DIGITS)) if self.shapes else rows.get(word)
        if found is None and self.shapes:
            shape = shape_of(word)
            found = rows.get(shape, rows.get(shape.split("-")[0] + ">"))
        return UNKNOWN if found is None else found

    def save(self, folder: Path, name: str = "vectors") -> None:
        """Leave the words as JSON and the table as numbers: nothing that is run when it is opened."""
        import numpy

        numpy.savez_compressed(folder / f"{name}.npz", table=self.table)
        content = {"shapes": self.shapes, "words": self.words}
        (folder / f"{name}.json").write_text(json.dumps(content, ensure_ascii=False), "utf-8")

    @classmethod
    def load(cls, folder: Path, name: str = "vectors") -> Vectors:
        """What `save` left."""
        import numpy

        content = json.loads((folder / f"{name}.json").read_text("utf-8"))
        with numpy.load(folder / f"{name}.npz", allow_pickle=False) as arrays:
            return cls(tuple(content["words"]), arrays["table"], content["shapes"])


def train_vectors(
    sentences: Iterable[Sequence[str]], *, size: int = 100, shapes: bool = True, rare: int = 2, epochs: int = 10, seed: int = 0
) -> Vectors:
    """Vectors by word2vec, continuous bag of words. Raises UnavailableError.

    With `shapes`, digits are all 0, and words seen fewer than `rare` times give their contexts to their shapes.
    """
    try:
        import numpy
        from gensim.models import Word2Vec
    except ImportError:
        raise UnavailableError("word vectors need the package gensim: pip install 'velado[methods]'") from None
    lines = [list(sentence) for sentence in sentences]
    if shapes:
        lines = [[word.translate(_DIGITS) for word in line] for line in lines]
        counts = Counter(word for line in lines for word in line)
        # Rare words are known by their shape only: what a network learns of shapes is what it needs for new words.
        lines = [[word if counts[word] >= rare else shape_of(word) for word in line] for line in lines]
    if not any(lines):
        return Vectors((), numpy.zeros((2, size), dtype="float32"), shapes)
    # One worker: several would share out the work differently each time.
    model = Word2Vec(lines, vector_size=size, window=5, min_count=1, sg=0, workers=1, seed=seed + 1, epochs=epochs)
    # A shape without its ending stands for those whose ending is new.
    known = list(model.wv.index_to_key)
    table = numpy.asarray(model.wv.vectors, dtype="float32")
    # From so little text the dimensions come out unevenly wide; networks learn several times faster when they are alike.
    table = (table - table.mean(axis=0)) / (table.std(axis=0) + 1e-6)
    plain: dict[str, list[int]] = {}
    for number, word in enumerate(known):
        if shapes and word.startswith("<") and "-" in word:
            plain.setdefault(word.split("-")[0] + ">", []).append(number)
    plain = {word: rows for word, rows in plain.items() if word not in model.wv}
    means = [table[rows].mean(axis=0, keepdims=True) for rows in plain.values()]
    zero = numpy.zeros((2, size), dtype="float32")
    return Vectors((*known, *plain), numpy.concatenate([zero, table, *means]), shapes)
