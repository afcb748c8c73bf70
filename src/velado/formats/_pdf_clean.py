"""A PDF opened safely and copied into a new one that holds its pages and nothing else.

What is copied is what paints the pages: contents, fonts, pictures, colours. Everything that only describes, links,
comments, attaches or runs stays behind; so do earlier versions of the file, because the copy is written from scratch.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, Any

from velado.formats import Limits, UnreadableError, check_size
from velado.formats._pdf_annotations import painted_annotations
from velado.formats._pdf_objects import entry
from velado.formats._picture_metadata import without_metadata

if TYPE_CHECKING:
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import DictionaryObject, PdfObject

__all__ = ["CleanPdf", "Copier", "clean_copy", "open_pdf", "saved", "swept", "unmarked"]

DAMAGED = "the file is damaged or cut short: open it in a PDF reader and save it again"
_NAMED = frozenset({"/CharProcs", "/Font", "/XObject", "/ExtGState", "/ColorSpace", "/Pattern", "/Shading", "/Colorants"})
_DESCRIBING = frozenset(
    "/Metadata /PieceInfo /StructParent /StructParents /OPI /AF /LastModified /Thumb /B /AA /A /Alternates /Measure /PtData "
    "/Parent /Annots /Ref /F /FFilter /FDecodeParms /Length /Dests /ID /Alt /ActualText /E /T /TU /Name /Names /Lang /DA".split()
)
_FOREIGN = frozenset(
    "/Page /Pages /Catalog /StructTreeRoot /StructElem /Annot /Filespec /F /EmbeddedFile /Sig /Action /Metadata /Outlines".split()
)
_STRINGS = frozenset({"/Registry", "/Ordering", "/CharSet", "/Panose"})
_BOXES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox")
_OBJECT = re.compile(rb"\d[\0\t\n\f\r ]obj\b")
_SIZE = re.compile(rb"/Size[\0\t\n\f\r ]{1,9}(\d{1,15})")


def open_pdf(data: bytes, limits: Limits) -> tuple[PdfReader, list[str]]:
    """The file, decrypted where no password is asked for, and what there is to say about it. Raises UnreadableError."""
    import pypdfium2
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    _silence()
    check_size(len(data), limits.file_bytes)
    if b"%PDF-" not in data[:1024]:
        raise UnreadableError("the file is no PDF, whatever its name says")
    if b"startxref" not in data[-16384:]:
        raise UnreadableError(DAMAGED)
    told = max((int(size) for size in _SIZE.findall(data)), default=0)
    if max(told, sum(1 for _ in _OBJECT.finditer(data))) > limits.objects:
        raise UnreadableError(f"the file has more than {limits.objects} objects")
    notes: list[str] = []
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        protected = "password" in str(error).casefold()
        raise UnreadableError("the file is protected with a password: save it without one" if protected else DAMAGED) from None
    try:
        pages = len(document)
        if not pages:
            raise UnreadableError("the file has no pages")
        if pages > limits.pages:
            raise UnreadableError(f"the file has more than {limits.pages} pages")
        if pypdfium2.raw.FPDF_GetSecurityHandlerRevision(document.raw) >= 0:
            plain = BytesIO()
            document.save(plain, flags=pypdfium2.raw.FPDF_REMOVE_SECURITY)
            data = plain.getvalue()
            notes.append("encryption without a password: the result is not encrypted")
        elif data.count(b"%%EOF") > 1 and b"/Linearized" not in data[:2048]:
            notes.append("earlier versions of the file removed")
    finally:
        document.close()
    try:
        reader = PdfReader(BytesIO(data), strict=False)
        if len(reader.xref_objStm) > limits.objects:
            raise UnreadableError(f"the file has more than {limits.objects} objects")
        if len(reader.pages) != pages:
            raise UnreadableError(DAMAGED)
    except UnreadableError:
        raise
    except (PyPdfError, ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError, OSError):
        raise UnreadableError(DAMAGED) from None
    return reader, notes


def _silence() -> None:
    """The library tells its log what it stumbles over, with pieces of the file."""
    log = logging.getLogger("pypdf")
    log.propagate = False
    if not log.handlers:
        log.addHandler(logging.NullHandler())


@dataclass
class CleanPdf:
    """The new file in the making. Each page's content is decoded, and stands apart until it is put in."""

    writer: PdfWriter = field(repr=False)
    pages: list[DictionaryObject] = field(repr=False)
    contents: list[bytes] = field(repr=False)
    notes: list[str]


def clean_copy(reader: PdfReader, notes: list[str]) -> CleanPdf:
    """The file's pages in a new file. Raises UnreadableError."""
    from pypdf import PdfWriter
    from pypdf.errors import PyPdfError

    writer = PdfWriter()
    writer.metadata = None
    copier = Copier(writer, _hidden_layers(reader))
    clean = CleanPdf(writer, [], [], notes)
    removed: Counter[str] = Counter()
    try:
        for page in reader.pages:
            _copy_page(page, copier, clean, removed)
        clean.notes += _left_behind(reader) + [f"{count} {what}" for what, count in sorted(removed.items())]
    except (PyPdfError, ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError, OverflowError) as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableError(DAMAGED) from None
    return clean


