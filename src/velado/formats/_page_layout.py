"""The words of a page in the order they are read, from where they stand: lines, columns, cells of tables.

A row of the page is a line of the text ("Nombre:  Ana Pérez"), because labels and their values stand side by side.
Running text in columns is read column by column. What a narrow cell breaks into several lines is read twice: in its rows
and as a whole, so that a name is found however it is broken.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

__all__ = ["Atom", "Laid", "atom_at", "lay_out"]

_WORD_GAP = 0.17  # ems between two letters that make two words
_LOOSE_GAP = 0.3  # the same where blanks are written out
_WIDE_GAP = 1.1  # ems between two words that make two cells
_CLOSE_LINES = 1.45  # sizes from one line to the next inside a cell
_PROSE_LINES, _PROSE_LENGTH = 4, 25


@dataclass(slots=True)
class Atom:
    """A letter, or a word that OCR has read: its text, and its place along and across the direction of writing."""

    number: int
    text: str = field(repr=False)
    start: float
    end: float
    base: float  # grows upwards
    size: float
    angle: int = 0
    word: bool = False  # a whole word: the next begins another


def atom_at(number: int, text: str, x: float, y: float, along: tuple[float, float], size: float, angle: int) -> Atom:
    """An atom from a place on the page and the way to its end."""
    turn = math.radians(angle)
    cosine, sine = math.cos(turn), math.sin(turn)
    start = x * cosine + y * sine
    return Atom(number, text, start, start + math.hypot(*along), y * cosine - x * sine, size, angle)


@dataclass(slots=True)
class Laid:
    """A text, which atom each of its characters is from (-1 for blanks and line ends that are ours), and hyphens left out."""

    text: str = field(repr=False)
    sources: list[int] = field(repr=False)
    dropped: dict[int, int] = field(repr=False)  # a hyphen's atom, by the character that stands before it


@dataclass(slots=True, eq=False)
class _Fragment:
    """Atoms that follow each other closely on one line."""

    atoms: list[Atom]
    gap: float = _WORD_GAP  # ems that part two words in it

    start: float = 0.0
    end: float = 0.0
    base: float = 0.0
    size: float = 0.0
    angle: int = 0
    block: _Block | None = None

    def __post_init__(self) -> None:
        first = self.atoms[0]
        self.start, self.base, self.angle = first.start, first.base, first.angle
        self.end = max(atom.end for atom in self.atoms)
        self.size = max(atom.size for atom in self.atoms)

    @property
    def length(self) -> int:
        return sum(len(atom.text) for atom in self.atoms)


@dataclass(slots=True, eq=False)
class _Block:
    """Fragments that stand below each other and were written one after the other."""

    lines: list[_Fragment]

    @property
    def prose(self) -> bool:
        long = sum(line.length for line in self.lines) >= _PROSE_LENGTH * len(self.lines)
        return len(self.lines) >= _PROSE_LINES and long

    @property
    def close(self) -> bool:
        """Whether its lines follow each other as closely as those of one text do, and rows of a table mostly do not."""
        height = self.lines[0].base - self.lines[-1].base
        return height < _CLOSE_LINES * self.lines[0].size * (len(self.lines) - 1)


def lay_out(atoms: Sequence[Atom]) -> Laid:
    """The text of a page. The atoms come in the order the page paints them.

    >>> words = [Atom(0, "Nombre:", 0, 40, 700, 10), Atom(1, "NHC", 300, 320, 700, 10), Atom(2, "Ana", 60, 80, 700.2, 10)]
    >>> lay_out(words).text
    'Nombre:  Ana  NHC\\n'
    """
    scribe = _Scribe()
    angles = Counter(atom.angle for atom in atoms)
    for angle, _ in angles.most_common():
        fragments = _cut_at_columns(_fragments([atom for atom in atoms if atom.angle == angle and atom.text]))
        blocks = _blocks(fragments)
        rows = _rows(fragments)
        _write_rows(scribe, rows, blocks)
        for block in [*_broken_cells(blocks, rows), *_broken_cells(_columns(fragments), rows)]:
            scribe.line_end()
            _write_block(scribe, block, unwrap=True)
    return scribe.laid


def _fragments(atoms: Sequence[Atom]) -> list[_Fragment]:
    runs: list[list[Atom]] = []
    for atom in atoms:
        before = runs[-1][-1] if runs else None
        if before is not None and _follows(before, atom):
            runs[-1].append(atom)
        else:
            runs.append([atom])
    fragments: list[_Fragment] = []
    for run in runs:
        # Blanks at the edges hold nothing together.
        while run and not run[0].text.strip():
            run.pop(0)
        while run and not run[-1].text.strip():
            run.pop()
        if run:
            fragments.append(_Fragment(run, _gap_of(run)))
    return fragments


def _cut_at_columns(fragments: Sequence[_Fragment]) -> list[_Fragment]:
    """Narrow tables leave little room between cells: a word that stands exactly below the beginning of a cell begins another."""
    starts: dict[int, list[_Fragment]] = defaultdict(list)
    for fragment in fragments:
        starts[round(fragment.start)].append(fragment)
    pieces: list[_Fragment] = []
    for fragment in fragments:
        run = [fragment.atoms[0]]
        for before, atom in pairwise(fragment.atoms):
            new_word = atom.word or before.text.isspace() or atom.start - before.end > fragment.gap * atom.size
            if new_word and atom.start - run[0].start > atom.size and _begins_cell(atom, fragment, starts):
                pieces.append(_Fragment(run, fragment.gap))
                run = []
            run.append(atom)
        pieces.append(_Fragment(run, fragment.gap))
    return pieces


def _begins_cell(atom: Atom, fragment: _Fragment, starts: Mapping[int, Sequence[_Fragment]]) -> bool:
    reach = max(1, round(0.25 * atom.size))
    for column in range(round(atom.start) - reach, round(atom.start) + reach + 1):
        for other in starts.get(column, ()):
            if 0.7 * atom.size < abs(other.base - fragment.base) < 2.1 * atom.size:
                return True
    return False


def _follows(before: Atom, atom: Atom) -> bool:
    size = max(before.size, atom.size)
    gap = atom.start - before.end
    return abs(atom.base - before.base) < 0.35 * size and -0.4 * size < gap < _WIDE_GAP * size


def _gap_of(run: Sequence[Atom]) -> float:
    """Letters that are set apart have gaps between them that part no words."""
    gaps = [(after.start - before.end) / max(after.size, 1e-6) for before, after in pairwise(run)]
    single = [gap for gap, atom in zip(gaps, run, strict=False) if not atom.word]
    # Where blanks are written out, other gaps come from a font that stands in for another.
    least = _LOOSE_GAP if any(atom.text.isspace() for atom in run) else _WORD_GAP
    return max(least, median(single) + 0.15) if len(single) >= 5 else least


def _blocks(fragments: Sequence[_Fragment]) -> list[_Block]:
    blocks: list[_Block] = []
    for fragment in fragments:
        last = blocks[-1].lines[-1] if blocks else None
        if last is not None and _stacked(last, fragment):
            blocks[-1].lines.append(fragment)
        else:
            blocks.append(_Block([fragment]))
        fragment.block = blocks[-1]
    return blocks


def _stacked(above: _Fragment, below: _Fragment) -> bool:
    size = max(above.size, below.size)
    shared = min(above.end, below.end) - max(above.start, below.start)
    narrow = min(above.end - above.start, below.end - below.start)
    step = above.base - below.base
    edges = abs(above.start - below.start) < 3 * size or abs(above.end - below.end) < size
    aligned = edges or abs(above.start + above.end - below.start - below.end) < 2 * size
    return 0.7 * size < step < 2.1 * size and shared > 0.3 * narrow and aligned and min(above.size, below.size) > 0.75 * size


def _columns(fragments: Sequence[_Fragment]) -> list[_Block]:
    """Fragments close below each other that were not painted one after the other: cells of a page that is painted row by row."""
    alone = [fragment for fragment in fragments if fragment.block is not None and len(fragment.block.lines) == 1]
    waiting = sorted(alone, key=lambda entry: -entry.base)
    columns: list[_Block] = []
    while waiting:
        column = _Block([waiting.pop(0)])
        for fragment in list(waiting):
            last = column.lines[-1]
            size = max(last.size, fragment.size)
            if last.base - fragment.base > _CLOSE_LINES * size:
                break
            if _stacked(last, fragment) and abs(last.start - fragment.start) < 0.6 * size:
                column.lines.append(fragment)
                waiting.remove(fragment)
        columns.append(column)
    return columns


def _rows(fragments: Iterable[_Fragment]) -> list[list[_Fragment]]:
    """Fragments on one line; those that lie over each other are kept apart, as they would mix their letters."""
    rows: list[list[_Fragment]] = []
    for fragment in sorted(fragments, key=lambda entry: (-entry.base, entry.start)):
        for row in reversed(rows[-6:]):
            near = abs(row[0].base - fragment.base) < 0.4 * max(row[0].size, fragment.size)
            if near and not any(_overlap(fragment, other) for other in row):
                row.append(fragment)
                break
        else:
            rows.append([fragment])
    for row in rows:
        row.sort(key=lambda entry: entry.start)
    return rows


def _overlap(one: _Fragment, other: _Fragment) -> bool:
    shared = min(one.end, other.end) - max(one.start, other.start)
    return shared > 0.3 * min(one.end - one.start, other.end - other.start)


def _write_rows(scribe: _Scribe, rows: Sequence[Sequence[_Fragment]], blocks: Sequence[_Block]) -> None:
    prose = {id(block) for block in blocks if block.prose}
    written: set[int] = set()
    for row in rows:
        pending: list[_Fragment] = []
        for fragment in row:
            block = fragment.block
            assert block is not None
            if id(block) not in prose:
                pending.append(fragment)
            elif id(block) not in written:
                written.add(id(block))
                _write_row(scribe, pending)
                pending = []
                _write_block(scribe, block, unwrap=True)
        _write_row(scribe, pending)


def _write_row(scribe: _Scribe, row: Sequence[_Fragment]) -> None:
    before: _Fragment | None = None
    for fragment in row:
        if before is not None:
            # What stands close by was only painted at another time.
            scribe.blank(2 if fragment.start - before.end > _WIDE_GAP * fragment.size else 1)
        scribe.fragment(fragment)
        before = fragment
    if row:
        scribe.line_end()


def _write_block(scribe: _Scribe, block: _Block, unwrap: bool) -> None:
    """The lines of a block; one that reaches the edge goes on in the next."""
    right = max(line.end for line in block.lines)
    left = min(line.start for line in block.lines)
    for number, line in enumerate(block.lines):
        scribe.fragment(line)
        following = block.lines[number + 1] if number + 1 < len(block.lines) else None
        if following is None or not unwrap:
            scribe.line_end()
            continue
        opening = "".join(atom.text for atom in following.atoms[:40])
        full = line.end > right - 0.2 * (right - left) and ":" not in opening[:40]
        if full and scribe.hyphen(opening):
            continue
        if full:
            scribe.blank(1)
        else:
            scribe.line_end()


def _broken_cells(blocks: Iterable[_Block], rows: Iterable[Sequence[_Fragment]]) -> list[_Block]:
    """Blocks of a few lines that have neighbours beside them: their lines do not follow each other in the rows."""
    crowded = {id(fragment) for row in rows if len(row) > 1 for fragment in row}
    several = (block for block in blocks if len(block.lines) > 1 and not block.prose and block.close)
    return [block for block in several if any(id(line) in crowded for line in block.lines)]


class _Scribe:
    """Writes the text and remembers where each character is from."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._sources: list[int] = []
        self._dropped: dict[int, int] = {}

    @property
    def laid(self) -> Laid:
        """What was written."""
        return Laid("".join(self._pieces), self._sources, self._dropped)

    def _put(self, text: str, source: int) -> None:
        self._pieces.extend(text)
        self._sources.extend([source] * len(text))

    def blank(self, count: int) -> None:
        """Blanks that are ours, unless one stands there already."""
        if self._pieces and self._pieces[-1] not in " \n":
            self._put(" " * count, -1)
        elif count > 1 and self._pieces and self._pieces[-1] == " ":
            self._put(" ", -1)

    def line_end(self) -> None:
        """The end of a line that holds something."""
        if self._pieces and self._pieces[-1] != "\n":
            self._put("\n", -1)

    def fragment(self, fragment: _Fragment) -> None:
        """The atoms of a fragment, with blanks where the gaps are wide enough."""
        before: Atom | None = None
        for atom in fragment.atoms:
            if before is not None and (atom.word or atom.start - before.end > fragment.gap * max(atom.size, before.size)):
                self.blank(0 if atom.text.isspace() else 1)
            self._put(" " if atom.text.isspace() else atom.text, atom.number)
            before = atom

    def hyphen(self, following: str) -> bool:
        """Join a word that is broken at the end of a line to what follows; whether there was one."""
        if len(self._pieces) < 2 or self._pieces[-1] not in "-\u2010" or not self._pieces[-2].isalpha():
            return False
        if following[:1].islower():
            self._pieces.pop()
            self._dropped[len(self._pieces) - 1] = self._sources.pop()
            return True
        return following[:1].isalpha()  # "Pérez-" and "García": the hyphen belongs to the name
