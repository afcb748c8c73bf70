"""Damage of every kind to a file's bytes: blind, by lines, and inside the parts of an archive with its checksums made right."""

from __future__ import annotations

import io
import random
import warnings
import zipfile
from collections.abc import Callable, Sequence

__all__ = ["HOSTILE", "mutated"]

HOSTILE: Sequence[bytes] = (
    b"\0", b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"\xe9", b"\x1a", b"\x0c", b"\r", b"\n\n", b'"', b"'", b"\\", b"|", b"^", b"<", b">",
    b"&#0;", b"&amp", b"]]>", b"<!DOCTYPE a [<!ENTITY b 'c'>]>&b;", b"<script>", b"{", b"}", b"[", b"}{", b"\\u12", b"\\'e9", b"\\bin999999 ",
    b"%s%n", b"=1+1", b"../../x", b"NaN", b"-1", b"1e999", b"9" * 400, b"A" * 5_000, b"(" * 600, b"<b>" * 600, b"[" * 600, b"endstream",
    b"endobj", b"stream\n", b"/Length 0", b"--", b"Content-Transfer-Encoding: base64\r\n\r\n", "\u202e".encode(), "e\u0301".encode() * 40,
    "\U0001f600".encode(), "\u00ad".encode(), "\u200b".encode(), "\u2028".encode(),
)  # fmt: skip

Mutation = Callable[[bytes, random.Random], bytes]


def _place(data: bytes, chance: random.Random) -> int:
    return chance.randrange(len(data) + 1)


def _stretch(data: bytes, chance: random.Random) -> tuple[int, int]:
    start = _place(data, chance)
    return start, min(len(data), start + int(chance.paretovariate(0.7)))


def flip(data: bytes, chance: random.Random) -> bytes:
    """Turn single bits over."""
    changed = bytearray(data)
    for _ in range(min(len(data), chance.choice((1, 1, 2, 8, 64)))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def cut(data: bytes, chance: random.Random) -> bytes:
    """Cut the end off."""
    return data[: _place(data, chance)]


def drop(data: bytes, chance: random.Random) -> bytes:
    """Take a stretch out."""
    start, end = _stretch(data, chance)
    return data[:start] + data[end:]


def double(data: bytes, chance: random.Random) -> bytes:
    """Repeat a stretch."""
    start, end = _stretch(data, chance)
    return data[:end] + data[start:end] * chance.choice((1, 1, 3, 30)) + data[end:]


def move(data: bytes, chance: random.Random) -> bytes:
    """Put a stretch elsewhere."""
    start, end = _stretch(data, chance)
    rest = data[:start] + data[end:]
    place = _place(rest, chance)
    return rest[:place] + data[start:end] + rest[place:]


def insert(data: bytes, chance: random.Random) -> bytes:
    """Put in something that means more than itself to some reader."""
    place = _place(data, chance)
    return data[:place] + chance.choice(HOSTILE) + data[place:]


def overwrite(data: bytes, chance: random.Random) -> bytes:
    """Write the same over what is there."""
    place, hostile = _place(data, chance), chance.choice(HOSTILE)
    return data[:place] + hostile + data[place + len(hostile) :]


def lines(data: bytes, chance: random.Random) -> bytes:
    """Repeat, drop or exchange whole lines."""
    mark = b"\r" if b"\n" not in data else b"\n"
    rows = data.split(mark)
    one, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    how = chance.randrange(3)
    if how == 0:
        rows.insert(other, rows[one])
    elif how == 1:
        del rows[one]
    else:
        rows[one], rows[other] = rows[other], rows[one]
    return mark.join(rows)


def digits(data: bytes, chance: random.Random) -> bytes:
    """Change a number: a length, an offset, a count."""
    places = [place for place, byte in enumerate(data) if 48 <= byte < 58]
    if not places:
        return flip(data, chance)
    place = chance.choice(places)
    return data[:place] + chance.choice((b"0", b"9", b"-", b"99999999", b"00")) + data[place + 1 :]


BLIND: Sequence[Mutation] = (flip, cut, drop, double, move, insert, insert, overwrite, lines, digits)


def parts(data: bytes, chance: random.Random) -> bytes:
    """Damage an archive from inside: a part mutated, dropped, doubled, renamed, or exchanged with another."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(entry.filename, archive.read(entry)) for entry in archive.infolist()]
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError, UnicodeDecodeError):
        return flip(data, chance)
    except Exception as error:  # zlib.error and whatever else a damaged archive raises
        if type(error).__module__ != "zlib":
            raise
        return flip(data, chance)
    if not members:
        return flip(data, chance)
    one, other = chance.randrange(len(members)), chance.randrange(len(members))
    (name, content), (second, replacement) = members[one], members[other]
    how = chance.randrange(8)
    if how < 4:
        members[one] = (name, chance.choice(BLIND)(content, chance))
    elif how == 4:
        del members[one]
    elif how == 5:
        members.append((name, replacement))
    elif how == 6:
        members[one] = (chance.choice(("../x.txt", "/x", "x" * 300, "nota.exe", "a/b/c.json", second)), content)
    else:
        members[one], members[other] = (name, replacement), (second, content)
    stream = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")  # two parts with one name are the point
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Damage a file once or several times over."""
    kinds = (*BLIND, *[parts] * 20) if data.startswith(b"PK\3\4") else BLIND
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        data = chance.choice(kinds)(data, chance) if data else data
    return data
