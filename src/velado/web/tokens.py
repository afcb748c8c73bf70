"""Who holds which token, and how often a client may guess."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import os
import re
import stat
import time
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path

from velado.web.config import LEAST_TOKEN, StartError

__all__ = ["ThrottledError", "Tokens", "read_token_file"]

GUESSES = 10  # wrong tokens that a client may send at once
REFILL = 6.0  # seconds after which it may send one more
CLIENTS = 10_000  # that are remembered
_NAMED = re.compile(r"([\w.@-]{1,64})\s*:\s*(\S+)")


class ThrottledError(Exception):
    """A client has sent too many wrong tokens."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def read_token_file(path: Path) -> dict[str, str]:
    """Read tokens by name: lines `name: token`, or one token alone. Raises StartError and OSError.

    The file must not be readable by others. Windows has no such modes; there the folder's permissions count.
    """
    with path.open("rb") as stream:
        if os.name == "posix" and stat.S_IMODE(os.fstat(stream.fileno()).st_mode) & 0o077:
            raise StartError(f"{path}: other users can read this file. Run: chmod 600 {path}")
        text = stream.read(1_000_000).decode("utf-8-sig", "replace")
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    tokens: dict[str, str] = {}
    for number, line in lines:
        if match := _NAMED.fullmatch(line):
            name, token = match.groups()
        elif len(lines) == 1 and not re.search(r"\s", line):
            name, token = "token", line
        else:
            raise StartError(f'{path}, line {number}: not a token. Write one per line, as "name: token".')
        if len(token) < LEAST_TOKEN:
            raise StartError(f"{path}, line {number}: a token has at least {LEAST_TOKEN} characters.")
        if name in tokens or token in tokens.values():
            raise StartError(f"{path}, line {number}: the name or the token is there already. Give each person one of their own.")
        tokens[name] = token
    if not tokens:
        raise StartError(f'{path}: no token in it. Write one per line, as "name: token".')
    return tokens


class Tokens:
    """Checks tokens in a time that tells nothing of them, and slows down clients that guess."""

    def __init__(self, tokens: Mapping[str, str]) -> None:
        self._digests = {name: _digest(token) for name, token in tokens.items()}
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # by client: guesses left, and as of when
        self._proven: OrderedDict[tuple[str, str], None] = OrderedDict()  # clients and the names they have come in with

    def name_of(self, given: str, client: str) -> str | None:
        """Return the name of a token, or None when it is wrong. Raises ThrottledError.

        A client that has guessed too often has to wait, unless it sends a token that was right from its address before:
        programs behind one address must not be locked out by a neighbour that guesses.
        """
        client = _network(client)
        digest = _digest(given)
        found = None
        for name, known in self._digests.items():  # all of them, so that the time does not tell which one was close
            if hmac.compare_digest(digest, known):
                found = name
        if found is not None and (client, found) in self._proven:
            return found
        left = self._guesses(client)
        if left < 1:
            raise ThrottledError(int((1 - left) * REFILL) + 1)
        if found is None:
            self._remember(client, left - 1)
            return None
        self._proven[client, found] = None
        if len(self._proven) > CLIENTS:
            self._proven.popitem(last=False)
        return found

    def _guesses(self, client: str) -> float:
        left, when = self._left.get(client, (float(GUESSES), 0.0))
        return min(float(GUESSES), left + (time.monotonic() - when) / REFILL)

    def _remember(self, client: str, left: float) -> None:
        self._left[client] = (left, time.monotonic())
        self._left.move_to_end(client)
        if len(self._left) > CLIENTS:
            self._left.popitem(last=False)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def _network(client: str) -> str:
    """Return what stands for one client: an IPv4 address, or the /64 that one IPv6 client owns.

    >>> _network("10.0.0.1"), _network("2001:db8::1:2"), _network("::ffff:10.0.0.1")
    ('10.0.0.1', '2001:db8::/64', '10.0.0.1')
    """
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return client
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return client
