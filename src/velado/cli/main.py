"""`velado`: finds the subcommand and runs it."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from traceback import format_tb

from velado import __version__
from velado.cli import FAULT, WRONG_CALL, Command, WrongCallError
from velado.cli._signals import ending_on_signals
from velado.cli._terminal import say
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


def _commands(arguments: Sequence[str]) -> Sequence[Command]:
    """Return the command that is called, if it is one of ours, else all of them: a run is to import no other command."""
    word = arguments[0] if arguments else ""
    is_ours = word.isidentifier() and not word.startswith("_") and find_spec(f"velado.cli.{word}") is not None
    command = getattr(import_module(f"velado.cli.{word}"), "COMMAND", None) if is_ours else None
    return offered("cli", "COMMAND") if command is None else (command,)


def _parser(arguments: Sequence[str]) -> ArgumentParser:
    parser = ArgumentParser(
        "velado", description=_DESCRIPTION, epilog=_EPILOG, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"velado {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in _commands(arguments):
        assert isinstance(command, Command)
        own = commands.add_parser(command.name, help=command.help, description=command.help, allow_abbrev=False)
        command.arguments(own)
        own.set_defaults(run=command.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one call; the answer is the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a letter is no reason to stop
    try:
        with ending_on_signals():
            arguments = sys.argv[1:] if arguments is None else arguments
            options = _parser(arguments).parse_args(arguments)
            return int(options.run(options))
    except WrongCallError as error:
        say(f"velado: {error}")
        return WRONG_CALL
    except KeyboardInterrupt:
        say("velado: stopped")
        return 130
    except BrokenPipeError:  # whoever read our output has gone, as with `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except Exception as error:  # an error's text may hold a piece of a note: only its kind and its place are told
        remedy = "Please report it with the output of VELADO_TRACEBACK=1, which holds no patient text."
        say(f"velado: Internal error ({type(error).__name__}): the run stopped, no unfinished file was kept. {remedy}")
        if os.environ.get("VELADO_TRACEBACK"):
            print("".join(format_tb(error.__traceback__)), end="", file=sys.stderr)
        return FAULT


if __name__ == "__main__":
    sys.exit(main())
