"""Delimited text as bytes: its dialect and encoding, its records with every field as it is written."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO, NamedTuple

from velado.formats import UnreadableError
from velado.formats._encoding import BYTE_ORDER_MARKS, OTHER_KINDS, code_page

__all__ = ["Dialect", "Record", "decoded", "dialect_of", "lines", "records", "text_bytes"]

SAMPLE = 1_000_000  # bytes from which dialect and encoding are told
CHUNK = 1 << 20
_CANDIDATES = (b",", b";", b"\t", b"|")
_NONE = b"\x1f"  # stands for the delimiter of a table of one column; no text holds it
_QUOTE = b'"'
_SEP = re.compile(rb'"?sep=(.)"?(?:\r\n|\n|\r)', re.DOTALL)
_CONTROLS = bytes(set(range(1, 32)) - set(b"\t\n\v\f\r\x1a\x1b\x1c\x1d\x1e\x1f"))


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a table is written down. Everything but UTF-16 and UTF-32 is read as the bytes that stand there."""

    delimiter: bytes = b","
    escapes: bool = False  # a backslash takes the next sign as it is
    encoding: str = "utf-8"  # of UTF-16 and UTF-32 files; else what cells are that are not UTF-8
    wide: bool = False  # UTF-16 or UTF-32: turned into UTF-8 for reading
    mark: bytes = b""
    preamble: bytes = b""  # "sep=;", the line that tells Excel the delimiter

    def field(self, text: str, old: bytes, encoding: str) -> bytes:
        """A cell's new text as it is written: quoted as the old one was, or where it must be."""
        data = text.encode(encoding, "velado.plain")
        quoted = old.startswith(_QUOTE)
        special = (_QUOTE, self.delimiter, b"\r", b"\n", *((b"\\",) if self.escapes else ()))
        if not quoted and not any(sign in data for sign in special):
            return data
        if self.escapes:
            data = data.replace(b"\\", b"\\\\").replace(_QUOTE, b'\\"')
        else:
            data = data.replace(_QUOTE, b'""')
        return _QUOTE + data + _QUOTE

    def value(self, raw: bytes) -> bytes:
        """What a field says, without quotes and escapes. What stands behind the closing quote belongs to it too."""
        if self.escapes and b"\\" in raw:
            return _unescaped(raw)
        if not raw.startswith(_QUOTE):
            return raw
        end = 1
        while (end := raw.find(_QUOTE, end)) >= 0 and raw[end + 1 : end + 2] == _QUOTE:
            end += 2
        inner, rest = (raw[1:], b"") if end < 0 else (raw[1:end], raw[end + 1 :])
        return inner.replace(b'""', _QUOTE) + rest

    def write(self, data: bytes) -> bytes:
        """Bytes for the file."""
        return data.decode("utf-8", "surrogatepass").encode(self.encoding, "surrogatepass") if self.wide else data


def _unescaped(raw: bytes) -> bytes:
    """Quotes and backslashes taken out, the way csv readers do: a backslash gives the next sign as it is."""
    out = bytearray()
    quoted = raw.startswith(_QUOTE)
    position, inside = int(quoted), quoted
    while position < len(raw):
        sign = raw[position : position + 1]
        if sign == b"\\":
            out += raw[position + 1 : position + 2] or b"\n"  # at the end of the file: readers take the line end that is not there
            position += 2
        elif sign == _QUOTE and inside:
            if raw[position + 1 : position + 2] == _QUOTE:
                out += _QUOTE
                position += 2
            else:
                inside = False
                out += raw[position + 1 : position + 2]  # right behind the quote a backslash is one
                position += 2
        else:
            out += sign
            position += 1
    return bytes(out)


class Record(NamedTuple):
    """A row: its fields as they are written, and its line end."""

    fields: list[bytes]
    end: bytes


def decoded(data: bytes, dialect: Dialect) -> tuple[str, str]:
    """A cell's text and its encoding: UTF-8 where it is that, else the file's code page. Pieces of several files may be mixed."""
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        page = dialect.encoding if dialect.encoding not in ("utf-8", "cp1252") and not dialect.wide else code_page(data)
        return data.decode(page), page


