"""A tagger trained on pairs of original and redacted notes: a bidirectional LSTM over static word vectors.

After the thesis of J. Mercado Ríos (Universidad Michoacana, 2022). The training data is made as its author made it: the notes
are redacted to {TAG}s, the tags are aligned with the originals, and every token gets a line with its BIO tag. The author
went over the aligned notes by hand; here the marks of the training notes stand in for that where an alignment is doubtful.
All persons are found, staff included. `lstm-plain` sees nothing but the vector of each word; `lstm` also how the word is
written and how it begins and ends, which makes up for vectors that were trained on the notes alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from velado.alignment import align
from velado.alignment import redact as redact_by_hand
from velado.document import Span
from velado.methods import Method, Note, Outcome, UnavailableError
from velado.methods._networks import BestEpoch, Mean, f1, held_out, load_weights, need_torch, rounds, seeded
from velado.methods._redaction import redact
from velado.methods._vectors import Vectors, train_vectors
from velado.tokens import Page, fold

__all__ = ["METHOD", "Lstm", "aligned_notes", "bio_lines"]

_HIDDEN = 128
_DROPOUT = 0.4
_RATE = 0.002
_TOKENS_PER_BATCH = 700
_EPOCHS, _QUICK_EPOCHS = 14, 8
_PATIENCE = 3
_PARTS = {"shape": 16, "start": 12, "end": 24}  # how wide the vectors of a word's look are
_SEEN_OFTEN = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a note: its tokens, where they stand, and their BIO tags."""

    words: tuple[str, ...] = field(repr=False)
    places: tuple[tuple[int, int], ...] = ()
    tags: tuple[str, ...] = ()


def aligned_notes(notes: Iterable[Note]) -> Iterator[Note]:
    """The notes with the spans that alignment with their redacted copies finds."""
    for note in notes:
        result = align(note.text, redact_by_hand(note.text, note.spans))
        certain = [Span(span.start, span.end, span.label) for span in result.spans if span.score == 1.0]
        taken = {offset for span in certain for offset in range(span.start, span.end)}
        # Reviewed by hand: what alignment could not decide stands as it is marked in the note.
        reviewed = [span for span in note.spans if taken.isdisjoint(range(span.start, span.end))]
        yield Note(note.id, note.text, tuple(sorted((*certain, *reviewed))))


def bio_lines(note: Note) -> Iterator[Line]:
    """The note line by line, one tag per token.

    >>> [line.tags for line in bio_lines(Note("", "Vino Ana Gil.", (Span(5, 12, "PATIENT_NAME"),)))]
    [('O', 'B-PATIENT_NAME', 'I-PATIENT_NAME', 'O')]
    """
    page = Page(note.text)
    spans = sorted(note.spans)
    number = 0
    tags: list[str] = []
    begun = -1  # the span whose first token was seen
    for start, end in page.spans:
        while number < len(spans) and spans[number].end <= start:
            number += 1
        if number < len(spans) and spans[number].start < end:
            tags.append(f"{'I' if begun == number else 'B'}-{spans[number].label}")
            begun = number
        else:
            tags.append("O")
    first = 0
    for index in range(1, len(tags) + 1):
        if index == len(tags) or "\n" in note.text[page.spans[index - 1][1] : page.spans[index][0]]:
            places = page.spans[first:index]
            yield Line(tuple(note.text[s:e] for s, e in places), tuple(places), tuple(tags[first:index]))
            first = index


def _spans(line: Line, tags: Sequence[str], source: str) -> Iterator[Span]:
    """The spans that a line's tags stand for."""
    start = end = 0
    going = ""
    for (first, last), tag in zip(line.places, tags, strict=True):
        label = tag[2:]
        if going and (label != going or tag.startswith("B-")):
            yield Span(start, end, going, 1.0, source)
            going = ""
        if label and not going:
            start, going = first, label
        end = last
    if going:
        yield Span(start, end, going, 1.0, source)


def _shape(word: str) -> str:
    """Runs of capitals, small letters, digits and others as one sign each; short runs tell their length."""
    signs = "".join("X" if c.isupper() else "x" if c.isalpha() else "0" if c.isdigit() else c for c in word[:24])
    return signs if signs.startswith("0") else "".join(c for i, c in enumerate(signs) if i < 2 or signs[i - 2 : i] != c + c)


def _parts(word: str) -> dict[str, str]:
    plain = fold(word)
    return {"shape": _shape(word), "start": plain[:3], "end": plain[-3:]}


