"""The report of a run as JSON: what was done to which input, with nothing of a patient in it.

Inputs are told apart by a digest under the run's key, or by their number where there is no key: whoever holds a safe note
could find what was replaced in it by trying candidates against a plain digest of the original.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from velado import __version__
from velado.cli._atomic import atomic_write
from velado.cli._looking import is_read
from velado.cli._sources import Skipped

__all__ = ["Report", "emptied", "entry_of", "files_left_out", "left_out"]

_LEFT_OUT = "left out of the"  # how formats begin to tell of what they could not take along
_FILES = re.compile(r"\((\d+) files\)$")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _path(relative: Path) -> str:
    return relative.as_posix().encode("utf-8", "backslashreplace").decode()


def left_out(cleaned: Iterable[str]) -> list[str]:
    """Return what a format says of members and attachments that it could not take along."""
    return [note for note in cleaned if note.startswith(_LEFT_OUT)]


def files_left_out(cleaned: Iterable[str]) -> int:
    """Count the files that were left out without being read: each is a note that was withheld."""
    notes = [note for note in left_out(cleaned) if "withheld" not in note]  # withheld documents are counted already
    return sum(int(match[1]) if (match := _FILES.search(note)) else 1 for note in notes)


def entry_of(answer: Mapping[str, Any], *, keyed: bool) -> dict[str, Any]:
    """Return what is told of one file, without its name. A file that could not be read counts as one note."""
    written = answer["written"]
    missing = files_left_out(answer["cleaned"])
    # How many notes are in a file that was not read to its end is not known.
    notes = answer["notes"] + missing if written else 1 if answer["problem"] else max(answer["notes"], 1)
    languages: Mapping[str, int] = answer["languages"]
    problems = [problem for problem in (answer["problem"], *answer["reasons"]) if problem]
    entry: dict[str, Any] = {
        "id": answer["input"][:12] if keyed else "",
        "format": answer["format"],
        "notes": notes,
        "withheld": answer["withheld"] + missing if written else notes,
        "problems": problems,
        "language": max(languages, key=languages.__getitem__) if languages else None,
        "counts": dict(sorted(answer["counts"].items())) if written else {},
        "cleaned": answer["cleaned"],
        "verified": written,
        "input_hmac": answer["input"] or None if keyed else None,
        "output_sha256": answer["output"] or None if written else None,
        "finished": _now(),
    }
    if answer["tables"] is not None:
        entry["rows"] = answer["rows"] if written else 0
        entry["tables"] = [{"rows": one["rows"], "columns": len(one["columns"]), "notes": is_read([one])} for one in answer["tables"]]
        entry["columns"] = _columns(answer)
    if len(languages) > 1:
        entry["languages"] = dict(sorted(languages.items()))
    return entry


def _columns(answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What each column was taken for, why, and what became of its cells."""
    if answer["written"]:
        return [{name: value for name, value in column.items() if name != "label"} for column in answer["columns"]]
    return [{"column": column["name"], "role": column["role"], "reason": column["reason"]} for one in answer["tables"] for column in one["columns"]]


def emptied(columns: Iterable[Mapping[str, Any]]) -> list[str]:
    """Say which cells of a table were emptied, and which columns are text now."""
    told = []
    for column in columns:
        lost = column.get("nulls", 0)
        if lost:
            told.append(f"column {column['column']}: {lost:,} value{'s' if lost != 1 else ''} left empty, because the column's type cannot hold what stands there")
        if column.get("became_text"):
            told.append(f"column {column['column']} became text, because its type cannot hold what stands there now; see --on-type-conflict")
        if column["emptied"] and column["action"] != "dropped":
            told.append(f"column {column['column']}: {column['emptied']:,} cell{'s' if column['emptied'] != 1 else ''} emptied")
    return told


@dataclass(slots=True)
class Report:
    """Gathers what is told of each file."""

    policy: str
    replace: str | None
    keyed: bool
    names: bool = False
    started: str = field(default_factory=_now)
    entries: list[dict[str, Any]] = field(default_factory=list)
    _ids: Counter[str] = field(default_factory=Counter)

    def add(self, entry: dict[str, Any], relative: Path) -> None:
        """Tell of one file. Without a digest its number is its id; of several with the same content the later ones get a number.

        File names may carry names of people: the path is told only when `names` is set.
        """
        id = entry["id"] or f"file-{len(self.entries) + 1}"
        self._ids[id] += 1
        first = {"id": f"{id}-{self._ids[id]}" if self._ids[id] > 1 else id} | ({"path": _path(relative)} if self.names else {})
        self.entries.append(first | {name: value for name, value in entry.items() if name != "id"})

    def write(self, path: Path, skipped: Sequence[Skipped] = ()) -> None:
        """Write the report; all of it or nothing."""
        counts: Counter[str] = Counter()
        for entry in self.entries:
            counts.update(entry["counts"])
        whole = {
            "velado": __version__,
            "started": self.started,
            "finished": _now(),
            "policy": self.policy,
            "replace": self.replace,
            "keyed": self.keyed,
            "files": len(self.entries),
            "notes": sum(entry["notes"] for entry in self.entries),
            "rows": sum(entry.get("rows", 0) for entry in self.entries),
            "withheld": sum(entry["withheld"] for entry in self.entries),
            "skipped": [{"reason": one.reason} | ({"path": _path(one.relative)} if self.names else {}) for one in skipped],
            "counts": dict(sorted(counts.items())),
            "entries": self.entries,
        }
        with atomic_write(path) as part:
            part.write_text(json.dumps(whole, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
