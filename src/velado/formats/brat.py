"""brat standoff: NAME.txt holds the note, NAME.ann one line per annotation. MEDDOCAN is published like this."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from velado.document import Span
from velado.labels import label_named

__all__ = ["ANNOTATIONS", "read_annotations", "read_brat", "write_annotations"]

# Fragments of a discontinuous annotation are joined by semicolons: "T3\tDATE 4 9;12 16\ttext".
_TEXT_BOUND = re.compile(r"T[^\t ]*\t([^\t ]+) ([0-9]+ [0-9]+(?:;[0-9]+ [0-9]+)*)(?:\t|$)")


def read_annotations(ann_text: str, *, keep_labels: bool = False) -> list[Span]:
    """The text-bound annotations as spans with Velado's labels, in the order of the text.

    An annotation in pieces becomes the stretch that covers them all. Attributes, relations, events and notes are
    passed over. A label that no known scheme has raises ValueError, unless `keep_labels` takes all as they are.

    >>> read_annotations("T1\\tFECHAS 4 14\\t12/03/2021\\nA1\\tSure T1\\n")
    [Span(start=4, end=14, label='DATE', score=1.0, source='gold')]
    """
    spans = []
    for number, line in enumerate(ann_text.removeprefix("\ufeff").split("\n"), 1):
        if not line.startswith("T"):
            continue
        match = _TEXT_BOUND.match(line.rstrip("\r"))
        if match is None:
            raise ValueError(f"line {number} is not a brat annotation")
        label = match[1] if keep_labels else label_named(match[1])
        if label is None:
            raise ValueError(f"unknown label {match[1]} in line {number}")
        offsets = [int(offset) for offset in match[2].replace(";", " ").split(" ")]
        if min(offsets) >= max(offsets):
            raise ValueError(f"the annotation in line {number} is empty")
        spans.append(Span(min(offsets), max(offsets), label, 1.0, "gold"))
    return sorted(spans)


def write_annotations(text: str, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
    """The lines of an .ann file, T1 onwards; `rename` gives a label the name it has in the scheme wanted.

    >>> write_annotations("Vino Ana.", [Span(5, 8, "PATIENT_NAME")])
    'T1\\tPATIENT_NAME 5 8\\tAna\\n'
    """
    lines = []
    for number, span in enumerate(sorted(spans), 1):
        # brat wants the text on one line, of the same length as the span; some readers take rarer signs for line ends too.
        shown = re.sub("[\t-\r\x1c-\x1e\x85\u2028\u2029]", " ", span.text(text))
        lines.append(f"T{number}\t{rename(span.label)} {span.start} {span.end}\t{shown}\n")
    return "".join(lines)


def read_brat(txt: Path, ann: Path | None = None, *, keep_labels: bool = False) -> tuple[str, list[Span]]:
    """A note and its spans; the .ann file stands beside the .txt file unless another is named.

    The text is taken as brat takes it: UTF-8 with every character counted, byte-order mark and carriage returns too.
    """
    text = txt.read_bytes().decode("utf-8")
    annotations = (ann or txt.with_suffix(".ann")).read_bytes().decode("utf-8")
    spans = read_annotations(annotations, keep_labels=keep_labels)
    if spans and max(span.end for span in spans) > len(text):
        raise ValueError("an annotation ends beyond the end of the text")
    return text, spans


@dataclass(frozen=True)
class Brat:
    """NAME.ann beside NAME.txt."""

    name: str = "brat"
    suffix: str = ".ann"
    holds_text: bool = False
    description: str = "brat standoff (MEDDOCAN): offsets into the .txt file beside it"

    def read(self, path: Path, *, keep_labels: bool = False) -> tuple[str, list[Span]]:
        """The note beside an .ann file, and its spans. Either of the two files may be named."""
        return read_brat(path.with_suffix(".txt"), path.with_suffix(".ann"), keep_labels=keep_labels)

    def render(self, id: str, text: str, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
        """The lines of the .ann file."""
        return write_annotations(text, spans, rename)


ANNOTATIONS = Brat()
