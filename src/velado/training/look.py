"""Trains the model of what words look like from lists of names, towns and ordinary words."""

from __future__ import annotations

import csv
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from velado.lexicons.look import BUCKETS, CLASSES, Look, groups
from velado.tokens import fold

__all__ = ["Folds", "train_look", "word_lists"]

_WORD = re.compile(r"[^\W\d_]{3,}")


def _words(texts: Iterable[str]) -> Iterable[str]:
    for text in texts:
        yield from _WORD.findall(fold(text))


def word_lists(data: Path) -> dict[str, set[str]]:
    """The words of each class; a word that several lists have goes to the one where it is most at home."""
    names, places = data / "names", data / "places"
    first: set[str] = set()
    for file in ("es_ine_female_names.txt", "es_ine_male_names.txt"):
        first |= set(_words(names.joinpath(file).read_text("utf-8").splitlines()))
    for file, column in (("br_ibge_2010_firstnames.csv", "Nome"), ("pt_nomes-registados-2014.csv", "nome"), ("pt_nomes-aprovados-2014.csv", "nome")):
        with names.joinpath(file).open(encoding="utf-8-sig") as stream:
            rows = [row[column] for row in csv.DictReader(stream)]
        first |= set(_words(rows[:45_000]))
    with names.joinpath("cc0_common-forenames-by-country.csv").open(encoding="utf-8-sig") as stream:
        first |= set(_words(row["Romanized Name"] for row in csv.DictReader(stream)))
    for file in ("us_census1990_dist.female.first.txt", "us_census1990_dist.male.first.txt"):
        first |= {line.split()[0].lower() for line in names.joinpath(file).read_text().splitlines() if line}
    mexican = json.loads(names.joinpath("mx_names.json").read_text("utf-8"))
    surname: set[str] = set(_words(names.joinpath("es_ine_surnames.txt").read_text("utf-8").splitlines()))
    for key, values in mexican.items():
        (surname if "urname" in key else first).update(_words(values))
    surname |= {line.split()[0].lower() for line in names.joinpath("us_census1990_dist.all.last.txt").read_text().splitlines()[:40_000] if line}
    with names.joinpath("cc0_common-surnames-by-country.csv").open(encoding="utf-8-sig") as stream:
        surname |= set(_words(row["Romanized Name"] for row in csv.DictReader(stream)))
    for lists in json.loads(names.joinpath("faker_person_lists.json").read_text("utf-8")).values():
        for key, values in lists.items():
            (surname if "last" in key else first).update(_words(map(str, values)))
    place = set(_words(line.split("\t")[2] for line in places.joinpath("geonames_cities500.tsv").read_text("utf-8").splitlines()))
    counts = _counts(data)
    word = {w for w, count in counts.items() if count >= 2 and w.isalpha()}
    frequent = {w for w in word if counts[w] >= 25}
    first -= {w for w in word if len(w) < 4}
    place -= first | surname | word
    word -= (first | surname) - frequent
    return {"first": first, "surname": surname - first, "place": place, "word": word}


def _texts(data: Path) -> Iterable[str]:
    for split in ("train", "background"):
        for line in data.joinpath(f"codiesp/{split}.jsonl").read_text("utf-8").strip().split("\n"):
            case = json.loads(line)
            if case.get("meddocan_split") not in ("dev", "test"):
                yield case["es"]
                yield case.get("en_mt") or ""
    yield data.joinpath("nubes/nubes_sentences.tsv").read_text("utf-8")
    for file in ("pt_bosque.train.tsv", "en_ewt.train.tsv"):
        yield data.joinpath("ud_slim", file).read_text("utf-8")
    yield data.joinpath("icd10/icd10cm_2024_en.tsv").read_text("utf-8")
    yield data.joinpath("occupations/esco_es.tsv").read_text("utf-8")


def _counts(data: Path) -> Counter[str]:
    """How often each word is written in small letters throughout."""
    counts: Counter[str] = Counter()
    for text in _texts(data):
        counts.update(fold(word) for word in re.findall(r"(?<![^\W\d_])[^\W\d_A-ZÁÉÍÓÚÑÇÃÕÂÊÔ]{3,}(?![^\W\d_])", text))
    return counts


def train_look(lists: Mapping[str, set[str]], seed: int = 7, keep: Callable[[str], bool] = lambda word: True) -> Look:
    """A model of the words that `keep` lets through."""
    import numpy
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import SGDClassifier

    pairs = sorted((word, number) for number, name in enumerate(CLASSES) for word in lists[name] if keep(word))
    indices: list[int] = []
    begins = [0]
    for word, _ in pairs:
        indices.extend(groups(word))
        begins.append(len(indices))
    matrix = csr_matrix((numpy.ones(len(indices), dtype=numpy.float32), indices, begins), shape=(len(pairs), BUCKETS))
    matrix.sum_duplicates()
    target = numpy.array([number for _, number in pairs])
    model = SGDClassifier(loss="log_loss", alpha=3e-6, max_iter=12, tol=None, random_state=seed, class_weight="balanced", average=True)
    model.fit(matrix, target)
    # The intercept is spread over the one group that every word has: its length.
    table = model.coef_.T.copy()
    for length in range(1, 13):
        bucket = zlib.crc32(f"#{length}".encode()) % BUCKETS
        table[bucket] += model.intercept_
    return Look(numpy.clip(numpy.round(table * 16), -127, 127).astype(numpy.int8).tobytes())


@dataclass(frozen=True)
class Folds:
    """Two models of half the words each; a word is judged by the one that never saw it."""

    halves: tuple[Look, Look] = field(repr=False)

    @classmethod
    def of(cls, lists: Mapping[str, set[str]]) -> Folds:
        """Train both halves."""
        return cls((train_look(lists, keep=lambda word: _half(word) == 1), train_look(lists, keep=lambda word: _half(word) == 0)))

    def chances(self, word: str) -> tuple[float, ...]:
        """See `Look.chances`."""
        return self.halves[_half(word)].chances(word)


def _half(word: str) -> int:
    return zlib.crc32(b"half" + word.encode()) & 1
