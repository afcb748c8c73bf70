"""The secret key: made, read and checked here, and turned into one key for each purpose.

Nothing uses the user's key itself. `derive` gives every purpose a key of its own, so that what one output reveals says
nothing about another.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import os
import re
import secrets
import shlex
import stat
from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise
from pathlib import Path

__all__ = ["LEAST_BYTES", "KeyRefusedError", "Purpose", "check_key", "derive", "hkdf", "keyed_digest", "new_key", "read_key"]

LEAST_BYTES = 16
_NEW_BYTES = 32
_MOST_BYTES = 65_536  # of a key file: more is a mistaken path
_LEAST_BITS = 80  # below this, trying every key of the same kind comes within reach
_WORD_BITS = 2.5  # per letter of a word; random letters have 4.7
_REMEDY = "Make a key with: velado key new FILE"
_HASH_BYTES = 32


class KeyRefusedError(ValueError):
    """A key or its file is not safe to use. The message says why and what to do; nothing of the key is in it."""


class Purpose(StrEnum):
    """What a derived key is used for. Two purposes never share one."""

    REPORT = "report"
    JOURNAL = "journal"
    SURROGATE = "surrogate"
    PSEUDONYM = "pseudonym"
    SHIFT = "shift"
    HASH = "hash"
    NEIGHBOURS = "neighbours"
    RUN = "run"  # stands for a key of the user's within one run
    RESOURCE_IDS = "fhir-ids"
    JUDGED = "judged"  # digests of judged text, compared before a result is written


def hkdf(key: bytes, *, salt: bytes = b"", info: bytes = b"", length: int = 32) -> bytes:
    """Derive `length` bytes from a key with HKDF-SHA256 (RFC 5869)."""
    if not 0 < length <= 255 * _HASH_BYTES:
        raise ValueError(f"length: {length} is not between 1 and {255 * _HASH_BYTES}")
    extracted = hmac.digest(salt or bytes(_HASH_BYTES), key, "sha256")
    expanded = block = b""
    for number in range(1, -(-length // _HASH_BYTES) + 1):
        block = hmac.digest(extracted, block + info + bytes([number]), "sha256")
        expanded += block
    return expanded[:length]


def derive(key: bytes, purpose: str, *, length: int = 32) -> bytes:
    """Derive the key for one purpose: the same key and purpose give the same bytes on every machine.

    >>> secret = bytes.fromhex("8f1e5a0c9b7d4236e0a1c5f7d3b29648")
    >>> derive(secret, Purpose.REPORT) == derive(secret, Purpose.JOURNAL)
    False
    """
    if not key or not purpose:
        raise ValueError("derive: needs a key and a purpose")
    return hkdf(key, salt=b"velado", info=str(purpose).encode(), length=length)


def keyed_digest(key: bytes, purpose: str, path: str | os.PathLike[str]) -> str:
    """Compute the HMAC-SHA256 of a file, in hex, under the key derived for the purpose."""
    code = hmac.new(derive(key, purpose), digestmod=hashlib.sha256)
    with open(path, "rb") as stream:
        while piece := stream.read(1 << 18):
            code.update(piece)
    return code.hexdigest()


def check_key(key: bytes) -> None:
    """Raise KeyRefusedError for a key that is too short or plainly weak."""
    if not isinstance(key, bytes):
        raise KeyRefusedError(f"The key must be bytes, not {type(key).__name__}. {_REMEDY}")
    if len(key) < LEAST_BYTES:
        raise KeyRefusedError(f"The key is too short: it needs at least {LEAST_BYTES} bytes. {_REMEDY}")
    if _most_bits(key) < _LEAST_BITS:
        raise KeyRefusedError(f"The key is too easy to guess. {_REMEDY}")


def read_key(path: str | os.PathLike[str]) -> bytes:
    """Read a key from its file; raise KeyRefusedError if others can read the file or the key is weak.

    A key that is text loses the line end that an editor adds. Any other key is used as it is, so that random bytes
    which happen to end in a line feed are all kept. Windows has no mode bits: there only the key itself is checked.
    """
    with open(path, "rb") as stream:
        mode = os.fstat(stream.fileno()).st_mode
        if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
            raise KeyRefusedError(f"Other users can read the key file. Run: chmod 600 {_quoted(path)}")
        key = stream.read(_MOST_BYTES + 1)
    if len(key) > _MOST_BYTES:
        raise KeyRefusedError(f"The key file is larger than {_MOST_BYTES // 1024} kB, so it is not a key. {_REMEDY}")
    line = key.rstrip(b"\r\n")
    if _text_of(line):
        key = line
    check_key(key)
    return key


def new_key(path: str | os.PathLike[str]) -> None:
    """Write 32 random bytes to a new file that only its owner can read. Raise FileExistsError if the file exists."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o600), "wb") as stream:
        try:
            stream.write(secrets.token_bytes(_NEW_BYTES))
            stream.flush()
            os.fsync(stream.fileno())
        except OSError:
            Path(path).unlink()
            raise


