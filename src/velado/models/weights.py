"""The tagger's weights and their file: open, small and safe to load (text, numbers, nothing that runs)."""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["Weights"]

_MAGIC = b"VELADO1\n"
_STEP = 1 / 1024  # weights are stored as 16-bit multiples of this


@dataclass(frozen=True)
class Weights:
    """For each feature a sparse row over the labels, and the weight of each step from label to label."""

    labels: tuple[str, ...]
    names: Mapping[str, int] = field(repr=False)  # feature → number of its row
    begins: array[int] = field(repr=False)  # where each row begins in `columns` and `values`; one more than rows
    columns: array[int] = field(repr=False)
    values: array[int] = field(repr=False)
    steps: tuple[tuple[float, ...], ...] = field(repr=False)  # [from][to]
    notes: Mapping[str, Any] = field(default_factory=dict, repr=False)

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
        names: dict[str, int] = {}
        begins, columns, values = array("I", [0]), array("B"), array("h")
        for feature in sorted(rows):
            row = sorted((number[label], round(weight / _STEP)) for label, weight in rows[feature].items())
            row = [(column, max(-32768, min(32767, value))) for column, value in row if value]
            if row and "\n" not in feature:
                names[feature] = len(names)
                columns.extend(column for column, _ in row)
                values.extend(value for _, value in row)
                begins.append(len(columns))
        steps = tuple(
            tuple(round(transitions.get((before, after), 0.0) / _STEP) * _STEP for after in labels) for before in labels
        )
        return cls(tuple(labels), names, begins, columns, values, steps, dict(notes or {}))

    def row(self, number: int) -> list[tuple[int, float]]:
        """The labels and weights of one feature."""
        start, end = self.begins[number], self.begins[number + 1]
        return [(self.columns[at], self.values[at] * _STEP) for at in range(start, end)]

    def save(self, file: Path) -> None:
        """Write everything to one file."""
        head = {"labels": self.labels, "steps": [[round(w / _STEP) for w in row] for row in self.steps], "notes": dict(self.notes)}
        blocks = [json.dumps(head, ensure_ascii=False).encode(), "\n".join(self.names).encode()]
        blocks += [_little(part).tobytes() for part in (self.begins, self.columns, self.values)]
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
        names = blocks[1].decode().split("\n") if blocks[1] else []
        steps = tuple(tuple(weight * _STEP for weight in row) for row in head["steps"])
        rows = dict(zip(names, range(len(names)), strict=True))
        parts = [_read(code, block) for code, block in zip("IBh", blocks[2:], strict=True)]
        return cls(tuple(head["labels"]), rows, parts[0], parts[1], parts[2], steps, head["notes"])


def _little(part: array[int]) -> array[int]:
    if sys.byteorder == "big":
        part = array(part.typecode, part)
        part.byteswap()
    return part


def _read(code: str, block: bytes) -> array[int]:
    part: array[int] = array(code)
    part.frombytes(block)
    return _little(part)
