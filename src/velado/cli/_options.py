"""Options that several subcommands share, and what they mean."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from velado.cli import WrongCallError
from velado.cli._terminal import shown
from velado.languages import languages

if TYPE_CHECKING:
    from velado.engines import Settings
    from velado.formats import Options
    from velado.policies import Policy

__all__ = ["add_common", "add_jobs", "add_sources", "file_options", "key_of", "policy_of", "settings_of"]


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


def file_options(options: Namespace) -> Options:
    """What the call says about the files themselves."""
    from velado.formats import Options

    return Options(language=options.language)


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
