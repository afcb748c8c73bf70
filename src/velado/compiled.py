"""The one place that knows whether the compiled inner loops are installed. They make nothing possible, only faster."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

__all__ = ["compiled"]

_INTERFACE = 2  # what this version calls; another one is as good as none


@cache
def compiled() -> ModuleType | None:
    """The module velado_compiled, or None where it is missing, made for another version, or numpy is missing, whose arrays it fills."""
    if not find_spec("numpy") or not find_spec("velado_compiled"):
        return None
    try:
        found = import_module("velado_compiled")
    except ImportError:  # built for another machine
        return None
    return found if getattr(found, "INTERFACE", None) == _INTERFACE else None
