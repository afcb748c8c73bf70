"""Clinical documents (HL7 CDA): people, places, numbers and times by the standard's own meaning, the narrative by the engine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from velado.columns import birth_date_of, language_of_prose
from velado.document import Subject
from velado.formats._cda_fields import File, Sheet, is_packed, is_plain_schema
from velado.formats._cda_roles import (
    ADDRESS_PARTS,
    CAPTIONS,
    DEMOGRAPHIC,
    ID_LABELS,
    INLINE,
    NAME_LABELS,
    TIME,
    is_kept,
    is_time,
    kind_of,
    roles_of,
)
from velado.formats._cda_tree import Element, Tree
from velado.formats._fhir_files import packed
from velado.formats._fhir_ids import Pseudonyms
from velado.formats._tables import Tables
from velado.formats._weave import Stream, Thread
from velado.formats._xml import Attribute, Patch, local

__all__ = ["CdaReader", "is_cda"]

_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
# The tables of HL7's own registry that say what kind of number follows, not who gave it.
_PUBLIC_ROOT = re.compile(r"2\.16\.840\.1\.113883\.[456](?:\.\d{1,9}){1,4}")
_STYLESHEET = re.compile(r"""<\?xml-stylesheet\s+type=["']text/xsl["']\s+href=["']cda\.xsl["']\s*\?>""", re.IGNORECASE)
_SCHEME = re.compile(r"\s*(tel|fax|mailto|sms|https?|ftp|x-text-fax|callto)\s*:\s*(?://)?", re.IGNORECASE)
_LABEL_OF_SCHEME = {"tel": "PHONE", "sms": "PHONE", "callto": "PHONE", "fax": "FAX", "x-text-fax": "FAX", "mailto": "EMAIL"}
_SIGNATURES = frozenset({"Signature", "signatureText"})
_LINKED = frozenset({"ID", "IDREF", "referencedObject", "headers"})
_PLAIN_TEXT = ("", "text/plain", "text/x-hl7-text+xml", "text/x-hl7-title+xml")
_ORDER = {"prefix": 0, "given": 1, "family": 2, "suffix": 3}


def is_cda(root: Element) -> bool:
    """Whether a file is CDA: a clinical document, or an envelope with one or several in it."""
    return any(element.name == "ClinicalDocument" for element in root.walk())