@dataclass(frozen=True)
class _Codes:
    """Words and tags as numbers."""

    vectors: Vectors
    tags: tuple[str, ...]
    parts: Mapping[str, Mapping[str, int]]  # numbers of the looks, from 1 on; empty for the plain tagger

    @classmethod
    def of(cls, lines: Sequence[Line], vectors: Vectors, look: bool) -> _Codes:
        counts: dict[str, dict[str, int]] = {name: {} for name in _PARTS} if look else {}
        for line in lines:
            for word in line.words:
                for name, value in _parts(word).items() if look else ():
                    counts[name][value] = counts[name].get(value, 0) + 1
        parts = {
            name: {value: number for number, value in enumerate((v for v, n in sorted(found.items()) if n >= _SEEN_OFTEN), 1)}
            for name, found in counts.items()
        }
        tags = ("O", *sorted({tag for line in lines for tag in line.tags} - {"O"}))
        return cls(vectors, tags, parts)

    def words(self, line: Line) -> list[list[int]]:
        """One row per token: the word, then its looks."""
        rows = []
        for word in line.words:
            looks = _parts(word) if self.parts else {}
            rows.append([self.vectors.row(word), *(numbers.get(looks[name], 0) for name, numbers in self.parts.items())])
        return rows

    def save(self, folder: Path) -> None:
        self.vectors.save(folder)
        content = {"tags": self.tags, "parts": {name: list(numbers) for name, numbers in self.parts.items()}}
        (folder / "lstm.json").write_text(json.dumps(content, ensure_ascii=False), "utf-8")

    @classmethod
    def load(cls, folder: Path) -> _Codes:
        content = json.loads((folder / "lstm.json").read_text("utf-8"))
        parts = {name: {value: number for number, value in enumerate(values, 1)} for name, values in content["parts"].items()}
        return cls(Vectors.load(folder), tuple(content["tags"]), parts)


