"""`velado formats`: what can be read and written."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass

from velado.cli import DONE
from velado.cli._terminal import table
from velado.formats import annotation_formats, formats

__all__ = ["COMMAND"]


@dataclass(frozen=True)
class Formats:
    """Lists the formats."""

    name: str = "formats"
    help: str = "list the file formats"

    def arguments(self, parser: ArgumentParser) -> None:
        """Nothing."""

    def run(self, options: Namespace) -> int:
        """Print both tables."""
        print("documents (velado run, show):")
        rows = [
            (entry.name, " ".join(suffix or "(none)" for suffix in entry.suffixes), _needs(entry.extra), entry.missing() or entry.description)
            for entry in formats().values()
        ]
        print(table(rows, indent="  "))
        print("annotations (velado detect --to, velado evaluate):")
        print(table([(entry.name, entry.suffix, entry.description) for entry in annotation_formats().values()], indent="  "))
        return DONE


def _needs(extra: str) -> str:
    return f"velado[{extra}]" if extra else ""


COMMAND = Formats()
