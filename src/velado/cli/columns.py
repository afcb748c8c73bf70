"""`velado columns`: what the columns of tables are taken for, why, and what would happen to them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass

from velado.cli._looking import show_tables
from velado.cli._options import add_files, add_tables, read_columns_file

__all__ = ["COMMAND"]


@dataclass(frozen=True)
class Columns:
    """Shows the columns of tables."""

    name: str = "columns"
    help: str = "show what the columns of tables are taken for, and what a run would do with them"

    def arguments(self, parser: ArgumentParser) -> None:
        """What it takes."""
        parser.add_argument("sources", nargs="+", metavar="FILE", help="a table, or a folder with tables")
        parser.add_argument("--policy", default="everything", metavar="NAME|FILE", help="see `velado policies` (default: everything)")
        parser.add_argument("--replace", metavar="STRATEGY", help="one way to replace for all labels, instead of the policy's own")
        parser.add_argument("--language", default="auto", metavar="CODE", help="of the notes: es, pt, en (default: told from each note)")
        parser.add_argument("--json", action="store_true", help="for programs")
        add_files(parser)
        add_tables(parser)

    def run(self, options: Namespace) -> int:
        """Print the tables; exit code 3 when one cannot be read."""
        from velado.cli._dispatch import Setup

        read_columns_file(options)
        options.forms_only = True  # nothing is read by the engine
        plain = {name: value for name, value in vars(options).items() if isinstance(value, str | int | float | list | None)}
        return show_tables(Setup(plain, looks=True), options, as_json=options.json)


COMMAND = Columns()
