"""`velado`: finds the subcommand and runs it."""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import suppress
from traceback import format_tb
from typing import NoReturn

from velado import __version__
from velado.cli import FAULT, WRONG_CALL, Command, WrongCallError
from velado.discovery import offered

__all__ = ["main"]

_DESCRIPTION = "Takes the identity of people out of clinical text in Spanish, Portuguese and English, and leaves the medicine in."
_EPILOG = """\
exit code: 0 all done; 2 the call was wrong; 3 some documents were withheld, and why is said on the terminal

examples:
  velado run notes/ --out safe/              every note of a folder
  velado run - < note.txt                    standard input to standard output
  velado show note.txt                       what would be found, in colour
  velado detect notes/ --out spans/ --to brat --labels meddocan"""


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "velado", description=_DESCRIPTION, epilog=_EPILOG, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"velado {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in offered("cli", "COMMAND"):
        assert isinstance(command, Command)
        own = commands.add_parser(command.name, help=command.help, description=command.help, allow_abbrev=False)
        command.arguments(own)
        own.set_defaults(run=command.run)
    return parser


def _stop(number: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt  # so that `finally` clears away what is half written


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one call; the answer is the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a letter is no reason to stop
    with suppress(ValueError):  # not the main thread: whoever runs us there has signals of their own
        signal.signal(signal.SIGTERM, _stop)
    try:
        options = _parser().parse_args(arguments)
        return int(options.run(options))
    except WrongCallError as error:
        print(f"velado: {error}", file=sys.stderr)
        return WRONG_CALL
    except KeyboardInterrupt:
        print("velado: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:  # whoever read our output has gone, as with `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except Exception as error:  # an error's text may hold a piece of a note: only its kind and its place are told
        print(f"velado: {type(error).__name__}: a fault of the program; VELADO_TRACEBACK=1 shows where", file=sys.stderr)
        if os.environ.get("VELADO_TRACEBACK"):
            print("".join(format_tb(error.__traceback__)), end="", file=sys.stderr)
        return FAULT


if __name__ == "__main__":
    sys.exit(main())
