"""Options that several subcommands share, and what they mean."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from velado.cli import WrongCallError
from velado.cli._terminal import shown
from velado.languages import languages

if TYPE_CHECKING:
    from velado.engines import Settings
    from velado.formats import Options
    from velado.policies import Policy

__all__ = ["add_common", "add_files", "add_jobs", "add_sources", "file_options", "key_of", "policy_of", "settings_of"]


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 512:
        raise ArgumentTypeError("a number from 1 to 512 is wanted")
    return int(text)


def add_sources(parser: ArgumentParser) -> None:
    """Files, folders or standard input."""
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help="a file, a folder (walked), or - for standard input")


def add_common(parser: ArgumentParser) -> None:
    """What everything that reads notes takes."""
    parser.add_argument(
        "--language", default="auto", choices=["auto", *sorted(languages())], help="of the notes (default: told from each note)"
    )
    parser.add_argument("--known", type=Path, metavar="FILE.csv", help="what is known of the patients: see docs/command-line.md")
    parser.add_argument("--rules-only", action="store_true", help="without the learned model: faster, finds less")


def add_jobs(parser: ArgumentParser) -> None:
    """For commands that may have many notes."""
    parser.add_argument("--jobs", type=_jobs, metavar="N", help="processes (default: as many as processors, if worth it)")


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise ArgumentTypeError("names of columns are wanted, with commas between them")
    return names


def _limit(text: str) -> tuple[str, int]:
    from velado.formats import Limits

    known = [field.name for field in fields(Limits)]
    name, _, number = text.partition("=")
    name = name.strip().replace("-", "_")
    if name not in known or not number.strip().isdecimal():
        raise ArgumentTypeError(f"NAME=NUMBER is wanted; the names are {', '.join(known)}")
    return name, int(number)


def add_files(parser: ArgumentParser) -> None:
    """What may be said about the files: the columns of tables, and how much a file may ask of the machine."""
    group = parser.add_argument_group("tables (CSV, TSV, XLSX, Parquet, JSONL)", "names of columns, in capitals or not; see docs/documents.md")

    def add(option: str, text: str) -> None:
        group.add_argument(option, type=_names, action="extend", metavar="NAME,…", help=text)

    add("--text-column", "columns that hold notes; may be given several times")
    group.add_argument("--id-column", default="", metavar="NAME", help="your own id of each row, kept as it is")
    group.add_argument("--patient-column", default="", metavar="NAME", help="the same value means the same patient: replacements follow it")
    add("--known-columns", "identify the patient: replaced, and searched in the notes of the row")
    add("--keep-columns", "of all other columns these stay as they are, the rest is dropped")
    add("--drop-columns", "columns to leave out")
    parser.add_argument(
        "--limit", type=_limit, action="append", default=[], metavar="NAME=NUMBER",
        help="how much a file may ask of the machine, such as cell_characters=1000000; what goes beyond is withheld",
    )  # fmt: skip


def file_options(options: Namespace) -> Options:
    """What the call says about the files themselves."""
    from velado.formats import Limits, Options

    def columns(name: str) -> tuple[str, ...]:
        return tuple(getattr(options, name, None) or ())

    keep = getattr(options, "keep_columns", None)
    return Options(
        columns("text_column"), getattr(options, "id_column", ""), getattr(options, "patient_column", ""),
        columns("known_columns"), None if keep is None else tuple(keep), columns("drop_columns"), options.language,
        Limits(**dict(getattr(options, "limit", []))), key=key_of(getattr(options, "key_file", None)),
    )  # fmt: skip


def key_of(path: Path | None) -> bytes:
    """The secret key from its file, without the line end an editor leaves."""
    from velado.pipeline import LEAST_KEY

    if path is None:
        return b""
    try:
        key = path.read_bytes().rstrip(b"\r\n")
    except OSError as error:
        raise WrongCallError(f"--key-file {shown(path)}: {error.strerror}") from None
    if len(key) < LEAST_KEY:
        make = "head -c 32 /dev/urandom | base64 > key"
        raise WrongCallError(f"--key-file: a key has at least {LEAST_KEY} bytes; make one with: {make}")
    return key


def policy_of(given: str) -> Policy:
    """A policy by name or file. The caller's mistake, in words, when there is none."""
    from velado.policies import load_policy

    try:
        return load_policy(given)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise WrongCallError(f"--policy {shown(given)}: {shown(reason)}") from None


def settings_of(options: Namespace) -> Settings:
    """The pipeline's settings; wrong ones are the caller's mistake."""
    from velado.engines import Settings
    from velado.replacement import strategies

    replace = getattr(options, "replace", None)
    if replace is not None and replace not in strategies():
        raise WrongCallError(f"--replace {shown(replace)}: there is {', '.join(sorted(strategies()))}")
    policy = policy_of(getattr(options, "policy", "everything"))
    key = key_of(getattr(options, "key_file", None))
    return Settings(policy, options.language, replace, key, not options.rules_only)
