"""What the values of a JSON file are that follows no standard: by the names of their keys, as in tables."""

from __future__ import annotations

import re

from velado.columns import (
    digits_of,
    fits,
    is_content,
    is_field,
    is_figure,
    is_test,
    is_unit,
    is_value_field,
    meaning_of,
    names_a_test,
    shape_of,
    words_of,
)
from velado.formats._fhir_files import is_packed
from velado.formats._fhir_roles import KEEP, READ, Role
from velado.formats._json_tree import Node
from velado.labels import NAMES

__all__ = ["key_role", "plain_role"]

# What no engine need look at: signs alone, one or two letters, a small number.
_TRIVIAL = re.compile(r"[\W_]*|[^\W\d_]{1,2}|[+-]?\d{1,4}(?:[.,]\d{1,12})?(?:[eE][+-]?\d{1,3})?")
_SHORT = 200  # characters; longer values are prose and need no name in front
_PEOPLE = frozenset({"pacientes", "patients", "personas", "persons", "people", "pessoas", "utentes", "usuarios", "medicos", "doctors"})


def key_role(node: Node) -> Role:
    """What becomes of a key: names of fields stay, those of an object of people are theirs, all others are read."""
    key = node.key or ""
    above = node.parent
    if not key.strip() or is_field(key):
        return KEEP
    if node.kind == "object" and above is not None and above.kind == "object" and not _PEOPLE.isdisjoint(words_of(above.key or "")):
        return Role("given", shape_of(key))
    return READ


def plain_role(node: Node) -> Role:
    """What becomes of a string or number."""
    value, key = node.text, node.name()
    label = fits(meaning_of(key), value)
    if label and not (label in NAMES and (names_a_test(value) or is_unit(value))):
        return Role("given", label)
    if _TRIVIAL.fullmatch(value.strip()) or is_content(key, value):
        return KEEP
    if len(value) <= _SHORT and (names_a_test(value) or is_unit(value) or _is_measured(node, key)):
        return KEEP
    if node.kind == "string" and is_packed(value):
        return Role("file")
    called = " ".join(words_of(key)) if len(value) <= _SHORT and "\n" not in value else ""
    return Role("read", "", f"{called}: " if called else "")


def _is_measured(node: Node, key: str) -> bool:
    """Whether a figure is a result: by its key, or by the test or unit beside it. It is nobody's number."""
    if most := digits_of(key):
        return is_figure(node.text, most)
    if not is_value_field(key) or not is_figure(node.text):
        return False
    owner = node.owner()
    beside = owner.children if owner is not None else []
    return any(len(other.text) <= 60 and (is_test(other.text) or is_unit(other.text)) for other in beside if other.kind == "string" and other is not node)
