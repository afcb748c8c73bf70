"""Clinical information loss: how many of the diagnoses a coder would give a note are not given any more without the people in it.

A small linear coder ranks ICD-10 categories (three characters) and chapters for the note before and after; the loss is
the share of the first N that is gone: `1 - |before ∩ after| / N`. The coder learns from coded cases, such as CodiEsp, by
ridge regression on word and character n-grams, and its scores are calibrated on cases it was not shown. Where there are
no coded cases, the descriptions of a code list stand in for them. It ranks; it is no tool for coding. Needs numpy and scipy.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

__all__ = ["CHAPTERS", "TOP", "Coded", "Coder", "chapter_of", "coder_from_cases", "coder_from_list", "loss", "quality"]

TOP: Mapping[str, int] = {"codes": 10, "chapters": 5}  # coded cases have ten categories each, in about five chapters
CHAPTERS = (
    "A00-B99", "C00-D49", "D50-D89", "E00-E90", "F00-F99", "G00-G99", "H00-H59", "H60-H95", "I00-I99", "J00-J99", "K00-K93",
    "L00-L99", "M00-M99", "N00-N99", "O00-O9A", "P00-P96", "Q00-Q99", "R00-R99", "S00-T98", "U00-U99", "V01-Y98", "Z00-Z99",
)  # fmt: skip
_WORD = re.compile(r"[^\W\d_]{2,}")
_TAG = re.compile(r"[\[{<][^\W\da-z][\w:]{1,40}[\]}>]|<unk>")  # [PACIENTE_2], {NOMBRE}, <PATIENT_NAME>, [FECHA:3f9a2c71]
_CATEGORY = re.compile(r"[A-Z]\d[0-9A-Z]")
_FEATURES = 30_000
_RIDGES = (0.1, 0.3, 1.0, 3.0)  # tried; the best on cases left out one by one is taken
_NOTHING = 1e-4  # weights below this are not kept


@dataclass(frozen=True, slots=True)
class Coded:
    """A text with its ICD-10 codes, as long as they may be."""

    text: str = field(repr=False)
    codes: tuple[str, ...]


def category_of(code: str) -> str | None:
    """The three-character category of a code; None when it is no diagnosis of ICD-10.

    >>> category_of("n44.8"), category_of("E1165"), category_of("bw03zzz")
    ('N44', 'E11', None)
    """
    start = code.strip().upper()[:3]
    return start if _CATEGORY.fullmatch(start) else None


def chapter_of(category: str) -> str:
    """The chapter that a category stands in.

    >>> chapter_of("D48"), chapter_of("D50"), chapter_of("H60"), chapter_of("T14")
    ('C00-D49', 'D50-D89', 'H60-H95', 'S00-T98')
    """
    return max((chapter for chapter in CHAPTERS if chapter[:3] <= category), default=CHAPTERS[0])


def grams(text: str) -> Counter[str]:
    """Words, pairs of words, and stretches of three to five letters within words. Labels put in place of a person say nothing.

    >>> sorted(grams("[PACIENTE] tos {CIUDAD}"))
    ['#to', '#tos', '#tos#', 'os#', 'tos', 'tos#']
    """
    words = _WORD.findall(_TAG.sub(" ", text).lower())
    found: Counter[str] = Counter(words)
    found.update(f"{one} {two}" for one, two in pairwise(words))
    for word, count in Counter(words).items():
        for piece in _pieces(word):
            found[piece] += count
    return found


@lru_cache(100_000)
def _pieces(word: str) -> tuple[str, ...]:
    """What a word has in common with its relatives and with its misspellings."""
    framed = f"#{word}#"
    return tuple(framed[at : at + size] for size in (3, 4, 5) for at in range(len(framed) - size + 1))


@dataclass(frozen=True)
class Coder:
    """Ranks categories and chapters for a text."""

    language: str
    source: str  # "cases" or "list"
    names: Mapping[str, int] = field(repr=False)  # n-gram → its row
    rarity: Any = field(repr=False)  # how rare each n-gram is
    weights: Any = field(repr=False)  # n-grams × (categories, then chapters), sparse
    base: Any = field(repr=False)  # what a category or chapter scores before anything is read
    categories: tuple[str, ...] = field(repr=False)
    chapters: tuple[str, ...] = field(repr=False)
    curve: tuple[float, float] = (1.0, 0.0)  # slope and offset of what turns scores into chances
    measured: Mapping[str, Any] = field(default_factory=dict)  # its quality on cases it was not shown

    def scores(self, text: str) -> Any:
        """One number per category, then one per chapter."""
        return (_rows([grams(text)], self.names, self.rarity) @ self.weights).toarray()[0] + self.base

    def top(self, text: str) -> Mapping[str, tuple[str, ...]]:
        """The first categories ("codes") and chapters of a text, best first; ties in the order of the codes."""
        import numpy

        scores = self.scores(text)
        cut = len(self.categories)
        found = {}
        for level, names, part in (("codes", self.categories, scores[:cut]), ("chapters", self.chapters, scores[cut:])):
            best = numpy.argsort(-part, kind="stable")[: TOP[level]]
            found[level] = tuple(names[number] for number in best)
        return found

    def chance(self, scores: Any) -> Any:
        """How likely a category with such a score is, by the calibrated curve."""
        import numpy

        return 1 / (1 + numpy.exp(-(self.curve[0] * scores + self.curve[1])))

    def save(self, path: Path) -> None:
        """To a NumPy archive: arrays and a JSON header, nothing that runs when it is read."""
        import numpy

        header = {
            "language": self.language, "source": self.source, "names": list(self.names), "categories": self.categories,
            "chapters": self.chapters, "curve": self.curve, "measured": self.measured,
        }  # fmt: skip
        with path.open("wb") as stream:
            numpy.savez_compressed(
                stream,
                header=numpy.frombuffer(json.dumps(header, ensure_ascii=False).encode(), dtype=numpy.uint8),
                rarity=self.rarity.astype(numpy.float32),
                base=numpy.asarray(self.base, dtype=numpy.float32),
                data=self.weights.data.astype(numpy.float16),
                indices=self.weights.indices.astype(numpy.int32),
                indptr=self.weights.indptr.astype(numpy.int64),
            )

    @classmethod
    def load(cls, path: Path) -> Coder:
        """From the file that `save` wrote. Raises ValueError when it is none."""
        import numpy
        from scipy.sparse import csr_matrix

        with numpy.load(path, allow_pickle=False) as kept:
            told = json.loads(kept["header"].tobytes().decode())
            shape = (len(told["names"]), len(told["categories"]) + len(told["chapters"]))
            weights = csr_matrix((kept["data"].astype(numpy.float32), kept["indices"], kept["indptr"]), shape=shape)
            names = {name: number for number, name in enumerate(told["names"])}
            return cls(
                told["language"], told["source"], names, kept["rarity"], weights, kept["base"], tuple(told["categories"]),
                tuple(told["chapters"]), tuple(told["curve"]), told["measured"],
            )  # fmt: skip


def _rows(texts: Sequence[Mapping[str, int]], names: Mapping[str, int], rarity: Any) -> Any:
    """The texts as rows of weighted n-grams, each of length 1."""
    import numpy
    from scipy.sparse import csr_matrix

    data, columns, begins = [], [], [0]
    for counted in texts:
        here = [(names[gram], count) for gram, count in counted.items() if gram in names]
        numbers = numpy.array([number for number, _ in here], dtype=numpy.int64)
        values = (1 + numpy.log([count for _, count in here])) * rarity[numbers] if here else numpy.zeros(0)
        data.append(values / (numpy.sqrt((values**2).sum()) or 1.0))
        columns.append(numbers)
        begins.append(begins[-1] + len(here))
    shape = (len(texts), len(names))
    return csr_matrix((numpy.concatenate(data), numpy.concatenate(columns), begins), shape=shape)


def _vocabulary(texts: Sequence[Mapping[str, int]], least: int) -> tuple[dict[str, int], Any]:
    """The n-grams that at least so many texts have, the most widespread ones, and how rare each is."""
    import numpy

    spread = Counter(gram for counted in texts for gram in counted)
    kept = sorted((gram for gram, count in spread.items() if count >= least), key=lambda gram: (-spread[gram], gram))[:_FEATURES]
    rarity = numpy.log((1 + len(texts)) / (1 + numpy.array([spread[gram] for gram in kept]))) + 1
    return {gram: number for number, gram in enumerate(kept)}, rarity


def _targets(cases: Sequence[Coded], categories: Sequence[str], chapters: Sequence[str]) -> Any:
    import numpy

    place = {name: number for number, name in enumerate((*categories, *chapters))}
    table = numpy.zeros((len(cases), len(place)), dtype=numpy.float32)
    for number, case in enumerate(cases):
        for category in filter(None, map(category_of, case.codes)):
            for name in (category, chapter_of(category)):
                if name in place:
                    table[number, place[name]] = 1
    return table


def coder_from_cases(cases: Sequence[Coded], language: str, held_out: Sequence[Coded] = (), least: int = 5) -> Coder:
    """A coder that learns from coded cases the categories that at least so many of them have.

    Its quality is measured on `dev_out`. Raises ValueError when there is nothing to learn from.
    """
    import numpy
    from scipy.sparse import csr_matrix

    counted = [grams(case.text) for case in cases]
    seen = Counter(name for case in cases for name in {category_of(code) for code in case.codes} if name)
    categories = tuple(sorted(name for name, count in seen.items() if count >= least))
    if not categories:
        raise ValueError(f"no category occurs in {least} of the {len(cases)} coded cases")
    chapters = tuple(sorted({chapter_of(name) for name in seen}))
    names, rarity = _vocabulary(counted, min(3, len(cases)))
    rows, wanted = _rows(counted, names, rarity), _targets(cases, categories, chapters)
    common = wanted.mean(axis=0)
    kernel = (rows @ rows.T).toarray()
    best: tuple[float, Any, Any] | None = None
    for ridge in _RIDGES:
        inverse = numpy.linalg.inv(kernel + ridge * numpy.eye(len(cases)))
        dual = inverse @ (wanted - common)
        # What the regression says of each case when that case is not shown to it, in closed form.
        unseen = wanted - dual / numpy.diag(inverse)[:, None]
        precision, _ = _ranked(unseen[:, : len(categories)], wanted[:, : len(categories)], TOP["codes"])
        if best is None or precision > best[0]:
            best = (precision, dual, unseen)
    assert best is not None
    weights = (rows.T @ best[1]).astype(numpy.float32)
    weights[numpy.abs(weights) < _NOTHING] = 0
    curve = _curve(best[2].ravel(), wanted.ravel())
    coder = Coder(language, "cases", names, rarity, csr_matrix(weights), common, categories, chapters, curve)
    return replace(coder, measured=quality(coder, held_out)) if held_out else coder


def coder_from_list(entries: Iterable[tuple[str, str]], language: str, held_out: Sequence[Coded] = ()) -> Coder:
    """A coder that compares a text with the descriptions of a code list: (code, description) each. Not calibrated."""
    import numpy
    from scipy.sparse import vstack

    described: dict[str, Counter[str]] = {}
    by_chapter: dict[str, Counter[str]] = {}
    for code, description in entries:
        if category := category_of(code):
            counted = grams(description)
            described.setdefault(category, Counter()).update(counted)
            by_chapter.setdefault(chapter_of(category), Counter()).update(counted)
    if not described:
        raise ValueError("no code of the list is one of ICD-10")
    categories, chapters = tuple(sorted(described)), tuple(sorted(by_chapter))
    names, rarity = _vocabulary(list(described.values()), 1)
    each = _rows([described[name] for name in categories], names, rarity)
    every = _rows([by_chapter[name] for name in chapters], names, rarity)
    weights = vstack([each, every]).T.tocsr()
    base = numpy.zeros(len(categories) + len(chapters))
    coder = Coder(language, "list", names, rarity, weights, base, categories, chapters)
    return replace(coder, measured=quality(coder, held_out)) if held_out else coder


def _ranked(scores: Any, wanted: Any, top: int) -> tuple[float, float]:
    """Mean average precision, and the mean share of the first `top` that is right, over the cases that have something."""
    import numpy

    precisions, hits = [], []
    for row, truth in zip(scores, wanted, strict=True):
        if truth.any():
            right = truth[numpy.argsort(-row, kind="stable")]
            places = numpy.flatnonzero(right) + 1
            precisions.append(float((numpy.arange(1, len(places) + 1) / places).mean()))
            hits.append(float(right[:top].sum() / min(top, len(places))))
    return (sum(precisions) / len(precisions), sum(hits) / len(hits)) if precisions else (0.0, 0.0)


def _curve(scores: Any, right: Any) -> tuple[float, float]:
    """Slope and offset of the logistic curve that turns scores into chances, by Newton's method."""
    import numpy

    columns = numpy.stack([scores, numpy.ones_like(scores)], axis=1).astype(float)
    curve = numpy.array([1.0, -3.0])
    for _ in range(50):
        told = 1 / (1 + numpy.exp(-numpy.clip(columns @ curve, -30, 30)))
        down = columns.T @ (told - right)
        steep = (columns * (told * (1 - told))[:, None]).T @ columns + 1e-6 * numpy.eye(2)
        step = numpy.linalg.solve(steep, down)
        curve -= numpy.clip(step, -5, 5)
        if abs(step).max() < 1e-8:
            break
    return float(curve[0]), float(curve[1])


