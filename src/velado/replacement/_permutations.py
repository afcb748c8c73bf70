"""Keyed permutations of the numbers below any size: FF1 where its standard allows, a Feistel network of many rounds below.

Both are permutations whatever the key, because every Feistel round can be undone. They act on somewhat more numbers than are asked for;
a result that is too large is permuted again until it is small enough ("cycle walking"), which leaves a permutation of the small ones.
"""

from __future__ import annotations

import hashlib
import hmac
import sys
from array import array
from collections.abc import Callable, Sequence
from math import isqrt
from typing import Protocol

from velado.replacement._aes import Encryptor, block_encryptor
from velado.replacement._ff1 import FF1, LEAST_DOMAIN

__all__ = ["KEY_BYTES", "Permutation", "Permutations", "Wide"]

_AES_BYTES = 16
KEY_BYTES = _AES_BYTES + 32
_MOST_RADIX = 1 << 16
_TWEAK_BYTES = 8
_SMALL_ROUNDS = 32  # FF1 has 10: below its least domain, that few rounds can be told from a random permutation


class Permutation(Protocol):
    """A permutation of the numbers below `size`, and the way back."""

    size: int

    def encrypt(self, number: int) -> int:
        """Return the number that takes the place of another."""
        ...

    def decrypt(self, number: int) -> int:
        """Return the number in whose place `number` stands."""
        ...


class Permutations:
    """The permutations of one key, each with a name of its own."""

    def __init__(self, key: bytes, implementation: str = "") -> None:
        """`key` has KEY_BYTES; `implementation` is that of AES, see `block_encryptor`."""
        if len(key) != KEY_BYTES:
            raise ValueError(f"a key of {KEY_BYTES} bytes is needed")
        self._aes: Encryptor | None = None
        self._key, self._small_key = key[:_AES_BYTES], key[_AES_BYTES:]
        self._implementation = implementation

    def below(self, size: int, name: str) -> Permutation:
        """Return the permutation of this name of the numbers below `size`.

        >>> permutation = Permutations(bytes(48)).below(10, "digits")
        >>> sorted(map(permutation.encrypt, range(10))) == list(range(10))
        True
        """
        digest = hashlib.sha256(name.encode()).digest()
        if size < LEAST_DOMAIN:
            return _Small(hmac.digest(self._small_key, digest, hashlib.sha256), size)
        if self._aes is None:
            self._aes = block_encryptor(self._key, self._implementation)
        radix, length = _strings(size)
        return _Below(FF1(self._aes, radix, length, digest[:_TWEAK_BYTES]), size)


def _strings(size: int) -> tuple[int, int]:
    """Radix and length of numeral strings of which there are hardly more than `size`.

    >>> _strings(90_000_000), _strings(10**40)
    ((9487, 2), (10000, 10))
    """
    length = 2
    while (radix := _root(size, length)) > _MOST_RADIX:
        length += 2
    return radix, length


def _root(size: int, power: int) -> int:
    """The least number of which this power is not below `size`."""
    low, high = 1, 1 << (size.bit_length() + power - 1) // power
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if middle**power < size else (low, middle)
    return low


class _Below:
    """A permutation of more numbers, walked until the result is below `size`."""

    def __init__(self, whole: FF1, size: int) -> None:
        self._encrypt, self._decrypt = whole.encrypt, whole.decrypt
        self.size = size

    def encrypt(self, number: int) -> int:
        return _walked(self._encrypt, number, self.size)

    def decrypt(self, number: int) -> int:
        return _walked(self._decrypt, number, self.size)


def _walked(step: Callable[[int], int], number: int, size: int) -> int:
    number = step(number)
    while number >= size:
        number = step(number)
    return number


class _Small:
    """A Feistel network over pairs of small numbers, with HMAC-SHA256 for its rounds; each round's answers are kept."""

    def __init__(self, key: bytes, size: int) -> None:
        self.size = size
        right = isqrt(max(size - 1, 0)) + 1
        self._moduli = (-(-size // right), right)  # of the left and the right half, which change places in every round
        self._key = key
        self._words: dict[tuple[int, int], int] = {}

    def _word(self, turn: int, half: int) -> int:
        word = self._words.get((turn, half))
        if word is None:
            message = turn.to_bytes(1, "big") + half.to_bytes(3, "big")
            word = self._words[turn, half] = int.from_bytes(hmac.digest(self._key, message, hashlib.sha256)[:8], "big")
        return word

    def _forth(self, number: int) -> int:
        left, right = divmod(number, self._moduli[1])
        for turn in range(_SMALL_ROUNDS):
            left, right = right, (left + self._word(turn, right)) % self._moduli[turn % 2]
        return left * self._moduli[1] + right

    def _back(self, number: int) -> int:
        left, right = divmod(number, self._moduli[1])
        for turn in reversed(range(_SMALL_ROUNDS)):
            left, right = (right - self._word(turn, left)) % self._moduli[turn % 2], left
        return left * self._moduli[1] + right

    def encrypt(self, number: int) -> int:
        return _walked(self._forth, number, self.size)

    def decrypt(self, number: int) -> int:
        return _walked(self._back, number, self.size)


class Wide:
    """A permutation of strings of one form, however long: a Feistel network over the strings' ends and the rest, with SHAKE-256.

    Each position has a radix of its own. Time grows with the length alone, where FF1 would multiply ever larger numbers.
    """

    _END = 32  # positions; the end and the rest must both be too many to be tried
    _ROUNDS = (False, True, False, True)  # whether the end is changed; what is not changed says by how much

    def __init__(self, key: bytes, radices: Sequence[int]) -> None:
        self._radices = (radices[: self._END], radices[self._END :])
        self._key = hmac.digest(key, bytes(radices), hashlib.sha256)

    def _added(self, turn: int, given: bytes, changed: Sequence[int], radices: Sequence[int], sign: int) -> bytes:
        stream = array("I", hashlib.shake_256(self._key + bytes((turn,)) + given).digest(4 * len(changed)))
        if sys.byteorder == "big":
            stream.byteswap()
        return bytes((value + sign * word) % radix for value, word, radix in zip(changed, stream, radices, strict=True))

    def _turned(self, values: Sequence[int], turns: Sequence[int], sign: int) -> list[int]:
        end, rest = bytes(values[: self._END]), bytes(values[self._END :])
        for turn in turns:
            if self._ROUNDS[turn]:
                end = self._added(turn, rest, end, self._radices[0], sign)
            else:
                rest = self._added(turn, end, rest, self._radices[1], sign)
        return [*end, *rest]

    def encrypt(self, values: Sequence[int]) -> list[int]:
        """Return the values that take the place of others, each below its radix."""
        return self._turned(values, range(4), 1)

    def decrypt(self, values: Sequence[int]) -> list[int]:
        """Return the values in whose place these stand."""
        return self._turned(values, range(3, -1, -1), -1)
