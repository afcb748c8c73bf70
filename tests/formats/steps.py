"""A format step by step, for tests that look at what lies between reading, writing and verifying."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from velado.document import Document
from velado.formats import DEFAULTS, Format, Handled, Options, format_for
from velado.formats._units import Units
from velado.formats.source import Source, source_in_memory, source_of


class Steps:
    """Takes paths where a format takes sources; each file is one source from the first step to the last."""

    def __init__(self, style: Format | None) -> None:
        assert style is not None
        self._style = style
        self._sources: dict[Path, Source] = {}
        self._last: Source | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._style, name)

    def read(self, path: Path, options: Options = DEFAULTS) -> Iterable[Document]:
        """The documents of a file."""
        self._sources[path] = self._last = source_of(path)
        return self._style.read(self._last, options)

    def write(self, target: Path, path: Path, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """Write the results of a file that was read before."""
        known = self._sources.get(path) or (source_of(path) if path.exists() else source_in_memory(path.name, b""))
        units = Units(known.units._key)
        units.style = known.units.style
        self._last = replace(known, units=units)
        return self._style.write(target, self._last, iter(handled), options)

    def verify(self, target: Path, handled: Sequence[Handled]) -> Sequence[str]:
        """Verify what was written last."""
        return self._style.verify(target, self._last or source_in_memory(target.name, b""), handled)


def steps_for(path: Path) -> Steps:
    """The format of a file by its name."""
    return Steps(format_for(path))