def _network(codes: _Codes) -> Any:
    torch = need_torch()
    nn = torch.nn

    class Network(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.words = nn.Embedding.from_pretrained(torch.from_numpy(codes.vectors.table), freeze=True)
            widths = [_PARTS[name] for name in codes.parts]
            self.looks = nn.ModuleList(
                nn.Embedding(len(numbers) + 1, width) for numbers, width in zip(codes.parts.values(), widths, strict=True)
            )
            self.dropout = nn.Dropout(_DROPOUT)
            self.lstm = nn.LSTM(codes.vectors.table.shape[1] + sum(widths), _HIDDEN, bidirectional=True, batch_first=True)
            self.tags = nn.Linear(2 * _HIDDEN, len(codes.tags))

        def forward(self, rows: Any) -> Any:
            seen = [self.words(rows[..., 0]), *(look(rows[..., number]) for number, look in enumerate(self.looks, 1))]
            hidden, _ = self.lstm(self.dropout(torch.cat(seen, -1)))
            return self.tags(self.dropout(hidden))

    return Network()


def _batches(lines: Sequence[Any], tokens: int) -> Iterator[list[int]]:
    """Lines of about one length together."""
    batch: list[int] = []
    for index in sorted(range(len(lines)), key=lambda number: len(lines[number])):
        if batch and (len(batch) + 1) * len(lines[index]) > tokens:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def _legal(tags: Sequence[str]) -> Any:
    """What every step from tag to tag adds to the score: nothing, or ruin where an I would follow another label; the last row
    is the start of a line."""
    import numpy

    steps = numpy.zeros((len(tags) + 1, len(tags)), dtype="float32")
    for column, tag in enumerate(tags):
        if tag.startswith("I-"):
            steps[:, column] = [0.0 if before[2:] == tag[2:] else -1e6 for before in (*tags, "O")]
    return steps


def _best_path(scores: Any, steps: Any) -> list[int]:
    """The best sequence of tags that is legal: Viterbi."""
    import numpy

    best = scores[0] + steps[-1]
    ways = []
    columns = numpy.arange(scores.shape[1])
    for row in scores[1:]:
        through = best[:, None] + steps[:-1]
        way = through.argmax(axis=0)
        ways.append(way)
        best = through[way, columns] + row
    path = [int(best.argmax())]
    for way in reversed(ways):
        path.append(int(way[path[-1]]))
    return path[::-1]


def _tagged(network: Any, codes: _Codes, lines: Sequence[Line]) -> list[list[str]]:
    """The best legal tags of every line."""
    torch = need_torch()
    steps = _legal(codes.tags)
    rows = [torch.tensor(codes.words(line)) for line in lines]
    found: list[list[str]] = [[] for _ in lines]
    network.eval()
    with torch.no_grad():
        for batch in _batches(rows, 8 * _TOKENS_PER_BATCH):
            padded = torch.nn.utils.rnn.pad_sequence([rows[index] for index in batch], batch_first=True)
            scores = network(padded).log_softmax(-1).numpy()
            for index, line_scores in zip(batch, scores, strict=True):
                path = _best_path(line_scores[: len(rows[index])], steps)
                found[index] = [codes.tags[number] for number in path]
    return found


@dataclass(frozen=True)
class Lstm:
    """The tagger; without `look` as plain as its author's."""

    name: str = "lstm"
    description: str = "bidirectional LSTM trained on notes aligned with their redacted copies (Mercado Ríos 2022), words and their looks"
    look: bool = True
    trained: bool = True
    published: Mapping[str, float] = field(
        default_factory=lambda: MappingProxyType({"f1": 0.9368, "f1 phones": 0.9853, "f1 names": 0.9263, "f1 places": 0.9252})
    )

    def fit(self, train: Sequence[Note], dev: Sequence[Note], folder: Path, *, quick: bool = False, seed: int = 0) -> None:
        """Learn from the aligned notes; the epoch that does best on `dev`, or on a tenth of `train` without it, is kept."""
        torch = need_torch()
        learnt, chosen = held_out(train, dev, seed)
        lines = [line for note in aligned_notes(learnt) for line in bio_lines(note)]
        if not lines:
            raise UnavailableError("there is nothing to learn from: the training notes are empty")
        vectors = train_vectors((line.words for line in lines), shapes=self.look, seed=seed)
        codes = _Codes.of(lines, vectors, self.look)
        rows = [torch.tensor(codes.words(line)) for line in lines]
        numbers = {tag: number for number, tag in enumerate(codes.tags)}
        wanted = [torch.tensor([numbers[tag] for tag in line.tags]) for line in lines]
        folder.mkdir(parents=True, exist_ok=True)
        codes.save(folder)
        pad = torch.nn.utils.rnn.pad_sequence
        with seeded(seed) as draw:
            network = _network(codes)
            optimiser = torch.optim.Adam((p for p in network.parameters() if p.requires_grad), lr=_RATE)
            batches = list(_batches(rows, _TOKENS_PER_BATCH))
            batches *= rounds(len(batches))
            mean = Mean(network)
            best = BestEpoch(folder / "lstm.npz", _PATIENCE)
            for _ in range(_QUICK_EPOCHS if quick else _EPOCHS):
                network.train()
                draw.shuffle(batches)
                for batch in batches:
                    scores = network(pad([rows[index] for index in batch], batch_first=True))
                    target = pad([wanted[index] for index in batch], batch_first=True, padding_value=-1)
                    loss = torch.nn.functional.cross_entropy(scores.flatten(0, 1), target.flatten(), ignore_index=-1)
                    optimiser.zero_grad()
                    loss.backward()
                    torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
                    optimiser.step()
                    mean.follow()
                score = f1(zip((note.spans for note in chosen), self._found(mean.network, codes, chosen), strict=True))
                if not best.goes_on(mean.network, score):
                    break

    def apply(self, notes: Sequence[Note], folder: Path) -> list[Outcome]:
        """Tag the notes; what was found is replaced by {TAG}s."""
        if not (folder / "lstm.npz").exists():
            raise UnavailableError(f"the method {self.name} has not been trained yet")
        codes = _Codes.load(folder)
        network = _network(codes)
        load_weights(network, folder / "lstm.npz")
        with seeded(0):
            found = self._found(network, codes, notes)
        return [Outcome(redact(note.text, spans), tuple(spans)) for note, spans in zip(notes, found, strict=True)]

    def _found(self, network: Any, codes: _Codes, notes: Sequence[Note]) -> list[list[Span]]:
        found: list[list[Span]] = [[] for _ in notes]
        lines = [(number, line) for number, note in enumerate(notes) for line in bio_lines(note)]
        for (number, line), tags in zip(lines, _tagged(network, codes, [line for _, line in lines]), strict=True):
            found[number] += _spans(line, tags, self.name)
        return found


METHOD: tuple[Method, ...] = (
    Lstm(),
    Lstm("lstm-plain", "bidirectional LSTM trained on notes aligned with their redacted copies (Mercado Ríos 2022), words only", False),
)
