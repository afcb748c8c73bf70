"""Page contents written anew: without the glyphs that have to go, everything else where it was."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from velado.formats._pdf_glyphs import Painting, Part, Show
from velado.formats._pdf_objects import compressed, entry
from velado.formats._pdf_pictures import Lying, turned_call
from velado.formats._pdf_syntax import hex_string, number, patched, tidied

if TYPE_CHECKING:
    from pypdf import PdfWriter
    from pypdf.generic import DictionaryObject, NameObject

__all__ = ["Rewriter"]

Pictures = Mapping[int, tuple[Any, Lying] | None]
_CHOSEN = ("/Font", "/ExtGState", "/Pattern", "/XObject")  # resources of which only those in use are kept


class Rewriter:
    """Puts the contents of pages into the new file; forms that come out alike are written once."""

    def __init__(self, writer: PdfWriter) -> None:
        self._writer = writer
        self._forms: dict[tuple[int, bytes], tuple[Any, Any]] = {}

    def page(
        self, page: DictionaryObject, painting: Painting, gone: Collection[int], pictures: Pictures, drawn: bool = True
    ) -> bytes:
        """The page's content without the glyphs of these numbers; its resources are set to what that content needs.

        `pictures` has another picture for some of those that the page uses, by their number there, and how the first one
        lies on the page; or None for no picture. Without `drawn` all paths are left out too, and only text is painted.
        """
        patches: dict[int, list[tuple[int, int, bytes]]] = {id(part): [*part.patches, *(() if drawn else part.paints)] for part in painting.parts}
        replaced: dict[int, dict[str, Any]] = {id(part): {} for part in painting.parts}
        for number_, picture in enumerate(painting.pictures):
            if number_ in pictures:
                name, new = f"/VeladoPicture{number_}", pictures[number_]
                call = b"" if new is None else turned_call(name, new[1])
                patches[id(picture.part)].append((picture.operation.start, picture.operation.end, call))
                if new is not None:
                    replaced[id(picture.part)][name] = new[0]
        for part in painting.parts:
            for show in part.shows:
                glyphs = painting.glyphs[show.first : show.first + show.count]
                lost = [glyph.hidden or show.first + at in gone for at, glyph in enumerate(glyphs)]
                if any(lost):
                    patches[id(part)].append((show.operation.start, show.operation.end, _shown(show, lost)))
        kept = {id(picture.part): set[str]() for picture in painting.pictures}
        for number_, picture in enumerate(painting.pictures):
            if number_ not in pictures and picture.image is not None:
                kept[id(picture.part)].add(f"/{picture.operation.operands[0]}")
        written: dict[int, Any] = {}
        # Inner forms are written first: the stream that uses them has to call the new ones.
        for part in reversed(painting.parts):
            content = self._content(part, patches[id(part)], written, replaced[id(part)], kept.get(id(part), set()), drawn)
            if part.form is None:
                page[_name("/Resources")] = content[1]
                return content[0]
            written[id(part)] = self._form(part, *content)
        raise AssertionError("a page has a stream of its own")

    def _content(
        self,
        part: Part,
        patches: list[tuple[int, int, bytes]],
        written: Mapping[int, Any],
        new: dict[str, Any],
        kept: set[str],
        drawn: bool,
    ) -> tuple[bytes, DictionaryObject]:
        """A stream's new content and the resources it needs."""
        from pypdf.generic import DictionaryObject

        names: dict[int, str] = {}
        for operation, inner in part.uses:
            form = written[id(inner)]
            name = names.setdefault(form.idnum, f"/VeladoForm{len(names)}")
            new[name] = form
            patches.append((operation.start, operation.end, f"{name} Do".encode("ascii")))
        resources = DictionaryObject(part.resources)
        for kind in _CHOSEN:
            listed = entry(part.resources, kind, {})
            used = kept if kind == "/XObject" else {name for sort, name in part.names if sort == kind}
            if kind == "/Pattern" and not drawn:
                used = set()
            chosen = DictionaryObject({_name(name): listed.raw_get(name) for name in sorted(used) if name in listed})
            if kind == "/XObject":
                chosen.update({_name(name): form for name, form in new.items()})
            resources.pop(kind, None)
            if chosen:
                resources[_name(kind)] = chosen
        return tidied(patched(part.data, patches)), resources

    def _form(self, part: Part, data: bytes, resources: DictionaryObject) -> Any:
        inner = entry(resources, "/XObject", {})
        called = b" ".join(b"%d" % getattr(inner.raw_get(name), "idnum", 0) for name in sorted(inner))
        key = id(part.form), hashlib.sha256(called + b"\0" + data).digest()
        if key not in self._forms:
            form = compressed(data)
            for name in ("/Subtype", "/BBox", "/Matrix", "/Group"):
                if name in part.form:
                    form[_name(name)] = part.form.raw_get(name)
            form[_name("/Resources")] = resources
            self._forms[key] = part.form, self._writer._add_object(form)
        return self._forms[key][1]

    def place(self, page: DictionaryObject, content: bytes) -> None:
        """Give a page its content."""
        page[_name("/Contents")] = self._writer._add_object(compressed(content))


def _name(name: str) -> NameObject:
    from pypdf.generic import NameObject

    return NameObject(name)


def _shown(show: Show, lost: list[bool]) -> bytes:
    """The operator that shows what is left, with gaps as wide as what is gone."""
    font, size = show.font, show.size
    out: list[bytes] = []
    gap, at = 0.0, 0
    for piece in show.pieces:
        if not isinstance(piece, bytes):
            gap += float(piece)
            continue
        kept = bytearray()
        for code in font.codes(piece):
            if lost[at]:
                if kept:
                    out.append(hex_string(bytes(kept)))
                    kept = bytearray()
                extra = show.spacing + (show.word_spacing if code == 32 and font.bytes_per_code == 1 else 0.0)
                gap -= font.width(code) * 1000 + (extra * 1000 / size if size else 0.0)
            else:
                if gap:
                    out.append(number(gap))
                    gap = 0.0
                kept += code.to_bytes(font.bytes_per_code, "big")
            at += 1
        if kept:
            out.append(hex_string(bytes(kept)))
    # Where nothing follows in this line the width of what is gone tells nobody anything it should.
    if gap and show.continued:
        out.append(number(gap))
    array = b"[" + b" ".join(out) + b"] TJ" if out else b""
    operands = show.operation.operands
    before = {b"'": b"T* ", b'"': b"%b Tw %b Tc T* "}.get(show.operation.operator, b"")
    if show.operation.operator == b'"':
        before %= (number(float(operands[0])), number(float(operands[1])))
    return before + array
