"""What a folder of the package offers: one file is one extension, plus the entry points of other packages."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any

__all__ = ["modules", "offered"]


@cache
def modules(package: str) -> tuple[ModuleType, ...]:
    """Every public module of `velado.<package>`, in the order of their names."""
    home = importlib.import_module(f"velado.{package}")
    names = sorted(entry.name for entry in pkgutil.iter_modules(home.__path__) if not entry.name.startswith("_"))
    return tuple(importlib.import_module(f"velado.{package}.{name}") for name in names)


@cache
def _points() -> Any:
    # To look through all installed packages takes a while: once is enough.
    return entry_points()


@cache
def offered(package: str, attribute: str) -> tuple[Any, ...]:
    """The values named `attribute` in the modules of a folder, then those of other packages' entry points.

    A tuple or list counts as several. Other packages join in with the entry-point group `velado.<package>`.
    """
    values: list[Any] = []
    found = [getattr(module, attribute, None) for module in modules(package)]
    found += [point.load() for point in _points().select(group=f"velado.{package}")]
    for value in found:
        if value is not None:
            values.extend(value if isinstance(value, tuple | list) else [value])
    return tuple(values)
