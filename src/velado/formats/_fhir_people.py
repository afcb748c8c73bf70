"""The patients of a file: what their resources say of them, and which resource is about whom."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from velado.columns import birth_date_of
from velado.document import Subject
from velado.formats._fhir_ids import target_of
from velado.formats._json_tree import Node

__all__ = ["Patients", "full_name", "units_of"]

_CONTAINERS = frozenset({"Bundle", "Parameters"})
_ABOUT = ("subject", "patient", "for", "beneficiary", "individual", "policyHolder", "recordTarget")
_LEAST = 4  # signs of a number that is searched in the notes
_REMEMBERED = 200_000  # patients of a file whose resources stand on lines of their own
_UUID = re.compile(r"[0-9A-Fa-f]{8}-[0-9A-Fa-f-]{27}")


def units_of(root: Node) -> Iterator[tuple[Node, str]]:
    """Every resource that is about somebody, with its full URL: those inside bundles and lists, not those inside another."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.kind == "object" and (kind := node.string("resourceType")) and kind not in _CONTAINERS:
            above = node.owner()
            yield node, above.string("fullUrl") if above is not None else ""
        else:
            waiting += reversed(node.children)


def full_name(name: Node) -> str:
    """A HumanName in one line.

    >>> from velado.formats._json_tree import parse
    >>> full_name(parse('{"family": "Gil Soto", "given": ["Ana", "Luz"]}'))
    'Ana Luz Gil Soto'
    """
    given = [part.text for part in name.items("given") if part.kind == "string"]
    return " ".join(part for part in (*given, name.string("family")) if part.strip())


@dataclass(slots=True)
class _Person:
    names: dict[str, None] = field(default_factory=dict, repr=False)
    numbers: dict[str, None] = field(default_factory=dict, repr=False)
    born: date | None = field(default=None, repr=False)
    country: str = ""


def _country(resource: Node) -> str:
    codes = [address.string("country") for address in resource.items("address")]
    return next((code for code in codes if re.fullmatch(r"[A-Z]{2}", code)), "")


def _names(resource: Node) -> list[str]:
    return [name for entry in resource.items("name") for name in (entry.string("text"), full_name(entry)) if name.strip()]


def _numbers(resource: Node, *elements: str) -> list[str]:
    return [number for key in elements for entry in resource.items(key) if (number := entry.string("value").strip())]


def _own_key(resource: Node) -> str:
    """What a patient is told from others by: the id, else a number, else the name."""
    return next(iter([*filter(None, [resource.string("id")]), *_numbers(resource, "identifier"), *_names(resource)]), "")


@dataclass(slots=True)
class Patients:
    """Who is known, and under which addresses and numbers."""

    _people: dict[str, _Person] = field(default_factory=dict, repr=False)
    _keys: dict[str, str] = field(default_factory=dict, repr=False)  # full URLs and record numbers to keys
    types: dict[str, str] = field(default_factory=dict, repr=False)  # of resources, by full URL
    others: Patients | None = field(default=None, repr=False)  # those of the whole file, when these are of one line

    def learn(self, root: Node) -> None:
        """What a file, or a line of it, says of patients."""
        for unit, url in units_of(root):
            if url:
                self.types[url] = unit.string("resourceType")
            for node in unit.walk():
                if node.kind == "object" and node.string("resourceType") == "Patient":
                    self._patient(node, url if node is unit else "")
        for unit, _ in units_of(root):
            for node in unit.walk():
                if node.key in _ABOUT and node.kind == "object" and node.string("display"):
                    key = self._key(node, unit)
                    if key in self._people or target_of(node.string("reference"))[0] == "Patient":
                        self._people.setdefault(key, _Person()).names[node.string("display")] = None

    def _patient(self, resource: Node, url: str) -> None:
        if len(self._people) >= _REMEMBERED:
            return
        key = _own_key(resource)
        person = self._people.setdefault(key, _Person())
        person.names.update(dict.fromkeys(_names(resource)))
        numbers = _numbers(resource, "identifier", "telecom")
        plain = [] if _UUID.fullmatch(key) or sum(map(str.isdigit, key)) < 5 else [key]
        person.numbers.update(dict.fromkeys(n for n in (*numbers, *plain) if sum(map(str.isalnum, n)) >= _LEAST and "@" not in n))
        person.born = person.born or birth_date_of(resource.string("birthDate"))
        person.country = person.country or _country(resource)
        if url:
            self._keys[url] = key
        for number in _numbers(resource, "identifier"):
            self._keys[f"number {number}"] = key

    def _key(self, reference: Node, unit: Node) -> str:
        """The key of the patient that a reference names; "" when it names none."""
        address = reference.string("reference")
        if address.startswith("#"):
            for inner in unit.items("contained"):
                if inner.string("resourceType") == "Patient" and inner.string("id") == address[1:]:
                    return _own_key(inner)
            return ""
        kind, id = target_of(address)
        if address in self._keys:
            return self._keys[address]
        if kind == "Patient" or (not kind and address and self.types.get(address) == "Patient"):
            return id
        number = reference.get("identifier")
        return self._numbered(f"number {number.string('value')}") if number is not None else ""

    def _numbered(self, number: str) -> str:
        return self._keys.get(number) or (self.others._numbered(number) if self.others is not None else "")

    def _known(self, key: str) -> list[_Person]:
        own = [self._people[key]] if key in self._people else []
        return own + (self.others._known(key) if self.others is not None else [])

    def about(self, unit: Node) -> str:
        """The key of the patient whom a resource is about; "" when it is about none, or nothing tells."""
        if unit.string("resourceType") == "Patient":
            return _own_key(unit)
        for name in _ABOUT:
            for reference in unit.items(name):
                if reference.kind == "object" and (key := self._key(reference, unit)):
                    return key
        for node in unit.walk():
            if node.kind == "object" and node.get("reference") is not None and (key := self._key(node, unit)):
                return key
        return ""

    def subject(self, key: str, alone: bool = False) -> Subject:
        """What is known of a patient; with `alone`, of all that the file speaks of, as they are one."""
        people = list(self._people.values()) if alone else self._known(key)
        born = next((person.born for person in people if person.born), None)
        names = dict.fromkeys(name for person in people for name in person.names)
        numbers = dict.fromkeys(number for person in people for number in person.numbers)
        return Subject(key, tuple(names), born, tuple(numbers))

    def country(self, key: str) -> str:
        """The country where a patient lives, as a code; "" when it is not told."""
        return next((person.country for person in self._known(key) if person.country), "")