def _copy_page(page: DictionaryObject, copier: Copier, clean: CleanPdf, removed: Counter[str]) -> None:
    from pypdf.generic import ArrayObject, DictionaryObject, NameObject

    box = page.mediabox  # type: ignore[attr-defined]
    new = clean.writer.add_blank_page(float(box.width) or 1, float(box.height) or 1)
    for key in (*_BOXES, "/Rotate", "/UserUnit", "/Group"):
        if key in page:
            new[NameObject(key)] = copier.copy(page[key].get_object())
    resources = copier.resources(entry(page, "/Resources", DictionaryObject()))
    new[NameObject("/Resources")] = resources
    content = _content(page)
    listed = entry(page, "/Annots")
    painted = painted_annotations(listed if isinstance(listed, ArrayObject) else (), removed)
    if painted:
        forms = resources.setdefault(NameObject("/XObject"), DictionaryObject())
        pieces = [b"q\n", content, b"\nQ\n"]
        for number, (matrix, appearance) in enumerate(painted):
            name = f"/VeladoNote{number}"
            forms[NameObject(name)] = copier.copy(appearance)
            pieces.append(b"q %b cm %b Do Q\n" % (matrix, name.encode("ascii")))
        content = b"".join(pieces)
    clean.pages.append(new)
    clean.contents.append(content)


def _content(page: DictionaryObject) -> bytes:
    from pypdf.generic import ArrayObject, StreamObject

    whole = entry(page, "/Contents")
    streams = list(whole) if isinstance(whole, ArrayObject) else [whole]
    decoded = (stream.get_object() for stream in streams if stream is not None)
    return b"\n".join(stream.get_data() for stream in decoded if isinstance(stream, StreamObject))


def _left_behind(reader: PdfReader) -> list[str]:
    """What the catalogue says that only describes, in words for the report."""
    root = entry(reader.trailer, "/Root")
    names, forms = entry(root, "/Names", {}), entry(root, "/AcroForm", {})
    told = [
        ("document properties removed", "/Info" in reader.trailer or "/Metadata" in root),
        ("bookmarks removed", "/Outlines" in root),
        ("attachments removed", "/EmbeddedFiles" in names or "/AF" in root or "/Collection" in root),
        ("scripts and actions removed", "/JavaScript" in names or "/OpenAction" in root or "/AA" in root),
        ("layers removed or made part of the page", "/OCProperties" in root),
        ("tags for screen readers removed", "/StructTreeRoot" in root),
        ("page labels removed", "/PageLabels" in root),
        ("named destinations removed", "/Dests" in root or "/Dests" in names),
        ("form fields made part of the page", bool(entry(forms, "/Fields"))),
        ("XFA form removed", "/XFA" in forms),
    ]
    return [what for what, there in told if there]


def _hidden_layers(reader: PdfReader) -> set[int]:
    """The object numbers of the layers that are not shown when the file is opened."""
    properties = entry(entry(reader.trailer, "/Root"), "/OCProperties", {})
    default = entry(properties, "/D", {})

    def numbers(key: str, owner: Any) -> set[int]:
        return {layer.idnum for layer in entry(owner, key, ()) if hasattr(layer, "idnum")}

    hidden = numbers("/OFF", default)
    if entry(default, "/BaseState") == "/OFF":
        hidden |= numbers("/OCGs", properties) - numbers("/ON", default)
    return hidden