def text_bytes(stream: BinaryIO, dialect: Dialect, *, cut: bool = False) -> Iterator[bytes]:
    """The file behind its mark and preamble, in pieces; UTF-16 and UTF-32 as UTF-8. Its last sign may be `cut`."""
    stream.seek(len(dialect.mark))
    decoder = codecs.getincrementaldecoder(dialect.encoding)("strict") if dialect.wide else None
    skip = len(dialect.preamble)
    while True:
        piece = stream.read(CHUNK)
        last = not piece
        if decoder is not None:
            try:
                piece = decoder.decode(piece, last and not cut).encode("utf-8")
            except UnicodeError:
                problem = True
            else:
                problem = False
            if problem:
                raise UnreadableError(f"the file is not {dialect.encoding} all through")
        if skip:
            piece, skip = piece[skip:], max(0, skip - len(piece))
        if piece:
            yield piece
        if last:
            return


def lines(pieces: Iterable[bytes], longest: int) -> Iterator[bytes]:
    """Lines with their ends, of whatever kind."""
    rest: list[bytes] = []
    length = 0
    for piece in pieces:
        if rest and (rest[-1].endswith(b"\r")):
            # Whether the line end has a second sign is known only now.
            piece = rest.pop() + piece
        if b"\n" not in piece and b"\r" not in piece:
            rest.append(piece)
            length += len(piece)
            if length > longest:
                raise UnreadableError(f"a cell is longer than {longest:,} characters")
            continue
        whole = b"".join([*rest, piece]).splitlines(keepends=True)
        rest, length = [], 0
        if not whole[-1].endswith(b"\n"):
            rest = [whole.pop()]
            length = len(rest[0])
        yield from whole
    if rest:
        yield b"".join(rest)


def records(pieces: Iterable[bytes], dialect: Dialect, longest: int, *, cut: bool = False) -> Iterator[Record]:
    """The rows of a table. Raises UnreadableError for a quote that is never closed, unless the text is `cut` short."""
    delimiter, escapes = dialect.delimiter, dialect.escapes
    fields: list[bytes] = []
    pending: list[bytes] = []  # of a field that runs over lines
    size = number = 0
    inside = False
    for line in lines(pieces, longest):
        if len(line) > longest and not inside and max(map(len, line.split(delimiter))) > longest:
            raise UnreadableError(f"a cell in row {number + 1} is longer than {longest:,} characters")
        body = line[: len(line) - (2 if line.endswith(b"\r\n") else line.endswith((b"\n", b"\r")))]
        if not inside and not pending and _QUOTE not in line and not (escapes and b"\\" in line):
            number += 1
            yield Record(body.split(delimiter), line[len(body) :])
            continue
        start = position = 0
        while True:
            if not inside and not pending and line[position : position + 1] == _QUOTE and position == start:
                inside = True
                position += 1
            if inside:
                at = _closing(line, position, escapes)
                if at < 0:
                    pending.append(line[start:])
                    size += len(line) - start
                    if size > longest:
                        raise UnreadableError(f"a quote that is opened in row {number + 1} is not closed again within {longest:,} characters")
                    break
                inside, position = False, at + 1
                position += escapes and line[position : position + 1] == b"\\"
            at = _delimiter(line, position, len(body), delimiter, escapes)
            if at == -2 and line.endswith(b"\r\n"):  # a backslash takes one sign: the carriage return
                body, at = line[:-1], -1
            if at == -2:  # an escaped line end
                pending.append(line[start:])
                break
            fields.append(b"".join([*pending, line[start : at if at >= 0 else len(body)]]))
            pending, size = [], 0
            if at < 0:
                number += 1
                yield Record(fields, line[len(body) :])
                fields = []
                break
            start = position = at + len(delimiter)
    if (pending or fields) and not cut:
        if inside:
            raise UnreadableError(f"a quote that is opened in row {number + 1} is never closed")
        yield Record([*fields, b"".join(pending)], b"")


def _closing(line: bytes, position: int, escapes: bool) -> int:
    """Where the quote closes; -1 when the field goes on in the next line."""
    while True:
        at = line.find(_QUOTE, position)
        if escapes:
            slash = line.find(b"\\", position, at if at >= 0 else len(line))
            if slash >= 0:
                position = slash + 2
                continue
        if at < 0 or line[at + 1 : at + 2] != _QUOTE:
            return at
        position = at + 2


def _delimiter(line: bytes, position: int, end: int, delimiter: bytes, escapes: bool) -> int:
    """The next delimiter; -1 when the record ends before it, -2 when its line end is escaped."""
    while True:
        at = line.find(delimiter, position, end)
        if not escapes:
            return at
        slash = line.find(b"\\", position, at if at >= 0 else end)
        if slash < 0:
            return at
        if slash + 1 >= end:
            return -2 if len(line) > end else -1
        position = slash + 2