@dataclass(slots=True)
class CdaReader:
    """Goes through a document once; `sheet` is what came of it, `subject` what it says of its patient."""

    tree: Tree = field(repr=False)
    sheet: Sheet = field(init=False, repr=False)
    names: list[str] = field(default_factory=list, repr=False)
    numbers: list[str] = field(default_factory=list, repr=False)
    language: str = "auto"
    _roles: dict[Element, str] = field(default_factory=dict, repr=False)
    _links: dict[str, str] = field(default_factory=dict, repr=False)
    ids: Pseudonyms = field(default_factory=Pseudonyms, repr=False)
    _captions: dict[str, str] = field(default_factory=dict)
    _born: str = field(default="", repr=False)
    _key: str = field(default="", repr=False)
    _tables: Tables = field(default_factory=Tables, repr=False)

    def read(self) -> CdaReader:
        """Go through the document."""
        self.sheet = Sheet(self.tree, masks=True)
        root = self.tree.root
        self._roles = roles_of(root)
        told = next((element.get("code") for element in root.walk() if element.name == "languageCode"), "")[:2].lower()
        self.language = told if told in CAPTIONS else "auto"
        self._captions = CAPTIONS[told if told in CAPTIONS else language_of_prose([self.tree.said(root)]) or "es"]
        for aside in self.tree.asides:
            if not _STYLESHEET.fullmatch(self.tree.text, aside.start, aside.end):
                self.sheet.patches.append(Patch(aside.start, aside.end, ""))
                self.sheet.removed["comments and instructions removed"] += 1
        self._element(root, False)
        self._tables.tell([self.sheet.main])
        return self

    def subject(self) -> Subject | None:
        """What the header says of the patient."""
        names, numbers = tuple(dict.fromkeys(self.names)), tuple(dict.fromkeys(self.numbers))
        born = birth_date_of(self._born) if len(self._born) >= 8 else None
        return Subject(self._key, names, born, numbers) if names or numbers or born else None

    def seed(self) -> bytes:
        """The same for all documents of the patient that are read in one run."""
        return self.ids.seed(self._key) if self._key else b""

    def _element(self, element: Element, narrative: bool) -> None:
        if element.name in _SIGNATURES:
            start = element.tag.start
            end = element.tag.end if element.tag.kind == "empty" else self.tree.text.index(">", element.end) + 1
            self.sheet.patches.append(Patch(start, end, ""))
            self.sheet.removed["electronic signatures removed"] += 1
            return
        for attribute in element.attributes:
            self._attribute(element, attribute)
        if self._is_file(element):
            return
        role = self._roles[element]
        if (element.name == "name" and role in NAME_LABELS) or kind_of(element) in ("PN", "EN"):
            self._name(element, role)
        elif element.name == "addr" or kind_of(element) == "AD":
            self._address(element)
        else:
            self._flow(element, narrative or (element.name == "text" and element.parent is not None and element.parent.name == "section"))

    def _flow(self, element: Element, narrative: bool) -> None:
        """Text line by line, as it would be shown; names may run over words that are set in bold."""
        stream = self.sheet.main
        inline = narrative and element.name in INLINE
        if not inline:
            stream.gap = stream.gap if stream.gap == "\t" and element.name in ("td", "th") else "\n"
        if element.name == "br":
            stream.add(Thread("\n"))
        elif narrative:
            self._table(element, stream)
        for child in element.content:
            if isinstance(child, Element):
                self._element(child, narrative)
                continue
            thread = self.sheet.thread(child, is_flowing=narrative)
            if thread.text.strip() or (narrative and stream.threads and not stream.gap):
                stream.add(thread)
        if narrative and element.name == "table":
            self._tables.end()
        if not inline:
            stream.gap = "\t" if element.name in ("td", "th") else "\n"

    def _table(self, element: Element, stream: Stream) -> None:
        """Which cell of a table the words that follow belong to."""
        if element.name == "table":
            self._tables.begin()
        elif element.name == "tr":
            self._tables.row()
        elif element.name in ("td", "th"):
            across, down = (int(said) if (said := element.get(name)).isdecimal() and len(said) < 4 else 1 for name in ("colspan", "rowspan"))
            self._tables.cell(stream, across, down)
            self._tables.head(element.name == "th")

    def _strung(self, part: Element, element: Element, stream: Stream, gap: str) -> Iterator[Thread]:
        """The words of a part of an element, put into a stream one after the other; what the part's attributes say is read too."""
        if part is not element:
            for attribute in part.attributes:
                self._attribute(part, attribute)
        for token in part.words():
            thread = self.sheet.thread(token, is_flowing=True)
            if thread.text.strip():
                stream.add(thread)
                stream.gap = gap
                yield thread

    def _name(self, element: Element, role: str) -> None:
        label = NAME_LABELS.get(role, "PERSON_NAME")
        stream = Stream([Thread(self._captions[role])] if role in self._captions else [])
        parts: list[str] = []
        # The given name first, wherever it stands: so the engine reads it, and so it is written in the narrative.
        for part in sorted(element.walk(), key=lambda part: _ORDER.get(part.name, 1)):
            for thread in self._strung(part, element, stream, " "):
                if part.name not in ("prefix", "suffix"):
                    self.sheet.is_certain(thread, label)
                    parts.append(thread.text.strip())
        if parts:
            self.sheet.head.append(stream)
            if role == "patient":
                self.names.append(" ".join(parts))

    def _address(self, element: Element) -> None:
        stream = Stream()
        for part in element.walk():
            for thread in self._strung(part, element, stream, ", "):
                self.sheet.is_certain(thread, ADDRESS_PARTS.get(part.name, "STREET"))
        if stream.threads:
            self.sheet.head.append(stream)

    def _is_file(self, element: Element) -> bool:
        """Whether an element carries a file; it is taken out to be handled by its own format."""
        kind = element.get("mediaType").partition(";")[0].strip().lower()
        said = self.tree.said(element) if any(True for _ in element.words()) else ""
        leaf = not any(True for _ in element.elements())
        in_base64 = element.get("representation").upper() == "B64" or (leaf and is_packed(said))
        if not said.strip() or not (in_base64 or (leaf and kind not in _PLAIN_TEXT)):
            return False
        whole = element.parent is not None and element.parent.name == "nonXMLBody"
        if element.has("compression") or any(child.name not in ("reference", "thumbnail") for child in element.elements()):
            self.sheet.files.append(File(element, "", b"", in_base64, "", whole))
            return True
        if in_base64:
            inner = packed(said, kind if kind not in ("", "application/octet-stream") else "")
            self.sheet.files.append(File(element, inner.suffix, inner.data, True, inner.head, whole))
        else:
            suffix = {"text/html": ".html", "text/rtf": ".rtf", "application/rtf": ".rtf", "text/xml": ".xml", "application/xml": ".xml"}.get(kind, "")
            self.sheet.files.append(File(element, suffix, said.encode("utf-8"), False, "", whole))
        return True

    def _attribute(self, element: Element, attribute: Attribute) -> None:
        name, value = local(attribute.name), attribute.value.strip()
        if not value or attribute.name == "xmlns" or attribute.name.startswith("xmlns:"):
            return
        if name in ("schemaLocation", "noNamespaceSchemaLocation"):
            if not is_plain_schema(value):
                self.sheet.cut_attribute(attribute)
        elif name in ("integrityCheck", "integrityCheckAlgorithm"):
            self.sheet.cut_attribute(attribute)
            self.sheet.removed["checksums of what was changed removed"] += name == "integrityCheck"
        elif element.name in ("id", "setId") or kind_of(element) == "II":
            self._identifier(element, attribute, name, value)
        elif name in _LINKED:
            self.sheet.rewrite(attribute, " ".join(map(self._link, value.split())))
        elif name in ("href", "src") or (name == "value" and element.name == "reference"):
            self._reference(element, attribute, value)
        elif name == "value" and (element.name == "telecom" or kind_of(element) in ("TEL", "URL")):
            self._telecom(element, attribute)
        elif name == "value" and is_time(element, value):
            self._time(element, attribute)
        elif element.name in DEMOGRAPHIC and name in ("code", "displayName"):
            kind = "code" if name == "code" else "free"
            self.sheet.is_certain(self.sheet.read_attribute(element, attribute, kind), DEMOGRAPHIC[element.name])
        elif not is_kept(element, attribute):
            self.sheet.read_attribute(element, attribute, "number" if name == "value" else "free")

    def _identifier(self, element: Element, attribute: Attribute, name: str, value: str) -> None:
        role, number = self._roles[element], element.get("extension").strip()
        label = ID_LABELS.get(role, "")
        if role == "patient" and not self._key:
            self._key = f"{element.get('root')}\0{number}"
        if name == "root":
            if not (number and _PUBLIC_ROOT.fullmatch(value)):
                self.sheet.rewrite(attribute, self._root(value))
        elif name == "extension":
            if len(value) >= 4 and (role == "patient" or not self._is_in_body(element)):
                self.numbers.append(value)
            if label:
                self.sheet.is_certain(self.sheet.read_attribute(element, attribute), label)
            else:
                # Entries point at each other by their ids: what was the same stays the same.
                self.sheet.rewrite(attribute, self.ids.id(value))
        elif name == "assigningAuthorityName":
            self.sheet.is_certain(self.sheet.read_attribute(element, attribute), "INSTITUTION")
        elif not is_kept(element, attribute):
            self.sheet.read_attribute(element, attribute)

    def _root(self, value: str) -> str:
        if _UUID.fullmatch(value):
            new = self.ids.id(value)
            return new.upper() if value.isupper() else new
        return self.ids.address(f"urn:oid:{value}").removeprefix("urn:oid:")

    def _is_in_body(self, element: Element) -> bool:
        return any(above.name in ("structuredBody", "nonXMLBody") for above in element.around())

    def _link(self, name: str) -> str:
        """A mark inside the document is called by whatever it stands at, so it gets a number."""
        return self._links.setdefault(name, f"mark{len(self._links) + 1}")

    def _reference(self, element: Element, attribute: Attribute, value: str) -> None:
        if value.startswith("#"):
            self.sheet.rewrite(attribute, f"#{self._link(value[1:])}" if len(value) > 1 else "#")
        else:
            self.sheet.is_certain(self.sheet.read_attribute(element, attribute, "address"), "URL")

    def _telecom(self, element: Element, attribute: Attribute) -> None:
        thread = self.sheet.read_attribute(element, attribute, "address")
        match = _SCHEME.match(thread.text)
        scheme = match[1].lower() if match else ""
        label = _LABEL_OF_SCHEME.get(scheme, "URL") if scheme else "EMAIL" if "@" in thread.text else "PHONE"
        self.sheet.is_certain(thread, label, match.end() if match and label != "URL" else 0)

    def _time(self, element: Element, attribute: Attribute) -> None:
        thread = self.sheet.read_attribute(element, attribute, "time")
        start = len(thread.text) - len(thread.text.lstrip())
        match = TIME.fullmatch(thread.text.rstrip(), start)
        self.sheet.is_certain(thread, "DATE", start, match.end("date") if match else None)
        if element.name == "birthTime" and self._roles[element] == "patient" and not self._born:
            self._born = match["date"] if match else thread.text.strip()
