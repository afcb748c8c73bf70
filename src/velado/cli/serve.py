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
        add("--name", action="append", default=[], metavar="HOST", help="a name by which others call this machine")
        add("--tls-cert", type=Path, metavar="FILE", help="certificate chain (PEM) for an address that others reach")
        add("--tls-key", type=Path, metavar="FILE", help="its key (PEM, without a pass phrase)")
        add("--behind-proxy", metavar="ADDRESS[,ADDRESS]", help="a proxy with TLS stands before this server, at these addresses or networks")
        add("--proxy-user-header", default="", metavar="NAME", help="the header in which that proxy names the user it has checked")
        add("--insecure-plain-http", action="store_true", help="let others call without encryption")
        add("--token-file", type=Path, metavar="FILE", help='tokens of the callers, one "name: token" per line')
        add("--token", metavar="TEXT", help=f"one token for all; other users of this machine may see it, so prefer --token-file or {TOKEN}")
        add("--audit-log", type=Path, metavar="FILE", help="append who did what with which document, as JSON lines")
        add("--key-file", type=Path, metavar="FILE", help="secret key: the same person is replaced alike every day")
        add("--models", type=Path, metavar="DIR", help="a folder of models to choose from")
        add("--forms-only", action="store_true", help="only what its form tells: numbers, dates, contacts; no names, no places")

    def run(self, options: Namespace) -> int:
        """Serve until stopped."""
        try:
            from velado.web.server import serve
        except ImportError as error:
            raise WrongCallError(f"{error.name} is not installed; get it with: pip install 'velado[desk]'") from None
        from velado.web.config import Config, StartError

        if options.models is not None and not options.models.is_dir():
            raise WrongCallError("--models: there is no such folder")
        tokens, generated = _tokens(options)
        try:
            config = Config(
                options.host,
                options.port,
                names=tuple(options.name),
                key=key_of(options.key_file) if options.key_file else b"",
                models=options.models,
                model=not options.forms_only,
                tokens=tokens,
                tls_cert=options.tls_cert,
                tls_key=options.tls_key,
                proxies=_proxies(options),
                user_header=options.proxy_user_header,
                plain_http=options.insecure_plain_http,
                audit_log=options.audit_log,
            )
            serve(config, say, open_browser=not options.no_open, shown_token=generated)
        except StartError as error:
            raise WrongCallError(str(error)) from None
        except OSError as error:
            say(f"velado: {error.filename or f'{options.host} port {options.port}'}: {error.strerror or error}")
            return FAULT
        return DONE


def _proxies(options: Namespace) -> tuple[str, ...]:
    return tuple(address.strip() for address in (options.behind_proxy or "").split(",") if address.strip())


def _tokens(options: Namespace) -> tuple[dict[str, str], str]:
    """Return the tokens by name, and the one that was generated, which nobody knows yet."""
    from velado.web.config import StartError, is_loopback
    from velado.web.tokens import read_token_file

    # Taken out of the environment, which the processes that read documents inherit.
    from_environment = os.environ.pop(TOKEN, "")
    if options.token and options.token_file:
        raise WrongCallError("Give --token or --token-file, not both.")
    if options.token_file:
        try:
            return read_token_file(options.token_file), ""
        except StartError as error:
            raise WrongCallError(f"--token-file {error}") from None
        except OSError as error:
            raise WrongCallError(f"--token-file {options.token_file}: {error.strerror}") from None
    if token := options.token or from_environment:
        return {"token": token}, ""
    if options.proxy_user_header or (is_loopback(options.host) and not options.behind_proxy):
        return {}, ""
    generated = secrets.token_urlsafe(24)
    return {"token": generated}, generated


COMMAND = Serve()