def quality(coder: Coder, cases: Sequence[Coded]) -> Mapping[str, Any]:
    """How well a coder does on coded cases it was not shown.

    `average_precision` and `found` (the share of a case's codes among the first N, of as many as there can be) per level;
    `off` is how far the chances are from the truth on the whole, for a calibrated coder.
    """
    import numpy

    scores = numpy.stack([coder.scores(case.text) for case in cases])
    wanted = _targets(cases, coder.categories, coder.chapters)
    told: dict[str, Any] = {"cases": len(cases), "categories": len(coder.categories)}
    for level, part in (("codes", slice(0, len(coder.categories))), ("chapters", slice(len(coder.categories), None))):
        precision, found = _ranked(scores[:, part], wanted[:, part], TOP[level])
        told[level] = {"average_precision": round(precision, 4), "found": round(found, 4)}
    if coder.source == "cases":
        chances = coder.chance(scores).ravel()
        bins = numpy.minimum((chances * 10).astype(int), 9)
        gaps = [abs(float((chances - wanted.ravel())[bins == number].sum())) for number in range(10)]
        told["off"] = round(sum(gaps) / chances.size, 4)
    return told


def loss(coder: Coder, before: str, after: str) -> Mapping[str, float]:
    """The share of the first categories ("codes") and chapters of a text that are not among the first of another."""
    first, second = coder.top(before), coder.top(after)
    return {level: 1 - len(set(first[level]) & set(second[level])) / len(first[level]) for level in first}
