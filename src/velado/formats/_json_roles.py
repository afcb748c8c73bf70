"""What the values of a JSON file are that follows no standard: by the names of their keys, as in tables."""

from __future__ import annotations

import re

from velado.formats._columns import fits, meaning_of, words_of
from velado.formats._fhir_files import is_packed
from velado.formats._fhir_roles import KEEP, Role
from velado.formats._json_tree import Node

__all__ = ["plain_role"]

# What no engine need look at: signs alone, one or two letters, a small number.
_TRIVIAL = re.compile(r"[\W_]*|[^\W\d_]{1,2}|[+-]?\d{1,4}(?:[.,]\d{1,12})?(?:[eE][+-]?\d{1,3})?")
_SHORT = 200  # characters; longer values are prose and need no name in front


def plain_role(node: Node) -> Role:
    """What becomes of a string or number."""
    value, key = node.text, node.name()
    if label := fits(meaning_of(key), value):
        return Role("given", label)
    if _TRIVIAL.fullmatch(value.strip()):
        return KEEP
    if node.kind == "string" and is_packed(value):
        return Role("file")
    called = " ".join(words_of(key)) if len(value) <= _SHORT and "\n" not in value else ""
    return Role("read", "", f"{called}: " if called else "")