class Copier:
    """Copies objects into the new file, each once."""

    def __init__(self, writer: PdfWriter, hidden: set[int]) -> None:
        self._writer = writer
        self._hidden = hidden
        self._copies: dict[int, Any] = {}

    def copy(self, value: Any, key: str = "") -> PdfObject:
        """The value as it stands in the new file; null for what does not belong to a page's looks."""
        from pypdf.generic import (
            ArrayObject,
            BooleanObject,
            ByteStringObject,
            DictionaryObject,
            FloatObject,
            IndirectObject,
            NameObject,
            NullObject,
            NumberObject,
            StreamObject,
            TextStringObject,
        )

        if isinstance(value, IndirectObject | StreamObject):
            return self._reference(value, key)
        if isinstance(value, DictionaryObject):
            return self._dictionary(value, DictionaryObject(), key)
        if isinstance(value, ArrayObject):
            indexed = len(value) == 4 and value[0] in ("/Indexed", "/I")
            return ArrayObject([self.copy(inner, "/CharSet" if indexed else key) for inner in value])
        if isinstance(value, TextStringObject | ByteStringObject):
            # As bytes: a string that begins like UTF-16 must not be taken for text on its way.
            return ByteStringObject(value.original_bytes) if key in _STRINGS else NullObject()
        if isinstance(value, NameObject | NumberObject | FloatObject | BooleanObject):
            return value
        return NullObject()

    def resources(self, given: DictionaryObject) -> DictionaryObject:
        """Resources of a page's own, so that changing one page leaves the others."""
        from pypdf.generic import DictionaryObject, NameObject

        copied = self._dictionary(given, DictionaryObject(), "/Resources")
        for key in ("/XObject", "/Font"):
            inner = copied.get(key)
            if isinstance(inner, DictionaryObject):
                copied[NameObject(key)] = DictionaryObject(inner)
        return copied

    def _reference(self, value: Any, key: str) -> PdfObject:
        from pypdf.generic import DictionaryObject, EncodedStreamObject, NameObject, NullObject, StreamObject

        target = value.get_object()
        known = self._copies.get(id(target))
        if known is not None:
            return known[1]  # type: ignore[no-any-return]
        if isinstance(target, StreamObject):
            copy: Any = EncodedStreamObject() if "/Filter" in target else StreamObject()
            reference = self._writer._add_object(copy)
            self._copies[id(target)] = (target, reference)
            self._dictionary(target, copy, key)
            copy._data = target._data
            if entry(target, "/Subtype") == "/Image":
                copy._data, kind = without_metadata(target)
                if kind in ("/DCTDecode", "/JPXDecode"):
                    copy[NameObject("/Filter")] = NameObject(kind)
                    copy.pop("/DecodeParms", None)
            return reference
        if isinstance(target, DictionaryObject) and target.get("/Type") not in _FOREIGN:
            copy = DictionaryObject()
            reference = self._writer._add_object(copy)
            self._copies[id(target)] = (target, reference)
            self._dictionary(target, copy, key)
            return reference
        return NullObject() if isinstance(target, DictionaryObject) else self.copy(target, key)

    def _dictionary(self, given: DictionaryObject, copy: DictionaryObject, key: str) -> DictionaryObject:
        from pypdf.generic import BooleanObject, DictionaryObject, NameObject, NullObject, StreamObject

        if given.get("/Type") in _FOREIGN:
            return copy
        named = key in _NAMED and not isinstance(given, StreamObject)
        for name, value in given.items():
            if name == "/OC" and not named:
                copy[NameObject(name)] = BooleanObject(self._is_hidden(value))
            elif name == "/Properties" and not named:
                marks = value.get_object()
                shown = {NameObject(mark): BooleanObject(self._is_hidden(oc)) for mark, oc in marks.items()}
                copy[NameObject(name)] = DictionaryObject(shown)
            elif named or name not in _DESCRIBING:
                copied = self.copy(value, name)
                if not isinstance(copied, NullObject):
                    copy[NameObject(name)] = copied
        return copy

    def _is_hidden(self, layer: Any) -> bool:
        """Whether a layer, or a group of layers, is not shown. What is not clear is shown, and so it is read."""
        target = layer.get_object()
        if not isinstance(target, dict) or target.get("/Type") != "/OCMD":
            return getattr(layer, "idnum", 0) in self._hidden
        groups, listed = target.get("/OCGs"), entry(target, "/OCGs")
        members = list(listed) if isinstance(listed, list) else [groups] if groups is not None else []
        off = [getattr(member, "idnum", 0) in self._hidden for member in members]
        if not off or "/VE" in target:
            return False
        return {"/AllOn": any(off), "/AnyOff": not any(off), "/AllOff": not all(off)}.get(str(target.get("/P")), all(off))


def unmarked(writer: PdfWriter) -> None:
    """Take out the marks of layers: only this program needs them, and only while it follows the pages."""
    from pypdf.generic import ArrayObject, DictionaryObject

    def strip(value: Any, depth: int = 0) -> None:
        if isinstance(value, DictionaryObject):
            for key in ("/OC", "/Properties"):
                value.pop(key, None)
        if depth < 20:
            for inner in value.values() if isinstance(value, DictionaryObject) else value if isinstance(value, ArrayObject) else ():
                strip(inner, depth + 1)

    for thing in writer._objects:
        strip(thing)


def swept(writer: PdfWriter) -> None:
    """Drop every object that cannot be reached from the pages: old forms still point to each other."""
    from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject

    reached: set[int] = set()
    waiting: list[Any] = [writer.root_object.indirect_reference]
    while waiting:
        value = waiting.pop()
        if isinstance(value, IndirectObject):
            if value.idnum not in reached:
                reached.add(value.idnum)
                waiting.append(value.get_object())
        elif isinstance(value, DictionaryObject):
            waiting.extend(value.values())
        elif isinstance(value, ArrayObject):
            waiting.extend(value)
    for number in range(len(writer._objects)):
        if number + 1 not in reached:
            writer._objects[number] = None


def saved(writer: PdfWriter) -> bytes:
    """The new file."""
    whole = BytesIO()
    writer.write(whole)
    return whole.getvalue()
