"""The XML of the i2b2 2014 challenge: the note in TEXT, one element per annotation in TAGS. MEDDOCAN has its like."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from velado.document import Span
from velado.labels import LABELS, label_named

__all__ = ["ANNOTATIONS", "parse_i2b2", "read_i2b2", "write_i2b2"]

# The element a type stands in.
_CATEGORIES = {
    "NAME": "PATIENT DOCTOR USERNAME",
    "PROFESSION": "PROFESSION",
    "LOCATION": "HOSPITAL ORGANIZATION STREET CITY STATE COUNTRY ZIP LOCATION-OTHER",
    "AGE": "AGE",
    "DATE": "DATE",
    "CONTACT": "PHONE FAX EMAIL URL IPADDRESS",
    "ID": "SSN MEDICALRECORD HEALTHPLAN ACCOUNT LICENSE VEHICLE DEVICE BIOID IDNUM",
}
_CATEGORY_OF = {kind: category for category, kinds in _CATEGORIES.items() for kind in kinds.split()}
# MEDDOCAN's own types stand where its scorer looks for them, which is not where i2b2 has their likes.
_MEDDOCAN_OTHERS = frozenset({"FAMILIARES_SUJETO_ASISTENCIA", "DIREC_PROT_INTERNET"})
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def parse_i2b2(xml: str | bytes, *, keep_labels: bool = False) -> tuple[str, list[Span]]:
    """The text and its spans; a type that no known scheme has raises ValueError, unless `keep_labels`.

    >>> parse_i2b2('<x><TEXT>Dr. Gil</TEXT><TAGS><NAME id="P0" start="4" end="7" text="Gil" TYPE="DOCTOR"/></TAGS></x>')
    ('Dr. Gil', [Span(start=4, end=7, label='STAFF_NAME', score=1.0, source='gold')])
    """
    try:
        root = ElementTree.fromstring(xml)
    except ElementTree.ParseError as error:
        raise ValueError(f"not well-formed XML in line {error.position[0]}") from None
    body = root.find("TEXT")
    if body is None:
        raise ValueError("no TEXT element: not an i2b2 file")
    text = "".join(body.itertext())
    spans = []
    for number, element in enumerate(root.iterfind("TAGS/*"), 1):
        kind = element.get("TYPE") or element.tag
        label = kind if keep_labels else label_named(kind)
        if label is None:
            raise ValueError(f"unknown type {kind} in annotation {number}")
        try:
            start, end = int(element.get("start", "")), int(element.get("end", ""))
        except ValueError:
            raise ValueError(f"annotation {number} has no offsets") from None
        if not 0 <= start < end <= len(text):
            raise ValueError(f"annotation {number} does not lie inside the text")
        spans.append(Span(start, end, label, 1.0, "gold"))
    return text, sorted(spans)


def write_i2b2(text: str, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
    """The XML of a note and its spans. Control characters that XML cannot hold become blanks, so offsets stay."""
    text = _NOT_XML.sub(" ", text)
    # A parser turns carriage returns into line feeds unless they are written as references, which CDATA cannot hold.
    plain = "\r" in text or "]]>" in text
    body = escape(text, {"\r": "&#13;"}) if plain else f"<![CDATA[{text}]]>"
    lines = ['<?xml version="1.0" encoding="UTF-8" ?>', "<deIdi2b2>", f"<TEXT>{body}</TEXT>", "<TAGS>"]
    for number, span in enumerate(sorted(spans)):
        kind = rename(span.label)
        known = None if kind in _MEDDOCAN_OTHERS else LABELS.get(label_named(span.label) or "")
        element = _CATEGORY_OF.get(known.i2b2, "OTHER") if known else "OTHER"
        shown = quoteattr(span.text(text), {"\r": "&#13;", "\n": "&#10;", "\t": "&#9;"})
        lines.append(
            f'<{element} id="P{number}" start="{span.start}" end="{span.end}" text={shown} TYPE={quoteattr(kind)} comment="" />'
        )
    return "\n".join([*lines, "</TAGS>", "</deIdi2b2>", ""])


def read_i2b2(path: Path, *, keep_labels: bool = False) -> tuple[str, list[Span]]:
    """The note of an XML file, and its spans."""
    return parse_i2b2(path.read_bytes(), keep_labels=keep_labels)


@dataclass(frozen=True)
class I2b2:
    """One XML file per note."""

    name: str = "i2b2"
    suffix: str = ".xml"
    holds_text: bool = True
    description: str = "i2b2 2014 XML: the note and its annotations in one file"

    def read(self, path: Path, *, keep_labels: bool = False) -> tuple[str, list[Span]]:
        """The note of an XML file, and its spans."""
        return read_i2b2(path, keep_labels=keep_labels)

    def render(self, id: str, text: str, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
        """The XML."""
        return write_i2b2(text, spans, rename)


ANNOTATIONS = I2b2()
