"""CoNLL columns: one token per line with its offsets and its BIO tag, an empty line after each line of the note."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from velado.document import Span
from velado.labels import label_named

__all__ = ["ANNOTATIONS", "parse_conll", "write_conll"]

_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_|\n")


def write_conll(text: str, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
    """Columns token, start, end, tag, with tabs between them. A token that a span cuts is cut there.

    >>> print(write_conll("Vino Ana.", [Span(5, 8, "PATIENT_NAME")]).replace("\\t", " "), end="")
    Vino 0 4 O
    Ana 5 8 B-PATIENT_NAME
    . 8 9 O
    """
    edges = sorted(spans)
    cuts = sorted({offset for span in edges for offset in (span.start, span.end)})
    lines: list[str] = []
    inside = cut = 0
    # A byte-order mark is no token: at the start of the file it would be taken for the file's own.
    for match in _TOKEN.finditer(text, int(text.startswith("\ufeff"))):
        start, stop = match.span()
        if match[0] == "\n":
            if lines and lines[-1]:
                lines.append("")
            continue
        while start < stop:
            while cut < len(cuts) and cuts[cut] <= start:
                cut += 1
            end = min(stop, cuts[cut]) if cut < len(cuts) else stop
            while inside < len(edges) and edges[inside].end <= start:
                inside += 1
            tag = "O"
            if inside < len(edges) and edges[inside].start <= start:
                span = edges[inside]
                # A span may begin with blanks: its first token bears the B.
                first = not text[span.start : start].strip()
                tag = f"{'B' if first else 'I'}-{rename(span.label)}"
            lines.append(f"{text[start:end]}\t{start}\t{end}\t{tag}")
            start = end
    return "\n".join(lines).rstrip("\n") + "\n" if lines else ""


def parse_conll(content: str, *, keep_labels: bool = False) -> tuple[str, list[Span]]:
    """The text and its spans. Without offsets in the columns the text is the tokens with blanks between them.

    The tag is the last column. With offsets, blanks fill the gaps, and a line break the last place before a new line.

    >>> parse_conll("Vino O\\nAna B-PATIENT\\nGil I-PATIENT\\n")
    ('Vino Ana Gil', [Span(start=5, end=12, label='PATIENT_NAME', score=1.0, source='gold')])
    """
    pieces: list[str] = []
    length = 0
    found: list[tuple[int, int, str]] = []  # offsets and label, the last one still growing
    going = ""
    broken = False
    for number, line in enumerate(content.split("\n"), 1):
        columns = line.rstrip("\r").split("\t") if "\t" in line else line.split()
        if not any(columns) or columns[0] == "-DOCSTART-":
            broken = True
            continue
        token, tag = columns[0], columns[-1]
        start = length + (1 if length else 0)
        placed = len(columns) >= 4 and columns[1].isdecimal() and columns[2].isdecimal()
        if placed:
            start = int(columns[1])
            if start < length or int(columns[2]) - start != len(token):
                raise ValueError(f"the offsets in line {number} do not fit")
        gap = start - length
        pieces.append(" " * (gap - 1) + "\n" if broken and gap and length else " " * gap)
        pieces.append(token)
        length = start + len(token)
        kind = tag[2:] if tag[:2] in ("B-", "I-") else ""
        if not kind and tag != "O":
            raise ValueError(f"line {number} has no BIO tag")
        # An empty line ends a sentence and all spans with it, unless it is known to be a line of the note only.
        if tag.startswith("I-") and kind == going and (placed or not broken):
            found[-1] = (found[-1][0], length, kind)
        elif kind:
            found.append((start, length, kind))
        going, broken = kind, False
    spans = []
    for start, end, kind in found:
        label = kind if keep_labels else label_named(kind)
        if label is None:
            raise ValueError(f"unknown label {kind}")
        spans.append(Span(start, end, label, 1.0, "gold"))
    return "".join(pieces), spans


@dataclass(frozen=True)
class Conll:
    """One file of columns per note."""

    name: str = "conll"
    suffix: str = ".conll"
    holds_text: bool = True
    description: str = "CoNLL columns: token, start, end, BIO tag"

    def read(self, path: Path, *, keep_labels: bool = False) -> tuple[str, list[Span]]:
        """The text of the tokens, and its spans."""
        return parse_conll(path.read_bytes().decode("utf-8-sig"), keep_labels=keep_labels)

    def render(self, id: str, text: str, spans: Iterable[Span], rename: Callable[[str], str] = str) -> str:
        """The columns."""
        return write_conll(text, spans, rename)


ANNOTATIONS = Conll()
