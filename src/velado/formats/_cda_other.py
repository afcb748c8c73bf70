"""XML that is no clinical document: everything between tags and in attributes is read, by the names that it goes by."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from velado.columns import Meaning, birth_date_of, fits, is_header, is_plain_name, meaning_of, words_of
from velado.document import Subject
from velado.formats import UnreadableError
from velado.formats._cda_fields import File, Sheet, is_packed, is_plain_schema
from velado.formats._cda_tree import Element, Tree
from velado.formats._fhir_files import packed
from velado.formats._naming import Naming
from velado.formats._weave import Thread, patched
from velado.formats._xml import Attribute, Patch, attributes, escaped, local, tokens
from velado.headings import leads
from velado.labels import NAMES

__all__ = ["XmlReader", "renamed_record"]

# Documents of office programs: their words are cut into pieces that only the program can put together.
_OFFICE = {"wordDocument": "DOCX", "package": "DOCX", "document-content": "ODT", "Workbook": "XLSX", "document": "ODT"}
_OFFICE_SPACES = ("schemas.microsoft.com/office", "urn:schemas-microsoft-com:office", "opendocument:xmlns:office")
_TRIVIAL = re.compile(r"[\W_]*|[^\W\d_]{1,2}|[+-]?\d{1,4}(?:[.,]\d{1,12})?(?:[eE][+-]?\d{1,3})?")
# Things are called by a name too.
_THINGS = frozenset(
    "medicamento medicamentos farmaco medicacion medicacao medicine medication drug producto produto product prueba pruebas test teste "
    "exame examen analito analyte diagnostico diagnosis problema problem procedimiento procedimento procedure servicio servico service "
    "especialidad especialidade specialty alergia allergy substance sustancia substancia vacuna vacina vaccine parametro parameter variable "
    "unidad unidade unit campo field seccion secao section organismo organism muestra amostra specimen sample coding code codigo".split()
)
# In a field called "unidad" a measure is no ward.
_MEASURE = re.compile(
    r"(?:mc|µ|m|k|d|n|p|f)?(?:g|l|mol|eq|m|s|UI|IU|U|cd)|%|mmHg|h|min|bpm|lpm|rpm|(?:(?:mc|µ|m|k|d|n|p|f)?(?:g|l|mol|eq|m|UI|IU|U)|10[*^]\d{1,2})"
    r"(?:/(?:[mdµ]?l|[kmd]?g|h|min|m2|m|d[ií]a|day|s)){1,2}",
    re.IGNORECASE,
)
_UNIT_NAMES = frozenset({"unidad", "unidades", "unidade", "unit", "units", "uom"})
_VALUE_NAMES = ("value", "v", "val", "valor", "text", "texto")
_SHORT = 200  # characters; longer values are prose and need no name in front


@dataclass(slots=True)
class XmlReader:
    """Goes through a file once; `sheet` is what came of it."""

    tree: Tree = field(repr=False)
    sheet: Sheet = field(init=False, repr=False)
    language: str = "auto"
    _names: list[str] = field(default_factory=list, repr=False)
    _numbers: list[str] = field(default_factory=list, repr=False)
    _born: list[str] = field(default_factory=list, repr=False)
    _leads: dict[int, str] = field(default_factory=dict, repr=False)  # what headings say of cells, by where those begin

    def read(self) -> XmlReader:
        """Go through the file. Raises UnreadableError for documents of office programs."""
        root = self.tree.root
        spaces = " ".join(a.value for a in root.attributes if a.name.startswith("xmlns"))
        if root.name in _OFFICE and any(space in spaces for space in _OFFICE_SPACES):
            raise UnreadableError(f"it is a document of an office program in one XML file; save it as {_OFFICE[root.name]}")
        if root.name == "Signature":
            raise UnreadableError("it is a signed envelope; take the document out of it")
        self.sheet = Sheet(self.tree, masks=False)
        for aside in self.tree.asides:
            self.sheet.patches.append(Patch(aside.start, aside.end, ""))
            self.sheet.removed["comments and instructions removed"] += 1
        self._element(root, False)
        return self

    def subject(self) -> Subject | None:
        """What single fields say of a patient; several patients in one file are all looked for everywhere."""
        born = {birth_date_of(value) for value in self._born} - {None}
        names, numbers = tuple(dict.fromkeys(self._names)), tuple(dict.fromkeys(self._numbers))
        return Subject("", names, born.pop() if len(born) == 1 else None, numbers) if names or numbers or born else None

    def seed(self) -> bytes:
        """Nothing: who the patient is cannot be told for certain."""
        return b""

    def _element(self, element: Element, flowing: bool) -> None:
        if element.name == "Signature" and element.parent is not None:
            end = element.tag.end if element.tag.kind == "empty" else self.tree.text.index(">", element.end) + 1
            self.sheet.patches.append(Patch(element.tag.start, end, ""))
            self.sheet.removed["electronic signatures removed"] += 1
            return
        for attribute in element.attributes:
            self._attribute(element, attribute)
        own = [token for token in element.words() if self.tree.text[token.start : token.end].strip()]
        children = any(True for _ in element.elements())
        mixed = flowing or (bool(own) and children)
        if children and not mixed:
            self._headings(element)
        if not children and not flowing:
            self._leaf(element)
            return
        stream = self.sheet.main
        if not flowing:
            stream.gap = "\n"
        for child in element.content:
            if isinstance(child, Element):
                self._element(child, mixed)
            else:
                thread = self.sheet.thread(child, is_flowing=True)
                if thread.text.strip() or (mixed and stream.threads and not stream.gap):
                    stream.add(thread)
        if not flowing:
            stream.gap = "\n"

    def _headings(self, element: Element) -> None:
        """Rows of cells that are all called alike: the first may say what they hold."""
        rows = [list(row.elements()) for row in element.elements()]
        if len(rows) < 2 or len({cell.name for row in rows for cell in row}) != 1 or len(rows[0]) < 2:
            return
        for row, column, lead in leads([[self.tree.said(cell) for cell in row] for row in rows]):
            self._leads[rows[row][column].tag.start] = lead

    def _leaf(self, element: Element) -> None:
        """An element with nothing but text: a field of a record."""
        said = self.tree.said(element)
        if not said.strip():
            return
        if is_packed(said.strip()):
            inner = packed(said)
            self.sheet.files.append(File(element, inner.suffix, inner.data, True, inner.head))
            return
        if element.name.lower() in _UNIT_NAMES and _MEASURE.fullmatch(said.strip()):
            return
        label, meaning = self._told(element, element.name, said)
        threads = [self.sheet.thread(token, is_flowing=True) for token in element.words()]
        stream = self.sheet.main
        stream.gap = "\n"
        caption = self._leads.get(element.tag.start) or self._caption(element.name, said)
        if caption:
            stream.add(Thread(caption))
        for thread in threads:
            stream.add(thread)
            if label:
                self.sheet.is_certain(thread, label)
        stream.gap = "\n"
        self._learn(label, meaning, said)

    def _attribute(self, element: Element, attribute: Attribute) -> None:
        name, value = local(attribute.name), attribute.value.strip()
        if attribute.name.startswith(("xmlns", "xml:")) or (name == "type" and attribute.name != name):
            return
        if name in ("schemaLocation", "noNamespaceSchemaLocation"):
            if not is_plain_schema(value):
                self.sheet.cut_attribute(attribute)
            return
        if is_packed(value):
            self.sheet.rewrite(attribute, "")
            self.sheet.removed["packed values that nobody can read here removed"] += 1
            return
        called = element.name if name.lower() in _VALUE_NAMES else name
        label, meaning = self._told(element, called, value)
        if label:
            self.sheet.is_certain(self.sheet.read_attribute(element, attribute), label)
            self._learn(label, meaning, value)
        elif not (_TRIVIAL.fullmatch(value) or (called.lower() in _UNIT_NAMES and _MEASURE.fullmatch(value))):
            self.sheet.read_attribute(element, attribute, caption=self._caption(called, value))

    def _told(self, element: Element, name: str, value: str) -> tuple[str, Meaning]:
        """The label that the name gives to a value, the element around it considered."""
        around = element.name if name != element.name else element.parent.name if element.parent is not None else ""
        meaning = meaning_of(f"{around} {name}") if around else meaning_of(name)
        if not meaning.label:
            meaning = meaning_of(name)
            if meaning.label in NAMES and _THINGS & {*words_of(around)}:
                return "", meaning
        return fits(meaning, value), meaning

    def _caption(self, name: str, value: str) -> str:
        return f"{' '.join(words_of(name))}: " if len(value) <= _SHORT and "\n" not in value and is_plain_name(name) else ""

    def _learn(self, label: str, meaning: Meaning, value: str) -> None:
        value = value.strip()
        if label == "PATIENT_NAME" and len(value) >= 3:
            self._names.append(value)
        elif label == "PATIENT_ID" and len(value) >= 4:
            self._numbers.append(value)
        elif label == "DATE" and meaning.birth:
            self._born.append(value)


def renamed_record(text: str, naming: Naming) -> str:
    """The text without people in what its elements, attributes and name spaces are called; what fields are called anyhow stays."""
    if not naming:
        return text
    patches: list[tuple[int, int, str]] = []

    def rename(start: int, name: str) -> None:
        prefix, colon, plain = name.rpartition(":")
        new = naming.of(prefix) + colon + (plain if is_header([plain]) else naming.of(plain))
        if new != name:
            patches.append((start, start + len(name), new))

    for token in tokens(text):
        if token.kind in ("start", "empty", "end"):
            rename(token.start + (2 if token.kind == "end" else 1), token.name)
        if token.kind in ("start", "empty"):
            for attribute in attributes(text, token):
                rename(attribute.whole, attribute.name)
                if attribute.name.startswith("xmlns") and (new := naming.of(attribute.value)) != attribute.value:
                    patches.append((attribute.start, attribute.end, escaped(new)))
    return patched(text, patches)
