"""Velado takes the identity of people out of clinical text, in Spanish, Portuguese and English.

>>> import velado
>>> velado.deidentify("Tel. 612 345 678", language="es").text
'Tel. [TELÉFONO]'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from velado.document import Document, Result, Span, Subject
    from velado.pipeline import Pipeline, deidentify, detect
    from velado.policies.policy import Policy

__all__ = ["Document", "Pipeline", "Policy", "Result", "Span", "Subject", "__version__", "deidentify", "detect"]
__version__ = "0.1.0"

# Where each name lives: looked up when first asked for, so that `import velado` costs nothing.
_HOMES = {
    "Document": "document", "Result": "document", "Span": "document", "Subject": "document",
    "Pipeline": "pipeline", "deidentify": "pipeline", "detect": "pipeline", "Policy": "policies.policy",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'velado' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"velado.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(_HOMES))
