"""What is left of a person in the text: letters and digits, whatever label was put on them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from velado.document import Span
from velado.evaluation.counts import Score, compare

__all__ = ["Coverage", "count_sentences", "score_tokens"]

_WORD = re.compile(r"[^\W_]+")
_STOP = re.compile(r"""(\w{0,5})([.!?…])["')\]»”]{0,2}\s{1,3}(?=(\S))""")
# Behind these a dot ends no sentence; nor behind a single letter.
_TITLES = frozenset(
    "dr dra drs sr sra srta don prof lic enf ing mr mrs ms st av avda pza tel núm num nº hab cp art fig vs".split()
)


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which letters and digits of a text a set of spans covers: one byte per character, the first one lowest."""

    cover: int = field(repr=False)  # the letters and digits that are covered
    bare: bytes = field(repr=False)  # 1 for each letter or digit that is not

    @classmethod
    def of(cls, text: str, spans: Iterable[Span]) -> Coverage:
        """The cover of a text by spans."""
        solid = int.from_bytes(bytes(map(str.isalnum, text)), "little")
        marks = bytearray(len(text))
        for span in spans:
            marks[span.start : span.end] = b"\x01" * len(marks[span.start : span.end])
        cover = int.from_bytes(marks, "little") & solid
        return cls(cover, (solid ^ cover).to_bytes(len(text), "little"))

    def left(self, span: Span) -> bool:
        """Whether a letter or digit of the span stays in sight.

        >>> cover = Coverage.of("Ana Gil.", [Span(0, 3, "PATIENT_NAME")])
        >>> cover.left(Span(0, 4, "PATIENT_NAME")), cover.left(Span(0, 7, "PATIENT_NAME"))
        (False, True)
        """
        return self.bare.find(1, span.start, span.end) >= 0

    def score(self, system: Coverage) -> Score:
        """This cover as gold against another: precision says how much of what was taken had to go."""
        right = (self.cover & system.cover).bit_count()
        return Score(right, system.cover.bit_count() - right, self.cover.bit_count() - right)


def score_tokens(text: str, gold: Iterable[Span], system: Iterable[Span]) -> tuple[Score, Score]:
    """Word by word, with the type and without it. A word belongs to a span that touches it.

    >>> score_tokens("Ana Gil", [Span(0, 7, "PATIENT_NAME")], [Span(0, 3, "STAFF_NAME")])
    (Score(tp=0, fp=1, fn=2), Score(tp=1, fp=0, fn=1))
    """
    words = [match.span() for match in _WORD.finditer(text)]
    starts, ends = [start for start, _ in words], [end for _, end in words]

    def labelled(spans: Iterable[Span]) -> set[tuple[int, str]]:
        return {
            (number, span.label)
            for span in spans
            for number in range(bisect_right(ends, span.start), bisect_left(starts, span.end))
        }

    wanted, found = labelled(gold), labelled(system)
    return compare(wanted, found), compare({number for number, _ in wanted}, {number for number, _ in found})


def count_sentences(text: str) -> int:
    """About how many sentences a note has: lines with words in them, cut again at full stops. An estimate.

    >>> count_sentences("Vista por el Dr. Gil. Sin fiebre.\\n\\nAlta: 3/5/21\\n--\\n")
    3
    """
    count = 0
    for line in text.splitlines():
        if not _WORD.search(line):
            continue
        count += 1
        for stop in _STOP.finditer(line):
            title = stop[2] == "." and (len(stop[1]) == 1 or stop[1].lower() in _TITLES)
            count += not title and not stop[3].islower()
    return count
