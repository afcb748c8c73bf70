"""Just enough of the ONNX file format to read a model's tensors without any library: protobuf, field by field."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["Tensor", "tensors_of"]

_GRAPH, _INITIALISER = 7, 5  # ModelProto.graph, GraphProto.initializer
_DIMS, _TYPE, _NAME, _RAW = 1, 2, 8, 9  # TensorProto
_CODES = {1: "f", 10: "e"}  # float and half


@dataclass(frozen=True)
class Tensor:
    """Numbers with their dimensions."""

    dims: tuple[int, ...]
    values: tuple[float, ...] = field(repr=False)

    def row(self, number: int) -> tuple[float, ...]:
        """One row of a matrix."""
        width = self.dims[-1]
        return self.values[number * width : (number + 1) * width]

    def rows(self) -> list[tuple[float, ...]]:
        """All rows of a matrix."""
        return [self.row(number) for number in range(len(self.values) // self.dims[-1])]

    def part(self, number: int) -> list[tuple[float, ...]]:
        """One slice along the first dimension, as rows."""
        size = len(self.values) // self.dims[0]
        return Tensor(self.dims[1:], self.values[number * size : (number + 1) * size]).rows()


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = _varint(data, at)
            yield key >> 3, value
        elif kind == 2:
            size, at = _varint(data, at)
            yield key >> 3, data[at : at + size]
            at += size
        else:
            at += {1: 8, 5: 4}[kind]


def tensors_of(model: bytes) -> dict[str, Tensor]:
    """Every initialiser of a model, by name."""
    found: dict[str, Tensor] = {}
    for number, graph in _fields(model):
        if number != _GRAPH or not isinstance(graph, bytes):
            continue
        for inner, tensor in _fields(graph):
            if inner == _INITIALISER and isinstance(tensor, bytes):
                name, read = _tensor(tensor)
                found[name] = read
    return found


def _tensor(data: bytes) -> tuple[str, Tensor]:
    dims: list[int] = []
    name, raw, code = "", b"", "f"
    for number, value in _fields(data):
        if number == _DIMS:
            if isinstance(value, int):
                dims.append(value)
            else:
                at = 0
                while at < len(value):
                    size, at = _varint(value, at)
                    dims.append(size)
        elif number == _TYPE and isinstance(value, int):
            code = _CODES.get(value, "")
        elif number == _NAME and isinstance(value, bytes):
            name = value.decode()
        elif number == _RAW and isinstance(value, bytes):
            raw = value
    count = len(raw) // struct.calcsize(code) if code else 0
    return name, Tensor(tuple(dims), struct.unpack(f"<{count}{code}", raw) if code else ())
