"""How the server was started, and how much it lets anybody ask of the machine."""

from __future__ import annotations

import ipaddress
import os
import socket
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["LEAST_TOKEN", "Config", "Limits", "is_loopback"]

LEAST_TOKEN = 16  # characters; a shorter one can be guessed


def is_loopback(host: str) -> bool:
    """Whether an address or a name can only be reached from this machine.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "ward-3")]
    [True, True, True, False, False]
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@dataclass(frozen=True, slots=True)
class Limits:
    """What goes beyond is refused with words that name the limit."""

    text_characters: int = 2_000_000  # of one text that is sent or pasted
    file_bytes: int = 100_000_000
    session_bytes: int = 1_000_000_000  # of all originals in one session
    session_files: int = 500
    sessions: int = 64
    file_seconds: int = 600  # for one file, from opening it to the verified result
    text_seconds: int = 120
    session_seconds: int = 8 * 3600  # without a call
    waiting: int = 200  # texts that may wait for a worker


@dataclass(frozen=True, slots=True)
class Config:
    """Everything the server is told at its start."""

    host: str = "127.0.0.1"
    port: int = 8765
    token: str = field(default="", repr=False)
    names: tuple[str, ...] = ()  # by which others call this machine
    key: bytes = field(default=b"", repr=False)  # for replacements that are the same every day; else one per session
    models: Path | None = None  # a folder of models that users may choose from
    workers: int = field(default_factory=lambda: max(1, min(2, os.cpu_count() or 1)))  # that handle files
    model: bool = True  # the built-in tagger; without it the rules work alone
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """Refuse what would be open to others."""
        if self.token and len(self.token) < LEAST_TOKEN:
            raise ValueError(f"a token has at least {LEAST_TOKEN} characters")
        if self.shared and not self.token:
            raise ValueError("an address that others can reach needs a token")

    @property
    def shared(self) -> bool:
        """Whether somebody at another machine may reach the server."""
        return not is_loopback(self.host)

    def own_name(self, host: str) -> bool:
        """Whether a request's Host header, without its port, names this server.

        A page of another site can make its own name lead to this machine (DNS rebinding), but not an address, nor the
        names that were told at the start.

        >>> config = Config()
        >>> [config.own_name(host) for host in ("127.0.0.1", "[::1]", "LOCALHOST", "evil.example", "10.0.0.5")]
        [True, True, True, False, False]
        """
        name = host.strip("[]").lower().rstrip(".")
        if is_loopback(name) or name in (known.lower() for known in (self.host, *self.names)):
            return True
        if not self.shared:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name == socket.gethostname().lower()
        return True
