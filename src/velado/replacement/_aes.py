"""AES (FIPS 197), encryption of single blocks: from `cryptography` where it is installed, else in Python, with the same bytes.

A page in the browser has no `cryptography`, and nothing else of Velado needs it. The tables make the Python side as quick as Python
allows; they are no protection against somebody who measures the caches of the machine that has the key.
"""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable
from functools import cache

__all__ = ["IMPLEMENTATIONS", "Encryptor", "block_encryptor"]

Encryptor = Callable[[bytes], bytes]
IMPLEMENTATIONS = ("cryptography", "python")


def block_encryptor(key: bytes, implementation: str = "") -> Encryptor:
    """Return a function that encrypts blocks of 16 bytes. `implementation` is one of `IMPLEMENTATIONS`, else the quickest at hand.

    >>> block_encryptor(bytes(range(16)), "python")(bytes.fromhex("00112233445566778899aabbccddeeff")).hex()
    '69c4e0d86a7b0430d8cdb78070b4c55a'
    """
    if len(key) not in (16, 24, 32):
        raise ValueError("an AES key has 16, 24 or 32 bytes")
    if implementation == "python":
        return _in_python(key)
    try:
        return _in_library(key)
    except ImportError:
        if implementation:
            raise
        return _in_python(key)


def _in_library(key: bytes) -> Encryptor:
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    # One block at a time makes ECB the cipher itself. A context costs more than a block, and no two threads may share one.
    cipher = Cipher(algorithms.AES(key), modes.ECB())
    kept = threading.local()

    def encrypt(block: bytes) -> bytes:
        try:
            return kept.update(block)  # type: ignore[no-any-return]
        except AttributeError:
            kept.update = cipher.encryptor().update
            return kept.update(block)  # type: ignore[no-any-return]

    return encrypt


def _doubled(value: int) -> int:
    """Multiply by x in the field of AES."""
    return (value << 1) ^ (0x11B if value & 0x80 else 0)


@cache
def _tables() -> tuple[list[int], tuple[list[int], list[int], list[int], list[int]]]:
    """The S-box, and four tables that join it with the mixing of columns."""
    box = [0x63] * 256
    power, inverse = 1, 1
    for _ in range(255):  # 3 generates the field: its powers going up meet those of its inverse going down
        turned = inverse | inverse << 8
        box[power] = (inverse ^ turned >> 7 ^ turned >> 6 ^ turned >> 5 ^ turned >> 4) & 0xFF ^ 0x63
        power ^= _doubled(power)
        inverse = _by_inverse_of_three(inverse)
    columns = []
    for value in box:
        twice = _doubled(value)
        columns.append(twice << 24 | value << 16 | value << 8 | twice ^ value)
    turns = [[(column >> shift | column << 32 - shift) & 0xFFFFFFFF for column in columns] for shift in (0, 8, 16, 24)]
    return box, (turns[0], turns[1], turns[2], turns[3])


def _by_inverse_of_three(value: int) -> int:
    """Multiply by 0xF6, which times 3 is 1."""
    product = 0
    for bit in range(8):
        if 0xF6 >> bit & 1:
            product ^= value
        value = _doubled(value)
    return product


def _expanded(key: bytes) -> list[int]:
    """The round keys, four words for each round and four at the start."""
    box = _tables()[0]
    size = len(key) // 4
    words = list(struct.unpack(f">{size}I", key))
    constant = 1
    for place in range(size, 4 * (size + 7)):
        word = words[-1]
        if place % size == 0:
            word = (word << 8 | word >> 24) & 0xFFFFFFFF
        if place % size == 0 or (size > 6 and place % size == 4):
            word = box[word >> 24] << 24 | box[word >> 16 & 255] << 16 | box[word >> 8 & 255] << 8 | box[word & 255]
        if place % size == 0:
            word ^= constant << 24
            constant = _doubled(constant)
        words.append(words[place - size] ^ word)
    return words


def _in_python(key: bytes) -> Encryptor:
    box, (first, second, third, fourth) = _tables()
    words = _expanded(key)
    begin, end = tuple(words[:4]), tuple(words[-4:])
    rounds = [tuple(words[place : place + 4]) for place in range(4, len(words) - 4, 4)]
    block_words = struct.Struct(">4I")
    unpack, pack = block_words.unpack, block_words.pack

    def encrypt(block: bytes) -> bytes:
        a, b, c, d = unpack(block)
        a, b, c, d = a ^ begin[0], b ^ begin[1], c ^ begin[2], d ^ begin[3]
        for k, l, m, n in rounds:
            a, b, c, d = (
                first[a >> 24] ^ second[b >> 16 & 255] ^ third[c >> 8 & 255] ^ fourth[d & 255] ^ k,
                first[b >> 24] ^ second[c >> 16 & 255] ^ third[d >> 8 & 255] ^ fourth[a & 255] ^ l,
                first[c >> 24] ^ second[d >> 16 & 255] ^ third[a >> 8 & 255] ^ fourth[b & 255] ^ m,
                first[d >> 24] ^ second[a >> 16 & 255] ^ third[b >> 8 & 255] ^ fourth[c & 255] ^ n,
            )
        return pack(
            (box[a >> 24] << 24 | box[b >> 16 & 255] << 16 | box[c >> 8 & 255] << 8 | box[d & 255]) ^ end[0],
            (box[b >> 24] << 24 | box[c >> 16 & 255] << 16 | box[d >> 8 & 255] << 8 | box[a & 255]) ^ end[1],
            (box[c >> 24] << 24 | box[d >> 16 & 255] << 16 | box[a >> 8 & 255] << 8 | box[b & 255]) ^ end[2],
            (box[d >> 24] << 24 | box[a >> 16 & 255] << 16 | box[b >> 8 & 255] << 8 | box[c & 255]) ^ end[3],
        )

    return encrypt
