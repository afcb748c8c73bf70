"""The command line: one file per subcommand, offering `COMMAND`. The only place, with the web app, that prints."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Protocol, runtime_checkable

__all__ = ["DONE", "FAULT", "WITHHELD", "WRONG_CALL", "Command", "WrongCallError"]

DONE = 0
FAULT = 1
WRONG_CALL = 2
WITHHELD = 3  # some documents did not come out; the others did


class WrongCallError(Exception):
    """The call cannot be carried out as it was made. The message is shown as it is."""


@runtime_checkable
class Command(Protocol):
    """A subcommand. Modules import what is heavy inside `run`, because every module is imported for the help."""

    @property
    def name(self) -> str:
        """The word on the command line."""
        ...

    @property
    def help(self) -> str:
        """What it does, in one line."""
        ...

    def arguments(self, parser: ArgumentParser) -> None:
        """Tell the parser what the subcommand takes."""
        ...

    def run(self, options: Namespace) -> int:
        """Do it; the answer is the exit code."""
        ...
