"""Learns the families of words: word vectors from all clinical text there is, without its marks, gathered into clusters."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from velado.tokens import Page
from velado.training.corpora import brat_folder, marked_folder

__all__ = ["clinical_texts", "lines_of", "train_families"]

_SIZES = 100, 600  # coarse and fine families
_WEIGHT = 3  # how often our own notes are read: they are few, and nothing else is written like them


def clinical_texts(data: Path, corpus: Path, held_out: tuple[str, ...]) -> Iterator[str]:
    """Published cases, sentences and visit notes, a little of the daily press, and our own notes."""
    for name in ("background", "train", "dev"):
        for case in _records(data / f"codiesp/{name}.jsonl"):
            if case.get("meddocan_split") in (None, "train"):  # the other splits are for measuring
                yield from (case["es"], case.get("en_mt") or "")
    yield from (line.split("\t")[-1] for line in (data / "nubes/nubes_sentences.tsv").read_text("utf-8").split("\n") if "\t" in line)
    for name in ("aci_bench", "mts_dialog"):
        for note in _records(data / f"en_notes/{name}.jsonl"):
            yield from (note.get("note") or note.get("text") or "", note.get("dialogue") or "")
    for file in sorted((data / "ud_slim").glob("*.tsv")):
        yield from _sentences(file)
    yield from (report.text for report in brat_folder(data / "meddocan/train"))
    for folder in sorted(corpus.iterdir()):
        if folder.is_dir() and not folder.name.startswith(held_out):
            for example in marked_folder(folder):
                yield from [example.text] * _WEIGHT


def _records(file: Path) -> Iterator[dict[str, str]]:
    yield from (json.loads(line) for line in file.read_text("utf-8").split("\n") if line)


def _sentences(file: Path) -> Iterator[str]:
    """The sentences of a treebank: a line per word, an empty one behind each sentence."""
    words: list[str] = []
    for line in file.read_text("utf-8").split("\n"):
        if line.strip():
            cells = line.split("\t")
            words.append(cells[1] if cells[0].isdigit() else cells[0])
        elif words:
            yield " ".join(words)
            words = []


def lines_of(texts: Iterable[str]) -> Iterator[list[str]]:
    """The folded words of each line; of a number only its length is told.

    >>> list(lines_of(["Ingresó el 12.\\nAlta"]))
    [['ingreso', 'el', '00', '.'], ['alta']]
    """
    for text in texts:
        page = Page(text, "es")
        begins = set(page.line_starts)
        line: list[str] = []
        for word, start in zip(page.words, page.starts, strict=True):
            if start in begins and line:
                yield line
                line = []
            line.append("0" * len(word) if word.isdigit() else word)
        if line:
            yield line


def train_families(lines: Iterable[list[str]], least: int = 4, sizes: tuple[int, int] = _SIZES, seed: int = 7) -> dict[str, tuple[int, int]]:
    """For each word that occurs often enough its coarse and its fine family."""
    import numpy
    from gensim.models import Word2Vec
    from sklearn.cluster import MiniBatchKMeans

    vectors = Word2Vec(list(lines), vector_size=80, window=3, min_count=least, sg=1, negative=8, epochs=4, workers=1, seed=seed).wv
    directions = vectors.vectors / numpy.linalg.norm(vectors.vectors, axis=1, keepdims=True)
    coarse, fine = (
        MiniBatchKMeans(min(size, len(directions)), random_state=seed, batch_size=4096, n_init=2).fit(directions).labels_.tolist() for size in sizes
    )
    return {word: (coarse[at], fine[at]) for at, word in enumerate(vectors.index_to_key) if word.isalpha()}
