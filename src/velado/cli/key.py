"""`velado key new`: a secret key in a file of its own."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path

from velado.cli import DONE, WrongCallError
from velado.cli._terminal import say, shown
from velado.keys import new_key

__all__ = ["COMMAND"]


@dataclass(frozen=True)
class Key:
    """Makes keys."""

    name: str = "key"
    help: str = "make a secret key for replacements that stay the same"

    def arguments(self, parser: ArgumentParser) -> None:
        """Take an action and its file."""
        actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
        new = actions.add_parser("new", help="write 32 random bytes to a new file that only you can read", allow_abbrev=False)
        new.add_argument("file", type=Path, metavar="FILE", help="the key file; it must not exist yet")

    def run(self, options: Namespace) -> int:
        """Write the key file."""
        name = shown(options.file)
        try:
            new_key(options.file)
        except FileExistsError:
            raise WrongCallError(f"{name} exists already and was not changed. Choose another name for the new key.") from None
        except OSError as error:
            raise WrongCallError(f"{name}: no key was written ({error.strerror})") from None
        say(f"New key in {name}. Keep it as safe as the notes, and keep a copy: a lost key cannot be made again.")
        return DONE


COMMAND = Key()
