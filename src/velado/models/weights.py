"""The tagger's weights and their file: open, small and safe to load (text, numbers, nothing that runs).

The file: a magic line, five sizes (u32, little-endian), five zlib streams. The first is JSON: the labels, the steps from label to label in
multiples of `STEP`, notes. Then the names of the features, one a line; how many weights each has (u8); the label of each weight (u8); the weights in
multiples of `STEP` (signed bytes).
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

__all__ = ["STEP", "Listing", "Weights"]

_MAGIC = b"VELADO2\n"
STEP = 1 / 32  # weights are stored as multiples of this
_MOST = 127  # of them


@dataclass(frozen=True, slots=True)
class Listing:
    """The names of all features in their order, as one text: to make a string of each takes longer than all else at the start.

    >>> Listing.of(["kk=a|b", "w=ana", "w=gil", "ww=a|b"]).starting_with("w=")
    (1, ['ana', 'gil'])
    """

    text: bytes = field(repr=False)  # a line for each

    @classmethod
    def of(cls, names: Iterable[str]) -> Listing:
        """The listing of some names, which are in order."""
        return cls("".join(f"{name}\n" for name in names).encode())

    def __len__(self) -> int:
        return self.text.count(b"\n")

    def between(self, start: int, stop: int) -> tuple[int, list[str]]:
        """The names from one place in the text to another: the number of the first, and all of them."""
        return self.number_at(start), self.text[start:stop].decode().split("\n")[:-1]

    def number_at(self, start: int) -> int:
        """The number of the name that begins at a place in the text."""
        return self.text.count(b"\n", 0, start)

    def starting_with(self, start: str) -> tuple[int, list[str]]:
        """The features whose names begin so: the number of the first, and the rests of the names."""
        first, names = self.between(*self.places_of(start))
        return first, [name[len(start) :] for name in names]

    def places_of(self, start: str) -> tuple[int, int]:
        """Where in the text the names stand that begin so."""
        return self._place(start.encode()), self._place((start[:-1] + chr(ord(start[-1]) + 1)).encode())

    def _place(self, wanted: bytes) -> int:
        """Where the first name begins that does not come before the wanted one."""
        low, high = 0, len(self.text)
        while low < high:
            line = self.text.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = self.text.index(b"\n", line)
            if self.text[line:end] < wanted:
                low = end + 1
            else:
                high = line
        return low


@dataclass(frozen=True)
class Weights:
    """For each feature a sparse row over the labels, and the weight of each step from label to label."""

    labels: tuple[str, ...]
    listing: Listing = field(repr=False)  # the features; the number of one is that of its row
    begins: array[int] = field(repr=False)  # where each row begins in `columns` and `values`; one more than rows
    columns: array[int] = field(repr=False)
    values: array[int] = field(repr=False)
    steps: tuple[tuple[float, ...], ...] = field(repr=False)  # [from][to]
    notes: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @cached_property
    def names(self) -> dict[str, int]:
        """Each feature with the number of its row."""
        first, names = self.listing.between(0, len(self.listing.text))
        return dict(zip(names, range(first, first + len(names)), strict=True))

    @classmethod
    def made_of(
        cls,
        labels: Sequence[str],
        rows: Mapping[str, Mapping[str, float]],
        transitions: Mapping[tuple[str, str], float],
        notes: Mapping[str, Any] | None = None,
    ) -> Weights:
        """Weights from plain mappings, rounded as the file rounds them; rows that round to nothing are left out."""
        number = {label: position for position, label in enumerate(labels)}
        names: list[str] = []
        begins, columns, values = array("I", [0]), array("B"), array("h")
        for feature in sorted(rows):
            row = sorted((number[label], round(weight / STEP)) for label, weight in rows[feature].items())
            row = [(column, max(-_MOST, min(_MOST, value))) for column, value in row if value]
            if row and "\n" not in feature:
                names.append(feature)
                columns.extend(column for column, _ in row)
                values.extend(value for _, value in row)
                begins.append(len(columns))
        steps = tuple(
            tuple(round(transitions.get((before, after), 0.0) / STEP) * STEP for after in labels) for before in labels
        )
        return cls(tuple(labels), Listing.of(names), begins, columns, values, steps, dict(notes or {}))

    def row(self, number: int) -> list[tuple[int, float]]:
        """The labels and weights of one feature."""
        start, end = self.begins[number], self.begins[number + 1]
        return [(self.columns[at], self.values[at] * STEP) for at in range(start, end)]

    def save(self, file: Path) -> None:
        """Write everything to one file."""
        head = {"labels": self.labels, "steps": [[round(w / STEP) for w in row] for row in self.steps], "notes": dict(self.notes)}
        blocks = [json.dumps(head, ensure_ascii=False).encode(), self.listing.text[:-1]]
        lengths = bytes(stop - start for start, stop in pairwise(self.begins))
        blocks += [lengths, self.columns.tobytes(), array("b", self.values).tobytes()]
        packed = [zlib.compress(block, 9) for block in blocks]
        sizes = array("I", map(len, packed))
        file.write_bytes(b"".join([_MAGIC, _little(sizes).tobytes(), *packed]))

    @classmethod
    def load(cls, data: bytes) -> Weights:
        """Weights from the bytes of a file."""
        if not data.startswith(_MAGIC):
            raise ValueError("this is no file of Velado weights")
        sizes = _read("I", data[8:28])
        position, blocks = 28, []
        for size in sizes:
            blocks.append(zlib.decompress(data[position : position + size]))
            position += size
        head = json.loads(blocks[0])
        steps = tuple(tuple(weight * STEP for weight in row) for row in head["steps"])
        listing = Listing(blocks[1] + b"\n" if blocks[1] else b"")
        begins, columns, values = array("I", accumulate(blocks[2], initial=0)), array("B", blocks[3]), array("h", array("b", blocks[4]))
        return cls(tuple(head["labels"]), listing, begins, columns, values, steps, head["notes"])


def _little(part: array[int]) -> array[int]:
    if sys.byteorder == "big":
        part = array(part.typecode, part)
        part.byteswap()
    return part


def _read(code: str, block: bytes) -> array[int]:
    part: array[int] = array(code)
    part.frombytes(block)
    return _little(part)
