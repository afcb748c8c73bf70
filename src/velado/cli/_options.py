"""Options that several subcommands share, and what they mean."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from velado.cli import WrongCallError
from velado.cli._terminal import shown

if TYPE_CHECKING:
    from velado.engines import Settings
    from velado.formats import Options
    from velado.policies import Policy

__all__ = [
    "add_common", "add_files", "add_jobs", "add_sources", "add_tables", "file_options", "key_of", "names_columns", "policy_of", "read_columns_file",
    "settings_of",
]  # fmt: skip


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 512:
        raise ArgumentTypeError("a number from 1 to 512 is wanted")
    return int(text)


def _language(text: str) -> str:
    from velado.languages import languages

    if text != "auto" and text not in languages():
        raise ArgumentTypeError(f'unknown language "{text}". Choose from: auto, {", ".join(sorted(languages()))}')
    return text


def add_sources(parser: ArgumentParser) -> None:
    """Files, folders or standard input."""
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help="a file, a folder (walked), or - for standard input")


def add_common(parser: ArgumentParser) -> None:
    """What everything that reads notes takes."""
    parser.add_argument("--language", default="auto", type=_language, metavar="CODE", help="of the notes: es, pt, en (default: told from each note)")
    parser.add_argument("--known", type=Path, metavar="FILE.csv", help="what is known of the patients: see docs/command-line.md")
    parser.add_argument("--forms-only", action="store_true", help="only what its form tells: numbers, dates, contacts; no names, no places")


def add_jobs(parser: ArgumentParser) -> None:
    """For commands that may have many notes."""
    parser.add_argument("--jobs", type=_jobs, metavar="N", help="processes (default: as many as processors, if worth it)")


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise ArgumentTypeError("names of columns are wanted, with commas between them")
    return names


def _limit(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    if not number.strip().isdecimal():
        raise ArgumentTypeError("give it as NAME=NUMBER, such as pages=200")
    return name.strip().replace("-", "_"), int(number)


def add_files(parser: ArgumentParser) -> None:
    """What may be said about the files: the columns of tables, and how much a file may ask of the machine."""
    group = parser.add_argument_group("tables (CSV, TSV, XLSX, Parquet, JSONL)", "names of columns, in capitals or not; see docs/documents.md")

    def add(*options: str, text: str) -> None:
        group.add_argument(*options, type=_names, action="extend", metavar="NAME,…", help=text)

    def add_one(option: str, text: str) -> None:
        group.add_argument(option, action="append", metavar="NAME", help=f"{text}; may be given several times")

    add("--text-column", text="columns that hold notes; may be given several times")
    add_one("--patient-column", "the same value means the same patient: replacements follow it")
    add_one("--id-column", "your own id of each row, kept as it is")
    add_one("--date-column", "holds dates: replaced as the policy says")
    add_one("--keep-column", "stays as it is; the others are handled as ever")
    add_one("--drop-column", "left out")
    add("--known-columns", text="identify the patient: replaced, and searched in the notes of the row")
    add("--keep-columns", text="of all other columns these stay as they are, the rest is dropped")
    add("--drop-columns", text="columns to leave out")
    group.add_argument("--columns", type=Path, metavar="FILE.toml", help="the same in a file: text, patient, id, date, keep, drop, known = [names]")
    parser.add_argument(
        "--limit", type=_limit, action="append", default=[], metavar="NAME=NUMBER",
        help="how much a file may ask of the machine, such as cell_characters=1000000; what goes beyond is withheld",
    )  # fmt: skip


def add_tables(parser: ArgumentParser) -> None:
    """What may be said about the result of tables."""
    from_notes = "of labels in tables: es, pt, en (default: that of most notes)"
    group = parser.add_argument_group("results of tables")
    group.add_argument("--patient", choices=("pseudonym", "label"), default="pseudonym", help="what stands for the patient's id (default: pseudonym)")
    group.add_argument("--label-language", default="auto", type=_language, metavar="CODE", help=from_notes)
    group.add_argument(
        "--on-type-conflict", choices=("text", "null"), default="text",
        help="a column whose type cannot hold what stands there now becomes text, or the value is left empty (default: text)",
    )  # fmt: skip
    group.add_argument("--strict", action="store_true", help="stop before the work where nothing tells what a column holds")


_IN_FILE = {
    "text": "text_column", "patient": "patient_column", "id": "id_column", "date": "date_column", "keep": "keep_column", "drop": "drop_column",
    "known": "known_columns",
}  # fmt: skip


def read_columns_file(options: Namespace) -> None:
    """Add what `--columns` says to what the call says of columns. Raises WrongCallError."""
    path: Path | None = getattr(options, "columns", None)
    if path is None:
        return
    import tomllib

    problem = ""
    content: dict[str, Any] = {}
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        problem = error.strerror or type(error).__name__
    except (ValueError, RecursionError):
        problem = "this is not TOML in UTF-8"
    for name, value in content.items():
        if name not in _IN_FILE:
            problem = problem or f'unknown key "{shown(name)}". Choose from: {", ".join(_IN_FILE)}'
        elif not (isinstance(value, list) and all(isinstance(column, str) and column.strip() for column in value)):
            problem = problem or f"{name}: give a list of names of columns"
        else:
            given = getattr(options, _IN_FILE[name], None) or []
            setattr(options, _IN_FILE[name], [*given, *(column.strip() for column in value)])
    if problem:
        raise WrongCallError(f"--columns {shown(path)}: {problem}")


def names_columns(options: Namespace) -> bool:
    """Whether the call speaks of any column by its name."""
    return any(getattr(options, name, None) for name in (*_IN_FILE.values(), "keep_columns", "drop_columns"))


def file_options(options: Namespace, key: bytes | None = None) -> Options:
    """Return what the call says about the files themselves. `key` is used where its file has been read already."""
    from velado.formats import Limits, Options

    limits = dict(getattr(options, "limit", []))
    names = [field.name for field in fields(Limits)]
    if unknown := sorted(set(limits) - set(names)):
        raise WrongCallError(f'--limit: unknown limit "{shown(unknown[0])}". Choose from: {", ".join(names)}')

    def columns(name: str) -> tuple[str, ...]:
        return tuple(getattr(options, name, None) or ())

    keep = getattr(options, "keep_columns", None)
    return Options(
        columns("text_column"), columns("id_column"), columns("patient_column"), columns("known_columns"), None if keep is None else tuple(keep),
        (*columns("drop_columns"), *columns("drop_column")), options.language, Limits(**limits),
        key=key_of(getattr(options, "key_file", None)) if key is None else key,
        date_columns=columns("date_column"), leave_columns=columns("keep_column"), patient=getattr(options, "patient", "pseudonym"),
        label_language=getattr(options, "label_language", "auto"), on_type_conflict=getattr(options, "on_type_conflict", "text"),
    )  # fmt: skip


def key_of(path: Path | None) -> bytes:
    """Read the secret key from its file; empty without a file. Raise WrongCallError for a file that is not safe to use."""
    from velado.keys import KeyRefusedError, read_key

    if path is None:
        return b""
    try:
        return read_key(path)
    except OSError as error:
        raise WrongCallError(f"--key-file {shown(path)}: {error.strerror}. Make a key with: velado key new FILE") from None
    except KeyRefusedError as error:
        raise WrongCallError(f"--key-file {shown(path)}: {error}") from None


def policy_of(given: str) -> Policy:
    """A policy by name or file. The caller's mistake, in words, when there is none."""
    from velado.policies import load_policy

    try:
        return load_policy(given)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise WrongCallError(f"--policy {shown(given)}: {shown(reason)}") from None


def settings_of(options: Namespace, key: bytes | None = None) -> Settings:
    """Return the pipeline's settings. Raises WrongCallError. `key` is used where its file has been read already."""
    from velado.engines import Settings
    from velado.replacement import strategies

    replace = getattr(options, "replace", None)
    if replace is not None and replace not in strategies():
        raise WrongCallError(f'--replace: unknown strategy "{shown(replace)}". Choose from: {", ".join(sorted(strategies()))}')
    policy = policy_of(getattr(options, "policy", "everything"))
    key = key_of(getattr(options, "key_file", None)) if key is None else key
    stages = ("meddocan",) if getattr(options, "labels", "") == "meddocan" else ()
    return Settings(policy, options.language, replace, key, not options.forms_only, stages)
