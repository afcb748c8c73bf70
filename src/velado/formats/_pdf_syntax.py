"""The operators of a PDF content stream, each with the bytes it stands in, so that single ones can be changed and all others stay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

__all__ = ["BrokenStreamError", "Name", "Operation", "hex_string", "number", "operations", "patched", "tidied"]

_BLANK = rb"\0\t\n\f\r "
_TOKEN = re.compile(
    rb"(?P<gap>[%(b)s]+|%%[^\r\n]*)"
    rb"|(?P<number>[+-]?(?:\d+\.?\d*|\.\d+))(?=[%(b)s()<>\[\]{}/%%]|\Z)"
    rb"|(?P<name>/[^%(b)s()<>\[\]{}/%%]*)"
    rb"|(?P<text>\()"
    rb"|(?P<mark><<|>>|\[|\]|\{|\})"
    rb"|(?P<hex><[0-9A-Fa-f%(b)s]*>)"
    rb"|(?P<word>[^%(b)s()<>\[\]{}/%%]+)" % {b"b": _BLANK}
)
_TURN = re.compile(rb"[()\\]")
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_OCTAL = re.compile(rb"[0-7]{1,3}")
_END_OF_IMAGE = re.compile(rb"(?<=[%(b)s])EI(?=[%(b)s]|\Z)" % {b"b": _BLANK})
_MOST_OPERANDS = 100_000
_SHOWING = (b"Tj", b"TJ", b"'", b'"')


class BrokenStreamError(ValueError):
    """A content stream that cannot be taken apart with certainty."""


class Name(str):
    """A PDF name, without its slash."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Operation:
    """One operator with its operands; `start` and `end` are the bytes of both in the stream."""

    operator: bytes
    operands: list[Any] = field(repr=False)
    start: int
    end: int


def operations(data: bytes) -> Iterator[Operation]:
    """Every operation of a stream, in order. Raises BrokenStreamError.

    >>> [(op.operator, op.operands) for op in operations(rb"/F1 9.5 Tf [(a\\)) -20 <4142>] TJ")]
    [(b'Tf', ['F1', 9.5]), (b'TJ', [[b'a)', -20, b'AB']])]
    """
    operands: list[Any] = []
    stack: list[tuple[bytes, list[Any]]] = []  # arrays and dictionaries that are open
    start, position, end = -1, 0, len(data)
    while position < end:
        match = _TOKEN.match(data, position)
        if match is None:
            raise BrokenStreamError("a sign that means nothing")
        kind, token, position = match.lastgroup, match.group(), match.end()
        if kind == "gap":
            continue
        if start < 0:
            start = match.start()
        value: Any
        if kind == "number":
            value = float(token) if b"." in token else int(token)
        elif kind == "name":
            value = Name(_name(token))
        elif kind == "text":
            value, position = _literal(data, position)
        elif kind == "hex":
            digits = bytes(byte for byte in token[1:-1] if byte not in b"\0\t\n\f\r ")
            value = bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
        elif token in (b"[", b"<<", b"{"):
            stack.append((token, operands))
            operands = []
            if len(stack) > 50:
                raise BrokenStreamError("arrays in arrays without end")
            continue
        elif kind == "mark":
            value = _closed(token, stack, operands)
            operands = stack.pop()[1]
        elif token in (b"true", b"false", b"null"):
            value = {b"true": True, b"false": False, b"null": None}[token]
        elif stack:
            raise BrokenStreamError("an operator inside an array")
        else:
            if token == b"BI":
                operands, position = _inline_image(data, position)
            yield Operation(token, operands, start, position)
            operands, start = [], -1
            continue
        operands.append(value)
        if len(operands) > _MOST_OPERANDS:
            raise BrokenStreamError("too many operands")
    if stack:
        raise BrokenStreamError("an array that does not end")


def _closed(token: bytes, stack: list[tuple[bytes, list[Any]]], inside: list[Any]) -> Any:
    if not stack or {b"[": b"]", b"<<": b">>", b"{": b"}"}[stack[-1][0]] != token:
        raise BrokenStreamError("a bracket that was not opened")
    if token != b">>":
        return inside
    return {str(key): value for key, value in zip(inside[::2], inside[1::2], strict=False)}


def _name(token: bytes) -> str:
    plain = re.sub(rb"#([0-9A-Fa-f]{2})", lambda match: bytes.fromhex(match[1].decode("ascii")), token[1:])
    return plain.decode("latin-1")


