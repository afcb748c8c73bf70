"""Trains the linear-chain CRF: stochastic gradients (Adagrad) on the likelihood of each line, with an L1 penalty.

Compiled with numba; an epoch over half a million tokens takes seconds, so it can be repeated at will.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numba
import numpy

from velado import languages
from velado.document import Span
from velado.models.features import Form, Sentence, sentences, strings_of
from velado.models.forms import Names
from velado.models.weights import Weights
from velado.tokens import Page, read_text
from velado.training.corpora import Example
from velado.wrapping import unwrapped

__all__ = ["Hints", "page_of", "tags_of", "train"]


Hints = Callable[[Page], list[Span]]  # what the forms of a page tell


def page_of(example: Example) -> Page:
    """The page as the pipeline would read it. Its marks count characters of the text as it is: so it must read as it is."""
    language = example.language if example.language != "auto" else languages.detect(example.text)
    reading = read_text(example.text)
    text = reading.text if len(reading.text) == len(example.text) else example.text
    return Page(unwrapped(text), language)


def tags_of(page: Page, spans: Iterable[Span], sentence: Sentence) -> list[str]:
    """B-, I- and O for the tokens of a sentence."""
    first = sentence.first
    tags = ["O"] * len(sentence.forms)
    low, high = page.spans[first][0], page.spans[first + len(tags) - 1][1]
    for span in spans:
        if span.end <= low or span.start >= high:
            continue
        inside = False
        for number in range(len(tags)):
            start, end = page.spans[first + number]
            if start < span.end and end > span.start:
                tags[number] = f"I-{span.label}" if inside else f"B-{span.label}"
                inside = True
            elif inside:
                break
    return tags


_AVERAGED = 4  # the last passes, whose mean does better on unseen notes than the last of them alone
_LEAST = 0.15  # features without any weight as large as this are left out: they decide nothing and take room
_IDENTITY = ("w=", "W=", "p2", "p3", "p4", "e4", "C1", "C2")  # a name that is new has no family either


def _blurred(sentence: Sentence, tags: Sequence[str], share: float, rng: random.Random) -> Sentence:
    """Some words of names, places and the like without their identity: the model must learn to do without it."""
    forms = tuple(
        _without_identity(form) if tag != "O" and tag[2:] in _OPEN and rng.random() < share else form
        for form, tag in zip(sentence.forms, tags, strict=True)
    )
    return replace(sentence, forms=forms)


_OPEN = frozenset("PATIENT_NAME RELATIVE_NAME STAFF_NAME PERSON_NAME PLACE STREET HOSPITAL HEALTH_CENTRE INSTITUTION PROFESSION OTHER".split())


def _without_identity(form: Form) -> Form:
    def kept(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in names if name[:2] not in _IDENTITY)

    return form.called(Names(*map(kept, form.names)))


def train(
    examples: Sequence[Example],
    hints: Hints,
    *,
    epochs: int = 12,
    rate: float = 0.15,
    l1: float = 0.02,
    least: int = 2,
    seed: int = 7,
    faintest: float = _LEAST,
    blur: float = 0.3,
    log: Callable[[str], None] = print,
) -> Weights:
    """Weights learned from the examples. What `rules` find in them is part of their features."""
    numbers: dict[str, int] = {}
    flat, token_begins, line_begins = array("i"), array("q", [0]), array("q", [0])
    tags: list[str] = []
    rng = random.Random(seed)
    for example in examples:
        page = page_of(example)
        for sentence in sentences(page, hints(page)):
            found = tags_of(page, example.spans, sentence)
            for item in strings_of(_blurred(sentence, found, blur, rng) if blur else sentence):
                flat.extend({numbers.setdefault(name, len(numbers)) for name in item})
                token_begins.append(len(flat))
            tags += found
            line_begins.append(len(tags))
    labels = sorted(set(tags))
    position = {label: at for at, label in enumerate(labels)}
    gold = numpy.array([position[tag] for tag in tags], dtype=numpy.int32)
    packed, names = _without_rare(numpy.frombuffer(flat, dtype=numpy.int32), numpy.frombuffer(token_begins, dtype=numpy.int64), numbers, least)
    log(f"{len(examples)} examples, {len(tags)} tokens, {len(names)} features, {len(labels)} labels")
    weights, steps = _fit((*packed, gold, numpy.frombuffer(line_begins, dtype=numpy.int64)), len(names), len(labels), epochs, rate, l1, seed, log)
    return _weights_of(labels, names, weights, steps, faintest)


def _without_rare(flat: Any, begins: Any, numbers: dict[str, int], least: int) -> tuple[tuple[Any, Any], dict[str, int]]:
    """The features of each token without those that hardly ever occur, numbered anew in the order of their names."""
    often = numpy.bincount(flat, minlength=len(numbers)) >= least
    kept = sorted(name for name, number in numbers.items() if often[number])
    renumbered = numpy.full(len(numbers), -1, dtype=numpy.int32)
    renumbered[[numbers[name] for name in kept]] = numpy.arange(len(kept), dtype=numpy.int32)
    mapped = renumbered[flat]
    stays = mapped >= 0
    counts = numpy.concatenate([[0], numpy.cumsum(stays)])
    return (mapped[stays], counts[begins]), {name: number for number, name in enumerate(kept)}


def _fit(packed: Any, features: int, width: int, epochs: int, rate: float, l1: float, seed: int, log: Callable[[str], None]) -> Any:
    flat, token_begins, gold, line_begins = packed
    weights = numpy.zeros((features, width), dtype=numpy.float32)
    squares = numpy.full((features, width), 0.1, dtype=numpy.float32)
    steps = numpy.zeros((width, width), dtype=numpy.float32)
    step_squares = numpy.full((width, width), 0.1, dtype=numpy.float32)
    random = numpy.random.default_rng(seed)
    order = numpy.arange(len(line_begins) - 1)
    # Each time a feature is met it pays its share, so that an epoch costs every feature the same.
    penalties = (l1 / numpy.maximum(numpy.bincount(flat, minlength=features), 1)).astype(numpy.float32)
    averaged = range(max(0, epochs - _AVERAGED), epochs)
    mean_weights, mean_steps = numpy.zeros_like(weights), numpy.zeros_like(steps)
    for epoch in range(epochs):
        random.shuffle(order)
        loss = _epoch(flat, token_begins, gold, line_begins, order, weights, squares, steps, step_squares, rate, penalties)
        if epoch in averaged:
            mean_weights += weights / len(averaged)
            mean_steps += steps / len(averaged)
        alive = int((numpy.abs(weights) > 1e-3).sum())
        log(f"epoch {epoch + 1}: loss {loss / len(gold):.5f} a token, {alive} weights, {int((numpy.abs(weights).max(axis=1) > 1e-3).sum())} features")
    return mean_weights, mean_steps


@numba.njit(cache=True, fastmath=True)  # type: ignore[untyped-decorator]
def _epoch(flat, token_begins, gold, line_begins, order, weights, squares, steps, step_squares, rate, penalties):
    """One pass over all lines; the penalty is taken from a feature's weights whenever it is met."""
    width = weights.shape[1]
    total = 0.0
    for line in order:
        low, high = line_begins[line], line_begins[line + 1]
        count = high - low
        scores = numpy.zeros((count, width), dtype=numpy.float32)
        for t in range(count):
            for k in range(token_begins[low + t], token_begins[low + t + 1]):
                row = flat[k]
                for y in range(width):
                    scores[t, y] += weights[row, y]
        # Forward and backward with scaling; exp of the transitions once per line.
        powers = numpy.exp(steps)
        alpha = numpy.zeros((count, width), dtype=numpy.float32)
        beta = numpy.zeros((count, width), dtype=numpy.float32)
        scale = numpy.zeros(count, dtype=numpy.float32)
        emit = numpy.zeros((count, width), dtype=numpy.float32)
        logs = 0.0
        for t in range(count):
            top = scores[t].max()
            logs += top
            for y in range(width):
                emit[t, y] = numpy.exp(scores[t, y] - top)
        for t in range(count):
            if t == 0:
                for y in range(width):
                    alpha[0, y] = emit[0, y]
            else:
                for x in range(width):
                    held = alpha[t - 1, x]
                    if held > 1e-12:
                        for y in range(width):
                            alpha[t, y] += held * powers[x, y]
                for y in range(width):
                    alpha[t, y] *= emit[t, y]
            whole = alpha[t].sum()
            scale[t] = whole
            logs += numpy.log(whole)
            for y in range(width):
                alpha[t, y] /= whole
        for y in range(width):
            beta[count - 1, y] = 1.0
        for t in range(count - 2, -1, -1):
            for x in range(width):
                held = 0.0
                for y in range(width):
                    held += powers[x, y] * emit[t + 1, y] * beta[t + 1, y]
                beta[t, x] = held / scale[t + 1]
        path = 0.0
        for t in range(count):
            path += scores[t, gold[low + t]]
            if t > 0:
                path += steps[gold[low + t - 1], gold[low + t]]
        total += logs - path
        # Gradient of the steps, then of the features; Adagrad with the L1 penalty after each step.
        change = numpy.zeros((width, width), dtype=numpy.float32)
        for t in range(1, count):
            for x in range(width):
                held = alpha[t - 1, x] / scale[t]
                if held > 1e-9:
                    for y in range(width):
                        change[x, y] += held * powers[x, y] * emit[t, y] * beta[t, y]
            change[gold[low + t - 1], gold[low + t]] -= 1.0
        for x in range(width):
            for y in range(width):
                g = change[x, y]
                if g > 1e-7 or g < -1e-7:
                    step_squares[x, y] += g * g
                    steps[x, y] -= rate * g / numpy.sqrt(step_squares[x, y])
        for t in range(count):
            delta = alpha[t] * beta[t]
            delta /= delta.sum()
            delta[gold[low + t]] -= 1.0
            sure = True
            for y in range(width):
                if delta[y] > 1e-4 or delta[y] < -1e-4:
                    sure = False
            if sure:
                continue
            for k in range(token_begins[low + t], token_begins[low + t + 1]):
                row = flat[k]
                for y in range(width):
                    g = delta[y]
                    squares[row, y] += g * g
                    pace = rate / numpy.sqrt(squares[row, y])
                    value = weights[row, y] - pace * g
                    cut = pace * penalties[row]
                    if value > cut:
                        value -= cut
                    elif value < -cut:
                        value += cut
                    else:
                        value = 0.0
                    weights[row, y] = value
    return total


def _weights_of(labels: list[str], names: dict[str, int], weights: Any, steps: Any, faintest: float) -> Weights:
    rows: dict[str, dict[str, float]] = {}
    for name, number in names.items():
        row = weights[number]
        columns = numpy.nonzero(numpy.abs(row) > _LEAST / 2)[0]
        if numpy.abs(row).max() > faintest:
            rows[name] = {labels[column]: float(row[column]) for column in columns}
    transitions = {(before, after): float(steps[x, y]) for x, before in enumerate(labels) for y, after in enumerate(labels)}
    return Weights.made_of(labels, rows, transitions)
