"""The second tagger of the hybrid: embedding, GRU of 10 units, dropout .2, dense; in PyTorch.

Its authors embed a word in one number and tell two classes apart. Here the embedding is wider, knows shape and ending
beside the word, and the dense layer gives a tag of the scheme, because one number a word cannot tell fifteen classes apart.
Units, dropout, direction, learning rate, epochs and the layers' order are theirs. What is kept is the running mean of the
weights: the last ones alone are a matter of luck.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from velado.document import Span
from velado.methods._networks import Mean, load_weights, need_torch, passes, save_weights, seeded
from velado.methods._sections_words import Sentence, decode, encode, shape
from velado.tokens import fold

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["train_gru", "use_gru"]

EMBEDDING, UNITS, DROPOUT = 64, 10, 0.2
LEARNING_RATE, EPOCHS, BATCH = 0.005, 15, 32
LEAST_STEPS, MOST_STEPS = 300, 4000  # a small set is gone through more often, a large one in larger batches
JUDGED_AT_ONCE = 256
LEAST_SEEN = 2  # a word met once is learned by its shape and ending, as a word that was never met

NOTHING = (0, 0, 0)
_MEMORY = 50_000  # words whose names are remembered

Marked = tuple[Sentence, Sequence[Span]]


def _network(words: int, tags: int) -> Any:
    """Embedding, GRU, dropout, dense, in that order."""
    nn = need_torch().nn

    class Network(nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.embedding = nn.Embedding(words, EMBEDDING, padding_idx=0)
            nn.init.uniform_(self.embedding.weight, -0.05, 0.05)  # as the authors' library begins; rare words then stay near nothing
            self.gru = nn.GRU(EMBEDDING, UNITS, batch_first=True)
            self.dropout = nn.Dropout(DROPOUT)
            self.dense = nn.Linear(UNITS, tags)

        def forward(self, numbers: Tensor) -> Tensor:
            states, _ = self.gru(self.embedding(numbers).sum(-2))
            scores: Tensor = self.dense(self.dropout(states))
            return scores

    return Network()


@lru_cache(_MEMORY)
def _names(word: str) -> tuple[str, str, str]:
    """What stands for a word in the vocabulary: itself, its shape and its ending, whose vectors are added up."""
    folded = fold(word)
    return folded, f"={shape(word)}", f"-{folded[-3:]}"


def _entries(sentence: Sentence, vocabulary: dict[str, int]) -> list[tuple[int, ...]]:
    """The numbers of each word; 1 for what was never met."""
    return [tuple(vocabulary.get(name, 1) for name in _names(word)) for word in sentence.words]


def train_gru(train: Iterable[Marked], file: Path, scheme: str, classes: bool, seed: int = 0) -> None:
    """Learn from sentences with their spans; leaves the weights in `file` (.npz) and the vocabulary beside it (.json)."""
    torch = need_torch()
    examples = [(sentence, encode(sentence, spans, scheme, classes)) for sentence, spans in train]
    seen = Counter(name for sentence, _ in examples for word in sentence.words for name in _names(word))
    vocabulary = {name: number for number, name in enumerate(sorted(name for name in seen if seen[name] >= LEAST_SEEN), 2)}
    tags = sorted({tag for _, marks in examples for tag in marks})
    numbers = {tag: number for number, tag in enumerate(tags)}
    # Sentences of one length share a batch: less padding.
    rows = sorted((_entries(sentence, vocabulary), [numbers[tag] for tag in marks]) for sentence, marks in examples)
    rows.sort(key=lambda row: len(row[0]))
    size = max(BATCH, -(-len(rows) * EPOCHS // MOST_STEPS))
    batches = [
        (_padded([entries for entries, _ in batch], NOTHING), _padded([marks for _, marks in batch], -1))
        for batch in (rows[at : at + size] for at in range(0, len(rows), size))
    ]
    with seeded(seed) as chance:
        network = _network(len(vocabulary) + 2, len(tags))
        optimiser = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE, fused=True)  # the embedding in one go, not in ten
        mean = Mean(network)
        loss_of = torch.nn.CrossEntropyLoss(ignore_index=-1)
        network.train()
        for _ in range(passes(len(batches), EPOCHS, LEAST_STEPS)):
            for inputs, wanted in chance.sample(batches, len(batches)):
                optimiser.zero_grad()
                loss_of(network(inputs).flatten(0, 1), wanted.flatten()).backward()
                optimiser.step()
                mean.follow()
    save_weights(mean.network, file)
    file.with_suffix(".json").write_text(json.dumps({"tags": tags, "vocabulary": vocabulary}, ensure_ascii=False), "utf-8")


def use_gru(sentences: Sequence[Sentence], file: Path) -> list[list[Span]]:
    """The spans of each sentence."""
    torch = need_torch()
    words = json.loads(file.with_suffix(".json").read_text("utf-8"))
    tags, vocabulary = words["tags"], words["vocabulary"]
    network = _network(len(vocabulary) + 2, len(tags))
    load_weights(network, file)
    network.eval()
    found: dict[int, list[Span]] = {}
    order = sorted(range(len(sentences)), key=lambda number: len(sentences[number].words))  # as in training: less padding
    with seeded(0), torch.inference_mode():
        for at in range(0, len(order), JUDGED_AT_ONCE):
            batch = order[at : at + JUDGED_AT_ONCE]
            best = network(_padded([_entries(sentences[number], vocabulary) for number in batch], NOTHING)).argmax(-1).tolist()
            for number, row in zip(batch, best, strict=True):
                sentence = sentences[number]
                found[number] = list(decode(sentence, [tags[tag] for tag in row[: len(sentence.words)]], "gru"))
    return [found[number] for number in range(len(sentences))]


def _padded(rows: Sequence[Sequence[Any]], filler: object) -> Any:
    longest = max(map(len, rows))
    return need_torch().tensor([[*row, *[filler] * (longest - len(row))] for row in rows])
