"""What was judged of a file, unit by unit, as keyed digests: cells of a row, a record, a part of a package.

Four sequences of units are compared. The reader notes what it hands to the engine or keeps without asking (`judged`), the
writer what it reads again (`used`); both must be the same, or text goes out that nobody judged. From judged text and
decisions follows what must stand in the result (`expected`); `verify` notes what a second reader finds there. A sequence
is one rolling digest and a count, so memory does not grow with the table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

__all__ = ["OTHER_UNITS", "Chain", "Units", "digest_of"]

OTHER_UNITS = "what stands in the file is not what was meant to"
_SIZE = 16  # bytes


def digest_of(key: bytes, pieces: Iterable[bytes]) -> bytes:
    """One digest of several pieces; where one ends and the next begins is part of it."""
    listed = list(pieces)
    lengths = b"".join(len(piece).to_bytes(8, "big") for piece in listed)
    return hashlib.blake2b(b"".join((len(listed).to_bytes(8, "big"), lengths, *listed)), digest_size=_SIZE, key=key).digest()


class Chain:
    """A sequence of units as one digest and a count."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._digest = hashlib.blake2b(digest_size=_SIZE, key=key)
        self.count = 0

    def add(self, pieces: Iterable[bytes]) -> bytes:
        """Append a unit; returns the digest of that unit alone."""
        unit = digest_of(self._key, pieces)
        self._digest.update(unit)
        self.count += 1
        return unit

    def say(self, texts: Iterable[str]) -> bytes:
        """Append a unit of texts."""
        return self.add(text.encode("utf-8", "surrogatepass") for text in texts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chain) and (self.count, self._digest.digest()) == (other.count, other._digest.digest())


class Units:
    """The sequences of one file. They start afresh where a source is sent to another process."""

    def __init__(self, key: bytes) -> None:
        self._key = self.key = key
        self.judged = Chain(key)
        self.used = Chain(key)
        self.expected = Chain(key)
        self.style: Any = None  # how the file is written down, as its format tells it
        self.plan: Any = None  # what the columns of its tables are for
        self.rows = 0  # of tables, written so far
        self.columns: list[dict[str, Any]] = []  # what became of each column, for the report
        self._parts: dict[str, bytes] = {}

    def found(self) -> Chain:
        """An empty sequence, for what a second reader finds."""
        return Chain(self._key)

    def is_same(self, part: str, data: bytes) -> bool:
        """Whether a part reads as it did the first time; the first time it is noted."""
        digest = digest_of(self._key, (data,))
        return self._parts.setdefault(part, digest) == digest

    def __reduce__(self) -> tuple[type[Units], tuple[bytes]]:
        return Units, (self._key,)
