"""What the networks among the published methods share: torch on one core, a fixed seed, weights on disk without pickle."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from velado.document import Span
from velado.methods import Note, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["BestEpoch", "Mean", "f1", "held_out", "load_weights", "need_torch", "passes", "rounds", "save_weights", "seeded"]


def need_torch() -> Any:
    """The torch module. Raises UnavailableError."""
    try:
        import torch
    except ImportError:
        raise UnavailableError("this method needs the package torch: pip install 'velado[methods]'") from None
    return torch


@contextmanager
def seeded(seed: int) -> Iterator[random.Random]:
    """A generator for shuffling, and torch on one core drawing the same numbers each time; its own state is put back afterwards.

    The networks here are so small that several cores would mostly wait for each other.
    """
    torch = need_torch()
    cores = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            yield random.Random(seed)
    finally:
        torch.set_num_threads(cores)


def passes(batches: int, usual: int, least_steps: int) -> int:
    """How often the training notes are gone over: as usual, or more often when they are so few that little would be learnt.

    >>> passes(350, 8, 300), passes(7, 8, 300)
    (8, 43)
    """
    return max(usual, -(-least_steps // max(batches, 1)))


def rounds(batches: int, least: int = 40) -> int:
    """How often one epoch goes over the batches: once, or more often when they are so few that looking in between would cost most.

    >>> rounds(350), rounds(7)
    (1, 6)
    """
    return max(1, -(-least // max(batches, 1)))


class Mean:
    """A copy of a network whose weights are the running mean of those it has in training: it jumps about less.

    `network` is the copy, to be applied and saved; call `follow` after each step.
    """

    def __init__(self, trained: Any, slowness: float = 0.995) -> None:
        self.network = copy.deepcopy(trained)
        self._slowness = slowness
        self._steps = 0
        pairs = zip(self.network.parameters(), trained.parameters(), strict=True)
        self._pairs = [(mean, own) for mean, own in pairs if own.requires_grad]

    def follow(self) -> None:
        """Take in the weights as they are now; the first steps weigh more, because the start is worth nothing."""
        self._steps += 1
        share = max(1 - self._slowness, 10 / (9 + self._steps))
        for mean, own in self._pairs:
            mean.data.lerp_(own.data, share)


def save_weights(network: Any, path: Path) -> None:
    """What a network has learnt, as plain arrays; vectors that it was given are kept elsewhere."""
    import numpy

    learnt = {name: value.detach().numpy() for name, value in network.named_parameters() if value.requires_grad}
    numpy.savez_compressed(path, **learnt)


def load_weights(network: Any, path: Path) -> None:
    """Give a network the weights that `save_weights` left. Raises UnavailableError when they are another network's."""
    import numpy

    torch = need_torch()
    with numpy.load(path, allow_pickle=False) as arrays:
        learnt = {name: torch.from_numpy(arrays[name]) for name in arrays.files}
    if set(learnt) != {name for name, value in network.named_parameters() if value.requires_grad}:
        raise UnavailableError("the trained model is from another version of the method: train it again")
    network.load_state_dict(learnt, strict=False)


class BestEpoch:
    """Keeps on disk what a network knew after its best epoch, and says when waiting for a better one is in vain."""

    def __init__(self, path: Path, patience: int) -> None:
        self._path, self._patience = path, patience
        self._best, self._since = -1.0, 0

    def goes_on(self, network: Any, score: float) -> bool:
        """Whether to train on, after an epoch with this score on the notes to choose on."""
        self._since += 1
        if score > self._best:
            self._best, self._since = score, 0
            save_weights(network, self._path)
        return self._since <= self._patience or self._best <= 0


def held_out(train: Sequence[Note], dev: Sequence[Note], seed: int) -> tuple[list[Note], list[Note]]:
    """The notes to learn from and those to choose on: `dev`, or a tenth of the training notes when there is no `dev`."""
    if dev or len(train) < 2:
        return list(train), list(dev or train)
    notes = list(train)
    random.Random(seed).shuffle(notes)
    share = max(1, len(notes) // 10)
    return notes[share:], notes[:share]


def f1(pairs: Iterable[tuple[Iterable[Span], Iterable[Span]]]) -> float:
    """The F1 of what was found, start, end and label, against what is there: pairs of gold and found spans."""
    right = wanted = given = 0
    for gold, found in pairs:
        ours = {(span.start, span.end, span.label) for span in gold}
        theirs = {(span.start, span.end, span.label) for span in found}
        right += len(ours & theirs)
        wanted += len(ours)
        given += len(theirs)
    return 2 * right / (wanted + given) if right else 0.0
