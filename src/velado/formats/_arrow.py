"""Values of Arrow columns as cells, and cells as values again: text, numbers, dates, and lists and records of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Leaf", "fits_type", "holds_text", "leaves", "plain_type", "rebuilt", "told_type"]

Leaf = tuple[tuple[str, ...], str, str]  # the keys below the column, the value as text, "" or number or date
_WHOLE = re.compile(r"-?\d+")
_FRACTION = re.compile(r"\.0+(?!\d)|(\.\d{6})\d+")  # of a second: zeros, and what is finer than a microsecond


def plain_type(kind: pa.DataType) -> pa.DataType:
    """The type in which values are written: extension types as what they are stored as, categories with room for more."""
    import pyarrow as pa

    if isinstance(kind, pa.BaseExtensionType):
        return plain_type(kind.storage_type)
    if pa.types.is_dictionary(kind):
        return pa.dictionary(pa.int32(), kind.value_type, kind.ordered)
    return kind


def told_type(kind: pa.DataType) -> str:
    """What a value of this type is to us: text, number, real, date, binary, list, struct, map, or nothing."""
    import pyarrow as pa

    if isinstance(kind, pa.BaseExtensionType):
        return told_type(kind.storage_type)
    if pa.types.is_dictionary(kind):
        return told_type(kind.value_type)
    for name, tests in _kinds().items():
        if any(test(kind) for test in tests):
            return name
    return ""


def _kinds() -> dict[str, tuple[Callable[[Any], bool], ...]]:
    from pyarrow import types

    return {
        "text": (types.is_string, types.is_large_string, types.is_string_view),
        "number": (types.is_integer, types.is_decimal),
        "real": (types.is_floating,),
        "date": (types.is_date, types.is_timestamp),
        "binary": (types.is_binary, types.is_large_binary, types.is_binary_view, types.is_fixed_size_binary),
        "map": (types.is_map,),
        "list": (types.is_list, types.is_large_list, types.is_fixed_size_list, types.is_list_view, types.is_large_list_view),
        "struct": (types.is_struct,),
    }


def holds_text(kind: pa.DataType) -> bool:
    """Whether something in a column of this type may have to be read: all but truth values, times and real numbers."""
    told = told_type(kind)
    if told == "struct":
        return any(holds_text(kind.field(number).type) for number in range(kind.num_fields))
    if told == "map":
        return holds_text(kind.key_type) or holds_text(kind.item_type)
    return holds_text(kind.value_type) if told == "list" else told in ("text", "number", "date", "binary")


def leaves(value: Any, kind: pa.DataType, path: tuple[str, ...] = ()) -> Iterator[Leaf]:
    """The single values inside a value, in order. What is missing has none."""
    if value is None:
        return
    told = told_type(kind)
    if told == "text":
        yield path, value, ""
    elif told == "binary":
        if (text := _as_text(value)) is not None:
            yield path, text, ""
    elif told in ("number", "real"):
        yield path, _figures(value), "number"
    elif told == "date":
        yield path, _FRACTION.sub(r"\1", value if isinstance(value, str) else value.isoformat()), "date"
    elif told == "list":
        for inner in value:
            yield from leaves(inner, kind.value_type, path)
    elif told == "struct":
        for number in range(kind.num_fields):
            field = kind.field(number)
            yield from leaves(value[field.name], field.type, (*path, field.name))
    elif told == "map":
        for key, inner in value:
            yield from leaves(key, kind.key_type, path)
            yield from leaves(inner, kind.item_type, (*path, key) if isinstance(key, str) else path)


def rebuilt(value: Any, kind: pa.DataType, new: Iterator[str | None]) -> Any:
    """The value with the new texts of its leaves; a text that does not fit the type leaves it empty."""
    if value is None:
        return None
    told = told_type(kind)
    if told == "binary":
        if (text := _as_text(value)) is None:
            return None  # what cannot be read does not go out
        said = next(new)
        return value if said is None else _fitting(said.encode(), kind, text)
    if told == "text":
        said = next(new)
        return value if said is None else said
    if told in ("number", "real", "date"):
        said = next(new)
        return value if said is None else _typed(said, value, told)
    if told == "list":
        return [rebuilt(inner, kind.value_type, new) for inner in value]
    if told == "struct":
        fields: Iterable[Any] = (kind.field(number) for number in range(kind.num_fields))
        return {field.name: rebuilt(value[field.name], field.type, new) for field in fields}
    if told == "map":
        return [(rebuilt(key, kind.key_type, new), rebuilt(inner, kind.item_type, new)) for key, inner in value]
    return value


def _as_text(value: bytes) -> str | None:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _fitting(data: bytes, kind: pa.DataType, old: str) -> bytes | None:
    width = getattr(kind, "byte_width", 0) if told_type(kind) == "binary" and str(kind).startswith("fixed") else 0
    return None if width and len(data) != width else data


def _figures(value: Any) -> str:
    """A number as it would be typed; a whole one without a point."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return format(value, "f") if isinstance(value, Decimal) else str(value)


def _typed(text: str, old: Any, told: str) -> Any:
    """A new text as a value of the old one's type; None when it is none."""
    try:
        if told == "date":
            if isinstance(old, str):
                return text
            kind = datetime if isinstance(old, datetime) else date
            return kind.fromisoformat(text)
        if isinstance(old, int):
            return int(text) if _WHOLE.fullmatch(text) and abs(int(text)) < 2**63 else None
        return type(old)(text)
    except (ValueError, ArithmeticError):
        return None


def fits_type(text: str, typed: str, old: str) -> bool:
    """Whether a new text can stand where `old` stood as a number or date ("typed").

    >>> fits_type("55", "number", "12"), fits_type("[ID]", "number", "12"), fits_type("2020-01-02", "date", "2021-03-04")
    (True, False, True)
    """
    if typed == "date":
        return _typed(text, datetime.fromisoformat(old) if len(old) > 10 else date.fromisoformat(old), "date") is not None
    return _typed(text, int(old) if _WHOLE.fullmatch(old) else Decimal(old), "number") is not None
