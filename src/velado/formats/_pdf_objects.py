"""Entries of PDF dictionaries, followed to the objects they stand for, and new streams."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pypdf.generic import StreamObject

__all__ = ["compressed", "entry"]


def entry(dictionary: Any, key: str, default: Any = None) -> Any:
    """The object under a key, wherever in the file it stands; `default` when there is none or it is null."""
    found = dictionary.get(key)
    if found is None:
        return default
    target = found.get_object() if hasattr(found, "get_object") else found
    return default if target is None or type(target).__name__ == "NullObject" else target


def compressed(data: bytes) -> StreamObject:
    """A new stream."""
    from pypdf.generic import StreamObject

    plain = StreamObject()
    plain.set_data(data)
    return plain.flate_encode()
