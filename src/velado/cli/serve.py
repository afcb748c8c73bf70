"""`velado serve`: the desk in the browser, and the API for programs."""

from __future__ import annotations

import os
import secrets
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from dataclasses import dataclass
from pathlib import Path

from velado.cli import DONE, FAULT, WrongCallError
from velado.cli._options import key_of
from velado.cli._terminal import say

__all__ = ["COMMAND"]

TOKEN = "VELADO_TOKEN"


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise ArgumentTypeError("a number from 0 to 65535 is wanted")
    return int(text)


@dataclass(frozen=True)
class Serve:
    """Starts the server."""

    name: str = "serve"
    help: str = "open a page where documents are de-identified and reviewed; also an API"

    def arguments(self, parser: ArgumentParser) -> None:
        """What it takes."""
        add = parser.add_argument
        add("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
        add("--port", type=_port, default=8765, help="default: 8765; 0 takes a free one")
        add("--no-open", action="store_true", help="do not open the browser")
        add("--token", metavar="TEXT", help=f"what callers must know; made up for an address that others reach (also: {TOKEN})")
        add("--name", action="append", default=[], metavar="HOST", help="a name by which others call this machine")
        add("--key-file", type=Path, metavar="FILE", help="secret key: the same person is replaced alike every day")
        add("--models", type=Path, metavar="DIR", help="a folder of models to choose from")
        add("--rules-only", action="store_true", help="without the learned model: faster, finds less")

    def run(self, options: Namespace) -> int:
        """Serve until stopped."""
        try:
            from velado.web.server import serve
        except ImportError as error:
            raise WrongCallError(f"{error.name} is not installed; get it with: pip install 'velado[desk]'") from None
        from velado.web.config import Config, is_loopback

        token = options.token or os.environ.get(TOKEN, "")
        if not token and not is_loopback(options.host):
            token = secrets.token_urlsafe(24)
        if options.models is not None and not options.models.is_dir():
            raise WrongCallError("--models: there is no such folder")
        try:
            config = Config(
                options.host, options.port, token, tuple(options.name), key_of(options.key_file), options.models, model=not options.rules_only
            )
        except ValueError as error:
            raise WrongCallError(str(error)) from None
        try:
            serve(config, say, open_browser=not options.no_open)
        except OSError as error:
            say(f"velado: {options.host} port {options.port}: {error.strerror}")
            return FAULT
        return DONE


COMMAND = Serve()
