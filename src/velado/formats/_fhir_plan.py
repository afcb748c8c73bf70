"""What the engine gets of a record: for each patient one document of names and prose, and one of dates.

Every value is a line of its own, the names with a word in front that says whose they are, so that the engine finds them
again in the narrative. Dates stand apart: they are certain, and need not be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from velado.columns import birth_date_of, is_plain_name, language_of_prose, meaning_of, spaced
from velado.document import Document, Span, Subject
from velado.formats import Options
from velado.formats._fhir_files import Packed, packed
from velado.formats._fhir_ids import Pseudonyms, target_of
from velado.formats._fhir_people import Patients, full_name, units_of
from velado.formats._fhir_roles import KEEP, READ, Role, Where, role_of
from velado.formats._html import HtmlReader
from velado.formats._json_roles import key_role, plain_role
from velado.formats._json_tree import Node
from velado.formats._weave import Stream, Thread, Weave, woven
from velado.labels import NAMES

__all__ = ["Group", "Place", "Plan", "Slot"]

_LEADS = {
    "PATIENT_NAME": ("Paciente", "Paciente", "Patient"), "STAFF_NAME": ("Médico", "Médico", "Doctor"),
    "RELATIVE_NAME": ("Familiar", "Familiar", "Relative"), "PERSON_NAME": ("Nombre", "Nome", "Name"),
    "STREET": ("Domicilio", "Endereço", "Address"), "PLACE": ("Localidad", "Cidade", "City"), "COUNTRY": ("País", "País", "Country"),
    "PHONE": ("Teléfono", "Telefone", "Phone"), "FAX": ("Fax", "Fax", "Fax"), "EMAIL": ("Correo", "E-mail", "E-mail"),
    "HOSPITAL": ("Hospital", "Hospital", "Hospital"), "HEALTH_CENTRE": ("Centro", "Unidade", "Centre"),
    "INSTITUTION": ("Institución", "Instituição", "Institution"), "DATE": ("Fecha", "Data", "Date"),
}  # fmt: skip
_NUMBER_LEAD = ("Número", "Número", "Number")
_LANGUAGES = ("es", "pt", "en")
_PEOPLE = frozenset({"Patient", "Practitioner", "RelatedPerson", "Person"})
_DAY = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")
_SEARCHED = frozenset({"PATIENT_ID", "INSURANCE_ID", "PLAN_ID", "EPISODE_ID", "PHONE", "OTHER_ID"})


class Place(NamedTuple):
    """Where a document belongs: its record, its number in it, and the digest of the record as it was judged."""

    record: int
    number: int
    unit: bytes


@dataclass(slots=True)
class Slot:
    """A value, or a key, that may change."""

    node: Node = field(repr=False)
    role: Role
    part: str = ""
    is_key: bool = False
    alike: list[Node] = field(default_factory=list, repr=False)  # others with the same key, which is read once
    page: HtmlReader | None = field(default=None, repr=False)
    file: Packed | None = field(default=None, repr=False)


@dataclass(slots=True)
class Group:
    """What is said of one patient, or of none."""

    key: str = field(default="", repr=False)
    slots: list[Slot] = field(default_factory=list, repr=False)
    staff: dict[str, str] = field(default_factory=dict, repr=False)  # names of those who stand in other resources, with their labels
    subject: Subject | None = field(default=None, repr=False)
    country: str = ""
    language: str = "auto"
    weave: Weave = field(default_factory=lambda: woven([]), repr=False)
    dates: Weave = field(default_factory=lambda: woven([]), repr=False)
    given: tuple[Span, ...] = field(default=(), repr=False)
    given_dates: tuple[Span, ...] = field(default=(), repr=False)

    @property
    def weaves(self) -> list[Weave]:
        """The texts of its documents, in order."""
        return [self.weave, self.dates] if self.dates.text else [self.weave]


class Plan:
    """One record: a file, or a line of one."""

    def __init__(self, root: Node, patients: Patients | None, options: Options, *, alone: bool) -> None:
        """`patients` is None for records that follow no standard; `alone` says that they are all that is known of one file."""
        self.root = root
        self.patients = patients
        self.names = Pseudonyms(options.key)
        self.groups: list[Group] = []
        self.photos: list[Node] = []
        self.kept: list[Node] = []
        self._options = options
        self._count = 0
        if patients is None:
            self._plain()
        else:
            self._resources(patients, alone)
        self.groups = self.groups or [Group()]  # every record has a document, so that results find their lines
        for group in self.groups:
            self._weave(group)

    @property
    def files(self) -> list[tuple[Slot, Group]]:
        """The files that the record carries, in order."""
        return [(slot, group) for group in self.groups for slot in group.slots if slot.file is not None]

    def documents(self, record: int, name: str, unit: bytes) -> Iterator[Document]:
        """The documents of the record itself; those of the files in it come after them."""
        number = 0
        for group in self.groups:
            seed = self.names.seed(group.key)
            for weave, given in zip(group.weaves, (group.given, group.given_dates), strict=False):
                yield Document(
                    weave.text, name, group.language, group.country, group.subject, Place(record, number, unit), given, seed,
                )  # fmt: skip
                number += 1

    # Resources

    def _resources(self, patients: Patients, alone: bool) -> None:
        about = {id(unit): patients.about(unit) for unit, _ in units_of(self.root)}
        keys = list(dict.fromkeys(key for key in about.values() if key))
        single = len(keys) <= 1
        groups: dict[str, Group] = {}
        staff = {} if single else _staff(self.root)

        def group(key: str) -> Group:
            key = (keys[0] if keys else "") if single else key
            if key not in groups:
                subject = patients.subject(key, alone and single)
                known = key or subject.names or subject.numbers
                groups[key] = Group(key, subject=subject if known else None, country=patients.country(key))
            return groups[key]

        waiting: list[tuple[Node, str, tuple[str, ...], str]] = [(self.root, "", (), "")]
        while waiting:
            node, resource, path, key = waiting.pop()
            if node.kind == "object" and (kind := node.string("resourceType")):
                resource, path, key = kind, (), about.get(id(node), key)
            below: list[tuple[Node, str, tuple[str, ...], str]] = []
            for child in node.children if node.kind in ("object", "list") else [node]:
                name = (child.key or "").lstrip("_")
                if child.key is not None and not _is_element(name):
                    self._slot(group(key), child, READ, is_key=True)
                if name == "photo" and resource in _PEOPLE and child.kind in ("object", "list"):
                    self.photos.append(child)
                elif child.kind in ("object", "list"):
                    below.append((child, resource, (*path, name) if child.key is not None else path, key))
                elif child.kind in ("string", "number"):
                    self._slot(group(key), child, role_of(child, Where(resource, path, patients.types)))
                    if name == "reference" and staff:
                        group(key).staff |= staff.get(child.text, {}) or staff.get("/".join(target_of(child.text)), {})
            waiting += reversed(below)
        self.groups = list(groups.values())

    # Other JSON

    def _plain(self) -> None:
        """A list at the top holds records, each with its own patient; anything else is one."""
        tops = self.root.children if self.root.kind == "list" else [self.root]
        for number, top in enumerate(tops):
            group = Group(f"record {number}")
            keys: dict[tuple[str, Role], Slot] = {}
            for node in top.walk():
                role = key_role(node) if node.key is not None else KEEP
                if role.kind != "keep":
                    known = keys.get((node.key or "", role))
                    if known is None:
                        keys[node.key or "", role] = self._slot(group, node, role, is_key=True)
                    else:
                        known.alike.append(node)
                if node.kind in ("string", "number"):
                    self._slot(group, node, plain_role(node))
            group.subject = _subject_of(group)
            group.key = group.subject.key
            if group.slots:
                self.groups.append(group)

    # Both

    def _slot(self, group: Group, node: Node, role: Role, *, is_key: bool = False) -> Slot:
        slot = Slot(node, role, str(self._count), is_key)
        self._count += 1
        if role.kind == "markup":
            slot.page = HtmlReader(slot.part, node.text).read()
        elif role.kind == "file":
            owner = node.owner()
            slot.file = packed(node.text, owner.string("contentType") if owner is not None else "")
        if role.kind != "keep":
            group.slots.append(slot)
        elif node.kind == "string":
            self.kept.append(node)
        return slot

    def _weave(self, group: Group) -> None:
        group.language = self._language(group)
        told = self._options.language if self._options.language in _LANGUAGES else group.language
        tongue = _LANGUAGES.index(told) if told in _LANGUAGES else 0
        streams = [Stream([Thread(f"{_LEADS[label][tongue]}: {name}")]) for name, label in group.staff.items()]
        dates: list[Stream] = []
        labels: dict[str, str] = {}
        for slot in group.slots:
            kind, value = slot.role.kind, slot.node.text if not slot.is_key else slot.node.key or ""
            if slot.page is not None:
                streams += slot.page.streams
            elif kind in ("date", "code", "age"):
                day = _DAY.match(value) if kind == "date" else None
                dates.append(Stream([Thread(day[0] if day else value, slot.part, 0)]))
                labels[slot.part] = slot.role.label
            elif kind in ("read", "given"):
                lead = slot.role.lead
                if kind == "given":
                    labels[slot.part] = slot.role.label
                    lead = f"{_LEADS.get(slot.role.label, _NUMBER_LEAD)[tongue]}: "
                    streams += _whole_name(slot, lead)
                if slot.is_key and is_plain_name(value):
                    text, places = spaced(value)
                    own = Thread(text, slot.part, 0, places)
                else:
                    own = Thread(value, slot.part, 0)
                streams.append(Stream([*([Thread(lead)] if lead else []), own]))
        group.weave, group.dates = woven(streams), woven(dates)
        group.given, group.given_dates = _given(group.weave, labels), _given(group.dates, labels)

    def _language(self, group: Group) -> str:
        """What the resources say, else what the prose in them looks like; nothing when the user has said it."""
        if self._options.language != "auto":
            return "auto"
        said = next((code for unit, _ in units_of(self.root) if (code := unit.string("language")[:2].lower())), "")
        prose = (slot.node.text for slot in group.slots if slot.role.kind in ("read", "markup"))
        told = language_of_prose(re.sub(r"<[^>]{0,500}>", " ", text) for text in prose) or said
        return told if told in _LANGUAGES else "auto"


@lru_cache(maxsize=4096)
def _is_element(name: str) -> bool:
    return is_plain_name(name)


def _whole_name(slot: Slot, lead: str) -> list[Stream]:
    """A name whose parts stand apart is also read in one piece, once, so that the engine knows it when it sees it."""
    owner = slot.node.owner()
    if owner is None or slot.role.label not in NAMES or slot.node.key != "family" or owner.string("text"):
        return []
    return [Stream([Thread(f"{lead}{full_name(owner)}")])] if owner.get("given") is not None else []


def _staff(root: Node) -> dict[str, dict[str, str]]:
    """The names that resources of several patients share, by the addresses that lead to them."""
    found: dict[str, dict[str, str]] = {}
    for unit, url in units_of(root):
        if unit.string("resourceType") == "Practitioner":
            names = dict.fromkeys((name for entry in unit.items("name") if (name := full_name(entry) or entry.string("text"))), "STAFF_NAME")
            found |= {address: names for address in (url, f"Practitioner/{unit.string('id')}") if address}
    return found


def _given(weave: Weave, labels: dict[str, str]) -> tuple[Span, ...]:
    spans = []
    for thread, start in zip(weave.threads, weave.starts, strict=True):
        label = labels.get(thread.part, "") if thread.start >= 0 else ""
        left, right = len(thread.text) - len(thread.text.lstrip()), len(thread.text.rstrip())
        if label and left < right:
            spans.append(Span(start + left, start + right, label, 1.0, "record"))
    return tuple(spans)


def _subject_of(group: Group) -> Subject:
    """What the keys of a record that follows no standard say of its patient."""
    given = [(slot.node, slot.role.label) for slot in group.slots if slot.role.kind == "given" and not slot.is_key]
    names = [node.text.strip() for node, label in given if label == "PATIENT_NAME"]
    numbers = [node.text.strip() for node, label in given if label in _SEARCHED and sum(map(str.isalnum, node.text)) >= 4]
    births = [birth_date_of(node.text) for node, label in given if label == "DATE" and meaning_of(node.name()).birth]
    own = [node.text.strip() for node, label in given if label == "PATIENT_ID"]
    whole = [" ".join(names)] if 1 < len(names) <= 4 else []
    key = next(iter([*own, *whole, *names, group.key]))
    return Subject(key, tuple(dict.fromkeys([*whole, *names])), next(iter(births), None), tuple(dict.fromkeys(numbers)))