def _quoted(path: str | os.PathLike[str]) -> str:
    name = os.fsdecode(path)
    return shlex.quote(name) if name.isprintable() else "FILE"


def _text_of(key: bytes) -> str:
    try:
        text = key.decode()
    except UnicodeDecodeError:
        return ""
    return text if text.isprintable() else ""


# How weak is plainly weak? `_most_bits` estimates from above how many bits a key can hold, generously: every byte counts
# as a random choice among all characters of the kinds that occur, except where the key repeats itself, counts up or
# down, uses very few characters or consists of words. Random keys stay far above the limit of 80 bits: 16 bytes or 32
# hexadecimal digits count 128, a base64 line of 16 bytes 132 or more. A long password that passes need not be good; the
# check is for keys that are bad at first sight.


def _most_bits(key: bytes) -> float:
    key = key.removeprefix(b"\xff\xfe").replace(b"\0", b"")  # UTF-16, as PowerShell writes it: count its characters
    if not key:
        return 0
    steps = [(after - before) % 256 for before, after in pairwise(key)]
    fresh = min(_fresh(key), 1 + _fresh(steps))
    bits = fresh * math.log2(_choices(key))
    text = _text_of(key)
    return min(bits, len(text) * _WORD_BITS) if _is_words(text) else bits


def _choices(key: bytes) -> int:
    """Count the characters that each place of the key may hold."""
    used = set(key)
    if len(key) >= 4 * len(used):  # every character came up four times: the key uses no others
        return len(used)
    if any(not 32 <= byte < 127 for byte in used):
        return 256
    if used <= set(b"0123456789abcdef") or used <= set(b"0123456789ABCDEF"):
        return 10 if used <= set(b"0123456789") else 16
    letters = [
        (10, any(48 <= byte < 58 for byte in used)),
        (26, any(97 <= byte < 123 for byte in used)),
        (26, any(65 <= byte < 91 for byte in used)),
        (33, any(not chr(byte).isalnum() for byte in used)),
    ]
    return sum(size for size, occurs in letters if occurs)


def _fresh(symbols: Sequence[int]) -> int:
    """Count the symbols that do not repeat an earlier stretch of three or more; a repetition counts as one."""
    seen: dict[tuple[int, ...], int] = {}
    count = place = 0
    while place < len(symbols):
        count += 1
        source = seen.get(tuple(symbols[place : place + 3]), -1)
        length = 1
        if source >= 0 and place + 3 <= len(symbols):
            length = 3
            while place + length < len(symbols) and symbols[source + length] == symbols[place + length]:
                length += 1
        for start in range(place, place + length):
            if start >= 2:
                seen.setdefault(tuple(symbols[start - 2 : start + 1]), start - 2)
        place += length
    return count


def _is_words(text: str) -> bool:
    """Whether the text is words, perhaps joined by separators, with figures or punctuation at either end.

    >>> _is_words("HospitalCentral2024!"), _is_words("tGbqWkzLmPdRsxYv")
    (True, False)
    """
    core = text.strip("0123456789 .,;:!?#*-_")
    if not core or re.search(r"[^\w .,'-]|\d", core):
        return False
    least = 1 if " " in core else 3  # random letters in both cases make shorter pieces
    words = re.findall(r"[^\W\d_]+", re.sub(r"(?<=[^\W\d_A-Z])(?=[A-Z])", " ", core))
    return all(len(word) >= least and (word[1:].islower() or word.isupper() or len(word) == 1) for word in words)
