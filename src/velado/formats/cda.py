"""XML: clinical documents (HL7 CDA) by the meaning of their elements, any other XML by the names of its fields."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from velado.document import Document
from velado.formats import DEFAULTS, Handled, Options, UnreadableError
from velado.formats._cda_fields import File
from velado.formats._cda_other import XmlReader, renamed_record
from velado.formats._cda_reading import CdaReader, is_cda
from velado.formats._cda_tree import parse_tree
from velado.formats._fhir_ids import Pseudonyms
from velado.formats._inner import Inside, inner_documents, inside, outside, rewritten
from velado.formats._naming import naming_of
from velado.formats._pictures import picture_documents
from velado.formats._traces import FOUND, traces_of
from velado.formats._weave import OTHER_WORDS, Weave
from velado.formats._xml import Patch, Xml, escaped, gathered, patched, read_xml
from velado.formats.source import Source

__all__ = ["FORMAT"]

_PICTURES = (".png", ".jpg", ".jpeg", ".tif", ".tiff")
_OTHER_KINDS = (b"%PDF", b"PK\x03\x04", b"{\\rtf", b"\xd0\xcf\x11\xe0", b"\x1f\x8b")


@dataclass(frozen=True, slots=True)
class _Plan:
    """What writing needs: the file, its text and the way back."""

    xml: Xml
    weave: Weave = field(repr=False)
    reader: CdaReader | XmlReader = field(repr=False)
    problems: dict[int, str]  # why files inside could not be read, by number


def _opened(data: bytes, options: Options) -> tuple[Xml, CdaReader | XmlReader]:
    if data.startswith(_OTHER_KINDS) or not data.strip():
        raise UnreadableError("the file is not what its name says: it is no XML")
    xml = read_xml(data, options.limits)
    tree = parse_tree(xml.text)
    return xml, CdaReader(tree, ids=Pseudonyms(options.key)).read() if is_cda(tree.root) else XmlReader(tree).read()


def _inner(file: File, options: Options) -> list[Document]:
    if not file.suffix:
        raise UnreadableError("its format is not known; `velado formats` lists those that are")
    if file.suffix in _PICTURES:
        documents = picture_documents(f"a{file.suffix}", file.data, options)
        if documents is None:
            raise UnreadableError("it is a picture that cannot be read here")
        return documents
    return inner_documents(f"a{file.suffix}", file.data, options)


@dataclass(frozen=True)
class Cda:
    """One file, one note; files that it carries are notes of their own."""

    name: str = "cda"
    suffixes: tuple[str, ...] = (".xml", ".cda")
    description: str = "clinical documents (HL7 CDA) and other XML; comments and signatures are removed"
    extra: str = ""
    proves: str = "all text, letter by letter; no replaced string in any attribute; files inside as their own formats prove them"

    def missing(self) -> str:
        """Nothing."""
        return ""

    def read(self, source: Source, options: Options = DEFAULTS) -> Iterator[Document]:
        """Everything that the file says, with what its structure is certain of; then the files that it carries."""
        xml, reader = _opened(source.read_bytes(options.limits.part_bytes), options)
        found: list[Document] = []
        problems: dict[int, str] = {}
        for number, file in enumerate(reader.sheet.files):
            try:
                found += inside(number, _inner(file, options))
            except UnreadableError as error:
                if file.whole:
                    raise UnreadableError(f"the document that it carries cannot be read: {error}") from None
                problems[number] = str(error)
        weave = reader.sheet.weave()
        plan = _Plan(xml, weave, reader, problems)
        subject, seed = reader.subject(), reader.seed()
        given = reader.sheet.given(weave)
        yield Document(weave.text, source.stem, reader.language, subject=subject, place=plan, given=given, seed=seed)
        for document in found:
            yield replace(document, subject=document.subject or subject, seed=document.seed or seed)

    def write(self, path: Path, source: Source, handled: Iterable[Handled], options: Options = DEFAULTS) -> Sequence[str]:
        """The file with the results in it; every byte that says nothing of anybody stays."""
        pairs = list(handled)
        (document, result), carried = pairs[0], outside(pairs[1:])
        if result.text is None:
            return ()
        plan: _Plan = document.place
        sheet = plan.reader.sheet
        notes = [f"{what}: {count}" for what, count in sheet.removed.items() if count]
        patches = list(sheet.written(plan.weave, result.replacements))
        for number, file in enumerate(sheet.files):
            patches += self._file(file, plan.problems.get(number, ""), carried.get(number, []), options, notes, sheet.masks)
        text = patched(plan.xml.text, patches)
        if isinstance(plan.reader, XmlReader):
            text = renamed_record(text, naming_of(pairs))
        path.write_bytes(plan.xml.encode(text))
        return notes

    def _file(
        self, file: File, problem: str, handled: Sequence[Handled], options: Options, notes: list[str], masks: bool
    ) -> Iterator[Patch]:
        start, end = file.element.tag.end, file.element.end
        told: list[str] = []
        try:
            if problem:
                raise UnreadableError(problem)
            data = rewritten(f"a{file.suffix}", file.data, handled, options, told)
        except UnreadableError as error:
            if file.whole:
                raise UnreadableError(f"the document that it carries cannot be handled: {error}") from None
            notes.append(f"a file inside left out: {error}")
            yield Patch(start, end, "")
            if masks and not file.element.has("nullFlavor"):
                at = file.element.tag.start + 1 + len(file.element.tag.name)
                yield Patch(at, at, ' nullFlavor="MSK"')
            return
        notes += [f"in a file inside: {note}" for note in told]
        if data != file.data or any(True for _ in file.element.elements()):
            yield Patch(start, end, file.head + base64.b64encode(data).decode("ascii") if file.packed else escaped(data.decode("utf-8")))

    def verify(self, path: Path, source: Source, handled: Sequence[Handled]) -> Sequence[str]:
        """The written file, read by another parser: its text and its attributes."""
        main = [(document, result) for document, result in handled if not isinstance(document.place, Inside)]
        data = path.read_bytes()
        sheet = _opened(data, DEFAULTS)[1].sheet
        said = sheet.weave().visible()
        if any(said != document.place.weave.visible(result.replacements) for document, result in main):
            return [OTHER_WORDS]
        found = gathered(data, DEFAULTS.limits, breaks={element.name for element in sheet.tree.root.walk()})
        # A code of the standard may be spelt like somebody's number; it was there before, and looks as a code must.
        values = [value for element, name, value in found.attributes if name not in ("code", "codeSystem") and element != "templateId"]
        return [FOUND] if traces_of(main).in_text("".join(found.text), *values) else []


FORMAT = Cda()
