"""Annotations and form fields: what they show becomes part of the page, what they say besides is left behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from velado.formats._pdf_objects import entry
from velado.formats._pdf_syntax import hex_string, number

if TYPE_CHECKING:
    from pypdf.generic import DictionaryObject, StreamObject

__all__ = ["painted_annotations"]

_SHOWN = frozenset(
    "/Widget /FreeText /Stamp /Ink /Line /Square /Circle /Polygon /PolyLine /Highlight /Underline /StrikeOut /Squiggly "
    "/Caret /Watermark /Redact".split()
)
_NOT_SEEN = 2 | 32  # the flags Hidden and NoView
_WORDS = {"/Link": "links removed", "/Widget": "form fields removed", "/FileAttachment": "attachments removed"}


def painted_annotations(annotations: Iterable[Any], removed: Counter[str]) -> list[tuple[bytes, StreamObject]]:
    """What the annotations show: a matrix and a form each. Those that show nothing are counted into `removed`."""
    from pypdf.generic import DictionaryObject

    painted = []
    for listed in annotations:
        annotation = listed.get_object()
        if not isinstance(annotation, DictionaryObject):
            continue
        kind = str(entry(annotation, "/Subtype"))
        seen = kind in _SHOWN and not int(entry(annotation, "/F", 0)) & _NOT_SEEN
        shown = _placed(annotation) if seen else None
        if shown is not None:
            painted.append(shown)
            if kind != "/Widget":
                removed["annotations made part of the page"] += 1
        elif kind != "/Popup":
            removed[_WORDS.get(kind, "annotations removed")] += 1
    return painted


def _appearance(annotation: DictionaryObject) -> StreamObject | None:
    from pypdf.generic import StreamObject

    normal = entry(entry(annotation, "/AP", {}), "/N")
    if isinstance(normal, dict) and not isinstance(normal, StreamObject):
        normal = entry(normal, str(entry(annotation, "/AS", "/Off")))
    return normal if isinstance(normal, StreamObject) else None


def _placed(annotation: DictionaryObject) -> tuple[bytes, StreamObject] | None:
    left, bottom, right, top = _rectangle(annotation["/Rect"])
    appearance = _appearance(annotation)
    if appearance is None:
        appearance = _written(annotation, right - left, top - bottom)
        if appearance is None:
            return None
    box = _rectangle(entry(appearance, "/BBox", (0, 0, right - left, top - bottom)))
    matrix = [float(value) for value in entry(appearance, "/Matrix", (1, 0, 0, 1, 0, 0))]
    corners = [
        (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])
        for x in (box[0], box[2])
        for y in (box[1], box[3])
    ]
    low_x, high_x = min(x for x, _ in corners), max(x for x, _ in corners)
    low_y, high_y = min(y for _, y in corners), max(y for _, y in corners)
    if high_x <= low_x or high_y <= low_y:
        return None
    across, along = (right - left) / (high_x - low_x), (top - bottom) / (high_y - low_y)
    values = (across, 0, 0, along, left - low_x * across, bottom - low_y * along)
    return b" ".join(number(value) for value in values), appearance


def _rectangle(given: Any) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (float(value.get_object()) if hasattr(value, "get_object") else float(value) for value in given)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _written(annotation: DictionaryObject, width: float, height: float) -> StreamObject | None:
    """The value of a text field that has no looks of its own: readers would draw it when they open the file."""
    from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, NameObject, StreamObject

    value = _inherited(annotation, "/V") if entry(annotation, "/Subtype") == "/Widget" else entry(annotation, "/Contents")
    if not isinstance(value, str) or value.startswith("/") or not value.strip() or width <= 0 or height <= 0:
        return None
    lines = value.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    size = max(4.0, min(10.0, height / (1.25 * len(lines))))
    drawn = [b"q BT /Helv %b Tf 0 g %b TL 2 %b Td" % (number(size), number(size * 1.2), number(max(1.0, height - size * 1.1)))]
    drawn += [hex_string(line.encode("cp1252", "replace")) + b" Tj T*" for line in lines]
    stream = StreamObject()
    stream.set_data(b"\n".join([*drawn, b"ET Q"]))
    face = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica", "/Encoding": "/WinAnsiEncoding"}
    font = DictionaryObject({NameObject(key): NameObject(name) for key, name in face.items()})
    resources = DictionaryObject({NameObject("/Font"): DictionaryObject({NameObject("/Helv"): font})})
    stream[NameObject("/Subtype")] = NameObject("/Form")
    stream[NameObject("/BBox")] = ArrayObject([FloatObject(side) for side in (0, 0, width, height)])
    stream[NameObject("/Resources")] = resources
    return stream


def _inherited(field: DictionaryObject, key: str) -> Any:
    """An entry of a form field, which may stand with the field above it."""
    for _ in range(20):
        if key in field:
            return field[key]
        field = entry(field, "/Parent", {})
    return None