def _literal(data: bytes, position: int) -> tuple[bytes, int]:
    """The string whose opening parenthesis stands before `position`, and where it ends."""
    depth, pieces = 1, []
    while True:
        turn = _TURN.search(data, position)
        if turn is None:
            raise BrokenStreamError("a string that does not end")
        pieces.append(data[position : turn.start()])
        position = turn.end()
        sign = turn.group()
        if sign == b"(":
            depth += 1
        elif sign == b")":
            depth -= 1
            if not depth:
                return b"".join(pieces), position
        else:
            escaped, position = _escape(data, position)
            pieces.append(escaped)
            continue
        pieces.append(sign)


def _escape(data: bytes, position: int) -> tuple[bytes, int]:
    following = data[position : position + 1]
    if octal := _OCTAL.match(data, position):
        return bytes([int(octal.group(), 8) & 255]), octal.end()
    if following == b"\r":
        return b"", position + (2 if data[position + 1 : position + 2] == b"\n" else 1)
    if following == b"\n":
        return b"", position + 1
    return _ESCAPES.get(following, following), position + 1


def _inline_image(data: bytes, position: int) -> tuple[list[Any], int]:
    """The dictionary and the bytes of an inline image, and where its EI ends."""
    begun = re.compile(rb"[%b]ID[%b]" % (_BLANK, _BLANK)).search(data, position, position + 4096)
    if begun is None:
        raise BrokenStreamError("an inline image without data")
    parsed = next(operations(b"<<" + data[position : begun.start()] + b">> d")).operands[0]
    for end in _END_OF_IMAGE.finditer(data, begun.end()):
        # Two such letters may stand in the pixels: what follows the true end is text.
        if all(byte in b"\t\n\f\r" or 32 <= byte < 127 for byte in data[end.end() : end.end() + 12]):
            return [parsed, data[begun.end() : end.start()]], end.end()
    raise BrokenStreamError("an inline image that does not end")


def number(value: float) -> bytes:
    """A number as PDF writes it.

    >>> number(3), number(-0.25), number(1e-9), number(12.34567)
    (b'3', b'-0.25', b'0', b'12.3457')
    """
    return f"{value:.4f}".rstrip("0").rstrip(".").replace("-0", "0", 1 if f"{value:.4f}" == "-0.0000" else 0).encode("ascii")


def hex_string(data: bytes) -> bytes:
    """A string as PDF writes it, safe for any bytes.

    >>> hex_string(b"A(")
    b'<4128>'
    """
    return b"<" + data.hex().encode("ascii") + b">"


def patched(data: bytes, patches: Iterable[tuple[int, int, bytes]]) -> bytes:
    """The stream with other bytes in the place of some; the places do not overlap.

    >>> patched(b"one two six", [(8, 11, b"ten"), (0, 3, b"1")])
    b'1 two ten'
    """
    pieces: list[bytes] = []
    position = 0
    for start, end, instead in sorted(patches):
        if start < position:
            raise BrokenStreamError("changes that overlap")
        pieces += (data[position:start], instead)
        position = end
    return b"".join([*pieces, data[position:]])


def tidied(data: bytes) -> bytes:
    """The operations of a stream alone: without comments, operands that no operator takes and strings that are not shown.

    >>> tidied(b"q % note\\n(a%b) Tj (c) xx 1 % note\\n0 d0 (d)")
    b'q\\n(a%b) Tj\\n1 \\n0 d0'
    """
    kept = []
    for operation in operations(data):
        piece = data[operation.start : operation.end]
        if operation.operator == b"BI":
            kept.append(piece)
        elif operation.operator in _SHOWING or not any(map(_holds_string, operation.operands)):
            kept.append(_uncommented(piece) if b"%" in piece else piece)
    return b"\n".join(kept)


def _holds_string(value: Any) -> bool:
    return isinstance(value, bytes | dict) or (isinstance(value, list) and any(map(_holds_string, value)))


def _uncommented(piece: bytes) -> bytes:
    kept, position = [], 0
    while position < len(piece):
        match = _TOKEN.match(piece, position)
        if match is None:
            raise BrokenStreamError("a sign that means nothing")
        start, position = position, match.end()
        if match.lastgroup == "text":
            _, position = _literal(piece, position)
        if not (match.lastgroup == "gap" and match.group().startswith(b"%")):
            kept.append(piece[start:position])
    return b"".join(kept)
