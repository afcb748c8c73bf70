"""How the server was started, and how much it lets anybody ask of the machine."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["LEAST_TOKEN", "Config", "Limits", "Patience", "StartError", "host_name", "is_loopback"]

LEAST_TOKEN = 16  # characters; a shorter one can be guessed



class StartError(ValueError):
    """The server cannot be started as it was told to; the message says what to do."""


_HOST = re.compile(r"(?:\[(?P<address>[0-9a-fA-F:.]+)\]|(?P<name>[\w-]+(?:\.[\w-]+)*\.?))(?::(?P<port>[0-9]{1,5}))?", re.ASCII)


def is_loopback(host: str) -> bool:
    """Whether an address or a name can only be reached from this machine.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "ward-3")]
    [True, True, True, False, False]
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def host_name(host: str) -> str | None:
    """Return the name in a Host header, in lower case and without the port; None when the header is malformed.

    >>> host_name("Ward-3.:8765"), host_name("[::1]:80"), host_name("ward-3:80.example"), host_name("https://ward-3")
    ('ward-3', '::1', None, None)
    """
    match = _HOST.fullmatch(host)
    if match is None or int(match["port"] or 0) > 65535:
        return None
    if match["address"] is None:
        return match["name"].lower().removesuffix(".")
    found = _address(match["address"])
    return str(found) if found is not None else None


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


@dataclass(frozen=True, slots=True)
class Limits:
    """What goes beyond is refused with words that name the limit."""

    text_characters: int = 2_000_000  # of one text that is sent or pasted
    file_bytes: int = 100_000_000
    session_bytes: int = 1_000_000_000  # of all originals of one user
    session_files: int = 500
    sessions: int = 64
    file_seconds: int = 3_600  # for one file, from opening it to the verified result; less without a sign of progress
    text_seconds: int = 120
    session_seconds: int = 8 * 3600  # without a call
    waiting: int = 200  # texts or files of one user that may wait for a worker
    calls: int = 24  # of one user's page at once
    call_bytes: int = 60_000_000  # of all calls of one user that are coming or being answered, without files
    streams: int = 8  # of events, of one session
    uploads: int = 8  # of one user at once
    job_bytes: int = 1_500_000_000  # of memory for one job, and more for large files, as far as the machine has it
    free_bytes: int = 500_000_000  # that stay free on the disk

    def seconds_for(self, size: int) -> float:
        """Return how long a file of so many bytes or characters may take for one of its parts."""
        return min(self.file_seconds, 120 + size / 2_000)

    def text_seconds_for(self, characters: int) -> float:
        """Return how long a text may take."""
        return min(self.text_seconds, 20 + characters / 2_000)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a client may hang, and how many connections there may be."""

    header_seconds: float = 10.0  # from the first byte to the last one of the headers
    body_seconds: float = 10.0  # without the least pace; also the most that a fast start buys
    read_seconds: float = 10.0  # the same for reading an answer
    idle_seconds: float = 10.0  # between two requests
    least_rate: float = 4_000.0  # bytes a second of a body, and of an answer
    connections: int = 1_000
    client_connections: int = 100  # of one address, that wait for a request


@dataclass(frozen=True, slots=True)
class Config:
    """Everything the server is told at its start."""

    host: str = "127.0.0.1"
    port: int = 8765
    token: str = field(default="", repr=False)  # the only one; `tokens` gives several people one each
    names: tuple[str, ...] = ()  # by which others call this machine
    key: bytes = field(default=b"", repr=False)  # for replacements that are the same every day; else one per session
    models: Path | None = None  # a folder of models that users may choose from
    workers: int = field(default_factory=lambda: max(1, min(2, os.cpu_count() or 1)))  # that handle files
    model: bool = True  # the built-in tagger; without it the rules work alone
    limits: Limits = field(default_factory=Limits)
    patience: Patience = field(default_factory=Patience)
    tokens: Mapping[str, str] = field(default_factory=dict, repr=False)  # by the name of who holds each
    tls_cert: Path | None = None
    tls_key: Path | None = None
    proxies: tuple[str, ...] = ()  # addresses or networks whose forwarded headers are believed
    user_header: str = ""  # in which a proxy names the user
    plain_http: bool = False  # between machines, unencrypted
    audit_log: Path | None = None

    def __post_init__(self) -> None:
        """Refuse what would be open to others."""
        for token in self.all_tokens.values():
            if len(token) < LEAST_TOKEN:
                raise StartError(f"A token has at least {LEAST_TOKEN} characters.")
        for name in self.names:
            if host_name(name) is None or host_name(name) != name.lower():
                raise StartError('--name takes a host name such as ward-3, without "https://" and without a port.')
        for proxy in self.proxies:
            try:
                ipaddress.ip_network(proxy)
            except ValueError:
                raise StartError("--behind-proxy takes addresses or networks, such as 10.1.2.3 or 10.1.2.0/24.") from None
        if self.user_header and not self.proxies:
            raise StartError("--proxy-user-header needs --behind-proxy: only a proxy can be believed about who calls.")
        if (self.tls_cert is None) != (self.tls_key is None):
            raise StartError("TLS needs both --tls-cert and --tls-key.")
        if self.shared and not self.identifies:
            raise StartError("An address that others can reach needs a token.")
        if not is_loopback(self.host) and not self.tls and not self.proxies and not self.plain_http:
            raise StartError(
                "Other machines can reach this address, and anybody on the network between can read plain HTTP. Add --tls-cert and "
                "--tls-key, or --behind-proxy ADDRESS for a proxy with TLS, or --insecure-plain-http if you accept that."
            )

    @property
    def all_tokens(self) -> Mapping[str, str]:
        """Every token by name."""
        return {**({"token": self.token} if self.token else {}), **self.tokens}

    @property
    def identifies(self) -> bool:
        """Whether callers have to say who they are."""
        return bool(self.all_tokens or self.user_header)

    @property
    def shared(self) -> bool:
        """Whether somebody at another machine may reach the server."""
        return not is_loopback(self.host) or bool(self.proxies)

    @property
    def tls(self) -> bool:
        """Whether this server encrypts."""
        return self.tls_cert is not None

    @property
    def secure(self) -> bool:
        """Whether browsers see an encrypted address, this server's or a proxy's."""
        return self.tls or bool(self.proxies)

    def is_proxy(self, address: str) -> bool:
        """Whether an address is that of a trusted proxy.

        >>> config = Config(proxies=("10.1.2.0/24",), token="x" * 16)
        >>> [config.is_proxy(address) for address in ("10.1.2.3", "::ffff:10.1.2.3", "10.1.20.3", "")]
        [True, True, False, False]
        """
        if not self.proxies:
            return False
        found = _address(address)
        return found is not None and any(found in ipaddress.ip_network(proxy) for proxy in self.proxies)

    def own_name(self, host: str) -> bool:
        """Whether a request's Host header names this server: the whole name, whatever the port.

        A page of another site can make its own name lead to this machine (DNS rebinding), but not an address, nor the
        names that were told at the start.

        >>> config = Config()
        >>> [config.own_name(host) for host in ("127.0.0.1:80", "[::1]", "LOCALHOST.", "localhost.evil.example", "10.0.0.5")]
        [True, True, True, False, False]
        >>> [config.own_name(host) for host in ("127.0.0.1:80.evil.example", "localhost:80@evil.example", "::1", "")]
        [False, False, False, False]
        """
        name = host_name(host)
        if name is None:
            return False
        if is_loopback(name) or name in (known.lower() for known in (self.host, *self.names)):
            return True
        if not self.shared:
            return False
        return _address(name) is not None or name == socket.gethostname().lower()