def dialect_of(stream: BinaryIO, expected: bytes = b",") -> Dialect:
    """Told from the first megabyte. Raises UnreadableError for what is no text, whatever its name says."""
    sample = stream.read(SAMPLE)
    mark, encoding, wide = b"", "utf-8", False
    for sign, name in BYTE_ORDER_MARKS:
        if sample.startswith(sign):
            mark, encoding, wide = sign, name, name != "utf-8"
            break
    else:
        if sample.startswith((*OTHER_KINDS, b"PAR1", b"SQLite")):
            raise UnreadableError("the file is not a table of text, whatever its name says")
        if guessed := _unmarked_wide(sample):
            encoding, wide = guessed, True
    if not wide:
        if sample.count(0) > len(sample) // 20 or len(sample) - len(sample.translate(None, _CONTROLS)) > len(sample) // 100:
            raise UnreadableError("the file is binary")
        encoding = _encoding(sample)
    plain = Dialect(b",", False, encoding, wide, mark)
    head = b"".join(text_bytes(BytesIO(sample), plain, cut=True))
    preamble = b""
    if told := _SEP.match(head):
        preamble = told[0]
        head = head[len(preamble) :]
        return Dialect(told[1], _escapes(head, told[1]), encoding, wide, mark, preamble)
    delimiter = _delimiter_of(head, expected)
    return Dialect(delimiter, _escapes(head, delimiter), encoding, wide, mark)


def _unmarked_wide(sample: bytes) -> str:
    """UTF-16 without its mark: every second byte of Western text is zero."""
    even, odd = sample[:4000:2], sample[1:4000:2]
    if odd and odd.count(0) > 0.7 * len(odd) and even.count(0) < 0.1 * len(even):
        return "utf-16-le"
    if even and even.count(0) > 0.7 * len(even) and odd.count(0) < 0.1 * len(odd):
        return "utf-16-be"
    return ""


def _encoding(sample: bytes) -> str:
    """UTF-8, or the code page of a sample that is not; the last signs may be cut."""
    try:
        codecs.getincrementaldecoder("utf-8")("strict").decode(sample)
    except UnicodeDecodeError:
        return code_page(sample)
    return "utf-8"


def _widths(head: bytes, delimiter: bytes, escapes: bool = False) -> list[int]:
    try:
        found = records([head], Dialect(delimiter, escapes), SAMPLE * 2, cut=True)
        return [len(record.fields) for record, _ in zip(found, range(200), strict=False) if b"".join(record.fields).strip()]
    except UnreadableError:
        return []


def _delimiter_of(head: bytes, expected: bytes) -> bytes:
    """The sign that cuts the rows into most alike pieces, the first row above all; none when the first row has none,
    unless it is a title: then nearly all others are alike."""
    best, most = _NONE, 0.0
    titled, alike_below = _NONE, 0.0
    for delimiter in sorted(_CANDIDATES, key=lambda candidate: candidate != expected):
        widths = _widths(head, delimiter)
        if not widths:
            continue
        if widths[0] < 2:
            width, count = Counter(widths).most_common(1)[0]
            if delimiter != b",":
                count = sum(width > 1 for width in widths)
            elif width < 3:  # commas stand in prose as well
                continue
            if count > 2 and count >= 0.7 * len(widths) and count / len(widths) > alike_below:
                titled, alike_below = delimiter, count / len(widths)
            continue
        alike = Counter(widths)[widths[0]] / len(widths)
        # Many columns that most rows share: "a;b;c" with decimal commas has a few commas in some rows only.
        score = alike * (1 + min(widths[0], 50) / 100)
        if score > most + 1e-9:
            best, most = delimiter, score
    return titled if best == _NONE else best


def _escapes(head: bytes, delimiter: bytes) -> bool:
    """Whether quotes inside quotes are written with a backslash: only if the rows come out more alike that way."""
    if b'\\"' not in head:
        return False
    plain, escaped = _widths(head, delimiter), _widths(head, delimiter, True)
    if not plain or not escaped:
        return bool(escaped)
    return escaped.count(escaped[0]) / len(escaped) > plain.count(plain[0]) / len(plain) or len(escaped) > len(plain)
