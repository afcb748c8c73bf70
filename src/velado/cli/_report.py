"""The report of a run as JSON: what was done to which input, with nothing of a patient in it."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from velado import __version__
from velado.cli._work import File, placed
from velado.engines import Settings

__all__ = ["Report", "digest", "entry_of"]


def digest(path: Path) -> str | None:
    """The SHA-256 of a file; None when it cannot be read."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def entry_of(
    file: File, input_digest: str | None, output_digest: str | None, *, written: bool, names: bool = False
) -> dict[str, Any]:
    """What is told of one file. Its id comes from its content's digest, because file names may carry names; the path below
    the source folder is told only when `names` is set."""
    entry: dict[str, Any] = {"id": input_digest[:12] if input_digest else "unread"}
    if names:
        entry["path"] = file.source.relative.as_posix().encode("utf-8", "backslashreplace").decode()
    entry |= {
        "format": file.format.name if file.format else None,
        "documents": file.documents,
        "withheld": file.withheld if written else max(file.withheld, 1),
        "problems": file.problems,
        "language": file.languages.most_common(1)[0][0] if file.languages else None,
        "counts": dict(sorted(file.counts.items())),
        "cleaned": file.cleaned,
        "verified": written,
        "input_sha256": input_digest,
        "output_sha256": output_digest,
        "finished": _now(),
    }
    if len(file.languages) > 1:
        entry["languages"] = dict(sorted(file.languages.items()))
    return entry


@dataclass(slots=True)
class Report:
    """Gathers what is told of each file."""

    settings: Settings
    names: bool = False
    started: str = field(default_factory=_now)
    entries: list[dict[str, Any]] = field(default_factory=list)
    _ids: Counter[str] = field(default_factory=Counter)

    def add(self, entry: dict[str, Any]) -> None:
        """Tell of one file; of several with the same content the later ones get a number."""
        id = entry["id"]
        self._ids[id] += 1
        self.entries.append(entry | {"id": f"{id}-{self._ids[id]}"} if self._ids[id] > 1 else entry)

    def write(self, path: Path) -> None:
        """Write the report; all of it or nothing."""
        counts: Counter[str] = Counter()
        for entry in self.entries:
            counts.update(entry["counts"])
        policy = self.settings.policy
        whole = {
            "velado": __version__,
            "started": self.started,
            "finished": _now(),
            "policy": policy if isinstance(policy, str) else policy.name,
            "replace": self.settings.replace,
            "keyed": bool(self.settings.key),
            "files": len(self.entries),
            "documents": sum(entry["documents"] for entry in self.entries),
            "withheld": sum(entry["withheld"] for entry in self.entries),
            "counts": dict(sorted(counts.items())),
            "entries": self.entries,
        }
        with placed(path) as part:
            part.write_text(json.dumps(whole, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
