"""The lists of words, codes and templates in `benchmarks/tables/`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["FOLDER", "choices", "names", "records", "templates", "towns", "words"]

FOLDER = Path(__file__).parent.parent / "tables"


@cache
def _words(language: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / language / "words.toml").read_text("utf-8"))


def words(language: str, name: str, country: str = "") -> str:
    """Return an entry of a language's list, or of one of its countries."""
    entries = _words(language)
    return str(entries[country][name] if country else entries[name])


@cache
def choices(language: str, name: str, country: str = "") -> tuple[str, ...]:
    """Return the entries of a list that are kept apart by bars."""
    return tuple(word.strip() for word in words(language, name, country).split("|"))


@cache
def names(language: str, name: str) -> tuple[str, ...]:
    """Return the names of a list; an underscore stands for a blank inside a name."""
    return tuple(word.replace("_", " ") for word in words(language, name).split())


@cache
def towns(language: str, country: str) -> tuple[tuple[str, str], ...]:
    """Return the towns of a country, each with its postcode, which may have a blank in it."""
    found = []
    for entry in choices(language, "towns", country):
        cut = next(at for at, sign in enumerate(entry) if sign == " " and any(map(str.isdigit, entry[at:].split()[0])))
        found.append((entry[:cut], entry[cut + 1 :]))
    return tuple(found)


@cache
def records(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a list of codes such as diagnoses.txt."""
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    return tuple(tuple(cell.strip() for cell in line.split("|")) for line in lines if line and not line.startswith("#"))


@cache
def templates(language: str) -> tuple[str, ...]:
    """Return the templates of notes of a language."""
    return tuple(text.strip() for text in (FOLDER / language / "notes.txt").read_text("utf-8").split("\n---\n"))
